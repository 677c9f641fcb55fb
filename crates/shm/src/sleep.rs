//! Sleeping until a peer wakes us.
//!
//! The word `asleep` of a rank is 1 from before its last look at the rings until it is woken. A peer that has published something (a
//! packet, or room in a ring) looks at the word and, if it is 1, sets it to 0 and wakes. The classic race (the sleeper looks, the
//! sender publishes and sees 0, the sleeper sleeps) needs store-load ordering on both sides. Senders do not pay for it: the
//! sleeper issues a memory barrier on all processors (`membarrier`). Only if some rank of the node could not register for that does
//! every sender issue a fence of its own.
//!
//! - S-1: sleeper: store `asleep = 1`; barrier everywhere; look at all rings; sleep while `asleep == 1`.
//! - S-2: sender: publish; (fence, if needed;) load `asleep`; if 1, store 0 and wake.

use std::sync::atomic::{AtomicU32, Ordering, fence};
use std::time::Duration;

use ferry_device::Nap;
use ferry_sys::{barrier, futex};

use crate::segment::Segment;

/// A sleeper looks around this often even if nobody wakes it: a bound on the harm of a peer that died while waking.
const LONGEST_NAP: Duration = Duration::from_secs(1);

/// Sleeping and waking, of one rank.
pub struct Sleep {
    segment: Segment,
    /// False once it is known that all ranks take part in memory barriers.
    fence: bool,
    oversubscribed: Option<bool>,
}

impl Sleep {
    pub(crate) fn new(segment: Segment) -> Self {
        Sleep { segment, fence: true, oversubscribed: None }
    }

    /// Wakes the rank that owns `asleep`, if it sleeps (S-2).
    #[inline(always)]
    pub(crate) fn wake(&self, asleep: &AtomicU32) {
        if self.fence {
            fence(Ordering::SeqCst);
        }
        if asleep.load(Ordering::Relaxed) != 0 {
            wake_slowly(asleep);
        }
    }

    /// First half of S-1; the caller looks at the rings next.
    pub(crate) fn prepare(&mut self) -> ShmNap {
        let asleep = &self.segment.block(self.segment.rank()).asleep;
        asleep.store(1, Ordering::SeqCst);
        barrier::everywhere();
        ShmNap { asleep }
    }

    /// See [`Segment::oversubscribed`]; false while unknown.
    pub(crate) fn oversubscribed(&mut self) -> bool {
        if self.oversubscribed.is_none() {
            self.oversubscribed = self.segment.oversubscribed();
            self.fence = self.oversubscribed.is_none() || self.barriers_refused();
        }
        self.oversubscribed.unwrap_or(false)
    }

    /// True once [`Sleep::oversubscribed`] is known for good.
    pub(crate) fn is_known(&self) -> bool {
        self.oversubscribed.is_some()
    }

    fn barriers_refused(&self) -> bool {
        (0..self.segment.ranks()).any(|rank| self.segment.block(rank).attached.load(Ordering::Acquire) != 1)
    }
}

#[cold]
fn wake_slowly(asleep: &AtomicU32) {
    if asleep.swap(0, Ordering::AcqRel) != 0 {
        futex::wake_shared(asleep);
    }
}

/// A sleep about to begin.
pub struct ShmNap {
    asleep: &'static AtomicU32,
}

impl ShmNap {
    /// Clears the word for all threads of this process, so that none is left asleep with nobody to wake it.
    pub(crate) fn abandon(self) {
        wake_slowly(self.asleep);
    }
}

impl Nap for ShmNap {
    fn take(self) {
        futex::wait_shared(self.asleep, 1, LONGEST_NAP);
        self.abandon();
    }
}
