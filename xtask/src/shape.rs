//! The shape of the code in figures: lines of each crate, `unsafe` blocks, and how many files need
//! each other in a circle. Tests and generated files are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::sources;

/// What is aimed at for the crate of entry points: lines, `unsafe` blocks, files in one circle.
const AIM_OF_ABI: [usize; 3] = [7000, 250, 4];

/// Most files of a crate that may need each other in a circle.
const CIRCLE_MAX: usize = 4;

/// Crates that had larger circles when that was first checked, and how large they may be. That of
/// `protocol` has 6 files and grows by one with each method for large messages.
const LARGER_CIRCLES: [(&str, usize); 8] =
    [("collective", 6), ("engine", 8), ("launch", 5), ("protocol", 9), ("rc", 7), ("sim", 13), ("ud", 10), ("verbs", 5)];

/// Figures of a crate.
#[derive(Debug, Default, PartialEq)]
struct Shape {
    lines: usize,
    unsafe_blocks: usize,
    /// The files of the largest circle, by module.
    circle: Vec<String>,
}

/// The texts of the modules of each crate of the workspace at `root`.
fn crates(root: &Path, generated: &[&str]) -> Result<BTreeMap<String, BTreeMap<String, String>>> {
    let mut crates: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for name in sources::list(root, &["crates"], generated)?.into_iter().filter(|name| !is_test(name)) {
        let Some((of, module)) = module_of(&name) else { continue };
        let text = fs::read_to_string(root.join(&name)).with_context(|| format!("cannot read {name}"))?;
        crates.entry(of).or_default().insert(module, without_tests(&text).to_owned());
    }
    Ok(crates)
}

/// Refuses circles of more files than may need each other.
///
/// # Errors
/// Names the crate and the files of its largest circle.
pub fn check(root: &Path, generated: &[&str]) -> Result<()> {
    let too_large: Vec<String> =
        crates(root, generated)?.iter().filter_map(|(name, modules)| circle_problem(name, &shape(modules).circle)).collect();
    if !too_large.is_empty() {
        bail!("files need each other in circles (have what is beneath know nothing of what is above):\n{}", too_large.join("\n"));
    }
    Ok(())
}

fn circle_problem(name: &str, circle: &[String]) -> Option<String> {
    let allowed = LARGER_CIRCLES.iter().find(|(of, _)| *of == name).map_or(CIRCLE_MAX, |(_, files)| *files);
    let text = || format!("{name}: {} files, {allowed} may be: {}", circle.len(), circle.join(", "));
    (circle.len() > allowed).then(text)
}

/// Prints the figures of the workspace at `root`.
pub fn run(root: &Path, generated: &[&str]) -> Result<()> {
    let crates = crates(root, generated)?;
    println!("{:<18} {:>7} {:>7} {:>7}", "crate", "lines", "unsafe", "circle");
    let mut total = 0;
    for (name, modules) in &crates {
        let Shape { lines, unsafe_blocks, circle } = shape(modules);
        total += lines;
        println!("{name:<18} {lines:>7} {unsafe_blocks:>7} {:>7}", circle.len());
        if name == "abi" {
            println!("{:<18} {:>7} {:>7} {:>7}", "  aim", AIM_OF_ABI[0], AIM_OF_ABI[1], AIM_OF_ABI[2]);
        }
    }
    println!("{:<18} {total:>7}", "all");
    Ok(())
}

fn is_test(name: &str) -> bool {
    name.contains("/tests/") || name.contains("/benches/") || name.ends_with("tests.rs") || name.ends_with("testing.rs")
}

/// Crate and module (`a::b`, empty for the root) of a source in `crates/*/src`.
fn module_of(name: &str) -> Option<(String, String)> {
    let (of, file) = name.strip_prefix("crates/")?.split_once("/src/")?;
    let path = file.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let module = if matches!(path, "lib" | "main" | "mod") { String::new() } else { path.replace('/', "::") };
    Some((of.to_owned(), module))
}

/// The text before the modules of unit tests, which stand last: some of them are compiled for tests
/// of a kind only.
fn without_tests(text: &str) -> &str {
    let is_of_tests = |at: usize| {
        let mut lines = text[at..].lines();
        let (condition, module) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        condition.contains("test") && module.starts_with("mod ") && module.ends_with("tests {")
    };
    text.match_indices("#[cfg(").map(|(at, _)| at).find(|at| is_of_tests(*at)).map_or(text, |end| &text[..end])
}

fn shape(modules: &BTreeMap<String, String>) -> Shape {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let blocks = |text: &String| text.lines().filter(is_code).map(|line| line.matches("unsafe {").count()).sum::<usize>();
    let needs: BTreeMap<&str, BTreeSet<&str>> =
        modules.iter().map(|(module, text)| (module.as_str(), needed(module, text, modules))).collect();
    let reached: BTreeMap<&str, BTreeSet<&str>> = needs.keys().map(|module| (*module, reach(module, &needs))).collect();
    let circle_of = |module: &&str| -> Vec<String> {
        let others = reached[module].iter().filter(|other| reached[*other].contains(module));
        others.map(|other| (*other).to_owned()).collect()
    };
    Shape {
        lines: modules.values().map(|text| text.lines().count()).sum(),
        unsafe_blocks: modules.values().map(blocks).sum(),
        circle: needs.keys().map(circle_of).max_by_key(Vec::len).unwrap_or_default(),
    }
}

/// Everything that `module` needs, directly or not.
fn reach<'a>(module: &'a str, needs: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let (mut reached, mut left) = (BTreeSet::new(), vec![module]);
    while let Some(next) = left.pop() {
        left.extend(needs[next].iter().filter(|other| reached.insert(**other)));
    }
    reached
}

/// The modules whose items `module` names by paths that begin with `crate`, `self` or `super`, or
/// with a module that such a path has imported.
fn needed<'a>(module: &str, text: &str, modules: &'a BTreeMap<String, String>) -> BTreeSet<&'a str> {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut named: Vec<String> = paths(&code).iter().filter_map(|path| absolute(module, path)).collect();
    let imported: Vec<String> = named.iter().filter(|path| modules.contains_key(*path)).cloned().collect();
    for path in imported {
        let start = format!("{}::", path.rsplit("::").next().unwrap_or(&path));
        for at in beginnings(&code, &start) {
            expand(&format!("{path}::"), &code[at + start.len()..], &mut named);
        }
    }
    named.iter().filter_map(|path| longest(path, modules)).filter(|other| *other != module).collect()
}

/// Paths that begin with `crate`, `self` or `super`, with what stands in braces behind them.
fn paths(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for start in ["crate::", "self::", "super::"] {
        for at in beginnings(code, start) {
            expand("", &code[at..], &mut found);
        }
    }
    found
}

/// Where paths begin with `start`: not in the middle of a longer path or word.
fn beginnings(code: &str, start: &str) -> Vec<usize> {
    let is_within = |at: usize| code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':');
    code.match_indices(start).map(|(at, _)| at).filter(|at| !is_within(*at)).collect()
}

/// Adds the paths that `rest` begins with to `found`, each behind `prefix`; returns what is behind.
fn expand<'a>(prefix: &str, rest: &'a str, found: &mut Vec<String>) -> &'a str {
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
    let path = format!("{prefix}{}", &rest[..end]);
    let mut rest = &rest[end..];
    if !path.ends_with("::") || !rest.starts_with('{') {
        found.push(path);
        return rest;
    }
    while let Some(inside) = rest.strip_prefix(['{', ',']) {
        rest = expand(&path, inside.trim_start(), found).trim_start();
    }
    rest.strip_prefix('}').unwrap_or(rest)
}

/// The path without `crate`, `self` and `super`.
fn absolute(module: &str, path: &str) -> Option<String> {
    let mut base: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    let mut parts = path.split("::").filter(|part| !part.is_empty()).peekable();
    match parts.next()? {
        "crate" => base.clear(),
        "super" => _ = base.pop(),
        _ => {}
    }
    while parts.next_if_eq(&"super").is_some() {
        base.pop();
    }
    base.extend(parts);
    Some(base.join("::"))
}

/// The module that a path leads to: itself, or one around it. Items of the root belong to no
/// circle.
fn longest<'a>(path: &str, modules: &'a BTreeMap<String, String>) -> Option<&'a str> {
    let mut path = path;
    while !path.is_empty() {
        if let Some((module, _)) = modules.get_key_value(path) {
            return Some(module);
        }
        path = path.rsplit_once("::").map_or("", |(around, _)| around);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(texts: &[(&str, &str)]) -> BTreeMap<String, String> {
        texts.iter().map(|(module, text)| ((*module).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn files_in_a_circle_are_found() {
        let modules = modules(&[
            ("", "mod a;\nmod b;\nmod c;\n"),
            ("a", "use crate::b::{Thing, c::Other};\n// crate::c::in_a_comment\n"),
            ("b", "use super::c::two;\nfn one() { unsafe { two() } }\n"),
            ("c", "fn two() { crate::a::three(); }\n"),
            ("d", "use crate::a::three;\n"),
        ]);
        let circle = ["a", "b", "c"].map(str::to_owned).into();
        assert_eq!(shape(&modules), Shape { lines: 3 + 2 + 2 + 1 + 1, unsafe_blocks: 1, circle });
    }

    #[test]
    fn circles_that_are_too_large_are_named() {
        let circle = ["a", "b", "c", "d", "e"].map(str::to_owned);
        assert_eq!(circle_problem("core", &circle[..4]), None);
        assert_eq!(circle_problem("core", &circle).as_deref(), Some("core: 5 files, 4 may be: a, b, c, d, e"));
        assert_eq!(circle_problem("launch", &circle), None, "one that has it");
    }

    #[test]
    fn files_of_a_tree_are_in_no_circle() {
        let modules = modules(&[("a", "use self::b::one;\n"), ("a::b", "use crate::c::two;\n"), ("c", "")]);
        assert_eq!(shape(&modules).circle, Vec::<String>::new());
    }

    #[test]
    fn modules_that_are_imported_begin_paths() {
        let modules = modules(&[
            ("a", "pub mod b;\npub mod c;\n"),
            ("a::b", "use crate::a;\nfn one() { a::c::two(); }\n"),
            ("a::c", "use super::b;\nfn two() { b::one(); other::b::three(); }\n"),
        ]);
        let circle: Vec<String> = ["a::b", "a::c"].map(str::to_owned).into();
        assert_eq!(shape(&modules).circle, circle);
    }

    #[test]
    fn paths_are_taken_apart() {
        let code = "use crate::{a::{b, c::D}, e};\nsuper::super::f(self::g::h); mycrate::i; x::crate::y";
        let expected = ["crate::a::b", "crate::a::c::D", "crate::e", "self::g::h", "super::super::f"];
        assert_eq!(paths(code), expected);
        assert_eq!(absolute("a::b::c", "super::super::f").as_deref(), Some("a::f"));
        assert_eq!(absolute("a", "self::g::h").as_deref(), Some("a::g::h"));
    }

    #[test]
    fn names_of_sources_are_modules() {
        let of = |name| module_of(name).map(|(of, module)| format!("{of} {module}"));
        assert_eq!(of("crates/abi/src/imp/mod.rs").as_deref(), Some("abi imp"));
        assert_eq!(of("crates/abi/src/lib.rs").as_deref(), Some("abi "));
        assert_eq!(of("crates/abi/src/imp/io/open.rs").as_deref(), Some("abi imp::io::open"));
        assert_eq!(of("crates/abi/build.rs"), None);
        for condition in ["test", "all(test, loom)", "all(test, not(miri))"] {
            assert_eq!(without_tests(&format!("a\n#[cfg({condition})]\nmod some_tests {{\n}}\n")), "a\n");
        }
        let text = "#[cfg(test)]\nmod tests;\n#[cfg(not(loom))]\nmod a {\n}\n";
        assert_eq!(without_tests(text), text);
    }
}
