//! Active targets (MPI-5 §12.5.1, §12.5.2): fences, and epochs of groups.

use std::ffi::c_int;
use std::sync::atomic::{Ordering, fence};

use ferry_calls::request::waits::progress_awaited;
use ferry_calls::win;
use ferry_calls::win::epoch::{await_notices, end_exposure, members, notify, origins, peers, take_all};
use ferry_calls::win::flush::{Whom, complete_locally, flush};
use ferry_calls::win::lock::check_assert;
use ferry_constants as mpi;
use ferry_core::window::Flavor;
use ferry_core::{Error, Result};
use ferry_ctypes::{MPI_Comm, MPI_Group, MPI_Win, Out};
use ferry_engine::window::Notice;
use ferry_runtime::Cx;

use super::collective;

/// `MPI_Win_fence`: accesses of all are over at all targets. The barrier also orders what a process
/// stores in its own part before others' accesses.
pub(crate) fn win_fence(cx: &Cx, assert: c_int, win: MPI_Win) -> Result<()> {
    const ALLOWED: c_int = mpi::MPI_MODE_NOSTORE | mpi::MPI_MODE_NOPUT | mpi::MPI_MODE_NOPRECEDE | mpi::MPI_MODE_NOSUCCEED;
    let (comm, is_checked) = cx.with(|p| {
        let window = p.windows.find(win.0)?;
        check_assert(assert, ALLOWED)?;
        window.epochs.check_fence()?;
        Ok::<_, Error>((window.comm, window.accesses.is_some()))
    })?;
    // SAFETY: no arguments but the communicator, which is the window's own.
    let meet = || unsafe { collective::barrier(cx, MPI_Comm(comm)) };
    // Nobody forgets an access before all have made theirs.
    let met = if is_checked { meet() } else { Ok(()) };
    let flushed = flush(cx, win, Whom::All);
    let met = met.and_then(|()| meet());
    // One that a death keeps from meeting begins no epoch, and the last one is over all the same.
    let is_last = assert & mpi::MPI_MODE_NOSUCCEED != 0 || met.is_err();
    cx.with(|p| p.windows.find_mut(win.0).map(|window| window.epochs.fence(is_last)))?;
    fence(Ordering::SeqCst);
    met.and(flushed)
}

/// `MPI_Win_start`
pub(crate) fn win_start(cx: &Cx, group: MPI_Group, assert: c_int, win: MPI_Win) -> Result<()> {
    let peers = cx.with(|p| {
        let (ranks, peers) = members(p, win, group)?;
        check_assert(assert, mpi::MPI_MODE_NOCHECK)?;
        p.windows.find_mut(win.0)?.epochs.start(ranks)?;
        Ok::<_, Error>(peers)
    })?;
    if assert & mpi::MPI_MODE_NOCHECK == 0 {
        await_notices(cx, win, &peers, Notice::Posted)?;
    }
    fence(Ordering::SeqCst);
    Ok(())
}

/// `MPI_Win_complete`: accesses are over here. What targets have to do comes before this process's
/// word in the order of messages.
pub(crate) fn win_complete(cx: &Cx, win: MPI_Win) -> Result<()> {
    let (peers, is_dynamic) = cx.with(|p| {
        let window = p.windows.find_mut(win.0)?;
        let (ranks, is_dynamic) = (window.epochs.complete()?, window.flavor() == Flavor::Dynamic);
        // Targets forget when their epochs end.
        win::conflict::forget_here(window, Whom::All);
        Ok::<_, Error>((peers(p, win, &ranks)?, is_dynamic))
    })?;
    // Only targets know what is attached, and say so when they are asked.
    let done = if is_dynamic { flush(cx, win, Whom::All) } else { complete_locally(cx, win) };
    cx.advance(|p| notify(p, win, &peers, Notice::Completed))?;
    done
}

/// `MPI_Win_post`
pub(crate) fn win_post(cx: &Cx, group: MPI_Group, assert: c_int, win: MPI_Win) -> Result<()> {
    const ALLOWED: c_int = mpi::MPI_MODE_NOCHECK | mpi::MPI_MODE_NOSTORE | mpi::MPI_MODE_NOPUT;
    fence(Ordering::SeqCst);
    cx.with(|p| {
        let (ranks, peers) = members(p, win, group)?;
        check_assert(assert, ALLOWED)?;
        p.windows.find_mut(win.0)?.epochs.post(ranks)?;
        if assert & mpi::MPI_MODE_NOCHECK == 0 {
            notify(p, win, &peers, Notice::Posted)?;
        }
        Ok(())
    })
}

/// `MPI_Win_wait`
pub(crate) fn win_wait(cx: &Cx, win: MPI_Win) -> Result<()> {
    let peers = cx.with(|p| origins(p, win))?;
    // The epoch is over if an origin has died: it cannot be waited for again.
    let awaited = await_notices(cx, win, &peers, Notice::Completed);
    cx.with(|p| end_exposure(p, win, &peers))?;
    fence(Ordering::SeqCst);
    awaited
}

/// `MPI_Win_test`
pub(crate) fn win_test(cx: &Cx, win: MPI_Win, flag: Out<c_int>) -> Result<()> {
    let is_over = cx.advance(|p| {
        progress_awaited(p);
        let peers = origins(p, win)?;
        let number = p.windows.find(win.0)?.number;
        let is_over = take_all(p, number, &peers, Notice::Completed);
        if is_over {
            end_exposure(p, win, &peers)?;
        }
        Ok::<_, Error>(is_over)
    })?;
    fence(Ordering::SeqCst);
    flag.set(c_int::from(is_over));
    Ok(())
}
