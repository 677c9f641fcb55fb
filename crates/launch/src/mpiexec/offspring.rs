//! Launchers that this one has started for processes that its ranks want (`MPI_Comm_spawn`): each
//! is a job of its own, with a launcher of its own ([`super::spawned`]). They share this one's
//! output and end with it.

use std::ffi::{CString, OsString};
use std::io::{Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::UnixStream;

use ferry_sys::signals::SignalSet;
use ferry_sys::spawn::{Spawn, spawn};
use rustix::process::{Pid, Signal, WaitStatus, kill_process};

use super::cause::{Cause, signal_status};
use super::fault::Fault;
use super::request::Request;
use super::run::{JobPhase, Launcher};
use super::shell::Shell;
use super::spawned::OPTION;
use super::words::Order;
use crate::environment as env;
use crate::pmi::message::escape;
use crate::pmi::server::SPAWN_RESULT;
use crate::pmi::space::FromKeySpace;
use crate::spawn::STARTED;

/// A launcher of processes that a rank wanted.
pub struct Offspring {
    pid: Pid,
    socket: UnixStream,
    /// What it has said so far.
    heard: Vec<u8>,
    /// Who waits for its word: a rank, by its node and its number there.
    asked: Option<(usize, usize)>,
    /// Its processes have called `MPI_Init`.
    has_started: bool,
}

impl Offspring {
    /// Starts one for `order`, as a process's text has it.
    fn start(order: &str, request: &Request, signal_mask: &SignalSet, asked: (usize, usize)) -> Result<Self, Fault> {
        let (mut socket, theirs) = UnixStream::pair().map_err(Fault::system("cannot create a socket"))?;
        let file = std::env::current_exe().map_err(Fault::system("cannot find mpiexec's own file"))?;
        let words: Vec<CString> = [file.clone().into_os_string(), OPTION.into()]
            .into_iter()
            .chain(options_of(request, Shell::of(request).is_ok_and(|shell| shell.is_srun())))
            .map(c_string)
            .collect::<Result<_, _>>()?;
        let environment: Vec<CString> = std::env::vars_os()
            .map(|(mut name, value)| {
                name.push("=");
                name.push(value);
                c_string(name)
            })
            .collect::<Result<_, _>>()?;
        let program = c_string(file.into_os_string())?;
        let process = Spawn {
            program: &program,
            arguments: &words,
            environment: &environment,
            directory: None,
            standard: [Some(theirs.as_fd()), None, None],
            inherited: &[],
            cpus: None,
            open_files: None,
            signal_mask,
            leads_session: false,
        };
        let pid = spawn(&process).map_err(|error| Fault::System {
            doing: "cannot start a launcher for the processes that a rank wants".to_owned(),
            source: error.error,
        })?;
        drop(theirs);
        // Its reading does not depend on ours: the order is longer than a socket has room for only
        // if it is read.
        socket.write_all(order.as_bytes()).map_err(Fault::system("cannot pass on what a rank wants"))?;
        socket.set_nonblocking(true).map_err(Fault::system("cannot set up a socket"))?;
        Ok(Offspring { pid, socket, heard: Vec::new(), asked: Some(asked), has_started: false })
    }

    /// What to wait for, as long as it has something to say.
    pub fn wants(&self) -> Option<BorrowedFd<'_>> {
        self.asked.map(|_| self.socket.as_fd())
    }

    /// Its word, once it is there: `Err` with the reason if the processes were not started.
    fn word(&mut self) -> Option<Result<(), String>> {
        let mut room = [0; 4096];
        loop {
            match self.socket.read(&mut room) {
                Ok(0) => break,
                Ok(count) => self.heard.extend_from_slice(&room[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    self.heard.ends_with(b"\n").then_some(())?;
                    break;
                }
                Err(_) => break,
            }
        }
        let text = String::from_utf8_lossy(&self.heard);
        Some(match text.lines().next().unwrap_or_default().trim_end() {
            STARTED => Ok(()),
            "" => Err(escape("their launcher has ended without a word")),
            other => Err(other.split_once(' ').map_or(other, |(_, why)| why).to_owned()),
        })
    }
}

/// The options of this launcher that hold for those that it starts. `is_srun`: it reaches hosts by
/// srun, which they would not find out, as they are told their hosts.
fn options_of(request: &Request, is_srun: bool) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    if request.tag_output {
        words.push("--tag-output".into());
    }
    if request.quiet {
        words.push("--quiet".into());
    }
    words.extend(["--grace".into(), request.grace.as_secs_f64().to_string().into()]);
    words.extend(["--launch-timeout".into(), request.launch_timeout.as_secs_f64().to_string().into()]);
    // The port of this job's own parents is none of theirs, and must not be seen on a command line.
    for (name, value) in request.variables.iter().filter(|(name, _)| name != env::PARENT_PORT) {
        if let Some(value) = value.clone().or_else(|| std::env::var_os(name)) {
            words.extend(["-genv".into(), name.clone(), value]);
        }
    }
    if !request.hosts.is_empty() {
        let list: Vec<String> = request.hosts.iter().map(ToString::to_string).collect();
        words.extend(["-host".into(), list.join(",").into()]);
    }
    if let Some(shell) = request.remote_shell.clone().or_else(|| is_srun.then(|| "srun".into())) {
        words.extend(["--launcher".into(), shell]);
    }
    if let Some(path) = &request.agent_path {
        words.extend(["--launcher-path".into(), path.clone()]);
    }
    words
}

fn c_string(text: OsString) -> Result<CString, Fault> {
    CString::new(text.into_vec()).map_err(|_| Fault::Usage("a zero byte in a word".to_owned()))
}

impl Launcher<'_> {
    /// A rank, by its node and its number there, wants processes.
    pub(super) fn start_offspring(&mut self, node: usize, rank: usize, order: &str) {
        match Offspring::start(order, self.request, &self.signal_mask, (node, rank)) {
            Ok(offspring) => {
                self.here.iter_mut().for_each(|(_, node)| node.add_stranger(offspring.pid));
                self.offspring.push(offspring);
            }
            Err(fault) => self.answer_spawn((node, rank), Err(escape(&fault.to_string()))),
        }
    }

    /// One of them has something to say, unless it has ended meanwhile and another one has its
    /// place.
    pub(super) fn hear_offspring(&mut self, index: usize) {
        let Some(offspring) = self.offspring.get_mut(index) else { return };
        let Some(word) = offspring.asked.and_then(|_| offspring.word()) else { return };
        offspring.has_started = word.is_ok();
        if let Some(asked) = offspring.asked.take() {
            self.answer_spawn(asked, word);
        }
    }

    fn answer_spawn(&mut self, (node, rank): (usize, usize), outcome: Result<(), String>) {
        let line = match outcome {
            Ok(()) => format!("{SPAWN_RESULT}rc=0"),
            Err(why) => format!("{SPAWN_RESULT}rc=-1 msg={why}"),
        };
        self.order(node, Order::Space { word: FromKeySpace::Answer { rank, line } });
    }

    /// A child has ended: whether it was one of these. If it failed after its processes had
    /// started, so has the job that they belonged to.
    pub(super) fn bury_offspring(&mut self, pid: Pid, status: WaitStatus) -> bool {
        let Some(index) = self.offspring.iter().position(|offspring| offspring.pid == pid) else { return false };
        self.hear_offspring(index);
        let offspring = self.offspring.swap_remove(index);
        if let Some(asked) = offspring.asked {
            // Its second process has the socket, too, and ends; nobody listens to that any more.
            self.answer_spawn(asked, Err(escape("their launcher was killed")));
        }
        let code = status.exit_status().unwrap_or_else(|| status.terminating_signal().map_or(1, |signal| 128 + signal));
        let is_told = self.stage == JobPhase::Ending && code == i32::from(signal_status(libc::SIGTERM));
        if code != 0 && offspring.has_started && !is_told {
            // A rank that aborts because it has lost one of them is heard before them, now and
            // then.
            let cause = match self.interrupted {
                Some((sent, _)) if code == i32::from(signal_status(sent)) => Cause::Interrupted(sent),
                _ => Cause::Offspring(code as u8),
            };
            if !cause.is_consequence() {
                self.forget_consequence();
            }
            self.fail(cause);
            self.end();
        }
        true
    }

    /// A signal is for all ranks, and for the processes that they have spawned.
    pub(super) fn pass_on(&mut self, number: i32) {
        self.order_all(&Order::Signal { number });
        Signal::from_named_raw(number).into_iter().for_each(|signal| self.signal_offspring(signal));
    }

    /// Asks all of them to end, or ends them.
    pub(super) fn end_offspring(&self, signal: Signal) {
        self.signal_offspring(signal);
        // A stopped process handles no SIGTERM.
        self.signal_offspring(Signal::CONT);
    }

    /// Sends all of them a signal.
    pub(super) fn signal_offspring(&self, signal: Signal) {
        for offspring in &self.offspring {
            // Not collected yet: the id is its own.
            let _ = kill_process(offspring.pid, signal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mpiexec::options::parse_options;

    #[test]
    fn options_are_passed_on_and_read_again() {
        let hosts = "a:2,b,[::1]:2,::2";
        let words = ["--tag-output", "-q", "-genv", "A", "b c", "-host", hosts, "--launcher", "sh x", "--grace", "0.5"];
        let mut request = parse_options(words.map(OsString::from)).unwrap();
        request.variables.push((env::PARENT_PORT.into(), Some("secret".into())));
        let passed = options_of(&request, false);
        assert!(!passed.iter().any(|word| word == "secret"));
        request.variables.pop();
        assert_eq!(parse_options(passed).unwrap(), request);
        assert_eq!(parse_options(options_of(&request, true)).unwrap(), request, "what the user types counts first");
        request.remote_shell = None;
        let passed = parse_options(options_of(&request, true)).unwrap();
        assert_eq!(passed.remote_shell, Some("srun".into()));
    }
}
