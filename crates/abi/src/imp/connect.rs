//! Inter-communicators of processes that did not know each other: ports, connecting and accepting,
//! sockets of the program (MPI-5 §11.9).
//!
//! The roots of both groups meet over a stream ([`Encounter`]) and tell each other how everybody is
//! reached; each tells its group. Nobody goes on before everybody knows everybody. What blocks at a
//! root is done by a thread while the call makes progress.

use std::ffi::{c_char, c_int};

use ferry_calls::jobs::connect::{RootLink, accept_at, connect_to, limit_of, meet, port_name_of};
use ferry_calls::{info, text};
use ferry_constants as mpi;
use ferry_core::ports::Encounter;
use ferry_core::{Error, Result};
use ferry_ctypes::{MPI_Comm, MPI_Info, Out};
use ferry_runtime::Cx;

/// `MPI_Open_port`
pub(crate) unsafe fn open_port(cx: &Cx, info: MPI_Info, port_name: *mut c_char) -> Result<()> {
    info::hints(cx, info)?;
    let name = cx.with(|p| p.other_jobs.ports.open(&p.world.host, &p.settings.tcp_interfaces))?;
    // SAFETY: ABI-1; the name has room for MPI_MAX_PORT_NAME bytes.
    unsafe { text::store(port_name, mpi::MPI_MAX_PORT_NAME as usize, name.as_bytes()) };
    Ok(())
}

/// `MPI_Close_port`
pub(crate) unsafe fn close_port(cx: &Cx, port_name: *const c_char) -> Result<()> {
    // SAFETY: ABI-1.
    let name = unsafe { port_name_of(cx, port_name)? };
    cx.with(|p| p.other_jobs.ports.close(&name))
}

/// `MPI_Comm_accept`
pub(crate) unsafe fn comm_accept(
    cx: &Cx,
    port_name: *const c_char,
    info: MPI_Info,
    root: c_int,
    comm: MPI_Comm,
    newcomm: Out<MPI_Comm>,
) -> Result<()> {
    let way = || {
        // SAFETY: ABI-1.
        let name = unsafe { port_name_of(cx, port_name)? };
        accept_at(cx, &name, limit_of(&info::hints(cx, info)?)?)
    };
    let new = meet(cx, comm, root, "connect to the port", way)?;
    newcomm.set(new);
    Ok(())
}

/// `MPI_Comm_connect`
pub(crate) unsafe fn comm_connect(
    cx: &Cx,
    port_name: *const c_char,
    info: MPI_Info,
    root: c_int,
    comm: MPI_Comm,
    newcomm: Out<MPI_Comm>,
) -> Result<()> {
    let way = || {
        // SAFETY: ABI-1.
        let name = unsafe { port_name_of(cx, port_name)? };
        Ok(connect_to(cx, name, limit_of(&info::hints(cx, info)?)?))
    };
    let new = meet(cx, comm, root, "accept at the port", way)?;
    newcomm.set(new);
    Ok(())
}

/// `MPI_Comm_join`
pub(crate) fn comm_join(cx: &Cx, fd: c_int, intercomm: Out<MPI_Comm>) -> Result<()> {
    let socket = ferry_sys::spawn::duplicate_socket(fd)
        .map_err(|error| Error::new(mpi::MPI_ERR_ARG, format!("argument fd is {fd}; it must be a connected socket ({error})")))?;
    let way = || Ok(Box::new(move || Ok(Encounter::new(socket))) as RootLink);
    let new = meet(cx, MPI_Comm(mpi::MPI_COMM_SELF), 0, "join over the socket", way)?;
    intercomm.set(new);
    Ok(())
}
