//! Why `mpiexec` could not start a job.

use std::io;

use super::limits;

/// What is wrong before any rank runs. [`Fault::status`] is the exit status.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The command line does not say what to do.
    #[error("{0}")]
    Usage(String),
    /// There is no such program.
    #[error("cannot find the program '{program}'{hint}")]
    ProgramNotFound {
        /// As typed.
        program: String,
        /// Where it was looked for, or what could be meant.
        hint: String,
    },
    /// The program is there but cannot be executed.
    #[error("cannot execute '{program}': {reason}")]
    NotExecutable {
        /// As typed.
        program: String,
        /// Why.
        reason: String,
    },
    /// Ranks could not be started on another host.
    #[error("on host {host}: {reason}")]
    Host {
        /// As the user calls it, and who has named it if the user has not.
        host: String,
        /// Why.
        reason: String,
        /// Exit status that says so.
        status: u8,
    },
    /// The operating system refused something the launcher needs.
    #[error("{doing}: {source}{}", limits::words(source))]
    System {
        /// What the launcher was doing.
        doing: String,
        /// The operating system's reason.
        source: io::Error,
    },
}

impl Fault {
    /// Exit status of `mpiexec`, following the shell where it has a rule.
    pub fn status(&self) -> u8 {
        match self {
            Fault::Usage(_) => 2,
            Fault::ProgramNotFound { .. } => 127,
            Fault::NotExecutable { .. } => 126,
            Fault::Host { status, .. } => *status,
            Fault::System { .. } => 1,
        }
    }

    /// An adapter for `map_err`: the operating system refused `doing`.
    pub fn system<E: Into<io::Error>>(doing: &str) -> impl FnOnce(E) -> Fault {
        let doing = doing.to_owned();
        move |error| Fault::System { doing, source: error.into() }
    }
}
