//! Passive targets (MPI-5 §12.5.3): locks, in two levels ([`ferry_protocol::rma::control`]).

use std::ffi::c_int;
use std::sync::atomic::{Ordering, fence};

use ferry_calls::win::flush::{Whom, flush};
use ferry_calls::win::lock::{MASTER, check_assert, check_hint, enter, leave};
use ferry_constants as mpi;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::MPI_Win;
use ferry_protocol::rma::control::Hold;
use ferry_protocol::rma::epoch::LockKind;
use ferry_runtime::Cx;

/// `MPI_Win_lock`
pub(crate) fn win_lock(cx: &Cx, lock_type: c_int, rank: c_int, assert: c_int, win: MPI_Win) -> Result<()> {
    let kind = match lock_type {
        mpi::MPI_LOCK_SHARED => LockKind::Shared,
        mpi::MPI_LOCK_EXCLUSIVE => LockKind::Exclusive,
        _ => bail!(MPI_ERR_LOCKTYPE, "argument lock_type is {lock_type}; it must be MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE"),
    };
    let target = cx.with(|p| {
        let window = p.windows.find_mut(win.0)?;
        check_assert(assert, mpi::MPI_MODE_NOCHECK)?;
        check_hint(window)?;
        let Some(target) = window.target(rank, "rank")? else {
            window.epochs.lock_nobody(true);
            return Ok(None);
        };
        window.epochs.check_lock(target)?;
        Ok::<_, Error>(Some(target))
    })?;
    let Some(target) = target else { return Ok(()) };
    let kind = if assert & mpi::MPI_MODE_NOCHECK != 0 { LockKind::Unchecked } else { kind };
    match kind {
        LockKind::Shared => enter(cx, win, target, Hold::Shared)?,
        LockKind::Exclusive => {
            enter(cx, win, MASTER, Hold::Registered)?;
            if let Err(error) = enter(cx, win, target, Hold::Exclusive) {
                // Else nobody could lock all any more.
                leave(cx, win, MASTER, Hold::Registered)?;
                return Err(error);
            }
        }
        LockKind::Unchecked => {}
    }
    cx.with(|p| p.windows.find_mut(win.0).map(|window| window.epochs.lock(target, kind)))?;
    fence(Ordering::SeqCst);
    Ok(())
}

/// `MPI_Win_unlock`: accesses are over at the target.
pub(crate) fn win_unlock(cx: &Cx, rank: c_int, win: MPI_Win) -> Result<()> {
    let target = cx.with(|p| {
        let window = p.windows.find_mut(win.0)?;
        let Some(target) = window.target(rank, "rank")? else {
            window.epochs.lock_nobody(false);
            return Ok(None);
        };
        Ok::<_, Error>(Some((target, window.epochs.check_unlock(target)?)))
    })?;
    let Some((target, kind)) = target else { return Ok(()) };
    // The lock is given back whatever becomes of the accesses.
    let flushed = flush(cx, win, Whom::One(target));
    match kind {
        LockKind::Shared => leave(cx, win, target, Hold::Shared)?,
        LockKind::Exclusive => {
            leave(cx, win, target, Hold::Exclusive)?;
            leave(cx, win, MASTER, Hold::Registered)?;
        }
        LockKind::Unchecked => {}
    }
    cx.with(|p| p.windows.find_mut(win.0).map(|window| window.epochs.unlock(target)))?;
    flushed
}

/// `MPI_Win_lock_all`
pub(crate) fn win_lock_all(cx: &Cx, assert: c_int, win: MPI_Win) -> Result<()> {
    cx.with(|p| {
        let window = p.windows.find(win.0)?;
        check_assert(assert, mpi::MPI_MODE_NOCHECK)?;
        check_hint(window)?;
        Ok::<_, Error>(window.epochs.check_lock_all()?)
    })?;
    let is_unchecked = assert & mpi::MPI_MODE_NOCHECK != 0;
    if !is_unchecked {
        enter(cx, win, MASTER, Hold::All)?;
    }
    cx.with(|p| p.windows.find_mut(win.0).map(|window| window.epochs.lock_all(is_unchecked)))?;
    fence(Ordering::SeqCst);
    Ok(())
}

/// `MPI_Win_unlock_all`: accesses are over at all targets.
pub(crate) fn win_unlock_all(cx: &Cx, win: MPI_Win) -> Result<()> {
    let is_unchecked = cx.with(|p| Ok::<_, Error>(p.windows.find(win.0)?.epochs.check_unlock_all()?))?;
    let flushed = flush(cx, win, Whom::All);
    if !is_unchecked {
        leave(cx, win, MASTER, Hold::All)?;
    }
    cx.with(|p| p.windows.find_mut(win.0).map(|window| window.epochs.unlock_all()))?;
    flushed
}
