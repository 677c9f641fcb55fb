//! Probes, matching ones included (MPI-5 §3.8).

use std::ffi::{c_int, c_void};

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::comm::Comm;
use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::outcome::status;
use ferry_core::process::Process;
use ferry_core::resilience::{class_of_loss, revoked};
use ferry_core::{Error, Result};
use ferry_ctypes::{MPI_Comm, MPI_Datatype};
use ferry_engine::{ANY_SOURCE, MatchPattern, Message, Outcome};
use ferry_runtime::Cx;
use ferry_sys::cpu;

use crate::p2p::message::{Arguments, buffer, pattern};
use crate::request::waits::progress_awaited;

/// What a probe asks for; `None` for `MPI_PROC_NULL`.
pub fn wanted(cx: &Cx, source: c_int, tag: c_int, comm: MPI_Comm) -> Result<Option<MatchPattern>> {
    cx.with(|p| pattern(p.comms.find(comm.0, "comm")?, source, tag))
}

/// Blocks until `look` finds a message; meanwhile no packet is refused.
pub fn wait_until<T>(
    cx: &Cx,
    comm: MPI_Comm,
    pattern: MatchPattern,
    mut look: impl FnMut(&mut Process) -> Option<T>,
) -> Result<T> {
    cx.with(|p| p.engine.begin_probe());
    let poll = |_: &mut (), p: &mut Process| look(p).map(Ok).or_else(|| refuse_loss(p, comm, &pattern).err().map(Err));
    let found = cx.block_on(&mut (), poll, |_, _| Awaited::one(Await::Message(pattern)));
    cx.with(|p| p.engine.end_probe());
    found
}

/// Refuses to look for a message that cannot come any more: the communicator is revoked, or the
/// sender has died.
fn refuse_loss(p: &Process, comm: MPI_Comm, pattern: &MatchPattern) -> Result<()> {
    if p.resilience.is_none() {
        return Ok(());
    }
    if p.comms.get(comm.0).is_some_and(Comm::is_revoked) {
        return Err(revoked());
    }
    let is_missed = match pattern.source {
        ANY_SOURCE => p.may_miss_sender(comm.0),
        source => p.engine.loss_of(source as u32).is_some(),
    };
    if is_missed {
        let text = "a process that might send the message has died; see MPIX_Comm_get_failed and MPIX_Comm_ack_failed";
        return Err(Error::new(class_of_loss(), text));
    }
    Ok(())
}

/// One look, with progress before it: a message may wait in the device.
pub fn look_once<T>(
    cx: &Cx,
    comm: MPI_Comm,
    pattern: &MatchPattern,
    look: impl Fn(&mut Process) -> Option<T>,
) -> Result<Option<T>> {
    let mut gives_way = false;
    let found = cx.advance(|p| {
        let found = look(p).or_else(|| {
            progress_awaited(p);
            look(p)
        });
        match found {
            Some(_) => p.note_fruitful(),
            None => {
                refuse_loss(p, comm, pattern)?;
                gives_way = p.note_fruitless(cx.call.0);
            }
        }
        Ok(found)
    });
    if gives_way {
        cpu::give_way();
    }
    found
}

/// Takes a message out of the queue, and keeps it under a handle.
pub fn take(p: &mut Process, pattern: &MatchPattern, comm: usize) -> Option<(Status, usize)> {
    let (outcome, message): (Outcome, Message) = p.engine.take_message(pattern)?;
    let handle = p.messages.insert((comm, message));
    Some((status(p, comm, &outcome), handle))
}

/// Starts the receive of a message that a probe took; `None` for `MPI_MESSAGE_NO_PROC`. Returns
/// operation and communicator.
///
/// # Safety
/// ABI-1 for the buffer, until the receive is complete.
pub unsafe fn start(p: &mut Process, arguments: &Arguments, message: usize) -> Result<Option<(usize, usize)>> {
    if message == mpi::MPI_MESSAGE_NO_PROC {
        return Ok(None);
    }
    if p.messages.get(message).is_none() {
        return Err(invalid(message));
    }
    // SAFETY: as the caller promises.
    let buffer = unsafe { buffer(p, arguments)? };
    let Some((comm, message)) = p.messages.remove(message) else { return Err(invalid(message)) };
    Ok(Some((p.engine.receive_message(message, buffer, comm), comm)))
}

#[cold]
fn invalid(message: usize) -> Error {
    let seen = if message == mpi::MPI_MESSAGE_NULL {
        "MPI_MESSAGE_NULL".to_owned()
    } else {
        format!("{message:#x}, no message that waits to be received")
    };
    Error::new(mpi::MPI_ERR_REQUEST, format!("argument message is {seen}; pass a message from MPI_Mprobe or MPI_Improbe"))
}

/// The buffer of a receive of a matched message.
pub fn arguments(buf: *mut c_void, count: i64, datatype: MPI_Datatype) -> Arguments {
    Arguments { buf, count, datatype, peer: 0, tag: 0, comm: MPI_Comm::NULL }
}
