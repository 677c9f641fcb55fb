//! Collective operations of simulated ranks: the schedules of `ferry-collective`, chosen and run as
//! in the library.
//!
//! # Safety arguments
//! - CL-1: buffers are blocks (PG-1) that are as long as the problem says, which `place` checks.

use ferry_collective::{Algorithm, Blocks, Collective, OneSided, Problem, PutCosts, Query, Shape, Spread, select};
use ferry_constants as mpi;
use ferry_datatype::{Datatype, Primitive};
use ferry_device::Device;
use ferry_engine::collective::buffers::{CARD_BYTES, COPY_BELOW_MAX};
use ferry_engine::collective::{Address, Execution, KIND_BITS, Memory, Progress, Reduction, Types};
use ferry_kernels::{ReduceOp, reduction};

use crate::profile::Profile;
use crate::program::Block;
use crate::rank::{COLLECTIVES, Rank, Wait};

/// Bytes of an element of reductions: an unsigned integer.
pub const ELEMENT: usize = 8;

/// How collective operations are done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Means {
    /// By this algorithm, for those that have it and can use it; else by the cheapest.
    pub algorithm: Option<&'static str>,
    /// M_T, other than the library's. Beyond [`COPY_BELOW_MAX`] operations end with a violation:
    /// there is no room in collective buffers.
    pub copy_below: Option<u64>,
    /// Copies within ranks take time.
    pub copies_take_time: bool,
}

impl<D: Device> Rank<D> {
    /// Sets how collective operations are done from now on, alike at all ranks.
    pub fn set_means(&self, means: Means) {
        self.seat.means.set(means);
    }

    /// Makes a collective buffer and tells all others where it is, so that operations may put
    /// (AG-3).
    ///
    /// # Panics
    /// If this rank, or another one, cannot.
    pub async fn join_collective_buffers(&self) {
        let (own, all) = (self.block(CARD_BYTES), self.block(CARD_BYTES * self.ranks() as usize));
        let buffer = {
            let mut engine = self.seat.engine.borrow_mut();
            let (device, buffers) = engine.collective_buffers();
            let buffer = buffers.open(device).expect("the adapter registers a collective buffer");
            own.write(0, &buffers.card(buffer, device));
            buffer
        };
        self.allgather(&own, &all, CARD_BYTES).await;
        let mut cards = vec![0; all.len()];
        all.read(0, &mut cards);
        let can_put = {
            let mut engine = self.seat.engine.borrow_mut();
            let (device, buffers) = engine.collective_buffers();
            buffers.join(buffer, self.rank(), &cards, |rank| rank, device)
        };
        assert!(can_put, "every rank can put to every other");
        self.barrier().await;
        self.seat.engine.borrow_mut().collective_buffers().1.settle(buffer, u64::MAX);
        self.seat.collective_buffer.set(Some(buffer));
    }

    /// Gives the collective buffer back; operations go by messages again.
    pub async fn leave_collective_buffers(&self) {
        self.barrier().await;
        if let Some(buffer) = self.seat.collective_buffer.take() {
            let mut engine = self.seat.engine.borrow_mut();
            let (device, buffers) = engine.collective_buffers();
            buffers.close(buffer, device);
        }
    }

    /// Collective buffers in use, and bytes registered for all there are.
    pub fn collective_buffers_in_use(&self) -> (u64, u64) {
        let counts = self.seat.engine.borrow_mut().collective_buffers().1.counts();
        (counts.in_use, counts.bytes)
    }

    fn choose(&self, query: &Query) -> &'static Algorithm {
        let named = |name| query.algorithms().iter().find(|algorithm| algorithm.name == name && algorithm.requires.met_by(query));
        self.seat.means.get().algorithm.and_then(named).unwrap_or_else(|| select(query))
    }

    /// Waits until all ranks are here.
    pub async fn barrier(&self) {
        self.collective(Collective::Barrier, self.problem(), None, None).await;
    }

    /// `len` bytes from `root` to all.
    pub async fn bcast(&self, root: u32, block: &Block, len: usize) {
        let problem = Problem { root, recv: bytes(len), ..self.problem() };
        self.collective(Collective::Bcast, problem, None, Some((block, len))).await;
    }

    /// The sums of `count` unsigned integers of all ranks, in place.
    pub async fn allreduce(&self, block: &Block, count: usize) {
        let recv = Blocks::uniform(count as u64, Shape::dense(ELEMENT as u64));
        let problem = Problem { in_place: true, recv, ..self.problem() };
        self.collective(Collective::Allreduce, problem, None, Some((block, count * ELEMENT))).await;
    }

    /// `len` bytes of each rank to all.
    pub async fn allgather(&self, from: &Block, into: &Block, len: usize) {
        let problem = Problem { send: bytes(len), recv: bytes(len), ..self.problem() };
        let all = len * self.ranks() as usize;
        self.collective(Collective::Allgather, problem, Some((from, len)), Some((into, all))).await;
    }

    /// `len` bytes from each rank to each.
    pub async fn alltoall(&self, from: &Block, into: &Block, len: usize) {
        let problem = Problem { send: bytes(len), recv: bytes(len), ..self.problem() };
        let all = len * self.ranks() as usize;
        self.collective(Collective::Alltoall, problem, Some((from, all)), Some((into, all))).await;
    }

    /// `len` bytes from `root` to each, block by block.
    pub async fn scatter(&self, root: u32, from: &Block, into: &Block, len: usize) {
        let problem = Problem { root, send: bytes(len), recv: bytes(len), ..self.problem() };
        let all = len * self.ranks() as usize;
        self.collective(Collective::Scatter, problem, Some((from, all)), Some((into, len))).await;
    }

    fn problem(&self) -> Problem<'static> {
        let one_sided = self.seat.collective_buffer.get().map(|_| {
            let puts = one_sided(&self.world().view().profile);
            OneSided { copy_below: self.seat.means.get().copy_below.unwrap_or(puts.copy_below), ..puts }
        });
        Problem { one_sided, ..Problem::new(self.rank(), self.ranks()) }
    }

    /// One operation: buffers and how many bytes of them the problem names.
    async fn collective(
        &self,
        which: Collective,
        problem: Problem<'_>,
        from: Option<(&Block, usize)>,
        into: Option<(&Block, usize)>,
    ) {
        let number = self.seat.collectives.get();
        self.seat.collectives.set(number.wrapping_add(1) & (u32::MAX >> (KIND_BITS + 1)));
        let query = Query::new(which, &problem, None);
        // Every rank is on a node of its own.
        let query = Query { spread: problem.one_sided.map(|_| Spread::apart(self.ranks())), ..query };
        let algorithm = self.choose(&query);
        let place = |side: Option<(&Block, usize)>| side.map_or(std::ptr::null_mut(), |(block, len)| block.place(0, len));
        // SAFETY: CL-1; the execution is over when this function is, or never goes on.
        let memory = unsafe { Memory::new(place(from), Types::new(), place(into), vector_type()) };
        let address = Address { context: COLLECTIVES, tag: (number << KIND_BITS | which as u32) as i32, owner: 0 };
        let kernel = reduction(ReduceOp::Sum, Primitive::U64).map_or(Reduction::None, Reduction::Kernel);
        // Scratch stays where it is from one operation to the next, as in the library.
        let mut execution = self.seat.execution.take().unwrap_or_else(|| Box::new(Execution::idle()));
        execution.prepare(|old| algorithm.schedule_into(&problem, old), memory, kernel, address);
        if let Some(buffer) = self.seat.collective_buffer.get().filter(|_| execution.is_one_sided()) {
            execution.take_turn(self.seat.engine.borrow_mut().collective_buffers().1.enter(buffer));
        }
        execution.begin();
        let copies_take_time = self.seat.means.get().copies_take_time;
        let charge = |bytes: u64| {
            if copies_take_time && bytes > 0 {
                let cost_ps = self.world().view().profile.memory.copy_ps(bytes);
                self.world().charge(self.rank(), cost_ps);
            }
        };
        let wait = Wait::Collective { name: which.name(), number };
        self.until(wait, |engine| {
            let progress = execution.advance(engine, |rank| rank, 0);
            charge(execution.take_copied());
            matches!(progress, Progress::Done).then_some(())
        })
        .await;
        if let Some(mismatch) = execution.mismatch() {
            self.world().accuse(self.rank(), "delivery", format!("{} number {number} went wrong: {mismatch:?}", which.name()));
        }
        execution.end();
        self.seat.execution.set(Some(execution));
        self.catch_up().await;
    }
}

/// How ranks put on a machine, as the library finds out ([`PutCosts::of_adapter`]).
pub fn one_sided(profile: &Profile) -> OneSided {
    let byte_ps = profile.memory.copy.ps(1 << 10) as u32 >> 10;
    let costs = PutCosts::of_adapter(profile.link.rate.mbps() * 8, profile.adapter.is_software, byte_ps);
    OneSided::of_costs(costs, COPY_BELOW_MAX)
}

fn bytes(len: usize) -> Blocks<'static> {
    Blocks::uniform(len as u64, Shape::dense(1))
}

fn vector_type() -> Types {
    Types::from_iter(Datatype::predefined(mpi::MPI_UINT64_T).cloned())
}
