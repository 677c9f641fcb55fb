//! The MPI library for programs that are linked with it and not told where it is, as other build
//! tools than our compilers' names leave them.
//!
//! Such a program finds it in a folder that holds nothing else, at the end of its
//! `LD_LIBRARY_PATH`. Programs that need no MPI library, or have a way to one, are left alone:
//! nothing is to reach what they start.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::needs::{self, holds};

/// The name by which programs know the library.
const NAME: &[u8] = b"libmpi_abi.so.1";
/// The folder, beside `bin` where this program is.
const FOLDER: &str = "lib/ferry";
/// Folders that the dynamic linker looks in before all but those that a program names.
const VARIABLE: &str = "LD_LIBRARY_PATH";
/// The libraries that the dynamic linker finds by itself, a list with names in it.
const CACHE: &str = "/etc/ld.so.cache";
/// Where it looks without a list.
const USUAL: [&str; 4] = ["/lib64", "/usr/lib64", "/lib", "/usr/lib"];

/// The folder, if the library is there.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.parent()?.join(FOLDER);
    // The variable's value is a list with such separators.
    let can_be_listed = !folder.as_os_str().as_bytes().iter().any(|byte| matches!(byte, b':' | b';'));
    (can_be_listed && holds(&folder, NAME)).then_some(folder)
}

/// Has `program` find the library in `folder`, if it needs that and would not find any.
pub fn show(folder: &Path, program: &Path, variables: &mut BTreeMap<OsString, OsString>) {
    let given = variables.get(OsStr::new(VARIABLE)).map_or(&b""[..], |list| list.as_bytes());
    if has_way(program, given) != Some(false) || is_usual() {
        return;
    }
    let list = variables.entry(VARIABLE.into()).or_default();
    if !list.is_empty() {
        list.push(":");
    }
    list.push(folder);
}

/// Whether `program` would find the library in the folders that it, its libraries and `given` name;
/// `None` if it does not need it.
fn has_way(program: &Path, given: &[u8]) -> Option<bool> {
    needs::of(program, given).into_iter().find(|need| need.name == NAME).map(|need| need.folder.is_some())
}

/// Whether the dynamic linker finds a library of this name by itself.
fn is_usual() -> bool {
    let is_listed =
        std::fs::read(CACHE).is_ok_and(|cache| cache.windows(NAME.len() + 1).any(|bytes| bytes == [NAME, b"\0"].concat()));
    is_listed || USUAL.iter().any(|folder| holds(Path::new(folder), NAME))
}

#[cfg(test)]
mod tests {
    use super::super::elf;
    use super::*;

    /// A folder with programs and libraries in it.
    struct Files(PathBuf);

    impl Files {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("ferry-library-{name}-{}", std::process::id()));
            std::fs::create_dir_all(folder.join("mpi")).unwrap();
            Files(folder)
        }

        fn add(&self, name: &str, library: &str, runpath: &str) -> PathBuf {
            let file = self.0.join(name);
            std::fs::write(&file, elf::program(library, runpath)).unwrap();
            file
        }
    }

    impl Drop for Files {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn only_programs_that_would_not_find_the_library_are_shown_it() {
        let files = Files::new("shown");
        let mpi = "libmpi_abi.so.1";
        std::fs::write(files.0.join("mpi").join(mpi), "").unwrap();
        let there = files.0.join("mpi");
        assert_eq!(has_way(&files.add("lost", mpi, "/nonexistent"), b""), Some(false));
        assert_eq!(has_way(&files.add("told", mpi, "/nonexistent:$ORIGIN/mpi"), b""), Some(true));
        assert_eq!(has_way(&files.add("given", mpi, ""), there.as_os_str().as_bytes()), Some(true));
        assert_eq!(has_way(&files.add("other", "libc.so.6", ""), b""), None);
        assert_eq!(has_way(Path::new("/proc/self/status"), b""), None);
        // A library of the program's needs it.
        files.add("libx.so", mpi, "");
        assert_eq!(has_way(&files.add("behind", "libx.so", "${ORIGIN}"), b""), Some(false));
        assert_eq!(has_way(&files.add("unfound", "libx.so", "/nonexistent"), b""), None);
    }

    #[test]
    fn the_folder_is_the_last_one_of_the_list() {
        let files = Files::new("list");
        let program = files.add("lost", "libmpi_abi.so.1", "");
        if is_usual() {
            return;
        }
        for (before, after) in [(None, "/x"), (Some("/a:/b"), "/a:/b:/x")] {
            let mut variables: BTreeMap<OsString, OsString> =
                before.iter().map(|list| (VARIABLE.into(), OsString::from(list))).collect();
            show(Path::new("/x"), &program, &mut variables);
            assert_eq!(variables[OsStr::new(VARIABLE)], after);
        }
        let mut variables = BTreeMap::new();
        show(Path::new("/x"), Path::new("/bin/sh"), &mut variables);
        assert!(variables.is_empty());
    }
}
