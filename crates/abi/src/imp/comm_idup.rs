//! Duplicating communicators without waiting (MPI-5 §7.4.2).
//!
//! The leader sends the context id to every other member, which receives it while it goes on. The
//! duplicate exists from the call on. It gets its context id when the request is found complete.

use ferry_calls::comm::idup::start;
use ferry_calls::info;
use ferry_core::Result;
use ferry_ctypes::{MPI_Comm, MPI_Info, MPI_Request, Out};
use ferry_runtime::Cx;

pub(crate) fn comm_idup(cx: &Cx, comm: MPI_Comm, newcomm: Out<MPI_Comm>, request: Out<MPI_Request>) -> Result<()> {
    let (new, started) = start(cx, comm, None)?;
    newcomm.set(new);
    request.set(started);
    Ok(())
}

pub(crate) fn comm_idup_with_info(
    cx: &Cx,
    comm: MPI_Comm,
    info: MPI_Info,
    newcomm: Out<MPI_Comm>,
    request: Out<MPI_Request>,
) -> Result<()> {
    let (new, started) = start(cx, comm, Some(info::hints(cx, info)?))?;
    newcomm.set(new);
    request.set(started);
    Ok(())
}
