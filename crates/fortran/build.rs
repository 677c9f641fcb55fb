//! Names the shared object, has it need `libmpi_abi.so.1`, and gives entry points the other names
//! of `names.ld`.

mod link;

/// What other objects may see.
const EXPORTS: &str = "{ global: mpi*; pmpi*; MPI_*; PMPI_*; local: *; };\n";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=link.rs");
    link::shared_object("libmpifort_abi.so.1", "libmpi_abi.so.1", EXPORTS, &["names.ld"]);
}
