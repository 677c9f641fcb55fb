//! `ferry sim bucket-srq`: ways to hold receives, by pattern: buffer efficiency, memory, stalls and time (BSRQ-6, BSRQ-7).

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use ferry_sim::{Report, Scheme, Workload};

use super::run::Machine;

/// What is compared.
#[derive(clap::Args)]
pub struct Arguments {
    /// Patterns
    #[arg(long, value_delimiter = ',', default_values_t = ["cg", "lu", "mg", "ft", "is", "sp", "bt", "sage", "sweep"].map(str::to_owned))]
    patterns: Vec<String>,
    /// Numbers of ranks
    #[arg(long, value_delimiter = ',', default_values_t = [64])]
    ranks: Vec<u32>,
    #[command(flatten)]
    machine: Machine,
}

/// Bytes received, of the bytes of the buffers they came in, in per cent.
fn efficiency(report: &Report) -> f64 {
    100.0 * report.counters.message_bytes as f64 / (report.counters.buffer_bytes as f64).max(1.0)
}

/// Runs all patterns with all schemes.
///
/// # Errors
/// If one cannot be run, or an invariant does not hold.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = stdout().lock();
    writeln!(
        out,
        "{:<8} {:>6} {:<10} {:>12} {:>14} {:>10} {:>12} {:>12}",
        "pattern", "ranks", "receives", "efficiency", "receive KiB", "stalls", "no receive", "time ms"
    )?;
    for pattern in &arguments.patterns {
        let workload = Workload::find(pattern).map_err(|error| anyhow!(error))?;
        for ranks in &arguments.ranks {
            for scheme in Scheme::ALL {
                let report = scheme.run(&arguments.machine.setup(workload, *ranks)?)?;
                let receive_kib = report.counters.receive_bytes / u64::from(*ranks) / 1024;
                writeln!(
                    out,
                    "{pattern:<8} {ranks:>6} {:<10} {:>10.1} % {receive_kib:>14} {:>10} {:>12} {:>12.3}",
                    scheme.name(),
                    efficiency(&report),
                    report.counters.stalls,
                    report.totals.not_ready,
                    report.end_ps as f64 / 1e9
                )?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
