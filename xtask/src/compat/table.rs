//! Writes `crates/compat/src/generated.rs`: the table of the functions of `libmpi_abi.so.1`, and
//! the list of tables of constants.

use std::fmt::Write;

use super::values::Tables;
use crate::c_type::CType;
use crate::model::{Api, Function, Kind};

const OPENING: &str = "\
// Generated from api/functions and api/compat by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(non_snake_case, missing_docs, reason = \"the names are those of the standard, which says what they mean\")]

use core::ffi::{CStr, c_char, c_double, c_int, c_void};

use ferry_constants::Status;

use crate::values::Values;
";

/// The whole file.
pub fn emit(api: &Api, tables: &Tables) -> String {
    let mut text = String::from(OPENING);
    text.push_str("\n/// A peer's constants beside the standard's.\n#[derive(Clone, Copy, Debug)]\npub struct Maps {\n");
    for field in tables.fields() {
        let _ = writeln!(text, "    pub {field}: Values,");
    }
    text.push_str(
        "}\n\n/// The functions of `libmpi_abi.so.1`; handles are plain numbers.\n#[repr(C)]\npub struct Functions {\n",
    );
    let functions: Vec<Function> = api.c_functions().collect();
    for function in &functions {
        let _ = writeln!(text, "    pub {}: {},", function.name, pointer_type(function));
    }
    let _ = write!(text, "}}\n\n/// Their names, in the same order.\npub const NAMES: [&CStr; {}] = [\n", functions.len());
    for function in &functions {
        let _ = writeln!(text, "    c\"P{}\",", function.name);
    }
    text.push_str("];\n");
    text
}

fn pointer_type(function: &Function) -> String {
    let fixed = function.params.iter().filter(|param| param.kind != Kind::Variadic);
    let types: Vec<String> = fixed.map(|param| abi_type(&param.c)).collect();
    format!("unsafe extern \"C\" fn({}) -> {}", types.join(", "), abi_type(&CType::parse(&function.returns)))
}

/// The Rust type of an argument of the standard's functions, where every handle is a `usize`.
fn abi_type(c: &CType) -> String {
    if c.is_callback() {
        return "*const c_void".to_owned();
    }
    let plain = CType { base: if is_handle(&c.base) { "usize".to_owned() } else { c.base.clone() }, ..c.clone() };
    plain.rust()
}

/// Whether a C type is one of handles.
pub fn is_handle(base: &str) -> bool {
    const PLAIN: [&str; 6] = ["MPI_Aint", "MPI_Count", "MPI_Offset", "MPI_Status", "MPI_T_cb_safety", "MPI_T_source_order"];
    base.starts_with("MPI_") && !PLAIN.contains(&base)
}
