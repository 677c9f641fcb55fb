//! What is outside of the device: the clock, the launcher, sleeping, and the memory of the process.

use std::os::fd::BorrowedFd;

use ferry_device::Nap;
use ferry_protocol::datagram::cost::DatagramCosts;
use ferry_protocol::reuse::Prices;
use ferry_regcache::Monitor;

/// The outside, as the device sees it.
pub trait Environment {
    /// A sleep.
    type Nap: Nap;
    /// What tells of memory whose pages change.
    type Monitor: Monitor;

    /// Nanoseconds since any fixed moment.
    fn now(&self) -> u64;

    /// The card of a world rank; waits until it is there. Called for each peer that this
    /// process contacts first, and once more where large messages to it take several ways.
    fn card(&mut self, rank: u32) -> Result<Vec<u8>, String>;

    /// How reports call a rank, with its host where that is known.
    fn name(&self, rank: u32) -> String {
        format!("rank {rank}")
    }

    /// A sleep that ends when `descriptor` becomes readable, after `most_ns`, or when
    /// [`Environment::wake`] is called.
    fn nap(&mut self, descriptor: Option<BorrowedFd<'_>>, most_ns: Option<u64>) -> Self::Nap;

    /// Wakes threads of this process that nap.
    fn wake(&mut self);

    /// The device has copied so many bytes that no caller knows of. A clock that is not real goes
    /// on by what that takes.
    fn copied(&mut self, _bytes: u64) {}

    /// True if more ranks share the processors than there are processors.
    fn oversubscribed(&mut self) -> bool {
        false
    }

    /// What registering, copying and looking cost, where that is known. `None`: it is to be
    /// measured.
    fn reuse_prices(&self) -> Option<Prices> {
        None
    }

    /// What large messages over datagrams cost, where that is known. `None`: it is to be measured.
    fn datagram_costs(&self) -> Option<DatagramCosts> {
        None
    }

    /// A buffer was looked up among those that are used often. For worlds in which that takes no
    /// time by itself.
    #[inline]
    fn looked_up(&self) {}
}
