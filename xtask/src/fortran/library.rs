//! Writes the entry points of `libmpifort_abi.so.1` in Rust, and the declarations of the C
//! functions they call.

use std::fmt::Write;

use crate::model::{Api, Bindings, Function, Kind, Param};

use super::convert::{Piece, piece};
use super::declare::{outlives, params};
use super::select::{by_hand, detaches, functions, has_choice, is_choice, is_large, symbol};

const NOTE: &str = "// Generated from api/ by `cargo xtask generate`; do not edit.\n#![cfg_attr(rustfmt, rustfmt_skip)]\n";

/// The C functions that the entry points call, with their profiling names.
pub fn emit_c(api: &Api) -> String {
    let mut text = format!("{NOTE}#![allow(non_camel_case_types, missing_docs)]\n\n{C_TYPES}\nunsafe extern \"C\" {{\n");
    for function in api.c_functions().filter(|f| !f.is_extension() && !f.name.starts_with("MPI_T_") && f.name != "MPI_Pcontrol") {
        let arguments = function.params.iter().map(|param| format!("{}: {}", param.name, param.c.rust()));
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let result = match function.returns.as_str() {
            "int" => "c_int",
            "double" => "f64",
            "MPI_Aint" => "i64",
            handle => handle,
        };
        for prefix in ["", "P"] {
            let _ = writeln!(text, "    pub fn {prefix}{}({arguments}) -> {result};", function.name);
        }
    }
    text.push_str("}\n");
    text
}

const C_TYPES: &str = "use std::ffi::{c_char, c_int, c_void};

pub use crate::abi::Status;
use crate::abi::{FileHandle, Handle};

pub type MPI_Comm = Handle;
pub type MPI_Datatype = Handle;
pub type MPI_Errhandler = Handle;
pub type MPI_File = FileHandle;
pub type MPI_Group = Handle;
pub type MPI_Info = Handle;
pub type MPI_Message = Handle;
pub type MPI_Op = Handle;
pub type MPI_Request = Handle;
pub type MPI_Session = Handle;
pub type MPI_Win = Handle;

// Callbacks are addresses: some of them are constants and no functions.
pub type MPI_User_function = usize;
pub type MPI_User_function_c = usize;
pub type MPI_Grequest_query_function = usize;
pub type MPI_Grequest_free_function = usize;
pub type MPI_Grequest_cancel_function = usize;
pub type MPI_Copy_function = usize;
pub type MPI_Delete_function = usize;
pub type MPI_Comm_copy_attr_function = usize;
pub type MPI_Comm_delete_attr_function = usize;
pub type MPI_Type_copy_attr_function = usize;
pub type MPI_Type_delete_attr_function = usize;
pub type MPI_Win_copy_attr_function = usize;
pub type MPI_Win_delete_attr_function = usize;
pub type MPI_Datarep_extent_function = usize;
pub type MPI_Datarep_conversion_function = usize;
pub type MPI_Datarep_conversion_function_c = usize;
pub type MPI_Comm_errhandler_function = usize;
pub type MPI_File_errhandler_function = usize;
pub type MPI_Win_errhandler_function = usize;
pub type MPI_Session_errhandler_function = usize;
";

const USES_OF_PLAIN: &str = "
use std::ffi::{c_char, c_int, c_void};

use crate::abi::{MPI_SUCCESS, MPI_UNDEFINED};
use crate::entry::{Fint, entry};
use crate::sentinel::detached;
use crate::{count, handle, index, logical, sentinel, text};
";

const USES_OF_DESCRIBED: &str = "
use std::ffi::{c_int, c_void};

use crate::abi::{MPI_SUCCESS, entry_with_text};
use crate::described::{Descriptor, Object, Pack, Section};
use crate::entry::{Fint, entry};
use crate::{count, handle, sentinel, text};
";

/// The entry points that take buffers by address: those of `mpif.h` and module `mpi`, and all of
/// `mpi_f08` that have no choice buffer.
pub fn emit_plain(api: &Api) -> String {
    let mut text = format!("{NOTE}{USES_OF_PLAIN}");
    for function in functions(api).filter(|f| !(by_hand(f) || is_large(f) && has_choice(f))) {
        text.push_str(&entry(&function, &symbol(&function.name), by_address));
    }
    text
}

/// The entry points of `mpi_f08` that take buffers as descriptors.
pub fn emit_described(api: &Api) -> String {
    let mut text = format!("{NOTE}{USES_OF_DESCRIBED}");
    for function in functions(api).filter(|f| !by_hand(f) && has_choice(f) && f.fortran != Some(Bindings::Old)) {
        text.push_str(&entry(&function, &format!("{}_f08ts", symbol(&function.name)), by_descriptor));
    }
    for function in functions(api).filter(detaches) {
        text.push_str(&entry(&function, &format!("{}_f08", symbol(&function.name)), by_address));
    }
    text
}

type Buffers = fn(&Function, &Param) -> Piece;

/// The macro call that defines the entry points `NAME_` and `pNAME_`.
fn entry(function: &Function, name: &str, buffers: Buffers) -> String {
    let params = params(function);
    let described = name.ends_with("_f08ts");
    let mut pieces: Vec<(&Param, Piece)> = params
        .iter()
        .map(|param| (*param, if is_choice(param.kind) { buffers(function, param) } else { piece(function, param) }))
        .collect();
    if described {
        pieces.iter_mut().for_each(|(param, piece)| describe_string(param, piece));
        narrow(function, &mut pieces);
    }
    if name.ends_with("_f08") {
        pieces.iter_mut().filter(|(param, _)| param.kind == Kind::Address).for_each(|(param, piece)| {
            *piece =
                Piece { argument: "*mut c_void".into(), hidden: false, before: vec![], pass: param.name.clone(), after: vec![] };
        });
    }
    let text_first = described && pieces.first().is_some_and(|(param, _)| param.kind == Kind::String);
    let head = format!("{name}_ p{name}_ (call = {} P{})", function.name, function.name);
    let list = |pieces: &[(&Param, Piece)]| {
        pieces.iter().map(|(param, piece)| format!("{}: {}", param.name, piece.argument)).collect::<Vec<_>>().join(", ")
    };
    let hidden: Vec<String> =
        pieces.iter().filter(|(_, piece)| piece.hidden).map(|(param, _)| format!("{}_len", param.name)).collect();
    let mut text = if text_first {
        let string = &pieces[0].0.name;
        format!("\nentry_with_text! {{ {head} {string} {string}_len ({}) {{\n", list(&pieces[1..]))
    } else {
        format!("\nentry! {{ {head} ({}) ({}) {{\n", list(&pieces), hidden.join(", "))
    };
    // Sections look at counts and datatypes, which are converted first.
    let (sections, others): (Vec<_>, Vec<_>) = pieces.iter().partition(|(param, _)| described && is_choice(param.kind));
    others.iter().chain(&sections).flat_map(|(_, piece)| &piece.before).for_each(|line| _ = writeln!(text, "    {line}"));
    let passed = pieces.iter().map(|(_, piece)| piece.pass.as_str()).collect::<Vec<_>>().join(", ");
    let after: Vec<&String> = pieces.iter().flat_map(|(_, piece)| &piece.after).collect();
    if after.is_empty() {
        let _ = writeln!(text, "    call({passed})");
    } else {
        let _ = writeln!(text, "    let code = call({passed});");
        after.iter().for_each(|line| _ = writeln!(text, "    {line}"));
        text.push_str("    code\n");
    }
    text.push_str("} }\n");
    text
}

/// A buffer whose address is passed.
fn by_address(_: &Function, param: &Param) -> Piece {
    let name = &param.name;
    let argument = if param.c.constant { "*const c_void" } else { "*mut c_void" };
    let cast = if param.c.constant { format!("{name}.cast_mut()") } else { name.clone() };
    let pass = if param.kind == Kind::Pointer { name.clone() } else { format!("sentinel::buffer({cast})") };
    Piece { argument: argument.to_owned(), hidden: false, before: vec![], pass, after: vec![] }
}

/// A buffer that is described. What a blocking call uses is copied where its elements do not lie
/// side by side; what MPI goes on using gets a datatype if count and datatype describe all of it.
/// A call that ends an access passes on where the buffer is.
fn by_descriptor(function: &Function, param: &Param) -> Piece {
    let name = &param.name;
    let argument = "*const Descriptor".to_owned();
    let object = object(function);
    let call = &function.name;
    let (make, finish) = if param.kind == Kind::Pointer || ends_access(function) {
        (format!("Section::address({name})"), None)
    } else if !outlives(function) {
        let pack = if param.c.constant { "Pack::In" } else { "Pack::InAndOut" };
        (format!("Section::copied({name}, {pack})"), Some(format!("s_{name}.copy_back();")))
    } else if let Some((count, datatype)) = extent(function, param) {
        let make = format!(
            "match Section::typed({name}, i64::from(*{count}), handle::datatype::from_fortran({datatype})) {{ Ok(section) => section, Err(problem) => return problem.report(\"{call}\", \"{name}\", {object}) }}"
        );
        (make, None)
    } else {
        let make = format!(
            "match Section::contiguous({name}) {{ Ok(section) => section, Err(problem) => return problem.report(\"{call}\", \"{name}\", {object}) }}"
        );
        (make, None)
    };
    Piece {
        argument,
        hidden: false,
        before: vec![format!("let s_{name} = {make};")],
        pass: format!("s_{name}.pointer()"),
        after: finish.into_iter().collect(),
    }
}

/// Whether the call ends what another one began, which has the buffer: the address tells which.
fn ends_access(function: &Function) -> bool {
    function.name.ends_with("_end")
}

/// Whose error handler hears of a section that cannot be used.
fn object(function: &Function) -> String {
    let find = |kind: Kind| function.params.iter().find(|param| param.kind == kind && !param.c.is_pointer());
    let handle = [(Kind::Comm, "Comm", "comm"), (Kind::Win, "Win", "win"), (Kind::File, "File", "file")];
    let found = handle.iter().find_map(|(kind, object, module)| Some((find(*kind)?, object, module)));
    found.map_or("Object::None".to_owned(), |(param, object, module)| {
        format!("Object::{object}(handle::{module}::from_fortran({}))", param.name)
    })
}

/// Count and datatype of a buffer that holds nothing but so many elements: not one block for each
/// process.
fn extent<'a>(function: &'a Function, param: &Param) -> Option<(&'a str, &'a str)> {
    if keeps_blocks(function, param) {
        return None;
    }
    let at = function.params.iter().position(|other| other.name == param.name)?;
    let after = &function.params[at + 1..];
    let end = after.iter().position(|other| is_choice(other.kind)).unwrap_or(after.len());
    let count = after[..end].iter().find(|other| other.kind == Kind::Count && !other.c.is_pointer())?;
    let datatype = after[..end].iter().find(|other| other.kind == Kind::Datatype)?;
    Some((count.name.as_str(), datatype.name.as_str()))
}

/// Whether the buffer has a block for each process, or is one of a reduction, whose operations want
/// datatypes as they are.
fn keeps_blocks(function: &Function, param: &Param) -> bool {
    let name = function.name.to_lowercase();
    let reduces =
        function.params.iter().any(|other| other.kind == Kind::Op) && !function.params.iter().any(|o| o.kind == Kind::Win);
    let sends = param.name.starts_with("send");
    let blocks = match () {
        () if name.contains("alltoall") => true,
        () if name.contains("gather") => !sends,
        () if name.contains("scatter") => sends,
        () => name.contains("precv_init") || name.contains("psend_init"),
    };
    reduces || blocks
}

/// Where a buffer is described, the interface below says how strings come (`entry_with_text`).
fn describe_string(param: &Param, piece: &mut Piece) {
    piece.hidden &= param.kind != Kind::String;
}

/// A section that has a datatype of its own replaces count and datatype of the call.
fn narrow(function: &Function, pieces: &mut [(&Param, Piece)]) {
    let typed: Vec<(String, String, String)> = function
        .params
        .iter()
        .filter(|param| is_choice(param.kind) && param.kind != Kind::Pointer && outlives(function))
        .filter_map(|param| {
            let (count, datatype) = extent(function, param)?;
            Some((param.name.clone(), count.to_owned(), datatype.to_owned()))
        })
        .collect();
    for (buffer, count, datatype) in typed {
        for (param, piece) in pieces.iter_mut() {
            if param.name == count {
                let to = if param.c.is_int() { "s_{}.int_count()" } else { "s_{}.count()" };
                piece.pass = to.replace("{}", &buffer);
            } else if param.name == datatype {
                piece.pass = format!("s_{buffer}.datatype()");
            }
        }
    }
}
