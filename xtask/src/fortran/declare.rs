//! Parameters as Fortran declares them.

use crate::model::{Direction, FortranInt, Function, Kind, Param};

use super::select::{detaches, is_choice};

/// Which module a declaration is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Module {
    /// `mpi`: handles and statuses are integers.
    Mpi,
    /// `mpi_f08`: handles and statuses have types.
    F08,
}

/// The Fortran parameters of a function, without `ierror`: C's argument vector does not exist in
/// Fortran.
pub fn params(function: &Function) -> Vec<&Param> {
    let exists = |param: &&Param| {
        let argument_vector = param.name == "argc" || (param.name == "argv" && function.name.contains("_Init"));
        let of_environment = function.name == "MPI_Info_create_env" && param.kind != Kind::Info;
        !(argument_vector || of_environment || param.kind == Kind::Variadic)
    };
    function.params.iter().filter(exists).collect()
}

/// The parameter's name: Fortran spells out what is a function in C.
pub fn name(param: &Param) -> &str {
    if param.name == "indx" { "index" } else { &param.name }
}

/// The Fortran type of a function's result, for those that return a value.
pub fn result(function: &Function) -> Option<&'static str> {
    match function.returns.as_str() {
        "double" => Some("double precision"),
        "MPI_Aint" => Some("integer(MPI_ADDRESS_KIND)"),
        _ => None,
    }
}

/// The declarations of one parameter: usually one line.
pub fn lines(function: &Function, param: &Param, module: Module) -> Vec<String> {
    let name = name(param);
    if is_choice(param.kind) {
        return choice(function, param, module);
    }
    if module == Module::Mpi && param.kind == Kind::Address && detaches(function) {
        return any_type(name);
    }
    let intent = match (module, param.kind) {
        (Module::Mpi, _) | (_, Kind::Callback) => "",
        (_, kind) => intent(param, kind),
    };
    vec![format!("{}{intent} :: {name}{}", base(function, param, module), shape(param, module))]
}

/// A buffer of any type and rank. Module `mpi` takes an address, `mpi_f08` a descriptor.
fn choice(function: &Function, param: &Param, module: Module) -> Vec<String> {
    let name = name(param);
    match module {
        Module::Mpi => any_type(name),
        Module::F08 => {
            let intent = if param.c.constant { ", intent(in)" } else { "" };
            let asynchronous = if outlives(function) { ", asynchronous" } else { "" };
            vec![format!("type(*), dimension(..){intent}{asynchronous} :: {name}")]
        }
    }
}

fn any_type(name: &str) -> Vec<String> {
    vec![
        format!("type(*), dimension(*) :: {name}"),
        format!("!GCC$ ATTRIBUTES NO_ARG_CHECK :: {name}"),
        format!("!DIR$ IGNORE_TKR {name}"),
    ]
}

/// Whether MPI may use the buffer after the call has returned.
pub fn outlives(function: &Function) -> bool {
    let name = function.name.as_str();
    let has_request = function.params.iter().any(|param| param.kind == Kind::Request);
    let in_window = function.params.iter().any(|param| param.kind == Kind::Win);
    let kept = ["_begin", "_end", "_begin_c", "ttach", "etach", "attach_buffer", "attach_buffer_c", "attach_c", "address"];
    has_request || in_window || kept.iter().any(|ending| name.ends_with(ending))
}

fn intent(param: &Param, kind: Kind) -> &'static str {
    // An ignored status, error codes and weights are variables that nobody writes.
    match (param.dir, kind) {
        (Direction::In, _) => ", intent(in)",
        (Direction::Out, Kind::Status | Kind::Statuses) => "",
        (Direction::Out, _) if param.fortran.is_some_and(|f| matches!(f, FortranInt::Weights | FortranInt::Errcodes)) => "",
        (Direction::Out, Kind::String | Kind::Strings) => ", intent(out)",
        (Direction::Out, _) => ", intent(out)",
        (Direction::Inout, _) => ", intent(inout)",
    }
}

fn base(function: &Function, param: &Param, module: Module) -> String {
    if param.fortran == Some(FortranInt::Logical) || matches!(param.kind, Kind::Flag | Kind::Logical) {
        return "logical".to_owned();
    }
    match (param.kind, module) {
        (Kind::Callback, Module::Mpi) => "external".to_owned(),
        (Kind::Callback, Module::F08) => format!("procedure({})", param.c.base),
        (Kind::String | Kind::Strings, _) => "character(len=*)".to_owned(),
        (Kind::Address, Module::F08) => "type(C_PTR)".to_owned(),
        (Kind::Address, Module::Mpi) => "integer(MPI_ADDRESS_KIND)".to_owned(),
        (Kind::Attribute | Kind::State, _) if old_attribute(function) => "integer".to_owned(),
        (Kind::Attribute | Kind::State, _) => "integer(MPI_ADDRESS_KIND)".to_owned(),
        _ => integer_or_handle(&param.c.base, module),
    }
}

fn integer_or_handle(base: &str, module: Module) -> String {
    match (base, module) {
        ("MPI_Aint", _) => "integer(MPI_ADDRESS_KIND)".to_owned(),
        ("MPI_Count", _) => "integer(MPI_COUNT_KIND)".to_owned(),
        ("MPI_Offset", _) => "integer(MPI_OFFSET_KIND)".to_owned(),
        ("int", _) | (_, Module::Mpi) => "integer".to_owned(),
        (handle, Module::F08) => format!("type({handle})"),
    }
}

/// The functions of MPI-1 keep attributes in an INTEGER.
fn old_attribute(function: &Function) -> bool {
    matches!(function.name.as_str(), "MPI_Attr_get" | "MPI_Attr_put" | "MPI_Keyval_create")
}

fn shape(param: &Param, module: Module) -> &'static str {
    match (param.kind, module) {
        (Kind::Status, Module::Mpi) => "(MPI_STATUS_SIZE)",
        (Kind::Statuses, Module::Mpi) => "(MPI_STATUS_SIZE, *)",
        (Kind::Statuses, Module::F08) => "(*)",
        (Kind::Address | Kind::Attribute | Kind::State, _) => "",
        (Kind::Strings, _) if param.name == "array_of_argv" => "(count, *)",
        (Kind::Strings, _) => "(*)",
        _ if param.c.array == "[][3]" => "(3, *)",
        (Kind::String, _) => "",
        _ if !param.c.array.is_empty() || (param.fortran == Some(FortranInt::Weights)) => "(*)",
        _ => "",
    }
}
