//! Writes the sources of the modules. They hold constants, types and interfaces and no procedure
//! with a body, so that compiling them leaves nothing to link: one library serves every compiler.

use std::fmt::Write;

use crate::model::{Api, Bindings, Function};

use super::constants::{self, Constant, SENTINELS, Value};
use super::declare::{self, Module, params};
use super::select::{self, PREDEFINED, WITH_C_PTR, has_choice, is_large, specific_f08, symbol};

const NOTE: &str = "! Generated from api/ by `cargo xtask generate`; do not edit.\n";

/// Longest line that we write; compilers accept 132 columns.
const WIDTH: usize = 110;

const BASE_OPENING: &str = "\
! What the modules mpi and mpi_f08 share: kinds, constants, types of handles, and comparisons of those.
module mpi_base
  use, intrinsic :: iso_c_binding, only: C_PTR, C_FUNPTR
  implicit none
  public
";

const STATUS: &str = "
  type, bind(C) :: MPI_Status
    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR
    integer :: MPI_internal(5)
  end type
";

/// Types of handles and constants without types.
pub fn emit_base(api: &Api) -> String {
    let mut text = format!("{NOTE}{BASE_OPENING}");
    text.push_str(STATUS);
    for handle in handles(api) {
        let _ = writeln!(text, "\n  type, bind(C) :: {handle}\n    integer :: MPI_VAL\n  end type");
    }
    text.push('\n');
    for constant in constants::all(api) {
        match constant.value {
            Value::Integer(value) => parameter(&mut text, "integer", &constant.name, &value.to_string()),
            Value::Offset(value) => {
                parameter(&mut text, "integer(MPI_OFFSET_KIND)", &constant.name, &format!("{value}_MPI_OFFSET_KIND"));
            }
            Value::Handle(..) => {}
        }
    }
    sentinels(&mut text, |declaration, _| !declaration.contains("Status"), |declaration, _| declaration);
    comparisons(&mut text, api);
    text.push_str("end module\n");
    text
}

/// Module `mpi`: handles are integers.
pub fn emit_mpi(api: &Api) -> String {
    let mut text = format!("{NOTE}module mpi\n  use mpi_base\n  implicit none\n  public\n\n");
    supported(&mut text, false);
    for Constant { name, value } in constants::all(api) {
        if let Value::Handle(_, value) = value {
            parameter(&mut text, "integer", &name, &value.to_string());
        }
    }
    sentinels(&mut text, |declaration, _| declaration.contains("Status"), |_, old| old);
    text.push('\n');
    PREDEFINED.iter().for_each(|name| _ = writeln!(text, "  external :: {}", name.to_uppercase()));
    text.push_str("  external :: MPI_CONVERSION_FN_NULL_C\n");
    for function in select::functions(api).filter(|function| !is_large(function)) {
        for prefix in ["", "P"] {
            generic(&mut text, &format!("{prefix}{}", function.name), &of_mpi(&function, prefix));
        }
    }
    text.push_str(include_str!("mpi_only.f90"));
    text.push_str("end module\n");
    text
}

/// Module `mpi_f08`: handles have types, buffers are descriptors, `ierror` is optional.
pub fn emit_f08(api: &Api) -> String {
    let mut text = format!("{NOTE}module mpi_f08\n  use mpi_base\n  implicit none\n  public\n\n");
    supported(&mut text, true);
    for Constant { name, value } in constants::all(api) {
        if let Value::Handle(handle, value) = value {
            parameter(&mut text, &format!("type({handle})"), &name, &format!("{handle}({value})"));
        }
    }
    sentinels(&mut text, |declaration, _| declaration.contains("Status"), |declaration, _| declaration);
    text.push_str(include_str!("callbacks.f90"));
    let all: Vec<Function> = select::functions(api).filter(|function| function.fortran != Some(Bindings::Old)).collect();
    for function in all.iter().filter(|function| !is_large(function) || named_large(function)) {
        // Where the kinds of two forms agree, a generic name can have but one of them.
        let large = all.iter().find(|other| other.name == format!("{}_c", function.name) && !named_large(other));
        let large = large.filter(|large| kinds(large) != kinds(function));
        for prefix in ["", "P"] {
            let forms: String = [Some(function), large].into_iter().flatten().map(|form| of_f08(form, prefix)).collect();
            generic(&mut text, &format!("{prefix}{}", function.name), &forms);
        }
    }
    text.push_str(include_str!("f08_only.f90"));
    text.push_str("end module\n");
    text
}

/// Large forms that differ from the others in nothing but a procedure, or in no argument at all,
/// have a name of their own.
fn named_large(function: &Function) -> bool {
    matches!(function.name.as_str(), "MPI_Op_create_c" | "MPI_Register_datarep_c")
}

fn handles(api: &Api) -> impl Iterator<Item = &String> {
    api.types.handles.iter().filter(|name| !name.starts_with("MPI_T_"))
}

fn parameter(text: &mut String, declaration: &str, name: &str, value: &str) {
    let _ = writeln!(text, "  {declaration}, parameter :: {name} = {value}");
}

fn supported(text: &mut String, value: bool) {
    for name in ["MPI_SUBARRAYS_SUPPORTED", "MPI_ASYNC_PROTECTS_NONBLOCKING"] {
        parameter(text, "logical", name, &format!(".{value}."));
    }
}

/// The variables with meaningful addresses that `wanted` selects by their declarations in `mpi_f08`
/// and before.
fn sentinels(text: &mut String, wanted: fn(&str, &str) -> bool, choose: for<'a> fn(&'a str, &'a str) -> &'a str) {
    for (name, old, new, block) in SENTINELS.into_iter().filter(|(_, old, new, _)| wanted(new, old)) {
        let declaration = choose(new, old);
        let typed = declaration.starts_with("type");
        let name = if typed { name.replace("(MPI_STATUS_SIZE)", "").replace("MPI_STATUS_SIZE,", "") } else { name.to_owned() };
        let plain = name.split('(').next().unwrap_or(&name);
        let _ = writeln!(text, "  {declaration} :: {name}\n  common /{block}/ {plain}");
    }
}

fn comparisons(text: &mut String, api: &Api) {
    for (operator, name) in [("==", "eq"), ("/=", "ne")] {
        let _ = writeln!(text, "\n  interface operator({operator})");
        for handle in handles(api) {
            let short = symbol(handle).replace("mpi_", "");
            let procedure = format!("mpi_{short}_{name}_f08");
            let _ = writeln!(
                text,
                "    pure logical function {procedure}(left, right) bind(C, name=\"mpi_handle_{name}_\")\n      import :: {handle}\n      type({handle}), intent(in) :: left, right\n    end function"
            );
        }
        let _ = writeln!(text, "  end interface");
    }
}

fn generic(text: &mut String, name: &str, forms: &str) {
    let _ = write!(text, "\n  interface {name}\n{forms}  end interface\n");
}

fn of_mpi(function: &Function, prefix: &str) -> String {
    let specific = format!("{prefix}{}", function.name);
    // A generic name may be that of one of its procedures if it is external.
    let mut text = procedure(function, Module::Mpi, &specific, "");
    if WITH_C_PTR.contains(&function.name.as_str()) {
        let pointer = procedure(function, Module::Mpi, &format!("{specific}_cptr"), "");
        text.push_str(&pointer.replace("integer(MPI_ADDRESS_KIND) :: baseptr", "type(C_PTR) :: baseptr"));
    }
    text
}

fn of_f08(function: &Function, prefix: &str) -> String {
    let specific = format!("{prefix}{}", specific_f08(function));
    let binding = if has_choice(function) { format!(" bind(C, name=\"{}_\")", symbol(&specific)) } else { String::new() };
    procedure(function, Module::F08, &specific, &binding)
}

/// The interface body of one procedure.
fn procedure(function: &Function, module: Module, specific: &str, binding: &str) -> String {
    let params = params(function);
    let result = declare::result(function);
    let mut names: Vec<&str> = params.iter().map(|param| declare::name(param)).collect();
    let ierror = result.is_none() && function.name != "MPI_Pcontrol";
    names.extend(ierror.then_some("ierror"));
    let what = if result.is_some() { "function" } else { "subroutine" };
    let mut text = wrapped(&format!("    {what} {specific}("), &names, &format!("){binding}"));
    text.push_str("      import\n");
    if let Some(result) = result {
        let _ = writeln!(text, "      {result} :: {specific}");
    }
    declarations(function, module).iter().for_each(|line| _ = writeln!(text, "      {line}"));
    if ierror {
        let optional = if module == Module::F08 { ", optional, intent(out)" } else { "" };
        let _ = writeln!(text, "      integer{optional} :: ierror");
    }
    let _ = writeln!(text, "    end {what}");
    text
}

/// The declarations of all parameters.
fn declarations(function: &Function, module: Module) -> Vec<String> {
    params(function).into_iter().flat_map(|param| declare::lines(function, param, module)).collect()
}

/// The declarations as a compiler sees them: addresses, offsets and counts are of one kind.
fn kinds(function: &Function) -> Vec<String> {
    let same =
        |line: String| line.replace("MPI_ADDRESS_KIND", "8").replace("MPI_COUNT_KIND", "8").replace("MPI_OFFSET_KIND", "8");
    declarations(function, Module::F08).into_iter().map(same).collect()
}

/// A list of names that continues on further lines where it is long.
fn wrapped(opening: &str, names: &[&str], closing: &str) -> String {
    let mut lines = vec![opening.to_owned()];
    for (index, name) in names.iter().enumerate() {
        let last = index + 1 == names.len();
        let piece = if last { (*name).to_owned() } else { format!("{name}, ") };
        let current = lines.last().map_or(0, String::len);
        if current + piece.len() > WIDTH - 4 {
            lines.push("        ".to_owned());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&piece);
        }
    }
    if lines.last().map_or(0, String::len) + closing.len() > WIDTH + 16 {
        lines.push("        ".to_owned());
    }
    let mut text = lines.join("&\n");
    text.push_str(closing);
    text.push('\n');
    text
}
