//! What communicators are: ranks, groups, names, hints (MPI-5 §7.4). All of it is local.

pub mod agree;
pub mod attribute;
pub mod create;
pub mod from_group;
pub mod idup;
pub mod intercomm;
pub mod introduce;
pub mod split_type;

use ferry_core::{Result, bail};
use ferry_ctypes::MPI_Comm;
use ferry_runtime::Cx;

/// The group on the other side of an inter-communicator, after the session of the communicator.
pub fn remote(cx: &Cx, comm: MPI_Comm) -> Result<(usize, ferry_core::group::Group)> {
    match cx.with(|p| p.comms.find(comm.0, "comm").map(|found| found.remote().map(|group| (found.session(), group.clone()))))? {
        Some(found) => Ok(found),
        None => bail!(
            MPI_ERR_COMM,
            "argument comm is {:#x}, an intra-communicator; only inter-communicators have a remote group",
            comm.0
        ),
    }
}
