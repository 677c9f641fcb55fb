//! Names the shared object and hides every symbol that is not MPI's.

fn main() {
    ferry_link::named("libmpi_abi.so.1", "../../api/libmpi_abi.map");
}
