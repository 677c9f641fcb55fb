//! How an argument gets from Fortran to C and back: pieces of the Rust code of an entry point.

use crate::model::{Direction, FortranInt, Function, Kind, Param};

use super::select::detaches;

/// What one parameter adds to an entry point.
pub struct Piece {
    /// The parameter as Fortran passes it: its Rust type.
    pub argument: String,
    /// Whether a hidden length belongs to it.
    pub hidden: bool,
    /// What is done before the call of C.
    pub before: Vec<String>,
    /// The argument of the call of C.
    pub pass: String,
    /// What is done after the call.
    pub after: Vec<String>,
}

impl Piece {
    fn new(argument: impl Into<String>, pass: impl Into<String>) -> Self {
        Self { argument: argument.into(), hidden: false, before: Vec::new(), pass: pass.into(), after: Vec::new() }
    }

    fn before(mut self, line: String) -> Self {
        self.before.push(line);
        self
    }

    fn after(mut self, line: String) -> Self {
        self.after.push(line);
        self
    }
}

/// Handles and the module of the library that converts them.
pub const HANDLES: [(&str, &str); 11] = [
    ("MPI_Comm", "comm"),
    ("MPI_Datatype", "datatype"),
    ("MPI_Errhandler", "errhandler"),
    ("MPI_File", "file"),
    ("MPI_Group", "group"),
    ("MPI_Info", "info"),
    ("MPI_Message", "message"),
    ("MPI_Op", "op"),
    ("MPI_Request", "request"),
    ("MPI_Session", "session"),
    ("MPI_Win", "win"),
];

/// The piece of a parameter that is no choice buffer.
pub fn piece(function: &Function, param: &Param) -> Piece {
    let handle = HANDLES.iter().find(|(name, _)| *name == param.c.base).map(|(_, module)| *module);
    match (handle, param.kind) {
        (Some(module), _) if param.c.array.is_empty() => one_handle(param, module),
        (Some(module), _) => many_handles(function, param, module),
        (None, Kind::Status) if param.dir == Direction::Out => ignorable(param, "status"),
        (None, Kind::Statuses) => ignorable(param, "statuses"),
        (None, Kind::Status) => Piece::new("*mut Fint", format!("{}.cast()", param.name)),
        (None, Kind::String) => string(param),
        (None, Kind::Address) => address(function, param),
        _ => integer(function, param),
    }
}

fn one_handle(param: &Param, module: &str) -> Piece {
    let name = &param.name;
    let from = format!("handle::{module}::from_fortran({name})");
    match param.dir {
        Direction::In => Piece::new("*const Fint", from),
        Direction::Inout => Piece::new("*mut Fint", format!("&mut c_{name}"))
            .before(format!("let mut c_{name} = {from};"))
            .after(format!("handle::{module}::to_fortran(c_{name}, {name});")),
        Direction::Out => Piece::new("*mut Fint", format!("&mut c_{name}"))
            .before(format!("let mut c_{name} = 0;"))
            .after(format!("if code == MPI_SUCCESS {{ handle::{module}::to_fortran(c_{name}, {name}); }}")),
    }
}

fn many_handles(function: &Function, param: &Param, module: &str) -> Piece {
    let name = &param.name;
    let length = length(function, param);
    let read = format!("handle::{module}::all_from_fortran({name}, {length})");
    match param.dir {
        Direction::In => Piece::new("*const Fint", format!("c_{name}.as_ptr()")).before(format!("let c_{name} = {read};")),
        Direction::Inout => Piece::new("*mut Fint", format!("c_{name}.as_mut_ptr()"))
            .before(format!("let mut c_{name} = {read};"))
            .after(format!("handle::{module}::all_to_fortran(&c_{name}, {name});")),
        Direction::Out => Piece::new("*mut Fint", format!("c_{name}.as_mut_ptr()"))
            .before(format!("let mut c_{name} = handle::none({length});"))
            .after(format!("if code == MPI_SUCCESS {{ handle::{module}::all_to_fortran(&c_{name}, {name}); }}")),
    }
}

/// The number of elements of an array: a parameter, or what the communicator says where none counts
/// them.
fn length(function: &Function, param: &Param) -> String {
    if let Some(length) = &param.length {
        return format!("i64::from(*{length})");
    }
    let comm = function.params.iter().find(|other| other.kind == Kind::Comm).map_or("comm", |other| other.name.as_str());
    let which = if param.name.starts_with("send") { "destinations" } else { "sources" };
    let whose = if function.name.contains("eighbor") { which } else { "peers" };
    let count = format!("count::{whose}({comm})");
    // Neighborhood collectives have no MPI_IN_PLACE.
    let is_ignored_in_place = whose == "peers" && param.name.starts_with("send");
    if is_ignored_in_place { format!("count::unless_in_place(sendbuf, {count})") } else { count }
}

/// A variable whose address may mean that the result is not wanted.
fn ignorable(param: &Param, what: &str) -> Piece {
    Piece::new("*mut Fint", format!("sentinel::{what}({})", param.name))
}

fn string(param: &Param) -> Piece {
    let name = &param.name;
    let piece = match param.dir {
        Direction::In if matches!(name.as_str(), "key" | "value") => Piece::new("*const c_char", format!("c_{name}.as_ptr()"))
            .before(format!("let c_{name} = text::stripped({name}, {name}_len);")),
        Direction::In => Piece::new("*const c_char", format!("c_{name}.as_ptr()"))
            .before(format!("let c_{name} = text::trimmed({name}, {name}_len);")),
        _ => Piece::new("*mut c_char", format!("c_{name}.as_mut_ptr()"))
            .before(format!("let mut c_{name} = text::room();"))
            .after(format!("if code == MPI_SUCCESS {{ text::store(&c_{name}, {name}, {name}_len); }}")),
    };
    Piece { hidden: true, ..piece }
}

/// The address of memory that MPI hands out. The older bindings of functions that detach buffers
/// cannot receive it.
fn address(function: &Function, param: &Param) -> Piece {
    let name = &param.name;
    if detaches(function) {
        Piece::new("*mut c_void", format!("detached({name}, &mut c_{name})"))
            .before(format!("let mut c_{name}: *mut c_void = std::ptr::null_mut();"))
    } else {
        Piece::new("*mut c_void", name.clone())
    }
}

fn integer(function: &Function, param: &Param) -> Piece {
    let name = &param.name;
    let logical = param.fortran == Some(FortranInt::Logical) || matches!(param.kind, Kind::Flag | Kind::Logical);
    match (param.fortran, logical) {
        (_, true) if !param.c.array.is_empty() => logicals(function, param),
        (_, true) if param.c.is_pointer() => Piece::new("*mut Fint", format!("&mut c_{name}"))
            .before(format!("let mut c_{name} = 0;"))
            .after(format!("*{name} = logical::to_fortran(c_{name});")),
        (_, true) => Piece::new("*const Fint", format!("logical::to_c(*{name})")),
        (Some(FortranInt::Index), _) if param.c.array.is_empty() => Piece::new("*mut Fint", name.clone())
            .before(format!("*{name} = MPI_UNDEFINED;"))
            .after(format!("index::from_one({name});")),
        (Some(FortranInt::Index), _) => Piece::new("*mut Fint", name.clone())
            .before("*outcount = MPI_UNDEFINED;".to_owned())
            .after(format!("index::all_from_one({name}, *outcount);")),
        (Some(FortranInt::Weights), _) if param.c.constant => {
            Piece::new("*const Fint", format!("sentinel::weights({name}.cast_mut())"))
        }
        (Some(FortranInt::Weights), _) => Piece::new("*mut Fint", format!("sentinel::weights({name})")),
        _ if param.c.array == "[][3]" => Piece::new("*mut Fint", format!("{name}.cast()")),
        _ if param.c.is_pointer() => Piece::new(param.c.rust(), name.clone()),
        _ => Piece::new(format!("*const {}", param.c.rust()), format!("*{name}")),
    }
}

fn logicals(function: &Function, param: &Param) -> Piece {
    let name = &param.name;
    let length = match &param.length {
        Some(length) => format!("i64::from(*{length})"),
        None => {
            let comm = function.params.iter().find(|other| other.kind == Kind::Comm).map_or("comm", |other| other.name.as_str());
            format!("count::dimensions({comm})")
        }
    };
    if param.dir == Direction::In {
        Piece::new("*const Fint", format!("c_{name}.as_ptr()"))
            .before(format!("let c_{name} = logical::all_to_c({name}, {length});"))
    } else {
        Piece::new("*mut Fint", format!("c_{name}.as_mut_ptr()"))
            .before(format!("let mut c_{name} = logical::none({length});"))
            .after(format!("if code == MPI_SUCCESS {{ logical::all_to_fortran(&c_{name}, {name}); }}"))
    }
}
