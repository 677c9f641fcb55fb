//! Generalized requests (MPI-5 §13.2): operations of the program's own behind requests of MPI. What
//! the program's functions are called for happens with no borrow of the process held.
//!
//! # Safety arguments
//! - GEN-1: the functions are what the caller of `MPI_Grequest_start` gave, and get the extra state
//!   that came with them.

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::Result;
use ferry_core::process::Process;
use ferry_core::request::{General, Request};
use ferry_runtime::Cx;
use ferry_runtime::failure::of_program;
use ferry_runtime::program::program;

use crate::request::finished::{Callback, Finished};

/// The code of a function of the program as an error.
fn check(cx: &Cx, code: c_int, function: &str) -> Result<()> {
    match code {
        mpi::MPI_SUCCESS => Ok(()),
        code => Err(of_program(cx, code, &format!("the {function} function of a generalized request returned {code}"))),
    }
}

/// Has the program fill the status.
pub fn query(cx: &Cx, general: &General, status: &mut Status) -> Result<()> {
    // SAFETY: GEN-1.
    check(cx, unsafe { program().query_request(general, status) }, "query")
}

/// Has the program free its state.
pub fn release(cx: &Cx, general: &General) -> Result<()> {
    // SAFETY: GEN-1.
    check(cx, unsafe { program().free_request(general) }, "free")
}

/// Takes the request out of the table.
pub fn take(p: &mut Process, request: usize) -> Option<General> {
    match p.requests.remove(request) {
        Some(Request::General(general)) => Some(general),
        _ => None,
    }
}

/// Ends a request that is complete: the program fills its status and then frees its state.
pub fn finish(p: &mut Process, request: usize) -> Option<Finished> {
    if !matches!(p.requests.get(request), Some(Request::General(general)) if general.is_complete) {
        return None;
    }
    let general = take(p, request)?;
    let callback: Callback = Box::new(move |cx, status| {
        let queried = query(cx, &general, status);
        queried.and(release(cx, &general))
    });
    Some(Finished { callback: Some(callback), ..Finished::with(Status::empty()) })
}

/// What [`finish`] would say of one that is complete.
pub fn peek(general: &General) -> Finished {
    let general = *general;
    let callback: Callback = Box::new(move |cx, status| query(cx, &general, status));
    Finished { callback: Some(callback), ..Finished::with(Status::empty()) }
}

/// Frees the request, now or when it is complete.
pub fn free(p: &mut Process, request: usize) -> Option<Callback> {
    match p.requests.get_mut(request) {
        Some(Request::General(general)) if !general.is_complete => {
            general.is_freed = true;
            None
        }
        _ => {
            let general = take(p, request)?;
            Some(Box::new(move |cx, _| release(cx, &general)))
        }
    }
}

/// Tells the program that the request is cancelled; it decides what that means.
pub fn cancel(general: &General) -> Callback {
    let general = *general;
    Box::new(move |cx, _| {
        // SAFETY: GEN-1.
        check(cx, unsafe { program().cancel_request(&general) }, "cancel")
    })
}
