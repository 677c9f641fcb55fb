//! `ferry lab`: virtual machines with soft-RoCE, to try RDMA without an adapter (docs/lab.md).

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use ferry_lab::options::{Accelerator, Impairment, Mebibytes, Options, Percent};
use ferry_lab::run::{Task, run as run_lab};

/// What `ferry lab` does.
#[derive(clap::Subcommand)]
pub enum Arguments {
    /// Run a command on the first of several virtual machines with RDMA
    Run {
        #[command(flatten)]
        lab: Lab,
        /// The command and its arguments
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
    /// Open a shell on the first of several virtual machines with RDMA
    Shell {
        #[command(flatten)]
        lab: Lab,
    },
    /// Serve the launcher as the first process of a node
    #[command(hide = true)]
    Agent,
}

/// The virtual machines.
#[derive(clap::Args)]
pub struct Lab {
    /// Number of nodes
    #[arg(long, default_value_t = 2)]
    nodes: usize,
    /// Processors of each node
    #[arg(long, default_value_t = 2)]
    cpus: usize,
    /// Memory of each node
    #[arg(long, default_value = "1G", value_name = "SIZE")]
    memory: Mebibytes,
    /// Share of packets to lose
    #[arg(long, default_value = "0", value_name = "PERCENT")]
    loss: Percent,
    /// Share of packets that overtake others (which are late by --delay, at least 1 ms)
    #[arg(long, default_value = "0", value_name = "PERCENT")]
    reorder: Percent,
    /// Milliseconds by which to delay packets
    #[arg(long, default_value = "0", value_name = "MS", value_parser = milliseconds)]
    delay: Duration,
    /// How to run the nodes' processors: auto (KVM where it boots), kvm or emulation
    #[arg(long, default_value = "auto", value_name = "HOW")]
    accelerator: Accelerator,
    /// Directory of the host in which the nodes may write; can be repeated
    #[arg(long, value_name = "DIRECTORY")]
    writable: Vec<PathBuf>,
    /// Say how long the start took
    #[arg(short, long)]
    verbose: bool,
}

impl From<&Lab> for Options {
    fn from(lab: &Lab) -> Options {
        Options {
            nodes: lab.nodes,
            cpus: lab.cpus,
            memory: lab.memory,
            impairment: Impairment { loss: lab.loss, reorder: lab.reorder, delay: lab.delay },
            accelerator: lab.accelerator,
            writable: lab.writable.clone(),
            verbose: lab.verbose,
        }
    }
}

/// Runs `ferry lab`.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (lab, task) = match arguments {
        Arguments::Run { lab, command } => (lab, Task::Run(command.clone())),
        Arguments::Shell { lab } => (lab, Task::Shell),
        Arguments::Agent => return Ok(ferry_lab::session::agent::run()),
    };
    match run_lab(&lab.into(), &task) {
        Ok(status) => Ok(status.into()),
        Err(error) => {
            eprintln!("ferry lab: {error}");
            Ok(error.status().into())
        }
    }
}

/// Longest delay: netem counts in 32 bits of 64 ns.
const DELAY_MS_MAX: f64 = 60_000.0;

fn milliseconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=DELAY_MS_MAX).contains(&value) => Ok(Duration::from_secs_f64(value / 1000.0)),
        _ => Err(format!("expected milliseconds from 0 to {DELAY_MS_MAX}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_milliseconds() {
        assert_eq!(milliseconds("2.5"), Ok(Duration::from_micros(2500)));
        assert!(["-1", "x", "NaN", "1e9"].iter().all(|text| milliseconds(text).is_err()));
    }
}
