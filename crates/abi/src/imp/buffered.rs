//! Buffered sends and the buffer they count against (MPI-5 §3.6).

use std::ffi::{c_int, c_void};

use ferry_core::process::Process;
use ferry_core::{Result, bail};
use ferry_engine::{Buffer, Mode};

use super::message::{Arguments, buffer, check_send_tag, destination};
use super::request_state::send_request;
use crate::ctypes::{IntOut, MPI_Comm, MPI_Datatype, MPI_Request};
use crate::entry::Cx;

/// Sends a copy of `buffer` if it cannot go out at once. `None` if it is out.
pub fn copy_and_send(p: &mut Process, to: u32, context: u64, tag: c_int, buffer: Buffer) -> Result<Option<usize>> {
    let bytes = buffer.bytes();
    let Process { engine, attached, .. } = p;
    attached.check_room(bytes, |operation| engine.operation(operation).is_some())?;
    // SAFETY: ABI-1, the caller's buffer is valid during the call; the copy lives as long as its operation.
    unsafe {
        let mut copy = buffer.pack();
        let of_copy = Buffer::dense(copy.as_mut_ptr(), bytes);
        let operation = engine.send(to, context, tag, of_copy, Mode::Standard);
        if let Some(operation) = operation {
            engine.own(operation, copy);
            engine.forget(operation);
            attached.add(operation, bytes);
        }
    }
    Ok(None)
}

unsafe fn start(cx: &Cx, arguments: Arguments) -> Result<()> {
    cx.with(|p| {
        let comm = p.comms.find(arguments.comm.0, "comm")?;
        check_send_tag(arguments.tag)?;
        let (to, context) = (destination(comm, arguments.peer)?, comm.context());
        // SAFETY: ABI-1.
        let buffer = unsafe { buffer(p, &arguments)? };
        match to {
            Some(to) => copy_and_send(p, to, context, arguments.tag, buffer).map(drop),
            None => Ok(()),
        }
    })
}

/// `MPI_Bsend`
pub(crate) unsafe fn bsend(
    cx: &Cx,
    buf: *const c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    tag: c_int,
    comm: MPI_Comm,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { start(cx, Arguments { buf, count, datatype, peer: dest, tag, comm }) }
}

/// `MPI_Ibsend`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn ibsend(
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
    unsafe {
        start(cx, Arguments { buf, count, datatype, peer: dest, tag, comm })?;
        *request = MPI_Request(cx.with(|p| send_request(p, None)));
    }
    Ok(())
}

/// `MPI_Buffer_attach`
pub(crate) unsafe fn buffer_attach(cx: &Cx, buffer: *mut c_void, size: i64) -> Result<()> {
    if size < 0 {
        bail!(MPI_ERR_ARG, "argument size is {size}; it must be at least 0");
    }
    cx.with(|p| p.attached.attach(buffer as usize, size as u64))
}

/// `MPI_Buffer_detach`; waits until all buffered messages are delivered.
pub(crate) unsafe fn buffer_detach(cx: &Cx, buffer_addr: *mut c_void, size: IntOut) -> Result<()> {
    cx.block(drained);
    let (address, bytes) = cx.with(|p| p.attached.detach())?;
    // SAFETY: ABI-1, the argument is the address of a pointer.
    unsafe {
        *buffer_addr.cast::<*mut c_void>() = std::ptr::with_exposed_provenance_mut(address);
        size.set(bytes as i64);
    }
    Ok(())
}

/// `MPI_Buffer_flush`
pub(crate) unsafe fn buffer_flush(cx: &Cx) -> Result<()> {
    cx.block(drained);
    Ok(())
}

fn drained(p: &mut Process) -> Option<()> {
    let Process { engine, attached, .. } = p;
    attached.is_idle(|operation| engine.operation(operation).is_some()).then_some(())
}
