//! One-sided communication (MPI-5 chapter 12) without memory and messages: what a process may do
//! when, who holds which lock, and what travels.
//!
//! - [`epoch`]: which calls are legal now, at one process and for one window
//! - [`conflict`]: which accesses of a process conflict, for programs that want to know
//! - [`control`]: the words that the processes of a node share about each process's part of a
//!   window, locks among them
//! - [`message`]: what origins and targets tell each other that do not share memory
//!
//! `docs/wire/one-sided.md` gives both formats in prose.

pub mod conflict;
pub mod control;
pub mod epoch;
pub mod message;
