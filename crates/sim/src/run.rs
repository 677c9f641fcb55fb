//! One run of a workload: what is to be given, and what comes out.

use std::rc::Rc;

use ferry_hybrid::datagrams_in_common;
use ferry_protocol::reuse::profile::Summary;
pub use ferry_rc::Counters;
use ferry_rc::Receives;

use crate::arrivals::Arrivals;
use ferry_device::Device;
use ferry_ud::{LargeMessages, Repair};

use crate::environment::{BothDevice, DatagramDevice, Plan, SimDevice};
use crate::fault::Faults;
use crate::invariant;
use crate::job::{Invariant, Job, Violation};
use crate::profile::Profile;
use crate::state::{MemoryUse, Totals};
use crate::verbs::SimVerbs;
use crate::workload::{Results, Row, Rows, Settings, Workload};
use crate::world::World;

/// What is run.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program.
    pub workload: Workload,
    /// With which numbers.
    pub settings: Settings,
    /// How the job is laid out.
    pub plan: Plan,
    /// On which machine.
    pub profile: Profile,
    /// What goes wrong.
    pub faults: Faults,
    /// Chance.
    pub seed: u64,
    /// Whether ranks that wait sleep, rather than look all the time.
    pub sleeps: bool,
    /// Whether what happens is noted down.
    pub is_logged: bool,
    /// Whether it is noted which buffers short messages leave from.
    pub profiles_buffers: bool,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What the program measured.
    pub rows: Vec<Row>,
    /// What happened.
    pub totals: Totals,
    /// What came into receives.
    pub arrivals: Arrivals,
    /// Fewest receives that a shared queue had left when one had been taken, if there are such
    /// queues.
    pub driest: Option<u32>,
    /// Until when, in ps.
    pub end_ps: u64,
    /// What the slowest rank took, without the iterations that warm up, in ps.
    pub work_ps: u64,
    /// What all ranks used at the end, and buffers at most, in bytes; the mean.
    pub memory: MemoryUse,
    /// Memory for receiving of the rank that has most of it, in bytes.
    pub most_receive_bytes: u64,
    /// Sum of what the devices counted.
    pub counters: Counters,
    /// How each rank used the buffers that its short messages left from.
    pub buffers: Vec<Summary>,
    /// Notes, if they were wanted.
    pub log: Vec<String>,
    /// Differs if any note does.
    pub digest: u64,
}

/// Why there is no report.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RunError {
    /// What was asked for is not possible.
    #[error("{0}")]
    Setup(String),
    /// An invariant does not hold; with the notes, if they were wanted.
    #[error("{0}")]
    Violation(Violation, Vec<String>),
}

/// Bytes that a rank takes in this process besides what its protocols allocate: the task, the
/// engine, tables of peers.
const RANK_BYTES: u64 = 64 << 10;

impl Setup {
    /// A run of `workload` on `ranks` ranks of `profile`.
    pub fn new(workload: Workload, ranks: u32, profile: Profile, seed: u64) -> Setup {
        let settings = Settings { seed, ..Settings::default() };
        Setup {
            workload,
            settings,
            plan: Plan::new(ranks),
            profile,
            faults: Faults::default(),
            seed,
            sleeps: false,
            is_logged: false,
            profiles_buffers: false,
        }
    }

    /// Whether it can be run at all.
    ///
    /// # Errors
    /// What is impossible, and why.
    pub fn check(&self) -> Result<(), RunError> {
        let Plan { ranks, per_node, .. } = self.plan;
        self.workload.check(ranks).map_err(RunError::Setup)?;
        if per_node == 0 {
            return Err(RunError::Setup("0 ranks a node: there must be at least one".to_owned()));
        }
        let needed = u64::from(ranks) * (RANK_BYTES + u64::from(ranks) * ENGINE_BYTES_PER_PEER);
        let free = available_bytes();
        if free.is_some_and(|free| needed > free) {
            let text =
                format!("{ranks} ranks need at least {} MiB, the machine has {} MiB free", needed >> 20, free.unwrap_or(0) >> 20);
            return Err(RunError::Setup(text));
        }
        Ok(())
    }

    /// Runs it with the receives that `receives` makes for each rank.
    ///
    /// # Errors
    /// What is impossible, or the first invariant that does not hold.
    pub fn run<R: Receives<SimVerbs> + 'static>(&self, receives: impl FnMut(u32) -> R) -> Result<Report, RunError> {
        self.check()?;
        let world = self.world();
        let job = self.plan.build(&world, receives).map_err(|error| RunError::Setup(error.to_string()))?;
        self.run_job(&world, job, invariant::all(None), |device: &SimDevice<R>| device.device().counters())
    }

    /// Runs it over datagrams.
    ///
    /// # Errors
    /// As [`Setup::run`].
    pub fn run_datagrams(&self, large: LargeMessages, repair: Repair) -> Result<Report, RunError> {
        self.check()?;
        let world = self.world();
        let mut plan = self.plan.clone();
        (plan.datagrams.large, plan.datagrams.repair) = (large, repair);
        let job = plan.build_datagrams(&world).map_err(|error| RunError::Setup(error.to_string()))?;
        self.run_job(&world, job, invariant::of_datagrams(), |device: &DatagramDevice| {
            datagrams_in_common(&device.device().counters())
        })
    }

    /// Runs it over datagrams, and over connections to peers that turn out hot.
    ///
    /// # Errors
    /// As [`Setup::run`].
    pub fn run_both(&self) -> Result<Report, RunError> {
        self.check()?;
        let world = self.world();
        let job = self.plan.build_both(&world).map_err(|error| RunError::Setup(error.to_string()))?;
        self.run_job(&world, job, invariant::of_datagrams(), |device: &BothDevice| {
            let both = device.device();
            datagrams_in_common(&both.datagrams().counters()).and(&both.connections().counters())
        })
    }

    fn world(&self) -> World {
        let world = World::new(self.profile.clone(), self.faults, self.seed);
        world.set_log(self.is_logged);
        world
    }

    fn run_job<D: Device + 'static>(
        &self,
        world: &World,
        mut job: Job<D>,
        mut invariants: Vec<Box<dyn Invariant<D>>>,
        counters: impl Fn(&D) -> Counters,
    ) -> Result<Report, RunError> {
        (0..self.plan.ranks).for_each(|rank| world.set_sleeping(rank, self.sleeps));
        if self.profiles_buffers {
            job.ranks().iter().for_each(|rank| rank.seat.engine.borrow_mut().profile_buffers());
        }
        let (settings, rows) = (Rc::new(self.settings.clone()), Rows::default());
        let workload = self.workload;
        let result = job.run(|rank| workload.run(rank, Rc::clone(&settings), Rc::clone(&rows)), &mut invariants);
        match result {
            Err(violation) => Err(RunError::Violation(violation, world.take_log())),
            Ok(()) => Ok(report(world, &job, rows.take(), counters)),
        }
    }
}

/// What the engine of a rank keeps for each peer, in bytes.
pub const ENGINE_BYTES_PER_PEER: u64 = 112;

fn report<D: Device + 'static>(world: &World, job: &Job<D>, results: Results, counters_of: impl Fn(&D) -> Counters) -> Report {
    let ranks = job.ranks().len() as u64;
    let mut memory = MemoryUse::default();
    let (mut counters, mut most_receive_bytes, mut buffers) = (Counters::default(), 0, Vec::new());
    for rank in job.ranks() {
        memory.add(&world.memory(rank.rank()));
        let own = counters_of(rank.seat.engine.borrow().device());
        let engine = rank.seat.engine.borrow();
        // Tables 1 and 3 have the program's buffers; scratch of collectives is none of them.
        let is_block = |address| world.view().blocks.contains(&address);
        buffers.extend(engine.buffer_profile().map(|profile| profile.summary_of(is_block)));
        most_receive_bytes = most_receive_bytes.max(own.receive_bytes);
        counters = counters.and(&own);
    }
    memory.divide(ranks);
    let Results { rows, work_ps } = results;
    Report {
        rows,
        totals: world.totals(),
        arrivals: world.arrivals(),
        driest: world.driest(),
        end_ps: world.now_ps(),
        work_ps,
        memory,
        most_receive_bytes,
        counters,
        buffers,
        log: world.take_log(),
        digest: world.log_digest(),
    }
}

/// Memory that the machine can still give, in bytes, where it says so.
pub fn available_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib << 10)
}
