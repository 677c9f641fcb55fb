//! The memory of a shared area in loom's model, with the interface of `memory.rs`. A line of bytes
//! is one number that loom watches: a use that is not ordered after the last one fails the test.
//! Tests find it at the address where the bytes would be.

use std::sync::Arc;

use loom::cell::UnsafeCell;

use crate::layout::LINE;
use crate::shared_area::{DEPTH, Done, Entry, Head, INLINE, Line128, PAIR_SLOTS, RING};
use crate::sync::{AtomicU32, AtomicU64};

/// What stands for a line of bytes.
pub(super) type Line = UnsafeCell<u64>;

struct Shared {
    head: Head,
    done: Vec<Done>,
    entries: Vec<Entry>,
    inline: Vec<Line>,
    buffers: Vec<Line>,
    pair_slots: Vec<Line>,
}

// SAFETY: AREA-2; loom finds out whoever breaks it.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// One rank's view of a shared area on the heap.
pub(super) struct AreaMemory(Arc<Shared>);

fn zeros<T>(count: usize, zero: impl Fn() -> T) -> Vec<T> {
    (0..count).map(|_| zero()).collect()
}

impl AreaMemory {
    /// A new shared area, seen by each of its ranks.
    pub(super) fn shared(ranks: usize) -> Vec<Self> {
        let number = || AtomicU64::new(0);
        let entry = || Entry { stamp: number(), what: number(), place: number(), met: number(), inline: [0; INLINE] };
        let small = || Line128(AtomicU32::new(0));
        let shared = Arc::new(Shared {
            head: Head {
                mode: small(),
                held_back: small(),
                left: small(),
                processors: small(),
                reads: Line128(number()),
                messages: Line128(number()),
            },
            done: zeros(ranks, || Done {
                operations: number(),
                refused: number(),
                reads: number(),
                elsewhere: [number(), number()],
            }),
            entries: zeros(ranks * DEPTH as usize, entry),
            inline: zeros(ranks * DEPTH as usize, || UnsafeCell::new(0)),
            buffers: zeros(ranks * RING / LINE, || UnsafeCell::new(0)),
            pair_slots: zeros(PAIR_SLOTS, || UnsafeCell::new(0)),
        });
        (0..ranks).map(|_| AreaMemory(shared.clone())).collect()
    }

    pub(super) fn head(&self) -> &Head {
        &self.0.head
    }

    pub(super) fn done(&self, rank: usize) -> &Done {
        &self.0.done[rank]
    }

    fn index(operation: u64, rank: usize) -> usize {
        rank * DEPTH as usize + (operation % DEPTH) as usize
    }

    pub(super) fn entry(&self, operation: u64, rank: usize) -> &Entry {
        &self.0.entries[Self::index(operation, rank)]
    }

    pub(super) fn inline(&self, operation: u64, rank: usize) -> *mut u8 {
        (&raw const self.0.inline[Self::index(operation, rank)]).cast_mut().cast()
    }

    pub(super) fn buffer(&self, rank: usize, place: usize) -> *mut u8 {
        (&raw const self.0.buffers[(rank * RING + place) / LINE]).cast_mut().cast()
    }

    pub(super) fn pair_slot(&self, index: usize) -> *mut u8 {
        (&raw const self.0.pair_slots[index]).cast_mut().cast()
    }
}
