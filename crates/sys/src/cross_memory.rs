//! Cross-memory attach: reading another process's memory with one copy.
//!
//! # Safety
//! XM-1: `process_vm_readv` writes only into the local buffers it is given; the kernel checks the remote ones.

use std::io;

/// The number of the error of addresses at which a process has no memory, as `io::Error::raw_os_error` gives it.
pub const BAD_ADDRESS: i32 = libc::EFAULT;

/// Reads memory of process `pid` from `address` on into `into`, and returns how many bytes that gave.
///
/// Fails with `PermissionDenied` where the system forbids it (ptrace scope, user namespaces), with `ENOSYS` where a sandbox does.
pub fn read(pid: i32, address: usize, into: &mut [u8]) -> io::Result<usize> {
    let local = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: into.len() };
    let remote = libc::iovec { iov_base: address as *mut libc::c_void, iov_len: into.len() };
    // SAFETY: `local` is the whole of an exclusive slice (XM-1).
    let bytes = unsafe { libc::process_vm_readv(pid, &local, 1, &remote, 1, 0) };
    usize::try_from(bytes).map_err(|_| io::Error::last_os_error())
}

/// Lets the processes of this user read the memory of this one, where the system asks for that (Yama's ptrace scope 1). Elsewhere there is nothing to
/// allow.
pub fn permit() {
    // SAFETY: changes nothing but who may attach. It fails where Yama is not there.
    unsafe { libc::prctl(libc::PR_SET_PTRACER, libc::PR_SET_PTRACER_ANY, 0, 0, 0) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_memory_is_read() {
        let value = 0x0123_4567_89ab_cdef_u64;
        let mut bytes = [0; 8];
        let read = read(std::process::id() as i32, &raw const value as usize, &mut bytes).unwrap();
        assert_eq!((read, u64::from_ne_bytes(bytes)), (8, value));
    }

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        permit();
        let error = read(std::process::id() as i32, 8, &mut [0; 8]).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(BAD_ADDRESS));
    }
}
