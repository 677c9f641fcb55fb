//! MPI's files without MPI: views, plans of accesses, and accesses themselves (MPI 5.0, chapter
//! 14).
//!
//! - [`view`], [`representation`]: which bytes of a file a process sees, and how values lie there
//! - [`extent`]: ranges of a file
//! - [`memory`]: the memory side of an access
//! - [`open_file`]: a file of the system, and how a new one lies on Lustre
//! - [`access`]: accesses by one process alone
//! - [`domains`]: who accesses which part for all
//! - [`collective`]: accesses by all processes of a file together
//! - [`port`]: how those reach the outside, as data
//! - [`hints`]: what programs say about how they use a file
//! - [`worker`]: the thread that accesses files while the program computes
//! - [`error`]: what can go wrong

pub mod access;
pub mod collective;
pub mod domains;
pub mod error;
pub mod extent;
pub mod hints;
pub mod memory;
pub mod open_file;
pub mod port;
pub mod representation;
pub mod view;
pub mod worker;
