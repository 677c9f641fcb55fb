//! Symbols of the libraries that the process has loaded.
//!
//! # Safety arguments
//! - SYM-1: looking a symbol up reads the dynamic linker's tables and runs nothing of the library.

use std::ffi::{CStr, c_void};
use std::ptr::NonNull;

/// Where the first library that has such a symbol has it.
pub fn find(name: &CStr) -> Option<NonNull<c_void>> {
    // SAFETY: SYM-1.
    NonNull::new(unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) })
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn the_c_library_has_its_symbols_and_no_others() {
        assert!(find(c"strlen").is_some() && find(c"ferry_has_no_such_symbol").is_none());
    }
}
