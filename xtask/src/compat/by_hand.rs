//! Which functions are converted by hand: `pub unsafe fn <name><P: Peer>` in a module of
//! `crates/compat/src/by_hand`, where `<name>` is the MPI name in lower case without `MPI_`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Function name to module.
pub type ByHand = BTreeMap<String, String>;

/// Looks through every module in `folder`.
pub fn scan(folder: &Path) -> Result<ByHand> {
    let mut found = ByHand::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let module = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        found.extend(functions(&text).map(|name| (name.to_owned(), module.clone())));
    }
    Ok(found)
}

fn functions(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("pub unsafe fn ")?.split_once("<P: Peer>(").map(|(name, _)| name))
}

#[cfg(test)]
mod tests {
    #[test]
    fn generic_public_functions_are_found() {
        let text = "pub unsafe fn op_create<P: Peer>(a: u8) {}\npub unsafe fn type_lb(a: u8) {}\nunsafe fn x<P: Peer>() {}\n";
        assert_eq!(super::functions(text).collect::<Vec<_>>(), ["op_create"]);
    }
}
