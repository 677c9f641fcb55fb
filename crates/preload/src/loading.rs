//! A library that the program loads with `RTLD_DEEPBIND` looks for `malloc` and `free` first in
//! itself and in what it is linked with. So it finds the C library's. The program may give it
//! blocks of the heap to free or to make longer, which the C library does not know. So that flag is
//! taken away; all else about `dlopen` is as it was, also who calls it, as that decides where
//! libraries are looked for.
//!
//! # Safety arguments
//! - LOADING-1: the function jumps to the next library's, which has the same parameters and result,
//!   with its second argument changed and all else as the caller has left it.

use std::arch::naked_asm;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::next;

/// The next library's `dlopen`; at first what looks for it.
static NEXT: AtomicPtr<c_void> = AtomicPtr::new(first as *mut c_void);

/// # Safety
/// As the manual of `dlopen` says.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void {
    // LOADING-1.
    naked_asm!("and esi, {mask}", "jmp qword ptr [rip + {next}]", mask = const !libc::RTLD_DEEPBIND, next = sym NEXT)
}

/// The first call, which is not the program's: it comes before this library's constructors.
unsafe extern "C" fn first(file: *const c_char, flags: c_int) -> *mut c_void {
    look();
    let found = NEXT.load(Ordering::Acquire);
    if found == first as *mut c_void {
        return std::ptr::null_mut();
    }
    // SAFETY: LOADING-1.
    unsafe { std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*const c_char, c_int) -> *mut c_void>(found)(file, flags) }
}

/// Looks for the next library's function.
pub(crate) fn look() {
    if let Some(found) = next::next(c"dlopen") {
        NEXT.store(found, Ordering::Release);
    }
}
