//! How a request ended: its status, its error, and what the program has to be called for; of
//! operations of the engine, and of what was complete at once.

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::completed::Done;
use ferry_core::process::Process;
use ferry_core::request::Request;
use ferry_core::{Error, Result, outcome};
use ferry_engine::{ANY_SOURCE, Ended, OperationStage};
use ferry_runtime::Cx;

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
    p.completed.issue(done).unwrap_or_else(|| p.requests.insert(Request::Completed(done)))
}

/// What was complete at once.
pub fn completed_request(done: Done) -> Finished {
    Finished::with(match done {
        Done::Send => Status::empty(),
        Done::NullReceive => Status::null_process(),
    })
}

/// What the program gets to know of an operation that is over.
#[inline]
pub fn describe(p: &Process, ended: &Ended) -> Finished {
    let Ended { outcome, owner, is_receive } = *ended;
    let error = outcome::failure(p, owner, &outcome, is_receive);
    if !is_receive || outcome.cancelled {
        let mut status = Status::empty();
        status.set_cancelled(outcome.cancelled);
        return Finished { error, ..Finished::with(status) };
    }
    Finished { error, ..Finished::with(outcome::status(p, owner, &outcome)) }
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
