//! Windows: what they are made of, epochs, accesses, and what serves those of others.
//!
//! - [`create`], [`free`], [`query`], [`attribute`], [`node`]: making windows and asking about
//!   them; memory that the ranks of a node share
//! - [`arguments`]: the memory that an access names at both ends
//! - [`access`], [`accumulate`], [`request`]: accesses; [`near`]: those that end at once
//! - [`epoch`], [`lock`], [`flush`], [`conflict`], [`progress`]: when they are done, and whether
//!   they may be

pub mod access;
pub mod accumulate;
pub mod arguments;
pub mod attribute;
pub mod conflict;
pub mod create;
pub mod epoch;
pub mod flush;
pub mod free;
pub mod lock;
pub mod near;
pub mod node;
pub mod progress;
pub mod query;
pub mod request;
