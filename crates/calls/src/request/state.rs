//! What each kind of request answers when it is waited for, looked at, started, cancelled or freed:
//! the one place that tells kinds apart.
//!
//! A request is one of three things. It may be an operation of the engine; that is the fast path,
//! which is tried first, and the request is the operation's own handle. It may be the number of
//! something that was complete at once ([`ferry_core::completed`]). Or it is a [`Request`] of the
//! table; each kind of those has a module with the functions that are called here. Whatever has to
//! call a function of the program hands it out as a [`Callback`], because the process is borrowed
//! here.

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::process::Process;
use ferry_core::request::Request;
use ferry_core::{Error, Result, bail};
use ferry_engine::Operation;
use ferry_handle::Kind;

use crate::request::finished::{Callback, Finished, completed_request, describe, is_operation_done, peek_operation, refuse_miss};
use crate::{collective, comm, fault_tolerance, file, p2p, request, win};

/// Ends a request if it is complete: `None` if it is not.
///
/// # Errors
/// `MPI_ERR_REQUEST` for what is no request.
#[inline]
pub fn finish(p: &mut Process, request: usize) -> Result<Option<Finished>> {
    match p.engine.end(request) {
        Some(Some(ended)) => Ok(Some(describe(p, &ended))),
        Some(None) => refuse_miss(p, request).map(|()| None),
        None => finish_other(p, request),
    }
}

/// Ends a request that is a complete operation without an error, or was complete at once; `None` if
/// it is anything else. The status only if it is asked for.
#[inline(always)]
pub fn finish_simple(p: &mut Process, request: usize, wants_status: bool) -> Option<Option<Status>> {
    match p.engine.end_well(request) {
        Some(ended) => ended.map(|ended| wants_status.then(|| describe(p, &ended).status)),
        None => p.completed.redeem(request).map(|done| wants_status.then(|| completed_request(done).status)),
    }
}

/// The operation behind a request; not one whose request the program has freed.
fn operation(p: &Process, request: usize) -> Option<&Operation> {
    p.engine.operation(request).filter(|operation| !operation.is_orphan)
}

/// A request of the table; not one that the program has freed.
fn kept(p: &Process, request: usize) -> Option<&Request> {
    p.requests.get(request).filter(|request| match request {
        Request::General(general) => !general.is_freed,
        Request::File(access) => !access.is_freed,
        Request::FilePointer(_) => false,
        _ => true,
    })
}

fn finish_other(p: &mut Process, request: usize) -> Result<Option<Finished>> {
    if let Some(done) = p.completed.redeem(request) {
        return Ok(Some(completed_request(done)));
    }
    match kept(p, request) {
        Some(&Request::Completed(done)) => {
            p.requests.remove(request);
            Ok(Some(completed_request(done)))
        }
        Some(Request::Persistent(_)) => match p2p::persistent::finish(p, request) {
            None => refuse_miss_within(p, request).map(|()| None),
            finished => Ok(finished),
        },
        Some(Request::Duplication(_)) => Ok(comm::idup::finish(p, request)),
        Some(Request::Collective(_)) => Ok(collective::request::finish(p, request)),
        Some(Request::Exchange(_)) => match p2p::exchange::finish_request(p, request) {
            None => refuse_miss_within(p, request).map(|()| None),
            finished => Ok(finished),
        },
        Some(Request::Flush(_)) => Ok(p2p::buffered::finish_flush(p, request)),
        Some(Request::OneSided(_)) => Ok(win::request::finish(p, request).map(|error| Finished::failed(Status::empty(), error))),
        Some(Request::General(_)) => Ok(request::generalized::finish(p, request)),
        Some(Request::PartitionedSend(_)) => Ok(p2p::partitioned::finish_send(p, request)),
        Some(Request::PartitionedReceive(_)) => Ok(p2p::partitioned::finish_receive(p, request)),
        Some(Request::File(_)) => Ok(file::request::finish(p, request)),
        Some(Request::Agreement(_)) => Ok(fault_tolerance::finish(p, request)),
        Some(Request::FilePointer(_)) => Err(invalid(request)),
        None if request == mpi::MPI_REQUEST_NULL => Ok(Some(Finished::with(Status::empty()))),
        None => Err(invalid(request)),
    }
}

/// As [`refuse_miss`], for any request: the receive may be within it.
///
/// # Errors
/// `MPIX_ERR_PROC_FAILED_PENDING`
pub fn refuse_miss_within(p: &Process, request: usize) -> Result<()> {
    let receive = match p.requests.get(request) {
        Some(Request::Persistent(persistent)) => persistent.operation(),
        Some(Request::Exchange(exchange)) => exchange.receive,
        _ => Some(request),
    };
    receive.map_or(Ok(()), |receive| refuse_miss(p, receive))
}

/// What [`finish`] would say; the request stays as it is.
///
/// # Errors
/// `MPI_ERR_REQUEST` for what is no request.
pub fn peek(p: &mut Process, request: usize) -> Result<Option<Finished>> {
    if !is_complete(p, request)? {
        return Ok(None);
    }
    if operation(p, request).is_some() {
        return Ok(Some(peek_operation(p, request)));
    }
    if let Some(done) = p.completed.get(request) {
        return Ok(Some(completed_request(done)));
    }
    Ok(Some(match p.requests.get(request) {
        Some(&Request::Completed(done)) => completed_request(done),
        Some(Request::Persistent(request)) => p2p::persistent::peek(p, request),
        Some(Request::Duplication(_)) => comm::idup::peek(p, request),
        Some(Request::Exchange(request)) => p2p::exchange::peek(p, request),
        Some(Request::General(request)) => request::generalized::peek(request),
        Some(Request::PartitionedSend(request)) => p2p::partitioned::peek_send(p, request),
        Some(Request::PartitionedReceive(request)) => p2p::partitioned::peek_receive(p, request),
        Some(Request::File(_)) => file::request::peek(p, request),
        Some(Request::Agreement(_)) => fault_tolerance::peek(p, request),
        Some(Request::FilePointer(_)) => return Err(invalid(request)),
        Some(Request::Collective(_) | Request::Flush(_) | Request::OneSided(_)) | None => Finished::with(Status::empty()),
    }))
}

/// Whether a request is complete (or null, or inactive); leaves it alone.
///
/// # Errors
/// `MPI_ERR_REQUEST` for what is no request.
pub fn is_complete(p: &Process, request: usize) -> Result<bool> {
    if let Some(operation) = operation(p, request) {
        return Ok(operation.is_done());
    }
    if request == mpi::MPI_REQUEST_NULL || p.completed.get(request).is_some() {
        return Ok(true);
    }
    match kept(p, request) {
        Some(Request::Completed(_)) => Ok(true),
        Some(Request::Persistent(request)) => Ok(p2p::persistent::is_complete(p, request)),
        Some(Request::Duplication(request)) => Ok(is_operation_done(p, request.operation)),
        Some(Request::Collective(request)) => Ok(collective::request::is_complete(request)),
        Some(Request::Exchange(request)) => Ok(p2p::exchange::is_complete(p, request)),
        Some(Request::Flush(operations)) => Ok(p2p::buffered::is_flushed(p, operations)),
        Some(Request::OneSided(access)) => Ok(win::request::is_complete(p, access)),
        Some(Request::General(request)) => Ok(request.is_complete),
        Some(Request::PartitionedSend(request)) => Ok(request.is_complete(&p.engine)),
        Some(Request::PartitionedReceive(request)) => Ok(request.is_complete(&p.engine)),
        Some(Request::File(access)) => Ok(access.is_over()),
        Some(Request::Agreement(pending)) => Ok(fault_tolerance::is_complete(p, pending)),
        Some(Request::FilePointer(_)) => Err(invalid(request)),
        None => Err(invalid(request)),
    }
}

/// Whether waiting for the request means anything: not null, not inactive.
pub fn is_active(p: &Process, request: usize) -> bool {
    match p.requests.get(request) {
        Some(Request::Persistent(request)) => p2p::persistent::is_active(request),
        Some(Request::Collective(request)) => collective::request::is_active(request),
        Some(Request::PartitionedSend(request)) => request.is_active(),
        Some(Request::PartitionedReceive(request)) => request.is_active(),
        Some(
            Request::Duplication(_)
            | Request::Completed(_)
            | Request::Exchange(_)
            | Request::Flush(_)
            | Request::OneSided(_)
            | Request::General(_)
            | Request::File(_)
            | Request::FilePointer(_)
            | Request::Agreement(_),
        ) => true,
        None => request != mpi::MPI_REQUEST_NULL,
    }
}

/// `MPI_Start`
///
/// # Errors
/// `MPI_ERR_REQUEST` if the request is not persistent, or active.
pub fn start(p: &mut Process, request: usize) -> Result<()> {
    match p.requests.get(request) {
        Some(Request::Persistent(_)) => p2p::persistent::begin(p, request),
        Some(Request::Collective(_)) => collective::request::begin(p, request),
        Some(Request::PartitionedSend(_)) => p2p::partitioned::begin_send(p, request),
        Some(Request::PartitionedReceive(_)) => p2p::partitioned::begin_receive(p, request),
        _ => bail!(MPI_ERR_REQUEST, "argument request is {request:#x}; it must be a persistent request that was not freed"),
    }
}

/// `MPI_Request_free`; what the program has to do about it.
///
/// # Errors
/// `MPI_ERR_REQUEST` for what is no request, or must not be freed now.
pub fn free(p: &mut Process, request: usize) -> Result<Option<Callback>> {
    if operation(p, request).is_some() {
        p.engine.forget(request);
        return Ok(None);
    }
    if p.completed.redeem(request).is_some() {
        return Ok(None);
    }
    match kept(p, request) {
        Some(Request::Completed(_) | Request::Flush(_)) => drop(p.requests.remove(request)),
        Some(Request::Exchange(_)) => p2p::exchange::free(p, request),
        Some(Request::OneSided(_)) => win::request::free(p, request),
        Some(Request::General(_)) => return Ok(request::generalized::free(p, request)),
        Some(Request::PartitionedSend(_) | Request::PartitionedReceive(_)) => return p2p::partitioned::free(p, request),
        Some(Request::Persistent(_)) => p2p::persistent::free(p, request),
        Some(Request::File(_)) => return Ok(file::request::free(p, request)),
        Some(Request::Agreement(pending)) => return Err(fault_tolerance::not_cancellable(pending)),
        Some(Request::FilePointer(_)) => return Err(invalid(request)),
        Some(Request::Collective(_)) => return collective::request::free(p, request),
        Some(Request::Duplication(_)) => return comm::idup::free(p, request),
        None => return Err(invalid(request)),
    }
    Ok(None)
}

/// `MPI_Cancel`; what the program has to do about it.
///
/// # Errors
/// `MPI_ERR_REQUEST` for what is no request, or cannot be cancelled.
pub fn cancel(p: &mut Process, request: usize) -> Result<Option<Callback>> {
    if operation(p, request).is_some() {
        p.engine.cancel(request);
        return Ok(None);
    }
    if p.completed.get(request).is_some() {
        return Ok(None);
    }
    match kept(p, request) {
        // What is only waited for, and over without the program's doing, need not be cancelled.
        Some(Request::Completed(_) | Request::Flush(_)) => {}
        Some(Request::Exchange(_)) => p2p::exchange::cancel(p, request),
        Some(Request::OneSided(_)) => win::request::not_cancellable()?,
        Some(Request::General(request)) => return Ok(Some(request::generalized::cancel(request))),
        Some(Request::PartitionedSend(request)) => return Err(p2p::partitioned::not_cancellable(request.owner())),
        Some(Request::PartitionedReceive(request)) => return Err(p2p::partitioned::not_cancellable(request.owner())),
        Some(Request::Persistent(_)) => p2p::persistent::cancel(p, request),
        Some(Request::Collective(ongoing)) => return Err(collective::request::not_cancellable(ongoing)),
        Some(Request::File(access)) => return Err(file::request::not_cancellable(access)),
        Some(Request::Agreement(pending)) => return Err(fault_tolerance::not_cancellable(pending)),
        Some(Request::FilePointer(_)) => return Err(invalid(request)),
        Some(Request::Duplication(_)) => {
            bail!(MPI_ERR_REQUEST, "argument request is that of MPI_Comm_idup, which cannot be cancelled; wait for it")
        }
        None => return Err(invalid(request)),
    }
    Ok(None)
}

#[cold]
fn invalid(request: usize) -> Error {
    let seen = match Kind::name_of(request) {
        _ if request == mpi::MPI_REQUEST_NULL => "MPI_REQUEST_NULL",
        Some("request") => "a freed or completed request",
        Some(other) => {
            return Error::new(mpi::MPI_ERR_REQUEST, format!("argument request is {request:#x}, which is a {other} handle"));
        }
        None => "no handle",
    };
    Error::new(mpi::MPI_ERR_REQUEST, format!("argument request is {request:#x}, {seen}; pass a request that is under way"))
}
