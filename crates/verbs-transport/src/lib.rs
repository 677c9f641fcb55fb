//! What every message transport over [`Verbs`](ferry_rdma::Verbs) needs, whatever queue pairs it
//! sends through.
//!
//! - [`pool`]: registered buffers for packets on the way out
//! - [`window`]: what was posted to a send queue and has not completed, and which requests are
//!   signalled
//! - [`completions`]: the completion queue, which grows with the number of users
//! - [`memory`]: memory of the program, registered through a cache
//! - [`prices`]: what registering and copying cost here
//! - [`environment`]: the clock, the launcher's cards, sleeping

#![deny(unsafe_code)]

pub mod completions;
pub mod environment;
pub mod memory;
pub mod pool;
pub mod prices;
pub mod window;

pub use completions::{Completions, Demand};
pub use environment::Environment;
pub use memory::{Hold, Memories};
pub use pool::{Pool, Slot};
pub use window::Window;
