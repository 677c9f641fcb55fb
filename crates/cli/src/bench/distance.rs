//! Runs that count only while two processors are as near to each other as wanted, or as far apart.
//! A host may move virtual processors, and then they share caches or do not. Libraries of which one
//! meets the one case and another the other cannot be compared.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::raw;

/// What is waited for the processors to come to where they are wanted, before a run is given up.
const PATIENCE: Duration = Duration::from_secs(180);
/// Runs that were disturbed before one is given up.
const TRIES: u32 = 20;

/// The one-way times of a flag, in microseconds, at which runs count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Distance {
    /// Less than this.
    pub below_us: Option<f64>,
    /// More than this.
    pub above_us: Option<f64>,
}

impl Distance {
    /// Has `run` done while the distance is as wanted: again if it was not when the run was over.
    /// `None` if that never comes to pass.
    pub fn steadily<T>(&self, run: impl FnMut() -> Result<T>) -> Result<Option<T>> {
        self.with(raw::flag_us, PATIENCE, run)
    }

    fn with<T>(
        &self,
        mut flag_us: impl FnMut() -> Option<f64>,
        patience: Duration,
        mut run: impl FnMut() -> Result<T>,
    ) -> Result<Option<T>> {
        if self.below_us.is_none() && self.above_us.is_none() {
            return run().map(Some);
        }
        let mut is_wanted = || {
            flag_us()
                .is_none_or(|us| self.below_us.is_none_or(|below| us < below) && self.above_us.is_none_or(|above| us > above))
        };
        for _ in 0..TRIES {
            let start = Instant::now();
            while !is_wanted() {
                if start.elapsed() > patience {
                    return Ok(None);
                }
            }
            let result = run()?;
            if is_wanted() {
                return Ok(Some(result));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of runs while the flag takes these times one after the other, and how many there
    /// were.
    fn measure(distance: Distance, flags: &[f64]) -> (Option<u32>, u32) {
        let (mut flags, mut runs) = (flags.iter().copied(), 0);
        let run = || {
            runs += 1;
            Ok(runs)
        };
        let result = distance.with(|| Some(flags.next().unwrap_or(f64::NAN)), Duration::ZERO, run).unwrap();
        (result, runs)
    }

    #[test]
    fn a_run_that_was_disturbed_is_done_again() {
        let near = Distance { below_us: Some(0.1), above_us: None };
        assert_eq!(measure(near, &[0.05, 0.05]), (Some(1), 1));
        assert_eq!(measure(near, &[0.05, 0.25, 0.05, 0.06]), (Some(2), 2));
        assert_eq!(measure(near, &[0.25, 0.05, 0.05]), (None, 0));
        let apart = Distance { below_us: None, above_us: Some(0.1) };
        assert_eq!(measure(apart, &[0.25, 0.05, 0.2, 0.2]), (Some(2), 2));
    }

    #[test]
    fn without_a_wish_every_run_counts() {
        assert_eq!(measure(Distance::default(), &[]), (Some(1), 1));
    }
}
