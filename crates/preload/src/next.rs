//! The functions of the next library, mostly the C library's. They are looked up at the first call,
//! and the C library's own are used while that goes on: it may allocate.
//!
//! # Safety arguments
//! - NEXT-1: symbols of these names are functions of these types, as the C standard, POSIX and the
//!   C library's manual have them.

use std::ffi::{CStr, c_int, c_void};
use std::mem::transmute;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The functions.
pub struct Next {
    pub malloc: unsafe extern "C" fn(usize) -> *mut c_void,
    pub calloc: unsafe extern "C" fn(usize, usize) -> *mut c_void,
    pub realloc: unsafe extern "C" fn(*mut c_void, usize) -> *mut c_void,
    pub free: unsafe extern "C" fn(*mut c_void),
    pub memalign: unsafe extern "C" fn(usize, usize) -> *mut c_void,
    pub malloc_usable_size: unsafe extern "C" fn(*mut c_void) -> usize,
    pub madvise: unsafe extern "C" fn(*mut c_void, usize, c_int) -> c_int,
}

unsafe extern "C" {
    fn __libc_malloc(bytes: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, each: usize) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, bytes: usize) -> *mut c_void;
    fn __libc_free(block: *mut c_void);
    fn __libc_memalign(alignment: usize, bytes: usize) -> *mut c_void;
}

unsafe extern "C" fn unknown_size(_block: *mut c_void) -> usize {
    0
}

unsafe extern "C" fn system_madvise(address: *mut c_void, bytes: usize, advice: c_int) -> c_int {
    // SAFETY: NEXT-1; the C library's function does no more.
    unsafe { libc::syscall(libc::SYS_madvise, address, bytes, advice) as c_int }
}

/// The C library's own.
static OF_LIBC: Next = Next {
    malloc: __libc_malloc,
    calloc: __libc_calloc,
    realloc: __libc_realloc,
    free: __libc_free,
    memalign: __libc_memalign,
    malloc_usable_size: unknown_size,
    madvise: system_madvise,
};

/// What was found; null before, and [`OF_LIBC`] while it is looked for.
static FOUND: AtomicPtr<Next> = AtomicPtr::new(std::ptr::null_mut());

impl Next {
    /// The functions.
    #[inline(always)]
    pub fn get() -> &'static Next {
        // SAFETY: what is stored there stays.
        unsafe { FOUND.load(Ordering::Acquire).as_ref() }.unwrap_or_else(Next::look)
    }

    #[cold]
    fn look() -> &'static Next {
        let of_libc = &raw const OF_LIBC;
        if FOUND.compare_exchange(std::ptr::null_mut(), of_libc.cast_mut(), Ordering::AcqRel, Ordering::Acquire).is_err() {
            return Next::get();
        }
        let Some(found) = Next::find() else { return &OF_LIBC };
        // SAFETY: room for the functions, which stays; from the C library, whoever its user is.
        unsafe {
            let place = __libc_malloc(size_of::<Next>()).cast::<Next>();
            if place.is_null() {
                return &OF_LIBC;
            }
            place.write(found);
            FOUND.store(place, Ordering::Release);
            &*place
        }
    }

    fn find() -> Option<Next> {
        // SAFETY: NEXT-1.
        unsafe {
            Some(Next {
                malloc: transmute::<*mut c_void, unsafe extern "C" fn(usize) -> *mut c_void>(next(c"malloc")?),
                calloc: transmute::<*mut c_void, unsafe extern "C" fn(usize, usize) -> *mut c_void>(next(c"calloc")?),
                realloc: transmute::<*mut c_void, unsafe extern "C" fn(*mut c_void, usize) -> *mut c_void>(next(c"realloc")?),
                free: transmute::<*mut c_void, unsafe extern "C" fn(*mut c_void)>(next(c"free")?),
                memalign: transmute::<*mut c_void, unsafe extern "C" fn(usize, usize) -> *mut c_void>(next(c"memalign")?),
                malloc_usable_size: transmute::<*mut c_void, unsafe extern "C" fn(*mut c_void) -> usize>(next(
                    c"malloc_usable_size",
                )?),
                madvise: transmute::<*mut c_void, unsafe extern "C" fn(*mut c_void, usize, c_int) -> c_int>(next(c"madvise")?),
            })
        }
    }
}

/// The function that calls from this library would get to if it did not have one of this name.
pub fn next(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: looks up a symbol.
    let found = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

/// The function that calls from the program get to.
pub fn in_use(name: &CStr) -> *mut c_void {
    // SAFETY: looks up a symbol.
    unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) }
}
