//! Random jobs with random faults, in which everything is checked; what fails is made smaller by
//! running it again.
//!
//! - [`case`]: a job as a line of numbers, drawn from a seed
//! - `traffic`: its messages, and the program that exchanges them

pub mod case;
mod traffic;

use std::cell::Cell;
use std::ops::Range;
use std::sync::Once;

pub use case::Case;

use crate::job::Violation;

/// A case that failed, and the smallest one found that fails alike.
#[derive(Clone, Debug)]
pub struct Failure {
    /// As drawn from its seed.
    pub first: Case,
    /// Made smaller.
    pub smallest: Case,
    /// What does not hold in that.
    pub violation: Violation,
}

/// What was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Cases.
    pub cases: u64,
    /// Events in them.
    pub events: u64,
    /// Virtual time, in ps.
    pub time_ps: u128,
    /// Ways to peers that became connections, where there are datagrams as well.
    pub connected: u64,
}

/// Tries the cases of all `seeds` until one fails; `change` may have a say in them.
///
/// # Errors
/// The first that fails, made smaller.
pub fn fuzz(seeds: Range<u64>, change: impl Fn(&mut Case)) -> Result<Tried, Box<Failure>> {
    let mut tried = Tried::default();
    for seed in seeds {
        let mut case = Case::of(seed);
        change(&mut case);
        match attempt(&case) {
            Ok(ended) => {
                tried.cases += 1;
                tried.events += ended.events;
                tried.connected += ended.connected;
                tried.time_ps += u128::from(ended.end_ps);
            }
            Err(violation) => {
                let (smallest, violation) = shrink(case, violation, |case| attempt(case).err());
                return Err(Box::new(Failure { first: case, smallest, violation }));
            }
        }
    }
    Ok(tried)
}

thread_local! {
    static UNDER_WAY: Cell<Option<Case>> = const { Cell::new(None) };
}

/// Runs a case; should it panic, the message says which it was.
fn attempt(case: &Case) -> Result<case::Ended, Violation> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |information| {
            if let Some(case) = UNDER_WAY.get() {
                eprintln!("ferry sim: while this case ran: {case}");
            }
            before(information);
        }));
    });
    UNDER_WAY.set(Some(*case));
    let result = case.run(None);
    UNDER_WAY.set(None);
    result
}

/// Most runs that a failure is made smaller with.
const MOST_RUNS: u32 = 400;

/// The smallest case found that breaks the same invariant as `case`, and how.
pub fn shrink(mut case: Case, mut violation: Violation, mut fails: impl FnMut(&Case) -> Option<Violation>) -> (Case, Violation) {
    let mut runs = 0;
    'smaller: loop {
        for candidate in case.smaller() {
            runs += 1;
            if runs > MOST_RUNS {
                return (case, violation);
            }
            if let Some(found) = fails(&candidate).filter(|found| found.invariant == violation.invariant) {
                (case, violation) = (candidate, found);
                continue 'smaller;
            }
        }
        return (case, violation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_keeps_what_is_needed_and_drops_the_rest() {
        let case = Case { ranks: 7, messages: 120, window: 9, sleeps: true, ..Case::of(1) };
        let violation = |invariant| Violation { at_ps: 1, invariant, text: String::new() };
        let fails = |case: &Case| match (case.messages >= 5, case.ranks >= 3) {
            (true, true) => Some(violation("right")),
            (true, false) => Some(violation("other")),
            _ => None,
        };
        let (smallest, found) = shrink(case, violation("right"), fails);
        assert_eq!((smallest.messages, smallest.ranks, smallest.window, smallest.sleeps), (5, 3, 1, false));
        assert_eq!((smallest.faults, found.invariant), (crate::Faults::default(), "right"));
    }
}
