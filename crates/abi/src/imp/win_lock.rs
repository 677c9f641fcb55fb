//! Passive targets (MPI-5 §12.5.3): locks, in two levels ([`ferry_protocol::rma::control`]).

use std::ffi::c_int;
use std::sync::atomic::{Ordering, fence};

use ferry_constants as mpi;
use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::process::Process;
use ferry_core::window::Window;
use ferry_core::{Error, Result, bail};
use ferry_protocol::rma::control::{Control, Hold};
use ferry_protocol::rma::epoch::LockKind;

use super::win_flush::{TargetQuestion, Whom, await_answers, flush};
use ferry_ctypes::MPI_Win;
use ferry_runtime::Cx;

/// The rank whose control block has the global word.
const MASTER: u32 = 0;

/// Refuses assertions that a function does not take (MPI-5 §12.5.5).
pub fn check_assert(assert: c_int, allowed: c_int) -> Result<()> {
    if assert & !allowed != 0 {
        bail!(MPI_ERR_ASSERT, "argument assert is {assert:#x}, which has assertions that this function does not take");
    }
    Ok(())
}

fn control(p: &Process, win: MPI_Win, rank: u32) -> Option<&Control> {
    p.windows.get(win.0)?.node.control(rank)
}

fn peer_of(p: &Process, win: MPI_Win, rank: u32) -> Result<(u64, u32)> {
    let window: &Window = p.windows.find(win.0)?;
    Ok((window.number, window.process(rank)))
}

/// Takes a hold of the control block of `rank`; waits until that is possible.
fn enter(cx: &Cx, win: MPI_Win, rank: u32, hold: Hold) -> Result<()> {
    match cx.with(|p| control(p, win, rank).map(|control| control.try_enter(hold))) {
        Some(true) => Ok(()),
        Some(false) => {
            enter_contended(cx, win, rank, hold);
            Ok(())
        }
        None => {
            let question = cx.with(|p| {
                let (number, peer) = peer_of(p, win, rank)?;
                Ok::<_, Error>(TargetQuestion { rank, peer, tag: p.engine.begin_enter(number, peer, hold) })
            })?;
            await_answers(cx, &mut vec![question])
        }
    }
}

/// Waits for a hold that others keep this process from: whoever gives it back wakes it.
#[cold]
fn enter_contended(cx: &Cx, win: MPI_Win, rank: u32, hold: Hold) {
    cx.with(|p| control(p, win, rank).map(Control::begin_wait));
    let poll = |_: &mut (), p: &mut Process| control(p, win, rank).is_none_or(|control| control.try_enter(hold)).then_some(());
    let describe = |_: &(), p: &mut Process| {
        let peers = peer_of(p, win, rank).map_or(Vec::new(), |(_, peer)| vec![peer]);
        Awaited::one(Await::Ranks(peers, "have its part of the window unlocked by whoever has locked it (MPI_Win_unlock)"))
    };
    cx.block_on(&mut (), poll, describe);
    cx.with(|p| control(p, win, rank).map(Control::end_wait));
}

/// Gives a hold back.
fn leave(cx: &Cx, win: MPI_Win, rank: u32, hold: Hold) -> Result<()> {
    cx.with(|p| match control(p, win, rank).map(|control| control.leave(hold)) {
        Some(true) => {
            p.engine.node_mut().wake_all();
            p.progress();
            Ok(())
        }
        Some(false) => Ok(()),
        None => {
            let (number, peer) = peer_of(p, win, rank)?;
            p.engine.begin_leave(number, peer, hold, false);
            Ok(())
        }
    })
}

/// Refuses locks where the program has said that it takes none.
fn check_hint(window: &Window) -> Result<()> {
    if window.hints.has_no_locks() {
        bail!(MPI_ERR_RMA_SYNC, "the window has the info key no_locks set to true; make it without");
    }
    Ok(())
}

/// `MPI_Win_lock`
pub(crate) fn win_lock(cx: &Cx, lock_type: c_int, rank: c_int, assert: c_int, win: MPI_Win) -> Result<()> {
    let kind = match lock_type {
        mpi::MPI_LOCK_SHARED => LockKind::Shared,
        mpi::MPI_LOCK_EXCLUSIVE => LockKind::Exclusive,
        _ => bail!(MPI_ERR_LOCKTYPE, "argument lock_type is {lock_type}; it must be MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE"),
    };
    let target = cx.with(|p| {
        let window = p.windows.find(win.0)?;
        check_assert(assert, mpi::MPI_MODE_NOCHECK)?;
        check_hint(window)?;
        let Some(target) = window.target(rank, "rank")? else { return Ok(None) };
        window.epochs.check_lock(target)?;
        Ok::<_, Error>(Some(target))
    })?;
    let Some(target) = target else { return Ok(()) };
    let kind = if assert & mpi::MPI_MODE_NOCHECK != 0 { LockKind::Unchecked } else { kind };
    match kind {
        LockKind::Shared => enter(cx, win, target, Hold::Shared)?,
        LockKind::Exclusive => {
            enter(cx, win, MASTER, Hold::Registered)?;
            enter(cx, win, target, Hold::Exclusive)?;
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
        let window = p.windows.find(win.0)?;
        let Some(target) = window.target(rank, "rank")? else { return Ok(None) };
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
