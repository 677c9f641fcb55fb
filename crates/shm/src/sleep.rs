//! Sleeping and waking in a node segment. [`crate::doorbell`] says how; this module knows the
//! ranks.

use std::sync::atomic::{AtomicU32, Ordering, fence};

use ferry_device::Nap;

use crate::doorbell;
use crate::segment::{Crowding, Segment};

/// Sleeping and waking, of one rank.
pub struct Sleep {
    segment: Segment,
    /// False once it is known that all ranks take part in memory barriers.
    fence: bool,
    /// This rank takes no part in them, so that all others fence.
    others_fence: bool,
    crowding: Option<Crowding>,
    turn: u32,
    /// Fences issued since it was last looked whether they are needed.
    fences: u32,
}

/// Fences between two looks whether they are needed: a look reads a line of every rank.
const FENCES_A_LOOK: u32 = 64;

impl Sleep {
    pub(crate) fn new(segment: Segment) -> Self {
        let others_fence = !is_target(segment, segment.rank());
        Sleep { segment, fence: true, others_fence, crowding: None, turn: 0, fences: 0 }
    }

    /// Wakes the rank that owns `asleep`, if it sleeps.
    #[inline(always)]
    pub(crate) fn wake(&self, asleep: &AtomicU32) {
        doorbell::wake(asleep, self.fence);
    }

    /// Orders what this rank has published before what it looks at next, where sleepers do not do
    /// so (S-2).
    #[inline(always)]
    pub(crate) fn order(&self) {
        if self.fence {
            fence(Ordering::SeqCst);
        }
    }

    /// First half of S-1; the caller looks around next.
    pub(crate) fn prepare(&mut self) -> ShmNap {
        let asleep = &self.segment.block(self.segment.rank()).asleep;
        self.turn = doorbell::next_turn(self.turn);
        doorbell::announce_sleep(asleep, self.turn, self.others_fence);
        ShmNap { asleep, turn: self.turn }
    }

    /// See [`Segment::crowding`]; asks until it is known for good.
    pub(crate) fn crowding(&mut self) -> Option<Crowding> {
        if self.crowding.is_none() {
            self.crowding = self.segment.crowding();
            self.fence = self.crowding.is_none() || self.barriers_refused();
        }
        self.crowding
    }

    /// To be called after each packet: finds out in time that fences are not needed.
    #[inline(always)]
    pub(crate) fn count_fence(&mut self) {
        if self.fence {
            self.reconsider();
        }
    }

    #[cold]
    fn reconsider(&mut self) {
        self.fences = (self.fences + 1) % FENCES_A_LOOK;
        if self.fences == 0 {
            self.crowding();
        }
    }

    fn barriers_refused(&self) -> bool {
        (0..self.segment.ranks()).any(|rank| !is_target(self.segment, rank))
    }
}

/// Whether memory barriers reach a rank that has attached.
fn is_target(segment: Segment, rank: usize) -> bool {
    segment.block(rank).attached.load(Ordering::Acquire) == 1
}

/// A sleep about to begin.
pub struct ShmNap {
    asleep: &'static AtomicU32,
    turn: u32,
}

impl ShmNap {
    /// Does not sleep, after all.
    pub(crate) fn abandon(self) {
        doorbell::wake_slowly(self.asleep);
    }
}

impl Nap for ShmNap {
    fn take(self) {
        doorbell::sleep(self.asleep, self.turn);
        self.abandon();
    }

    fn most_ns(&self) -> Option<u64> {
        None
    }
}

#[cfg(all(test, not(any(loom, miri))))]
mod tests {
    use std::os::fd::AsFd;

    use super::*;
    use crate::members::Members;
    use crate::segment::Payer;

    #[test]
    fn all_senders_fence_for_a_rank_that_is_no_target_of_barriers() {
        for other in [Payer::Sender, Payer::Sleeper] {
            let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
            let payers = [Payer::Sender, other];
            let attach = |rank| Segment::attach_with(file.as_fd(), rank, Members::all(2), payers[rank]).unwrap();
            let mut node = [0, 1].map(|rank| Sleep::new(attach(rank)));
            for sleep in &mut node {
                assert!(sleep.crowding().is_some() && sleep.fence);
            }
            assert!(node[0].others_fence);
            let nap = node[0].prepare();
            node[1].wake(nap.asleep);
            nap.take(); // returns at once
        }
    }
}
