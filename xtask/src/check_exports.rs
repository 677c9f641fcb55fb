//! Compares a built library's dynamic symbols with `api/exports.txt`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use object::elf::{DT_SONAME, FileHeader64};
use object::read::elf::{Dyn, ElfFile64, FileHeader, SectionHeader};
use object::{Endianness, Object, ObjectSymbol};

const SONAME: &str = "libmpi_abi.so.1";

/// Fails unless `library` exports exactly the symbols of `list`, each `MPI_X` a weak alias of
/// `PMPI_X`, under the right soname.
pub fn run(list: &Path, library: &Path) -> Result<()> {
    let expected = fs::read_to_string(list).with_context(|| format!("cannot read {}", list.display()))?;
    let data = fs::read(library).with_context(|| format!("cannot read {}", library.display()))?;
    let file = ElfFile64::<Endianness>::parse(&*data).with_context(|| format!("{} is no ELF file", library.display()))?;
    let exported = exported(&file)?;
    let problems = differences(&parse_list(&expected)?, &exported);
    if !problems.is_empty() {
        bail!("{} differs from {}:\n{}", library.display(), list.display(), problems.join("\n"));
    }
    let name = soname(&data)?;
    ensure!(name.as_deref() == Some(SONAME), "the soname is {name:?}, not {SONAME}");
    println!("{} exports {} symbols and no other, soname {SONAME}", library.display(), exported.len());
    Ok(())
}

/// Symbol binding as `nm` prints it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Binding {
    Strong,
    Weak,
}

#[derive(Clone, Copy, Debug)]
struct Symbol {
    binding: Binding,
    address: u64,
}

fn parse_list(text: &str) -> Result<BTreeMap<&str, Binding>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let parse = |line: &'_ str| match line.split_once(' ') {
        Some(("T", name)) => Ok((line.len() - name.len(), Binding::Strong)),
        Some(("W", name)) => Ok((line.len() - name.len(), Binding::Weak)),
        _ => bail!("not `T name` or `W name`: {line}"),
    };
    lines.map(|line| parse(line).map(|(start, binding)| (&line[start..], binding))).collect()
}

fn exported(file: &ElfFile64) -> Result<BTreeMap<String, Symbol>> {
    let mut symbols = BTreeMap::new();
    for symbol in file.dynamic_symbols().filter(|symbol| symbol.is_definition()) {
        let binding = if symbol.is_weak() { Binding::Weak } else { Binding::Strong };
        symbols.insert(symbol.name()?.to_owned(), Symbol { binding, address: symbol.address() });
    }
    Ok(symbols)
}

fn differences(expected: &BTreeMap<&str, Binding>, exported: &BTreeMap<String, Symbol>) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, binding) in expected {
        match exported.get(*name) {
            None => problems.push(format!("{name} is missing")),
            Some(found) if found.binding != *binding => problems.push(format!("{name} is {:?}, not {binding:?}", found.binding)),
            Some(found) if *binding == Binding::Weak => problems.extend(alias_problem(name, found, exported)),
            Some(_) => {}
        }
    }
    let extra = exported.keys().filter(|name| !expected.contains_key(name.as_str()));
    problems.extend(extra.map(|name| format!("{name} should not be exported")));
    problems
}

fn alias_problem(name: &str, found: &Symbol, exported: &BTreeMap<String, Symbol>) -> Option<String> {
    let target = exported.get(&format!("P{name}"))?;
    (target.address != found.address).then(|| format!("{name} is not an alias of P{name}"))
}

fn soname(data: &[u8]) -> Result<Option<String>> {
    let header = FileHeader64::<Endianness>::parse(data)?;
    let endian = header.endian()?;
    let sections = header.sections(endian, data)?;
    for section in sections.iter() {
        let Some((entries, strings)) = section.dynamic(endian, data)? else { continue };
        let strings = sections.strings(endian, data, strings)?;
        if let Some(entry) = entries.iter().find(|entry| entry.tag32(endian) == Some(DT_SONAME)) {
            return Ok(Some(String::from_utf8_lossy(entry.string(endian, strings)?).into_owned()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbols(list: &[(&str, Binding, u64)]) -> BTreeMap<String, Symbol> {
        list.iter().map(|&(name, binding, address)| (name.to_owned(), Symbol { binding, address })).collect()
    }

    fn problems(list: &[(&str, Binding, u64)]) -> Vec<String> {
        differences(&parse_list("# comment\nW MPI_X\nT PMPI_X\n").expect("a good list"), &symbols(list))
    }

    #[test]
    fn the_right_library_has_no_problems() {
        assert!(problems(&[("MPI_X", Binding::Weak, 1), ("PMPI_X", Binding::Strong, 1)]).is_empty());
    }

    #[test]
    fn each_wrong_symbol_is_named() {
        assert_eq!(problems(&[("PMPI_X", Binding::Strong, 1)]), ["MPI_X is missing"]);
        assert_eq!(problems(&[("MPI_X", Binding::Weak, 1), ("PMPI_X", Binding::Strong, 2)]), ["MPI_X is not an alias of PMPI_X"]);
        assert_eq!(problems(&[("MPI_X", Binding::Strong, 1), ("PMPI_X", Binding::Strong, 1)]), ["MPI_X is Strong, not Weak"]);
        let extra = [("MPI_X", Binding::Weak, 1), ("PMPI_X", Binding::Strong, 1), ("rust_eh_personality", Binding::Strong, 3)];
        assert_eq!(problems(&extra), ["rust_eh_personality should not be exported"]);
    }
}
