//! Completing one of several requests, some or all of them (MPI-5 §3.7.5).

use std::ffi::c_int;

use ferry_calls::request::completion_several::{
    Several, deliver_any, deliver_of_several, deliver_some, in_status, of_element, status_at, store_error,
};
use ferry_calls::request::state::finish;
use ferry_calls::request::waits::look;
use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::Result;
use ferry_core::diagnosis::Awaited;
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
    let mut first_error = None;
    let mut index = 0;
    loop {
        // SAFETY: ABI-2.
        index = cx.with(|p| unsafe { several.sweep(p, index, array_of_statuses) });
        if index == several.count() {
            break;
        }
        // SAFETY: ABI-2.
        let handle = unsafe { several.handle(index) };
        let finished = cx.block_on(&mut (), |_, p| finish(p, handle).transpose(), |_, _| Awaited::all(several.rest(index)));
        let finished = match finished {
            Ok(finished) => finished.conclude(cx),
            // The request stays, and the others are waited for.
            Err(error) if error.class() == mpi::MPIX_ERR_PROC_FAILED_PENDING => {
                // SAFETY: ABI-2.
                unsafe { store_error(status_at(array_of_statuses, index), error.class()) };
                first_error = first_error.or(Some((index, error)));
                index += 1;
                continue;
            }
            Err(error) => return Err(of_element(error, index)),
        };
        // SAFETY: ABI-2.
        unsafe { deliver_of_several(&finished, several.at(index), status_at(array_of_statuses, index)) };
        first_error = first_error.or(finished.error.map(|error| (index, error)));
        index += 1;
    }
    in_status(first_error)
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
