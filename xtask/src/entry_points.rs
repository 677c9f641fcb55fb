//! Writes `crates/abi/src/generated.rs`: one C entry point per function.
//!
//! An entry point does what the data says and no more: it names the call and its scope, checks null
//! pointers and negative counts, widens what differs between `MPI_X` and `MPI_X_c`, and calls the
//! implementation the two share. A function without an implementation reports itself as
//! unsupported.

use std::fmt::Write;

use crate::c_type::CType;
use crate::implementations::{Implementation, Implementations};
use crate::model::{Api, Direction, FixedScope, Function, Kind, Param};

const OPENING: &str = "\
// Generated from api/functions and crates/abi/src/imp by `cargo xtask generate`; do not edit.
//
// ABI-1: every pointer is what the caller of the MPI function promises by calling it: null, one of
// the addresses with a meaning of their own, or valid for the access the standard describes.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(non_snake_case, unused_variables, unused_imports, clippy::too_many_arguments, clippy::missing_safety_doc, missing_docs)]

use core::arch::global_asm;
use core::ffi::{c_char, c_double, c_int, c_void};

use ferry_constants::Status;

use ferry_ctypes::*;
use crate::entry::{self, Call, Scope};
use crate::imp;
";

/// Every entry point, `PMPI_X` strong and `MPI_X` its weak alias.
pub fn emit(api: &Api, implemented: &Implementations) -> String {
    let mut text = String::from(OPENING);
    for chapter in &api.chapters {
        let _ = write!(text, "\n// {}\n", chapter.title);
        for function in &chapter.functions {
            let found = implemented.get(&function.implementation_name());
            text.push_str(&entry_point(function, Width::Small, found));
            if function.large {
                text.push_str(&entry_point(function, Width::Large, found));
            }
        }
    }
    text
}

/// Which of a pair is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    Small,
    Large,
}

fn entry_point(function: &Function, width: Width, implementation: Option<&Implementation>) -> String {
    let name = match width {
        Width::Small => function.name.clone(),
        Width::Large => format!("{}_c", function.name),
    };
    let body = match implementation {
        Some(place) if function.returns_value() => value_body(function, place),
        Some(place) => checked_body(function, &name, width, place),
        None => unsupported_body(function, &name),
    };
    format!(
        "\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn P{name}({}) -> {} {{\n{body}}}\n\
         global_asm!(\".weak {name}\", \".type {name}, @function\", \".set {name}, P{name}\");\n",
        parameters(function, width),
        CType::parse(&function.returns).rust(),
    )
}

fn parameters(function: &Function, width: Width) -> String {
    let declared = fixed(function).map(|param| format!("{}: {}", param.name, c_type(param, width).rust()));
    declared.collect::<Vec<_>>().join(", ")
}

/// The parameters before a `...`, which no function of MPI reads.
fn fixed(function: &Function) -> impl Iterator<Item = &Param> {
    function.params.iter().filter(|param| param.kind != Kind::Variadic)
}

fn c_type(param: &Param, width: Width) -> &CType {
    match (width, &param.large) {
        (Width::Large, Some(large)) => large,
        _ => &param.c,
    }
}

/// A function that returns its answer: nothing to check, no error to report.
fn value_body(function: &Function, place: &Implementation) -> String {
    let arguments: Vec<&str> = fixed(function).map(|param| param.name.as_str()).collect();
    format!("    {}\n", implementation_call(function, place, &arguments.join(", ")).replace('\n', "\n    "))
}

/// Begins the names of the tool information interface, whose functions have no error handlers
/// (MPI-5 §15.3.10).
const TOOL_PREFIX: &str = "MPI_T_";

fn checked_body(function: &Function, name: &str, width: Width, place: &Implementation) -> String {
    let mut lines: Vec<String> = counts(function, width).chain(pointers(function)).collect();
    let arguments = fixed(function).map(|param| argument(param, width));
    let arguments: Vec<String> = std::iter::once("cx".to_owned()).chain(arguments).collect();
    lines.push(implementation_call(function, place, &arguments.join(", ")).replace('\n', "\n        "));
    let lines = nulling(function, lines);
    let lines: String = lines.iter().map(|line| format!("        {line}\n")).collect();
    if name.starts_with(TOOL_PREFIX) {
        return format!("    entry::tool(Call::named(\"{name}\"), |cx| {{\n{lines}    }})\n");
    }
    let entry = if function.anytime { "call_anytime" } else { "call" };
    format!("    entry::{entry}(Call::named(\"{name}\"), {}, |cx| {{\n{lines}    }})\n", scope(function))
}

/// Lets a body that fails leave null handles where it was to store new ones: programs look at those
/// rather than at error codes.
fn nulling(function: &Function, body: Vec<String>) -> Vec<String> {
    let clear = |param: &Param| format!("{}::clear({})", param.c.base, param.name);
    let cleared: Vec<String> = fixed(function).filter(|param| is_new_handle(param)).map(clear).collect();
    if cleared.is_empty() {
        return body;
    }
    let body = body.iter().map(|line| format!("    {}", line.replace('\n', "\n    ")));
    let opening = std::iter::once("let body = || {".to_owned());
    let closing = ["};".to_owned(), "body().inspect_err(|_| {".to_owned(), "    // SAFETY: ABI-1.".to_owned()];
    let cleared = format!("    unsafe {{ {} }}", cleared.join("; "));
    opening.chain(body).chain(closing).chain([cleared, "})".to_owned()]).collect()
}

/// Whether the function stores one handle there that it makes.
fn is_new_handle(param: &Param) -> bool {
    let kinds = [
        Kind::Comm,
        Kind::Datatype,
        Kind::Errhandler,
        Kind::File,
        Kind::Group,
        Kind::Info,
        Kind::Message,
        Kind::Op,
        Kind::Request,
        Kind::Session,
        Kind::Win,
    ];
    let is_one = param.c.is_pointer() && param.c.array.is_empty() && param.length.is_none();
    param.dir == Direction::Out && is_one && !param.optional && kinds.contains(&param.kind)
}

fn unsupported_body(function: &Function, name: &str) -> String {
    let report = format!("entry::unsupported(Call::named(\"{name}\"), {})", scope(function));
    match function.returns.as_str() {
        "int" => format!("    {report}\n"),
        "double" => format!("    {report};\n    0.0\n"),
        returns if returns.starts_with("MPI_A") => format!("    {report};\n    0\n"),
        handle => format!("    {report};\n    {handle}::NULL\n"),
    }
}

fn implementation_call(function: &Function, place: &Implementation, arguments: &str) -> String {
    let call = format!("imp::{}::{}({arguments})", place.module, function.implementation_name());
    if place.is_unsafe || function.params.iter().any(|param| variable(param).is_some()) {
        format!("// SAFETY: ABI-1.\nunsafe {{ {call} }}")
    } else {
        call
    }
}

/// Whose error handler sees the call's errors: that of the first communicator, window, file or
/// session passed in.
fn scope(function: &Function) -> String {
    if let Some(FixedScope::DefaultFile) = function.scope {
        return "Scope::File(MPI_File::NULL)".to_owned();
    }
    let object = function.params.iter().find_map(|param| Some((param, scope_variant(param)?)));
    match object {
        None => "Scope::None".to_owned(),
        Some((param, variant)) if param.c.is_pointer() => {
            format!(
                "Scope::{variant}(\n        // SAFETY: ABI-1.\n        unsafe {{ {}::peek({}) }},\n    )",
                param.c.base, param.name
            )
        }
        Some((param, variant)) => format!("Scope::{variant}({})", param.name),
    }
}

fn scope_variant(param: &Param) -> Option<&'static str> {
    let variant = match param.kind {
        Kind::Comm => "Comm",
        Kind::Win => "Win",
        Kind::File => "File",
        Kind::Session => "Session",
        _ => return None,
    };
    (param.dir != Direction::Out && param.c.base.starts_with("MPI_")).then_some(variant)
}

/// Checks that scalar counts are not negative; a count that the implementation takes as i64 is
/// widened on the way.
fn counts(function: &Function, width: Width) -> impl Iterator<Item = String> {
    let checked = fixed(function).filter(|param| param.kind == Kind::Count && !param.optional && !param.c.is_pointer());
    checked.map(move |param| {
        let name = &param.name;
        let value = if c_type(param, width).is_int() { format!("i64::from({name})") } else { name.clone() };
        let binding = if keeps_width(param) && param.c.is_int() { String::new() } else { format!("let {name} = ") };
        format!("{binding}cx.count({value}, \"{name}\")?;")
    })
}

/// Refuses null where the implementation reads or writes through a pointer in every legal call.
fn pointers(function: &Function) -> impl Iterator<Item = String> {
    let checked = fixed(function).filter(|param| must_not_be_null(param));
    checked.map(|param| {
        let name = &param.name;
        match (&param.length, param.c.is_callback()) {
            (Some(length), _) => format!("if {length} > 0 {{ cx.non_null({name}, \"{name}\")?; }}"),
            (None, true) => format!("cx.non_null({name}.map_or(core::ptr::null(), |f| f as *const c_void), \"{name}\")?;"),
            (None, false) => format!("cx.non_null({name}, \"{name}\")?;"),
        }
    })
}

fn must_not_be_null(param: &Param) -> bool {
    (param.c.is_pointer() || param.c.is_callback()) && param.kind != Kind::Buffer && !param.optional
}

/// Whether `MPI_X` and `MPI_X_c` give the implementation the same Rust type as it stands.
fn keeps_width(param: &Param) -> bool {
    param.large.as_ref().is_none_or(|large| large.rust() == param.c.rust())
}

/// The expression that passes a parameter on.
fn argument(param: &Param, width: Width) -> String {
    let name = &param.name;
    let checked_count = param.kind == Kind::Count && !param.optional && !param.c.is_pointer();
    if checked_count {
        return name.clone();
    }
    if let Some(variable) = variable(param) {
        let made = format!("{variable}::at({name})");
        let form = if width == Width::Small { "Int" } else { "Long" };
        return if keeps_width(param) { made } else { format!("Int{variable}::{form}({made})") };
    }
    if keeps_width(param) {
        return name.clone();
    }
    match (&param.c, width) {
        (c, Width::Small) if c.constant => format!("IntArray::Int({name})"),
        (c, Width::Large) if c.constant => format!("IntArray::Long({name})"),
        (_, Width::Small) => format!("i64::from({name})"),
        (_, Width::Large) => name.clone(),
    }
}

/// The type of checked arguments that stands for one variable of the program, which is there in
/// every legal call.
fn variable(param: &Param) -> Option<&'static str> {
    let is_value = !matches!(param.c.base.as_str(), "void" | "char") && !param.c.is_callback();
    let is_one = param.c.stars == 1 && param.c.array.is_empty() && param.length.is_none() && !param.c.constant;
    let is_needed = !param.optional && param.kind != Kind::Status;
    match param.dir {
        Direction::Out if is_value && is_one && is_needed => Some("Out"),
        Direction::Inout if is_value && is_one && is_needed => Some("InOut"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Chapter;

    fn function(text: &str) -> Function {
        let chapter = format!("chapter = \"\"\n[[function]]\n{text}");
        toml::from_str::<Chapter>(&chapter).expect("test data parses").functions.remove(0)
    }

    fn place() -> Implementation {
        Implementation { module: "m".to_owned(), is_unsafe: true }
    }

    const RECEIVE: &str = r#"
        name = "MPI_R"
        large = true
        params = [
          { name = "buf", type = "void *", kind = "buffer", dir = "out" },
          { name = "count", type = "int", large = "MPI_Count", kind = "count" },
          { name = "counts", type = "const int[]", large = "MPI_Count[]", kind = "counts", optional = true },
          { name = "unit", type = "int", large = "MPI_Aint", kind = "size" },
          { name = "position", type = "int *", large = "MPI_Count *", kind = "displacement", dir = "inout" },
          { name = "extent", type = "MPI_Aint *", large = "MPI_Count *", kind = "displacement", dir = "out" },
          { name = "comm", type = "MPI_Comm", kind = "comm" },
          { name = "status", type = "MPI_Status *", kind = "status", dir = "out", optional = true },
        ]"#;

    #[test]
    fn small_form_widens_to_the_shared_implementation() {
        let text = entry_point(&function(RECEIVE), Width::Small, Some(&place()));
        assert!(
            text.contains("fn PMPI_R(buf: *mut c_void, count: c_int, counts: *const c_int, unit: c_int, position: *mut c_int, ")
        );
        assert!(text.contains("let count = cx.count(i64::from(count), \"count\")?;"));
        assert!(text.contains("unsafe { imp::m::r(cx, buf, count, IntArray::Int(counts), i64::from(unit), IntInOut::Int(InOut::at(position)), Out::at(extent), comm, status) }"));
    }

    #[test]
    fn large_form_calls_the_same_implementation() {
        let text = entry_point(&function(RECEIVE), Width::Large, Some(&place()));
        assert!(text.contains("fn PMPI_R_c(") && text.contains("Call::named(\"MPI_R_c\")"));
        assert!(text.contains("let count = cx.count(count, \"count\")?;"));
        assert!(
            text.contains(
                "imp::m::r(cx, buf, count, IntArray::Long(counts), unit, IntInOut::Long(InOut::at(position)), Out::at(extent), comm, status)"
            )
        );
    }

    #[test]
    fn variables_that_must_be_there_are_passed_checked() {
        let rank = function(
            r#"name = "MPI_K"
               params = [
                 { name = "rank", type = "int *", kind = "rank", dir = "out" },
                 { name = "request", type = "MPI_Request *", kind = "request", dir = "inout" },
                 { name = "flag", type = "int *", kind = "logical", dir = "out", optional = true },
                 { name = "name", type = "char *", kind = "string", dir = "out" },
               ]"#,
        );
        let safe = Implementation { module: "m".to_owned(), is_unsafe: false };
        let text = entry_point(&rank, Width::Small, Some(&safe));
        assert!(text.contains("unsafe { imp::m::k(cx, Out::at(rank), InOut::at(request), flag, name) }"), "{text}");
    }

    #[test]
    fn buffers_and_optional_pointers_may_be_null() {
        let text = entry_point(&function(RECEIVE), Width::Small, Some(&place()));
        let checked: Vec<&str> = text.lines().filter(|line| line.contains("non_null")).map(str::trim).collect();
        assert_eq!(checked, ["cx.non_null(position, \"position\")?;", "cx.non_null(extent, \"extent\")?;"]);
    }

    #[test]
    fn a_count_without_large_form_stays_int() {
        let wait = function(
            r#"name = "MPI_W"
               params = [
                 { name = "count", type = "int", kind = "count" },
                 { name = "requests", type = "MPI_Request[]", kind = "requests", dir = "inout", length = "count" },
               ]"#,
        );
        let text = entry_point(&wait, Width::Small, Some(&place()));
        assert!(text.contains(
            "        cx.count(i64::from(count), \"count\")?;\n        if count > 0 { cx.non_null(requests, \"requests\")?; }\n"
        ));
        assert!(text.contains("imp::m::w(cx, count, requests)"));
    }

    #[test]
    fn a_handle_that_could_not_be_made_is_null() {
        let split = function(
            r#"name = "MPI_S"
               params = [
                 { name = "comm", type = "MPI_Comm", kind = "comm" },
                 { name = "newcomm", type = "MPI_Comm *", kind = "comm", dir = "out" },
                 { name = "types", type = "MPI_Datatype[]", kind = "datatypes", dir = "out" },
               ]"#,
        );
        let text = entry_point(&split, Width::Small, Some(&place()));
        assert!(text.contains("body().inspect_err(|_| {\n            // SAFETY: ABI-1.\n            unsafe { MPI_Comm::clear(newcomm) }\n        })\n"), "{text}");
        assert!(!text.contains("clear(types)") && !text.contains("clear(comm)"));
    }

    #[test]
    fn optional_counts_are_left_to_the_implementation() {
        let gather = function(
            r#"name = "MPI_G"
               large = true
               params = [{ name = "recvcount", type = "int", large = "MPI_Count", kind = "count", optional = true }]"#,
        );
        let text = entry_point(&gather, Width::Small, Some(&place()));
        assert!(!text.contains("cx.count") && text.contains("imp::m::g(cx, i64::from(recvcount))"));
    }

    #[test]
    fn scopes_follow_the_first_object_passed_in() {
        let with = |params: &str| scope(&function(&format!("name = \"MPI_X\"\nparams = [{params}]")));
        let comm = r#"{ name = "comm", type = "MPI_Comm", kind = "comm" }"#;
        let win_out = r#"{ name = "win", type = "MPI_Win *", kind = "win", dir = "out" }"#;
        let win = r#"{ name = "win", type = "MPI_Win", kind = "win" }"#;
        let freed = r#"{ name = "fh", type = "MPI_File *", kind = "file", dir = "inout" }"#;
        assert_eq!(with(""), "Scope::None");
        assert_eq!(with(comm), "Scope::Comm(comm)");
        assert_eq!(with(win), "Scope::Win(win)");
        assert_eq!(with(win_out), "Scope::None");
        assert_eq!(with(&format!("{win_out}, {comm}")), "Scope::Comm(comm)");
        assert!(with(freed).contains("unsafe { MPI_File::peek(fh) }"));
    }

    #[test]
    fn file_open_reports_to_the_default_file_handler() {
        let open = function(
            r#"name = "MPI_O"
               scope = "default-file"
               params = [{ name = "comm", type = "MPI_Comm", kind = "comm" }]"#,
        );
        assert_eq!(scope(&open), "Scope::File(MPI_File::NULL)");
    }

    #[test]
    fn functions_without_implementation_are_unsupported() {
        let text = entry_point(&function(RECEIVE), Width::Large, None);
        assert!(text.contains("entry::unsupported(Call::named(\"MPI_R_c\"), Scope::Comm(comm))"));
    }

    #[test]
    fn values_are_returned_as_they_are() {
        let wtime = function("name = \"MPI_Wtime\"\nreturns = \"double\"\nparams = []");
        let safe = Implementation { module: "env".to_owned(), is_unsafe: false };
        let text = entry_point(&wtime, Width::Small, Some(&safe));
        assert!(text.contains("fn PMPI_Wtime() -> c_double {\n    imp::env::wtime()\n}"));
    }

    #[test]
    fn functions_for_tools_have_no_error_handler() {
        let function = function(
            r#"
               name = "MPI_T_f"
               anytime = true
               params = [{ name = "flag", type = "int *", kind = "logical", dir = "out" }]"#,
        );
        let text = entry_point(&function, Width::Small, Some(&place()));
        assert!(text.contains("entry::tool(Call::named(\"MPI_T_f\"), |cx|") && text.contains("cx.non_null(flag, \"flag\")?;"));
    }

    #[test]
    fn anytime_functions_skip_the_state_check() {
        let initialized = function(
            r#"name = "MPI_Initialized"
               anytime = true
               params = [{ name = "flag", type = "int *", kind = "flag", dir = "out" }]"#,
        );
        let text = entry_point(&initialized, Width::Small, Some(&place()));
        assert!(text.contains("entry::call_anytime(") && text.contains("cx.non_null(flag, \"flag\")?;"));
    }

    #[test]
    fn every_function_has_a_strong_and_a_weak_symbol() {
        let text = entry_point(&function(RECEIVE), Width::Small, None);
        assert!(text.contains("global_asm!(\".weak MPI_R\", \".type MPI_R, @function\", \".set MPI_R, PMPI_R\");"));
    }
}
