//! Functions that the standard has removed and peers' libraries still have, by those that took
//! their place, and conversions of statuses between languages, whose layouts are the same in the
//! peers' interfaces.

use std::ffi::{c_int, c_void};
use std::ptr;

use crate::functions;

/// `MPI_Type_lb`
///
/// # Safety
/// COMPAT-1
pub unsafe fn type_lb(datatype: usize, displacement: *mut i64) -> c_int {
    let mut extent = 0;
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe { (functions().MPI_Type_get_extent)(datatype, displacement, &mut extent) }
}

/// `MPI_Type_extent`
///
/// # Safety
/// COMPAT-1
pub unsafe fn type_extent(datatype: usize, extent: *mut i64) -> c_int {
    let mut lower = 0;
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe { (functions().MPI_Type_get_extent)(datatype, &mut lower, extent) }
}

/// `MPI_Type_ub`
///
/// # Safety
/// COMPAT-1
pub unsafe fn type_ub(datatype: usize, displacement: *mut i64) -> c_int {
    let (mut lower, mut extent) = (0, 0);
    // SAFETY: COMPAT-1, COMPAT-2.
    unsafe {
        let result = (functions().MPI_Type_get_extent)(datatype, &mut lower, &mut extent);
        *displacement = lower + extent;
        result
    }
}

/// Copies a status of `size` bytes between the layouts of C and Fortran.
///
/// # Safety
/// Both addresses are null or those of a status.
pub unsafe fn copy_status(from: *const c_void, to: *mut c_void, size: usize) -> c_int {
    if from.is_null() || to.is_null() {
        return ferry_constants::MPI_ERR_ARG;
    }
    // SAFETY: as the caller promises.
    unsafe { ptr::copy_nonoverlapping(from.cast::<u8>(), to.cast::<u8>(), size) };
    ferry_constants::MPI_SUCCESS
}
