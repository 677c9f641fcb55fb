//! Blocking and immediate receives (MPI-5 §3.2.4, §3.7).

use std::ffi::{c_int, c_void};

use ferry_constants::Status;
use ferry_core::Result;
use ferry_core::outcome::{failure, status};
use ferry_core::process::Process;
use ferry_core::wait::Waiter;
use ferry_engine::{Outcome, Received};

use super::completion::wait_for_receive;
use super::message::{Arguments, buffer, pattern, store};
use super::finished::receive_request;
use ferry_ctypes::{MPI_Comm, MPI_Datatype, MPI_Request};
use ferry_runtime::Cx;

/// Starts a receive; `None` if it is from `MPI_PROC_NULL`.
///
/// # Safety
/// ABI-1 for the buffer, until the receive is complete.
#[inline(always)]
pub unsafe fn start(p: &mut Process, arguments: &Arguments) -> Result<Option<usize>> {
    let pattern = pattern(p.comms.find(arguments.comm.0, "comm")?, arguments.peer, arguments.tag)?;
    // SAFETY: as the caller promises.
    let buffer = unsafe { buffer(p, arguments)? };
    Ok(pattern.map(|pattern| p.engine.receive(pattern, buffer, arguments.comm.0)))
}

/// Starts a receive that the caller is going to wait for.
///
/// # Safety
/// As [`start`].
#[inline(always)]
unsafe fn start_soon(p: &mut Process, arguments: &Arguments) -> Result<Option<Received>> {
    let pattern = pattern(p.comms.find(arguments.comm.0, "comm")?, arguments.peer, arguments.tag)?;
    // SAFETY: as the caller promises.
    let buffer = unsafe { buffer(p, arguments)? };
    let looks = Waiter::first_looks(p);
    Ok(pattern.map(|pattern| p.engine.receive_soon(pattern, buffer, arguments.comm.0, looks)))
}

/// Reports a finished receive to the program.
///
/// # Safety
/// ABI-1 for `to`.
#[inline(always)]
pub unsafe fn report(p: &Process, comm: usize, outcome: &Outcome, to: *mut Status) -> Result<()> {
    if !to.is_null() {
        // SAFETY: as the caller promises.
        unsafe { store(to, status(p, comm, outcome)) };
    }
    failure(p, comm, outcome, true).map_or(Ok(()), Err)
}

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
    request: *mut MPI_Request,
) -> Result<()> {
    let handle = cx.with(|p| {
        // SAFETY: ABI-1.
        let operation = unsafe { start(p, &Arguments { buf, count, datatype, peer: source, tag, comm })? };
        Result::Ok(receive_request(p, operation))
    })?;
    // SAFETY: ABI-1.
    unsafe { *request = MPI_Request(handle) };
    Ok(())
}
