//! Jobs that survive the death of processes: revoking, shrinking and agreeing, by the names that
//! Open MPI's users know. They are no part of the standard yet.
//!
//! # Safety arguments
//! - SURVIVE-1: the flag of `MPIX_Comm_iagree` stays valid until its request is over, as its caller
//!   promises.

use std::ffi::c_int;

use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::comm::Comm;
use ferry_core::diagnosis::{Await, Awaited};
use ferry_core::process::Process;
use ferry_core::request::{Outcome, PendingAgreement, Request};
use ferry_core::resilience::{self, Decision, Number, not_on, survivors};
use ferry_core::{Error, Result};
use ferry_ctypes::MPI_Comm;
use ferry_runtime::Cx;

use crate::request::finished::Finished;
use crate::request::waits::progress_awaited;

/// What the flag of an agreement is where nobody has given one.
const NO_FLAG: c_int = !0;

/// Waits for what processes agree upon. Meanwhile no message is refused.
pub fn decide(cx: &Cx, agreement: Number) -> Decision {
    decide_when_all(cx, agreement, "call the same function, MPIX_Comm_agree or MPIX_Comm_shrink")
}

/// As [`decide`]; reports say what the others have to do.
fn decide_when_all(cx: &Cx, agreement: Number, what: &'static str) -> Decision {
    cx.with(|p| p.engine.begin_probe());
    let describe = |(): &(), p: &mut Process| Awaited::one(Await::Ranks(p.awaited_by(agreement), what));
    let decision = cx.block_on(&mut (), |(), p| p.decision(agreement), describe);
    cx.with(|p| p.engine.end_probe());
    decision
}

/// The error of an agreement: somebody has died, which not all of the living have acknowledged.
pub fn unacknowledged(decision: &Decision) -> Result<()> {
    if decision.is_acknowledged {
        return Ok(());
    }
    let text = format!(
        "{} processes of the communicator have died, and not all others have acknowledged that; see MPIX_Comm_ack_failed",
        decision.failed.len()
    );
    Err(Error::new(mpi::MPIX_ERR_PROC_FAILED, text))
}

/// Waits for all processes of `MPI_COMM_WORLD` that live, before this one leaves: others may need
/// it to learn what was agreed upon.
pub fn part(cx: &Cx) -> Result<()> {
    if cx.with(|p| p.resilience.is_none()) {
        return Ok(());
    }
    let agreement = cx.with(|p| p.begin_agreement(mpi::MPI_COMM_WORLD, NO_FLAG, 0))?;
    decide(cx, agreement);
    Ok(())
}

/// Meets all processes of a communicator that live, in a job that survives deaths; `what` is what
/// they have to do, for reports.
///
/// # Errors
/// `MPIX_ERR_PROC_FAILED`, at all of them, if some have died. They have met all the same.
pub fn meet(cx: &Cx, comm: MPI_Comm, what: &'static str) -> Result<()> {
    let agreement = cx.advance(|p| p.begin_agreement(comm.0, NO_FLAG, 0))?;
    let decision = decide_when_all(cx, agreement, what);
    if decision.failed.is_empty() { Ok(()) } else { Err(resilience::member_lost()) }
}

/// Acknowledges the first `most` deaths: how many are acknowledged.
pub fn acknowledge(cx: &Cx, comm: MPI_Comm, most: usize) -> Result<usize> {
    cx.advance(|p| {
        progress_awaited(p);
        let known = p.failed_of(p.comms.find(comm.0, "comm")?).len();
        let found = p.comms.find_mut(comm.0, "comm")?;
        found.acknowledged = found.acknowledged.max(known.min(most));
        Ok(found.acknowledged)
    })
}

/// Begins an agreement about who lives, with a context id in case it is this process's that counts.
pub fn begin_shrinking(p: &mut Process, comm: MPI_Comm) -> Result<Number> {
    let spans = p.comms.find(comm.0, "comm")?.spans();
    if p.resilience.is_none() {
        return Err(not_on());
    }
    let offered = p.comms.make_context_without_shared_area(spans)?;
    p.begin_agreement(comm.0, NO_FLAG, offered)
}

/// A communicator of those of `parent` that have not failed.
pub fn shrunk(parent: &Comm, context: u64, failed: &[u32]) -> Option<Comm> {
    let new = parent.subset(context, survivors(parent.group(), failed))?;
    Some(match parent.remote() {
        Some(remote) => new.with_remote(survivors(remote, failed)),
        None => new,
    })
}

/// The request for an agreement.
pub fn keep_request(p: &mut Process, agreement: Number, comm: MPI_Comm, outcome: Outcome) -> usize {
    p.requests.insert(Request::Agreement(PendingAgreement { agreement, comm: comm.0, outcome: Some(outcome), failure: None }))
}

/// Ends the request if the processes have agreed.
pub fn finish(p: &mut Process, request: usize) -> Option<Finished> {
    conclude(p, request)?;
    let Some(Request::Agreement(pending)) = p.requests.remove(request) else { return None };
    Some(Finished::failed(Status::empty(), pending.failure))
}

/// What [`finish`] would say of one that the processes have agreed upon.
pub fn peek(p: &mut Process, request: usize) -> Finished {
    conclude(p, request);
    let failure = match p.requests.get(request) {
        Some(Request::Agreement(pending)) => pending.failure.clone(),
        _ => None,
    };
    Finished::failed(Status::empty(), failure)
}

/// Whether the processes have agreed.
pub fn is_complete(p: &Process, pending: &PendingAgreement) -> bool {
    pending.outcome.is_none() || p.is_decided(pending.agreement)
}

/// Does what comes of the agreement, once, if the processes have agreed.
fn conclude(p: &mut Process, request: usize) -> Option<()> {
    let Some(&Request::Agreement(PendingAgreement { agreement, comm, outcome, .. })) = p.requests.get(request) else {
        return None;
    };
    let Some(outcome) = outcome else { return Some(()) };
    let decision = p.decision(agreement)?;
    let failure = match outcome {
        Outcome::Flag(flag) => {
            // SAFETY: SURVIVE-1.
            unsafe { *flag = decision.flag };
            unacknowledged(&decision).err()
        }
        Outcome::Comm(new) => settle(p, new, &decision).err(),
    };
    if let Some(Request::Agreement(pending)) = p.requests.get_mut(request) {
        (pending.outcome, pending.failure) = (None, failure.map(|error| error.on(comm)));
    }
    Some(())
}

/// Gives a communicator its members, now that it is known who lives.
fn settle(p: &mut Process, new: usize, decision: &Decision) -> Result<()> {
    let placeholder = p.comms.find(new, "newcomm")?;
    let made = shrunk(placeholder, decision.context, &decision.failed);
    let made = made.ok_or_else(|| Error::internal("this process counts as dead in a communicator that it shrinks"))?;
    p.comms.replace(new, made);
    Ok(())
}

/// Cancelling an agreement is an error.
pub fn not_cancellable(pending: &PendingAgreement) -> Error {
    let text = "argument request is that of MPIX_Comm_iagree or MPIX_Comm_ishrink, which cannot be cancelled; wait for it";
    Error::new(mpi::MPI_ERR_REQUEST, text).on(pending.comm)
}
