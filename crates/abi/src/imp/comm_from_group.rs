//! Communicators of groups, without a communicator that has their processes already (MPI-5 §7.4.2,
//! §7.6.2): what sessions begin with.
//!
//! The processes meet in a context that the string tag and the processes themselves determine. So
//! exactly the members take part, and calls with different tags or groups that are under way at
//! once do not mix (docs/adr/0014).

use std::ffi::{c_char, c_int};

use ferry_calls::comm::from_group::{from_group, from_groups, store};
use ferry_core::Result;
use ferry_ctypes::{MPI_Comm, MPI_Errhandler, MPI_Group, MPI_Info};
use ferry_runtime::Cx;

pub(crate) unsafe fn comm_create_from_group(
    cx: &Cx,
    group: MPI_Group,
    stringtag: *const c_char,
    info: MPI_Info,
    errhandler: MPI_Errhandler,
    newcomm: *mut MPI_Comm,
) -> Result<()> {
    let checked = cx.non_null(newcomm, "newcomm");
    // SAFETY: ABI-1.
    let new = checked.and_then(|()| unsafe { from_group(cx, group, stringtag, info, errhandler) });
    // SAFETY: ABI-1.
    unsafe { store(new, errhandler, newcomm) }
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn intercomm_create_from_groups(
    cx: &Cx,
    local_group: MPI_Group,
    local_leader: c_int,
    remote_group: MPI_Group,
    remote_leader: c_int,
    stringtag: *const c_char,
    info: MPI_Info,
    errhandler: MPI_Errhandler,
    newintercomm: *mut MPI_Comm,
) -> Result<()> {
    let groups = ((local_group, local_leader), (remote_group, remote_leader));
    let checked = cx.non_null(newintercomm, "newintercomm");
    // SAFETY: ABI-1.
    let new = checked.and_then(|()| unsafe { from_groups(cx, groups, stringtag, info, errhandler) });
    // SAFETY: ABI-1.
    unsafe { store(new, errhandler, newintercomm) }
}
