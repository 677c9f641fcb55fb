//! Limits of this process (`ulimit`) that bite, named with their sizes.

use std::io;

use rustix::process::{Resource, getrlimit};

/// Whether a file may be made so long.
///
/// # Errors
/// The limit of the size of files is lower.
pub fn check_file_size(len: u64) -> io::Result<()> {
    check(len, getrlimit(Resource::Fsize).current)
}

fn check(len: u64, limit: Option<u64>) -> io::Result<()> {
    let Some(limit) = limit.filter(|limit| *limit < len) else { return Ok(()) };
    let text = format!(
        "it is a file of {len} bytes in memory, of which only those are there that are used, and the limit of the size of files (ulimit -f) is {limit} bytes; raise that"
    );
    Err(io::Error::new(io::ErrorKind::QuotaExceeded, text))
}

/// What an error of mapping so many bytes means.
pub fn of_address_space(error: io::Error, len: u64) -> io::Error {
    explain(error, len, getrlimit(Resource::As).current)
}

fn explain(error: io::Error, len: u64, limit: Option<u64>) -> io::Error {
    match (error.raw_os_error(), limit) {
        (Some(libc::ENOMEM), Some(limit)) => {
            let text = format!(
                "it takes {len} bytes of address space, and the limit of this process (ulimit -v) is {limit} bytes, of which some are used; raise that, or start fewer ranks here"
            );
            io::Error::new(io::ErrorKind::OutOfMemory, text)
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_that_bite_are_named_with_their_sizes() {
        assert!(check(100, None).is_ok() && check(100, Some(100)).is_ok());
        let text = check(101, Some(100)).unwrap_err().to_string();
        assert!(text.contains("101 bytes") && text.contains("(ulimit -f) is 100 bytes"), "{text}");
        let full = || io::Error::from_raw_os_error(libc::ENOMEM);
        let text = explain(full(), 7000, Some(5000)).to_string();
        assert!(text.contains("7000 bytes") && text.contains("(ulimit -v) is 5000 bytes"), "{text}");
        assert_eq!(explain(full(), 7000, None).raw_os_error(), Some(libc::ENOMEM));
    }
}
