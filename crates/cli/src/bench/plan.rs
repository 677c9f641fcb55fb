//! What is measured: benchmarks, their units, message sizes, and the runs that a choice of options
//! makes.

use clap::ValueEnum;

/// A family of benchmarks that one C program measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Suite {
    /// Latency, bandwidth, bidirectional bandwidth, message rate.
    Pt2pt,
    /// Every blocking collective.
    Coll,
    /// Non-blocking collectives, begun and waited for at once.
    Begun,
    /// How much of non-blocking operations hides behind computation.
    Overlap,
    /// Everybody to everybody at once: aggregated throughput.
    Exchange,
    /// One-sided: put, get, accumulates and atomics.
    Rma,
    /// What a large message leaves of the receiver's working set in its cache.
    Cache,
    /// Pack, unpack and messages of derived datatypes.
    Datatype,
    /// Files that all ranks write and read, and what one process does by system calls.
    Io,
    /// Programs of examples/: integer sort and Fourier transform.
    Kernels,
    /// Time of a whole mpiexec; memory of a rank.
    Startup,
    /// All of them.
    All,
}

/// What a number counts, and so whether less or more of it is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Microseconds.
    Microseconds,
    /// Milliseconds.
    Milliseconds,
    /// 1e6 bytes a second.
    MegabytesPerSecond,
    /// Messages a second.
    MessagesPerSecond,
    /// 1024 bytes of memory.
    Kibibytes,
    /// Hundredths of a whole; more is better.
    Percent,
}

impl Unit {
    /// The unit's symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Unit::Microseconds => "us",
            Unit::Milliseconds => "ms",
            Unit::MegabytesPerSecond => "MB/s",
            Unit::MessagesPerSecond => "msg/s",
            Unit::Kibibytes => "KiB",
            Unit::Percent => "%",
        }
    }

    /// Whether a larger number is a better one.
    pub fn more_is_better(self) -> bool {
        matches!(self, Unit::MegabytesPerSecond | Unit::MessagesPerSecond | Unit::Percent)
    }

    /// How much worse `ours` is than `other`: below 1 means that ours is better. Of percentages,
    /// what is missing to the whole is compared.
    pub fn ratio(self, ours: f64, other: f64) -> f64 {
        if self == Unit::Percent {
            return (100.0 - ours).max(LEAST_PERCENT) / (100.0 - other).max(LEAST_PERCENT);
        }
        if self.more_is_better() { other / ours } else { ours / other }
    }

    /// The better of two values.
    pub fn better(self, a: f64, b: f64) -> f64 {
        if self.more_is_better() { a.max(b) } else { a.min(b) }
    }
}

/// What percentages are told apart by.
const LEAST_PERCENT: f64 = 0.1;

/// One benchmark.
#[derive(Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// Its name, the same in options, programs and reports.
    pub name: &'static str,
    /// The suite it belongs to, never [`Suite::All`].
    pub suite: Suite,
    /// The unit of its values.
    pub unit: Unit,
}

const fn benchmark(name: &'static str, suite: Suite, unit: Unit) -> Benchmark {
    Benchmark { name, suite, unit }
}

/// Every benchmark, in the order of reports.
pub static BENCHMARKS: [Benchmark; 91] = [
    benchmark("latency", Suite::Pt2pt, Unit::Microseconds),
    benchmark("bandwidth", Suite::Pt2pt, Unit::MegabytesPerSecond),
    benchmark("bidirectional_bandwidth", Suite::Pt2pt, Unit::MegabytesPerSecond),
    benchmark("message_rate", Suite::Pt2pt, Unit::MessagesPerSecond),
    benchmark("barrier", Suite::Coll, Unit::Microseconds),
    benchmark("bcast", Suite::Coll, Unit::Microseconds),
    benchmark("gather", Suite::Coll, Unit::Microseconds),
    benchmark("gatherv", Suite::Coll, Unit::Microseconds),
    benchmark("scatter", Suite::Coll, Unit::Microseconds),
    benchmark("scatterv", Suite::Coll, Unit::Microseconds),
    benchmark("allgather", Suite::Coll, Unit::Microseconds),
    benchmark("allgatherv", Suite::Coll, Unit::Microseconds),
    benchmark("alltoall", Suite::Coll, Unit::Microseconds),
    benchmark("alltoallv", Suite::Coll, Unit::Microseconds),
    benchmark("alltoallw", Suite::Coll, Unit::Microseconds),
    benchmark("reduce", Suite::Coll, Unit::Microseconds),
    benchmark("allreduce", Suite::Coll, Unit::Microseconds),
    benchmark("reduce_scatter", Suite::Coll, Unit::Microseconds),
    benchmark("reduce_scatter_block", Suite::Coll, Unit::Microseconds),
    benchmark("scan", Suite::Coll, Unit::Microseconds),
    benchmark("exscan", Suite::Coll, Unit::Microseconds),
    benchmark("begun_barrier", Suite::Begun, Unit::Microseconds),
    benchmark("begun_bcast", Suite::Begun, Unit::Microseconds),
    benchmark("begun_gather", Suite::Begun, Unit::Microseconds),
    benchmark("begun_scatter", Suite::Begun, Unit::Microseconds),
    benchmark("begun_allgather", Suite::Begun, Unit::Microseconds),
    benchmark("begun_alltoall", Suite::Begun, Unit::Microseconds),
    benchmark("begun_reduce", Suite::Begun, Unit::Microseconds),
    benchmark("begun_allreduce", Suite::Begun, Unit::Microseconds),
    benchmark("begun_reduce_scatter_block", Suite::Begun, Unit::Microseconds),
    benchmark("begun_scan", Suite::Begun, Unit::Microseconds),
    benchmark("begun_exscan", Suite::Begun, Unit::Microseconds),
    benchmark("overlap_iallreduce", Suite::Overlap, Unit::Percent),
    benchmark("overlap_iallreduce_test", Suite::Overlap, Unit::Percent),
    benchmark("overlap_ialltoall", Suite::Overlap, Unit::Percent),
    benchmark("overlap_ialltoall_test", Suite::Overlap, Unit::Percent),
    benchmark("exposed_iallreduce", Suite::Overlap, Unit::Microseconds),
    benchmark("exposed_iallreduce_test", Suite::Overlap, Unit::Microseconds),
    benchmark("exposed_ialltoall", Suite::Overlap, Unit::Microseconds),
    benchmark("exposed_ialltoall_test", Suite::Overlap, Unit::Microseconds),
    benchmark("calls_iallreduce", Suite::Overlap, Unit::Microseconds),
    benchmark("calls_iallreduce_test", Suite::Overlap, Unit::Microseconds),
    benchmark("calls_ialltoall", Suite::Overlap, Unit::Microseconds),
    benchmark("calls_ialltoall_test", Suite::Overlap, Unit::Microseconds),
    benchmark("overlap_message", Suite::Overlap, Unit::Percent),
    benchmark("overlap_message_test", Suite::Overlap, Unit::Percent),
    benchmark("exposed_message", Suite::Overlap, Unit::Microseconds),
    benchmark("exposed_message_test", Suite::Overlap, Unit::Microseconds),
    benchmark("calls_message", Suite::Overlap, Unit::Microseconds),
    benchmark("calls_message_test", Suite::Overlap, Unit::Microseconds),
    benchmark("alltoall_throughput", Suite::Exchange, Unit::MegabytesPerSecond),
    benchmark("exchange_throughput", Suite::Exchange, Unit::MegabytesPerSecond),
    benchmark("rma_put", Suite::Rma, Unit::Microseconds),
    benchmark("rma_get", Suite::Rma, Unit::Microseconds),
    benchmark("rma_accumulate", Suite::Rma, Unit::Microseconds),
    benchmark("rma_fetch_and_op", Suite::Rma, Unit::Microseconds),
    benchmark("rma_compare_and_swap", Suite::Rma, Unit::Microseconds),
    benchmark("rma_put_created", Suite::Rma, Unit::Microseconds),
    benchmark("rma_get_created", Suite::Rma, Unit::Microseconds),
    benchmark("rma_accumulate_created", Suite::Rma, Unit::Microseconds),
    benchmark("rma_put_fence", Suite::Rma, Unit::Microseconds),
    benchmark("rma_get_fence", Suite::Rma, Unit::Microseconds),
    benchmark("rma_put_gaps", Suite::Rma, Unit::Microseconds),
    benchmark("rma_put_gaps_created", Suite::Rma, Unit::Microseconds),
    benchmark("rma_put_bandwidth", Suite::Rma, Unit::MegabytesPerSecond),
    benchmark("rma_get_bandwidth", Suite::Rma, Unit::MegabytesPerSecond),
    benchmark("cache_hot", Suite::Cache, Unit::Microseconds),
    benchmark("cache_cold", Suite::Cache, Unit::Microseconds),
    benchmark("cache_after_memcpy", Suite::Cache, Unit::Microseconds),
    benchmark("cache_after_receive", Suite::Cache, Unit::Microseconds),
    benchmark("pack_loop", Suite::Datatype, Unit::Microseconds),
    benchmark("pack_vector", Suite::Datatype, Unit::Microseconds),
    benchmark("unpack_vector", Suite::Datatype, Unit::Microseconds),
    benchmark("pack_indexed", Suite::Datatype, Unit::Microseconds),
    benchmark("unpack_indexed", Suite::Datatype, Unit::Microseconds),
    benchmark("send_vector", Suite::Datatype, Unit::Microseconds),
    benchmark("send_indexed", Suite::Datatype, Unit::Microseconds),
    benchmark("send_loop", Suite::Datatype, Unit::Microseconds),
    benchmark("io_write_contiguous", Suite::Io, Unit::MegabytesPerSecond),
    benchmark("io_read_contiguous", Suite::Io, Unit::MegabytesPerSecond),
    benchmark("io_write_cyclic", Suite::Io, Unit::MegabytesPerSecond),
    benchmark("io_read_cyclic", Suite::Io, Unit::MegabytesPerSecond),
    benchmark("io_write_subarray", Suite::Io, Unit::MegabytesPerSecond),
    benchmark("io_read_subarray", Suite::Io, Unit::MegabytesPerSecond),
    benchmark("io_read_independent", Suite::Io, Unit::MegabytesPerSecond),
    benchmark("io_write_plain", Suite::Io, Unit::MegabytesPerSecond),
    benchmark("io_read_plain", Suite::Io, Unit::MegabytesPerSecond),
    benchmark("is", Suite::Kernels, Unit::Milliseconds),
    benchmark("ft", Suite::Kernels, Unit::Milliseconds),
    benchmark("startup", Suite::Startup, Unit::Milliseconds),
    benchmark("memory", Suite::Startup, Unit::Kibibytes),
];

/// Looks a benchmark up.
pub fn find(name: &str) -> Option<&'static Benchmark> {
    BENCHMARKS.iter().find(|benchmark| benchmark.name == name)
}

/// Smallest and largest message the user asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct SizeRange {
    /// Smallest, in bytes.
    pub min: Option<u64>,
    /// Largest, in bytes.
    pub max: Option<u64>,
}

/// Largest default size of point-to-point messages.
const PT2PT_MAX: u64 = 4 << 20;
/// Largest default block of collectives: with 32 ranks an alltoall of it already holds 64 MiB a
/// rank.
const COLL_MAX: u64 = 1 << 20;
/// Default blocks of non-blocking collectives: one that goes out at once, one that needs an answer.
const OVERLAP_SIZES: [u64; 2] = [32 << 10, 1 << 20];
/// Default blocks of exchanges: what collectives of large data are made of.
const EXCHANGE_SIZES: [u64; 4] = [32 << 10, 128 << 10, 512 << 10, 2 << 20];
/// Default sizes of one-sided accesses: multiples of 8, as accumulates take words.
const RMA_SIZES: [u64; 8] = [8, 64, 512, 4 << 10, 32 << 10, 256 << 10, 1 << 20, 4 << 20];
/// Default messages before which a working set is read: some fit into caches, the last into none.
const CACHE_SIZES: [u64; 4] = [1 << 20, 4 << 20, 16 << 20, 64 << 20];
/// Default blocks of 1 MiB of data with gaps.
const DATATYPE_SIZES: [u64; 9] = [8, 16, 32, 64, 128, 256, 512, 1024, 4096];
/// Default size of files.
const IO_SIZES: [u64; 1] = [256 << 20];
/// Default data of kernels: 2^23 keys, 2^21 points.
const KERNEL_SIZES: [u64; 1] = [32 << 20];

/// Default sizes of suites whose programs have few that matter.
fn selected_sizes(suite: Suite) -> Option<&'static [u64]> {
    match suite {
        Suite::Overlap => Some(&OVERLAP_SIZES),
        Suite::Exchange => Some(&EXCHANGE_SIZES),
        Suite::Rma => Some(&RMA_SIZES),
        Suite::Cache => Some(&CACHE_SIZES),
        Suite::Datatype => Some(&DATATYPE_SIZES),
        Suite::Io => Some(&IO_SIZES),
        Suite::Kernels => Some(&KERNEL_SIZES),
        _ => None,
    }
}

impl SizeRange {
    /// Sizes of a suite in bytes, ascending: powers of two from 1; by default collectives take 8
    /// and the powers of four from 64.
    pub fn sizes(self, suite: Suite) -> Vec<u64> {
        let selected = selected_sizes(suite).filter(|_| self.min.is_none() && self.max.is_none());
        if let Some(sizes) = selected {
            return sizes.to_vec();
        }
        let is_coll = matches!(suite, Suite::Coll | Suite::Begun);
        let coarse = is_coll && self.min.is_none() && self.max.is_none();
        let default_max = if is_coll { COLL_MAX } else { PT2PT_MAX };
        let (min, max) = (self.min.unwrap_or(1), self.max.unwrap_or(default_max.max(self.min.unwrap_or(0))));
        let powers = (0..63).map(|exponent| 1_u64 << exponent);
        let mut sizes: Vec<u64> = powers
            .filter(|size| (min..=max).contains(size))
            .filter(|size| !coarse || *size == 8 || (*size >= 64 && size.trailing_zeros() % 2 == 0))
            .collect();
        if sizes.is_empty() {
            sizes.push(min);
        }
        sizes
    }

    /// Whether the user asked for messages of `bytes`.
    pub fn contains(self, bytes: u64) -> bool {
        (self.min.unwrap_or(0)..=self.max.unwrap_or(u64::MAX)).contains(&bytes)
    }
}

/// Size of the benchmarks that have one only: the message rate, and atomics.
pub const MESSAGE_RATE_BYTES: u64 = 8;

/// Benchmarks of one suite at one number of ranks: what every library runs before the next group
/// begins.
#[derive(Debug)]
pub struct Group {
    /// The suite.
    pub suite: Suite,
    /// Number of ranks.
    pub ranks: usize,
    /// What to measure.
    pub benchmarks: Vec<&'static Benchmark>,
    /// Message sizes in bytes.
    pub sizes: Vec<u64>,
}

/// What the user chose to measure.
#[derive(Debug)]
pub struct Choice<'a> {
    /// The suite.
    pub suite: Suite,
    /// Names of benchmarks; empty for all of the suite.
    pub benchmarks: &'a [&'static Benchmark],
    /// Numbers of ranks; empty for what suits the suite.
    pub ranks: &'a [usize],
    /// Smallest and largest size.
    pub range: SizeRange,
    /// Sizes, ascending; empty for those that suite and range make.
    pub sizes: &'a [u64],
}

impl Choice<'_> {
    fn sizes(&self, suite: Suite) -> Vec<u64> {
        if self.sizes.is_empty() { self.range.sizes(suite) } else { self.sizes.to_vec() }
    }

    /// Whether the user wants a benchmark of only one message size.
    fn contains(&self, bytes: u64) -> bool {
        self.range.contains(bytes) && (self.sizes.is_empty() || self.sizes.contains(&bytes))
    }
}

/// The groups to run, in order.
pub fn groups(choice: &Choice) -> Vec<Group> {
    let collectives = [Suite::Pt2pt, Suite::Coll, Suite::Begun, Suite::Overlap, Suite::Exchange];
    let suites = collectives.into_iter().chain([Suite::Rma, Suite::Cache, Suite::Datatype]);
    let suites = suites.chain([Suite::Io, Suite::Kernels, Suite::Startup]);
    suites.flat_map(|suite| groups_of_suite(choice, suite)).collect()
}

fn groups_of_suite(choice: &Choice, suite: Suite) -> Vec<Group> {
    let benchmarks = chosen(choice, suite);
    if benchmarks.is_empty() {
        return Vec::new();
    }
    let least = if matches!(suite, Suite::Coll | Suite::Begun | Suite::Kernels | Suite::Startup) { 1 } else { 2 };
    let ranks = if choice.ranks.is_empty() { default_ranks(suite) } else { choice.ranks };
    let group = |ranks| Group { suite, ranks, benchmarks: benchmarks.clone(), sizes: choice.sizes(suite) };
    ranks.iter().copied().filter(|ranks| *ranks >= least).map(group).collect()
}

fn chosen(choice: &Choice, suite: Suite) -> Vec<&'static Benchmark> {
    let wanted = |benchmark: &&Benchmark| match choice.benchmarks {
        [] => choice.suite == Suite::All || choice.suite == suite,
        names => names.iter().any(|name| name.name == benchmark.name),
    };
    let is_word = |benchmark: &&Benchmark| ["message_rate", "rma_fetch_and_op", "rma_compare_and_swap"].contains(&benchmark.name);
    let in_range = |benchmark: &&Benchmark| !is_word(benchmark) || choice.contains(MESSAGE_RATE_BYTES);
    BENCHMARKS.iter().filter(|benchmark| benchmark.suite == suite).filter(wanted).filter(in_range).collect()
}

fn default_ranks(suite: Suite) -> &'static [usize] {
    match suite {
        // Where ranks share processors, they compute while others communicate, whatever the library
        // does.
        Suite::Pt2pt | Suite::Overlap | Suite::Rma | Suite::Cache | Suite::Datatype | Suite::Kernels => &[2],
        _ => &[2, 4],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_below_one_are_better_whatever_the_unit() {
        assert_eq!(Unit::Microseconds.ratio(1.0, 2.0), 0.5);
        assert_eq!(Unit::MegabytesPerSecond.ratio(2000.0, 1000.0), 0.5);
        assert_eq!(Unit::MessagesPerSecond.better(1.0, 2.0), 2.0);
        assert_eq!(Unit::Kibibytes.better(1.0, 2.0), 1.0);
        assert_eq!(Unit::Percent.ratio(80.0, 60.0), 0.5);
        assert!(Unit::Percent.ratio(0.1, 100.0).is_finite() && Unit::Percent.better(1.0, 2.0) == 2.0);
    }

    #[test]
    fn default_sizes_are_powers_of_two_and_coarser_for_collectives() {
        let sizes = SizeRange::default().sizes(Suite::Pt2pt);
        assert_eq!((sizes[0], sizes.len(), sizes[22]), (1, 23, 4 << 20));
        let sizes = SizeRange::default().sizes(Suite::Coll);
        assert_eq!(sizes, [8, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576]);
        assert_eq!(SizeRange::default().sizes(Suite::Overlap), [32768, 1048576]);
        assert_eq!(SizeRange::default().sizes(Suite::Io), [256 << 20]);
    }

    #[test]
    fn a_range_takes_every_power_of_two_in_it_or_its_minimum() {
        let range = SizeRange { min: Some(16), max: Some(64) };
        assert_eq!(range.sizes(Suite::Coll), [16, 32, 64]);
        let range = SizeRange { min: Some(100), max: Some(100) };
        assert_eq!(range.sizes(Suite::Pt2pt), [100]);
        let range = SizeRange { min: Some(8 << 20), max: None };
        assert_eq!(range.sizes(Suite::Pt2pt), [8 << 20]);
    }

    #[test]
    fn groups_follow_suite_benchmarks_and_ranks() {
        let names = |choice: &Choice| groups(choice).iter().map(|g| (g.suite, g.ranks, g.benchmarks.len())).collect::<Vec<_>>();
        let all = Choice { suite: Suite::All, benchmarks: &[], ranks: &[], range: SizeRange::default(), sizes: &[] };
        let expected = [
            (Suite::Pt2pt, 2, 4),
            (Suite::Coll, 2, 17),
            (Suite::Coll, 4, 17),
            (Suite::Begun, 2, 11),
            (Suite::Begun, 4, 11),
            (Suite::Overlap, 2, 18),
            (Suite::Exchange, 2, 2),
            (Suite::Exchange, 4, 2),
            (Suite::Rma, 2, 14),
            (Suite::Cache, 2, 4),
            (Suite::Datatype, 2, 8),
            (Suite::Io, 2, 9),
            (Suite::Io, 4, 9),
            (Suite::Kernels, 2, 2),
            (Suite::Startup, 2, 2),
            (Suite::Startup, 4, 2),
        ];
        assert_eq!(names(&all), expected);
        let one = [find("barrier").unwrap()];
        let barrier = Choice { suite: Suite::All, benchmarks: &one, ranks: &[1, 8], range: SizeRange::default(), sizes: &[] };
        assert_eq!(names(&barrier), [(Suite::Coll, 1, 1), (Suite::Coll, 8, 1)]);
    }

    #[test]
    fn sizes_of_the_user_are_those_of_every_suite() {
        let choice =
            Choice { suite: Suite::Pt2pt, benchmarks: &[], ranks: &[], range: SizeRange::default(), sizes: &[100, 4096] };
        let group = &groups(&choice)[0];
        assert_eq!((group.sizes.as_slice(), group.benchmarks.len()), ([100, 4096].as_slice(), 3));
    }

    #[test]
    fn the_message_rate_has_one_size() {
        let range = SizeRange { min: Some(1024), max: None };
        let choice = Choice { suite: Suite::Pt2pt, benchmarks: &[], ranks: &[], range, sizes: &[] };
        assert_eq!(groups(&choice)[0].benchmarks.len(), 3);
    }
}
