//! What requests have come to, without ending them (MPI-5 §3.7.6).

use std::ffi::c_int;

use ferry_calls::p2p::message::{store, store_empty};
use ferry_calls::request::completion_several::{Several, status_at};
use ferry_calls::request::state::peek;
use ferry_calls::request::status::{peek_active, peek_all, progress, show};
use ferry_calls::request::waits::look;
use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::Result;
use ferry_ctypes::{MPI_Request, Out};
use ferry_runtime::Cx;

/// `MPI_Request_get_status`
pub(crate) unsafe fn request_get_status(cx: &Cx, request: MPI_Request, flag: Out<c_int>, status: *mut Status) -> Result<()> {
    let found = look(cx, |p| peek(p, request.0))?;
    flag.set(c_int::from(found.is_some()));
    let Some(found) = found else { return Ok(()) };
    let is_told_by_program = found.callback.is_some();
    let found = found.conclude(cx);
    // SAFETY: ABI-1.
    unsafe { store(status, found.status) };
    // The error of an operation is reported when it is ended, that of the program's query function
    // now.
    found.error.filter(|_| is_told_by_program).map_or(Ok(()), Err)
}

/// `MPI_Request_get_status_all`
pub(crate) unsafe fn request_get_status_all(
    cx: &Cx,
    count: c_int,
    array_of_requests: *const MPI_Request,
    flag: Out<c_int>,
    array_of_statuses: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-2.
    let several = unsafe { Several::new(cx, array_of_requests.cast_mut(), count) }?;
    let all = look(cx, |p| peek_all(p, &several))?;
    flag.set(c_int::from(all.is_some()));
    for (index, found) in all.into_iter().flatten().enumerate() {
        // SAFETY: ABI-2.
        unsafe { show(cx, found, status_at(array_of_statuses, index)) };
    }
    Ok(())
}

/// `MPI_Request_get_status_any`
pub(crate) unsafe fn request_get_status_any(
    cx: &Cx,
    count: c_int,
    array_of_requests: *const MPI_Request,
    indx: Out<c_int>,
    flag: Out<c_int>,
    status: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-2.
    let several = unsafe { Several::new(cx, array_of_requests.cast_mut(), count) }?;
    progress(cx);
    let found = look(cx, |p| peek_active(p, &several, 1))?;
    flag.set(c_int::from(found.is_some()));
    indx.set(mpi::MPI_UNDEFINED);
    let Some(found) = found else { return Ok(()) };
    match found.into_iter().next() {
        // SAFETY: ABI-1.
        Some((index, found)) => unsafe {
            indx.set(index as c_int);
            store(status, found.conclude(cx).status);
        },
        // SAFETY: ABI-1.
        None => unsafe { store_empty(status) },
    }
    Ok(())
}

/// `MPI_Request_get_status_some`
pub(crate) unsafe fn request_get_status_some(
    cx: &Cx,
    incount: c_int,
    array_of_requests: *const MPI_Request,
    outcount: Out<c_int>,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-2.
    let several = unsafe { Several::new(cx, array_of_requests.cast_mut(), incount) }?;
    if several.count() > 0 {
        cx.non_null(array_of_indices, "array_of_indices")?;
    }
    progress(cx);
    let found = look(cx, |p| peek_active(p, &several, usize::MAX))?;
    let count = found.as_ref().map_or(0, |found| if found.is_empty() { mpi::MPI_UNDEFINED } else { found.len() as c_int });
    outcount.set(count);
    for (place, (index, found)) in found.into_iter().flatten().enumerate() {
        // SAFETY: ABI-2.
        unsafe {
            *array_of_indices.add(place) = index as c_int;
            show(cx, found, status_at(array_of_statuses, place));
        }
    }
    Ok(())
}
