//! `ferry tune`: measures the algorithms of collective operations on the running system and in the
//! shape of a job, and writes which are the fastest to a file that later runs read
//! (`FERRY_TUNING`). Good defaults need no such file.

use std::fs;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use ferry_collective::{Algorithm, Collective, Requires};
use ferry_tuning::{Choice, Tuning, TuningError, VERSION};
use indicatif::{ProgressBar, ProgressStyle};
use tempfile::NamedTempFile;

use crate::bench::execute::{self, Outcome, Point};
use crate::place;

/// The program, which `ferry` carries inside itself.
const SOURCES: [(&str, &str); 2] =
    [("tune.c", include_str!("../../../bench/tune.c")), ("bench.h", include_str!("../../../bench/bench.h"))];

/// Operations that are measured: those that have more than one algorithm.
const OPERATIONS: [Collective; 17] = [
    Collective::Barrier,
    Collective::Bcast,
    Collective::Gather,
    Collective::Scatter,
    Collective::Allgather,
    Collective::Alltoall,
    Collective::Reduce,
    Collective::Allreduce,
    Collective::ReduceScatterBlock,
    Collective::Scan,
    Collective::Exscan,
    Collective::Allgatherv,
    Collective::Alltoallv,
    Collective::Alltoallw,
    Collective::ReduceScatter,
    Collective::Gatherv,
    Collective::Scatterv,
];

/// What is measured, and where.
#[derive(clap::Args)]
pub struct Arguments {
    /// Ranks of the job
    #[arg(short = 'n', long, value_name = "RANKS", value_parser = clap::value_parser!(u32).range(2..))]
    ranks: u32,
    /// File to write; choices in it for jobs of other shapes stay
    #[arg(short, long, default_value = "ferry-tuning.toml")]
    output: PathBuf,
    /// Only these operations (allgather, bcast, ...)
    #[arg(long, value_delimiter = ',', value_name = "OPERATIONS")]
    operations: Vec<String>,
    /// Bytes of the block of one rank
    #[arg(long, value_delimiter = ',', value_name = "BYTES", default_values_t = [8, 64, 512, 4096, 16 << 10, 64 << 10, 256 << 10, 1 << 20])]
    sizes: Vec<u64>,
    /// Folder for the program, which all hosts must see (default: the current one with arguments of
    /// mpiexec or hosts of a batch system, else that of temporary files)
    #[arg(long, value_name = "FOLDER")]
    work: Option<PathBuf>,
    /// Seconds that one operation may take
    #[arg(long, default_value_t = 600)]
    limit: u64,
    /// The installation to measure; by default the one that this command belongs to
    #[arg(long)]
    prefix: Option<PathBuf>,
    /// Further arguments of mpiexec: hosts, ranks of each, ...
    #[arg(last = true, value_name = "MPIEXEC ARGUMENTS")]
    mpiexec: Vec<String>,
}

/// How the ranks are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    nodes: u32,
    largest: u32,
}

/// Measures, writes the file, and says what was found.
///
/// # Errors
/// If the program cannot be compiled or run, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let prefix = arguments.prefix.clone().map_or_else(crate::prefix::own, Ok)?;
    let operations = wanted(&arguments.operations)?;
    ensure!(!arguments.sizes.is_empty(), "--sizes names no size");
    let mut sizes = arguments.sizes.clone();
    sizes.sort_unstable();
    // Before hours of measurements, not after them.
    let old = old_choices(&arguments.output)?;
    let output = resolved(&arguments.output);
    drop(draft(&output)?);
    let place = arguments.work.clone().map_or_else(|| place::of_job(!arguments.mpiexec.is_empty()), Ok)?;
    let folder = tempfile::Builder::new()
        .prefix("ferry-tune-")
        .tempdir_in(&place)
        .with_context(|| format!("a folder for the program in {}; --work names another place", place.display()))?;
    let program = compile(&prefix, folder.path())?;
    execute::adopt_orphans()?;
    let bar = progress_bar(operations.len());
    let mut found = Vec::new();
    for operation in operations {
        bar.set_message(operation.name());
        let outcome = measure(arguments, &prefix, &program, operation, &sizes)?;
        found.push((operation, outcome));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let new = report(arguments, &sizes, &found)?;
    let choices = kept(old, &new).into_iter().chain(new).collect();
    write(&output, &Tuning { version: VERSION, ferry: env!("CARGO_PKG_VERSION").to_owned(), choices })?;
    let output = arguments.output.display();
    writeln!(stdout(), "Written to {output}; FERRY_TUNING={output} uses it.")?;
    Ok(ExitCode::SUCCESS)
}

fn wanted(names: &[String]) -> Result<Vec<Collective>> {
    let known = |name: &String| {
        let found = OPERATIONS.into_iter().find(|operation| operation.name() == name);
        found.with_context(|| format!("--operations names `{name}`; there are: {}", OPERATIONS.map(Collective::name).join(", ")))
    };
    if names.is_empty() { Ok(OPERATIONS.into()) } else { names.iter().map(known).collect() }
}

fn compile(prefix: &Path, folder: &Path) -> Result<PathBuf> {
    for (name, text) in SOURCES {
        fs::write(folder.join(name), text)?;
    }
    let program = folder.join("tune");
    let mut compiler = Command::new(prefix.join("bin/mpicc"));
    let output = compiler.arg("-O2").arg("-o").arg(&program).arg(folder.join("tune.c")).output().context("starting mpicc")?;
    if !output.status.success() {
        bail!("mpicc: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr).trim_end());
    }
    Ok(program)
}

fn progress_bar(length: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} operations, {elapsed}: {msg}");
    ProgressBar::new(length as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// All algorithms of an operation, at all sizes, in one job.
fn measure(arguments: &Arguments, prefix: &Path, program: &Path, operation: Collective, sizes: &[u64]) -> Result<Outcome> {
    let could_be = |requires: Requires| requires != Requires::PowerOfTwo || arguments.ranks.is_power_of_two();
    let algorithms: Vec<_> =
        operation.algorithms().iter().filter(|known| could_be(known.requires)).map(|known| known.name).collect();
    let sizes = if operation == Collective::Barrier { &[0] } else { sizes };
    let mut command = Command::new(prefix.join("bin/mpiexec"));
    command.env_remove("FERRY_COLLECTIVE").env_remove("FERRY_TUNING").arg("-n").arg(arguments.ranks.to_string());
    command.args(&arguments.mpiexec).arg(program).arg(operation.name()).arg(algorithms.join(","));
    command.args(sizes.iter().map(u64::to_string));
    let outcome = execute::run(command, Duration::from_secs(arguments.limit))?;
    match &outcome.failure {
        Some(failure) if place::may_be_elsewhere(!arguments.mpiexec.is_empty()) => {
            let (name, program) = (operation.name(), program.display());
            bail!("{name}: {failure} (all hosts must see {program}; --work names another place)")
        }
        Some(failure) => bail!("{}: {failure}", operation.name()),
        None => Ok(outcome),
    }
}

/// What has been found out, said as well.
fn report(arguments: &Arguments, sizes: &[u64], found: &[(Collective, Outcome)]) -> Result<Vec<Choice>> {
    let shape =
        found.first().and_then(|(_, outcome)| shape_of(outcome)).context("the program has not said how ranks are spread")?;
    let new: Vec<Choice> =
        found.iter().flat_map(|(operation, outcome)| choices(arguments.ranks, shape, *operation, sizes, outcome)).collect();
    let mut out = stdout().lock();
    writeln!(out, "{} ranks on {} node(s), at most {} on one", arguments.ranks, shape.nodes, shape.largest)?;
    for choice in &new {
        let upto = if choice.up_to == EVERYTHING { "above".to_owned() } else { format!("{} bytes", choice.up_to) };
        writeln!(out, "{:<22} {:>16}  {:<18} {:>10.1} us", choice.collective, upto, choice.algorithm, choice.us)?;
    }
    Ok(new)
}

fn shape_of(outcome: &Outcome) -> Option<Shape> {
    let value = |name: &str| outcome.points.iter().find(|point| point.benchmark == name).map(|point| point.value as u32);
    Some(Shape { nodes: value("job_nodes")?, largest: value("job_largest")? })
}

/// In files: calls of any length.
const EVERYTHING: u64 = i64::MAX as u64;

/// Whether ranks know how long a call of an operation is: if not, all calls are alike to them.
fn has_size(operation: Collective) -> bool {
    use Collective::{Alltoallv, Alltoallw, Gatherv, Scatterv};
    !matches!(operation, Gatherv | Scatterv | Alltoallv | Alltoallw)
}

/// The algorithm that `find` finds, and if that is not for calls of all forms, the one that it
/// finds among those that are.
fn preferred(operation: Collective, find: impl Fn(&[&str]) -> Option<Point>) -> Vec<Point> {
    let names = |may: fn(&Algorithm) -> bool| -> Vec<&str> {
        operation.algorithms().iter().filter(|known| may(known)).map(|known| known.name).collect()
    };
    let (all, for_all_forms) = (names(|_| true), names(|known| !known.is_over_shared_area()));
    let Some(best) = find(&all) else { return Vec::new() };
    let other = if for_all_forms.contains(&best.benchmark.as_str()) { None } else { find(&for_all_forms) };
    std::iter::once(best).chain(other).collect()
}

/// The one algorithm for calls of any length: the one of `names` that at all sizes together takes
/// the fewest times as long as the fastest.
fn fastest_at_all(outcome: &Outcome, sizes: &[u64], names: &[&str]) -> Option<Point> {
    let sizes: Vec<u64> = sizes.iter().copied().filter(|size| fastest(outcome, *size, names).is_some()).collect();
    if sizes.is_empty() {
        return None;
    }
    let mut best: Option<(f64, Point)> = None;
    for name in names {
        let times = |size: &u64| {
            let own = outcome.points.iter().find(|point| point.bytes == *size && point.benchmark == *name)?;
            Some((own.value / fastest(outcome, *size, names)?.value, own.value))
        };
        let Some(times) = sizes.iter().map(times).collect::<Option<Vec<_>>>() else { continue };
        let sum: f64 = times.iter().map(|(times, _)| times).sum();
        let us = times.iter().map(|(_, us)| us).sum::<f64>() / times.len() as f64;
        if best.as_ref().is_none_or(|(least, _)| sum < *least) {
            best = Some((sum, Point { benchmark: (*name).to_owned(), bytes: 0, value: us }));
        }
    }
    best.map(|(_, point)| point)
}

/// The fastest algorithm at each size, from the middle between two sizes on.
fn choices(ranks: u32, shape: Shape, operation: Collective, sizes: &[u64], outcome: &Outcome) -> Vec<Choice> {
    let mut ranges: Vec<(u64, Vec<Point>)> = Vec::new();
    if has_size(operation) {
        let sizes = if operation == Collective::Barrier { &[0] } else { sizes };
        for (at, size) in sizes.iter().enumerate() {
            let found = preferred(operation, |names| fastest(outcome, *size, names).cloned());
            let up_to = sizes.get(at + 1).map_or(EVERYTHING, |next| bytes_of(operation, ranks, middle(*size, *next)));
            let is_as_before = |last: &&mut (u64, Vec<Point>)| {
                last.1.iter().map(|point| &point.benchmark).eq(found.iter().map(|point| &point.benchmark))
            };
            match ranges.last_mut().filter(is_as_before) {
                Some(last) => last.0 = up_to,
                None => ranges.push((up_to, found)),
            }
        }
    } else {
        ranges.push((EVERYTHING, preferred(operation, |names| fastest_at_all(outcome, sizes, names))));
    }
    let choice = |up_to: u64, Point { benchmark, value, .. }: Point| Choice {
        collective: operation.name().to_owned(),
        ranks,
        nodes: shape.nodes,
        largest: shape.largest,
        up_to,
        algorithm: benchmark,
        us: value,
    };
    ranges.into_iter().flat_map(|(up_to, points)| points.into_iter().map(move |point| choice(up_to, point))).collect()
}

/// The fastest of the algorithms `names`.
fn fastest<'a>(outcome: &'a Outcome, size: u64, names: &[&str]) -> Option<&'a Point> {
    let here = outcome.points.iter().filter(|point| point.bytes == size && names.contains(&point.benchmark.as_str()));
    here.min_by(|one, other| one.value.total_cmp(&other.value))
}

/// The geometric middle.
fn middle(one: u64, other: u64) -> u64 {
    (one as f64 * other as f64).sqrt() as u64
}

/// What a block of so many bytes counts as ([`ferry_collective::Query::bytes`]).
fn bytes_of(operation: Collective, ranks: u32, block: u64) -> u64 {
    match operation {
        Collective::Allgather | Collective::Allgatherv | Collective::ReduceScatterBlock | Collective::ReduceScatter => {
            block * u64::from(ranks)
        }
        _ => block,
    }
}

/// The choices in the file that is there. Those of another version have to be measured again.
fn old_choices(path: &Path) -> Result<Vec<Choice>> {
    let read = Tuning::read(path).and_then(|old| old.tuned().map(|_| old.choices));
    match read {
        Err(TuningError::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(TuningError::Version { found }) => {
            let path = path.display();
            writeln!(
                stderr(),
                "ferry: {path} has version {found}, and this Ferry writes version {VERSION}: it will be replaced"
            )?;
            Ok(Vec::new())
        }
        read => read.with_context(|| format!("{} is there and of no use; remove it, or name another --output", path.display())),
    }
}

/// The old choices for other shapes and operations than the new ones.
fn kept(old: Vec<Choice>, new: &[Choice]) -> Vec<Choice> {
    let key = |choice: &Choice| (choice.collective.clone(), choice.ranks, choice.nodes, choice.largest);
    old.into_iter().filter(|choice| new.iter().all(|other| key(other) != key(choice))).collect()
}

/// A file in the folder of `path`, which can take its place.
fn draft(path: &Path) -> Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // What the user's mask leaves of it, as with any file.
    let permissions = fs::metadata(path).map_or_else(|_| fs::Permissions::from_mode(0o666), |about| about.permissions());
    let draft = tempfile::Builder::new().prefix(".ferry-tuning-").permissions(permissions).tempfile_in(folder);
    draft.with_context(|| format!("{} cannot be written", path.display()))
}

/// The file that a link leads to.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Writes the file: whole or not at all.
fn write(path: &Path, tuning: &Tuning) -> Result<()> {
    let mut draft = draft(path)?;
    draft.write_all(tuning.text()?.as_bytes()).with_context(|| format!("writing {}", path.display()))?;
    draft.persist(path).with_context(|| format!("writing {}", path.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(points: &[(&str, u64, f64)]) -> Outcome {
        let point =
            |(name, bytes, value): &(&str, u64, f64)| Point { benchmark: (*name).to_owned(), bytes: *bytes, value: *value };
        Outcome { points: points.iter().map(point).collect(), ..Outcome::default() }
    }

    const SHAPE: Shape = Shape { nodes: 2, largest: 2 };

    #[test]
    fn neighboring_sizes_with_one_winner_are_one_choice() {
        let outcome = outcome(&[
            ("job_nodes", 0, 2.0),
            ("job_largest", 0, 2.0),
            ("ring", 8, 3.0),
            ("bruck", 8, 2.0),
            ("ring", 32, 4.0),
            ("bruck", 32, 3.5),
            ("ring", 128, 5.0),
            ("bruck", 128, 9.0),
        ]);
        assert_eq!(shape_of(&outcome), Some(SHAPE));
        let found = choices(4, SHAPE, Collective::Allgather, &[8, 32, 128], &outcome);
        let found: Vec<_> = found.iter().map(|choice| (choice.up_to, choice.algorithm.as_str(), choice.us)).collect();
        assert_eq!(found, [(4 * 64, "bruck", 2.0), (EVERYTHING, "ring", 5.0)]);
    }

    #[test]
    fn algorithms_are_measured_whatever_they_are_called() {
        let found =
            choices(4, SHAPE, Collective::Bcast, &[8], &outcome(&[("job_nodes", 0, 1.0), ("nodes", 8, 2.0), ("chain", 8, 3.0)]));
        assert_eq!(found[0].algorithm, "nodes");
    }

    #[test]
    fn what_blocking_calls_alone_can_use_does_not_hide_what_others_use() {
        let points = [
            ("direct", 8, 1.0),
            ("binomial", 8, 2.0),
            ("direct", 512, 2.0),
            ("chain", 512, 3.0),
            ("direct", 4096, 9.0),
            ("chain", 4096, 8.0),
        ];
        let found = choices(4, Shape { nodes: 1, largest: 4 }, Collective::Bcast, &[8, 512, 4096], &outcome(&points));
        let found: Vec<_> = found.iter().map(|choice| (choice.up_to, choice.algorithm.as_str())).collect();
        assert_eq!(found, [(64, "direct"), (64, "binomial"), (1448, "direct"), (1448, "chain"), (EVERYTHING, "chain")]);
        let points = [("direct", 8, 1.0), ("linear", 8, 2.0), ("direct", 512, 2.0), ("linear", 512, 1.9), ("pairwise", 512, 3.0)];
        let found = choices(4, SHAPE, Collective::Alltoallv, &[8, 512], &outcome(&points));
        assert_eq!(found.iter().map(|choice| choice.algorithm.as_str()).collect::<Vec<_>>(), ["direct", "linear"]);
        let found = choices(4, SHAPE, Collective::Alltoallv, &[8, 512, 1 << 31], &outcome(&points));
        assert_eq!(found.len(), 2, "a size that is too long for all algorithms");
    }

    #[test]
    fn a_barrier_has_no_size() {
        let found = choices(4, SHAPE, Collective::Barrier, &[8, 32], &outcome(&[("tree", 0, 2.0), ("dissemination", 0, 1.0)]));
        assert_eq!((found.len(), found[0].algorithm.as_str(), found[0].up_to), (1, "dissemination", EVERYTHING));
    }

    #[test]
    fn operations_whose_length_nobody_knows_have_one_choice() {
        let outcome = outcome(&[
            ("nodes", 0, 2.0),
            ("linear", 8, 1.0),
            ("pairwise", 8, 3.0),
            ("linear", 4096, 11.0),
            ("pairwise", 4096, 10.0),
            ("put_linear", 8, 0.5),
        ]);
        let found = choices(4, SHAPE, Collective::Alltoallv, &[8, 4096], &outcome);
        let found: Vec<_> = found.iter().map(|choice| (choice.up_to, choice.algorithm.as_str(), choice.us)).collect();
        assert_eq!(found, [(EVERYTHING, "linear", 6.0)], "put_linear was not measured at all sizes");
    }

    #[test]
    fn every_operation_with_several_algorithms_is_measured() {
        for collective in Collective::ALL {
            let is_measured = OPERATIONS.contains(&collective);
            assert_eq!(is_measured, collective.algorithms().len() > 1, "{collective:?}");
        }
    }

    #[test]
    fn what_was_found_for_other_shapes_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tuning.toml");
        let choice = |collective: &str, ranks| Choice {
            collective: collective.to_owned(),
            ranks,
            nodes: 1,
            largest: ranks,
            up_to: 8,
            algorithm: if collective == "bcast" { "binomial" } else { "ring" }.to_owned(),
            us: 1.0,
        };
        let old = vec![choice("allgather", 4), choice("allgather", 8), choice("bcast", 4)];
        let new = [choice("allgather", 4)];
        assert_eq!(old_choices(&path).unwrap(), [], "no file");
        write(&path, &Tuning { version: VERSION, ferry: String::new(), choices: old.clone() }).unwrap();
        assert_eq!(old_choices(&path).unwrap(), old);
        assert_eq!(kept(old, &new), [choice("allgather", 8), choice("bcast", 4)]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft stays");
    }

    #[test]
    fn a_file_that_cannot_be_added_to_is_refused_before_anything_is_measured() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tuning.toml");
        fs::write(&path, "version = 1\nwhat = \"was then\"").unwrap();
        assert_eq!(old_choices(&path).unwrap(), [], "to be measured again");
        let unknown = "version = 2\nferry = \"\"\n[[choice]]\ncollective = \"bcast\"\nranks = 2\nnodes = 1\nlargest = 2\nup_to = 8\nalgorithm = \"none\"\nus = 1.0";
        for text in ["version = ", unknown] {
            fs::write(&path, text).unwrap();
            let refusal = old_choices(&path).unwrap_err().to_string();
            assert!(refusal.contains("--output"), "{refusal}");
        }
        assert!(draft(Path::new("/no/such/folder/tuning.toml")).is_err());
    }
}
