//! How many functions of MPI are implemented, as the generator of the entry points found.

use anyhow::{Context, Result};
use serde::Serialize;

/// `implemented N of M`, then the names of the others.
const COVERAGE: &str = include_str!("../../../../api/coverage.txt");

/// Counts of functions.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Functions {
    /// Functions that do what the standard says.
    pub implemented: u32,
    /// Functions that are exported; the others report that they are not supported.
    pub total: u32,
}

/// Reads the counts.
pub fn count() -> Result<Functions> {
    parse(COVERAGE).context("the list of implemented functions does not begin with a count")
}

fn parse(coverage: &str) -> Option<Functions> {
    let counts = coverage.lines().next()?.strip_prefix("implemented ")?;
    let (implemented, total) = counts.split_once(" of ")?;
    Some(Functions { implemented: implemented.parse().ok()?, total: total.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_counts() {
        assert_eq!(parse("implemented 70 of 664\n\nMPI_X\n"), Some(Functions { implemented: 70, total: 664 }));
        assert_eq!(parse(""), None);
    }
}
