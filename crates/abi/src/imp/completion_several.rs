//! Completing one of several requests, some or all of them (MPI-5 §3.7.5).

use std::ffi::c_int;

use ferry_calls::request::completion_several::{Several, deliver_any, deliver_some, wait_for_all};
use ferry_calls::request::waits::look;
use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::Result;
use ferry_ctypes::{MPI_Request, Out};
use ferry_runtime::Cx;

/// `MPI_Waitall`
pub(crate) unsafe fn waitall(
    cx: &Cx,
    count: c_int,
    array_of_requests: *mut MPI_Request,
    array_of_statuses: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-2.
    let several = unsafe { Several::new(cx, array_of_requests, count) }?;
    // SAFETY: ABI-2.
    unsafe { wait_for_all(cx, several, array_of_statuses) }
}

/// `MPI_Testall`
pub(crate) unsafe fn testall(
    cx: &Cx,
    count: c_int,
    array_of_requests: *mut MPI_Request,
    flag: Out<c_int>,
    array_of_statuses: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-2.
    let several = unsafe { Several::new(cx, array_of_requests, count) }?;
    let all = look(cx, |p| several.all_complete(p).map(|all| all.then_some(())))?;
    flag.set(c_int::from(all.is_some()));
    // SAFETY: ABI-1; everything is complete, so this does not wait.
    if all.is_some() { unsafe { waitall(cx, count, array_of_requests, array_of_statuses) } } else { Ok(()) }
}

/// `MPI_Waitany`
pub(crate) unsafe fn waitany(
    cx: &Cx,
    count: c_int,
    array_of_requests: *mut MPI_Request,
    indx: Out<c_int>,
    status: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-2.
    let several = unsafe { Several::new(cx, array_of_requests, count) }?;
    let any = cx.block_on(&mut (), |_, p| several.finish_any(p).transpose(), |_, p| several.awaited(p))?;
    // SAFETY: ABI-1, ABI-2.
    unsafe { deliver_any(cx, any, &several, indx, status) }
}

/// `MPI_Testany`
pub(crate) unsafe fn testany(
    cx: &Cx,
    count: c_int,
    array_of_requests: *mut MPI_Request,
    indx: Out<c_int>,
    flag: Out<c_int>,
    status: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-2.
    let several = unsafe { Several::new(cx, array_of_requests, count) }?;
    let any = look(cx, |p| several.finish_any(p))?;
    // SAFETY: ABI-1, ABI-2.
    unsafe {
        flag.set(c_int::from(any.is_some()));
        match any {
            Some(any) => deliver_any(cx, any, &several, indx, status),
            None => {
                indx.set(mpi::MPI_UNDEFINED);
                Ok(())
            }
        }
    }
}

/// `MPI_Waitsome`
pub(crate) unsafe fn waitsome(
    cx: &Cx,
    incount: c_int,
    array_of_requests: *mut MPI_Request,
    outcount: Out<c_int>,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-2.
    let several = unsafe { Several::new(cx, array_of_requests, incount) }?;
    let some = cx.block_on(&mut (), |_, p| several.finish_some(p).transpose(), |_, p| several.awaited(p))?;
    // SAFETY: ABI-1, ABI-2.
    unsafe { deliver_some(cx, some, &several, outcount, array_of_indices, array_of_statuses) }
}

/// `MPI_Testsome`
pub(crate) unsafe fn testsome(
    cx: &Cx,
    incount: c_int,
    array_of_requests: *mut MPI_Request,
    outcount: Out<c_int>,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-2.
    let several = unsafe { Several::new(cx, array_of_requests, incount) }?;
    let some = look(cx, |p| several.finish_some(p))?;
    match some {
        // SAFETY: ABI-1, ABI-2.
        Some(some) => unsafe { deliver_some(cx, some, &several, outcount, array_of_indices, array_of_statuses) },
        None => {
            outcount.set(0);
            Ok(())
        }
    }
}
