//! Finding and loading libpmix.
//!
//! The library the launcher itself uses fits best: the parent process often is the launcher, and
//! its memory map names it. Else the places that launchers leave in the environment, and at last
//! the name alone (`LD_LIBRARY_PATH`, the system's directories).
//!
//! # Safety arguments
//! - LOAD-1: loading runs the initializers of libpmix and what it needs. It is meant to be loaded
//!   by any program, and stays loaded for the life of the process, so that no pointer into it ever
//!   dangles.
//! - LOAD-2: the types of the functions are those of the PMIx standard, under whose name the
//!   library of major version 2 exports them.

use std::path::{Path, PathBuf};

use libloading::Library as Loaded;

use crate::ffi;

/// The name under which the interface of libpmix is stable.
const SONAME: &str = "libpmix.so.2";

/// Variables that hold a directory which has `libpmix.so.2` in one of these directories below it.
const HINTS: [(&str, &[&str]); 2] = [("PMIX_PREFIX", &["lib", "lib64", "lib/openmpi"]), ("OMPI_LIBDIR_LOC", &["", "openmpi"])];

/// Why PMIx cannot be used in this process.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LoadError {
    /// No such library, or none that can be loaded.
    #[error("{SONAME} cannot be loaded ({0}); install it (Debian: libpmix2) or put its directory on LD_LIBRARY_PATH")]
    Missing(String),
    /// A library without the functions.
    #[error("{0} lacks a function ({1}); PMIx 2 or newer is needed")]
    TooOld(String, String),
}

/// The functions that are used.
pub struct Library {
    pub init: ffi::InitFn,
    pub finalize: ffi::FinalizeFn,
    pub abort: ffi::AbortFn,
    pub put: ffi::PutFn,
    pub commit: ffi::CommitFn,
    pub fence: ffi::FenceFn,
    pub get: ffi::GetFn,
    pub error_string: ffi::ErrorStringFn,
}

/// Loads the library, as the environment and the parent process suggest.
pub fn load(variable: &dyn Fn(&str) -> Option<String>) -> Result<Library, LoadError> {
    let found = candidates(variable).into_iter().find(|path| path.exists());
    open(&found.unwrap_or_else(|| SONAME.into())).or_else(|_| open(Path::new(SONAME)))
}

fn candidates(variable: &dyn Fn(&str) -> Option<String>) -> Vec<PathBuf> {
    let below = |(name, places): (&str, &'static [&str])| {
        let directory = variable(name).map(PathBuf::from);
        directory.into_iter().flat_map(move |directory| places.iter().map(move |place| directory.join(place).join(SONAME)))
    };
    parents_library().into_iter().chain(HINTS.into_iter().flat_map(below)).collect()
}

/// The libpmix in the memory of the parent process, if that may be looked at.
fn parents_library() -> Option<PathBuf> {
    let maps = std::fs::read_to_string(format!("/proc/{}/maps", std::os::unix::process::parent_id())).ok()?;
    library_in(&maps)
}

fn library_in(maps: &str) -> Option<PathBuf> {
    let paths = maps.lines().filter_map(|line| line.find('/').map(|at| Path::new(&line[at..])));
    let is_pmix = |path: &&Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(SONAME));
    paths.filter(is_pmix).map(Path::to_owned).next()
}

fn open(name: &Path) -> Result<Library, LoadError> {
    // SAFETY: LOAD-1.
    let loaded = unsafe { Loaded::new(name) }.map_err(|error| LoadError::Missing(error.to_string()))?;
    let library = functions(&loaded).map_err(|error| LoadError::TooOld(name.display().to_string(), error.to_string()));
    std::mem::forget(loaded);
    library
}

fn functions(loaded: &Loaded) -> Result<Library, libloading::Error> {
    // SAFETY: LOAD-2; LOAD-1: the pointers outlive the symbols they are copied from.
    unsafe {
        Ok(Library {
            init: *loaded.get::<ffi::InitFn>(b"PMIx_Init\0")?,
            finalize: *loaded.get::<ffi::FinalizeFn>(b"PMIx_Finalize\0")?,
            abort: *loaded.get::<ffi::AbortFn>(b"PMIx_Abort\0")?,
            put: *loaded.get::<ffi::PutFn>(b"PMIx_Put\0")?,
            commit: *loaded.get::<ffi::CommitFn>(b"PMIx_Commit\0")?,
            fence: *loaded.get::<ffi::FenceFn>(b"PMIx_Fence\0")?,
            get: *loaded.get::<ffi::GetFn>(b"PMIx_Get\0")?,
            error_string: *loaded.get::<ffi::ErrorStringFn>(b"PMIx_Error_string\0")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_is_an_error_with_the_fix() {
        let error = open(Path::new("libpmix-that-nobody-has.so.2")).err().expect("no such library");
        assert!(matches!(error, LoadError::Missing(_)) && error.to_string().contains("libpmix2"), "{error}");
    }

    #[test]
    fn a_library_without_the_functions_is_too_old() {
        let error = open(Path::new("libc.so.6")).err().expect("libc has no PMIx");
        assert!(matches!(error, LoadError::TooOld(..)) && error.to_string().contains("PMIx_Init"), "{error}");
    }

    #[test]
    fn a_launchers_map_names_its_library() {
        let maps = "7f00-7f01 r--p 0 00:00 1 /opt/lib/libpmix.so.2.6.2\n7f01-7f02 rw-p 0 00:00 0 [heap]\n";
        assert_eq!(library_in(maps), Some("/opt/lib/libpmix.so.2.6.2".into()));
        assert_eq!(library_in("7f00-7f01 r--p 0 00:00 1 /opt/lib/libpmix_other.so\n"), None);
    }

    #[test]
    fn places_that_launchers_name_are_looked_at() {
        let places = candidates(&|name| (name == "PMIX_PREFIX").then(|| "/opt/p".to_owned()));
        assert!(places.contains(&"/opt/p/lib/libpmix.so.2".into()), "{places:?}");
    }
}
