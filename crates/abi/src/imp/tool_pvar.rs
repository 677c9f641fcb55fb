//! Performance variables for tools (MPI-5 §15.3.7). What a handle shows is worked out by its meter;
//! the library's counts are only read.

use std::ffi::{c_char, c_int, c_void};

use ferry_constants as mpi;
use ferry_core::{Error, Result};
use ferry_sys::lock::RawLock;
use ferry_tools::kind::{Bind, Class, Form};
use ferry_tools::meter::Meter;
use ferry_tools::pvar::{self, Pvar, Source};
use ferry_tools::refusal::Refusal;
use ferry_tools::state::{Object, PvarHandle};

use super::tool::{name, new_handle, put, put_index, put_text, row};
use ferry_ctypes::{MPI_Comm, MPI_Datatype, MPI_T_enum, MPI_T_pvar_handle, MPI_T_pvar_session};
use ferry_runtime::{cell, Cx};

/// Values are looked at and meters changed by one thread at a time, so that a meter never sees
/// values go back.
static TURN: RawLock = RawLock::new();

/// Nanoseconds in the second that times are shown in.
const SECOND_NS: f64 = 1e9;

pub(crate) unsafe fn t_pvar_get_num(_cx: &Cx, num_pvar: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { *num_pvar = pvar::table().len() as c_int };
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

pub(crate) unsafe fn t_pvar_get_index(_cx: &Cx, name_: *const c_char, var_class: c_int, pvar_index: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let name = name(name_)?;
        put_index(pvar_index, pvar::table(), |pvar| pvar.name == name && pvar.class.constant() == var_class)
    }
}

pub(crate) unsafe fn t_pvar_session_create(cx: &Cx, session: *mut MPI_T_pvar_session) -> Result<()> {
    let full = || Error::new(mpi::MPI_T_ERR_OUT_OF_SESSIONS, "too many objects");
    let made = cx.local(|l| l.tools.insert(Object::Session)).ok_or_else(full)?;
    // SAFETY: ABI-1.
    unsafe { *session = MPI_T_pvar_session(made) };
    Ok(())
}

pub(crate) unsafe fn t_pvar_session_free(cx: &Cx, session: *mut MPI_T_pvar_session) -> Result<()> {
    // SAFETY: ABI-1.
    let freed = unsafe { *session };
    cx.local(|l| l.tools.free_session(freed.0))?;
    // SAFETY: ABI-1.
    unsafe { *session = MPI_T_pvar_session::NULL };
    Ok(())
}

/// World ranks of the processes that ranks of the communicator at `object` name.
///
/// # Safety
/// ABI-1: `object` is null or the address of a handle.
unsafe fn ranks_of(cx: &Cx, object: *const MPI_Comm) -> Result<Vec<u32>> {
    if object.is_null() {
        return Err(Refusal::Invalid.into());
    }
    if !cell::is_running() {
        return Err(Refusal::NotAccessible.into());
    }
    // SAFETY: as the caller promises.
    let comm = unsafe { *object };
    cx.with(|p| {
        let peers = p.comms.get(comm.0).ok_or(Refusal::Invalid)?.peers();
        Ok((0..peers.size()).filter_map(|rank| peers.process(rank)).collect())
    })
}

pub(crate) unsafe fn t_pvar_handle_alloc(
    cx: &Cx,
    session: MPI_T_pvar_session,
    pvar_index: c_int,
    obj_handle: *mut c_void,
    handle: *mut MPI_T_pvar_handle,
    count: *mut c_int,
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
    // SAFETY: ABI-1.
    unsafe {
        *handle = MPI_T_pvar_handle(made);
        *count = elements as c_int;
    }
    Ok(())
}

pub(crate) unsafe fn t_pvar_handle_free(cx: &Cx, session: MPI_T_pvar_session, handle: *mut MPI_T_pvar_handle) -> Result<()> {
    // SAFETY: ABI-1.
    let freed = unsafe { *handle };
    cx.local(|l| l.tools.free_pvar(session.0, freed.0))?;
    // SAFETY: ABI-1.
    unsafe { *handle = MPI_T_pvar_handle::NULL };
    Ok(())
}

/// The library's values; zeros as long as there was no process.
fn library_values(cx: &Cx, source: Source, ranks: &[u32]) -> Vec<u64> {
    match (cell::has_process(), source) {
        (true, _) => cx.with(|p| p.values(source, ranks)),
        (false, Source::Peer(..)) => vec![0; ranks.len()],
        (false, _) => vec![0],
    }
}

/// As [`library_values`], for a meter that starts anew: a high-water mark then goes back to the
/// level, and who still needs it is told first.
fn renewed_values(cx: &Cx, pvar: &Pvar, ranks: &[u32]) -> Vec<u64> {
    if pvar.class == Class::HighWatermark && cell::has_process() {
        for mark in [Source::UnexpectedMessagesMark, Source::UnexpectedBytesMark] {
            let value = library_values(cx, mark, &[]);
            cx.local(|l| l.tools.fold(mark, &value));
        }
        cx.with(|p| p.engine.renew_marks());
    }
    library_values(cx, pvar.source, ranks)
}

/// The variable behind a handle, and the ranks it is bound to.
fn find(cx: &Cx, session: MPI_T_pvar_session, handle: usize) -> Result<(&'static Pvar, Vec<u32>)> {
    Ok(cx.local(|l| l.tools.pvar(session.0, handle).map(|found| (found.pvar(), found.ranks.clone())))?)
}

fn with_meter<R>(cx: &Cx, session: MPI_T_pvar_session, handle: usize, body: impl FnOnce(&mut Meter) -> R) -> Result<R> {
    Ok(cx.local(|l| l.tools.pvar_mut(session.0, handle).map(|found| body(&mut found.meter)))?)
}

/// Does it to one handle, or to all of a session to which it can be done.
fn for_each(
    cx: &Cx,
    session: MPI_T_pvar_session,
    handle: MPI_T_pvar_handle,
    refusal: Refusal,
    body: impl Fn(usize, &'static Pvar, &[u32]) -> Result<()>,
) -> Result<()> {
    let _turn = TURN.lock();
    cx.local(|l| l.tools.session(session.0))?;
    let is_all = handle.0 == mpi::MPI_T_PVAR_ALL_HANDLES;
    let handles = if is_all { cx.local(|l| l.tools.pvars_of(session.0)) } else { vec![handle.0] };
    for handle in handles {
        let (pvar, ranks) = find(cx, session, handle)?;
        match pvar.class.is_momentary() {
            true if is_all => {}
            true => return Err(refusal.into()),
            false => body(handle, pvar, &ranks)?,
        }
    }
    Ok(())
}

pub(crate) unsafe fn t_pvar_start(cx: &Cx, session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> Result<()> {
    for_each(cx, session, handle, Refusal::NoStartStop, |handle, pvar, ranks| {
        if with_meter(cx, session, handle, |meter| meter.is_running())? {
            return Ok(());
        }
        let now = renewed_values(cx, pvar, ranks);
        with_meter(cx, session, handle, |meter| meter.start(&now))
    })
}

pub(crate) unsafe fn t_pvar_stop(cx: &Cx, session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> Result<()> {
    for_each(cx, session, handle, Refusal::NoStartStop, |handle, pvar, ranks| {
        let now = library_values(cx, pvar.source, ranks);
        with_meter(cx, session, handle, |meter| meter.stop(&now))
    })
}

pub(crate) unsafe fn t_pvar_reset(cx: &Cx, session: MPI_T_pvar_session, handle: MPI_T_pvar_handle) -> Result<()> {
    for_each(cx, session, handle, Refusal::NoWrite, |handle, pvar, ranks| {
        let now = renewed_values(cx, pvar, ranks);
        with_meter(cx, session, handle, |meter| meter.reset(&now))
    })
}

/// Stores values in the representation of the variable.
///
/// # Safety
/// ABI-1: `buf` has room for them.
unsafe fn store(pvar: &Pvar, values: &[u64], buf: *mut c_void) {
    for (at, value) in values.iter().enumerate() {
        // SAFETY: as the caller promises; a tool may have aligned the buffer for bytes only.
        unsafe {
            match pvar.form() {
                Form::Double => buf.cast::<f64>().add(at).write_unaligned(*value as f64 / SECOND_NS),
                _ => buf.cast::<u64>().add(at).write_unaligned(*value),
            }
        }
    }
}

/// The inverse of [`store`].
///
/// # Errors
/// `MPI_T_ERR_INVALID` for a time that is negative or no number.
///
/// # Safety
/// ABI-1: `buf` holds `count` values.
unsafe fn load(pvar: &Pvar, count: usize, buf: *const c_void) -> Result<Vec<u64>> {
    // SAFETY: as the caller promises.
    let value = |at| unsafe {
        match pvar.form() {
            Form::Double => {
                let seconds = buf.cast::<f64>().add(at).read_unaligned();
                if seconds >= 0.0 { Ok((seconds * SECOND_NS) as u64) } else { Err(Refusal::Invalid.into()) }
            }
            _ => Ok(buf.cast::<u64>().add(at).read_unaligned()),
        }
    };
    (0..count).map(value).collect()
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
