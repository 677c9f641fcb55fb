//! Has ranks of one node load the library of the shared heap, before all others but those that the user wants there (ADR 0035).

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Its file, beside `bin` where this program is.
const FILE: &str = "lib/libferry_heap.so";

/// What the dynamic linker loads first.
const PRELOAD: &str = "LD_PRELOAD";
/// The setting.
const SETTING: &str = "FERRY_SHARED_HEAP";

/// Names of libraries that check the use of memory, and have to be the first ones: programs that are linked with them get no shared heap.
const CHECKERS: [&[u8]; 5] = [b"libasan.so", b"libtsan.so", b"libmsan.so", b"liblsan.so", b"libhwasan.so"];

/// Longest program that is searched for them, in bytes.
const LONGEST: u64 = 256 << 20;

/// The library, if a node of so many nodes with so many ranks is to have it.
pub fn library(nodes: usize, ranks: usize) -> Option<PathBuf> {
    let prefix = || std::env::current_exe().ok()?.parent()?.parent().map(Path::to_owned);
    let library = if nodes == 1 && ranks > 1 { prefix()?.join(FILE) } else { return None };
    // The variable's value is a list with such separators.
    let can_be_listed = !library.as_os_str().as_bytes().iter().any(|byte| matches!(byte, b' ' | b':'));
    (can_be_listed && library.is_file()).then_some(library)
}

/// Has `program` load it, unless the user or the program is against that.
pub fn preload(library: &Path, program: &Path, variables: &mut BTreeMap<OsString, OsString>) {
    let is_off = variables.get(OsStr::new(SETTING)).is_some_and(|value| value == "off");
    if is_off || has_checker(program) {
        return;
    }
    let list = variables.entry(PRELOAD.into()).or_default();
    if !list.is_empty() {
        list.push(":");
    }
    list.push(library);
}

fn has_checker(program: &Path) -> bool {
    let is_short = fs::metadata(program).is_ok_and(|metadata| metadata.len() <= LONGEST);
    let Some(bytes) = is_short.then(|| fs::read(program).ok()).flatten() else { return false };
    let mut places = memchr_all(&bytes);
    places.any(|at| CHECKERS.iter().any(|name| bytes[at..].starts_with(name)))
}

/// Where names of libraries may begin.
fn memchr_all(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    bytes.windows(3).enumerate().filter(|(_, window)| window == b"lib").map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preloaded(program: &[u8], before: &[(&str, &str)]) -> Option<OsString> {
        let folder = std::env::temp_dir().join(format!("ferry-preload-{}-{:?}", std::process::id(), std::thread::current().id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("program");
        fs::write(&file, program).unwrap();
        let mut variables = before.iter().map(|(name, value)| (OsString::from(name), OsString::from(value))).collect();
        preload(Path::new("/x/libferry_heap.so"), &file, &mut variables);
        fs::remove_dir_all(&folder).unwrap();
        variables.remove(OsStr::new(PRELOAD))
    }

    #[test]
    fn the_library_comes_behind_those_of_the_user() {
        assert_eq!(preloaded(b"", &[]).unwrap(), "/x/libferry_heap.so");
        assert_eq!(preloaded(b"", &[(PRELOAD, "/y.so /z.so")]).unwrap(), "/y.so /z.so:/x/libferry_heap.so");
    }

    #[test]
    fn who_is_against_it_does_not_get_it() {
        assert!(preloaded(b"", &[(SETTING, "off")]).is_none());
        assert!(preloaded(b"\0libc.so.6\0libasan.so.8\0", &[]).is_none());
        assert!(preloaded(b"\0libc.so.6\0libasa", &[(SETTING, "auto")]).is_some());
        assert!(library(2, 4).is_none() && library(1, 1).is_none());
    }
}
