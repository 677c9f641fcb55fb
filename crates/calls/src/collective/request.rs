//! Requests of non-blocking and persistent collective operations (MPI-5 §6.12, §6.13): what they
//! answer.

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::collective::ongoing::{Ongoing, OngoingPhase, Work};
use ferry_core::process::Process;
use ferry_core::request::Request;
use ferry_core::{Error, Result};

use crate::request::finished::{Callback, Finished};

/// Whether it is over, or was not started.
pub fn is_complete(request: &Ongoing) -> bool {
    matches!(request.stage(), OngoingPhase::Inactive | OngoingPhase::Over(_))
}

/// Whether it was started and not waited for.
pub fn is_active(request: &Ongoing) -> bool {
    !matches!(request.stage(), OngoingPhase::Inactive)
}

/// Ends the request, or its round, if it is over.
pub fn finish(p: &mut Process, request: usize) -> Option<Finished> {
    let Some(Request::Collective(ongoing)) = p.requests.get_mut(request) else { return None };
    if !is_complete(ongoing) {
        return None;
    }
    let error = ongoing.take_result().and_then(Result::err);
    let finished = Finished::failed(Status::empty(), error);
    if ongoing.is_persistent() {
        return Some(finished.of_persistent());
    }
    dispose(p, request);
    Some(finished)
}

/// Starts a persistent operation.
pub fn begin(p: &mut Process, request: usize) -> Result<()> {
    let Some(Request::Collective(ongoing)) = p.requests.get(request) else { return Ok(()) };
    if !ongoing.is_persistent() {
        return Err(refused(ongoing, "started again; wait for it, or use a persistent one"));
    }
    if is_active(ongoing) {
        return Err(refused(ongoing, "started while it is active; wait for it first"));
    }
    p.start_collective(request);
    Ok(())
}

/// Frees an operation that is over, or inactive. The error of one that failed and was not waited
/// for is what freeing it returns.
pub fn free(p: &mut Process, request: usize) -> Result<Option<Callback>> {
    let Some(Request::Collective(ongoing)) = p.requests.get_mut(request) else { return Ok(None) };
    if !is_complete(ongoing) {
        return Err(refused(ongoing, "freed while it is active; wait for it first"));
    }
    let error = ongoing.take_result().and_then(Result::err);
    dispose(p, request);
    Ok(error.map(|error| -> Callback { Box::new(|_, _| Err(error)) }))
}

fn dispose(p: &mut Process, request: usize) {
    if let Some(Request::Collective(ongoing)) = p.requests.remove(request)
        && let Work::Run(run) = ongoing.into_work()
    {
        run.finish(p);
    }
}

/// The error of `MPI_Cancel`.
#[cold]
pub fn not_cancellable(ongoing: &Ongoing) -> Error {
    refused(ongoing, "cancelled; wait for it")
}

#[cold]
fn refused(ongoing: &Ongoing, what: &str) -> Error {
    let name = ongoing.collective().name();
    let text = format!("argument request is that of a collective operation ({name}), which cannot be {what}");
    Error::new(mpi::MPI_ERR_REQUEST, text).on(ongoing.comm())
}
