//! Names the shared object, has it need `libmpi_abi.so.1`, and gives entry points the other names
//! of `names.ld`.

/// What other objects may see.
const EXPORTS: &str = "{ global: mpi*; pmpi*; MPI_*; PMPI_*; local: *; };\n";

fn main() {
    ferry_link::named_with_exports("libmpifort_abi.so.1", EXPORTS);
    ferry_link::needs("libmpi_abi.so.1");
    ferry_link::further_names("names.ld");
}
