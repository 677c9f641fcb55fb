//! What all functions do on a shared area: publish, wait, collect.

use crate::Result;
use crate::seat::{Says, Seat, disagreement, find_disagreement};
use ferry_collective::{AreaUse, Blocks, Collective, Problem, Query};
use ferry_datatype::Datatype;
use ferry_engine::Buffer;
use ferry_engine::collective::Mismatch;
use ferry_kernels::ReduceFn;
use ferry_shm::shared_area::{Operation, SharedArea};
use ferry_shm::shared_heap::Between;
use ferry_sys::{clock, cpu};

use crate::has_many;
use crate::member::{Awaited, Member, Node};

/// One side of a call: an address, and blocks of data there.
#[derive(Clone, Copy)]
pub struct Buffers<'a> {
    /// What displacements of blocks are counted from.
    pub address: *mut u8,
    /// Where the blocks are.
    pub blocks: Blocks<'a>,
    /// The datatypes of blocks that are not dense: one, or one for each block.
    pub types: &'a [Datatype],
}

impl Buffers<'_> {
    /// Bytes of a block.
    #[inline(always)]
    pub fn bytes(&self, block: usize) -> usize {
        self.blocks.bytes(block as u32) as usize
    }

    /// Where the data of a block are, if they have no gaps.
    #[inline(always)]
    pub fn dense(&self, block: usize) -> Option<*mut u8> {
        let address = self.address.wrapping_offset(self.blocks.offset(block as u32) as isize);
        self.blocks.shape(block as u32).dense.then_some(address)
    }

    /// The data of a block.
    #[inline(always)]
    pub fn block(&self, block: usize) -> Buffer {
        let index = block as u32;
        let address = self.address.wrapping_offset(self.blocks.offset(index) as isize);
        if self.blocks.shape(index).dense {
            // SAFETY: DIRECT-1.
            return unsafe { Buffer::dense(address, self.blocks.bytes(index)) };
        }
        let datatype = self.types.get(block).or(self.types.first());
        // SAFETY: DIRECT-1.
        datatype
            .and_then(|datatype| unsafe { Buffer::new(address, self.blocks.count(index), datatype) })
            .unwrap_or_else(Buffer::empty)
    }
}

/// Who may be asleep until something is published.
#[derive(Clone, Copy)]
pub enum Readers {
    /// No rank.
    Nobody,
    /// One rank of the communicator.
    One(usize),
    /// All others.
    All,
}

impl Readers {
    /// Whether `rank`, another one, is among them.
    pub fn has(self, rank: usize) -> bool {
        match self {
            Readers::Nobody => false,
            Readers::One(reader) => rank == reader,
            Readers::All => true,
        }
    }
}

/// A call that goes over the shared area.
pub struct Task<'a, M> {
    /// The caller, as a member of its communicator.
    pub member: &'a M,
    /// Which function.
    pub collective: Collective,
    /// The caller's rank.
    pub rank: usize,
    /// Ranks of the communicator.
    pub ranks: usize,
    /// The root, or 0.
    pub root: usize,
    /// What this rank sends is in its receive buffer.
    pub in_place: bool,
    /// What it sends.
    pub send: Buffers<'a>,
    /// In reductions the vector, at ranks that do not receive too.
    pub recv: Buffers<'a>,
    /// Of reductions.
    pub kernel: Option<ReduceFn>,
}

/// Polls between two looks whether ranks that have published something else are the reason why
/// nothing comes.
const POLLS_A_DIAGNOSIS: u32 = 64;

/// Bytes that the ranks together copy in a nanosecond, at least.
const BYTES_A_NS: u64 = 2;

/// Times a rank that shares its processor gives way before it looks after anything else.
const TURNS: u32 = 16;

impl<M: Member> Task<'_, M> {
    /// What the choice of an algorithm for the call depends on, but for processors and costs.
    #[cold]
    pub fn query(&self, area_use: AreaUse) -> Query {
        let (root, in_place, send, recv) = (self.root as u32, self.in_place, self.send.blocks, self.recv.blocks);
        let problem = Problem { root, in_place, send, recv, ..Problem::new(self.rank as u32, self.ranks as u32) };
        Query { shared_area: Some(area_use), ..Query::new(self.collective, &problem, None) }
    }

    /// What this rank says of the call.
    #[inline(always)]
    pub fn says(&self, bytes: usize) -> Says {
        Says::new(self.collective, self.root as u32, bytes as u64)
    }

    /// The ranks but this one, from the next on around the ring.
    #[inline(always)]
    pub fn others(&self) -> impl Iterator<Item = usize> + use<M> {
        let (rank, ranks) = (self.rank, self.ranks);
        (rank + 1..ranks).chain(0..rank)
    }

    /// The way between buffers of this rank and another one that needs no system, if there is one.
    pub fn heaps(&self, rank: usize) -> Option<Between> {
        self.with(|seat, node| node.between_heaps(seat.process(rank as u32)))
    }

    /// With the seat and the engine.
    #[inline(always)]
    pub fn with<R>(&self, body: impl FnOnce(&mut Seat, &mut M::Node) -> R) -> R {
        self.member.with(body)
    }

    /// Begins an operation and publishes `bytes` bytes in it.
    #[inline(always)]
    pub fn publish(&self, readers: Readers, says: Says, bytes: usize, fill: impl FnOnce(*mut u8)) -> Operation {
        self.make_room(bytes);
        self.with(|seat, node| {
            let operation = seat.area.begin();
            seat.area.publish(operation, says.0, bytes, fill);
            wake(seat, node, readers);
            operation
        })
    }

    /// As [`Task::publish`], where only others read the bytes, and all ranks end the operation as
    /// an exchange.
    #[inline(always)]
    pub fn give(&self, says: Says, bytes: usize, fill: impl FnOnce(*mut u8)) -> Operation {
        self.make_room(bytes);
        self.with(|seat, node| {
            let operation = seat.area.begin();
            seat.area.give(operation, says.0, bytes, fill);
            wake(seat, node, Readers::All);
            operation
        })
    }

    /// Begins an operation in which this rank publishes later, or nothing.
    #[inline(always)]
    pub fn begin(&self) -> Operation {
        self.with(|seat, _| seat.area.begin())
    }

    /// Passes over an operation of a call that has failed: ranks that disagree do not make the same
    /// operations, so nobody is waited for.
    #[cold]
    pub fn skip(&self) {
        let operation = self.begin();
        self.finish(operation, false);
    }

    /// Publishes in an operation that was begun after [`Task::make_room`].
    #[inline(always)]
    pub fn publish_in(&self, operation: Operation, readers: Readers, says: Says, bytes: usize, fill: impl FnOnce(*mut u8)) {
        self.with(|seat, node| {
            seat.area.publish(operation, says.0, bytes, fill);
            wake(seat, node, readers);
        });
    }

    /// Waits until no rank is so slow that it may still read what this one overwrites next.
    #[inline(always)]
    pub fn make_room(&self, bytes: usize) {
        if !self.with(|seat, _| seat.area.can_publish(bytes)) {
            self.hold_back(bytes);
        }
    }

    #[cold]
    fn hold_back(&self, bytes: usize) {
        self.wait_held_back(|area| area.can_publish(bytes));
    }

    /// Waits for others to finish operations.
    #[cold]
    fn wait_held_back(&self, is_ready: impl FnMut(&mut SharedArea) -> bool) {
        self.with(|seat, _| seat.area.begin_holding_back());
        self.member.wait(Awaited::Readers, is_ready);
        self.with(|seat, _| seat.area.end_holding_back());
    }

    /// Waits until `readers` have finished an operation.
    pub fn wait_until_finished(&self, operation: Operation, readers: Readers) {
        let mut left = self.others().filter(|rank| readers.has(*rank)).peekable();
        let mut is_ready = |area: &mut SharedArea| {
            while left.next_if(|rank| area.has_finished(operation, *rank)).is_some() {}
            left.peek().is_none()
        };
        if !self.wait_briefly(&mut is_ready) {
            self.wait_held_back(is_ready);
        }
        if matches!(readers, Readers::All) {
            self.with(|seat, _| seat.area.note_finished(operation));
        }
    }

    /// Waits until `rank` has published in an operation, or finished it without.
    pub fn wait_for_entry(&self, operation: Operation, rank: usize) {
        let mut is_ready = |area: &mut SharedArea| area.is_published(operation, rank) || area.has_finished(operation, rank);
        if !self.wait_briefly(&mut is_ready) {
            self.wait_held_back(is_ready);
        }
    }

    /// Looks again and again, as long as it is worth while with the lock held, or gives way a few
    /// times; then politely.
    #[inline(always)]
    pub fn wait(&self, mut is_ready: impl FnMut(&mut SharedArea) -> bool) {
        if !self.wait_briefly(&mut is_ready) {
            self.member.wait(Awaited::Entries(self.collective, self.root), is_ready);
        }
    }

    /// As far as the first part of [`Task::wait`] goes. True once it is ready.
    #[inline(always)]
    fn wait_briefly(&self, is_ready: &mut impl FnMut(&mut SharedArea) -> bool) -> bool {
        let looks = self.member.looks();
        let (soon, shares) = self.with(|seat, node| ((0..looks).any(|_| is_ready(&mut seat.area)), node.oversubscribed()));
        soon || (shares && self.gives_way(is_ready))
    }

    /// Lets ranks that share the processor run, since it is most probably one of them that this one
    /// waits for. True once it is ready.
    #[inline(always)]
    fn gives_way(&self, is_ready: &mut impl FnMut(&mut SharedArea) -> bool) -> bool {
        let soon = (0..TURNS).any(|_| {
            cpu::give_way();
            self.with(|seat, _| is_ready(&mut seat.area))
        });
        soon || self.gives_way_to_copies(is_ready)
    }

    /// As long as others may be copying long blocks. To sleep would be worse: a processor that
    /// nobody uses meanwhile takes long to come back.
    #[cold]
    fn gives_way_to_copies(&self, is_ready: &mut impl FnMut(&mut SharedArea) -> bool) -> bool {
        let end_ns = clock::now_ns() + self.copies_ns();
        while clock::now_ns() < end_ns {
            self.member.progress();
            cpu::give_way();
            if self.with(|seat, _| is_ready(&mut seat.area)) {
                return true;
            }
        }
        false
    }

    /// An upper bound of the time that all ranks together may copy for the call, judged by what
    /// this one knows of it.
    fn copies_ns(&self) -> u64 {
        let (many_sent, many_received) = has_many(self.collective);
        let bytes = |blocks: &Blocks, has_many: bool| blocks.total_bytes(if has_many { self.ranks as u32 } else { 1 });
        let longest = bytes(&self.send.blocks, many_sent).max(bytes(&self.recv.blocks, many_received));
        longest.saturating_mul(self.ranks as u64) / BYTES_A_NS
    }

    /// Waits for what `sources` publish, one after the other, and hands it to `take`: rank,
    /// address, bytes. The first error, if there is one, at the end: this rank must not fall back
    /// behind the others.
    #[inline(always)]
    pub fn collect(
        &self,
        operation: Operation,
        mut sources: impl Iterator<Item = usize>,
        expected: impl Fn(usize) -> Says,
        mut take: impl FnMut(usize, *const u8, usize),
    ) -> Result<()> {
        let mut result = Ok(());
        let mut source = sources.next();
        self.wait(|area| {
            while let Some(rank) = source {
                if !area.is_published(operation, rank) {
                    return false;
                }
                match self.check(rank, Says(area.what(operation, rank)), expected(rank)) {
                    Ok(bytes) => take(rank, area.bytes(operation, rank), bytes),
                    Err(error) if result.is_ok() => result = Err(error),
                    Err(_) => {}
                }
                source = sources.next();
            }
            true
        });
        result
    }

    /// Takes part in an operation in which this rank publishes nothing and all of `sources` say the
    /// same: hands what they publish to `take`, rank and address. `before` is what has become of
    /// the call so far; the operation is passed over if that has failed. `is_exchange`: `sources`
    /// are all others.
    #[inline(always)]
    pub fn take_one(
        &self,
        before: Result<()>,
        sources: impl Iterator<Item = usize>,
        is_exchange: bool,
        says: Says,
        mut take: impl FnMut(usize, *const u8),
    ) -> Result<()> {
        if before.is_err() {
            self.skip();
            return before;
        }
        let operation = self.begin();
        let collected = self.collect(operation, sources, |_| says, |rank, at, _| take(rank, at));
        self.finish(operation, is_exchange);
        collected
    }

    /// The bytes that a rank has published, if they are what this rank expects.
    #[inline(always)]
    fn check(&self, rank: usize, theirs: Says, expected: Says) -> Result<usize> {
        if theirs == expected { Ok(theirs.bytes() as usize) } else { self.check_closely(rank, theirs, expected) }
    }

    #[cold]
    fn check_closely(&self, rank: usize, theirs: Says, expected: Says) -> Result<usize> {
        use Collective::*;
        let may_differ = matches!(self.collective, Gatherv | Scatterv | Allgatherv | Alltoallv | Alltoallw);
        let is_elsewhere = theirs.is_by_messages() || theirs.is_by_address() != expected.is_by_address();
        if !may_differ || is_elsewhere || !theirs.is_same_call(expected) {
            return Err(disagreement(rank, theirs, expected));
        }
        self.check_length(rank, theirs.bytes(), expected.bytes())?;
        Ok(theirs.bytes().min(expected.bytes()) as usize)
    }

    /// Refuses a length other than expected, where it does harm.
    pub fn check_length(&self, rank: usize, sent: u64, expected: u64) -> Result<()> {
        if sent == expected {
            return Ok(());
        }
        crate::mismatch(self.collective, Mismatch::Length { peer: rank as u32, sent, expected })
    }

    /// Copies what this rank sends to itself.
    #[inline(always)]
    pub fn keep(&self, from: &Buffer, to: &Buffer) -> Result<()> {
        let (sent, expected) = (from.bytes(), to.bytes());
        // SAFETY: DIRECT-1.
        unsafe { to.copy_from(from, sent.min(expected)) };
        if sent == expected {
            return Ok(());
        }
        crate::mismatch(self.collective, Mismatch::Own { sent, expected })
    }

    /// Goes up the tree with what it has published.
    #[inline(always)]
    pub fn ascend(&self, operation: Operation, combine: impl FnMut(*const u8, *mut u8)) {
        self.with(|seat, node| {
            if seat.area.ascend(operation, combine) {
                wake(seat, node, Readers::All);
            }
        });
    }

    /// Waits until all have come up the tree.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` if a rank has called something else.
    #[inline(always)]
    pub fn wait_for_tree(&self, operation: Operation, expected: Says) -> Result<()> {
        let (mut polls, mut other) = (0u32, Ok(()));
        self.wait(|area| {
            polls += 1;
            if polls.is_multiple_of(POLLS_A_DIAGNOSIS) {
                other = find_disagreement(area, operation, expected);
            }
            area.is_released(operation) || other.is_err()
        });
        other?;
        self.with(|seat, _| match seat.area.what(operation, seat.area.result_rank()) == expected.0 {
            true => Ok(()),
            false => find_disagreement(&seat.area, operation, expected),
        })
    }

    /// This rank has read all it needs. `is_exchange`: it has waited for all others.
    #[inline(always)]
    pub fn finish(&self, operation: Operation, is_exchange: bool) {
        self.with(|seat, node| {
            if is_exchange {
                seat.area.finish_exchange(operation);
            } else {
                seat.area.finish(operation);
            }
            node.wake_held_back_on(&seat.area, seat.others());
        });
    }
}

/// Wakes the readers that sleep.
#[inline(always)]
pub fn wake<N: Node>(seat: &Seat, node: &mut N, readers: Readers) {
    match readers {
        Readers::Nobody => {}
        Readers::One(rank) => node.wake(std::iter::once(seat.process(rank as u32))),
        Readers::All => node.wake(seat.others()),
    }
}
