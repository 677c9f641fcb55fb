//! Random jobs: a fixed budget of seeds, and all cases that ever failed.

use ferry_sim::fuzz::{Case, fuzz};

/// Seeds that every run of the tests tries.
const BUDGET: u64 = 300;

#[test]
fn random_jobs_with_faults_keep_all_invariants() {
    let tried = fuzz(0..BUDGET, |_| {});
    let tried =
        tried.unwrap_or_else(|failure| panic!("{}\nmade smaller: {}\n{}", failure.first, failure.smallest, failure.violation));
    assert_eq!(tried.cases, BUDGET);
    println!("{tried:?}");
}

#[test]
fn cases_that_failed_once_hold() {
    for line in include_str!("corpus.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let case: Case = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        case.run(None).unwrap_or_else(|violation| panic!("{line}: {violation}"));
    }
}

#[test]
fn a_case_replays_to_the_letter() {
    for seed in 1000..1010 {
        let run = || {
            let mut log = Vec::new();
            let ended = Case::of(seed).run(Some(&mut log));
            (ended, log)
        };
        let (first, second) = (run(), run());
        assert!(first.1.len() > 10, "{:?}", first.1);
        assert_eq!(first, second);
    }
}
