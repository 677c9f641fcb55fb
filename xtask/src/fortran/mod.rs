//! The Fortran interface: `mpif.h`, the modules `mpi` and `mpi_f08`, and the entry points of
//! `libmpifort_abi.so.1`.
//!
//! - `select` says which functions Fortran has, under which names and symbols;
//! - `declare` writes parameters as Fortran declares them;
//! - `constants` writes constants, in fixed form and as parameters of modules;
//! - `include` and `modules` put `mpif.h` and the sources of the modules together;
//! - `convert` says how an argument gets from Fortran to C and back;
//! - `library` writes the entry points in Rust, `symbols` their other names.

mod constants;
mod convert;
mod declare;
mod include;
mod library;
mod modules;
mod select;
mod symbols;

use crate::model::Api;
use crate::workspace::Generated;

/// All files of the Fortran interface.
pub fn generate(api: &Api) -> Vec<Generated> {
    let file = |path, text| Generated { path, text };
    vec![
        file("include/mpif.h", include::emit(api)),
        file("crates/fortran/modules/mpi_base.f90", modules::emit_base(api)),
        file("crates/fortran/modules/mpi.f90", modules::emit_mpi(api)),
        file("crates/fortran/modules/mpi_f08.f90", modules::emit_f08(api)),
        file("crates/fortran/src/generated/c.rs", library::emit_c(api)),
        file("crates/fortran/src/generated/plain.rs", library::emit_plain(api)),
        file("crates/fortran/src/generated/described.rs", library::emit_described(api)),
        file("crates/fortran/names.ld", symbols::emit(api)),
        file("crates/fortran-openmpi/names.ld", symbols::emit_by_address(api)),
    ]
}
