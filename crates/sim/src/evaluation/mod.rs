//! What ways to do things are compared by: [`reuse`] for copies of eager messages, [`resident`] for
//! memory of peers, [`held`] for what a rank has of its adapter; the rest is for receives.
//!
//! The patterns by which ways to hold receives are compared (BSRQ-7), with the sizes that they are
//! run with.
//!
//! Sizes are those of the published classes where that is possible; where each rank has a message
//! for each other, a smaller class: those of the paper (D) would take hundreds of gigabytes. What a
//! rank computes is short throughout, so that communication shows.

pub mod held;
pub mod resident;
pub mod reuse;

use crate::fault::{CHANCES, Faults};
use crate::profile::Profile;
use crate::run::Setup;
use crate::workload::{Settings, Workload};

/// The machine of the paper.
pub const PROFILE: &str = "infinihost3-sdr";

/// Ranks do half of their steps up to so much later than they could, as on any machine: waves that
/// never lose their step would show one of many courses of events.
const JITTER_NS: u64 = 200;

/// A pattern with its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Name of the workload.
    pub name: &'static str,
    /// What its size is that of.
    pub class: &'static str,
    size: Size,
    iterations: u32,
    compute_ns: u64,
}

/// How large a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    /// So many points along a side, whatever the number of ranks.
    Fixed(usize),
    /// So many points along a side of each rank's part of a square grid.
    PerRank(usize),
}

const fn pattern(name: &'static str, class: &'static str, size: Size, iterations: u32) -> Pattern {
    Pattern { name, class, size, iterations, compute_ns: 5_000 }
}

impl Pattern {
    /// The patterns of the paper: NAS benchmarks, then its two applications.
    pub const ALL: [Pattern; 9] = [
        pattern("cg", "class D", Size::Fixed(6850), 1),
        pattern("lu", "class B", Size::Fixed(102), 1),
        pattern("mg", "class D", Size::Fixed(1024), 2),
        pattern("ft", "class A", Size::Fixed(256), 1),
        pattern("is", "class A", Size::Fixed(256), 2),
        pattern("sp", "class D", Size::Fixed(408), 1),
        pattern("bt", "class D", Size::Fixed(408), 1),
        pattern("sage", "16 to 132 KiB to 3 ranks", Size::Fixed(1), 5),
        Pattern { compute_ns: 2_000, ..pattern("sweep", "5 x 5 columns a rank", Size::PerRank(5), 2) },
    ];

    /// The pattern called `name`.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(name: &str) -> Result<Pattern, String> {
        let names = || Self::ALL.map(|pattern| pattern.name).join(", ");
        Self::ALL
            .into_iter()
            .find(|pattern| pattern.name == name)
            .ok_or_else(|| format!("no pattern {name:?}; there are {}", names()))
    }

    /// Whether it is one of the NAS benchmarks.
    pub fn is_nas(&self) -> bool {
        !matches!(self.name, "sage" | "sweep")
    }

    /// The most ranks, of `ranks`, that it can use; none if it can use no number.
    pub fn fitting(&self, ranks: u32) -> Option<u32> {
        let workload = Workload::find(self.name).ok()?;
        (1..=ranks).rev().find(|ranks| workload.check(*ranks).is_ok())
    }

    /// Its run on `ranks` ranks of `profile`. Rings are off: what they carry takes no receives.
    ///
    /// # Errors
    /// If it cannot use so many ranks.
    pub fn setup(&self, ranks: u32, profile: Profile, seed: u64) -> Result<Setup, String> {
        let workload = Workload::find(self.name)?;
        workload.check(ranks)?;
        let mut setup = Setup::new(workload, ranks, profile, seed);
        let points = match self.size {
            Size::Fixed(points) => points,
            Size::PerRank(points) => points * ranks.isqrt() as usize,
        };
        let Pattern { iterations, compute_ns, .. } = *self;
        setup.settings = Settings { points, iterations, compute_ns, warm_up: 1, ..setup.settings };
        setup.plan.options.rings = 0;
        setup.faults = Faults { slowness: CHANCES / 2, slow_ns: JITTER_NS, ..Faults::default() };
        Ok(setup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_found_and_take_as_many_ranks_as_they_can() {
        let fitting = |name, ranks| Pattern::find(name).expect("known").fitting(ranks);
        assert_eq!([fitting("sp", 512), fitting("cg", 512), fitting("cg", 500)], [Some(484), Some(512), Some(256)]);
        assert_eq!([fitting("sweep", 7), fitting("sage", 1)], [Some(7), None]);
        assert!(Pattern::find("x").is_err_and(|text| text.contains("sweep")));
    }

    #[test]
    fn all_patterns_can_be_set_up() {
        for pattern in Pattern::ALL {
            let profile = Profile::find(PROFILE).expect("known");
            let setup = pattern.setup(16, profile.clone(), 1).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((setup.settings.warm_up, setup.plan.options.rings), (1, 0));
            assert!(pattern.setup(0, profile, 1).is_err());
        }
    }
}
