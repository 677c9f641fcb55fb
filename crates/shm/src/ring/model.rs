//! The memory of a ring in loom's model, with the interface of `memory.rs`. Every cell and every
//! line of a body carries a mark that loom checks. A use of memory that is not ordered after the
//! other end's last use fails the test.

use std::cell::UnsafeCell;
use std::sync::Arc;

use loom::cell::{ConstPtr, MutPtr, UnsafeCell as Mark};

use crate::layout::{BODIES, CELLS, Cell, Consumed, LINE, MAX_BODY, PAIR_SLOTS};
use crate::sync::{AtomicU32, AtomicU64};

/// What loom knows of a use: it lasts until this is dropped.
#[expect(dead_code, reason = "kept for its drop")]
enum Use {
    Writing(Vec<MutPtr<()>>),
    Reading(Vec<ConstPtr<()>>),
    PartOfCell,
}

/// A cell or body that one end uses now.
pub(crate) struct Access<T> {
    pointer: *mut T,
    _use: Use,
}

impl<T> Access<T> {
    pub(crate) fn pointer(&self) -> *mut T {
        self.pointer
    }
}

impl Access<Cell> {
    /// The part for a short body; the cell is in use as long.
    pub(super) fn inline(&self) -> Access<u8> {
        // SAFETY: RING-1, the cell lives in the ring.
        Access { pointer: unsafe { (&raw mut (*self.pointer).inline).cast() }, _use: Use::PartOfCell }
    }
}

impl Access<u8> {
    pub(crate) fn demote(&self, _offset: usize, _len: usize) {}
}

struct Ring {
    consumed: Consumed,
    sequences: Vec<AtomicU32>,
    cells: Vec<UnsafeCell<Cell>>,
    cell_marks: Vec<Mark<()>>,
    bodies: Vec<UnsafeCell<[u8; LINE]>>,
    line_marks: Vec<Mark<()>>,
}

// SAFETY: RING-2; the marks find out whoever breaks it.
unsafe impl Send for Ring {}
// SAFETY: as above.
unsafe impl Sync for Ring {}

/// One end's view of a ring on the heap.
pub(super) struct RingMemory(Arc<Ring>);

impl RingMemory {
    /// A new ring, seen by both of its ends.
    pub(super) fn pair() -> (Self, Self) {
        let ring = Arc::new(Ring {
            consumed: Consumed { cells: AtomicU64::new(0), bodies: AtomicU64::new(0), report: AtomicU64::new(0) },
            sequences: (0..CELLS).map(|_| AtomicU32::new(0)).collect(),
            // SAFETY: zeros are a valid cell.
            cells: (0..CELLS).map(|_| UnsafeCell::new(unsafe { std::mem::zeroed() })).collect(),
            cell_marks: (0..CELLS).map(|_| Mark::new(())).collect(),
            bodies: (0..BODIES / LINE).map(|_| UnsafeCell::new([0; LINE])).collect(),
            line_marks: (0..BODIES / LINE).map(|_| Mark::new(())).collect(),
        });
        (RingMemory(ring.clone()), RingMemory(ring))
    }

    pub(super) fn sequence(&self, position: u64) -> &AtomicU32 {
        &self.0.sequences[position as usize % CELLS]
    }

    pub(super) fn consumed(&self) -> &Consumed {
        &self.0.consumed
    }

    pub(super) fn write_cell(&self, position: u64) -> Access<Cell> {
        let index = position as usize % CELLS;
        Access { pointer: self.0.cells[index].get(), _use: Use::Writing(vec![self.0.cell_marks[index].get_mut()]) }
    }

    pub(super) fn read_cell(&self, position: u64) -> Access<Cell> {
        let index = position as usize % CELLS;
        Access { pointer: self.0.cells[index].get(), _use: Use::Reading(vec![self.0.cell_marks[index].get()]) }
    }

    pub(super) fn prefetch_cell(&self, _position: u64) {}

    pub(super) fn prefetch_body(&self, _offset: u64) {}

    pub(super) fn demote_cell(&self, _position: u64) {}

    pub(super) fn write_body(&self, offset: u64, len: usize) -> Access<u8> {
        let marks = self.lines(offset, len).iter().map(|mark| mark.get_mut()).collect();
        Access { pointer: self.body(offset), _use: Use::Writing(marks) }
    }

    pub(super) fn read_body(&self, offset: u64, len: usize) -> Access<u8> {
        let marks = self.lines(offset, len).iter().map(|mark| mark.get()).collect();
        Access { pointer: self.body(offset), _use: Use::Reading(marks) }
    }

    fn lines(&self, offset: u64, len: usize) -> &[Mark<()>] {
        let first = offset as usize / LINE;
        &self.0.line_marks[first..first + len.div_ceil(LINE)]
    }

    fn body(&self, offset: u64) -> *mut u8 {
        self.0.bodies[offset as usize / LINE].get().cast()
    }
}

struct PairSlot {
    body: UnsafeCell<[u8; MAX_BODY]>,
    mark: Mark<()>,
}

/// One rank's view of a pair buffer on the heap.
pub(crate) struct PairSlots(Arc<[PairSlot]>);

// SAFETY: PAIR-2; the marks find out whoever breaks it.
unsafe impl Send for PairSlots {}

impl PairSlots {
    pub(crate) fn none() -> Self {
        PairSlots(Arc::new([]))
    }

    /// A new pair buffer, seen by both ranks.
    pub(crate) fn pair() -> (Self, Self) {
        let pair_slot = |_| PairSlot { body: UnsafeCell::new([0; MAX_BODY]), mark: Mark::new(()) };
        let all: Arc<[_]> = (0..PAIR_SLOTS).map(pair_slot).collect();
        (PairSlots(all.clone()), PairSlots(all))
    }

    pub(crate) fn write(&self, pair_slot: u32) -> Access<u8> {
        let PairSlot { body, mark } = &self.0[pair_slot as usize];
        Access { pointer: body.get().cast(), _use: Use::Writing(vec![mark.get_mut()]) }
    }

    pub(crate) fn read(&self, pair_slot: u32) -> Access<u8> {
        let PairSlot { body, mark } = &self.0[pair_slot as usize];
        Access { pointer: body.get().cast(), _use: Use::Reading(vec![mark.get()]) }
    }
}
