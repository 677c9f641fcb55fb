//! The figures of the paper: what is measured for each, and what the paper shows.

use anyhow::{Result, anyhow};
use ferry_sim::Profile;
use ferry_sim::allgather::{Experiment, of_mpich, of_paper};
use serde::Serialize;

/// A cluster of the paper: its name, the profile of its machine, and most ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cluster {
    pub name: &'static str,
    pub profile: &'static str,
}

/// 32 nodes with MT23108 on PCI-X.
pub const A: Cluster = Cluster { name: "A", profile: "mt23108-pcix" };
/// 16 nodes with MT25208 on PCI Express.
pub const B: Cluster = Cluster { name: "B", profile: "mt25208-ddr" };
/// 8 nodes with processors of 3.0 GHz and the network of cluster A.
pub const C: Cluster = Cluster { name: "C", profile: "mt23108-pcix" };

/// What a rank of cluster C computes in a product: 2 * 32 * 256 * 256 operations at 4 a nanosecond,
/// about two thirds of what its processor can do at most.
const PRODUCT_NS: u64 = 2 * 32 * 256 * 256 / 4;

/// Bytes of a block of rows of 256 x 256 doubles on 8 ranks.
const ROWS_BYTES: usize = 32 * 256 * 8;

/// What the paper shows for a point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// Latency is lower by so many per cent.
    Lower(f64),
    /// It is so many times faster.
    Times(f64),
}

impl Shown {
    /// The same quantity of a measurement.
    fn of(self, messages_us: f64, puts_us: f64) -> f64 {
        match self {
            Shown::Lower(_) => 100.0 * (1.0 - puts_us / messages_us),
            Shown::Times(_) => messages_us / puts_us,
        }
    }

    pub fn value(self) -> f64 {
        match self {
            Shown::Lower(value) | Shown::Times(value) => value,
        }
    }

    pub fn text(self, value: f64) -> String {
        match self {
            Shown::Lower(_) => format!("{value:.0} %"),
            Shown::Times(_) => format!("{value:.2}x"),
        }
    }
}

/// A point for which the paper has a number.
#[derive(Clone, Copy, Debug)]
pub struct PaperPoint {
    pub figure: &'static str,
    pub cluster: Cluster,
    pub ranks: u32,
    pub bytes: usize,
    pub is_fresh: bool,
    pub compute_ns: u64,
    pub shown: Shown,
}

const fn point(figure: &'static str, cluster: Cluster, ranks: u32, bytes: usize, shown: Shown) -> PaperPoint {
    PaperPoint { figure, cluster, ranks, bytes, is_fresh: false, compute_ns: 0, shown }
}

const fn fresh(of: PaperPoint) -> PaperPoint {
    PaperPoint { is_fresh: true, ..of }
}

/// All of them.
pub const POINTS: [PaperPoint; 12] = [
    point("1(a)", A, 16, 4, Shown::Lower(17.0)),
    point("1(b)", A, 16, 32 << 10, Shown::Lower(23.0)),
    point("1(c)", A, 16, 256 << 10, Shown::Lower(7.0)),
    point("2(a)", A, 32, 4, Shown::Lower(13.0)),
    point("2(b)", A, 32, 32 << 10, Shown::Lower(30.0)),
    point("2(c)", A, 32, 256 << 10, Shown::Lower(6.0)),
    point("3(a)", B, 16, 4, Shown::Lower(15.0)),
    point("3(b)", B, 16, 32 << 10, Shown::Lower(37.0)),
    point("3(c)", B, 16, 256 << 10, Shown::Lower(21.0)),
    fresh(point("5(a)", A, 32, 32 << 10, Shown::Times(4.75))),
    fresh(point("5(b)", B, 16, 32 << 10, Shown::Times(3.0))),
    PaperPoint { compute_ns: PRODUCT_NS, ..fresh(point("5(c)", C, 8, ROWS_BYTES, Shown::Lower(37.0))) },
];

/// What a point comes to.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    pub figure: &'static str,
    pub cluster: &'static str,
    pub ranks: u32,
    pub bytes: usize,
    /// Over messages, by the algorithm of MPICH 1.2.6.
    pub messages_us: f64,
    /// Over puts, by the algorithm of the paper.
    pub puts_us: f64,
    /// Over whatever Ferry chooses where ranks can put.
    pub chosen_us: f64,
    /// What the bytes alone take on the wire and the bus of a rank, and computing.
    pub floor_us: f64,
    /// The same quantity as the paper's, of what Ferry chooses.
    pub gain: f64,
    /// That quantity at the floor: no algorithm gains more on such a machine.
    pub most: f64,
    pub paper: Shown,
}

impl Measured {
    pub fn falls_short(&self) -> bool {
        self.gain < self.paper.value()
    }

    /// Whether the simulated machine lets no algorithm reach the paper's figure.
    pub fn is_beyond_the_machine(&self) -> bool {
        self.most < self.paper.value()
    }
}

/// Bytes that all ranks have together at most, as far as data are moved: beyond that only time is
/// simulated ([`Experiment::is_hollow`]).
pub const MOVED_IN_ALL: usize = 1 << 30;

/// Iterations of messages that are short, and of others: the former are cheap to simulate.
fn iterations(bytes: usize) -> u32 {
    if bytes < 16 << 10 { 20 } else { 4 }
}

/// An allgather over messages, over puts as in the paper, and as Ferry chooses, in us.
pub fn three_ways(profile: &Profile, base: Experiment, seed: u64) -> Result<[f64; 3]> {
    let Experiment { ranks, bytes, .. } = base;
    let is_hollow = bytes * (ranks as usize).pow(2) > MOVED_IN_ALL;
    let base = Experiment { iterations: iterations(bytes), is_hollow, ..base };
    let ways = [base.by(of_mpich(ranks, bytes)), base.by(of_paper(ranks, bytes)).over_puts(), base.over_puts()];
    let run = |way: Experiment| way.run(profile, seed).map_err(|error| anyhow!("{bytes} bytes on {ranks} ranks: {error}"));
    Ok([run(ways[0])?, run(ways[1])?, run(ways[2])?])
}

/// What a rank's bytes of an allgather take at least on a machine, in us. A bus that both
/// directions share carries what comes and what goes.
pub fn floor_us(profile: &Profile, ranks: u32, bytes: usize) -> f64 {
    let moved = (ranks - 1) as f64 * bytes as f64;
    let ways = if profile.adapter.bus_is_shared { 2.0 } else { 1.0 };
    let [wire_us, bus_us] = [profile.link.rate, profile.adapter.bus].map(|rate| moved / f64::from(rate.mbps()));
    wire_us.max(ways * bus_us)
}

/// Measures a point.
pub fn measure(point: &PaperPoint, seed: u64) -> Result<Measured> {
    let PaperPoint { figure, cluster, ranks, bytes, is_fresh, compute_ns, shown } = *point;
    let profile = Profile::find(cluster.profile)?;
    let base = Experiment { reuses_buffers: !is_fresh, compute_ns, ..Experiment::new(ranks, bytes) };
    let [messages_us, puts_us, chosen_us] = three_ways(&profile, base, seed)?;
    let gain = shown.of(messages_us, chosen_us.min(puts_us));
    let floor_us = floor_us(&profile, ranks, bytes) + compute_ns as f64 / 1e3;
    let most = shown.of(messages_us, floor_us);
    let cluster = cluster.name;
    Ok(Measured { figure, cluster, ranks, bytes, messages_us, puts_us, chosen_us, floor_us, gain, most, paper: shown })
}
