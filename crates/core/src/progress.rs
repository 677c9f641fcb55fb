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
//! beside what it is about, and a variant of [`crate::request::Request`] that holds it.
//!
//! A collective operation that needs a function of the program leaves a [`Combination`]. Whoever
//! made progress takes it ([`crate::process::Process::take_deferred`]) when it has given the
//! process back, calls the function, and reports back ([`crate::process::Process::done_with`]).

use ferry_engine::partitioned::PartitionedReceive;
use ferry_engine::{Engine, MatchPattern};
use ferry_io::worker::Worker;

use crate::Transport;
use crate::collective::Combination;
use crate::collective::direct::Direct;

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
    /// A collective operation on this communicator, whose shared area may have waited for that.
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
    pub(crate) under_way: Vec<usize>,
    /// What the program's functions are to do.
    pub(crate) jobs: Vec<(usize, Combination)>,
    /// Failures of processes are tended to.
    pub(crate) tends_failures: bool,
}

impl ProgressSources {
    #[inline(always)]
    pub(crate) fn are_any(&self) -> bool {
        !self.under_way.is_empty() || self.tends_failures
    }
}
