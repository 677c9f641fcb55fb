//! Reliable connections on a real adapter: the outside that they need.

use std::os::fd::BorrowedFd;
use std::time::Instant;

use ferry_device::Nap;
use ferry_rc::{Environment, Options, RcDevice};
use ferry_rdma::select::Wanted;
use ferry_verbs::{Adapter, MemoryMonitor};

use crate::FetchCard;

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
    let adapter = Adapter::open(wanted).map_err(|error| error.to_string())?;
    let outside = Outside { begin: Instant::now(), fetch_card };
    let (monitor, _unwatched) = MemoryMonitor::new();
    Rdma::new(adapter, Options::new(rank, ranks, job), outside, monitor).map_err(|error| error.to_string())
}
