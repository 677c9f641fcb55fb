//! What the build scripts of Ferry's shared objects have in common: arguments for the linker.
//!
//! Every function prints lines for Cargo, which name what the linker gets and what a change of
//! makes the script run again.

#![forbid(unsafe_code)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names a shared object and hides every symbol that is not its interface, which the version script
/// at `map` lists.
pub fn named(soname: &str, map: &str) {
    let map = in_crate(map);
    println!("cargo:rerun-if-changed={}", map.display());
    name(soname, &map);
}

/// The same with a version script of the text `exports`.
pub fn named_with_exports(soname: &str, exports: &str) {
    let map = out_dir().join("exports.map");
    write(&map, exports);
    println!("cargo:rerun-if-changed=build.rs");
    name(soname, &map);
}

fn name(soname: &str, map: &Path) {
    pass(&format!("-Wl,-soname,{soname}"));
    pass(&format!("-Wl,--version-script={}", map.display()));
    use_lld(soname);
}

/// Has the shared object need a library of this name, which the loader looks for beside it first.
///
/// It is linked with an empty stand-in: the linker notes the need, and the loader finds the
/// functions in whichever library of that name the program runs with.
pub fn needs(library: &str) {
    // Unit tests call no function of MPI.
    println!("cargo:rustc-link-arg=-Wl,--unresolved-symbols=ignore-all");
    pass("-Wl,--no-as-needed");
    pass(&stand_in(library).display().to_string());
    pass("-Wl,-rpath,$ORIGIN");
    pass("-Wl,--enable-new-dtags");
}

/// Gives symbols the other names that a linker script of the crate says.
pub fn further_names(script: &str) {
    let script = in_crate(script);
    println!("cargo:rerun-if-changed={}", script.display());
    pass(&script.display().to_string());
}

/// A file of the crate that is built.
fn in_crate(path: &str) -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR")).join(path)
}

fn out_dir() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"))
}

fn pass(argument: &str) {
    println!("cargo:rustc-cdylib-link-arg={argument}");
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("OUT_DIR can be written");
}

/// An empty shared object of a name.
fn stand_in(name: &str) -> PathBuf {
    let (source, library) = (out_dir().join("empty.c"), out_dir().join("libneeded.so"));
    write(&source, "");
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let soname = format!("-Wl,-soname,{name}");
    let status = Command::new(&compiler).args(["-shared", "-nostdlib", &soname, "-o"]).arg(&library).arg(&source).status();
    assert!(status.is_ok_and(|status| status.success()), "{compiler} cannot link a shared library");
    library
}

/// rustc hands the linker a version script of its own beside ours. LLD merges the two; GNU ld
/// refuses. Rust's own toolchains bring LLD and use it; a distribution's may not, and then `ld.lld`
/// must be installed.
fn use_lld(soname: &str) {
    if !toolchain_brings_lld() {
        assert!(lld_is_on_path(), "this Rust toolchain links with GNU ld, which cannot link {soname}: install LLD (package lld)");
        pass("-fuse-ld=lld");
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
