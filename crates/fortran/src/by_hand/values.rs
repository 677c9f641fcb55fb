//! Functions that return a value, and MPI_PCONTROL, which has no `ierror`.
//!
//! # Safety arguments
//! FTN-1, FTN-2 of the crate.

use std::ffi::c_int;

use crate::generated::c;

macro_rules! value {
    ($($name:ident $function:ident ($($argument:ident),*) -> $result:ty;)*) => {$(
        #[doc(hidden)]
        #[unsafe(no_mangle)]
        #[allow(clippy::missing_safety_doc)]
        pub unsafe extern "C" fn $name($($argument: *const i64),*) -> $result {
            // SAFETY: FTN-1, FTN-2.
            unsafe { c::$function($(*$argument),*) }
        }
    )*};
}

value! {
    mpi_wtime_ MPI_Wtime() -> f64;
    pmpi_wtime_ PMPI_Wtime() -> f64;
    mpi_wtick_ MPI_Wtick() -> f64;
    pmpi_wtick_ PMPI_Wtick() -> f64;
    mpi_aint_add_ MPI_Aint_add(base, disp) -> i64;
    pmpi_aint_add_ PMPI_Aint_add(base, disp) -> i64;
    mpi_aint_diff_ MPI_Aint_diff(addr1, addr2) -> i64;
    pmpi_aint_diff_ PMPI_Aint_diff(addr1, addr2) -> i64;
}

unsafe extern "C" {
    fn MPI_Pcontrol(level: c_int, ...) -> c_int;
    fn PMPI_Pcontrol(level: c_int, ...) -> c_int;
}

#[doc(hidden)]
#[unsafe(no_mangle)]
#[allow(clippy::missing_safety_doc)]
pub unsafe extern "C" fn mpi_pcontrol_(level: *const c_int) {
    // SAFETY: FTN-1, FTN-2.
    unsafe { MPI_Pcontrol(*level) };
}

#[doc(hidden)]
#[unsafe(no_mangle)]
#[allow(clippy::missing_safety_doc)]
pub unsafe extern "C" fn pmpi_pcontrol_(level: *const c_int) {
    // SAFETY: FTN-1, FTN-2.
    unsafe { PMPI_Pcontrol(*level) };
}
