//! Generalized requests (MPI-5 §13.2): operations of the program's own behind requests of MPI. What
//! the program's functions are called for happens with no borrow of the process held.

use std::ffi::c_void;

use ferry_calls::request::generalized::{release, take};
use ferry_core::request::{General, Request};
use ferry_core::{Result, bail};
use ferry_ctypes::{MPI_Grequest_cancel_function, MPI_Grequest_free_function, MPI_Grequest_query_function, MPI_Request, Out};
use ferry_runtime::Cx;

/// `MPI_Grequest_start`
pub(crate) fn grequest_start(
    cx: &Cx,
    query_fn: MPI_Grequest_query_function,
    free_fn: MPI_Grequest_free_function,
    cancel_fn: MPI_Grequest_cancel_function,
    extra_state: *mut c_void,
    request: Out<MPI_Request>,
) -> Result<()> {
    let given = [("query_fn", query_fn.is_some()), ("free_fn", free_fn.is_some()), ("cancel_fn", cancel_fn.is_some())];
    if let Some((argument, _)) = given.iter().find(|(_, is_given)| !is_given) {
        bail!(MPI_ERR_ARG, "argument {argument} is a null pointer; pass a function");
    }
    let general = General { query: query_fn, free: free_fn, cancel: cancel_fn, extra_state, is_complete: false, is_freed: false };
    let handle = cx.with(|p| p.requests.insert(Request::General(general)));
    request.set(MPI_Request(handle));
    Ok(())
}

/// `MPI_Grequest_complete`; may be called while other threads wait for the request.
pub(crate) fn grequest_complete(cx: &Cx, request: MPI_Request) -> Result<()> {
    let last = cx.with(|p| {
        let Some(Request::General(general)) = p.requests.get_mut(request.0) else {
            bail!(MPI_ERR_REQUEST, "argument request is {:#x}; it must be a generalized request under way", request.0);
        };
        if general.is_complete {
            bail!(MPI_ERR_REQUEST, "argument request is {:#x}, a generalized request that is complete already", request.0);
        }
        general.is_complete = true;
        let is_freed = general.is_freed;
        p.engine.wake_sleepers();
        Ok(if is_freed { take(p, request.0) } else { None })
    })?;
    last.map_or(Ok(()), |general| release(cx, &general))
}
