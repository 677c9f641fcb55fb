//! What each kind of request answers when it is waited for, looked at, started, cancelled or freed:
//! the one place that tells kinds apart.
//!
//! A request is an operation of the engine (its own handle, asked first: the fast path), a number
//! of what was complete at once ([`ferry_core::instant`]), or a [`Request`] of the table, whose
//! kinds each have a module with the functions that are called here. Whatever has to call a
//! function of the program hands it out as a [`Callback`], because the process is borrowed here.

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::instant::Done;
use ferry_core::process::Process;
use ferry_core::request::Request;
use ferry_core::{Error, Result, bail};
use ferry_engine::{ANY_SOURCE, Ended, Operation, OperationStage};
use ferry_handle::Kind;

use super::{
    buffered, collective_request, comm_idup, exchange, fault_tolerance, file_request, generalized, message, partitioned,
    persistent, win_request,
};
use crate::entry::Cx;

/// A function of the program that has to be called before the outcome is reported, with no borrow
/// of the process held. It may change the status, and its error is that of the request.
pub type Callback = Box<dyn FnOnce(&Cx, &mut Status) -> Result<()>>;

/// How a request ended.
pub struct Finished {
    /// Its status.
    pub status: Status,
    /// Its error, if it failed.
    pub error: Option<Error>,
    /// A persistent request, whose handle stays.
    pub is_persistent: bool,
    /// What to call first; see [`Finished::conclude`].
    pub callback: Option<Callback>,
}

impl Finished {
    /// One that succeeded and whose handle goes.
    #[inline]
    pub fn with(status: Status) -> Self {
        Finished { status, error: None, is_persistent: false, callback: None }
    }

    /// One that ended with `error`.
    pub fn failed(status: Status, error: Option<Error>) -> Self {
        Finished { error, ..Finished::with(status) }
    }

    /// The round of a persistent request.
    pub fn of_persistent(self) -> Self {
        Finished { is_persistent: true, ..self }
    }

    /// Calls what the program has to say about it. Not within a borrow of the process.
    #[inline]
    pub fn conclude(mut self, cx: &Cx) -> Self {
        if let Some(callback) = self.callback.take() {
            self.error = callback(cx, &mut self.status).err().or(self.error);
        }
        self
    }
}

/// The request for a send that was complete at once (`None`) or has become an operation.
#[inline(always)]
pub fn send_request(p: &mut Process, operation: Option<usize>) -> usize {
    operation.unwrap_or_else(|| instant_request(p, Done::Send))
}

/// The request for a receive; `None`: from `MPI_PROC_NULL`.
#[inline(always)]
pub fn receive_request(p: &mut Process, operation: Option<usize>) -> usize {
    operation.unwrap_or_else(|| instant_request(p, Done::NullReceive))
}

/// A request for what was complete at once.
#[inline(always)]
pub fn instant_request(p: &mut Process, done: Done) -> usize {
    p.instants.issue(done).unwrap_or_else(|| p.requests.insert(Request::Instant(done)))
}

/// What was complete at once.
fn instant(done: Done) -> Finished {
    Finished::with(match done {
        Done::Send => Status::empty(),
        Done::NullReceive => Status::null_process(),
    })
}

/// What the program gets to know of an operation that is over.
#[inline]
fn describe(p: &Process, ended: &Ended) -> Finished {
    let Ended { outcome, owner, is_receive } = *ended;
    let error = message::failure(p, owner, &outcome, is_receive);
    if !is_receive || outcome.cancelled {
        let mut status = Status::empty();
        status.set_cancelled(outcome.cancelled);
        return Finished { error, ..Finished::with(status) };
    }
    Finished { error, ..Finished::with(message::status(p, owner, &outcome)) }
}

/// The error of an operation whose request was freed: no call returns it, but the error handler of
/// its communicator gets to know.
pub fn lost_error(p: &mut Process) -> Option<Error> {
    let Ended { outcome, owner, is_receive } = p.engine.take_lost()?;
    let error = message::failure(p, owner, &outcome, is_receive)?;
    let what = if is_receive { "receive" } else { "send" };
    let text = format!("a {what} failed whose request the program had freed: {}", error.message());
    Some(Error::new(error.class(), text).on(owner))
}

/// Ends an operation that is done. One that does not exist counts as a send that is over.
#[inline]
pub fn end_operation(p: &mut Process, operation: usize) -> Finished {
    let ended = p.engine.end(operation).flatten();
    ended.map_or_else(|| Finished::with(Status::empty()), |ended| describe(p, &ended))
}

/// Whether an operation is done, or gone.
pub fn is_operation_done(p: &Process, operation: usize) -> bool {
    p.engine.operation(operation).is_none_or(|operation| operation.is_done())
}

/// What [`end_operation`] would say; the operation is done and stays.
pub fn peek_operation(p: &Process, operation: usize) -> Finished {
    match p.engine.operation(operation) {
        Some(operation) => {
            let (outcome, owner, is_receive) = (operation.outcome(), operation.owner, operation.is_receive);
            describe(p, &Ended { outcome, owner, is_receive })
        }
        None => Finished::with(Status::empty()),
    }
}

/// Refuses to wait for a receive from any source that may wait for a process which has died. It
/// stays active: once the program has acknowledged the death, it may be waited for.
#[inline]
pub fn refuse_miss(p: &Process, request: usize) -> Result<()> {
    if p.resilience.is_some() { refuse_miss_of(p, request) } else { Ok(()) }
}

#[cold]
fn refuse_miss_of(p: &Process, request: usize) -> Result<()> {
    let Some(operation) = p.engine.operation(request) else { return Ok(()) };
    let is_open =
        operation.is_receive && operation.peer == ANY_SOURCE as u32 && matches!(operation.stage, OperationStage::Posted(_));
    if !is_open || !p.may_miss_sender(operation.owner) {
        return Ok(());
    }
    let text = "a process that might send the message has died; acknowledge that with MPIX_Comm_ack_failed to wait for others, or cancel the request";
    Err(Error::new(mpi::MPIX_ERR_PROC_FAILED_PENDING, text).on(operation.owner))
}

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
        None => p.instants.redeem(request).map(|done| wants_status.then(|| instant(done).status)),
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
        Request::FilePointer(_) | Request::Failures => false,
        _ => true,
    })
}

fn finish_other(p: &mut Process, request: usize) -> Result<Option<Finished>> {
    if let Some(done) = p.instants.redeem(request) {
        return Ok(Some(instant(done)));
    }
    match kept(p, request) {
        Some(&Request::Instant(done)) => {
            p.requests.remove(request);
            Ok(Some(instant(done)))
        }
        Some(Request::Persistent(_)) => Ok(persistent::finish(p, request)),
        Some(Request::Duplication(_)) => comm_idup::finish(p, request),
        Some(Request::Collective(_)) => Ok(collective_request::finish(p, request)),
        Some(Request::Exchange(_)) => Ok(exchange::finish_request(p, request)),
        Some(Request::Flush(_)) => Ok(buffered::finish_flush(p, request)),
        Some(Request::OneSided(_)) => Ok(win_request::finish(p, request).map(|error| Finished::failed(Status::empty(), error))),
        Some(Request::General(_)) => Ok(generalized::finish(p, request)),
        Some(Request::PartitionedSend(_)) => Ok(partitioned::finish_send(p, request)),
        Some(Request::PartitionedReceive(_)) => Ok(partitioned::finish_receive(p, request)),
        Some(Request::File(_)) => Ok(file_request::finish(p, request)),
        Some(Request::Agreement(_)) => Ok(fault_tolerance::finish(p, request)),
        Some(Request::FilePointer(_) | Request::Failures) => Err(invalid(request)),
        None if request == mpi::MPI_REQUEST_NULL => Ok(Some(Finished::with(Status::empty()))),
        None => Err(invalid(request)),
    }
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
    if let Some(done) = p.instants.get(request) {
        return Ok(Some(instant(done)));
    }
    Ok(Some(match p.requests.get(request) {
        Some(&Request::Instant(done)) => instant(done),
        Some(Request::Persistent(request)) => persistent::peek(p, request),
        Some(Request::Duplication(_)) => comm_idup::peek(p, request)?,
        Some(Request::Exchange(request)) => exchange::peek(p, request),
        Some(Request::General(request)) => generalized::peek(request),
        Some(Request::PartitionedReceive(request)) => partitioned::peek_receive(p, request),
        Some(Request::File(access)) => file_request::peek(access),
        Some(Request::FilePointer(_) | Request::Failures) => return Err(invalid(request)),
        Some(
            Request::Collective(_)
            | Request::Flush(_)
            | Request::OneSided(_)
            | Request::PartitionedSend(_)
            | Request::Agreement(_),
        )
        | None => Finished::with(Status::empty()),
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
    if request == mpi::MPI_REQUEST_NULL || p.instants.get(request).is_some() {
        return Ok(true);
    }
    match kept(p, request) {
        Some(Request::Instant(_)) => Ok(true),
        Some(Request::Persistent(request)) => Ok(persistent::is_complete(p, request)),
        Some(Request::Duplication(request)) => Ok(is_operation_done(p, request.operation)),
        Some(Request::Collective(request)) => Ok(collective_request::is_complete(request)),
        Some(Request::Exchange(request)) => Ok(exchange::is_complete(p, request)),
        Some(Request::Flush(operations)) => Ok(buffered::is_flushed(p, operations)),
        Some(Request::OneSided(access)) => Ok(win_request::is_complete(p, access)),
        Some(Request::General(request)) => Ok(request.is_complete),
        Some(Request::PartitionedSend(request)) => Ok(request.is_complete(&p.engine)),
        Some(Request::PartitionedReceive(request)) => Ok(request.is_complete(&p.engine)),
        Some(Request::File(access)) => Ok(access.is_over()),
        Some(Request::Agreement(request)) => Ok(p.is_decided(request.agreement)),
        Some(Request::FilePointer(_) | Request::Failures) => Err(invalid(request)),
        None => Err(invalid(request)),
    }
}

/// Whether waiting for the request means anything: not null, not inactive.
pub fn is_active(p: &Process, request: usize) -> bool {
    match p.requests.get(request) {
        Some(Request::Persistent(request)) => persistent::is_active(request),
        Some(Request::Collective(request)) => collective_request::is_active(request),
        Some(Request::PartitionedSend(request)) => request.is_active(),
        Some(Request::PartitionedReceive(request)) => request.is_active(),
        Some(
            Request::Duplication(_)
            | Request::Instant(_)
            | Request::Exchange(_)
            | Request::Flush(_)
            | Request::OneSided(_)
            | Request::General(_)
            | Request::File(_)
            | Request::FilePointer(_)
            | Request::Agreement(_)
            | Request::Failures,
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
        Some(Request::Persistent(_)) => persistent::begin(p, request),
        Some(Request::Collective(_)) => collective_request::begin(p, request),
        Some(Request::PartitionedSend(_)) => partitioned::begin_send(p, request),
        Some(Request::PartitionedReceive(_)) => partitioned::begin_receive(p, request),
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
    if p.instants.redeem(request).is_some() {
        return Ok(None);
    }
    match kept(p, request) {
        Some(Request::Instant(_) | Request::Flush(_)) => drop(p.requests.remove(request)),
        Some(Request::Exchange(_)) => exchange::free(p, request),
        Some(Request::OneSided(_)) => win_request::free(p, request),
        Some(Request::General(_)) => return Ok(generalized::free(p, request)),
        Some(Request::PartitionedSend(_) | Request::PartitionedReceive(_)) => return partitioned::free(p, request),
        Some(Request::Persistent(_)) => persistent::free(p, request),
        Some(Request::File(_)) => return Ok(file_request::free(p, request)),
        Some(Request::Agreement(pending)) => return Err(fault_tolerance::not_cancellable(pending)),
        Some(Request::FilePointer(_) | Request::Failures) => return Err(invalid(request)),
        Some(Request::Collective(_)) => return collective_request::free(p, request),
        Some(Request::Duplication(_)) => return comm_idup::free(p, request),
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
    if p.instants.get(request).is_some() {
        return Ok(None);
    }
    match kept(p, request) {
        // What is only waited for, and over without the program's doing, need not be cancelled.
        Some(Request::Instant(_) | Request::Flush(_)) => {}
        Some(Request::Exchange(_)) => exchange::cancel(p, request),
        Some(Request::OneSided(_)) => win_request::not_cancellable()?,
        Some(Request::General(request)) => return Ok(Some(generalized::cancel(request))),
        Some(Request::PartitionedSend(request)) => return Err(partitioned::not_cancellable(request.owner())),
        Some(Request::PartitionedReceive(request)) => return Err(partitioned::not_cancellable(request.owner())),
        Some(Request::Persistent(_)) => persistent::cancel(p, request),
        Some(Request::Collective(ongoing)) => return Err(collective_request::not_cancellable(ongoing)),
        Some(Request::File(access)) => return Err(file_request::not_cancellable(access)),
        Some(Request::Agreement(pending)) => return Err(fault_tolerance::not_cancellable(pending)),
        Some(Request::FilePointer(_) | Request::Failures) => return Err(invalid(request)),
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
