//! `ferry sim fuzz` and `ferry sim replay`.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, anyhow};
use ferry_sim::Scheme;
use ferry_sim::fuzz::Case;

/// What is tried.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many seeds
    #[arg(long, default_value_t = 1000)]
    seeds: u64,
    /// The first of them
    #[arg(long, default_value_t = 0)]
    from: u64,
}

/// What is run again.
#[derive(clap::Args)]
pub struct Replay {
    /// A seed, or a case as `fuzz` prints it (seed=5,ranks=3,...)
    case: String,
}

/// Tries all seeds.
///
/// # Errors
/// The first case that fails, made smaller.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let Arguments { seeds, from } = *arguments;
    let mut out = stdout().lock();
    let begin = Instant::now();
    for scheme in Scheme::ALL {
        match scheme.fuzz(from..from.saturating_add(seeds)) {
            Ok(tried) => {
                let minutes = begin.elapsed().as_secs_f64() / 60.0;
                let virtual_s = tried.time_ps as f64 / 1e12;
                writeln!(
                    out,
                    "{}: {} cases with {} events in {virtual_s:.3} s of their time: all invariants hold ({:.0} cases a minute)",
                    scheme.name(),
                    tried.cases,
                    tried.events,
                    tried.cases as f64 / minutes
                )?;
            }
            Err(failure) => {
                writeln!(out, "{}: seed {} fails: {}", scheme.name(), failure.first.seed, failure.first)?;
                writeln!(out, "made smaller: {}", failure.smallest)?;
                writeln!(out, "to see what happens: ferry sim replay {}", failure.smallest)?;
                return Err(anyhow!("{}", failure.violation));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a case again and tells what happens.
///
/// # Errors
/// What does not hold in it.
pub fn replay(arguments: &Replay) -> Result<ExitCode> {
    let mut out = stdout().lock();
    let case: Case = arguments.case.parse().map_err(|error: String| anyhow!(error))?;
    for scheme in Scheme::ALL {
        writeln!(out, "{} receives, {case}", scheme.name())?;
        let (result, log) = scheme.replay(&case);
        for line in log {
            writeln!(out, "{line}")?;
        }
        let ended = result.map_err(|violation| anyhow!("{violation}"))?;
        writeln!(out, "all invariants hold after {} events", ended.events)?;
    }
    Ok(ExitCode::SUCCESS)
}
