//! Requests: how they end, and waiting for them.
//!
//! - [`finished`], [`waits`]: the end of one, and waiting for it
//! - [`state`], [`status`], [`completion`], [`completion_several`]: what each kind answers; one and
//!   several of them
//! - [`generalized`]: requests of the program's own

pub mod completion;
pub mod completion_several;
pub mod finished;
pub mod generalized;
pub mod state;
pub mod status;
pub mod waits;
