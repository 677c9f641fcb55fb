//! The control block of one process's part of a window. Where processes of a node share memory, it
//! lies there, and all of them change it by atomics; for processes of other nodes its owner does
//! so, asked by messages. So a lock is one word whatever way it is taken.
//!
//! Locks have two levels. Every part has a *local* word for `MPI_Win_lock`. The part of rank 0 has
//! the *global* word besides, which keeps `MPI_Win_lock_all` and exclusive locks apart: so that
//! locking all parts takes one atomic, not one for each process.
//!
//! | call | global word | then the local word of the target |
//! |---|---|---|
//! | `MPI_Win_lock`, shared | - | [`Hold::Shared`] |
//! | `MPI_Win_lock`, exclusive | [`Hold::Registered`] | [`Hold::Exclusive`] |
//! | `MPI_Win_lock_all` | [`Hold::All`] | - |
//!
//! Invariants:
//! - CONTROL-1: the local word is `EXCLUSIVE`, or the number of shared holders.
//! - CONTROL-2: of the two halves of the global word at most one is not 0.
//! - CONTROL-3: who waits for a word counts itself in `waiters` before its last look; who leaves
//!   looks at `waiters` after that. Both orders are sequentially consistent, so one of the two sees
//!   the other.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// What a process may hold of a control block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Hold {
    /// The part, with other shared holders.
    Shared = 1,
    /// The part, alone.
    Exclusive = 2,
    /// All parts, with other such holders and shared ones.
    All = 3,
    /// The right to lock parts exclusively, with others who have it.
    Registered = 4,
}

/// The local word under an exclusive lock.
const EXCLUSIVE: u64 = 1 << 63;
/// One holder of the right to exclusive locks in the global word.
const REGISTRATION: u64 = 1 << 32;
/// The half of the global word that counts those who have locked all.
const ALL_MASK: u64 = REGISTRATION - 1;

impl Hold {
    /// The hold of a number in a message.
    pub fn of(number: u16) -> Option<Hold> {
        [Hold::Shared, Hold::Exclusive, Hold::All, Hold::Registered].into_iter().find(|hold| *hold as u16 == number)
    }

    /// The word with one more holder; `None` while others keep it from being one.
    fn entered(self, word: u64) -> Option<u64> {
        let (is_free, more) = match self {
            Hold::Shared => (word & EXCLUSIVE == 0, 1),
            Hold::Exclusive => (word == 0, EXCLUSIVE),
            Hold::All => (word & !ALL_MASK == 0, 1),
            Hold::Registered => (word & ALL_MASK == 0, REGISTRATION),
        };
        is_free.then(|| word + more)
    }

    /// What a holder takes away from the word when it leaves.
    fn share(self) -> u64 {
        match self {
            Hold::Shared | Hold::All => 1,
            Hold::Exclusive => EXCLUSIVE,
            Hold::Registered => REGISTRATION,
        }
    }
}

/// See the module. All zeros are a valid block: nobody holds anything.
#[derive(Debug, Default)]
#[repr(C, align(128))]
pub struct Control {
    local: AtomicU64,
    global: AtomicU64,
    waiters: AtomicU32,
    /// 1 while somebody combines elements that have no CPU atomic.
    elements: AtomicU32,
    /// Where the owner has the part's memory, in its own address space. Written by the owner before
    /// anybody else looks.
    address: AtomicU64,
}

const _: () = assert!(size_of::<Control>() == 128 && align_of::<Control>() == 128);

impl Control {
    /// Takes a hold if that is possible now.
    #[inline]
    pub fn try_enter(&self, hold: Hold) -> bool {
        self.word(hold).fetch_update(Ordering::SeqCst, Ordering::Relaxed, |word| hold.entered(word)).is_ok()
    }

    /// Gives a hold back. True if somebody may wait for that.
    #[inline]
    #[must_use]
    pub fn leave(&self, hold: Hold) -> bool {
        let before = self.word(hold).fetch_sub(hold.share(), Ordering::SeqCst);
        debug_assert!(before >= hold.share(), "{hold:?} was given back without having been taken: {before:#x}");
        self.waiters.load(Ordering::SeqCst) > 0
    }

    /// Counts a process that waits for a hold (CONTROL-3).
    pub fn begin_wait(&self) {
        self.waiters.fetch_add(1, Ordering::SeqCst);
    }

    /// Counts it no more.
    pub fn end_wait(&self) {
        self.waiters.fetch_sub(1, Ordering::SeqCst);
    }

    /// Takes the right to combine elements without atomics, if nobody has it.
    #[inline]
    pub fn try_claim_elements(&self) -> bool {
        self.elements.compare_exchange_weak(0, 1, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Gives that right back.
    #[inline]
    pub fn release_elements(&self) {
        self.elements.store(0, Ordering::Release);
    }

    /// Where the owner has the part's memory.
    pub fn address(&self) -> u64 {
        self.address.load(Ordering::Relaxed)
    }

    /// Says where the owner has the part's memory.
    pub fn set_address(&self, address: u64) {
        self.address.store(address, Ordering::Relaxed);
    }

    #[inline(always)]
    fn word(&self, hold: Hold) -> &AtomicU64 {
        match hold {
            Hold::Shared | Hold::Exclusive => &self.local,
            Hold::All | Hold::Registered => &self.global,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holders_that_exclude_each_other_are_never_there_at_once() {
        use Hold::*;
        let exclude = |a, b| {
            matches!((a, b), (Shared, Exclusive) | (Exclusive, Shared | Exclusive) | (All, Registered) | (Registered, All))
        };
        for first in [Shared, Exclusive, All, Registered] {
            for second in [Shared, Exclusive, All, Registered] {
                let control = Control::default();
                assert!(control.try_enter(first));
                assert_eq!(control.try_enter(second), !exclude(first, second), "{first:?}, then {second:?}");
                if !exclude(first, second) {
                    assert!(!control.leave(second));
                }
                assert!(!control.leave(first));
                assert!(control.try_enter(second), "{second:?} after {first:?}");
            }
        }
    }

    #[test]
    fn who_leaves_knows_of_waiters() {
        let control = Control::default();
        assert!(control.try_enter(Hold::Exclusive));
        control.begin_wait();
        assert!(control.leave(Hold::Exclusive));
        control.end_wait();
        assert!(control.try_enter(Hold::Shared) && !control.leave(Hold::Shared));
    }

    #[test]
    fn holds_are_found_by_number() {
        for hold in [Hold::Shared, Hold::Exclusive, Hold::All, Hold::Registered] {
            assert_eq!(Hold::of(hold as u16), Some(hold));
        }
        assert_eq!((Hold::of(0), Hold::of(5)), (None, None));
    }

    #[test]
    fn only_one_combines_elements() {
        let control = Control::default();
        while !control.try_claim_elements() {}
        assert!(!control.try_claim_elements());
        control.release_elements();
        while !control.try_claim_elements() {}
    }
}
