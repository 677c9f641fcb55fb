//! Reliable connections on a real adapter: the outside that they need.

use std::os::fd::BorrowedFd;
use std::time::Instant;

use ferry_device::Nap;
use ferry_rc::{Environment, Options, RcDevice};
use ferry_rdma::select::Wanted;
use ferry_verbs::{Adapter, MemoryMonitor};

use crate::FetchCard;

/// Memory that a process must be allowed to lock, in bytes.
const LEAST_LOCKED: u64 = 16 << 20;

/// Reliable connections through libibverbs.
pub type Rdma = RcDevice<Adapter, Outside>;

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

/// The device of rank `rank` of `ranks` in job `job` on the adapter that is wanted, or the best one; and its card.
///
/// # Errors
/// There is no adapter, or it cannot be used: why, in words.
pub fn open(wanted: &Wanted, rank: u32, ranks: usize, job: u64, fetch_card: FetchCard) -> Result<(Rdma, Vec<u8>), String> {
    ferry_verbs::adapter::prepare_for_fork().map_err(|error| error.to_string())?;
    let adapter = Adapter::open(wanted).map_err(|error| error.to_string())?;
    let outside = Outside { begin: Instant::now(), fetch_card };
    // Memory that cannot be watched is not cached, which the counters of registrations show.
    let (monitor, _unwatched) = MemoryMonitor::new();
    let options = Options { registered_bytes: registered_bytes()?, ..Options::new(rank, ranks, job) };
    Rdma::new(adapter, options, outside, monitor).map_err(|error| error.to_string())
}

/// Memory of the program that may be registered: half of what the process may lock, as buffers need some, too.
fn registered_bytes() -> Result<u64, String> {
    match rustix::process::getrlimit(rustix::process::Resource::Memlock).current {
        None => Ok(1 << 40),
        Some(limit) if limit < LEAST_LOCKED => Err(format!(
            "this process may lock {} KiB of memory, and RDMA needs {} MiB: raise the limit (`ulimit -l unlimited`, or memlock in /etc/security/limits.conf)",
            limit >> 10,
            LEAST_LOCKED >> 20
        )),
        Some(limit) => Ok(limit / 2),
    }
}
