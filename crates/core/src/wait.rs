//! How a process waits: look again at once for a while, then let others have the processor, then
//! sleep until a peer wakes it.

use ferry_route::Network;
use ferry_settings::Spin;
use ferry_sys::clock;

use crate::process::Process;

/// Looks before giving way, where every rank has a processor to itself: about half a millisecond.
const SPINS_ALONE: u32 = 20_000;
/// Looks before giving way where ranks share processors: whoever we wait for may need this one.
const SPINS_SHARED: u32 = 4;
/// Times a rank with a processor to itself gives way before it sleeps: about ten milliseconds. That
/// must be far more than it takes to wake a peer (hundreds of microseconds on a virtual processor):
/// two ranks that sleep while they wake each other would go on like that.
const YIELDS_ALONE: u32 = 20_000;
/// Times a rank that shares its processor gives way before it sleeps.
const YIELDS_SHARED: u32 = 50;
/// The same where the adapter is software: the kernel, which plays the adapter, takes the processor
/// when it needs it, and what is done in vain until then the machine lacks elsewhere. A few bridge
/// most of the gap between messages within the node.
const YIELDS_BESIDE_ADAPTER: u32 = 5;
/// The same where no other rank is on the node: nobody is there to give way to.
const YIELDS_TO_ADAPTER: u32 = 0;
/// The same two where there are other nodes: a look asks the system, and takes most of a
/// microsecond. Whether ranks of other nodes share the processors of this one, as containers may,
/// nobody knows.
const SPINS_NETWORK: u32 = 300;
/// See [`SPINS_NETWORK`].
const YIELDS_NETWORK: u32 = 1000;

/// What to do between two looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Look again at once.
    Look,
    /// Give way to other processes, then look again.
    Yield,
    /// Sleep until woken.
    Sleep,
}

/// The patience of one wait.
#[derive(Debug)]
pub struct Waiter {
    idle: u32,
    spins: u32,
    yields: u32,
    /// When it last stopped polling; 0 while it polls.
    slow_since_ns: u64,
    /// How long it did not poll before that.
    slow_ns: u64,
}

impl Waiter {
    /// A wait that begins now.
    pub fn new(process: &mut Process) -> Self {
        let (automatic, yields) = match process.engine.oversubscribed() {
            true if process.engine.device().is_alone() => (SPINS_SHARED, YIELDS_TO_ADAPTER),
            true if process.engine.device().network().is_some_and(Network::is_software) => (SPINS_SHARED, YIELDS_BESIDE_ADAPTER),
            true => (SPINS_SHARED, YIELDS_SHARED),
            false if process.engine.device().network().is_some() => (SPINS_NETWORK, YIELDS_NETWORK),
            false => (SPINS_ALONE, YIELDS_ALONE),
        };
        let spins = match process.settings.spin {
            Spin::Auto => automatic,
            Spin::Count(count) => count,
        };
        Waiter { idle: 0, spins, yields, slow_since_ns: 0, slow_ns: 0 }
    }

    /// Looks a blocking receive may take before it posts itself.
    #[inline]
    pub fn first_looks(process: &Process) -> u32 {
        process.waits.first_looks
    }

    /// Something happened: patience begins anew.
    pub fn moved(&mut self) {
        self.idle = 0;
        if self.slow_since_ns != 0 {
            (self.slow_ns, self.slow_since_ns) = (self.slow_ns(), 0);
        }
    }

    /// Whether it ever stopped polling.
    #[inline]
    pub fn was_slow(&self) -> bool {
        self.slow_ns | self.slow_since_ns != 0
    }

    /// How long it gave way or slept, in nanoseconds.
    pub fn slow_ns(&self) -> u64 {
        match self.slow_since_ns {
            0 => self.slow_ns,
            since_ns => self.slow_ns + clock::now_ns() - since_ns,
        }
    }

    /// Nothing happened.
    #[inline]
    pub fn idle(&mut self) -> Step {
        self.idle = self.idle.saturating_add(1);
        if self.idle < self.spins {
            return Step::Look;
        }
        if self.slow_since_ns == 0 {
            self.slow_since_ns = clock::now_ns();
        }
        if self.idle < self.spins.saturating_add(self.yields) {
            Step::Yield
        } else {
            self.idle = self.spins;
            Step::Sleep
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_may_be_as_long_as_a_setting_can_say() {
        for (spins, steps) in
            [(u32::MAX, [Step::Look, Step::Sleep, Step::Sleep]), (u32::MAX - 2, [Step::Yield, Step::Sleep, Step::Yield])]
        {
            let mut waiter = Waiter { idle: u32::MAX - 2, spins, yields: 5, slow_since_ns: 0, slow_ns: 0 };
            assert_eq!([waiter.idle(), waiter.idle(), waiter.idle()], steps, "{spins} looks");
        }
    }
}
