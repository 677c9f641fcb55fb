//! Writes a peer's `numbers.rs`: its constants beside the standard's, and its predefined handles.

use std::fmt::Write;

use anyhow::{Context, Result};
use toml::Value;

use super::peer::Peer;
use super::values::Tables;
use crate::model::Api;

const OPENING: &str = "\
// Generated from api/compat by `cargo xtask generate`; do not edit.
#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(non_upper_case_globals, missing_docs, reason = \"the names are those of the interface\")]

use core::ffi::c_int;

use ferry_compat::Maps;
use ferry_compat::values::{Form, Values};
use ferry_constants as mpi;
";

/// Handles of this type are addresses in every interface.
const FILE: &str = "MPI_File";

/// The whole file.
pub fn emit(api: &Api, tables: &Tables, peer: &Peer) -> Result<String> {
    let mut text = String::from(OPENING);
    let symbols = peer.handles.values().any(Value::is_str);
    text.push_str(if symbols {
        "\nuse crate::object::{Address, Object};\n"
    } else {
        "use ferry_compat::predefined::{ABI_LIMIT, Predefined, by_abi};\n"
    });
    let _ = writeln!(text, "\npub const LAST_CODE: c_int = {};", peer.constant("MPI_ERR_LASTCODE")?);
    let _ = writeln!(text, "pub const DISPLACEMENT_CURRENT: i64 = {};", peer.constant("MPI_DISPLACEMENT_CURRENT")?);
    text.push_str("\npub static MAPS: Maps = Maps {\n");
    for line in tables.values(api, peer) {
        let _ = writeln!(text, "    {line}");
    }
    text.push_str("};\n");
    text.push_str(&if symbols { objects(api, peer)? } else { integers(api, peer)? });
    Ok(text)
}

/// Handles that are integers: the null handle, a table of the others for each type, and one by the
/// standard's values.
fn integers(api: &Api, peer: &Peer) -> Result<String> {
    let mut text = String::new();
    let mut all = Vec::new();
    for handle_type in api.types.handles.iter().filter(|name| !name.starts_with("MPI_T_") && name.as_str() != FILE) {
        let mut pairs = Vec::new();
        for (name, value) in peer.handles_of(api, handle_type) {
            let number = value.as_integer().with_context(|| format!("{name} is no integer"))?;
            let pair = format!("({:#010x}_u32 as c_int, mpi::{name})", number);
            if name.ends_with("_NULL") {
                let _ = writeln!(text, "\npub const {}: (c_int, usize) = {pair};", upper(handle_type, "NULL"));
            } else {
                pairs.push(pair.clone());
            }
            all.push(pair);
        }
        if handle_type == "MPI_Datatype" {
            let more = peer.numbers.iter().map(|(number, name)| format!("({number}_u32 as c_int, mpi::{name})"));
            let more: Vec<String> = more.collect();
            pairs.extend(more.iter().cloned());
            // Behind the others: these are what programs get.
            all.extend(more);
        }
        let _ =
            writeln!(text, "pub static {}: Predefined = Predefined::new(&[\n{}]);", upper(handle_type, "TABLE"), lines(&pairs));
    }
    let _ = write!(text, "\npub static BY_ABI: [c_int; ABI_LIMIT] = by_abi(&[\n{}]);\n", lines(&all));
    Ok(text)
}

/// Handles that are addresses of symbols: the symbols, and a table of their addresses by the
/// standard's values.
fn objects(api: &Api, peer: &Peer) -> Result<String> {
    let (mut text, mut by_abi, mut all) = (String::from("\n"), String::new(), String::new());
    for handle_type in api.types.handles.iter().filter(|name| !name.starts_with("MPI_T_")) {
        let size = peer.sizes.get(handle_type).with_context(|| format!("no size of {handle_type}"))?;
        for (name, value) in peer.handles_of(api, handle_type) {
            let symbol = value.as_str().with_context(|| format!("{name} is no symbol"))?;
            text.push_str(&object(symbol, *size, name));
            let _ = writeln!(all, "    Address::of(&{symbol}),");
            let _ = writeln!(by_abi, "    (mpi::{name}, Address::of(&{symbol})),");
        }
    }
    let size = peer.sizes["MPI_Datatype"];
    for (symbol, name) in &peer.synonyms {
        text.push_str(&object(symbol, size, name));
        let _ = writeln!(all, "    Address::of(&{symbol}),");
        if !name.ends_with("_NULL") && !peer.handles.contains_key(name) {
            let _ = writeln!(by_abi, "    (mpi::{name}, Address::of(&{symbol})),");
        }
    }
    let _ = write!(text, "\npub static BY_ABI: [Address; crate::object::ABI_LIMIT] = crate::object::by_abi(&[\n{by_abi}]);\n");
    let _ = write!(text, "\n/// Every object, wherever its symbol leads.\npub static OBJECTS: &[Address] = &[\n{all}];\n");
    text.push_str(&fortran(api, peer));
    Ok(text)
}

/// What predefined handles are in Fortran: pairs with the standard's value, by type of handle.
fn fortran(api: &Api, peer: &Peer) -> String {
    let mut text = String::new();
    for handle_type in api.types.handles.iter().filter(|name| !name.starts_with("MPI_T_")) {
        let groups = api.constants.iter().filter(|group| group.c.as_deref() == Some(handle_type));
        let names = groups.flat_map(|group| group.values.keys());
        let mut numbers: Vec<_> = names.filter_map(|name| Some((peer.fortran.get(name)?, name))).collect();
        numbers.sort();
        let pairs: Vec<String> = numbers.iter().map(|(number, name)| format!("({number}, mpi::{name})")).collect();
        let name = upper(handle_type, "FORTRAN");
        let _ = write!(text, "\npub static {name}: &[(c_int, usize)] = &[\n{}];\n", lines(&pairs));
    }
    text
}

fn object(symbol: &str, size: u64, name: &str) -> String {
    format!(
        "#[unsafe(no_mangle)] #[unsafe(link_section = \"predefined_objects\")] pub static {symbol}: Object<{size:#x}> = Object::new(mpi::{name});\n"
    )
}

fn upper(handle_type: &str, what: &str) -> String {
    format!("{}_{what}", handle_type.trim_start_matches("MPI_").to_uppercase())
}

fn lines(pairs: &[String]) -> String {
    pairs.iter().map(|pair| format!("    {pair},\n")).collect()
}
