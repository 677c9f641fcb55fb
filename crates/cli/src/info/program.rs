//! `ferry info PROGRAM`: for which MPI's binary interface a program was compiled, and whether
//! Ferry's library has every symbol of MPI that it asks for.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use ferry_launch::mpiexec::interface::{self, Interface};
use ferry_launch::mpiexec::needs::{self, Need};
use ferry_launch::mpiexec::program;
use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSymbol};
use serde::Serialize;

use crate::prefix;

/// Beginnings of the names that MPI libraries define.
const PREFIXES: [&str; 11] = ["MPI_", "PMPI_", "MPIX_", "PMPIX_", "MPIR_", "MPII_", "ompi_", "OMPI_", "mpi_", "pmpi_", "mpix_"];

/// Beginnings of the names that gfortran gives to what the modules of MPI libraries hold.
const MODULES: [&str; 7] = [
    "__mpi_MOD_",
    "__mpi_base_MOD_",
    "__mpi_constants_MOD_",
    "__mpi_sizeofs_MOD_",
    "__mpi_c_interface_",
    "__mpi_f08_",
    "__pmpi_f08_",
];

/// Beginnings of the names of libraries with MPI's functions for C++, which MPI 3.0 removed.
const BINDINGS: [&str; 3] = ["libmpi_cxx.so", "libmpicxx.so", "libmpichcxx.so"];

/// What is said of a program; the JSON has these fields.
#[derive(Debug, Serialize)]
pub struct ProgramReport {
    program: PathBuf,
    libraries: Vec<NeededLibrary>,
    /// Libraries of MPI whose interface nothing here has.
    unknown: Vec<String>,
    /// Libraries of MPI's functions for C++ that are in none of the folders the program names.
    bindings: Vec<String>,
}

/// One MPI library that the program, or a library of its, needs.
#[derive(Debug, Serialize)]
struct NeededLibrary {
    name: String,
    needed_by: PathBuf,
    interface: &'static str,
    provided_by: Vec<PathBuf>,
    symbols: usize,
    missing: Vec<String>,
}

impl ProgramReport {
    /// Looks at the program that a command of this name starts.
    pub fn of(name: &OsStr) -> Result<Self> {
        let path = env::var_os("PATH");
        let file = program::resolve(name, path.as_deref(), None)?;
        let given = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let needs = needs::of(&file, given.as_bytes());
        let wanted = wanted(&file, &needs)?;
        let found = interface::of(&needs).into_iter().map(|(interface, need)| library(interface, need, &wanted));
        let unknown = needs.iter().filter(|need| interface::is_unknown(&need.name)).map(Need::text).collect();
        let is_binding = |name: &str| BINDINGS.iter().any(|beginning| name.starts_with(beginning));
        let not_found = needs.iter().filter(|need| need.folder.is_none()).map(Need::text);
        let bindings = not_found.filter(|name| is_binding(name)).collect();
        Ok(ProgramReport { libraries: found.collect::<Result<_>>()?, unknown, bindings, program: file })
    }

    /// Whether it can run on Ferry.
    pub fn is_good(&self) -> bool {
        self.unknown.is_empty()
            && self.bindings.is_empty()
            && self.libraries.len() == 1
            && self.libraries.iter().all(|library| library.missing.is_empty())
    }

    /// Prints it for people.
    pub fn write(&self, out: &mut impl Write) -> Result<ExitCode> {
        writeln!(out, "{}", self.program.display())?;
        for library in &self.libraries {
            writeln!(
                out,
                "  was compiled for  {} ({}, needed by {})",
                library.interface,
                library.name,
                library.needed_by.display()
            )?;
            for provided_by in &library.provided_by {
                writeln!(out, "  Ferry's library   {}", provided_by.display())?;
            }
            match library.missing.len() {
                0 => writeln!(out, "  symbols of MPI    {}, all there", library.symbols)?,
                missing => writeln!(
                    out,
                    "  symbols of MPI    {}, of which {missing} are missing: {}",
                    library.symbols,
                    library.missing.join(", ")
                )?,
            }
            if library.missing.iter().any(|name| name.starts_with("__")) {
                writeln!(
                    out,
                    "                    names with _MOD_ are of the other MPI's modules: compile the program with Ferry's mpifort"
                )?;
            }
        }
        for name in &self.unknown {
            writeln!(out, "  needs {name}; {}", interface::UNKNOWN)?;
        }
        for name in &self.bindings {
            writeln!(
                out,
                "  needs {name}, MPI's functions for C++, which Ferry does not have (MPI 3.0 removed them): compile the program without them, \
                 by -DOMPI_SKIP_MPICXX or -DMPICH_SKIP_MPICXX and without that library"
            )?;
        }
        match self.libraries.len() {
            0 if !self.unknown.is_empty() => {}
            0 => writeln!(out, "  needs no MPI library itself; what it loads later may (as modules of Python do)")?,
            1 => {}
            _ => writeln!(out, "  needs two MPI libraries: use libraries that were compiled for one MPI")?,
        }
        let needs_none = self.libraries.is_empty() && self.unknown.is_empty() && self.bindings.is_empty();
        Ok(if self.is_good() || needs_none { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Names of MPI that the program and its libraries ask for and none of them defines.
fn wanted(file: &Path, needs: &[Need]) -> Result<BTreeSet<String>> {
    let mut wanted = symbols(file, false).with_context(|| format!("{} is no program that can be looked at", file.display()))?;
    let others = needs.iter().filter(|need| Interface::of(&need.name).is_none());
    for folder_and_name in others.filter_map(|need| Some(need.folder.as_ref()?.join(OsStr::from_bytes(&need.name)))) {
        let defined = symbols(&folder_and_name, true).unwrap_or_default();
        wanted.extend(symbols(&folder_and_name, false).unwrap_or_default());
        wanted.retain(|name| !defined.contains(name));
    }
    Ok(wanted)
}

fn library(interface: Interface, need: &Need, wanted: &BTreeSet<String>) -> Result<NeededLibrary> {
    let prefix = prefix::own()?;
    let [c, fortran] = interface.libraries().map(|library| prefix.join(library));
    let needs_fortran = wanted.iter().any(|name| ["mpi_", "pmpi_"].iter().chain(&MODULES).any(|prefix| name.starts_with(prefix)));
    let provided_by = if needs_fortran { vec![c, fortran] } else { vec![c] };
    let mut defined = BTreeSet::new();
    for library in &provided_by {
        defined.extend(symbols(library, true).with_context(|| format!("Ferry's library {}", library.display()))?);
    }
    Ok(NeededLibrary {
        name: need.text(),
        needed_by: need.by.clone(),
        interface: interface.name(),
        provided_by,
        symbols: wanted.len(),
        missing: wanted.difference(&defined).cloned().collect(),
    })
}

/// The dynamic symbols of MPI that a file defines, or those that it asks for.
fn symbols(file: &Path, defined: bool) -> Result<BTreeSet<String>> {
    let data = fs::read(file)?;
    let elf = ElfFile64::<Endianness>::parse(&*data)?;
    let names = elf
        .dynamic_symbols()
        .filter(|symbol| symbol.is_undefined() != defined)
        .filter_map(|symbol| symbol.name().ok().map(str::to_owned));
    Ok(names.filter(|name| PREFIXES.iter().chain(&MODULES).any(|prefix| name.starts_with(prefix))).collect())
}
