//! Making and freeing communicators (MPI-5 §7.4.2).
//!
//! The leader of a new communicator, its rank 0, makes the context id; the others learn it through
//! [`super::agree`]. Of an inter-communicator it is the leader of the side that comes first
//! ([`Comm::is_first`]).

use std::ffi::c_int;

use ferry_calls::comm::agree::{Circle, Purpose};
use ferry_calls::comm::create::{create, create_between, duplicate, members_within, release, split, unfinished};
use ferry_calls::p2p::message::TAG_MAX;
use ferry_calls::{attribute, info};
use ferry_constants as mpi;
use ferry_core::comm::Choice;
use ferry_core::diagnosis::Awaited;
use ferry_core::{Error, Result, bail};
use ferry_ctypes::{InOut, MPI_Comm, MPI_Group, MPI_Info, Out};
use ferry_runtime::Cx;

pub(crate) fn comm_dup(cx: &Cx, comm: MPI_Comm, newcomm: Out<MPI_Comm>) -> Result<()> {
    let new = duplicate(cx, comm, None)?;
    newcomm.set(new);
    Ok(())
}

pub(crate) fn comm_dup_with_info(cx: &Cx, comm: MPI_Comm, info: MPI_Info, newcomm: Out<MPI_Comm>) -> Result<()> {
    let hints = info::hints(cx, info)?;
    let new = duplicate(cx, comm, Some(hints))?;
    newcomm.set(new);
    Ok(())
}

pub(crate) fn comm_split(cx: &Cx, comm: MPI_Comm, color: c_int, key: c_int, newcomm: Out<MPI_Comm>) -> Result<()> {
    if color < 0 && color != mpi::MPI_UNDEFINED {
        bail!(MPI_ERR_ARG, "argument color is {color}; it must be at least 0, or MPI_UNDEFINED");
    }
    let new = split(cx, comm, Choice { color, key })?;
    newcomm.set(new);
    Ok(())
}

pub(crate) fn comm_create(cx: &Cx, comm: MPI_Comm, group: MPI_Group, newcomm: Out<MPI_Comm>) -> Result<()> {
    let members = members_within(cx, comm, group)?;
    let is_inter = cx.with(|p| p.comms.find(comm.0, "comm").map(|parent| parent.remote().is_some()))?;
    let new = if is_inter {
        create_between(cx, comm, members)?
    } else {
        let circle =
            cx.with(|p| p.comms.find(comm.0, "comm").map(|parent| Circle::part(parent, members.clone(), Purpose::Create)))?;
        create(cx, comm, members, circle)?
    };
    newcomm.set(new);
    Ok(())
}

pub(crate) fn comm_create_group(cx: &Cx, comm: MPI_Comm, group: MPI_Group, tag: c_int, newcomm: Out<MPI_Comm>) -> Result<()> {
    if tag < 0 {
        bail!(MPI_ERR_TAG, "argument tag is {tag}; it must be between 0 and MPI_TAG_UB ({TAG_MAX})");
    }
    let members = members_within(cx, comm, group)?;
    let circle = cx.with(|p| {
        let parent = p.comms.find_intra(comm.0, "comm")?;
        Ok::<_, Error>(Circle::tagged(parent, members.clone(), tag, Purpose::CreateGroup))
    })?;
    let new = create(cx, comm, members, circle)?;
    newcomm.set(new);
    Ok(())
}

pub(crate) fn comm_free(cx: &Cx, comm: InOut<MPI_Comm>) -> Result<()> {
    let handle = comm.get();
    cx.with(|p| p.comms.check_freeable(handle.0, "comm"))?;
    attribute::delete_all(cx, handle)?;
    release(cx, handle);
    comm.set(MPI_Comm::NULL);
    Ok(())
}

/// As [`comm_free`], once no operation on the communicator is under way at any of its processes.
/// Those of other jobs that this one has nothing to do with any more are forgotten.
pub(crate) fn comm_disconnect(cx: &Cx, comm: InOut<MPI_Comm>) -> Result<()> {
    let handle = comm.get();
    let (context, circle) = cx.with(|p| {
        p.comms.check_freeable(handle.0, "comm")?;
        p.comms.find(handle.0, "comm").map(|comm| (comm.context(), Circle::whole(comm, Purpose::Disconnect)))
    })?;
    cx.block_on(
        &mut (),
        |_, p| unfinished(p, context).next().is_none().then_some(()),
        |_, p| Awaited::all(unfinished(p, context)),
    );
    if circle.spans() {
        circle.gather(cx, [0])?;
        circle.swap(cx, &[[0]], 1)?;
        cx.block_on(&mut (), |_, p| (!p.engine.has_unsent()).then_some(()), |_, _| Awaited::default());
    }
    comm_free(cx, comm)?;
    cx.with(|p| {
        if circle.spans() {
            p.forget_foreign();
        }
    });
    Ok(())
}
