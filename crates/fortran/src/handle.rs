//! Handles: an INTEGER in Fortran, what the ABI says in C. The values of some are known without a
//! call of C (`abi::Known`).
//!
//! # Safety arguments
//! FTN-1, FTN-2 of the crate.

use smallvec::SmallVec;

/// Arrays of handles: few of them, mostly.
pub type Handles<H> = SmallVec<[H; 16]>;

/// Room for `count` handles.
pub fn none<H: Clone + Default>(count: i64) -> Handles<H> {
    SmallVec::from_elem(H::default(), usize::try_from(count).unwrap_or(0))
}

macro_rules! kinds {
    ($($module:ident $type:ident $from:ident $to:ident;)*) => {$(
        /// Conversions of one kind of handle.
        #[allow(dead_code, reason = "the modules are alike")]
        pub mod $module {
            use super::{Handles, none};
            use crate::abi::Known;
            use crate::entry::Fint;
            use crate::generated::c;

            /// C's value of a handle.
            ///
            /// # Safety
            /// FTN-1.
            #[inline]
            pub unsafe fn from_fortran(handle: *const Fint) -> c::$type {
                // SAFETY: FTN-1.
                let value = unsafe { *handle };
                // SAFETY: FTN-2.
                <c::$type as Known>::from_fortran(value).unwrap_or_else(|| unsafe { c::$from(value) })
            }

            /// Fortran's value of a handle.
            #[inline]
            pub fn value(handle: c::$type) -> Fint {
                // SAFETY: FTN-2.
                Known::to_fortran(handle).unwrap_or_else(|| unsafe { c::$to(handle) })
            }

            /// Stores Fortran's value of a handle.
            ///
            /// # Safety
            /// FTN-1.
            #[inline]
            pub unsafe fn to_fortran(handle: c::$type, to: *mut Fint) {
                // SAFETY: FTN-1.
                unsafe { *to = value(handle) };
            }

            /// C's values of `count` handles.
            ///
            /// # Safety
            /// FTN-1.
            pub unsafe fn all_from_fortran(handles: *const Fint, count: i64) -> Handles<c::$type> {
                let mut all = none(count);
                // SAFETY: FTN-1.
                all.iter_mut().enumerate().for_each(|(index, handle)| *handle = unsafe { from_fortran(handles.add(index)) });
                all
            }

            /// Stores Fortran's values of handles.
            ///
            /// # Safety
            /// FTN-1.
            pub unsafe fn all_to_fortran(handles: &Handles<c::$type>, to: *mut Fint) {
                // SAFETY: FTN-1.
                handles.iter().enumerate().for_each(|(index, handle)| unsafe { to_fortran(*handle, to.add(index)) });
            }
        }
    )*};
}

kinds! {
    comm MPI_Comm MPI_Comm_fromint MPI_Comm_toint;
    datatype MPI_Datatype MPI_Type_fromint MPI_Type_toint;
    errhandler MPI_Errhandler MPI_Errhandler_fromint MPI_Errhandler_toint;
    file MPI_File MPI_File_fromint MPI_File_toint;
    group MPI_Group MPI_Group_fromint MPI_Group_toint;
    info MPI_Info MPI_Info_fromint MPI_Info_toint;
    message MPI_Message MPI_Message_fromint MPI_Message_toint;
    op MPI_Op MPI_Op_fromint MPI_Op_toint;
    request MPI_Request MPI_Request_fromint MPI_Request_toint;
    session MPI_Session MPI_Session_fromint MPI_Session_toint;
    win MPI_Win MPI_Win_fromint MPI_Win_toint;
}
