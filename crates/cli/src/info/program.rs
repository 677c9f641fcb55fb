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
const PREFIXES: [&str; 8] = ["MPI_", "PMPI_", "MPIX_", "PMPIX_", "MPIR_", "MPII_", "ompi_", "OMPI_"];

/// What is said of a program; the JSON has these fields.
#[derive(Debug, Serialize)]
pub struct Report {
    program: PathBuf,
    libraries: Vec<Library>,
}

/// One MPI library that the program, or a library of its, needs.
#[derive(Debug, Serialize)]
struct Library {
    name: String,
    needed_by: PathBuf,
    interface: &'static str,
    provided_by: PathBuf,
    symbols: usize,
    missing: Vec<String>,
}

impl Report {
    /// Looks at the program that a command of this name starts.
    pub fn of(name: &OsStr) -> Result<Self> {
        let path = env::var_os("PATH");
        let file = program::resolve(name, path.as_deref(), None)?;
        let given = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let needs = needs::of(&file, given.as_bytes());
        let wanted = wanted(&file, &needs)?;
        let found = interface::of(&needs).into_iter().map(|(interface, need)| library(interface, need, &wanted));
        Ok(Report { libraries: found.collect::<Result<_>>()?, program: file })
    }

    /// Whether it can run on Ferry.
    pub fn is_good(&self) -> bool {
        self.libraries.len() == 1 && self.libraries.iter().all(|library| library.missing.is_empty())
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
            writeln!(out, "  Ferry's library   {}", library.provided_by.display())?;
            match library.missing.len() {
                0 => writeln!(out, "  symbols of MPI    {}, all there", library.symbols)?,
                missing => writeln!(
                    out,
                    "  symbols of MPI    {}, of which {missing} are missing: {}",
                    library.symbols,
                    library.missing.join(", ")
                )?,
            }
        }
        match self.libraries.len() {
            0 => writeln!(out, "  needs no MPI library itself; what it loads later may (as modules of Python do)")?,
            1 => {}
            _ => writeln!(out, "  needs two MPI libraries: use libraries that were compiled for one MPI")?,
        }
        Ok(if self.is_good() || self.libraries.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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

fn library(interface: Interface, need: &Need, wanted: &BTreeSet<String>) -> Result<Library> {
    let provided_by = prefix::own()?.join(interface.library());
    let defined = symbols(&provided_by, true).with_context(|| format!("Ferry's library {}", provided_by.display()))?;
    Ok(Library {
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
    Ok(names.filter(|name| PREFIXES.iter().any(|prefix| name.starts_with(prefix))).collect())
}
