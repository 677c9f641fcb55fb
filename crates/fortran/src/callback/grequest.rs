//! Generalized requests.
//!
//! # Safety arguments
//! - GREQ-1: the extra state is a `RequestProcedures` of ours; C calls `free` once and nothing
//!   after it.
//! - FTN-3 of the crate.

use std::ffi::{c_int, c_void};

use crate::abi::{MPI_SUCCESS, Status};

use crate::entry::Fint;
use crate::logical;

/// The procedures of a request, and the extra state that they get.
pub struct RequestProcedures {
    pub query: unsafe extern "C" fn(*mut i64, *mut Status, *mut Fint),
    pub free: unsafe extern "C" fn(*mut i64, *mut Fint),
    pub cancel: unsafe extern "C" fn(*mut i64, *mut Fint, *mut Fint),
    pub extra_state: i64,
}

pub unsafe extern "C" fn query(extra: *mut c_void, status: *mut Status) -> c_int {
    let mut error = MPI_SUCCESS;
    // SAFETY: GREQ-1, FTN-3.
    unsafe {
        let procedures = &mut *extra.cast::<RequestProcedures>();
        (procedures.query)(&mut procedures.extra_state, status, &mut error);
    }
    error
}

pub unsafe extern "C" fn free(extra: *mut c_void) -> c_int {
    let mut error = MPI_SUCCESS;
    // SAFETY: GREQ-1, FTN-3.
    unsafe {
        let mut procedures = Box::from_raw(extra.cast::<RequestProcedures>());
        (procedures.free)(&mut procedures.extra_state, &mut error);
    }
    error
}

pub unsafe extern "C" fn cancel(extra: *mut c_void, complete: c_int) -> c_int {
    let (mut error, mut complete) = (MPI_SUCCESS, logical::to_fortran(complete));
    // SAFETY: GREQ-1, FTN-3.
    unsafe {
        let procedures = &mut *extra.cast::<RequestProcedures>();
        (procedures.cancel)(&mut procedures.extra_state, &mut complete, &mut error);
    }
    error
}
