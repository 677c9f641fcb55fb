//! Limits of the operating system that bite while ranks are started: room for descriptors, and
//! errors that name a limit with its size.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Descriptors a rank costs us: a socket, two pipes, an input, and a file each way.
const DESCRIPTORS_PER_RANK: u64 = 6;
/// Descriptors of the launcher or agent itself, generously.
const OWN_DESCRIPTORS: u64 = 64;

/// Makes room for the descriptors of many ranks; returns the old limit if it had to change, for the
/// ranks to have.
pub fn raise_open_files(ranks: usize) -> Option<Rlimit> {
    let old = getrlimit(Resource::Nofile);
    let wanted = ranks as u64 * DESCRIPTORS_PER_RANK + OWN_DESCRIPTORS;
    if old.current.is_none_or(|current| current >= wanted) {
        return None;
    }
    let current = Some(old.maximum.map_or(wanted, |maximum| maximum.min(wanted)));
    // If this fails the ranks that fit are started, and the one that does not is named in the
    // error.
    setrlimit(Resource::Nofile, Rlimit { current, ..old }).ok().map(|()| old)
}

/// What to say besides an error of the operating system, if it is about the limit of descriptors.
pub fn words(error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(libc::EMFILE) => {
            let limit = text(getrlimit(Resource::Nofile).maximum);
            format!(" (a rank takes up to {DESCRIPTORS_PER_RANK} descriptors here, and the limit, ulimit -Hn, is {limit})")
        }
        _ => String::new(),
    }
}

/// The limit of processes, in words.
pub fn processes() -> String {
    format!(
        "the limit of this user's processes and threads (ulimit -u is {}) or that of the control group (pids.max)",
        text(getrlimit(Resource::Nproc).current)
    )
}

fn text(limit: Option<u64>) -> String {
    limit.map_or_else(|| "unlimited".to_owned(), |limit| limit.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_named_with_their_sizes() {
        let error = words(&io::Error::from_raw_os_error(libc::EMFILE));
        let limit = text(getrlimit(Resource::Nofile).maximum);
        assert!(error.contains(&format!("ulimit -Hn, is {limit}")), "{error}");
        assert_eq!(words(&io::Error::from_raw_os_error(libc::ENFILE)), "");
        assert!(processes().contains("ulimit -u"));
    }
}
