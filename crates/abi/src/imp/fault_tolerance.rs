//! Jobs that survive the death of processes: revoking, shrinking and agreeing, by the names that
//! Open MPI's users know. They are no part of the standard yet.

use std::ffi::c_int;

use ferry_calls::comm::create::keep;
use ferry_calls::fault_tolerance::{acknowledge, begin_shrinking, decide, keep_request, shrunk, unacknowledged};
use ferry_calls::request::waits::progress_awaited;
use ferry_core::comm::Comm;
use ferry_core::group::Group;
use ferry_core::request::Outcome;
use ferry_core::resilience::not_on;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{InOut, MPI_Comm, MPI_Group, MPI_Request, Out};
use ferry_runtime::Cx;

/// `MPIX_Comm_revoke`
pub(crate) fn comm_revoke(cx: &Cx, comm: MPI_Comm) -> Result<()> {
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
pub(crate) fn comm_is_revoked(cx: &Cx, comm: MPI_Comm, flag: Out<c_int>) -> Result<()> {
    let is_revoked = cx.advance(|p| {
        progress_awaited(p);
        p.comms.find(comm.0, "comm").map(Comm::is_revoked)
    })?;
    flag.set(c_int::from(is_revoked));
    Ok(())
}

/// `MPIX_Comm_get_failed`
pub(crate) fn comm_get_failed(cx: &Cx, comm: MPI_Comm, failedgrp: Out<MPI_Group>) -> Result<()> {
    let group = cx.advance(|p| {
        progress_awaited(p);
        let failed = p.failed_of(p.comms.find(comm.0, "comm")?);
        Ok::<_, Error>(p.groups.insert(Group::of(failed)))
    })?;
    failedgrp.set(MPI_Group(group));
    Ok(())
}

/// `MPIX_Comm_ack_failed`
pub(crate) fn comm_ack_failed(cx: &Cx, comm: MPI_Comm, num_to_ack: c_int, num_acked: Out<c_int>) -> Result<()> {
    if num_to_ack < 0 {
        bail!(MPI_ERR_ARG, "argument num_to_ack is {num_to_ack}; it must be at least 0");
    }
    let acknowledged = acknowledge(cx, comm, num_to_ack as usize)?;
    num_acked.set(acknowledged as c_int);
    Ok(())
}

/// `MPIX_Comm_failure_ack`
pub(crate) fn comm_failure_ack(cx: &Cx, comm: MPI_Comm) -> Result<()> {
    acknowledge(cx, comm, usize::MAX).map(drop)
}

/// `MPIX_Comm_failure_get_acked`
pub(crate) fn comm_failure_get_acked(cx: &Cx, comm: MPI_Comm, failedgrp: Out<MPI_Group>) -> Result<()> {
    let group = cx.with(|p| {
        let found = p.comms.find(comm.0, "comm")?;
        let mut failed = p.failed_of(found);
        failed.truncate(found.acknowledged);
        Ok::<_, Error>(p.groups.insert(Group::of(failed)))
    })?;
    failedgrp.set(MPI_Group(group));
    Ok(())
}

/// `MPIX_Comm_agree`
pub(crate) fn comm_agree(cx: &Cx, comm: MPI_Comm, flag: InOut<c_int>) -> Result<()> {
    let own = flag.get();
    let agreement = cx.advance(|p| p.begin_agreement(comm.0, own, 0))?;
    let decision = decide(cx, agreement);
    flag.set(decision.flag);
    unacknowledged(&decision)
}

/// `MPIX_Comm_iagree`
pub(crate) fn comm_iagree(cx: &Cx, comm: MPI_Comm, flag: InOut<c_int>, request: Out<MPI_Request>) -> Result<()> {
    let own = flag.get();
    let handle = cx.advance(|p| {
        let agreement = p.begin_agreement(comm.0, own, 0)?;
        Ok::<_, Error>(keep_request(p, agreement, comm, Outcome::Flag(flag.address())))
    })?;
    request.set(MPI_Request(handle));
    Ok(())
}

/// `MPIX_Comm_shrink`
pub(crate) fn comm_shrink(cx: &Cx, comm: MPI_Comm, newcomm: Out<MPI_Comm>) -> Result<()> {
    let agreement = cx.advance(|p| begin_shrinking(p, comm))?;
    let decision = decide(cx, agreement);
    let new = keep(cx, comm, |parent| shrunk(parent, decision.context, &decision.failed))?;
    newcomm.set(new);
    Ok(())
}

/// `MPIX_Comm_ishrink`
pub(crate) fn comm_ishrink(cx: &Cx, comm: MPI_Comm, newcomm: Out<MPI_Comm>, request: Out<MPI_Request>) -> Result<()> {
    // A placeholder, which gets its members and context id when the request is over. Its own id is
    // never that of a communicator: it has dead members, so the engine refuses operations there.
    let context = cx.with(|p| {
        let spans = p.comms.find(comm.0, "comm")?.spans();
        p.comms.make_context_without_shared_area(spans)
    })?;
    let agreement = cx.advance(|p| begin_shrinking(p, comm))?;
    let new = keep(cx, comm, |parent| shrunk(parent, context, &[]))?;
    let handle = cx.with(|p| keep_request(p, agreement, comm, Outcome::Comm(new.0)));
    newcomm.set(new);
    request.set(MPI_Request(handle));
    Ok(())
}
