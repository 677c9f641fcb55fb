//! What addresses mean where each variable with a meaning has a common block of its own: in the
//! standard ABI and in Open MPI's.

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::abi::{MPI_IN_PLACE, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY};
use crate::marks::{
    argv_null, argvs_null, bottom, errcodes_ignore, further_buffer, in_place, status_ignore, statuses_ignore, unweighted,
    weights_empty,
};

/// C's value for the address of a buffer, if that has a meaning.
#[inline]
pub fn buffer(address: *mut c_void) -> Option<*mut c_void> {
    match address {
        a if a == bottom() => Some(ptr::null_mut()),
        a if a == in_place() => Some(ptr::without_provenance_mut(MPI_IN_PLACE)),
        a => further_buffer(a),
    }
}

/// C's value for the address of weights of edges, if that has a meaning.
pub fn weights(address: *mut c_void) -> Option<*mut c_int> {
    match address {
        a if a == unweighted() => Some(ptr::without_provenance_mut(MPI_UNWEIGHTED)),
        a if a == weights_empty() => Some(ptr::without_provenance_mut(MPI_WEIGHTS_EMPTY)),
        _ => None,
    }
}

/// Whether no status is wanted.
#[inline]
pub fn is_status_ignore(address: *const c_void) -> bool {
    ptr::eq(address, status_ignore())
}

/// Whether no statuses are wanted.
#[inline]
pub fn is_statuses_ignore(address: *const c_void) -> bool {
    ptr::eq(address, statuses_ignore())
}

/// Whether no error codes are wanted.
pub fn is_errcodes_ignore(address: *const c_void) -> bool {
    ptr::eq(address, errcodes_ignore())
}

/// Whether a program to spawn has no arguments.
pub fn is_argv_null(address: *const c_void) -> bool {
    ptr::eq(address, argv_null()) || ptr::eq(address, argvs_null())
}
