//! `ferry sim fuzz` and `ferry sim replay`.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, anyhow};
use ferry_sim::Scheme;
use ferry_sim::fuzz::{Case, fuzz};

/// What is tried.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many seeds
    #[arg(long, default_value_t = 1000)]
    seeds: u64,
    /// The first of them
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// Only these receives, rather than those that a seed chooses
    #[arg(long)]
    receives: Option<String>,
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
    let Arguments { seeds, from, receives } = arguments;
    let scheme: Option<Scheme> = receives.as_deref().map(str::parse).transpose().map_err(|error: String| anyhow!(error))?;
    let mut out = stdout().lock();
    let begin = Instant::now();
    match fuzz(*from..from.saturating_add(*seeds), |case| *case = scheme.map_or(*case, |scheme| case.with(scheme))) {
        Ok(tried) => {
            let minutes = begin.elapsed().as_secs_f64() / 60.0;
            let virtual_s = tried.time_ps as f64 / 1e12;
            writeln!(
                out,
                "{} cases with {} events in {virtual_s:.3} s of their time: all invariants hold; {} ways to peers changed from datagrams to connections ({:.0} cases a minute)",
                tried.cases,
                tried.events,
                tried.connected,
                tried.cases as f64 / minutes
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(failure) => {
            writeln!(out, "seed {} fails: {}", failure.first.seed, failure.first)?;
            writeln!(out, "made smaller: {}", failure.smallest)?;
            writeln!(out, "to see what happens: ferry sim replay {}", failure.smallest)?;
            Err(anyhow!("{}", failure.violation))
        }
    }
}

/// Runs a case again and tells what happens.
///
/// # Errors
/// What does not hold in it.
pub fn replay(arguments: &Replay) -> Result<ExitCode> {
    let mut out = stdout().lock();
    let case: Case = arguments.case.parse().map_err(|error: String| anyhow!(error))?;
    writeln!(out, "{} receives, {case}", case.scheme.name())?;
    let mut log = Vec::new();
    let result = case.run(Some(&mut log));
    for line in log {
        writeln!(out, "{line}")?;
    }
    let ended = result.map_err(|violation| anyhow!("{violation}"))?;
    writeln!(out, "all invariants hold after {} events", ended.events)?;
    Ok(ExitCode::SUCCESS)
}
