//! File pointers, individual and shared (MPI-5 §14.4.3, §14.4.4).

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::file::File;
use ferry_core::file::pointer::{Change, Question, SharedPointer};
use ferry_core::{Error, Result, bail};
use ferry_ctypes::MPI_File;
use ferry_runtime::Cx;

/// Changes the shared file pointer of a file: its value before.
pub fn change_shared(cx: &Cx, fh: MPI_File, change: Change) -> Result<u64> {
    let asked = cx.with(|p| {
        let file = p.files.find_mut(fh.0, "fh")?;
        if let Some(value) = file.pointer.change(change) {
            return Ok(Err(value));
        }
        let SharedPointer::At(owner) = file.pointer else { return Err(Error::internal("a shared file pointer is nowhere")) };
        let (context, serial) = (file.context, p.files.next_question());
        Ok(Ok(Question::ask(&mut p.engine, owner, context, change, serial)))
    })?;
    let mut question = match asked {
        Err(value) => return Ok(value),
        Ok(question) => question,
    };
    let answer = cx.block_on(
        &mut question,
        |question, p| question.poll(&mut p.engine),
        |question, _| Awaited::one(Await::Message(question.pattern())),
    );
    answer.map_err(|reason| {
        let text = format!("rank 0 of the file's group, which has the shared file pointer, cannot be reached any more: {reason}");
        Error::new(ferry_core::resilience::class_of_loss(), text)
    })
}

/// Where a pointer that is `current` goes, in etypes. `size` is the file's, in bytes.
pub fn target(file: &File, offset: i64, whence: c_int, current: u64, size: u64) -> Result<u64> {
    let origin = match whence {
        mpi::MPI_SEEK_SET => 0,
        mpi::MPI_SEEK_CUR => current,
        // An etype that the end of the file cuts counts: the pointer goes behind it.
        mpi::MPI_SEEK_END => file.view.end_of_file(size).div_ceil(file.view.etype_bytes()),
        _ => bail!(MPI_ERR_ARG, "argument whence is {whence}; it must be MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END"),
    };
    match u64::try_from(i128::from(origin) + i128::from(offset)) {
        Ok(target) if i64::try_from(target).is_ok() => Ok(target),
        _ => bail!(
            MPI_ERR_ARG,
            "argument offset is {offset}; from etype {origin} on it leads in front of the view, or beyond all files"
        ),
    }
}

/// The size of a file, if an offset counts from its end.
pub fn size_for(cx: &Cx, fh: MPI_File, whence: c_int) -> Result<u64> {
    let open = cx.with(|p| p.files.find(fh.0, "fh").map(|file| file.open.clone()))?;
    if whence == mpi::MPI_SEEK_END { Ok(open.size()?) } else { Ok(0) }
}

/// The position that a call of `MPI_File_seek_shared` names.
pub fn seek_target(cx: &Cx, fh: MPI_File, offset: i64, whence: c_int) -> Result<u64> {
    let size = size_for(cx, fh, whence)?;
    let current = change_shared(cx, fh, Change::None)?;
    cx.with(|p| target(p.files.find(fh.0, "fh")?, offset, whence, current, size))
}
