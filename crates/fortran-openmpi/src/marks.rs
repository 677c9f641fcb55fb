//! The variables whose address has a meaning, of Open MPI's `mpif.h` and modules.

use std::ffi::c_void;

use crate::abi::MPI_STATUS_IGNORE;
use crate::common_block::blocks;
pub use crate::mark_blocks::*;

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

/// C's value for the address of a buffer with a meaning that not every interface has.
#[inline]
pub fn further_buffer(_: *mut c_void) -> Option<*mut c_void> {
    None
}

/// What C gets where no status is wanted.
pub const STATUS_IGNORE: usize = MPI_STATUS_IGNORE;
