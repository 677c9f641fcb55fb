//! What a file is and how it is used: size, group, mode, hints, atomicity, synchronization (MPI-5
//! §14.2.4 to §14.2.8, §14.6.1).

use ferry_core::file::File;
use ferry_core::{Result, bail};
use ferry_ctypes::MPI_File;
use ferry_io::hints::{Choice, Hints};
use ferry_io::open_file::OpenFile;
use ferry_runtime::Cx;
use ferry_sys::file::Lock;

/// Looks at an open file.
pub fn look<R>(cx: &Cx, fh: MPI_File, body: impl FnOnce(&mut File) -> Result<R>) -> Result<R> {
    cx.with(|p| body(p.files.find_mut(fh.0, "fh")?))
}

/// Whether this process does not lock what it writes: the hints do not ask for writes that read and
/// write back what lies between, which need locks, or the file system gives this process none.
pub fn lacks_locks(file: &OpenFile, hints: &Hints, is_writable: bool) -> bool {
    is_writable && (hints.sieve_writes != Choice::Enable || file.has_locks(Lock::Exclusive).is_err())
}

/// Follows the hint for such writes no more, if a process does not lock ([`lacks_locks`]): all
/// must, or none may write back what another one has written.
pub fn settle_locks(hints: &mut Hints, lacking: &[u64]) {
    if lacking.iter().any(|lacks| *lacks != 0) {
        hints.sieve_writes = Choice::Disable;
    }
}

/// Refuses a negative size.
pub fn check_size(size: i64) -> Result<u64> {
    match u64::try_from(size) {
        Ok(size) => Ok(size),
        Err(_) => bail!(MPI_ERR_ARG, "argument size is {size}; it must not be negative"),
    }
}
