//! Where this installation lies: `PREFIX/bin/ferry` knows `PREFIX` from its own path, so that an
//! installation can be moved.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The prefix this command is installed in.
pub fn own() -> Result<PathBuf> {
    let program = std::env::current_exe().context("the path of this command")?;
    let prefix = program.parent().and_then(Path::parent);
    Ok(prefix.with_context(|| format!("{} lies in no bin folder", program.display()))?.to_owned())
}
