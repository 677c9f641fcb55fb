//! Whether the automatic choice is right: every algorithm of allgather at every point, by messages
//! and by puts.

use std::io::{Write, stderr};

use anyhow::{Result, anyhow};
use ferry_collective::{Algorithm, Collective, MessageCosts, Query, Spread};
use ferry_sim::Profile;
use ferry_sim::allgather::Experiment;
use ferry_sim::collectives::one_sided;
use ferry_sim::environment::EAGER_MAX;
use serde::Serialize;

use super::figures::{MOVED_IN_ALL, floor_us};

/// Machines on which the choice has to be right.
pub const MACHINES: [&str; 2] = ["hdr200", "ndr400"];

/// Sizes, in bytes of each rank.
pub const SIZES: [usize; 10] = [8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 32 << 10, 128 << 10, 256 << 10, 1 << 20];

/// The choice may take so much longer than the best.
const TOLERANCE: f64 = 1.10;

/// With more ranks than this, algorithms of which each rank sends as many messages take a thousand
/// times as long to simulate as others.
const MANY: u32 = 256;

/// What such an algorithm could be faster by, at most, where it is left out.
const NEGLIGIBLE: f64 = 1.05;

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
    /// What the bytes that come to a rank take on the wire and the bus: no algorithm takes less.
    pub bytes_us: f64,
}

impl Compared {
    pub fn falls_short(&self) -> bool {
        self.chosen_us > self.best_us * TOLERANCE
    }

    pub fn shortfall(&self) -> String {
        let Compared { machine, ranks, bytes, chosen, chosen_us, best, best_us, .. } = self;
        let times = chosen_us / best_us;
        format!("{machine}, {ranks} ranks, {bytes} bytes: {chosen} takes {times:.2} times as long as {best}")
    }
}

/// Iterations of blocks that are short, and of others. The former are so many that messages, too,
/// have changed to rings for most of them.
fn iterations(bytes: usize) -> u32 {
    if bytes < 16 << 10 { 20 } else { 2 }
}

/// Compares at some sizes.
pub fn compare(machine: &'static str, ranks: u32, sizes: &[usize], seed: u64) -> Result<Vec<Compared>> {
    let profile = Profile::find(machine)?;
    sizes.iter().map(|bytes| compare_at(machine, &profile, ranks, *bytes, seed)).collect()
}

fn compare_at(machine: &'static str, profile: &Profile, ranks: u32, bytes: usize, seed: u64) -> Result<Compared> {
    let query = query(profile, ranks, bytes);
    let chosen = ferry_collective::select(&query);
    let run = |algorithm| run(algorithm, machine, profile, (ranks, bytes), seed);
    let chosen_us = run(chosen)?;
    let (mut best, mut best_us) = (chosen.name, chosen_us);
    for algorithm in Collective::Allgather.algorithms().iter().filter(|known| known.requires.met_by(&query)) {
        let least_us = least_us(algorithm, &query, profile) * negligible(algorithm, &query);
        if algorithm.name == chosen.name || least_us >= best_us {
            continue;
        }
        let us = run(algorithm)?;
        if us < best_us {
            (best, best_us) = (algorithm.name, us);
        }
    }
    let chosen_name = chosen.name;
    writeln!(stderr(), "{machine}, {ranks} ranks, {bytes} bytes: {chosen_name} takes {chosen_us:.1} us, {best} {best_us:.1}")?;
    let bytes_us = floor_us(profile, ranks, bytes);
    Ok(Compared { machine, ranks, bytes, chosen: chosen.name, chosen_us, best, best_us, bytes_us })
}

/// What an algorithm takes, in us.
fn run(algorithm: &Algorithm, machine: &str, profile: &Profile, (ranks, bytes): (u32, usize), seed: u64) -> Result<f64> {
    let is_hollow = bytes * (ranks as usize).pow(2) > MOVED_IN_ALL;
    let base = Experiment { iterations: iterations(bytes), is_hollow, ..Experiment::new(ranks, bytes).by(algorithm.name) };
    let experiment = if algorithm.requires.needs_puts() { base.over_puts() } else { base };
    experiment.run(profile, seed).map_err(|error| anyhow!("{} on {machine}: {error}", algorithm.name))
}

/// What the least that an algorithm takes is multiplied by, before it is compared with the best: 1,
/// unless it sends a message from each rank to each other, or as many, of more ranks than [`MANY`].
fn negligible(algorithm: &Algorithm, query: &Query) -> f64 {
    let ranks = f64::from(query.ranks);
    let is_long = (algorithm.cost)(query).messages >= ranks * (ranks - 1.0);
    if is_long && query.ranks > MANY { NEGLIGIBLE } else { 1.0 }
}

/// What an algorithm takes at least on a machine, so that one that cannot be the best need not be
/// run: its messages in a row over the wire, one after the other from the busiest rank, and the
/// bytes that this one sends. Messages of a block that are not asked for are copied by who receives
/// them, which is the one that sends as well.
fn least_us(algorithm: &Algorithm, query: &Query, profile: &Profile) -> f64 {
    let cost = (algorithm.cost)(query);
    let ranks = f64::from(query.ranks);
    let [latency_us, post_us] = [profile.link.latency_ps, profile.processor.post_ps].map(|ps| ps as f64 / 1e6);
    let on_wire_us = cost.traffic / ranks / f64::from(profile.link.rate.mbps());
    let copied = if cost.puts { 0.0 } else { (cost.moved - 2.0 * cost.traffic / ranks).max(0.0) };
    let copied_us = copied / f64::from(profile.memory.copy.mbps());
    let block = query.bytes as f64 / ranks;
    let is_received_by_copy = !cost.puts && block <= EAGER_MAX as f64 && cost.traffic <= cost.messages * block;
    let received = if is_received_by_copy { cost.traffic / ranks } else { 0.0 };
    let received_us = received / f64::from(profile.memory.copy.mbps());
    let posted_us = cost.at_one.max(cost.messages / ranks) * post_us;
    let in_a_row_us = (cost.rounds - 1.0).max(0.0) * latency_us + posted_us + received_us;
    in_a_row_us.max(on_wire_us) + copied_us
}

/// What is asked for such an allgather where every rank is on a node of its own and can put to all
/// others.
fn query(profile: &Profile, ranks: u32, bytes: usize) -> Query {
    Query {
        collective: Collective::Allgather,
        between_groups: false,
        ranks,
        bytes: bytes as u64 * u64::from(ranks),
        longest: 0,
        commutative: true,
        processors: None,
        spread: Some(Spread::apart(ranks)),
        one_sided: Some(one_sided(profile)),
        shared_area: None,
        costs: MessageCosts::ASSUMED,
    }
}

/// All of it as a table of a page.
pub fn table(all: &[Compared]) -> String {
    let mut text = String::from(
        "| machine | ranks | bytes | chosen | us | best | us | bytes alone, us |\n|---|---|---|---|---|---|---|---|\n",
    );
    for Compared { machine, ranks, bytes, chosen, chosen_us, best, best_us, bytes_us } in all {
        text +=
            &format!("| {machine} | {ranks} | {bytes} | {chosen} | {chosen_us:.1} | {best} | {best_us:.1} | {bytes_us:.1} |\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_algorithm_takes_less_than_it_is_said_to_take_at_least() {
        let ranks = 8;
        for (machine, bytes) in [("hdr200", 8), ("hdr200", 16 << 10), ("ndr400", 64 << 10)] {
            let profile = Profile::find(machine).expect("known");
            let query = query(&profile, ranks, bytes);
            for algorithm in Collective::Allgather.algorithms().iter().filter(|known| known.requires.met_by(&query)) {
                let us = run(algorithm, machine, &profile, (ranks, bytes), 1).expect("it runs");
                let least_us = least_us(algorithm, &query, &profile);
                assert!(least_us <= us, "{machine}, {bytes} bytes, {}: {us} us, at least {least_us}", algorithm.name);
            }
        }
    }

    #[test]
    fn only_long_algorithms_of_many_ranks_are_left_out_for_a_small_gain() {
        let profile = Profile::find("hdr200").expect("known");
        let factor = |name: &str, ranks| {
            let algorithm = Collective::Allgather.algorithms().iter().find(|known| known.name == name).expect("known");
            negligible(algorithm, &query(&profile, ranks, 1 << 20))
        };
        assert_eq!(["ring", "linear", "put_ring"].map(|name| factor(name, 1024)), [NEGLIGIBLE; 3]);
        assert_eq!(["doubling", "bruck", "put_doubling", "put_circulant"].map(|name| factor(name, 1024)), [1.0; 4]);
        assert_eq!(["ring", "linear", "put_ring"].map(|name| factor(name, 100)), [1.0; 3]);
    }
}
