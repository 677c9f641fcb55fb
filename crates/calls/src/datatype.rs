//! Datatypes: making them, asking about them, and data by them.
//!
//! - [`construct`], [`find`], [`object`], [`query`]: datatypes themselves
//! - [`pack`], [`status_count`]: data in a buffer; how much of it a receive has got

pub mod construct;
pub mod find;
pub mod object;
pub mod pack;
pub mod query;
pub mod status_count;
