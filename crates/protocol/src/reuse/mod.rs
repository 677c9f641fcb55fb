//! Eager sends straight from buffers that a program uses often (BR-1 … BR-6): which buffers those
//! are, and what it takes to find out.
//!
//! A message of a buffer that is used often enough leaves without a copy, from registered memory.
//! Registering costs as much as many copies. So a buffer earns its registration: each use is worth
//! what it would have saved, and memory is registered when that adds up to a part of what
//! registering costs.
//!
//! - [`model`]: what registering, copying and looking cost, and what a use is worth (BR-4)
//! - [`table`]: the buffers a program sends from, and what they have earned (BR-3, BR-6)
//! - [`waits`]: whether a program that waits for its sends gains by it at all
//! - [`policy`]: the three together: copy, or send from where the message lies
//! - [`counters`]: what was decided, by length
//! - [`profile`]: how a program uses its buffers, for people

pub mod counters;
pub mod model;
pub mod policy;
pub mod profile;
pub mod table;
pub mod waits;

pub use counters::Counters;
pub use model::{Fraction, Model, Prices};
pub use policy::{Decision, Reuse};
pub use table::{UsageStanding, UsageTable};
