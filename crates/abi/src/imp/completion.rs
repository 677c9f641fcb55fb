//! Completing requests (MPI-5 §3.7.3 to §3.8.4): wait, test, cancel, free.

use std::ffi::c_int;

use ferry_constants::Status;
use ferry_core::Result;
use ferry_core::diagnosis::Awaited;
use ferry_core::outcome::inaccessible;
use ferry_core::process::Process;
use ferry_core::resilience::class_of_loss;
use ferry_sys::cpu;

use super::message::store;
use super::receive::report;
use super::finished::Finished;
use super::request_state::{self, finish};
use ferry_ctypes::MPI_Request;
use ferry_runtime::Cx;

/// Waits for a send that did not complete at once.
pub fn wait_for_send(cx: &Cx, operation: usize, comm: usize) -> Result<()> {
    let outcome = cx.take(operation);
    match outcome.fault {
        None => Ok(()),
        Some(fault) => Err(cx.with(|p| inaccessible(p, comm, &outcome, fault, false))),
    }
}

/// Waits for a posted receive and reports it.
///
/// # Safety
/// ABI-1 for `status`.
pub unsafe fn wait_for_receive(cx: &Cx, operation: usize, comm: usize, status: *mut Status) -> Result<()> {
    let poll = |_: &mut (), p: &mut Process| match p.engine.take(operation) {
        Some(outcome) => Some(Ok(outcome)),
        None => finished::refuse_miss(p, operation).err().map(|error| {
            // Nobody is going to wait for it.
            p.engine.cancel(operation);
            p.engine.forget(operation);
            Err(error.of_class(class_of_loss()))
        }),
    };
    let outcome = cx.block_on(&mut (), poll, |_, _| Awaited::all([operation]))?;
    // SAFETY: as the caller promises.
    cx.with(|p| unsafe { report(p, comm, &outcome, status) })
}

/// Stores what became of one request: its status, and `MPI_REQUEST_NULL` unless it is persistent.
///
/// # Safety
/// ABI-1 for both pointers.
#[inline]
pub unsafe fn deliver(finished: &Finished, request: *mut MPI_Request, status: *mut Status) {
    // SAFETY: as the caller promises.
    unsafe {
        store(status, finished.status);
        if !finished.is_persistent {
            *request = MPI_Request::NULL;
        }
    }
}

/// `MPI_Wait`
#[inline]
pub(crate) unsafe fn wait(cx: &Cx, request: *mut MPI_Request, status: *mut Status) -> Result<()> {
    // SAFETY: ABI-1.
    let handle = unsafe { (*request).0 };
    let finished = cx.block_on(&mut (), |_, p| finish(p, handle).transpose(), |_, _| Awaited::all([handle]))?.conclude(cx);
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
    let finished = finished.conclude(cx);
    // SAFETY: ABI-1.
    unsafe { deliver(&finished, request, status) };
    finished.error.map_or(Ok(()), Err)
}

/// Asks once, and once more after progress if there was no answer.
pub fn look<T>(cx: &Cx, mut ask: impl FnMut(&mut Process) -> Result<Option<T>>) -> Result<Option<T>> {
    let mut gives_way = false;
    let answer = cx.advance(|p| {
        let mut answer = ask(p)?;
        if answer.is_none() {
            p.progress();
            answer = ask(p)?;
        }
        match answer {
            Some(_) => p.note_fruitful(),
            None => gives_way = p.note_fruitless(cx.call.0),
        }
        Ok(answer)
    });
    if gives_way {
        cpu::give_way();
    }
    answer
}

/// `MPI_Request_free`
pub(crate) unsafe fn request_free(cx: &Cx, request: *mut MPI_Request) -> Result<()> {
    // SAFETY: ABI-1.
    let handle = unsafe { (*request).0 };
    let callback = cx.advance(|p| request_state::free(p, handle))?;
    // SAFETY: ABI-1.
    unsafe { *request = MPI_Request::NULL };
    callback.map_or(Ok(()), |callback| callback(cx, &mut Status::empty()))
}

/// `MPI_Cancel`
pub(crate) unsafe fn cancel(cx: &Cx, request: *mut MPI_Request) -> Result<()> {
    // SAFETY: ABI-1.
    let handle = unsafe { (*request).0 };
    let callback = cx.with(|p| request_state::cancel(p, handle))?;
    callback.map_or(Ok(()), |callback| callback(cx, &mut Status::empty()))
}
