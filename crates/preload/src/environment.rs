//! The environment of this process, from which what made the dynamic linker load this library is taken away before the program begins: it was meant for this program, and not for what it starts, which may be for
//! another C library, have its own allocator, or run where this file is not.
//!
//! # Safety arguments
//! - ENVIRONMENT-1: a constructor runs before the program does, in its only thread: nobody else reads or changes the environment.

use std::ffi::{CStr, CString, OsString, c_int};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use crate::loading;

/// What the dynamic linker goes by.
const PRELOAD: &CStr = c"LD_PRELOAD";
/// Name of this library's file.
const FILE: &str = "libferry_heap.so";

#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: extern "C" fn(c_int, *const *const u8, *const *const u8) = clean;

extern "C" fn clean(_count: c_int, _arguments: *const *const u8, _environment: *const *const u8) {
    loading::look();
    // SAFETY: ENVIRONMENT-1; the value is a C string.
    let list = unsafe { libc::getenv(PRELOAD.as_ptr()) };
    if list.is_null() {
        return;
    }
    // SAFETY: as above.
    let others = without_this(unsafe { CStr::from_ptr(list) }.to_bytes());
    // SAFETY: as above. Where there is no memory for the new value, the variable stays as it is.
    unsafe {
        match CString::new(others) {
            Ok(others) if !others.is_empty() => libc::setenv(PRELOAD.as_ptr(), others.as_ptr(), 1),
            _ => libc::unsetenv(PRELOAD.as_ptr()),
        };
    }
}

/// The list of libraries without this one. Blanks and colons part them.
fn without_this(list: &[u8]) -> Vec<u8> {
    let is_other = |name: &&[u8]| {
        let path = OsString::from_vec(name.to_vec());
        !name.is_empty() && Path::new(&path).file_name().is_none_or(|file| file.as_bytes() != FILE.as_bytes())
    };
    list.split(|byte| matches!(byte, b' ' | b':')).filter(is_other).collect::<Vec<_>>().join(&b':')
}
