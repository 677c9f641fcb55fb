//! The client's side of PMIx: a process learns its place in the job from a PMIx server (Slurm's,
//! PRRTE's) and exchanges words with the others.
//!
//! The protocol between client and server is private to libpmix. So the library is loaded when the
//! environment has traces of a server. Building Ferry needs nothing of PMIx, nor does running it
//! elsewhere.
//!
//! - `ffi`: types, constants and functions of libpmix that are used, written from the PMIx standard
//!   (v4)
//! - `library`: finding and loading it
//! - [`client`]: the safe side

pub mod client;
mod ffi;
mod library;

pub use client::{Client, PmixError};
pub use library::LoadError;
