//! Ways to hold receives, by name: what runs are compared by.

use ferry_rc::PerPeer;
use ferry_rc::per_peer::BASELINE;

use crate::fuzz::{self, Case, Failure, Tried};
use crate::job::Violation;
use crate::run::{Report, RunError, Setup};

/// A way to hold receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Buffers of two sizes for each peer, under credits (BSRQ-4).
    PerPeer,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Scheme; 1] = [Scheme::PerPeer];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::PerPeer => "per-peer",
        }
    }

    /// A run with it.
    ///
    /// # Errors
    /// As [`Setup::run`].
    pub fn run(self, setup: &Setup) -> Result<Report, RunError> {
        match self {
            Scheme::PerPeer => setup.run(|_| PerPeer::new(&BASELINE)),
        }
    }

    /// Random jobs with it.
    ///
    /// # Errors
    /// As [`fuzz::fuzz`].
    pub fn fuzz(self, seeds: std::ops::Range<u64>) -> Result<Tried, Box<Failure>> {
        match self {
            Scheme::PerPeer => fuzz::fuzz(seeds, |_| PerPeer::new(&BASELINE)),
        }
    }

    /// One case with it, and what happened in it.
    pub fn replay(self, case: &Case) -> (Result<fuzz::case::Ended, Violation>, Vec<String>) {
        let mut log = Vec::new();
        let result = match self {
            Scheme::PerPeer => case.run(|_| PerPeer::new(&BASELINE), Some(&mut log)),
        };
        (result, log)
    }
}
