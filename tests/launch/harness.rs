//! Running `mpiexec` under a time limit.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// No test takes this long unless something hangs; generous because the machine may be loaded.
pub const LIMIT: Duration = Duration::from_secs(30);

/// The time in which a job must end after one of its processes failed: far less than its processes
/// would last, and more than a loaded machine takes.
pub const END_LIMIT: Duration = Duration::from_secs(15);

/// A finished `mpiexec`.
pub struct Finished {
    pub status: Option<i32>,
    pub output: String,
    pub errors: String,
}

impl Finished {
    /// Lines of output in alphabetical order: ranks run in any order.
    pub fn sorted(&self) -> Vec<&str> {
        let mut lines: Vec<&str> = self.output.lines().collect();
        lines.sort_unstable();
        lines
    }
}

/// `mpiexec` with these arguments.
pub fn mpiexec(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mpiexec"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `mpiexec` with these arguments to its end.
pub fn run(arguments: &[&str]) -> Finished {
    finish(mpiexec(arguments), b"")
}

/// Runs a command to its end, with something to read.
pub fn finish(mut command: Command, input: &[u8]) -> Finished {
    if !input.is_empty() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().unwrap();
    let stdin = child.stdin.take();
    let input = input.to_vec();
    thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let output = within(LIMIT, move || child.wait_with_output().unwrap());
    Finished {
        status: output.status.code(),
        output: String::from_utf8(output.stdout).unwrap(),
        errors: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The result of `work`, unless it takes longer than `limit`.
pub fn within<T: Send + 'static>(limit: Duration, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(work()));
    receiver.recv_timeout(limit).expect("it hangs")
}

/// Whether this test was started with the signal ignored (nohup, a shell's background job): its
/// ranks could not handle it either.
pub fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap().trim();
    u64::from_str_radix(mask, 16).unwrap() & (1 << (signal - 1)) != 0
}

/// A running `mpiexec` whose ranks report process ids as lines `NAME PID`.
pub struct Running {
    pub child: Child,
    output: BufReader<ChildStdout>,
    pids: Vec<(String, i32)>,
}

impl Running {
    /// Starts the job and waits until its processes have written `count` lines.
    pub fn start(arguments: &[&str], count: usize) -> Self {
        Self::of(mpiexec(arguments), count)
    }

    /// As [`Running::start`], for a command that leads to `mpiexec`.
    pub fn of(mut command: Command, count: usize) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (output, pids) = within(LIMIT, move || {
            let pids = (0..count).map(|_| read_pid(&mut output)).collect();
            (output, pids)
        });
        Running { child, output, pids }
    }

    /// The first process that reported under this name.
    pub fn pid(&self, name: &str) -> i32 {
        self.pids.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no process '{name}'")).1
    }

    /// Writes to the command's input, which stays open.
    pub fn type_text(&mut self, text: &str) {
        self.child.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Sends a signal to one process.
    pub fn signal(&self, pid: i32, signal: i32) {
        let pid = rustix::process::Pid::from_raw(pid).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::from_named_raw(signal).unwrap()).unwrap();
    }

    /// Waits until no process of the job is left: none holds the output any more. Returns the job's
    /// end and how long it took.
    pub fn end(mut self) -> (Finished, Duration) {
        let start = Instant::now();
        let mut errors = self.child.stderr.take().unwrap();
        let mut child = self.child;
        let mut stream = self.output;
        let finished = within(LIMIT, move || {
            let (mut output, mut text) = (String::new(), String::new());
            stream.read_to_string(&mut output).unwrap();
            let status = child.wait().unwrap().code();
            errors.read_to_string(&mut text).unwrap();
            Finished { status, output, errors: text }
        });
        for (name, pid) in &self.pids {
            assert!(ends(*pid), "{name} ({pid}) is left");
        }
        (finished, start.elapsed())
    }
}

fn read_pid(output: &mut impl BufRead) -> (String, i32) {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let (name, pid) = line.trim_end().split_once(' ').unwrap_or_else(|| panic!("not a report: {line:?}"));
    (name.to_owned(), pid.parse().unwrap())
}

/// Whether the process ends within [`END_LIMIT`].
fn ends(pid: i32) -> bool {
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    let Ok(process) = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()) else { return true };
    let limit = rustix::event::Timespec::try_from(END_LIMIT).unwrap();
    let mut request = [rustix::event::PollFd::new(&process, rustix::event::PollFlags::IN)];
    rustix::event::poll(&mut request, Some(&limit)).unwrap() > 0
}

/// A folder that is removed with its value.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferry-launch-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
