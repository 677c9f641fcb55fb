//! `libmpi_abi.so.1`: the C interface of MPI 5.0 on the standard ABI.
//!
//! - `generated`: the 664 entry points and some extensions, made from `api/`
//! - [`entry`]: how every call enters and leaves
//! - [`program`]: calls of functions of the program
//! - [`imp`]: the functions, by chapter of the standard

mod entry;
mod generated;
mod imp;
mod program;
