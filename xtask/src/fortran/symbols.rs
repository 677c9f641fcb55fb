//! Writes the other names of entry points: what compilers make of a Fortran name, and the names
//! that `mpi_f08` uses.

use std::fmt::Write;

use crate::model::{Api, Bindings};

use super::select::{self, FORTRAN_ONLY, PREDEFINED, WITH_C_PTR, detaches, has_choice, is_large, symbol};

const NOTE: &str = "/* Generated from api/ by `cargo xtask generate`: other names of entry points, for the linker. */\n";

/// Procedures that do the same: attributes of all kinds of objects are copied and deleted alike.
const SAME: [(&str, &str); 7] = [
    ("mpi_conversion_fn_null_c", "mpi_conversion_fn_null"),
    ("mpi_type_dup_fn", "mpi_comm_dup_fn"),
    ("mpi_win_dup_fn", "mpi_comm_dup_fn"),
    ("mpi_type_null_copy_fn", "mpi_comm_null_copy_fn"),
    ("mpi_win_null_copy_fn", "mpi_comm_null_copy_fn"),
    ("mpi_type_null_delete_fn", "mpi_comm_null_delete_fn"),
    ("mpi_win_null_delete_fn", "mpi_comm_null_delete_fn"),
];

/// A linker script that gives each entry point its other names.
pub fn emit(api: &Api) -> String {
    let mut text = String::from(NOTE);
    for function in select::functions(api) {
        for prefix in ["", "p"] {
            let name = format!("{prefix}{}", symbol(&function.name));
            if !has_choice(&function) && !detaches(&function) && function.fortran != Some(Bindings::Old) {
                alias(&mut text, &format!("{name}_f08_"), &format!("{name}_"));
            }
            if !is_large(&function) || matches!(function.name.as_str(), "MPI_Op_create_c" | "MPI_Register_datarep_c") {
                spellings(&mut text, &name);
            }
            if WITH_C_PTR.contains(&function.name.as_str()) {
                alias(&mut text, &format!("{name}_cptr_"), &format!("{name}_"));
            }
        }
    }
    for (other, name) in SAME {
        alias(&mut text, &format!("{other}_"), &format!("{name}_"));
    }
    PREDEFINED.iter().chain(&FORTRAN_ONLY).for_each(|name| spellings(&mut text, &symbol(name)));
    spellings(&mut text, "mpi_conversion_fn_null_c");
    text
}

/// The same for a library where `mpi_f08`, too, hands over buffers by address.
pub fn emit_by_address(api: &Api) -> String {
    let mut text = String::from(NOTE);
    let large = |function: &crate::model::Function| is_large(function) && has_choice(function);
    for function in select::functions(api).filter(|f| !large(f) && f.fortran != Some(Bindings::Old)) {
        if has_choice(&function) || detaches(&function) {
            let name = symbol(&function.name);
            ["", "p"].iter().for_each(|prefix| alias(&mut text, &format!("{prefix}{name}_f08_"), &format!("{prefix}{name}_")));
        }
    }
    text
}

/// The names that compilers other than the usual ones make: a second underscore, capitals.
fn spellings(text: &mut String, name: &str) {
    alias(text, &format!("{name}__"), &format!("{name}_"));
    alias(text, &name.to_uppercase(), &format!("{name}_"));
}

fn alias(text: &mut String, other: &str, name: &str) {
    let _ = writeln!(text, "{other} = {name};");
}
