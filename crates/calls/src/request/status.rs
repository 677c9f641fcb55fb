//! What requests have come to, without ending them (MPI-5 §3.7.6).

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::process::Process;
use ferry_core::{Error, Result};
use ferry_runtime::Cx;

use crate::p2p::message::store;
use crate::request::completion_several::{Several, of_element};
use crate::request::finished::Finished;
use crate::request::state::{is_active, is_complete, peek};

/// Stores the status of a complete request, with the error code that ending it would give.
///
/// # Safety
/// ABI-1 for `status`.
pub unsafe fn show(cx: &Cx, found: Finished, status: *mut Status) {
    let found = found.conclude(cx);
    if !status.is_null() {
        // SAFETY: as the caller promises.
        unsafe {
            store(status, found.status);
            (*status).error = found.error.as_ref().map_or(mpi::MPI_SUCCESS, Error::class);
        }
    }
}

/// What each request has come to, if all are complete. No request is peeked at before that is
/// known: what that gives has to be concluded.
pub fn peek_all(p: &mut Process, several: &Several) -> Result<Option<Vec<Finished>>> {
    for index in 0..several.count() {
        // SAFETY: ABI-2.
        if !is_complete(p, unsafe { several.handle(index) }).map_err(|error| of_element(error, index))? {
            return Ok(None);
        }
    }
    // SAFETY: ABI-2.
    (0..several.count()).map(|index| peek(p, unsafe { several.handle(index) })).collect()
}

/// Makes progress: requests that are complete already must not keep others from becoming so, as
/// nobody ends them here.
pub fn progress(cx: &Cx) {
    cx.advance(|p| p.progress());
}

/// The complete requests among those that are active, at most `limit`; `None` if some are active,
/// but none is complete.
pub fn peek_active(p: &mut Process, several: &Several, limit: usize) -> Result<Option<Vec<(usize, Finished)>>> {
    let mut has_active = false;
    let mut complete = Vec::new();
    for index in 0..several.count() {
        // SAFETY: ABI-2.
        let handle = unsafe { several.handle(index) };
        if !is_complete(p, handle).map_err(|error| of_element(error, index))? {
            has_active = true;
        } else if is_active(p, handle) && complete.len() < limit {
            complete.push((index, handle));
        }
    }
    let mut found = Vec::new();
    for (index, handle) in complete {
        found.extend(peek(p, handle)?.map(|one| (index, one)));
    }
    Ok((!has_active || !found.is_empty()).then_some(found))
}
