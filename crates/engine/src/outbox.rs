//! What waits to be sent to one peer, because the device had no room.

use std::collections::VecDeque;

use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::transfer::BODY;

use crate::statistics::PeerTraffic;
use crate::window::inbox::Outgoing;

/// An entry of an outbox.
#[derive(Debug)]
pub enum Waiting {
    /// A packet without user data.
    Control(Header, [u8; BODY]),
    /// The first packet of this send operation.
    Message(usize),
    /// The rest of this send operation's message, whose first packet has left.
    Rest(usize),
    /// A message about a window.
    OneSided(Outgoing),
    /// Nothing goes to this peer any more, which is lost: what follows fails.
    Lost,
}

impl Waiting {
    /// Whether it tells a lost peer that it is taken for lost.
    pub fn is_reset(&self) -> bool {
        matches!(self, Waiting::Control(header, _) if header.kind == Kind::Reset as u8)
    }
}

/// [`Outbox::declined`] of a peer that has just declined.
pub const DECLINED: u32 = 8;

/// The way to one peer. Packets leave in the order they entered; pieces of large messages use the
/// room that is left.
#[derive(Debug, Default)]
pub struct Outbox {
    /// Packets in order.
    pub packets: VecDeque<Waiting>,
    /// Send operations in stage `Sending`.
    pub streams: VecDeque<usize>,
    /// Whether the peer wants long messages announced
    /// ([`Kind::Hold`](ferry_protocol::packet::Kind::Hold)).
    pub is_held: bool,
    /// So many messages from a shared heap do not wait for the peer to fetch them: it wanted the
    /// one before in packets, as its own memory is in none.
    pub declined: u32,
    /// Whether this outbox is on the engine's list of outboxes with work.
    pub is_listed: bool,
    /// What was sent so far.
    pub traffic: PeerTraffic,
}

impl Outbox {
    /// Whether anything waits that may be sent.
    pub fn has_work(&self) -> bool {
        let packets = self.packets.front().is_some_and(|first| !matches!(first, Waiting::Lost));
        packets || !self.streams.is_empty()
    }
}

/// The ways to all peers. One that nothing was ever sent to takes a word.
#[derive(Debug)]
pub struct Outboxes(Vec<Option<Box<Outbox>>>);

impl Outboxes {
    /// Those of a job of `ranks`.
    pub fn new(ranks: usize) -> Self {
        Outboxes((0..ranks).map(|_| None).collect())
    }

    /// From now on there are peers up to number `count`, without it.
    pub fn grow(&mut self, count: usize) {
        if count > self.0.len() {
            self.0.resize_with(count, || None);
        }
    }

    /// Forgets what is to be sent to `peer`, and what was.
    pub fn forget(&mut self, peer: u32) {
        self.0[peer as usize] = None;
    }

    /// The way to `peer`.
    #[inline(always)]
    pub fn of(&mut self, peer: u32) -> &mut Outbox {
        let place = &mut self.0[peer as usize];
        if place.is_none() {
            make(place);
        }
        match place {
            Some(outbox) => outbox,
            None => unreachable!("it was just made"),
        }
    }

    /// What was sent to `peer`.
    pub fn traffic(&self, peer: u32) -> PeerTraffic {
        self.0[peer as usize].as_ref().map(|outbox| outbox.traffic).unwrap_or_default()
    }
}

#[cold]
fn make(place: &mut Option<Box<Outbox>>) {
    *place = Some(Box::default());
}
