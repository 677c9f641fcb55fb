//! Views of files (MPI-5 §14.3), and offsets and extents in them (§14.4.2, §14.5).

use std::ffi::c_char;
use std::sync::Arc;

use ferry_calls::comm::agree::Purpose;
use ferry_calls::file::agree::{agree_on, agree_on_same, circle};
use ferry_calls::file::representation::with_extents;
use ferry_calls::file::state::{lacks_locks, look, settle_locks};
use ferry_calls::file::view::{here, view_of};
use ferry_calls::{file, info, text};
use ferry_constants as mpi;
use ferry_core::file::pointer::Change;
use ferry_core::{Result, bail};
use ferry_ctypes::{MPI_Datatype, MPI_File, MPI_Info, Out};
use ferry_datatype::Datatype;
use ferry_runtime::Cx;

/// `MPI_File_set_view`
pub(crate) unsafe fn file_set_view(
    cx: &Cx,
    fh: MPI_File,
    disp: i64,
    etype: MPI_Datatype,
    filetype: MPI_Datatype,
    datarep: *const c_char,
    info: MPI_Info,
) -> Result<()> {
    let (circle, is_sequential) = cx.with(|p| {
        let file = p.files.find(fh.0, "fh")?;
        file.check_not_split()?;
        Result::Ok((circle(file, Purpose::FileSetView)?, file.mode.has(mpi::MPI_MODE_SEQUENTIAL)))
    })?;
    let start = if is_sequential { here(cx, &circle, fh).map(Some) } else { Ok(None) };
    // SAFETY: ABI-1.
    let datarep = unsafe { text::bytes(datarep) };
    let own = info::hints(cx, info).and_then(|info| Ok((view_of(cx, fh, disp, start?, etype, filetype, datarep)?, info)));
    let extent = own.as_ref().map_or(0, |(view, _)| view.etype_bytes());
    let (view, info) = agree_on_same(cx, &circle, "etype's size", extent, own)?;
    let (open, hints, is_writable) = cx.with(|p| {
        let file = p.files.find_mut(fh.0, "fh")?;
        file::open::apply_later(&mut file.hints, &info);
        (file.view, file.position) = (Arc::new(view), 0);
        if file.rank == 0 {
            file.pointer.change(Change::Set(0));
        }
        Result::Ok((file.open.clone(), file.hints.clone(), file.check_writable().is_ok()))
    })?;
    let lacks = lacks_locks(&open, &hints, is_writable);
    // Nobody uses the shared file pointer before rank 0 has set it back.
    let ((), lacking) = agree_on(cx, &circle, u64::from(lacks), Ok(()))?;
    look(cx, fh, |file| {
        settle_locks(&mut file.hints, &lacking);
        Ok(())
    })
}

/// `MPI_File_get_view`
pub(crate) unsafe fn file_get_view(
    cx: &Cx,
    fh: MPI_File,
    disp: Out<i64>,
    etype: Out<MPI_Datatype>,
    filetype: Out<MPI_Datatype>,
    datarep: *mut c_char,
) -> Result<()> {
    let (view, handles) = cx.with(|p| {
        let view = p.files.find(fh.0, "fh")?.view.clone();
        let handles = (p.datatypes.reveal(view.etype()), p.datatypes.reveal(view.filetype()));
        Result::Ok((view, handles))
    })?;
    // SAFETY: ABI-1; the name has room for MPI_MAX_DATAREP_STRING bytes.
    unsafe {
        disp.set(view.displacement() as i64);
        etype.set(MPI_Datatype(handles.0));
        filetype.set(MPI_Datatype(handles.1));
        text::store(datarep, mpi::MPI_MAX_DATAREP_STRING as usize, view.representation().name().as_bytes());
    }
    Ok(())
}

/// `MPI_File_get_byte_offset`
pub(crate) fn file_get_byte_offset(cx: &Cx, fh: MPI_File, offset: i64, disp: Out<i64>) -> Result<()> {
    let view = cx.with(|p| {
        let file = p.files.find(fh.0, "fh")?;
        file.check_random()?;
        Result::Ok(file.view.clone())
    })?;
    let position = u64::try_from(offset).ok().and_then(|offset| offset.checked_mul(view.etype_bytes()));
    let Some(found) = position.and_then(|position| view.byte_offset(position)) else {
        bail!(MPI_ERR_ARG, "argument offset is {offset}; it must not be negative, nor beyond the end of the view");
    };
    disp.set(found as i64);
    Ok(())
}

/// `MPI_File_get_type_extent`
pub(crate) fn file_get_type_extent(cx: &Cx, fh: MPI_File, datatype: MPI_Datatype, extent: Out<i64>) -> Result<()> {
    let (representation, datatype) = cx.with(|p| {
        let file = p.files.find(fh.0, "fh")?;
        Result::Ok((file.view.representation().clone(), p.datatypes.get(datatype.0, "datatype")?.clone()))
    })?;
    let representation = with_extents(cx, representation, &[&datatype])?;
    let in_file: Datatype = representation.in_file(&datatype)?;
    extent.set(in_file.extent());
    Ok(())
}
