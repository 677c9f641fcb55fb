//! Data representations (MPI-5 §14.5): those of the program's own, and the conversion of data.

use std::ffi::{c_char, c_void};

use ferry_calls::file::representation::register;
use ferry_calls::text;
use ferry_core::Result;
use ferry_core::file::Conversion;
use ferry_ctypes::{MPI_Datarep_conversion_function, MPI_Datarep_conversion_function_c, MPI_Datarep_extent_function};
use ferry_runtime::Cx;

/// `MPI_Register_datarep`
pub(crate) unsafe fn register_datarep(
    cx: &Cx,
    datarep: *const c_char,
    read_conversion_fn: MPI_Datarep_conversion_function,
    write_conversion_fn: MPI_Datarep_conversion_function,
    dtype_file_extent_fn: MPI_Datarep_extent_function,
    extra_state: *mut c_void,
) -> Result<()> {
    let conversion = |function: MPI_Datarep_conversion_function| {
        function.map(|function| Conversion { function: function as usize, is_large: false })
    };
    // SAFETY: ABI-1.
    let name = unsafe { text::bytes(datarep) };
    register(cx, name, [read_conversion_fn, write_conversion_fn].map(conversion), dtype_file_extent_fn, extra_state)
}

/// `MPI_Register_datarep_c`
pub(crate) unsafe fn register_datarep_c(
    cx: &Cx,
    datarep: *const c_char,
    read_conversion_fn: MPI_Datarep_conversion_function_c,
    write_conversion_fn: MPI_Datarep_conversion_function_c,
    dtype_file_extent_fn: MPI_Datarep_extent_function,
    extra_state: *mut c_void,
) -> Result<()> {
    let conversion = |function: MPI_Datarep_conversion_function_c| {
        function.map(|function| Conversion { function: function as usize, is_large: true })
    };
    // SAFETY: ABI-1.
    let name = unsafe { text::bytes(datarep) };
    register(cx, name, [read_conversion_fn, write_conversion_fn].map(conversion), dtype_file_extent_fn, extra_state)
}
