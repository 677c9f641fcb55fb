//! Error codes, their classes and texts (MPI-5 §9.4, §9.5). They exist independently of `MPI_Init`.

use std::ffi::{c_char, c_int};

use ferry_calls::text;
use ferry_constants as mpi;
use ferry_core::Result;
use ferry_ctypes::Out;
use ferry_runtime::{Cx, failure};

pub(crate) fn error_class(cx: &Cx, errorcode: c_int, errorclass: Out<c_int>) -> Result<()> {
    let class = cx.local(|l| l.error_codes.class_of(errorcode))?;
    errorclass.set(class);
    Ok(())
}

/// For a class of the standard the message of this thread's last error of that class, since that
/// says what was wrong.
pub(crate) unsafe fn error_string(cx: &Cx, errorcode: c_int, string: *mut c_char, resultlen: Out<c_int>) -> Result<()> {
    let general = cx.local(|l| l.error_codes.text(errorcode))?;
    let last = mpi::error_class(errorcode).and_then(|_| failure::last_message(errorcode));
    let text = last.map_or(general, String::into_bytes);
    // SAFETY: ABI-1.
    resultlen.set(unsafe { text::store(string, mpi::MPI_MAX_ERROR_STRING as usize, &text) });
    Ok(())
}

pub(crate) fn add_error_class(cx: &Cx, errorclass: Out<c_int>) -> Result<()> {
    let class = cx.local(|l| l.error_codes.add_class())?;
    errorclass.set(class);
    Ok(())
}

pub(crate) fn add_error_code(cx: &Cx, errorclass: c_int, errorcode: Out<c_int>) -> Result<()> {
    let code = cx.local(|l| l.error_codes.add_code(errorclass))?;
    errorcode.set(code);
    Ok(())
}

pub(crate) unsafe fn add_error_string(cx: &Cx, errorcode: c_int, string: *const c_char) -> Result<()> {
    // SAFETY: ABI-1.
    let text = unsafe { text::bytes(string) };
    cx.local(|l| l.error_codes.set_text(errorcode, text))
}

pub(crate) fn remove_error_class(cx: &Cx, errorclass: c_int) -> Result<()> {
    cx.local(|l| l.error_codes.remove_class(errorclass))
}

pub(crate) fn remove_error_code(cx: &Cx, errorcode: c_int) -> Result<()> {
    cx.local(|l| l.error_codes.remove_code(errorcode))
}

pub(crate) fn remove_error_string(cx: &Cx, errorcode: c_int) -> Result<()> {
    cx.local(|l| l.error_codes.remove_text(errorcode))
}
