//! Blocking and immediate sends (MPI-5 §3.2, §3.4, §3.7). Ready sends are standard ones: their
//! receive is there already.

use ferry_core::Result;
use ferry_core::process::Process;
use ferry_ctypes::{MPI_Request, Out};
use ferry_engine::Mode;
use ferry_runtime::Cx;

use crate::p2p::message::{Arguments, buffer, check_send_tag, destination};
use crate::request::finished::send_request;
use crate::request::waits::wait_for_send;

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

/// Sends and waits.
///
/// # Safety
/// ABI-1 for the buffer.
#[inline(always)]
pub unsafe fn blocking(cx: &Cx, arguments: Arguments, mode: Mode) -> Result<()> {
    // SAFETY: ABI-1.
    if let Some(operation) = cx.with(|p| unsafe { start(p, &arguments, mode, true) })? {
        wait_for_send(cx, operation, arguments.comm.0)?;
    }
    Ok(())
}

/// Starts a send: its request.
///
/// # Safety
/// ABI-1 for `request`, and for the buffer until the send is complete.
#[inline(always)]
pub unsafe fn immediate(cx: &Cx, arguments: Arguments, mode: Mode, request: Out<MPI_Request>) -> Result<()> {
    let handle = cx.with(|p| {
        // SAFETY: ABI-1.
        let operation = unsafe { start(p, &arguments, mode, false)? };
        Result::Ok(send_request(p, operation))
    })?;
    request.set(MPI_Request(handle));
    Ok(())
}
