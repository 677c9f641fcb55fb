//! Waiting for accesses (MPI-5 §12.5.4): until they are over here, or at the target.

use std::ffi::c_int;
use std::sync::atomic::{Ordering, fence};

use ferry_calls::win::flush::{Whom, check, check_any, flush, flush_at_once, flush_locally};
use ferry_core::Result;
use ferry_core::process::Process;
use ferry_ctypes::MPI_Win;
use ferry_runtime::Cx;

/// `MPI_Win_flush`
pub(crate) fn win_flush(cx: &Cx, rank: c_int, win: MPI_Win) -> Result<()> {
    if flush_at_once(cx, win, Some(rank)) {
        return Ok(());
    }
    match check(cx, win, rank)? {
        Some(rank) => flush(cx, win, Whom::One(rank)),
        None => Ok(()),
    }
}

/// `MPI_Win_flush_all`
pub(crate) fn win_flush_all(cx: &Cx, win: MPI_Win) -> Result<()> {
    if flush_at_once(cx, win, None) {
        return Ok(());
    }
    check_any(cx, win)?;
    flush(cx, win, Whom::All)
}

/// `MPI_Win_flush_local`
pub(crate) fn win_flush_local(cx: &Cx, rank: c_int, win: MPI_Win) -> Result<()> {
    if flush_at_once(cx, win, Some(rank)) {
        return Ok(());
    }
    match check(cx, win, rank)? {
        Some(rank) => flush_locally(cx, win, Whom::One(rank)),
        None => Ok(()),
    }
}

/// `MPI_Win_flush_local_all`
pub(crate) fn win_flush_local_all(cx: &Cx, win: MPI_Win) -> Result<()> {
    if flush_at_once(cx, win, None) {
        return Ok(());
    }
    check_any(cx, win)?;
    flush_locally(cx, win, Whom::All)
}

/// `MPI_Win_sync`: there is one copy of the memory, so ordering is all there is to do.
pub(crate) fn win_sync(cx: &Cx, win: MPI_Win) -> Result<()> {
    cx.with(|p| p.windows.find(win.0).map(|_| ()))?;
    fence(Ordering::SeqCst);
    // A program that polls its memory waits for what others' messages bring.
    cx.advance(Process::progress);
    Ok(())
}
