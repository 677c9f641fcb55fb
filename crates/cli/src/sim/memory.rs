//! `ferry sim memory`: what a rank takes, by kind, against the number of ranks.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use ferry_sim::run::ENGINE_BYTES_PER_PEER;
use ferry_sim::{Report, Scheme, Workload};

use super::chart::{self, Axes, ChartSeries};
use super::run::SimulatedMachine;

/// What is run.
#[derive(clap::Args)]
pub struct Arguments {
    /// Workload
    #[arg(long, default_value = "neighbors")]
    workload: String,
    #[command(flatten)]
    machine: SimulatedMachine,
    /// Numbers of ranks
    #[arg(long, value_delimiter = ',', default_values_t = [16, 64, 256, 1024])]
    ranks: Vec<u32>,
    /// Where messages arrive
    #[arg(long, default_value = "per-peer")]
    receives: String,
    /// Write a plot to this file (.svg)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// Memory of a rank of each kind, in bytes.
struct Line {
    ranks: u32,
    kinds: [u64; KINDS.len()],
}

const KINDS: [&str; 6] =
    ["receive buffers", "send buffers", "queue pairs", "completion queues", "cached registrations", "tables of peers"];

fn line(ranks: u32, report: &Report) -> Line {
    let (memory, each) = (&report.memory, |sum: u64| sum / u64::from(ranks));
    let (receive, send) = (each(report.counters.receive_bytes), each(report.counters.send_bytes));
    let pairs = memory.queue_pairs + memory.shared_receives;
    let tables = u64::from(ranks) * ENGINE_BYTES_PER_PEER;
    Line { ranks, kinds: [receive, send, pairs, memory.completions, memory.regions, tables] }
}

/// Runs the workload on all numbers of ranks.
///
/// # Errors
/// If it cannot be run, or an invariant does not hold.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = stdout().lock();
    let workload = Workload::find(&arguments.workload).map_err(|error| anyhow!(error))?;
    let scheme: Scheme = arguments.receives.parse().map_err(|error: String| anyhow!(error))?;
    writeln!(out, "Memory of a rank in KiB, {} receives, {}\n", scheme.name(), workload.name)?;
    writeln!(out, "{:>8} {}", "ranks", KINDS.map(|kind| format!("{kind:>22}")).concat())?;
    let mut lines = Vec::new();
    for ranks in &arguments.ranks {
        let setup = arguments.machine.setup(workload, *ranks)?;
        let report = scheme.run(&setup)?;
        let line = line(*ranks, &report);
        writeln!(out, "{ranks:>8} {}", line.kinds.map(|bytes| format!("{:>22.1}", bytes as f64 / 1024.0)).concat())?;
        lines.push(line);
    }
    if let Some(path) = &arguments.plot {
        std::fs::write(path, plot(&lines)?).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn plot(lines: &[Line]) -> Result<String> {
    let of = |(index, kind): (usize, &&str)| {
        let points = lines.iter().map(|line| (f64::from(line.ranks), line.kinds[index] as f64 / 1024.0)).collect();
        ChartSeries { name: (*kind).to_owned(), points }
    };
    let series: Vec<ChartSeries> = KINDS.iter().enumerate().map(of).collect();
    chart::lines(&Axes { x: "ranks", y: "KiB of a rank", is_log: true }, &series)
}
