//! What the machine itself can do: a flag sent between two pinned threads through one cache line
//! each way, and memcpy.

use std::collections::BTreeMap;
use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::thread::{CpuSet, sched_setaffinity};

use super::plan::Benchmark;

/// Payload that travels in the cache line of the flag (64 bytes less the flag).
const PAYLOAD_OF_FLAG: u64 = 56;
/// Time given to each measurement.
const BUDGET: Duration = Duration::from_millis(20);

/// One set of raw measurements.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    /// One-way time of the flag, if there are two CPUs, in microseconds.
    flag_us: Option<f64>,
    /// Time of one memcpy in microseconds, by size in bytes.
    memcpy_us: BTreeMap<u64, f64>,
}

impl Raw {
    /// Measures the flag, and memcpy of each size.
    pub fn measure(sizes: &[u64]) -> Self {
        let memcpy_us = sizes.iter().map(|bytes| (*bytes, memcpy_us(*bytes))).collect();
        Self { flag_us: flag_us(), memcpy_us }
    }

    /// What the machine allows at best for a benchmark, in its unit, where that is known: latency
    /// is the flag and, beyond its cache line, one copy; bandwidth is one copy; a barrier of two is
    /// one flag each way at once.
    pub fn value(&self, benchmark: &Benchmark, ranks: usize, bytes: u64) -> Option<f64> {
        let copy_us = || self.memcpy_us.get(&bytes).copied();
        match (benchmark.name, ranks) {
            ("latency", 2) if bytes <= PAYLOAD_OF_FLAG => self.flag_us,
            ("latency", 2) => Some(self.flag_us? + copy_us()?),
            ("bandwidth", 2) => Some(bytes as f64 / copy_us()?),
            ("bidirectional_bandwidth", 2) => Some(2.0 * bytes as f64 / copy_us()?),
            ("barrier", 2) => self.flag_us,
            _ => None,
        }
    }
}

/// A flag alone in its cache line (and in the line that the hardware prefetches with it).
#[repr(align(128))]
#[derive(Default)]
struct Flag(AtomicU64);

impl Flag {
    fn raise(&self, value: u64) {
        self.0.store(value, Ordering::Release);
    }

    fn wait_for(&self, value: u64) {
        while self.0.load(Ordering::Acquire) != value {
            spin_loop();
        }
    }
}

/// Round trips of the flag per look at the clock.
const ROUND_TRIPS: u64 = 2_000;
/// Looks at the clock; the median counts, so that an interruption does not.
const LOOKS: u64 = 11;

/// One-way time of the flag between the first two processors, in microseconds; `None` if there is
/// one only.
pub fn flag_us() -> Option<f64> {
    let &[first, second, ..] = ferry_sys::cpu::allowed().as_slice() else { return None };
    let (there, back) = (Flag::default(), Flag::default());
    let mut times = thread::scope(|scope| {
        scope.spawn(|| {
            pin(second);
            for value in 1..=LOOKS * ROUND_TRIPS {
                there.wait_for(value);
                back.raise(value);
            }
        });
        let pinger = scope.spawn(|| {
            pin(first);
            (0..LOOKS).map(|look| ping(&there, &back, 1 + look * ROUND_TRIPS)).collect::<Vec<_>>()
        });
        pinger.join().ok()
    })?;
    times.sort_unstable();
    let median = times.get(times.len() / 2)?;
    Some(median.as_secs_f64() * 1e6 / 2.0 / ROUND_TRIPS as f64)
}

fn ping(there: &Flag, back: &Flag, from: u64) -> Duration {
    let start = Instant::now();
    for value in from..from + ROUND_TRIPS {
        there.raise(value);
        back.wait_for(value);
    }
    start.elapsed()
}

/// Pins the calling thread; where that is refused the measurement is only less steady.
fn pin(cpu: usize) {
    let mut set = CpuSet::new();
    set.set(cpu);
    let _ = sched_setaffinity(None, &set);
}

fn memcpy_us(bytes: u64) -> f64 {
    let from = vec![1_u8; bytes as usize];
    let mut to = vec![2_u8; bytes as usize];
    let mut copies = 1_u32;
    loop {
        let start = Instant::now();
        for _ in 0..copies {
            black_box(&mut to).copy_from_slice(black_box(&from));
        }
        let elapsed = start.elapsed();
        if elapsed >= BUDGET {
            return elapsed.as_secs_f64() * 1e6 / f64::from(copies);
        }
        copies *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan;
    use super::*;

    #[test]
    fn latency_is_the_flag_and_beyond_its_line_a_copy() {
        let raw = Raw { flag_us: Some(0.2), memcpy_us: BTreeMap::from([(8, 0.001), (4096, 0.05)]) };
        let latency = plan::find("latency").unwrap();
        assert_eq!(raw.value(latency, 2, 8), Some(0.2));
        assert_eq!(raw.value(latency, 2, 4096), Some(0.25));
        assert_eq!(raw.value(latency, 4, 8), None);
        assert_eq!(raw.value(plan::find("allreduce").unwrap(), 2, 8), None);
    }

    #[test]
    fn larger_copies_take_longer() {
        // The shortest of several: on a busy machine any of them may have been interrupted.
        let least = |bytes| (0..5).map(|_| memcpy_us(bytes)).fold(f64::INFINITY, f64::min);
        assert!(least(1 << 20) > least(1 << 10));
    }
}
