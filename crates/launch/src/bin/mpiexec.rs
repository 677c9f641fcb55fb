//! The launcher: see `mpiexec --help`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(ferry_launch::mpiexec::main(std::env::args_os().skip(1)))
}
