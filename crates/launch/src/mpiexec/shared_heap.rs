//! Has ranks that share a node load the library of the shared heap, before all others but those that the user wants there, if the user asks for that heap (ADR 0035, ADR 0037).

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::elf;
use crate::environment::SHARED_HEAP as SETTING;

/// Its file, beside `bin` where this program is.
const FILE: &str = "lib/libferry_heap.so";

/// What the dynamic linker loads first.
const PRELOAD: &str = "LD_PRELOAD";

/// Names of libraries that check the use of memory, and have to be the first ones: programs that are linked with them get no shared heap.
const CHECKERS: [&[u8]; 5] = [b"libasan.so", b"libtsan.so", b"libmsan.so", b"liblsan.so", b"libhwasan.so"];

/// The library, if a node with so many ranks is to have it.
pub fn library(ranks: usize) -> Option<PathBuf> {
    let prefix = || std::env::current_exe().ok()?.parent()?.parent().map(Path::to_owned);
    let library = if ranks > 1 { prefix()?.join(FILE) } else { return None };
    // The variable's value is a list with such separators.
    let can_be_listed = !library.as_os_str().as_bytes().iter().any(|byte| matches!(byte, b' ' | b':'));
    (can_be_listed && library.is_file()).then_some(library)
}

/// Has `program` load it where the user asks for that, unless the program is against it.
pub fn preload(library: &Path, program: &Path, variables: &mut BTreeMap<OsString, OsString>) {
    let is_on = variables.get(OsStr::new(SETTING)).is_some_and(|value| value == "on");
    if !is_on || has_checker(program) {
        return;
    }
    let list = variables.entry(PRELOAD.into()).or_default();
    if !list.is_empty() {
        list.push(":");
    }
    list.push(library);
}

fn has_checker(program: &Path) -> bool {
    let names = elf::read(program).needed;
    names.iter().any(|name| CHECKERS.iter().any(|checker| name.starts_with(checker)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preloaded(program: &Path, before: &[(&str, &str)]) -> Option<OsString> {
        let mut variables =
            [(SETTING, "on")].iter().chain(before).map(|(name, value)| (OsString::from(name), OsString::from(value))).collect();
        preload(Path::new("/x/libferry_heap.so"), program, &mut variables);
        variables.remove(OsStr::new(PRELOAD))
    }

    #[test]
    fn the_library_comes_behind_those_of_the_user() {
        let program = std::env::current_exe().unwrap();
        assert_eq!(preloaded(&program, &[]).unwrap(), "/x/libferry_heap.so");
        assert_eq!(preloaded(&program, &[(PRELOAD, "/y.so /z.so")]).unwrap(), "/y.so /z.so:/x/libferry_heap.so");
        assert!(preloaded(&program, &[(SETTING, "off")]).is_none());
        let mut none = BTreeMap::new();
        preload(Path::new("/x/libferry_heap.so"), &program, &mut none);
        assert!(none.is_empty(), "only for who asks");
        assert!(library(1).is_none());
    }

    #[test]
    fn programs_that_are_checked_do_not_get_it() {
        let file = std::env::temp_dir().join(format!("ferry-preload-{}", std::process::id()));
        for (library, is_preloaded) in [("libasan.so.8", false), ("libtsan.so", false), ("libasa.so", true)] {
            std::fs::write(&file, elf::program(library, "")).unwrap();
            assert_eq!(preloaded(&file, &[]).is_some(), is_preloaded, "{library}");
        }
        std::fs::remove_file(&file).unwrap();
    }
}
