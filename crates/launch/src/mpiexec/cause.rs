//! Why a job ended before its time, in one line and one exit status.

use std::fmt;
use std::time::Duration;

use ferry_constants::{MPI_ERR_IN_STATUS, MPI_ERR_PROC_ABORTED};

/// A rank as messages name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// Rank in the job.
    pub rank: usize,
    /// Process id.
    pub pid: i32,
    /// Program as typed.
    pub program: String,
    /// The host, if it is another one than the launcher's.
    pub host: Option<String>,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.host {
            None => write!(f, "rank {} (pid {}, {})", self.rank, self.pid, self.program),
            Some(host) => write!(f, "rank {} (pid {} on {host}, {})", self.rank, self.pid, self.program),
        }
    }
}

/// What happened first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A rank exited with a status other than 0.
    Status(Who, u8),
    /// A signal killed a rank.
    Signal(Who, i32),
    /// A rank exited with status 0 between `MPI_Init` and `MPI_Finalize`.
    Unfinalized(Who),
    /// A rank called `MPI_Abort`.
    Abort(Who, i32, String),
    /// A rank's messages are not PMI-1.
    Protocol(Who, String),
    /// `mpiexec` got a signal and passed it on.
    Interrupted(i32),
    /// The time given by `--timeout` is over.
    Timeout(Duration),
    /// Output has nowhere to go.
    Output(String),
    /// The guard, the process that the user started, is gone.
    Abandoned,
    /// The launcher itself failed.
    Launcher(String),
    /// A host with ranks is out of reach, for this reason.
    HostLost(String, String),
    /// The job could not be started, with a status that says so.
    Start(String, u8),
    /// A job of processes that a rank wanted has failed, with this status; its launcher has said
    /// why.
    Offspring(u8),
}

/// Exit status for a time limit, as timeout(1) has it.
const STATUS_TIMEOUT: u8 = 124;
/// Exit status of a program that the loader could not start, for want of a library or a symbol.
const STATUS_NOT_LOADED: u8 = 127;
/// Exit status for a failure that has no status of its own.
const STATUS_FAILURE: u8 = 1;

impl Cause {
    /// Exit status of the job.
    pub fn status(&self) -> u8 {
        match self {
            Cause::Status(_, status) => *status,
            Cause::Signal(_, signal) | Cause::Interrupted(signal) => signal_status(*signal),
            Cause::Abort(_, code, _) => match code & 0xff {
                0 => STATUS_FAILURE,
                code => code as u8,
            },
            Cause::Timeout(_) => STATUS_TIMEOUT,
            Cause::Output(_) => signal_status(libc::SIGPIPE),
            Cause::Abandoned => signal_status(libc::SIGKILL),
            Cause::Start(_, status) | Cause::Offspring(status) => *status,
            Cause::Unfinalized(_) | Cause::Protocol(..) | Cause::Launcher(_) | Cause::HostLost(..) => STATUS_FAILURE,
        }
    }

    /// The rank that caused it.
    pub fn who(&self) -> Option<&Who> {
        match self {
            Cause::Status(who, _)
            | Cause::Signal(who, _)
            | Cause::Unfinalized(who)
            | Cause::Abort(who, ..)
            | Cause::Protocol(who, _) => Some(who),
            _ => None,
        }
    }

    /// Whether something else may have happened before: a rank aborts because another one is lost.
    /// A call on several requests says so in their statuses only.
    pub fn is_consequence(&self) -> bool {
        let code = match self {
            Cause::Abort(_, code, _) => *code,
            Cause::Status(_, status) | Cause::Offspring(status) => (*status).into(),
            _ => return false,
        };
        [MPI_ERR_PROC_ABORTED, MPI_ERR_IN_STATUS].contains(&code)
    }

    /// One line for the user; `ended` ranks besides the one that caused it were still running and
    /// had to end.
    pub fn sentence(&self, ended: usize) -> String {
        match ended {
            _ if self.who().is_none() => self.to_string(),
            0 => self.to_string(),
            1 => format!("{self}; the remaining rank was ended"),
            _ => format!("{self}; the remaining {ended} ranks were ended"),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Status(who, STATUS_NOT_LOADED) => write!(
                f,
                "{who} exited with status {STATUS_NOT_LOADED}; if a symbol or a library was missing, `ferry info {}` says what to do",
                who.program
            ),
            Cause::Status(who, status) => write!(f, "{who} exited with status {status}"),
            Cause::Signal(who, signal) => write!(f, "{who} was killed by signal {signal} ({})", signal_name(*signal)),
            Cause::Unfinalized(who) => write!(f, "{who} exited without MPI_Finalize"),
            Cause::Abort(who, code, reason) if reason.is_empty() => write!(f, "{who} called MPI_Abort with code {code}"),
            Cause::Abort(who, code, reason) => write!(f, "{who} called MPI_Abort with code {code}: {reason}"),
            Cause::Protocol(who, line) => write!(f, "{who} sent a message that is not PMI-1: '{line}'"),
            Cause::Interrupted(signal) => write!(f, "ended by signal {signal} ({})", signal_name(*signal)),
            Cause::Timeout(limit) => write!(f, "the job did not end within {} s and was ended", limit.as_secs_f64()),
            Cause::Output(problem) => write!(f, "cannot write the ranks' output: {problem}"),
            Cause::Abandoned => write!(f, "mpiexec was killed"),
            Cause::Launcher(problem) | Cause::Start(problem, _) => write!(f, "{problem}"),
            Cause::Offspring(status) => {
                write!(f, "processes that were spawned have failed with status {status}; the job was ended")
            }
            Cause::HostLost(host, reason) => write!(f, "lost host '{host}': {reason}; the job was ended"),
        }
    }
}

/// Exit status that stands for death by a signal, as shells have it.
pub fn signal_status(signal: i32) -> u8 {
    128u8.saturating_add(signal as u8)
}

/// Name of a signal.
pub fn signal_name(signal: i32) -> String {
    const NAMES: &[(i32, &str)] = &[
        (libc::SIGHUP, "SIGHUP"),
        (libc::SIGINT, "SIGINT"),
        (libc::SIGQUIT, "SIGQUIT"),
        (libc::SIGILL, "SIGILL"),
        (libc::SIGTRAP, "SIGTRAP"),
        (libc::SIGABRT, "SIGABRT"),
        (libc::SIGBUS, "SIGBUS"),
        (libc::SIGFPE, "SIGFPE"),
        (libc::SIGKILL, "SIGKILL"),
        (libc::SIGUSR1, "SIGUSR1"),
        (libc::SIGSEGV, "SIGSEGV"),
        (libc::SIGUSR2, "SIGUSR2"),
        (libc::SIGPIPE, "SIGPIPE"),
        (libc::SIGALRM, "SIGALRM"),
        (libc::SIGTERM, "SIGTERM"),
        (libc::SIGXCPU, "SIGXCPU"),
        (libc::SIGXFSZ, "SIGXFSZ"),
        (libc::SIGSYS, "SIGSYS"),
    ];
    let known = NAMES.iter().find(|(number, _)| *number == signal);
    known.map_or_else(|| "a signal".to_owned(), |(_, name)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who() -> Who {
        Who { rank: 3, pid: 1234, program: "./a.out".into(), host: None }
    }

    #[test]
    fn sentences_name_rank_pid_program_and_reason() {
        assert_eq!(
            Cause::Signal(who(), libc::SIGKILL).sentence(3),
            "rank 3 (pid 1234, ./a.out) was killed by signal 9 (SIGKILL); the remaining 3 ranks were ended"
        );
        assert_eq!(
            Cause::Status(who(), STATUS_NOT_LOADED).sentence(0),
            "rank 3 (pid 1234, ./a.out) exited with status 127; if a symbol or a library was missing, `ferry info ./a.out` says what to do"
        );
        assert_eq!(
            Cause::Status(who(), 7).sentence(1),
            "rank 3 (pid 1234, ./a.out) exited with status 7; the remaining rank was ended"
        );
        assert_eq!(
            Cause::Abort(who(), 5, "no convergence".into()).sentence(0),
            "rank 3 (pid 1234, ./a.out) called MPI_Abort with code 5: no convergence"
        );
        assert_eq!(Cause::Timeout(Duration::from_millis(1500)).sentence(4), "the job did not end within 1.5 s and was ended");
    }

    #[test]
    fn spawned_processes_that_lost_a_peer_are_no_first_cause() {
        assert!(Cause::Offspring(MPI_ERR_PROC_ABORTED as u8).is_consequence());
        assert!(!Cause::Offspring(139).is_consequence());
    }

    #[test]
    fn other_hosts_are_named() {
        let who = Who { host: Some("b".into()), ..who() };
        assert_eq!(Cause::Status(who, 7).to_string(), "rank 3 (pid 1234 on b, ./a.out) exited with status 7");
        assert!(Cause::HostLost("b".into(), "no answer".into()).sentence(3).contains("'b': no answer"));
    }

    #[test]
    fn statuses_follow_the_shell() {
        assert_eq!(Cause::Signal(who(), libc::SIGSEGV).status(), 139);
        assert_eq!(Cause::Status(who(), 7).status(), 7);
        assert_eq!(Cause::Abort(who(), 256, String::new()).status(), 1);
        assert_eq!(Cause::Abort(who(), -1, String::new()).status(), 255);
        assert_eq!(Cause::Timeout(Duration::ZERO).status(), 124);
        assert_eq!(Cause::Interrupted(libc::SIGINT).status(), 130);
    }
}
