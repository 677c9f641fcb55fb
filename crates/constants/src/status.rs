//! The layout of `MPI_Status`.

use core::mem::{align_of, offset_of, size_of};

/// `MPI_Status` of the standard ABI (MPI-5 §20.3): eight C integers.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// `MPI_SOURCE`: rank of the sender.
    pub source: i32,
    /// `MPI_TAG`: tag of the message.
    pub tag: i32,
    /// `MPI_ERROR`: an error code; written only by functions that complete several requests.
    pub error: i32,
    /// `MPI_internal`: the library's own.
    pub internal: [i32; 5],
}

const _: () = {
    assert!(size_of::<Status>() == 32);
    assert!(align_of::<Status>() == 4);
    assert!(offset_of!(Status, source) == 4 * crate::MPI_F_SOURCE as usize);
    assert!(offset_of!(Status, tag) == 4 * crate::MPI_F_TAG as usize);
    assert!(offset_of!(Status, error) == 4 * crate::MPI_F_ERROR as usize);
    assert!(offset_of!(Status, internal) == 12);
    assert!(size_of::<Status>() == 4 * crate::MPI_F_STATUS_SIZE as usize);
};
