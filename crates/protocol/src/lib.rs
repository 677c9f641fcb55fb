//! Sans-IO protocol code: packet formats and matching. No clock, no operating system, no device, no payload.
//!
//! - [`packet`]: what a packet looks like and means
//! - [`matching`]: which receive takes which message
//! - [`partition`]: how the two sides of partitioned communication find each other and overlap
#![forbid(unsafe_code)]

pub mod matching;
pub mod packet;
pub mod partition;
