//! Error handlers (MPI-5 §9.3).

use std::ffi::c_int;

use ferry_core::attribute::Object;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{MPI_Errhandler, MPI_File, Out};
use ferry_runtime::{Cx, Scope, cell, failure};

/// Makes an error handler and stores its handle.
pub fn make(cx: &Cx, object: Object, function: usize, to: Out<MPI_Errhandler>) {
    let handle = cx.local(|l| l.errhandlers.create(object, function));
    to.set(MPI_Errhandler(handle));
}

/// The handle of the error handler of a file. `MPI_FILE_NULL` has the one that files get when they
/// are opened (MPI-5 §14.7).
pub fn of_file(cx: &Cx, file: MPI_File) -> Result<usize> {
    match file {
        MPI_File::NULL => Ok(cx.local(|l| l.file_errhandler)),
        _ if cell::is_running() => cx.with(|p| p.files.find(file.0, "file").map(|found| found.errhandler)),
        _ => bail!(MPI_ERR_FILE, "argument file is {:#x}, which is no open file", file.0),
    }
}

/// The handler of `scope` runs, and if it returns, the call has succeeded, whatever the error it
/// was told of.
pub fn raise(cx: &Cx, scope: Scope, errorcode: c_int) -> Result<()> {
    let text = cx.local(|l| l.error_codes.text(errorcode))?;
    let message = format!("error code {errorcode} was raised: {}", String::from_utf8_lossy(&text));
    failure::handle(cx, scope, Error::new(errorcode, message));
    Ok(())
}
