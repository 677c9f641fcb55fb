//! `ferry dump`: asks a running job how its ranks stand.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use ferry_diagnosis::text;
use ferry_launch::mpiexec::diagnosis::visit;

/// Options of `ferry dump`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Process id of mpiexec, of a rank, or of anything a rank started
    pid: i32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs `ferry dump`.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let pid = arguments.pid;
    let report = visit(pid).map_err(|error| explain(pid, error))?;
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", report.to_json())?;
    } else {
        write!(out, "{}", text::job(&report))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn explain(pid: i32, error: io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::NotFound => anyhow!(
            "process {pid} is not part of a running job of Ferry's mpiexec; a rank that another launcher started reports to its error output \
             when it gets SIGUSR1"
        ),
        ErrorKind::PermissionDenied => anyhow!("the job of process {pid} belongs to another user"),
        _ => anyhow::Error::new(error).context(format!("mpiexec of process {pid} does not answer")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_without_job_is_told_from_one_that_is_silent() {
        assert!(explain(7, ErrorKind::NotFound.into()).to_string().contains("process 7 is not part"));
        assert!(explain(7, ErrorKind::TimedOut.into()).to_string().contains("does not answer"));
    }
}
