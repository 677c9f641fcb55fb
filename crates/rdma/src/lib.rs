//! RDMA as protocols see it: the words, the rules and the trait [`Verbs`], without an operating
//! system or a device.
//!
//! The crate `verbs` implements the trait on libibverbs; a simulated adapter can stand in for it.
//! Protocols name memory by keys and addresses and get completions as values; nothing on the way of
//! a message is dynamic.
//!
//! - [`address`]: GIDs, paths, and what a queue pair's owner tells its peer
//! - [`attributes`]: what devices and ports say of themselves
//! - [`error`]: errors of calls
//! - [`event`]: what happens to objects outside of completions
//! - [`failure`]: errors of completions, with likely causes
//! - [`select`]: which device, port and GID to use
//! - [`state`]: states of a queue pair and the table of legal transitions
//! - [`traits`]: what an adapter offers
//! - [`work`]: work requests and completions

#![deny(unsafe_code)]

pub mod address;
pub mod attributes;
pub mod error;
pub mod event;
pub mod failure;
pub mod select;
pub mod state;
pub mod traits;
pub mod work;

pub use address::{Endpoint, Gid, GidKind, Mtu, Path};
pub use attributes::{Atomics, DeviceAttributes, GidEntry, LinkLayer, OnDemandPaging, PortAttributes, PortState};
pub use error::{Error, Result};
pub use event::AsyncEvent;
pub use failure::{Failure, Status};
pub use state::{Attributes, QueuePairAttributes, QueuePairState, Transport};
pub use traits::{Buffer, CompletionQueue, QueuePair, QueuePairCapacity, QueuePairPlan, Region, SharedReceiveQueue, Verbs};
pub use work::{
    Access, Completion, Destination, Done, LocalKey, Operation, Payload, ReceiveWork, RemoteKey, RemoteMemory, Request, Segment,
    SendWork, WorkId,
};
