//! Memory that goes back and forth between two ranks. The rank that has received the last body in a
//! slot writes the next one there.
//!
//! In a ring the sender writes to lines that the receiver has read last and has in its cache. Lines
//! that a rank has just read itself are in its own cache. So two ranks that answer each other pass
//! the same few lines to and fro, and messages of 8 to 256 KiB take 0.75 to 0.95 of the time (ADR
//! 0032).
//!
//! A rank that sends one message after the other without an answer soon has no slot left, and goes
//! on in the ring. If both send, they wait for each other's slots a while. A rank does not wait
//! once it has sent as many bodies as there are slots without one having come: then it is not
//! answered.
//!
//! Invariants:
//! - PAIR-BUFFER-1: each slot is one rank's, or that of one packet in a ring between the two. At
//!   first all are the lower rank's.
//! - PAIR-BUFFER-2: a rank writes and reads slots that are its own, or that of the packet which it
//!   is shown. With the packet's cell, which is published with release order and found with acquire
//!   order, a slot passes to the packet and from there to its receiver, who is done with the
//!   body then.
//!
//! # Safety arguments
//! - PAIR-1: `base` points to [`PAIR_BUFFER`](crate::layout::PAIR_BUFFER) bytes inside a mapping
//!   that is never unmapped while the process lives.
//! - PAIR-2: PAIR-BUFFER-1 and PAIR-BUFFER-2 exclude races.

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use crate::layout::LINE;
#[cfg(not(loom))]
use crate::ring::memory::{Access, PairSlots};
#[cfg(loom)]
use crate::ring::model::{Access, PairSlots};

/// Longest body that does not go this way: the ring has the lines of such bodies fetched ahead of
/// time.
pub(crate) const IN_RING_MOST: usize = if cfg!(loom) { LINE } else { 256 };
/// Longest body that nobody waits with for a slot, in bytes: a ring takes it in less time.
pub(crate) const UNWAITED_MOST: usize = if cfg!(loom) { LINE } else { 4 * 1024 };

/// Attempts to send for which a rank without a slot waits for one, at least and at most. A
/// body takes some ten to a hundred.
const PATIENCE: RangeInclusive<u32> = if cfg!(loom) { 1..=1 } else { 8..=512 };

/// One rank's view of the memory that goes between it and another one.
pub struct PairBuffer {
    memory: PairSlots,
    /// The slots that are this rank's, by their bits.
    own: u8,
    /// Attempts that it has waited since a body has come.
    waited: u32,
    /// So many does it wait.
    patience: u32,
    /// No more until a body has come.
    has_given_up: bool,
    /// Whether it waits at all.
    is_patient: bool,
}

impl PairBuffer {
    /// None, for ranks that have no memory together.
    pub fn absent() -> Self {
        PairBuffer {
            memory: PairSlots::none(),
            own: 0,
            waited: 0,
            patience: *PATIENCE.start(),
            has_given_up: true,
            is_patient: false,
        }
    }

    /// The view of the lower or of the higher rank of the memory at `base`.
    ///
    /// # Safety
    /// PAIR-1, and the two ranks are different and have one view each.
    #[cfg(not(loom))]
    pub unsafe fn new(base: *mut u8, is_lower: bool) -> Self {
        // SAFETY: as the caller promises.
        Self::at_start(unsafe { PairSlots::new(base) }, is_lower)
    }

    fn at_start(memory: PairSlots, is_lower: bool) -> Self {
        PairBuffer {
            memory,
            own: if is_lower { u8::MAX } else { 0 },
            waited: 0,
            patience: *PATIENCE.start(),
            has_given_up: true,
            is_patient: false,
        }
    }

    /// Whether the other rank runs at the same time as this one, so that it is worth while to wait
    /// for it.
    pub(crate) fn set_patient(&mut self, is_patient: bool) {
        self.is_patient = is_patient;
        self.has_given_up = true;
    }

    /// What has been set.
    #[inline(always)]
    pub(crate) fn is_patient(&self) -> bool {
        self.is_patient
    }

    /// A slot of this rank's for a body of `len` bytes, if there is one; the packet's from
    /// now on.
    #[inline(always)]
    pub(crate) fn acquire(&mut self, len: usize) -> Option<(u32, Access<u8>)> {
        if len <= IN_RING_MOST || self.own == 0 {
            return None;
        }
        let pair_slot = self.own.trailing_zeros();
        self.own &= self.own - 1;
        Some((pair_slot, self.memory.write(pair_slot)))
    }

    /// Whether a body of `len` bytes, for which there is no slot, had better wait for one:
    /// the other rank sends such bodies, too, at the same time. To be asked at each attempt.
    #[inline(always)]
    pub(crate) fn expects(&mut self, len: usize) -> bool {
        if len <= UNWAITED_MOST || self.has_given_up {
            return false;
        }
        if self.waited < self.patience {
            self.waited += 1;
            return true;
        }
        self.has_given_up = true;
        self.patience = (self.patience / 2).max(*PATIENCE.start());
        false
    }

    /// The body of a packet that is shown.
    #[inline(always)]
    pub(crate) fn look(&self, pair_slot: u32) -> Access<u8> {
        self.memory.read(pair_slot)
    }

    /// The packet has been consumed: its slot is this rank's.
    #[inline(always)]
    pub(crate) fn leave(&mut self, pair_slot: u32) {
        self.own |= 1 << pair_slot;
    }

    /// A long body has come, by whatever way.
    #[inline(always)]
    pub(crate) fn note_arrival(&mut self) {
        if self.waited > 0 && !self.has_given_up {
            let enough = 2 * self.waited + 32;
            self.patience = enough.max(self.patience - self.patience / 8).clamp(*PATIENCE.start(), *PATIENCE.end());
        }
        self.waited = 0;
        self.has_given_up = !self.is_patient;
    }
}

/// The two views of a new pair buffer in loom's model, the lower rank's first.
#[cfg(all(loom, test))]
pub(crate) fn pair() -> (PairBuffer, PairBuffer) {
    let (one, other) = PairSlots::pair();
    (PairBuffer::at_start(one, true), PairBuffer::at_start(other, false))
}
