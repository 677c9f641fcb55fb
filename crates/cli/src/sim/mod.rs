//! `ferry sim`: jobs on simulated adapters, in virtual time (docs/simulator.md).

mod bucket_srq;
mod buffer_reuse;
mod chart;
mod fuzz;
mod memory;
mod rdma_allgather;
mod run;
mod ud_zero_copy;

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use ferry_sim::{Profile, Workload};

/// What `ferry sim` does.
#[derive(clap::Subcommand)]
pub enum Arguments {
    /// List workloads and machines
    List {
        /// Also every number of the machines, with its origin
        #[arg(long)]
        origins: bool,
    },
    /// Run a workload and show what it measured
    Run(run::Arguments),
    /// Run random jobs with random faults and check everything
    Fuzz(fuzz::Arguments),
    /// Run a case of `fuzz` again and tell what happens in it
    Replay(fuzz::Replay),
    /// Show the memory of a rank, by kind, against the number of ranks
    Memory(memory::Arguments),
    /// Measure this machine and write its profile
    Calibrate {
        /// Machine whose adapter and wire are taken
        #[arg(long, default_value = "hdr200", value_name = "PROFILE")]
        model: String,
        /// File to write (.toml); by default the profile is printed
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Compare ways to hold receives: buffer efficiency, memory and time by pattern
    BucketSrq(bucket_srq::Arguments),
    /// Compare large messages over datagrams, copied and not, with reliable connections
    UdZeroCopy(ud_zero_copy::Arguments),
    /// Compare allgather over messages and over puts, on the clusters of the paper
    RdmaAllgather(rdma_allgather::Arguments),
    /// Compare eager messages with and without the copy of buffers that are used often
    BufferReuse(buffer_reuse::Arguments),
}

/// Runs `ferry sim`.
///
/// # Errors
/// What cannot be done, and why.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    match arguments {
        Arguments::List { origins } => list(*origins),
        Arguments::Run(arguments) => run::run(arguments),
        Arguments::Fuzz(arguments) => fuzz::run(arguments),
        Arguments::Replay(arguments) => fuzz::replay(arguments),
        Arguments::Memory(arguments) => memory::run(arguments),
        Arguments::Calibrate { model, output } => calibrate(model, output.as_ref()),
        Arguments::BucketSrq(arguments) => bucket_srq::run(arguments),
        Arguments::UdZeroCopy(arguments) => ud_zero_copy::run(arguments),
        Arguments::RdmaAllgather(arguments) => rdma_allgather::run(arguments),
        Arguments::BufferReuse(arguments) => buffer_reuse::run(arguments),
    }
}

fn list(origins: bool) -> Result<ExitCode> {
    let mut out = stdout().lock();
    writeln!(out, "Workloads:")?;
    for workload in Workload::ALL {
        writeln!(out, "  {:<12} {}", workload.name, workload.about)?;
    }
    writeln!(out, "\nMachines:")?;
    for (name, _) in Profile::KNOWN {
        let profile = Profile::find(name)?;
        writeln!(out, "  {name:<16} {}", profile.about)?;
        for fact in profile.facts.iter().filter(|_| origins) {
            let fitted = if fact.fitted { " (fitted)" } else { "" };
            writeln!(out, "    {:<28} {:>10}  {}{fitted}", fact.field, fact.value, fact.origin)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn calibrate(model: &str, output: Option<&PathBuf>) -> Result<ExitCode> {
    let profile = ferry_sim::calibrate::measure(&Profile::find(model)?).map_err(|error| anyhow!(error))?;
    match output {
        None => write!(stdout(), "{}", profile.to_text())?,
        Some(path) => std::fs::write(path, profile.to_text()).with_context(|| format!("writing {}", path.display()))?,
    }
    Ok(ExitCode::SUCCESS)
}
