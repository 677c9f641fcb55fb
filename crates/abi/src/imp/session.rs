//! Sessions (MPI-5 §11.3): MPI without `MPI_Init`, or beside it.

use std::ffi::{c_char, c_int};

use ferry_calls::lifecycle::{end, release_comms, settle};
use ferry_calls::session::{check, members, open};
use ferry_calls::{info, text};
use ferry_core::attribute::Object;
use ferry_core::info::Info;
use ferry_core::session::ProcessSet;
use ferry_core::{Result, bail};
use ferry_ctypes::{InOut, MPI_Errhandler, MPI_Group, MPI_Info, MPI_Session, Out};
use ferry_runtime::Cx;

use crate::program::CFunctions;

/// Its errors go to the handler that it is given (MPI-5 §11.3.1).
pub(crate) fn session_init(cx: &Cx, info: MPI_Info, errhandler: MPI_Errhandler, session: Out<MPI_Session>) -> Result<()> {
    cx.local(|l| l.errhandlers.attach(errhandler.0, Object::Session))?;
    let handle = open(cx, &CFunctions, info, errhandler).map_err(|error| {
        cx.local(|l| l.errhandlers.detach(errhandler.0));
        error.for_handler(Object::Session, errhandler.0)
    })?;
    session.set(handle);
    Ok(())
}

/// Waits for what was sent on communicators of the session that the program has not disconnected,
/// as if it did so now.
pub(crate) fn session_finalize(cx: &Cx, session: InOut<MPI_Session>) -> Result<()> {
    let handle = session.get();
    let errhandler = cx.with(|p| p.sessions.find(handle.0).map(|found| found.errhandler))?;
    settle(cx);
    release_comms(cx, handle.0)?;
    session.set(MPI_Session::NULL);
    let ended = end(cx, |p| drop(p.sessions.remove(handle.0)));
    // The session is gone, so an error of its end has its handler only here.
    let ended = ended.map_err(|error| error.for_handler(Object::Session, errhandler));
    cx.local(|l| l.errhandlers.detach(errhandler));
    ended
}

pub(crate) fn session_get_info(cx: &Cx, session: MPI_Session, info_used: Out<MPI_Info>) -> Result<()> {
    let used = cx.with(|p| p.sessions.find(session.0)?.info())?;
    info::store(cx, info_used, used);
    Ok(())
}

pub(crate) fn session_get_num_psets(cx: &Cx, session: MPI_Session, info: MPI_Info, npset_names: Out<c_int>) -> Result<()> {
    check(cx, session, info)?;
    npset_names.set(ProcessSet::ALL.len() as c_int);
    Ok(())
}

/// With a length of 0 only the length that the name needs is stored.
pub(crate) unsafe fn session_get_nth_pset(
    cx: &Cx,
    session: MPI_Session,
    info: MPI_Info,
    n: c_int,
    pset_len: InOut<c_int>,
    pset_name: *mut c_char,
) -> Result<()> {
    check(cx, session, info)?;
    let sets = ProcessSet::ALL;
    let Some(set) = usize::try_from(n).ok().and_then(|n| sets.get(n)) else {
        bail!(MPI_ERR_ARG, "argument n is {n}; there are {} process sets, numbered from 0", sets.len());
    };
    let room = pset_len.get();
    if room < 0 {
        bail!(MPI_ERR_ARG, "argument pset_len is {room}; it must be at least 0");
    }
    if room > 0 {
        cx.non_null(pset_name, "pset_name")?;
    }
    // SAFETY: ABI-1; the name has room for pset_len bytes.
    unsafe {
        if room > 0 {
            text::store(pset_name, room as usize, set.name().as_bytes());
        }
        pset_len.set(set.name().len() as c_int + 1);
    }
    Ok(())
}

pub(crate) unsafe fn session_get_pset_info(
    cx: &Cx,
    session: MPI_Session,
    pset_name: *const c_char,
    info: Out<MPI_Info>,
) -> Result<()> {
    // SAFETY: ABI-1.
    let group = members(cx, session, unsafe { text::bytes(pset_name) })?;
    let mut facts = Info::default();
    facts.set(b"mpi_size", group.size().to_string().as_bytes())?;
    info::store(cx, info, facts);
    Ok(())
}

pub(crate) unsafe fn group_from_session_pset(
    cx: &Cx,
    session: MPI_Session,
    pset_name: *const c_char,
    newgroup: Out<MPI_Group>,
) -> Result<()> {
    // SAFETY: ABI-1.
    let group = members(cx, session, unsafe { text::bytes(pset_name) })?;
    let handle = cx.with(|p| p.groups.insert_of(session.0, group));
    newgroup.set(MPI_Group(handle));
    Ok(())
}
