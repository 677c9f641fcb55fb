//! Names the shared object and hides every symbol that is not MPI's.

mod link;

fn main() {
    link::shared_object("libmpi_abi.so.1", "../../api/libmpi_abi.map");
}
