//! What peers take of a process's memory over datagrams, as the operating system counts it.
//!
//! One rank talks to thousands, one after the other. Each of them is a device of its own, which is
//! gone before the next one comes. So what stays is the state of the first rank, and what the
//! simulated world keeps of a rank. The latter is found by doing the same without a message, and
//! taken off. Both happen in one world: memory that one world has freed would serve the next one.

use ferry_device::{Device, Nap, Packets, Part};
use ferry_protocol::packet::{Header, Kind};
use ferry_ud::{Options, UdDevice};

use super::held::Everything;
use crate::environment::{Cards, Outside};
use crate::fault::Faults;
use crate::profile::{PS_PER_NS, Profile};
use crate::program::BlockMonitor;
use crate::verbs::SimVerbs;
use crate::world::World;

/// Peers before the first look, in which everything is allocated that does not grow.
const WARM_UP: u32 = 64;

/// Polls after which a message must have been acknowledged.
const MOST_POLLS: u32 = 1000;

/// Resident bytes for each peer that a rank has talked to, measured with `peers` of them.
///
/// # Errors
/// The system does not tell, or a device cannot be made.
pub fn bytes_of_peer(profile: &Profile, peers: u32) -> Result<f64, String> {
    let world = World::new(profile.clone(), Faults::default(), 1);
    let (own, other, cards) = (world.add_node(), world.add_node(), Cards::default());
    let ranks = 1 + WARM_UP + 2 * peers;
    let mut hub = device(&world, own, (0, ranks), &cards)?;
    // Resident memory before the ranks that come and go, those that are talked to among them.
    let mut seen = [0; 3];
    for rank in 1..ranks {
        if rank == WARM_UP + 1 || rank == WARM_UP + peers + 1 {
            seen[usize::from(rank > WARM_UP + 1)] = resident_bytes()?;
        }
        let mut peer = device(&world, other, (rank, ranks), &cards)?;
        if rank <= WARM_UP || rank > WARM_UP + peers {
            talk(&world, &mut hub, (rank, &mut peer))?;
        }
    }
    seen[2] = resident_bytes()?;
    let [before, silent, all] = seen;
    Ok(((all - silent) - (silent - before)) as f64 / f64::from(peers))
}

fn device(world: &World, node: u32, (rank, ranks): (u32, u32), cards: &Cards) -> Result<UdDevice<SimVerbs, Outside>, String> {
    let verbs = world.open(node);
    let options = Options { receives: 64, ..Options::new(rank, ranks as usize, 1) };
    let made = UdDevice::new(verbs, options, Outside::new(world, rank, cards), BlockMonitor::new(world, rank));
    let (device, card) = made.map_err(|error| error.to_string())?;
    cards.borrow_mut().push(card);
    Ok(device)
}

/// Sends a message and waits until it is acknowledged.
fn talk(
    world: &World,
    hub: &mut UdDevice<SimVerbs, Outside>,
    (rank, peer): (u32, &mut UdDevice<SimVerbs, Outside>),
) -> Result<(), String> {
    let nothing = |_: Part| {};
    if !hub.try_send(rank, Header::message(Kind::Eager, 0, 0, 0), nothing).is_on_its_way() {
        return Err(format!("rank {rank} cannot be sent to"));
    }
    let mut taken = 0;
    for _ in 0..MOST_POLLS {
        world.settle();
        taken += peer.poll(None, &mut Everything);
        // An acknowledgement waits for a packet to travel with; nobody sends one, so time passes.
        let most_ns = peer.prepare_sleep().and_then(|nap| nap.most_ns());
        world.charge(rank, most_ns.unwrap_or(0) * PS_PER_NS);
        world.settle();
        hub.poll(None, &mut Everything);
        if taken > 0 && hub.is_quiet() {
            return Ok(());
        }
    }
    Err(format!("rank {rank} has not acknowledged a message in {MOST_POLLS} polls"))
}

/// Resident memory of this process, in bytes.
fn resident_bytes() -> Result<i64, String> {
    const STATUS: &str = "/proc/self/status";
    let text = std::fs::read_to_string(STATUS).map_err(|error| format!("{STATUS}: {error}"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib: Option<i64> = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kib.map(|kib| kib << 10).ok_or_else(|| format!("{STATUS} does not tell VmRSS in KiB: {line:?}"))
}
