//! What a program or library in the format ELF (64 bits, little-endian) tells the dynamic linker:
//! which libraries it needs, and where to look for them.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// Kinds of segments, and tags of dynamic entries.
const LOAD: u32 = 1;
const DYNAMIC: u32 = 2;
const NEEDED: u64 = 1;
const STRINGS: u64 = 5;
const STRINGS_LEN: u64 = 10;
const RPATH: u64 = 15;
const RUNPATH: u64 = 29;

/// Longest part of a program that is looked at, in bytes.
const LONGEST: usize = 16 << 20;

/// See the module.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Dynamic {
    /// Names of the libraries it is linked with.
    pub needed: Vec<Vec<u8>>,
    /// Folders to look in, with colons between them: before `LD_LIBRARY_PATH`, for libraries of its
    /// libraries as well.
    pub rpath: Option<Vec<u8>>,
    /// Folders to look in, with colons between them: behind `LD_LIBRARY_PATH`, for its own
    /// libraries only.
    pub runpath: Option<Vec<u8>>,
}

/// What the file at `path` says; nothing if it is of another format, or damaged.
pub fn read(path: &Path) -> Dynamic {
    File::open(path).ok().and_then(|file| dynamic(&file)).unwrap_or_default()
}

/// `None` if it is no such program, or none that is understood.
fn dynamic(file: &File) -> Option<Dynamic> {
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
    let text = |start: u64| Some(strings.get(start as usize..)?.split(|byte| *byte == 0).next()?.to_vec());
    Some(Dynamic {
        needed: of(NEEDED).map(text).collect::<Option<_>>()?,
        rpath: of(RPATH).next().and_then(text),
        runpath: of(RUNPATH).next().and_then(text),
    })
}

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

/// A program of two segments and nothing else, which is linked with `library` and has a `RUNPATH`.
#[cfg(test)]
pub fn program(library: &str, runpath: &str) -> Vec<u8> {
    let strings = format!("\0{library}\0{runpath}\0");
    let mut bytes = vec![0u8; 256];
    bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
    let mut put = |at: usize, value: u64, len: usize| bytes[at..at + len].copy_from_slice(&value.to_le_bytes()[..len]);
    put(32, 64, 8);
    put(54, 56, 2);
    put(56, 2, 2);
    // All of it at 0x1000.
    [(64, 1, 4), (72, 0, 8), (80, 0x1000, 8), (96, 4000, 8)].into_iter().for_each(|(at, value, len)| put(at, value, len));
    [(120, 2, 4), (128, 176, 8), (152, 64, 8)].into_iter().for_each(|(at, value, len)| put(at, value, len));
    let path = 2 + library.len() as u64;
    let entries = [(NEEDED, 1), (STRINGS, 0x1000 + 240), (STRINGS_LEN, strings.len() as u64), (RUNPATH, path)];
    for (index, (tag, value)) in entries.into_iter().enumerate() {
        put(176 + 16 * index, tag, 8);
        put(184 + 16 * index, value, 8);
    }
    bytes.truncate(240);
    bytes.extend(strings.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_name_the_libraries_that_they_are_linked_with() {
        let names = read(&std::env::current_exe().unwrap()).needed;
        assert!(names.iter().any(|name| name.starts_with(b"libc.so")), "{names:?}");
        assert_eq!(read(Path::new("/proc/self/status")), Dynamic::default(), "a text");
    }

    #[test]
    fn damaged_programs_say_nothing() {
        let file = std::env::temp_dir().join(format!("ferry-elf-{}", std::process::id()));
        let whole = program("libasan.so.8", "/a:/b");
        std::fs::write(&file, &whole).unwrap();
        let said = read(&file);
        assert_eq!((said.needed, said.runpath, said.rpath), (vec![b"libasan.so.8".to_vec()], Some(b"/a:/b".to_vec()), None));
        for len in 0..whole.len() {
            std::fs::write(&file, &whole[..len]).unwrap();
            assert!(read(&file).needed.is_empty(), "{len}");
        }
        std::fs::remove_file(&file).unwrap();
    }
}
