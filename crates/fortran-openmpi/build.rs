//! Names the shared object, has it need `libmpi.so.40`, and gives entry points their other names.

/// What other objects may see.
const EXPORTS: &str = "{ global: mpi*; pmpi*; MPI_*; PMPI_*; __mpi*; local: *; };\n";

fn main() {
    ferry_link::named_with_exports("libmpi_mpifh.so.40", EXPORTS);
    ferry_link::needs("libmpi.so.40");
    ferry_link::further_names("../fortran/names.ld");
    ferry_link::further_names("names.ld");
    ferry_link::further_names("modules.ld");
    ferry_link::further_names("../fortran/removed.ld");
}
