//! Build chores of the workspace: everything generated from `api/`, and the checks of what was
//! built.
//!
//! - `model` reads `api/*.toml`;
//! - `inline` writes what the header has beyond the ABI; `header`, `constants`, `entry_points` and
//!   `exports` each write one generated file;
//! - `fortran` writes the Fortran interface: `mpif.h`, the modules, and the library behind them;
//! - `implementations` finds which functions exist in `crates/abi/src/imp`;
//! - `compat` writes the generated files of the libraries of older ABIs;
//! - `check_header`, `check_exports`, `comments`, `names` and `layers` are the checks that `make
//!   check` runs; `sources` lists the sources that people write;
//! - `shape` counts what the structure of the code is judged by.
#![forbid(unsafe_code)]

mod c_type;
mod check_exports;
mod check_header;
mod comments;
mod compat;
mod constants;
mod entry_points;
mod exports;
mod fortran;
mod header;
mod implementations;
mod inline;
mod layers;
mod model;
mod names;
mod shape;
mod sources;
mod surface;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Build chores of Ferry")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Write mpi.h, the export list, the constants and the entry points from api/
    Generate,
    /// Fail if a generated file differs from what `generate` would write
    CheckGenerated,
    /// Compare include/mpi.h with another header of the standard ABI
    CheckHeader {
        /// The other header, such as mpi_abi.h of MPICH
        header: PathBuf,
    },
    /// Compare the symbols and the soname of a built library with api/exports.txt
    CheckExports {
        /// The shared object
        library: PathBuf,
    },
    /// Find comment lines of more than 100 columns, and names of types that mean several things
    CheckWords,
    /// Prove that crates depend on each other as ARCHITECTURE.md says, and where `unsafe` may be
    CheckLayers,
    /// Print lines, `unsafe` blocks and circles of files of each crate
    Shape,
}

fn main() -> ExitCode {
    match run(Arguments::parse().chore) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: Chore) -> Result<()> {
    let root = workspace::root();
    match chore {
        Chore::Generate => workspace::write_all(&root, &workspace::generate(&root)?),
        Chore::CheckGenerated => workspace::check_all(&root, &workspace::generate(&root)?),
        Chore::CheckHeader { header } => check_header::run(&root.join("include/mpi.h"), &header),
        Chore::CheckExports { library } => check_exports::run(&root.join("api/exports.txt"), &library),
        Chore::CheckWords => {
            let generated = workspace::generate(&root)?;
            let generated: Vec<&str> = generated.iter().map(|file| file.path).collect();
            comments::run(&root, &generated)?;
            names::run(&root, &generated)
        }
        Chore::CheckLayers => {
            let generated = workspace::generate(&root)?;
            shape::check(&root, &generated.iter().map(|file| file.path).collect::<Vec<_>>())?;
            layers::run(&root)
        }
        Chore::Shape => {
            let generated = workspace::generate(&root)?;
            shape::run(&root, &generated.iter().map(|file| file.path).collect::<Vec<_>>())
        }
    }
}
