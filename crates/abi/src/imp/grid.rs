//! Process grids (MPI-5 §8.5.2).

use std::ffi::c_int;
use std::slice;

use ferry_core::{Result, bail, dims};
use ferry_runtime::Cx;

pub(crate) unsafe fn dims_create(_cx: &Cx, nnodes: c_int, ndims: c_int, dims: *mut c_int) -> Result<()> {
    if ndims < 0 {
        bail!(MPI_ERR_ARG, "argument ndims is {ndims}; it must not be negative");
    }
    if ndims == 0 {
        return Ok(());
    }
    // SAFETY: ABI-2, and the entry point has refused null.
    let dims = unsafe { slice::from_raw_parts_mut(dims, ndims as usize) };
    dims::balance(nnodes, dims)
}
