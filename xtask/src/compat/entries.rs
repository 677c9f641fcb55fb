//! Writes a peer's `entries.rs`: one entry point per function of the standard, the names the
//! standard has removed, and the extensions.

use std::fmt::Write;

use anyhow::{Result, ensure};

use super::argument::{Conversion, convert, peer_type};
use super::by_hand::ByHand;
use super::peer::Peer;
use crate::c_type::CType;
use crate::model::{Api, Function, Kind};

const OPENING: &str = "\
// Generated from api/functions and api/compat by `cargo xtask generate`; do not edit.
//
// ENTRY-1: the arguments are what the caller of the MPI function promises (COMPAT-1), and are
// handed on to the function of the same name (COMPAT-2).
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(non_snake_case, unused_imports, unused_mut, unused_unsafe, clippy::too_many_arguments, clippy::missing_safety_doc, missing_docs)]

use core::arch::global_asm;
use core::ffi::{c_char, c_double, c_int, c_void};

use ferry_compat::by_hand::{self, blocks};
use ferry_compat::handles::{self, HandleOut, Handles};
use ferry_compat::integers::{self, Integers, fix, fix_all, fix_buffer, fix_code, key_read, key_stored, weights_of};
use ferry_compat::peer::{self, Handle, abi_code, code};
use ferry_compat::statuses::{Amount, StatusIn, StatusOut, Statuses};
use ferry_compat::text::Room;
use ferry_compat::{functions, library};

use crate::numbers::{DISPLACEMENT_CURRENT, MAPS};
use crate::types::*;
";

/// Names that the standard has removed or never had in C libraries, each with the function that has
/// the same arguments.
const ALIASES: [(&str, &str); 7] = [
    ("MPI_Address", "MPI_Get_address"),
    ("MPI_Errhandler_create", "MPI_Comm_create_errhandler"),
    ("MPI_Errhandler_get", "MPI_Comm_get_errhandler"),
    ("MPI_Errhandler_set", "MPI_Comm_set_errhandler"),
    ("MPI_Type_hindexed", "MPI_Type_create_hindexed"),
    ("MPI_Type_hvector", "MPI_Type_create_hvector"),
    ("MPI_Type_struct", "MPI_Type_create_struct"),
];

/// The whole file.
pub fn emit(api: &Api, peer: &Peer, by_hand: &ByHand) -> Result<String> {
    let mut text = String::from(OPENING);
    let values = api.constant_values();
    for function in api.c_functions() {
        let entry = entry_point(&function, peer, by_hand, &|name| values[name]);
        let callback = function.params.iter().any(|param| param.kind == Kind::Callback);
        ensure!(
            !callback || by_hand.contains_key(&function.implementation_name()),
            "{} has no conversion by hand",
            function.name
        );
        text.push_str(&entry);
        for (alias, _) in aliases().filter(|(_, target)| *target == function.name) {
            let target = &function.name;
            let _ = writeln!(
                text,
                "global_asm!(\".globl P{alias}\", \".type P{alias}, @function\", \".set P{alias}, P{target}\", \".weak {alias}\", \".type {alias}, @function\", \".set {alias}, P{target}\");"
            );
        }
    }
    for name in &peer.extensions {
        text.push_str(&extension(name));
    }
    Ok(text)
}

/// The fixed aliases, and the converters of handles between C and Fortran.
fn aliases() -> impl Iterator<Item = (String, String)> {
    const KINDS: [&str; 11] =
        ["Comm", "Errhandler", "File", "Group", "Info", "Message", "Op", "Request", "Session", "Type", "Win"];
    let fixed = ALIASES.map(|(alias, target)| (alias.to_owned(), target.to_owned())).into_iter();
    fixed.chain(KINDS.into_iter().flat_map(|kind| {
        [(format!("MPI_{kind}_c2f"), format!("MPI_{kind}_toint")), (format!("MPI_{kind}_f2c"), format!("MPI_{kind}_fromint"))]
    }))
}

fn entry_point(function: &Function, peer: &Peer, by_hand: &ByHand, room: &dyn Fn(&str) -> i64) -> String {
    let name = &function.name;
    let parameters: Vec<String> = fixed(function).map(|param| format!("{}: {}", param.name, peer_type(&param.c))).collect();
    let body = if function.returns_value() { value_body(function) } else { body(function, peer, by_hand, room) };
    format!(
        "\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn P{name}({}) -> {} {{\n    // SAFETY: ENTRY-1.\n    unsafe {{\n{body}    }}\n}}\n\
         global_asm!(\".weak {name}\", \".type {name}, @function\", \".set {name}, P{name}\");\n",
        parameters.join(", "),
        CType::parse(&function.returns).rust(),
    )
}

fn fixed(function: &Function) -> impl Iterator<Item = &crate::model::Param> {
    function.params.iter().filter(|param| param.kind != Kind::Variadic)
}

fn body(function: &Function, peer: &Peer, by_hand: &ByHand, room: &dyn Fn(&str) -> i64) -> String {
    let conversions: Vec<Conversion> = fixed(function).map(|param| convert(function, param, peer, room)).collect();
    let arguments: Vec<&str> = conversions.iter().map(|conversion| conversion.argument.as_str()).collect();
    let plain = function.implementation_name();
    let callee = match by_hand.get(&plain) {
        Some(module) => format!("by_hand::{module}::{plain}::<P>"),
        None => format!("(functions().{})", function.name),
    };
    let mut text = String::new();
    for before in conversions.iter().filter_map(|conversion| conversion.before.as_ref()) {
        let _ = writeln!(text, "        {before}");
    }
    let call = format!("{callee}({})", arguments.join(", "));
    let after: Vec<&String> = conversions.iter().filter_map(|conversion| conversion.after.as_ref()).collect();
    if after.is_empty() {
        let _ = writeln!(text, "        code::<P>({call})");
        return text;
    }
    let _ = writeln!(text, "        let outcome = {call};");
    for after in after {
        let _ = writeln!(text, "        {after}");
    }
    text.push_str("        code::<P>(outcome)\n");
    text
}

/// A function that returns its answer.
fn value_body(function: &Function) -> String {
    let name = &function.name;
    let arguments: Vec<&str> = fixed(function).map(|param| param.name.as_str()).collect();
    if name.ends_with("_toint") {
        return format!("        {}.to_integer()\n", arguments[0]);
    }
    if name.ends_with("_fromint") {
        return format!("        {}::from_integer({})\n", function.returns, arguments[0]);
    }
    format!("        (functions().{name})({})\n", arguments.join(", "))
}

/// A function of the peer that is no part of MPI.
fn extension(name: &str) -> String {
    format!(
        "\n#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn P{name}() -> c_int {{\n    code::<P>(library::unsupported(\"{name}\"))\n}}\n\
         global_asm!(\".weak {name}\", \".type {name}, @function\", \".set {name}, P{name}\");\n"
    )
}
