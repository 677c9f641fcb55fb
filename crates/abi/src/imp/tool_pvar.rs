//! Performance variables for tools (MPI-5 §15.3.7). What a handle shows is worked out by its meter;
//! the library's counts are only read.

use std::ffi::{c_char, c_int, c_void};

use ferry_calls::tool::pvar::{TURN, find, for_each, library_values, load, ranks_of, renewed_values, store, with_meter};
use ferry_calls::tool::{name, new_handle, put, put_index, put_text, row};
use ferry_constants as mpi;
use ferry_core::{Error, Result};
use ferry_ctypes::{InOut, MPI_Datatype, MPI_T_enum, MPI_T_pvar_handle, MPI_T_pvar_session, Out};
use ferry_runtime::Cx;
use ferry_tools::kind::Bind;
use ferry_tools::meter::Meter;
use ferry_tools::pvar;
use ferry_tools::refusal::Refusal;
use ferry_tools::state::{Object, PvarHandle};

pub(crate) fn t_pvar_get_num(_cx: &Cx, num_pvar: Out<c_int>) -> Result<()> {
    num_pvar.set(pvar::table().len() as c_int);
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn t_pvar_get_info(
    _cx: &Cx,
    pvar_index: c_int,
    name: *mut c_char,
    name_len: *mut c_int,
    verbosity: *mut c_int,
    var_class: *mut c_int,
    datatype: *mut MPI_Datatype,
    enumtype: *mut MPI_T_enum,
    desc: *mut c_char,
    desc_len: *mut c_int,
    bind: *mut c_int,
    readonly: *mut c_int,
    continuous: *mut c_int,
    atomic: *mut c_int,
) -> Result<()> {
    let (_, pvar) = row(pvar::table(), pvar_index)?;
    let is_momentary = pvar.class.is_momentary();
    // SAFETY: ABI-1.
    unsafe {
        put_text(name, name_len, &pvar.name)?;
        put_text(desc, desc_len, &pvar.doc)?;
        put(verbosity, pvar.verbosity.constant());
        put(var_class, pvar.class.constant());
        put(datatype, MPI_Datatype(pvar.form().datatype()));
        put(enumtype, MPI_T_enum::NULL);
        put(bind, pvar.bind().constant());
        put(readonly, c_int::from(is_momentary));
        put(continuous, c_int::from(is_momentary));
        put(atomic, c_int::from(!is_momentary));
    }
    Ok(())
}

pub(crate) unsafe fn t_pvar_get_index(_cx: &Cx, name_: *const c_char, var_class: c_int, pvar_index: Out<c_int>) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let name = name(name_)?;
        put_index(pvar_index, pvar::table(), |pvar| pvar.name == name && pvar.class.constant() == var_class)
    }
}

pub(crate) fn t_pvar_session_create(cx: &Cx, session: Out<MPI_T_pvar_session>) -> Result<()> {
    let full = || Error::new(mpi::MPI_T_ERR_OUT_OF_SESSIONS, "too many objects");
    let made = cx.local(|l| l.tools.insert(Object::Session)).ok_or_else(full)?;
    session.set(MPI_T_pvar_session(made));
    Ok(())
}

pub(crate) fn t_pvar_session_free(cx: &Cx, session: InOut<MPI_T_pvar_session>) -> Result<()> {
    let freed = session.get();
    cx.local(|l| l.tools.free_session(freed.0))?;
    session.set(MPI_T_pvar_session::NULL);
    Ok(())
}

pub(crate) unsafe fn t_pvar_handle_alloc(
    cx: &Cx,
    session: MPI_T_pvar_session,
    pvar_index: c_int,
    obj_handle: *mut c_void,
    handle: Out<MPI_T_pvar_handle>,
    count: Out<c_int>,
) -> Result<()> {
    cx.local(|l| l.tools.session(session.0))?;
    let (index, pvar) = row(pvar::table(), pvar_index)?;
    let ranks = match pvar.bind() {
        Bind::Nothing => Vec::new(),
        // SAFETY: ABI-1.
        Bind::Comm => unsafe { ranks_of(cx, obj_handle.cast())? },
    };
    let elements = if pvar.bind() == Bind::Nothing { 1 } else { ranks.len() };
    let meter = Meter::new(pvar.class, elements);
    let made = new_handle(cx, Object::Pvar(PvarHandle { session: session.0, index, ranks, meter }))?;
    handle.set(MPI_T_pvar_handle(made));
    count.set(elements as c_int);
    Ok(())
}

pub(crate) fn t_pvar_handle_free(cx: &Cx, session: MPI_T_pvar_session, handle: InOut<MPI_T_pvar_handle>) -> Result<()> {
    let freed = handle.get();
    cx.local(|l| l.tools.free_pvar(session.0, freed.0))?;
    handle.set(MPI_T_pvar_handle::NULL);
    Ok(())
}

pub(crate) fn t_pvar_start(cx: &Cx, session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> Result<()> {
    for_each(cx, session, handle, Refusal::NoStartStop, |handle, pvar, ranks| {
        if with_meter(cx, session, handle, |meter| meter.is_running())? {
            return Ok(());
        }
        let now = renewed_values(cx, pvar, ranks);
        with_meter(cx, session, handle, |meter| meter.start(&now))
    })
}

pub(crate) fn t_pvar_stop(cx: &Cx, session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> Result<()> {
    for_each(cx, session, handle, Refusal::NoStartStop, |handle, pvar, ranks| {
        let now = library_values(cx, pvar.source, ranks);
        with_meter(cx, session, handle, |meter| meter.stop(&now))
    })
}

pub(crate) fn t_pvar_reset(cx: &Cx, session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> Result<()> {
    for_each(cx, session, handle, Refusal::NoWrite, |handle, pvar, ranks| {
        let now = renewed_values(cx, pvar, ranks);
        with_meter(cx, session, handle, |meter| meter.reset(&now))
    })
}

pub(crate) unsafe fn t_pvar_read(
    cx: &Cx,
    session: MPI_T_pvar_session,
    handle: MPI_T_pvar_handle,
    buf: *mut c_void,
) -> Result<()> {
    let _turn = TURN.lock();
    let (pvar, ranks) = find(cx, session, handle.0)?;
    let now = library_values(cx, pvar.source, &ranks);
    let values = with_meter(cx, session, handle.0, |meter| meter.read(&now))?;
    // SAFETY: ABI-1.
    unsafe { store(pvar, &values, buf) };
    Ok(())
}

pub(crate) unsafe fn t_pvar_write(
    cx: &Cx,
    session: MPI_T_pvar_session,
    handle: MPI_T_pvar_handle,
    buf: *const c_void,
) -> Result<()> {
    let (pvar, ranks) = find(cx, session, handle.0)?;
    if pvar.class.is_momentary() {
        return Err(Refusal::NoWrite.into());
    }
    let _turn = TURN.lock();
    let now = renewed_values(cx, pvar, &ranks);
    // SAFETY: ABI-1.
    let values = unsafe { load(pvar, now.len(), buf)? };
    with_meter(cx, session, handle.0, |meter| meter.write(values, &now))
}

pub(crate) unsafe fn t_pvar_readreset(
    cx: &Cx,
    session: MPI_T_pvar_session,
    handle: MPI_T_pvar_handle,
    buf: *mut c_void,
) -> Result<()> {
    let (pvar, ranks) = find(cx, session, handle.0)?;
    if pvar.class.is_momentary() {
        return Err(Refusal::NoAtomic.into());
    }
    let _turn = TURN.lock();
    // One look at the library for both, so that nothing falls between them: a high-water mark has
    // been given to the meter already.
    let now = renewed_values(cx, pvar, &ranks);
    let values = with_meter(cx, session, handle.0, |meter| {
        let values = meter.read(&now);
        meter.reset(&now);
        values
    })?;
    // SAFETY: ABI-1.
    unsafe { store(pvar, &values, buf) };
    Ok(())
}
