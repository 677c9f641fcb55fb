//! Names of types: within a crate one name means one thing, and no name is a word that says nothing
//! by itself.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::sources;

/// Words that name a type only together with another one: `HandshakeState`, not `State`.
const TOO_GENERAL: [&str; 6] = ["Place", "Stage", "Standing", "State", "Verdict", "Way"];

/// Names that may stand for several things in a crate, and why.
const REPEATED: [(&str, &str); 2] = [("Arguments", "the options of one subcommand"), ("Result", "a crate's own `Result`")];

/// Where types are defined: a crate and a name to the files.
type Definitions = BTreeMap<(String, String), Vec<String>>;

/// Fails naming every type of the workspace whose name breaks a rule.
pub fn run(root: &Path, generated: &[&str]) -> Result<()> {
    let mut definitions = Definitions::new();
    for source in sources::list(root, &["crates", "xtask"], generated)? {
        let path = Path::new(&source);
        if is_apart(path) {
            continue;
        }
        let text = fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {source}"))?;
        let folder = source.split("/src/").next().unwrap_or(&source).to_owned();
        for name in defined(&text) {
            definitions.entry((folder.clone(), name.to_owned())).or_default().push(source.clone());
        }
    }
    let problems = problems(&definitions);
    if !problems.is_empty() {
        bail!("names of types are ambiguous:\n{}", problems.join("\n"));
    }
    println!("{} names of types mean one thing in their crate", definitions.len());
    Ok(())
}

/// Whether a file's types are not part of the crate: tests, examples, and models that stand in for
/// other modules under loom.
fn is_apart(path: &Path) -> bool {
    let is_folder_of_tests =
        path.components().any(|part| ["tests", "examples", "benches"].iter().any(|name| part.as_os_str() == *name));
    is_folder_of_tests || path.ends_with("tests.rs") || path.ends_with("model.rs")
}

/// Types that a source defines before its tests begin, at any depth of modules but not in traits
/// and implementations.
fn defined(text: &str) -> impl Iterator<Item = &str> {
    text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).filter_map(|line| {
        let line = line.strip_prefix("pub").map_or(line, |rest| {
            let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
            rest.trim_start()
        });
        let kinds = ["struct ", "enum ", "trait ", "union ", "type "];
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
    })
}

fn problems(definitions: &Definitions) -> Vec<String> {
    let mut problems = Vec::new();
    for ((folder, name), files) in definitions {
        if TOO_GENERAL.contains(&name.as_str()) {
            problems.push(format!("{name} says too little; say whose or what for: {}", files.join(", ")));
        } else if files.len() > 1 && !REPEATED.iter().any(|(repeated, _)| repeated == name) {
            problems.push(format!("{name} means {} things in {folder}: {}", files.len(), files.join(", ")));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::{Definitions, defined, problems};

    #[test]
    fn types_are_found_at_the_start_of_lines_before_the_tests() {
        let text = "pub struct A;\nenum B<T> {}\npub(crate) trait C: Copy {\n    type Inner;\n}\nlet type_ = 1;\n#[cfg(test)]\nmod tests {}\nstruct D;";
        assert_eq!(defined(text).collect::<Vec<_>>(), ["A", "B", "C"]);
    }

    #[test]
    fn a_name_of_two_things_and_a_word_that_says_nothing_are_problems() {
        let entry = |folder: &str, name: &str, files: &[&str]| {
            ((folder.to_owned(), name.to_owned()), files.iter().map(|file| (*file).to_owned()).collect())
        };
        let definitions: Definitions = [
            entry("crates/a", "Entry", &["one.rs", "two.rs"]),
            entry("crates/a", "Arguments", &["one.rs", "two.rs"]),
            entry("crates/a", "Way", &["one.rs"]),
            entry("crates/b", "Entry", &["three.rs"]),
        ]
        .into();
        let found = problems(&definitions);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("Entry means 2 things in crates/a"), "{found:?}");
        assert!(found[1].starts_with("Way says too little"), "{found:?}");
    }
}
