//! The Rust sources that people write.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Files that a tool wrote, beside those of `cargo xtask generate`.
const WRITTEN_BY_TOOLS: [&str; 1] = ["crates/verbs-sys/src/bindings.rs"];

/// Paths relative to `root` of every Rust source beneath `folders`, sorted, but for what builds
/// leave there and for `generated` files.
pub fn list(root: &Path, folders: &[&str], generated: &[&str]) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for folder in folders {
        collect(&root.join(folder), &mut found)?;
    }
    let mut sources = Vec::new();
    for path in found {
        let name = path.strip_prefix(root)?.to_string_lossy().into_owned();
        if !generated.contains(&name.as_str()) && !WRITTEN_BY_TOOLS.contains(&name.as_str()) {
            sources.push(name);
        }
    }
    sources.sort();
    Ok(sources)
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            if !path.ends_with("target") {
                collect(&path, into)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
    Ok(())
}
