//! Writes the part of `include/mpi.h` that goes beyond the ABI: inline functions that no library
//! exports.

use std::fmt::Write;

use crate::header::prototype;
use crate::model::{Api, Function, InlineFunction, InlineGroup};

const OPENING: &str = "
/* What follows is not part of the ABI: no library exports it, and each function is compiled into the program.
 * Define FERRY_ABI_ONLY before including this file to do without, for instance to define such functions yourself. */
#ifndef FERRY_ABI_ONLY

#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#define FERRY_INLINE static inline
#else
#define FERRY_INLINE static __inline
#endif
#if defined(__GNUC__)
#define FERRY_REMOVED(advice) __attribute__((deprecated(advice)))
#else
#define FERRY_REMOVED(advice)
#endif
";

const CLOSING: &str = "
#undef FERRY_INLINE
#undef FERRY_REMOVED
#endif
";

/// All groups of `api/inline.toml`.
pub fn emit(api: &Api) -> String {
    let groups: String = api.inline.iter().map(|group| emit_group(api, group)).collect();
    format!("{OPENING}{groups}{}{CLOSING}", extensions(api))
}

/// The functions of Ferry's library that are no part of the ABI.
fn extensions(api: &Api) -> String {
    let mut text = String::new();
    for chapter in &api.chapters {
        let functions: Vec<&Function> = chapter.functions.iter().filter(|function| function.is_extension()).collect();
        if functions.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n/* {}: Ferry's library exports these */", chapter.title);
        for function in ["", "P"].iter().flat_map(|prefix| functions.iter().map(move |function| prototype(function, prefix))) {
            let _ = writeln!(text, "{function}");
        }
    }
    text
}

fn emit_group(api: &Api, group: &InlineGroup) -> String {
    let mut text = format!("\n/* {} */\n", group.doc);
    for declaration in &group.types {
        let _ = writeln!(text, "typedef {declaration};");
    }
    for definition in &group.constants {
        let _ = writeln!(text, "#define {definition}");
    }
    if group.converters {
        text.extend(converters(api).iter().map(function));
    }
    text.extend(group.functions.iter().map(function));
    text
}

fn function(function: &InlineFunction) -> String {
    let removed = function.instead.as_ref().map_or(String::new(), |name| format!("FERRY_REMOVED(\"use {name}\") "));
    let body: String = function.body.iter().map(|line| format!("    {line}\n")).collect();
    format!("{removed}FERRY_INLINE {}\n{{\n{body}}}\n", function.head)
}

/// `MPI_X_c2f` for each `MPI_X_toint`, and `MPI_X_f2c` for each `MPI_X_fromint`.
fn converters(api: &Api) -> Vec<InlineFunction> {
    let convert = |function: &crate::model::Function| {
        let param = function.params.first()?;
        let (name, argument) = (&function.name, &param.name);
        let head = if let Some(kind) = name.strip_suffix("_toint") {
            format!("MPI_Fint {kind}_c2f({})", param.c.declare(argument))
        } else {
            format!("{} {}_f2c(MPI_Fint {argument})", function.returns, name.strip_suffix("_fromint")?)
        };
        Some(InlineFunction { head, instead: None, body: vec![format!("return {name}({argument});")] })
    };
    api.functions().filter_map(convert).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_function_names_its_successor() {
        let text = function(&InlineFunction {
            head: "int MPI_Old(int a)".to_owned(),
            instead: Some("MPI_New".to_owned()),
            body: vec!["return MPI_New(a);".to_owned()],
        });
        assert_eq!(text, "FERRY_REMOVED(\"use MPI_New\") FERRY_INLINE int MPI_Old(int a)\n{\n    return MPI_New(a);\n}\n");
    }

    #[test]
    fn every_handle_has_both_converters() {
        let api = Api::load(&crate::workspace::root().join("api")).expect("valid data");
        let heads: Vec<String> = converters(&api).into_iter().map(|function| function.head).collect();
        assert_eq!(heads.len(), 22, "eleven kinds of handles");
        assert!(heads.contains(&"MPI_Fint MPI_Comm_c2f(MPI_Comm comm)".to_owned()), "{heads:?}");
        assert!(heads.contains(&"MPI_Datatype MPI_Type_f2c(MPI_Fint datatype)".to_owned()), "{heads:?}");
    }
}
