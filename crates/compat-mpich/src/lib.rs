//! `libmpi.so.12`: the interface of MPICH, Intel MPI and MVAPICH, by calls into `libmpi_abi.so.1`.
//!
//! - `types`: handles that are integers, a status of 20 bytes
//! - `numbers`: constants and predefined handles, `entries`: the functions, both made from `api/`
//! - `more`: functions and variables that the standard has no counterpart of

mod entries;
mod more;
mod numbers;
mod types;

/// Runs when the shared object is loaded.
#[used]
#[unsafe(link_section = ".init_array")]
static LOAD: extern "C" fn() = ferry_compat::library::load;
