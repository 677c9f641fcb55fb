//! Functions of the interface that the standard has no counterpart of.
#![allow(non_snake_case, non_upper_case_globals, reason = "the names are those of the interface")]

use core::cell::UnsafeCell;
use core::ffi::{c_int, c_void};

use ferry_compat::by_hand::removed;
use ferry_compat::export;
use ferry_compat::peer::{Handle, code};
use ferry_constants as mpi;

use crate::types::{MPI_Datatype, P, Status};

/// The predefined functions for attributes: null functions copy nothing and delete without ado, the
/// others copy the value.
macro_rules! attribute_functions {
    ($($null_copy:ident, $duplicate:ident, $null_delete:ident;)*) => { $(
        /// The copy of an object has no such attribute.
        ///
        /// # Safety
        /// The flag is the address of a variable.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $null_copy(
            _object: usize, _key: c_int, _extra_state: *mut c_void, _value_in: *mut c_void, _value_out: *mut c_void, flag: *mut c_int,
        ) -> c_int {
            // SAFETY: as the caller promises.
            unsafe { *flag = 0 };
            mpi::MPI_SUCCESS
        }

        /// The copy of an object has the same value.
        ///
        /// # Safety
        /// Value and flag are addresses of variables.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $duplicate(
            _object: usize, _key: c_int, _extra_state: *mut c_void, value_in: *mut c_void, value_out: *mut c_void, flag: *mut c_int,
        ) -> c_int {
            // SAFETY: as the caller promises.
            unsafe {
                *flag = 1;
                *value_out.cast::<*mut c_void>() = value_in;
            }
            mpi::MPI_SUCCESS
        }

        /// Nothing to do.
        #[unsafe(no_mangle)]
        pub extern "C" fn $null_delete(_object: usize, _key: c_int, _value: *mut c_void, _extra_state: *mut c_void) -> c_int {
            mpi::MPI_SUCCESS
        }
    )* };
}

attribute_functions! {
    OMPI_C_MPI_NULL_COPY_FN, OMPI_C_MPI_DUP_FN, OMPI_C_MPI_NULL_DELETE_FN;
    OMPI_C_MPI_COMM_NULL_COPY_FN, OMPI_C_MPI_COMM_DUP_FN, OMPI_C_MPI_COMM_NULL_DELETE_FN;
    OMPI_C_MPI_TYPE_NULL_COPY_FN, OMPI_C_MPI_TYPE_DUP_FN, OMPI_C_MPI_TYPE_NULL_DELETE_FN;
    OMPI_C_MPI_WIN_NULL_COPY_FN, OMPI_C_MPI_WIN_DUP_FN, OMPI_C_MPI_WIN_NULL_DELETE_FN;
}

/// A status or an address that Fortran libraries and programs know by its place; this library never
/// accesses it.
#[repr(transparent)]
pub struct Sentinel<T>(UnsafeCell<T>);

// SAFETY: the library never accesses the contents.
unsafe impl<T> Sync for Sentinel<T> {}

/// Null until a Fortran library sets it.
#[unsafe(no_mangle)]
pub static MPI_F_STATUS_IGNORE: Sentinel<*const c_void> = Sentinel(UnsafeCell::new(core::ptr::null()));
/// Null until a Fortran library sets it.
#[unsafe(no_mangle)]
pub static MPI_F_STATUSES_IGNORE: Sentinel<*const c_void> = Sentinel(UnsafeCell::new(core::ptr::null()));

export! { PMPI_Type_extent, "MPI_Type_extent", (datatype: MPI_Datatype, extent: *mut i64) -> c_int, code::<P>(removed::type_extent(datatype.abi(), extent)) }
export! { PMPI_Type_lb, "MPI_Type_lb", (datatype: MPI_Datatype, lower: *mut i64) -> c_int, code::<P>(removed::type_lb(datatype.abi(), lower)) }
export! { PMPI_Type_ub, "MPI_Type_ub", (datatype: MPI_Datatype, upper: *mut i64) -> c_int, code::<P>(removed::type_ub(datatype.abi(), upper)) }

export! { PMPI_Status_c2f, "MPI_Status_c2f", (from: *const c_void, to: *mut c_void) -> c_int, copy_status(from, to) }
export! { PMPI_Status_f2c, "MPI_Status_f2c", (from: *const c_void, to: *mut c_void) -> c_int, copy_status(from, to) }
export! { PMPI_Status_c2f08, "MPI_Status_c2f08", (from: *const c_void, to: *mut c_void) -> c_int, copy_status(from, to) }
export! { PMPI_Status_f082c, "MPI_Status_f082c", (from: *const c_void, to: *mut c_void) -> c_int, copy_status(from, to) }
export! { PMPI_Status_f2f08, "MPI_Status_f2f08", (from: *const c_void, to: *mut c_void) -> c_int, copy_status(from, to) }
export! { PMPI_Status_f082f, "MPI_Status_f082f", (from: *const c_void, to: *mut c_void) -> c_int, copy_status(from, to) }

export! { PMPIX_Query_cuda_support, "MPIX_Query_cuda_support", () -> c_int, 0 }
export! { PMPIX_Query_rocm_support, "MPIX_Query_rocm_support", () -> c_int, 0 }

/// Statuses have one layout in C and Fortran. `MPI_STATUS_IGNORE` cannot be converted (MPI-5
/// §20.4.4).
unsafe fn copy_status(from: *const c_void, to: *mut c_void) -> c_int {
    // SAFETY: COMPAT-1.
    code::<P>(unsafe { removed::copy_status(from, to, size_of::<Status>()) })
}
