//! What waits to be sent to one peer, because the device had no room.

use std::collections::VecDeque;

use ferry_protocol::packet::Header;
use ferry_protocol::transfer::BODY;

use crate::statistics::PeerTraffic;

/// An entry of an outbox.
#[derive(Debug)]
pub enum Waiting {
    /// A packet without user data.
    Control(Header, [u8; BODY]),
    /// The first packet of this send operation.
    Message(usize),
}

/// The way to one peer. Packets leave in the order they entered; pieces of large messages use the room that is left.
#[derive(Debug, Default)]
pub struct Outbox {
    /// Packets in order.
    pub packets: VecDeque<Waiting>,
    /// Send operations in stage `Sending`.
    pub streams: VecDeque<usize>,
    /// Whether this outbox is on the engine's list of outboxes with work.
    pub is_listed: bool,
    /// What was sent so far.
    pub traffic: PeerTraffic,
}
