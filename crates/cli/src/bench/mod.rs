//! `ferry bench`: our own C programs under Ferry and, on demand, under other MPI libraries, in one
//! interleaved run.
//!
//! - `plan`: benchmarks, units, sizes, groups of runs
//! - `library`: how each library is installed, compiled against and launched
//! - `execute`: one command within a time limit
//! - `measure`: all runs, interleaved
//! - `distance`: runs that count only while processors are where they are wanted
//! - `raw`: what the machine does without a library
//! - `results`: samples and the rows of the report
//! - `sources`: the C programs
//! - `text`, `html`, `plot`: the report for people
//! - `variant`: Ferry with other settings beside itself

mod distance;
pub mod execute;
mod html;
mod library;
mod measure;
mod plan;
mod plot;
mod raw;
mod results;
mod sources;
mod text;
mod variant;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use library::{Library, Peer};
use plan::{Benchmark, Choice, SizeRange, Suite};
use results::{Report, Statistic};
use variant::Variant;

/// Options of `ferry bench`.
#[derive(clap::Args)]
pub struct Arguments {
    /// What to measure
    #[arg(long, value_enum, default_value = "all")]
    suite: Suite,
    /// Measure only this benchmark, for instance latency or allreduce (may be repeated)
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_benchmark)]
    benchmark: Vec<&'static Benchmark>,
    /// Numbers of ranks, for instance 2,4,8 [default: 2; collectives and startup also 4]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_ranks)]
    ranks: Vec<usize>,
    /// Smallest message in bytes; with this or --max-bytes every power of two is measured
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    min_bytes: Option<u64>,
    /// Largest message in bytes [default: 4 MiB, collectives 1 MiB]
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    max_bytes: Option<u64>,
    /// Message sizes in bytes, for instance 4096,65536
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with_all = ["min_bytes", "max_bytes"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    sizes: Vec<u64>,
    /// Transport of Ferry's messages
    #[arg(long, value_enum, default_value = "auto")]
    transport: Transport,
    /// Libraries to compare with; they are installed into the cache directory
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    peers: Vec<Peer>,
    /// Measure Ferry also with other settings, as NAME:VARIABLE=VALUE:... (may be repeated)
    #[arg(long, value_name = "VARIANT", value_parser = Variant::parse, conflicts_with = "no_ferry")]
    variant: Vec<Variant>,
    /// What to show of the runs
    #[arg(long, value_enum, default_value = "median")]
    statistic: Statistic,
    /// Runs of each library
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u32).range(1..=1000))]
    repetitions: u32,
    /// Seconds for everything, shared evenly by suites and numbers of ranks: at least one run of
    /// each library, and no further one begins later
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Milliseconds of each measuring loop
    #[arg(long, value_name = "MS", default_value = "30", value_parser = clap::value_parser!(u32).range(1..=60_000))]
    budget: u32,
    /// Seconds after which one run of one library is ended [default: 60, and 2 for each point]
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<u64>,
    /// Count only runs while a flag takes less than so many microseconds between the first two
    /// processors: hosts move virtual ones
    #[arg(long, value_name = "US")]
    flag_below: Option<f64>,
    /// The same, more than so many
    #[arg(long, value_name = "US")]
    flag_above: Option<f64>,
    /// Write the results as JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a page with plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a plot for each benchmark and number of ranks, NAME-RANKS.svg, into this folder
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
    /// The installation of Ferry to measure [default: the one this command belongs to]
    #[arg(long, value_name = "FOLDER")]
    prefix: Option<PathBuf>,
    /// Measure only the peers
    #[arg(long, requires = "peers", conflicts_with = "prefix")]
    no_ferry: bool,
}

/// How Ferry's messages travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Transport {
    /// What Ferry chooses.
    Auto,
    /// Shared memory.
    Shm,
}

/// Most ranks that a run may have.
const RANKS_MAX: usize = 4096;

fn parse_ranks(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(ranks) if (1..=RANKS_MAX).contains(&ranks) => Ok(ranks),
        _ => Err(format!("not a number from 1 to {RANKS_MAX}")),
    }
}

fn parse_benchmark(name: &str) -> Result<&'static Benchmark, String> {
    plan::find(&name.replace('-', "_")).ok_or_else(|| {
        let names: Vec<_> = plan::BENCHMARKS.iter().map(|benchmark| benchmark.name).collect();
        format!("known benchmarks are {}", names.join(", "))
    })
}

/// Runs `ferry bench`; the exit code is 1 if something could not be measured.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let range = SizeRange { min: arguments.min_bytes, max: arguments.max_bytes };
    ensure!(range.min.unwrap_or(0) <= range.max.unwrap_or(u64::MAX), "--min-bytes is larger than --max-bytes");
    let Arguments { suite, benchmark, ranks, sizes, .. } = arguments;
    let choice = Choice { suite: *suite, benchmarks: benchmark, ranks, range, sizes };
    let groups = plan::groups(&choice);
    ensure!(!groups.is_empty(), "nothing to measure: point-to-point benchmarks need two ranks, the message rate has 8 bytes");
    let libraries = libraries(arguments)?;
    let pace = measure::Pace {
        repetitions: arguments.repetitions,
        seconds: arguments.seconds,
        budget_ms: arguments.budget,
        timeout_s: arguments.timeout,
        distance: distance::Distance { below_us: arguments.flag_below, above_us: arguments.flag_above },
    };
    let (samples, missing) = measure::measure(&libraries, &groups, &pace)?;
    write_reports(arguments, &samples.report(arguments.statistic))?;
    for reason in &missing {
        eprintln!("missing: {reason}");
    }
    Ok(if missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn libraries(arguments: &Arguments) -> Result<Vec<Library>> {
    let mut libraries = Vec::new();
    if !arguments.no_ferry {
        let ferry = Library::ferry(arguments.prefix.clone().map_or_else(crate::prefix::own, Ok)?)?;
        let variants = arguments.variant.iter().enumerate().map(|(place, variant)| ferry.with_settings(place, variant));
        let variants: Vec<_> = variants.collect();
        libraries.push(ferry);
        libraries.extend(variants);
    }
    let mut peers = arguments.peers.clone();
    peers.sort_by_key(|peer| peer.name());
    peers.dedup();
    for peer in peers {
        let cache = library::cache_directory()?;
        libraries.push(peer.install(&cache).with_context(|| format!("installing {}", peer.name()))?);
    }
    Ok(libraries)
}

fn write_reports(arguments: &Arguments, report: &Report) -> Result<()> {
    let to_stdout = arguments.json.as_deref() == Some(Path::new("-"));
    if !to_stdout {
        text::write(report, &mut io::stdout().lock())?;
    }
    if let Some(path) = &arguments.json {
        write_to(path, |out| {
            serde_json::to_writer_pretty(&mut *out, report)?;
            Ok(writeln!(out)?)
        })?;
    }
    if let Some(path) = &arguments.html {
        write_to(path, |out| html::write(report, out))?;
    }
    if let Some(folder) = &arguments.plots {
        plot::write_all(report, folder)?;
    }
    Ok(())
}

/// Writes to a file, or for `-` to standard output.
fn write_to(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    if path == Path::new("-") {
        return write(&mut io::stdout().lock());
    }
    let file = File::create(path).with_context(|| format!("creating {}", path.display()))?;
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.flush().with_context(|| format!("writing {}", path.display()))
}
