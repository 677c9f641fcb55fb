//! Active targets (MPI-5 §12.5.1, §12.5.2): fences, and epochs of groups.

use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::process::Process;
use ferry_core::{Error, Result};
use ferry_ctypes::{MPI_Group, MPI_Win};
use ferry_engine::window::Notice;
use ferry_runtime::Cx;

/// The processes of a group as ranks of a window, and as world ranks.
pub fn members(p: &Process, win: MPI_Win, group: MPI_Group) -> Result<(Vec<u32>, Vec<u32>)> {
    let window = p.windows.find(win.0)?;
    let ranks = window.ranks_of(&p.groups.get(group.0, "group")?)?;
    let peers = peers(p, win, &ranks)?;
    Ok((ranks, peers))
}

/// Ranks of a window as world ranks.
pub fn peers(p: &Process, win: MPI_Win, ranks: &[u32]) -> Result<Vec<u32>> {
    let window = p.windows.find(win.0)?;
    Ok(ranks.iter().map(|rank| window.process(*rank)).collect())
}

/// Tells processes of a window something.
pub fn notify(p: &mut Process, win: MPI_Win, peers: &[u32], notice: Notice) -> Result<()> {
    let number = p.windows.find(win.0)?.number;
    peers.iter().for_each(|peer| p.engine.notify(number, *peer, notice));
    Ok(())
}

/// Those that have not told so.
fn missing(p: &mut Process, number: u64, peers: &[u32], notice: Notice) -> Vec<u32> {
    peers.iter().copied().filter(|peer| !p.engine.has_notice(number, *peer, notice)).collect()
}

/// Takes what all of `peers` have told, if they have.
pub fn take_all(p: &mut Process, number: u64, peers: &[u32], notice: Notice) -> bool {
    let is_there = peers.iter().all(|peer| p.engine.has_notice(number, *peer, notice));
    if is_there {
        peers.iter().for_each(|peer| p.engine.take_notice(number, *peer, notice));
    }
    is_there
}

/// Waits until all of `peers` have told so; a peer that is lost is an error.
pub fn await_notices(cx: &Cx, win: MPI_Win, peers: &[u32], notice: Notice) -> Result<()> {
    let number = cx.with(|p| p.windows.find(win.0).map(|window| window.number))?;
    let what = match notice {
        Notice::Posted => "call MPI_Win_post",
        Notice::Completed => "call MPI_Win_complete",
    };
    let poll = |_: &mut (), p: &mut Process| {
        if take_all(p, number, peers, notice) {
            return Some(None);
        }
        let is_lost = |peer: &u32| p.engine.loss_of(*peer).is_some();
        let lost = if p.engine.has_lost_peers() { peers.iter().copied().find(is_lost) } else { None };
        lost.map(|peer| p.engine.loss_of(peer).map(str::to_owned))
    };
    let describe = |_: &(), p: &mut Process| Awaited::one(Await::Ranks(missing(p, number, peers, notice), what));
    match cx.block_on(&mut (), poll, describe) {
        None => Ok(()),
        Some(reason) => Err(Error::new(
            ferry_core::resilience::class_of_loss(),
            format!("a process of the group cannot be reached any more: {reason}"),
        )),
    }
}

/// The origins of the exposure epoch.
pub fn origins(p: &Process, win: MPI_Win) -> Result<Vec<u32>> {
    let ranks = p.windows.find(win.0)?.epochs.posted()?.to_vec();
    peers(p, win, &ranks)
}

/// All of `peers` have completed their epochs here.
pub fn end_exposure(p: &mut Process, win: MPI_Win, peers: &[u32]) -> Result<()> {
    let window = p.windows.find_mut(win.0)?;
    window.epochs.end_exposure();
    if window.accesses.is_some() {
        let number = window.number;
        p.engine.forget_noted(number, peers);
    }
    Ok(())
}
