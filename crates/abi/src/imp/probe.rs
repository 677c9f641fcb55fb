//! Probes, matching ones included (MPI-5 §3.8).

use std::ffi::{c_int, c_void};

use ferry_calls::p2p::message::store;
use ferry_calls::p2p::probe::{arguments, look_once, start, take, wait_until, wanted};
use ferry_calls::request::finished::receive_request;
use ferry_calls::request::waits::wait_for_receive;
use ferry_constants as mpi;
use ferry_constants::Status;
use ferry_core::Result;
use ferry_core::outcome::status;
use ferry_ctypes::{InOut, MPI_Comm, MPI_Datatype, MPI_Message, MPI_Request, Out};
use ferry_runtime::Cx;

/// `MPI_Probe`
pub(crate) unsafe fn probe(cx: &Cx, source: c_int, tag: c_int, comm: MPI_Comm, status_out: *mut Status) -> Result<()> {
    let found = match wanted(cx, source, tag, comm)? {
        Some(pattern) => wait_until(cx, comm, pattern, |p| p.engine.probe(&pattern).map(|outcome| status(p, comm.0, &outcome)))?,
        None => Status::null_process(),
    };
    // SAFETY: ABI-1.
    unsafe { store(status_out, found) };
    Ok(())
}

/// `MPI_Iprobe`
pub(crate) unsafe fn iprobe(
    cx: &Cx,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    flag: Out<c_int>,
    status_out: *mut Status,
) -> Result<()> {
    let found = match wanted(cx, source, tag, comm)? {
        Some(pattern) => look_once(cx, comm, &pattern, |p| p.engine.probe(&pattern).map(|outcome| status(p, comm.0, &outcome)))?,
        None => Some(Status::null_process()),
    };
    // SAFETY: ABI-1.
    unsafe {
        flag.set(c_int::from(found.is_some()));
        if let Some(found) = found {
            store(status_out, found);
        }
    }
    Ok(())
}

/// `MPI_Mprobe`
pub(crate) unsafe fn mprobe(
    cx: &Cx,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    message: Out<MPI_Message>,
    status_out: *mut Status,
) -> Result<()> {
    let (found, handle) = match wanted(cx, source, tag, comm)? {
        Some(pattern) => wait_until(cx, comm, pattern, |p| take(p, &pattern, comm.0))?,
        None => (Status::null_process(), mpi::MPI_MESSAGE_NO_PROC),
    };
    // SAFETY: ABI-1.
    unsafe {
        message.set(MPI_Message(handle));
        store(status_out, found);
    }
    Ok(())
}

/// `MPI_Improbe`
pub(crate) unsafe fn improbe(
    cx: &Cx,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    flag: Out<c_int>,
    message: Out<MPI_Message>,
    status_out: *mut Status,
) -> Result<()> {
    let found = match wanted(cx, source, tag, comm)? {
        Some(pattern) => look_once(cx, comm, &pattern, |p| take(p, &pattern, comm.0))?,
        None => Some((Status::null_process(), mpi::MPI_MESSAGE_NO_PROC)),
    };
    // SAFETY: ABI-1.
    unsafe {
        flag.set(c_int::from(found.is_some()));
        if let Some((found, handle)) = found {
            message.set(MPI_Message(handle));
            store(status_out, found);
        }
    }
    Ok(())
}

/// `MPI_Mrecv`
pub(crate) unsafe fn mrecv(
    cx: &Cx,
    buf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    message: InOut<MPI_Message>,
    status_out: *mut Status,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let started = cx.with(|p| start(p, &arguments(buf, count, datatype), message.get().0))?;
        message.set(MPI_Message::NULL);
        match started {
            Some((operation, comm)) => wait_for_receive(cx, operation, comm, status_out),
            None => {
                store(status_out, Status::null_process());
                Ok(())
            }
        }
    }
}

/// `MPI_Imrecv`
pub(crate) unsafe fn imrecv(
    cx: &Cx,
    buf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    message: InOut<MPI_Message>,
    request: Out<MPI_Request>,
) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe {
        let started = cx.with(|p| start(p, &arguments(buf, count, datatype), message.get().0))?;
        message.set(MPI_Message::NULL);
        request.set(MPI_Request(cx.with(|p| receive_request(p, started.map(|(operation, _)| operation)))));
    }
    Ok(())
}
