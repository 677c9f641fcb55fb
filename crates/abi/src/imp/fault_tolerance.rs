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
use ferry_core::group::Group;
use ferry_core::process::Process;
use ferry_core::request::{Outcome, PendingAgreement, Request};
use ferry_core::resilience::{Decision, Number, not_on, survivors};
use ferry_core::{Error, Result, bail};

use super::comm_create::keep;
use super::finished::Finished;
use ferry_ctypes::{MPI_Comm, MPI_Group, MPI_Request};
use ferry_runtime::Cx;

/// What the flag of an agreement is where nobody has given one.
const NO_FLAG: c_int = !0;

/// Waits for what processes agree upon. Meanwhile no message is refused.
fn decide(cx: &Cx, agreement: Number) -> Decision {
    cx.with(|p| p.engine.begin_probe());
    let describe = |(): &(), p: &mut Process| {
        Awaited::one(Await::Ranks(p.awaited_by(agreement), "call the same function, MPIX_Comm_agree or MPIX_Comm_shrink"))
    };
    let decision = cx.block_on(&mut (), |(), p| p.decision(agreement), describe);
    cx.with(|p| p.engine.end_probe());
    decision
}

/// The error of an agreement: somebody has died, which not all of the living have acknowledged.
fn unacknowledged(decision: &Decision) -> Result<()> {
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

/// `MPIX_Comm_revoke`
pub(crate) unsafe fn comm_revoke(cx: &Cx, comm: MPI_Comm) -> Result<()> {
    cx.advance(|p| {
        let context = p.comms.find(comm.0, "comm")?.context();
        if p.resilience.is_none() {
            return Err(not_on());
        }
        p.revoke(context, None);
        Ok(())
    })
}

/// `MPIX_Comm_is_revoked`
pub(crate) unsafe fn comm_is_revoked(cx: &Cx, comm: MPI_Comm, flag: *mut c_int) -> Result<()> {
    let is_revoked = cx.advance(|p| {
        p.progress();
        p.comms.find(comm.0, "comm").map(Comm::is_revoked)
    })?;
    // SAFETY: ABI-1.
    unsafe { *flag = c_int::from(is_revoked) };
    Ok(())
}

/// `MPIX_Comm_get_failed`
pub(crate) unsafe fn comm_get_failed(cx: &Cx, comm: MPI_Comm, failedgrp: *mut MPI_Group) -> Result<()> {
    let group = cx.advance(|p| {
        p.progress();
        let failed = p.failed_of(p.comms.find(comm.0, "comm")?);
        Ok::<_, Error>(p.groups.insert(Group::of(failed)))
    })?;
    // SAFETY: ABI-1.
    unsafe { *failedgrp = MPI_Group(group) };
    Ok(())
}

/// Acknowledges the first `most` deaths: how many are acknowledged.
fn acknowledge(cx: &Cx, comm: MPI_Comm, most: usize) -> Result<usize> {
    cx.advance(|p| {
        p.progress();
        let known = p.failed_of(p.comms.find(comm.0, "comm")?).len();
        let found = p.comms.find_mut(comm.0, "comm")?;
        found.acknowledged = found.acknowledged.max(known.min(most));
        Ok(found.acknowledged)
    })
}

/// `MPIX_Comm_ack_failed`
pub(crate) unsafe fn comm_ack_failed(cx: &Cx, comm: MPI_Comm, num_to_ack: c_int, num_acked: *mut c_int) -> Result<()> {
    if num_to_ack < 0 {
        bail!(MPI_ERR_ARG, "argument num_to_ack is {num_to_ack}; it must be at least 0");
    }
    let acknowledged = acknowledge(cx, comm, num_to_ack as usize)?;
    // SAFETY: ABI-1.
    unsafe { *num_acked = acknowledged as c_int };
    Ok(())
}

/// `MPIX_Comm_failure_ack`
pub(crate) unsafe fn comm_failure_ack(cx: &Cx, comm: MPI_Comm) -> Result<()> {
    acknowledge(cx, comm, usize::MAX).map(drop)
}

/// `MPIX_Comm_failure_get_acked`
pub(crate) unsafe fn comm_failure_get_acked(cx: &Cx, comm: MPI_Comm, failedgrp: *mut MPI_Group) -> Result<()> {
    let group = cx.with(|p| {
        let found = p.comms.find(comm.0, "comm")?;
        let mut failed = p.failed_of(found);
        failed.truncate(found.acknowledged);
        Ok::<_, Error>(p.groups.insert(Group::of(failed)))
    })?;
    // SAFETY: ABI-1.
    unsafe { *failedgrp = MPI_Group(group) };
    Ok(())
}

/// `MPIX_Comm_agree`
pub(crate) unsafe fn comm_agree(cx: &Cx, comm: MPI_Comm, flag: *mut c_int) -> Result<()> {
    // SAFETY: ABI-1.
    let own = unsafe { *flag };
    let agreement = cx.advance(|p| p.begin_agreement(comm.0, own, 0))?;
    let decision = decide(cx, agreement);
    // SAFETY: ABI-1.
    unsafe { *flag = decision.flag };
    unacknowledged(&decision)
}

/// `MPIX_Comm_iagree`
pub(crate) unsafe fn comm_iagree(cx: &Cx, comm: MPI_Comm, flag: *mut c_int, request: *mut MPI_Request) -> Result<()> {
    // SAFETY: ABI-1.
    let own = unsafe { *flag };
    let handle = cx.advance(|p| {
        let agreement = p.begin_agreement(comm.0, own, 0)?;
        Ok::<_, Error>(keep_request(p, agreement, comm, Outcome::Flag(flag)))
    })?;
    // SAFETY: ABI-1.
    unsafe { *request = MPI_Request(handle) };
    Ok(())
}

/// `MPIX_Comm_shrink`
pub(crate) unsafe fn comm_shrink(cx: &Cx, comm: MPI_Comm, newcomm: *mut MPI_Comm) -> Result<()> {
    let (agreement, _) = cx.advance(|p| begin_shrinking(p, comm))?;
    let decision = decide(cx, agreement);
    let new = keep(cx, comm, |parent| shrunk(parent, decision.context, &decision.failed))?;
    // SAFETY: ABI-1.
    unsafe { *newcomm = new };
    Ok(())
}

/// `MPIX_Comm_ishrink`
pub(crate) unsafe fn comm_ishrink(cx: &Cx, comm: MPI_Comm, newcomm: *mut MPI_Comm, request: *mut MPI_Request) -> Result<()> {
    let (agreement, context) = cx.advance(|p| begin_shrinking(p, comm))?;
    // It gets its members when the request is over.
    let new = keep(cx, comm, |parent| shrunk(parent, context, &[]))?;
    let handle = cx.with(|p| keep_request(p, agreement, comm, Outcome::Comm(new.0)));
    // SAFETY: ABI-1.
    unsafe {
        *newcomm = new;
        *request = MPI_Request(handle);
    }
    Ok(())
}

/// Begins an agreement about who lives, with a context id in case it is this process's that counts.
fn begin_shrinking(p: &mut Process, comm: MPI_Comm) -> Result<(Number, u64)> {
    let spans = p.comms.find(comm.0, "comm")?.spans();
    if p.resilience.is_none() {
        return Err(not_on());
    }
    let offered = p.comms.make_context_without_board(spans)?;
    Ok((p.begin_agreement(comm.0, NO_FLAG, offered)?, offered))
}

/// A communicator of those of `parent` that have not failed.
fn shrunk(parent: &Comm, context: u64, failed: &[u32]) -> Option<Comm> {
    let new = parent.subset(context, survivors(parent.group(), failed))?;
    Some(match parent.remote() {
        Some(remote) => new.with_remote(survivors(remote, failed)),
        None => new,
    })
}

fn keep_request(p: &mut Process, agreement: Number, comm: MPI_Comm, outcome: Outcome) -> usize {
    p.requests.insert(Request::Agreement(PendingAgreement { agreement, comm: comm.0, outcome }))
}

/// Ends the request if the processes have agreed.
pub fn finish(p: &mut Process, request: usize) -> Option<Finished> {
    let Some(&Request::Agreement(PendingAgreement { agreement, comm, outcome })) = p.requests.get(request) else { return None };
    let decision = p.decision(agreement)?;
    p.requests.remove(request);
    let error = match outcome {
        Outcome::Flag(flag) => {
            // SAFETY: SURVIVE-1.
            unsafe { *flag = decision.flag };
            unacknowledged(&decision).err()
        }
        Outcome::Comm(new) => settle(p, new, &decision).err(),
    };
    Some(Finished::failed(Status::empty(), error.map(|error| error.on(comm))))
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
