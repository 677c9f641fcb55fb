//! The memory of a shared area as its ranks see it.

use crate::layout::LINE;
use crate::shared_area::{
    DEPTH, Done, Entry, Head, INLINE, PAIR_SLOT, PAIR_SLOTS, RING, done_offset, entries_offset, pair_slots_offset, ring_offset,
};

/// A shared area, by its address.
pub(super) struct AreaMemory {
    base: *mut u8,
    ranks: usize,
}

// SAFETY: AREA-1, AREA-2.
unsafe impl Send for AreaMemory {}

impl AreaMemory {
    /// # Safety
    /// AREA-1.
    pub(super) unsafe fn new(base: *mut u8, ranks: usize) -> Self {
        AreaMemory { base, ranks }
    }

    #[inline(always)]
    pub(super) fn head(&self) -> &Head {
        // SAFETY: AREA-1.
        unsafe { &*self.base.cast::<Head>() }
    }

    /// How far a rank is.
    #[inline(always)]
    pub(super) fn done(&self, rank: usize) -> &Done {
        debug_assert!(rank < self.ranks);
        // SAFETY: AREA-1.
        unsafe { &*self.base.add(done_offset() + rank * LINE).cast::<Done>() }
    }

    #[inline(always)]
    fn entry_address(&self, operation: u64, rank: usize) -> *mut Entry {
        debug_assert!(rank < self.ranks);
        let index = rank * DEPTH as usize + (operation % DEPTH) as usize;
        // SAFETY: AREA-1.
        unsafe { self.base.add(entries_offset(self.ranks)).cast::<Entry>().add(index) }
    }

    /// What a rank says of an operation.
    #[inline(always)]
    pub(super) fn entry(&self, operation: u64, rank: usize) -> &Entry {
        // SAFETY: AREA-1; everything in it is atomic but the bytes, to which nobody has a
        // reference.
        unsafe { &*self.entry_address(operation, rank) }
    }

    /// The bytes in the entry itself.
    #[inline(always)]
    pub(super) fn inline(&self, operation: u64, rank: usize) -> *mut u8 {
        const _: () = assert!(size_of::<Entry>() == LINE && INLINE <= LINE);
        // SAFETY: AREA-1.
        unsafe { (&raw mut (*self.entry_address(operation, rank)).inline).cast() }
    }

    /// The bytes at `place` of a rank's buffer.
    #[inline(always)]
    pub(super) fn buffer(&self, rank: usize, place: usize) -> *mut u8 {
        debug_assert!(rank < self.ranks && place < RING);
        // SAFETY: AREA-1.
        unsafe { self.base.add(ring_offset(self.ranks) + rank * RING + place) }
    }

    /// A slot of a shared area of two ranks.
    #[inline(always)]
    pub(super) fn pair_slot(&self, index: usize) -> *mut u8 {
        debug_assert!(self.ranks == 2 && index < PAIR_SLOTS);
        // SAFETY: AREA-1.
        unsafe { self.base.add(pair_slots_offset(self.ranks) + index * PAIR_SLOT) }
    }
}
