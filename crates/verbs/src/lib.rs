//! RDMA devices through libibverbs: the trait [`Verbs`](ferry_rdma::Verbs) on real adapters (and
//! soft-RoCE).
//!
//! [`Adapter::open`] chooses a port, or says why it cannot; everything else is made by the adapter.
//! Objects hold what they need: nothing is destroyed before what uses it, whatever the order of
//! dropping.
//!
//! - [`adapter`]: an open port, its protection domain
//! - [`completion`]: completion queues, and sleeping on them
//! - `context`: an open device, its attributes and events
//! - [`devices`]: what devices there are
//! - [`extended`]: extended connections
//! - [`memory`]: registered memory
//! - [`monitor`]: memory watched on behalf of a cache of registrations
//! - `post`: work requests in the form of the C interface
//! - [`queue_pair`]: queue pairs and address handles
//! - [`shared_receive`]: shared receive queues
//! - `system`: errors of the C interface
//!
//! # Safety arguments
//! The modules cite these.
//! - VB-1: a pointer that libibverbs returned is good until the function that destroys it is
//!   called. That is done in `drop` of the one struct that holds it, and structs that depend on it
//!   hold an [`Arc`](std::sync::Arc) of that.
//! - VB-2: functions of libibverbs may be called by any thread at any time; it locks what it has
//!   to.
//! - VB-3: the device touches only memory of living registrations. Those are of a
//!   [`memory::Buffer`], which frees its memory after the registration is gone, or of
//!   [`memory::UserMemory`], whose maker promised. Hence posting any request, with any address and
//!   key, is safe: a wrong one completes with an error.
//! - VB-4: inline data are copied before the post returns; they are borrowed that long.
//! - VB-5: lists of work requests are built on the stack and read only until the post returns.

pub mod adapter;
pub mod completion;
mod context;
pub mod devices;
pub mod extended;
pub mod memory;
pub mod monitor;
mod post;
pub mod queue_pair;
pub mod shared_receive;
mod system;

pub use adapter::Adapter;
pub use completion::CompletionQueue;
pub use devices::devices;
pub use extended::ExtendedDomain;
pub use memory::{Buffer, Region, UserMemory};
pub use monitor::MemoryMonitor;
pub use queue_pair::{AddressHandle, QueuePair};
pub use shared_receive::SharedReceiveQueue;
