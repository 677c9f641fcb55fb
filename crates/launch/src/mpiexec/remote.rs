//! The launcher's side of an agent: the remote shell, and the link through it.

use std::ffi::{CString, OsString};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::time::{Duration, Instant};

use ferry_sys::signals::SignalSet;
use ferry_sys::spawn::{Spawn, spawn};
use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, WaitStatus, kill_process_group};

use super::agent::SILENCE_LIMIT;
use super::cause::signal_name;
use super::fault::Fault;
use super::link::{Inbound, frame};
use super::outbox::write_some;
use super::shell::Shell;
use super::words::{News, Order};

/// How long a remote shell may take to end after everything it was for has ended.
const PATIENCE: Duration = Duration::from_secs(3);
/// Bytes read at once.
const READ_BYTES: usize = 64 << 10;
/// Longest line of a remote shell's error output that is kept whole.
const MAX_LINE_BYTES: usize = 4096;

/// How far an agent has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentState {
    /// The remote shell runs; nothing is known of the agent.
    Calling,
    /// The agent has greeted.
    Ready,
    /// It has its plan.
    Starting,
    /// Its ranks run.
    Running,
    /// Nothing of the job is left there.
    Over,
}

/// What is ready.
#[derive(Clone, Copy, Debug)]
pub enum RemoteEvent {
    /// News.
    Arrived,
    /// Room for orders.
    Writable,
    /// The remote shell's error output.
    Errors,
}

/// See the module.
pub struct Remote {
    /// The node's number.
    pub node: usize,
    /// The host as the user calls it.
    pub host: String,
    /// See [`AgentState`].
    pub state: AgentState,
    shell: String,
    /// `None` once it has been collected.
    process: Option<Pid>,
    to: Option<OwnedFd>,
    from: Option<OwnedFd>,
    errors: Option<OwnedFd>,
    inbound: Inbound,
    outbox: Vec<u8>,
    error_line: Vec<u8>,
    heard: Instant,
    /// When the remote shell is killed, whatever it does.
    patience: Option<Instant>,
}

impl Remote {
    /// Calls `host`, to have `agent` run there.
    pub fn call(shell: &Shell, node: usize, host: &str, agent: &[OsString], signal_mask: &SignalSet) -> Result<Self, Fault> {
        let failed = || Fault::system("cannot create a pipe");
        let (their_input, to) = pipe_with(PipeFlags::CLOEXEC).map_err(failed())?;
        let (from, their_output) = pipe_with(PipeFlags::CLOEXEC).map_err(failed())?;
        let (errors, their_errors) = pipe_with(PipeFlags::CLOEXEC).map_err(failed())?;
        for ours in [&to, &from, &errors] {
            rustix::io::ioctl_fionbio(ours, true).map_err(Fault::system("cannot set up a pipe"))?;
        }
        let variable = |(mut name, value): (OsString, OsString)| {
            name.push("=");
            name.push(value);
            CString::new(name.into_vec()).ok()
        };
        let environment: Vec<CString> = std::env::vars_os().filter_map(variable).collect();
        let process = spawn(&Spawn {
            program: &shell.file()?,
            arguments: &shell.arguments(host, agent),
            environment: &environment,
            directory: None,
            standard: [&their_input, &their_output, &their_errors].map(|descriptor| Some(descriptor.as_fd())),
            inherited: &[],
            cpus: None,
            open_files: None,
            signal_mask,
            leads_session: false,
        })
        .map_err(|error| Fault::System {
            doing: format!("cannot execute the remote shell '{}'", shell.name()),
            source: error.error,
        })?;
        Ok(Remote {
            node,
            host: host.to_owned(),
            state: AgentState::Calling,
            shell: shell.name(),
            process: Some(process),
            to: Some(to),
            from: Some(from),
            errors: Some(errors),
            inbound: Inbound::default(),
            outbox: Vec::new(),
            error_line: Vec::new(),
            heard: Instant::now(),
            patience: None,
        })
    }

    /// What it is waited for, where the job has not begun.
    pub fn awaited(&self) -> String {
        match (self.state, self.process) {
            (AgentState::Calling, Some(process)) => {
                format!(
                    "its remote shell ({}, pid {}) has not brought an answer of mpiexec there",
                    self.shell,
                    process.as_raw_pid()
                )
            }
            (AgentState::Calling, None) => format!("its remote shell ({}) has ended", self.shell),
            _ => "mpiexec there has answered, and has not said that its ranks run".to_owned(),
        }
    }

    /// The remote shell, unless it has ended.
    pub fn process(&self) -> Option<Pid> {
        self.process
    }

    /// Registers what to wait for.
    pub fn interests<'a>(&'a self, register: &mut impl FnMut(RemoteEvent, BorrowedFd<'a>, PollFlags)) {
        self.from.iter().for_each(|from| register(RemoteEvent::Arrived, from.as_fd(), PollFlags::IN));
        self.errors.iter().for_each(|errors| register(RemoteEvent::Errors, errors.as_fd(), PollFlags::IN));
        let to = self.to.iter().filter(|_| !self.outbox.is_empty());
        to.for_each(|to| register(RemoteEvent::Writable, to.as_fd(), PollFlags::OUT));
    }

    /// Sends an order, as soon as there is room for it.
    pub fn send(&mut self, order: &Order) {
        if self.to.is_some() {
            frame(order, &mut self.outbox);
            self.write();
        }
    }

    /// Writes what the remote shell takes. If it takes nothing any more its end will tell why.
    pub fn write(&mut self) {
        let Some(to) = &self.to else { return };
        if write_some(to, &mut self.outbox).is_err() {
            self.hang_up();
        }
    }

    fn hang_up(&mut self) {
        self.to = None;
        self.outbox.clear();
    }

    /// Reads once. The news that are complete; `Err` if the other side makes no sense.
    pub fn read(&mut self) -> Result<Vec<News>, String> {
        let Some(from) = &self.from else { return Ok(Vec::new()) };
        let mut buffer = vec![0u8; READ_BYTES];
        match rustix::io::read(from, &mut buffer) {
            Ok(count) if count > 0 => {
                self.heard = Instant::now();
                self.inbound.push(&buffer[..count]);
                self.understand().map_err(|error| error.to_string())
            }
            Err(Errno::INTR | Errno::AGAIN) => Ok(Vec::new()),
            // The shell will end, and its status say why.
            Ok(_) | Err(_) => {
                self.from = None;
                self.hang_up();
                self.expect_end(Duration::ZERO);
                Ok(Vec::new())
            }
        }
    }

    fn understand(&mut self) -> Result<Vec<News>, super::link::LinkError> {
        let mut news = Vec::new();
        if self.state == AgentState::Calling {
            if !self.inbound.greeted()? {
                return Ok(news);
            }
            self.state = AgentState::Ready;
        }
        while let Some(word) = self.inbound.word()? {
            news.push(word);
        }
        Ok(news)
    }

    /// Reads the error output of the remote shell: whole lines.
    pub fn read_errors(&mut self) -> Vec<String> {
        let Some(errors) = &self.errors else { return Vec::new() };
        let mut buffer = [0u8; MAX_LINE_BYTES];
        match rustix::io::read(errors, &mut buffer) {
            Ok(count) if count > 0 => self.error_line.extend_from_slice(&buffer[..count]),
            Err(Errno::INTR | Errno::AGAIN) => return Vec::new(),
            Ok(_) | Err(_) => self.errors = None,
        }
        self.error_lines()
    }

    fn error_lines(&mut self) -> Vec<String> {
        let is_last = self.errors.is_none() || self.error_line.len() >= MAX_LINE_BYTES;
        let end = if is_last {
            self.error_line.len()
        } else {
            self.error_line.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)
        };
        let text: Vec<u8> = self.error_line.drain(..end).collect();
        String::from_utf8_lossy(&text).lines().map(str::trim_end).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    /// The remote shell must end soon, `more` than usual given.
    pub fn expect_end(&mut self, more: Duration) {
        let limit = Instant::now() + PATIENCE + more;
        self.patience = Some(self.patience.map_or(limit, |earlier| earlier.min(limit)));
    }

    /// Ends the remote shell; whoever is at the other end of the link notices.
    pub fn cut(&mut self) {
        if let Some(process) = self.process {
            // Not collected yet: the group is its own.
            let _ = kill_process_group(process, Signal::KILL);
        }
    }

    /// When [`Self::keep_time`] has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        let of_link = (self.is_answering() && self.process.is_some()).then(|| self.heard + SILENCE_LIMIT);
        of_link.into_iter().chain(self.patience).min()
    }

    fn is_answering(&self) -> bool {
        !matches!(self.state, AgentState::Calling | AgentState::Over)
    }

    /// Cuts a link that has been silent for too long, and a shell that does not end. `Err` says so.
    pub fn keep_time(&mut self, now: Instant) -> Result<(), String> {
        if self.patience.is_some_and(|at| now >= at) {
            self.patience = None;
            self.cut();
        }
        if self.is_answering() && self.process.is_some() && now >= self.heard + SILENCE_LIMIT {
            self.heard = now;
            self.cut();
            return Err(format!("it has not answered for {} s", SILENCE_LIMIT.as_secs()));
        }
        Ok(())
    }

    /// The remote shell has ended: what it left, and why it should not have ended, if so.
    pub fn bury(&mut self, status: WaitStatus) -> (Vec<News>, Vec<String>, Option<String>) {
        self.process = None;
        self.patience = None;
        let (mut news, mut lines) = (Vec::new(), Vec::new());
        while let Some(before) = self.from.as_ref().map(|_| self.heard) {
            match self.read() {
                Ok(more) => news.extend(more),
                Err(_) => break,
            }
            if self.heard == before {
                break;
            }
        }
        loop {
            let before = (self.error_line.len(), lines.len());
            lines.extend(self.read_errors());
            if before == (self.error_line.len(), lines.len()) {
                break;
            }
        }
        self.errors = None;
        lines.extend(self.error_lines());
        self.from = None;
        self.hang_up();
        let is_over = self.state == AgentState::Over || news.contains(&News::Over);
        (news, lines, (!is_over).then(|| self.explain(status)))
    }

    /// Why a remote shell has ended, for people.
    fn explain(&self, status: WaitStatus) -> String {
        let noise = self.inbound.noise();
        let printed =
            if noise.is_empty() || self.state != AgentState::Calling { String::new() } else { format!(" after '{noise}'") };
        match (status.exit_status(), status.terminating_signal()) {
            (Some(127), _) if self.state == AgentState::Calling => format!(
                "the remote shell ({}) exited with status 127{printed}: mpiexec is not at the same place there; install Ferry there, or name the \
                 place with --launcher-path",
                self.shell
            ),
            (Some(status), _) => format!("the remote shell ({}) exited with status {status}{printed}", self.shell),
            (None, signal) => {
                let signal = signal.unwrap_or(libc::SIGKILL);
                format!("the remote shell ({}) was killed by signal {signal} ({})", self.shell, signal_name(signal))
            }
        }
    }
}
