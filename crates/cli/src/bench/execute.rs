//! Running one command within a time limit, reading its points, and leaving no process behind.

use std::io::{BufRead, BufReader, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, getpid, kill_process, pidfd_open, set_child_subreaper, wait};

/// How long a launcher that was told to stop may take to stop its ranks before all are killed.
const GRACE: Duration = Duration::from_secs(2);
/// Lines of standard error that are kept to explain a failure.
const KEPT_LINES: usize = 3;

/// One number that a benchmark program printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The benchmark.
    pub benchmark: String,
    /// Message size in bytes.
    pub bytes: u64,
    /// The value in the benchmark's unit.
    pub value: f64,
}

/// What a run brought.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The points measured.
    pub points: Vec<Point>,
    /// Points a program could not measure: benchmark, bytes, reason.
    pub skipped: Vec<(String, u64, String)>,
    /// The benchmark begun last.
    pub begun: Option<String>,
    /// From start to exit of the command.
    pub elapsed: Duration,
    /// Why the run failed, if it did.
    pub failure: Option<String>,
}

impl Outcome {
    /// Takes in one line of a benchmark program; other lines are somebody else's and are passed
    /// over.
    fn read_line(&mut self, line: &str) {
        let mut words = line.splitn(4, ' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("begin"), Some(benchmark), None, _) => self.begun = Some(benchmark.to_owned()),
            (Some("point"), Some(benchmark), Some(bytes), Some(value)) => {
                if let (Ok(bytes), Ok(value)) = (bytes.parse(), value.trim().parse()) {
                    self.points.push(Point { benchmark: benchmark.to_owned(), bytes, value });
                }
            }
            (Some("skip"), Some(benchmark), Some(bytes), Some(reason)) => {
                if let Ok(bytes) = bytes.parse() {
                    self.skipped.push((benchmark.to_owned(), bytes, reason.to_owned()));
                }
            }
            _ => {}
        }
    }
}

/// Makes this process the parent of orphans, so that [`run`] can end ranks whose launcher died.
pub fn adopt_orphans() -> Result<()> {
    set_child_subreaper(Some(getpid())).context("becoming the parent of orphaned processes")
}

/// Runs `command` for at most `limit`; afterwards no process started by it is left.
pub fn run(mut command: Command, limit: Duration) -> Result<Outcome> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| format!("starting {}", command.get_program().to_string_lossy()))?;
    let output = read_points(child.stdout.take().context("standard output is a pipe")?);
    let complaints = read_last_lines(child.stderr.take().context("standard error is a pipe")?);
    let ended_itself = wait_until(&child, start + limit)?;
    let elapsed = start.elapsed();
    let status = if ended_itself { child.wait()? } else { stop(&mut child)? };
    end_descendants()?;
    let mut outcome = join(output)?;
    let complaints = join(complaints)?;
    outcome.elapsed = elapsed;
    outcome.failure = failure(ended_itself, limit, status, &complaints);
    Ok(outcome)
}

fn failure(ended_itself: bool, limit: Duration, status: ExitStatus, complaints: &[String]) -> Option<String> {
    if !ended_itself {
        return Some(format!("ended after {} s without a result", limit.as_secs()));
    }
    let said = if complaints.is_empty() { String::new() } else { format!(": {}", complaints.join(" / ")) };
    (!status.success()).then(|| format!("{status}{said}"))
}

fn read_points(pipe: impl Read + Send + 'static) -> JoinHandle<Outcome> {
    thread::spawn(move || {
        let mut outcome = Outcome::default();
        BufReader::new(pipe).lines().map_while(Result::ok).for_each(|line| outcome.read_line(&line));
        outcome
    })
}

fn read_last_lines(pipe: impl Read + Send + 'static) -> JoinHandle<Vec<String>> {
    thread::spawn(move || {
        let lines = BufReader::new(pipe).lines().map_while(Result::ok);
        let mut kept: Vec<String> = lines.filter(|line| line.chars().any(char::is_alphanumeric)).collect();
        kept.drain(..kept.len().saturating_sub(KEPT_LINES));
        kept
    })
}

fn join<T>(reader: JoinHandle<T>) -> Result<T> {
    reader.join().map_err(|_| anyhow::anyhow!("reading the output of a run panicked"))
}

/// Waits until the child has exited (true) or the deadline has passed (false).
fn wait_until(child: &Child, deadline: Instant) -> Result<bool> {
    let descriptor = pidfd_open(pid_of(child)?, PidfdFlags::empty()).context("watching a process")?;
    wait_readable(descriptor.as_fd(), deadline)
}

fn wait_readable(descriptor: BorrowedFd, deadline: Instant) -> Result<bool> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec { tv_sec: left.as_secs().try_into()?, tv_nsec: left.subsec_nanos().into() };
        match poll(&mut [PollFd::new(&descriptor, PollFlags::IN)], Some(&timeout)) {
            Ok(0) => return Ok(false),
            Ok(_) => return Ok(true),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error).context("waiting for a process"),
        }
    }
}

/// Asks the launcher to stop, then kills it.
fn stop(child: &mut Child) -> Result<ExitStatus> {
    // A launcher that exits in this moment is what we want.
    let _ = kill_process(pid_of(child)?, Signal::TERM);
    if !wait_until(child, Instant::now() + GRACE)? {
        child.kill().context("killing a launcher")?;
    }
    Ok(child.wait()?)
}

fn pid_of(child: &Child) -> Result<Pid> {
    Pid::from_raw(child.id().try_into()?).context("a child has a process id")
}

/// Kills whatever descends from this process and waits for it; orphans are our children by
/// [`adopt_orphans`].
fn end_descendants() -> Result<()> {
    loop {
        let processes = processes()?;
        let descendants = descendants(getpid(), &processes);
        if descendants.is_empty() {
            return Ok(());
        }
        for pid in &descendants {
            // It may have ended since it was listed.
            let _ = kill_process(*pid, Signal::KILL);
        }
        match wait(WaitOptions::empty()) {
            Ok(_) | Err(Errno::CHILD | Errno::INTR) => {}
            Err(error) => return Err(error).context("waiting for orphaned processes"),
        }
    }
}

/// Every process with its parent.
fn processes() -> Result<Vec<(Pid, Pid)>> {
    let entries = std::fs::read_dir("/proc").context("listing processes")?;
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    Ok(pids.filter_map(|pid| Some((Pid::from_raw(pid)?, parent_of(pid)?))).collect())
}

/// Field 4 of `/proc/PID/stat`; field 2, in parentheses, may hold anything.
fn parent_of(pid: i32) -> Option<Pid> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    Pid::from_raw(fields.split_whitespace().nth(1)?.parse().ok()?)
}

fn descendants(ancestor: Pid, processes: &[(Pid, Pid)]) -> Vec<Pid> {
    let mut found = vec![ancestor];
    let mut next = 0;
    while next < found.len() {
        let parent = found[next];
        found.extend(processes.iter().filter(|(_, its_parent)| *its_parent == parent).map(|(pid, _)| *pid));
        next += 1;
    }
    found.split_off(1)
}

/// Each run ends all descendants of the process, so runs of one process must not overlap.
#[cfg(test)]
pub static ONE_RUN: std::sync::Mutex<()> = std::sync::Mutex::new(());

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Outcome {
        let _guard = ONE_RUN.lock().unwrap();
        adopt_orphans().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        run(command, limit).unwrap()
    }

    #[test]
    fn points_are_read_and_noise_is_not() {
        let script = "echo begin latency; echo point latency 8 0.25; echo hello world; echo skip latency 16 out of memory";
        let outcome = shell(script, Duration::from_secs(20));
        assert_eq!(outcome.points, [Point { benchmark: "latency".into(), bytes: 8, value: 0.25 }]);
        assert_eq!(outcome.skipped, [("latency".into(), 16, "out of memory".into())]);
        assert_eq!(outcome.begun.as_deref(), Some("latency"));
        assert_eq!(outcome.failure, None);
    }

    #[test]
    fn a_failure_says_why() {
        let outcome = shell("echo no such rank >&2; exit 3", Duration::from_secs(20));
        let failure = outcome.failure.unwrap();
        assert!(failure.contains('3') && failure.contains("no such rank"), "{failure}");
    }

    #[test]
    fn a_run_that_hangs_is_ended_and_keeps_its_points() {
        let start = Instant::now();
        let outcome = shell("trap '' TERM; echo point latency 8 1; while :; do sleep 60; done", Duration::from_secs(4));
        assert!(start.elapsed() < Duration::from_secs(60), "it was not ended");
        assert!(outcome.failure.unwrap().contains("without a result"));
        assert_eq!(outcome.points.len(), 1);
    }

    #[test]
    fn orphans_of_a_run_are_ended() {
        let start = Instant::now();
        let outcome = shell("setsid sleep 1000 & echo point orphan $! 0", Duration::from_secs(20));
        assert!(start.elapsed() < Duration::from_secs(60));
        assert!(!std::path::Path::new(&format!("/proc/{}", outcome.points[0].bytes)).exists());
    }
}
