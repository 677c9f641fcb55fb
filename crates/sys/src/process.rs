//! Whether other processes are there, and hearing of their end.

use std::io;
use std::os::fd::OwnedFd;

use rustix::process::{Pid, PidfdFlags, pidfd_open, test_kill_process};

use crate::descriptor::raise;

/// What becomes readable when a process ends.
///
/// # Errors
/// There is no such process, or the system cannot tell (before Linux 5.3).
pub fn end_of(process: u32) -> io::Result<OwnedFd> {
    Ok(raise(pidfd_open(pid(process)?, PidfdFlags::empty())?))
}

/// Whether there is a process with this number.
pub fn is_alive(process: u32) -> bool {
    pid(process).is_ok_and(|pid| test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
}

fn pid(process: u32) -> io::Result<Pid> {
    let number = i32::try_from(process).map_err(|_| io::ErrorKind::NotFound)?;
    Pid::from_raw(number).ok_or_else(|| io::ErrorKind::NotFound.into())
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    #[test]
    fn the_end_of_a_process_is_heard_of() {
        let mut child = std::process::Command::new("cat").stdin(std::process::Stdio::piped()).spawn().unwrap();
        let end = end_of(child.id()).unwrap();
        assert!(is_alive(child.id()));
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        assert_eq!(poll(&mut [PollFd::new(&end, PollFlags::IN)], Some(&at_once)).unwrap(), 0);
        drop(child.stdin.take());
        child.wait().unwrap();
        assert_eq!(poll(&mut [PollFd::new(&end, PollFlags::IN)], None).unwrap(), 1);
        assert!(!is_alive(child.id()) && end_of(child.id()).is_err() && end_of(0).is_err());
    }
}
