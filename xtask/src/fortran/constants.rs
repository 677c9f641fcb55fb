//! Constants in Fortran: in fixed form for `mpif.h`, as parameters for the modules.

use crate::model::{Api, ConstantGroup, Form};

/// A constant as Fortran has it.
pub struct Constant {
    pub name: String,
    pub value: Value,
}

/// What a constant is.
pub enum Value {
    /// A default INTEGER.
    Integer(i64),
    /// An INTEGER of the kind of file offsets.
    Offset(i64),
    /// A predefined handle and its type.
    Handle(String, i64),
}

/// Constants of Fortran that C does not have: kinds and the positions in a status.
const OF_FORTRAN: [(&str, i64); 8] = [
    ("MPI_INTEGER_KIND", 4),
    ("MPI_ADDRESS_KIND", 8),
    ("MPI_COUNT_KIND", 8),
    ("MPI_OFFSET_KIND", 8),
    ("MPI_STATUS_SIZE", 8),
    ("MPI_SOURCE", 1),
    ("MPI_TAG", 2),
    ("MPI_ERROR", 3),
];

/// Variables whose address has a meaning: name, declaration in the older bindings, in `mpi_f08`,
/// and their common block.
pub const SENTINELS: [(&str, &str, &str, &str); 10] = [
    ("MPI_BOTTOM", "integer", "integer", "mpibottom"),
    ("MPI_IN_PLACE", "integer", "integer", "mpiinplace"),
    ("MPI_BUFFER_AUTOMATIC", "integer", "integer", "mpibufferautomatic"),
    ("MPI_STATUS_IGNORE(MPI_STATUS_SIZE)", "integer", "type(MPI_Status)", "mpistatusignore"),
    ("MPI_STATUSES_IGNORE(MPI_STATUS_SIZE,1)", "integer", "type(MPI_Status)", "mpistatusesignore"),
    ("MPI_ERRCODES_IGNORE(1)", "integer", "integer", "mpierrcodesignore"),
    ("MPI_UNWEIGHTED(1)", "integer", "integer", "mpiunweighted"),
    ("MPI_WEIGHTS_EMPTY(1)", "integer", "integer", "mpiweightsempty"),
    ("MPI_ARGV_NULL(1)", "character(len=1)", "character(len=1)", "mpiargvnull"),
    ("MPI_ARGVS_NULL(1,1)", "character(len=1)", "character(len=1)", "mpiargvsnull"),
];

/// All constants: of Fortran alone, and of C as far as Fortran has them.
pub fn all(api: &Api) -> Vec<Constant> {
    let own = OF_FORTRAN.map(|(name, value)| Constant { name: name.to_owned(), value: Value::Integer(value) });
    let values = api.constant_values();
    let of_c = api.constants.iter().filter(|group| has_fortran(group)).flat_map(|group| {
        let names = group.values.keys().filter(|name| !name.starts_with("MPI_F_"));
        names.map(|name| Constant { name: name.clone(), value: value(group, name, values[name.as_str()]) })
    });
    own.into_iter().chain(of_c).collect()
}

fn has_fortran(group: &ConstantGroup) -> bool {
    let of_tools = group.values.keys().all(|name| name.starts_with("MPI_T_"));
    group.form != Form::Pointer && !of_tools
}

/// Strings have no terminating null in Fortran: their limits are smaller by one.
fn value(group: &ConstantGroup, name: &str, value: i64) -> Value {
    match (&group.form, &group.c) {
        (Form::Handle, Some(handle)) => Value::Handle(handle.clone(), value),
        (Form::Offset, _) => Value::Offset(value),
        _ if name.starts_with("MPI_MAX_") => Value::Integer(value - 1),
        _ => Value::Integer(value),
    }
}
