//! Collective operations that go on between calls: the non-blocking and the persistent ones, each
//! behind a request.
//!
//! Whatever makes progress ([`Process::progress`]) advances all of them. One that needs a function
//! of the program leaves a [`Combination`]: whoever made progress takes it once its borrow of the
//! process is over ([`Process::take_job`]), calls the function and reports back
//! ([`Process::done_with`]). Invariant: a request whose stage is [`OngoingPhase::UnderWay`] is in
//! the list, no other is; one whose stage is [`OngoingPhase::Combining`] has its job in the queue
//! or in the hands of one thread.

use crate::Transport;
use ferry_collective::Collective;
use ferry_engine::Engine;

use super::pending_board::PendingCall;
use super::{Combination, Event, Lifetime, Run};
use crate::collective::direct::Direct;
use crate::process::Process;
use crate::request::Request;
use crate::{Error, Result};

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
    /// A call through shared memory, on the second board of this communicator.
    OnPendingBoard(usize, Box<dyn PendingCall>),
}

/// A collective operation behind a request.
pub struct Ongoing {
    work: Work,
    stage: OngoingPhase,
    is_persistent: bool,
}

impl Ongoing {
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
            Work::OnPendingBoard(_, call) => call.collective(),
        }
    }

    /// The handle of its communicator, which the program may have freed meanwhile.
    pub fn comm(&self) -> usize {
        match &self.work {
            Work::Run(run) => run.comm(),
            Work::OnPendingBoard(comm, _) => *comm,
        }
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

/// The operations under way and what they ask of the program.
#[derive(Default)]
pub struct OngoingList {
    under_way: Vec<usize>,
    jobs: Vec<(usize, Combination)>,
}

impl Process {
    /// Sends what waits, takes what came, and goes on with collective operations under way. True if
    /// anything moved; then there may be jobs ([`Process::has_jobs`]).
    #[inline]
    pub fn progress(&mut self) -> bool {
        let moved = self.engine.progress();
        self.go_on_after(moved)
    }

    /// As [`Process::progress`], in a call that waits.
    #[inline]
    pub fn progress_waiting(&mut self) -> bool {
        let moved = self.engine.progress_waiting(None);
        self.go_on_after(moved)
    }

    #[inline(always)]
    fn go_on_after(&mut self, moved: bool) -> bool {
        self.looks += 1;
        if self.engine.wants_costs() {
            self.learn_costs();
        }
        if self.engine.must_wake_node() {
            self.engine.node_mut().wake_all();
        }
        if self.ongoing.under_way.is_empty() { moved } else { self.advance_collectives() | moved }
    }

    /// Goes on with collective operations under way; whether any moved.
    #[inline(never)]
    pub fn advance_collectives(&mut self) -> bool {
        let mut moved = self.resilience.is_some() && self.tend_failures();
        let mut under_way = std::mem::take(&mut self.ongoing.under_way);
        under_way.retain(|request| {
            let Stepped { goes_on, has_moved } = self.step(*request);
            moved |= has_moved;
            goes_on
        });
        self.ongoing.under_way = under_way;
        moved
    }

    /// Whether a function of the program has to be called: for a collective operation, or because
    /// of an error that no call returns.
    #[inline(always)]
    pub fn has_jobs(&self) -> bool {
        !self.ongoing.jobs.is_empty() || self.engine.has_lost()
    }

    /// A job for the caller alone, and the request to report it done for.
    pub fn take_job(&mut self) -> Option<(usize, Combination)> {
        self.ongoing.jobs.pop()
    }

    /// The job of `request` is done: its operation goes on.
    pub fn done_with(&mut self, request: usize) {
        if let Some(Request::Collective(ongoing)) = self.requests.get_mut(request) {
            ongoing.stage = OngoingPhase::UnderWay;
            self.go_on(request);
        }
    }

    /// A request for an operation, inactive if it is persistent, else started.
    pub fn keep_collective(&mut self, work: Work, lifetime: Lifetime) -> usize {
        let is_persistent = lifetime == Lifetime::Persistent;
        let request =
            self.requests.insert(Request::Collective(Box::new(Ongoing { work, stage: OngoingPhase::Inactive, is_persistent })));
        if !is_persistent {
            self.start_collective(request);
        }
        request
    }

    /// Starts an inactive operation.
    pub fn start_collective(&mut self, request: usize) {
        if let Some(Request::Collective(ongoing)) = self.requests.get_mut(request) {
            let mut puts = false;
            if let Work::Run(run) = &mut ongoing.work {
                run.begin();
                puts = run.puts();
            }
            ongoing.stage = OngoingPhase::UnderWay;
            self.go_on(request);
            // Peers that have begun before may be told enough here to end without this process,
            // which may look again only after a long time.
            if puts {
                self.progress();
            }
        }
    }

    /// Goes on whenever the process makes progress with what is not a collective operation either:
    /// a partitioned receive, until it knows its sender; an access to a file, until it is over; the
    /// service of a shared file pointer.
    pub fn go_on_later(&mut self, request: usize) {
        self.ongoing.under_way.push(request);
    }

    fn go_on(&mut self, request: usize) {
        if self.step(request).goes_on {
            self.ongoing.under_way.push(request);
        }
    }

    /// Goes on with one operation that is under way.
    fn step(&mut self, request: usize) -> Stepped {
        let Process { requests, engine, direct, ongoing: list, files, .. } = self;
        let ongoing = match requests.get_mut(request) {
            Some(Request::Collective(ongoing)) => ongoing,
            Some(Request::PartitionedReceive(receive)) => {
                receive.advance(engine);
                let waits = receive.is_waiting_for_sender();
                return Stepped { goes_on: waits, has_moved: !waits };
            }
            // Who tends to failures is asked before.
            Some(Request::Failures) => return Stepped { goes_on: true, has_moved: false },
            Some(Request::FilePointer(service)) => return Stepped { goes_on: true, has_moved: service.serve(engine) },
            Some(Request::File(access)) => {
                let stepped = access.advance(engine, &mut files.worker);
                if stepped.is_over {
                    self.end_access(request);
                }
                return Stepped { goes_on: !stepped.is_over, has_moved: stepped.moved };
            }
            _ => return Stepped::OVER,
        };
        let result = match &mut ongoing.work {
            Work::Run(run) => {
                let before = run.position();
                // A call that does not block does not look around for messages first.
                match run.poll(engine, 0) {
                    None => return Stepped { goes_on: true, has_moved: run.position() != before },
                    Some(Event::Combine(job)) => {
                        ongoing.stage = OngoingPhase::Combining;
                        list.jobs.push((request, job));
                        return Stepped::OVER;
                    }
                    Some(Event::Done(result)) => result,
                }
            }
            Work::OnPendingBoard(comm, call) => match step_on_pending_board(direct, engine, *comm, call.as_mut()) {
                Ok(result) => result,
                Err(stepped) => return stepped,
            },
        };
        let comm = ongoing.comm();
        ongoing.stage = OngoingPhase::Over(result.map_err(|error| error.on(comm)));
        // A thread may sleep until this is over.
        engine.wake_sleepers();
        self.leave_board(comm);
        Stepped::OVER
    }

    /// An access to a file is over: wakes who may wait for it, and forgets it if the program has.
    fn end_access(&mut self, request: usize) {
        self.engine.wake_sleepers();
        if matches!(self.requests.get(request), Some(Request::File(access)) if access.is_freed) {
            self.requests.remove(request);
        }
    }

    /// Gives the board of a communicator back that was freed while calls were under way, the last
    /// of which is over.
    fn leave_board(&mut self, comm: usize) {
        if let Some((place, ranks)) = self.direct.leave_at_last(comm)
            && let Some(boards) = &mut self.comms.boards
        {
            boards.leave(place, ranks);
        }
    }
}

/// Goes on with a call through shared memory: how it ended, or what came of the step.
fn step_on_pending_board(
    direct: &mut Direct,
    engine: &mut Engine<Transport>,
    comm: usize,
    call: &mut dyn PendingCall,
) -> std::result::Result<Result<()>, Stepped> {
    let Some(seat) = direct.seat(comm) else { return Ok(Err(Error::internal("a call has lost its board"))) };
    let before = call.position();
    match call.advance(seat, engine) {
        None => Err(Stepped { goes_on: true, has_moved: call.position() != before }),
        Some(result) => {
            seat.pending_board.end();
            Ok(result)
        }
    }
}

/// What came of one step of an operation.
struct Stepped {
    goes_on: bool,
    has_moved: bool,
}

impl Stepped {
    const OVER: Stepped = Stepped { goes_on: false, has_moved: true };
}
