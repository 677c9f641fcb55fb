//! Has ranks that share a node load the library of the shared heap, before all others but those that the user wants there, if the user asks for that heap (ADR 0035, ADR 0037).

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

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
    let names = File::open(program).ok().and_then(|file| needed(&file)).unwrap_or_default();
    names.iter().any(|name| CHECKERS.iter().any(|checker| name.starts_with(checker)))
}

/// Names of the libraries that a program in the format ELF (64 bits, little-endian) is linked with; `None` if it is none, or none that is understood.
fn needed(file: &File) -> Option<Vec<Vec<u8>>> {
    let header = part(file, 0, 64)?;
    if !header.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let (at, each, count) = (word(&header, 32)?, half(&header, 54)?, half(&header, 56)?);
    let table = part(file, at, each * count)?;
    let segments = || table.chunks_exact(each.max(56));
    let is_of = |segment: &[u8], kind: u32| segment.get(..4).is_some_and(|bytes| bytes == kind.to_le_bytes());
    let dynamic = segments().find(|segment| is_of(segment, DYNAMIC))?;
    let entries = part(file, word(dynamic, 8)?, usize::try_from(word(dynamic, 32)?).ok()?)?;
    let of =
        |tag: u64| entries.chunks_exact(16).filter(move |entry| word(entry, 0) == Some(tag)).filter_map(|entry| word(entry, 8));
    let address = of(STRINGS).next()?;
    let load = segments().filter(|segment| is_of(segment, LOAD)).find(|segment| {
        let start = word(segment, 16).unwrap_or(u64::MAX);
        address.checked_sub(start).is_some_and(|position| position < word(segment, 32).unwrap_or(0))
    })?;
    let strings = part(file, address - word(load, 16)? + word(load, 8)?, usize::try_from(of(STRINGS_LEN).next()?).ok()?)?;
    let name = |start: u64| Some(strings.get(start as usize..)?.split(|byte| *byte == 0).next()?.to_vec());
    of(NEEDED).map(name).collect()
}

/// Kinds of segments, and tags of dynamic entries.
const LOAD: u32 = 1;
const DYNAMIC: u32 = 2;
const NEEDED: u64 = 1;
const STRINGS: u64 = 5;
const STRINGS_LEN: u64 = 10;

/// Longest part of a program that is looked at, in bytes.
const LONGEST: usize = 16 << 20;

fn part(file: &File, at: u64, len: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; Some(len).filter(|len| *len <= LONGEST)?];
    file.read_exact_at(&mut bytes, at).ok()?;
    Some(bytes)
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}

fn half(bytes: &[u8], at: usize) -> Option<usize> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?).into())
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
    fn programs_name_the_libraries_that_they_are_linked_with() {
        let names = needed(&File::open(std::env::current_exe().unwrap()).unwrap()).unwrap();
        assert!(names.iter().any(|name| name.starts_with(b"libc.so")), "{names:?}");
        assert!(needed(&File::open("/proc/self/status").unwrap()).is_none(), "a text");
    }

    /// A program of two segments and nothing else.
    fn program(library: &str) -> Vec<u8> {
        let strings = format!("\0{library}\0");
        let mut bytes = vec![0u8; 256];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        let mut put = |at: usize, value: u64, len: usize| bytes[at..at + len].copy_from_slice(&value.to_le_bytes()[..len]);
        put(32, 64, 8);
        put(54, 56, 2);
        put(56, 2, 2);
        // All of it at 0x1000.
        [(64, 1, 4), (72, 0, 8), (80, 0x1000, 8), (96, 300, 8)].into_iter().for_each(|(at, value, len)| put(at, value, len));
        [(120, 2, 4), (128, 192, 8), (152, 48, 8)].into_iter().for_each(|(at, value, len)| put(at, value, len));
        let entries = [(NEEDED, 1), (STRINGS, 0x1000 + 240), (STRINGS_LEN, strings.len() as u64)];
        for (index, (tag, value)) in entries.into_iter().enumerate() {
            put(192 + 16 * index, tag, 8);
            put(200 + 16 * index, value, 8);
        }
        bytes.truncate(240);
        bytes.extend(strings.as_bytes());
        bytes
    }

    #[test]
    fn programs_that_are_checked_do_not_get_it() {
        let file = std::env::temp_dir().join(format!("ferry-preload-{}", std::process::id()));
        for (library, is_preloaded) in [("libasan.so.8", false), ("libtsan.so", false), ("libasa.so", true)] {
            std::fs::write(&file, program(library)).unwrap();
            assert_eq!(needed(&File::open(&file).unwrap()).unwrap(), [library.as_bytes()]);
            assert_eq!(preloaded(&file, &[]).is_some(), is_preloaded, "{library}");
        }
        // Cut anywhere.
        let whole = program("libasan.so.8");
        for len in 0..whole.len() {
            std::fs::write(&file, &whole[..len]).unwrap();
            assert!(needed(&File::open(&file).unwrap()).is_none_or(|names| names.is_empty()), "{len}");
        }
        std::fs::remove_file(&file).unwrap();
    }
}
