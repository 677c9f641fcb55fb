//! Put and get (MPI-5 §12.3.1, §12.3.2, §12.3.5).
//!
//! # Safety arguments
//! Those of [`super::win_arguments`].

use std::ffi::{c_int, c_void};

use ferry_core::instant::Done;
use ferry_core::process::Process;
use ferry_core::request::{OneSided, Request};
use ferry_core::{Error, Result, bail};
use ferry_device::{CopyError, Key};
use ferry_engine::Buffer;
use ferry_engine::window::{Pending, Reach, Remote};

use super::request_state::instant_request;
use super::win_arguments::{Found, Local, Named, Route, check_fits, find, local};
use crate::ctypes::{MPI_Datatype, MPI_Request, MPI_Win};
use crate::entry::Cx;

/// Stores data in a target's memory: what is to be waited for before the origin's memory may be
/// changed.
///
/// # Safety
/// WARG-1, WARG-2.
#[inline]
unsafe fn store(p: &mut Process, origin: &Local, named: &Named) -> Result<(Found, Option<Pending>)> {
    // SAFETY: as the caller promises.
    let (from, found) = unsafe { (local(p, origin)?, find(p, named)?) };
    let bytes = from.bytes();
    match &found.route {
        Route::Nobody => return Ok((found, None)),
        _ => check_fits(bytes, "the origin", found.bytes, "the target")?,
    }
    if bytes == 0 {
        return Ok((found, None));
    }
    match &found.route {
        // SAFETY: as the caller promises.
        Route::Direct(target) => unsafe { target.put(&from, bytes) },
        Route::Copy(into) if p.engine.can_copy(found.peer) => {
            // SAFETY: as the caller promises; the target exposes what was found.
            match unsafe { p.engine.copy_to_peer(found.peer, &from, into, bytes) } {
                Ok(()) => {}
                Err(CopyError::BadLocal) => return Err(unreadable(origin)),
                Err(_) => return Ok(put_by_message(p, found, named, from, bytes)),
            }
        }
        _ => return Ok(put_far(p, found, named, from, bytes)),
    }
    Ok((found, None))
}

/// What the network may reach by itself: memory without gaps in a part that was opened to it.
fn reach<'a>(p: &Process, found: &Found, named: &Named, key: &'a mut Option<Key>) -> Option<Reach<'a>> {
    *key = p.windows.get(named.win.0)?.far.key(found.rank);
    let datatype = p.datatypes.usable(named.datatype.0, "target_datatype").ok()?;
    let run = datatype.dense_run(named.count as u64)?;
    let offset = found.displacement.checked_add_signed(run.offset)?;
    Some(Reach { window: found.window, peer: found.peer, key: key.as_ref()?, offset })
}

/// Puts by the network itself if that can, else by a message.
fn put_far(p: &mut Process, found: Found, named: &Named, from: Buffer, bytes: u64) -> (Found, Option<Pending>) {
    let mut key = None;
    let Some(at) = reach(p, &found, named, &mut key) else { return put_by_message(p, found, named, from, bytes) };
    // SAFETY: WARG-1.
    match unsafe { p.engine.put_directly(&at, from, bytes) } {
        Ok(pending) => (found, Some(pending)),
        Err(from) => put_by_message(p, found, named, from, bytes),
    }
}

fn put_by_message(p: &mut Process, found: Found, named: &Named, from: Buffer, bytes: u64) -> (Found, Option<Pending>) {
    let Process { engine, datatypes, .. } = p;
    let Ok(datatype) = datatypes.usable(named.datatype.0, "target_datatype") else { return (found, None) };
    let at = remote(&found, named, datatype);
    // SAFETY: WARG-1.
    let pending = unsafe { engine.put_remote(&at, from, bytes) };
    (found, pending)
}

/// Loads data from a target's memory: what is to be waited for until they are there.
///
/// # Safety
/// WARG-1, WARG-2.
#[inline]
unsafe fn load(p: &mut Process, origin: &Local, named: &Named) -> Result<(Found, Option<Pending>)> {
    // SAFETY: as the caller promises.
    let (into, found) = unsafe { (local(p, origin)?, find(p, named)?) };
    let bytes = found.bytes;
    match &found.route {
        Route::Nobody => return Ok((found, None)),
        _ => check_fits(bytes, "the target", into.bytes(), "the origin")?,
    }
    if bytes == 0 {
        return Ok((found, None));
    }
    match &found.route {
        // SAFETY: as the caller promises.
        Route::Direct(target) => unsafe { target.get(&into, bytes) },
        Route::Copy(from) if p.engine.can_copy(found.peer) => {
            // SAFETY: as the caller promises; the target exposes what was found.
            match unsafe { p.engine.copy_from_peer(found.peer, &into, from, bytes) } {
                Ok(()) => {}
                Err(CopyError::BadLocal) => return Err(unreadable(origin)),
                Err(_) => return Ok(get_by_message(p, found, named, into)),
            }
        }
        _ => return Ok(get_far(p, found, named, into)),
    }
    Ok((found, None))
}

/// Gets by the network itself if that can, else by messages.
fn get_far(p: &mut Process, found: Found, named: &Named, into: Buffer) -> (Found, Option<Pending>) {
    let mut key = None;
    let Some(at) = reach(p, &found, named, &mut key) else { return get_by_message(p, found, named, into) };
    // SAFETY: WARG-1.
    match unsafe { p.engine.get_directly(&at, into, found.bytes) } {
        Ok(pending) => (found, Some(pending)),
        Err(into) => get_by_message(p, found, named, into),
    }
}

fn get_by_message(p: &mut Process, found: Found, named: &Named, into: Buffer) -> (Found, Option<Pending>) {
    let Process { engine, datatypes, .. } = p;
    let Ok(datatype) = datatypes.usable(named.datatype.0, "target_datatype") else { return (found, None) };
    let at = remote(&found, named, datatype);
    // SAFETY: WARG-1.
    let pending = unsafe { engine.get_remote(&at, into, found.bytes) };
    (found, pending)
}

/// A target's memory as messages name it.
pub fn remote<'a>(found: &Found, named: &Named, datatype: &'a ferry_datatype::Datatype) -> Remote<'a> {
    let Found { window, peer, displacement, .. } = *found;
    Remote { window, peer, displacement, count: named.count as u64, datatype }
}

#[cold]
fn unreadable(origin: &Local) -> Error {
    let text = format!(
        "argument {} is {:p}, which is no memory for these data; check address, count and datatype",
        origin.name, origin.address
    );
    Error::new(ferry_constants::MPI_ERR_BUFFER, text)
}

/// Refuses a function with a request outside of passive epochs (MPI-5 §12.3.5).
pub fn check_passive(p: &Process, named: &Named) -> Result<()> {
    let window = p.windows.find(named.win.0)?;
    if let Some(rank) = window.target(named.rank, "target_rank")? {
        window.epochs.check_passive(rank)?;
    }
    Ok(())
}

/// A request for an access that waits for `pending`.
pub fn request(p: &mut Process, win: MPI_Win, found: &Found, pending: impl IntoIterator<Item = Pending>) -> usize {
    let pending: Vec<_> = pending.into_iter().map(|pending| p.engine.entrust(found.window, found.peer, &pending)).collect();
    if pending.is_empty() {
        return instant_request(p, Done::Send);
    }
    p.requests.insert(Request::OneSided(Box::new(OneSided { window: win.0, target: found.rank, pending })))
}

/// Refuses a request that has nowhere to go, and a negative count of a target.
fn origin(address: *const c_void, count: i64, datatype: MPI_Datatype) -> Local {
    Local { name: "origin_addr", address, count, datatype }
}

/// `MPI_Put`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
#[inline]
pub(crate) unsafe fn put(
    cx: &Cx,
    origin_addr: *const c_void,
    origin_count: i64,
    origin_datatype: MPI_Datatype,
    target_rank: c_int,
    target_disp: i64,
    target_count: i64,
    target_datatype: MPI_Datatype,
    win: MPI_Win,
) -> Result<()> {
    let named = Named { rank: target_rank, displacement: target_disp, count: target_count, datatype: target_datatype, win };
    // SAFETY: ABI-1.
    cx.with(|p| unsafe { store(p, &origin(origin_addr, origin_count, origin_datatype), &named) }).map(drop)
}

/// `MPI_Get`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
#[inline]
pub(crate) unsafe fn get(
    cx: &Cx,
    origin_addr: *mut c_void,
    origin_count: i64,
    origin_datatype: MPI_Datatype,
    target_rank: c_int,
    target_disp: i64,
    target_count: i64,
    target_datatype: MPI_Datatype,
    win: MPI_Win,
) -> Result<()> {
    let named = Named { rank: target_rank, displacement: target_disp, count: target_count, datatype: target_datatype, win };
    // SAFETY: ABI-1.
    cx.with(|p| unsafe { load(p, &origin(origin_addr, origin_count, origin_datatype), &named) }).map(drop)
}

/// `MPI_Rput`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn rput(
    cx: &Cx,
    origin_addr: *const c_void,
    origin_count: i64,
    origin_datatype: MPI_Datatype,
    target_rank: c_int,
    target_disp: i64,
    target_count: i64,
    target_datatype: MPI_Datatype,
    win: MPI_Win,
    started: *mut MPI_Request,
) -> Result<()> {
    let named = Named { rank: target_rank, displacement: target_disp, count: target_count, datatype: target_datatype, win };
    let handle = cx.with(|p| {
        check_passive(p, &named)?;
        // SAFETY: ABI-1.
        let (found, pending) = unsafe { store(p, &origin(origin_addr, origin_count, origin_datatype), &named)? };
        Ok::<_, Error>(request(p, win, &found, pending))
    })?;
    // SAFETY: ABI-1.
    unsafe { *started = MPI_Request(handle) };
    Ok(())
}

/// `MPI_Rget`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn rget(
    cx: &Cx,
    origin_addr: *mut c_void,
    origin_count: i64,
    origin_datatype: MPI_Datatype,
    target_rank: c_int,
    target_disp: i64,
    target_count: i64,
    target_datatype: MPI_Datatype,
    win: MPI_Win,
    started: *mut MPI_Request,
) -> Result<()> {
    let named = Named { rank: target_rank, displacement: target_disp, count: target_count, datatype: target_datatype, win };
    let handle = cx.with(|p| {
        check_passive(p, &named)?;
        // SAFETY: ABI-1.
        let (found, pending) = unsafe { load(p, &origin(origin_addr, origin_count, origin_datatype), &named)? };
        Ok::<_, Error>(request(p, win, &found, pending))
    })?;
    // SAFETY: ABI-1.
    unsafe { *started = MPI_Request(handle) };
    Ok(())
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
        let error = super::win_arguments::failed(p, access.target, peer, *problem);
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
