//! Completing requests (MPI-5 §3.7.3 to §3.8.4): wait, test, cancel, free.

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::instant::Done;
use ferry_core::process::Process;
use ferry_core::request::{Request, Round};
use ferry_core::{Error, Result, bail};
use ferry_engine::Ended;
use ferry_handle::Kind;

use super::message::{self, store};
use super::receive::report;
use super::{comm_idup, persistent};
use crate::ctypes::MPI_Request;
use crate::entry::Cx;

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

/// The status of what was complete at once.
fn instant_status(done: Done) -> Status {
    match done {
        Done::Send => Status::empty(),
        Done::NullReceive => Status::null_process(),
    }
}

/// How a request ended.
pub struct Finished {
    /// Its status.
    pub status: Status,
    /// Its error, if it failed.
    pub error: Option<Error>,
    /// A persistent request, whose handle stays.
    pub is_persistent: bool,
}

impl Finished {
    fn with(status: Status) -> Self {
        Finished { status, error: None, is_persistent: false }
    }

    /// The round of a persistent request.
    pub fn of_persistent(self) -> Self {
        Finished { is_persistent: true, ..self }
    }
}

/// Waits for a send that did not complete at once.
pub fn wait_for_send(cx: &Cx, operation: usize) {
    cx.block(|p| p.engine.take(operation));
}

/// Waits for a posted receive and reports it.
///
/// # Safety
/// ABI-1 for `status`.
pub unsafe fn wait_for_receive(cx: &Cx, operation: usize, comm: usize, status: *mut Status) -> Result<()> {
    let outcome = cx.block(|p| p.engine.take(operation));
    // SAFETY: as the caller promises.
    cx.with(|p| unsafe { report(p, comm, &outcome, status) })
}

/// Ends a request if it is complete: `None` if it is not.
#[inline]
pub fn finish(p: &mut Process, request: usize) -> Result<Option<Finished>> {
    match p.engine.end(request) {
        Some(ended) => Ok(ended.map(|ended| describe(p, &ended))),
        None => finish_other(p, request),
    }
}

/// Takes a finished operation.
#[inline]
pub fn end_operation(p: &mut Process, handle: usize) -> Finished {
    let ended = p.engine.end(handle).flatten();
    ended.map_or_else(|| Finished::with(Status::empty()), |ended| describe(p, &ended))
}

/// What the program gets to know of an operation that is over.
#[inline]
fn describe(p: &Process, ended: &Ended) -> Finished {
    let Ended { outcome, owner, is_receive } = *ended;
    if !is_receive || outcome.cancelled {
        let mut status = Status::empty();
        status.set_cancelled(outcome.cancelled);
        return Finished::with(status);
    }
    let error = outcome.is_truncated().then(|| message::truncated(p, owner, &outcome));
    Finished { status: message::status(p, owner, &outcome), error, is_persistent: false }
}

fn finish_other(p: &mut Process, request: usize) -> Result<Option<Finished>> {
    if let Some(done) = p.instants.redeem(request) {
        return Ok(Some(Finished::with(instant_status(done))));
    }
    match request {
        mpi::MPI_REQUEST_NULL => Ok(Some(Finished::with(Status::empty()))),
        _ => match p.requests.get(request) {
            Some(&Request::Instant(done)) => {
                p.requests.remove(request);
                Ok(Some(Finished::with(instant_status(done))))
            }
            Some(Request::Persistent(_)) => Ok(persistent::finish(p, request)),
            Some(Request::Duplication(_)) => {
                comm_idup::settle(p, request)?;
                let is_settled = is_complete(p, request)?;
                Ok(is_settled.then(|| p.requests.remove(request)).map(|_| Finished::with(Status::empty())))
            }
            None => Err(invalid(request)),
        },
    }
}

/// Whether a request is complete (or null, or inactive); leaves it alone.
fn is_complete(p: &Process, request: usize) -> Result<bool> {
    if let Some(operation) = p.engine.operation(request) {
        return Ok(operation.is_done());
    }
    match request {
        mpi::MPI_REQUEST_NULL => Ok(true),
        _ if p.instants.get(request).is_some() => Ok(true),
        _ => match p.requests.get(request) {
            Some(Request::Instant(_)) => Ok(true),
            Some(Request::Persistent(persistent)) => Ok(match persistent.round {
                Round::Inactive | Round::Complete => true,
                Round::Operation(operation) => p.engine.operation(operation).is_none_or(|operation| operation.is_done()),
            }),
            Some(Request::Duplication(duplication)) => {
                Ok(p.engine.operation(duplication.operation).is_none_or(|operation| operation.is_done()))
            }
            None => Err(invalid(request)),
        },
    }
}

/// Whether waiting for the request means anything: not null, not inactive.
fn is_active(p: &Process, request: usize) -> bool {
    match p.requests.get(request) {
        Some(Request::Persistent(persistent)) => persistent.round != Round::Inactive,
        Some(Request::Duplication(_) | Request::Instant(_)) => true,
        None => request != mpi::MPI_REQUEST_NULL,
    }
}

#[cold]
fn invalid(request: usize) -> Error {
    let seen = match Kind::name_of(request) {
        Some("request") => "a freed or completed request",
        Some(other) => {
            return Error::new(mpi::MPI_ERR_REQUEST, format!("argument request is {request:#x}, which is a {other} handle"));
        }
        None => "no handle",
    };
    Error::new(mpi::MPI_ERR_REQUEST, format!("argument request is {request:#x}, {seen}; pass a request that is under way"))
}

/// Stores what became of one request: its status, and `MPI_REQUEST_NULL` unless it is persistent.
///
/// # Safety
/// ABI-1 for both pointers.
#[inline]
unsafe fn deliver(finished: &Finished, request: *mut MPI_Request, status: *mut Status) {
    // SAFETY: as the caller promises.
    unsafe {
        store(status, finished.status);
        if !finished.is_persistent {
            *request = MPI_Request::NULL;
        }
    }
}

/// As [`deliver`], with the error code in the status, as functions on several requests do.
///
/// # Safety
/// ABI-1 for both pointers.
unsafe fn deliver_of_several(finished: &Finished, request: *mut MPI_Request, status: *mut Status) {
    // SAFETY: as the caller promises.
    unsafe {
        deliver(finished, request, status);
        if !status.is_null() {
            (*status).error = finished.error.as_ref().map_or(mpi::MPI_SUCCESS, Error::class);
        }
    }
}

/// Element `index` of an array of statuses that may be `MPI_STATUSES_IGNORE`.
fn status_at(statuses: *mut Status, index: usize) -> *mut Status {
    if statuses.is_null() { statuses } else { statuses.wrapping_add(index) }
}

/// `MPI_Wait`
#[inline]
pub(crate) unsafe fn wait(cx: &Cx, request: *mut MPI_Request, status: *mut Status) -> Result<()> {
    // SAFETY: ABI-1.
    let handle = unsafe { (*request).0 };
    let finished = cx.block(|p| finish(p, handle).transpose())?;
    // SAFETY: ABI-1.
    unsafe { deliver(&finished, request, status) };
    finished.error.map_or(Ok(()), Err)
}

/// `MPI_Test`
pub(crate) unsafe fn test(cx: &Cx, request: *mut MPI_Request, flag: *mut c_int, status: *mut Status) -> Result<()> {
    // SAFETY: ABI-1.
    let handle = unsafe { (*request).0 };
    let finished = look(cx, |p| finish(p, handle))?;
    // SAFETY: ABI-1.
    unsafe { *flag = c_int::from(finished.is_some()) };
    let Some(finished) = finished else { return Ok(()) };
    // SAFETY: ABI-1.
    unsafe { deliver(&finished, request, status) };
    finished.error.map_or(Ok(()), Err)
}

/// Asks once, and once more after progress if there was no answer.
fn look<T>(cx: &Cx, mut ask: impl FnMut(&mut Process) -> Result<Option<T>>) -> Result<Option<T>> {
    cx.with(|p| match ask(p)? {
        Some(answer) => Ok(Some(answer)),
        None => {
            p.engine.progress();
            ask(p)
        }
    })
}

/// Several requests of a call.
#[derive(Clone, Copy)]
struct Several {
    requests: *mut MPI_Request,
    count: usize,
}

impl Several {
    fn new(cx: &Cx, requests: *mut MPI_Request, count: c_int) -> Result<Self> {
        cx.count(i64::from(count), "count")?;
        if count > 0 {
            cx.non_null(requests, "array_of_requests")?;
        }
        Ok(Several { requests, count: count as usize })
    }

    /// # Safety
    /// ABI-2, `index < count`.
    #[inline(always)]
    unsafe fn at(&self, index: usize) -> *mut MPI_Request {
        debug_assert!(index < self.count);
        // SAFETY: as the caller promises.
        unsafe { self.requests.add(index) }
    }

    /// # Safety
    /// As [`Several::at`].
    #[inline(always)]
    unsafe fn handle(&self, index: usize) -> usize {
        // SAFETY: as the caller promises.
        unsafe { (*self.at(index)).0 }
    }

    fn all_complete(&self, p: &Process) -> Result<bool> {
        for index in 0..self.count {
            // SAFETY: ABI-2.
            if !is_complete(p, unsafe { self.handle(index) })? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The first complete active request from those, ended; `Err(true)`: none is active.
    fn finish_any(&self, p: &mut Process) -> Result<Option<Any>> {
        let mut has_active = false;
        for index in 0..self.count {
            // SAFETY: ABI-2.
            let handle = unsafe { self.handle(index) };
            if !is_active(p, handle) {
                continue;
            }
            has_active = true;
            if let Some(finished) = finish(p, handle)? {
                return Ok(Some(Any::Finished(index, finished)));
            }
        }
        Ok((!has_active).then_some(Any::NoneActive))
    }

    /// Ends every complete active request; `None` if some are active but none is complete.
    fn finish_some(&self, p: &mut Process) -> Result<Option<Vec<(usize, Finished)>>> {
        let mut has_active = false;
        let mut finished = Vec::new();
        for index in 0..self.count {
            // SAFETY: ABI-2.
            let handle = unsafe { self.handle(index) };
            if is_active(p, handle) {
                has_active = true;
                finished.extend(finish(p, handle)?.map(|one| (index, one)));
            }
        }
        Ok((!has_active || !finished.is_empty()).then_some(finished))
    }
}

/// What looking for any complete request found.
enum Any {
    Finished(usize, Finished),
    NoneActive,
}

/// The error of a call on several requests, one of which failed: the statuses tell which.
fn in_status(first: Option<Error>) -> Result<()> {
    match first {
        None => Ok(()),
        Some(error) => {
            let wrapped = Error::new(mpi::MPI_ERR_IN_STATUS, format!("a request failed, see the statuses: {}", error.message()));
            Err(match error.comm() {
                Some(comm) => wrapped.on(comm),
                None => wrapped,
            })
        }
    }
}

/// `MPI_Waitall`
pub(crate) unsafe fn waitall(
    cx: &Cx,
    count: c_int,
    array_of_requests: *mut MPI_Request,
    array_of_statuses: *mut Status,
) -> Result<()> {
    let several = Several::new(cx, array_of_requests, count)?;
    let mut first_error = None;
    let mut index = 0;
    while index < several.count {
        // SAFETY: ABI-2.
        let handle = unsafe { several.handle(index) };
        let finished = cx.block(|p| finish(p, handle).transpose())?;
        // SAFETY: ABI-2.
        unsafe { deliver_of_several(&finished, several.at(index), status_at(array_of_statuses, index)) };
        first_error = first_error.or(finished.error);
        index += 1;
    }
    in_status(first_error)
}

/// `MPI_Testall`
pub(crate) unsafe fn testall(
    cx: &Cx,
    count: c_int,
    array_of_requests: *mut MPI_Request,
    flag: *mut c_int,
    array_of_statuses: *mut Status,
) -> Result<()> {
    let several = Several::new(cx, array_of_requests, count)?;
    let all = look(cx, |p| several.all_complete(p).map(|all| all.then_some(())))?;
    // SAFETY: ABI-1.
    unsafe { *flag = c_int::from(all.is_some()) };
    // SAFETY: ABI-1; everything is complete, so this does not wait.
    if all.is_some() { unsafe { waitall(cx, count, array_of_requests, array_of_statuses) } } else { Ok(()) }
}

/// `MPI_Waitany`
pub(crate) unsafe fn waitany(
    cx: &Cx,
    count: c_int,
    array_of_requests: *mut MPI_Request,
    indx: *mut c_int,
    status: *mut Status,
) -> Result<()> {
    let several = Several::new(cx, array_of_requests, count)?;
    let any = cx.block(|p| several.finish_any(p).transpose())?;
    // SAFETY: ABI-1, ABI-2.
    unsafe { deliver_any(any, &several, indx, status) }
}

/// `MPI_Testany`
pub(crate) unsafe fn testany(
    cx: &Cx,
    count: c_int,
    array_of_requests: *mut MPI_Request,
    indx: *mut c_int,
    flag: *mut c_int,
    status: *mut Status,
) -> Result<()> {
    let several = Several::new(cx, array_of_requests, count)?;
    let any = look(cx, |p| several.finish_any(p))?;
    // SAFETY: ABI-1, ABI-2.
    unsafe {
        *flag = c_int::from(any.is_some());
        match any {
            Some(any) => deliver_any(any, &several, indx, status),
            None => {
                *indx = mpi::MPI_UNDEFINED;
                Ok(())
            }
        }
    }
}

/// # Safety
/// ABI-1 and ABI-2.
unsafe fn deliver_any(any: Any, several: &Several, indx: *mut c_int, status: *mut Status) -> Result<()> {
    match any {
        Any::NoneActive => {
            // SAFETY: as the caller promises.
            unsafe {
                *indx = mpi::MPI_UNDEFINED;
                store(status, Status::empty());
            }
            Ok(())
        }
        Any::Finished(index, finished) => {
            // SAFETY: as the caller promises.
            unsafe {
                *indx = index as c_int;
                deliver(&finished, several.at(index), status);
            }
            finished.error.map_or(Ok(()), Err)
        }
    }
}

/// `MPI_Waitsome`
pub(crate) unsafe fn waitsome(
    cx: &Cx,
    incount: c_int,
    array_of_requests: *mut MPI_Request,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> Result<()> {
    let several = Several::new(cx, array_of_requests, incount)?;
    let some = cx.block(|p| several.finish_some(p).transpose())?;
    // SAFETY: ABI-1, ABI-2.
    unsafe { deliver_some(cx, some, &several, outcount, array_of_indices, array_of_statuses) }
}

/// `MPI_Testsome`
pub(crate) unsafe fn testsome(
    cx: &Cx,
    incount: c_int,
    array_of_requests: *mut MPI_Request,
    outcount: *mut c_int,
    array_of_indices: *mut c_int,
    array_of_statuses: *mut Status,
) -> Result<()> {
    let several = Several::new(cx, array_of_requests, incount)?;
    let some = look(cx, |p| several.finish_some(p))?;
    match some {
        // SAFETY: ABI-1, ABI-2.
        Some(some) => unsafe { deliver_some(cx, some, &several, outcount, array_of_indices, array_of_statuses) },
        None => {
            // SAFETY: ABI-1.
            unsafe { *outcount = 0 };
            Ok(())
        }
    }
}

/// # Safety
/// ABI-1 and ABI-2.
unsafe fn deliver_some(
    cx: &Cx,
    some: Vec<(usize, Finished)>,
    several: &Several,
    outcount: *mut c_int,
    indices: *mut c_int,
    statuses: *mut Status,
) -> Result<()> {
    let is_nothing_active = some.is_empty();
    if !is_nothing_active {
        cx.non_null(indices, "array_of_indices")?;
    }
    let mut first_error = None;
    // SAFETY: as the caller promises; there are at most `count` entries.
    unsafe {
        *outcount = if is_nothing_active { mpi::MPI_UNDEFINED } else { some.len() as c_int };
        for (place, (index, finished)) in some.into_iter().enumerate() {
            *indices.add(place) = index as c_int;
            deliver_of_several(&finished, several.at(index), status_at(statuses, place));
            first_error = first_error.or(finished.error);
        }
    }
    in_status(first_error)
}

/// `MPI_Request_get_status`
pub(crate) unsafe fn request_get_status(cx: &Cx, request: MPI_Request, flag: *mut c_int, status: *mut Status) -> Result<()> {
    let found = look(cx, |p| {
        comm_idup::settle(p, request.0)?;
        Ok(is_complete(p, request.0)?.then(|| peek(p, request.0)))
    })?;
    // SAFETY: ABI-1.
    unsafe {
        *flag = c_int::from(found.is_some());
        if let Some(found) = found {
            store(status, found);
        }
    }
    Ok(())
}

/// The status that completing a complete request would give.
fn peek(p: &Process, request: usize) -> Status {
    let operation = match p.requests.get(request) {
        Some(Request::Persistent(persistent)) => match persistent.round {
            Round::Operation(operation) => operation,
            Round::Complete | Round::Inactive => return persistent::status_without_operation(persistent),
        },
        Some(Request::Duplication(_)) => return Status::empty(),
        Some(&Request::Instant(done)) => return instant_status(done),
        None => request,
    };
    match p.engine.operation(operation) {
        Some(operation) if operation.is_receive => message::status(p, operation.owner, &operation.outcome),
        Some(operation) => {
            let mut status = Status::empty();
            status.set_cancelled(operation.outcome.cancelled);
            status
        }
        None => p.instants.get(request).map_or_else(Status::empty, instant_status),
    }
}

/// `MPI_Request_free`
pub(crate) unsafe fn request_free(cx: &Cx, request: *mut MPI_Request) -> Result<()> {
    // SAFETY: ABI-1.
    let handle = unsafe { (*request).0 };
    cx.with(|p| {
        if p.engine.operation(handle).is_some() {
            p.engine.forget(handle);
        } else if let Some(Request::Duplication(_)) = p.requests.get(handle) {
            bail!(MPI_ERR_REQUEST, "argument request is that of MPI_Comm_idup, which cannot be freed; wait for it");
        } else if let Some(request) = p.requests.remove(handle) {
            if let Request::Persistent(persistent) = request
                && let Round::Operation(operation) = persistent.round
            {
                p.engine.forget(operation);
            }
        } else if p.instants.redeem(handle).is_none() {
            return Err(invalid(handle));
        }
        Ok(())
    })?;
    // SAFETY: ABI-1.
    unsafe { *request = MPI_Request::NULL };
    Ok(())
}

/// `MPI_Cancel`
pub(crate) unsafe fn cancel(cx: &Cx, request: *mut MPI_Request) -> Result<()> {
    // SAFETY: ABI-1.
    let handle = unsafe { (*request).0 };
    cx.with(|p| {
        let operation = match p.requests.get(handle) {
            Some(Request::Instant(_)) => return Ok(()),
            Some(Request::Persistent(persistent)) => match persistent.round {
                Round::Operation(operation) => operation,
                Round::Inactive | Round::Complete => return Ok(()),
            },
            Some(Request::Duplication(_)) => {
                bail!(MPI_ERR_REQUEST, "argument request is that of MPI_Comm_idup, which cannot be cancelled; wait for it")
            }
            None => handle,
        };
        if p.engine.operation(operation).is_some() {
            p.engine.cancel(operation);
            Ok(())
        } else if p.instants.get(handle).is_some() {
            Ok(())
        } else {
            Err(invalid(handle))
        }
    })
}

/// `MPI_Test_cancelled`
pub(crate) unsafe fn test_cancelled(_cx: &Cx, status: *const Status, flag: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { *flag = c_int::from((*status).is_cancelled()) };
    Ok(())
}

/// `MPI_Status_set_cancelled`
pub(crate) unsafe fn status_set_cancelled(_cx: &Cx, status: *mut Status, flag: c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { (*status).set_cancelled(flag != 0) };
    Ok(())
}
