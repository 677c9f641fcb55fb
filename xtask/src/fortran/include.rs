//! Writes `mpif.h`, which both source forms of Fortran can include: statements from column 7 to 72,
//! comments with `!`.

use std::fmt::Write;

use crate::model::Api;

use super::constants::{self, Constant, SENTINELS, Value};
use super::select::PREDEFINED;

const OPENING: &str = "\
!     mpif.h: MPI 5.0 for Fortran programs of either source form.
!     Generated from api/ by `cargo xtask generate`; do not edit.
";

const FUNCTIONS: &str = "
      double precision MPI_WTIME, MPI_WTICK
      external MPI_WTIME, MPI_WTICK
      integer*8 MPI_AINT_ADD, MPI_AINT_DIFF
      external MPI_AINT_ADD, MPI_AINT_DIFF
";

/// The whole file.
pub fn emit(api: &Api) -> String {
    let mut text = String::from(OPENING);
    text.push_str("\n      logical MPI_SUBARRAYS_SUPPORTED\n      parameter (MPI_SUBARRAYS_SUPPORTED=.false.)\n");
    text.push_str("      logical MPI_ASYNC_PROTECTS_NONBLOCKING\n      parameter (MPI_ASYNC_PROTECTS_NONBLOCKING=.false.)\n\n");
    constants::all(api).iter().for_each(|constant| parameter(&mut text, constant));
    text.push_str("\n!     Variables whose address has a meaning\n");
    for (name, declaration, _, block) in SENTINELS {
        let declaration = declaration.replace("character(len=1)", "character*1");
        let plain = name.split('(').next().unwrap_or(name);
        let _ = writeln!(text, "      {declaration} {name}\n      common /{block}/ {plain}");
    }
    text.push_str(FUNCTIONS);
    PREDEFINED.iter().for_each(|name| _ = writeln!(text, "      external {}", name.to_uppercase()));
    text.push_str("      external MPI_CONVERSION_FN_NULL_C\n");
    text
}

fn parameter(text: &mut String, constant: &Constant) {
    let (declaration, value) = match &constant.value {
        Value::Integer(value) | Value::Handle(_, value) => ("integer", value),
        Value::Offset(value) => ("integer*8", value),
    };
    let name = &constant.name;
    let _ = writeln!(text, "      {declaration} {name}\n      parameter ({name}={value})");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_fit_both_source_forms() {
        let api = Api::load(&crate::workspace::root().join("api")).expect("valid data");
        for line in emit(&api).lines().filter(|line| !line.is_empty() && !line.starts_with('!')) {
            assert!(line.starts_with("      ") && !line.starts_with("       "), "not at column 7: {line}");
            assert!(line.len() <= 72, "beyond column 72: {line}");
        }
    }
}
