//! Names for ports (MPI-5 §11.9.4).

use std::ffi::c_char;

use ferry_core::{Result, bail};

use crate::text;

/// # Safety
/// ABI-1.
pub unsafe fn word(text: *const c_char) -> String {
    // SAFETY: as the caller promises.
    String::from_utf8_lossy(unsafe { text::bytes(text) }).into_owned()
}

/// Refuses a name that no service can have.
pub fn check(service: &str) -> Result<()> {
    match service.len() {
        0 => bail!(MPI_ERR_ARG, "argument service_name is empty; it must name a service"),
        1..=512 => Ok(()),
        len => bail!(MPI_ERR_ARG, "argument service_name has {len} characters; it may have 512"),
    }
}
