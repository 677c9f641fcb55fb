//! The interface below: MPICH's, where handles are the same integers in C and Fortran.

pub use crate::numbers::*;

use crate::entry::Fint;

/// Defines procedures whose first argument is a string beside described buffers: the string comes
/// by its address, with a hidden length.
macro_rules! entry_with_text {
    ($name:ident $profiled:ident $call:tt $text:ident $length:ident ($($arguments:tt)*) $body:block) => {
        entry! { $name $profiled $call ($text: *const std::ffi::c_char, $($arguments)*) ($length) $body }
    };
}
pub(crate) use entry_with_text;

/// A handle in C.
pub type Handle = Fint;
/// A handle of a file in C: an address.
pub type FileHandle = usize;

/// `MPI_Status`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Status([Fint; 5]);

/// C's value of a key of a predefined attribute: in Fortran, where attributes are integers and not
/// addresses of them, these keys have other numbers.
pub fn key(fortran: Fint) -> Fint {
    // Such keys are numbered from one of these bases.
    const KIND: Fint = !0xff;
    let predefined = [MPI_TAG_UB & KIND, MPI_WIN_BASE & KIND].contains(&(fortran & KIND));
    if predefined && fortran & 1 == 0 { fortran - 1 } else { fortran }
}

/// `MPI_INFO_NULL`
pub fn info_null() -> Handle {
    MPI_INFO_NULL
}

/// Handles whose value in Fortran is known without a call of C.
pub trait Known: Sized {
    /// C's value.
    fn from_fortran(value: Fint) -> Option<Self>;
    /// Fortran's value.
    fn to_fortran(self) -> Option<Fint>;
}

impl Known for Handle {
    #[inline]
    fn from_fortran(value: Fint) -> Option<Self> {
        Some(value)
    }

    #[inline]
    fn to_fortran(self) -> Option<Fint> {
        Some(self)
    }
}

impl Known for FileHandle {
    fn from_fortran(_: Fint) -> Option<Self> {
        None
    }

    fn to_fortran(self) -> Option<Fint> {
        None
    }
}
