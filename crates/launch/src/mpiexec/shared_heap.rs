//! Has ranks that share a node load the library of the shared heap, before all others but those
//! that the user wants there, if the user asks for that heap (ADR 0035, ADR 0037).

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::elf;
use crate::environment::SHARED_HEAP as SETTING;

/// Its file, beside `bin` where this program is.
const FILE: &str = "lib/libferry_heap.so";

/// What the dynamic linker loads first.
const PRELOAD: &str = "LD_PRELOAD";

/// The C library that the library of the heap takes the place of in part.
const C_LIBRARY: &[u8] = b"libc.so.6";

/// Names of libraries that check the use of memory, and have to be the first ones: programs that
/// are linked with them get no shared heap.
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
    if !is_on || !may_have_it(program) {
        return;
    }
    let list = variables.entry(PRELOAD.into()).or_default();
    if !list.is_empty() {
        list.push(":");
    }
    list.push(library);
}

/// Whether a program, or what interprets it, may have it.
fn may_have_it(program: &Path) -> bool {
    let interpreter = interpreter(program);
    is_suitable(&elf::read(interpreter.as_ref().map_or(program, |line| &line.program)).needed)
}

/// Whether what is linked with these libraries has the C library that ours is for, and no checker.
fn is_suitable(names: &[Vec<u8>]) -> bool {
    let has = |wanted: &[u8]| names.iter().any(|name| name.starts_with(wanted));
    has(C_LIBRARY) && !CHECKERS.iter().any(|checker| has(checker))
}

/// What the first line of a script says.
pub struct Interpreter {
    /// The program that interprets it.
    pub program: PathBuf,
    /// The first word behind that: the name of the interpreter where the program is `env`.
    pub argument: PathBuf,
}

/// The interpreter of a script; `None` of other programs.
pub fn interpreter(program: &Path) -> Option<Interpreter> {
    let mut bytes = vec![0; LONGEST_LINE];
    let len = File::open(program).ok()?.read_at(&mut bytes, 0).ok()?;
    let line = bytes[..len].strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words = line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty());
    let mut path = || words.next().map(|word| PathBuf::from(OsStr::from_bytes(word)));
    Some(Interpreter { program: path()?, argument: path().unwrap_or_default() })
}

/// Bytes of a script's first line that the system looks at.
const LONGEST_LINE: usize = 256;

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
    fn programs_that_are_checked_or_for_another_c_library_do_not_get_it() {
        let is_suitable = |names: &[&str]| is_suitable(&names.iter().map(|name| name.as_bytes().to_vec()).collect::<Vec<_>>());
        assert!(is_suitable(&["libasa.so", "libc.so.6"]) && is_suitable(&["libc.so.6"]));
        assert!(!is_suitable(&["libasan.so.8", "libc.so.6"]) && !is_suitable(&["libc.so.6", "libtsan.so"]));
        assert!(!is_suitable(&["libm.so.6", "libc.musl-x86_64.so.1"]) && !is_suitable(&[]));
        let file = std::env::temp_dir().join(format!("ferry-preload-{}", std::process::id()));
        for (library, is_preloaded) in [("libc.so.6", true), ("libc.so", false)] {
            std::fs::write(&file, elf::program(library, "")).unwrap();
            assert_eq!(preloaded(&file, &[]).is_some(), is_preloaded, "{library}");
        }
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn a_script_is_what_interprets_it() {
        let file = std::env::temp_dir().join(format!("ferry-preload-script-{}", std::process::id()));
        let own = std::env::current_exe().unwrap();
        for (line, is_preloaded) in
            [(format!("#! {} -x\n", own.display()), true), ("#!/no/such/program\n".to_owned(), false), ("echo".to_owned(), false)]
        {
            std::fs::write(&file, &line).unwrap();
            assert_eq!(preloaded(&file, &[]).is_some(), is_preloaded, "{line}");
        }
        std::fs::remove_file(&file).unwrap();
    }
}
