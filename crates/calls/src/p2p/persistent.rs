//! Persistent point-to-point requests (MPI-5 §3.9).

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::comm::Comm;
use ferry_core::process::Process;
use ferry_core::request::{Persistent, Request, Round, Task};
use ferry_core::resilience::revoked;
use ferry_core::{Error, Result};
use ferry_ctypes::{MPI_Request, Out};
use ferry_engine::Mode;
use ferry_runtime::Cx;

use crate::p2p;
use crate::p2p::message::{Arguments, buffer, check_send_tag, destination};
use crate::request::finished::{Finished, end_operation, is_operation_done, peek_operation};

/// What kind of send a persistent request makes.
#[derive(Clone, Copy)]
pub struct SendKind {
    mode: Mode,
    is_buffered: bool,
}

/// `MPI_Send_init` and `MPI_Rsend_init`
pub const STANDARD: SendKind = SendKind { mode: Mode::Standard, is_buffered: false };

/// `MPI_Ssend_init`
pub const SYNCHRONOUS: SendKind = SendKind { mode: Mode::Synchronous, is_buffered: false };

/// `MPI_Bsend_init`
pub const BUFFERED: SendKind = SendKind { mode: Mode::Standard, is_buffered: true };

/// Makes a persistent send.
///
/// # Safety
/// ABI-1 for `request`, and for the buffer whenever the request is active.
pub unsafe fn init_send(cx: &Cx, arguments: Arguments, kind: SendKind, request: Out<MPI_Request>) -> Result<()> {
    let handle = cx.with(|p| {
        let comm = p.comms.find(arguments.comm.0, "comm")?;
        check_send_tag(arguments.tag)?;
        let task = match destination(comm, arguments.peer)? {
            None => Task::Nothing { is_receive: false },
            Some(to) => {
                let SendKind { mode, is_buffered } = kind;
                Task::Send { to, context: comm.context(), tag: arguments.tag, mode, is_buffered }
            }
        };
        // SAFETY: ABI-1, until the request is freed.
        unsafe { keep(p, &arguments, task) }
    })?;
    request.set(MPI_Request(handle));
    Ok(())
}

/// # Safety
/// ABI-1 for the buffer, whenever the request is active.
pub unsafe fn keep(p: &mut Process, arguments: &Arguments, task: Task) -> Result<usize> {
    // SAFETY: as the caller promises.
    let buffer = unsafe { buffer(p, arguments)? };
    let group = p.comms.find(arguments.comm.0, "comm")?.peers().clone();
    let persistent = Persistent { task, buffer, comm: arguments.comm.0, group, round: Round::Inactive };
    Ok(p.requests.insert(Request::Persistent(Box::new(persistent))))
}

/// Starts a request.
pub fn begin(p: &mut Process, handle: usize) -> Result<()> {
    let Some(Request::Persistent(persistent)) = p.requests.get(handle) else { return Ok(()) };
    if persistent.round != Round::Inactive {
        return Err(Error::new(mpi::MPI_ERR_REQUEST, "argument request is active; wait for it before starting it again")
            .on(persistent.comm));
    }
    let (buffer, owner) = (persistent.buffer.clone(), persistent.comm);
    if p.comms.get(owner).is_some_and(Comm::is_revoked) {
        return Err(revoked().on(owner));
    }
    let operation = match persistent.task {
        Task::Nothing { .. } => None,
        Task::Receive(pattern) => Some(p.engine.receive(pattern, buffer, owner)),
        Task::Send { to, context, tag, is_buffered: true, .. } => {
            p2p::buffered::copy_and_send(p, &p2p::buffered::Copied { to, context, tag, comm: owner }, &buffer)?;
            None
        }
        Task::Send { to, context, tag, mode, .. } => {
            let operation = p.engine.send(to, context, tag, buffer, mode);
            operation.iter().for_each(|operation| p.engine.assign(*operation, owner));
            operation
        }
    };
    if let Some(Request::Persistent(persistent)) = p.requests.get_mut(handle) {
        persistent.round = operation.map_or(Round::Complete, Round::Operation);
    }
    Ok(())
}

/// Whether its round is over, or was not started.
pub fn is_complete(p: &Process, request: &Persistent) -> bool {
    match request.round {
        Round::Inactive | Round::Complete => true,
        Round::Operation(operation) => is_operation_done(p, operation),
    }
}

/// Whether it was started and not waited for.
pub fn is_active(request: &Persistent) -> bool {
    request.round != Round::Inactive
}

/// Ends the round of a persistent request if it is complete.
pub fn finish(p: &mut Process, handle: usize) -> Option<Finished> {
    let Some(Request::Persistent(persistent)) = p.requests.get(handle) else { return None };
    if !is_complete(p, persistent) {
        return None;
    }
    let finished = match persistent.round {
        Round::Operation(operation) => end_operation(p, operation),
        Round::Inactive | Round::Complete => Finished::with(status_without_operation(persistent)),
    };
    if let Some(Request::Persistent(persistent)) = p.requests.get_mut(handle) {
        persistent.round = Round::Inactive;
    }
    Some(finished.of_persistent())
}

/// What [`finish`] would say of a complete one.
pub fn peek(p: &Process, request: &Persistent) -> Finished {
    match request.round {
        Round::Operation(operation) => peek_operation(p, operation),
        Round::Inactive | Round::Complete => Finished::with(status_without_operation(request)),
    }
}

/// The status of a round that needed no operation, or of none.
fn status_without_operation(persistent: &Persistent) -> Status {
    match (&persistent.task, persistent.round) {
        (Task::Nothing { is_receive: true }, Round::Complete) => Status::null_process(),
        _ => Status::empty(),
    }
}

/// Frees the request; its round goes on.
pub fn free(p: &mut Process, handle: usize) {
    if let Some(Request::Persistent(persistent)) = p.requests.remove(handle)
        && let Round::Operation(operation) = persistent.round
    {
        p.engine.forget(operation);
    }
}

/// Cancels its round.
pub fn cancel(p: &mut Process, handle: usize) {
    if let Some(Request::Persistent(persistent)) = p.requests.get(handle)
        && let Round::Operation(operation) = persistent.round
    {
        p.engine.cancel(operation);
    }
}
