//! Compares two headers of the standard ABI: every name, signature, type and constant.
//!
//! Declarations are compared as text after preprocessing, with parameter names dropped and arrays
//! turned into pointers. Values, sizes and offsets are what a C program compiled with each header
//! prints. Names that only the other header has and that begin with MPIX_ are its extensions. Where
//! the other header is known to be older than the standard, `KNOWN` says so.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::surface::{Surface, differences};

/// Functions that MPICH 5.0.2 still declares as MPI 4.1 did, with a large count and no `_c` form;
/// the ABI header of MPI 5.0 has both forms. The second field is the old signature, `None` for a
/// function that was not there.
const KNOWN: [(&str, Option<&str>); 4] = [
    ("MPI_Psend_init", Some("int (const void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*)")),
    ("MPI_Psend_init_c", None),
    ("MPI_Precv_init", Some("int (void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*)")),
    ("MPI_Precv_init_c", None),
];

/// Leaves out what our header has beyond the ABI.
const ABI_ONLY: &str = "-DFERRY_ABI_ONLY";

/// Fails with every difference between `ours` and `other`.
pub fn run(ours: &Path, other: &Path) -> Result<()> {
    let mut surfaces = [read(ours)?, read(other)?];
    excuse_known(&mut surfaces);
    let mut problems = differences(&surfaces[0], &surfaces[1]);
    if problems.is_empty() {
        let program = probe(&surfaces[0]);
        problems = value_differences(&run_probe(ours, &program)?, &run_probe(other, &program)?);
    }
    if !problems.is_empty() {
        bail!("{} differs from {} (< ours, > theirs):\n{}", ours.display(), other.display(), problems.join("\n"));
    }
    let [Surface { functions, types, constants }, _] = &surfaces;
    println!("same as {}: {} functions, {} types, {} constants", other.display(), functions.len(), types.len(), constants.len());
    Ok(())
}

fn read(header: &Path) -> Result<Surface> {
    let declarations = preprocess(header, &["-E", "-P", ABI_ONLY])?;
    let macros = preprocess(header, &["-E", "-dM", ABI_ONLY])?;
    Ok(Surface::parse(&declarations, &macros))
}

/// Gives the other header our declaration where it has exactly the known old one.
fn excuse_known([ours, theirs]: &mut [Surface; 2]) {
    for (name, old) in KNOWN.iter().flat_map(|(name, old)| [((*name).to_owned(), old), (format!("P{name}"), old)]) {
        if theirs.functions.get(&name).map(String::as_str) != *old {
            continue;
        }
        if let Some(signature) = ours.functions.get(&name) {
            println!("known difference: {name} is {} in the other header", old.unwrap_or("missing"));
            theirs.functions.insert(name, signature.clone());
        }
    }
}

fn compiler() -> String {
    std::env::var("CC").unwrap_or_else(|_| "cc".to_owned())
}

fn preprocess(header: &Path, flags: &[&str]) -> Result<String> {
    let output =
        Command::new(compiler()).args(flags).args(["-x", "c"]).arg(header).output().context("cannot run the C compiler")?;
    ensure!(output.status.success(), "{} does not preprocess:\n{}", header.display(), String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// Pointer types that tell handles and special addresses from each other.
const POINTERS: [&str; 4] = ["void *", "char **", "char ***", "int *"];

/// A C program that prints type and value of every constant, size of every type, offset of every
/// field.
fn probe(surface: &Surface) -> String {
    let objects = surface.types.iter().filter(|(_, form)| !form.contains('('));
    let sizes = objects.clone().map(|(name, _)| format!("SIZE({name})\n"));
    let fields = objects.clone().flat_map(|(name, form)| fields(form).map(move |field| format!("FIELD({name}, {field})\n")));
    let handles = objects.filter(|(_, form)| form.as_str() == "handle").map(|(name, _)| name.as_str());
    let choices: String = handles.chain(POINTERS).chain(["MPI_Status *"]).map(|c| format!("{c}: \"{c}\", ")).collect();
    let constants = surface.constants.iter().map(|name| format!("CONSTANT({name})\n"));
    format!(
        "#include HEADER\n#include <stddef.h>\n#include <stdio.h>\n\
         #define TYPE(x) _Generic((x), {choices} int: \"int\", MPI_Offset: \"MPI_Offset\", default: \"callback\")\n\
         #define CONSTANT(x) printf(\"%s %s %lld\\n\", #x, TYPE(x), (long long)(intptr_t)(x));\n\
         #define SIZE(t) printf(\"sizeof %s %zu\\n\", #t, sizeof(t));\n\
         #define FIELD(t, f) printf(\"offsetof %s %s %zu\\n\", #t, #f, offsetof(t, f));\n\
         int main(void) {{\nprintf(\"signed %d %d %d\\n\", (MPI_Aint)-1 < 0, (MPI_Offset)-1 < 0, (MPI_Count)-1 < 0);\n{}return 0;\n}}\n",
        sizes.chain(fields).chain(constants).collect::<String>()
    )
}

/// The field names of a struct's canonical form `struct { int a; int b[5]; }`.
fn fields(form: &str) -> impl Iterator<Item = &str> {
    let body = form.strip_prefix("struct {").unwrap_or_default().trim_end_matches('}');
    let declared = body.split(';').map(|field| field.split('[').next().unwrap_or_default().trim());
    declared.filter_map(|field| field.rsplit([' ', '*']).next()).filter(|field| !field.is_empty())
}

fn run_probe(header: &Path, program: &str) -> Result<String> {
    let folder = std::env::temp_dir().join(format!("ferry-check-header-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let output = compile_and_run(&header.canonicalize()?, program, &folder);
    fs::remove_dir_all(&folder)?;
    output
}

fn compile_and_run(header: &Path, program: &str, folder: &Path) -> Result<String> {
    let (source, binary) = (folder.join("probe.c"), folder.join("probe"));
    fs::write(&source, program)?;
    let define = format!("-DHEADER=\"{}\"", header.display());
    let compile = Command::new(compiler()).args(["-std=gnu11", &define]).args([&source]).arg("-o").arg(&binary).output()?;
    ensure!(
        compile.status.success(),
        "the probe does not compile with {}:\n{}",
        header.display(),
        String::from_utf8_lossy(&compile.stderr)
    );
    let run = Command::new(&binary).output()?;
    ensure!(run.status.success(), "the probe failed: {}", run.status);
    Ok(String::from_utf8(run.stdout)?)
}

fn value_differences(ours: &str, theirs: &str) -> Vec<String> {
    let pairs = ours.lines().zip(theirs.lines()).filter(|(our, their)| our != their);
    pairs.map(|(our, their)| format!("< {our}\n> {their}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_a_struct() {
        let found: Vec<&str> = fields("struct { int MPI_SOURCE; void *p; int MPI_internal[5]; }").collect();
        assert_eq!(found, ["MPI_SOURCE", "p", "MPI_internal"]);
    }

    #[test]
    fn only_the_known_old_form_is_excused() {
        let surface = |count: &str| {
            Surface::parse(
                &format!(
                    "int MPI_Psend_init(const void *b, int p, {count} c, MPI_Datatype d, int e, int t, MPI_Comm m, MPI_Info i, MPI_Request *r);"
                ),
                "",
            )
        };
        for (count, excused) in [("MPI_Count", true), ("MPI_Aint", false)] {
            let mut surfaces = [surface("int"), surface(count)];
            excuse_known(&mut surfaces);
            assert_eq!(differences(&surfaces[0], &surfaces[1]).is_empty(), excused);
        }
    }

    #[test]
    fn a_different_value_is_found() {
        assert!(value_differences("A int 1\nB int 2\n", "A int 1\nB int 2\n").is_empty());
        assert_eq!(value_differences("A int 1\nB int 2\n", "A int 1\nB int 3\n"), ["< B int 2\n> B int 3"]);
    }
}
