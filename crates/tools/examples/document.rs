//! Writes `docs/mpi_t.md` to standard output.

fn main() {
    print!("{}", ferry_tools::document::document());
}
