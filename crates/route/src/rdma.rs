//! Devices on a real adapter: how they are opened, and the outside that they need.

use std::os::fd::BorrowedFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use ferry_device::Nap;
use ferry_hybrid::HybridDevice;
use ferry_hybrid::card;
use ferry_protocol::datagram::Epoch;
use ferry_protocol::datagram::cost::{DatagramConditions, DatagramCosts};
pub use ferry_rc::buckets::Plan;
use ferry_rc::foreign::FOREIGN_JOB;
pub use ferry_rc::learn::Lengths;
pub use ferry_rc::options::{BufferReuse, Fraction};
use ferry_rc::{AnyReceives, Environment, Options, RcDevice};
use ferry_rdma::Verbs;
use ferry_rdma::select::Wanted;
use ferry_ud::UdDevice;
pub use ferry_ud::{LargeMessages, Repair};
use ferry_verbs::{Adapter, MemoryMonitor};

use crate::FetchCard;
pub use crate::adapter::{Both, Rdma};

/// Memory that a process must be allowed to lock, in bytes.
const LEAST_LOCKED: u64 = 16 << 20;

/// Longest message that goes without asking where the adapter is software. Offer and answer cost
/// two passes through the system each, far more than two copies.
const EAGER_ON_SOFTWARE: u64 = 64 << 10;

/// The clock, the launcher, and sleeping.
pub struct Outside {
    begin: Instant,
    fetch_card: FetchCard,
}

/// For how long to sleep; [`crate::network`] does it, among other things.
pub struct Sleep {
    /// At most, in nanoseconds.
    pub most_ns: Option<u64>,
}

impl Nap for Sleep {
    fn take(self) {}

    fn most_ns(&self) -> Option<u64> {
        self.most_ns
    }
}

impl Environment for Outside {
    type Nap = Sleep;
    type Monitor = MemoryMonitor;

    fn now(&self) -> u64 {
        self.begin.elapsed().as_nanos() as u64
    }

    fn card(&mut self, rank: u32) -> Result<Vec<u8>, String> {
        (self.fetch_card)(rank)
    }

    fn nap(&mut self, _descriptor: Option<BorrowedFd<'_>>, most_ns: Option<u64>) -> Sleep {
        Sleep { most_ns }
    }

    /// Sleepers wait for the network's own bell as well.
    fn wake(&mut self) {}
}

/// What messages are received into.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReceiveInto {
    /// Buffers of each peer.
    PerPeer,
    /// Buckets that peers share, behind extended connections where there are some.
    #[default]
    Buckets,
    /// The same with a queue pair for each bucket.
    BucketsRc,
    /// Buckets for bodies of these sizes; the first is that of tiny buffers of each peer.
    Sizes(Vec<u32>),
}

impl ReceiveInto {
    /// No buffers yet, or why they cannot be like that.
    fn receives(&self) -> Result<AnyReceives<Adapter>, String> {
        let plan = match self {
            ReceiveInto::PerPeer => return Ok(AnyReceives::per_peer()),
            ReceiveInto::Buckets => Plan::default(),
            ReceiveInto::BucketsRc => Plan { extended: false, ..Plan::default() },
            ReceiveInto::Sizes(sizes) => Plan::of_sizes(sizes),
        };
        plan.check().map(|()| AnyReceives::buckets(&plan))
    }
}

/// Why there is no RDMA, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// There is no adapter, as on most machines, or not the one that is wanted.
    Absent(String),
    /// There is one, and something in this process's way that somebody could clear.
    Refused(String),
}

impl Unusable {
    fn absent(error: impl ToString) -> Self {
        Unusable::Absent(error.to_string())
    }

    fn refused(error: impl ToString) -> Self {
        Unusable::Refused(error.to_string())
    }
}

/// A rank, how many there are, and their job.
pub type Who = (u32, usize, u64);

/// How messages go over connections.
pub struct Connections {
    /// What they are received into.
    pub into: ReceiveInto,
    /// Peers at most that get a ring.
    pub rings: usize,
    /// When messages leave from buffers that are used often.
    pub reuse: BufferReuse,
}

/// How messages go.
pub enum Over {
    /// Over reliable connections.
    Connections(Connections),
    /// Over datagrams.
    Datagrams(Datagrams),
    /// Over datagrams, and over connections to so many peers at most that turn out hot.
    Both(Datagrams, Connections, u32),
}

/// How messages go over datagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datagrams {
    /// How large ones do.
    pub large: LargeMessages,
    /// Queue pairs at most that these are received by.
    pub pool: u32,
    /// Shortest message that goes without a copy, in bytes; `None`: by what it costs.
    pub zero_copy_min: Option<u64>,
    /// Ways through the network that a large message takes at once.
    pub paths: u8,
    /// What of it is sent again.
    pub repair: Repair,
    /// Seconds after which a silent peer is given up.
    pub silence: Option<u32>,
}

/// The device of rank `rank` of `ranks` in job `job` on the adapter that is wanted, or the best
/// one; and its card.
///
/// # Errors
/// There is no adapter, or it cannot be used, or not like that.
pub fn open(wanted: &Wanted, how: &Over, who: Who, fetch_card: FetchCard) -> Result<(Rdma, Vec<u8>), Unusable> {
    ferry_verbs::adapter::prepare_for_fork().map_err(Unusable::absent)?;
    match how {
        Over::Connections(connections) => {
            let (device, card) = open_connections(wanted, connections, who, fetch_card, CacheShare::Whole)?;
            Ok((Rdma::Connections(Box::new(device)), card))
        }
        Over::Datagrams(datagrams) => {
            let (device, card) = open_datagrams(wanted, datagrams, who, fetch_card, CacheShare::Whole)?;
            Ok((Rdma::Datagrams(Box::new(device)), card))
        }
        Over::Both(datagrams, connections, most) => {
            let [first, second] = halves(fetch_card);
            let (datagrams, one) = open_datagrams(wanted, datagrams, who, first, CacheShare::OneOfTwo)?;
            let (connections, other) = open_connections(wanted, connections, who, second, CacheShare::OneOfTwo)?;
            let options = ferry_hybrid::Options { connections: *most, ..Default::default() };
            let both = Both::new(HybridDevice::new(datagrams, connections, options)).map_err(Unusable::refused)?;
            Ok((Rdma::Both(Box::new(both)), card::join(&one, &other)))
        }
    }
}

/// Processes of other jobs, and connections to them, that a device has room for completions of.
const FOREIGN_PEERS: usize = 1024;

/// A device for processes of other jobs, which are told to it; and its card.
///
/// # Errors
/// As [`open`].
pub fn open_for_foreign_peers(wanted: &Wanted, rank: u32) -> Result<(Rdma, Vec<u8>), Unusable> {
    ferry_verbs::adapter::prepare_for_fork().map_err(Unusable::absent)?;
    let connections = Connections { into: ReceiveInto::PerPeer, rings: 0, reuse: BufferReuse::OFF };
    let nobody: FetchCard = Box::new(|number| Err(format!("process {number} was not told")));
    let (mut device, card) =
        open_connections(wanted, &connections, (rank, FOREIGN_PEERS, FOREIGN_JOB), nobody, CacheShare::Foreign)?;
    device.for_foreign_peers();
    Ok((Rdma::Connections(Box::new(device)), card))
}

/// What finds the first and the second part of the cards that `fetch_card` finds.
fn halves(fetch_card: FetchCard) -> [FetchCard; 2] {
    let shared = Arc::new(Mutex::new(fetch_card));
    let half = |choose: fn(&[u8]) -> Result<&[u8], String>| -> FetchCard {
        let shared = Arc::clone(&shared);
        Box::new(move |rank| {
            let card = (shared.lock().unwrap_or_else(PoisonError::into_inner))(rank)?;
            choose(&card).map(<[u8]>::to_vec)
        })
    };
    [half(|card| Ok(card::split(card)?.0)), half(|card| Ok(card::split(card)?.1))]
}

/// The device over connections.
pub(crate) type OverConnections = RcDevice<Adapter, Outside, AnyReceives<Adapter>>;

fn open_connections(
    wanted: &Wanted,
    connections: &Connections,
    (rank, ranks, job): Who,
    fetch_card: FetchCard,
    share: CacheShare,
) -> Result<(OverConnections, Vec<u8>), Unusable> {
    let receives = connections.into.receives().map_err(Unusable::Refused)?;
    let adapter = Adapter::open(wanted).map_err(Unusable::absent)?;
    let outside = Outside { begin: Instant::now(), fetch_card };
    // Memory that cannot be watched is not cached, which the counters of registrations show.
    let (monitor, _unwatched) = MemoryMonitor::new();
    let registered_bytes = registered_bytes(locked_limit(), share).map_err(Unusable::Refused)?;
    let eager_bytes = if adapter.device().software { EAGER_ON_SOFTWARE } else { 0 };
    let &Connections { rings, reuse, .. } = connections;
    let options = Options { registered_bytes, rings, eager_bytes, reuse, ..Options::new(rank, ranks, job) };
    RcDevice::with_receives(adapter, options, outside, monitor, receives).map_err(Unusable::refused)
}

fn open_datagrams(
    wanted: &Wanted,
    datagrams: &Datagrams,
    (rank, ranks, job): Who,
    fetch_card: FetchCard,
    share: CacheShare,
) -> Result<(UdDevice<Adapter, Outside>, Vec<u8>), Unusable> {
    let adapter = Adapter::open(wanted).map_err(Unusable::absent)?;
    let outside = Outside { begin: Instant::now(), fetch_card };
    let (monitor, _unwatched) = MemoryMonitor::new();
    let limit = locked_limit();
    let eager_bytes = if adapter.device().software { EAGER_ON_SOFTWARE } else { 0 };
    let &Datagrams { large, pool, zero_copy_min, paths, repair, silence } = datagrams;
    let silence_ns = silence.map(|seconds| u64::from(seconds) * 1_000_000_000);
    let mut options = ferry_ud::Options {
        large,
        pool,
        zero_copy_min,
        paths,
        repair,
        silence_ns,
        eager_bytes,
        epoch: epoch(),
        ..ferry_ud::Options::new(rank, ranks, job)
    };
    let pool_bytes = u64::from(options.receives) * adapter.port().mtu.bytes() as u64;
    enough_for_pool(limit, pool_bytes).map_err(Unusable::Refused)?;
    options.registered_bytes = registered_bytes(limit, share).map_err(Unusable::Refused)?;
    UdDevice::new(adapter, options, outside, monitor).map_err(Unusable::refused)
}

/// What large messages over datagrams cost on an adapter (UD-2), measured now.
///
/// # Errors
/// There is no adapter, or it takes no datagrams.
pub fn datagram_costs(wanted: &Wanted) -> Result<LargeCosts, Unusable> {
    /// A few receives suffice, as nothing comes.
    const RECEIVES: u32 = 64;
    let adapter = Adapter::open(wanted).map_err(Unusable::absent)?;
    let mtu = adapter.port().mtu.bytes() as u32;
    let fetch_card: FetchCard = Box::new(|rank| Err(format!("there is no rank {rank}")));
    let outside = Outside { begin: Instant::now(), fetch_card };
    let (monitor, _unwatched) = MemoryMonitor::new();
    let options = ferry_ud::Options { receives: RECEIVES, pool: 1, ..ferry_ud::Options::new(0, 1, 0) };
    let (mut device, _card) = UdDevice::new(adapter, options, outside, monitor).map_err(Unusable::refused)?;
    Ok(LargeCosts { costs: device.costs(), mtu })
}

/// What large messages over datagrams cost, and in what packets they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LargeCosts {
    /// The costs.
    pub costs: DatagramCosts,
    /// Bytes of a packet.
    pub mtu: u32,
}

impl LargeCosts {
    /// In words: from which length on messages to a peer go without a copy, and why.
    pub fn text(&self, setting: Option<u64>) -> String {
        /// Of networks within a machine room; a job measures that of each peer.
        const ROUND_TRIP_NS: u64 = 10_000;
        const MIB: u64 = 1 << 20;
        let conditions = DatagramConditions { mtu: self.mtu, round_trip_ns: ROUND_TRIP_NS, uses: [0, 0] };
        let us = |ps: u64| ps as f64 / 1e6;
        let waiting = DatagramConditions { round_trip_ns: 0, ..conditions };
        let [copied, in_place] = [self.costs.copied_ps(MIB), self.costs.in_place_ps(MIB, &waiting)].map(us);
        let from = match (setting, self.costs.threshold(&conditions)) {
            (Some(bytes), _) => format!("from {bytes} bytes on, as FERRY_UD_ZCOPY_MIN says"),
            (None, Some(bytes)) => format!("from {bytes} bytes on, at a round trip of {} us", ROUND_TRIP_NS / 1000),
            (None, None) => "at no length, as copies cost less".to_owned(),
        };
        format!(
            "over datagrams messages go without a copy {from} (1 MiB: copies {copied:.1} us, registrations and receives {in_place:.1} us and a round trip)"
        )
    }
}

/// A number for this life of the process that later ones exceed.
fn epoch() -> Epoch {
    // Seconds go round after 18 hours, and half of that is told from the other half.
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Epoch(now.as_secs() as u16)
}

/// Whether the receives of datagrams fit into a quarter of what the process may lock.
fn enough_for_pool(limit: Option<u64>, pool_bytes: u64) -> Result<(), String> {
    match limit {
        Some(limit) if limit / 4 < pool_bytes => Err(format!(
            "this process may lock {} KiB of memory; receives for datagrams take {} KiB, and four times that is needed: raise the limit (`ulimit -l unlimited`, or memlock in /etc/security/limits.conf)",
            limit >> 10,
            pool_bytes >> 10
        )),
        _ => Ok(()),
    }
}

/// How much memory the process may lock, if there is a limit.
fn locked_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Memlock).current
}

/// Which part of what the process may lock is for a cache of registrations. Caches that hold the
/// same buffer lock it for each of them. Together they leave three eighths for the library's own
/// buffers, of which receives of datagrams may take a quarter ([`enough_for_pool`]).
#[derive(Clone, Copy)]
enum CacheShare {
    /// The only one for the peers of the job.
    Whole,
    /// Datagrams and connections have one each.
    OneOfTwo,
    /// The one for processes of other jobs.
    Foreign,
}

impl CacheShare {
    fn of(self, limit: u64) -> u64 {
        match self {
            CacheShare::Whole => limit / 2,
            CacheShare::OneOfTwo => limit / 4,
            CacheShare::Foreign => limit / 8,
        }
    }
}

/// Memory of the program that a cache of registrations may hold.
fn registered_bytes(limit: Option<u64>, share: CacheShare) -> Result<u64, String> {
    match limit {
        None => Ok(1 << 40),
        Some(limit) if limit < LEAST_LOCKED => Err(format!(
            "this process may lock {} KiB of memory, and RDMA needs {} MiB: raise the limit (`ulimit -l unlimited`, or memlock in /etc/security/limits.conf)",
            limit >> 10,
            LEAST_LOCKED >> 20
        )),
        Some(limit) => Ok(share.of(limit)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_protocol::reuse::model::Linear;

    #[test]
    fn costs_are_told_with_the_length_that_follows_from_them_or_from_the_setting() {
        let line = |base_ps, kib_ps| Linear { base_ps, kib_ps };
        let costs = DatagramCosts { copy: line(0, 100_000), registration: line(16_000_000, 0), post_ps: 40_000 };
        let costs = LargeCosts { costs, mtu: 4096 };
        let text = costs.text(None);
        // 10 us and 2 us of registrations, for 190 ns less for each KiB.
        assert!(text.contains("from 65536 bytes on, at a round trip of 10 us"), "{text}");
        assert!(text.contains("copies 204.8 us, registrations and receives 12.2 us"), "{text}");
        assert!(costs.text(Some(5)).contains("from 5 bytes on, as FERRY_UD_ZCOPY_MIN says"));
        let free = LargeCosts { costs: DatagramCosts { copy: line(0, 0), ..costs.costs }, ..costs };
        assert!(free.text(None).contains("at no length"));
    }

    #[test]
    fn each_device_finds_its_half_of_a_card() {
        let cards = |rank| Ok(if rank == 0 { card::join(&[1], &[2, 3]) } else { vec![0x81] });
        let [mut one, mut other] = halves(Box::new(cards));
        assert_eq!((one(0), other(0)), (Ok(vec![1]), Ok(vec![2, 3])));
        assert!(one(1).is_err_and(|why| why.contains("another transport")));
    }

    #[test]
    fn a_limit_on_locked_memory_is_shared_and_one_that_is_too_low_is_refused_with_the_fix() {
        use CacheShare::{Foreign, OneOfTwo, Whole};
        assert_eq!([registered_bytes(None, Whole), registered_bytes(Some(64 << 20), Whole)], [Ok(1 << 40), Ok(32 << 20)]);
        // What caches of one process and the receives of datagrams take at most.
        for caches in [vec![Whole, Foreign], vec![OneOfTwo, OneOfTwo, Foreign]] {
            let cached: u64 = caches.iter().map(|share| share.of(64 << 20)).sum();
            assert!(cached + (16 << 20) < 64 << 20, "{cached}");
        }
        let why = registered_bytes(Some(8 << 20), Whole).expect_err("too low");
        assert!(why.contains("8192 KiB") && why.contains("ulimit -l unlimited"), "{why}");
        assert_eq!([enough_for_pool(None, 1 << 40), enough_for_pool(Some(16 << 20), 4 << 20)], [Ok(()), Ok(())]);
        let why = enough_for_pool(Some(16 << 20), 5 << 20).expect_err("too low");
        assert!(why.contains("16384 KiB") && why.contains("5120 KiB"), "{why}");
    }
}
