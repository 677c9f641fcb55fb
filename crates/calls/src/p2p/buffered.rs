//! Buffered sends and the buffers they count against (MPI-5 §3.6).

use std::ffi::{c_int, c_void};

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::attached::AttachedTo;
use ferry_core::diagnosis::Awaited;
use ferry_core::process::Process;
use ferry_core::request::Request;
use ferry_core::{Result, bail};
use ferry_ctypes::{FIRST_ADDRESS, IntOut, MPI_Request, Out};
use ferry_engine::{Buffer, Mode};
use ferry_runtime::Cx;

use crate::p2p::message::{Arguments, buffer, check_send_tag, destination};
use crate::request::finished::{Finished, send_request};

/// A message that is sent from a copy.
pub struct Copied {
    /// World rank of the receiver.
    pub to: u32,
    /// Context id.
    pub context: u64,
    /// Tag.
    pub tag: c_int,
    /// The communicator's handle, which tells whose buffer it counts against.
    pub comm: usize,
}

/// Sends a copy of `buffer` that nobody has to wait for.
pub fn copy_and_send(p: &mut Process, message: &Copied, buffer: &Buffer) -> Result<()> {
    let bytes = buffer.bytes();
    let (attached, engine) = p.buffer_of(p.buffer_place(message.comm))?;
    // Messages that have arrived may take up room until this process hears of it.
    while attached.check_room(bytes, |operation| engine.operation(operation).is_some()).is_err() && engine.progress() {}
    attached.check_room(bytes, |operation| engine.operation(operation).is_some())?;
    // SAFETY: ABI-1, the caller's buffer is valid during the call; the copy lives as long as its
    // operation.
    unsafe {
        let mut copy = buffer.pack();
        let of_copy = Buffer::dense(copy.as_mut_ptr(), bytes);
        if let Some(operation) = engine.send(message.to, message.context, message.tag, of_copy, Mode::Standard) {
            engine.own(operation, copy);
            engine.assign(operation, message.comm);
            engine.forget(operation);
            attached.add(operation, bytes);
        }
    }
    Ok(())
}

/// Starts a buffered send: its data are in the buffer, or on their way.
///
/// # Safety
/// ABI-1 for the buffer.
pub unsafe fn start(cx: &Cx, arguments: Arguments) -> Result<()> {
    cx.with(|p| {
        let comm = p.comms.find(arguments.comm.0, "comm")?;
        check_send_tag(arguments.tag)?;
        let (to, context) = (destination(comm, arguments.peer)?, comm.context());
        // SAFETY: ABI-1.
        let buffer = unsafe { buffer(p, &arguments)? };
        match to {
            Some(to) => copy_and_send(p, &Copied { to, context, tag: arguments.tag, comm: arguments.comm.0 }, &buffer),
            None => Ok(()),
        }
    })
}

/// As [`start`], with a request that is over.
///
/// # Safety
/// As there.
pub unsafe fn start_immediate(cx: &Cx, arguments: Arguments, request: Out<MPI_Request>) -> Result<()> {
    // SAFETY: as the caller promises.
    unsafe { start(cx, arguments)? };
    request.set(MPI_Request(cx.with(|p| send_request(p, None))));
    Ok(())
}

/// Gives Ferry a buffer for sends.
pub fn attach(cx: &Cx, place: AttachedTo, buffer: *mut c_void, size: i64) -> Result<()> {
    let address = buffer as usize;
    if address != mpi::MPI_BUFFER_AUTOMATIC {
        if size < 0 {
            bail!(MPI_ERR_ARG, "argument size is {size}; it must be at least 0");
        }
        if address < FIRST_ADDRESS && size > 0 {
            bail!(MPI_ERR_BUFFER, "argument buffer is {address:#x}; pass the address of {size} bytes, or MPI_BUFFER_AUTOMATIC");
        }
    }
    cx.with(|p| p.buffer_of(place)?.0.attach(address, size.max(0) as u64))
}

/// # Safety
/// ABI-1 for the variables.
pub unsafe fn detach(cx: &Cx, place: AttachedTo, buffer_addr: *mut c_void, size: IntOut) -> Result<()> {
    flush(cx, place)?;
    let (address, bytes) = cx.with(|p| p.buffer_of(place)?.0.detach())?;
    // SAFETY: ABI-1, the argument is the address of a pointer.
    unsafe {
        *buffer_addr.cast::<*mut c_void>() = std::ptr::with_exposed_provenance_mut(address);
        size.set(bytes as i64);
    }
    Ok(())
}

/// Waits until all messages of a buffer are delivered.
pub fn flush(cx: &Cx, place: AttachedTo) -> Result<()> {
    let poll = |_: &mut (), p: &mut Process| match is_idle(p, place) {
        Ok(false) => None,
        idle => Some(idle.map(drop)),
    };
    cx.block_on(&mut (), poll, |_, p| {
        p.buffer_of(place).map_or_else(|_| Awaited::default(), |(buffer, _)| Awaited::all(buffer.operations()))
    })
}

fn is_idle(p: &mut Process, place: AttachedTo) -> Result<bool> {
    let (attached, engine) = p.buffer_of(place)?;
    Ok(attached.is_idle(|operation| engine.operation(operation).is_some()))
}

/// Stores a request that is over when what was sent from a buffer so far is on its way.
pub fn iflush(cx: &Cx, place: AttachedTo, request: Out<MPI_Request>) -> Result<()> {
    let handle = cx.with(|p| {
        if is_idle(p, place)? {
            return Ok(send_request(p, None));
        }
        let operations = p.buffer_of(place)?.0.operations().collect();
        Result::Ok(p.requests.insert(Request::Flush(operations)))
    })?;
    request.set(MPI_Request(handle));
    Ok(())
}

/// Whether the messages are delivered that a request of `MPI_Buffer_iflush` or its kin is for.
pub fn is_flushed(p: &Process, operations: &[usize]) -> bool {
    operations.iter().all(|operation| p.engine.operation(*operation).is_none())
}

/// Ends such a request if it is complete.
pub fn finish_flush(p: &mut Process, request: usize) -> Option<Finished> {
    match p.requests.get(request) {
        Some(Request::Flush(operations)) if is_flushed(p, operations) => {
            p.requests.remove(request);
            Some(Finished::with(Status::empty()))
        }
        _ => None,
    }
}
