//! Names the shared object and hides every symbol that is not its interface.

#[path = "../abi/link.rs"]
mod link;

fn main() {
    link::shared_object("libmpi.so.40", "libmpi.so.40.map");
}
