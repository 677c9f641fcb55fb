//! What can go wrong between a process and its launcher.

use std::io;

/// Why a process could not learn its place in the job.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The environment promises several processes but holds no way to reach them.
    #[error("the environment says this is one of several processes ({evidence}), but {problem}; {fix}")]
    NoLauncher {
        /// The variables that say so.
        evidence: String,
        /// What is missing.
        problem: String,
        /// What the user can do.
        fix: String,
    },
    /// A variable of the launcher's has a value that cannot be.
    #[error("the launcher set {name}={value}, which is not {expected}")]
    BadVariable {
        /// Name of the variable.
        name: &'static str,
        /// Its value.
        value: String,
        /// What it should be.
        expected: &'static str,
    },
    /// The connection to the launcher failed.
    #[error("lost the connection to the launcher while {doing}: {source}")]
    Connection {
        /// What the process was waiting for.
        doing: &'static str,
        /// The operating system's reason.
        source: io::Error,
    },
    /// The program has closed a descriptor that is not its own.
    #[error(
        "the program has closed descriptor {number}, over which this process speaks with its launcher; a program may close descriptors that it has opened, and \
         those of the MPI library begin at {floor}"
    )]
    Closed {
        /// The descriptor.
        number: i32,
        /// Where the library's begin.
        floor: i32,
    },
    /// The launcher answered something that its protocol does not allow here.
    #[error("the launcher answered '{answer}' to {request}")]
    Protocol {
        /// What was asked.
        request: &'static str,
        /// What came back.
        answer: String,
    },
    /// Processes could not be started.
    #[error("{0}")]
    NotStarted(String),
    /// The launcher's PMIx failed.
    #[error("talking to the launcher: {0}")]
    Pmix(#[from] ferry_pmix::PmixError),
    /// A key or value that PMI cannot carry.
    #[error("'{0}' cannot be a PMI key or value: it is empty, too long or holds a blank, '=' (in a key) or a control character")]
    BadText(String),
    /// A rank has not told what every rank tells.
    #[error("rank {rank} has not published {key}: it does not use this version of Ferry, or the launcher lost it")]
    Unpublished {
        /// The rank.
        rank: u32,
        /// What is missing.
        key: &'static str,
    },
    /// Sharing the node's file between the ranks failed.
    #[error("rank {rank} could not share memory with the ranks of its host while {doing}: {source}")]
    Exchange {
        /// The rank that says so.
        rank: usize,
        /// What it was doing.
        doing: &'static str,
        /// The operating system's reason.
        source: io::Error,
    },
}
