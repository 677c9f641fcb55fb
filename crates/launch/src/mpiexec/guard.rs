//! The process that the user sees: it starts the launcher proper as its child and cleans up if that
//! is killed.
//!
//! Two processes stand over the ranks, so that either may be killed. If the guard dies, the
//! launcher gets SIGTERM and ends the job. If the launcher dies, the ranks get SIGKILL, and their
//! descendants become children of the guard, which ends them. The launcher has a process group of
//! its own, as every rank has: a signal from the terminal reaches the guard alone, which passes it
//! on.

use std::os::fd::OwnedFd;

use ferry_sys::signals::{SignalDescriptor, SignalSet};
use ferry_sys::spawn::{Fork, fork};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, wait};

use super::cause::{signal_name, signal_status};
use super::descendants;
use super::fault::Fault;
use super::keyboard::Keyboard;

/// Time between two looks whether a job in the background whose input is the terminal has been
/// brought to the foreground.
const FOREGROUND_LOOKS: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// Signals that guard and launcher read as events.
const WATCHED: &[i32] = &[libc::SIGTERM, libc::SIGCONT, libc::SIGCHLD];

/// Signals that they read as events unless whoever started `mpiexec` has it ignore them (`nohup`, a
/// shell's jobs in the background): a signal that is blocked is not discarded.
const WATCHED_UNLESS_IGNORED: &[i32] = &[libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGUSR1, libc::SIGUSR2, libc::SIGTSTP];

/// What the launcher proper gets from the guard.
pub struct Setting {
    /// The guard's process id: if it is no longer the parent, the guard is dead.
    pub guard: Pid,
    /// Signals to read as events; they are blocked.
    pub watched: SignalSet,
    /// Signal mask that the user's shell gave.
    pub signal_mask: SignalSet,
    /// What is typed on the terminal, if the standard input is one.
    pub terminal: Option<OwnedFd>,
}

/// Runs `launcher` in a child process and returns its exit status.
pub fn run(reads_terminal: bool, launcher: impl FnOnce(Setting) -> u8) -> Result<u8, Fault> {
    let heeded = WATCHED_UNLESS_IGNORED.iter().filter(|number| !ferry_sys::signals::is_ignored(**number));
    let watched = SignalSet::of(&WATCHED.iter().chain(heeded).copied().collect::<Vec<_>>());
    ferry_sys::signals::restore_default(libc::SIGCHLD);
    let signal_mask = ferry_sys::signals::block(&watched).map_err(Fault::system("cannot block signals"))?;
    rustix::process::set_child_subreaper(Some(getpid())).map_err(Fault::system("cannot become a subreaper"))?;
    let (terminal, keyboard) = match reads_terminal {
        true => pipe_with(PipeFlags::CLOEXEC).map(|(r, w)| (Some(r), Some(w))).map_err(Fault::system("cannot create a pipe"))?,
        false => (None, None),
    };
    let guard = getpid();
    let foreign = descendants::inherited();
    match fork().map_err(Fault::system("cannot start the launcher process"))? {
        Fork::Child => {
            drop(keyboard);
            std::process::exit(i32::from(match settle_in(guard) {
                Ok(()) => launcher(Setting { guard, watched, signal_mask, terminal }),
                Err(fault) => super::report(&fault),
            }))
        }
        Fork::Parent(child) => {
            drop(terminal);
            Guard::new(child, foreign, &watched, keyboard)?.watch()
        }
    }
}

/// First steps of the launcher proper.
fn settle_in(guard: Pid) -> Result<(), Fault> {
    let failed = || Fault::system("cannot set up the launcher process");
    rustix::process::setpgid(None, None).map_err(failed())?;
    rustix::process::set_child_subreaper(Some(getpid())).map_err(failed())?;
    rustix::process::set_parent_process_death_signal(Some(Signal::TERM)).map_err(failed())?;
    match rustix::process::getppid() == Some(guard) {
        true => Ok(()),
        false => Err(Fault::Usage("mpiexec was killed while it started".to_owned())),
    }
}

struct Guard {
    launcher: Pid,
    /// Children that are none of the job's.
    foreign: Vec<Pid>,
    signals: SignalDescriptor,
    keyboard: Option<Keyboard>,
    /// Whether reading the terminal would not stop us.
    in_foreground: bool,
}

impl Guard {
    fn new(launcher: Pid, foreign: Vec<Pid>, watched: &SignalSet, keyboard: Option<OwnedFd>) -> Result<Self, Fault> {
        let signals = SignalDescriptor::new(watched, true).map_err(Fault::system("cannot watch signals"))?;
        let keyboard = keyboard.map(Keyboard::new).transpose()?;
        Ok(Guard { launcher, foreign, signals, keyboard, in_foreground: is_in_foreground() })
    }

    fn watch(mut self) -> Result<u8, Fault> {
        loop {
            let (has_signal, input) = self.wait()?;
            self.in_foreground = self.keyboard.is_some() && is_in_foreground();
            while has_signal && let Some(arrival) = self.signals.next().map_err(Fault::system("cannot read signals"))? {
                if let Some(status) = self.handle(arrival.number)? {
                    self.keyboard.iter_mut().for_each(Keyboard::give_back);
                    return Ok(status);
                }
            }
            self.keyboard.iter_mut().filter(|_| !input.is_empty()).for_each(|keyboard| keyboard.go_on(input));
        }
    }

    /// Waits for a signal, or a step of the keyboard's: whether there is a signal, and what came
    /// for the keyboard.
    fn wait(&self) -> Result<(bool, PollFlags), Fault> {
        let mut requests = vec![PollFd::new(&self.signals, PollFlags::IN)];
        let wanted = self.keyboard.as_ref().and_then(|keyboard| keyboard.wants(self.in_foreground));
        requests.extend(wanted.map(|(descriptor, flags)| PollFd::from_borrowed_fd(descriptor, flags)));
        // Nothing tells a process that its group has become the terminal's: a shell that brings a
        // running job to the foreground sends no signal.
        let limit = (self.keyboard.is_some() && !self.in_foreground).then_some(&FOREGROUND_LOOKS);
        match poll(&mut requests, limit) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(Fault::system("cannot wait for events")(error)),
        }
        let came = |at: usize| requests.get(at).map_or(PollFlags::empty(), PollFd::revents);
        Ok((!came(0).is_empty(), came(1)))
    }

    /// Handles one signal; returns the job's status when the launcher has ended.
    fn handle(&mut self, number: i32) -> Result<Option<u8>, Fault> {
        match number {
            libc::SIGCHLD => return Ok(self.collect()),
            libc::SIGTSTP => {
                self.pass_on(libc::SIGTSTP);
                kill_process(getpid(), Signal::STOP).map_err(Fault::system("cannot stop"))?;
            }
            other => self.pass_on(other),
        }
        Ok(None)
    }

    fn pass_on(&self, number: i32) {
        if let Some(signal) = Signal::from_named_raw(number) {
            // The launcher is our child and not collected yet: the id is its own.
            let _ = kill_process(self.launcher, signal);
        }
    }

    /// Collects children; if the launcher is among them, ends what it left and returns its status.
    fn collect(&self) -> Option<u8> {
        while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
            if pid == self.launcher {
                descendants::kill_all(&self.foreign);
                return Some(final_status(status));
            }
        }
        None
    }
}

fn final_status(status: WaitStatus) -> u8 {
    if let Some(code) = status.exit_status() {
        return code as u8;
    }
    let signal = status.terminating_signal().unwrap_or(libc::SIGKILL);
    super::say(&format!("the launcher process was killed by signal {signal} ({}); its ranks were ended", signal_name(signal)));
    signal_status(signal)
}

fn is_in_foreground() -> bool {
    rustix::termios::tcgetpgrp(std::io::stdin()).is_ok_and(|group| group == rustix::process::getpgrp())
}
