//! Memory that goes back and forth between two ranks: who has received the last body in a compartment of it writes the next one there.
//!
//! In a ring the sender writes to lines that the receiver has read last, and that are in the receiver's cache. What a rank has just read is in its own. Two
//! ranks that answer each other pass the same few lines to and fro, and messages of 8 to 256 KiB take 0.75 to 0.95 of the time (ADR 0032). Whoever sends one
//! message after the other without an answer soon has no compartment left, and goes on in the ring.
//!
//! Invariants:
//! - SHU-1: each compartment is one rank's, or that of one packet in a ring between the two. At first all are the lower rank's.
//! - SHU-2: a rank writes and reads compartments that are its own, or that of the packet which it is shown. With the packet's cell, which is published with
//!   release order and found with acquire order, a compartment passes to the packet and from there to its receiver, who is done with the body then.
//!
//! # Safety arguments
//! - SHUTTLE-1: `base` points to [`SHUTTLE`](crate::layout::SHUTTLE) bytes inside a mapping that is never unmapped while the process lives.
//! - SHUTTLE-2: SHU-1 and SHU-2 exclude races.

#[cfg(test)]
mod tests;

#[cfg(not(loom))]
use crate::ring::memory::{Access, Compartments};
#[cfg(loom)]
use crate::ring::model::{Access, Compartments};

/// Longest body that does not go this way: the ring has the lines of such bodies fetched ahead of time.
const IN_RING_MOST: usize = if cfg!(loom) { crate::layout::LINE } else { 4 * 1024 };

/// One rank's view of the memory that goes between it and another one.
pub struct Shuttle {
    memory: Compartments,
    /// The compartments that are this rank's, by their bits.
    own: u8,
}

impl Shuttle {
    /// None, for ranks that have no memory together.
    pub fn absent() -> Self {
        Shuttle { memory: Compartments::none(), own: 0 }
    }

    /// The view of the lower or of the higher rank of the memory at `base`.
    ///
    /// # Safety
    /// SHUTTLE-1, and the two ranks are different and have one view each.
    #[cfg(not(loom))]
    pub unsafe fn new(base: *mut u8, is_lower: bool) -> Self {
        // SAFETY: as the caller promises.
        Self::at_start(unsafe { Compartments::new(base) }, is_lower)
    }

    fn at_start(memory: Compartments, is_lower: bool) -> Self {
        Shuttle { memory, own: if is_lower { u8::MAX } else { 0 } }
    }

    /// A compartment of this rank's for a body of `len` bytes, if there is one; the packet's from now on.
    #[inline(always)]
    pub(crate) fn board(&mut self, len: usize) -> Option<(u32, Access<u8>)> {
        if len <= IN_RING_MOST || self.own == 0 {
            return None;
        }
        let compartment = self.own.trailing_zeros();
        self.own &= self.own - 1;
        Some((compartment, self.memory.write(compartment)))
    }

    /// The body of a packet that is shown.
    #[inline(always)]
    pub(crate) fn look(&self, compartment: u32) -> Access<u8> {
        self.memory.read(compartment)
    }

    /// The packet has been consumed: its compartment is this rank's.
    #[inline(always)]
    pub(crate) fn leave(&mut self, compartment: u32) {
        self.own |= 1 << compartment;
    }
}

/// The two views of a new shuttle in loom's model, the lower rank's first.
#[cfg(all(loom, test))]
pub(crate) fn pair() -> (Shuttle, Shuttle) {
    let (one, other) = Compartments::pair();
    (Shuttle::at_start(one, true), Shuttle::at_start(other, false))
}
