//! What is outside of a device of a simulated rank: virtual time, the cards of all ranks, and
//! sleep.

use std::cell::RefCell;
use std::os::fd::BorrowedFd;
use std::rc::Rc;

use ferry_device::Nap;
use ferry_engine::Limits;
use ferry_hybrid::HybridDevice;
use ferry_protocol::datagram::cost::DatagramCosts;
use ferry_protocol::reuse::Prices;
use ferry_protocol::reuse::model::Linear;
use ferry_rc::{Environment, Options, PerPeer, RcDevice, Receives};
use ferry_ud::UdDevice;

use crate::job::Job;
use crate::profile::{Memory, PS_PER_NS, Profile};
use crate::program::BlockMonitor;
use crate::timed::Timed;
use crate::verbs::SimVerbs;
use crate::world::World;

/// Cards of all ranks, as a launcher has them.
pub type Cards = Rc<RefCell<Vec<Vec<u8>>>>;

/// The outside of a rank's device.
#[derive(Clone)]
pub struct Outside {
    world: World,
    rank: u32,
    cards: Cards,
}

/// A sleep of a rank: taking it lets the rank's task wait.
pub struct Rest {
    world: World,
    rank: u32,
    most_ps: Option<u64>,
}

impl Nap for Rest {
    fn take(self) {
        self.world.state().nap(self.rank, self.most_ps, false);
    }

    fn most_ns(&self) -> Option<u64> {
        self.most_ps.map(|most_ps| most_ps / 1000)
    }
}

impl Outside {
    /// That of `rank` in `world`.
    pub fn new(world: &World, rank: u32, cards: &Cards) -> Outside {
        Outside { world: world.clone(), rank, cards: Rc::clone(cards) }
    }
}

/// What registering, copying and looking cost on a machine.
pub fn reuse_prices(profile: &Profile) -> Prices {
    let Profile { memory, adapter, processor, .. } = profile;
    Prices::Measured {
        registration: registration_line(memory),
        copy: copy_line(memory),
        overhead_ps: memory.look_ps + adapter.segment_ps + processor.completion_ps,
    }
}

impl Environment for Outside {
    type Nap = Rest;
    type Monitor = BlockMonitor;

    fn now(&self) -> u64 {
        self.world.clock_ps(self.rank).max(self.world.now_ps()) / PS_PER_NS
    }

    fn card(&mut self, rank: u32) -> Result<Vec<u8>, String> {
        self.cards.borrow().get(rank as usize).cloned().ok_or_else(|| format!("there is no rank {rank}"))
    }

    fn copied(&mut self, bytes: u64) {
        let cost_ps = self.world.view().profile.memory.copy_ps(bytes);
        self.world.charge(self.rank, cost_ps);
    }

    fn nap(&mut self, _descriptor: Option<BorrowedFd<'_>>, most_ns: Option<u64>) -> Rest {
        Rest { world: self.world.clone(), rank: self.rank, most_ps: most_ns.map(|ns| ns * PS_PER_NS) }
    }

    fn wake(&mut self) {
        self.world.state().wake(self.rank);
    }

    fn datagram_costs(&self) -> Option<DatagramCosts> {
        let Profile { memory, processor, .. } = self.world.view().profile;
        // Of two segments, which are written together.
        Some(DatagramCosts { copy: copy_line(&memory), registration: registration_line(&memory), post_ps: processor.post_ps })
    }

    fn reuse_prices(&self) -> Option<Prices> {
        Some(reuse_prices(&self.world.view().profile))
    }

    fn looked_up(&self) {
        let look_ps = self.world.view().profile.memory.look_ps;
        self.world.charge(self.rank, look_ps);
    }
}

fn copy_line(memory: &Memory) -> Linear {
    Linear { base_ps: memory.copy_start_ps, kib_ps: memory.copy.ps(1024) }
}

/// A page is registered as soon as there is a byte on it.
fn registration_line(memory: &Memory) -> Linear {
    Linear { base_ps: memory.register.ps(1), kib_ps: memory.register.page_ps / 4 }
}

/// The device of a simulated rank: reliable connections with the receives `R`.
pub type SimDevice<R = PerPeer<SimVerbs>> = Timed<RcDevice<SimVerbs, Outside, R>>;

/// The device of a simulated rank over datagrams.
pub type DatagramDevice = Timed<UdDevice<SimVerbs, Outside>>;

/// The device of a simulated rank over datagrams, and over connections to peers that turn out hot.
pub type BothDevice = Timed<HybridDevice<SimVerbs, Outside>>;

/// How a job is laid out.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Ranks.
    pub ranks: u32,
    /// Ranks of a node, which share its adapter; consecutive ones.
    pub per_node: u32,
    /// The device's options; rank and ranks are set for each.
    pub options: Options,
    /// Those of devices over datagrams.
    pub datagrams: ferry_ud::Options,
    /// When peers get connections, where there are both.
    pub hybrid: ferry_hybrid::Options,
    /// The engine's limits.
    pub limits: Limits,
    /// Whether adapters have shared receive queues.
    pub shared_receives: bool,
}

/// Longest message that is sent without asking first, in bytes; the device may allow less.
pub const EAGER_MAX: usize = 16 << 10;
/// Memory for unexpected messages of a rank, in bytes.
const UNEXPECTED_BUDGET: u64 = 64 << 20;

impl Plan {
    /// One rank a node, with what the library does by itself.
    pub fn new(ranks: u32) -> Self {
        let limits = Limits { eager_max: EAGER_MAX, unexpected_budget: UNEXPECTED_BUDGET, method: None };
        let options = Options::new(0, ranks as usize, 1);
        let datagrams = ferry_ud::Options::new(0, ranks as usize, 1);
        Plan { ranks, per_node: 1, options, datagrams, hybrid: ferry_hybrid::Options::default(), limits, shared_receives: true }
    }

    /// The job of this plan in a new world, with the receives that `receives` makes for each rank.
    ///
    /// # Errors
    /// If an adapter refuses what a device needs.
    pub fn build<R: Receives<SimVerbs> + 'static>(
        &self,
        world: &World,
        receives: impl FnMut(u32) -> R,
    ) -> ferry_rdma::Result<Job<SimDevice<R>>> {
        Ok(Job::new(world, self.devices(world, receives)?, self.limits))
    }

    /// The devices of its ranks, in a new world.
    ///
    /// # Errors
    /// As [`Plan::build`].
    pub fn devices<R: Receives<SimVerbs> + 'static>(
        &self,
        world: &World,
        mut receives: impl FnMut(u32) -> R,
    ) -> ferry_rdma::Result<Vec<SimDevice<R>>> {
        self.devices_with(world, |verbs, rank, outside| {
            let options = Options { rank, ranks: self.ranks as usize, ..self.options.clone() };
            RcDevice::with_receives(verbs, options, outside, BlockMonitor::new(world, rank), receives(rank))
        })
    }

    /// The same over datagrams.
    ///
    /// # Errors
    /// As [`Plan::build`].
    pub fn build_datagrams(&self, world: &World) -> ferry_rdma::Result<Job<DatagramDevice>> {
        let devices = self.devices_with(world, |verbs, rank, outside| {
            let options = ferry_ud::Options { rank, ranks: self.ranks as usize, ..self.datagrams.clone() };
            UdDevice::new(verbs, options, outside, BlockMonitor::new(world, rank))
        })?;
        Ok(Job::new(world, devices, self.limits))
    }

    /// The same over datagrams, and over connections to peers that turn out hot.
    ///
    /// # Errors
    /// As [`Plan::build`].
    pub fn build_both(&self, world: &World) -> ferry_rdma::Result<Job<BothDevice>> {
        let others = Cards::default();
        let devices = self.devices_with(world, |verbs, rank, outside| {
            let ranks = self.ranks as usize;
            let monitor = || BlockMonitor::new(world, rank);
            let beside = Outside { cards: Rc::clone(&others), ..outside.clone() };
            let options = ferry_ud::Options { rank, ranks, ..self.datagrams.clone() };
            let (datagrams, card) = UdDevice::new(verbs.once_more(), options, outside, monitor())?;
            let options = Options { rank, ranks, ..self.options.clone() };
            let (connections, other) = RcDevice::new(verbs, options, beside, monitor())?;
            others.borrow_mut().push(other);
            Ok((HybridDevice::new(datagrams, connections, self.hybrid), card))
        })?;
        Ok(Job::new(world, devices, self.limits))
    }

    /// The devices that `make` makes, each with its card.
    fn devices_with<D>(
        &self,
        world: &World,
        mut make: impl FnMut(SimVerbs, u32, Outside) -> ferry_rdma::Result<(D, Vec<u8>)>,
    ) -> ferry_rdma::Result<Vec<Timed<D>>> {
        let cards = Cards::default();
        let mut devices = Vec::with_capacity(self.ranks as usize);
        for rank in 0..self.ranks {
            if rank.is_multiple_of(self.per_node.max(1)) {
                world.add_node();
            }
            let verbs = world.open(rank / self.per_node.max(1));
            let verbs = if self.shared_receives { verbs } else { verbs.without_shared_receives() };
            let outside = Outside::new(world, rank, &cards);
            let (device, card) = make(verbs, rank, outside)?;
            cards.borrow_mut().push(card);
            devices.push(Timed::new(device, world.clone(), rank));
        }
        Ok(devices)
    }
}
