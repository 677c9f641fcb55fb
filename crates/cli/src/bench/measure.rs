//! All runs: for each group every library once per repetition, in an order that rotates, so that a
//! slow minute of the machine hits all alike.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use super::distance::Distance;
use super::execute::{self, Outcome};
use super::library::{Library, Programs};
use super::plan::{self, Benchmark, Group, Suite};
use super::raw::Raw;
use super::results::{Samples, Series};

/// How often and how long to measure.
#[derive(Debug)]
pub struct Pace {
    /// Runs of each library.
    pub repetitions: u32,
    /// Seconds for all groups together, if the user said so: then no further repetition begins.
    pub seconds: Option<u64>,
    /// Milliseconds of a measuring loop.
    pub budget_ms: u32,
    /// Seconds a run may last, if the user said so.
    pub timeout_s: Option<u64>,
    /// Where processors have to be for a run to count.
    pub distance: Distance,
}

impl Pace {
    /// Time limit of a run that measures this many points.
    fn limit(&self, points: usize) -> Duration {
        Duration::from_secs(self.timeout_s.unwrap_or(60 + 2 * points as u64))
    }

    /// Whether the repetition that follows on `done` ones, which have taken `spent`, begins in one
    /// of `groups` groups.
    fn goes_on(&self, done: u32, spent: Duration, groups: usize) -> bool {
        let share = self.seconds.map_or(Duration::MAX, |seconds| Duration::from_secs(seconds) / groups as u32);
        done < self.repetitions && (done == 0 || spent + spent / done <= share)
    }
}

struct Contestant<'a> {
    library: &'a Library,
    programs: Programs,
}

struct Measurement<'a> {
    contestants: Vec<Contestant<'a>>,
    pace: &'a Pace,
    samples: Samples,
    /// Library, benchmark and ranks that failed and are not tried again.
    failed: BTreeSet<(Series, &'static str, usize)>,
    missing: Vec<String>,
}

/// Measures every group with every library; also says what is missing from the report and why.
pub fn measure(libraries: &[Library], groups: &[Group], pace: &Pace) -> Result<(Samples, Vec<String>)> {
    execute::adopt_orphans()?;
    let directory = tempfile::Builder::new().prefix("ferry-bench-").tempdir().context("a folder for the programs")?;
    let contestants = compile(libraries, directory.path())?;
    let mut measurement =
        Measurement { contestants, pace, samples: Samples::default(), failed: BTreeSet::new(), missing: Vec::new() };
    let progress = progress_bar(groups.len() * pace.repetitions as usize * libraries.len());
    for group in groups {
        let (start, mut done) = (Instant::now(), 0);
        while pace.goes_on(done, start.elapsed(), groups.len()) {
            measurement.repeat(group, done as usize, &progress)?;
            done += 1;
        }
    }
    progress.finish_and_clear();
    Ok((measurement.samples, measurement.missing))
}

fn progress_bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} runs, {eta} left: {msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Compiles the programs once for the standard ABI, with the header of the first library that has
/// it, and once for each other ABI.
fn compile<'a>(libraries: &'a [Library], directory: &std::path::Path) -> Result<Vec<Contestant<'a>>> {
    let standard = libraries.iter().find(|library| library.has_standard_abi());
    let standard = standard.map(|library| library.compile(&directory.join("standard-abi"))).transpose()?;
    let contestant = |library: &'a Library| -> Result<Contestant<'a>> {
        let programs = match &standard {
            Some(programs) if library.has_standard_abi() => programs.clone(),
            _ => library.compile(&directory.join(library.series.to_string()))?,
        };
        Ok(Contestant { library, programs })
    };
    libraries.iter().map(contestant).collect()
}

impl Measurement<'_> {
    /// Runs each library once.
    fn repeat(&mut self, group: &Group, repetition: usize, progress: &ProgressBar) -> Result<()> {
        let count = self.contestants.len();
        for turn in 0..count {
            let index = (turn + repetition) % count;
            let series = &self.contestants[index].library.series;
            progress.set_message(format!("{series}, {:?}, {} ranks", group.suite, group.ranks));
            let (distance, before) = (self.pace.distance, std::mem::take(&mut self.samples));
            let samples = distance.steadily(|| {
                match group.suite {
                    Suite::Startup => self.start_up(index, group)?,
                    Suite::Kernels => self.run_kernels(index, group)?,
                    _ => self.run_to_the_end(index, group)?,
                }
                Ok(std::mem::take(&mut self.samples))
            })?;
            self.samples = before;
            match samples {
                Some(samples) => self.samples.join(samples),
                None => self.missing.push(format!(
                    "a run of {}, {:?}, {} ranks: processors were not where they were wanted",
                    self.contestants[index].library.series, group.suite, group.ranks
                )),
            }
            progress.inc(1);
        }
        self.add_raw(group);
        Ok(())
    }

    fn add_raw(&mut self, group: &Group) {
        let known = group
            .benchmarks
            .iter()
            .any(|benchmark| ["latency", "bandwidth", "bidirectional_bandwidth", "barrier"].contains(&benchmark.name));
        if group.ranks != 2 || !known {
            return;
        }
        let sizes = if group.suite == Suite::Pt2pt { group.sizes.as_slice() } else { &[] };
        let raw = Raw::measure(sizes);
        for benchmark in &group.benchmarks {
            for bytes in sizes_of(benchmark, group) {
                if let Some(value) = raw.value(benchmark, group.ranks, bytes) {
                    self.samples.add(&Series::Raw, benchmark, group.ranks, bytes, value);
                }
            }
        }
    }

    /// Runs the benchmarks of a group; if one breaks the run, starts again behind it, so that one
    /// failure costs one benchmark.
    fn run_to_the_end(&mut self, index: usize, group: &Group) -> Result<()> {
        let mut left = self.not_failed(index, group);
        while !left.is_empty() {
            let outcome = execute::run(self.command(index, group, &left), self.pace.limit(left.len() * group.sizes.len()))?;
            self.take(index, group, &outcome);
            let Some(failure) = outcome.failure else { break };
            let broken = left.iter().position(|benchmark| Some(benchmark.name) == outcome.begun.as_deref());
            let through = broken.map_or(left.len(), |position| position + 1);
            let first = broken.unwrap_or(0);
            for benchmark in &left[first..through] {
                self.give_up(index, benchmark, group.ranks, &failure);
            }
            left.drain(..through);
        }
        Ok(())
    }

    fn not_failed(&self, index: usize, group: &Group) -> Vec<&'static Benchmark> {
        let series = &self.contestants[index].library.series;
        let is_left = |benchmark: &&&'static Benchmark| !self.failed.contains(&(series.clone(), benchmark.name, group.ranks));
        group.benchmarks.iter().filter(is_left).copied().collect()
    }

    fn command(&self, index: usize, group: &Group, benchmarks: &[&Benchmark]) -> Command {
        let contestant = &self.contestants[index];
        let sizes: Vec<String> = group.sizes.iter().map(u64::to_string).collect();
        let mut command = contestant.library.mpiexec(group.ranks);
        command.arg(contestant.programs.of(benchmarks[0])).arg(self.pace.budget_ms.to_string()).arg(sizes.join(","));
        command.args(benchmarks.iter().map(|benchmark| benchmark.name));
        command
    }

    fn take(&mut self, index: usize, group: &Group, outcome: &Outcome) {
        let series = self.contestants[index].library.series.clone();
        for point in &outcome.points {
            if let Some(benchmark) = plan::find(&point.benchmark) {
                self.samples.add(&series, benchmark, group.ranks, point.bytes, point.value);
            }
        }
        for (benchmark, bytes, reason) in &outcome.skipped {
            self.note(format!("{series}, {benchmark}, {} ranks, {bytes} bytes: {reason}", group.ranks));
        }
    }

    /// Times the whole of mpiexec, and asks the ranks for their memory.
    fn start_up(&mut self, index: usize, group: &Group) -> Result<()> {
        for benchmark in self.not_failed(index, group) {
            let contestant = &self.contestants[index];
            let mut command = contestant.library.mpiexec(group.ranks);
            let mode = if benchmark.name == "startup" { "plain" } else { "memory" };
            command.arg(contestant.programs.of(benchmark)).arg(mode);
            let outcome = execute::run(command, self.pace.limit(1))?;
            match &outcome.failure {
                Some(failure) => self.give_up(index, benchmark, group.ranks, failure),
                None if mode == "plain" => {
                    let elapsed_ms = outcome.elapsed.as_secs_f64() * 1e3;
                    self.samples.add(&self.contestants[index].library.series, benchmark, group.ranks, 0, elapsed_ms);
                }
                None => self.take(index, group, &outcome),
            }
        }
        Ok(())
    }

    /// Runs each program of examples/ at each size; it measures itself and fails if its result is
    /// wrong.
    fn run_kernels(&mut self, index: usize, group: &Group) -> Result<()> {
        for benchmark in self.not_failed(index, group) {
            for bytes in &group.sizes {
                let contestant = &self.contestants[index];
                let mut command = contestant.library.mpiexec(group.ranks);
                command.arg(contestant.programs.of(benchmark)).args(["-b", "-n"]).arg(kernel_size(benchmark, *bytes).to_string());
                let outcome = execute::run(command, self.pace.limit(group.sizes.len()))?;
                self.take(index, group, &outcome);
                if let Some(failure) = &outcome.failure {
                    self.give_up(index, benchmark, group.ranks, failure);
                    break;
                }
            }
        }
        Ok(())
    }

    fn give_up(&mut self, index: usize, benchmark: &'static Benchmark, ranks: usize, failure: &str) {
        let series = self.contestants[index].library.series.clone();
        self.failed.insert((series.clone(), benchmark.name, ranks));
        self.note(format!("{series}, {}, {ranks} ranks: {failure}", benchmark.name));
    }

    fn note(&mut self, reason: String) {
        if !self.missing.contains(&reason) {
            self.missing.push(reason);
        }
    }
}

/// Binary logarithm of the number of keys (4 bytes) or points (16 bytes) that a kernel makes of so
/// many bytes.
fn kernel_size(benchmark: &Benchmark, bytes: u64) -> u32 {
    let element = if benchmark.name == "is" { 4 } else { 16 };
    (bytes / element).max(1).ilog2()
}

/// Message sizes of one benchmark of a group.
fn sizes_of(benchmark: &Benchmark, group: &Group) -> Vec<u64> {
    match benchmark.name {
        "barrier" | "begun_barrier" => vec![0],
        "message_rate" => vec![plan::MESSAGE_RATE_BYTES],
        _ => group.sizes.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::{Choice, SizeRange};
    use super::super::results::Statistic;
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    /// An installation whose mpiexec is a script that prints a point for each benchmark and breaks
    /// in bcast.
    fn library_that_breaks_in_bcast(prefix: &Path) -> Library {
        let script = "#!/bin/sh\nshift 7\nfor benchmark; do echo begin $benchmark; \
                      [ $benchmark = bcast ] && { echo rank 1 died >&2; exit 3; }; echo point $benchmark 8 1.5; done\n";
        ["bin", "include", "lib"].iter().for_each(|folder| fs::create_dir_all(prefix.join(folder)).unwrap());
        for (file, text) in [("bin/mpiexec", script), ("include/mpi.h", ""), ("lib/libmpi_abi.so.1", "")] {
            fs::write(prefix.join(file), text).unwrap();
        }
        fs::set_permissions(prefix.join("bin/mpiexec"), fs::Permissions::from_mode(0o755)).unwrap();
        Library::ferry(prefix.to_owned()).unwrap()
    }

    #[test]
    fn a_repetition_that_would_end_too_late_does_not_begin() {
        let pace = Pace { repetitions: 5, seconds: Some(20), budget_ms: 1, timeout_s: None, distance: Distance::default() };
        let goes_on = |done, seconds| pace.goes_on(done, Duration::from_secs(seconds), 2);
        assert!(goes_on(0, 0) && goes_on(1, 4) && goes_on(4, 8));
        assert!(!goes_on(1, 6) && !goes_on(4, 9) && !goes_on(5, 1));
        assert!(Pace { seconds: None, ..pace }.goes_on(4, Duration::from_secs(900), 2));
    }

    #[test]
    fn kernels_get_the_elements_that_fill_the_bytes() {
        assert_eq!(kernel_size(plan::find("is").unwrap(), 32 << 20), 23);
        assert_eq!(kernel_size(plan::find("ft").unwrap(), 32 << 20), 21);
    }

    #[test]
    fn a_benchmark_that_breaks_the_run_costs_itself_alone() {
        let _guard = execute::ONE_RUN.lock().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let library = library_that_breaks_in_bcast(folder.path());
        let names: Vec<_> = ["scan", "bcast", "gather"].iter().map(|name| plan::find(name).unwrap()).collect();
        let range = SizeRange { min: Some(8), max: Some(8) };
        let groups = plan::groups(&Choice { suite: Suite::Coll, benchmarks: &names, ranks: &[2], range, sizes: &[] });
        let pace = Pace { repetitions: 2, seconds: None, budget_ms: 1, timeout_s: Some(60), distance: Distance::default() };
        let programs = Programs { directory: folder.path().to_owned() };
        let mut measurement = Measurement {
            contestants: vec![Contestant { library: &library, programs }],
            pace: &pace,
            samples: Samples::default(),
            failed: BTreeSet::new(),
            missing: Vec::new(),
        };
        for repetition in 0..2 {
            measurement.repeat(&groups[0], repetition, &ProgressBar::hidden()).unwrap();
        }
        let measured: Vec<_> =
            measurement.samples.report(Statistic::Median).results.iter().map(|row| (row.benchmark, row.ferry)).collect();
        assert_eq!(measured, [("gather", Some(1.5)), ("scan", Some(1.5))]);
        assert_eq!(measurement.missing.len(), 1, "{:?}", measurement.missing);
        let reason = &measurement.missing[0];
        assert!(reason.starts_with("ferry, bcast, 2 ranks") && reason.contains("rank 1 died"), "{reason}");
    }
}
