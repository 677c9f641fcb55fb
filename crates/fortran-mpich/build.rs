//! Names the shared object, has it need `libmpi.so.12`, and gives entry points their other names.

/// What other objects may see.
const EXPORTS: &str = "{ global: mpi*; pmpi*; MPI_*; PMPI_*; MPIR_*; __mpi*; local: *; };\n";

fn main() {
    ferry_link::named_with_exports("libmpifort.so.12", EXPORTS);
    ferry_link::needs("libmpi.so.12");
    ferry_link::further_names("../fortran/names.ld");
    ferry_link::further_names("modules.ld");
    ferry_link::further_names("../fortran/removed.ld");
}
