//! Performance variables for tools (MPI-5 §15.3.7). What a handle shows is worked out by its meter;
//! the library's counts are only read.

use std::ffi::c_void;

use ferry_constants as mpi;
use ferry_core::Result;
use ferry_ctypes::{MPI_Comm, MPI_T_pvar_handle, MPI_T_pvar_session};
use ferry_runtime::{Cx, cell};
use ferry_sys::lock::RawLock;
use ferry_tools::kind::{Class, Form};
use ferry_tools::meter::Meter;
use ferry_tools::pvar::{Pvar, Source};
use ferry_tools::refusal::Refusal;

/// Values are looked at and meters changed by one thread at a time, so that a meter never sees
/// values go back.
pub static TURN: RawLock = RawLock::new();

/// Nanoseconds in the second that times are shown in.
const SECOND_NS: f64 = 1e9;

/// World ranks of the processes that ranks of the communicator at `object` name.
///
/// # Safety
/// ABI-1: `object` is null or the address of a handle.
pub unsafe fn ranks_of(cx: &Cx, object: *const MPI_Comm) -> Result<Vec<u32>> {
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

/// The library's values; zeros as long as there was no process.
pub fn library_values(cx: &Cx, source: Source, ranks: &[u32]) -> Vec<u64> {
    match (cell::has_process(), source) {
        (true, _) => cx.with(|p| p.values(source, ranks)),
        (false, Source::Peer(..)) => vec![0; ranks.len()],
        (false, _) => vec![0],
    }
}

/// As [`library_values`], for a meter that starts anew: a high-water mark then goes back to the
/// level, and who still needs it is told first.
pub fn renewed_values(cx: &Cx, pvar: &Pvar, ranks: &[u32]) -> Vec<u64> {
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
pub fn find(cx: &Cx, session: MPI_T_pvar_session, handle: usize) -> Result<(&'static Pvar, Vec<u32>)> {
    Ok(cx.local(|l| l.tools.pvar(session.0, handle).map(|found| (found.pvar(), found.ranks.clone())))?)
}

/// Looks at a performance variable behind a handle of a session.
pub fn with_meter<R>(cx: &Cx, session: MPI_T_pvar_session, handle: usize, body: impl FnOnce(&mut Meter) -> R) -> Result<R> {
    Ok(cx.local(|l| l.tools.pvar_mut(session.0, handle).map(|found| body(&mut found.meter)))?)
}

/// Does it to one handle, or to all of a session to which it can be done.
pub fn for_each(
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

/// Stores values in the representation of the variable.
///
/// # Safety
/// ABI-1: `buf` has room for them.
pub unsafe fn store(pvar: &Pvar, values: &[u64], buf: *mut c_void) {
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
pub unsafe fn load(pvar: &Pvar, count: usize, buf: *const c_void) -> Result<Vec<u64>> {
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
