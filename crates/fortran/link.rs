//! What the build scripts of the Fortran libraries have in common.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names the shared object, has it need the library of C's functions, and gives entry points the
/// other names of the linker scripts.
///
/// The library is linked with an empty stand-in of the one it needs: the linker notes the need, the
/// loader finds the functions in whichever library of that name the program runs with.
pub fn shared_object(soname: &str, needed: &str, exports: &str, scripts: &[&str]) {
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let map = folder.join("exports.map");
    fs::write(&map, exports).expect("OUT_DIR can be written");
    // Unit tests call no function of MPI.
    println!("cargo:rustc-link-arg=-Wl,--unresolved-symbols=ignore-all");
    let crate_folder = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    for script in scripts.iter().map(|script| Path::new(&crate_folder).join(script)) {
        println!("cargo:rerun-if-changed={}", script.display());
        println!("cargo:rustc-cdylib-link-arg={}", script.display());
    }
    for argument in [
        format!("-Wl,-soname,{soname}"),
        format!("-Wl,--version-script={}", map.display()),
        "-Wl,--no-as-needed".to_owned(),
        stand_in(&folder, needed).display().to_string(),
        "-Wl,-rpath,$ORIGIN".to_owned(),
        "-Wl,--enable-new-dtags".to_owned(),
    ] {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
    if !toolchain_brings_lld() {
        println!("cargo:rustc-cdylib-link-arg=-fuse-ld=lld");
    }
}

/// An empty shared object of a name.
fn stand_in(folder: &Path, needed: &str) -> PathBuf {
    let (source, library) = (folder.join("empty.c"), folder.join("libneeded.so"));
    fs::write(&source, "").expect("OUT_DIR can be written");
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let status = Command::new(&compiler)
        .args(["-shared", "-nostdlib", "-o"])
        .arg(&library)
        .arg(format!("-Wl,-soname,{needed}"))
        .arg(&source)
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
