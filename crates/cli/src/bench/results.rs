//! Samples of all libraries, and the rows of the report made from them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::plan::{self, Benchmark};

/// One point of the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The benchmark.
    pub benchmark: &'static str,
    /// Number of ranks.
    pub ranks: usize,
    /// Message size in bytes.
    pub bytes: u64,
    /// Unit of the values.
    pub unit: &'static str,
    /// Median of Ferry.
    pub ferry: Option<f64>,
    /// Median of each peer that was measured.
    pub peers: BTreeMap<&'static str, f64>,
    /// Ferry against the best peer; below 1 Ferry is better, whatever the unit.
    pub ratio: Option<f64>,
    /// What the machine does without a library, where that is known.
    pub raw: Option<f64>,
    /// Spread of Ferry's samples: largest less smallest, over the median.
    pub spread: Option<f64>,
}

/// The whole report, as its JSON shows it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Its points.
    pub results: Vec<Row>,
}

type Key = (usize, usize, u64);

/// Values measured so far: by benchmark, ranks and bytes, then by library.
#[derive(Debug, Default)]
pub struct Samples {
    by_point: BTreeMap<Key, BTreeMap<&'static str, Vec<f64>>>,
}

/// The name under which raw measurements are kept.
pub const RAW: &str = "raw";
/// The name of Ferry among libraries.
pub const FERRY: &str = "ferry";

impl Samples {
    /// Takes in one value of `library`, or of [`RAW`].
    pub fn add(&mut self, library: &'static str, benchmark: &Benchmark, ranks: usize, bytes: u64, value: f64) {
        let key = (index_of(benchmark), ranks, bytes);
        self.by_point.entry(key).or_default().entry(library).or_default().push(value);
    }

    /// The points, by benchmark, then ranks, then bytes.
    pub fn report(&self) -> Report {
        Report { results: self.by_point.iter().map(|(key, samples)| row(*key, samples)).collect() }
    }
}

/// Benchmarks are reported in the order of their table.
fn index_of(benchmark: &Benchmark) -> usize {
    plan::BENCHMARKS.iter().position(|other| other == benchmark).unwrap_or(plan::BENCHMARKS.len())
}

fn row((index, ranks, bytes): Key, samples: &BTreeMap<&'static str, Vec<f64>>) -> Row {
    let benchmark = &plan::BENCHMARKS[index];
    let ferry = samples.get(FERRY).and_then(|values| median(values));
    let is_peer = |name: &&'static str| ![FERRY, RAW].contains(name);
    let peers: BTreeMap<_, _> =
        samples.iter().filter(|(name, _)| is_peer(name)).filter_map(|(name, values)| Some((*name, median(values)?))).collect();
    let best = peers.values().copied().reduce(|a, b| benchmark.unit.better(a, b));
    let ratio = ferry.zip(best).map(|(ferry, best)| four_decimals(benchmark.unit.ratio(ferry, best)));
    let raw = samples.get(RAW).and_then(|values| median(values));
    let spread = samples.get(FERRY).and_then(|values| spread(values)).map(four_decimals);
    Row { benchmark: benchmark.name, ranks, bytes, unit: benchmark.unit.symbol(), ferry, peers, ratio, raw, spread }
}

fn four_decimals(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// Largest less smallest, over the median.
fn spread(values: &[f64]) -> Option<f64> {
    let least = values.iter().copied().reduce(f64::min)?;
    let most = values.iter().copied().reduce(f64::max)?;
    Some((most - least) / median(values)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Samples {
        let mut samples = Samples::default();
        let latency = plan::find("latency").unwrap();
        let bandwidth = plan::find("bandwidth").unwrap();
        for value in [2.0, 1.0, 1.5] {
            samples.add(FERRY, latency, 2, 8, value);
        }
        samples.add("mpich", latency, 2, 8, 3.0);
        samples.add("impi", latency, 2, 8, 2.0);
        samples.add(RAW, latency, 2, 8, 0.5);
        samples.add(FERRY, bandwidth, 2, 8, 2000.0);
        samples.add("mpich", bandwidth, 2, 8, 500.0);
        samples.add("impi", bandwidth, 2, 8, 1000.0);
        samples.add("mpich", latency, 2, 16, 3.0);
        samples
    }

    #[test]
    fn rows_hold_medians_the_ratio_to_the_best_peer_and_the_spread() {
        let rows = samples().report().results;
        let first = &rows[0];
        assert_eq!((first.benchmark, first.ferry, first.ratio), ("latency", Some(1.5), Some(0.75)));
        assert_eq!((first.raw, first.spread), (Some(0.5), Some(0.6667)));
        assert_eq!(first.peers, BTreeMap::from([("impi", 2.0), ("mpich", 3.0)]));
        let last = &rows[2];
        assert_eq!((last.benchmark, last.ratio, last.raw), ("bandwidth", Some(0.5), None));
    }

    #[test]
    fn a_point_without_ferry_has_no_ratio() {
        let rows = samples().report().results;
        assert_eq!((rows[1].bytes, rows[1].ferry, rows[1].ratio, rows[1].spread), (16, None, None, None));
    }

    #[test]
    fn the_json_has_exactly_the_fields_of_a_row() {
        let json = serde_json::to_value(samples().report()).unwrap();
        let row = json["results"][0].as_object().unwrap();
        let fields: Vec<_> = row.keys().map(String::as_str).collect();
        assert_eq!(fields, ["benchmark", "ranks", "bytes", "unit", "ferry", "peers", "ratio", "raw", "spread"]);
    }

    #[test]
    fn the_median_of_an_even_number_is_the_mean_of_the_middle() {
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }
}
