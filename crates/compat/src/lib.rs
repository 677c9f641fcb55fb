//! What the libraries of older ABIs (`libmpi.so.12`, `libmpi.so.40`) have in common: conversions
//! between a peer's numbers and layouts and those of the standard ABI, for calls into
//! `libmpi_abi.so.1`.
//!
//! - [`peer`]: the traits that describe a peer: handles, status, special addresses
//! - [`values`]: tables of constants; `generated` has the names of the tables and the functions of
//!   `libmpi_abi.so.1`
//! - [`library`]: finds and loads `libmpi_abi.so.1`
//! - [`predefined`], [`mirror`]: handles that are integers
//! - [`handles`], [`statuses`], [`integers`], [`text`]: arguments of one call, on their way in and
//!   out
//! - [`slots`]: functions of the program that the library calls with nothing to tell them apart
//! - [`export`]: a macro for functions that no data describes
//! - [`by_hand`]: the functions whose conversion no table can say
//!
//! # Safety arguments
//! - COMPAT-1: the arguments of an entry point are what the caller of the MPI function promises by
//!   calling it: each pointer is null, one of the peer's addresses with a meaning of their own, or
//!   valid for the access the standard describes, with the peer's types.
//! - COMPAT-2: the fields of [`Functions`] have the types of the functions of the standard ABI, of
//!   which each holds the one with its name.
//! - COMPAT-3: a callback argument is null or the address of a function of the type the peer's
//!   prototype names.

pub mod by_hand;
pub mod export;
mod generated;
pub mod handles;
pub mod integers;
pub mod library;
pub mod mirror;
pub mod peer;
pub mod predefined;
pub mod slots;
pub mod statuses;
#[cfg(test)]
mod test_peer;
pub mod text;
pub mod values;

pub use generated::{Functions, Maps};
pub use library::functions;
pub use peer::{Handle, Peer, PeerStatus, SplitType};
