//! Random jobs: a fixed budget of seeds, and all cases that ever failed.

use ferry_sim::Scheme;
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

/// A kind of cases: its name, how many there must be, and what is one.
type Kind = (&'static str, usize, fn(&Case) -> bool);

/// A long run reaches each fault over each kind of datagrams, and several at once.
#[test]
fn seeds_reach_datagrams_with_all_faults() {
    let cases: Vec<Case> = (0..2000).map(Case::of).collect();
    let has: [Kind; 8] = [
        ("loss", 50, |case| case.faults.loss > 0),
        ("reordering", 50, |case| case.faults.reordering > 0),
        ("duplication", 50, |case| case.faults.duplication > 0),
        ("all of these", 10, |case| case.faults.loss > 0 && case.faults.reordering > 0 && case.faults.duplication > 0),
        ("a death", 10, |case| case.death_ns > 0),
        ("a death and losses", 5, |case| case.death_ns > 0 && case.faults.loss > 0),
        ("slow ranks", 50, |case| case.faults.slowness > 0),
        ("sleep", 30, |case| case.sleeps),
    ];
    for scheme in Scheme::OF_DATAGRAMS.into_iter().chain([Scheme::Both]) {
        let of_scheme = || cases.iter().filter(|case| case.scheme == scheme);
        for (what, least, has) in has {
            let count = of_scheme().filter(|case| has(case)).count();
            println!("{}, {what}: {count}", scheme.name());
            assert!(count >= least, "{}, {what}: {count} of 2,000 seeds, at least {least}", scheme.name());
        }
        let refused = of_scheme().filter(|case| case.faults.refusal > 0).count();
        assert!(scheme == Scheme::Both || refused >= 20, "{}: send queues refuse in {refused}", scheme.name());
    }
}

#[test]
fn ways_change_while_packets_are_lost_and_ranks_die() {
    let only = |case: &mut Case| {
        *case = case.over(Scheme::Both);
        case.faults.loss = case.faults.loss.max(100);
        case.faults.reordering = case.faults.reordering.max(500);
    };
    let tried = fuzz(0..60, only);
    let tried =
        tried.unwrap_or_else(|failure| panic!("{}\nmade smaller: {}\n{}", failure.first, failure.smallest, failure.violation));
    println!("{tried:?}");
    assert!(tried.connected > 60, "{} ways changed", tried.connected);
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
