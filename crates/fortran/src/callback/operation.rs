//! Reduction operations.
//!
//! # Safety arguments
//! FTN-3 of the crate.

use std::ffi::{c_int, c_void};

use super::pool::{Pool, at, functions};
use crate::entry::Fint;
use crate::generated::c;
use crate::handle;

type Procedure = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut Fint, *mut Fint);
type LargeProcedure = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut i64, *mut Fint);

static OPERATIONS: Pool = Pool::new();
static LARGE_OPERATIONS: Pool = Pool::new();

/// The C function for a procedure; none if there are too many.
pub fn function(procedure: usize) -> Option<usize> {
    Some(at(&functions!(operate), OPERATIONS.number(procedure)?))
}

/// The same for a procedure whose length is large.
pub fn large_function(procedure: usize) -> Option<usize> {
    Some(at(&functions!(operate_large), LARGE_OPERATIONS.number(procedure)?))
}

unsafe extern "C" fn operate<const N: usize>(a: *mut c_void, b: *mut c_void, length: *mut c_int, datatype: *mut c::MPI_Datatype) {
    // SAFETY: FTN-3.
    unsafe {
        let procedure: Procedure = std::mem::transmute(OPERATIONS.procedure(N));
        procedure(a, b, length, &mut handle::datatype::value(*datatype));
    }
}

unsafe extern "C" fn operate_large<const N: usize>(
    a: *mut c_void,
    b: *mut c_void,
    length: *mut i64,
    datatype: *mut c::MPI_Datatype,
) {
    // SAFETY: FTN-3.
    unsafe {
        let procedure: LargeProcedure = std::mem::transmute(LARGE_OPERATIONS.procedure(N));
        procedure(a, b, length, &mut handle::datatype::value(*datatype));
    }
}
