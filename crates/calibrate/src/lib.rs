//! What moving messages between two processes of this machine costs (LMT-6): measured in some milliseconds, by the same engine and device that move the
//! program's messages, between two threads on two processors; kept in a file for the next run.
//!
//! - [`measure`]: the measurement
//! - [`table`]: its result as data, and what the engine makes of it
//! - [`store`]: the file

pub mod measure;
pub mod store;
pub mod table;
