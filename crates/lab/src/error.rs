//! What may go wrong in the lab. Each message ends with the remedy, where there is one.

use std::io;
use std::path::PathBuf;

/// Result of the lab's functions.
pub type Result<T> = std::result::Result<T, LabError>;

/// Why a lab cannot run.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// An option has a value that makes no sense.
    #[error("{0}")]
    Usage(String),
    /// This machine lacks a program that the lab needs before it can fetch anything.
    #[error("the program '{program}' is missing, which the lab needs {purpose}: {remedy}")]
    Missing {
        /// Its name.
        program: &'static str,
        /// What for.
        purpose: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// The machine is of a kind for which no kernel can be fetched.
    #[error("the lab runs on x86-64 machines with Debian or a distribution made from it; this machine is {0}")]
    Unsupported(String),
    /// The package lists or packages could not be fetched.
    #[error(
        "cannot fetch {what}{detail}\n  The lab fetches kernel and tools once, with apt-get from the package sources of this machine. Check the network \
         (behind a proxy set http_proxy), the sources in /etc/apt, and run the command again"
    )]
    Fetch {
        /// What was to be fetched.
        what: String,
        /// What apt-get said, each line indented and after a line break.
        detail: String,
    },
    /// A program that prepares the files failed.
    #[error("{program} failed{detail}")]
    Program {
        /// Its name.
        program: String,
        /// What it said, each line indented and after a line break.
        detail: String,
    },
    /// A file that came from a package is not what it should be.
    #[error("{path}: {problem}", path = path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A node ended, or did not come up in time.
    #[error("{node} {problem}{console}")]
    Node {
        /// Its name.
        node: String,
        /// What happened.
        problem: String,
        /// The end of what its kernel printed, each line indented and after a line break.
        console: String,
    },
    /// The operating system refused something.
    #[error("{doing}: {source}")]
    System {
        /// What the lab was doing.
        doing: String,
        /// The operating system's reason.
        source: io::Error,
    },
}

impl LabError {
    /// Exit status of `ferry lab` after this error.
    pub fn status(&self) -> u8 {
        match self {
            LabError::Usage(_) => 2,
            _ => 1,
        }
    }
}

/// An adapter for `map_err`: the operating system refused `doing`.
pub fn system<E: Into<io::Error>>(doing: impl Into<String>) -> impl FnOnce(E) -> LabError {
    let doing = doing.into();
    move |error| LabError::System { doing, source: error.into() }
}

/// What a program said, as a detail of an error: its last `lines` lines that hold anything,
/// indented.
pub fn detail(text: &[u8], lines: usize) -> String {
    let text = String::from_utf8_lossy(text);
    let said: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    said[said.len().saturating_sub(lines)..].iter().map(|line| format!("\n  | {line}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detail_keeps_the_last_lines() {
        assert_eq!(detail(b"a\r\n\nb\nc\n", 2), "\n  | b\n  | c");
        assert_eq!(detail(b"", 2), "");
    }

    #[test]
    fn only_mistakes_in_options_have_status_2() {
        assert_eq!(LabError::Usage(String::new()).status(), 2);
        assert_eq!(LabError::Unsupported(String::new()).status(), 1);
    }
}
