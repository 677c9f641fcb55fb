//! Messages from one process to another.
//!
//! - [`message`]: what calls say about them
//! - [`send`], [`receive`], [`exchange`], [`probe`]: sending and receiving
//! - [`persistent`], [`buffered`], [`partitioned`]: messages in parts and again; memory for copies

pub mod buffered;
pub mod exchange;
pub mod message;
pub mod partitioned;
pub mod persistent;
pub mod probe;
pub mod receive;
pub mod send;
