//! Writes `crates/constants/src/generated.rs`.

use std::collections::BTreeMap;
use std::fmt::Write;

use toml::Value;

use crate::model::{Api, ConstantGroup, FUNCTION_COUNT, Form};

const OPENING: &str = "\
// Generated from api/constants.toml by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(missing_docs, reason = \"the names are those of the standard, which says what they mean\")]

/// Functions of the MPI 5.0 ABI, `MPI_X` and `MPI_X_c` counted as two.
";

/// Every constant of the ABI as a Rust constant, and the names of the predefined handles.
pub fn emit(api: &Api) -> String {
    let mut text = String::from(OPENING);
    let _ = writeln!(text, "pub const FUNCTION_COUNT: usize = {FUNCTION_COUNT};");
    for group in &api.constants {
        let _ = write!(text, "\n// {}\n", group.doc);
        for (name, value) in &group.values {
            let _ = writeln!(text, "{}", constant(group, name, value));
        }
    }
    text.push_str(&handle_names(api));
    text
}

fn constant(group: &ConstantGroup, name: &str, value: &Value) -> String {
    let rust_type = match group.form {
        Form::Define | Form::Enum => "i32",
        Form::Handle | Form::Pointer => "usize",
        Form::Offset => "i64",
    };
    let number = match value {
        Value::Integer(number) if group.form == Form::Handle => format!("{number:#x}"),
        Value::Integer(number) => number.to_string(),
        other => other.as_str().unwrap_or_default().to_owned(),
    };
    format!("pub const {name}: {rust_type} = {number};")
}

/// A table of the predefined handles, which are distinct over all kinds except those of the tool
/// interface.
fn handle_names(api: &Api) -> String {
    let is_handle =
        |group: &&ConstantGroup| group.form == Form::Handle && group.c.as_ref().is_some_and(|c| !c.starts_with("MPI_T_"));
    let groups = api.constants.iter().filter(is_handle);
    let named = groups.flat_map(|group| &group.values).filter_map(|(name, value)| Some((value.as_integer()?, name)));
    let sorted: BTreeMap<i64, &String> = named.collect();
    let lines: String = sorted.values().map(|name| format!("    ({name}, \"{name}\"),\n")).collect();
    format!(
        "\n/// The predefined handles in ascending order, each with its name.\npub const PREDEFINED_HANDLES: &[(usize, &str)] = &[\n{lines}];\n"
    )
}
