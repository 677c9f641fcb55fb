//! Ways to hold receives, by name: what runs are compared by.

use std::str::FromStr;

use ferry_rc::buckets::Plan;
use ferry_rc::learn::Lengths;
use ferry_rc::per_peer::BASELINE;
use ferry_rc::{Buckets, PerPeer, Receives};
use ferry_ud::{LargeMessages, Repair};

use crate::arrivals::Arrivals;
use crate::run::{Report, RunError, Setup};
use crate::verbs::SimVerbs;

/// A way to hold receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Buffers of two sizes for each peer, under credits (BSRQ-4).
    PerPeer,
    /// Buckets that peers share, of the sizes of the paper (BSRQ-1, BSRQ-2).
    Buckets,
    /// Buckets whose sizes were learnt from a run with the others (BSRQ-beyond).
    Learnt,
    /// Buckets behind extended connections (XRC), where the adapter has them.
    Extended,
    /// The same, but every other rank does without.
    Mixed,
    /// As [`Scheme::PerPeer`] with so many small buffers that nobody waits for credits: what credit
    /// stalls cost.
    Plentiful,
    /// No connections: datagrams, large messages without a copy (UD-2).
    Datagrams,
    /// The same, where a block of a large message is sent again as a whole (UD-6).
    DatagramsByBlock,
    /// Datagrams, large messages through buffers.
    DatagramsCopied,
    /// Datagrams, and reliable connections to peers that turn out hot.
    Both,
}

/// Something that is run with any receives.
pub trait Run {
    /// What comes of it.
    type Output;

    /// Runs it with the receives that `receives` makes for each rank.
    fn run<R: Receives<SimVerbs> + 'static>(self, receives: impl FnMut(u32) -> R) -> Self::Output;

    /// Runs it over datagrams.
    fn run_datagrams(self, large: LargeMessages, repair: Repair) -> Self::Output;

    /// Runs it over datagrams, and over connections to peers that turn out hot.
    fn run_both(self) -> Self::Output;
}

impl Run for &Setup {
    type Output = Result<Report, RunError>;

    fn run<R: Receives<SimVerbs> + 'static>(self, receives: impl FnMut(u32) -> R) -> Self::Output {
        Setup::run(self, receives)
    }

    fn run_datagrams(self, large: LargeMessages, repair: Repair) -> Self::Output {
        Setup::run_datagrams(self, large, repair)
    }

    fn run_both(self) -> Self::Output {
        Setup::run_both(self)
    }
}

impl Scheme {
    /// All of them.
    pub const ALL: [Scheme; 10] = [
        Scheme::PerPeer,
        Scheme::Buckets,
        Scheme::Learnt,
        Scheme::Extended,
        Scheme::Mixed,
        Scheme::Plentiful,
        Scheme::Datagrams,
        Scheme::DatagramsByBlock,
        Scheme::DatagramsCopied,
        Scheme::Both,
    ];

    /// Those over reliable connections.
    pub const CONNECTED: [Scheme; 6] =
        [Scheme::PerPeer, Scheme::Buckets, Scheme::Learnt, Scheme::Extended, Scheme::Mixed, Scheme::Plentiful];

    /// Those over datagrams alone.
    pub const OF_DATAGRAMS: [Scheme; 3] = [Scheme::Datagrams, Scheme::DatagramsByBlock, Scheme::DatagramsCopied];

    /// Those that differ in what messages are received into.
    pub const COMPARED: [Scheme; 3] = [Scheme::PerPeer, Scheme::Buckets, Scheme::Learnt];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::PerPeer => "per-peer",
            Scheme::Buckets => "buckets",
            Scheme::Learnt => "learnt",
            Scheme::Extended => "xrc",
            Scheme::Mixed => "mixed",
            Scheme::Plentiful => "per-peer-64",
            Scheme::Datagrams => "ud-zcopy",
            Scheme::DatagramsByBlock => "ud-zcopy-block",
            Scheme::DatagramsCopied => "ud-copy",
            Scheme::Both => "auto",
        }
    }

    /// Runs `what` with it. What was learnt is what small messages of all kinds suggest.
    pub fn apply<W: Run>(self, what: W) -> W::Output {
        match self {
            Scheme::PerPeer => what.run(|_| PerPeer::new(&BASELINE)),
            Scheme::Plentiful => what.run(|_| PerPeer::new(&plentiful())),
            Scheme::Buckets => what.run(|_| Buckets::new(&plain())),
            Scheme::Extended => what.run(|_| Buckets::new(&Plan::default())),
            Scheme::Mixed => what.run(|rank| Buckets::new(&Plan { extended: rank.is_multiple_of(2), ..plain() })),
            Scheme::Learnt => what.run(|_| Buckets::new(&learnt_before())),
            Scheme::Datagrams => what.run_datagrams(LargeMessages::ZeroCopy, Repair::Missing),
            Scheme::DatagramsByBlock => what.run_datagrams(LargeMessages::ZeroCopy, Repair::Block),
            Scheme::DatagramsCopied => what.run_datagrams(LargeMessages::Copy, Repair::Missing),
            Scheme::Both => what.run_both(),
        }
    }

    /// Whether it is over datagrams, at least at first.
    pub fn is_datagrams(self) -> bool {
        self == Scheme::Both || Self::OF_DATAGRAMS.contains(&self)
    }

    /// A run with it.
    ///
    /// # Errors
    /// As [`Setup::run`].
    pub fn run(self, setup: &Setup) -> Result<Report, RunError> {
        if self != Scheme::Learnt {
            return self.apply(setup);
        }
        Self::run_learnt(setup, &Scheme::Buckets.run(setup)?.arrivals)
    }

    /// A run with tiny buffers for bodies of the first of `sizes`, and buckets for the others.
    ///
    /// # Errors
    /// Why buckets cannot be like that, and as [`Setup::run`].
    pub fn run_sizes(setup: &Setup, sizes: &[u32]) -> Result<Report, RunError> {
        let plan = Plan { extended: false, ..Plan::of_sizes(sizes) };
        plan.check().map_err(|why| RunError::Setup(format!("buckets {sizes:?}: {why}")))?;
        setup.run(|_| Buckets::new(&plan))
    }

    /// A run with buckets for what arrived in another one.
    ///
    /// # Errors
    /// As [`Setup::run`].
    pub fn run_learnt(setup: &Setup, arrivals: &Arrivals) -> Result<Report, RunError> {
        let plan = learnt_from(arrivals);
        setup.run(|_| Buckets::new(&plan))
    }
}

/// The baseline with 64 small buffers for each peer, and one for the packet that brings credits.
fn plentiful() -> [(u32, u16); 2] {
    let [(bytes, _), large] = BASELINE;
    [(bytes, 65), large]
}

/// Buckets for what has arrived.
fn learnt_from(arrivals: &Arrivals) -> Plan {
    let mut lengths = Lengths::default();
    for (bytes, count) in arrivals.lengths() {
        (0..count).for_each(|_| lengths.count(bytes));
    }
    plain().learnt(&lengths)
}

/// Buckets with a queue pair for each.
fn plain() -> Plan {
    Plan { extended: false, ..Plan::default() }
}

/// Buckets for messages of control, and of some lengths that no power of two fits.
fn learnt_before() -> Plan {
    let mut lengths = Lengths::default();
    for (bytes, count) in [(24, 1000), (64, 1000), (532, 500), (3000, 100), (9272, 50)] {
        (0..count).for_each(|_| lengths.count(bytes));
    }
    plain().learnt(&lengths)
}

impl FromStr for Scheme {
    type Err = String;

    fn from_str(name: &str) -> Result<Scheme, String> {
        let names = || Self::ALL.map(Scheme::name).join(", ");
        let found = Self::ALL.into_iter().find(|scheme| scheme.name() == name);
        found.ok_or_else(|| format!("there are no receives {name:?}; there are {}", names()))
    }
}
