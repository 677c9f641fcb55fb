//! Sans-IO protocol code: packet formats and matching. No clock, no operating system, no device, no payload.
//!
//! - [`packet`]: what a packet looks like and means
//! - [`matching`]: which receive takes which message
#![forbid(unsafe_code)]

pub mod matching;
pub mod packet;
