//! Requests of operations that were complete when their call returned: no operation stands behind
//! them, only a number that is valid until the request is waited for.
//!
//! Invariant: slot `n % SLOTS` holds `n` while the request with number `n` is outstanding, else
//! [`FREE`]. If a slot is taken, the request that would have it needs an operation.

use ferry_handle::{FIRST_CREATED, Kind};

/// Requests that may be outstanding at once; others need an operation. A power of two.
const SLOTS: usize = 1024;
/// Numbers are below; the lowest bit of a handle's number tells receives.
const NUMBERS: u32 = 1 << 23;
const FREE: u32 = u32::MAX;

/// Requests as integers: the number of the handle above what other handles' integers have in these
/// bits, then a kind that no table has.
const INT_SHIFT: u32 = 4;
const INT_BASE: usize = FIRST_CREATED >> INT_SHIFT;
const INT_KIND: usize = 0xf;

/// What was complete at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// A send.
    Send,
    /// A receive from `MPI_PROC_NULL`.
    NullReceive,
}

/// The outstanding ones.
pub struct CompletedRequests {
    slots: Box<[u32; SLOTS]>,
    next: u32,
}

impl Default for CompletedRequests {
    fn default() -> Self {
        CompletedRequests { slots: Box::new([FREE; SLOTS]), next: 0 }
    }
}

#[inline(always)]
fn decode(handle: usize) -> Option<(u32, Done)> {
    let number = Kind::Operation.reserved_number(handle)? as u32;
    Some((number >> 1, if number & 1 == 0 { Done::Send } else { Done::NullReceive }))
}

impl CompletedRequests {
    /// A request for what is done already; `None` if the slot that is next is taken.
    #[inline(always)]
    pub fn issue(&mut self, done: Done) -> Option<usize> {
        let number = self.next;
        // Past a slot that is taken, too: one request that stays outstanding must not keep the
        // others from being used.
        self.next = (number + 1) % NUMBERS;
        let slot = &mut self.slots[number as usize % SLOTS];
        if *slot != FREE {
            return None;
        }
        *slot = number;
        Some(Kind::Operation.reserved((number << 1 | u32::from(done == Done::NullReceive)) as usize))
    }

    /// What the outstanding request behind `handle` was; `None` for any other handle.
    #[inline(always)]
    pub fn get(&self, handle: usize) -> Option<Done> {
        let (number, done) = decode(handle)?;
        (self.slots[number as usize % SLOTS] == number).then_some(done)
    }

    /// The handle of an outstanding request as a C `int` (MPI-5 §20.3).
    pub fn to_int(&self, handle: usize) -> Option<i32> {
        self.get(handle)?;
        let number = Kind::Operation.reserved_number(handle)?;
        i32::try_from((number + INT_BASE) << INT_SHIFT | INT_KIND).ok()
    }

    /// The handle behind an integer of [`CompletedRequests::to_int`], if the request is still
    /// outstanding.
    pub fn from_int(&self, int: i32) -> Option<usize> {
        let int = usize::try_from(int).ok().filter(|int| int & INT_KIND == INT_KIND)?;
        let number = (int >> INT_SHIFT).checked_sub(INT_BASE)?;
        let handle = Kind::Operation.reserved(number);
        self.get(handle).map(|_| handle)
    }

    /// How many are outstanding; looks at all of them.
    pub fn outstanding(&self) -> usize {
        self.slots.iter().filter(|slot| **slot != FREE).count()
    }

    /// As [`CompletedRequests::get`]; the request is outstanding no more.
    #[inline(always)]
    pub fn redeem(&mut self, handle: usize) -> Option<Done> {
        let (number, done) = decode(handle)?;
        let slot = &mut self.slots[number as usize % SLOTS];
        if *slot != number {
            return None;
        }
        *slot = FREE;
        Some(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_redeemed_once() {
        let mut completed = CompletedRequests::default();
        let (send, receive) = (completed.issue(Done::Send).unwrap(), completed.issue(Done::NullReceive).unwrap());
        assert_ne!(send, receive);
        assert_eq!((completed.get(send), completed.get(receive)), (Some(Done::Send), Some(Done::NullReceive)));
        assert_eq!(completed.redeem(send), Some(Done::Send));
        assert_eq!((completed.redeem(send), completed.get(send)), (None, None));
        assert_eq!(completed.redeem(receive), Some(Done::NullReceive));
        assert_eq!(completed.get(0x1007), None);
    }

    #[test]
    fn integers_lead_back_to_outstanding_requests() {
        let mut completed = CompletedRequests::default();
        let handles: Vec<usize> =
            (0..1000).filter_map(|n| completed.issue(if n % 2 == 0 { Done::Send } else { Done::NullReceive })).collect();
        for handle in &handles {
            let int = completed.to_int(*handle).unwrap();
            assert!(int as usize >= FIRST_CREATED);
            assert_eq!(completed.from_int(int), Some(*handle));
        }
        let int = completed.to_int(handles[3]).unwrap();
        completed.redeem(handles[3]);
        assert_eq!((completed.to_int(handles[3]), completed.from_int(int)), (None, None));
        assert!([-1, 0, 0xf, 0x101, i32::MAX, i32::MIN].iter().all(|int| completed.from_int(*int).is_none()));
    }

    #[test]
    fn outstanding_requests_are_limited_and_stale_ones_never_come_back() {
        let mut completed = CompletedRequests::default();
        let first: Vec<usize> = std::iter::from_fn(|| completed.issue(Done::Send)).collect();
        assert_eq!(first.len(), SLOTS);
        first.iter().for_each(|handle| assert_eq!(completed.redeem(*handle), Some(Done::Send)));
        for _ in 0..3 * SLOTS {
            let handle = completed.issue(Done::Send).unwrap();
            assert!(!first.contains(&handle));
            assert!(first.iter().all(|stale| completed.get(*stale).is_none()));
            completed.redeem(handle);
        }
    }

    #[test]
    fn one_request_that_stays_takes_one_slot() {
        let mut completed = CompletedRequests::default();
        let stays = completed.issue(Done::Send).unwrap();
        let issued = (0..10 * SLOTS).filter_map(|_| completed.issue(Done::Send));
        let issued: Vec<usize> = issued.take(SLOTS - 1).collect();
        assert_eq!(issued.len(), SLOTS - 1);
        issued.into_iter().for_each(|handle| _ = completed.redeem(handle));
        let mut refused = 0;
        for _ in 0..10 * SLOTS {
            match completed.issue(Done::Send) {
                Some(handle) => assert_eq!(completed.redeem(handle), Some(Done::Send)),
                None => refused += 1,
            }
        }
        assert_eq!((refused, completed.get(stays)), (10, Some(Done::Send)));
    }
}
