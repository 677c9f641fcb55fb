//! Collective operations (MPI-5 chapter 6): from a checked call to a run of a schedule.
//!
//! A call on all ranks of the node may go through shared memory (`ferry_node_collective`,
//! [`direct`]). Any other becomes a [`Call`]: [`Run::prepare`] chooses an algorithm and
//! builds its schedule, [`Run::begin`] and [`Run::poll`] run it. The blocking functions poll in a
//! loop, the others keep the run in a request ([`ongoing`]).
//!
//! Every operation has a tag of its own. The tag counts the operations on the communicator, so that
//! messages of several operations under way never mix. It names the function, so that calls in
//! another order at another rank are found out. A persistent operation keeps its tag: its rounds
//! follow one another, as messages between two ranks do. The sign of a tag tells the two countings
//! apart.

pub mod calls;
pub mod check;
pub mod direct;
mod disagreement;
pub mod ongoing;
mod plan;
mod prepare;
pub mod puts;

use crate::Transport;
use ferry_collective::{Algorithm, Choices, Collective, Problem, Query, Tuned};
use ferry_constants as mpi;
use ferry_datatype::{Datatype, Primitive};
use ferry_engine::collective::buffers::CollectiveBufferId;
use ferry_engine::collective::{Combine, Execution, KIND_BITS, Memory, Mismatch, Progress, Reduction, UNREAD};
use ferry_engine::{ANY_TAG, Engine, Fault};
use ferry_kernels::{ReduceFn, ReduceOp};
use ferry_settings::{OnOff, Settings};

use crate::collective::calls::Calls;
use crate::collective::check::{Check, Digest};
pub use crate::collective::disagreement::disagreement;
pub(crate) use crate::collective::disagreement::function_name;
use crate::collective::puts::Undecided;
use crate::group::Group;
use crate::operation::{Op, UserOp};
use crate::resilience;
use crate::{Error, Result};

/// What collective operations keep between calls.
#[derive(Default)]
pub struct Collectives {
    /// The algorithms that the user asked for.
    pub choices: Choices,
    /// What was read of the file with those that were measured.
    tuned: Vec<Tuned>,
    /// How often each algorithm was used.
    pub calls: Calls,
    /// Finished runs, whose memory the next ones use; at most [`SPARE_MAX`].
    #[expect(clippy::vec_box, reason = "requests keep runs in boxes, which are used again as they are")]
    spare: Vec<Box<Run>>,
}

/// Finished runs that are kept: as many as programs commonly have under way at once.
const SPARE_MAX: usize = 8;

impl Collectives {
    /// With the algorithms that the user asked for, and those that were measured.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` for an algorithm there is not.
    pub fn new(settings: &Settings, tuned: &[Tuned]) -> Result<Self> {
        let collectives = Collectives { tuned: tuned.to_vec(), ..Collectives::default() };
        Ok(Collectives { choices: collectives.choices_of(settings)?, ..collectives })
    }

    /// The algorithms that the settings ask for, and those that were measured.
    ///
    /// # Errors
    /// As [`Collectives::new`].
    pub fn choices_of(&self, settings: &Settings) -> Result<Choices> {
        let mut choices = Choices::default();
        for choice in &settings.collective {
            let forced = choices.force(&choice.collective, &choice.algorithm);
            forced.map_err(|unknown| Error::new(mpi::MPI_ERR_OTHER, format!("FERRY_COLLECTIVE: {unknown}")))?;
        }
        choices.tune(self.tuned.clone());
        Ok(choices)
    }
}

/// The bits of a tag that count operations.
const COUNT_MASK: u32 = (1 << (31 - KIND_BITS)) - 1;

const _: () = assert!(Collective::ALL.len() <= 1 << KIND_BITS);

/// Marks tags of persistent operations. Their numbers repeat after [`COUNT_MASK`] of them on one
/// communicator.
const PERSISTENT: u32 = 1 << 31;

// No tag is the wildcard: no function has its number.
const _: () = assert!(ANY_TAG as u32 & ((1 << KIND_BITS) - 1) >= Collective::ALL.len() as u32);

/// In tags of the messages that check an operation before it begins ([`check`]): the number of no
/// function.
const CHECK: i32 = UNREAD + 1;

/// The same of those by which ranks agree on puts ([`puts`]), in two steps.
const PUTS: [i32; 2] = [CHECK + 1, CHECK + 2];

const _: () = assert!(PUTS[1] < (1 << KIND_BITS) - 1);

/// Whether an operation happens once, or whenever it is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// Blocking and non-blocking functions.
    Once,
    /// The `_init` functions.
    Persistent,
}

/// The tag of operation number `count` of its kind on a communicator.
fn tag(count: u32, collective: Collective, lifetime: Lifetime) -> i32 {
    let mark = if lifetime == Lifetime::Persistent { PERSISTENT } else { 0 };
    (mark | (count & COUNT_MASK) << KIND_BITS | collective as u32) as i32
}

/// The number in such a tag.
pub(crate) fn number(tag: i32) -> u32 {
    (tag as u32 & !PERSISTENT) >> KIND_BITS
}

/// A checked call of a collective function.
pub struct Call<'a> {
    /// The communicator's handle.
    pub comm: usize,
    /// Which function.
    pub collective: Collective,
    /// The caller's rank and the shapes of its buffers.
    pub problem: Problem<'a>,
    /// The buffers.
    pub memory: Memory,
    /// How vectors are combined.
    pub reduction: Reduction,
    /// The program's function, if the operation is one.
    pub program: Option<ProgramFunction>,
    /// What other ranks' calls have to have in common with this one, if that is to be checked.
    pub digest: Option<Digest>,
    /// The program may compute before it waits for the end.
    pub may_compute: bool,
}

/// A function of the program that combines vectors, and what it is told of their datatype.
#[derive(Clone, Copy, Debug)]
pub struct ProgramFunction {
    /// The function.
    pub op: UserOp,
    /// The datatype's handle.
    pub datatype: usize,
    /// Distance between elements in bytes.
    pub extent: i64,
}

/// Two vectors that the program's function has to combine, with no borrow of the process held.
#[derive(Clone, Copy, Debug)]
pub struct Combination {
    /// The function.
    pub program: ProgramFunction,
    /// The vectors.
    pub combine: Combine,
}

/// What a run came to.
#[derive(Debug)]
pub enum Event {
    /// It is over.
    Done(Result<()>),
    /// The program has to combine two vectors; then the run is polled again.
    Combine(Combination),
}

/// A collective operation, under way or about to be.
pub struct Run {
    /// What comes before the operation itself, if it is checked.
    check: Option<Box<Check>>,
    execution: Execution,
    /// As long as it is not known whether it puts.
    undecided: Option<Box<Undecided>>,
    /// The collective buffer of a persistent operation that puts.
    collective_buffer: Option<CollectiveBufferId>,
    /// Bytes of windows that it keeps room for.
    kept: u64,
    /// It has begun and has no turn on that yet.
    needs_turn: bool,
    /// What is to be counted once it is over, as it was not known at the beginning.
    uncounted: Option<(Query, &'static Algorithm)>,
    collective: Collective,
    comm: usize,
    context: u64,
    group: Group,
    remote: Option<Group>,
    program: Option<ProgramFunction>,
    algorithm: &'static str,
}

impl Run {
    fn idle() -> Box<Run> {
        let collective = Collective::Barrier;
        let (comm, group) = (mpi::MPI_COMM_NULL, Group::EMPTY);
        Box::new(Run {
            check: None,
            execution: Execution::idle(),
            undecided: None,
            collective_buffer: None,
            kept: 0,
            needs_turn: false,
            uncounted: None,
            collective,
            comm,
            context: 0,
            group,
            remote: None,
            program: None,
            algorithm: "",
        })
    }

    /// Begins the operation, for the first time or again. Its messages go out with the first
    /// [`Run::poll`].
    pub fn begin(&mut self) {
        if let Some(check) = &mut self.check {
            check.begin();
        }
        self.needs_turn = self.collective_buffer.is_some();
        self.execution.begin();
    }

    /// The check, while it goes on.
    fn checking(&self) -> Option<&Check> {
        self.check.as_deref().filter(|check| check.is_under_way())
    }

    /// Which function it is.
    pub fn collective(&self) -> Collective {
        self.collective
    }

    /// The handle of its communicator, which the program may have freed meanwhile.
    pub fn comm(&self) -> usize {
        self.comm
    }

    /// The processes it is between, and those of the other side.
    pub fn groups(&self) -> impl Iterator<Item = &Group> {
        [&self.group].into_iter().chain(&self.remote)
    }

    /// Whether it puts, as far as it knows.
    pub fn puts(&self) -> bool {
        self.execution.is_one_sided()
    }

    /// The name of its algorithm.
    pub fn algorithm(&self) -> &'static str {
        self.algorithm
    }

    /// How it stands, for reports.
    pub fn standing(&self) -> ferry_engine::inspect::CollectiveStanding {
        let asking = || self.undecided.as_ref().and_then(|undecided| undecided.standing());
        let checking = self.checking().map(|check| check.roundup().standing());
        checking.or_else(asking).unwrap_or_else(|| self.execution.standing())
    }

    /// How far it has come; see [`Execution::position`].
    pub fn position(&self) -> (usize, usize) {
        match (self.checking(), &self.undecided) {
            (Some(check), _) => check.roundup().position(),
            (None, Some(undecided)) => undecided.position(),
            (None, None) => self.execution.position(),
        }
    }

    /// Goes on as far as possible; `None` while it waits for messages. `looks` is how often to look
    /// for a message before posting its receive.
    #[inline]
    pub fn poll(&mut self, engine: &mut Engine<Transport>, looks: u32) -> Option<Event> {
        if self.undecided.is_some() && self.checking().is_none() {
            match self.find_out(engine, looks)? {
                Ok(()) => {}
                Err(error) => return Some(Event::Done(Err(error))),
            }
        }
        let (group, remote) = (&self.group, &self.remote);
        let world_rank = |peer| process_of(peer, group, remote.as_ref());
        if let Some(check) = self.check.as_mut().filter(|check| check.is_under_way()) {
            match check.advance(engine, world_rank, looks)? {
                // Whether it puts is found out at the next poll.
                Ok(Ok(())) if self.undecided.is_some() => return None,
                Ok(Ok(())) => {}
                Ok(Err(disagreement)) => return Some(Event::Done(Err(disagreement))),
                Err(mismatch) => {
                    return Some(Event::Done(self.failure(mismatch, |peer| engine.loss_of(world_rank(peer)).map(str::to_owned))));
                }
            }
        }
        if std::mem::take(&mut self.needs_turn)
            && let Some(buffer) = self.collective_buffer
        {
            self.execution.take_turn(engine.collective_buffers().1.enter(buffer));
        }
        match self.execution.advance(engine, world_rank, looks) {
            Progress::Pending => None,
            Progress::Combine(combine) => Some(self.job(combine)),
            Progress::Done => {
                let outcome = self.outcome(|peer| engine.loss_of(world_rank(peer)).map(str::to_owned));
                Some(Event::Done(outcome.map_err(|error| self.cause_of(error, engine))))
            }
        }
    }

    /// Finds out whether the operation puts; `None` while the ranks ask each other.
    #[cold]
    fn find_out(&mut self, engine: &mut Engine<Transport>, looks: u32) -> Option<Result<()>> {
        let (group, remote) = (&self.group, &self.remote);
        let world_rank = |peer| process_of(peer, group, remote.as_ref());
        let undecided = self.undecided.as_mut()?;
        match undecided.advance(engine, world_rank, looks)? {
            Ok(puts) => {
                self.decide(puts, engine);
                Some(Ok(()))
            }
            Err(mismatch) => {
                undecided.give_up(engine);
                let failure = self.failure(mismatch, |peer| engine.loss_of(world_rank(peer)).map(str::to_owned));
                self.undecided = None;
                Some(failure.and_then(|()| Err(Error::internal("the ranks could not agree on whether they put"))))
            }
        }
    }

    /// All ranks have agreed on whether they put.
    fn decide(&mut self, puts: bool, engine: &mut Engine<Transport>) {
        let Some(mut undecided) = self.undecided.take() else { return };
        if puts {
            match undecided.turn {
                Some(turn) => self.execution.take_turn(turn),
                None => {
                    self.execution.keep_registrations();
                    self.kept = undecided.kept;
                }
            }
            return;
        }
        undecided.give_up(engine);
        if let Some(buffer) = self.collective_buffer.take() {
            let (device, buffers) = engine.collective_buffers();
            buffers.close(buffer, device);
        }
        if let Some((schedule, algorithm)) = undecided.otherwise {
            self.execution.let_go(engine);
            self.execution.replace(schedule);
            self.execution.begin();
            self.algorithm = algorithm.name;
            self.uncounted = self.uncounted.map(|(query, _)| (query, algorithm));
        }
    }

    #[cold]
    fn job(&self, combine: Combine) -> Event {
        match self.program {
            Some(program) => Event::Combine(Combination { program, combine }),
            None => Event::Done(Err(Error::internal("a reduction has neither a kernel nor a function"))),
        }
    }

    /// In a job that survives deaths, the death behind an error: a rank that could not go on has
    /// sent nothing, and this one may not know of the death yet.
    #[cold]
    fn cause_of(&self, error: Error, engine: &Engine<Transport>) -> Error {
        match engine.casualty(self.context) {
            Some(Fault::Revoked) => resilience::revoked(),
            Some(_) => resilience::member_lost(),
            None if resilience::is_on() && self.execution.is_spoilt() => resilience::member_lost(),
            None => error,
        }
    }

    #[inline]
    fn outcome(&self, loss_of: impl Fn(u32) -> Option<String>) -> Result<()> {
        self.execution.mismatch().map_or(Ok(()), |mismatch| self.failure(mismatch, loss_of))
    }

    fn failure(&self, mismatch: Mismatch, loss_of: impl Fn(u32) -> Option<String>) -> Result<()> {
        match mismatch {
            Mismatch::Fault { peer, fault: Fault::PeerLost } => {
                let reason = loss_of(peer).unwrap_or_else(|| "it has ended".to_owned());
                let text = format!("rank {peer} of the communicator cannot be reached any more: {reason}");
                Err(Error::new(resilience::class_of_loss(), text))
            }
            Mismatch::Fault { fault: Fault::MemberLost, .. } => Err(resilience::member_lost()),
            Mismatch::Fault { fault: Fault::Revoked, .. } => Err(resilience::revoked()),
            mismatch => disagreement(self.collective, mismatch, self.group.size()),
        }
    }
}

/// World rank of a peer of a schedule: peers are ranks of the group, then ranks of the remote
/// group.
#[inline]
fn process_of(peer: u32, group: &Group, remote: Option<&Group>) -> u32 {
    let beyond = || remote.and_then(|remote| remote.process(peer - group.size())).unwrap_or(u32::MAX);
    group.process(peer).unwrap_or_else(beyond)
}

/// The loop of a predefined operation on elements of type `primitive`; `None` if there is none, or
/// `strict` insists that text is not added up.
#[inline(always)]
pub fn kernel(op: ReduceOp, primitive: Primitive, strict: OnOff) -> Option<ReduceFn> {
    let is_one_sided = matches!(op, ReduceOp::Replace | ReduceOp::NoOp);
    if is_one_sided || primitive == Primitive::Char && strict.is_on() { None } else { ferry_kernels::reduction(op, primitive) }
}

/// How a predefined or user-defined operation combines vectors of a datatype.
///
/// # Errors
/// `MPI_ERR_OP` if the operation is predefined and not defined for the datatype, or made for
/// one-sided communication only.
pub fn reduction(op: Op, datatype: &Datatype, strict: OnOff) -> Result<Reduction> {
    let Op::Predefined(op) = op else { return Ok(Reduction::Program) };
    let primitive = datatype.primitive().filter(|_| datatype.counts_as_predefined());
    match primitive.and_then(|primitive| kernel(op, primitive, strict)) {
        Some(kernel) => Ok(Reduction::Kernel(kernel)),
        None => Err(undefined(op, datatype)),
    }
}

#[cold]
fn undefined(op: ReduceOp, datatype: &Datatype) -> Error {
    if matches!(op, ReduceOp::Replace | ReduceOp::NoOp) {
        let text = format!("argument op is {}, which only one-sided functions take", op.name());
        return Error::new(mpi::MPI_ERR_OP, text);
    }
    let datatype = datatype.name().unwrap_or("a datatype made by the program");
    let advice = "use an operation of the program (MPI_Op_create), or another datatype";
    Error::new(mpi::MPI_ERR_OP, format!("argument op is {}, which is not defined for {datatype}; {advice}", op.name()))
}
