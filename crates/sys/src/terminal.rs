//! Terminals: what was read too early goes back.
//!
//! # Safety arguments
//! - TTY-1: the kernel reads one byte that lives as long as the call.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

/// Puts bytes back into the input of a terminal, as if they were typed now, for its next reader.
///
/// # Errors
/// The system does not allow it (`dev.tty.legacy_tiocsti`), or it is not this process's own
/// terminal.
pub fn put_back(terminal: BorrowedFd<'_>, bytes: &[u8]) -> io::Result<()> {
    for byte in bytes {
        // SAFETY: TTY-1.
        if unsafe { libc::ioctl(terminal.as_raw_fd(), libc::TIOCSTI, std::ptr::from_ref(byte)) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}
