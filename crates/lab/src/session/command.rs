//! The command that an agent runs: its process, pipes or terminal.

use std::ffi::{CString, OsStr};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use ferry_sys::signals::SignalSet;
use ferry_sys::spawn::{Spawn, Step, spawn};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, kill_process_group};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use super::frame::{Command, TerminalSize};
use crate::error::{Result, system};
use crate::store::program::is_executable;

/// Statuses by which a shell says that a command was not found, or cannot be executed.
const NOT_FOUND: u8 = 127;
const NOT_EXECUTABLE: u8 = 126;

/// Bytes that are read from the command at once.
const CHUNK_BYTES: usize = 64 << 10;

/// A command under way.
pub struct Running {
    /// Its process, which leads a group.
    pub pid: Pid,
    /// What connects us with it.
    pub channels: Channels,
}

/// Our ends of a command's pipes or terminal. None of them waits.
pub struct Channels {
    /// What it writes: standard output and error output, or its terminal. `None` at the end of the
    /// stream.
    pub outputs: [Option<OwnedFd>; 2],
    /// What it reads; `None` after the end of the input.
    input: Option<OwnedFd>,
    /// Bytes that it has not read yet.
    pending: Vec<u8>,
    /// No more bytes come after those.
    input_ends: bool,
    is_terminal: bool,
}

/// Why a command did not start.
pub struct Refusal {
    /// The status that says so.
    pub status: u8,
    /// The reason.
    pub reason: String,
}

/// The command's ends of pipes or terminal.
struct Ends {
    input: OwnedFd,
    output: OwnedFd,
    errors: OwnedFd,
}

/// Starts a command.
pub fn start(command: &Command) -> std::result::Result<Running, Refusal> {
    let name = OsStr::from_bytes(command.arguments.first().map_or(b"".as_slice(), Vec::as_slice));
    let shown = name.to_string_lossy().into_owned();
    let refuse = |status, reason: String| Refusal { status, reason: format!("{shown}: {reason}") };
    let program = resolve(name, &command.environment)
        .ok_or_else(|| refuse(NOT_FOUND, "there is no such program, neither on the host nor among the lab's tools".to_owned()))?;
    let (ends, channels) = connect(command.terminal).map_err(|error| refuse(NOT_EXECUTABLE, error.to_string()))?;
    match execute(command, &program, &ends) {
        Ok(pid) => Ok(Running { pid, channels }),
        Err((Step::Directory, error)) => {
            let directory = String::from_utf8_lossy(&command.directory);
            Err(refuse(NOT_EXECUTABLE, format!("cannot change to {directory} in the lab: {error}")))
        }
        Err((_, error)) => Err(refuse(NOT_EXECUTABLE, error.to_string())),
    }
}

fn execute(command: &Command, program: &CString, ends: &Ends) -> std::result::Result<Pid, (Step, std::io::Error)> {
    let strings = |list: &[Vec<u8>]| list.iter().filter_map(|string| CString::new(string.clone()).ok()).collect::<Vec<_>>();
    let directory = CString::new(command.directory.clone()).map_err(|error| (Step::Directory, error.into()))?;
    let process = Spawn {
        program,
        arguments: &strings(&command.arguments),
        environment: &strings(&command.environment),
        directory: Some(&directory),
        standard: [Some(ends.input.as_fd()), Some(ends.output.as_fd()), Some(ends.errors.as_fd())],
        inherited: &[],
        cpus: None,
        open_files: None,
        signal_mask: &SignalSet::empty(),
        leads_session: command.terminal.is_some(),
    };
    spawn(&process).map_err(|error| (error.step, error.error))
}

/// The file of a program, found along the `PATH` of its environment.
fn resolve(name: &OsStr, environment: &[Vec<u8>]) -> Option<CString> {
    let path = environment.iter().find_map(|variable| variable.strip_prefix(b"PATH=")).unwrap_or(b"/usr/bin:/bin");
    let file = if name.as_bytes().contains(&b'/') {
        Some(Path::new(name).to_owned())
    } else {
        std::env::split_paths(OsStr::from_bytes(path)).map(|directory| directory.join(name)).find(|file| is_executable(file))
    };
    CString::new(file?.into_os_string().as_bytes()).ok()
}

fn connect(terminal: Option<TerminalSize>) -> Result<(Ends, Channels)> {
    match terminal {
        Some(size) => connect_terminal(size),
        None => connect_pipes(),
    }
}

fn connect_pipes() -> Result<(Ends, Channels)> {
    let pipe = || pipe_with(PipeFlags::CLOEXEC).map_err(system("cannot create a pipe"));
    let ((input, to), (from, output), (errors_from, errors)) = (pipe()?, pipe()?, pipe()?);
    for ours in [&to, &from, &errors_from] {
        rustix::io::ioctl_fionbio(ours, true).map_err(system("cannot set up a pipe"))?;
    }
    Ok((Ends { input, output, errors }, channels([Some(from), Some(errors_from)], to, false)))
}

fn connect_terminal(size: TerminalSize) -> Result<(Ends, Channels)> {
    let failed = || system::<Errno>("cannot create a terminal");
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let ours = openpt(flags).map_err(failed())?;
    grantpt(&ours).and_then(|()| unlockpt(&ours)).map_err(failed())?;
    let theirs = ioctl_tiocgptpeer(&ours, flags).map_err(failed())?;
    resize(ours.as_fd(), size).map_err(failed())?;
    rustix::io::ioctl_fionbio(&ours, true).map_err(failed())?;
    let copy = |descriptor: &OwnedFd| rustix::io::fcntl_dupfd_cloexec(descriptor, 3).map_err(failed());
    let ends = Ends { output: copy(&theirs)?, errors: copy(&theirs)?, input: theirs };
    Ok((ends, channels([Some(copy(&ours)?), None], ours, true)))
}

fn channels(outputs: [Option<OwnedFd>; 2], input: OwnedFd, is_terminal: bool) -> Channels {
    Channels { outputs, input: Some(input), pending: Vec::new(), input_ends: false, is_terminal }
}

fn resize(terminal: BorrowedFd<'_>, size: TerminalSize) -> rustix::io::Result<()> {
    tcsetwinsize(terminal, Winsize { ws_row: size.rows, ws_col: size.columns, ws_xpixel: 0, ws_ypixel: 0 })
}

impl Channels {
    /// Reads what the command wrote to output number `which`; `None` if there is nothing now. At
    /// the end of the stream the output becomes `None`.
    pub fn read(&mut self, which: usize) -> Option<Vec<u8>> {
        let output = self.outputs[which].as_ref()?;
        let mut chunk = vec![0; CHUNK_BYTES];
        match rustix::io::retry_on_intr(|| rustix::io::read(output, &mut chunk)) {
            Ok(count) if count > 0 => {
                chunk.truncate(count);
                Some(chunk)
            }
            Err(Errno::AGAIN) => None,
            // A terminal that nobody has open any more reports EIO.
            _ => {
                self.outputs[which] = None;
                None
            }
        }
    }

    /// Reads what the command left behind in output number `which` when it ended. A process that it
    /// has left behind may go on writing: no more is read than the command can have written.
    pub fn rest(&mut self, which: usize) -> Vec<u8> {
        const TERMINAL_BYTES: usize = 64 << 10;
        let Some(output) = self.outputs[which].as_ref() else { return Vec::new() };
        let held = rustix::pipe::fcntl_getpipe_size(output).unwrap_or(TERMINAL_BYTES);
        let mut rest = Vec::new();
        while rest.len() < held
            && let Some(chunk) = self.read(which)
        {
            rest.extend(chunk);
        }
        rest
    }

    /// Where the command reads, if there are bytes for it that it has not read.
    pub fn waiting_input(&self) -> Option<BorrowedFd<'_>> {
        self.input.as_ref().filter(|_| !self.pending.is_empty()).map(AsFd::as_fd)
    }

    /// Takes bytes for the command; returns how many have left by now.
    pub fn feed(&mut self, bytes: &[u8]) -> usize {
        self.pending.extend(bytes);
        self.write()
    }

    /// The input ends after the bytes so far. On a terminal its sign is control-D.
    pub fn end_input(&mut self) {
        const END_OF_TRANSMISSION: u8 = 4;
        match self.is_terminal {
            true => _ = self.feed(&[END_OF_TRANSMISSION]),
            false => {
                self.input_ends = true;
                self.write();
            }
        }
    }

    /// Gives the command what it takes without waiting; returns how many bytes. Those for a command
    /// that reads no more count as taken.
    pub fn write(&mut self) -> usize {
        let mut taken = 0;
        while let Some(input) = self.input.as_ref().filter(|_| taken < self.pending.len()) {
            match rustix::io::retry_on_intr(|| rustix::io::write(input, &self.pending[taken..])) {
                Ok(count) => taken += count,
                Err(Errno::AGAIN) => break,
                Err(_) => self.input = None,
            }
        }
        if self.input.is_none() {
            taken = self.pending.len();
        }
        self.pending.drain(..taken);
        if self.input_ends && self.pending.is_empty() {
            self.input = None;
        }
        taken
    }

    /// Tells the command's terminal, if it has one, that it has another size.
    pub fn resize(&self, size: TerminalSize) -> rustix::io::Result<()> {
        match self.input.as_ref().filter(|_| self.is_terminal) {
            Some(terminal) => resize(terminal.as_fd(), size),
            None => Ok(()),
        }
    }
}

impl Running {
    /// Sends a signal to the command and what it started. One that has ended gets none.
    pub fn signal(&self, number: i32) {
        if let Some(signal) = Signal::from_named_raw(number) {
            let _ = kill_process_group(self.pid, signal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::program::collect;
    use rustix::event::{PollFd, PollFlags, poll};

    fn shell(script: &str, terminal: Option<TerminalSize>) -> Command {
        let arguments = ["sh", "-c", script].iter().map(|word| word.as_bytes().to_owned()).collect();
        Command { terminal, directory: b"/usr".to_vec(), arguments, environment: vec![b"PATH=/usr/bin:/bin".to_vec()] }
    }

    fn started(script: &str, terminal: Option<TerminalSize>) -> Running {
        start(&shell(script, terminal)).unwrap_or_else(|refusal| panic!("{}", refusal.reason))
    }

    /// All that the command writes to an output.
    fn output(channels: &mut Channels, which: usize) -> String {
        let mut all = Vec::new();
        while let Some(output) = &channels.outputs[which] {
            poll(&mut [PollFd::new(output, PollFlags::IN)], None).unwrap();
            all.extend(channels.read(which).unwrap_or_default());
        }
        String::from_utf8(all).unwrap()
    }

    #[test]
    fn outputs_are_told_apart_and_input_ends() {
        let mut command = started("pwd; echo problem >&2; cat; exit 5", None);
        assert_eq!(command.channels.feed(b"typed"), 5);
        command.channels.end_input();
        assert_eq!(output(&mut command.channels, 0), "/usr\ntyped");
        assert_eq!(output(&mut command.channels, 1), "problem\n");
        assert_eq!(collect(command.pid).unwrap().exit_status(), Some(5));
    }

    #[test]
    fn input_that_nobody_reads_waits_and_does_not_block() {
        let mut command = started("read line; cat > /dev/null", None);
        let taken = command.channels.feed(&vec![b'x'; 1 << 20]);
        assert!(taken < 1 << 20 && command.channels.waiting_input().is_some());
        command.signal(Signal::KILL.as_raw());
        assert!(collect(command.pid).unwrap().terminating_signal().is_some());
        assert_eq!(command.channels.write(), (1 << 20) - taken);
    }

    #[test]
    fn what_is_left_behind_cannot_keep_the_end_back() {
        let mut command = started("echo said; yes & exit 3", None);
        assert_eq!(collect(command.pid).unwrap().exit_status(), Some(3));
        // Its writer goes on as fast as this reads.
        let rest = command.channels.rest(0);
        assert!(rest.starts_with(b"said\n") && rest.len() <= 2 * CHUNK_BYTES, "{} bytes", rest.len());
        command.signal(Signal::KILL.as_raw());
    }

    #[test]
    fn a_terminal_has_the_size_that_was_asked_for() {
        let size = TerminalSize { rows: 33, columns: 101 };
        let mut command = started("stty size; read line; echo got $line", Some(size));
        command.channels.feed(b"word\n");
        let said = output(&mut command.channels, 0).replace('\r', "");
        assert!(said.contains("33 101\n") && said.ends_with("got word\n"), "{said}");
        collect(command.pid).unwrap();
    }

    #[test]
    fn what_cannot_start_says_why_with_the_shells_status() {
        let refusal = |command: &Command| start(command).err().map(|refusal| (refusal.status, refusal.reason)).unwrap();
        let mut command = shell("", None);
        command.arguments[0] = b"no-such-program-of-ours".to_vec();
        assert_eq!(refusal(&command).0, 127);
        command.arguments[0] = b"/etc/passwd".to_vec();
        assert_eq!(refusal(&command).0, 126);
        command = shell("", None);
        command.directory = b"/nonexistent".to_vec();
        let (status, reason) = refusal(&command);
        assert!(status == 126 && reason.contains("/nonexistent"), "{reason}");
    }
}
