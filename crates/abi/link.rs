//! What the build scripts of the shared objects that C programs load have in common.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names a shared object and hides every symbol that is not its interface, which the version script
/// lists.
///
/// rustc hands the linker a version script of its own beside ours. LLD merges the two; GNU ld
/// refuses. Rust's own toolchains bring LLD and use it; a distribution's may not, and then `ld.lld`
/// must be installed.
pub fn shared_object(soname: &str, version_script: &str) {
    let crate_folder = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let script = Path::new(&crate_folder).join(version_script);
    println!("cargo:rerun-if-changed={}", script.display());
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,{soname}");
    println!("cargo:rustc-cdylib-link-arg=-Wl,--version-script={}", script.display());
    if !toolchain_brings_lld() {
        assert!(lld_is_on_path(), "this Rust toolchain links with GNU ld, which cannot link {soname}: install LLD (package lld)");
        println!("cargo:rustc-cdylib-link-arg=-fuse-ld=lld");
    }
}

fn toolchain_brings_lld() -> bool {
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    let target = env::var("TARGET").expect("cargo sets TARGET");
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().expect("rustc runs");
    let sysroot = PathBuf::from(String::from_utf8(output.stdout).expect("the path of the toolchain is UTF-8").trim());
    sysroot.join("lib/rustlib").join(target).join("bin/gcc-ld/ld.lld").exists()
}

fn lld_is_on_path() -> bool {
    env::split_paths(&env::var_os("PATH").unwrap_or_default()).any(|folder| folder.join("ld.lld").exists())
}
