//! Combined sends and receives (MPI-5 §3.11).

use std::ffi::{c_int, c_void};

use ferry_constants::Status;
use ferry_core::process::Process;
use ferry_core::{Result, bail};
use ferry_engine::{Buffer, Mode};

use super::completion::{wait_for_receive, wait_for_send};
use super::message::{Arguments, buffer, check_send_tag, destination, store};
use super::{receive, send};
use crate::ctypes::{MPI_Comm, MPI_Datatype};
use crate::entry::Cx;

/// The two halves of an exchange, under way.
struct Started {
    receive: Option<usize>,
    send: Option<usize>,
}

/// # Safety
/// ABI-1 for `status`.
unsafe fn finish(cx: &Cx, started: Started, comm: MPI_Comm, status: *mut Status) -> Result<()> {
    let received = match started.receive {
        // SAFETY: as the caller promises.
        Some(operation) => unsafe { wait_for_receive(cx, operation, comm.0, status) },
        None => {
            // SAFETY: as the caller promises.
            unsafe { store(status, Status::null_process()) };
            Ok(())
        }
    };
    if let Some(operation) = started.send {
        wait_for_send(cx, operation);
    }
    received
}

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
    if std::ptr::eq(sendbuf, recvbuf) && sendcount > 0 && recvcount > 0 && !sendbuf.is_null() {
        bail!(MPI_ERR_BUFFER, "arguments sendbuf and recvbuf are the same address; use MPI_Sendrecv_replace");
    }
    let started = cx.with(|p| {
        check_send(p, &outgoing)?;
        // SAFETY: ABI-1.
        let receive = unsafe { receive::start(p, &incoming)? };
        // SAFETY: ABI-1; the send's arguments have been checked, so no receive is left behind.
        let send = unsafe { send::start(p, &outgoing, Mode::Standard)? };
        Result::Ok(Started { receive, send })
    })?;
    // SAFETY: ABI-1.
    unsafe { finish(cx, started, comm, status) }
}

/// Everything that can be wrong with a send, before anything is started.
fn check_send(p: &Process, arguments: &Arguments) -> Result<()> {
    check_send_tag(arguments.tag)?;
    destination(p.comms.find(arguments.comm.0, "comm")?, arguments.peer)?;
    // SAFETY: the buffer is dropped unused.
    unsafe { buffer(p, arguments) }.map(drop)
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
    let (started, _copy) = cx.with(|p| {
        check_send(p, &outgoing)?;
        // SAFETY: ABI-1.
        let mut copy = unsafe { buffer(p, &outgoing)?.pack() };
        // SAFETY: ABI-1.
        let receive = unsafe { receive::start(p, &incoming)? };
        let found = p.comms.find(comm.0, "comm")?;
        let (to, context) = (destination(found, dest)?, found.context());
        // SAFETY: `copy` lives until both halves are complete.
        let out = unsafe { Buffer::dense(copy.as_mut_ptr(), copy.len() as u64) };
        let send = to.and_then(|to| p.engine.send(to, context, sendtag, out, Mode::Standard));
        Result::Ok((Started { receive, send }, copy))
    })?;
    // SAFETY: ABI-1.
    unsafe { finish(cx, started, comm, status) }
}
