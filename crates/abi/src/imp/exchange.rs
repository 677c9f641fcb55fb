//! Combined sends and receives (MPI-5 §3.11).

use std::ffi::{c_int, c_void};

use ferry_calls::p2p::exchange::{finish, request_of, start, start_replacing};
use ferry_calls::p2p::message::Arguments;
use ferry_constants::Status;
use ferry_core::Result;
use ferry_ctypes::{MPI_Comm, MPI_Datatype, MPI_Request, Out};
use ferry_runtime::Cx;

/// `MPI_Sendrecv`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn sendrecv(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: MPI_Datatype,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    status: *mut Status,
) -> Result<()> {
    let outgoing = Arguments { buf: sendbuf, count: sendcount, datatype: sendtype, peer: dest, tag: sendtag, comm };
    let incoming = Arguments { buf: recvbuf, count: recvcount, datatype: recvtype, peer: source, tag: recvtag, comm };
    // SAFETY: ABI-1.
    unsafe {
        let started = cx.with(|p| start(p, &outgoing, &incoming))?;
        finish(cx, started, comm, status)
    }
}

/// `MPI_Isendrecv`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn isendrecv(
    cx: &Cx,
    sendbuf: *const c_void,
    sendcount: i64,
    sendtype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    recvbuf: *mut c_void,
    recvcount: i64,
    recvtype: MPI_Datatype,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    request: Out<MPI_Request>,
) -> Result<()> {
    let outgoing = Arguments { buf: sendbuf, count: sendcount, datatype: sendtype, peer: dest, tag: sendtag, comm };
    let incoming = Arguments { buf: recvbuf, count: recvcount, datatype: recvtype, peer: source, tag: recvtag, comm };
    // SAFETY: ABI-1.
    request.set(unsafe { cx.with(|p| start(p, &outgoing, &incoming).map(|started| request_of(p, started)))? });
    Ok(())
}

/// `MPI_Sendrecv_replace`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn sendrecv_replace(
    cx: &Cx,
    buf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    status: *mut Status,
) -> Result<()> {
    let outgoing = Arguments { buf, count, datatype, peer: dest, tag: sendtag, comm };
    let incoming = Arguments { peer: source, tag: recvtag, ..outgoing };
    // SAFETY: ABI-1.
    unsafe {
        let started = cx.with(|p| start_replacing(p, &outgoing, &incoming))?;
        finish(cx, started, comm, status)
    }
}

/// `MPI_Isendrecv_replace`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn isendrecv_replace(
    cx: &Cx,
    buf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    dest: c_int,
    sendtag: c_int,
    source: c_int,
    recvtag: c_int,
    comm: MPI_Comm,
    request: Out<MPI_Request>,
) -> Result<()> {
    let outgoing = Arguments { buf, count, datatype, peer: dest, tag: sendtag, comm };
    let incoming = Arguments { peer: source, tag: recvtag, ..outgoing };
    // SAFETY: ABI-1.
    request.set(unsafe { cx.with(|p| start_replacing(p, &outgoing, &incoming).map(|started| request_of(p, started)))? });
    Ok(())
}
