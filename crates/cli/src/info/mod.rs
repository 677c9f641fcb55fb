//! `ferry info`: what this installation is, what it finds on this machine, and every setting with
//! its origin.
//!
//! - `functions`: how much of MPI is implemented
//! - `machine`: processors, caches, limits
//! - `transports`: how messages can travel, and what keeps one from being used
//! - `large`: what large messages cost
//! - `settings`: the values in force
//! - `collectives`: algorithms of collective operations
//! - `tools`: what tools see and set (MPI_T)
//! - `program`: which MPI a program was compiled for
//! - `text`: all of it for people

mod collectives;
mod functions;
mod large;
mod machine;
mod program;
mod settings;
mod text;
mod tools;
mod transports;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use ferry_constants::{MPI_ABI_SUBVERSION, MPI_ABI_VERSION, MPI_SUBVERSION, MPI_VERSION};
use serde::Serialize;

use program::ProgramReport;
pub use transports::{answer_probe, cross_memory_problem};

/// Options of `ferry info`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// A program: say for which MPI it was compiled, and whether Ferry has everything it asks for
    program: Option<OsString>,
}

/// Everything `ferry info` says; its JSON has these fields.
#[derive(Debug, Serialize)]
struct Info {
    version: &'static str,
    mpi: String,
    abi: Abi,
    functions: functions::Functions,
    transports: Vec<transports::TransportState>,
    single_copy: Vec<transports::SingleCopy>,
    large_messages: Option<large::Large>,
    machine: machine::Machine,
    settings: Vec<settings::Setting>,
    warnings: Vec<String>,
    collectives: Vec<collectives::Operation>,
    tools: tools::Tools,
}

#[derive(Debug, Serialize)]
struct Abi {
    version: String,
    library: &'static str,
}

impl Info {
    fn collect() -> Result<Self> {
        let (settings, warnings) = settings::read();
        Ok(Self {
            version: env!("CARGO_PKG_VERSION"),
            mpi: format!("{MPI_VERSION}.{MPI_SUBVERSION}"),
            abi: Abi { version: format!("{MPI_ABI_VERSION}.{MPI_ABI_SUBVERSION}"), library: "libmpi_abi.so.1" },
            functions: functions::count()?,
            transports: transports::find(),
            single_copy: transports::probe_single_copy(),
            large_messages: large::look(),
            machine: machine::look(),
            settings,
            warnings,
            collectives: collectives::list(),
            tools: tools::collect(),
        })
    }
}

/// Runs `ferry info`.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    if let Some(program) = &arguments.program {
        let report = ProgramReport::of(program)?;
        if arguments.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        return report.write(&mut out);
    }
    let info = Info::collect()?;
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&info)?)?;
    } else {
        text::write(&info, &mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_counts_functions() {
        let json = serde_json::to_value(Info::collect().unwrap()).unwrap();
        assert_eq!(json["functions"]["total"], 664);
        assert!(json["functions"]["implemented"].as_u64().unwrap() <= 664);
        assert!(json["tools"]["pvars"].as_array().unwrap().iter().any(|pvar| pvar["name"] == "unexpected_messages"));
        assert_eq!(json["settings"].as_array().unwrap().len(), ferry_settings::table().len());
    }
}
