//! Samples of all libraries, and the rows of the report made from them.

use std::collections::BTreeMap;
use std::fmt;

use clap::ValueEnum;
use serde::ser::{SerializeMap, Serializer};

use super::plan::{self, Benchmark, Unit};

/// The name under which raw measurements are kept.
pub const RAW: &str = "raw";
/// The name of Ferry among libraries.
pub const FERRY: &str = "ferry";

/// Whose values a column holds; columns stand in this order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Series {
    /// Ferry as it is.
    Ferry,
    /// Ferry with other settings.
    Variant {
        /// Which of the variants, in the order of the command line.
        place: usize,
        /// Its name.
        name: String,
    },
    /// Another library.
    Peer(&'static str),
    /// The machine without a library.
    Raw,
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Series::Ferry => FERRY,
            Series::Variant { name, .. } => name,
            Series::Peer(name) => name,
            Series::Raw => RAW,
        })
    }
}

/// What the report shows of the samples of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Statistic {
    /// The median.
    Median,
    /// The better quartile: what a machine does that others disturb now and then.
    Quartile,
}

impl Statistic {
    fn of(self, samples: &[f64], unit: Unit) -> Option<f64> {
        match self {
            Statistic::Median => quantile(samples, 0.5),
            Statistic::Quartile => quantile(samples, if unit.more_is_better() { 0.75 } else { 0.25 }),
        }
    }
}

/// One point of the report.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Row {
    /// The benchmark.
    pub benchmark: &'static str,
    /// Number of ranks.
    pub ranks: usize,
    /// Message size in bytes.
    pub bytes: u64,
    /// Unit of the values.
    pub unit: &'static str,
    /// What the samples of Ferry came to.
    pub ferry: Option<f64>,
    /// The same of Ferry with other settings, in the order of the command line.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_map")]
    pub variants: Vec<(String, f64)>,
    /// Ferry against the best variant, as `ratio`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variants_ratio: Option<f64>,
    /// The same of each peer that was measured.
    pub peers: BTreeMap<&'static str, f64>,
    /// Ferry against the best peer; below 1 Ferry is better, whatever the unit.
    pub ratio: Option<f64>,
    /// What the machine does without a library, where that is known.
    pub raw: Option<f64>,
    /// Spread of Ferry's samples: largest less smallest, over the median.
    pub spread: Option<f64>,
}

impl Row {
    /// The value in a column.
    pub fn value(&self, column: &str) -> Option<f64> {
        match column {
            FERRY => self.ferry,
            RAW => self.raw,
            name => {
                let variant = self.variants.iter().find(|(variant, _)| variant == name).map(|(_, value)| *value);
                variant.or_else(|| self.peers.get(name).copied())
            }
        }
    }
}

fn as_map<S: Serializer>(pairs: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    pairs.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
    map.end()
}

/// The whole report, as its JSON shows it.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Report {
    /// Its points.
    pub results: Vec<Row>,
}

impl Report {
    /// Rows of one benchmark and number of ranks each.
    pub fn tables(&self) -> impl Iterator<Item = &[Row]> {
        self.results.chunk_by(|a, b| (a.benchmark, a.ranks) == (b.benchmark, b.ranks))
    }
}

/// Names of the columns that a table shows: Ferry, its variants, peers, raw.
pub fn columns(rows: &[Row]) -> Vec<String> {
    let mut names = Vec::new();
    if rows.iter().any(|row| row.ferry.is_some()) {
        names.push(FERRY.to_owned());
    }
    let variants = rows.iter().flat_map(|row| row.variants.iter().map(|(name, _)| name.clone()));
    variants.for_each(|name| {
        if !names.contains(&name) {
            names.push(name)
        }
    });
    let mut peers: Vec<_> = rows.iter().flat_map(|row| row.peers.keys().map(|name| (*name).to_owned())).collect();
    peers.sort_unstable();
    peers.dedup();
    names.append(&mut peers);
    if rows.iter().any(|row| row.raw.is_some()) {
        names.push(RAW.to_owned());
    }
    names
}

type Key = (usize, usize, u64);

/// Values measured so far: by benchmark, ranks and bytes, then by column.
#[derive(Debug, Default)]
pub struct Samples {
    by_point: BTreeMap<Key, BTreeMap<Series, Vec<f64>>>,
}

impl Samples {
    /// Takes in one value.
    pub fn add(&mut self, series: &Series, benchmark: &Benchmark, ranks: usize, bytes: u64, value: f64) {
        let key = (index_of(benchmark), ranks, bytes);
        self.by_point.entry(key).or_default().entry(series.clone()).or_default().push(value);
    }

    /// Takes in all values of `others`.
    pub fn join(&mut self, others: Samples) {
        for (key, series) in others.by_point {
            let point = self.by_point.entry(key).or_default();
            series.into_iter().for_each(|(series, values)| point.entry(series).or_default().extend(values));
        }
    }

    /// The points, by benchmark, then ranks, then bytes.
    pub fn report(&self, statistic: Statistic) -> Report {
        Report { results: self.by_point.iter().map(|(key, samples)| row(*key, samples, statistic)).collect() }
    }
}

/// Benchmarks are reported in the order of their table.
fn index_of(benchmark: &Benchmark) -> usize {
    plan::BENCHMARKS.iter().position(|other| other == benchmark).unwrap_or(plan::BENCHMARKS.len())
}

fn row((index, ranks, bytes): Key, samples: &BTreeMap<Series, Vec<f64>>, statistic: Statistic) -> Row {
    let Benchmark { name: benchmark, unit, .. } = plan::BENCHMARKS[index];
    let mut row = Row {
        benchmark,
        ranks,
        bytes,
        unit: unit.symbol(),
        ferry: None,
        variants: Vec::new(),
        variants_ratio: None,
        peers: BTreeMap::new(),
        ratio: None,
        raw: None,
        spread: samples.get(&Series::Ferry).and_then(|values| spread(values)).map(four_decimals),
    };
    for (series, values) in samples {
        let Some(value) = statistic.of(values, unit) else { continue };
        match series {
            Series::Ferry => row.ferry = Some(value),
            Series::Variant { name, .. } => row.variants.push((name.clone(), value)),
            Series::Peer(name) => drop(row.peers.insert(name, value)),
            Series::Raw => row.raw = Some(value),
        }
    }
    row.ratio = ratio(unit, row.ferry, row.peers.values().copied());
    row.variants_ratio = ratio(unit, row.ferry, row.variants.iter().map(|(_, value)| *value));
    row
}

/// How much worse `ours` is than the best of the others.
fn ratio(unit: Unit, ours: Option<f64>, others: impl Iterator<Item = f64>) -> Option<f64> {
    let best = others.reduce(|a, b| unit.better(a, b));
    ours.zip(best).map(|(ours, best)| four_decimals(unit.ratio(ours, best)))
}

fn four_decimals(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// The value below which a part of the values lies, between neighbors in proportion.
fn quantile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = part * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(below + (above - below) * place.fract())
}

/// Largest less smallest, over the median.
fn spread(values: &[f64]) -> Option<f64> {
    let least = values.iter().copied().reduce(f64::min)?;
    let most = values.iter().copied().reduce(f64::max)?;
    Some((most - least) / quantile(values, 0.5)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Samples {
        let mut samples = Samples::default();
        let latency = plan::find("latency").unwrap();
        let bandwidth = plan::find("bandwidth").unwrap();
        let (mpich, impi) = (Series::Peer("mpich"), Series::Peer("impi"));
        for value in [2.0, 1.0, 1.5] {
            samples.add(&Series::Ferry, latency, 2, 8, value);
        }
        samples.add(&mpich, latency, 2, 8, 3.0);
        samples.add(&impi, latency, 2, 8, 2.0);
        samples.add(&Series::Raw, latency, 2, 8, 0.5);
        samples.add(&Series::Ferry, bandwidth, 2, 8, 2000.0);
        samples.add(&mpich, bandwidth, 2, 8, 500.0);
        samples.add(&impi, bandwidth, 2, 8, 1000.0);
        samples.add(&mpich, latency, 2, 16, 3.0);
        samples
    }

    fn with_variants() -> Samples {
        let mut samples = samples();
        let latency = plan::find("latency").unwrap();
        for (place, (name, value)) in [("write", 1.6), ("read", 1.2)].into_iter().enumerate() {
            samples.add(&Series::Variant { place, name: name.to_owned() }, latency, 2, 8, value);
        }
        samples
    }

    fn rows(samples: &Samples) -> Vec<Row> {
        samples.report(Statistic::Median).results
    }

    #[test]
    fn rows_hold_medians_the_ratio_to_the_best_peer_and_the_spread() {
        let rows = rows(&samples());
        let first = &rows[0];
        assert_eq!((first.benchmark, first.ferry, first.ratio), ("latency", Some(1.5), Some(0.75)));
        assert_eq!((first.raw, first.spread), (Some(0.5), Some(0.6667)));
        assert_eq!(first.peers, BTreeMap::from([("impi", 2.0), ("mpich", 3.0)]));
        let last = &rows[2];
        assert_eq!((last.benchmark, last.ratio, last.raw), ("bandwidth", Some(0.5), None));
    }

    #[test]
    fn a_point_without_ferry_has_no_ratio() {
        let rows = rows(&samples());
        assert_eq!((rows[1].bytes, rows[1].ferry, rows[1].ratio, rows[1].spread), (16, None, None, None));
    }

    #[test]
    fn variants_are_compared_among_themselves_and_stand_before_the_peers() {
        let rows = rows(&with_variants());
        assert_eq!((rows[0].ratio, rows[0].variants_ratio), (Some(0.75), Some(1.25)));
        assert_eq!(rows[0].value("read"), Some(1.2));
        assert_eq!(columns(&rows[..1]), ["ferry", "write", "read", "impi", "mpich", "raw"]);
    }

    #[test]
    fn the_json_has_exactly_the_fields_of_a_row() {
        let fields = |samples: &Samples| {
            let json = serde_json::to_value(samples.report(Statistic::Median)).unwrap();
            json["results"][0].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
        };
        assert_eq!(fields(&samples()), ["benchmark", "ranks", "bytes", "unit", "ferry", "peers", "ratio", "raw", "spread"]);
        let expected = ["ferry", "variants", "variants_ratio", "peers"];
        assert_eq!(fields(&with_variants())[4..8], expected);
        let json = serde_json::to_value(with_variants().report(Statistic::Median)).unwrap();
        assert_eq!(json["results"][0]["variants"].to_string(), r#"{"write":1.6,"read":1.2}"#);
    }

    #[test]
    fn joined_samples_are_those_of_both() {
        let mut joined = samples();
        joined.join(samples());
        joined.join(with_variants());
        let values = |samples: &Samples| samples.by_point.values().flat_map(BTreeMap::values).map(Vec::len).sum::<usize>();
        assert_eq!(values(&joined), 2 * values(&samples()) + values(&with_variants()));
    }

    #[test]
    fn quantiles_lie_between_neighbors() {
        assert_eq!(quantile(&[4.0, 1.0, 2.0, 3.0], 0.5), Some(2.5));
        assert_eq!(quantile(&[4.0, 1.0, 2.0, 3.0, 5.0], 0.25), Some(2.0));
        assert_eq!(quantile(&[7.0], 0.75), Some(7.0));
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn the_better_quartile_is_the_lower_one_of_times_and_the_upper_one_of_rates() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert_eq!(Statistic::Quartile.of(&values, Unit::Microseconds), Some(2.0));
        assert_eq!(Statistic::Quartile.of(&values, Unit::MegabytesPerSecond), Some(4.0));
        assert_eq!(Statistic::Median.of(&values, Unit::MegabytesPerSecond), Some(3.0));
    }
}
