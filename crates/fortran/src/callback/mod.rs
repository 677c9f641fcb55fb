//! Procedures of the program as C functions.
//!
//! - `pool` numbers procedures for which C has no argument to say which is meant: reduction
//!   operations and error handlers;
//! - `operation` and `errhandler` are those; `attribute`, `grequest` and `datarep` find theirs in
//!   the extra state.

pub mod attribute;
pub mod datarep;
pub mod errhandler;
pub mod grequest;
pub mod operation;
mod pool;
