//! Requests of one-sided accesses (MPI-5 §12.3.5).
//!
//! # Safety arguments
//! Those of [`crate::win::arguments`].

use ferry_core::completed::Done;
use ferry_core::process::Process;
use ferry_core::request::{OneSided, Request};
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{MPI_Request, MPI_Win, Out};
use ferry_engine::window::PendingAccess;
use ferry_runtime::Cx;

use crate::request::finished::instant_request;
use crate::win;
use crate::win::arguments::{Found, Named, failed};

/// Begins an access, and makes a request for it.
///
/// # Errors
/// That the epoch is not passive, or what `access` says.
pub fn start<I: IntoIterator<Item = PendingAccess>>(
    cx: &Cx,
    named: &Named,
    started: Out<MPI_Request>,
    access: impl FnOnce(&mut Process) -> Result<(Found, I)>,
) -> Result<()> {
    let (handle, found) = cx.with(|p| {
        check_passive(p, named)?;
        let (found, pending) = access(p)?;
        Ok::<_, Error>((request(p, named.win, &found, pending), found))
    })?;
    started.set(MPI_Request(handle));
    win::conflict::await_answer(cx, &found)
}

/// Makes an access without a request, and hears the target's answer if there is to be one.
#[inline]
pub fn complete<I>(cx: &Cx, access: impl FnOnce(&mut Process) -> Result<(Found, I)>) -> Result<()> {
    let (found, _) = cx.with(access)?;
    win::conflict::await_answer(cx, &found)
}

/// Refuses a function with a request outside of passive epochs (MPI-5 §12.3.5).
fn check_passive(p: &Process, named: &Named) -> Result<()> {
    let window = p.windows.find(named.win.0)?;
    if let Some(rank) = window.target(named.rank, "target_rank")? {
        window.epochs.check_passive(rank)?;
    }
    Ok(())
}

/// A request for an access that waits for `pending`.
fn request(p: &mut Process, win: MPI_Win, found: &Found, pending: impl IntoIterator<Item = PendingAccess>) -> usize {
    let pending: Vec<_> = pending.into_iter().map(|pending| p.engine.entrust(found.window, found.peer, &pending)).collect();
    if pending.is_empty() {
        return instant_request(p, Done::Send);
    }
    p.requests.insert(Request::OneSided(Box::new(OneSided { window: win.0, target: found.rank, pending })))
}

/// Whether a request's access is over as far as this process's memory goes.
pub fn is_complete(p: &Process, request: &OneSided) -> bool {
    request.pending.iter().all(|pending| p.engine.is_access_done(pending))
}

/// Ends such a request if it is complete: its error, if it has one.
pub fn finish(p: &mut Process, request: usize) -> Option<Option<Error>> {
    match p.requests.get(request) {
        Some(Request::OneSided(access)) if is_complete(p, access) => {}
        _ => return None,
    }
    let Some(Request::OneSided(access)) = p.requests.remove(request) else { return None };
    let problems = access.pending.iter().filter_map(|pending| p.engine.end_access(pending).err()).collect::<Vec<_>>();
    Some(problems.first().map(|problem| {
        let peer = p.windows.get(access.window).map_or(u32::MAX, |window| window.process(access.target));
        let error = failed(p, access.target, peer, *problem);
        match p.windows.get(access.window) {
            Some(window) => error.for_handler(ferry_core::attribute::Object::Win, window.errhandler),
            None => error,
        }
    }))
}

/// Frees such a request: the access goes on.
pub fn free(p: &mut Process, request: usize) {
    if let Some(Request::OneSided(access)) = p.requests.remove(request) {
        access.pending.iter().for_each(|pending| p.engine.forget(pending.operation));
    }
}

/// The error of `MPI_Cancel`.
#[cold]
pub fn not_cancellable() -> Result<()> {
    bail!(MPI_ERR_REQUEST, "argument request is that of a one-sided access, which cannot be cancelled; wait for it")
}
