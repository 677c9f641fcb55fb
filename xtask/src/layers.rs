//! Proves that the crates depend on each other as the table in ARCHITECTURE.md says, and that only
//! the crates it allows hold `unsafe` code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// Runs both checks on the workspace at `root`.
pub fn run(root: &Path) -> Result<()> {
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md")).context("cannot read ARCHITECTURE.md")?;
    let Table { allowed, may_be_unsafe } = table(&architecture)?;
    let actual = actual(root)?;
    let mut problems = layer_problems(&allowed, &actual);
    problems.extend(unsafe_problems(root, actual.keys(), &may_be_unsafe)?);
    if !problems.is_empty() {
        bail!("the crates are not layered as ARCHITECTURE.md says:\n{}", problems.join("\n"));
    }
    println!("{} crates are layered as ARCHITECTURE.md says", actual.len());
    Ok(())
}

/// What the table of crates says.
#[derive(Debug, Default, PartialEq)]
struct Table {
    allowed: Dependencies,
    may_be_unsafe: BTreeSet<String>,
}

/// The rows `| crate | holds | may depend on | unsafe for |` of the table; "all above" stands for
/// the rows before. A crate that may not hold `unsafe` code has "-" in the last column.
fn table(architecture: &str) -> Result<Table> {
    let mut table = Table::default();
    for line in architecture.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, depends_on, unsafe_for] = cells[..] else { bail!("not four cells: {line}") };
        let name = name.trim_matches('`');
        let mut dependencies = BTreeSet::new();
        for item in depends_on.split(',').map(str::trim).filter(|item| *item != "-") {
            match item {
                "all above" => dependencies.extend(table.allowed.keys().cloned()),
                item => _ = dependencies.insert(item.to_owned()),
            }
        }
        table.allowed.insert(name.to_owned(), dependencies);
        if unsafe_for != "-" {
            table.may_be_unsafe.insert(name.to_owned());
        }
    }
    ensure!(!table.allowed.is_empty(), "ARCHITECTURE.md has no table of crates");
    Ok(table)
}

/// Workspace crates and the workspace crates they are built with (not those of tests), without the
/// `ferry-` prefix.
fn actual(root: &Path) -> Result<Dependencies> {
    let output = Command::new(env!("CARGO")).args(["metadata", "--format-version=1", "--no-deps"]).current_dir(root).output()?;
    ensure!(output.status.success(), "cargo metadata failed:\n{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    Ok(packages.iter().map(|package| (short_name(&package["name"]), built_with(package))).collect())
}

fn built_with(package: &Value) -> BTreeSet<String> {
    let all = package["dependencies"].as_array().into_iter().flatten();
    let local = all.filter(|dependency| dependency["path"].is_string() && dependency["kind"] != "dev");
    local.map(|dependency| short_name(&dependency["name"])).collect()
}

fn short_name(name: &Value) -> String {
    let name = name.as_str().unwrap_or_default();
    name.strip_prefix("ferry-").unwrap_or(name).to_owned()
}

fn layer_problems(allowed: &Dependencies, actual: &Dependencies) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, dependencies) in actual {
        match allowed.get(name) {
            None => problems.push(format!("crate {name} is missing in the table")),
            Some(may) => {
                let forbidden = dependencies.difference(may);
                problems.extend(
                    forbidden.map(|dependency| format!("crate {name} depends on {dependency}, which the table does not allow")),
                );
            }
        }
    }
    let gone = allowed.keys().filter(|name| !actual.contains_key(*name));
    problems.extend(gone.map(|name| format!("crate {name} of the table does not exist")));
    problems
}

/// Crates whose root files do not forbid `unsafe` code, although the table does not allow it.
fn unsafe_problems<'a>(
    root: &Path,
    names: impl Iterator<Item = &'a String>,
    may_be_unsafe: &BTreeSet<String>,
) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for name in names.filter(|name| !may_be_unsafe.contains(*name)) {
        let folder = if name == "xtask" { root.join("xtask/src") } else { root.join("crates").join(name).join("src") };
        for file in ["lib.rs", "main.rs"].map(|file| folder.join(file)).into_iter().filter(|file| file.exists()) {
            let text = fs::read_to_string(&file)?;
            if !text.lines().any(|line| line.trim() == "#![forbid(unsafe_code)]") {
                problems.push(format!("{} does not say #![forbid(unsafe_code)]", file.strip_prefix(root)?.display()));
            }
        }
    }
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "| crate | holds | may depend on | `unsafe` for |\n|---|---|---|---|\n\
        | `a` | x | - | FFI |\n| `b` | x | a | - |\n| `c` | x | all above, d | - |\n| `d` | x | - | copies, sums |\n";

    fn edges(list: &[(&str, &[&str])]) -> Dependencies {
        list.iter().map(|(name, to)| ((*name).to_owned(), to.iter().map(|to| (*to).to_owned()).collect())).collect()
    }

    #[test]
    fn the_table_is_read_with_all_above() {
        let expected = edges(&[("a", &[]), ("b", &["a"]), ("c", &["a", "b", "d"]), ("d", &[])]);
        assert_eq!(table(TABLE).expect("a good table").allowed, expected);
    }

    #[test]
    fn the_last_column_says_who_may_hold_unsafe_code() {
        let expected = ["a", "d"].map(str::to_owned);
        assert_eq!(table(TABLE).expect("a good table").may_be_unsafe, BTreeSet::from(expected));
        assert!(table("| `a` | x | - |\n").is_err(), "a row without that column");
    }

    #[test]
    fn an_edge_outside_the_table_is_a_problem() {
        let allowed = table(TABLE).expect("a good table").allowed;
        assert!(layer_problems(&allowed, &edges(&[("a", &[]), ("b", &[]), ("c", &["d"]), ("d", &[])])).is_empty());
        let upwards = edges(&[("a", &["b"]), ("b", &[]), ("c", &[]), ("e", &[])]);
        let problems = layer_problems(&allowed, &upwards);
        assert_eq!(problems.len(), 3, "a -> b, e unknown, d gone: {problems:?}");
    }
}
