//! Whether the automatic choice is right: every algorithm of allgather at every point, by messages
//! and by puts.

use std::io::{Write, stderr};

use anyhow::{Result, anyhow};
use ferry_collective::{Collective, OneSided, Query, Spread};
use ferry_sim::Profile;
use ferry_sim::allgather::Experiment;
use serde::Serialize;

/// Machines on which the choice has to be right.
pub const MACHINES: [&str; 2] = ["hdr200", "ndr400"];

/// Sizes, in bytes of each rank.
const SIZES: [usize; 6] = [8, 256, 4 << 10, 32 << 10, 128 << 10, 1 << 20];

/// Bytes that all ranks have together at most: beyond that a run takes more memory than it is
/// worth.
const MOST_IN_ALL: usize = 8 << 30;

/// The choice may take so much longer than the best.
const TOLERANCE: f64 = 1.10;

/// A point, and what every algorithm takes there.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    pub machine: &'static str,
    pub ranks: u32,
    pub bytes: usize,
    pub chosen: &'static str,
    pub chosen_us: f64,
    pub best: &'static str,
    pub best_us: f64,
}

impl Compared {
    pub fn falls_short(&self) -> bool {
        self.chosen_us > self.best_us * TOLERANCE
    }

    pub fn shortfall(&self) -> String {
        let Compared { machine, ranks, bytes, chosen, chosen_us, best, best_us } = self;
        let times = chosen_us / best_us;
        format!("{machine}, {ranks} ranks, {bytes} bytes: {chosen} takes {times:.2} times as long as {best}")
    }
}

/// Compares at all sizes.
pub fn compare(machine: &'static str, ranks: u32, seed: u64) -> Result<Vec<Compared>> {
    let profile = Profile::find(machine)?;
    let fits = |bytes: &usize| bytes * ranks as usize * ranks as usize <= MOST_IN_ALL;
    SIZES.into_iter().filter(fits).map(|bytes| compare_at(machine, &profile, ranks, bytes, seed)).collect()
}

fn compare_at(machine: &'static str, profile: &Profile, ranks: u32, bytes: usize, seed: u64) -> Result<Compared> {
    let query = query(ranks, bytes);
    let chosen = ferry_collective::select(&query).name;
    let mut times = Vec::new();
    for algorithm in Collective::Allgather.algorithms().iter().filter(|known| known.requires.met_by(&query)) {
        // A ring of many ranks is never the best for short blocks, and takes longest to simulate.
        let is_hopeless = algorithm.name.contains("ring") && ranks > 64 && bytes < 4 << 10;
        if is_hopeless && algorithm.name != chosen {
            continue;
        }
        let base = Experiment { iterations: 2, ..Experiment::new(ranks, bytes).by(algorithm.name) };
        let experiment = if algorithm.requires.needs_puts() { base.over_puts() } else { base };
        let us = experiment.run(profile, seed);
        times.push((algorithm.name, us.map_err(|error| anyhow!("{} on {machine}: {error}", algorithm.name))?));
    }
    writeln!(stderr(), "{machine}, {ranks} ranks, {bytes} bytes: measured")?;
    let chosen_us = times.iter().find(|(name, _)| *name == chosen).map_or(f64::INFINITY, |(_, us)| *us);
    let best = times.into_iter().min_by(|one, other| one.1.total_cmp(&other.1));
    let (best, best_us) = best.unwrap_or((chosen, chosen_us));
    Ok(Compared { machine, ranks, bytes, chosen, chosen_us, best, best_us })
}

/// What is asked for such an allgather where every rank is on a node of its own and can put to all
/// others.
fn query(ranks: u32, bytes: usize) -> Query {
    Query {
        collective: Collective::Allgather,
        between_groups: false,
        ranks,
        bytes: bytes as u64 * u64::from(ranks),
        commutative: true,
        processors: None,
        spread: Some(Spread { nodes: ranks, largest: 1, is_even: true, is_in_order: true }),
        one_sided: Some(OneSided::with_copies_below(4096)),
    }
}

/// All of it as a table of a page.
pub fn table(all: &[Compared]) -> String {
    let mut text = String::from("| machine | ranks | bytes | chosen | us | best | us |\n|---|---|---|---|---|---|---|\n");
    for Compared { machine, ranks, bytes, chosen, chosen_us, best, best_us } in all {
        text += &format!("| {machine} | {ranks} | {bytes} | {chosen} | {chosen_us:.1} | {best} | {best_us:.1} |\n");
    }
    text
}
