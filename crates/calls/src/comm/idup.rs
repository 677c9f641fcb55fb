//! Duplicating communicators without waiting (MPI-5 §7.4.2).
//!
//! The leader sends the context id to every other member, which receives it while it goes on. The
//! duplicate exists from the call on. It gets its context id when the request is found complete.
//!
//! # Safety arguments
//! - IDUP-1: an operation's bytes are an atomic integer behind an `Arc` that lives until the
//!   operation is done: in the request, or leaked.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::comm::Comm;
use ferry_core::info::Info;
use ferry_core::process::Process;
use ferry_core::request::{Duplication, Request};
use ferry_core::{Error, Result, bail, outcome};
use ferry_ctypes::{MPI_Comm, MPI_Request};
use ferry_engine::{Buffer, MatchPattern, Mode, Operation};
use ferry_runtime::Cx;

use crate::attribute;
use crate::comm::agree::NO_CONTEXT;
use crate::comm::create::{keep, release};
use crate::request::finished::{Callback, Finished, is_operation_done, send_request};

/// The tag of these messages in the context where communicators are made by all of a group.
const TAG: i32 = 2;

/// The process that makes the context id: the leader, of the side that comes first if there are
/// two.
fn leader(comm: &Comm) -> Result<u32> {
    let side = if comm.is_first() { comm.group() } else { comm.peers() };
    side.process(0).ok_or_else(|| Error::internal("a communicator without processes"))
}

fn bytes_of(word: &AtomicU64) -> Buffer {
    // SAFETY: IDUP-1; whoever calls this keeps the integer alive.
    unsafe { Buffer::dense(word.as_ptr().cast(), size_of::<u64>() as u64) }
}

/// Sends the context id of the duplicate to everybody else. Messages of eight bytes go out at once
/// unless the way is blocked.
fn tell_all(p: &mut Process, parent: usize, context: u64) -> Result<()> {
    let comm = p.comms.find(parent, "comm")?;
    let channel = comm.collective_construction_context();
    let members: Vec<u32> = comm.group().processes().chain(comm.remote().iter().flat_map(|remote| remote.processes())).collect();
    let word = Arc::new(AtomicU64::new(context));
    let own = p.rank();
    for process in members.into_iter().filter(|process| *process != own) {
        if let Some(operation) = p.engine.send(process, channel, TAG, bytes_of(&word), Mode::Standard) {
            // IDUP-1: nobody waits for this operation, so its bytes are never freed.
            std::mem::forget(Arc::clone(&word));
            p.engine.forget(operation);
        }
    }
    Ok(())
}

/// Starts to receive the context id.
fn hear(p: &mut Process, parent: usize) -> Result<(usize, Arc<AtomicU64>)> {
    let comm = p.comms.find(parent, "comm")?;
    let pattern = MatchPattern { context: comm.collective_construction_context(), source: leader(comm)? as i32, tag: TAG };
    let word = Arc::new(AtomicU64::new(NO_CONTEXT));
    Ok((p.engine.receive(pattern, bytes_of(&word), mpi::MPI_COMM_NULL), word))
}

/// Starts a duplication with the hints `hints`, or those of `comm`; returns the duplicate and the
/// request.
pub fn start(cx: &Cx, comm: MPI_Comm, hints: Option<Info>) -> Result<(MPI_Comm, MPI_Request)> {
    let (is_leader, context) = cx.with(|p| {
        let found = p.comms.find(comm.0, "comm")?;
        p.refuse_casualty(comm.0)?;
        let (is_leader, is_intra) = (leader(found)? == p.rank(), found.remote().is_none());
        // Others have one of their own until they hear the leader's: no two communicators of a
        // process share a context id.
        let spans = found.spans();
        let has_shared_area = is_leader && is_intra;
        let context =
            if has_shared_area { p.comms.make_context(spans) } else { p.comms.make_context_without_shared_area(spans) }?;
        Ok::<_, Error>((is_leader, context))
    })?;
    let new = keep(cx, comm, |parent| Some(with_hints(parent.duplicate(context), hints.as_ref())))?;
    let request = cx.with(|p| {
        if is_leader {
            tell_all(p, comm.0, context)?;
            return Ok(send_request(p, None));
        }
        let (operation, context) = hear(p, comm.0)?;
        Ok::<_, Error>(p.requests.insert(Request::Duplication(Duplication { operation, context, comm: new.0 })))
    })?;
    attribute::copy_all(cx, comm, new).inspect_err(|_| abandon(cx, new, request))?;
    Ok((new, MPI_Request(request)))
}

fn with_hints(mut copy: Comm, hints: Option<&Info>) -> Comm {
    if let Some(hints) = hints {
        copy.hints = Default::default();
        copy.hints.apply(hints);
    }
    copy
}

/// Gives up a duplicate whose attributes could not be copied. The context id still comes and is
/// thrown away.
fn abandon(cx: &Cx, new: MPI_Comm, request: usize) {
    // The error that is reported is that of the copy function.
    let _ = attribute::delete_all(cx, new);
    release(cx, new);
    cx.with(|p| match p.requests.remove(request) {
        Some(Request::Duplication(duplication)) => {
            std::mem::forget(duplication.context);
            p.engine.forget(duplication.operation);
        }
        // That of the leader was complete at once.
        _ => _ = p.completed.redeem(request),
    });
}

/// Ends the request if the duplicate is ready, or does not come about.
pub fn finish(p: &mut Process, request: usize) -> Option<Finished> {
    let Some(Request::Duplication(duplication)) = p.requests.get(request) else { return None };
    let operation = duplication.operation;
    if !is_operation_done(p, operation) {
        return None;
    }
    let finished = peek(p, request);
    p.engine.take(operation);
    p.requests.remove(request);
    Some(finished)
}

/// Frees the request of a duplicate that is ready.
pub fn free(p: &mut Process, request: usize) -> Result<Option<Callback>> {
    match finish(p, request) {
        Some(finished) => Ok(finished.error.map(|error| -> Callback { Box::new(|_, _| Err(error)) })),
        None => bail!(
            MPI_ERR_REQUEST,
            "argument request is that of MPI_Comm_idup, which cannot be freed while it is active; wait for it first"
        ),
    }
}

/// What [`finish`] says. Makes the duplicate ready, if its context id has come.
pub fn peek(p: &mut Process, request: usize) -> Finished {
    let Some(Request::Duplication(duplication)) = p.requests.get(request) else { return Finished::with(Status::empty()) };
    let comm = duplication.comm;
    let outcome = p.engine.operation(duplication.operation).map(Operation::outcome);
    let fault = outcome.and_then(|outcome| outcome::failure(p, comm, &outcome, true));
    let error = fault.or_else(|| match duplication.context.load(Ordering::Relaxed) {
        NO_CONTEXT => Some(Error::internal("the leader of the new communicator could not make a context id").on(comm)),
        context => p.comms.find_mut(comm, "newcomm").map(|comm| comm.set_context(context)).err(),
    });
    Finished::failed(Status::empty(), error)
}
