//! What waits: the process and its lock, how a call waits, what happens to errors, and when
//! functions of the program are called.
//!
//! - [`cell`]: the process cell, the library lock, and [`Cx`], by which a call reaches the process
//! - [`program`]: the functions of the program, which only the layer of entry points can call
//! - [`failure`]: what happens to errors
//! - [`deferred`], [`events`]: functions of the program that operations, and tools, wait for
//! - [`parking`], [`waiting`]: one thread that makes progress for all; how a call waits
//!
//! Each module needs those before it, and none behind.

pub mod cell;
pub mod deferred;
pub mod events;
pub mod failure;
pub mod parking;
pub mod program;
pub mod waiting;

pub use cell::{Call, Cx};
pub use failure::Scope;
