//! What goes on whenever this process makes progress: one collection of sources.
//!
//! Point-to-point messages and windows are the engine's ([`ferry_engine::Engine::progress`]), so
//! that a message costs no look at anything else. Everything else is a [`ProgressSource`]:
//!
//! | source | where |
//! |---|---|
//! | non-blocking and persistent collective operations | [`crate::collective::ongoing`] |
//! | partitioned receives that do not know their sender | [`ferry_engine::partitioned`] |
//! | accesses to files, alone and together | [`crate::file::request`] |
//! | the service of a shared file pointer | [`crate::file::pointer`] |
//! | failures of processes, of which other jobs' are some | [`crate::resilience`] |
//!
//! A source says how it goes on and what it waits for. A new one is an implementation of the trait
//! beside what it is about, and a variant of [`Request`] that holds it.
//!
//! A collective operation that needs a function of the program leaves a [`Combination`]: whoever
//! made progress takes it once its borrow of the process is over ([`Process::take_deferred`]),
//! calls the function and reports back ([`Process::done_with`]).

use ferry_engine::partitioned::PartitionedReceive;
use ferry_engine::{Engine, MatchPattern};
use ferry_io::worker::Worker;

use crate::Transport;
use crate::collective::Combination;
use crate::collective::direct::Direct;
use crate::process::Process;
use crate::request::Request;

/// Something that goes on whenever the process makes progress.
pub trait ProgressSource {
    /// Goes on as far as possible without waiting.
    fn advance(&mut self, ground: &mut Ground<'_>) -> Stepped;

    /// What it waits for, for the report of a hang.
    fn awaited(&self) -> SourceWait;
}

/// What a source may use.
pub struct Ground<'a> {
    /// The request behind which the source is.
    pub request: usize,
    /// Messages.
    pub engine: &'a mut Engine<Transport>,
    /// Shared memory.
    pub direct: &'a mut Direct,
    /// The thread for files.
    pub worker: &'a mut Worker,
    /// What the program's functions are to do.
    pub jobs: &'a mut Vec<(usize, Combination)>,
}

/// What came of one step of a source.
#[derive(Clone, Copy, Debug)]
pub struct Stepped {
    /// It is to be asked again.
    pub goes_on: bool,
    /// Something moved.
    pub has_moved: bool,
    /// It is over for good, and what has to be seen to.
    pub ended: Option<SourceEnd>,
}

/// What is to be seen to when a source is over.
#[derive(Clone, Copy, Debug)]
pub enum SourceEnd {
    /// A collective operation on this communicator, whose board may have waited for that.
    Collective(usize),
    /// An access to a file, whose request the program may have freed.
    Access,
}

impl Stepped {
    /// It needs no more steps for now.
    pub const OVER: Stepped = Stepped { goes_on: false, has_moved: true, ended: None };

    /// It goes on.
    pub fn going_on(has_moved: bool) -> Stepped {
        Stepped { goes_on: true, has_moved, ended: None }
    }

    /// It is over.
    pub fn ended(ended: SourceEnd) -> Stepped {
        Stepped { ended: Some(ended), ..Stepped::OVER }
    }
}

/// What a source waits for.
#[derive(Clone, Debug)]
pub enum SourceWait {
    /// Nothing.
    Nothing,
    /// Operations of the engine.
    Operations(Vec<usize>),
    /// A message.
    Message(MatchPattern),
    /// Something that this process has to do.
    OwnPart(&'static str),
    /// A collective operation, which the report describes as such.
    Collective,
}

impl ProgressSource for PartitionedReceive {
    fn advance(&mut self, ground: &mut Ground<'_>) -> Stepped {
        PartitionedReceive::advance(self, ground.engine);
        if self.is_waiting_for_sender() { Stepped::going_on(false) } else { Stepped::OVER }
    }

    fn awaited(&self) -> SourceWait {
        SourceWait::Operations(self.operations())
    }
}

/// The sources of a process.
#[derive(Default)]
pub struct ProgressSources {
    /// Requests behind which they are. Invariant: a collective operation that is under way is in
    /// the list, no other is.
    under_way: Vec<usize>,
    jobs: Vec<(usize, Combination)>,
    /// Failures of processes are tended to.
    tends_failures: bool,
}

impl ProgressSources {
    #[inline(always)]
    fn are_any(&self) -> bool {
        !self.under_way.is_empty() || self.tends_failures
    }
}

impl Process {
    /// Sends what waits, takes what came, and goes on with every source. True if anything moved;
    /// then there may be jobs ([`Process::has_deferred`]).
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
        self.waits.looks += 1;
        if self.engine.wants_costs() {
            self.learning.learn(&mut self.engine, &mut self.settings);
        }
        if self.engine.must_wake_node() {
            self.engine.node_mut().wake_all();
        }
        if self.sources.are_any() { self.advance_sources() | moved } else { moved }
    }

    /// Goes on with every source; whether any moved.
    #[inline(never)]
    pub fn advance_sources(&mut self) -> bool {
        let mut moved = self.sources.tends_failures && self.tend_failures();
        let mut under_way = std::mem::take(&mut self.sources.under_way);
        under_way.retain(|request| {
            let Stepped { goes_on, has_moved, .. } = self.step(*request);
            moved |= has_moved;
            goes_on
        });
        under_way.append(&mut self.sources.under_way);
        self.sources.under_way = under_way;
        moved
    }

    /// Whether a function of the program has to be called: for a collective operation, or because
    /// of an error that no call returns.
    #[inline(always)]
    pub fn has_deferred(&self) -> bool {
        !self.sources.jobs.is_empty() || self.engine.has_lost()
    }

    /// A job for the caller alone, and the request to report it done for.
    pub fn take_deferred(&mut self) -> Option<(usize, Combination)> {
        self.sources.jobs.pop()
    }

    /// Has the source behind `request` go on whenever the process makes progress.
    pub fn go_on_later(&mut self, request: usize) {
        self.sources.under_way.push(request);
    }

    /// Has failures of processes tended to whenever the process makes progress.
    pub(crate) fn tend_failures_from_now_on(&mut self) {
        self.sources.tends_failures = true;
    }

    /// Goes on with the source behind `request` now, and later if that is not the end of it.
    pub(crate) fn go_on(&mut self, request: usize) {
        if self.step(request).goes_on {
            self.go_on_later(request);
        }
    }

    fn step(&mut self, request: usize) -> Stepped {
        let Process { requests, engine, direct, sources, files, .. } = self;
        let Some(source) = requests.get_mut(request).and_then(Request::source_mut) else { return Stepped::OVER };
        let ground = &mut Ground { request, engine, direct, worker: &mut files.worker, jobs: &mut sources.jobs };
        let stepped = source.advance(ground);
        if let Some(ended) = stepped.ended {
            // A thread may sleep until this is over.
            self.engine.wake_sleepers();
            match ended {
                SourceEnd::Collective(comm) => self.leave_board(comm),
                SourceEnd::Access => self.forget_freed_access(request),
            }
        }
        stepped
    }
}
