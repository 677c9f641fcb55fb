//! Blocking and immediate sends (MPI-5 §3.2, §3.4, §3.7). Ready sends are standard ones: their
//! receive is there already.

use std::ffi::{c_int, c_void};

use ferry_core::Result;
use ferry_core::process::Process;
use ferry_engine::Mode;

use super::completion::wait_for_send;
use super::message::{Arguments, buffer, check_send_tag, destination};
use super::finished::send_request;
use ferry_ctypes::{MPI_Comm, MPI_Datatype, MPI_Request};
use ferry_runtime::Cx;

/// Starts a send; `None` if it is complete already. `is_awaited`: the program does nothing before
/// it is.
///
/// # Safety
/// ABI-1 for the buffer, until the send is complete.
#[inline(always)]
pub unsafe fn start(p: &mut Process, arguments: &Arguments, mode: Mode, is_awaited: bool) -> Result<Option<usize>> {
    let comm = p.comms.find(arguments.comm.0, "comm")?;
    check_send_tag(arguments.tag)?;
    let to = destination(comm, arguments.peer)?;
    let context = comm.context();
    // SAFETY: as the caller promises.
    let buffer = unsafe { buffer(p, arguments)? };
    let operation = to.and_then(|to| p.engine.send_for(to, context, arguments.tag, buffer, mode, is_awaited));
    if let Some(operation) = operation {
        p.engine.assign(operation, arguments.comm.0);
    }
    Ok(operation)
}

#[inline(always)]
unsafe fn blocking(cx: &Cx, arguments: Arguments, mode: Mode) -> Result<()> {
    // SAFETY: ABI-1.
    if let Some(operation) = cx.with(|p| unsafe { start(p, &arguments, mode, true) })? {
        wait_for_send(cx, operation, arguments.comm.0)?;
    }
    Ok(())
}

#[inline(always)]
unsafe fn immediate(cx: &Cx, arguments: Arguments, mode: Mode, request: *mut MPI_Request) -> Result<()> {
    let handle = cx.with(|p| {
        // SAFETY: ABI-1.
        let operation = unsafe { start(p, &arguments, mode, false)? };
        Result::Ok(send_request(p, operation))
    })?;
    // SAFETY: ABI-1.
    unsafe { *request = MPI_Request(handle) };
    Ok(())
}

/// `MPI_Send`
#[inline]
pub(crate) unsafe fn send(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { blocking(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Standard) }
}

/// `MPI_Ssend`
#[inline]
pub(crate) unsafe fn ssend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { blocking(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Synchronous) }
}

/// `MPI_Rsend`
#[inline]
pub(crate) unsafe fn rsend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { blocking(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Standard) }
}

/// `MPI_Isend`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
#[inline]
pub(crate) unsafe fn isend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { immediate(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Standard, request) }
}

/// `MPI_Issend`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
#[inline]
pub(crate) unsafe fn issend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { immediate(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Synchronous, request) }
}

/// `MPI_Irsend`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
#[inline]
pub(crate) unsafe fn irsend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: *mut MPI_Request,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { immediate(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }, Mode::Standard, request) }
}
