//! What a job that does not go on says of itself. Pure: ranks describe themselves as data, this
//! crate finds out who waits for whom.
//!
//! - [`report`]: what one rank says of itself, and what is known of all ranks of a job
//! - [`graph`]: who can still act, who waits in vain, and the circles among these
//! - [`needs`]: from reports to that graph, in words
//! - [`hints`]: what is near to what somebody waits for: another tag, another communicator, another
//!   collective function
//! - [`findings`]: all of it together: the findings about a job, and whether it hangs
//! - [`text`]: a report for people
#![forbid(unsafe_code)]

pub mod findings;
pub mod graph;
pub mod hints;
pub mod needs;
pub mod report;
pub mod text;

#[cfg(test)]
mod samples;

pub use findings::{Finding, JobReport, Topic};
pub use report::{RankReport, RankStanding};
