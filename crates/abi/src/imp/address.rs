//! Addresses (MPI-5 §5.1.5).

use std::ffi::c_void;

use ferry_core::Result;
use ferry_ctypes::Out;
use ferry_runtime::Cx;

pub(crate) fn get_address(_cx: &Cx, location: *const c_void, address: Out<i64>) -> Result<()> {
    address.set(location.expose_provenance() as i64);
    Ok(())
}

pub(crate) fn aint_add(base: i64, disp: i64) -> i64 {
    base.wrapping_add(disp)
}

pub(crate) fn aint_diff(addr1: i64, addr2: i64) -> i64 {
    addr1.wrapping_sub(addr2)
}
