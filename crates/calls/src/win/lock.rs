//! Passive targets (MPI-5 §12.5.3): locks, in two levels ([`ferry_protocol::rma::control`]).

use std::ffi::c_int;

use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::process::Process;
use ferry_core::window::Window;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::MPI_Win;
use ferry_engine::window::Problem;
use ferry_protocol::rma::control::{Control, Hold};
use ferry_runtime::Cx;

use crate::win::arguments::failed;
use crate::win::flush::TO_SERVE;

/// The rank whose control block has the global word.
pub const MASTER: u32 = 0;

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
pub fn enter(cx: &Cx, win: MPI_Win, rank: u32, hold: Hold) -> Result<()> {
    match cx.with(|p| control(p, win, rank).map(|control| control.try_enter(hold))) {
        Some(true) => Ok(()),
        Some(false) => enter_contended(cx, win, rank, hold),
        None => enter_far(cx, win, rank, hold),
    }
}

/// The error of a wait for a hold once a process of the window is lost: that one may have it, and
/// gives it back no more.
fn loss(p: &Process, win: MPI_Win) -> Option<Error> {
    if !p.engine.has_lost_peers() {
        return None;
    }
    let group = &p.windows.get(win.0)?.group;
    let (rank, peer) = p.engine.losses().iter().find_map(|lost| Some((group.rank_of(lost.peer)?, lost.peer)))?;
    Some(failed(p, rank, peer, Problem::Lost))
}

/// Waits for a hold that others keep this process from: whoever gives it back wakes it.
#[cold]
fn enter_contended(cx: &Cx, win: MPI_Win, rank: u32, hold: Hold) -> Result<()> {
    cx.with(|p| control(p, win, rank).map(Control::begin_wait));
    let poll = |_: &mut (), p: &mut Process| match control(p, win, rank).is_none_or(|control| control.try_enter(hold)) {
        true => Some(Ok(())),
        false => loss(p, win).map(Err),
    };
    let describe = |_: &(), p: &mut Process| {
        let peers = peer_of(p, win, rank).map_or(Vec::new(), |(_, peer)| vec![peer]);
        Awaited::one(Await::Ranks(peers, "have its part of the window unlocked by whoever has locked it (MPI_Win_unlock)"))
    };
    let entered = cx.block_on(&mut (), poll, describe);
    cx.with(|p| control(p, win, rank).map(Control::end_wait));
    entered
}

/// Asks the owner of a control block for a hold, and waits for its answer.
fn enter_far(cx: &Cx, win: MPI_Win, rank: u32, hold: Hold) -> Result<()> {
    let (number, peer, tag) = cx.with(|p| {
        let (number, peer) = peer_of(p, win, rank)?;
        Ok::<_, Error>((number, peer, p.engine.begin_enter(number, peer, hold)))
    })?;
    let poll = |_: &mut (), p: &mut Process| match p.engine.take_answer(peer, tag) {
        Some(answer) => Some(answer.map_err(|problem| failed(p, rank, peer, problem))),
        None => {
            let error = loss(p, win)?;
            p.engine.give_up_enter(number, peer, hold, tag);
            Some(Err(error))
        }
    };
    cx.block_on(&mut (), poll, |_, _| Awaited::one(Await::Ranks(vec![peer], TO_SERVE)))
}

/// Gives a hold back.
pub fn leave(cx: &Cx, win: MPI_Win, rank: u32, hold: Hold) -> Result<()> {
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
pub fn check_hint(window: &Window) -> Result<()> {
    if window.hints.has_no_locks() {
        bail!(MPI_ERR_RMA_SYNC, "the window has the info key no_locks set to true; make it without");
    }
    Ok(())
}
