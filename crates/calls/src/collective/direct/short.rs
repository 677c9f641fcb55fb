//! Rooted and one-way functions of a few bytes: what `ferry_node_collective::perform`
//! does, in one borrow of the process. A rank that only gives
//! publishes and returns.
//!
//! Each function answers `None`, with nothing begun, if the call is anything else than data of
//! predefined datatypes without gaps, or has to wait.

use ferry_collective::{AreaUse, Collective, Integers};
use ferry_core::Result;
use ferry_core::Transport;
use ferry_core::process::Process;
use ferry_engine::Engine;
use ferry_kernels::{copy, copy_small};
use ferry_node_collective::member::Node;
use ferry_node_collective::seat::{Says, Seat};
use ferry_node_collective::task::{Readers, wake};
use ferry_shm::shared_area::{INLINE, Operation};

use super::{FIRST_ADDRESS, dense_kernel, dense_shape, integers};
use crate::collective::arguments::{Argument, Layout, Request};
use ferry_ctypes::{IntArray, MPI_Datatype};
use ferry_runtime::Cx;

/// Most bytes that a root publishes for all.
const MOST: usize = 512;

/// The call, if it is for here.
///
/// # Safety
/// DIRECT-1.
#[inline(always)]
pub unsafe fn attempt(cx: &Cx, request: &Request) -> Option<Result<()>> {
    // SAFETY: as the caller promises.
    let done = unsafe {
        match request.collective {
            Collective::Bcast => bcast(cx, request),
            Collective::Gather | Collective::Gatherv => gather(cx, request),
            Collective::Scatter => scatter(cx, request),
            Collective::Scatterv => scatterv(cx, request),
            Collective::Scan | Collective::Exscan => scan(cx, request),
            Collective::Reduce => reduce(cx, request),
            _ => None,
        }
    };
    done.map(Ok)
}

/// A few bytes of the program.
#[derive(Clone, Copy)]
struct Block {
    address: *mut u8,
    bytes: usize,
}

impl Block {
    /// The block of an argument, or the first of several equal ones.
    #[inline(always)]
    fn of(argument: &Argument) -> Option<Self> {
        let Layout::Equal { count, datatype } = argument.layout else { return None };
        let bytes = usize::try_from(count).ok()?.checked_mul(dense_size(datatype)?)?;
        let address = argument.address.cast::<u8>();
        (bytes != 0 && bytes <= INLINE && address as usize >= FIRST_ADDRESS).then_some(Block { address, bytes })
    }

    #[inline(always)]
    fn nth(self, index: usize) -> *mut u8 {
        self.address.wrapping_add(index * self.bytes)
    }

    /// Whether `blocks` of these and one other block share addresses.
    #[inline(always)]
    fn meets(self, blocks: usize, other: Block) -> bool {
        let (start, other_start) = (self.address as usize, other.address as usize);
        start < other_start + other.bytes && other_start < start + self.bytes * blocks
    }
}

/// Bytes of an element of a predefined datatype without gaps.
#[inline(always)]
fn dense_size(datatype: MPI_Datatype) -> Option<usize> {
    Some(dense_shape(datatype)?.size as usize)
}

/// Blocks that have a count and a displacement for each rank.
struct Varying<'a> {
    address: *mut u8,
    counts: Integers<'a>,
    displacements: Integers<'a>,
    size: usize,
}

impl<'a> Varying<'a> {
    /// # Safety
    /// DIRECT-1.
    #[inline(always)]
    unsafe fn of(argument: &'a Argument, ranks: usize) -> Option<Self> {
        let Layout::Counted { counts, displacements, datatype } = argument.layout else { return None };
        let array = |array: IntArray| {
            // SAFETY: as the caller promises.
            unsafe { integers(array, ranks as u32) }
        };
        let (counts, displacements, size) = (array(counts)?, array(displacements)?, dense_size(datatype)?);
        let address = argument.address.cast::<u8>();
        (address as usize >= FIRST_ADDRESS).then_some(Varying { address, counts, displacements, size })
    }

    /// The block of a rank, if it is short.
    #[inline(always)]
    fn block(&self, rank: usize) -> Option<Block> {
        let bytes = usize::try_from(self.counts.at(rank as u32)).ok()?.checked_mul(self.size)?;
        let offset = self.displacements.at(rank as u32).wrapping_mul(self.size as i64);
        (bytes <= INLINE).then_some(Block { address: self.address.wrapping_offset(offset as isize), bytes })
    }
}

/// A call that is for here.
struct ShortCall<'a> {
    seat: &'a mut Seat,
    engine: &'a mut Engine<Transport>,
    /// Looks for what others publish.
    looks: u32,
    root: usize,
    rank: usize,
    ranks: usize,
    collective: Collective,
}

impl ShortCall<'_> {
    #[inline(always)]
    fn says(&self, bytes: usize) -> Says {
        Says::new(self.collective, self.root as u32, bytes as u64)
    }

    #[inline(always)]
    fn is_root(&self) -> bool {
        self.rank == self.root
    }

    /// Publishes in the next operation, if there is room.
    #[inline(always)]
    fn publish(&mut self, readers: Readers, says: Says, bytes: usize, fill: impl FnOnce(*mut u8)) -> Option<Operation> {
        if !self.seat.area.can_publish(bytes) {
            return None;
        }
        let operation = self.seat.area.begin();
        self.seat.area.publish(operation, says.0, bytes, fill);
        wake(self.seat, self.engine, readers);
        Some(operation)
    }

    /// Publishes all that this rank has to do with an operation.
    #[inline(always)]
    fn give(&mut self, readers: Readers, says: Says, bytes: usize, fill: impl FnOnce(*mut u8)) -> Option<()> {
        let operation = self.publish(readers, says, bytes, fill)?;
        self.finish(operation);
        Some(())
    }

    #[inline(always)]
    fn finish(&mut self, operation: Operation) {
        self.seat.area.finish(operation);
        self.engine.wake_held_back_on(&self.seat.area, self.seat.others());
    }

    /// Whether all `ranks` are there soon in the next operation, and say what is expected of them.
    #[inline(always)]
    fn are_there(&self, looks: u32, mut ranks: impl Iterator<Item = usize>, expected: impl Fn(usize) -> Option<Says>) -> bool {
        let (area, operation) = (&self.seat.area, self.seat.area.next());
        ranks.all(|rank| {
            let is_there = (0..looks).any(|_| area.is_published(operation, rank));
            is_there && expected(rank).is_some_and(|says| area.what(operation, rank) == says.0)
        })
    }

    /// What a rank has published in the next operation.
    #[inline(always)]
    fn bytes(&self, rank: usize) -> *const u8 {
        self.seat.area.bytes(self.seat.area.next(), rank)
    }

    #[inline(always)]
    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let me = self.rank;
        (0..self.ranks).filter(move |rank| *rank != me)
    }

    /// Ends the next operation, of which this rank has read all it needs.
    #[inline(always)]
    fn take(&mut self) -> Option<()> {
        let operation = self.seat.area.begin();
        self.finish(operation);
        Some(())
    }
}

/// Borrows the process for a call, if its communicator is ready.
#[inline(always)]
fn with(cx: &Cx, request: &Request, body: impl FnOnce(ShortCall) -> Option<()>) -> Option<()> {
    cx.with(|p| {
        let looks = p.waits.first_looks;
        let Process { direct, engine, collectives, .. } = p;
        if direct.is_observed() {
            return None;
        }
        let seat = direct.seat(request.comm.0).filter(|seat| seat.area.is_settled())?;
        if seat.over_area_below(AreaUse::Blocking, request.collective) <= INLINE as u64 {
            return None;
        }
        let (rank, ranks) = (seat.area.rank(), seat.area.ranks());
        let root = usize::try_from(request.root).ok().filter(|root| *root < ranks)?;
        body(ShortCall { seat, engine, looks, root, rank, ranks, collective: request.collective })?;
        collectives.calls.add_over_area(request.collective);
        Some(())
    })
}

/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn bcast(cx: &Cx, request: &Request) -> Option<()> {
    let block = Block::of(&request.recv)?;
    let Block { address, bytes } = block;
    with(cx, request, |mut call| {
        let says = call.says(bytes);
        if call.is_root() {
            // SAFETY: DIRECT-1, DIRECT-2.
            return call.give(Readers::All, says, bytes, |at| unsafe { copy_small(at, address, bytes) });
        }
        if !call.are_there(call.looks, std::iter::once(call.root), |_| Some(says)) {
            return None;
        }
        // SAFETY: DIRECT-1, DIRECT-2.
        unsafe { copy_small(address, call.bytes(call.root), bytes) };
        call.take()
    })
}

/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn gather(cx: &Cx, request: &Request) -> Option<()> {
    let own = Block::of(&request.send)?;
    with(cx, request, |mut call| {
        if !call.is_root() {
            let (readers, says) = (Readers::One(call.root), call.says(own.bytes));
            // SAFETY: DIRECT-1, DIRECT-2.
            return call.give(readers, says, own.bytes, |at| unsafe { copy_small(at, own.address, own.bytes) });
        }
        if call.collective == Collective::Gatherv {
            // SAFETY: DIRECT-1.
            let into = unsafe { Varying::of(&request.recv, call.ranks)? };
            return collect(call, own, |rank| into.block(rank));
        }
        let into = Block::of(&request.recv)?;
        collect(call, own, |rank| Some(Block { address: into.nth(rank), bytes: into.bytes }))
    })
}

/// The root's part of a gather.
#[inline(always)]
fn collect(mut call: ShortCall, own: Block, block: impl Fn(usize) -> Option<Block>) -> Option<()> {
    let fits = |rank: usize| block(rank).filter(|into| !into.meets(1, own));
    let mine = fits(call.rank).filter(|mine| mine.bytes == own.bytes)?;
    if !call.are_there(call.looks, call.others(), |rank| Some(call.says(fits(rank)?.bytes))) {
        return None;
    }
    for rank in call.others() {
        let into = block(rank)?;
        // SAFETY: DIRECT-1, DIRECT-2.
        unsafe { copy_small(into.address, call.bytes(rank), into.bytes) };
    }
    // SAFETY: DIRECT-1.
    unsafe { copy_small(mine.address, own.address, own.bytes) };
    call.take()
}

/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn scatter(cx: &Cx, request: &Request) -> Option<()> {
    let into = Block::of(&request.recv)?;
    with(cx, request, |mut call| {
        let (bytes, says) = (into.bytes, call.says(into.bytes));
        if call.is_root() {
            let from = Block::of(&request.send)?;
            let total = bytes * call.ranks;
            if from.bytes != bytes || total > MOST || from.meets(call.ranks, into) {
                return None;
            }
            // SAFETY: DIRECT-1, DIRECT-2.
            call.give(Readers::All, says, total, |at| unsafe { copy(at, from.address, total) })?;
            // SAFETY: DIRECT-1.
            unsafe { copy_small(into.address, from.nth(call.root), bytes) };
            return Some(());
        }
        if !call.are_there(call.looks, std::iter::once(call.root), |_| Some(says)) {
            return None;
        }
        // SAFETY: DIRECT-1, DIRECT-2.
        unsafe { copy_small(into.address, call.bytes(call.root).add(call.rank * bytes), bytes) };
        call.take()
    })
}

/// The table and blocks are those of `ferry_node_collective::moves::scatterv`.
///
/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn scatterv(cx: &Cx, request: &Request) -> Option<()> {
    let into = Block::of(&request.recv)?;
    with(cx, request, |mut call| {
        let (says, word) = (call.says(0), size_of::<u64>());
        let table = (call.ranks + 1) * word;
        if call.is_root() {
            // SAFETY: DIRECT-1.
            let from = unsafe { Varying::of(&request.send, call.ranks)? };
            let own = from.block(call.rank).filter(|own| own.bytes == into.bytes && !own.meets(1, into))?;
            let mut total = table;
            for rank in call.others() {
                total += from.block(rank).filter(|block| !block.meets(1, into))?.bytes;
            }
            if total > MOST {
                return None;
            }
            let (rank, ranks) = (call.rank, call.ranks);
            // SAFETY: DIRECT-1, DIRECT-2.
            call.give(Readers::All, says, total, |at| unsafe { write_tabled(&from, rank, ranks, at) })?;
            // SAFETY: DIRECT-1.
            unsafe { copy_small(into.address, own.address, own.bytes) };
            return Some(());
        }
        if !call.are_there(call.looks, std::iter::once(call.root), |_| Some(says)) {
            return None;
        }
        let at = call.bytes(call.root);
        // SAFETY: DIRECT-1, DIRECT-2.
        unsafe {
            let place = |index: usize| at.cast::<u64>().add(index).read() as usize;
            let start = place(call.rank);
            if place(call.rank + 1) - start != into.bytes {
                return None;
            }
            copy_small(into.address, at.add(start), into.bytes);
        }
        call.take()
    })
}

/// # Safety
/// DIRECT-1; `at` has room for the table and all blocks but that of `rank`, which are short.
#[inline(always)]
unsafe fn write_tabled(from: &Varying, rank: usize, ranks: usize, at: *mut u8) {
    let mut offset = (ranks + 1) * size_of::<u64>();
    for other in 0..ranks {
        // SAFETY: as the caller promises.
        unsafe { at.cast::<u64>().add(other).write(offset as u64) };
        if other == rank {
            continue;
        }
        if let Some(block) = from.block(other) {
            // SAFETY: as the caller promises.
            unsafe { copy_small(at.add(offset), block.address, block.bytes) };
            offset += block.bytes;
        }
    }
    // SAFETY: as the caller promises.
    unsafe { at.cast::<u64>().add(ranks).write(offset as u64) };
}

/// Where the root combines what the others publish.
///
/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn reduce(cx: &Cx, request: &Request) -> Option<()> {
    let from = Block::of(&request.send)?;
    let kernel = dense_kernel(cx, request)?;
    let Layout::Equal { count, .. } = request.recv.layout else { return None };
    with(cx, request, |mut call| {
        if call.seat.area.has_tree() {
            return None;
        }
        let says = call.says(from.bytes);
        if !call.is_root() {
            let readers = Readers::One(call.root);
            // SAFETY: DIRECT-1, DIRECT-2.
            return call.give(readers, says, from.bytes, |at| unsafe { copy_small(at, from.address, from.bytes) });
        }
        let into = Block::of(&request.recv).filter(|into| into.bytes == from.bytes && !into.meets(1, from))?;
        if !call.are_there(call.looks, call.others(), |_| Some(says)) {
            return None;
        }
        // SAFETY: DIRECT-1, DIRECT-2.
        unsafe {
            copy_small(into.address, from.address, from.bytes);
            for rank in call.others() {
                kernel(call.bytes(rank), into.address, count as usize);
            }
        }
        call.take()
    })
}

/// Ranks that publish look once for those below: others wait for them.
///
/// # Safety
/// DIRECT-1.
#[inline(always)]
unsafe fn scan(cx: &Cx, request: &Request) -> Option<()> {
    let (from, into) = (Block::of(&request.send)?, Block::of(&request.recv)?);
    let kernel = dense_kernel(cx, request)?;
    let Layout::Equal { count, .. } = request.recv.layout else { return None };
    if from.bytes != into.bytes || from.meets(1, into) {
        return None;
    }
    with(cx, request, |mut call| {
        let (bytes, says, is_inclusive) = (into.bytes, call.says(into.bytes), call.collective == Collective::Scan);
        let is_last = call.rank + 1 == call.ranks;
        if !call.are_there(if is_last { call.looks } else { 1 }, 0..call.rank, |_| Some(says)) {
            return None;
        }
        if !is_last && !call.seat.area.can_publish(bytes) {
            return None;
        }
        // SAFETY: DIRECT-1, DIRECT-2.
        unsafe {
            if is_inclusive {
                copy_small(into.address, from.address, bytes);
            }
            for rank in 0..call.rank {
                match rank == 0 && !is_inclusive {
                    true => copy_small(into.address, call.bytes(rank), bytes),
                    false => kernel(call.bytes(rank), into.address, count as usize),
                }
            }
            if is_last {
                return call.take();
            }
            call.give(Readers::All, says, bytes, |at| copy_small(at, from.address, bytes))
        }
    })
}
