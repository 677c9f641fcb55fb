//! `ferry sim buffer-reuse`: eager messages with and without the copy of buffers that are used
//! often (BR-8), by program and path, beside what theory promises.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, anyhow};
use ferry_protocol::reuse::profile::Row;
use ferry_sim::Profile;
use ferry_sim::evaluation::reuse::{Aim, Measured, PROFILE, ReuseCase, least_uses};
use serde_json::{Value, json};

/// What is compared.
#[derive(clap::Args)]
pub struct Arguments {
    /// Programs
    #[arg(long, value_delimiter = ',', default_values_t = ReuseCase::ALL.map(|case| case.name.to_owned()))]
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
    let cases = arguments.programs.iter().map(|name| ReuseCase::find(name).map_err(|error| anyhow!(error)));
    let cases: Vec<ReuseCase> = cases.collect::<Result<_>>()?;
    let divisor = if arguments.quick { 10 } else { 1 };
    let (mut all, begin) = (Vec::new(), Instant::now());
    for case in &cases {
        for &path in case.paths() {
            let measured =
                case.measure(path, &arguments.sizes, &profile, divisor).map_err(|error| anyhow!("{}: {error}", case.name))?;
            writeln!(stderr(), "{:>6.1} s  {} over {}", begin.elapsed().as_secs_f64(), case.name, path.name())?;
            all.extend(measured);
        }
    }
    let is_met = report(&all, &profile, arguments.json, (&mut stdout().lock(), &mut stderr().lock()))?;
    Ok(if is_met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes what was measured, and names each aim that is missed; whether none is.
fn report(all: &[Measured], profile: &Profile, is_json: bool, (out, err): (&mut dyn Write, &mut dyn Write)) -> Result<bool> {
    let missed: Vec<String> = Aim::ALL.iter().filter_map(|aim| aim.missed_by(all)).collect();
    if is_json {
        let rows: Vec<Value> = all.iter().map(object).collect();
        let least: Vec<Value> = least_uses(profile)
            .into_iter()
            .map(|(bytes, ours, paper)| json!({ "bytes": bytes, "ours": ours, "paper": paper }))
            .collect();
        writeln!(out, "{:#}", json!({ "profile": profile.name, "rows": rows, "least_uses": least, "missed": missed }))?;
    } else {
        write!(out, "{}\n{}\n{}", table(all), used(all), least(profile))?;
    }
    missed.iter().try_for_each(|text| writeln!(err, "ferry: short of an aim: {text}"))?;
    Ok(missed.is_empty())
}

fn object(row: &Measured) -> Value {
    json!({
        "program": row.program, "path": row.path.name(), "ranks": row.ranks, "bytes": row.bytes, "unit": row.unit,
        "copied": row.copied, "in_place": row.in_place, "gain": row.gain(), "theory": row.theory,
        "messages": row.messages, "without_copy": row.without_copy, "registrations": row.registrations,
        "most_uses": row.buffers.uses, "reuse": row.buffers.reuse, "frequent": row.buffers.frequent,
    })
}

/// How programs used their buffers (tables 1 and 3), each once.
fn used(all: &[Measured]) -> String {
    let mut known = Vec::new();
    all.iter().filter(|row| row.bytes.is_none()).fold(Row::HEAD.to_owned(), |text, row| {
        if known.contains(&row.program) {
            return text;
        }
        known.push(row.program);
        text + &row.buffers.text(row.program)
    })
}

/// Uses after which registering pays (table 2).
fn least(profile: &Profile) -> String {
    let head = "| bytes | uses here | paper: ring | send-receive | one-sided |\n|---:|---:|---:|---:|---:|\n";
    let show = |uses: Option<u64>| uses.map_or("-".to_owned(), |uses| uses.to_string());
    least_uses(profile).into_iter().fold(head.to_owned(), |text, (bytes, ours, paper)| {
        text + &format!("| {bytes} | {} | {} |\n", show(ours), paper.map(show).join(" | "))
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

#[cfg(test)]
mod tests {
    use ferry_sim::evaluation::reuse::Path;

    use super::*;

    fn measured(in_place: f64) -> Measured {
        Measured {
            program: "pingpong",
            path: Path::Ring,
            ranks: 2,
            bytes: Some(8192),
            copied: 10.0,
            in_place,
            unit: "us",
            theory: Some(0.25),
            messages: 20,
            without_copy: 15,
            registrations: 2,
            buffers: Row::default(),
        }
    }

    fn said(row: Measured, is_json: bool) -> (bool, String, String) {
        let profile = Profile::find(PROFILE).expect("known");
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let is_met = report(&[row], &profile, is_json, (&mut out, &mut err)).expect("it can be written");
        (is_met, String::from_utf8(out).expect("text"), String::from_utf8(err).expect("text"))
    }

    #[test]
    fn an_aim_that_is_missed_is_an_error_that_names_it() {
        let (is_met, out, err) = said(measured(9.9), false);
        assert!(
            !is_met && out.contains("| pingpong | ring | 2 | 8192 | 10.00 us | 9.90 us | 1.0 % | 25.0 % | 15 of 20 | 2 |"),
            "{out}"
        );
        assert_eq!(err, "ferry: short of an aim: pingpong over ring at 8192 bytes: 1.0 %, aim 14 %\n");
        let (is_met, _, err) = said(measured(8.0), false);
        assert_eq!((is_met, err.as_str()), (true, ""));
    }

    #[test]
    fn programs_read_the_same_as_json() {
        for (in_place, missed) in [(8.0, 0), (9.9, 1)] {
            let (is_met, out, _) = said(measured(in_place), true);
            let read: Value = serde_json::from_str(&out).expect("json");
            assert_eq!(is_met, missed == 0);
            assert_eq!(read["missed"].as_array().map(Vec::len), Some(missed));
            assert_eq!(read["profile"], PROFILE);
            let row = &read["rows"][0];
            assert_eq!((&row["program"], &row["path"], &row["bytes"]), (&json!("pingpong"), &json!("ring"), &json!(8192)));
            assert!(row["gain"].as_f64().is_some_and(|gain| (gain - (1.0 - in_place / 10.0)).abs() < 1e-9));
            assert_eq!(read["least_uses"].as_array().map(Vec::len), Some(9));
        }
    }
}
