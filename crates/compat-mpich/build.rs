//! Names the shared object and hides every symbol that is not its interface.

fn main() {
    ferry_link::named("libmpi.so.12", "libmpi.so.12.map");
}
