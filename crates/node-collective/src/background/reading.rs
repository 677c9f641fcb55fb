//! Long blocks of calls that do not wait stay where they are: a rank publishes addresses, others
//! copy from its memory, and its call is over when they are done (LMT-7). Who gives decides, once
//! all have said that they can read each other's memory; the entry says how.
//!
//! An offer is a table: the process id, then the address of a block for each rank, or of the one
//! block that all read. Whoever cannot read after all says so, and gets everything that is offered
//! in the step by messages.
//!
//! # Safety arguments
//! - READING-1: a rank that offers memory leaves it as it is until all readers are done: its call
//!   is not over before, and the call does not overwrite it. The system checks remote addresses, so
//!   that a wrong one is an error; between shared heaps (SHEAP-2) only that they are in the other
//!   one's.
//! - READING-2: the memory of a message is the program's, or kept with the message, until the
//!   message is over, and the call is not over before. What is received has as many bytes as the
//!   step.

use std::io;

use crate::costs::{Costs, SharedBlock};
use crate::pending_area::unread_tag;
use crate::seat::{Says, Seat};
use ferry_collective::Collective;
use ferry_engine::collective::Mismatch;
use ferry_engine::cost::Backing;
use ferry_engine::{Buffer, MatchPattern};
use ferry_shm::shared_area::{Operation, SharedArea};
use ferry_sys::cross_memory;

use super::super::large::{can_read_all, shares};
use super::super::memory::{Line, Remote, lines, read_packed, room, unreadable};
use super::super::task::{Buffers, Readers, Task, wake};
use super::{Background, Step, has_block_for_each};
use crate::member::{Member, Node};

/// Shorter blocks are always copied.
pub(super) const LEAST: usize = 2048;

/// Whether this rank reads in a step what others offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepReading {
    /// Nobody has offered anything so far.
    None,
    /// It does.
    Works,
    /// It cannot: what is offered comes by messages.
    Refused,
}

/// What came of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// The bytes are where they belong, or the call has failed.
    Taken,
    /// They cannot be read: the step takes everything anew, by messages.
    Refused,
    /// They are to come by a message.
    Late,
}

/// A message with what could not be read.
pub(super) struct Late {
    operation: Operation,
    rank: usize,
    is_receive: bool,
    handle: usize,
    /// Where it goes first (READING-2); nothing if this rank sends it.
    bytes: Vec<Line>,
}

impl Late {
    fn is_send_of(&self, operation: Operation) -> bool {
        !self.is_receive && self.operation == operation
    }
}

/// Whether this rank offers its data, in pieces of `piece` bytes, to be read.
pub(super) fn offers<M: Member>(task: &Task<M>, bytes: usize, piece: usize) -> bool {
    use Collective::{Allgather, Allreduce, Alltoall};
    if bytes < LEAST {
        return false;
    }
    let own = if task.collective == Allgather && task.in_place { task.rank } else { 0 };
    let from = if task.in_place { &task.recv } else { &task.send };
    let may = match task.collective {
        // What the call overwrites cannot be offered.
        Alltoall => !task.in_place && from.dense(0).is_some() && from.bytes(0) == bytes,
        Allgather => from.dense(own).is_some() && from.bytes(own) == bytes,
        Allreduce => task.ranks == 2 && !task.in_place,
        _ => false,
    };
    let (readers, is_same) = (task.ranks as u64 - 1, task.collective != Alltoall);
    let block = SharedBlock { bytes: bytes.min(piece) as u64, readers, is_same, shares: shares(task) };
    // Nobody waits for readers meanwhile, where ranks have processors of their own.
    let costs = || Costs { wait_ns: 0.0, ..task.member.costs() };
    may && costs().is_better_read_from(backing(task, from, own, bytes), block) && all_can_read(task)
}

/// What backs what a rank gives: block `own` of `from`, or the blocks of all.
fn backing<M: Member>(task: &Task<M>, from: &Buffers, own: usize, bytes: usize) -> Backing {
    let blocks = if task.collective == Collective::Alltoall { task.ranks } else { 1 };
    let is_shared = |address: *mut u8| task.with(|_, node| node.is_shared(address, (blocks * bytes) as u64));
    if from.dense(own).is_some_and(is_shared) { Backing::SharedHeap } else { Backing::SmallPages }
}

/// Whether all ranks can read each other's memory, as far as this one has heard; tells whether it
/// can itself.
fn all_can_read<M: Member>(task: &Task<M>) -> bool {
    if !task.with(|seat, _| seat.pending_area.has_told()) {
        let can = can_read_all(task);
        task.with(|seat, _| seat.pending_area.tell_reads(can));
    }
    task.with(|seat, _| seat.pending_area.area().all_read())
}

impl Background {
    /// Whether this rank may read what others offer in a call of this function.
    pub(super) fn can_read(&self) -> bool {
        matches!(self.collective, Collective::Allgather | Collective::Alltoall)
    }

    /// Bytes of what this rank publishes when it offers its data.
    pub(super) fn table_bytes(&self) -> usize {
        let parts = if has_block_for_each(self.collective) { self.ranks } else { 1 };
        (1 + parts) * size_of::<u64>()
    }

    /// Where the data for `rank` are, from `position` of a block on.
    fn offered(&self, rank: usize, position: usize) -> *mut u8 {
        let (send, recv) = (self.send.buffers(), self.recv.buffers());
        let address = match (&self.vector, self.collective) {
            (Some(vector), _) => return vector.send_at(position).cast_mut(),
            (_, Collective::Alltoall) => send.dense(rank),
            _ if self.in_place => recv.dense(self.rank),
            _ => send.dense(0),
        };
        address.map_or(std::ptr::null_mut(), |address| address.wrapping_add(position))
    }

    /// Writes where the data are from `position` of each block on.
    ///
    /// # Safety
    /// `at` has room for [`Background::table_bytes`] bytes.
    pub(super) unsafe fn write_table(&self, at: *mut u8, position: usize) {
        let words = at.cast::<u64>();
        // SAFETY: as the caller promises.
        unsafe {
            words.write(u64::from(self.process));
            for part in 0..self.table_bytes() / size_of::<u64>() - 1 {
                words.add(1 + part).write(self.offered(part, position) as u64);
            }
        }
    }

    /// What `rank`, which has published an offer, has for this one.
    fn remote<N: Node>(&self, step: &Step, rank: usize, seat: &Seat, node: &mut N) -> Remote {
        let part = if has_block_for_each(self.collective) { self.rank } else { 0 };
        let words = seat.pending_area.area().bytes(step.operation, rank).cast::<u64>();
        // SAFETY: DIRECT-2.
        let remote = unsafe { Remote::new(words.read() as i32, words.add(1 + part).read() as usize, step.len) };
        remote.through(node.between_heaps(seat.process(rank as u32)))
    }

    /// Takes what `rank` offers in a step.
    pub(super) fn read<N: Node>(&mut self, index: usize, rank: usize, seat: &Seat, node: &mut N) -> Read {
        let step = &self.steps[index];
        let (position, len) = (step.position, step.len);
        if step.reading == StepReading::Refused {
            let Some(bytes) = self.take_late(index, rank, seat, node) else { return Read::Late };
            // SAFETY: DIRECT-1, READING-2.
            unsafe { self.recv.buffers().block(rank).write(position as u64, bytes.as_ptr().cast(), len) };
            return Read::Taken;
        }
        let recv = self.recv.buffers();
        let remote = self.remote(step, rank, seat, node);
        // SAFETY: DIRECT-1, READING-1.
        let read = unsafe {
            match recv.dense(rank) {
                Some(address) => remote.read(0, address.add(position), len),
                None => read_packed(remote, len, &recv.block(rank), position),
            }
        };
        self.note_outcome(index, rank, read, seat, node)
    }

    /// Combines the other rank's vector, which it offers in a step, and this rank's: rank 1's with
    /// rank 0's, so that both come to the same.
    pub(super) fn combine_read<N: Node>(&mut self, index: usize, seat: &Seat, node: &mut N) -> Read {
        let (is_first, rank) = (self.rank == 0, 1 - self.rank);
        let step = &self.steps[index];
        let (operation, position, len, reading) = (step.operation, step.position, step.len, step.reading);
        let bytes = match reading {
            StepReading::Refused => match self.take_late(index, rank, seat, node) {
                Some(bytes) => bytes,
                None => return Read::Late,
            },
            _ => Vec::new(),
        };
        let Some(vector) = &self.vector else { return Read::Taken };
        let into = vector.recv_at(position);
        // In place it is where others look for it.
        let own = if self.in_place { seat.pending_area.area().bytes(operation, self.rank) } else { vector.send_at(position) };
        let remote = self.remote(&self.steps[index], rank, seat, node);
        // SAFETY: DIRECT-1, DIRECT-2, READING-1, READING-2; there is room for `len` bytes.
        let read = unsafe {
            if reading == StepReading::Refused {
                let theirs = bytes.as_ptr().cast();
                vector.combine_pair(if is_first { [own, theirs] } else { [theirs, own] }, into, len);
                Ok(())
            } else if is_first {
                let mut bytes = room(len);
                let at = bytes.as_mut_ptr().cast::<u8>();
                remote.read(0, at, len).map(|()| vector.combine_pair([own, at], into, len))
            } else {
                remote.read(0, into, len).map(|()| vector.combine(own, into, len))
            }
        };
        self.note_outcome(index, rank, read, seat, node)
    }

    /// Keeps what came of reading. Addresses that do not exist are an error of the program; all
    /// else means that it cannot be done.
    fn note_outcome<N: Node>(&mut self, index: usize, rank: usize, read: io::Result<()>, seat: &Seat, node: &mut N) -> Read {
        let step = &mut self.steps[index];
        match read {
            Ok(()) if step.reading == StepReading::Refused => return Read::Taken,
            Ok(()) => step.reading = StepReading::Works,
            Err(error) if error.raw_os_error() == Some(cross_memory::BAD_ADDRESS) => {
                step.reading = StepReading::Works;
                self.note(Err(unreadable(rank)));
            }
            Err(_) => {
                step.reading = StepReading::Refused;
                seat.pending_area.area().tell_reads(false);
                self.tell_read(index, seat, node);
                return Read::Refused;
            }
        }
        Read::Taken
    }

    /// Tells the others, some of whom may wait for it, whether this rank has read in a step what
    /// they offer.
    #[cold]
    pub(super) fn tell_read<N: Node>(&self, index: usize, seat: &Seat, node: &mut N) {
        let Step { operation, reading, .. } = self.steps[index];
        seat.pending_area.area().tell_read(operation, reading == StepReading::Works);
        wake(seat, node, Readers::All);
    }

    /// What `rank` offers in a step, once it has come by a message, to which this rank looks
    /// forward from the first call on.
    #[cold]
    fn take_late<N: Node>(&mut self, index: usize, rank: usize, seat: &Seat, node: &mut N) -> Option<Vec<Line>> {
        let Step { operation, len, .. } = self.steps[index];
        let Some(at) = self.late_from(operation, rank) else {
            let mut bytes = lines(len);
            // SAFETY: READING-2.
            let into = unsafe { Buffer::dense(bytes.as_mut_ptr().cast(), len as u64) };
            let source = seat.process(rank as u32) as i32;
            let pattern = MatchPattern { context: self.context, source, tag: unread_tag(operation) };
            let handle = node.receive(pattern, into, self.comm);
            self.late.push(Late { operation, rank, is_receive: true, handle, bytes });
            self.moves += 1;
            return None;
        };
        self.is_over(at, node).then(|| self.late.swap_remove(at).bytes)
    }

    fn late_from(&self, operation: Operation, rank: usize) -> Option<usize> {
        self.late.iter().position(|late| late.is_receive && late.rank == rank && late.operation == operation)
    }

    /// The call is over. If it has failed, messages may still come: their memory stays (READING-2).
    #[inline]
    pub(super) fn forget_late(&mut self) {
        self.late.drain(..).for_each(|late| std::mem::forget(late.bytes));
    }

    /// Whether a message is over.
    fn is_over<N: Node>(&mut self, at: usize, node: &mut N) -> bool {
        let Some(outcome) = node.take(self.late[at].handle) else { return false };
        if let Some(fault) = outcome.fault {
            let peer = self.late[at].rank as u32;
            self.note(crate::mismatch(self.collective, Mismatch::Fault { peer, fault }));
        }
        self.moves += 1;
        true
    }

    /// Serves others in a step in which this rank still waits for messages: where several ranks
    /// cannot read, each waits for the others'. Not before all have published the same call: one
    /// that has failed must not leave messages of the program's memory behind.
    #[inline]
    pub(super) fn serve_meanwhile<N: Node>(&mut self, index: usize, seat: &Seat, node: &mut N) {
        let Step { operation, reading, .. } = self.steps[index];
        if reading == StepReading::Refused && self.is_offered && self.is_agreed(operation, seat.pending_area.area()) {
            self.serve(index, seat, node);
        }
    }

    /// Whether all others have published the same call as this rank, with data or addresses.
    fn is_agreed(&self, operation: Operation, area: &SharedArea) -> bool {
        let says = self.says();
        let agrees = |what: Says| what == says || what == says.by_address();
        self.others().all(|rank| area.is_published(operation, rank) && agrees(Says(area.what(operation, rank))))
    }

    /// Sees to it that others get what this rank offers in a step; whether all have it.
    pub(super) fn serve<N: Node>(&mut self, index: usize, seat: &Seat, node: &mut N) -> bool {
        let Step { operation, position, len, served, .. } = self.steps[index];
        for rank in self.others().skip(served) {
            match seat.pending_area.area().has_read(operation, rank) {
                None => return false,
                Some(true) => {}
                Some(false) => self.send(operation, rank, (position, len), seat, node),
            }
            self.steps[index].served += 1;
            self.moves += 1;
        }
        let mut at = 0;
        while at < self.late.len() {
            if self.late[at].is_send_of(operation) && self.is_over(at, node) {
                self.late.swap_remove(at);
            } else {
                at += 1;
            }
        }
        !self.late.iter().any(|late| late.is_send_of(operation))
    }

    /// Sends to a rank that cannot read it what this one offers in a step.
    #[cold]
    fn send<N: Node>(&mut self, operation: Operation, rank: usize, (position, len): (usize, usize), seat: &Seat, node: &mut N) {
        // SAFETY: READING-2.
        let buffer = unsafe { Buffer::dense(self.offered(rank, position), len as u64) };
        let to = seat.process(rank as u32);
        if let Some(handle) = node.send(to, self.context, unread_tag(operation), buffer) {
            self.late.push(Late { operation, rank, is_receive: false, handle, bytes: Vec::new() });
        }
    }
}
