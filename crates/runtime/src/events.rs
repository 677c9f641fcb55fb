//! Events for tools (MPI-5 §15.3.8) that have been observed, and the calls of the tools' functions.
//!
//! Observed events wait in the engine until [`raise`] runs: at the beginning of a call of MPI,
//! while a blocking call waits, and when the process ceases to use MPI. Nothing of the library is
//! borrowed then, so callbacks may use the tool information interface.
//!
//! # Safety arguments
//! - EVENT-1: the address of a callback was given by a tool as a function of the type that the call
//!   which took it demands (CT-2). It is called with no borrow of the process held (ENTRY-2).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use ferry_core::process::Process;
use ferry_tools::event::Instance;
use ferry_tools::state::{Callback, Object, Registration};

use crate::cell::{self, Cx};
use crate::program::program;

/// A thread is calling callbacks: others leave their events to it, and callbacks do not nest.
static RAISING: AtomicBool = AtomicBool::new(false);

/// Functions that tell of the end of registrations, which the thread that is calling callbacks
/// calls when it is done: until then it may be in, or about to enter, a callback of theirs.
/// Invariant: while nobody raises there are none, as `RAISING` ends with this locked.
static FREED: Mutex<Vec<(usize, Callback)>> = Mutex::new(Vec::new());

/// Lets the process observe what tools want to know, once both are there.
pub fn attach(cx: &Cx) {
    if cell::is_running() {
        let wanted = cx.local(|l| l.tools.wanted_events());
        cx.with(|p| p.observe(wanted));
        cell::watch(wanted != 0);
    }
}

/// Whether there are events to raise, and nobody is at it.
#[inline]
pub fn is_due(p: &Process) -> bool {
    p.engine.has_observed() && !RAISING.load(Ordering::Relaxed)
}

/// Calls the callbacks of the events that have come.
#[cold]
pub fn raise(cx: &Cx) {
    if !cx.with(|p| p.engine.has_observed()) || RAISING.swap(true, Ordering::Acquire) {
        return;
    }
    let batch = cx.with(|p| p.engine.take_observed());
    for instance in batch.instances {
        raise_one(cx, instance);
    }
    for (index, count) in batch.dropped.into_iter().enumerate().filter(|(_, count)| *count > 0) {
        report_dropped(cx, index, count);
    }
    while let Some(freed) = next_freed() {
        call_freed(freed);
    }
}

/// The functions to be called now; `None`: there are none, and this thread raises no more.
fn next_freed() -> Option<Vec<(usize, Callback)>> {
    let mut freed = FREED.lock().unwrap_or_else(PoisonError::into_inner);
    if freed.is_empty() {
        RAISING.store(false, Ordering::Release);
        return None;
    }
    Some(std::mem::take(&mut freed))
}

fn call_freed(freed: Vec<(usize, Callback)>) {
    for (registration, callback) in freed {
        // SAFETY: EVENT-1.
        unsafe { program().tell_freed(callback, registration) };
    }
}

/// Calls the function that tells of a registration's end, which has ended: now, or when the thread
/// that is calling callbacks has done that.
pub fn tell_freed(registration: usize, callback: Callback) {
    let mut freed = FREED.lock().unwrap_or_else(PoisonError::into_inner);
    freed.push((registration, callback));
    // Who begins to raise after this finds no such registration any more.
    if !RAISING.load(Ordering::Acquire) {
        let freed_now = std::mem::take(&mut *freed);
        drop(freed);
        call_freed(freed_now);
    }
}

fn raise_one(cx: &Cx, instance: Instance) {
    let index = instance.kind as usize;
    let (handle, registrations) = cx.local(|l| (l.tools.insert(Object::Instance(instance)), l.tools.registrations_of(index)));
    // Without room for a handle there is nothing a callback could look at.
    let Some(handle) = handle else { return report_dropped(cx, index, 1) };
    for registration in registrations {
        // An earlier callback may have ended the registration.
        if let Some(callback) = registered(cx, registration).and_then(|found| found.callback()) {
            // SAFETY: EVENT-1.
            unsafe { program().tell_event(callback, handle, registration) };
        }
    }
    cx.local(|l| l.tools.end_instance(handle));
}

/// Tells the registrations for a type that so many events were lost.
fn report_dropped(cx: &Cx, index: usize, count: u64) {
    for registration in cx.local(|l| l.tools.registrations_of(index)) {
        let Some(found) = registered(cx, registration) else { continue };
        if let (Some(function), Some(callback)) = (found.dropped, found.callback()) {
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            let dropped = Callback { function, ..callback };
            // SAFETY: EVENT-1.
            unsafe { program().tell_dropped(dropped, count, registration) };
        }
    }
}

fn registered(cx: &Cx, registration: usize) -> Option<Registration> {
    cx.local(|l| l.tools.registration(registration).ok().copied())
}
