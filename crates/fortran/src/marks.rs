//! The variables whose address has a meaning, of `mpif.h` and the modules of the standard ABI.

use std::ffi::{c_int, c_void};
use std::ptr;

use ferry_constants::{MPI_BUFFER_AUTOMATIC, MPI_IN_PLACE, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY};

use crate::common_block::blocks;

blocks! {
    mpibottom_ bottom "4";
    mpiinplace_ in_place "4";
    mpibufferautomatic_ buffer_automatic "4";
    mpistatusignore_ status_ignore "32";
    mpistatusesignore_ statuses_ignore "32";
    mpierrcodesignore_ errcodes_ignore "4";
    mpiunweighted_ unweighted "4";
    mpiweightsempty_ weights_empty "4";
    mpiargvnull_ argv_null "1";
    mpiargvsnull_ argvs_null "1";
}

/// C's value for the address of a buffer, if that has a meaning.
#[inline]
pub fn buffer(address: *mut c_void) -> Option<*mut c_void> {
    match address {
        a if a == bottom() => Some(ptr::null_mut()),
        a if a == in_place() => Some(ptr::without_provenance_mut(MPI_IN_PLACE)),
        a if a == buffer_automatic() => Some(ptr::without_provenance_mut(MPI_BUFFER_AUTOMATIC)),
        _ => None,
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

/// What C gets where no status is wanted.
pub const STATUS_IGNORE: usize = 0;

/// Whether no error codes are wanted.
pub fn is_errcodes_ignore(address: *const c_void) -> bool {
    ptr::eq(address, errcodes_ignore())
}

/// Whether a program to spawn has no arguments.
pub fn is_argv_null(address: *const c_void) -> bool {
    ptr::eq(address, argv_null()) || ptr::eq(address, argvs_null())
}
