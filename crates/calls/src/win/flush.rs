//! Waiting for accesses (MPI-5 §12.5.4): until they are over here, or at the target.

use std::ffi::c_int;
use std::sync::atomic::{Ordering, compiler_fence, fence};

use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::process::Process;
use ferry_core::window::Window;
use ferry_core::{Error, Result, Transport};
use ferry_ctypes::MPI_Win;
use ferry_engine::Engine;
use ferry_runtime::Cx;

use crate::win;
use crate::win::arguments::failed;

/// What a process has to do with accesses of others, for reports.
pub const TO_SERVE: &str = "act upon accesses to the window: call MPI, or leave its progress thread a processor";

/// Flushes of which one makes progress, whatever it waits for: programs poll memory of windows.
const FLUSHES_A_LOOK: u32 = 64;

/// A flush of this target, or of all, if it has nothing to wait for: no access there is under way
/// by messages or by the network. `false`: it waits, or the call is wrong.
#[inline]
pub fn flush_at_once(cx: &Cx, win: MPI_Win, rank: Option<c_int>) -> bool {
    let (is_over, is_look_due) = cx.with(|p| {
        let Process { windows, engine, .. } = p;
        let Some(window) = windows.get_mut(win.0) else { return (false, false) };
        (has_nothing_to_wait_for(engine, window, rank).is_some(), count_flush(window))
    });
    if is_look_due {
        cx.advance(Process::progress);
    }
    is_over
}

/// Counts a flush, behind which no load passes a store before it; whether this one makes progress.
#[inline]
fn count_flush(window: &Window) -> bool {
    compiler_fence(Ordering::SeqCst);
    // On x86-64 an atomic that changes memory is a full barrier, in half the time of a fence.
    // Elsewhere it is none: on AArch64 a store before it may pass a load behind it where it is a
    // loop of exclusive loads and stores.
    let count = window.flushes.fetch_add(1, Ordering::SeqCst);
    if cfg!(target_arch = "x86_64") {
        compiler_fence(Ordering::SeqCst)
    } else {
        fence(Ordering::SeqCst)
    }
    count.is_multiple_of(FLUSHES_A_LOOK)
}

#[inline]
fn has_nothing_to_wait_for(engine: &Engine<Transport>, window: &Window, rank: Option<c_int>) -> Option<()> {
    let target = match rank {
        Some(rank) => {
            let rank = u32::try_from(rank).ok().filter(|rank| *rank < window.group.size())?;
            window.epochs.check_passive(rank).ok()?;
            Some(rank)
        }
        None => {
            window.epochs.check_passive_any().ok()?;
            None
        }
    };
    // Where nobody has to serve the window, all accesses end in their calls.
    let is_quiet = !window.is_served || engine.is_quiet(window.number, target.map(|rank| window.process(rank)));
    (window.accesses.is_none() && is_quiet).then_some(())
}

/// Ranks whose accesses are waited for.
#[derive(Clone, Copy)]
pub enum Whom {
    /// Those to one rank.
    One(u32),
    /// All.
    All,
}

/// Targets with accesses under way, as ranks and world ranks.
fn targets(p: &Process, window: &Window, whom: Whom) -> Vec<(u32, u32)> {
    match whom {
        Whom::One(rank) => vec![(rank, window.process(rank))],
        Whom::All => {
            let peers = p.engine.unflushed(window.number).into_iter();
            peers.filter_map(|peer| Some((window.group.rank_of(peer)?, peer))).collect()
        }
    }
}

/// Waits until accesses to `whom` are over as far as this process's memory goes.
pub fn flush_locally(cx: &Cx, win: MPI_Win, whom: Whom) -> Result<()> {
    fence(Ordering::SeqCst);
    let (number, targets, mut told) = cx.with(|p| {
        let is_checked = p.windows.find(win.0)?.accesses.is_some();
        let told = if is_checked { win::conflict::tell_over(p, win, whom)? } else { Vec::new() };
        let window = p.windows.find(win.0)?;
        Ok::<_, Error>((window.number, targets(p, window, whom), told))
    })?;
    let settled = settle(cx, number, &targets);
    if told.is_empty() { settled } else { settled.and(await_answers(cx, &mut told)) }
}

/// As [`flush_locally`], for accesses that their targets forget by themselves.
pub fn complete_locally(cx: &Cx, win: MPI_Win) -> Result<()> {
    fence(Ordering::SeqCst);
    let (number, targets) = cx.with(|p| {
        let window = p.windows.find(win.0)?;
        Ok::<_, Error>((window.number, targets(p, window, Whom::All)))
    })?;
    settle(cx, number, &targets)
}

fn settle(cx: &Cx, number: u64, targets: &[(u32, u32)]) -> Result<()> {
    let is_settled =
        |_: &mut (), p: &mut Process| targets.iter().all(|(_, peer)| p.engine.is_settled(number, *peer)).then_some(());
    let describe = |_: &(), p: &mut Process| Awaited::all(targets.iter().flat_map(|(_, peer)| p.engine.under_way(number, *peer)));
    cx.block_on(&mut (), is_settled, describe);
    cx.with(|p| {
        let problems = targets.iter().filter_map(|(rank, peer)| Some((*rank, *peer, p.engine.take_problem(number, *peer)?)));
        match problems.collect::<Vec<_>>().first() {
            Some((rank, peer, problem)) => Err(failed(p, *rank, *peer, *problem)),
            None => Ok(()),
        }
    })
}

/// Waits until accesses to `whom` are over at the targets.
pub fn flush(cx: &Cx, win: MPI_Win, whom: Whom) -> Result<()> {
    fence(Ordering::SeqCst);
    let (number, targets, mut asked) = cx.with(|p| {
        let told = win::conflict::forget(p, win, whom)?;
        let window = p.windows.find(win.0)?;
        let (number, targets) = (window.number, targets(p, window, whom));
        let restless = targets.iter().filter(|(_, peer)| p.engine.is_unflushed(number, *peer)).copied().collect::<Vec<_>>();
        let asked =
            restless.into_iter().map(|(rank, peer)| TargetQuestion { rank, peer, tag: p.engine.begin_flush(number, peer) });
        Ok::<_, Error>((number, targets, asked.chain(told).collect::<Vec<_>>()))
    })?;
    let answered = await_answers(cx, &mut asked);
    settle(cx, number, &targets).and(answered)
}

/// Something that a target was asked.
pub struct TargetQuestion {
    /// Its rank.
    pub rank: u32,
    /// Its world rank.
    pub peer: u32,
    /// The tag of the answer.
    pub tag: u32,
}

/// Waits for all answers; the first error among them.
pub fn await_answers(cx: &Cx, asked: &mut Vec<TargetQuestion>) -> Result<()> {
    let mut first = None;
    let poll = |asked: &mut &mut Vec<TargetQuestion>, p: &mut Process| {
        asked.retain(|question| match p.engine.take_answer(question.peer, question.tag) {
            Some(Err(problem)) => {
                first.get_or_insert_with(|| failed(p, question.rank, question.peer, problem));
                false
            }
            Some(Ok(())) => false,
            None => true,
        });
        asked.is_empty().then_some(())
    };
    let describe = |asked: &&mut Vec<TargetQuestion>, _: &mut Process| {
        Awaited::one(Await::Ranks(asked.iter().map(|question| question.peer).collect(), TO_SERVE))
    };
    let mut asked = asked;
    cx.block_on(&mut asked, poll, describe);
    first.map_or(Ok(()), Err)
}

/// Refuses a flush of a target that is not locked.
pub fn check(cx: &Cx, win: MPI_Win, rank: c_int) -> Result<Option<u32>> {
    cx.with(|p| {
        let window = p.windows.find(win.0)?;
        let target = window.target(rank, "rank")?;
        match target {
            Some(rank) => window.epochs.check_passive(rank)?,
            None => window.epochs.use_nobody()?,
        }
        Ok(target)
    })
}

/// Refuses a flush of all targets outside of a passive epoch.
pub fn check_any(cx: &Cx, win: MPI_Win) -> Result<()> {
    cx.with(|p| Ok(p.windows.find(win.0)?.epochs.check_passive_any()?))
}
