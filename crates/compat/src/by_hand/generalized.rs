//! Generalized requests: `MPI_Grequest_start`.

use std::ffi::{c_int, c_void};
use std::mem::{transmute, zeroed};

use ferry_constants::Status;

use crate::peer::{PeerStatus, abi_code};
use crate::statuses::to_abi;
use crate::{Peer, functions};

type Query<P> = unsafe extern "C" fn(*mut c_void, *mut <P as Peer>::Status) -> c_int;
type FreeRequest = unsafe extern "C" fn(*mut c_void) -> c_int;
type Cancel = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;

/// What the program passed for one request; freed with the request, when the library calls `free`.
struct RequestFunctions<P: Peer> {
    query: Query<P>,
    free: FreeRequest,
    cancel: Cancel,
    extra_state: *mut c_void,
}

unsafe extern "C" fn query<P: Peer>(state: *mut c_void, status: *mut Status) -> c_int {
    // SAFETY: COMPAT-3; the state is what `grequest_start` made; a status consists of integers; the
    // library passes one.
    unsafe {
        let functions = &*state.cast::<RequestFunctions<P>>();
        let mut filled: P::Status = zeroed();
        let result = (functions.query)(functions.extra_state, &mut filled);
        *status = to_abi::<P>(filled.load());
        abi_code::<P>(result)
    }
}

unsafe extern "C" fn free<P: Peer>(state: *mut c_void) -> c_int {
    // SAFETY: COMPAT-3; the state is what `grequest_start` made, and the library calls this once,
    // last.
    unsafe {
        let functions = Box::from_raw(state.cast::<RequestFunctions<P>>());
        abi_code::<P>((functions.free)(functions.extra_state))
    }
}

unsafe extern "C" fn cancel<P: Peer>(state: *mut c_void, complete: c_int) -> c_int {
    // SAFETY: COMPAT-3; the state is what `grequest_start` made.
    unsafe {
        let functions = &*state.cast::<RequestFunctions<P>>();
        abi_code::<P>((functions.cancel)(functions.extra_state, complete))
    }
}

/// `MPI_Grequest_start`
///
/// # Safety
/// COMPAT-1
pub unsafe fn grequest_start<P: Peer>(
    query_fn: *const c_void,
    free_fn: *const c_void,
    cancel_fn: *const c_void,
    extra_state: *mut c_void,
    request: *mut usize,
) -> c_int {
    let start = functions().MPI_Grequest_start;
    if query_fn.is_null() || free_fn.is_null() || cancel_fn.is_null() {
        // SAFETY: COMPAT-1, COMPAT-2; the library refuses null functions.
        return unsafe { start(query_fn, free_fn, cancel_fn, extra_state, request) };
    }
    // SAFETY: COMPAT-3.
    let given = unsafe {
        RequestFunctions::<P> {
            query: transmute::<*const c_void, Query<P>>(query_fn),
            free: transmute::<*const c_void, FreeRequest>(free_fn),
            cancel: transmute::<*const c_void, Cancel>(cancel_fn),
            extra_state,
        }
    };
    let state = Box::into_raw(Box::new(given));
    let [query, free, cancel] = [query::<P> as *const c_void, free::<P> as *const c_void, cancel::<P> as *const c_void];
    // SAFETY: COMPAT-1, COMPAT-2.
    let result = unsafe { start(query, free, cancel, state.cast(), request) };
    if result != ferry_constants::MPI_SUCCESS {
        // SAFETY: the library has not kept it.
        drop(unsafe { Box::from_raw(state) });
    }
    result
}
