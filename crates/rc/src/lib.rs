//! Messages over reliable connections (RC) of an RDMA adapter: the network device of jobs on
//! several nodes. No clock, no operating system and no adapter inside: the adapter is a
//! [`Verbs`](ferry_rdma::Verbs), real or simulated, everything else an [`Environment`].
//! `docs/wire/rc.md` has the formats, ADR 0022 the reasons.
//!
//! What the device is asked for and what it does, from the outside in:
//! - [`device`]: the parts, and [`ferry_device::Device`]
//! - `connect`, [`handshake`], `control`, [`card`]: connections, made on first use over datagrams
//! - `send`, `direct`, `arrive`: packets on their way out, copied or from where their bodies lie,
//!   and in
//! - [`receives`], [`per_peer`], [`buckets`], [`any`]: buffers that messages come into
//! - [`credits`], [`quotas`]: how senders are kept within them
//! - [`ring`]: the eager fast path of active peers
//! - `transfers`, `one_sided`, `accesses`: puts, gets and atomics between memory of two programs,
//!   for large messages and for windows; whether short ones are copied at this end
//! - [`wire`], `connection`: headers, and the state of a peer
//! - [`beside`]: what a layer above must know that has other ways to the same peers
//! - [`foreign`]: a device for processes of other jobs
//! - [`options`], [`counters`]: what it is made with, and what it tells; [`inspect`]: what tests
//!   may know
//!
//! Send queues, send buffers, the completion queue and registrations are those of every transport
//! over verbs: [`ferry_verbs_transport`]. [`Environment`] is everything else outside.

#![deny(unsafe_code)]

mod accesses;
pub mod any;
mod arrive;
pub mod beside;
pub mod buckets;
pub mod card;
mod connect;
mod connection;
mod control;
pub mod counters;
pub mod credits;
pub mod device;
mod direct;
pub mod foreign;
pub mod handshake;
pub mod inspect;
pub mod learn;
mod one_sided;
pub mod options;
pub mod per_peer;
pub mod quotas;
pub mod receives;
pub mod ring;
mod send;
mod transfers;
pub mod wire;

pub use any::AnyReceives;
pub use buckets::Buckets;
pub use counters::Counters;
pub use device::RcDevice;
pub use ferry_verbs_transport::Environment;
pub use options::Options;
pub use per_peer::PerPeer;
pub use receives::{ClassPlan, Receives};
