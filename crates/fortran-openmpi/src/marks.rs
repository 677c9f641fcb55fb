//! The variables whose address has a meaning, of Open MPI's `mpif.h` and modules.

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::abi::{MPI_IN_PLACE, MPI_STATUS_IGNORE, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY};
use crate::common_block::blocks;

blocks! {
    mpi_fortran_bottom_ bottom "4";
    mpi_fortran_in_place_ in_place "4";
    mpi_fortran_status_ignore_ status_ignore "24";
    mpi_fortran_statuses_ignore_ statuses_ignore "24";
    mpi_fortran_errcodes_ignore_ errcodes_ignore "4";
    mpi_fortran_unweighted_ unweighted "4";
    mpi_fortran_weights_empty_ weights_empty "4";
    mpi_fortran_argv_null_ argv_null "1";
    mpi_fortran_argvs_null_ argvs_null "1";
}

/// C's value for the address of a buffer, if that has a meaning.
#[inline]
pub fn buffer(address: *mut c_void) -> Option<*mut c_void> {
    match address {
        a if a == bottom() => Some(ptr::null_mut()),
        a if a == in_place() => Some(ptr::without_provenance_mut(MPI_IN_PLACE)),
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
pub const STATUS_IGNORE: usize = MPI_STATUS_IGNORE;

/// Whether no error codes are wanted.
pub fn is_errcodes_ignore(address: *const c_void) -> bool {
    ptr::eq(address, errcodes_ignore())
}

/// Whether a program to spawn has no arguments.
pub fn is_argv_null(address: *const c_void) -> bool {
    ptr::eq(address, argv_null()) || ptr::eq(address, argvs_null())
}
