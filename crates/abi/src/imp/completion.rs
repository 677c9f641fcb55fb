//! Completing requests (MPI-5 §3.7.3 to §3.8.4): wait, test, cancel, free.

use std::ffi::c_int;

use ferry_calls::request;
use ferry_calls::request::completion::deliver;
use ferry_calls::request::state::finish;
use ferry_calls::request::waits::look;
use ferry_constants::Status;
use ferry_core::Result;
use ferry_core::diagnosis::Awaited;
use ferry_ctypes::{InOut, MPI_Request, Out};
use ferry_runtime::Cx;

/// `MPI_Wait`
#[inline]
pub(crate) unsafe fn wait(cx: &Cx, request: InOut<MPI_Request>, status: *mut Status) -> Result<()> {
    let handle = request.get().0;
    let finished = cx.block_on(&mut (), |_, p| finish(p, handle).transpose(), |_, _| Awaited::all([handle]))?.conclude(cx);
    // SAFETY: ABI-1.
    unsafe { deliver(&finished, request.out(), status) };
    finished.error.map_or(Ok(()), Err)
}

/// `MPI_Test`
pub(crate) unsafe fn test(cx: &Cx, request: InOut<MPI_Request>, flag: Out<c_int>, status: *mut Status) -> Result<()> {
    let handle = request.get().0;
    let finished = look(cx, |p| finish(p, handle))?;
    flag.set(c_int::from(finished.is_some()));
    let Some(finished) = finished else { return Ok(()) };
    let finished = finished.conclude(cx);
    // SAFETY: ABI-1.
    unsafe { deliver(&finished, request.out(), status) };
    finished.error.map_or(Ok(()), Err)
}

/// `MPI_Request_free`
pub(crate) fn request_free(cx: &Cx, request: InOut<MPI_Request>) -> Result<()> {
    let handle = request.get().0;
    let callback = cx.advance(|p| request::state::free(p, handle))?;
    request.set(MPI_Request::NULL);
    callback.map_or(Ok(()), |callback| callback(cx, &mut Status::empty()))
}

/// `MPI_Cancel`
pub(crate) fn cancel(cx: &Cx, request: InOut<MPI_Request>) -> Result<()> {
    let handle = request.get().0;
    let callback = cx.with(|p| request::state::cancel(p, handle))?;
    callback.map_or(Ok(()), |callback| callback(cx, &mut Status::empty()))
}
