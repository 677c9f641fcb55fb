//! Finds which functions have an implementation: `pub(crate) [unsafe] fn <name>` in a module of
//! `crates/abi/src/imp`, where `<name>` is the MPI name in lower case without `MPI_`. Functions
//! that a macro defines are named by a comment `// by macro: send, isend`; they are `unsafe`.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::model::Api;

/// Where an implementation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implementation {
    pub module: String,
    /// Declared `unsafe fn`.
    pub is_unsafe: bool,
}

/// Implementation name to its place.
pub type Implementations = BTreeMap<String, Implementation>;

/// Looks through every module in `folder`; no folder means nothing is implemented.
pub fn scan(folder: &Path, api: &Api) -> Result<Implementations> {
    let names: HashSet<String> = api.functions().map(|function| function.implementation_name()).collect();
    let mut found = Implementations::new();
    for (module, text) in modules(folder)? {
        for (name, is_unsafe) in crate_functions(&text).chain(macro_functions(&text)).filter(|(name, _)| names.contains(*name)) {
            let here = Implementation { module: module.clone(), is_unsafe };
            if let Some(first) = found.insert(name.to_owned(), here) {
                bail!("{name} is implemented in both imp::{} and imp::{module}", first.module);
            }
        }
    }
    Ok(found)
}

/// Name and text of the modules that `mod.rs` declares.
fn modules(folder: &Path) -> Result<BTreeMap<String, String>> {
    let Ok(map) = fs::read_to_string(folder.join("mod.rs")) else { return Ok(BTreeMap::new()) };
    let read = |name: &str| {
        let path = folder.join(format!("{name}.rs"));
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok((name.to_owned(), text))
    };
    declared_modules(&map).map(read).collect()
}

/// The names in `mod a;` and `pub mod b;` at the start of a line.
fn declared_modules(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        rest.strip_prefix("mod ")?.strip_suffix(';')
    })
}

/// Name and unsafety of the `pub(crate)` functions at the start of a line.
fn crate_functions(text: &str) -> impl Iterator<Item = (&str, bool)> {
    text.lines().filter_map(|line| {
        let rest = line.strip_prefix("pub(crate) ")?;
        let (is_unsafe, rest) = match rest.strip_prefix("unsafe ") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let name = rest.strip_prefix("fn ")?;
        Some((&name[..name.find(['(', '<'])?], is_unsafe))
    })
}

/// The functions that comments `// by macro: ...` name.
fn macro_functions(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let lists = text.lines().filter_map(|line| line.trim_start().strip_prefix("// by macro: "));
    lists.flat_map(|list| list.split(',')).map(|name| (name.trim(), true))
}

#[cfg(test)]
mod tests {
    use super::{crate_functions, declared_modules, macro_functions};

    #[test]
    fn finds_crate_visible_functions_only() {
        let text = "pub(crate) unsafe fn send(cx: &Cx) {}\npub(crate) fn wtime() -> c_double {}\n\
                    fn recv() {}\npub fn probe() {}\n    pub(crate) fn nested() {}\npub(crate) fn generic<T>(x: T) {}";
        let found: Vec<_> = crate_functions(text).collect();
        assert_eq!(found, [("send", true), ("wtime", false), ("generic", false)]);
    }

    #[test]
    fn modules_are_those_declared() {
        let found: Vec<_> = declared_modules("//! mod doc;\nmod a;\npub mod b;\npub(crate) mod c;\nmod inline {\n}\n").collect();
        assert_eq!(found, ["a", "b", "c"]);
    }

    #[test]
    fn comments_name_what_macros_define() {
        let found: Vec<_> =
            macro_functions("sends! {\n    // by macro: send, isend\n    send, isend: Mode::Standard;\n}").collect();
        assert_eq!(found, [("send", true), ("isend", true)]);
    }
}
