//! Passive targets (MPI-5 §12.5.3): locks, in two levels ([`ferry_protocol::rma::control`]).

use std::ffi::c_int;

use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::process::Process;
use ferry_core::window::Window;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::MPI_Win;
use ferry_protocol::rma::control::{Control, Hold};
use ferry_runtime::Cx;

use crate::win::flush::{TargetQuestion, await_answers};

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
