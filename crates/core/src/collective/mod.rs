//! Collective operations (MPI-5 chapter 6): from a checked call to a run of a schedule.
//!
//! A small call on all ranks of the node may go through shared memory ([`direct`]). Any other becomes a [`Call`]: [`Run::start`] chooses an algorithm and [`Run::poll`] goes on until it is
//! over. The blocking functions poll in a loop, the non-blocking ones keep the run in a request.
//!
//! Every operation has a tag of its own, which counts the operations on the communicator and names the function, so that messages of
//! operations under way at once never mix, and calls in different orders at different ranks are told apart from slow ones.

pub mod direct;

use ferry_collective::{Choices, Collective, Problem, Query};
use ferry_constants as mpi;
use ferry_engine::collective::{Address, Combine, Execution, KIND_BITS, Memory, Mismatch, Progress, Reduction};
use ferry_settings::Settings;

use crate::group::Group;
use crate::operation::Op;
use crate::process::Process;
use crate::{Error, Result};

/// What collective operations keep between calls.
#[derive(Default)]
pub struct Collectives {
    choices: Choices,
    /// A finished run, whose memory the next one uses.
    spare: Option<Box<Run>>,
}

impl Collectives {
    /// With the algorithms that the user asked for.
    ///
    /// # Errors
    /// `MPI_ERR_OTHER` for an algorithm there is not.
    pub fn new(settings: &Settings) -> Result<Self> {
        let mut collectives = Collectives::default();
        for choice in &settings.collective {
            let forced = collectives.choices.force(&choice.collective, &choice.algorithm);
            forced.map_err(|unknown| Error::new(mpi::MPI_ERR_OTHER, format!("FERRY_COLLECTIVE: {unknown}")))?;
        }
        Ok(collectives)
    }
}

/// The bits of a tag that count operations.
const COUNT_MASK: u32 = (1 << (31 - KIND_BITS)) - 1;

const _: () = assert!(Collective::ALL.len() <= 1 << KIND_BITS);

/// The tag of operation number `count` of a communicator.
fn tag(count: u32, collective: Collective) -> i32 {
    ((count & COUNT_MASK) << KIND_BITS | collective as u32) as i32
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
}

/// What a run came to.
#[derive(Debug)]
pub enum Event {
    /// It is over.
    Done(Result<()>),
    /// The program's function has to combine two vectors; then the run is polled again.
    Combine(Combine),
}

/// A collective operation under way.
pub struct Run {
    execution: Execution,
    collective: Collective,
    group: Group,
}

impl Run {
    /// Starts an operation. Its messages go out with the first [`Run::poll`].
    ///
    /// # Errors
    /// `MPI_ERR_COMM` for an invalid communicator.
    pub fn start(p: &mut Process, call: Call<'_>) -> Result<Box<Run>> {
        let Call { comm: owner, collective, problem, memory, reduction } = call;
        let comm = p.comms.find_mut(owner, "comm")?;
        let tag = tag(comm.next_collective(), collective);
        let (address, group) = (Address { context: comm.collective_context(), tag, owner }, comm.group().clone());
        let algorithm = p.collectives.choices.select(&Query::new(collective, &problem, None));
        let mut run = p.collectives.spare.take().unwrap_or_else(Run::idle);
        run.execution.begin(|old| algorithm.schedule_into(&problem, old), memory, reduction, address);
        (run.collective, run.group) = (collective, group);
        Ok(run)
    }

    fn idle() -> Box<Run> {
        Box::new(Run { execution: Execution::idle(), collective: Collective::Barrier, group: Group::EMPTY })
    }

    /// Goes on as far as possible; `None` while it waits for messages.
    #[inline]
    pub fn poll(&mut self, p: &mut Process) -> Option<Event> {
        let (group, looks) = (&self.group, p.first_looks);
        // Ranks of schedules are ranks of the group.
        let world_rank = |rank| group.process(rank).unwrap_or(u32::MAX);
        match self.execution.advance(&mut p.engine, world_rank, looks) {
            Progress::Pending => None,
            Progress::Combine(combine) => Some(Event::Combine(combine)),
            Progress::Done => Some(Event::Done(self.outcome())),
        }
    }

    /// Ends a run that is done and keeps its memory for the next.
    pub fn finish(mut self: Box<Self>, p: &mut Process) {
        self.execution.end();
        p.collectives.spare = Some(self);
    }

    #[inline]
    fn outcome(&self) -> Result<()> {
        match self.execution.mismatch() {
            None => Ok(()),
            Some(mismatch) => disagreement(self.collective, mismatch),
        }
    }
}

/// Functions whose senders alone know the length of a message; one that is shorter than the room for it does no harm.
fn takes_short_messages(collective: Collective) -> bool {
    use Collective::*;
    matches!(collective, Gatherv | Scatterv | Allgatherv | Alltoallv | Alltoallw)
}

/// What to say when ranks disagree about an operation.
#[cold]
fn disagreement(collective: Collective, mismatch: Mismatch) -> Result<()> {
    let rule = "the counts and datatypes of all ranks must describe the same amount of data";
    match mismatch {
        Mismatch::Own { sent, expected } | Mismatch::Length { sent, expected, .. }
            if sent < expected && takes_short_messages(collective) =>
        {
            Ok(())
        }
        Mismatch::Own { sent, expected } => {
            let text = format!("this rank sends {sent} bytes to itself and expects {expected}; {rule}");
            Err(Error::new(length_class(sent, expected), text))
        }
        Mismatch::Length { peer, sent, expected } => {
            let text = format!("rank {peer} of the communicator sent {sent} bytes where this rank expected {expected}; {rule}");
            Err(Error::new(length_class(sent, expected), text))
        }
        Mismatch::Tag { peer, tag } => {
            let theirs =
                Collective::ALL.get(tag as usize & ((1 << KIND_BITS) - 1)).map_or("another function", |other| other.name());
            let text = format!(
                "rank {peer} of the communicator called {theirs} where this rank called {}; all ranks must call collective functions in the \
                 same order",
                function_name(collective)
            );
            Err(Error::new(mpi::MPI_ERR_OTHER, text))
        }
    }
}

/// The function's name as in `MPI_Bcast`.
fn function_name(collective: Collective) -> String {
    let (first, rest) = collective.name().split_at(1);
    format!("MPI_{}{rest}", first.to_uppercase())
}

fn length_class(sent: u64, expected: u64) -> i32 {
    if sent > expected { mpi::MPI_ERR_TRUNCATE } else { mpi::MPI_ERR_COUNT }
}

/// How a predefined or user-defined operation combines vectors of a datatype.
///
/// # Errors
/// `MPI_ERR_OP` if the operation is predefined and not defined for the datatype, or made for one-sided communication only.
pub fn reduction(op: Op, datatype: &ferry_datatype::Datatype) -> Result<Reduction> {
    use ferry_kernels::ReduceOp;
    let Op::Predefined(op) = op else { return Ok(Reduction::Program) };
    if matches!(op, ReduceOp::Replace | ReduceOp::NoOp) {
        let text = format!("argument op is {}, which only one-sided functions take", op.name());
        return Err(Error::new(mpi::MPI_ERR_OP, text));
    }
    let primitive = datatype.primitive().filter(|_| datatype.name().is_some());
    match primitive.and_then(|primitive| ferry_kernels::reduction(op, primitive)) {
        Some(kernel) => Ok(Reduction::Kernel(kernel)),
        None => Err(undefined(op, datatype)),
    }
}

#[cold]
fn undefined(op: ferry_kernels::ReduceOp, datatype: &ferry_datatype::Datatype) -> Error {
    let datatype = datatype.name().unwrap_or("a datatype made by the program");
    let advice = "use an operation of the program (MPI_Op_create), or another datatype";
    Error::new(mpi::MPI_ERR_OP, format!("argument op is {}, which is not defined for {datatype}; {advice}", op.name()))
}
