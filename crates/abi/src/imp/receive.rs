//! Blocking and immediate receives (MPI-5 §3.2.4, §3.7).

use std::ffi::{c_int, c_void};

use ferry_calls::p2p::message::{Arguments, store};
use ferry_calls::p2p::receive::{start, start_soon};
use ferry_calls::request::finished::receive_request;
use ferry_calls::request::waits::report;
use ferry_calls::request::waits::wait_for_receive;
use ferry_constants::Status;
use ferry_core::Result;
use ferry_ctypes::{MPI_Comm, MPI_Datatype, MPI_Request, Out};
use ferry_engine::Received;
use ferry_runtime::Cx;

/// `MPI_Recv`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
#[inline]
pub(crate) unsafe fn recv(
    cx: &Cx,
    buf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    status: *mut Status,
) -> Result<()> {
    let arguments = Arguments { buf, count, datatype, peer: source, tag, comm };
    let operation = cx.with(|p| {
        // SAFETY: ABI-1.
        match unsafe { start_soon(p, &arguments)? } {
            // SAFETY: ABI-1.
            Some(Received::Done(outcome)) => unsafe { report(p, comm.0, &outcome, status) }.map(|()| None),
            Some(Received::Operation(operation)) => Ok(Some(operation)),
            None => {
                // SAFETY: ABI-1.
                unsafe { store(status, Status::null_process()) };
                Ok(None)
            }
        }
    })?;
    match operation {
        // SAFETY: ABI-1.
        Some(operation) => unsafe { wait_for_receive(cx, operation, comm.0, status) },
        None => Ok(()),
    }
}

/// `MPI_Irecv`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
#[inline]
pub(crate) unsafe fn irecv(
    cx: &Cx,
    buf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: Out<MPI_Request>,
) -> Result<()> {
    let handle = cx.with(|p| {
        // SAFETY: ABI-1.
        let operation = unsafe { start(p, &Arguments { buf, count, datatype, peer: source, tag, comm })? };
        Result::Ok(receive_request(p, operation))
    })?;
    request.set(MPI_Request(handle));
    Ok(())
}
