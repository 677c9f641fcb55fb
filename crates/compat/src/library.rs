//! Finds and loads `libmpi_abi.so.1`, which does all the work.
//!
//! # Safety arguments
//! - LIBRARY-1: the table is written once, by the constructor of the shared object, before anybody
//!   can call an entry point, and never again.
//! - LIBRARY-2: an all-zero table is never read: a process whose table cannot be filled ends.

use std::cell::UnsafeCell;
use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::mem::{MaybeUninit, size_of};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::generated::{Functions, NAMES};

/// Where the library may lie, seen from the folder of this one.
const PLACES: [&str; 2] = ["../libmpi_abi.so.1", "libmpi_abi.so.1"];

struct Table(UnsafeCell<MaybeUninit<Functions>>);

// SAFETY: LIBRARY-1.
unsafe impl Sync for Table {}

static TABLE: Table = Table(UnsafeCell::new(MaybeUninit::zeroed()));

/// The functions of `libmpi_abi.so.1`.
#[inline(always)]
pub fn functions() -> &'static Functions {
    // SAFETY: LIBRARY-1, LIBRARY-2.
    unsafe { (*TABLE.0.get()).assume_init_ref() }
}

/// Fills the table: the constructor of a shared object. It ends the process with a message if it
/// cannot.
pub extern "C" fn load() {
    if let Err(problem) = try_load() {
        eprintln!("ferry: {problem}");
        std::process::exit(1);
    }
}

fn try_load() -> Result<(), String> {
    let folder = folder()?;
    let candidates = PLACES.map(|place| folder.join(place));
    let path = candidates.iter().find(|path| path.exists()).ok_or_else(|| missing(&folder))?;
    let library = open(path)?;
    let addresses = NAMES.map(|name| symbol(library, name));
    if let Some(position) = addresses.iter().position(|address| address.is_null()) {
        return Err(format!(
            "{} has no function {}: it is of another version of Ferry than the library of an older ABI in {}; install both from one version",
            path.display(),
            NAMES[position].to_string_lossy(),
            folder.display()
        ));
    }
    const { assert!(size_of::<Functions>() == size_of::<[*mut c_void; NAMES.len()]>()) };
    // SAFETY: LIBRARY-1; the table consists of pointers to functions in the order of their names
    // (COMPAT-2).
    unsafe { TABLE.0.get().cast::<[*mut c_void; NAMES.len()]>().write(addresses) };
    Ok(())
}

fn missing(folder: &Path) -> String {
    format!(
        "libmpi_abi.so.1 is neither in {0} nor in the folder above it; this library of an older ABI needs Ferry's own beside it: \
         point LD_LIBRARY_PATH at lib/compat of an installed Ferry instead of copying one file",
        folder.display()
    )
}

/// The folder of the shared object that holds this function.
fn folder() -> Result<PathBuf, String> {
    let mut found = MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: any address may be asked for; the result is written where it is to be.
    let known = unsafe { libc::dladdr(load as *const c_void, found.as_mut_ptr()) };
    // SAFETY: an all-zero value is one of the type; dladdr has filled it if it could.
    let found = unsafe { found.assume_init() };
    if known == 0 || found.dli_fname.is_null() {
        return Err("the system does not say where this library of an older ABI lies".to_owned());
    }
    // SAFETY: dladdr stores a string that lives as long as the shared object.
    let path = Path::new(OsStr::from_bytes(unsafe { CStr::from_ptr(found.dli_fname) }.to_bytes()));
    let path = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path.parent().unwrap_or(Path::new("/")).to_path_buf())
}

fn open(path: &Path) -> Result<*mut c_void, String> {
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
    // SAFETY: the name is a C string; what the library does when it is loaded is Ferry's own.
    let library = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        return Err(format!("{} cannot be loaded: {}", path.display(), loading_error()));
    }
    Ok(library)
}

fn loading_error() -> String {
    // SAFETY: dlerror may be called at any time.
    let text: *const c_char = unsafe { libc::dlerror() };
    if text.is_null() {
        return "no reason given".to_owned();
    }
    // SAFETY: dlerror returns a string that lives until the next call.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

fn symbol(library: *mut c_void, name: &CStr) -> *mut c_void {
    // SAFETY: the library is loaded and stays so; the name is a C string.
    unsafe { libc::dlsym(library, name.as_ptr()) }
}

/// Reports an error that only a library of an older ABI can have, to the error handler that answers
/// for calls without an object.
#[cold]
pub fn report(class: c_int, text: &str) -> c_int {
    report_on(ferry_constants::MPI_COMM_SELF, class, text)
}

/// As [`report`], to the error handler of a communicator.
#[cold]
pub fn report_on(comm: usize, class: c_int, text: &str) -> c_int {
    eprintln!("ferry: {text}");
    // SAFETY: COMPAT-2; the library finds out what is no communicator.
    unsafe { (functions().MPI_Comm_call_errhandler)(comm, class) };
    class
}

/// An extension of the peer that Ferry does not have.
#[cold]
pub fn unsupported(name: &str) -> c_int {
    report(
        ferry_constants::MPI_ERR_UNSUPPORTED_OPERATION,
        &format!("{name} is an extension of another MPI, which Ferry does not have; build the program without it"),
    )
}
