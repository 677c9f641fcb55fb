//! Forms of MPI_SIZEOF that libraries of older interfaces have: one for each type and rank. Linker
//! scripts give each function here its many names.
//!
//! # Safety arguments
//! FTN-1 of the crate.

use crate::abi::MPI_SUCCESS;
use crate::entry::Fint;

/// Functions that know a size and look at no variable.
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
