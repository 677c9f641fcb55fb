//! What a Fortran interface on top of the ABI tells and asks the library (MPI-5 §20.4). Independent
//! of `MPI_Init`.
//!
//! # Safety arguments
//! - FORTRAN-1: the truth values are as many bytes as `logical_size` says, which has been checked;
//!   they need no alignment.

use std::ffi::{c_int, c_void};

use ferry_calls::info;
use ferry_core::{Result, fortran};
use ferry_ctypes::{MPI_Info, Out};
use ferry_runtime::Cx;

pub(crate) unsafe fn abi_get_fortran_booleans(
    _cx: &Cx,
    logical_size: c_int,
    logical_true: *mut c_void,
    logical_false: *mut c_void,
    is_set: Out<c_int>,
) -> Result<()> {
    let values = fortran::booleans(logical_size)?;
    // SAFETY: ABI-1, FORTRAN-1.
    unsafe {
        is_set.set(c_int::from(values.is_some()));
        if let Some((yes, no)) = values {
            std::ptr::copy_nonoverlapping(yes.as_ptr(), logical_true.cast(), yes.len());
            std::ptr::copy_nonoverlapping(no.as_ptr(), logical_false.cast(), no.len());
        }
    }
    Ok(())
}

pub(crate) unsafe fn abi_set_fortran_booleans(
    _cx: &Cx,
    logical_size: c_int,
    logical_true: *mut c_void,
    logical_false: *mut c_void,
) -> Result<()> {
    fortran::booleans(logical_size)?;
    // SAFETY: ABI-1, FORTRAN-1.
    let bytes = |from: *mut c_void| unsafe { std::slice::from_raw_parts(from.cast::<u8>(), logical_size as usize) };
    fortran::set_booleans(logical_size, bytes(logical_true), bytes(logical_false))
}

/// `MPI_INFO_NULL` until the program has described its Fortran types.
pub(crate) fn abi_get_fortran_info(cx: &Cx, info: Out<MPI_Info>) -> Result<()> {
    let described = cx.local(|l| l.fortran.info().cloned());
    match described {
        Some(described) => info::store(cx, info, described),
        None => info.set(MPI_Info::NULL),
    }
    Ok(())
}

pub(crate) fn abi_set_fortran_info(cx: &Cx, info: MPI_Info) -> Result<()> {
    cx.local(|l| {
        let described = l.infos.get(info.0, "info")?.clone();
        l.fortran.set_info(described)
    })
}
