//! Starting MPI jobs on one host or several, and how their processes find each other.
//!
//! - [`pmi`]: what processes and launchers say to each other, server ([`mpiexec`]'s side) and
//!   client (the library's side)
//! - [`node`]: how processes started by a foreign launcher find those on the same host, and come to
//!   share a node segment
//! - [`ranges`]: sets of ranks as text
//! - [`environment`]: names of the variables that launcher and library share
//! - [`mpiexec`]: the launcher itself; `src/bin/mpiexec.rs` only calls it
//! - [`error`]: what can go wrong, seen from the library

#![forbid(unsafe_code)]

pub mod environment;
pub mod error;
pub mod mpiexec;

pub mod names;
pub mod node;
pub mod pmi;
pub mod ranges;
pub mod spawn;

pub use error::LaunchError;
