//! `libmpi.so.40`: the interface of Open MPI, by calls into `libmpi_abi.so.1`.
//!
//! - `object`: what the addresses that are predefined handles lead to
//! - `types`: handles, and a status of 24 bytes
//! - `numbers`: constants and predefined handles, `entries`: the functions, both made from `api/`
//! - `fortran`: integers that stand for handles in Fortran
//! - `more`: functions that the standard has no counterpart of

mod entries;
mod fortran;
mod more;
mod numbers;
mod object;
mod types;

/// Runs when the shared object is loaded.
#[used]
#[unsafe(link_section = ".init_array")]
static LOAD: extern "C" fn() = load;

extern "C" fn load() {
    object::find_copies(numbers::OBJECTS);
    ferry_compat::library::load();
}
