//! Combined sends and receives (MPI-5 §3.11).

use ferry_constants::Status;
use ferry_core::process::Process;
use ferry_core::request::{Exchange, Request};
use ferry_core::{Result, bail};
use ferry_ctypes::{MPI_Comm, MPI_Request, Out};
use ferry_engine::{Buffer, Mode};
use ferry_runtime::Cx;

use crate::p2p;
use crate::p2p::message::{Arguments, buffer, check_send_tag, destination, store};
use crate::request::finished::{Finished, end_operation, is_operation_done, peek_operation, receive_request};
use crate::request::waits::{wait_for_receive, wait_for_send};

/// Starts a receive and a send. What is to be sent from where the receive goes is copied first,
/// unless that is to be an error.
///
/// # Safety
/// ABI-1 for both buffers, until the operations are complete.
pub unsafe fn start(p: &mut Process, outgoing: &Arguments, incoming: &Arguments) -> Result<Exchange> {
    if std::ptr::eq(outgoing.buf, incoming.buf) && outgoing.count > 0 && incoming.count > 0 && !outgoing.buf.is_null() {
        if p.settings.strict.is_on() {
            bail!(MPI_ERR_BUFFER, "arguments sendbuf and recvbuf are the same address; use MPI_Sendrecv_replace");
        }
        // SAFETY: as the caller promises.
        return unsafe { start_replacing(p, outgoing, incoming) };
    }
    check_send(p, outgoing)?;
    // SAFETY: as the caller promises; the send's arguments have been checked, so no receive is left
    // behind.
    unsafe {
        let receive = p2p::receive::start(p, incoming)?;
        Ok(Exchange { receive, send: p2p::send::start(p, outgoing, Mode::Standard, false)? })
    }
}

/// Everything that can be wrong with a send, before anything is started.
fn check_send(p: &Process, arguments: &Arguments) -> Result<()> {
    check_send_tag(arguments.tag)?;
    destination(p.comms.find(arguments.comm.0, "comm")?, arguments.peer)?;
    // SAFETY: the buffer is dropped unused.
    unsafe { buffer(p, arguments) }.map(drop)
}

/// Starts a receive into the memory that a copy is sent from.
///
/// # Safety
/// As [`start`].
pub unsafe fn start_replacing(p: &mut Process, outgoing: &Arguments, incoming: &Arguments) -> Result<Exchange> {
    check_send(p, outgoing)?;
    // SAFETY: as the caller promises.
    let mut copy = unsafe { buffer(p, outgoing)?.pack() };
    // SAFETY: as the caller promises.
    let receive = unsafe { p2p::receive::start(p, incoming)? };
    let found = p.comms.find(outgoing.comm.0, "comm")?;
    let (to, context) = (destination(found, outgoing.peer)?, found.context());
    // SAFETY: the operation keeps `copy`.
    let out = unsafe { Buffer::dense(copy.as_mut_ptr(), copy.len() as u64) };
    let send = to.and_then(|to| p.engine.send(to, context, outgoing.tag, out, Mode::Standard));
    if let Some(operation) = send {
        p.engine.own(operation, copy);
        p.engine.assign(operation, outgoing.comm.0);
    }
    Ok(Exchange { receive, send })
}

/// # Safety
/// ABI-1 for `status`.
pub unsafe fn finish(cx: &Cx, started: Exchange, comm: MPI_Comm, status: *mut Status) -> Result<()> {
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
        wait_for_send(cx, operation, comm.0)?;
    }
    received
}

/// Keeps an exchange behind a request: the receive's own where the send is over already.
pub fn keep(cx: &Cx, started: Exchange, _: MPI_Comm, request: Out<MPI_Request>) -> Result<()> {
    let handle = cx.with(|p| match started.send {
        None => receive_request(p, started.receive),
        Some(_) => p.requests.insert(Request::Exchange(started)),
    });
    request.set(MPI_Request(handle));
    Ok(())
}

/// Whether both operations are over.
pub fn is_complete(p: &Process, exchange: &Exchange) -> bool {
    [exchange.receive, exchange.send].into_iter().flatten().all(|operation| is_operation_done(p, operation))
}

/// Ends the request if it is complete. Its status is the receive's.
pub fn finish_request(p: &mut Process, request: usize) -> Option<Finished> {
    let exchange = match p.requests.get(request) {
        Some(Request::Exchange(exchange)) if is_complete(p, exchange) => *exchange,
        _ => return None,
    };
    p.requests.remove(request);
    let sent = exchange.send.and_then(|operation| end_operation(p, operation).error);
    let received =
        exchange.receive.map_or_else(|| Finished::with(Status::null_process()), |operation| end_operation(p, operation));
    Some(Finished { error: received.error.or(sent), ..received })
}

/// What [`finish_request`] would say of one that is complete.
pub fn peek(p: &Process, exchange: &Exchange) -> Finished {
    exchange.receive.map_or_else(|| Finished::with(Status::null_process()), |operation| peek_operation(p, operation))
}

/// Frees the request; its operations go on.
pub fn free(p: &mut Process, request: usize) {
    if let Some(Request::Exchange(Exchange { receive, send })) = p.requests.remove(request) {
        [receive, send].into_iter().flatten().for_each(|operation| p.engine.forget(operation));
    }
}

/// Cancels both operations, as far as they are not matched: the request is over without the peers'
/// doing then. The status tells of the receive.
pub fn cancel(p: &mut Process, request: usize) {
    if let Some(&Request::Exchange(Exchange { receive, send })) = p.requests.get(request) {
        [receive, send].into_iter().flatten().for_each(|operation| p.engine.cancel(operation));
    }
}
