//! Non-blocking functions through shared memory ([`pending_area`](crate::pending_area)): what
//! [`moves`](super::moves) and [`reductions`](super::reductions) do, without ever waiting. A call
//! is cut into steps; in each a rank publishes what it gives, and takes what others have published
//! when it looks again. Where all ranks can read each other's memory, long blocks stay where they
//! are, and a rank publishes their addresses ([`reading`]). Functions with counts for each rank,
//! and very long data, go by messages.

mod reading;

use crate::member::{Member, Node};
use crate::pending_area::PendingCall;
use crate::seat::{Says, Seat, disagreement, find_disagreement};
use crate::{Failure, Result};
use ferry_collective::{Blocks, Collective};
use ferry_engine::collective::{Mismatch, Types};
use ferry_kernels::copy;
use ferry_shm::shared_area::Operation;
use smallvec::SmallVec;

use reading::{Late, Read, StepReading};

use super::reductions::{Vector, WHOLE_MAX};
use super::task::{Buffers, Readers, Task, wake};
use super::{longest_piece, place_of};

/// Fruitless looks between two looks whether ranks that do something else are the reason.
const LOOKS_A_DIAGNOSIS: u32 = 64;

/// One side of a call, as long as it is under way.
struct CallSide {
    address: *mut u8,
    blocks: Blocks<'static>,
    types: Types,
}

impl CallSide {
    /// `None` of blocks that differ from rank to rank.
    fn of(buffers: &Buffers) -> Option<Self> {
        let blocks = match buffers.blocks {
            Blocks::Nothing => Blocks::Nothing,
            Blocks::Uniform { count, shape } => Blocks::uniform(count, shape),
            _ => return None,
        };
        Some(CallSide { address: buffers.address, blocks, types: buffers.types.iter().cloned().collect() })
    }

    #[inline(always)]
    fn buffers(&self) -> Buffers<'_> {
        Buffers { address: self.address, blocks: self.blocks, types: &self.types }
    }
}

/// How a rank gets on in a step after it has given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Continuation {
    /// It takes nothing.
    GiveOnly,
    /// It takes from others, one after the other; of so many has it taken.
    Take(usize),
    /// It waits for the result of a tree.
    Tree,
    /// It has taken all it needs, and waits until others have what it offers.
    Serve,
}

/// An operation of the shared area: the bytes from `position` on of each block.
struct Step {
    operation: Operation,
    position: usize,
    len: usize,
    way: Continuation,
    reading: StepReading,
    /// Of so many others it is settled how they get what this rank offers.
    served: usize,
}

/// A call under way.
pub struct Background {
    collective: Collective,
    rank: usize,
    ranks: usize,
    root: usize,
    in_place: bool,
    send: CallSide,
    recv: CallSide,
    vector: Option<Vector>,
    /// Bytes of a block.
    bytes: usize,
    /// The process that others read.
    process: u32,
    /// Bytes of a block in a step, at most.
    piece: usize,
    is_tree: bool,
    /// This rank gives addresses instead of data.
    is_offered: bool,
    /// Its number among the calls of the communicator.
    number: u64,
    /// What cannot be read comes by messages of this communicator, in this context, if it is long.
    comm: usize,
    context: u64,
    late: Vec<Late>,
    turn: u64,
    /// Bytes of a block whose steps are begun.
    begun: usize,
    has_passed: bool,
    /// It has still to copy what it sends to itself.
    keeps_block: bool,
    steps: SmallVec<[Step; 1]>,
    /// Counts what has happened.
    moves: u64,
    fruitless: u32,
    result: Result<()>,
}

/// Makes ready for a call with such a [`longest_block`](crate::longest_block) on the pending area
/// of its communicator.
pub fn prepare<M: Member>(task: &Task<M>, bytes: u64) -> Option<Box<Background>> {
    let has_tree = settle(task);
    let number = task.with(|seat, _| seat.pending_area.count());
    let (send, recv) = (CallSide::of(&task.send)?, CallSide::of(&task.recv)?);
    let vector = match task.kernel {
        Some(_) => Some(Vector::of(task).ok()?),
        None => None,
    };
    task.member.note(task.collective, bytes);
    let turn = task.with(|seat, _| seat.pending_area.enter());
    let bytes = bytes as usize;
    let combines = matches!(task.collective, Collective::Reduce | Collective::Allreduce);
    let is_tree = match task.collective {
        Collective::Barrier => has_tree,
        _ => combines && task.ranks > 2 && (has_tree || bytes > WHOLE_MAX),
    };
    let element = vector.as_ref().map_or(1, Vector::element);
    let blocks = if has_block_for_each(task.collective) { task.ranks } else { 1 };
    let context = if bytes < reading::LEAST { 0 } else { task.with(|seat, _| seat.unread_tag().0) };
    let piece = longest_piece(blocks, element);
    Some(Box::new(Background {
        is_offered: !is_tree && reading::offers(task, bytes, piece),
        collective: task.collective,
        rank: task.rank,
        ranks: task.ranks,
        root: task.root,
        in_place: task.in_place,
        send,
        recv,
        vector,
        bytes,
        process: task.with(|_, node| node.process_id()),
        piece,
        is_tree,
        turn,
        begun: 0,
        has_passed: false,
        keeps_block: !task.in_place && keeps_block(task),
        steps: SmallVec::new(),
        number,
        comm: task.member.comm(),
        context,
        late: Vec::new(),
        moves: 0,
        fruitless: 0,
        result: Ok(()),
    }))
}

/// Settles how ranks combine on the pending area; whether they do so in a tree.
fn settle<M: Member>(task: &Task<M>) -> bool {
    // As far as known: this call must not wait for ranks that have not come yet.
    let oversubscribed = task.member.is_crowded();
    task.with(|seat, _| {
        let wanted = seat.area.has_settled_sharing().unwrap_or(oversubscribed);
        seat.pending_area.settle(wanted);
        seat.pending_area.area().has_tree()
    })
}

/// Says that a call with such a longest block goes by messages: ranks that take it for another
/// one, which would not, hear of it.
#[cold]
pub fn decline<M: Member>(task: &Task<M>, bytes: u64) {
    if task.collective.has_counts() {
        return;
    }
    settle(task);
    task.with(|seat, _| {
        let number = seat.pending_area.count();
        seat.pending_area.area().tell_elsewhere(number, task.says(bytes as usize).by_messages().0);
    });
}

/// Whether a rank publishes a block for each rank.
fn has_block_for_each(collective: Collective) -> bool {
    matches!(collective, Collective::Scatter | Collective::Alltoall | Collective::ReduceScatterBlock)
}

/// Whether a rank moves a block to itself.
fn keeps_block<M: Member>(task: &Task<M>) -> bool {
    match task.collective {
        Collective::Gather | Collective::Scatter => task.rank == task.root,
        Collective::Allgather | Collective::Alltoall => true,
        _ => false,
    }
}

/// Blocks that a rank publishes in a step: of data for each rank all but its own, which it needs
/// itself, on the shared area, in a reduction.
fn published(collective: Collective, ranks: usize) -> usize {
    match collective {
        Collective::Scatter | Collective::Alltoall => ranks - 1,
        Collective::ReduceScatterBlock => ranks,
        _ => 1,
    }
}

impl<N: Node> PendingCall<N> for Background {
    fn collective(&self) -> Collective {
        self.collective
    }

    fn turn(&self) -> u64 {
        self.turn
    }

    fn missing(&self, seat: &Seat) -> Vec<u32> {
        let area = seat.pending_area.area();
        let Some(step) = self.steps.first() else {
            let slowest = (0..self.ranks).map(|rank| area.done(rank)).min();
            let slowest = (0..self.ranks).filter(|rank| Some(area.done(*rank)) == slowest && *rank != self.rank);
            return slowest.map(|rank| seat.process(rank as u32)).collect();
        };
        let sources: Vec<usize> = match step.way {
            Continuation::GiveOnly => Vec::new(),
            Continuation::Take(taken) => (taken..).map_while(|index| self.source(index)).collect(),
            Continuation::Tree => (0..self.ranks).collect(),
            Continuation::Serve => {
                let reading = self.others().filter(|rank| area.has_read(step.operation, *rank).is_none());
                return reading.map(|rank| seat.process(rank as u32)).collect();
            }
        };
        let missing = sources.into_iter().filter(|rank| !area.is_published(step.operation, *rank));
        missing.map(|rank| seat.process(rank as u32)).collect()
    }

    fn position(&self) -> u64 {
        self.moves
    }

    #[inline]
    fn advance(&mut self, seat: &mut Seat, node: &mut N) -> Option<Result<()>> {
        let before = self.moves;
        while !self.has_passed && self.begin(seat, node) {}
        self.keep_block();
        let mut index = 0;
        while index < self.steps.len() {
            if self.end(index, seat, node) {
                // In their order, as room comes back in it.
                self.steps.remove(index);
                self.moves += 1;
            } else if self.comes_in_order() {
                break;
            } else {
                index += 1;
            }
        }
        if self.has_passed && self.steps.is_empty() {
            self.forget_late();
            return Some(std::mem::replace(&mut self.result, Ok(())));
        }
        if self.moves == before {
            self.look_for_disagreement(seat);
        }
        None
    }
}

impl Background {
    #[inline(always)]
    fn says(&self) -> Says {
        Says::new(self.collective, self.root as u32, self.bytes as u64)
    }

    #[inline(always)]
    fn is_root(&self) -> bool {
        self.rank == self.root
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let (rank, ranks) = (self.rank, self.ranks);
        (rank + 1..ranks).chain(0..rank)
    }

    /// Whether a step that is not over has only such behind it: all of them wait for the one other
    /// rank, which gives in order.
    #[inline(always)]
    fn comes_in_order(&self) -> bool {
        self.ranks == 2 && !self.is_offered
    }

    /// Begins the next step, or passes the turn on after the last one. False if that is not
    /// possible yet, or done.
    fn begin<N: Node>(&mut self, seat: &mut Seat, node: &mut N) -> bool {
        let is_over = if self.collective == Collective::Barrier { self.moves > 0 } else { self.begun == self.bytes };
        if is_over {
            self.has_passed = seat.pending_area.is_turn_of(self.turn);
            if self.has_passed {
                seat.pending_area.pass(self.turn);
            }
            return false;
        }
        let (position, len) = (self.begun, self.piece.min(self.bytes - self.begun));
        let blocks = if self.is_offered { self.table_bytes() } else { len * published(self.collective, self.ranks) };
        let given = self.gives().then_some(blocks);
        let Some(operation) = seat.pending_area.begin(self.turn, given.unwrap_or(0)) else { return false };
        if let Some(bytes) = given {
            let says = if self.is_offered { self.says().by_address() } else { self.says() };
            // SAFETY: DIRECT-1, DIRECT-2: there is room for so many bytes.
            let fill = |at| unsafe { self.fill(at, position, len) };
            if self.exchanges() {
                seat.pending_area.give(operation, says.0, bytes, fill);
            } else {
                seat.pending_area.publish(operation, says.0, bytes, fill);
            }
            self.climb(seat, operation, len);
            wake(seat, node, self.readers(seat, operation));
        }
        self.keep_part(seat, operation, position, len);
        self.steps.push(Step { operation, position, len, way: self.way(), reading: StepReading::None, served: 0 });
        self.begun += len;
        self.moves += 1;
        true
    }

    /// Whether this rank publishes anything.
    fn gives(&self) -> bool {
        use Collective::*;
        match self.collective {
            Bcast | Scatter => self.is_root(),
            Gather => !self.is_root(),
            Reduce => self.is_tree || !self.is_root(),
            Scan | Exscan => self.rank + 1 < self.ranks,
            _ => true,
        }
    }

    /// Whether each rank gives something, and none reads again what it has given itself.
    fn exchanges(&self) -> bool {
        use Collective::*;
        !self.is_tree && (matches!(self.collective, Allgather | Alltoall) || self.collective == Allreduce && !self.in_place)
    }

    /// What this rank does after it has given.
    fn way(&self) -> Continuation {
        use Collective::*;
        let takes = match self.collective {
            Bcast | Scatter => !self.is_root(),
            Gather | Reduce => self.is_root(),
            _ => true,
        };
        match takes {
            false => Continuation::GiveOnly,
            true if self.is_tree => Continuation::Tree,
            true => Continuation::Take(0),
        }
    }

    /// The rank from which it takes as number `index`.
    #[inline]
    fn source(&self, index: usize) -> Option<usize> {
        use Collective::*;
        match self.collective {
            Bcast | Scatter => (index == 0).then_some(self.root),
            // In the order of ranks, so that all come to the same.
            Allreduce => (index < self.ranks).then_some(index),
            Scan | Exscan => (index < self.rank).then_some(index),
            _ => (index + 1 < self.ranks).then(|| (self.rank + 1 + index) % self.ranks),
        }
    }

    /// Writes what this rank gives in a step.
    ///
    /// # Safety
    /// DIRECT-1, DIRECT-2.
    unsafe fn fill(&self, at: *mut u8, position: usize, len: usize) {
        use Collective::*;
        let (send, recv) = (self.send.buffers(), self.recv.buffers());
        let from = if self.in_place { &recv } else { &send };
        // SAFETY: as the caller promises.
        unsafe {
            if self.is_offered {
                return self.write_table(at, position);
            }
            match (self.collective, &self.vector) {
                (ReduceScatterBlock, Some(vector)) => {
                    for rank in 0..self.ranks {
                        copy(at.add(rank * len), vector.send_at(rank * self.bytes + position), len);
                    }
                }
                (_, Some(vector)) => copy(at, vector.send_at(position), len),
                (Bcast, _) => recv.block(0).read(position as u64, at, len),
                (Gather, _) => send.block(0).read(position as u64, at, len),
                (Allgather, _) => from.block(if self.in_place { self.rank } else { 0 }).read(position as u64, at, len),
                (Scatter | Alltoall, _) => {
                    for rank in self.others() {
                        let block = if self.collective == Scatter { send.block(rank) } else { from.block(rank) };
                        let len_here = len.min((block.bytes() as usize).saturating_sub(position));
                        block.read(position as u64, at.add(place_of(rank, self.rank) * len), len_here);
                    }
                }
                _ => {}
            }
        }
    }

    /// Goes up the tree with what it has given.
    fn climb(&self, seat: &Seat, operation: Operation, len: usize) {
        if !self.is_tree {
            return;
        }
        seat.pending_area.area().ascend(operation, |left, right| {
            if let Some(vector) = &self.vector {
                // SAFETY: DIRECT-2: both sides of a node agree on the call, so on the length.
                unsafe { vector.combine(left, right, len) }
            }
        });
    }

    /// Who may sleep until what this rank has just given is there.
    fn readers(&self, seat: &Seat, operation: Operation) -> Readers {
        match self.collective {
            _ if self.is_tree && !seat.pending_area.area().is_released(operation) => Readers::Nobody,
            Collective::Gather | Collective::Reduce => Readers::One(self.root),
            _ => Readers::All,
        }
    }

    /// Puts this rank's own part of a reduction where the result is to be.
    fn keep_part(&self, seat: &Seat, operation: Operation, position: usize, len: usize) {
        use Collective::*;
        let Some(vector) = &self.vector else { return };
        let own = match self.collective {
            ReduceScatterBlock if self.in_place => {
                seat.pending_area.area().bytes(operation, self.rank).wrapping_add(self.rank * len)
            }
            ReduceScatterBlock => vector.send_at(self.rank * self.bytes + position),
            Reduce if self.is_root() && !self.is_tree && !self.in_place => vector.send_at(position),
            Scan if !self.in_place => vector.send_at(position),
            _ => return,
        };
        // SAFETY: DIRECT-1, DIRECT-2.
        unsafe { copy(vector.recv_at(position), own, len) };
    }

    /// Copies what this rank sends to itself, once others have what it gives them.
    #[inline(always)]
    fn keep_block(&mut self) {
        if self.keeps_block && self.begun > 0 {
            self.keeps_block = false;
            self.copy_own_block();
        }
    }

    fn copy_own_block(&mut self) {
        use Collective::{Alltoall, Scatter};
        let (send, recv) = (self.send.buffers(), self.recv.buffers());
        let from = send.block(if matches!(self.collective, Scatter | Alltoall) { self.rank } else { 0 });
        let to = recv.block(if self.collective == Scatter { 0 } else { self.rank });
        let (sent, expected) = (from.bytes(), to.bytes());
        // SAFETY: DIRECT-1.
        unsafe { to.copy_from(&from, sent.min(expected)) };
        if sent != expected {
            self.note(crate::mismatch(self.collective, Mismatch::Own { sent, expected }));
        }
    }

    fn note(&mut self, result: Result<()>) {
        if self.result.is_ok() {
            self.result = result;
        }
    }

    /// Ranks disagree about the call: nobody is waited for who might read what this one offers.
    #[cold]
    fn fail(&mut self, failure: Box<Failure>) {
        self.note(Err(failure));
        self.is_offered = false;
    }

    /// Goes on with a step; whether it is over: this rank has taken all it needs, and others have
    /// read what it offers.
    #[inline]
    fn end<N: Node>(&mut self, index: usize, seat: &mut Seat, node: &mut N) -> bool {
        if self.steps[index].way != Continuation::Serve {
            if !self.go_on(index, seat, node) {
                self.serve_meanwhile(index, seat, node);
                return false;
            }
            if self.steps[index].reading != StepReading::None {
                self.tell_read(index, seat, node);
            }
            if self.is_offered {
                self.steps[index].way = Continuation::Serve;
                self.moves += 1;
            }
        }
        if self.steps[index].way == Continuation::Serve && !self.serve(index, seat, node) {
            return false;
        }
        seat.pending_area.finish(self.steps[index].operation);
        node.wake_held_back_on(seat.pending_area.area(), seat.others());
        true
    }

    /// Goes on with a step; whether this rank is done with it.
    #[inline]
    fn go_on<N: Node>(&mut self, index: usize, seat: &Seat, node: &mut N) -> bool {
        match self.steps[index].way {
            Continuation::GiveOnly | Continuation::Serve => true,
            Continuation::Take(_) if self.collective == Collective::Allreduce => self.combine_all(index, seat, node),
            Continuation::Take(taken) => self.take(index, taken, seat, node),
            Continuation::Tree => self.take_result(index, seat),
        }
    }

    fn take<N: Node>(&mut self, index: usize, mut taken: usize, seat: &Seat, node: &mut N) -> bool {
        let (area, says) = (seat.pending_area.area(), self.says());
        let Step { operation, position, len, .. } = self.steps[index];
        while let Some(rank) = self.source(taken) {
            if !area.is_published(operation, rank) {
                return false;
            }
            let theirs = Says(area.what(operation, rank));
            if theirs == says {
                // SAFETY: DIRECT-1, DIRECT-2.
                unsafe { self.take_from(rank, area.bytes(operation, rank), position, len) };
            } else if theirs == says.by_address() && self.can_read() {
                match self.read(index, rank, seat, node) {
                    Read::Taken => {}
                    Read::Refused => {
                        // All that is offered comes by messages, also what has been read already.
                        taken = 0;
                        self.steps[index].way = Continuation::Take(taken);
                        continue;
                    }
                    Read::Late => return false,
                }
            } else {
                self.fail(disagreement(rank, theirs, says));
            }
            taken += 1;
            self.moves += 1;
            self.steps[index].way = Continuation::Take(taken);
        }
        true
    }

    /// Combines what all have given, in the order of ranks, so that all come to the same; part by
    /// part, so that each stays in the cache.
    fn combine_all<N: Node>(&mut self, index: usize, seat: &Seat, node: &mut N) -> bool {
        let (area, says) = (seat.pending_area.area(), self.says());
        let Step { operation, position, len, .. } = self.steps[index];
        if !self.others().all(|rank| area.is_published(operation, rank)) {
            return false;
        }
        if self.ranks == 2 && Says(area.what(operation, 1 - self.rank)) == says.by_address() {
            return match self.combine_read(index, seat, node) {
                Read::Refused => self.combine_all(index, seat, node),
                read => read == Read::Taken,
            };
        }
        if let Some(rank) = self.others().find(|rank| Says(area.what(operation, *rank)) != says) {
            self.fail(disagreement(rank, Says(area.what(operation, rank)), says));
            return true;
        }
        let part = self.vector.as_ref().map_or(len, Vector::part);
        for offset in (0..len).step_by(part) {
            for rank in 0..self.ranks {
                let at = area.bytes(operation, rank).wrapping_add(offset);
                // SAFETY: DIRECT-1, DIRECT-2.
                unsafe { self.take_from(rank, at, position + offset, part.min(len - offset)) };
            }
        }
        true
    }

    /// Takes what `rank` has given at `at`.
    ///
    /// # Safety
    /// DIRECT-1, DIRECT-2.
    unsafe fn take_from(&self, rank: usize, at: *const u8, position: usize, len: usize) {
        use Collective::*;
        let recv = self.recv.buffers();
        let own = place_of(self.rank, rank) * len;
        // SAFETY: as the caller promises.
        unsafe {
            match (self.collective, &self.vector) {
                (ReduceScatterBlock, Some(vector)) => vector.combine(at.add(self.rank * len), vector.recv_at(position), len),
                (Allreduce | Exscan, Some(vector)) if rank == 0 => self.take_first(vector, at, position, len),
                (Allreduce, Some(vector)) if rank == self.rank && !self.in_place => {
                    vector.combine(vector.send_at(position), vector.recv_at(position), len);
                }
                (_, Some(vector)) => vector.combine(at, vector.recv_at(position), len),
                (Bcast, _) => recv.block(0).write(position as u64, at, len),
                (Scatter, _) => recv.block(0).write(position as u64, at.add(own), len),
                (Gather | Allgather, _) => recv.block(rank).write(position as u64, at, len),
                (Alltoall, _) => recv.block(rank).write(position as u64, at.add(own), len),
                _ => {}
            }
        }
    }

    /// Takes the first operand, from rank 0.
    ///
    /// # Safety
    /// DIRECT-1, DIRECT-2.
    unsafe fn take_first(&self, vector: &Vector, at: *const u8, position: usize, len: usize) {
        if self.rank == 0 && self.in_place {
            return;
        }
        let from = if self.rank == 0 { vector.send_at(position) } else { at };
        // SAFETY: as the caller promises.
        unsafe { copy(vector.recv_at(position), from, len) };
    }

    /// Takes the result of a tree, once it is there.
    fn take_result(&mut self, index: usize, seat: &Seat) -> bool {
        let (area, says) = (seat.pending_area.area(), self.says());
        let Step { operation, position, len, .. } = self.steps[index];
        if !area.is_released(operation) {
            return false;
        }
        let result = area.result_rank();
        if Says(area.what(operation, result)) != says {
            self.note(find_disagreement(area, operation, says));
        } else if let Some(vector) = &self.vector {
            // SAFETY: DIRECT-1, DIRECT-2.
            unsafe { copy(vector.recv_at(position), area.bytes(operation, result), len) };
        }
        true
    }

    /// Nothing has come: looks from time to time whether others do something else. Then it is over,
    /// as far as this rank is concerned.
    #[inline]
    fn look_for_disagreement(&mut self, seat: &mut Seat) {
        self.fruitless += 1;
        if self.fruitless.is_multiple_of(LOOKS_A_DIAGNOSIS) {
            self.find_disagreement(seat);
        }
    }

    #[cold]
    fn find_disagreement(&mut self, seat: &Seat) {
        let says = self.says();
        let elsewhere = |rank: usize| Some((rank, Says(seat.pending_area.area().is_elsewhere(self.number, rank)?)));
        if let Some((rank, theirs)) = self.others().find_map(elsewhere) {
            self.fail(disagreement(rank, theirs, says));
            self.steps.iter_mut().for_each(|step| step.way = Continuation::GiveOnly);
        }
        for index in 0..self.steps.len() {
            let found = find_disagreement(seat.pending_area.area(), self.steps[index].operation, says);
            if found.is_err() && self.steps[index].way != Continuation::Serve {
                self.note(found);
                self.is_offered = false;
                self.steps[index].way = Continuation::GiveOnly;
            }
        }
    }
}
