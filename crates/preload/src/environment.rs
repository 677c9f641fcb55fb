//! Takes out of this process's environment what made the dynamic linker load this library, before
//! the program begins. It was meant for this program, and not for programs that this one starts.
//! Those may be for another C library, have their own allocator, or run where this file is not.
//!
//! The variables are changed where the system has put them. Programs may have functions of their
//! own for them (a shell does), and see them from the beginning on.
//!
//! # Safety arguments
//! - ENVIRONMENT-1: a constructor runs before the program does, in its only thread, and the C
//!   library hands it the environment: pointers to texts that end with a zero, and a null pointer
//!   behind them, which nobody else reads or changes now.

use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::loading;

/// What the dynamic linker goes by.
const PRELOAD: &[u8] = b"LD_PRELOAD=";
/// Name of this library's file.
const FILE: &str = "libferry_heap.so";

#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: unsafe extern "C" fn(c_int, *mut *mut c_char, *mut *mut c_char) = begin;

/// # Safety
/// ENVIRONMENT-1.
unsafe extern "C" fn begin(_count: c_int, _arguments: *mut *mut c_char, environment: *mut *mut c_char) {
    loading::look();
    // SAFETY: ENVIRONMENT-1: up to the null pointer.
    unsafe {
        let mut place = environment;
        while !(*place).is_null() {
            let text = CStr::from_ptr(*place).to_bytes();
            match text.strip_prefix(PRELOAD).map(without_this) {
                Some(others) if others.is_empty() => remove(place),
                Some(others) => {
                    shorten((*place).add(PRELOAD.len()), &others);
                    place = place.add(1);
                }
                None => place = place.add(1),
            }
        }
    }
}

/// Takes a variable away.
///
/// # Safety
/// ENVIRONMENT-1; it is one.
unsafe fn remove(mut place: *mut *mut c_char) {
    // SAFETY: as the caller promises: up to the null pointer.
    unsafe {
        while !(*place).is_null() {
            *place = *place.add(1);
            place = place.add(1);
        }
    }
}

/// Puts a text in the place of one that is as long or longer.
///
/// # Safety
/// ENVIRONMENT-1.
unsafe fn shorten(place: *mut c_char, text: &[u8]) {
    // SAFETY: as the caller promises.
    unsafe {
        place.copy_from_nonoverlapping(text.as_ptr().cast(), text.len());
        place.add(text.len()).write(0);
    }
}

/// The list of libraries without this one. Blanks and colons part them.
fn without_this(list: &[u8]) -> Vec<u8> {
    let is_other = |name: &&[u8]| {
        let file = Path::new(OsStr::from_bytes(name)).file_name();
        !name.is_empty() && file.is_none_or(|file| file != FILE)
    };
    list.split(|byte| matches!(byte, b' ' | b':')).filter(is_other).collect::<Vec<_>>().join(&b':')
}
