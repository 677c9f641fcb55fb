//! Allgather over messages and over puts, measured as the paper on RDMA-based allgather does
//! (AG-6): the same buffers again and again, other ones each time, and a kernel that multiplies
//! matrices by blocks of rows.

use std::cell::Cell;
use std::rc::Rc;

use ferry_device::Device;
use ferry_engine::collective::buffers::COPY_BELOW_MAX;
use ferry_rc::PerPeer;
use ferry_rc::per_peer::BASELINE;

use crate::collectives::Means;
use crate::environment::{Plan, SimDevice};
use crate::fault::Faults;
use crate::job::Job;
use crate::profile::Profile;
use crate::program::Block;
use crate::rank::Rank;
use crate::run::RunError;
use crate::verbs::SimVerbs;
use crate::world::World;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Experiment {
    /// Ranks, each on a node of its own.
    pub ranks: u32,
    /// Bytes of each.
    pub bytes: usize,
    /// The algorithm; `None`: the cheapest of those there are.
    pub algorithm: Option<&'static str>,
    /// Ranks put into each other's memory where the algorithm does.
    pub puts: bool,
    /// Every iteration has the same buffers, which stay registered.
    pub reuses_buffers: bool,
    /// Iterations that count.
    pub iterations: u32,
    /// What a rank computes after each, in ns.
    pub compute_ns: u64,
    /// M_T, other than the library's.
    pub copy_below: Option<u64>,
    /// Long blocks are not moved: for more data than the machine has memory.
    pub is_hollow: bool,
}

impl Experiment {
    /// Allgather of so many bytes from each of so many ranks, again and again.
    pub fn new(ranks: u32, bytes: usize) -> Experiment {
        Experiment {
            ranks,
            bytes,
            algorithm: None,
            puts: false,
            reuses_buffers: true,
            iterations: 10,
            compute_ns: 0,
            copy_below: None,
            is_hollow: false,
        }
    }

    /// The same over puts.
    #[must_use]
    pub fn over_puts(self) -> Experiment {
        Experiment { puts: true, ..self }
    }

    /// The same by an algorithm.
    #[must_use]
    pub fn by(self, algorithm: &'static str) -> Experiment {
        Experiment { algorithm: Some(algorithm), ..self }
    }

    /// The mean time of an iteration at the slowest rank, in us.
    ///
    /// # Errors
    /// What is impossible, or the first invariant that does not hold, wrong data among them.
    pub fn run(&self, profile: &Profile, seed: u64) -> Result<f64, RunError> {
        self.run_in(&World::new(profile.clone(), Faults::default(), seed))
    }

    /// As [`Experiment::run`], but a rank dies at a time, in ps.
    ///
    /// # Errors
    /// As there; also that the rank is missing.
    pub fn run_with_death(&self, profile: &Profile, seed: u64, (rank, at_ps): (u32, u64)) -> Result<f64, RunError> {
        let world = World::new(profile.clone(), Faults::default(), seed);
        world.kill_at(rank, at_ps);
        self.run_in(&world)
    }

    fn run_in(&self, world: &World) -> Result<f64, RunError> {
        if let Some(copy_below) = self.copy_below.filter(|bytes| *bytes > COPY_BELOW_MAX) {
            let text = format!("M_T is {copy_below} bytes; collective buffers have room for {COPY_BELOW_MAX} at most");
            return Err(RunError::Setup(text));
        }
        let mut job = self.build(world).map_err(|error| RunError::Setup(error.to_string()))?;
        let slowest_ps = Rc::new(Cell::new(0));
        let result = {
            let slowest_ps = &slowest_ps;
            let program = |rank| {
                let (experiment, slowest_ps) = (*self, Rc::clone(slowest_ps));
                async move {
                    let took_ps = experiment.program(&rank).await;
                    slowest_ps.set(slowest_ps.get().max(took_ps));
                }
            };
            job.run(program, &mut [])
        };
        result.map_err(|violation| RunError::Violation(violation, Vec::new()))?;
        Ok(slowest_ps.get() as f64 / 1e6 / f64::from(self.iterations))
    }

    /// Has ranks make collective buffers and give them back, again and again; bytes registered for
    /// them at most.
    ///
    /// # Errors
    /// As [`Experiment::run`].
    pub fn churn(&self, profile: &Profile, times: u32) -> Result<u64, RunError> {
        let world = World::new(profile.clone(), Faults::default(), 1);
        let mut job = self.build(&world).map_err(|error| RunError::Setup(error.to_string()))?;
        let most_bytes = Rc::new(Cell::new(0));
        let program = |rank: Rank<Ranked>| {
            let (most_bytes, bytes) = (Rc::clone(&most_bytes), self.bytes);
            async move {
                let (from, into) = (rank.block(bytes), rank.block(bytes * rank.ranks() as usize));
                for _ in 0..times {
                    rank.join_collective_buffers().await;
                    rank.allgather(&from, &into, bytes).await;
                    most_bytes.set(most_bytes.get().max(rank.collective_buffers_in_use().1));
                    rank.leave_collective_buffers().await;
                }
            }
        };
        job.run(program, &mut []).map_err(|violation| RunError::Violation(violation, Vec::new()))?;
        Ok(most_bytes.get())
    }

    fn build(&self, world: &World) -> ferry_rdma::Result<Job<Ranked>> {
        let plan = Plan::new(self.ranks);
        debug_assert!(plan.options.ring_slot_bytes < HOLLOW_FROM, "packets are moved");
        Ok(Job::new(world, plan.devices(world, |_| PerPeer::new(&BASELINE))?, plan.limits))
    }

    /// What one rank does; how long it took without what comes before, in ps.
    async fn program<D: Device>(&self, rank: &Rank<D>) -> u64 {
        let means = Means { algorithm: self.algorithm, copy_below: self.copy_below, copies_take_time: true };
        rank.set_means(means);
        if self.puts {
            rank.join_collective_buffers().await;
        }
        if self.is_hollow {
            // What ranks had to tell each other they have told.
            rank.world().set_hollow(HOLLOW_FROM);
        }
        let all = self.bytes * rank.ranks() as usize;
        let count = if self.reuses_buffers { 1 } else { self.iterations + WARM_UP };
        // All are kept: memory that is freed and allocated again would be registered, or not, by
        // chance.
        let buffers: Vec<_> = (0..count).map(|_| (rank.block(self.bytes.max(1)), rank.block(all.max(1)))).collect();
        let mut begin_ps = 0;
        for iteration in 0..WARM_UP + self.iterations {
            if iteration == WARM_UP {
                rank.barrier().await;
                begin_ps = rank.now_ps();
            }
            let (from, into) = &buffers[iteration as usize % buffers.len()];
            if !self.is_hollow {
                from.fill(0, self.bytes, name(rank.rank(), iteration));
            }
            rank.allgather(from, into, self.bytes).await;
            if !self.is_hollow {
                self.check(rank, into, iteration);
            }
            if self.compute_ns > 0 {
                rank.compute(self.compute_ns).await;
            }
        }
        rank.now_ps() - begin_ps
    }
}

impl Experiment {
    /// Accuses the rank if what it has from others is not what they gave.
    fn check<D: Device>(&self, rank: &Rank<D>, into: &Block, iteration: u32) {
        for other in 0..rank.ranks() {
            let wrong = into.find_wrong(other as usize * self.bytes, self.bytes, name(other, iteration));
            if let Some(byte) = wrong {
                let text = format!("byte {byte} of what rank {other} gave in iteration {iteration} is wrong");
                rank.world().accuse(rank.rank(), "delivery", text);
            }
        }
    }
}

/// The algorithm that MPICH 1.2.6, on which the paper's library is based, has for so many bytes of
/// each of so many ranks: recursive doubling below 512 KiB in all for powers of two, Bruck's
/// algorithm below 80 KiB for other numbers, and a ring else.
pub fn of_mpich(ranks: u32, bytes: usize) -> &'static str {
    let total = bytes * ranks as usize;
    if ranks.is_power_of_two() && total < 512 << 10 {
        "doubling"
    } else if total < 80 << 10 {
        "bruck"
    } else {
        "ring"
    }
}

/// The algorithm of the paper for puts: recursive doubling, and a ring for messages above 1 MB of
/// more than 32 ranks.
pub fn of_paper(ranks: u32, bytes: usize) -> &'static str {
    match (ranks.is_power_of_two(), bytes > 1 << 20 && ranks > 32) {
        (_, true) => "put_ring",
        (true, false) => "put_doubling",
        (false, false) => "put_circulant",
    }
}

/// The device of its ranks.
type Ranked = SimDevice<PerPeer<SimVerbs>>;

/// Iterations that do not count: connections are made, and what can stay registered is registered.
const WARM_UP: u32 = 3;

/// Transfers of a hollow experiment from so many bytes on move nothing; shorter ones may be packets
/// of the library, which are writes into rings.
const HOLLOW_FROM: u32 = 4 << 10;

/// What a rank gives in an iteration.
fn name(rank: u32, iteration: u32) -> u64 {
    u64::from(rank) << 32 | u64::from(iteration)
}
