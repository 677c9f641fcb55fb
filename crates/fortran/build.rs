//! Names the shared object, has it need `libmpi_abi.so.1`, and gives entry points the other names
//! of `names.ld`.
//!
//! The library is linked with an empty stand-in of `libmpi_abi.so.1`: the linker notes the need,
//! the loader finds the functions in whichever library of the standard ABI the program runs with.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What other objects may see.
const EXPORTS: &str = "{ global: mpi*; pmpi*; MPI_*; PMPI_*; local: *; };\n";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let script = folder.join("exports.map");
    fs::write(&script, EXPORTS).expect("OUT_DIR can be written");
    let names = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR")).join("names.ld");
    println!("cargo:rerun-if-changed={}", names.display());
    // Unit tests call no function of MPI.
    println!("cargo:rustc-link-arg=-Wl,--unresolved-symbols=ignore-all");
    for argument in [
        "-Wl,-soname,libmpifort_abi.so.1".to_owned(),
        format!("-Wl,--version-script={}", script.display()),
        names.display().to_string(),
        "-Wl,--no-as-needed".to_owned(),
        stand_in(&folder).display().to_string(),
        "-Wl,-rpath,$ORIGIN".to_owned(),
        "-Wl,--enable-new-dtags".to_owned(),
    ] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
    if !toolchain_brings_lld() {
        println!("cargo:rustc-cdylib-link-arg=-fuse-ld=lld");
    }
}

/// An empty shared object with the name that programs of the standard ABI need.
fn stand_in(folder: &Path) -> PathBuf {
    let (source, library) = (folder.join("empty.c"), folder.join("libmpi_abi.so"));
    fs::write(&source, "").expect("OUT_DIR can be written");
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let status = Command::new(&compiler)
        .args(["-shared", "-nostdlib", "-Wl,-soname,libmpi_abi.so.1", "-o"])
        .args([&library, &source])
        .status();
    assert!(status.is_ok_and(|status| status.success()), "{compiler} cannot link a shared library");
    library
}

/// GNU ld refuses the second version script (crates/abi/build.rs); distributions' toolchains need
/// LLD installed.
fn toolchain_brings_lld() -> bool {
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    let target = env::var("TARGET").expect("cargo sets TARGET");
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().expect("rustc runs");
    let sysroot = PathBuf::from(String::from_utf8(output.stdout).expect("the path of the toolchain is UTF-8").trim());
    sysroot.join("lib/rustlib").join(target).join("bin/gcc-ld/ld.lld").exists()
}
