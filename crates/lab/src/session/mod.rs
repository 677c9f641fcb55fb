//! The conversation with the nodes.
//!
//! - [`frame`]: what is said, as bytes (pure)
//! - [`agent`]: the first process of a node, which answers
//! - [`command`]: the command that the agent runs
//! - [`host`]: the launcher's side, from the first sign of life to the exit status
//! - [`terminal`]: the user's terminal during a shell

pub mod agent;
pub mod command;
pub mod frame;
pub mod host;
pub mod terminal;
