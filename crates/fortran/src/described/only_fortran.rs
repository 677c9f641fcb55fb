//! Procedures of `mpi_f08` that C has no counterpart of.
//!
//! # Safety arguments
//! FTN-1 of the crate; DESC-1 of `descriptor`.

use super::Descriptor;
use crate::abi::MPI_SUCCESS;
use crate::entry::Fint;

/// The bytes of one element of a variable.
///
/// # Safety
/// FTN-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_sizeof_f08ts_(x: *const Descriptor, size: *mut Fint, ierror: *mut Fint) {
    // SAFETY: FTN-1, DESC-1.
    unsafe {
        *size = (*x).element() as Fint;
        if !ierror.is_null() {
            *ierror = MPI_SUCCESS;
        }
    }
}

/// Keeps the compiler from moving accesses to a described buffer over this call.
#[unsafe(no_mangle)]
pub extern "C" fn mpi_f_sync_reg_f08ts_(_: *const Descriptor) {}
