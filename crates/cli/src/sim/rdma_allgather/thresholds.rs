//! Whether M_T is right (AG-2), the bytes from which on a step goes from buffer to buffer:
//! recursive doubling by puts with the library's M_T beside others.

use std::io::{Write, stderr};

use anyhow::{Result, anyhow};
use ferry_sim::Profile;
use ferry_sim::allgather::Experiment;
use ferry_sim::collectives::one_sided;
use serde::Serialize;

/// The machines of the paper, and newer ones.
const MACHINES: [&str; 4] = ["mt23108-pcix", "mt25208-ddr", "hdr200", "ndr400"];

const RANKS: [u32; 2] = [16, 64];

/// Bytes of each rank.
const SIZES: [usize; 5] = [64, 256, 1 << 10, 4 << 10, 16 << 10];

/// Values of M_T beside the library's: all powers of two for which there is room.
const TRIED: [u64; 7] = [256, 512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10];

/// The library's M_T may take so much longer than the best.
const TOLERANCE: f64 = 1.10;

const ITERATIONS: u32 = 4;

/// An allgather with the library's M_T, and with the one that is best there.
#[derive(Clone, Debug, Serialize)]
pub struct Threshold {
    pub machine: &'static str,
    pub ranks: u32,
    pub bytes: usize,
    pub own: u64,
    pub own_us: f64,
    pub best: u64,
    pub best_us: f64,
}

impl Threshold {
    pub fn falls_short(&self) -> bool {
        self.own_us > self.best_us * TOLERANCE
    }

    pub fn shortfall(&self) -> String {
        let Threshold { machine, ranks, bytes, own, own_us, best, best_us } = self;
        let times = own_us / best_us;
        format!("{machine}, {ranks} ranks, {bytes} bytes: M_T of {own} bytes takes {times:.2} times as long as {best}")
    }
}

/// Measures all of it.
pub fn measure_all(seed: u64) -> Result<Vec<Threshold>> {
    let mut all = Vec::new();
    for machine in MACHINES {
        let profile = Profile::find(machine)?;
        for ranks in RANKS {
            for bytes in SIZES {
                let point = measure(machine, &profile, (ranks, bytes), seed)?;
                let Threshold { own, own_us, best, best_us, .. } = point;
                writeln!(stderr(), "{machine}, {ranks} ranks, {bytes} bytes: {own} takes {own_us:.1} us, {best} {best_us:.1}")?;
                all.push(point);
            }
        }
    }
    Ok(all)
}

fn measure(machine: &'static str, profile: &Profile, (ranks, bytes): (u32, usize), seed: u64) -> Result<Threshold> {
    let own = one_sided(profile).copy_below;
    let run = |copy_below: u64| {
        let base = Experiment::new(ranks, bytes).by("put_doubling").over_puts();
        let experiment = Experiment { iterations: ITERATIONS, copy_below: Some(copy_below), ..base };
        experiment.run(profile, seed).map_err(|error| anyhow!("M_T of {copy_below} bytes on {machine}: {error}"))
    };
    let own_us = run(own)?;
    let mut threshold = Threshold { machine, ranks, bytes, own, own_us, best: own, best_us: own_us };
    for tried in others(own, ranks, bytes) {
        let us = run(tried)?;
        if us < threshold.best_us {
            (threshold.best, threshold.best_us) = (tried, us);
        }
    }
    Ok(threshold)
}

/// Values of M_T that make another schedule than `own`, one for each schedule.
fn others(own: u64, ranks: u32, bytes: usize) -> Vec<u64> {
    let mut known = vec![copied_steps(own, ranks, bytes)];
    let is_new = |tried: &u64| {
        let steps = copied_steps(*tried, ranks, bytes);
        let is_new = !known.contains(&steps);
        known.push(steps);
        is_new
    };
    TRIED.into_iter().filter(is_new).collect()
}

/// Steps that go through collective buffers.
fn copied_steps(copy_below: u64, ranks: u32, bytes: usize) -> usize {
    let moved = (0..ranks.ilog2()).map(|step| (bytes as u64) << step);
    moved.take_while(|moved| *moved < copy_below).count()
}

/// All of it as a table of a page.
pub fn table(all: &[Threshold]) -> String {
    let mut text = String::from("| machine | ranks | bytes | M_T | us | best M_T | us |\n|---|---|---|---|---|---|---|\n");
    for Threshold { machine, ranks, bytes, own, own_us, best, best_us } in all {
        text += &format!("| {machine} | {ranks} | {bytes} | {own} | {own_us:.1} | {best} | {best_us:.1} |\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_make_the_same_schedule_are_measured_once() {
        assert_eq!(others(8 << 10, 64, 16 << 10), Vec::<u64>::new(), "every step goes from buffer to buffer");
        assert_eq!(others(8 << 10, 64, 4 << 10), [256, 16 << 10], "none, two");
        assert_eq!(others(8 << 10, 16, 64), [256, 512], "all four steps are short from 1 KiB on");
    }

    #[test]
    fn a_point_says_what_is_best() {
        let profile = Profile::find("hdr200").expect("known");
        let point = measure("hdr200", &profile, (4, 2 << 10), 1).expect("it runs");
        assert!(point.best_us <= point.own_us && point.own == one_sided(&profile).copy_below, "{point:?}");
        assert!(table(&[point]).lines().count() == 3);
    }
}
