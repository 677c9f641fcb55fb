//! Writes `include/mpi.h`.

use std::fmt::Write;

use toml::Value;

use crate::inline;
use crate::model::{Api, Callback, ConstantGroup, Form, Function, Struct};

const OPENING: &str = "\
/* mpi.h: MPI 5.0 with the standard ABI, version 1.0.
 *
 * Generated from api/ by `cargo xtask generate`; do not edit. A program compiled with this header
 * runs with every library that implements the standard ABI (libmpi_abi.so.1).
 */
#ifndef MPI_H_ABI
#define MPI_H_ABI

#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif

/* Integers: addresses, file offsets, and counts that hold either. */
typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef MPI_Offset MPI_Count;
";

const CLOSING: &str = "
#ifdef __cplusplus
}
#endif

#endif
";

/// The whole header.
pub fn emit(api: &Api) -> String {
    let named_enums = |group: &&ConstantGroup| group.form == Form::Enum && group.c.is_some();
    let mut text = String::from(OPENING);
    for item in &api.types.structs {
        text.push_str(&structure(item));
    }
    text.push_str(&handles(&api.types.handles));
    for group in api.constants.iter().filter(named_enums) {
        text.push_str(&constants(group));
    }
    text.push_str("\n/* Callbacks */\n");
    for item in &api.types.callbacks {
        let _ = writeln!(text, "{}", callback(item));
    }
    for (name, of) in &api.types.aliases {
        let _ = writeln!(text, "typedef {} {name};", of.as_str().unwrap_or_default());
    }
    for group in api.constants.iter().filter(|group| !named_enums(group)) {
        text.push_str(&constants(group));
    }
    for prefix in ["", "P"] {
        prototypes(&mut text, api, prefix);
    }
    text.push_str(&inline::emit(api));
    text.push_str(CLOSING);
    text
}

fn structure(item: &Struct) -> String {
    let fields: String = item.fields.iter().map(|field| format!("    {field};\n")).collect();
    format!("\ntypedef struct {name} {{\n{fields}}} {name};\n", name = item.name)
}

fn handles(names: &[String]) -> String {
    let tag = |name: &str| name.replacen("MPI_", "MPI_ABI_", 1);
    let lines = names.iter().map(|name| format!("typedef struct {} *{name};\n", tag(name)));
    format!("\n/* Handles */\n{}", lines.collect::<String>())
}

fn callback(item: &Callback) -> String {
    format!("typedef {} ({})({});", item.returns, item.name, item.params.join(", "))
}

fn constants(group: &ConstantGroup) -> String {
    match group.form {
        Form::Enum => enumeration(group),
        _ => macros(group),
    }
}

fn enumeration(group: &ConstantGroup) -> String {
    let lines: Vec<String> = group.values.iter().map(|(name, value)| format!("    {name:<34} = {value}")).collect();
    let body = lines.join(",\n");
    match &group.c {
        Some(name) => format!("\n/* {} */\ntypedef enum {name} {{\n{body}\n}} {name};\n", group.doc),
        None => format!("\n/* {} */\nenum {{\n{body}\n}};\n", group.doc),
    }
}

fn macros(group: &ConstantGroup) -> String {
    let lines = group.values.iter().map(|(name, value)| format!("#define {name:<32} {}\n", macro_value(group, value)));
    format!("\n/* {} */\n{}", group.doc, lines.collect::<String>())
}

fn macro_value(group: &ConstantGroup, value: &Value) -> String {
    match (group.form, &group.c, value) {
        (_, _, Value::String(alias)) => alias.clone(),
        (Form::Handle, Some(c), Value::Integer(number)) => format!("(({c}){number:#05x})"),
        (Form::Pointer, Some(c), number) => format!("(({c}){number})"),
        (Form::Offset, _, number) => format!("((MPI_Offset){number})"),
        (_, _, number) => number.to_string(),
    }
}

fn prototypes(text: &mut String, api: &Api, prefix: &str) {
    for chapter in api.chapters.iter().filter(|chapter| !chapter.functions.iter().any(Function::is_extension)) {
        let layer = if prefix.is_empty() { "" } else { ", profiling names" };
        let _ = write!(text, "\n/* {}{layer} */\n", chapter.title);
        for function in &chapter.functions {
            let forms = [Some(function.clone()), function.large_form()];
            for form in forms.iter().flatten() {
                let _ = writeln!(text, "{}", prototype(form, prefix));
            }
        }
    }
}

/// The C declaration of one function, with `prefix` before its name.
pub fn prototype(function: &Function, prefix: &str) -> String {
    let declare = |param: &crate::model::Param| match param.name.as_str() {
        "..." => "...".to_owned(),
        name => param.c.declare(name),
    };
    let params: Vec<String> = function.params.iter().map(declare).collect();
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let note = function.deprecated.as_ref().map_or(String::new(), |version| format!(" /* deprecated since MPI-{version} */"));
    format!("{} {prefix}{}({params});{note}", function.returns, function.name)
}
