//! Procedures that MPICH's modules hold and programs call by the names gfortran gives them.
//! `modules.ld` has these names, several for one function here (ADR 0084).
//!
//! # Safety arguments
//! FTN-1 of the crate.

use crate::abi::Status;
use crate::entry::Fint;

/// A handle of `mpi_f08`'s as one of C, and back: the integers are the same.
#[unsafe(no_mangle)]
pub extern "C" fn ferry_same_value(handle: Fint) -> Fint {
    handle
}

/// The assignment between a status of C and one of `mpi_f08`: the layouts agree.
///
/// # Safety
/// FTN-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ferry_copy_status(to: *mut Status, from: *const Status) {
    // SAFETY: FTN-1.
    unsafe { *to = *from };
}
