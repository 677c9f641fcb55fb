//! The figures of the paper: sizes of messages, buffer efficiency and time, for the NAS benchmarks,
//! for SAGE and for SWEEP; and memory for receiving.

use anyhow::Result;
use ferry_sim::{Arrivals, Scheme};

use super::{Run, Runs, table};
use crate::sim::chart::{Axes, ChartSeries, bars, lines};

/// A plot and the file it goes to.
pub struct Plot {
    pub file: String,
    pub svg: String,
}

/// Sizes are shown at this number of ranks, or the largest below it.
const SHOWN: u32 = 256;

/// The number of ranks that sizes, and what the NAS benchmarks have come to, are shown for.
pub fn shown(runs: &Runs) -> u32 {
    let ranks = runs.ranks();
    ranks.iter().rev().find(|ranks| **ranks <= SHOWN).or(ranks.first()).copied().unwrap_or(SHOWN)
}

/// All plots of an evaluation.
///
/// # Errors
/// If one cannot be drawn.
pub fn all(runs: &Runs) -> Result<Vec<Plot>> {
    let nas: Vec<&'static str> = runs.patterns().iter().filter(|pattern| pattern.is_nas()).map(|pattern| pattern.name).collect();
    let mut plots = Vec::new();
    let mut add = |file: &str, svg: String| plots.push(Plot { file: format!("{file}.svg"), svg });
    if !nas.is_empty() {
        add("nas-sizes", sizes(runs, &nas)?);
        add("nas-efficiency", by_pattern(runs, &nas, "efficiency, %", Run::efficiency)?);
        add("nas-time", by_pattern(runs, &nas, "time, of the first's", |run| relative(runs, run))?);
    }
    for name in runs.patterns().iter().filter(|pattern| !pattern.is_nas()).map(|pattern| pattern.name) {
        add(&format!("{name}-sizes"), sizes(runs, &[name])?);
        add(&format!("{name}-efficiency"), by_ranks(runs, name, "efficiency, %", Run::efficiency)?);
        add(&format!("{name}-time"), by_ranks(runs, name, "time, ms", Run::time_ms)?);
    }
    add("memory", memory(runs)?);
    Ok(plots)
}

/// Percentage of messages up to each length.
fn percentages(arrivals: &Arrivals) -> Vec<(f64, f64)> {
    const LONGEST: u32 = 15;
    let all = arrivals.messages().max(1) as f64;
    let up_to = |bytes: u32| arrivals.lengths().iter().filter(|(len, _)| *len <= bytes).map(|(_, count)| count).sum::<u64>();
    (2 * 3..=2 * LONGEST)
        .map(|half| 2f64.powf(f64::from(half) / 2.0))
        .map(|bytes| (bytes, 100.0 * up_to(bytes as u32) as f64 / all))
        .collect()
}

fn sizes(runs: &Runs, patterns: &[&str]) -> Result<String> {
    let Some(first) = runs.schemes().first().copied() else { return Ok(String::new()) };
    let line = |name: &&str| {
        let run = runs.find(name, shown(runs), first)?;
        Some(ChartSeries { name: name.to_uppercase(), points: percentages(&run.report.arrivals) })
    };
    let series: Vec<ChartSeries> = patterns.iter().filter_map(line).collect();
    lines(&Axes { x: "bytes of a message, at most", y: "% of messages", is_log: false }, &series)
}

fn relative(runs: &Runs, run: &Run) -> f64 {
    table::ratio(runs, run.pattern.name, run.asked, run.scheme).unwrap_or(0.0)
}

/// Bars for each scheme, in groups by pattern, at the number of ranks that is shown.
fn by_pattern(runs: &Runs, patterns: &[&str], y: &'static str, value: impl Fn(&Run) -> f64) -> Result<String> {
    let asked = shown(runs);
    let of = |scheme: Scheme| {
        let heights = patterns.iter().enumerate();
        let points = heights.filter_map(|(index, name)| Some((index as f64, value(runs.find(name, asked, scheme)?)))).collect();
        ChartSeries { name: scheme.name().to_owned(), points }
    };
    let series: Vec<ChartSeries> = runs.schemes().into_iter().map(of).collect();
    let groups: Vec<String> = patterns.iter().map(|name| name.to_uppercase()).collect();
    bars(&Axes { x: "", y, is_log: false }, &groups, &series)
}

/// Bars for each scheme, in groups by number of ranks.
fn by_ranks(runs: &Runs, name: &str, y: &'static str, value: impl Fn(&Run) -> f64) -> Result<String> {
    let ranks = runs.ranks();
    let of = |scheme: Scheme| {
        let heights = ranks.iter().enumerate();
        let points = heights.filter_map(|(index, asked)| Some((index as f64, value(runs.find(name, *asked, scheme)?)))).collect();
        ChartSeries { name: scheme.name().to_owned(), points }
    };
    let series: Vec<ChartSeries> = runs.schemes().into_iter().map(of).collect();
    let groups: Vec<String> = ranks.iter().map(|ranks| format!("{ranks} ranks")).collect();
    bars(&Axes { x: "", y, is_log: false }, &groups, &series)
}

/// Memory for receiving: of the pattern that takes most.
fn memory(runs: &Runs) -> Result<String> {
    let most = |scheme: Scheme, asked: u32| {
        let of_all = runs.0.iter().filter(|run| (run.scheme, run.asked) == (scheme, asked)).map(Run::receive_mb);
        (f64::from(asked), of_all.fold(0.0, f64::max))
    };
    let of = |scheme: Scheme| {
        let points = runs.ranks().into_iter().map(|asked| most(scheme, asked)).collect();
        ChartSeries { name: scheme.name().to_owned(), points }
    };
    let series: Vec<ChartSeries> = runs.schemes().into_iter().map(of).collect();
    lines(&Axes { x: "ranks", y: "MB of receive memory, most of all patterns", is_log: true }, &series)
}
