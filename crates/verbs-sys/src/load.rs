//! Loading libibverbs at run time.
//!
//! # Safety
//! - LD-1: loading runs the initializers of libibverbs and its providers. They are meant to be
//!   loaded by any program, and they stay loaded for the life of the process, so that no pointer
//!   into them ever dangles.

use std::ffi::c_int;
use std::sync::OnceLock;

use crate::Library;

/// The name under which the interface of libibverbs is stable; distributions install it without any
/// development package.
const SONAME: &str = "libibverbs.so.1";

/// Why verbs cannot be used in this process.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LoadError {
    /// No such library, or one that cannot be loaded.
    #[error("{SONAME} cannot be loaded ({0}); install rdma-core's libraries (Debian: libibverbs1 and ibverbs-providers)")]
    Missing(String),
    /// A library that is too old.
    #[error("{SONAME} lacks a function ({0}); install rdma-core 32 or newer")]
    TooOld(String),
}

/// The functions of libibverbs. The first call loads it; an error is the same for all calls.
pub fn library() -> Result<&'static Library, LoadError> {
    static LIBRARY: OnceLock<Result<Library, LoadError>> = OnceLock::new();
    LIBRARY.get_or_init(|| load(SONAME)).as_ref().map_err(Clone::clone)
}

/// Whether the kernel copies registered pages when the process forks, so that nothing needs to be
/// done about them. Libraries before rdma-core 35 cannot tell: false.
pub fn kernel_copies_on_fork() -> bool {
    type Ask = unsafe extern "C" fn() -> c_int;
    /// `IBV_FORK_UNNEEDED`.
    const UNNEEDED: c_int = 2;
    if library().is_err() {
        return false;
    }
    // SAFETY: LD-1; the library is loaded already, and the function has this signature in all
    // versions that have it.
    unsafe {
        libloading::Library::new(SONAME)
            .is_ok_and(|library| library.get::<Ask>(b"ibv_is_fork_initialized\0").is_ok_and(|ask| ask() == UNNEEDED))
    }
}

fn load(name: &str) -> Result<Library, LoadError> {
    // SAFETY: LD-1.
    unsafe { Library::new(name) }.map_err(|error| match &error {
        libloading::Error::DlSym { .. } | libloading::Error::DlSymUnknown => LoadError::TooOld(error.to_string()),
        _ => LoadError::Missing(error.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_is_an_error_with_the_fix() {
        let error = load("libibverbs-that-nobody-has.so.1").err().expect("no such library");
        assert!(matches!(error, LoadError::Missing(_)), "{error:?}");
        assert!(error.to_string().contains("libibverbs1"), "{error}");
    }

    #[test]
    fn a_library_without_the_functions_is_too_old() {
        let error = load("libc.so.6").err().expect("libc has no verbs");
        assert!(matches!(error, LoadError::TooOld(_)), "{error:?}");
        assert!(error.to_string().contains("ibv_"), "names the function: {error}");
    }

    #[test]
    fn loading_is_done_once() {
        match (library(), library()) {
            (Ok(first), Ok(second)) => assert!(std::ptr::eq(first, second)),
            (Err(first), Err(second)) => assert_eq!(first.to_string(), second.to_string()),
            _ => panic!("two calls disagree"),
        }
    }
}
