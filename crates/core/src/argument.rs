//! Error messages about handles that are not what the call asked for.

use ferry_handle::{FIRST_CREATED, Kind};

use crate::Error;

/// What a function expects of a handle argument.
#[derive(Clone, Copy)]
pub struct Expected {
    /// The error class of a handle that is anything else.
    pub class: i32,
    /// The kind of object, as in "a group".
    pub what: &'static str,
    /// The null handle of the kind and its name.
    pub null: (usize, &'static str),
}

impl Expected {
    /// The error for argument `argument`, which is `handle` and refers to no such object.
    #[cold]
    pub fn violated(&self, argument: &str, handle: usize) -> Error {
        let Expected { class, what, null } = *self;
        let seen = match name_of(handle) {
            _ if handle == null.0 => null.1.to_owned(),
            Some(name) if name == what => format!("{handle:#x}, a freed or invalid {what}"),
            Some(name) => match ferry_constants::handle_name(handle) {
                Some(predefined) => format!("{predefined}, which is a {name} handle"),
                None => format!("{handle:#x}, which is a {name} handle"),
            },
            None => format!("{handle:#x}, which is no handle"),
        };
        Error::new(class, format!("argument {argument} is {seen}; it must be a valid {what}"))
    }
}

/// The kind of object that a handle claims to refer to.
fn name_of(handle: usize) -> Option<&'static str> {
    const RESERVED_BITS: usize = 0xff0;
    match handle {
        FIRST_CREATED.. if handle & RESERVED_BITS == 0 => Kind::name_of(handle),
        0x020..0x040 => Some("operation"),
        0x100..0x108 => Some("communicator"),
        0x108..0x110 => Some("group"),
        0x110..0x118 => Some("window"),
        0x118..0x120 => Some("file"),
        0x120..0x128 => Some("session"),
        0x128..0x130 => Some("message"),
        0x130..0x138 => Some("info"),
        0x140..0x150 => Some("error handler"),
        0x180..0x188 => Some("request"),
        0x200..0x300 => Some("datatype"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_constants as mpi;
    use ferry_handle::Table;

    const GROUP: Expected = Expected { class: mpi::MPI_ERR_GROUP, what: "group", null: (mpi::MPI_GROUP_NULL, "MPI_GROUP_NULL") };

    #[test]
    fn messages_say_what_was_passed() {
        let freed = {
            let mut table = Table::new(Kind::Group);
            let handle = table.insert(());
            table.remove(handle);
            handle
        };
        let datatype = Table::new(Kind::Datatype).insert(());
        for (handle, words) in [
            (mpi::MPI_GROUP_NULL, "is MPI_GROUP_NULL;"),
            (freed, "a freed or invalid group;"),
            (datatype, "which is a datatype handle;"),
            (mpi::MPI_COMM_WORLD, "is MPI_COMM_WORLD, which is a communicator handle;"),
            (0x7fff_1234_5678, "which is no handle;"),
            (0, "0x0, which is no handle;"),
        ] {
            let error = GROUP.violated("group1", handle);
            assert_eq!(error.class(), mpi::MPI_ERR_GROUP);
            assert!(error.message().starts_with("argument group1 is "), "{error}");
            assert!(error.message().contains(words), "{error}");
        }
    }
}
