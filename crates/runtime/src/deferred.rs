//! What operations under way have the program do: the reductions of collective operations; and
//! errors of operations that nobody waits for.
//!
//! # Safety arguments
//! - DEFERRED-1: a job came from a schedule, whose operation the program gave and whose vectors lie
//!   within its buffers and scratch; it is this thread's alone. It is done with no borrow of the
//!   process held.

use ferry_core::Error;
use ferry_core::outcome;
use ferry_core::process::Process;
use ferry_engine::Ended;

use crate::cell::Cx;
use crate::failure::{self, Scope};
use crate::program::program;

/// Calls the program's functions that operations under way wait for. Not within a borrow of the
/// process.
#[cold]
pub fn run(cx: &Cx) {
    while let Some((request, job)) = cx.with(|p| p.take_deferred()) {
        // SAFETY: DEFERRED-1.
        unsafe { program().combine(&job) };
        cx.with(|p| p.done_with(request));
    }
    while let Some(error) = cx.with(lost_error) {
        failure::handle(cx, Scope::None, error);
    }
}

/// The error of an operation whose request was freed: no call returns it, but the error handler of
/// its communicator gets to know.
fn lost_error(p: &mut Process) -> Option<Error> {
    let Ended { outcome, owner, is_receive } = p.engine.take_lost()?;
    let error = outcome::failure(p, owner, &outcome, is_receive)?;
    let what = if is_receive { "receive" } else { "send" };
    let text = format!("a {what} failed whose request the program had freed: {}", error.message());
    Some(Error::new(error.class(), text).on(owner))
}
