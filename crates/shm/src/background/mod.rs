//! Copies that go on while the program computes (LMT-4).
//!
//! - [`job`]: a copy in chunks, and the thread that moves them
//! - `copies`: what the thread of a rank copies, and whether there is one

#[cfg(not(loom))]
mod copies;
pub mod job;

#[cfg(not(loom))]
pub use copies::{Copiers, InBackground, Wish};
