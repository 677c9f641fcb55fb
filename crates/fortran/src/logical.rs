//! LOGICAL values: compilers write 1 for true, or -1; every one of them takes 1 for true and 0 for
//! false.
//!
//! # Safety arguments
//! FTN-1 of the crate.

use std::ffi::c_int;

use smallvec::SmallVec;

use crate::entry::Fint;

/// Arrays of truth values: one for each dimension of a grid.
pub type Logicals = SmallVec<[c_int; 16]>;

/// C's value.
pub fn to_c(value: Fint) -> c_int {
    c_int::from(value != 0)
}

/// Fortran's value.
pub fn to_fortran(value: c_int) -> Fint {
    Fint::from(value != 0)
}

/// Room for `count` values.
pub fn none(count: i64) -> Logicals {
    SmallVec::from_elem(0, usize::try_from(count).unwrap_or(0))
}

/// C's values of an array.
///
/// # Safety
/// FTN-1.
pub unsafe fn all_to_c(values: *const Fint, count: i64) -> Logicals {
    // SAFETY: FTN-1.
    (0..usize::try_from(count).unwrap_or(0)).map(|index| to_c(unsafe { *values.add(index) })).collect()
}

/// Stores Fortran's values of an array.
///
/// # Safety
/// FTN-1.
pub unsafe fn all_to_fortran(values: &Logicals, to: *mut Fint) {
    // SAFETY: FTN-1.
    values.iter().enumerate().for_each(|(index, value)| unsafe { *to.add(index) = to_fortran(*value) });
}
