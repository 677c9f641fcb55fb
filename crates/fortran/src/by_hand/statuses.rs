//! What only Fortran has: conversions of statuses, comparisons of handles.
//!
//! # Safety arguments
//! FTN-1 of the crate.

use std::ffi::c_void;

use crate::abi::{MPI_SUCCESS, Status};

use crate::entry::Fint;

macro_rules! procedures {
    ($($(#[$doc:meta])* $name:ident ($($argument:ident: $type:ty),*) $body:block)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// FTN-1.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type,)* ierror: *mut Fint) {
            // SAFETY: FTN-1.
            unsafe {
                $body
                if !ierror.is_null() {
                    *ierror = MPI_SUCCESS;
                }
            }
        }
    )*};
}

procedures! {
    /// A status of the older bindings as one of `mpi_f08`: the layouts agree.
    mpi_status_f2f08_(f_status: *const Status, f08_status: *mut Status) { *f08_status = *f_status; }

    /// A status of `mpi_f08` as one of the older bindings.
    mpi_status_f082f_(f08_status: *const Status, f_status: *mut Status) { *f_status = *f08_status; }

    /// The same for `mpi_f08`.
    mpi_status_f2f08_f08_(f_status: *const Status, f08_status: *mut Status) { *f08_status = *f_status; }

    /// The same for `mpi_f08`.
    mpi_status_f082f_f08_(f08_status: *const Status, f_status: *mut Status) { *f_status = *f08_status; }
}

/// Keeps the compiler from moving accesses to a buffer over this call, of which it cannot know that
/// it does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn mpi_f_sync_reg_(_: *mut c_void) {}

/// Whether two handles are equal.
///
/// # Safety
/// FTN-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_handle_eq_(left: *const Fint, right: *const Fint) -> Fint {
    // SAFETY: FTN-1.
    Fint::from(unsafe { *left == *right })
}

/// Whether two handles differ.
///
/// # Safety
/// FTN-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_handle_ne_(left: *const Fint, right: *const Fint) -> Fint {
    // SAFETY: FTN-1.
    Fint::from(unsafe { *left != *right })
}
