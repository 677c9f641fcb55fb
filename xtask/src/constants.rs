//! Writes `crates/constants/src/generated.rs`.

use std::fmt::Write;

use toml::Value;

use crate::model::{Api, ConstantGroup, FUNCTION_COUNT, Form};

/// Every constant of the ABI as a Rust constant.
pub fn emit(api: &Api) -> String {
    let mut text = String::from(
        "// Generated from api/constants.toml by `cargo xtask generate`; do not edit.\n#![cfg_attr(rustfmt, rustfmt_skip)]\n\n",
    );
    let _ = writeln!(
        text,
        "/// Functions of the MPI 5.0 ABI, `MPI_X` and `MPI_X_c` counted as two.\npub const FUNCTION_COUNT: usize = {FUNCTION_COUNT};"
    );
    for group in &api.constants {
        let _ = write!(text, "\n// {}\n", group.doc);
        for (name, value) in &group.values {
            let _ = writeln!(text, "{}", constant(group, name, value));
        }
    }
    text
}

fn constant(group: &ConstantGroup, name: &str, value: &Value) -> String {
    let c_type = match group.form {
        Form::Define | Form::Enum => "i32",
        Form::Handle | Form::Pointer => "usize",
        Form::Offset => "i64",
    };
    let number = match value {
        Value::Integer(number) if group.form == Form::Handle => format!("{number:#x}"),
        Value::Integer(number) => number.to_string(),
        other => other.as_str().unwrap_or_default().to_owned(),
    };
    format!("/// `{name}`: {}.\npub const {name}: {c_type} = {number};", lower_first(&group.doc))
}

/// Doc comments continue a sentence, so the first word loses its capital unless it is an acronym.
fn lower_first(doc: &str) -> String {
    let mut letters = doc.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}
