//! What a file is and how it is used: size, group, mode, hints, atomicity, synchronization (MPI-5
//! §14.2.4 to §14.2.8, §14.6.1).

use ferry_core::file::File;
use ferry_core::{Result, bail};
use ferry_ctypes::MPI_File;
use ferry_runtime::Cx;

/// Looks at an open file.
pub fn look<R>(cx: &Cx, fh: MPI_File, body: impl FnOnce(&mut File) -> Result<R>) -> Result<R> {
    cx.with(|p| body(p.files.find_mut(fh.0, "fh")?))
}

/// Refuses a negative size.
pub fn check_size(size: i64) -> Result<u64> {
    match u64::try_from(size) {
        Ok(size) => Ok(size),
        Err(_) => bail!(MPI_ERR_ARG, "argument size is {size}; it must not be negative"),
    }
}
