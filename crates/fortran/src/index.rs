//! Positions in arrays: Fortran counts from one, C from zero. Negative values (`MPI_UNDEFINED`)
//! mean no position.
//!
//! # Safety arguments
//! FTN-1 of the crate.

use crate::entry::Fint;

/// Counts a position from one.
///
/// # Safety
/// FTN-1.
pub unsafe fn from_one(index: *mut Fint) {
    // SAFETY: FTN-1.
    unsafe { *index += Fint::from(*index >= 0) };
}

/// Counts the first `count` positions from one.
///
/// # Safety
/// FTN-1.
pub unsafe fn all_from_one(indices: *mut Fint, count: Fint) {
    // SAFETY: FTN-1.
    (0..usize::try_from(count).unwrap_or(0)).for_each(|at| unsafe { from_one(indices.add(at)) });
}
