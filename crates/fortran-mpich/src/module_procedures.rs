//! Procedures that MPICH's modules hold and programs call by the names gfortran gives them.
//! `modules.ld` has these names, several for one function here (ADR 0084).
//!
//! # Safety arguments
//! FTN-1 of the crate.

use crate::abi::{MPI_SUCCESS, Status};
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

/// Forms of MPI_SIZEOF: one for each type, which knows its size and looks at no variable.
macro_rules! sizes {
    ($($name:ident $bytes:literal;)*) => {$(
        #[doc = concat!("MPI_SIZEOF of a variable of ", $bytes, " bytes.")]
        ///
        /// # Safety
        /// FTN-1.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(_: *const u8, size: *mut Fint, ierror: *mut Fint) {
            // SAFETY: FTN-1.
            unsafe {
                *size = $bytes;
                if !ierror.is_null() {
                    *ierror = MPI_SUCCESS;
                }
            }
        }
    )*};
}

sizes! {
    ferry_size_1 1;
    ferry_size_2 2;
    ferry_size_4 4;
    ferry_size_8 8;
    ferry_size_16 16;
    ferry_size_32 32;
}
