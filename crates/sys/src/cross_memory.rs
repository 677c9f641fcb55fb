//! Cross-memory attach: copying between this process's memory and another's with one system call
//! and no copy in between.
//!
//! # Safety
//! - XM-1: `process_vm_readv` writes only into the local ranges it is given, `process_vm_writev`
//!   only into the remote ones; the kernel checks all of them.

use std::io;

/// The number of the error of addresses at which a process has no memory, as
/// `io::Error::raw_os_error` gives it.
pub const BAD_ADDRESS: i32 = libc::EFAULT;
/// Error number for a process that does not exist.
pub const NO_SUCH_PROCESS: i32 = libc::ESRCH;

/// Most ranges of one side that the system takes in one call.
pub const MOST_RANGES: usize = libc::UIO_MAXIOV as usize;

/// A range of memory of some process. Laid out like the system's `iovec`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Range {
    /// Address of the first byte.
    pub address: usize,
    /// Bytes.
    pub len: usize,
}

const _: () = assert!(size_of::<Range>() == size_of::<libc::iovec>() && align_of::<Range>() == align_of::<libc::iovec>());

fn iovecs(ranges: &[Range]) -> (*const libc::iovec, libc::c_ulong) {
    (ranges.as_ptr().cast(), ranges.len() as libc::c_ulong)
}

/// Copies memory `from` of process `pid` to memory `into` of this one, as far as both reach and can
/// be accessed: how many bytes.
///
/// At most [`MOST_RANGES`] ranges on each side. Fails, if nothing was copied, with
/// `PermissionDenied` where the system forbids it (ptrace scope, user namespaces), with `ENOSYS` or
/// `EPERM` where a sandbox does, with `ESRCH` if there is no such process, and with `EFAULT` if the
/// first range of either side is not memory that can be accessed so.
///
/// # Safety
/// `into` is writable memory (or none at all) that nobody else uses meanwhile.
pub unsafe fn read(pid: i32, into: &[Range], from: &[Range]) -> io::Result<usize> {
    let ((local, locals), (remote, remotes)) = (iovecs(into), iovecs(from));
    // SAFETY: XM-1 and the caller's promise.
    let bytes = unsafe { libc::process_vm_readv(pid, local, locals, remote, remotes, 0) };
    usize::try_from(bytes).map_err(|_| io::Error::last_os_error())
}

/// Copies memory `from` of this process to memory `into` of process `pid`; otherwise as [`read`].
///
/// # Safety
/// The other process lets this one write to `into`, and `from` is not changed meanwhile.
pub unsafe fn write(pid: i32, from: &[Range], into: &[Range]) -> io::Result<usize> {
    let ((local, locals), (remote, remotes)) = (iovecs(from), iovecs(into));
    // SAFETY: XM-1 and the caller's promise.
    let bytes = unsafe { libc::process_vm_writev(pid, local, locals, remote, remotes, 0) };
    usize::try_from(bytes).map_err(|_| io::Error::last_os_error())
}

/// Reads memory of process `pid` from `address` on into `into`, and returns how many bytes that
/// gave. Fails as [`read`].
pub fn peek(pid: i32, address: usize, into: &mut [u8]) -> io::Result<usize> {
    let local = Range { address: into.as_mut_ptr() as usize, len: into.len() };
    // SAFETY: `local` is the whole of an exclusive slice.
    unsafe { read(pid, &[local], &[Range { address, len: into.len() }]) }
}

/// Lets every process of this user attach to this one, where the Yama security module would let
/// only its ancestors (`ptrace_scope` 1).
pub fn admit_peers() {
    const ANY: libc::c_ulong = libc::c_ulong::MAX;
    // SAFETY: changes a property of this process, touches no memory. Without Yama it fails, and
    // there is nothing to allow.
    unsafe { libc::prctl(libc::PR_SET_PTRACER, ANY, 0, 0, 0) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn me() -> i32 {
        std::process::id() as i32
    }

    #[test]
    fn own_memory_is_read() {
        let value = 0x0123_4567_89ab_cdef_u64;
        let mut bytes = [0; 8];
        let read = peek(me(), &raw const value as usize, &mut bytes).unwrap();
        assert_eq!((read, u64::from_ne_bytes(bytes)), (8, value));
    }

    #[test]
    fn ranges_are_gathered_and_scattered() {
        let from = [1u8, 2, 3, 4, 5, 6];
        let mut into = [0u8; 6];
        let (source, target) = (from.as_ptr() as usize, into.as_mut_ptr() as usize);
        let remote = [Range { address: source, len: 2 }, Range { address: source + 4, len: 2 }];
        let local = [Range { address: target + 5, len: 1 }, Range { address: target, len: 3 }];
        // SAFETY: both arrays are alive and nobody else uses them.
        assert_eq!(unsafe { write(me(), &remote, &local) }.unwrap(), 4);
        assert_eq!(into, [2, 5, 6, 0, 0, 1]);
        // SAFETY: as above.
        assert_eq!(unsafe { read(me(), &local, &remote) }.unwrap(), 4);
    }

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        assert_eq!(peek(me(), 8, &mut [0; 8]).unwrap_err().raw_os_error(), Some(BAD_ADDRESS));
    }
}
