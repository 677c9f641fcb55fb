//! Between an MPI process and its launcher. `docs/wire/pmi.md` specifies what Ferry speaks.
//!
//! - [`message`]: one line of PMI-1 as command and fields; escaping of free text
//! - [`server`]: the launcher's side of PMI-1 on a node, sans-IO: lines in, lines and events out
//! - [`space`]: what the nodes of a job share of it, sans-IO
//! - [`client`]: the process's side, whatever the launcher speaks
//! - `pmi1`: the process's side of PMI-1, blocking, over the inherited socket
//! - `pmi2`: the process's side of PMI-2
//! - `mapping`: what a launcher says of which rank runs where
//! - `lost`: whether a process without a launcher is alone or has lost the others

pub mod client;
mod lost;
mod mapping;
pub mod message;
mod pmi1;
mod pmi2;
pub mod server;
pub mod space;
#[cfg(test)]
pub(crate) mod testing;

pub use client::Client;

/// Longest name of a key-value space, in bytes with the final zero that C clients add.
pub const MAX_NAME_BYTES: usize = 256;
/// Longest key, in bytes with a final zero.
pub const MAX_KEY_BYTES: usize = 64;
/// Longest value, in bytes with a final zero.
pub const MAX_VALUE_BYTES: usize = 1024;
/// Longest line either side accepts, in bytes. The longest legal one is a `put`: three names and
/// the words around them.
pub const MAX_LINE_BYTES: usize = 8192;

const _: () = assert!(MAX_LINE_BYTES > MAX_NAME_BYTES + MAX_KEY_BYTES + MAX_VALUE_BYTES + 64);
