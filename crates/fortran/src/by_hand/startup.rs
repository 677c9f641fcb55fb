//! MPI_INIT and MPI_INIT_THREAD, and what C is told about Fortran's types.
//!
//! # Safety arguments
//! FTN-1, FTN-2 of the crate.

use std::ffi::{c_int, c_void};
use std::ptr::null_mut;

use crate::abi::{self, MPI_SUCCESS};
use crate::entry::entry;
use crate::generated::c;

/// Sizes of the types of compilers without options that change them.
const SIZES: [(&std::ffi::CStr, &std::ffi::CStr); 4] =
    [(c"mpi_logical_size", c"4"), (c"mpi_integer_size", c"4"), (c"mpi_real_size", c"4"), (c"mpi_double_precision_size", c"8")];

/// Sizes of the LOGICAL types.
const LOGICALS: [c_int; 4] = [1, 2, 4, 8];

entry! { mpi_init_ pmpi_init_ (call = MPI_Init PMPI_Init) () () {
    declare_booleans();
    let code = call(null_mut(), null_mut());
    if code == MPI_SUCCESS { declare_sizes(); }
    code
} }

entry! { mpi_init_thread_ pmpi_init_thread_ (call = MPI_Init_thread PMPI_Init_thread) (required: *const c_int, provided: *mut c_int) () {
    declare_booleans();
    let code = call(null_mut(), null_mut(), *required, provided);
    if code == MPI_SUCCESS { declare_sizes(); }
    code
} }

/// Tells C which values true and false have, unless it knows.
fn declare_booleans() {
    for size in LOGICALS {
        let (mut old_true, mut old_false, mut is_set) = (0u64, 0u64, 0);
        let (mut yes, mut no) = (1u64, 0u64);
        // SAFETY: FTN-2: eight bytes hold a LOGICAL of each size, in the order of bytes of this
        // machine, which is little-endian.
        unsafe {
            let address = |value: &mut u64| -> *mut c_void { std::ptr::from_mut(value).cast() };
            c::PMPI_Abi_get_fortran_booleans(size, address(&mut old_true), address(&mut old_false), &mut is_set);
            if is_set == 0 {
                c::PMPI_Abi_set_fortran_booleans(size, address(&mut yes), address(&mut no));
            }
        }
    }
}

/// Tells C the sizes of Fortran's types, unless it knows.
fn declare_sizes() {
    let mut info = abi::info_null();
    // SAFETY: FTN-2.
    unsafe {
        c::PMPI_Abi_get_fortran_info(&mut info);
        let known = info != abi::info_null();
        if !known {
            c::PMPI_Info_create(&mut info);
            SIZES.iter().for_each(|(key, size)| _ = c::PMPI_Info_set(info, key.as_ptr(), size.as_ptr()));
            c::PMPI_Abi_set_fortran_info(info);
        }
        c::PMPI_Info_free(&mut info);
    }
}

#[cfg(target_endian = "big")]
compile_error!("truth values are declared as little-endian bytes");
