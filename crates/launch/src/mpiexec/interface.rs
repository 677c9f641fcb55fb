//! For which MPI's binary interface a program was compiled, and the path to Ferry's library of that
//! interface.
//!
//! Libraries of older interfaces lie in a folder of their own, which comes first in the
//! `LD_LIBRARY_PATH` of programs that need one, and last in that of Python, whose modules may.
//! Programs that need no MPI library are left alone: nothing is to reach what they start.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::fault::Fault;
use super::needs::{self, Need};

/// The folder of the libraries of older interfaces, beside `bin` where this program is.
const FOLDER: &str = "lib/compat";
/// Folders that the dynamic linker looks in before all but those that a program names.
const VARIABLE: &str = "LD_LIBRARY_PATH";

/// A binary interface of MPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// The standard's, of MPI 5.0.
    Standard,
    /// MPICH's, Intel MPI's and MVAPICH's.
    Mpich,
    /// Open MPI's.
    OpenMpi,
}

impl Interface {
    /// The interface behind the name of a library.
    pub fn of(library: &[u8]) -> Option<Self> {
        match library {
            b"libmpi_abi.so.1" | b"libmpifort_abi.so.1" => Some(Interface::Standard),
            b"libmpi.so.12" | b"libmpich.so.12" | b"libmpifort.so.12" | b"libmpichfort.so.12" => Some(Interface::Mpich),
            b"libmpi.so.40"
            | b"libmpi_mpifh.so.40"
            | b"libmpi_usempi.so.40"
            | b"libmpi_usempi_ignore_tkr.so.40"
            | b"libmpi_usempif08.so.40" => Some(Interface::OpenMpi),
            _ => None,
        }
    }

    /// Who has it.
    pub fn name(self) -> &'static str {
        match self {
            Interface::Standard => "the standard ABI of MPI 5.0",
            Interface::Mpich => "the ABI of MPICH, Intel MPI and MVAPICH",
            Interface::OpenMpi => "the ABI of Open MPI",
        }
    }

    /// Ferry's libraries of it for C and for Fortran, seen from where Ferry is installed.
    pub fn libraries(self) -> [&'static str; 2] {
        match self {
            Interface::Standard => ["lib/libmpi_abi.so.1", "lib/libmpifort_abi.so.1"],
            Interface::Mpich => ["lib/compat/libmpi.so.12", "lib/compat/libmpifort.so.12"],
            Interface::OpenMpi => ["lib/compat/libmpi.so.40", "lib/compat/libmpi_mpifh.so.40"],
        }
    }
}

/// The MPI libraries among the needs of a program: one of each interface.
pub fn of(needs: &[Need]) -> Vec<(Interface, &Need)> {
    let mut found: Vec<(Interface, &Need)> = Vec::new();
    for need in needs {
        if let Some(interface) = Interface::of(&need.name)
            && found.iter().all(|(other, _)| *other != interface)
        {
            found.push((interface, need));
        }
    }
    found
}

/// Whether a name is that of a library of MPI whose interface nothing here has: another version, or
/// another MPI.
pub fn is_unknown(library: &[u8]) -> bool {
    const STEMS: [&[u8]; 5] = [b"libmpi.so", b"libmpich.so", b"libmpi_abi.so", b"libmpi_mpifh.so", b"libmpifort.so"];
    let is_version = |rest: &[u8]| rest.is_empty() || rest.starts_with(b".");
    Interface::of(library).is_none() && STEMS.iter().any(|stem| library.strip_prefix(*stem).is_some_and(is_version))
}

/// The folder of the libraries, if they are there.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.parent()?.join(FOLDER);
    // The variable's value is a list with such separators.
    let can_be_listed = !folder.as_os_str().as_bytes().iter().any(|byte| matches!(byte, b':' | b';'));
    (can_be_listed && folder.is_dir()).then_some(folder)
}

/// Has `program` find the library of its interface in `folder`.
///
/// # Errors
/// If it needs libraries of several interfaces or of an unknown one, or names a folder of another
/// MPI that nothing comes before.
pub fn show(folder: &Path, program: &Path, variables: &mut BTreeMap<OsString, OsString>) -> Result<(), Fault> {
    let given = variables.get(OsStr::new(VARIABLE)).cloned().unwrap_or_default();
    let needs = needs::of(program, given.as_bytes());
    if let Some(need) = needs.iter().find(|need| is_unknown(&need.name)) {
        return Err(unknown(program, need));
    }
    match of(&needs)[..] {
        [] if is_python(program) => variables.insert(VARIABLE.into(), joined(&given, folder.as_os_str())),
        [] | [(Interface::Standard, _)] => return Ok(()),
        [(_, need)] if need.is_fixed => return Err(fixed(program, need)),
        [_] => variables.insert(VARIABLE.into(), joined(folder.as_os_str(), &given)),
        [(_, first), (_, second), ..] => return Err(mixed(program, first, second)),
    };
    Ok(())
}

fn joined(first: &OsStr, second: &OsStr) -> OsString {
    let parts: Vec<&OsStr> = [first, second].into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(OsStr::new(":"))
}

/// A script's interpreter is what the kernel starts, hence `program`'s name or the first line say
/// so.
fn is_python(program: &Path) -> bool {
    let is_named = |path: &Path| path.file_name().is_some_and(|name| name.as_bytes().starts_with(b"python"));
    is_named(program)
        || super::shared_heap::interpreter(program).is_some_and(|line| is_named(&line.program) || is_named(&line.argument))
}

fn mixed(program: &Path, first: &Need, second: &Need) -> Fault {
    Fault::NotExecutable {
        program: program.display().to_string(),
        reason: format!(
            "it needs two MPI libraries: {} by {}, and {} by {}; use libraries that were compiled for one MPI",
            first.text(),
            first.by.display(),
            second.text(),
            second.by.display()
        ),
    }
}

fn unknown(program: &Path, need: &Need) -> Fault {
    Fault::NotExecutable {
        program: program.display().to_string(),
        reason: format!("{} needs {}; {UNKNOWN}", need.by.display(), need.text()),
    }
}

/// What is to be done about a library of an unknown interface.
pub const UNKNOWN: &str = "Ferry has the binary interfaces of libmpi_abi.so.1 (MPI 5.0), libmpi.so.12 (MPICH, Intel MPI, MVAPICH) and libmpi.so.40 (Open MPI 4 and 5): \
    compile the program with one of these or with Ferry's mpicc, or run it with the mpiexec of its own MPI";

fn fixed(program: &Path, need: &Need) -> Fault {
    Fault::NotExecutable {
        program: program.display().to_string(),
        reason: format!(
            "the RPATH in {} leads to {} of another MPI in {}, before all other folders; take it away with `patchelf --remove-rpath` or `chrpath -d`, or run the \
             program with that MPI's mpiexec",
            need.by.display(),
            need.text(),
            need.folder.as_deref().unwrap_or(Path::new("")).display()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::elf;
    use super::*;

    /// A folder with programs in it.
    struct Files(PathBuf);

    impl Files {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("ferry-interface-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            Files(folder)
        }

        fn add(&self, name: &str, library: &str) -> PathBuf {
            let file = self.0.join(name);
            std::fs::write(&file, elf::program(library, "$ORIGIN")).unwrap();
            file
        }
    }

    impl Drop for Files {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn path_for(program: &Path, before: &str) -> String {
        let mut variables = BTreeMap::from([(OsString::from(VARIABLE), OsString::from(before))]);
        show(Path::new("/x"), program, &mut variables).unwrap();
        variables[OsStr::new(VARIABLE)].to_str().unwrap().to_owned()
    }

    #[test]
    fn programs_of_older_interfaces_find_the_library_first() {
        let files = Files::new("path");
        assert_eq!(path_for(&files.add("mpich", "libmpi.so.12"), "/a"), "/x:/a");
        assert_eq!(path_for(&files.add("debian", "libmpich.so.12"), ""), "/x");
        assert_eq!(path_for(&files.add("fortran", "libmpichfort.so.12"), ""), "/x");
        assert_eq!(path_for(&files.add("modules", "libmpi_usempif08.so.40"), ""), "/x");
        assert_eq!(path_for(&files.add("openmpi", "libmpi.so.40"), "/a:/b"), "/x:/a:/b");
        assert_eq!(path_for(&files.add("standard", "libmpi_abi.so.1"), "/a"), "/a");
        assert_eq!(path_for(&files.add("other", "libc.so.6"), "/a"), "/a");
        assert_eq!(path_for(&files.add("python3.11", "libc.so.6"), "/a"), "/a:/x");
        let script = files.0.join("script");
        std::fs::write(&script, "#!/usr/bin/env python3\n").unwrap();
        assert_eq!(path_for(&script, "/a"), "/a:/x");
    }

    #[test]
    fn an_unknown_interface_is_an_error_that_says_which_there_are() {
        let files = Files::new("unknown");
        for name in ["libmpi.so.20", "libmpi.so.1", "libmpich.so.10", "libmpi_abi.so.2", "libmpi_mpifh.so.12", "libmpi.so"] {
            let program = files.add("old", name);
            let problem = show(Path::new("/x"), &program, &mut BTreeMap::new()).unwrap_err().to_string();
            assert!(problem.contains(&format!("needs {name}; Ferry has")) && problem.contains("libmpi.so.40"), "{problem}");
        }
        assert!(!is_unknown(b"libmpi.so.40") && !is_unknown(b"libmpi_cxx.so.40") && !is_unknown(b"libmpisomething.so.1"));
    }

    #[test]
    fn two_interfaces_are_an_error_that_names_both() {
        let files = Files::new("mixed");
        files.add("libmpi.so.12", "libmpi.so.40");
        let program = files.add("both", "libmpi.so.12");
        let problem = show(Path::new("/x"), &program, &mut BTreeMap::new()).unwrap_err().to_string();
        assert!(problem.contains("libmpi.so.12 by") && problem.contains("libmpi.so.40 by"), "{problem}");
    }
}
