//! Names the shared object, has it need `libmpi.so.40`, and gives entry points their other names.

#[path = "../fortran/link.rs"]
mod link;

/// What other objects may see.
const EXPORTS: &str = "{ global: mpi*; pmpi*; MPI_*; PMPI_*; local: *; };\n";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../fortran/link.rs");
    link::shared_object("libmpi_mpifh.so.40", "libmpi.so.40", EXPORTS, &["../fortran/names.ld", "names.ld"]);
}
