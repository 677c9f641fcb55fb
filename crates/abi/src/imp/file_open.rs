//! Opening, closing and deleting files (MPI-5 §14.2.1 to §14.2.3).

use std::ffi::{c_char, c_int};

use ferry_calls::file::open::{close, open, path_of, remove};
use ferry_calls::{info, text};
use ferry_core::{Error, Result};
use ferry_ctypes::{InOut, MPI_Comm, MPI_File, MPI_Info, Out};
use ferry_io::open_file::delete;
use ferry_runtime::Cx;

/// `MPI_File_open`
pub(crate) unsafe fn file_open(
    cx: &Cx,
    comm: MPI_Comm,
    filename: *const c_char,
    amode: c_int,
    info: MPI_Info,
    fh: Out<MPI_File>,
) -> Result<()> {
    // SAFETY: ABI-1.
    let path = path_of(unsafe { text::bytes(filename) });
    fh.set(MPI_File(open(cx, comm, path, amode, info)?));
    Ok(())
}

/// `MPI_File_close`
pub(crate) fn file_close(cx: &Cx, fh: InOut<MPI_File>) -> Result<()> {
    let (circle, file) = remove(cx, fh.get().0)?;
    fh.set(MPI_File::NULL);
    close(cx, &circle, file)
}

/// `MPI_File_delete`
pub(crate) unsafe fn file_delete(cx: &Cx, filename: *const c_char, info: MPI_Info) -> Result<()> {
    // No hint says anything about deleting.
    info::hints(cx, info)?;
    // SAFETY: ABI-1.
    delete(&path_of(unsafe { text::bytes(filename) })).map_err(Error::from)
}
