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
use ferry_engine::{ANY_SOURCE, MatchPattern, Message, Outcome};
use ferry_sys::cpu;

use super::completion::wait_for_receive;
use super::message::{Arguments, buffer, pattern, store};
use super::finished::receive_request;
use ferry_ctypes::{MPI_Comm, MPI_Datatype, MPI_Message, MPI_Request};
use ferry_runtime::Cx;

fn wanted(cx: &Cx, source: c_int, tag: c_int, comm: MPI_Comm) -> Result<Option<MatchPattern>> {
    cx.with(|p| pattern(p.comms.find(comm.0, "comm")?, source, tag))
}

/// Blocks until `look` finds a message; meanwhile no packet is refused.
fn wait_until<T>(cx: &Cx, comm: MPI_Comm, pattern: MatchPattern, mut look: impl FnMut(&mut Process) -> Option<T>) -> Result<T> {
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
fn look_once<T>(cx: &Cx, comm: MPI_Comm, pattern: &MatchPattern, look: impl Fn(&mut Process) -> Option<T>) -> Result<Option<T>> {
    let mut gives_way = false;
    let found = cx.advance(|p| {
        p.engine.begin_probe();
        let found = look(p).or_else(|| {
            p.progress();
            look(p)
        });
        p.engine.end_probe();
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

/// `MPI_Probe`
pub(crate) unsafe fn probe(cx: &Cx, source: c_int, tag: c_int, comm: MPI_Comm, status_out: *mut Status) -> Result<()> {
    let found = match wanted(cx, source, tag, comm)? {
        Some(pattern) => wait_until(cx, comm, pattern, |p| p.engine.probe(&pattern).map(|outcome| status(p, comm.0, &outcome)))?,
        None => Status::null_process(),
    };
    // SAFETY: ABI-1.
    unsafe { store(status_out, found) };
    Ok(())
}

/// `MPI_Iprobe`
pub(crate) unsafe fn iprobe(
    cx: &Cx,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    flag: *mut c_int,
    status_out: *mut Status,
) -> Result<()> {
    let found = match wanted(cx, source, tag, comm)? {
        Some(pattern) => look_once(cx, comm, &pattern, |p| p.engine.probe(&pattern).map(|outcome| status(p, comm.0, &outcome)))?,
        None => Some(Status::null_process()),
    };
    // SAFETY: ABI-1.
    unsafe {
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            store(status_out, found);
        }
    }
    Ok(())
}

/// Takes a message out of the queue, and keeps it under a handle.
fn take(p: &mut Process, pattern: &MatchPattern, comm: usize) -> Option<(Status, usize)> {
    let (outcome, message): (Outcome, Message) = p.engine.take_message(pattern)?;
    let handle = p.messages.insert((comm, message));
    Some((status(p, comm, &outcome), handle))
}

/// `MPI_Mprobe`
pub(crate) unsafe fn mprobe(
    cx: &Cx,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    message: *mut MPI_Message,
    status_out: *mut Status,
) -> Result<()> {
    let (found, handle) = match wanted(cx, source, tag, comm)? {
        Some(pattern) => wait_until(cx, comm, pattern, |p| take(p, &pattern, comm.0))?,
        None => (Status::null_process(), mpi::MPI_MESSAGE_NO_PROC),
    };
    // SAFETY: ABI-1.
    unsafe {
        *message = MPI_Message(handle);
        store(status_out, found);
    }
    Ok(())
}

/// `MPI_Improbe`
pub(crate) unsafe fn improbe(
    cx: &Cx,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    flag: *mut c_int,
    message: *mut MPI_Message,
    status_out: *mut Status,
) -> Result<()> {
    let found = match wanted(cx, source, tag, comm)? {
        Some(pattern) => look_once(cx, comm, &pattern, |p| take(p, &pattern, comm.0))?,
        None => Some((Status::null_process(), mpi::MPI_MESSAGE_NO_PROC)),
    };
    // SAFETY: ABI-1.
    unsafe {
        *flag = c_int::from(found.is_some());
        if let Some((found, handle)) = found {
            *message = MPI_Message(handle);
            store(status_out, found);
        }
    }
    Ok(())
}

/// Starts the receive of a message that a probe took; `None` for `MPI_MESSAGE_NO_PROC`. Returns
/// operation and communicator.
///
/// # Safety
/// ABI-1 for the buffer, until the receive is complete.
unsafe fn start(p: &mut Process, arguments: &Arguments, message: usize) -> Result<Option<(usize, usize)>> {
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

fn arguments(buf: *mut c_void, count: i64, datatype: MPI_Datatype) -> Arguments {
    Arguments { buf, count, datatype, peer: 0, tag: 0, comm: MPI_Comm::NULL }
}

/// `MPI_Mrecv`
pub(crate) unsafe fn mrecv(
    cx: &Cx,
    buf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    message: *mut MPI_Message,
    status_out: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let started = cx.with(|p| start(p, &arguments(buf, count, datatype), (*message).0))?;
        *message = MPI_Message::NULL;
        match started {
            Some((operation, comm)) => wait_for_receive(cx, operation, comm, status_out),
            None => {
                store(status_out, Status::null_process());
                Ok(())
            }
        }
    }
}

/// `MPI_Imrecv`
pub(crate) unsafe fn imrecv(
    cx: &Cx,
    buf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    message: *mut MPI_Message,
    request: *mut MPI_Request,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let started = cx.with(|p| start(p, &arguments(buf, count, datatype), (*message).0))?;
        *message = MPI_Message::NULL;
        *request = MPI_Request(cx.with(|p| receive_request(p, started.map(|(operation, _)| operation))));
    }
    Ok(())
}
