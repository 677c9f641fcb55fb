//! Messages over unreliable datagrams (UD) of an RDMA adapter: one queue pair for all peers, so
//! that memory does not grow with their number (UD-1 to UD-7). `docs/wire/ud.md` has the formats,
//! ADR 0044 and 0045 the reasons.
//!
//! What the device is asked for and what it does, from the outside in:
//! - [`device`]: the parts, and [`ferry_device::Device`]
//! - [`card`]: what a peer must know; there is no handshake
//! - `peers`: what is kept of a peer that was talked to, in a `chunked` array
//! - `send`, `arrive`, `deliver`: packets on their way out and in, in pieces as long as the network
//!   takes
//! - `tend`: what time makes the device do
//! - `expose`, `land`, `put`, `bulk`, [`control`]: large messages without a copy (UD-2)
//! - `pairs`: queue pairs that such messages are received by
//! - `costs`: what they cost, with a copy and without, and which of them go without
//! - [`beside`]: what a layer above must know that has other ways to the same peers
//! - `breaking`: a peer that was given up hears of it
//! - `port`, `fragments`, `layout`: the queue pair of all packets, what was sent and not
//!   acknowledged, memory of the program in pieces
//! - [`options`], [`counters`]: what it is made with, and what it tells
//!
//! Reliability is [`ferry_protocol::datagram`], which knows nothing of adapters. Send queues,
//! buffers and registrations are those of every transport over verbs: [`ferry_verbs_transport`].
//!
//! # Safety arguments
//! - UD-M1: memory that was exposed is writable and nobody else's until it is concealed, as
//!   [`Rendezvous::expose`](ferry_device::Rendezvous::expose) asks. Before that its queue pairs
//!   have no receive posted any more, or are reset.
//! - UD-M2: memory that is put is readable and not changed until the put is reported over, which is
//!   after its last request has completed.
//! - UD-M3: slots of the send pool belong to one fragment each until that is acknowledged and no
//!   request names it.
//! - UD-M4: a room that a sink has listed is memory for the body until it is reported landed; no
//!   more bytes than it has are stored.
//! - UD-M5: a body lies in a receive that is not posted, or in memory of the device, as long as it
//!   is looked at.

#![deny(unsafe_code)]

mod arrive;
pub mod beside;
mod breaking;
mod bulk;
pub mod card;
mod chunked;
pub mod control;
mod costs;
pub mod counters;
mod deliver;
pub mod device;
mod expose;
mod fragments;
mod land;
mod layout;
pub mod options;
mod pairs;
mod peers;
mod port;
mod put;
mod send;
mod tend;

pub use card::Card;
pub use counters::Counters;
pub use device::UdDevice;
pub use options::{LargeMessages, Options, Repair};
