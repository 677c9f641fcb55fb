//! Files: opening them, what they show, and accesses.
//!
//! - [`open`], [`state`], [`view`], [`representation`]: files and what of them a process sees
//! - [`pointer`], [`access`], [`request`], [`agree`]: accesses, alone and together

pub mod access;
pub mod agree;
pub mod open;
pub mod pointer;
pub mod representation;
pub mod request;
pub mod state;
pub mod view;
