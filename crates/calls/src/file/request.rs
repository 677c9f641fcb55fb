//! What requests of accesses to files answer.
//!
//! # Safety arguments
//! - FREQ-1: the memory of an access is the program's, which keeps it until the request is complete
//!   (ABI-1).

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::file::request::{FileRequest, Report};
use ferry_core::process::Process;
use ferry_core::request::Request;
use ferry_core::{Error, Result};
use ferry_io::collective::Outcome;
use ferry_io::open_file::Moved;
use ferry_runtime::Cx;

use crate::file::representation::from_file;
use crate::request::finished::{Callback, Finished};

/// The status of an access.
fn status_of(report: &Report, moved: &Moved) -> Status {
    let mut status = Status::empty();
    status.set_bytes(report.bytes_in_memory(moved.bytes));
    status
}

fn error_of(report: &Report, moved: &Moved) -> Option<Error> {
    let error = moved.error.clone().map(|error| Error::from(error).on_file(report.file));
    error.or_else(|| report.failure.clone())
}

/// Brings what was read into the program's memory, where it lies differently in the file.
fn conclude(cx: &Cx, report: &Report, outcome: Outcome) -> Result<()> {
    let Some(converted) = &report.converted else { return Ok(()) };
    let Some((target, datatype)) = &converted.target else { return Ok(()) };
    let file = outcome.memory.and_then(ferry_io::memory::Memory::into_bytes).unwrap_or_default();
    let done = match file.is_empty() {
        true => Ok(()),
        // SAFETY: FREQ-1.
        false => unsafe { from_file(cx, converted, target.address(), file, outcome.moved.bytes) },
    };
    cx.with(|p| p.datatypes.release(*datatype));
    done.map_err(|error| error.on_file(report.file))
}

/// Ends what was prepared for an access that does not begin.
pub fn give_up(cx: &Cx, report: &Report) {
    if let Some((_, datatype)) = report.converted.as_ref().and_then(|converted| converted.target.as_ref()) {
        cx.with(|p| p.datatypes.release(*datatype));
    }
}

/// What is to be said of an access that is over: its status, and its error.
pub fn settle(cx: &Cx, report: &Report, outcome: Outcome) -> (Status, Result<()>) {
    let status = status_of(report, &outcome.moved);
    let error = error_of(report, &outcome.moved);
    let concluded = conclude(cx, report, outcome);
    (status, error.map_or(concluded, Err))
}

/// Ends a request that is over.
pub fn finish(p: &mut Process, request: usize) -> Option<Finished> {
    if !matches!(p.requests.get(request), Some(Request::File(access)) if access.is_over()) {
        return None;
    }
    let Some(Request::File(access)) = p.requests.remove(request) else { return None };
    let (outcome, report) = access.into_outcome();
    let outcome = outcome?;
    let finished = Finished::failed(status_of(&report, &outcome.moved), error_of(&report, &outcome.moved));
    if report.converted.is_none() {
        return Some(finished);
    }
    let callback: Callback = Box::new(move |cx, _| conclude(cx, &report, outcome));
    Some(Finished { callback: Some(callback), ..finished })
}

/// What [`finish`] would say of one that is over. What was read is then in the program's memory, as
/// of any other receive that is told to be complete; an error of that is told by [`finish`].
pub fn peek(p: &mut Process, request: usize) -> Finished {
    let Some(Request::File(access)) = p.requests.get_mut(request) else { return Finished::with(Status::empty()) };
    let finished = match access.moved() {
        Some(moved) => Finished::failed(status_of(&access.report, moved), error_of(&access.report, moved)),
        None => Finished::with(Status::empty()),
    };
    match access.take_read() {
        Some((report, outcome)) => Finished { callback: Some(bring(request, report, outcome)), ..finished },
        None => finished,
    }
}

/// Brings what was read into memory; the request stays, and an error stays with it.
fn bring(request: usize, report: Report, outcome: Outcome) -> Callback {
    Box::new(move |cx, _| {
        let failure = conclude(cx, &report, outcome).err();
        cx.with(|p| {
            if let Some(Request::File(access)) = p.requests.get_mut(request) {
                access.report.failure = failure;
            }
        });
        Ok(())
    })
}

/// Frees the request, when the access is over or now; what was read is then where it belongs. What
/// lies differently in the file is brought there by a call, which waits for it.
pub fn free(p: &mut Process, request: usize) -> Option<Callback> {
    match p.requests.get_mut(request) {
        Some(Request::File(access)) if !access.is_over() && access.report.converted.is_some() => {
            Some(Box::new(move |cx, status| match cx.block(|p| finish(p, request)).callback {
                Some(callback) => callback(cx, status),
                None => Ok(()),
            }))
        }
        Some(Request::File(access)) if !access.is_over() => {
            access.is_freed = true;
            None
        }
        _ => finish(p, request)?.callback,
    }
}

/// The error of `MPI_Cancel`.
#[cold]
pub fn not_cancellable(access: &FileRequest) -> Error {
    let text = "argument request is that of an access to a file, which cannot be cancelled; wait for it";
    Error::new(mpi::MPI_ERR_REQUEST, text).on_file(access.report.file)
}
