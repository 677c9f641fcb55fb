//! `ferry record`: how a program uses the buffers that its short messages leave from, in the form
//! of the tables 1 and 3 of the paper on buffer reuse. The library counts (`FERRY_RECORD`).

use std::env;
use std::io::{Write, stderr, stdout};
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use ferry_protocol::reuse::profile::{Row, SUMMARY_WORDS, Summary};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{place, prefix};

/// What is run, and how it is shown.
#[derive(clap::Args)]
pub struct Arguments {
    /// Ranks, unless the command is mpiexec itself
    #[arg(short = 'n', long, default_value_t = 2)]
    ranks: u32,
    /// For programs: one object, with an entry for each rank
    #[arg(long)]
    json: bool,
    /// The program with its arguments, or mpiexec with its own
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// Runs the program, and shows what it wrote.
///
/// # Errors
/// The program cannot be run or fails, or it has not finalized MPI.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let (mut command, is_launcher) = command(arguments)?;
    let folder = folder(is_launcher)?;
    let path = folder.path().join("buffers");
    let status = command.env("FERRY_RECORD", &path).status().with_context(|| format!("starting {:?}", command.get_program()))?;
    if !status.success() {
        bail!("{}: {status}; a program that fails has no record", arguments.command[0]);
    }
    let text = std::fs::read_to_string(&path).with_context(|| {
        format!("{} has written no record: it has to use this MPI library and to call MPI_Finalize", arguments.command[0])
    })?;
    let all = parse(&text)?;
    let mut out = stdout().lock();
    let row = Row::of(&all);
    if arguments.json {
        writeln!(out, "{:#}", json!({ "row": object(&row), "ranks": all.iter().map(rank).collect::<Vec<_>>() }))?;
        return Ok(ExitCode::SUCCESS);
    }
    // The program may have written to standard output as well.
    writeln!(stderr(), "ferry: short messages of {} ranks, by the buffers that they left from", all.len())?;
    write!(out, "{}{}", Row::HEAD, row.text(&arguments.command.join(" ")))?;
    Ok(ExitCode::SUCCESS)
}

/// A folder for what rank 0 writes, on whatever host that is.
fn folder(is_launcher: bool) -> Result<TempDir> {
    let make = |place: &Path| tempfile::Builder::new().prefix("ferry-record-").tempdir_in(place);
    let (place, own) = (place::of_job(is_launcher)?, env::temp_dir());
    let made = match make(&place) {
        Err(error) if place != own => {
            let (place, own) = (place.display(), own.display());
            writeln!(stderr(), "ferry: cannot write in {place} ({error}): the record goes by {own}, which rank 0 has to see")?;
            make(&env::temp_dir())
        }
        made => made,
    };
    made.context("a folder for what the program writes")
}

/// The command, and whether it is mpiexec with arguments of its own.
fn command(arguments: &Arguments) -> Result<(Command, bool)> {
    let (program, rest) = arguments.command.split_first().context("a program")?;
    let is_launcher = Path::new(program).file_name().is_some_and(|name| name == "mpiexec" || name == "mpirun");
    let mut command = Command::new(if is_launcher { program.into() } else { prefix::own()?.join("bin/mpiexec") });
    if !is_launcher {
        command.arg("-n").arg(arguments.ranks.to_string()).arg(program);
    }
    command.args(rest);
    Ok((command, is_launcher))
}

/// A line for each rank.
fn parse(text: &str) -> Result<Vec<Summary>> {
    let line = |line: &str| -> Option<Summary> {
        let words: Vec<u64> = line.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
        <[u64; SUMMARY_WORDS]>::try_from(words).ok().map(Summary::from_words)
    };
    let read = |text: &str| line(text).with_context(|| format!("the record has a line that makes no sense: {text:?}"));
    text.lines().map(read).collect()
}

fn object(row: &Row) -> Value {
    let range = |[least, most, mean]: [f64; 3]| json!({ "least": least, "most": most, "mean": mean });
    json!({ "most_uses": range(row.uses), "bytes": range(row.bytes), "reuse": row.reuse, "frequent": row.frequent })
}

fn rank(summary: &Summary) -> Value {
    let Summary { most_uses, bytes_of_most, uses, buffers, long_buffers, frequent_buffers } = *summary;
    json!({
        "most_uses": most_uses, "bytes": bytes_of_most, "uses": uses, "buffers": buffers, "long_buffers": long_buffers,
        "frequent_buffers": frequent_buffers,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_others_are_named() {
        let all = parse("5 8 7 2 1 0\n1 16 1 1 0 0\n").expect("two ranks");
        assert_eq!((all.len(), all[0].most_uses, all[1].bytes_of_most), (2, 5, 16));
        assert!(parse("5 8 7\n").is_err_and(|error| error.to_string().contains("5 8 7")));
        assert!(parse("5 8 7 2 1 x\n").is_err());
    }
}
