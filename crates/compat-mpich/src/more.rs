//! Functions and variables of the interface that the standard has no counterpart of.
//!
//! `MPII_*` and `MPIR_Err_*`, which the Fortran library of the same MPICH calls, are not here: it
//! comes with its own `libmpi.so.12`.
#![allow(non_upper_case_globals, non_snake_case, reason = "the names are those of the interface")]

use core::cell::UnsafeCell;
use core::ffi::{c_int, c_void};

use ferry_compat::by_hand::removed;
use ferry_compat::export;
use ferry_compat::peer::{Handle, code};
use ferry_constants as mpi;

use crate::types::{MPI_Datatype, P, Status};

/// An address that programs read.
#[repr(transparent)]
pub struct Address(pub *const c_void);

// SAFETY: nobody accesses what is at the address through it.
unsafe impl Sync for Address {}

/// A status, or an integer, whose address has a meaning of its own and that nobody writes for a
/// purpose.
#[repr(transparent)]
pub struct Sentinel<T>(UnsafeCell<T>);

// SAFETY: the library never accesses the contents.
unsafe impl<T> Sync for Sentinel<T> {}

const NO_STATUS: [c_int; 5] = [0; 5];

static UNWEIGHTED: Sentinel<c_int> = Sentinel(UnsafeCell::new(0));
static WEIGHTS_EMPTY: Sentinel<c_int> = Sentinel(UnsafeCell::new(0));
#[unsafe(no_mangle)]
pub static MPI_UNWEIGHTED: Address = Address(UNWEIGHTED.0.get().cast());
#[unsafe(no_mangle)]
pub static MPI_WEIGHTS_EMPTY: Address = Address(WEIGHTS_EMPTY.0.get().cast());

#[unsafe(no_mangle)]
pub static MPIR_F08_MPI_STATUS_IGNORE_OBJ: Sentinel<[c_int; 5]> = Sentinel(UnsafeCell::new(NO_STATUS));
#[unsafe(no_mangle)]
pub static MPIR_F08_MPI_STATUSES_IGNORE_OBJ: Sentinel<[c_int; 5]> = Sentinel(UnsafeCell::new(NO_STATUS));
#[unsafe(no_mangle)]
pub static MPI_F08_STATUS_IGNORE: Address = Address(MPIR_F08_MPI_STATUS_IGNORE_OBJ.0.get().cast());
#[unsafe(no_mangle)]
pub static MPI_F08_STATUSES_IGNORE: Address = Address(MPIR_F08_MPI_STATUSES_IGNORE_OBJ.0.get().cast());

/// Null until a Fortran library sets it.
#[unsafe(no_mangle)]
pub static MPI_F_STATUS_IGNORE: Sentinel<*const c_void> = Sentinel(UnsafeCell::new(core::ptr::null()));
/// Null until a Fortran library sets it.
#[unsafe(no_mangle)]
pub static MPI_F_STATUSES_IGNORE: Sentinel<*const c_void> = Sentinel(UnsafeCell::new(core::ptr::null()));
#[unsafe(no_mangle)]
pub static MPI_T_PVAR_ALL_HANDLES: Address = Address(core::ptr::without_provenance(mpi::MPI_T_PVAR_ALL_HANDLES));

/// `MPI_DUP_FN` and its kin: the copy of an attribute has the same value.
///
/// # Safety
/// Both addresses are those of variables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPIR_Dup_fn(
    _object: c_int,
    _key: c_int,
    _extra_state: *mut c_void,
    value_in: *mut c_void,
    value_out: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        *flag = 1;
        *value_out.cast::<*mut c_void>() = value_in;
    }
    mpi::MPI_SUCCESS
}

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
export! { PMPIX_Query_hip_support, "MPIX_Query_hip_support", () -> c_int, 0 }
export! { PMPIX_Query_ze_support, "MPIX_Query_ze_support", () -> c_int, 0 }
export! { PMPIX_GPU_query_support, "MPIX_GPU_query_support", (_kind: c_int, is_supported: *mut c_int) -> c_int, { *is_supported = 0; mpi::MPI_SUCCESS } }

/// Statuses have one layout in C and Fortran. `MPI_STATUS_IGNORE` cannot be converted (MPI-5
/// §20.4.4).
unsafe fn copy_status(from: *const c_void, to: *mut c_void) -> c_int {
    let ignored = [0, <P as ferry_compat::Peer>::STATUS_IGNORE];
    if ignored.contains(&(from as usize)) {
        return code::<P>(mpi::MPI_ERR_ARG);
    }
    // SAFETY: COMPAT-1.
    code::<P>(unsafe { removed::copy_status(from, to, size_of::<Status>()) })
}
