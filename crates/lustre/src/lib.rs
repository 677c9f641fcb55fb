//! How a file lies on the devices of Lustre, through the library that comes with Lustre
//! (liblustreapi). It is loaded when it is first needed. Where it is not installed files lie as
//! the file system has it.
//!
//! # Safety arguments
//! - LOAD-1: loading runs the initializers of the library and of what it needs. It is meant to be
//!   loaded by any program, and stays loaded for the life of the process, so that no pointer into
//!   it ever dangles.
//! - LOAD-2: the types of the functions are those of the library's manual: llapi_file_open(3),
//!   llapi_layout_get_by_fd(3), llapi_layout_stripe_count_get(3), llapi_layout_stripe_size_get(3).
//! - CALL-1: strings end with a null byte, variables live as long as the call.
//! - CALL-2: a layout is one that the library has made and this module has not given back.

use std::ffi::{CStr, c_char, c_int};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::sync::OnceLock;

/// Names of the library: the one of its interface, and the one before it had that.
const NAMES: [&str; 2] = ["liblustreapi.so.1", "liblustreapi.so"];

/// Whole multiples of this many bytes lie together on a device.
pub const LEAST_UNIT: u64 = 64 << 10;

/// The device that the first piece lies on: as Lustre likes it.
const ANY_FIRST: c_int = -1;

/// Pieces in turn on all devices, as Lustre has them by default.
const IN_TURN: c_int = 0;

/// Numbers from this one on stand for a default (`LLAPI_LAYOUT_INVALID` and those after it).
const FIRST_OF_DEFAULTS: u64 = 0x1000_0000_0000_0000;

/// On how many devices a file lies, and in which pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Striping {
    /// Devices; 0: as many as the file system has by default, -1: all.
    pub devices: i32,
    /// Bytes that lie together on one of them; 0: as many as the file system has by default.
    pub unit: u64,
}

impl Striping {
    /// Whether it asks for nothing.
    pub fn is_default(self) -> bool {
        self == Striping::default()
    }

    /// Whether Lustre has such a one.
    fn is_possible(self) -> bool {
        self.devices >= -1 && self.unit.is_multiple_of(LEAST_UNIT)
    }
}

/// `struct llapi_layout`
#[repr(C)]
struct Layout {
    _of_the_library: [u8; 0],
}

type Open = unsafe extern "C" fn(*const c_char, c_int, c_int, u64, c_int, c_int, c_int) -> c_int;
type LayoutOf = unsafe extern "C" fn(c_int, u32) -> *mut Layout;
type Number = unsafe extern "C" fn(*const Layout, *mut u64) -> c_int;
type Free = unsafe extern "C" fn(*mut Layout);

/// The functions that are used.
struct Library {
    open: Open,
    layout_of: LayoutOf,
    devices: Number,
    unit: Number,
    free: Free,
}

/// The library, if it is installed and has the functions. The first call loads it.
fn library() -> Option<&'static Library> {
    static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
    LIBRARY.get_or_init(|| NAMES.iter().find_map(|name| load(name))).as_ref()
}

fn load(name: &str) -> Option<Library> {
    // SAFETY: LOAD-1; LOAD-2: the pointers outlive the symbols they are copied from.
    unsafe {
        let loaded = libloading::Library::new(name).ok()?;
        let found = Library {
            open: *loaded.get::<Open>(b"llapi_file_open\0").ok()?,
            layout_of: *loaded.get::<LayoutOf>(b"llapi_layout_get_by_fd\0").ok()?,
            devices: *loaded.get::<Number>(b"llapi_layout_stripe_count_get\0").ok()?,
            unit: *loaded.get::<Number>(b"llapi_layout_stripe_size_get\0").ok()?,
            free: *loaded.get::<Free>(b"llapi_layout_free\0").ok()?,
        };
        std::mem::forget(loaded);
        Some(found)
    }
}

/// Why there is no new file by [`create`]: it is to be made as any other. What stands in the way of
/// that as well, its open says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such striping, or no library.
    Impossible,
    /// Somebody else has made a file of that name.
    Exists,
    /// The library has failed. It makes the file first: that may be there now.
    Striping,
}

/// Opens a new file for writing that lies as `striping` says, for reading as well if `reads`.
///
/// # Errors
/// As [`Refusal`] says.
pub fn create(path: &CStr, reads: bool, permissions: u32, striping: Striping) -> Result<OwnedFd, Refusal> {
    if !striping.is_possible() {
        return Err(Refusal::Impossible);
    }
    let library = library().ok_or(Refusal::Impossible)?;
    let (unit, devices) = (striping.unit, striping.devices);
    let flags = libc::O_CREAT | libc::O_EXCL | libc::O_CLOEXEC | if reads { libc::O_RDWR } else { libc::O_WRONLY };
    let permissions = permissions as c_int;
    // SAFETY: CALL-1.
    let opened = unsafe { (library.open)(path.as_ptr(), flags, permissions, unit, ANY_FIRST, devices, IN_TURN) };
    match opened {
        // SAFETY: the library has opened the descriptor for its caller.
        0.. => Ok(unsafe { OwnedFd::from_raw_fd(opened) }),
        error if error == -libc::EEXIST => Err(Refusal::Exists),
        _ => Err(Refusal::Striping),
    }
}

/// How a file lies, if the library can tell.
pub fn striping_of(file: BorrowedFd<'_>) -> Option<Striping> {
    let library = library()?;
    // SAFETY: CALL-1.
    let layout = unsafe { (library.layout_of)(file.as_raw_fd(), 0) };
    if layout.is_null() {
        return None;
    }
    let number = |ask: Number| {
        let mut found = 0;
        // SAFETY: CALL-1, CALL-2.
        let status = unsafe { ask(layout, &raw mut found) };
        (status == 0 && found < FIRST_OF_DEFAULTS).then_some(found)
    };
    let (devices, unit) = (number(library.devices), number(library.unit));
    // SAFETY: CALL-2.
    unsafe { (library.free)(layout) };
    Some(Striping { devices: devices.and_then(|count| count.try_into().ok()).unwrap_or(0), unit: unit.unwrap_or(0) })
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_or_is_another_one_is_none() {
        assert!(load("liblustreapi-that-nobody-has.so.1").is_none());
        assert!(load("libc.so.6").is_none());
    }

    #[test]
    fn impossible_stripings_are_not_asked_for() {
        let possible = |devices, unit| Striping { devices, unit }.is_possible();
        assert!(possible(-1, 0) && possible(0, LEAST_UNIT) && possible(4, 16 * LEAST_UNIT));
        assert!(!possible(-2, 0) && !possible(4, 1000));
        assert!(Striping::default().is_default() && !Striping { devices: 4, unit: 0 }.is_default());
    }
}
