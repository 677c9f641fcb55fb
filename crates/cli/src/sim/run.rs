//! `ferry sim run`: one workload on one machine.

use std::io::{self, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use ferry_sim::log::Microseconds;
use ferry_sim::workload::Settings;
use ferry_sim::{Faults, Profile, Report, RunError, Scheme, Setup, Workload};

/// What is run.
#[derive(clap::Args)]
pub struct Arguments {
    /// Name of the workload (`ferry sim list`)
    workload: String,
    #[command(flatten)]
    machine: SimulatedMachine,
    /// Ranks
    #[arg(long, short = 'n', default_value_t = 2)]
    ranks: u32,
    /// Where messages arrive: per-peer, buckets, or learnt (buckets as a run before suggests)
    #[arg(long, default_value = "per-peer")]
    receives: String,
    /// Buckets of these sizes instead, in bytes of a message's body; the first is that of the tiny
    /// buffers of each peer
    #[arg(long, value_delimiter = ',', value_name = "BYTES")]
    buckets: Vec<u32>,
    /// Message sizes in bytes, of workloads that have them
    #[arg(long, value_delimiter = ',')]
    sizes: Vec<usize>,
    /// Ranks that wait sleep, rather than look all the time
    #[arg(long)]
    sleep: bool,
    /// Write what happens to this file, or to the output (-)
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Datagrams lost, of 10,000
    #[arg(long, default_value_t = 0)]
    loss: u32,
    /// Registrations of program memory that fail, of 10,000
    #[arg(long, default_value_t = 0)]
    failing_registrations: u32,
}

/// A machine and the numbers of a workload.
#[derive(clap::Args)]
pub struct SimulatedMachine {
    /// Machine: a name (`ferry sim list`) or a .toml file
    #[arg(long, default_value = "ndr400", value_name = "PROFILE")]
    profile: String,
    /// Ranks that share a node's adapter
    #[arg(long, default_value_t = 1)]
    per_node: u32,
    /// Seed of everything that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Iterations, or time steps
    #[arg(long)]
    iterations: Option<u32>,
    /// Points along a side of the problem
    #[arg(long)]
    points: Option<usize>,
    /// What a rank computes in a step, in nanoseconds
    #[arg(long)]
    compute_ns: Option<u64>,
}

impl SimulatedMachine {
    /// A run of `workload` on `ranks` ranks.
    ///
    /// # Errors
    /// If there is no such machine.
    pub fn setup(&self, workload: Workload, ranks: u32) -> Result<Setup> {
        let profile = Profile::find(&self.profile)?;
        let mut setup = Setup::new(workload, ranks, profile, self.seed);
        setup.plan.per_node = self.per_node;
        let Settings { iterations, points, compute_ns, .. } = &mut setup.settings;
        *iterations = self.iterations.unwrap_or(*iterations);
        *points = self.points.unwrap_or(*points);
        *compute_ns = self.compute_ns.unwrap_or(*compute_ns);
        Ok(setup)
    }
}

/// Runs the workload.
///
/// # Errors
/// If it cannot be run, or an invariant does not hold.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let workload = Workload::find(&arguments.workload).map_err(|error| anyhow!(error))?;
    let mut setup = arguments.machine.setup(workload, arguments.ranks)?;
    if !arguments.sizes.is_empty() {
        setup.settings.sizes.clone_from(&arguments.sizes);
    }
    setup.faults = Faults { loss: arguments.loss, registration: arguments.failing_registrations, ..Faults::default() };
    (setup.sleeps, setup.is_logged) = (arguments.sleep, arguments.log.is_some());
    let scheme: Scheme = arguments.receives.parse().map_err(|error: String| anyhow!(error))?;
    let result = match arguments.buckets.as_slice() {
        [] => scheme.run(&setup),
        sizes => Scheme::run_sizes(&setup, sizes),
    };
    match result {
        Ok(report) => {
            write_log(arguments.log.as_ref(), &report.log)?;
            print(&mut stdout().lock(), &report)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(RunError::Violation(violation, log)) => {
            write_log(arguments.log.as_ref(), &log)?;
            Err(anyhow!("{violation}"))
        }
        Err(error) => Err(error.into()),
    }
}

fn write_log(path: Option<&PathBuf>, lines: &[String]) -> Result<()> {
    match path {
        None => Ok(()),
        Some(path) if path.as_os_str() == "-" => {
            let mut out = stdout().lock();
            for line in lines {
                writeln!(out, "{line}")?;
            }
            Ok(())
        }
        Some(path) => std::fs::write(path, lines.join("\n")).with_context(|| format!("writing {}", path.display())),
    }
}

fn print(out: &mut impl Write, report: &Report) -> io::Result<()> {
    for row in &report.rows {
        writeln!(out, "{:<40} {:>14.3} {}", row.what, row.value, row.unit)?;
    }
    let Report { totals, counters, memory, end_ps, .. } = report;
    let end = Microseconds(*end_ps);
    writeln!(out, "\n{} events until {end} us, {} bytes moved by adapters", totals.events, totals.bytes)?;
    let ferry_sim::run::Counters { packets_sent, ring_sent, inline_sent, control_sent, stalls, .. } = counters;
    writeln!(
        out,
        "{packets_sent} packets ({ring_sent} through rings, {inline_sent} inline), {control_sent} for credits, {stalls} stalls"
    )?;
    let ferry_sim::run::Counters { transfers, bytes_direct, registrations, registration_hits, .. } = counters;
    writeln!(
        out,
        "{transfers} puts and gets of {bytes_direct} bytes, {registrations} registrations, {registration_hits} found again"
    )?;
    let [buffers, peak, pairs] = [memory.buffers, memory.buffers_peak, memory.queue_pairs].map(|bytes| bytes >> 10);
    let [completions, regions] = [memory.completions, memory.regions].map(|bytes| bytes >> 10);
    writeln!(
        out,
        "a rank has, mean: {buffers} KiB of buffers (at most {peak}), {pairs} KiB of queue pairs, {completions} KiB of completion queues,"
    )?;
    writeln!(out, "and {regions} KiB registered for the program")?;
    if totals.not_ready > 0 {
        writeln!(out, "{} messages found no receive", totals.not_ready)?;
    }
    Ok(())
}
