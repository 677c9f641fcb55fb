//! File pointers, individual and shared (MPI-5 §14.4.3, §14.4.4).

use std::ffi::c_int;

use ferry_calls::comm::agree::Purpose;
use ferry_calls::file::agree::{agree, agree_on_same, circle};
use ferry_calls::file::pointer::{change_shared, seek_target, size_for, target};
use ferry_core::Result;
use ferry_core::file::pointer::Change;
use ferry_ctypes::{MPI_File, Out};
use ferry_runtime::Cx;

/// `MPI_File_seek`
pub(crate) fn file_seek(cx: &Cx, fh: MPI_File, offset: i64, whence: c_int) -> Result<()> {
    let size = size_for(cx, fh, whence)?;
    cx.with(|p| {
        let file = p.files.find_mut(fh.0, "fh")?;
        file.check_random()?;
        file.position = target(file, offset, whence, file.position, size)?;
        Ok(())
    })
}

/// `MPI_File_get_position`
pub(crate) fn file_get_position(cx: &Cx, fh: MPI_File, offset: Out<i64>) -> Result<()> {
    let position = cx.with(|p| {
        let file = p.files.find(fh.0, "fh")?;
        file.check_random()?;
        Result::Ok(file.position)
    })?;
    offset.set(position as i64);
    Ok(())
}

/// `MPI_File_seek_shared`
pub(crate) fn file_seek_shared(cx: &Cx, fh: MPI_File, offset: i64, whence: c_int) -> Result<()> {
    let (circle, rank) = cx.with(|p| {
        let file = p.files.find(fh.0, "fh")?;
        file.check_random()?;
        Result::Ok((circle(file, Purpose::FileSeekShared)?, file.rank))
    })?;
    agree_on_same(cx, &circle, "whence", whence as u64, Ok(()))?;
    // Only now does nobody move the pointer any more, or the end of the file.
    let own = seek_target(cx, fh, offset, whence);
    let target = agree_on_same(cx, &circle, "offset", offset as u64, own)?;
    if rank == 0 {
        change_shared(cx, fh, Change::Set(target))?;
    }
    agree(cx, &circle, Ok(()))
}

/// `MPI_File_get_position_shared`
pub(crate) fn file_get_position_shared(cx: &Cx, fh: MPI_File, offset: Out<i64>) -> Result<()> {
    cx.with(|p| p.files.find(fh.0, "fh")?.check_random())?;
    let position = change_shared(cx, fh, Change::None)?;
    offset.set(position as i64);
    Ok(())
}
