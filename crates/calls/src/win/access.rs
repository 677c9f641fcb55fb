//! Put and get (MPI-5 §12.3.1, §12.3.2, §12.3.5).
//!
//! # Safety arguments
//! Those of [`crate::win::arguments`].

use ferry_core::process::Process;
use ferry_core::window::Flavor;
use ferry_core::{Error, Result};
use ferry_datatype::Datatype;
use ferry_device::{CopyError, Key};
use ferry_engine::Buffer;
use ferry_engine::window::{Part, PartsRefused, PendingAccess, Reach};
use ferry_protocol::rma::conflict::AccessKind;

use crate::win;
use crate::win::arguments::{Found, Local, Named, Route, check_fits, find, local, remote, visit};

/// Pieces of a target's memory at most that are put to or got from one by one, and bytes that each
/// has on average at least: others are packed into a message.
const MOST_PARTS: u64 = 64;

const LEAST_PART: u64 = 512;

/// Stores data in a target's memory: what is to be waited for before the origin's memory may be
/// changed.
///
/// # Safety
/// WARG-1, WARG-2.
#[inline]
pub unsafe fn store(p: &mut Process, origin: &Local, named: &Named) -> Result<(Found, Vec<PendingAccess>)> {
    // SAFETY: as the caller promises.
    let (from, mut found) = unsafe { (local(p, origin)?, find(p, named)?) };
    let bytes = from.bytes();
    match &found.route {
        Route::Nobody => return Ok((found, NONE)),
        _ => check_fits(bytes, "the origin", found.bytes, "the target")?,
    }
    if found.is_checked {
        win::conflict::note(p, &mut found, named, AccessKind::Put, true)?;
    }
    if bytes == 0 {
        return Ok((found, NONE));
    }
    // SAFETY: as the caller promises.
    if matches!(found.route, Route::Copy(_)) && visit(p, &found, named, |target| unsafe { target.put(&from, bytes) }).is_some() {
        return Ok((found, NONE));
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
    Ok((found, NONE))
}

/// What an access that moves no data by itself leaves to be waited for.
const NONE: Vec<PendingAccess> = Vec::new();

/// What the network may reach by itself: memory in a part that was opened to it, in few pieces that
/// are worth a request each. The key, and where the pieces are.
pub fn reach(p: &mut Process, found: &Found, named: &Named) -> Option<(Key, Vec<Part>)> {
    let Process { windows, datatypes, engine, .. } = p;
    let window = windows.get(named.win.0)?;
    let is_dynamic = window.flavor() == Flavor::Dynamic;
    if is_dynamic && !(window.far.lends_keys && window.node.control(found.rank).is_none()) {
        return None;
    }
    // Without a key nothing has to be taken apart.
    let key = if is_dynamic { None } else { Some(window.far.key(found.rank)?) };
    let datatype = datatypes.usable(named.datatype.0, "target_datatype").ok()?;
    let mut parts = parts(found, named, datatype)?;
    if let Some(key) = key {
        return Some((key, parts));
    }
    // A displacement is an address here, which nobody has looked at.
    let (mut first, mut end) = (u64::MAX, 0);
    for part in &parts {
        (first, end) = (first.min(part.offset), end.max(part.offset.checked_add(part.bytes)?));
    }
    let (key, start) = engine.attached_key(found.window, found.peer, first..end)?;
    parts.iter_mut().for_each(|part| part.offset -= start);
    Some((key, parts))
}

/// The pieces of a target's memory, if they are few that are worth a request each.
fn parts(found: &Found, named: &Named, datatype: &Datatype) -> Option<Vec<Part>> {
    let at = |offset: i64| found.displacement.checked_add_signed(offset);
    if let Some(run) = datatype.dense_run(named.count as u64) {
        return Some(vec![Part { offset: at(run.offset)?, bytes: found.bytes }]);
    }
    let pieces = datatype.runs(named.count as u64);
    if pieces > MOST_PARTS || found.bytes < pieces * LEAST_PART {
        return None;
    }
    let parts = datatype
        .segments(named.count as u64)
        .map(|segment| Some(Part { offset: at(segment.offset)?, bytes: segment.len as u64 }));
    parts.collect()
}

/// Puts by the network itself if that can, else by a message.
fn put_far(p: &mut Process, found: Found, named: &Named, from: Buffer, bytes: u64) -> (Found, Vec<PendingAccess>) {
    let Some((key, parts)) = reach(p, &found, named) else { return put_by_message(p, found, named, from, bytes) };
    let at = Reach { window: found.window, peer: found.peer, key: &key, offset: 0 };
    // SAFETY: WARG-1.
    match unsafe { p.engine.put_parts(&at, &parts, from, bytes) } {
        Ok(pending) => (found, pending),
        Err(PartsRefused { local, begun }) => beside(begun, put_by_message(p, found, named, local, bytes)),
    }
}

/// What messages bring, and what the network has begun to move of the same.
fn beside(begun: Vec<PendingAccess>, (found, mut pending): (Found, Vec<PendingAccess>)) -> (Found, Vec<PendingAccess>) {
    pending.extend(begun);
    (found, pending)
}

fn put_by_message(p: &mut Process, found: Found, named: &Named, from: Buffer, bytes: u64) -> (Found, Vec<PendingAccess>) {
    let Process { engine, datatypes, .. } = p;
    let Ok(datatype) = datatypes.usable(named.datatype.0, "target_datatype") else { return (found, NONE) };
    let at = remote(&found, named, datatype);
    // SAFETY: WARG-1.
    let pending = unsafe { engine.put_remote(&at, from, bytes) };
    (found, pending.into_iter().collect())
}

/// Loads data from a target's memory: what is to be waited for until they are there.
///
/// # Safety
/// WARG-1, WARG-2.
#[inline]
pub unsafe fn load(p: &mut Process, origin: &Local, named: &Named, has_request: bool) -> Result<(Found, Vec<PendingAccess>)> {
    // SAFETY: as the caller promises.
    let (into, mut found) = unsafe { (local(p, origin)?, find(p, named)?) };
    let bytes = found.bytes;
    match &found.route {
        Route::Nobody => return Ok((found, NONE)),
        _ => check_fits(bytes, "the target", into.bytes(), "the origin")?,
    }
    if found.is_checked {
        win::conflict::note(p, &mut found, named, AccessKind::Get, !has_request)?;
    }
    if bytes == 0 {
        return Ok((found, NONE));
    }
    // SAFETY: as the caller promises.
    if matches!(found.route, Route::Copy(_)) && visit(p, &found, named, |target| unsafe { target.get(&into, bytes) }).is_some() {
        return Ok((found, NONE));
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
    Ok((found, NONE))
}

/// Gets by the network itself if that can, else by messages.
fn get_far(p: &mut Process, found: Found, named: &Named, into: Buffer) -> (Found, Vec<PendingAccess>) {
    let Some((key, parts)) = reach(p, &found, named) else { return get_by_message(p, found, named, into) };
    let at = Reach { window: found.window, peer: found.peer, key: &key, offset: 0 };
    // SAFETY: WARG-1.
    match unsafe { p.engine.get_parts(&at, &parts, into, found.bytes) } {
        Ok(pending) => (found, pending),
        Err(PartsRefused { local, begun }) => beside(begun, get_by_message(p, found, named, local)),
    }
}

fn get_by_message(p: &mut Process, found: Found, named: &Named, into: Buffer) -> (Found, Vec<PendingAccess>) {
    let Process { engine, datatypes, .. } = p;
    let Ok(datatype) = datatypes.usable(named.datatype.0, "target_datatype") else { return (found, NONE) };
    let at = remote(&found, named, datatype);
    // SAFETY: WARG-1.
    let pending = unsafe { engine.get_remote(&at, into, found.bytes) };
    (found, pending.into_iter().collect())
}

#[cold]
fn unreadable(origin: &Local) -> Error {
    let text = format!(
        "argument {} is {:p}, which is no memory for these data; check address, count and datatype",
        origin.name, origin.address
    );
    Error::new(ferry_constants::MPI_ERR_BUFFER, text)
}
