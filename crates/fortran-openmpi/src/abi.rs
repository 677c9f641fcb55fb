//! The interface below: Open MPI's, where handles are addresses in C and numbers in Fortran.

pub use crate::numbers::*;

use crate::entry::Fint;
use crate::generated::c;

/// A handle in C.
pub type Handle = usize;
/// A handle of a file in C.
pub type FileHandle = usize;

/// `MPI_Status`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Status([Fint; 6]);

/// C's value of a key of a predefined attribute.
pub fn key(fortran: Fint) -> Fint {
    fortran
}

/// `MPI_INFO_NULL`
pub fn info_null() -> Handle {
    // SAFETY: FTN-2: Fortran's number of it is 0.
    unsafe { c::MPI_Info_fromint(0) }
}

/// Handles whose value in Fortran is known without a call of C.
pub trait Known: Sized {
    /// C's value.
    fn from_fortran(value: Fint) -> Option<Self>;
    /// Fortran's value.
    fn to_fortran(self) -> Option<Fint>;
}

impl Known for Handle {
    fn from_fortran(_: Fint) -> Option<Self> {
        None
    }

    fn to_fortran(self) -> Option<Fint> {
        None
    }
}
