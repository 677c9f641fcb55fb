//! What a file is and how it is used: size, group, mode, hints, atomicity, synchronization (MPI-5
//! §14.2.4 to §14.2.8, §14.6.1).

use std::ffi::c_int;

use ferry_calls::comm::agree::Purpose;
use ferry_calls::file::agree::{agree, agree_on, agree_on_same, circle};
use ferry_calls::file::state::{check_size, lacks_locks, look, settle_locks};
use ferry_calls::{file, info};
use ferry_core::Result;
use ferry_core::info::Info;
use ferry_ctypes::{MPI_File, MPI_Group, MPI_Info, Out};
use ferry_runtime::Cx;
use ferry_sys::file::Lock;

/// `MPI_File_set_size`
pub(crate) fn file_set_size(cx: &Cx, fh: MPI_File, size: i64) -> Result<()> {
    let (circle, open, rank) = look(cx, fh, |file| {
        file.check_writable()?;
        Ok((circle(file, Purpose::FileSetSize)?, file.open.clone(), file.rank))
    })?;
    let bytes = agree_on_same(cx, &circle, "size", size as u64, check_size(size))?;
    agree(cx, &circle, if rank == 0 { open.set_size(bytes).map_err(Into::into) } else { Ok(()) })
}

/// `MPI_File_preallocate`
pub(crate) fn file_preallocate(cx: &Cx, fh: MPI_File, size: i64) -> Result<()> {
    let (circle, open, rank) = look(cx, fh, |file| {
        file.check_writable()?;
        Ok((circle(file, Purpose::FilePreallocate)?, file.open.clone(), file.rank))
    })?;
    let bytes = agree_on_same(cx, &circle, "size", size as u64, check_size(size))?;
    agree(cx, &circle, if rank == 0 { open.allocate(bytes).map_err(Into::into) } else { Ok(()) })
}

/// `MPI_File_get_size`
pub(crate) fn file_get_size(cx: &Cx, fh: MPI_File, size: Out<i64>) -> Result<()> {
    let open = look(cx, fh, |file| Ok(file.open.clone()))?;
    size.set(open.size()? as i64);
    Ok(())
}

/// `MPI_File_get_group`
pub(crate) fn file_get_group(cx: &Cx, fh: MPI_File, group: Out<MPI_Group>) -> Result<()> {
    let handle = cx.with(|p| {
        let file = p.files.find(fh.0, "fh")?;
        Result::Ok(p.groups.insert_of(file.session, file.group.clone()))
    })?;
    group.set(MPI_Group(handle));
    Ok(())
}

/// `MPI_File_get_amode`
pub(crate) fn file_get_amode(cx: &Cx, fh: MPI_File, amode: Out<c_int>) -> Result<()> {
    let bits = look(cx, fh, |file| Ok(file.mode.bits()))?;
    amode.set(bits);
    Ok(())
}

/// `MPI_File_set_info`
pub(crate) fn file_set_info(cx: &Cx, fh: MPI_File, info: MPI_Info) -> Result<()> {
    let (circle, open, mut hints, is_writable) = look(cx, fh, |file| {
        Ok((circle(file, Purpose::FileSetInfo)?, file.open.clone(), file.hints.clone(), file.check_writable().is_ok()))
    })?;
    let given = info::hints(cx, info).map(|info| file::open::apply_later(&mut hints, &info));
    let lacks = lacks_locks(&open, &hints, is_writable);
    let ((), lacking) = agree_on(cx, &circle, u64::from(lacks), given)?;
    settle_locks(&mut hints, &lacking);
    look(cx, fh, |file| {
        file.hints = hints;
        Ok(())
    })
}

/// `MPI_File_get_info`
pub(crate) fn file_get_info(cx: &Cx, fh: MPI_File, info_used: Out<MPI_Info>) -> Result<()> {
    let list = look(cx, fh, |file| Ok(file.hints.list()))?;
    let mut used = Info::default();
    for (key, value) in list {
        used.set(key.as_bytes(), value.as_bytes())?;
    }
    info::store(cx, info_used, used);
    Ok(())
}

/// `MPI_File_set_atomicity`. Atomic accesses are locked, so a file whose file system has no locks
/// cannot be in that mode.
pub(crate) fn file_set_atomicity(cx: &Cx, fh: MPI_File, flag: c_int) -> Result<()> {
    let is_atomic = flag != 0;
    let (circle, open, lock) = look(cx, fh, |file| {
        // The system gives a lock to write only for a file that may be written.
        let lock = if file.check_writable().is_ok() { Lock::Exclusive } else { Lock::Shared };
        Ok((circle(file, Purpose::FileSetAtomicity)?, file.open.clone(), lock))
    })?;
    let tried = if is_atomic { open.has_locks(lock).map_err(Into::into) } else { Ok(()) };
    agree_on_same(cx, &circle, "flag", u64::from(is_atomic), tried)?;
    look(cx, fh, |file| {
        file.is_atomic = is_atomic;
        Ok(())
    })
}

/// `MPI_File_get_atomicity`
pub(crate) fn file_get_atomicity(cx: &Cx, fh: MPI_File, flag: Out<c_int>) -> Result<()> {
    let is_atomic = look(cx, fh, |file| Ok(file.is_atomic))?;
    flag.set(c_int::from(is_atomic));
    Ok(())
}

/// `MPI_File_sync`
pub(crate) fn file_sync(cx: &Cx, fh: MPI_File) -> Result<()> {
    let (circle, open, is_written) = look(cx, fh, |file| {
        file.check_not_split()?;
        Ok((circle(file, Purpose::FileSync)?, file.open.clone(), file.check_writable().is_ok()))
    })?;
    agree(cx, &circle, if is_written { open.sync().map_err(Into::into) } else { Ok(()) })
}
