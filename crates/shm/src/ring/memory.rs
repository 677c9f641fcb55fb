//! The memory of a ring as its two ends see it. Positions of cells count from the ring's beginning;
//! this module maps them to places.

use crate::layout::{BODIES, CELLS, Cell, Consumed, LINE, MAX_BODY, PAIR_SLOTS, RING_BODIES, RING_CELLS, RING_CONSUMED};
use crate::sync::AtomicU32;
use ferry_kernels::prefetch_to_write;

/// `cldemote`: a hint, and nothing at all on processors that do not know it.
#[inline(always)]
fn demote(address: *const u8) {
    // SAFETY: a hint changes and faults nothing.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    unsafe {
        std::arch::asm!("cldemote [{}]", in(reg) address, options(nostack, preserves_flags));
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}

/// A cell or body that one end may use now.
#[derive(Clone, Copy)]
pub(crate) struct Access<T>(*mut T);

impl<T> Access<T> {
    #[inline(always)]
    pub(crate) fn pointer(&self) -> *mut T {
        self.0
    }
}

impl Access<Cell> {
    /// The part for a short body.
    #[inline(always)]
    pub(super) fn inline(&self) -> Access<u8> {
        // SAFETY: RING-1, the cell lies in the ring.
        Access(unsafe { (&raw mut (*self.0).inline).cast() })
    }
}

impl Access<u8> {
    /// Hands `len` bytes of a body from `offset` on to the cache that processors share.
    #[inline(always)]
    pub(crate) fn demote(&self, offset: usize, len: usize) {
        (offset..offset + len).step_by(LINE).for_each(|at| demote(self.0.wrapping_add(at)));
    }
}

/// A ring in shared memory, by its address.
pub(super) struct RingMemory(*mut u8);

// SAFETY: RING-1, RING-2.
unsafe impl Send for RingMemory {}

impl RingMemory {
    /// # Safety
    /// RING-1.
    pub(super) unsafe fn new(base: *mut u8) -> Self {
        RingMemory(base)
    }

    #[inline(always)]
    fn cell(&self, position: u64) -> *mut Cell {
        // SAFETY: RING-1, the index is below CELLS.
        unsafe { self.0.add(RING_CELLS).cast::<Cell>().add(position as usize & (CELLS - 1)) }
    }

    /// The sequence number of the cell at `position`.
    #[inline(always)]
    pub(super) fn sequence(&self, position: u64) -> &AtomicU32 {
        // SAFETY: RING-1; the first word of a cell is written through this atomic only.
        unsafe { &*self.cell(position).cast::<AtomicU32>() }
    }

    #[inline(always)]
    pub(super) fn consumed(&self) -> &Consumed {
        // SAFETY: RING-1.
        unsafe { &*self.0.add(RING_CONSUMED).cast::<Consumed>() }
    }

    /// The cell at `position`, for its sender.
    #[inline(always)]
    pub(super) fn write_cell(&self, position: u64) -> Access<Cell> {
        Access(self.cell(position))
    }

    /// The cell at `position`, for its receiver.
    #[inline(always)]
    pub(super) fn read_cell(&self, position: u64) -> Access<Cell> {
        Access(self.cell(position))
    }

    /// Asks for the cell at `position`, to be written soon.
    #[inline(always)]
    pub(super) fn prefetch_cell(&self, position: u64) {
        prefetch_to_write(self.cell(position).cast());
    }

    /// Asks for the line of bodies at `offset`, to be written soon.
    #[inline(always)]
    pub(super) fn prefetch_body(&self, offset: u64) {
        // SAFETY: RING-1, the offset is below BODIES.
        prefetch_to_write(unsafe { self.0.add(RING_BODIES + offset as usize) });
    }

    /// Hands a published cell to the cache that processors share, for the receiver to find.
    #[inline(always)]
    pub(super) fn demote_cell(&self, position: u64) {
        demote(self.cell(position).cast());
    }

    /// `len` bytes of bodies from `offset` on, for their sender.
    #[inline(always)]
    pub(super) fn write_body(&self, offset: u64, len: usize) -> Access<u8> {
        debug_assert!(offset as usize + len <= BODIES);
        // SAFETY: RING-1, the offset is below BODIES.
        Access(unsafe { self.0.add(RING_BODIES + offset as usize) })
    }

    /// `len` bytes of bodies from `offset` on, for their receiver.
    #[inline(always)]
    pub(super) fn read_body(&self, offset: u64, len: usize) -> Access<u8> {
        self.write_body(offset, len)
    }
}

/// The slots of a pair buffer in shared memory, by their address.
pub(crate) struct PairSlots(*mut u8);

// SAFETY: PAIR-1, PAIR-2.
unsafe impl Send for PairSlots {}

impl PairSlots {
    /// No memory: none of it is used.
    pub(crate) fn none() -> Self {
        PairSlots(std::ptr::null_mut())
    }

    /// # Safety
    /// PAIR-1.
    pub(crate) unsafe fn new(base: *mut u8) -> Self {
        PairSlots(base)
    }

    /// A slot, for the rank whose it is.
    #[inline(always)]
    pub(crate) fn write(&self, pair_slot: u32) -> Access<u8> {
        self.at(pair_slot)
    }

    /// A slot, for the rank that is shown a packet's body.
    #[inline(always)]
    pub(crate) fn read(&self, pair_slot: u32) -> Access<u8> {
        self.at(pair_slot)
    }

    #[inline(always)]
    fn at(&self, pair_slot: u32) -> Access<u8> {
        debug_assert!(!self.0.is_null());
        Access(self.0.wrapping_add((pair_slot as usize & (PAIR_SLOTS - 1)) * MAX_BODY))
    }
}
