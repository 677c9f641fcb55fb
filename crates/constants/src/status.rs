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

impl Status {
    /// A status for a message of `bytes` bytes.
    #[inline(always)]
    pub fn new(source: i32, tag: i32, bytes: u64) -> Self {
        let mut status = Status { source, tag, error: 0, internal: [0; 5] };
        status.set_bytes(bytes);
        status
    }

    /// The empty status (MPI-5 §3.7.3).
    pub fn empty() -> Self {
        Status::new(crate::MPI_ANY_SOURCE, crate::MPI_ANY_TAG, 0)
    }

    /// The status of a receive from `MPI_PROC_NULL` (MPI-5 §3.10).
    pub fn null_process() -> Self {
        Status::new(crate::MPI_PROC_NULL, crate::MPI_ANY_TAG, 0)
    }

    /// Bytes received.
    #[inline]
    pub fn bytes(&self) -> u64 {
        u64::from(self.internal[0] as u32) | u64::from(self.internal[1] as u32) << 32
    }

    /// As [`Status::bytes`].
    #[inline(always)]
    pub fn set_bytes(&mut self, bytes: u64) {
        self.internal[0] = bytes as u32 as i32;
        self.internal[1] = (bytes >> 32) as i32;
    }

    /// Whether the operation was cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.internal[2] & 1 != 0
    }

    /// As [`Status::is_cancelled`].
    #[inline]
    pub fn set_cancelled(&mut self, cancelled: bool) {
        self.internal[2] = self.internal[2] & !1 | i32::from(cancelled);
    }
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
