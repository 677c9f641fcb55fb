//! The workspace's generated files: what they are, writing them, comparing them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::model::Api;
use crate::{compat, constants, entry_points, exports, fortran, header, implementations};

/// A generated file: path relative to the workspace root, and its whole text.
pub struct Generated {
    pub path: &'static str,
    pub text: String,
}

/// The directory that holds the workspace's Cargo.toml.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_path_buf()
}

/// Everything that `api/` and the implementations determine.
pub fn generate(root: &Path) -> Result<Vec<Generated>> {
    let api = Api::load(&root.join("api"))?;
    let implemented = implementations::scan(&root.join("crates/abi/src/imp"), &api)?;
    let file = |path, text| Generated { path, text };
    let mut files = vec![
        file("include/mpi.h", header::emit(&api)),
        file("api/exports.txt", exports::emit_list(&api)),
        file("api/libmpi_abi.map", exports::emit_version_script()),
        file("api/coverage.txt", exports::emit_coverage(&api, &implemented)),
        file("crates/constants/src/generated.rs", constants::emit(&api)),
        file("crates/abi/src/generated.rs", entry_points::emit(&api, &implemented)),
    ];
    files.extend(fortran::generate(&api));
    files.extend(compat::generate(root, &api)?);
    Ok(files)
}

/// Writes the files whose text changed, so that builds do not start over for nothing.
pub fn write_all(root: &Path, files: &[Generated]) -> Result<()> {
    for file in files {
        let path = root.join(file.path);
        if fs::read_to_string(&path).is_ok_and(|old| old == file.text) {
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, &file.text).with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrote {}", file.path);
    }
    Ok(())
}

/// Fails naming the first differing line of each file that is not up to date.
pub fn check_all(root: &Path, files: &[Generated]) -> Result<()> {
    let stale: Vec<String> = files.iter().filter_map(|file| difference(root, file)).collect();
    if !stale.is_empty() {
        bail!("generated files are stale; run `cargo xtask generate` and commit:\n{}", stale.join("\n"));
    }
    println!("{} generated files are up to date", files.len());
    Ok(())
}

fn difference(root: &Path, file: &Generated) -> Option<String> {
    let on_disk = fs::read_to_string(root.join(file.path)).unwrap_or_default();
    if on_disk == file.text {
        return None;
    }
    let equal = on_disk.lines().zip(file.text.lines()).take_while(|(old, new)| old == new).count();
    let line = |text: &str| text.lines().nth(equal).unwrap_or("(end of file)").to_owned();
    Some(format!("{}:{}\n  is:        {}\n  should be: {}", file.path, equal + 1, line(&on_disk), line(&file.text)))
}
