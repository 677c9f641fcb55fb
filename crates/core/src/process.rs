//! The state of one MPI process: from its first `MPI_Init` or `MPI_Session_init` on, which may be
//! followed by others after the last `MPI_Finalize` or `MPI_Session_finalize`.
//!
//! What is done to one part of it is a method of that part. What takes several parts is a method of
//! [`Process`] beside what it is about; those parts know nothing of the process.
//!
//! - `progress`: messages and everything else that goes on
//! - `requests`: requests behind which something goes on

mod progress;
mod requests;

use ferry_constants as mpi;
use ferry_engine::{Engine, Limits, Message};
use ferry_handle::{Kind, Table};
use ferry_protocol::process::ProcessId;
use ferry_settings::{Async, Origin, Settings, Spin};
use ferry_shm::background::Wish;

use crate::attribute::Keyvals;
use crate::bsend::AttachedBuffer;
use crate::collective::Collectives;
use crate::collective::direct::Direct;
use crate::comm::{Comm, Comms};
use crate::completed::CompletedRequests;
use crate::costs::Learning;
use crate::diagnosis::watch::Watch;
use crate::file::Files;
use crate::group::Groups;
use crate::introductions::Introductions;
use crate::job::Job;
use crate::launcher::Launcher;
use crate::nodes::NodeMap;
use crate::objects::Objects;
use crate::operation::Operations;
use crate::ports::Ports;
use crate::progress::ProgressSources;
use crate::request::{Requests, requests};
use crate::resilience::Resilience;
use crate::service::Services;
use crate::session::Session;
use crate::tuning::FoundTuning;
use crate::types::Datatypes;
use crate::window::Window;
use crate::{Error, Result, Transport, memory_kind};

/// Looks of a blocking receive before it posts itself, with a processor to itself.
const FIRST_LOOKS_ALONE: u32 = 200;
/// The same where ranks share processors.
const FIRST_LOOKS_SHARED: u32 = 2;
/// The same where other threads of the process may want the library lock, which is held meanwhile.
const FIRST_LOOKS_THREADS: u32 = 16;

/// Everything an initialized MPI process has. Between the end of its last use of MPI and the
/// beginning of the next it stays as it is: peers may send to it, and their messages wait.
pub struct Process {
    /// Point-to-point communication.
    pub engine: Engine<Transport>,
    /// Communicators.
    pub comms: Comms,
    /// Groups.
    pub groups: Groups,
    /// Sessions.
    pub sessions: Objects<Session>,
    /// Attribute keys.
    pub keyvals: Keyvals,
    /// Datatypes.
    pub datatypes: Datatypes,
    /// Reduction operations.
    pub operations: Operations,
    /// Requests that are more than one operation of the engine.
    pub requests: Requests,
    /// Files.
    pub files: Files,
    /// Requests of operations that were complete at once.
    pub completed: CompletedRequests,
    /// Messages that matched probes took.
    pub messages: Table<(usize, Message)>,
    /// What collective operations keep between calls.
    pub collectives: Collectives,
    /// What goes on whenever it makes progress.
    pub(crate) sources: ProgressSources,
    /// Collective operations through shared memory.
    pub direct: Direct,
    /// Windows of one-sided communication.
    pub windows: Objects<Window>,
    /// What it has to do with other jobs.
    pub other_jobs: OtherJobs,
    /// How its calls wait.
    pub waits: Waits,
    /// Partitioned sends made so far: each has a number.
    pub channels: u64,
    /// The buffer of buffered sends.
    pub attached: AttachedBuffer,
    /// Settings from the environment.
    pub settings: Settings,
    /// The connection to the launcher, if there is one.
    pub launcher: Option<Launcher>,
    /// What it knows of its job and of itself in it.
    pub world: World,
    /// What a job needs that survives the death of processes.
    pub resilience: Option<Box<Resilience>>,
    /// What is to be found out about costs.
    pub(crate) learning: Learning,
}

/// What a process knows of its job and of itself in it.
pub struct World {
    /// Processes in `MPI_COMM_WORLD`.
    pub size: usize,
    /// `MPI_APPNUM`.
    pub appnum: i32,
    /// By which processes of the job know each other on networks.
    pub(crate) secret: String,
    /// Name of this host, for messages to people.
    pub host: String,
    /// Thread level granted by `MPI_Init` or `MPI_Init_thread`; `None` while there is no
    /// `MPI_COMM_WORLD`.
    pub level: Option<i32>,
    /// Whether `FERRY_STATS` has been served.
    pub has_reported: bool,
    /// The process id.
    pid: u32,
}

/// What a process has to do with other jobs.
#[derive(Default)]
pub struct OtherJobs {
    /// Ports that were opened.
    pub ports: Ports,
    /// Names that were published.
    pub services: Services,
    /// The communicator with the processes that wanted this one, if such there are.
    pub parent: Option<usize>,
    /// The launcher of this process, which was spawned, knows that it has nothing to do with other
    /// jobs any more.
    pub is_parted: bool,
    /// Introductions to processes of other jobs that are under way.
    pub introductions: Introductions,
}

/// How the calls of a process wait.
pub struct Waits {
    /// See [`crate::wait::Waiter::first_looks`].
    pub first_looks: u32,
    /// Times that some thread has looked for progress.
    pub looks: u64,
    /// Time that blocking calls spent after they had stopped polling, in nanoseconds.
    pub waited_ns: u64,
    /// What calls that wait for long have noted.
    pub watch: Watch,
}

impl Default for Waits {
    fn default() -> Self {
        Waits { first_looks: FIRST_LOOKS_ALONE, looks: 0, waited_ns: 0, watch: Watch::default() }
    }
}

impl Process {
    /// Joins the job as the environment says (MPI-5 §11.2).
    pub fn join(settings: Settings) -> Result<Self> {
        let tuning = FoundTuning::read(&settings);
        let Job { id, secret, host, rank, size, appnum, transport, launcher } = Job::join(&settings, &tuning)?;
        if rank == 0 {
            tuning.warn();
        }
        let mut engine = Engine::new(transport, rank, size, limits(&settings));
        engine.limit_long(long_max(&settings));
        engine.learn_from_messages(ferry_sys::clock::now_ns);
        engine.set_costs(ferry_calibrate::assumed(), false);
        engine.node_mut().copiers().set_wish(copying_thread(&settings));
        if !settings.record.is_empty() {
            engine.profile_buffers();
        }
        let direct = Direct::default();
        let mut comms = Comms::new(ProcessId { job: id, rank }, size as u32);
        comms.shared_areas = Some(engine.node().shared_areas());
        if let (Some(launcher), Some(_)) = (launcher.clone(), engine.device().network()) {
            comms.nodes = Some(NodeMap::new(size, Box::new(move |rank, key| launcher.fetch(rank, key))));
        }
        let pid = std::process::id();
        let world = World { size, appnum: appnum as i32, secret, host, level: None, has_reported: false, pid };
        let mut process = Process {
            engine,
            comms,
            groups: Groups::default(),
            sessions: Objects::default(),
            keyvals: Keyvals::default(),
            datatypes: Datatypes::insisting(settings.strict.is_on()),
            operations: Operations::default(),
            requests: requests(),
            files: Files::default(),
            completed: CompletedRequests::default(),
            messages: Table::new(Kind::Message),
            collectives: Collectives::new(&settings, tuning.choices())?,
            sources: ProgressSources::default(),
            direct,
            windows: Objects::default(),
            other_jobs: OtherJobs::default(),
            waits: Waits::default(),
            channels: 0,
            attached: AttachedBuffer::default(),
            settings,
            launcher,
            world,
            resilience: None,
            learning: Learning::default(),
        };
        process.survive_failures();
        process.listen();
        Ok(process)
    }

    /// Begins the World Model with a predefined error handler: there are `MPI_COMM_WORLD` and
    /// `MPI_COMM_SELF`.
    pub fn open_world(&mut self, thread_level: i32, errhandler: usize) {
        self.world.level = Some(thread_level);
        self.comms.open_world(errhandler);
    }

    /// Ends the World Model.
    pub fn close_world(&mut self) {
        self.world.level = None;
        for comm in [mpi::MPI_COMM_WORLD, mpi::MPI_COMM_SELF] {
            if let Some(comm) = self.comms.get_mut(comm) {
                std::mem::take(&mut comm.puts).end(&mut self.engine);
            }
        }
        self.comms.close_world();
        self.direct.leave(mpi::MPI_COMM_WORLD);
    }

    /// Whether the World Model is in force or a session is open.
    pub fn is_used(&self) -> bool {
        self.world.level.is_some() || !self.sessions.is_empty()
    }

    /// The memory allocation kinds that objects derived from `session` support, or from none.
    pub fn memory_kinds(&self, session: usize) -> String {
        match self.sessions.get(session) {
            Some(session) => session.memory_kinds.clone(),
            None => memory_kind::provided(&self.settings.memory_alloc_kinds),
        }
    }

    /// Whether this is the process that joined the job, and no child of it that has a copy
    /// (`_Fork`, `clone`: what `fork` makes is told).
    pub fn is_own(&self) -> bool {
        self.world.pid == std::process::id()
    }

    /// Tells peers and the launcher that this process may exit now.
    ///
    /// # Errors
    /// The launcher's connection was closed by the program: its end will be taken for a failure.
    pub fn leave(&mut self) -> Result<()> {
        if !self.is_own() {
            return Ok(());
        }
        let rank = self.rank();
        self.learning.learn_for_others(&self.engine, rank);
        self.engine.node_mut().copiers().end();
        let is_everybody_told = self.engine.device_mut().network_mut().is_none_or(ferry_route::Network::leave);
        let told = self.launcher.as_ref().map_or(Ok(()), Launcher::finalize);
        ferry_sys::question::hang_up();
        self.launcher = self.launcher.take().filter(Launcher::is_ferry);
        told.map_err(|error| other(&error))?;
        if !is_everybody_told {
            let seconds = ferry_route::FAREWELL.as_secs();
            let text = format!(
                "a peer on another host has taken nothing for {seconds} s and was not told that this process ends; it will take that for a failure"
            );
            return Err(Error::new(mpi::MPI_ERR_OTHER, text));
        }
        Ok(())
    }

    /// Tells a launcher that expects it that this process uses MPI again after [`Process::leave`].
    /// Others see the process only exit.
    pub fn rejoin(&mut self) -> Result<()> {
        if let Some(launcher) = &mut self.launcher {
            launcher.init().map_err(|error| other(&error))?;
        }
        self.listen();
        Ok(())
    }

    /// World rank of this process.
    #[inline(always)]
    pub fn rank(&self) -> u32 {
        self.engine.rank()
    }

    /// Takes a communicator's handle away. Operations under way on it complete.
    pub fn free_comm(&mut self, handle: usize) -> Option<Comm> {
        let leaves_shared_area = self.direct.leave(handle);
        let removed = self.comms.remove(handle, leaves_shared_area);
        if let Some(comm) = &removed {
            comm.puts.end(&mut self.engine);
        }
        self.other_jobs.parent = self.other_jobs.parent.filter(|parent| *parent != handle);
        let needing = self.engine.operation_count() + self.requests.len() + self.messages.len();
        if self.comms.remembers_many(needing) {
            let operations = self.engine.operations().map(|(_, operation)| operation.context);
            let requests = self.requests.iter().filter_map(|(_, request)| request.context());
            let messages = self.messages.iter().map(|(_, (_, message))| message.context());
            self.comms.forget_all_but(operations.chain(requests).chain(messages));
        }
        removed
    }

    /// Adapts the patience of waits to whether ranks share processors, once that is known, and to
    /// whether threads share the library lock.
    pub fn adapt(&mut self, is_threaded: bool) {
        let alone = if is_threaded { FIRST_LOOKS_THREADS } else { FIRST_LOOKS_ALONE };
        let automatic = if self.engine.oversubscribed() { FIRST_LOOKS_SHARED } else { alone };
        self.waits.first_looks = match self.settings.spin {
            Spin::Auto => automatic,
            Spin::Count(count) => count.min(automatic),
        };
    }
}

/// What the settings say for the engine.
pub(crate) fn limits(settings: &Settings) -> Limits {
    let Settings { eager_max, unexpected_budget, large_messages: method, .. } = *settings;
    Limits { eager_max, unexpected_budget: unexpected_budget as u64, method }
}

/// Longest message that is sent at once where a network can take it from the program's memory: as
/// the network says, unless the program's user does.
pub(crate) fn long_max(settings: &Settings) -> u64 {
    match settings.origin("FERRY_EAGER_MAX") {
        Some(Origin::Default) => u64::MAX,
        _ => settings.eager_max as u64,
    }
}

/// When a thread copies, as the settings say.
pub(crate) fn copying_thread(settings: &Settings) -> Wish {
    match settings.asynchronous {
        Async::Auto => Wish::WhereSpare,
        Async::On => Wish::Always,
        Async::Off => Wish::Never,
    }
}

fn other(error: &dyn std::error::Error) -> Error {
    Error::new(ferry_constants::MPI_ERR_OTHER, error.to_string())
}
