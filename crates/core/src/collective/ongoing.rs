//! Collective operations that go on between calls: the non-blocking and the persistent ones, each
//! behind a request.
//!
//! They are sources of progress ([`crate::progress`]). Invariant: a request whose stage is
//! [`OngoingPhase::UnderWay`] is in the list of sources, no other is; one whose stage is
//! [`OngoingPhase::Combining`] has its job in the queue or in the hands of one thread.

use crate::Transport;
use ferry_collective::Collective;
use ferry_engine::Engine;

use super::{Event, Lifetime, Run};
use crate::collective::direct::Direct;
use crate::group::Group;
use crate::progress::{Ground, ProgressSource, SourceEnd, SourceWait, Stepped};
use crate::{Error, Result};
use ferry_node_collective::pending_area::PendingCall;

/// How an operation behind a request stands.
#[derive(Debug)]
pub enum OngoingPhase {
    /// Persistent: not started, or over and waited for.
    Inactive,
    /// It goes on whenever the process makes progress.
    UnderWay,
    /// The program's function combines two vectors for it.
    Combining,
    /// It is over, which the program does not know yet.
    Over(Result<()>),
}

/// What is done behind a request.
pub enum Work {
    /// A schedule, by messages.
    Run(Box<Run>),
    /// A call through shared memory, on the pending area of this communicator.
    OnPendingArea(usize, Box<dyn PendingCall<Engine<Transport>>>),
}

/// A collective operation behind a request.
pub struct Ongoing {
    work: Work,
    stage: OngoingPhase,
    is_persistent: bool,
}

impl Ongoing {
    /// An operation, inactive.
    pub(crate) fn new(work: Work, lifetime: Lifetime) -> Self {
        Ongoing { work, stage: OngoingPhase::Inactive, is_persistent: lifetime == Lifetime::Persistent }
    }

    /// Starts it; whether it puts, as far as it knows.
    pub(crate) fn start(&mut self) -> bool {
        self.stage = OngoingPhase::UnderWay;
        let Work::Run(run) = &mut self.work else { return false };
        run.begin();
        run.puts()
    }

    /// The program's function has combined what it was to combine.
    pub(crate) fn has_combined(&mut self) {
        self.stage = OngoingPhase::UnderWay;
    }

    /// How it stands.
    pub fn stage(&self) -> &OngoingPhase {
        &self.stage
    }

    /// Whether it can be started again.
    pub fn is_persistent(&self) -> bool {
        self.is_persistent
    }

    /// What is done.
    pub fn work(&self) -> &Work {
        &self.work
    }

    /// Which function.
    pub fn collective(&self) -> Collective {
        match &self.work {
            Work::Run(run) => run.collective(),
            Work::OnPendingArea(_, call) => call.collective(),
        }
    }

    /// The handle of its communicator, which the program may have freed meanwhile.
    pub fn comm(&self) -> usize {
        match &self.work {
            Work::Run(run) => run.comm(),
            Work::OnPendingArea(comm, _) => *comm,
        }
    }

    /// Whether `is_meant` of the processes of one of its groups. Those of a pending area are of
    /// this node and job.
    pub fn any_group(&self, is_meant: impl Fn(&Group) -> bool) -> bool {
        matches!(&self.work, Work::Run(run) if run.groups().any(is_meant))
    }

    /// If it is over: its result, after which it is inactive.
    pub fn take_result(&mut self) -> Option<Result<()>> {
        match std::mem::replace(&mut self.stage, OngoingPhase::Inactive) {
            OngoingPhase::Over(result) => Some(result),
            other => {
                self.stage = other;
                None
            }
        }
    }

    /// Lets go of what it is made of; not for one under way.
    pub fn into_work(self) -> Work {
        self.work
    }
}

impl ProgressSource for Ongoing {
    fn advance(&mut self, ground: &mut Ground<'_>) -> Stepped {
        let Ground { request, engine, direct, jobs, .. } = ground;
        let result = match &mut self.work {
            Work::Run(run) => {
                let before = run.position();
                // A call that does not block does not look around for messages first.
                match run.poll(engine, 0) {
                    None => return Stepped::going_on(run.position() != before),
                    Some(Event::Combine(job)) => {
                        self.stage = OngoingPhase::Combining;
                        jobs.push((*request, job));
                        return Stepped::OVER;
                    }
                    Some(Event::Done(result)) => result,
                }
            }
            Work::OnPendingArea(comm, call) => match step_on_pending_area(direct, engine, *comm, call.as_mut()) {
                Ok(result) => result,
                Err(has_moved) => return Stepped::going_on(has_moved),
            },
        };
        let comm = self.comm();
        self.stage = OngoingPhase::Over(result.map_err(|error| error.on(comm)));
        Stepped::ended(SourceEnd::Collective(comm))
    }

    fn awaited(&self) -> SourceWait {
        SourceWait::Collective
    }
}

/// Goes on with a call through shared memory: how it ended, or whether the step moved anything.
fn step_on_pending_area(
    direct: &mut Direct,
    engine: &mut Engine<Transport>,
    comm: usize,
    call: &mut dyn PendingCall<Engine<Transport>>,
) -> std::result::Result<Result<()>, bool> {
    let Some(seat) = direct.seat(comm) else { return Ok(Err(Error::internal("a call has lost its shared area"))) };
    let before = call.position();
    match call.advance(seat, engine) {
        None => Err(call.position() != before),
        Some(result) => {
            seat.pending_area.end();
            Ok(result.map_err(Error::from))
        }
    }
}
