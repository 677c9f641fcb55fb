//! `ferry sim bucket-srq`: ways to hold receives, by pattern: sizes of messages, buffer efficiency,
//! memory, stalls and time (BSRQ-6, BSRQ-7), as text or as the tables and plots of a page.
//!
//! - `table`: what runs have come to, as rows
//! - `grain`: SWEEP by what ranks compute between messages
//! - `page`: tables and plots in a page whose other text stays
//! - `plots`: the three figures of the paper, and memory

mod grain;
mod page;
mod plots;
mod table;

use std::io::{Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, anyhow};
use ferry_sim::evaluation::{PROFILE, Pattern};
use ferry_sim::{Profile, Report, Scheme};

/// What is compared.
#[derive(clap::Args)]
pub struct Arguments {
    /// Patterns
    #[arg(long, value_delimiter = ',', default_values_t = Pattern::ALL.map(|pattern| pattern.name.to_owned()))]
    patterns: Vec<String>,
    /// Numbers of ranks; patterns that cannot use one use the next smaller one
    #[arg(long, value_delimiter = ',', default_values_t = [64, 256, 512])]
    ranks: Vec<u32>,
    /// Ways to hold receives
    #[arg(long, value_delimiter = ',', default_values_t = Scheme::COMPARED.map(|scheme| scheme.name().to_owned()))]
    receives: Vec<String>,
    /// Machine: a name (`ferry sim list`) or a .toml file
    #[arg(long, default_value = PROFILE, value_name = "PROFILE")]
    profile: String,
    /// Seed of everything that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run with so many seeds, from that on; the run of median time is what counts
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// Replace the tables of this page, and write plots to the folder of its name beside it
    #[arg(long, value_name = "FILE.md")]
    page: Option<PathBuf>,
}

/// One run.
pub struct Run {
    pattern: Pattern,
    /// As asked for; the pattern may use fewer.
    asked: u32,
    ranks: u32,
    scheme: Scheme,
    report: Report,
}

impl Run {
    /// Bytes received of the bytes of the buffers they came in, in per cent.
    fn efficiency(&self) -> f64 {
        self.report.arrivals.efficiency()
    }

    /// Memory for receiving of the rank that has most, in MB (10^6 bytes).
    fn receive_mb(&self) -> f64 {
        self.report.most_receive_bytes as f64 / 1e6
    }

    fn time_ms(&self) -> f64 {
        self.report.work_ps as f64 / 1e9
    }
}

/// All runs of an evaluation.
#[derive(Default)]
pub struct Runs(Vec<Run>);

impl Runs {
    fn find(&self, pattern: &str, asked: u32, scheme: Scheme) -> Option<&Run> {
        self.0.iter().find(|run| (run.pattern.name, run.asked, run.scheme) == (pattern, asked, scheme))
    }

    /// The numbers of ranks, ascending.
    fn ranks(&self) -> Vec<u32> {
        let mut ranks: Vec<u32> = self.0.iter().map(|run| run.asked).collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks
    }

    fn patterns(&self) -> Vec<Pattern> {
        Pattern::ALL.into_iter().filter(|pattern| self.0.iter().any(|run| run.pattern == *pattern)).collect()
    }

    fn schemes(&self) -> Vec<Scheme> {
        Scheme::ALL.into_iter().filter(|scheme| self.0.iter().any(|run| run.scheme == *scheme)).collect()
    }
}

/// The one of median time, or the faster one of two in the middle.
fn median(reports: impl Iterator<Item = Result<Report>>) -> Result<Report> {
    let mut reports = reports.collect::<Result<Vec<Report>>>()?;
    reports.sort_by_key(|report| report.work_ps);
    let middle = reports.len().saturating_sub(1) / 2;
    Ok(reports.swap_remove(middle))
}

/// Runs all patterns with all schemes.
///
/// # Errors
/// If one cannot be run, or an invariant does not hold.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let profile = Profile::find(&arguments.profile)?;
    let patterns = arguments.patterns.iter().map(|name| Pattern::find(name).map_err(|error| anyhow!(error)));
    let patterns: Vec<Pattern> = patterns.collect::<Result<_>>()?;
    let schemes = arguments.receives.iter().map(|name| name.parse().map_err(|error: String| anyhow!(error)));
    let schemes: Vec<Scheme> = schemes.collect::<Result<_>>()?;
    let (mut runs, begin) = (Runs::default(), Instant::now());
    for asked in &arguments.ranks {
        for pattern in &patterns {
            let ranks =
                pattern.fitting(*asked).ok_or_else(|| anyhow!("{}: no number of ranks up to {asked} fits", pattern.name))?;
            for scheme in &schemes {
                let before = runs.find(pattern.name, *asked, Scheme::Buckets).filter(|_| *scheme == Scheme::Learnt);
                let one = |seed| {
                    let setup = pattern.setup(ranks, profile.clone(), seed).map_err(|error| anyhow!(error))?;
                    let report = match before {
                        Some(before) => Scheme::run_learnt(&setup, &before.report.arrivals),
                        None => scheme.run(&setup),
                    };
                    report.map_err(|error| anyhow!("{} on {ranks} ranks: {error}", pattern.name))
                };
                let report = median((0..arguments.seeds).map(|index| one(arguments.seed + index)))?;
                let run = Run { pattern: *pattern, asked: *asked, ranks, scheme: *scheme, report };
                writeln!(stderr(), "{:>6.1} s  {}", begin.elapsed().as_secs_f64(), table::plain(&run))?;
                runs.0.push(run);
            }
        }
    }
    match &arguments.page {
        Some(path) => {
            let grain = grain::table(plots::shown(&runs), &schemes, &profile, arguments.seed)?;
            page::write(&runs, &profile, &grain, path)?;
        }
        None => write!(stdout(), "{}", table::all(&runs))?,
    }
    Ok(ExitCode::SUCCESS)
}
