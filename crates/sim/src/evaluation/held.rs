//! What a rank holds that has talked to many others: contexts and queues of its adapter, and memory
//! for receiving.
//!
//! One rank talks to thousands, one after the other. Each of them is a device of its own, without
//! an engine, that talks to nobody else: what one rank holds is what counts, and all ranks of such
//! a job would not fit the machine. A peer over datagrams is gone before the next one comes. One
//! that has a connection stays, as that would end otherwise.

use ferry_device::{Device, Nap, PacketTaken, Part, Placement, ScatterList, Sink};
use ferry_protocol::packet::{Header, Kind};
use ferry_rc::{RcDevice, Receives};
use ferry_ud::{LargeMessages, Repair, UdDevice};

use crate::environment::{Cards, Outside};
use crate::fault::Faults;
use crate::profile::{PS_PER_NS, Profile};
use crate::program::BlockMonitor;
use crate::scheme::{Run, Scheme};
use crate::verbs::SimVerbs;
use crate::world::World;

/// Polls after which a message must have come.
const MOST_POLLS: u32 = 1000;

/// Queue pairs for large messages over datagrams, as the paper has them.
const POOL: u32 = 64;

/// What a rank holds, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Contexts and queues of the adapter.
    pub contexts: u64,
    /// Memory for receiving.
    pub receives: u64,
    /// Queue pairs, which are no bytes.
    pub queue_pairs: usize,
}

/// What a rank holds that has sent a message to each of `peers` others, and got one, over
/// connections with the receives of `scheme`, or over datagrams.
///
/// # Errors
/// A device cannot be made, or a message does not come.
pub fn held_by(scheme: Scheme, profile: &Profile, peers: u32) -> Result<Held, String> {
    scheme.apply(Star { profile, peers })
}

/// One rank, and others that talk to it alone.
struct Star<'a> {
    profile: &'a Profile,
    peers: u32,
}

impl Run for Star<'_> {
    type Output = Result<Held, String>;

    fn run<R: Receives<SimVerbs> + 'static>(self, mut receives: impl FnMut(u32) -> R) -> Self::Output {
        let make = |verbs: SimVerbs, (rank, ranks), outside, monitor| {
            let options = ferry_rc::Options { rings: 0, ..ferry_rc::Options::new(rank, ranks, 1) };
            RcDevice::with_receives(verbs, options, outside, monitor, receives(rank))
        };
        self.hold(make, true, |device| device.counters().receive_bytes)
    }

    fn run_datagrams(self, large: LargeMessages, repair: Repair) -> Self::Output {
        let make = |verbs: SimVerbs, (rank, ranks), outside, monitor| {
            let options = ferry_ud::Options { large, repair, pool: POOL, ..ferry_ud::Options::new(rank, ranks, 1) };
            UdDevice::new(verbs, options, outside, monitor)
        };
        self.hold(make, false, |device| device.counters().receive_bytes)
    }

    fn run_both(self) -> Self::Output {
        Err("what a rank holds is measured over connections or over datagrams, not over both".to_owned())
    }
}

impl Star<'_> {
    fn hold<D: Device>(
        self,
        mut make: impl FnMut(SimVerbs, (u32, usize), Outside, BlockMonitor) -> ferry_rdma::Result<(D, Vec<u8>)>,
        peers_stay: bool,
        receive_bytes: impl Fn(&D) -> u64,
    ) -> Result<Held, String> {
        let world = World::new(self.profile.clone(), Faults::default(), 1);
        let (own, other, cards) = (world.add_node(), world.add_node(), Cards::default());
        let mut device = |rank| {
            let verbs = world.open(if rank == 0 { own } else { other });
            let outside = Outside::new(&world, rank, &cards);
            let made = make(verbs, (rank, self.peers as usize + 1), outside, BlockMonitor::new(&world, rank));
            let (device, card) = made.map_err(|error| error.to_string())?;
            cards.borrow_mut().push(card);
            Ok::<D, String>(device)
        };
        let (mut hub, mut staying) = (device(0)?, Vec::new());
        for rank in 1..=self.peers {
            let mut peer = device(rank)?;
            pass(&world, (0, &mut hub), (rank, &mut peer))?;
            pass(&world, (rank, &mut peer), (0, &mut hub))?;
            staying.extend(peers_stay.then_some(peer));
        }
        let memory = world.memory(0);
        let contexts = memory.queue_pairs + memory.shared_receives + memory.completions;
        Ok(Held { contexts, receives: receive_bytes(&hub), queue_pairs: world.queue_pairs(0) })
    }
}

/// Sends a message from one rank to another and waits until it is there.
fn pass<D: Device>(world: &World, (rank, from): (u32, &mut D), (peer, to): (u32, &mut D)) -> Result<(), String> {
    let (mut is_sent, mut taken) = (false, 0);
    for _ in 0..MOST_POLLS {
        is_sent = is_sent || from.try_send(peer, Header::message(Kind::Eager, 0, 0, 0), |_: Part| {}).is_on_its_way();
        world.settle();
        taken += to.poll(None, &mut Everything);
        from.poll(None, &mut Everything);
        if taken > 0 {
            world.settle();
            return Ok(());
        }
        for (rank, end) in [(rank, &mut *from), (peer, &mut *to)] {
            let most_ns = end.prepare_sleep().and_then(|nap| nap.most_ns());
            world.charge(rank, most_ns.unwrap_or(0) * PS_PER_NS);
        }
    }
    Err(format!("rank {peer} has no message of rank {rank} after {MOST_POLLS} polls"))
}

/// Takes all packets.
pub(super) struct Everything;

impl Sink for Everything {
    fn packet(&mut self, _from: u32, _header: &Header, _body: *const u8) -> PacketTaken {
        PacketTaken::Consumed
    }

    fn begin(&mut self, _from: u32, _header: &Header, _into: &mut ScatterList) -> Placement {
        Placement::Whole
    }

    fn landed(&mut self, _number: u64) {}
}
