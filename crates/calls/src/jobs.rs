//! Processes of other jobs.
//!
//! - [`connect`]: meeting them at ports
//! - [`spawn`]: starting them
//! - [`service`]: names under which they are found

pub mod connect;
pub mod service;
pub mod spawn;
