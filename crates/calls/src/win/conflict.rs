//! Accesses that conflict, with `FERRY_CHECK` (MPI-5 §12.7, ADR 0071). Those of this process are
//! compared before an access is made. The target compares it with those of others meanwhile, and
//! the call ends with its answer.
//!
//! What is noted at a target goes when the accesses are over there: at flushes, unlocks and fences,
//! which wait for the target's word, and at the target's `MPI_Win_wait`. So what is noted was not
//! ended by anything that a program could have waited for, and each conflict told is one. A local
//! flush ends what is noted of this process as well, so conflicts with what it does not complete
//! are not told. A get by `MPI_Rget` ends with its request, and is compared with this process's
//! accesses only.

use std::ops::Range;

use ferry_core::process::Process;
use ferry_core::window::Window;
use ferry_core::{Error, Result};
use ferry_ctypes::MPI_Win;
use ferry_datatype::Datatype;
use ferry_protocol::rma::conflict::{AccessKind, MOST_PIECES};
use ferry_runtime::Cx;

use crate::win::arguments::{Found, Named};
use crate::win::flush::{TargetQuestion, Whom, await_answers};

/// Pieces of an access that its target is told at most: one of more is compared with this process's
/// only.
const MOST_TOLD: usize = 4096;

/// Notes an access that is about to be made, here and, if it `is_told`, at the target.
///
/// # Errors
/// `MPI_ERR_RMA_CONFLICT`, with another access of this process.
#[cold]
pub fn note(p: &mut Process, found: &mut Found, named: &Named, kind: AccessKind, is_told: bool) -> Result<()> {
    let Process { windows, datatypes, engine, .. } = p;
    let datatype = datatypes.usable(named.datatype.0, "target_datatype")?;
    let Some(accesses) = windows.find_mut(named.win.0)?.accesses.as_mut() else { return Ok(()) };
    let Some(pieces) = pieces(found.displacement, named.count as u64, datatype) else { return Ok(()) };
    accesses.note(found.rank, &pieces, kind).map_err(|conflict| {
        Error::new(ferry_constants::MPI_ERR_RMA_CONFLICT, format!("at rank {}, {}", found.rank, conflict.text()))
    })?;
    if pieces.len() <= MOST_TOLD && is_told {
        found.answer = Some(engine.begin_note(found.window, found.peer, kind, &pieces));
    }
    Ok(())
}

/// Waits for the target's answer about an access.
///
/// # Errors
/// `MPI_ERR_RMA_CONFLICT`, with an access of another process.
#[inline]
pub fn await_answer(cx: &Cx, found: &Found) -> Result<()> {
    match found.answer {
        None => Ok(()),
        Some(tag) => await_answers(cx, &mut vec![TargetQuestion { rank: found.rank, peer: found.peer, tag }]),
    }
}

/// An accumulate of elements of a datatype.
pub fn accumulate(datatype: &Datatype) -> AccessKind {
    AccessKind::Accumulate { datatype: datatype.primitive().map_or(usize::MAX, |primitive| primitive as usize) }
}

/// The bytes of an access; `None` if they are in more pieces than anybody wants to keep.
fn pieces(displacement: u64, count: u64, datatype: &Datatype) -> Option<Vec<Range<u64>>> {
    let at = |offset: i64, len: u64| {
        let start = displacement.wrapping_add_signed(offset);
        start..start.saturating_add(len)
    };
    if let Some(run) = datatype.dense_run(count) {
        return Some(vec![at(run.offset, datatype.packed_size(count)?)]);
    }
    let (mut cursor, mut pieces) = (datatype.cursor(count), Vec::new());
    while let Some(segment) = cursor.next(usize::MAX) {
        if pieces.len() == MOST_PIECES {
            return None;
        }
        pieces.push(at(segment.offset, segment.len as u64));
    }
    Some(pieces)
}

/// Accesses to `whom` are over there: what those are asked who have noted some.
#[inline]
pub fn forget(p: &mut Process, win: MPI_Win, whom: Whom) -> Result<Vec<TargetQuestion>> {
    if p.windows.find(win.0)?.accesses.is_none() {
        return Ok(Vec::new());
    }
    let told = tell_over(p, win, whom)?;
    forget_here(p.windows.find_mut(win.0)?, whom);
    Ok(told)
}

/// Accesses to `whom` that bring data here are over, and their targets are to forget all.
#[cold]
pub fn tell_over(p: &mut Process, win: MPI_Win, whom: Whom) -> Result<Vec<TargetQuestion>> {
    let Process { windows, engine, .. } = p;
    let window = windows.find(win.0)?;
    let Some(accesses) = &window.accesses else { return Ok(Vec::new()) };
    let ranks: Vec<u32> = match whom {
        Whom::One(rank) => Some(rank).filter(|rank| accesses.has(*rank)).into_iter().collect(),
        Whom::All => accesses.targets().collect(),
    };
    let number = window.number;
    let ask = |rank: u32| {
        let peer = window.process(rank);
        TargetQuestion { rank, peer, tag: engine.begin_forget(number, peer) }
    };
    Ok(ranks.into_iter().map(ask).collect())
}

/// Accesses to `whom` are over as far as this process goes: the targets forget by themselves.
#[inline]
pub fn forget_here(window: &mut Window, whom: Whom) {
    match (&mut window.accesses, whom) {
        (Some(accesses), Whom::One(rank)) => accesses.synchronize(rank),
        (Some(accesses), Whom::All) => accesses.synchronize_all(),
        (None, _) => {}
    }
}
