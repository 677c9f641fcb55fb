//! The variables whose address has a meaning, of MPICH's `mpif.h` and modules.
//!
//! # Safety arguments
//! FTN-2 of the crate: the variables of C are the library's, which sets them when it is loaded.

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::abi::{MPI_IN_PLACE, MPI_STATUS_IGNORE, Status};
use crate::common_block::blocks;

blocks! {
    // MPI_BOTTOM, MPI_IN_PLACE and MPI_STATUS_IGNORE
    mpipriv1_ first "28";
    // MPI_STATUSES_IGNORE and MPI_ERRCODES_IGNORE
    mpipriv2_ second "24";
    // MPI_ARGVS_NULL and MPI_ARGV_NULL
    mpiprivc_ strings "2";
    mpifcmb5_ unweighted "4";
    mpifcmb9_ weights_empty "4";
    // Those of `mpi_f08`, by name and as variables of a module (ADR 0084).
    MPIR_F08_MPI_BOTTOM newer_bottom "4";
    MPIR_F08_MPI_IN_PLACE newer_in_place "4";
    __mpi_f08_link_constants_MOD_mpi_errcodes_ignore newer_errcodes_ignore "4";
    __mpi_f08_link_constants_MOD_mpi_unweighted newer_unweighted "4";
    __mpi_f08_link_constants_MOD_mpi_weights_empty newer_weights_empty "4";
    __mpi_f08_link_constants_MOD_mpi_argv_null newer_argv_null "1";
    __mpi_f08_link_constants_MOD_mpi_argvs_null newer_argvs_null "1";
}

/// Bytes of an INTEGER.
const INTEGER: usize = size_of::<c_int>();

unsafe extern "C" {
    static MPIR_F08_MPI_STATUS_IGNORE_OBJ: Status;
    static MPIR_F08_MPI_STATUSES_IGNORE_OBJ: Status;
    static MPI_UNWEIGHTED: *mut c_int;
    static MPI_WEIGHTS_EMPTY: *mut c_int;
}

/// Whether an address is so many bytes into a block.
#[inline]
fn is_in(address: *const c_void, block: *mut c_void, bytes: usize) -> bool {
    ptr::eq(address, block.wrapping_byte_add(bytes))
}

/// C's value for the address of a buffer, if that has a meaning.
#[inline]
pub fn buffer(address: *mut c_void) -> Option<*mut c_void> {
    match address {
        a if a == first() || a == newer_bottom() => Some(ptr::null_mut()),
        a if is_in(a, first(), INTEGER) || a == newer_in_place() => Some(ptr::without_provenance_mut(MPI_IN_PLACE)),
        _ => None,
    }
}

/// C's value for the address of weights of edges, if that has a meaning.
pub fn weights(address: *mut c_void) -> Option<*mut c_int> {
    match address {
        // SAFETY: FTN-2.
        a if a == unweighted() || a == newer_unweighted() => Some(unsafe { MPI_UNWEIGHTED }),
        // SAFETY: FTN-2.
        a if a == weights_empty() || a == newer_weights_empty() => Some(unsafe { MPI_WEIGHTS_EMPTY }),
        _ => None,
    }
}

/// Whether no status is wanted.
#[inline]
pub fn is_status_ignore(address: *const c_void) -> bool {
    is_in(address, first(), 2 * INTEGER) || ptr::eq(address, (&raw const MPIR_F08_MPI_STATUS_IGNORE_OBJ).cast())
}

/// Whether no statuses are wanted.
#[inline]
pub fn is_statuses_ignore(address: *const c_void) -> bool {
    ptr::eq(address, second()) || ptr::eq(address, (&raw const MPIR_F08_MPI_STATUSES_IGNORE_OBJ).cast())
}

/// What C gets where no status is wanted.
pub const STATUS_IGNORE: usize = MPI_STATUS_IGNORE;

/// Whether no error codes are wanted.
pub fn is_errcodes_ignore(address: *const c_void) -> bool {
    is_in(address, second(), size_of::<Status>()) || ptr::eq(address, newer_errcodes_ignore())
}

/// Whether a program to spawn has no arguments.
pub fn is_argv_null(address: *const c_void) -> bool {
    is_in(address, strings(), 0)
        || is_in(address, strings(), 1)
        || ptr::eq(address, newer_argv_null())
        || ptr::eq(address, newer_argvs_null())
}
