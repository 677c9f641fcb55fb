//! Handles: an INTEGER in Fortran, the size of a pointer in C. Predefined handles have the same
//! value in both.
//!
//! # Safety arguments
//! FTN-1, FTN-2 of the crate.

use smallvec::SmallVec;

/// Handles below this are constants of the ABI.
const PREDEFINED: usize = 4096;

/// Arrays of handles: few of them, mostly.
pub type Handles = SmallVec<[usize; 16]>;

/// Room for `count` handles.
pub fn none(count: i64) -> Handles {
    SmallVec::from_elem(0, usize::try_from(count).unwrap_or(0))
}

macro_rules! kinds {
    ($($module:ident $from:ident $to:ident;)*) => {$(
        /// Conversions of one kind of handle.
        #[allow(dead_code, reason = "the modules are alike")]
        pub mod $module {
            use super::{Handles, PREDEFINED, none};
            use crate::entry::Fint;
            use crate::generated::c;

            /// C's value of a handle.
            ///
            /// # Safety
            /// FTN-1.
            #[inline]
            pub unsafe fn from_fortran(handle: *const Fint) -> usize {
                // SAFETY: FTN-1.
                let value = unsafe { *handle };
                match usize::try_from(value) {
                    Ok(small) if small < PREDEFINED => small,
                    // SAFETY: FTN-2.
                    _ => unsafe { c::$from(value) },
                }
            }

            /// Fortran's value of a handle.
            #[inline]
            pub fn value(handle: usize) -> Fint {
                match Fint::try_from(handle) {
                    Ok(small) if handle < PREDEFINED => small,
                    // SAFETY: FTN-2.
                    _ => unsafe { c::$to(handle) },
                }
            }

            /// Stores Fortran's value of a handle.
            ///
            /// # Safety
            /// FTN-1.
            #[inline]
            pub unsafe fn to_fortran(handle: usize, to: *mut Fint) {
                // SAFETY: FTN-1.
                unsafe { *to = value(handle) };
            }

            /// C's values of `count` handles.
            ///
            /// # Safety
            /// FTN-1.
            pub unsafe fn all_from_fortran(handles: *const Fint, count: i64) -> Handles {
                let mut all = none(count);
                // SAFETY: FTN-1.
                all.iter_mut().enumerate().for_each(|(index, handle)| *handle = unsafe { from_fortran(handles.add(index)) });
                all
            }

            /// Stores Fortran's values of handles.
            ///
            /// # Safety
            /// FTN-1.
            pub unsafe fn all_to_fortran(handles: &Handles, to: *mut Fint) {
                // SAFETY: FTN-1.
                handles.iter().enumerate().for_each(|(index, handle)| unsafe { to_fortran(*handle, to.add(index)) });
            }
        }
    )*};
}

kinds! {
    comm MPI_Comm_fromint MPI_Comm_toint;
    datatype MPI_Type_fromint MPI_Type_toint;
    errhandler MPI_Errhandler_fromint MPI_Errhandler_toint;
    file MPI_File_fromint MPI_File_toint;
    group MPI_Group_fromint MPI_Group_toint;
    info MPI_Info_fromint MPI_Info_toint;
    message MPI_Message_fromint MPI_Message_toint;
    op MPI_Op_fromint MPI_Op_toint;
    request MPI_Request_fromint MPI_Request_toint;
    session MPI_Session_fromint MPI_Session_toint;
    win MPI_Win_fromint MPI_Win_toint;
}
