//! `ferry sim buffer-reuse`: eager messages with and without the copy of buffers that are used
//! often (BR-8), by program and path, beside what theory promises.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, anyhow};
use ferry_sim::Profile;
use ferry_sim::evaluation::reuse::{Aim, Case, Measured, PROFILE, Path};
use serde_json::{Value, json};

/// What is compared.
#[derive(clap::Args)]
pub struct Arguments {
    /// Programs
    #[arg(long, value_delimiter = ',', default_values_t = Case::ALL.map(|case| case.name.to_owned()))]
    programs: Vec<String>,
    /// Message sizes in bytes, of programs that have them
    #[arg(long, value_delimiter = ',', default_values_t = [128, 256, 512, 1024, 2048, 4096, 8192])]
    sizes: Vec<usize>,
    /// Machine: a name (`ferry sim list`) or a .toml file
    #[arg(long, default_value = PROFILE, value_name = "PROFILE")]
    profile: String,
    /// A tenth of the iterations: what is rarely reused earns nothing then
    #[arg(long)]
    quick: bool,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Runs all programs on all paths, and says which aims are missed.
///
/// # Errors
/// If one cannot be run, or an invariant does not hold.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let profile = Profile::find(&arguments.profile)?;
    let cases = arguments.programs.iter().map(|name| Case::find(name).map_err(|error| anyhow!(error)));
    let cases: Vec<Case> = cases.collect::<Result<_>>()?;
    let divisor = if arguments.quick { 10 } else { 1 };
    let (mut all, begin) = (Vec::new(), Instant::now());
    for case in &cases {
        for path in Path::ALL {
            let measured =
                case.measure(path, &arguments.sizes, &profile, divisor).map_err(|error| anyhow!("{}: {error}", case.name))?;
            writeln!(stderr(), "{:>6.1} s  {} over {}", begin.elapsed().as_secs_f64(), case.name, path.name())?;
            all.extend(measured);
        }
    }
    let missed: Vec<String> = Aim::ALL.iter().filter_map(|aim| aim.missed_by(&all)).collect();
    let mut out = stdout().lock();
    if arguments.json {
        let rows: Vec<Value> = all.iter().map(object).collect();
        writeln!(out, "{:#}", json!({ "profile": profile.name, "rows": rows, "missed": missed }))?;
    } else {
        write!(out, "{}", table(&all))?;
    }
    if missed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    missed.iter().try_for_each(|text| writeln!(stderr(), "ferry: short of an aim: {text}"))?;
    Ok(ExitCode::FAILURE)
}

fn object(row: &Measured) -> Value {
    json!({
        "program": row.program, "path": row.path.name(), "ranks": row.ranks, "bytes": row.bytes, "unit": row.unit,
        "copied": row.copied, "in_place": row.in_place, "gain": row.gain(), "theory": row.theory,
        "messages": row.messages, "without_copy": row.without_copy, "registrations": row.registrations,
    })
}

/// A row for each measurement.
fn table(all: &[Measured]) -> String {
    let head = "| program | path | ranks | bytes | copied | without copy | gain | theory | messages without a copy | registrations |\n\
                |---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    let percent = |part: f64| format!("{:.1} %", 100.0 * part);
    all.iter().fold(head.to_owned(), |text, row| {
        let bytes = row.bytes.map_or("-".to_owned(), |bytes| bytes.to_string());
        let theory = row.theory.map_or("-".to_owned(), percent);
        text + &format!(
            "| {} | {} | {} | {bytes} | {:.2} {} | {:.2} {} | {} | {theory} | {} of {} | {} |\n",
            row.program,
            row.path.name(),
            row.ranks,
            row.copied,
            row.unit,
            row.in_place,
            row.unit,
            percent(row.gain()),
            row.without_copy,
            row.messages,
            row.registrations,
        )
    })
}
