//! Making windows (MPI-5 §12.2.1 to §12.2.4): all processes of a communicator agree on a number,
//! tell each other what they expose, and share memory within each node.

use std::ffi::c_void;

use ferry_calls::win::create::{allocate, contribution, make};
use ferry_core::Result;
use ferry_core::window::Flavor;
use ferry_ctypes::{MPI_Comm, MPI_Info, MPI_Win, Out};
use ferry_runtime::Cx;

/// `MPI_Win_create`
///
/// # Safety
/// ABI-1 for the memory, until the window is freed: peers read and write it.
pub(crate) unsafe fn win_create(
    cx: &Cx,
    base: *mut c_void,
    size: i64,
    disp_unit: i64,
    info: MPI_Info,
    comm: MPI_Comm,
    win: Out<MPI_Win>,
) -> Result<()> {
    let given = contribution(cx, Flavor::Create, base.expose_provenance(), (size, disp_unit), info)?;
    let (made, _) = make(cx, comm, given)?;
    win.set(made);
    Ok(())
}

/// `MPI_Win_allocate`
pub(crate) unsafe fn win_allocate(
    cx: &Cx,
    size: i64,
    disp_unit: i64,
    info: MPI_Info,
    comm: MPI_Comm,
    baseptr: *mut c_void,
    win: Out<MPI_Win>,
) -> Result<()> {
    let given = contribution(cx, Flavor::Allocate, 0, (size, disp_unit), info)?;
    // SAFETY: ABI-1.
    unsafe { allocate(cx, given, comm, baseptr, win) }
}

/// `MPI_Win_allocate_shared`
pub(crate) unsafe fn win_allocate_shared(
    cx: &Cx,
    size: i64,
    disp_unit: i64,
    info: MPI_Info,
    comm: MPI_Comm,
    baseptr: *mut c_void,
    win: Out<MPI_Win>,
) -> Result<()> {
    let given = contribution(cx, Flavor::Shared, 0, (size, disp_unit), info)?;
    // SAFETY: ABI-1.
    unsafe { allocate(cx, given, comm, baseptr, win) }
}

/// `MPI_Win_create_dynamic`
pub(crate) fn win_create_dynamic(cx: &Cx, info: MPI_Info, comm: MPI_Comm, win: Out<MPI_Win>) -> Result<()> {
    let given = contribution(cx, Flavor::Dynamic, 0, (0, 1), info)?;
    let (made, _) = make(cx, comm, given)?;
    win.set(made);
    Ok(())
}
