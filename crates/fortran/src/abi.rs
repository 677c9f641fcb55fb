//! The interface below: the standard ABI. The libraries for older ABIs (`fortran-mpich`,
//! `fortran-openmpi`) share the other modules and have an `abi` of their own.

use ferry_constants as mpi;
pub use ferry_constants::{
    MPI_APPNUM, MPI_BUFFER_AUTOMATIC, MPI_BYTE, MPI_CART, MPI_COMM_SELF, MPI_DIST_GRAPH, MPI_ERR_BUFFER, MPI_ERR_COUNT,
    MPI_ERR_NO_MEM, MPI_GRAPH, MPI_HOST, MPI_IN_PLACE, MPI_IO, MPI_LASTUSEDCODE, MPI_SUCCESS, MPI_TAG_UB, MPI_UNDEFINED,
    MPI_UNIVERSE_SIZE, MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY, MPI_WIN_BASE, MPI_WIN_CREATE_FLAVOR, MPI_WIN_DISP_UNIT, MPI_WIN_MODEL,
    MPI_WIN_SIZE, MPI_WTIME_IS_GLOBAL, Status,
};

use crate::entry::Fint;

/// Defines procedures whose first argument is a string beside described buffers: the string is
/// described, too (DESC-1 of `described::descriptor`, beside FTN-1).
macro_rules! entry_with_text {
    ($name:ident $profiled:ident $call:tt $text:ident $length:ident ($($arguments:tt)*) $body:block) => {
        entry! { $name $profiled $call ($text: *const Descriptor, $($arguments)*) () {
            let ($text, $length) = ((*$text).base().cast(), (*$text).element());
            $body
        } }
    };
}
pub(crate) use entry_with_text;

/// A handle in C.
pub type Handle = usize;
/// A handle of a file in C.
pub type FileHandle = usize;

/// C's value of a key of a predefined attribute.
pub fn key(fortran: Fint) -> Fint {
    fortran
}

/// `MPI_INFO_NULL`
pub fn info_null() -> Handle {
    mpi::MPI_INFO_NULL
}

/// Handles whose value in Fortran is known without a call of C.
pub trait Known: Sized {
    /// C's value.
    fn from_fortran(value: Fint) -> Option<Self>;
    /// Fortran's value.
    fn to_fortran(self) -> Option<Fint>;
}

/// Handles below this are constants of the ABI, with the same value in both.
const PREDEFINED: usize = 4096;

impl Known for Handle {
    #[inline]
    fn from_fortran(value: Fint) -> Option<Self> {
        usize::try_from(value).ok().filter(|small| *small < PREDEFINED)
    }

    #[inline]
    fn to_fortran(self) -> Option<Fint> {
        Fint::try_from(self).ok().filter(|_| self < PREDEFINED)
    }
}
