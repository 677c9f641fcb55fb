//! Waiting for one operation, and looking once.

use ferry_constants::Status;
use ferry_core::Result;
use ferry_core::diagnosis::Awaited;
use ferry_core::outcome::{failure, inaccessible, status};
use ferry_core::process::Process;
use ferry_core::resilience::class_of_loss;
use ferry_engine::Outcome;
use ferry_runtime::Cx;
use ferry_sys::cpu;

use crate::p2p::message::store;
use crate::request::finished::refuse_miss;

/// Waits for a send that did not complete at once.
pub fn wait_for_send(cx: &Cx, operation: usize, comm: usize) -> Result<()> {
    let outcome = cx.take(operation);
    match outcome.fault {
        None => Ok(()),
        Some(fault) => Err(cx.with(|p| inaccessible(p, comm, &outcome, fault, false))),
    }
}

/// Waits for a posted receive and reports it.
///
/// # Safety
/// ABI-1 for `status`.
pub unsafe fn wait_for_receive(cx: &Cx, operation: usize, comm: usize, status: *mut Status) -> Result<()> {
    let poll = |_: &mut (), p: &mut Process| match p.engine.take(operation) {
        Some(outcome) => Some(Ok(outcome)),
        None => refuse_miss(p, operation).err().map(|error| {
            // Nobody is going to wait for it.
            p.engine.cancel(operation);
            p.engine.forget(operation);
            Err(error.of_class(class_of_loss()))
        }),
    };
    let outcome = cx.block_on(&mut (), poll, |_, _| Awaited::all([operation]))?;
    // SAFETY: as the caller promises.
    cx.with(|p| unsafe { report(p, comm, &outcome, status) })
}

/// Reports a finished receive to the program.
///
/// # Safety
/// ABI-1 for `to`.
#[inline(always)]
pub unsafe fn report(p: &Process, comm: usize, outcome: &Outcome, to: *mut Status) -> Result<()> {
    if !to.is_null() {
        // SAFETY: as the caller promises.
        unsafe { store(to, status(p, comm, outcome)) };
    }
    failure(p, comm, outcome, true).map_or(Ok(()), Err)
}

/// Makes progress for a call that looks for something without waiting. No packet is refused: what
/// is looked for may be behind.
pub fn progress_awaited(p: &mut Process) {
    p.engine.begin_probe();
    p.progress();
    p.engine.end_probe();
}

/// Asks once, and once more after progress if there was no answer. Meanwhile no packet is refused.
pub fn look<T>(cx: &Cx, mut ask: impl FnMut(&mut Process) -> Result<Option<T>>) -> Result<Option<T>> {
    let mut gives_way = false;
    let answer = cx.advance(|p| {
        let mut answer = ask(p)?;
        if answer.is_none() {
            progress_awaited(p);
            answer = ask(p)?;
        }
        match answer {
            Some(_) => p.note_fruitful(),
            None => gives_way = p.note_fruitless(cx.call.0),
        }
        Ok(answer)
    });
    if gives_way {
        cpu::give_way();
    }
    answer
}
