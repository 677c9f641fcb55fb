//! Persistent receives, and starting persistent requests (MPI-5 §3.9).

use std::ffi::{c_int, c_void};

use ferry_calls::p2p::message::{Arguments, pattern};
use ferry_calls::p2p::persistent::keep;
use ferry_calls::request;
use ferry_calls::request::completion_several::of_element;
use ferry_core::Result;
use ferry_core::request::Task;
use ferry_ctypes::{InOut, MPI_Comm, MPI_Datatype, MPI_Request, Out};
use ferry_runtime::Cx;

/// `MPI_Recv_init`
#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn recv_init(
    cx: &Cx,
    buf: *mut c_void,
    count: i64,
    datatype: MPI_Datatype,
    source: c_int,
    tag: c_int,
    comm: MPI_Comm,
    request: Out<MPI_Request>,
) -> Result<()> {
    let arguments = Arguments { buf, count, datatype, peer: source, tag, comm };
    let handle = cx.with(|p| {
        let task = match pattern(p.comms.find(comm.0, "comm")?, source, tag)? {
            None => Task::Nothing { is_receive: true },
            Some(pattern) => Task::Receive(pattern),
        };
        // SAFETY: ABI-1, until the request is freed.
        unsafe { keep(p, &arguments, task) }
    })?;
    request.set(MPI_Request(handle));
    Ok(())
}

/// `MPI_Start`
pub(crate) fn start(cx: &Cx, request: InOut<MPI_Request>) -> Result<()> {
    let handle = request.get().0;
    cx.advance(|p| request::state::start(p, handle))
}

/// `MPI_Startall`
pub(crate) unsafe fn startall(cx: &Cx, count: c_int, array_of_requests: *mut MPI_Request) -> Result<()> {
    cx.count(i64::from(count), "count")?;
    if count > 0 {
        cx.non_null(array_of_requests, "array_of_requests")?;
    }
    for index in 0..count as usize {
        // SAFETY: ABI-2.
        let handle = unsafe { (*array_of_requests.add(index)).0 };
        cx.advance(|p| request::state::start(p, handle)).map_err(|error| of_element(error, index))?;
    }
    Ok(())
}
