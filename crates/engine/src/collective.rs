//! Runs schedules of `ferry-collective`: [`Execution`] is one rank's part of one collective
//! operation, blocking or not.
//!
//! # Safety arguments
//! - COLL-1: whoever makes [`Memory`] promises that the blocks of the problem that the schedule is
//!   built from are valid in the buffers (BUF-1) until the execution is dropped; schedules name no
//!   other bytes of them.
//! - COLL-2: slices of scratch lie within [`Schedule::scratch_bytes`], for which the memory is
//!   reserved; what is read there was written before. The tests of `ferry-collective` check both,
//!   and that the slices of a copy or reduction do not overlap.
//! - COLL-3: scratch lives until no operation of the engine points to it: an execution that ends
//!   early leaves it allocated.
//!
//! # Parts
//! - [`buffers`]: collective buffers, and what peers have told there
//! - `one_sided`: the steps that put; `window`: memory that peers are told of

pub mod buffers;
mod one_sided;
mod window;

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ptr;

use ferry_collective::{Collective, Region, SCRATCH_ALIGN, Schedule, Slice, Step, TypeRef};
use ferry_datatype::Datatype;
use ferry_device::Device;
use ferry_kernels::ReduceFn;
use ferry_protocol::matching::{ANY_TAG, Pattern};
use smallvec::SmallVec;

use crate::collective::buffers::Turn;
use crate::collective::one_sided::{OneSidedRun, Registrations, Trouble, Unregistered};
use crate::operation::{Fault, Mode, Outcome};
use crate::receive::Received;
use crate::{Buffer, Engine};

/// Fruitless looks between two searches for a reason why nothing comes: about as many as a rank
/// that shares its processor takes between two naps.
const LOOKS_PER_DIAGNOSIS: u32 = 64;

/// Scratch is allocated in units of this.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "only its size counts")] [MaybeUninit<u8>; 64]);

const _: () = assert!(align_of::<Line>() as u64 == SCRATCH_ALIGN && size_of::<Line>() as u64 == SCRATCH_ALIGN);

/// Datatypes of one side of an operation: one, or one for each rank.
pub type Types = SmallVec<[Datatype; 1]>;

/// What a collective operation works on.
pub struct Memory {
    send: *mut u8,
    recv: *mut u8,
    send_types: Types,
    recv_types: Types,
}

impl Memory {
    /// No buffers.
    fn none() -> Self {
        Memory { send: ptr::null_mut(), recv: ptr::null_mut(), send_types: Types::new(), recv_types: Types::new() }
    }

    /// The buffers of a call and the types of their blocks, where they are significant. In
    /// reductions the receive type is that of the vector.
    ///
    /// # Safety
    /// COLL-1.
    pub unsafe fn new(send: *const u8, send_types: Types, recv: *mut u8, recv_types: Types) -> Self {
        Memory { send: send.cast_mut(), recv, send_types, recv_types }
    }
}

/// How vectors are combined.
#[derive(Clone, Copy)]
pub enum Reduction {
    /// The operation does not reduce.
    None,
    /// By a loop over elements of the predefined type.
    Kernel(ReduceFn),
    /// By the program: the execution hands out each [`Combine`].
    Program,
}

/// `inout = input op inout`, to be done by a function of the program with no borrow of the process
/// held.
#[derive(Clone, Copy, Debug)]
pub struct Combine {
    /// Left operand.
    pub input: *mut u8,
    /// Right operand and result.
    pub inout: *mut u8,
    /// Elements of the vector's type.
    pub count: u64,
}

/// How messages of one operation are addressed.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// Context id of the communicator's collective operations.
    pub context: u64,
    /// Tag of all messages of the operation.
    pub tag: i32,
    /// See [`crate::Operation::owner`].
    pub owner: usize,
}

/// Ranks disagree about the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// A buffer of this process or of `peer` could not be accessed.
    Fault {
        /// Rank in the communicator.
        peer: u32,
        /// Which buffer.
        fault: Fault,
    },
    /// What this rank sends to itself and what it expects from itself.
    Own {
        /// Bytes sent.
        sent: u64,
        /// Bytes expected.
        expected: u64,
    },
    /// A message of another length.
    Length {
        /// The sender's rank in the communicator.
        peer: u32,
        /// Bytes sent.
        sent: u64,
        /// Bytes expected.
        expected: u64,
    },
    /// The device refuses to put into the memory of a peer.
    Refused {
        /// Rank in the communicator.
        peer: u32,
    },
    /// The device refuses to register memory of this rank's.
    Unregistered {
        /// Its length.
        bytes: u64,
    },
    /// Instead of the expected message, one with another tag is there.
    Tag {
        /// Rank in the communicator.
        peer: u32,
        /// The message's tag.
        tag: i32,
    },
}

/// How an execution stands.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// It waits for messages.
    Pending,
    /// The program has to combine two vectors before it goes on.
    Combine(Combine),
    /// It is over.
    Done,
}

struct Pending {
    handle: usize,
    /// Rank in the communicator.
    peer: u32,
    /// Length of the message to receive, in bytes; `None` for a send.
    expected: Option<u64>,
}

/// Most scratch that an execution keeps for the next operation, in bytes.
const SPARE_SCRATCH_MAX: usize = 1 << 20;

/// One rank's part of one collective operation after the other.
///
/// Invariant: the rounds before `round` are started, and complete if `pending` is empty; of
/// `round`, `local` local steps are done.
pub struct Execution {
    schedule: Schedule,
    memory: Memory,
    scratch: Vec<Line>,
    reduction: Reduction,
    address: Address,
    round: usize,
    local: usize,
    pending: Vec<Pending>,
    /// Messages of the round that the engine was told of.
    at_once: u32,
    fruitless: u32,
    mismatch: Option<Mismatch>,
    /// The side of it that puts.
    one_sided: Option<OneSidedRun>,
    /// Whether what it registers is kept for the next time.
    keeps: bool,
    kept: Option<Registrations>,
    /// The program's memory that the operation announces, registered ahead of its turn.
    ahead: Option<Registrations>,
    /// Bytes copied locally.
    copied: Cell<u64>,
}

impl Execution {
    /// One with nothing to do.
    pub fn idle() -> Self {
        Execution {
            schedule: Schedule::default(),
            memory: Memory::none(),
            scratch: Vec::new(),
            reduction: Reduction::None,
            address: Address { context: 0, tag: 0, owner: 0 },
            round: 0,
            local: 0,
            pending: Vec::new(),
            at_once: 0,
            fruitless: 0,
            mismatch: None,
            one_sided: None,
            keeps: false,
            kept: None,
            ahead: None,
            copied: Cell::new(0),
        }
    }

    /// Makes ready for an operation, which [`Execution::begin`] begins. `schedule` is built in the
    /// memory of the schedule it is given.
    pub fn prepare(
        &mut self,
        schedule: impl FnOnce(Schedule) -> Schedule,
        memory: Memory,
        reduction: Reduction,
        address: Address,
    ) {
        self.schedule = schedule(std::mem::take(&mut self.schedule));
        (self.memory, self.reduction, self.address) = (memory, reduction, address);
    }

    /// The operation that was prepared goes by another schedule of its algorithm.
    pub fn rebuild(&mut self, schedule: impl FnOnce(Schedule) -> Schedule) {
        self.schedule = schedule(std::mem::take(&mut self.schedule));
    }

    /// Whether the operation that was prepared puts: then it needs a turn
    /// ([`CollectiveBuffers::enter`](buffers::CollectiveBuffers::enter)) before it begins.
    pub fn is_one_sided(&self) -> bool {
        self.schedule.is_one_sided()
    }

    /// Its turn on a collective buffer.
    pub fn take_turn(&mut self, turn: Turn) {
        let mut run = OneSidedRun::new(turn, self.kept.take());
        if let Some(registered) = self.ahead.take() {
            run.with_program(registered);
        }
        self.one_sided = Some(run);
    }

    /// Registers the program's memory that the operation that was prepared announces to peers. If
    /// they could not use it, as the adapter refuses memory of that kind, the operation has to be
    /// prepared to put into scratch.
    #[must_use]
    pub fn register_ahead<D: Device>(&mut self, engine: &mut Engine<D>, world_rank: impl Fn(u32) -> u32) -> bool {
        let (device, buffers) = (&mut engine.device, &mut engine.collective_buffers);
        let place = |slice: &Slice| self.place(slice);
        let Some(registered) = Registrations::of_program(&self.schedule, place, world_rank, device, buffers) else {
            return false;
        };
        match &mut self.one_sided {
            Some(run) => run.with_program(registered),
            None => self.ahead = Some(registered),
        }
        true
    }

    /// An operation that has a turn and does not begin, as its ranks called it with arguments that
    /// do not fit, lets the next one have it.
    pub fn give_up_turn<D: Device>(&mut self, engine: &mut Engine<D>) {
        if let Some(mut run) = self.one_sided.take_if(|run| !run.has_begun()) {
            engine.collective_buffers.give_up(run.turn());
            run.take_registrations().give_back(&mut engine.device);
        }
    }

    /// The operation that was prepared goes by another schedule, which does not put. To be followed
    /// by [`Execution::begin`].
    pub fn replace(&mut self, schedule: Schedule) {
        (self.schedule, self.one_sided) = (schedule, None);
    }

    /// What is registered for the operation stays so for the next time that it begins, until
    /// [`Execution::let_go`].
    pub fn keep_registrations(&mut self) {
        self.keeps = true;
    }

    /// Gives back what is registered for an operation that will not begin again.
    pub fn let_go<D: Device>(&mut self, engine: &mut Engine<D>) {
        self.keeps = false;
        for registrations in [self.kept.take(), self.ahead.take()].into_iter().flatten() {
            registrations.give_back(&mut engine.device);
        }
    }

    /// Bytes that were copied within this process since that was asked last.
    pub fn take_copied(&self) -> u64 {
        self.copied.take()
    }

    /// Begins the operation that was prepared, for the first time or again.
    pub fn begin(&mut self) {
        debug_assert!(self.pending.is_empty());
        self.scratch.reserve(self.schedule.scratch_bytes().div_ceil(SCRATCH_ALIGN) as usize);
        (self.round, self.local, self.fruitless, self.mismatch) = (0, 0, 0, None);
    }

    /// How far it has come: rounds started, and messages or signals of the last one that are not
    /// there yet.
    pub fn position(&self) -> (usize, usize) {
        (self.round, self.pending.len() + self.one_sided.as_ref().map_or(0, |run| run.awaited().count()))
    }

    /// Tag of its messages, rounds started, and rounds in all.
    pub(crate) fn extent(&self) -> (i32, usize, usize) {
        (self.address.tag, self.round, self.schedule.round_count())
    }

    /// Operations of the engine that it waits for.
    pub(crate) fn pending_operations(&self) -> impl Iterator<Item = usize> + '_ {
        self.pending.iter().map(|pending| pending.handle)
    }

    /// Lets go of what the operation used, but for memory that the next one can use.
    pub fn end(&mut self) {
        self.memory = Memory::none();
        self.pending.clear();
        self.one_sided = None;
        debug_assert!(self.kept.is_none(), "what is registered was given back");
        if self.scratch.capacity() * size_of::<Line>() > SPARE_SCRATCH_MAX {
            self.scratch = Vec::new();
        }
    }

    /// The first message that was not as expected. What was received then is cut to what there is
    /// room for, and wrong.
    pub fn mismatch(&self) -> Option<Mismatch> {
        self.mismatch
    }

    fn place(&self, slice: &Slice) -> *mut u8 {
        let base = match slice.region {
            Region::SendBuffer => self.memory.send,
            Region::RecvBuffer => self.memory.recv,
            Region::Scratch => self.scratch.as_ptr().cast_mut().cast(),
            Region::Buffer => self.one_sided.as_ref().map_or(ptr::null_mut(), |run| run.buffer),
        };
        base.wrapping_offset(slice.offset as isize)
    }

    fn buffer(&self, slice: &Slice) -> Buffer {
        let datatype = match slice.type_ref {
            // SAFETY: COLL-1, COLL-2.
            TypeRef::Bytes => return unsafe { Buffer::dense(self.place(slice), slice.count) },
            TypeRef::Send(index) => &self.memory.send_types[index as usize],
            TypeRef::Recv(index) => &self.memory.recv_types[index as usize],
            TypeRef::Reduce => &self.memory.recv_types[0],
        };
        // SAFETY: COLL-1, COLL-2. Problems whose sizes overflow are refused before they become
        // schedules.
        unsafe { Buffer::new(self.place(slice), slice.count, datatype) }.unwrap_or_else(Buffer::empty)
    }

    /// Copies as much as both slices hold; returns their bytes.
    fn copy(&self, from: &Slice, to: &Slice) -> (u64, u64) {
        let (from, to) = (self.buffer(from), self.buffer(to));
        // SAFETY: COLL-1, COLL-2.
        unsafe { to.copy_from(&from, from.bytes().min(to.bytes())) };
        self.copied.set(self.copied.get() + from.bytes().min(to.bytes()));
        (from.bytes(), to.bytes())
    }

    /// Goes on as far as possible. `world_rank` translates ranks; `looks` is how often to look for
    /// a message before posting its receive.
    pub fn advance<D: Device>(&mut self, engine: &mut Engine<D>, world_rank: impl Fn(u32) -> u32, looks: u32) -> Progress {
        if self.one_sided.is_some() && !self.begin_one_sided(engine) {
            return Progress::Pending;
        }
        loop {
            if self.cannot_go_on() {
                self.abandon(engine);
                return Progress::Done;
            }
            if !self.settle(engine, &world_rank) {
                self.fruitless += 1;
                let stuck = self.fruitless.is_multiple_of(LOOKS_PER_DIAGNOSIS) && self.diagnose(engine, &world_rank);
                return if stuck { Progress::Done } else { Progress::Pending };
            }
            if self.round == self.schedule.round_count() {
                return if self.end_one_sided(engine, &world_rank) { Progress::Done } else { Progress::Pending };
            }
            if let Some(combine) = self.run_local() {
                return Progress::Combine(combine);
            }
            self.start(engine, &world_rank, looks);
        }
    }

    /// Takes operations that are done; whether all are.
    fn settle<D: Device>(&mut self, engine: &mut Engine<D>, world_rank: impl Fn(u32) -> u32) -> bool {
        if let Some(run) = &mut self.one_sided
            && !run.settle(world_rank, &mut engine.collective_buffers)
        {
            return false;
        }
        while let Some(last) = self.pending.last() {
            let Some(outcome) = engine.take(last.handle) else { return false };
            let Pending { peer, expected, .. } = *last;
            self.pending.pop();
            self.check(peer, expected, &outcome);
        }
        self.expect(engine, 0);
        true
    }

    /// Makes ready to put, once the turn has come; whether it has.
    fn begin_one_sided<D: Device>(&mut self, engine: &mut Engine<D>) -> bool {
        let Some(mut run) = self.one_sided.take() else { return true };
        if run.has_begun() {
            self.one_sided = Some(run);
            return true;
        }
        let begun = run.begin(&self.schedule, |slice| self.place(slice), &mut engine.device, &mut engine.collective_buffers);
        if begun.as_ref().is_some_and(Result::is_err) {
            run.give_up();
        }
        self.one_sided = Some(run);
        // From here on this process waits for packets, which may be behind messages that nobody has
        // asked for.
        engine.state.operations.begin_waits(begun.is_some().into());
        if let Some(Err(Unregistered { bytes })) = begun {
            self.mismatch.get_or_insert(Mismatch::Unregistered { bytes });
        }
        begun.is_some()
    }

    /// Ends the side that puts; whether there is nothing left of it.
    fn end_one_sided<D: Device>(&mut self, engine: &mut Engine<D>, world_rank: impl Fn(u32) -> u32) -> bool {
        let Some(run) = &mut self.one_sided else { return true };
        let Some(is_well) = run.end(&mut engine.collective_buffers, &mut engine.device) else { return false };
        let registrations = run.take_registrations();
        self.one_sided = None;
        engine.state.operations.end_waits(1);
        if self.keeps && is_well {
            self.kept = Some(registrations);
        } else {
            registrations.give_back(&mut engine.device);
        }
        if !is_well {
            self.note_failure(engine, world_rank);
        }
        true
    }

    /// A put has failed: because a peer is lost, or else for a reason of the device's.
    #[cold]
    fn note_failure<D: Device>(&mut self, engine: &Engine<D>, world_rank: impl Fn(u32) -> u32) {
        let lost = self.schedule.targets().find(|peer| engine.loss_of(world_rank(*peer)).is_some());
        let any = self.schedule.targets().next().unwrap_or_default();
        match lost {
            Some(peer) => _ = self.mismatch.get_or_insert(Mismatch::Fault { peer, fault: Fault::PeerLost }),
            None => self.note_trouble(any, Trouble::Refused),
        }
    }

    #[cold]
    fn note_trouble(&mut self, peer: u32, trouble: Trouble) {
        let mismatch = match trouble {
            Trouble::Refused => Mismatch::Refused { peer },
            Trouble::NoRoom { room, needed } => Mismatch::Length { peer, sent: needed, expected: room },
            Trouble::Unregistered { bytes } => Mismatch::Unregistered { bytes },
        };
        self.mismatch.get_or_insert(mismatch);
    }

    /// Whether a one-sided step could not be done: peers wait for its signal, and this rank for
    /// them.
    fn cannot_go_on(&self) -> bool {
        self.one_sided.as_ref().is_some_and(OneSidedRun::is_stuck)
    }

    /// Does a step that puts, announces or awaits.
    fn start_one_sided<D: Device>(&mut self, engine: &mut Engine<D>, step: &Step, world_rank: impl Fn(u32) -> u32) {
        let Some(mut run) = self.one_sided.take() else { unreachable!("an operation without a turn puts") };
        let (device, buffers) = (&mut engine.device, &mut engine.collective_buffers);
        let (peer, done) = match step {
            Step::Put { peer, from, into, signal, is_followed } => {
                let memory = if from.region == Region::Buffer { run.at(from.offset) } else { self.place(from) };
                (*peer, run.put((*peer, world_rank(*peer)), (from, memory, *is_followed), (*into, *signal), device, buffers))
            }
            Step::Announce { peer, slot, window, signal } => {
                (*peer, run.announce((*peer, world_rank(*peer)), (*slot, window), *signal, device, buffers))
            }
            Step::Await { peer, signal } => {
                run.hear(*peer, *signal);
                (*peer, Ok(()))
            }
            _ => unreachable!("messages are sent and received"),
        };
        if let Err(trouble) = done {
            run.give_up();
            match engine.loss_of(world_rank(peer)) {
                Some(_) => _ = self.mismatch.get_or_insert(Mismatch::Fault { peer, fault: Fault::PeerLost }),
                None => self.note_trouble(peer, trouble),
            }
        }
        self.one_sided = Some(run);
    }

    /// Tells the engine how many messages the execution has under way (LMT-7).
    fn expect<D: Device>(&mut self, engine: &mut Engine<D>, at_once: u32) {
        engine.state.policy.choice.change_at_once(at_once, self.at_once);
        self.at_once = at_once;
    }

    fn check(&mut self, peer: u32, expected: Option<u64>, outcome: &Outcome) {
        if let Some(fault) = outcome.fault {
            self.mismatch.get_or_insert(Mismatch::Fault { peer, fault });
        }
        if let Some(expected) = expected.filter(|expected| *expected != outcome.sent) {
            self.mismatch.get_or_insert(Mismatch::Length { peer, sent: outcome.sent, expected });
        }
    }

    /// Runs the local steps of the round, up to one that the program has to do.
    fn run_local(&mut self) -> Option<Combine> {
        let round = self.schedule.round(self.round)?;
        while let Some(step) = round.local.get(self.local) {
            self.local += 1;
            match step {
                Step::Copy { from, to } => {
                    let (sent, expected) = self.copy(from, to);
                    if sent != expected {
                        self.mismatch.get_or_insert(Mismatch::Own { sent, expected });
                    }
                }
                Step::Reduce { input, inout } => {
                    let (left, right) = (self.place(input), self.place(inout));
                    match self.reduction {
                        // SAFETY: COLL-1, COLL-2; the kernel was chosen for the vector's type.
                        Reduction::Kernel(kernel) => unsafe { kernel(left, right, inout.count as usize) },
                        Reduction::Program => return Some(Combine { input: left, inout: right, count: inout.count }),
                        Reduction::None => unreachable!("a schedule without an operation reduces"),
                    }
                }
                _ => unreachable!("a local step communicates"),
            }
        }
        None
    }

    /// Starts the messages of the round: the sends first, since others wait for them.
    fn start<D: Device>(&mut self, engine: &mut Engine<D>, world_rank: impl Fn(u32) -> u32, looks: u32) {
        if self.one_sided.is_some() {
            return self.start_puts(engine, world_rank);
        }
        self.expect(engine, self.schedule.round(self.round).map_or(0, |round| round.communication.len() as u32));
        let Some(round) = self.schedule.round(self.round) else { return };
        let Address { context, tag, owner } = self.address;
        let (is_spoilt, is_silent) = (self.is_spoilt(), engine.survives_losses() && self.has_lost());
        (self.round, self.local) = (self.round + 1, 0);
        let mut receives = 0;
        for step in round.communication {
            match step {
                // In a job that survives losses every member hears of them. An empty message would
                // be taken for that of a barrier.
                Step::Send { .. } if is_silent => {}
                Step::Send { peer, from } => {
                    // What was computed from data that are missing is nothing that a peer should go
                    // on with: it notices that it is.
                    let buffer = if is_spoilt { Buffer::empty() } else { self.buffer(from) };
                    if let Some(handle) = engine.send(world_rank(*peer), context, tag, buffer, Mode::Standard) {
                        self.pending.push(Pending { handle, peer: *peer, expected: None });
                    }
                }
                Step::Recv { .. } => receives += 1,
                _ => unreachable!("messages are sent and received"),
            }
        }
        for step in round.communication {
            let Step::Recv { peer, into } = step else { continue };
            receives -= 1;
            // Who has something to do meanwhile does not look around.
            let looks = if round.meanwhile.is_empty() { looks } else { 0 };
            let (buffer, pattern) = (self.buffer(into), Pattern { context, source: world_rank(*peer) as i32, tag });
            let expected = buffer.bytes();
            let received = if receives == 0 {
                engine.receive_soon(pattern, buffer, owner, looks)
            } else {
                Received::Operation(engine.receive(pattern, buffer, owner))
            };
            match received {
                Received::Operation(handle) => self.pending.push(Pending { handle, peer: *peer, expected: Some(expected) }),
                Received::Done(outcome) if outcome.sent == expected => {}
                Received::Done(outcome) => {
                    self.mismatch.get_or_insert(Mismatch::Length { peer: *peer, sent: outcome.sent, expected });
                }
            }
        }
        self.mismatch = self.mismatch.or(self.copy_meanwhile(round.meanwhile));
    }

    /// Starts the steps of the round in an operation that puts.
    fn start_puts<D: Device>(&mut self, engine: &mut Engine<D>, world_rank: impl Fn(u32) -> u32) {
        let round = self.round;
        (self.round, self.local) = (round + 1, 0);
        let step_at = |schedule: &Schedule, index: usize| schedule.round(round)?.communication.get(index).copied();
        let mut index = 0;
        while let Some(step) = step_at(&self.schedule, index) {
            self.start_one_sided(engine, &step, &world_rank);
            index += 1;
        }
        // Within a node puts are over by now. This process may not look again for long: its peers
        // are told at once.
        if engine.collective_buffers.has_untold() {
            engine.hear_puts();
        } else if engine.collective_buffers.has_due() {
            engine.tell_of_puts();
        }
        let meanwhile = self.schedule.round(round).map_or(&[][..], |round| round.meanwhile);
        self.mismatch = self.mismatch.or(self.copy_meanwhile(meanwhile));
    }

    /// Makes copies that have nothing to do with what goes on.
    fn copy_meanwhile(&self, steps: &[Step]) -> Option<Mismatch> {
        let mut mismatch = None;
        for step in steps {
            let Step::Copy { from, to } = step else { unreachable!("only copies are made while a round communicates") };
            let (sent, expected) = self.copy(from, to);
            if sent != expected {
                mismatch = mismatch.or(Some(Mismatch::Own { sent, expected }));
            }
        }
        mismatch
    }

    /// Whether data are missing, here or at a peer that has said so by an empty message.
    pub fn is_spoilt(&self) -> bool {
        matches!(self.mismatch, Some(Mismatch::Fault { .. } | Mismatch::Length { sent: 0, .. }))
    }

    /// Whether it fails for a loss that ends it at all ranks.
    fn has_lost(&self) -> bool {
        let ends_all = |fault| matches!(fault, Fault::PeerLost | Fault::MemberLost | Fault::Revoked);
        matches!(self.mismatch, Some(Mismatch::Fault { fault, .. }) if ends_all(fault))
    }

    /// Looks whether a peer that a message is expected from has sent something else. If so the
    /// execution ends there.
    #[cold]
    fn diagnose<D: Device>(&mut self, engine: &mut Engine<D>, world_rank: impl Fn(u32) -> u32) -> bool {
        if let Some(run) = &self.one_sided {
            let lost = run.awaited().find(|peer| engine.loss_of(world_rank(*peer)).is_some());
            if let Some(peer) = lost {
                self.mismatch.get_or_insert(Mismatch::Fault { peer, fault: Fault::PeerLost });
                self.abandon(engine);
            }
            return lost.is_some();
        }
        let Address { context, tag, .. } = self.address;
        // A peer whose message has come may be further on: after a check of the operation it begins
        // with the operation itself.
        let is_missing = |handle: usize| engine.operation(handle).is_some_and(|operation| !operation.is_done());
        let receives = self.pending.iter().filter(|pending| pending.expected.is_some() && is_missing(pending.handle));
        let peers: Vec<u32> = receives.map(|pending| pending.peer).collect();
        let found = peers.into_iter().find_map(|peer| {
            let pattern = Pattern { context, source: world_rank(peer) as i32, tag: ANY_TAG };
            let other = engine.probe(&pattern)?.tag;
            same_operation(other, tag).then_some(Mismatch::Tag { peer, tag: other })
        });
        if let Some(mismatch) = found {
            self.mismatch.get_or_insert(mismatch);
            self.abandon(engine);
        }
        found.is_some()
    }

    /// Ends the execution with operations under way. Their memory stays (COLL-3).
    fn abandon<D: Device>(&mut self, engine: &mut Engine<D>) {
        for pending in &self.pending {
            engine.cancel(pending.handle);
            engine.forget(pending.handle);
        }
        std::mem::forget(std::mem::take(&mut self.scratch));
        if let Some(run) = self.one_sided.take() {
            engine.state.operations.end_waits(run.has_begun().into());
            run.abandon(&mut engine.collective_buffers, &mut engine.device);
        }
        self.pending.clear();
        self.expect(engine, 0);
    }
}

/// Bits of a tag that say which collective function was called; the others count the operations on
/// the communicator.
pub const KIND_BITS: u32 = 5;

/// In those bits: data that do not go over the shared area of a node as the others do. It is the
/// number of no function; the other bits count something else.
pub const UNREAD: i32 = Collective::ALL.len() as i32;

const _: () = assert!(UNREAD < 1 << KIND_BITS);

/// Whether two tags are of one operation by count, but of different functions.
fn same_operation(a: i32, b: i32) -> bool {
    let is_counted = |tag: i32| tag & ((1 << KIND_BITS) - 1) != UNREAD;
    a != b && a >> KIND_BITS == b >> KIND_BITS && is_counted(a) && is_counted(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_told_apart_by_count_and_data_of_the_shared_area_are_none() {
        let tag = |count: i32, kind: i32| count << KIND_BITS | kind;
        let (reduce, bcast) = (Collective::Reduce as i32, Collective::Bcast as i32);
        assert!(same_operation(tag(3, bcast), tag(3, reduce)));
        assert!(!same_operation(tag(3, reduce), tag(3, reduce)) && !same_operation(tag(4, bcast), tag(3, reduce)));
        for count in [0, 1, 7] {
            assert!(!same_operation(tag(count, UNREAD), tag(count, reduce)));
        }
    }
}
