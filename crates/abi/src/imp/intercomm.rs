//! Making inter-communicators of two groups, and one communicator of both sides again (MPI-5
//! §7.6.2).

use std::ffi::c_int;

use ferry_calls::comm::agree::{Circle, Purpose};
use ferry_calls::comm::create::keep;
use ferry_calls::comm::intercomm::{LOW, MIXED, bargain, check_strangers, leader, meet_on};
use ferry_calls::comm::introduce::introduce;
use ferry_core::group::Group;
use ferry_core::{Result, bail};
use ferry_ctypes::{MPI_Comm, Out};
use ferry_runtime::Cx;

/// `peer_comm` and `remote_leader` are looked at by the local leader alone; the others learn of an
/// error there.
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) fn intercomm_create(
    cx: &Cx,
    local_comm: MPI_Comm,
    local_leader: c_int,
    peer_comm: MPI_Comm,
    remote_leader: c_int,
    tag: c_int,
    newintercomm: Out<MPI_Comm>,
) -> Result<()> {
    let circle =
        cx.with(|p| p.comms.find_intra(local_comm.0, "local_comm").map(|comm| Circle::whole(comm, Purpose::Intercomm)))?;
    let ours = circle.members().clone();
    let local_leader = leader("local_leader", local_leader, &ours)?;
    let meet = || meet_on(cx, peer_comm, remote_leader, tag);
    let met = introduce(cx, &circle, local_leader, &ours, meet, |theirs| check_strangers(cx, &ours, theirs))?;
    let new = keep(cx, local_comm, |parent| Some(parent.subset(met.context, ours.clone())?.with_remote(met.theirs)))?;
    newintercomm.set(new);
    Ok(())
}

/// The side with `high` comes last; if both or none have it, the one that is first otherwise is
/// first.
pub(crate) fn intercomm_merge(cx: &Cx, intercomm: MPI_Comm, high: c_int, newintracomm: Out<MPI_Comm>) -> Result<()> {
    let (circle, remote, is_first) = cx.with(|p| {
        let comm = p.comms.find(intercomm.0, "intercomm")?;
        let Some(remote) = comm.remote().cloned() else {
            bail!(
                MPI_ERR_COMM,
                "argument intercomm is {:#x}, an intra-communicator; it must be an inter-communicator",
                intercomm.0
            )
        };
        Ok((Circle::whole(comm, Purpose::Merge), remote, comm.is_first()))
    })?;
    let (ours, theirs, context) = bargain(cx, &circle, high != 0)?;
    if ours == MIXED || theirs == MIXED {
        let side = if ours == MIXED { "this" } else { "the other" };
        bail!(MPI_ERR_ARG, "argument high is not the same at all processes of {side} group; all of a group must pass the same");
    }
    let goes_first = if ours == theirs { is_first } else { ours == LOW };
    let (low, high) = if goes_first { (circle.members(), &remote) } else { (&remote, circle.members()) };
    let merged = Group::of(low.processes().chain(high.processes()).collect());
    let new = keep(cx, intercomm, |parent| parent.subset(context, merged))?;
    newintracomm.set(new);
    Ok(())
}
