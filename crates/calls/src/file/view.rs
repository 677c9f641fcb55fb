//! Views of files (MPI-5 §14.3), and offsets and extents in them (§14.4.2, §14.5).

use ferry_constants as mpi;
use ferry_core::file::pointer::Change;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{MPI_Datatype, MPI_File};
use ferry_io::view::{View, ViewError};
use ferry_runtime::Cx;

use crate::comm::agree::Circle;
use crate::file::agree::{agree, agree_on};
use crate::file::pointer::change_shared;
use crate::file::representation::{find, with_extents};

fn refused(error: &ViewError) -> Error {
    Error::new(mpi::MPI_ERR_ARG, error.to_string())
}

/// Where the shared file pointer is once all processes of the file are here, in bytes: what is to
/// come in a file that is accessed in sequence begins there. Those who are not here yet may still
/// move it.
pub fn here(cx: &Cx, circle: &Circle, fh: MPI_File) -> Result<i64> {
    agree(cx, circle, Ok(()))?;
    let own = if circle.is_led_here() { byte_of_pointer(cx, fh) } else { Ok(0) };
    let ((), all) = agree_on(cx, circle, *own.as_ref().unwrap_or(&0) as u64, own.map(drop))?;
    Ok(all[0] as i64)
}

fn byte_of_pointer(cx: &Cx, fh: MPI_File) -> Result<i64> {
    let pointer = change_shared(cx, fh, Change::None)?;
    cx.with(|p| {
        let view = &p.files.find(fh.0, "fh")?.view;
        let position = pointer.checked_mul(view.etype_bytes());
        Ok(position.and_then(|position| view.byte_offset(position)).unwrap_or(view.displacement()) as i64)
    })
}

/// The view that the arguments of `MPI_File_set_view` describe. `here` is where it begins in a file
/// that is accessed in sequence ([`here`]).
pub fn view_of(
    cx: &Cx,
    fh: MPI_File,
    disp: i64,
    here: Option<i64>,
    etype: MPI_Datatype,
    filetype: MPI_Datatype,
    datarep: &[u8],
) -> Result<View> {
    let representation = find(cx, datarep)?;
    let (etype, filetype, is_written) = cx.with(|p| {
        let etype = p.datatypes.usable(etype.0, "etype")?.clone();
        let filetype = p.datatypes.usable(filetype.0, "filetype")?.clone();
        Result::Ok((etype, filetype, p.files.find(fh.0, "fh")?.check_writable().is_ok()))
    })?;
    if here.is_some() != (disp == mpi::MPI_DISPLACEMENT_CURRENT) {
        let wanted = if here.is_some() { "must be MPI_DISPLACEMENT_CURRENT" } else { "must not be negative" };
        bail!(MPI_ERR_ARG, "argument disp is {disp}; for this access mode it {wanted}");
    }
    let disp = here.unwrap_or(disp);
    let representation = with_extents(cx, representation, &[&etype, &filetype])?;
    View::new(disp, &etype, &filetype, representation, is_written).map_err(|error| refused(&error))
}
