//! The `ferry` command. Its modules, most of which are a subcommand each:
//!
//! - `info`: version, functions, transports, machine, settings.
//! - `bench`: benchmarks of Ferry and other MPI libraries in one interleaved run.
//! - `explain`: which way a message takes, and why.
//! - `dump`: how the ranks of a running job stand.
//! - `lab`: virtual machines with soft-RoCE.
//! - `record`: how a program uses its buffers.
//! - `sim`: jobs on simulated adapters.
//! - `tune`: the fastest algorithms of collective operations here.
//! - `manual`: manual pages and completions.
//! - `prefix`: where this installation lies.
#![forbid(unsafe_code)]

mod bench;
mod dump;
mod explain;
mod info;
mod lab;
mod manual;
mod place;
mod prefix;
mod record;
mod sim;
mod svg;
mod tune;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Looks into and measures Ferry, an MPI library.
#[derive(Parser)]
#[command(name = "ferry", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show version, functions, transports, machine and settings.
    Info(info::Arguments),
    /// Measure latency, bandwidth, collectives and startup, alone or beside other MPI libraries.
    Bench(Box<bench::Arguments>),
    /// Measure the algorithms of collective operations here, and write which are the fastest to a
    /// file that later runs read.
    Tune(tune::Arguments),
    /// Say which way a message takes between two ranks of this machine, and why.
    Explain(explain::Arguments),
    /// Ask a running job who waits for whom: the ranks' pending operations, and the deadlock if
    /// there is one.
    Dump(dump::Arguments),
    /// Run a program and say how often its ranks used the buffers that their short messages left
    /// from: whether eager messages without a copy (FERRY_BUFFER_REUSE) can help it.
    Record(record::Arguments),
    /// Run a command, or a shell, on virtual machines with RDMA in software (soft-RoCE).
    #[command(subcommand)]
    Lab(lab::Arguments),
    /// Run jobs on simulated RDMA adapters in virtual time: measure, break and scale protocols
    /// without hardware.
    #[command(subcommand)]
    Sim(sim::Arguments),
    /// Write manual pages and completions of this command for shells into a folder
    #[command(hide = true)]
    Manual(manual::Arguments),
    /// Read the memory of the process that asks (how `ferry info` tries cross-memory attach)
    #[command(hide = true)]
    ProbeMemory { pid: i32, address: usize },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Info(arguments) => info::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Dump(arguments) => dump::run(&arguments),
        Command::Record(arguments) => record::run(&arguments),
        Command::Lab(arguments) => lab::run(&arguments),
        Command::Sim(arguments) => sim::run(&arguments),
        Command::Manual(arguments) => manual::run(&arguments, <Arguments as clap::CommandFactory>::command()),
        Command::ProbeMemory { pid, address } => Ok(info::answer_probe(pid, address)),
    };
    match outcome {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferry: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whoever reads our output has had enough (`ferry info | head`): nothing went wrong.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
