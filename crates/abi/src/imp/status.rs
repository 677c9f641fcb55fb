//! Fields of a status (MPI-5 §3.2.5).

use std::ffi::c_int;

use ferry_constants::Status;
use ferry_core::Result;
use ferry_ctypes::Out;
use ferry_runtime::Cx;

macro_rules! fields {
    ($($read:ident, $write:ident: $field:ident;)*) => { $(
        pub(crate) unsafe fn $read(_cx: &Cx, status: *const Status, value: Out<c_int>) -> Result<()> {
            // SAFETY: ABI-1.
            value.set(unsafe { (*status).$field });
            Ok(())
        }

        pub(crate) unsafe fn $write(_cx: &Cx, status: *mut Status, value: c_int) -> Result<()> {
            // SAFETY: ABI-1.
            unsafe { (*status).$field = value };
            Ok(())
        }
    )* };
}

fields! {
    // by macro: status_get_source, status_set_source, status_get_tag, status_set_tag
    // by macro: status_get_error, status_set_error
    status_get_source, status_set_source: source;
    status_get_tag, status_set_tag: tag;
    status_get_error, status_set_error: error;
}

/// `MPI_Test_cancelled`
pub(crate) unsafe fn test_cancelled(_cx: &Cx, status: *const Status, flag: Out<c_int>) -> Result<()> {
    // SAFETY: ABI-1.
    flag.set(c_int::from(unsafe { (*status).is_cancelled() }));
    Ok(())
}

/// `MPI_Status_set_cancelled`
pub(crate) unsafe fn status_set_cancelled(_cx: &Cx, status: *mut Status, flag: c_int) -> Result<()> {
    // SAFETY: ABI-1.
    unsafe { (*status).set_cancelled(flag != 0) };
    Ok(())
}
