//! `ferry sim rdma-allgather`: allgather over messages and over puts on the clusters of the paper
//! (AG-6), point by point, by size, and by number of ranks.
//!
//! - `figures`: the points for which the paper has numbers
//! - `choice`: every algorithm beside the one that is chosen
//! - `thresholds`: where steps go from buffer to buffer

mod choice;
mod figures;
mod thresholds;

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

use anyhow::{Result, bail};
use ferry_sim::Profile;
use ferry_sim::allgather::Experiment;
use serde::Serialize;

use figures::{A, B, Cluster, Measured, POINTS, measure, three_ways};

/// What is measured.
#[derive(clap::Args)]
pub struct Arguments {
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Only the points for which the paper has numbers, not the curves
    #[arg(long)]
    points: bool,
    /// Only these figures of the paper (1(a), 2(b), ...)
    #[arg(long, value_delimiter = ',', value_name = "FIGURES")]
    figures: Vec<String>,
    /// Numbers of ranks for which 32 KiB of each are gathered
    #[arg(long, value_delimiter = ',', default_values_t = [4, 8, 16, 32, 64, 256, 1024])]
    ranks: Vec<u32>,
    /// Instead: every algorithm beside the one that is chosen, on newer machines, for these numbers
    /// of ranks
    #[arg(long, value_delimiter = ',', value_name = "RANKS", conflicts_with_all = ["points", "figures", "ranks"])]
    choice: Vec<u32>,
    /// Sizes for that, in bytes of each rank
    #[arg(long, value_delimiter = ',', default_values_t = choice::SIZES, requires = "choice", value_name = "BYTES")]
    sizes: Vec<usize>,
    /// Instead: M_T beside other values of it, on the machines of the paper and on newer ones
    #[arg(long, conflicts_with_all = ["points", "figures", "ranks", "choice"])]
    thresholds: bool,
    /// Seed of everything that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A point of a curve.
#[derive(Debug, Serialize)]
struct Sample {
    cluster: &'static str,
    ranks: u32,
    bytes: usize,
    messages_us: f64,
    puts_us: f64,
    chosen_us: f64,
}

/// Everything that was measured.
#[derive(Debug, Default, Serialize)]
struct Everything {
    points: Vec<Measured>,
    by_size: Vec<Sample>,
    by_ranks: Vec<Sample>,
}

/// Sizes of the curves, in bytes of each rank.
const SIZES: [usize; 9] = [4, 64, 256, 1 << 10, 4 << 10, 8 << 10, 32 << 10, 64 << 10, 256 << 10];

/// The curves by size.
const CURVES: [(Cluster, u32); 3] = [(A, 16), (A, 32), (B, 16)];

/// What is gathered by number of ranks.
const SCALED_BYTES: usize = 32 << 10;

/// Measures, and tells of each figure that falls short of the paper's.
///
/// # Errors
/// If something cannot be run or gives wrong data, or a figure falls short.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    if !arguments.choice.is_empty() {
        return compare_choice(arguments);
    }
    if arguments.thresholds {
        return compare_thresholds(arguments);
    }
    let mut all = Everything::default();
    let is_wanted = |figure: &str| arguments.figures.is_empty() || arguments.figures.iter().any(|wanted| wanted == figure);
    for point in POINTS.iter().filter(|point| is_wanted(point.figure)) {
        all.points.push(measure(point, arguments.seed)?);
        writeln!(stderr(), "figure {}: measured", point.figure)?;
    }
    if !arguments.points && arguments.figures.is_empty() {
        for (cluster, ranks) in CURVES {
            for bytes in SIZES {
                all.by_size.push(sample(cluster, ranks, bytes, arguments.seed)?);
            }
            writeln!(stderr(), "{ranks} ranks on cluster {}: measured", cluster.name)?;
        }
        for ranks in &arguments.ranks {
            all.by_ranks.push(sample(A, *ranks, SCALED_BYTES, arguments.seed)?);
            writeln!(stderr(), "{ranks} ranks: measured")?;
        }
    }
    match arguments.json {
        true => writeln!(stdout(), "{}", serde_json::to_string_pretty(&all)?)?,
        false => write!(stdout(), "{}", tables(&all))?,
    }
    let short: Vec<_> = all.points.iter().filter(|point| point.falls_short()).map(shortfall).collect();
    if !short.is_empty() {
        bail!("{} of {} figures fall short of the paper's: {}", short.len(), all.points.len(), short.join("; "));
    }
    Ok(ExitCode::SUCCESS)
}

/// Compares what is chosen with every other algorithm, and tells where the choice is bad.
fn compare_choice(arguments: &Arguments) -> Result<ExitCode> {
    let mut all = Vec::new();
    for machine in choice::MACHINES {
        for ranks in &arguments.choice {
            all.extend(choice::compare(machine, *ranks, &arguments.sizes, arguments.seed)?);
        }
    }
    match arguments.json {
        true => writeln!(stdout(), "{}", serde_json::to_string_pretty(&all)?)?,
        false => write!(stdout(), "{}", choice::table(&all))?,
    }
    let bad: Vec<_> = all.iter().filter(|point| point.falls_short()).map(choice::Compared::shortfall).collect();
    if !bad.is_empty() {
        bail!("at {} of {} points the choice takes over 10 % longer than the best: {}", bad.len(), all.len(), bad.join("; "));
    }
    Ok(ExitCode::SUCCESS)
}

/// Compares M_T with other values, and tells where it is bad.
fn compare_thresholds(arguments: &Arguments) -> Result<ExitCode> {
    let all = thresholds::measure_all(arguments.seed)?;
    match arguments.json {
        true => writeln!(stdout(), "{}", serde_json::to_string_pretty(&all)?)?,
        false => write!(stdout(), "{}", thresholds::table(&all))?,
    }
    let bad: Vec<_> = all.iter().filter(|point| point.falls_short()).map(thresholds::Threshold::shortfall).collect();
    if !bad.is_empty() {
        bail!("at {} of {} points M_T takes over 10 % longer than the best: {}", bad.len(), all.len(), bad.join("; "));
    }
    Ok(ExitCode::SUCCESS)
}

fn sample(cluster: Cluster, ranks: u32, bytes: usize, seed: u64) -> Result<Sample> {
    let profile = Profile::find(cluster.profile)?;
    let [messages_us, puts_us, chosen_us] = three_ways(&profile, Experiment::new(ranks, bytes), seed)?;
    Ok(Sample { cluster: cluster.name, ranks, bytes, messages_us, puts_us, chosen_us })
}

fn shortfall(point: &Measured) -> String {
    let Measured { figure, gain, most, floor_us, paper, .. } = point;
    let short = format!("figure {figure}: {} instead of {}", paper.text(*gain), paper.text(paper.value()));
    match point.is_beyond_the_machine() {
        true => format!("{short} (this machine allows {}: the bytes alone take {floor_us:.0} us)", paper.text(*most)),
        false => short,
    }
}

/// All of it as tables of a page.
fn tables(all: &Everything) -> String {
    let mut text = String::from(
        "| figure | cluster | ranks | bytes | messages, us | puts, us | chosen, us | bytes alone, us | gain | most | paper |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for point in &all.points {
        let Measured { figure, cluster, ranks, bytes, messages_us, puts_us, chosen_us, floor_us, paper, .. } = point;
        let [gain, most, shown] = [point.gain, point.most, paper.value()].map(|value| paper.text(value));
        text += &format!(
            "| {figure} | {cluster} | {ranks} | {bytes} | {messages_us:.1} | {puts_us:.1} | {chosen_us:.1} | {floor_us:.1} | {gain} | {most} | {shown} |\n"
        );
    }
    for samples in [&all.by_size, &all.by_ranks].into_iter().filter(|samples| !samples.is_empty()) {
        text += "\n| cluster | ranks | bytes | messages, us | puts, us | chosen, us | messages / chosen |\n|---|---|---|---|---|---|---|\n";
        for Sample { cluster, ranks, bytes, messages_us, puts_us, chosen_us } in samples {
            let times = messages_us / chosen_us;
            text +=
                &format!("| {cluster} | {ranks} | {bytes} | {messages_us:.1} | {puts_us:.1} | {chosen_us:.1} | {times:.2} |\n");
        }
    }
    text
}
