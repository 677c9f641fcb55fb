//! The collective area: small collective operations of one communicator done in shared memory, without messages.
//!
//! Operations on the area are numbered from 0 in the order that all ranks make them. Each rank has one cell for each of the last [`SLOTS`]
//! operations. There are two kinds of operation:
//!
//! - *exchange*: every rank writes its cell, everybody may read all of them. With few ranks that have processors of their own, each rank waits
//!   for the stamps of all others (one line from each). With more ranks, or ranks that share processors, ranks count
//!   themselves in, and the last one releases the others with one store, after it has combined the contributions if that is wanted.
//! - *broadcast*: the root writes its cell, the others wait for its stamp.
//!
//! Invariants:
//! - a rank writes only its own cells, results only as the last to arrive, and its own `done` counter.
//! - a stamp, `released` and `done` are stored with release order after what they announce, and loaded with acquire order before it is
//!   read.
//! - a cell or result of operation `k` is written only when all ranks are done with operation `k - SLOTS`: because all others have arrived
//!   at a later exchange, or by looking at `done`.
//!
//! # Safety arguments
//! - AREA-1: the area lies in the node segment (SEG-1) and has [`size`] bytes for the number of ranks.
//! - AREA-2: each rank has one `Area`, used under its library lock; exclude races on everything that is not atomic.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::layout::{LINE, PAGE};

/// Operations that a root may be ahead of the slowest rank.
pub const SLOTS: u64 = 32;
/// Bytes a rank contributes at most.
pub const CELL_DATA: usize = LINE - size_of::<u64>();
/// Most ranks that wait for each other's stamps one by one.
const FEW_RANKS: usize = 8;

/// How ranks of an area wait for each other; agreed through the area.
const BY_STAMPS: u32 = 1;
const BY_COUNTING: u32 = 2;

#[repr(C, align(64))]
struct Cell {
    /// Number of the operation plus one, shifted by 16, and in the low bits what the rank says the operation is.
    stamp: AtomicU64,
    data: [u8; CELL_DATA],
}

#[repr(C, align(128))]
struct Line128<T>(T);

#[repr(C)]
struct Head {
    mode: Line128<AtomicU32>,
    /// Ranks that have arrived at exchanges, ever.
    arrived: Line128<AtomicU64>,
    /// Exchanges completed, ever, shifted by 16, and in the low bits what the last one was.
    released: Line128<AtomicU64>,
    /// Ranks that wait for slower ones to be done with a cell; whoever gets done wakes them.
    held_back: Line128<AtomicU32>,
}

#[repr(C, align(64))]
struct Done(AtomicU64);

const _: () = assert!(size_of::<Cell>() == LINE && size_of::<Done>() == LINE);

/// Bytes of an area for `ranks` ranks.
pub const fn size(ranks: usize) -> usize {
    (size_of::<Head>() + ranks * LINE + SLOTS as usize * (ranks + 1) * LINE).next_multiple_of(PAGE)
}

/// What a rank says an operation is, on which all ranks must agree: the function in the high byte, bytes a rank in the low byte.
pub type What = u16;
/// Ranks disagree about an operation.
pub const NO_AGREEMENT: What = What::MAX;

/// An operation under way.
#[derive(Clone, Copy, Debug)]
pub struct Ticket {
    number: u64,
    exchange: u64,
}

/// One rank's view of a collective area.
pub struct Area {
    base: *mut u8,
    rank: usize,
    ranks: usize,
    mode: u32,
    /// Operations begun.
    begun: u64,
    /// Exchanges begun.
    exchanges: u64,
    /// Cells this rank has written, and bytes of data in them.
    written: (u64, u64),
    /// All ranks are known to be done with so many operations.
    all_done: u64,
}

// SAFETY: AREA-2.
unsafe impl Send for Area {}

impl Area {
    /// The area at `base`, new (all zero) when the first rank came.
    ///
    /// # Safety
    /// AREA-1 and AREA-2 hold.
    pub unsafe fn new(base: *mut u8, rank: usize, ranks: usize) -> Self {
        Area { base, rank, ranks, mode: 0, begun: 0, exchanges: 0, written: (0, 0), all_done: 0 }
    }

    /// Settles how ranks wait; `oversubscribed` as far as known. All ranks take the first one's word.
    pub fn settle(&mut self, oversubscribed: bool) {
        let wanted = if oversubscribed || self.ranks > FEW_RANKS { BY_COUNTING } else { BY_STAMPS };
        self.mode = match self.head().mode.0.compare_exchange(0, wanted, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => wanted,
            Err(settled) => settled,
        };
    }

    /// True once [`Area::settle`] was called.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        self.mode != 0
    }

    /// This rank.
    #[inline(always)]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Ranks of the area.
    #[inline(always)]
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Cells this rank has written so far, and bytes of data in them.
    pub fn written(&self) -> (u64, u64) {
        self.written
    }

    /// True if the last rank to arrive combines the contributions for all.
    #[inline(always)]
    pub fn combines(&self) -> bool {
        self.mode == BY_COUNTING
    }

    #[inline(always)]
    fn head(&self) -> &'static Head {
        // SAFETY: AREA-1.
        unsafe { &*self.base.cast::<Head>() }
    }

    #[inline(always)]
    fn done(&self, rank: usize) -> &'static AtomicU64 {
        debug_assert!(rank < self.ranks);
        // SAFETY: AREA-1.
        unsafe { &(*self.base.add(size_of::<Head>()).cast::<Done>().add(rank)).0 }
    }

    #[inline(always)]
    fn cell(&self, number: u64, rank: usize) -> *mut Cell {
        debug_assert!(rank <= self.ranks);
        let index = (number % SLOTS) as usize * (self.ranks + 1) + rank;
        // SAFETY: AREA-1.
        unsafe { self.base.add(size_of::<Head>() + self.ranks * LINE).cast::<Cell>().add(index) }
    }

    #[inline(always)]
    fn stamp(&self, number: u64, rank: usize) -> &'static AtomicU64 {
        // SAFETY: AREA-1; the word is only ever used as this atomic.
        unsafe { &(*self.cell(number, rank)).stamp }
    }

    /// Begins an exchange, not held back, and writes this rank's contribution, up to [`CELL_DATA`] bytes. Next comes [`Area::arrive`].
    #[inline(always)]
    pub fn begin_exchange(&mut self, what: What, fill: impl FnOnce(*mut u8)) -> Ticket {
        let ticket = Ticket { number: self.begun, exchange: self.exchanges };
        self.begun += 1;
        self.exchanges += 1;
        self.write(ticket, what, fill);
        ticket
    }

    /// True if this rank must not write its next cell yet: a slow rank may still read what is there.
    #[inline(always)]
    pub fn must_hold_back(&mut self) -> bool {
        self.begun >= self.all_done + SLOTS && !self.look_for_slowest()
    }

    /// Tells the others that this rank is going to wait, being held back. Ends with [`Area::end_holding_back`].
    pub fn begin_holding_back(&self) {
        self.head().held_back.0.fetch_add(1, Ordering::SeqCst);
    }

    /// This rank is held back no more.
    pub fn end_holding_back(&self) {
        self.head().held_back.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// True if a rank may be asleep until this one is done with an operation.
    #[inline(always)]
    pub fn is_waited_for(&self) -> bool {
        self.head().held_back.0.load(Ordering::Relaxed) != 0
    }

    fn look_for_slowest(&mut self) -> bool {
        let slowest = (0..self.ranks).filter(|rank| *rank != self.rank).map(|rank| self.done(rank).load(Ordering::Acquire)).min();
        self.all_done = slowest.unwrap_or(u64::MAX - SLOTS);
        self.begun < self.all_done + SLOTS
    }

    /// Begins a broadcast as its root, not held back, and is done with it.
    #[inline(always)]
    pub fn broadcast(&mut self, what: What, fill: impl FnOnce(*mut u8)) {
        let ticket = self.begin_broadcast();
        self.write(ticket, what, fill);
        self.finish(ticket);
    }

    /// Begins a broadcast as one of its receivers.
    #[inline(always)]
    pub fn begin_broadcast(&mut self) -> Ticket {
        let ticket = Ticket { number: self.begun, exchange: self.exchanges };
        self.begun += 1;
        ticket
    }

    #[inline(always)]
    fn write(&mut self, ticket: Ticket, what: What, fill: impl FnOnce(*mut u8)) {
        self.written.0 += 1;
        self.written.1 += u64::from(what & 0xff);
        let cell = self.cell(ticket.number, self.rank);
        // SAFETY.
        fill(unsafe { (&raw mut (*cell).data).cast() });
        self.stamp(ticket.number, self.rank).store((ticket.number + 1) << 16 | u64::from(what), Ordering::Release);
    }

    /// Counts this rank in. True if it is the last and [`Area::combines`]: it calls [`Area::release`] when it has combined.
    #[inline(always)]
    pub fn arrive(&self, ticket: Ticket) -> bool {
        self.combines() && self.head().arrived.0.fetch_add(1, Ordering::AcqRel) + 1 == (ticket.exchange + 1) * self.ranks as u64
    }

    /// Lets the other ranks go on, and tells them what all ranks say the operation is.
    pub fn release(&self, ticket: Ticket, what: What) {
        let agreed = if (0..self.ranks).all(|rank| self.what(ticket, rank) == what) { what } else { NO_AGREEMENT };
        self.head().released.0.store((ticket.exchange + 1) << 16 | u64::from(agreed), Ordering::Release);
    }

    /// What all ranks said a released operation is; [`NO_AGREEMENT`] if they differ.
    #[inline(always)]
    pub fn agreed(&self, ticket: Ticket) -> What {
        let released = self.head().released.0.load(Ordering::Relaxed);
        // A later exchange cannot have been released: this rank has not arrived there.
        debug_assert_eq!(released >> 16, ticket.exchange + 1);
        released as What
    }

    /// True once every rank has arrived (and the last has combined).
    #[inline(always)]
    pub fn is_exchanged(&self, ticket: Ticket) -> bool {
        if self.combines() {
            return self.head().released.0.load(Ordering::Acquire) >> 16 > ticket.exchange;
        }
        (0..self.ranks).all(|rank| self.is_written(ticket, rank))
    }

    /// True once `rank` has written its cell.
    #[inline(always)]
    pub fn is_written(&self, ticket: Ticket, rank: usize) -> bool {
        self.stamp(ticket.number, rank).load(Ordering::Acquire) >> 16 == ticket.number + 1
    }

    /// What `rank` says the operation is; its cell is written.
    #[inline(always)]
    pub fn what(&self, ticket: Ticket, rank: usize) -> What {
        self.stamp(ticket.number, rank).load(Ordering::Relaxed) as What
    }

    /// The contribution of `rank`; its cell is written.
    #[inline(always)]
    pub fn contribution(&self, ticket: Ticket, rank: usize) -> *const u8 {
        // SAFETY: AREA-1.
        unsafe { (&raw const (*self.cell(ticket.number, rank)).data).cast() }
    }

    /// Where the last to arrive leaves what it has combined.
    #[inline(always)]
    pub fn result(&self, ticket: Ticket) -> *mut u8 {
        // SAFETY: AREA-1; the cell behind the ranks' own.
        unsafe { (&raw mut (*self.cell(ticket.number, self.ranks)).data).cast() }
    }

    /// This rank has read all it needs.
    #[inline(always)]
    pub fn finish(&mut self, ticket: Ticket) {
        self.done(self.rank).store(ticket.number + 1, Ordering::Release);
    }

    /// As [`Area::finish`], of an exchange: nobody can be further behind than its beginning.
    #[inline(always)]
    pub fn finish_exchange(&mut self, ticket: Ticket) {
        self.finish(ticket);
        self.all_done = self.all_done.max(ticket.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::alloc::{Layout, alloc_zeroed, dealloc};

    struct Memory(*mut u8, Layout);

    impl Memory {
        fn new(ranks: usize) -> Self {
            let layout = Layout::from_size_align(size(ranks), PAGE).unwrap();
            // SAFETY: the size is not zero.
            Memory(unsafe { alloc_zeroed(layout) }, layout)
        }
    }

    impl Drop for Memory {
        fn drop(&mut self) {
            // SAFETY: allocated with this layout.
            unsafe { dealloc(self.0, self.1) };
        }
    }

    fn put(value: u64) -> impl FnOnce(*mut u8) {
        // SAFETY: a cell has room for 8 bytes, aligned to 8.
        move |at| unsafe { at.cast::<u64>().write(value) }
    }

    fn got(at: *const u8) -> u64 {
        // SAFETY: as above.
        unsafe { at.cast::<u64>().read() }
    }

    fn wait(mut ready: impl FnMut() -> bool) {
        while !ready() {
            std::thread::yield_now();
        }
    }

    /// Sums over all ranks and broadcasts from changing roots, mixed, as every rank sees them.
    fn work(area: &mut Area, rounds: u64) {
        let (me, ranks) = (area.rank() as u64, area.ranks() as u64);
        for round in 0..rounds {
            wait(|| !area.must_hold_back());
            let ticket = area.begin_exchange(1, put(round * me));
            if area.arrive(ticket) {
                let sum: u64 = (0..area.ranks()).map(|rank| got(area.contribution(ticket, rank))).sum();
                put(sum)(area.result(ticket));
                area.release(ticket, 1);
            }
            wait(|| area.is_exchanged(ticket));
            let sum = if area.combines() {
                got(area.result(ticket))
            } else {
                (0..area.ranks()).map(|rank| got(area.contribution(ticket, rank))).sum()
            };
            assert!(!area.combines() || area.agreed(ticket) == 1);
            assert_eq!(sum, round * ranks * (ranks - 1) / 2);
            area.finish_exchange(ticket);
            for step in 0..round % 80 {
                let root = (round + step / 40) % ranks;
                if root == me {
                    wait(|| !area.must_hold_back());
                    area.broadcast(2, put(round + step));
                } else {
                    let ticket = area.begin_broadcast();
                    wait(|| area.is_written(ticket, root as usize));
                    assert_eq!(
                        (area.what(ticket, root as usize), got(area.contribution(ticket, root as usize))),
                        (2, round + step)
                    );
                    area.finish(ticket);
                }
            }
        }
    }

    #[test]
    fn every_rank_sees_every_contribution_in_either_mode() {
        for (ranks, oversubscribed) in [(1, false), (2, false), (3, false), (3, true), (9, false)] {
            let memory = Memory::new(ranks);
            let base = memory.0 as usize;
            std::thread::scope(|scope| {
                for rank in 0..ranks {
                    scope.spawn(move || {
                        // SAFETY: one area a rank, memory outlives the threads.
                        let mut area = unsafe { Area::new(base as *mut u8, rank, ranks) };
                        area.settle(oversubscribed);
                        work(&mut area, 200);
                    });
                }
            });
        }
    }
}
