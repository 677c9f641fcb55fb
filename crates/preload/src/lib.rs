//! `libferry_heap.so`: takes the place of the C library's functions for memory in programs that
//! `mpiexec` starts. Large blocks come from the shared heap ([`ferry_heap`]) once Ferry has
//! switched it on. Everything else goes to the next library, as before.
//!
//! # Safety arguments
//! - PRELOAD-1: the functions have the C library's names, parameters and results; who calls them
//!   keeps to the C standard: what is freed or resized was allocated here or by the next library,
//!   and is not used any more.
//! - PRELOAD-2: the next library's functions have these types.

#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(non_upper_case_globals, reason = "symbols have the names that they are looked up by")]

mod environment;
mod loading;
mod next;

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::ptr;

use ferry_heap::{Interface, Name, arena};

use crate::next::Next;

/// Shorter blocks are the next library's, in bytes: messages from them go in packets.
const LEAST: usize = 16 << 10;
/// What blocks are aligned to.
const ALIGNMENT: usize = 16 << 10;

/// See [`ferry_heap::SYMBOL`].
#[unsafe(no_mangle)]
pub static ferry_heap_interface: Interface = ferry_heap::interface(activate, stay_outside);

thread_local! {
    /// How often this thread was told to allocate outside the heap.
    static OUTSIDE: Cell<u32> = const { Cell::new(0) };
}

extern "C" fn stay_outside(outside: bool) {
    OUTSIDE.with(|depth| depth.set(if outside { depth.get() + 1 } else { depth.get() - 1 }));
}

extern "C" fn activate(found: &mut Name) -> bool {
    let ours: unsafe extern "C" fn(usize) -> *mut c_void = malloc;
    let used = next::in_use(c"malloc");
    let name = if used == ours as *mut c_void { arena::activate() } else { None };
    name.map(|name| *found = name).is_some()
}

#[inline(always)]
fn shared(bytes: usize) -> Option<(*mut c_void, bool)> {
    if bytes < LEAST || !arena::is_on() || OUTSIDE.get() > 0 {
        return None;
    }
    arena::allocate(bytes).map(|(address, is_zero)| (address.as_ptr().cast(), is_zero))
}

#[inline(always)]
fn is_shared(block: *mut c_void) -> bool {
    arena::has(block.cast())
}

/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn malloc(bytes: usize) -> *mut c_void {
    match shared(bytes) {
        Some((block, _)) => block,
        // SAFETY: PRELOAD-2.
        None => unsafe { (Next::get().malloc)(bytes) },
    }
}

/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calloc(count: usize, each: usize) -> *mut c_void {
    let bytes = count.checked_mul(each);
    match bytes.and_then(shared) {
        Some((block, true)) => block,
        Some((block, false)) => {
            // SAFETY: the block has so many bytes.
            unsafe { ptr::write_bytes(block.cast::<u8>(), 0, bytes.unwrap_or(0)) };
            block
        }
        // SAFETY: PRELOAD-2.
        None => unsafe { (Next::get().calloc)(count, each) },
    }
}

/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(block: *mut c_void) {
    // SAFETY: PRELOAD-1, PRELOAD-2.
    unsafe {
        if !is_shared(block) {
            return (Next::get().free)(block);
        }
        if !arena::free(block.cast()) {
            complain(b"free(): not a block of memory in use\n");
        }
    }
}

/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn realloc(block: *mut c_void, bytes: usize) -> *mut c_void {
    if !is_shared(block) {
        // SAFETY: PRELOAD-1, PRELOAD-2.
        return unsafe { (Next::get().realloc)(block, bytes) };
    }
    let Some(before) = arena::size(block.cast()) else { complain(b"realloc(): not a block of memory in use\n") };
    if bytes == 0 {
        // SAFETY: PRELOAD-1.
        unsafe { free(block) };
        return ptr::null_mut();
    }
    if arena::is_same_length(bytes, before) {
        return block;
    }
    // SAFETY: PRELOAD-1; both blocks have as many bytes as are copied.
    unsafe {
        let after = malloc(bytes);
        if !after.is_null() {
            ptr::copy_nonoverlapping(block.cast::<u8>(), after.cast::<u8>(), before.min(bytes));
            free(block);
        }
        after
    }
}

/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn memalign(alignment: usize, bytes: usize) -> *mut c_void {
    let block = if alignment <= ALIGNMENT { shared(bytes) } else { None };
    match block {
        Some((block, _)) => block,
        // SAFETY: PRELOAD-2.
        None => unsafe { (Next::get().memalign)(alignment, bytes) },
    }
}

/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aligned_alloc(alignment: usize, bytes: usize) -> *mut c_void {
    // SAFETY: PRELOAD-1.
    unsafe { memalign(alignment, bytes) }
}

/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_memalign(place: *mut *mut c_void, alignment: usize, bytes: usize) -> c_int {
    if !alignment.is_power_of_two() || !alignment.is_multiple_of(size_of::<usize>()) {
        return libc::EINVAL;
    }
    // SAFETY: PRELOAD-1; the C standard has it that `errno` is not changed.
    unsafe {
        let before = *libc::__errno_location();
        let block = memalign(alignment, bytes);
        *libc::__errno_location() = before;
        if block.is_null() {
            return libc::ENOMEM;
        }
        *place = block;
    }
    0
}

/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn valloc(bytes: usize) -> *mut c_void {
    // SAFETY: PRELOAD-1.
    unsafe { memalign(PAGE, bytes) }
}

/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pvalloc(bytes: usize) -> *mut c_void {
    let Some(whole) = bytes.max(1).checked_next_multiple_of(PAGE) else { return ptr::null_mut() };
    // SAFETY: PRELOAD-1.
    unsafe { memalign(PAGE, whole) }
}

/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn malloc_usable_size(block: *mut c_void) -> usize {
    if is_shared(block) {
        return arena::size(block.cast()).unwrap_or(0);
    }
    // SAFETY: PRELOAD-1, PRELOAD-2.
    unsafe { (Next::get().malloc_usable_size)(block) }
}

/// Advice that memory is not needed, upon which private memory becomes zeros. Shared memory would
/// not.
///
/// # Safety
/// PRELOAD-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn madvise(address: *mut c_void, bytes: usize, advice: c_int) -> c_int {
    let is_whole = (address as usize).is_multiple_of(PAGE);
    let Some(whole) = bytes.checked_next_multiple_of(PAGE).filter(|bytes| *bytes > 0 && is_whole && is_shared(address)) else {
        // SAFETY: PRELOAD-2.
        return unsafe { (Next::get().madvise)(address, bytes, advice) };
    };
    // SAFETY: PRELOAD-1, PRELOAD-2.
    unsafe {
        match advice {
            libc::MADV_DONTNEED | libc::MADV_FREE => match arena::discard(address.cast(), whole) {
                Ok(()) => 0,
                Err(error) => {
                    *libc::__errno_location() = error.raw_os_error().unwrap_or(libc::EINVAL);
                    -1
                }
            },
            _ => (Next::get().madvise)(address, bytes, advice),
        }
    }
}

/// What `valloc` aligns to.
const PAGE: usize = 4096;

#[cold]
fn complain(text: &[u8]) -> ! {
    // SAFETY: writes a constant, and ends the process, as the C library does where its heap is used
    // wrongly.
    unsafe {
        libc::write(2, text.as_ptr().cast(), text.len());
        libc::abort()
    }
}
