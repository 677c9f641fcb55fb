//! Splitting communicators by what processes share (MPI-5 §7.4.2): memory, hardware, process sets.
//!
//! All processes exchange one ballot, which says what each of them asks for and where on the
//! hardware it is, so that each can work out who is with it. Of an inter-communicator, the sides
//! exchange theirs too.

use std::ffi::c_int;

use ferry_calls::comm::split_type::{Ballots, keep_part, own_color, split_unguided};
use ferry_calls::info;
use ferry_constants as mpi;
use ferry_core::Result;
use ferry_core::comm::Choice;
use ferry_core::hardware::Hardware;
use ferry_ctypes::{MPI_Comm, MPI_Info, Out};
use ferry_runtime::Cx;

pub(crate) fn comm_split_type(
    cx: &Cx,
    comm: MPI_Comm,
    split_type: c_int,
    key: c_int,
    info: MPI_Info,
    newcomm: Out<MPI_Comm>,
) -> Result<()> {
    let (hints, hardware) = (info::hints(cx, info)?, Hardware::here());
    let color = own_color(cx, &hardware, split_type, &hints)?;
    let ballots = Ballots::cast(cx, comm, split_type, Choice { color, key }, hardware.places())?;
    ballots.check_types(split_type).inspect_err(|_| ballots.settle(cx, MPI_Comm::NULL))?;
    let new = match split_type {
        mpi::MPI_COMM_TYPE_HW_UNGUIDED => split_unguided(cx, comm, &ballots, &hardware, info)?,
        _ => keep_part(cx, comm, &ballots, |ballot| ballot.choice.color)?,
    };
    ballots.settle(cx, new);
    newcomm.set(new);
    Ok(())
}

/// Which hardware resources this process is confined to one instance of.
pub(crate) fn get_hw_resource_info(cx: &Cx, hw_info: Out<MPI_Info>) -> Result<()> {
    let resources = Hardware::here().info()?;
    info::store(cx, hw_info, resources);
    Ok(())
}
