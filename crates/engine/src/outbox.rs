//! What waits to be sent to one peer, because the device had no room.

use std::collections::VecDeque;

use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::transfer::{BODY, TransferResult};

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
pub struct Outboxes {
    peers: Vec<Option<Box<Outbox>>>,
    /// Peers whose outbox has work.
    pub busy: Vec<u32>,
}

impl Outboxes {
    /// Those of a job of `ranks`.
    pub fn new(ranks: usize) -> Self {
        Outboxes { peers: (0..ranks).map(|_| None).collect(), busy: Vec::new() }
    }

    /// From now on there are peers up to number `count`, without it.
    pub fn grow(&mut self, count: usize) {
        if count > self.peers.len() {
            self.peers.resize_with(count, || None);
        }
    }

    /// Forgets what is to be sent to `peer`, and what was.
    pub fn forget(&mut self, peer: u32) {
        self.busy.retain(|busy| *busy != peer);
        self.peers[peer as usize] = None;
    }

    /// The way to `peer`.
    #[inline(always)]
    pub fn of(&mut self, peer: u32) -> &mut Outbox {
        let place = &mut self.peers[peer as usize];
        if place.is_none() {
            make(place);
        }
        match place {
            Some(outbox) => outbox,
            None => unreachable!("it was just made"),
        }
    }

    /// Has what waits for `peer` sent as soon as there is room.
    pub fn list(&mut self, peer: u32) {
        let outbox = self.of(peer);
        if !outbox.is_listed {
            outbox.is_listed = true;
            self.busy.push(peer);
        }
    }

    /// Queues something for `peer`.
    pub fn push(&mut self, peer: u32, waiting: Waiting) {
        self.of(peer).packets.push_back(waiting);
        self.list(peer);
    }

    /// Queues a packet of kind `kind` without body about `operation` of the peer's.
    pub fn control(&mut self, peer: u32, kind: Kind, operation: u64) {
        self.control_word(peer, kind, operation, 0);
    }

    /// The same with the argument `aux`.
    pub fn control_word(&mut self, peer: u32, kind: Kind, operation: u64, aux: u16) {
        self.control_packet(peer, Header { aux, ..Header::about(kind, operation, 0) }, [0; BODY]);
    }

    /// Queues a packet without user data.
    pub fn control_packet(&mut self, peer: u32, header: Header, body: [u8; BODY]) {
        self.push(peer, Waiting::Control(header, body));
    }

    /// Queues word for the sender of operation `theirs` of how its message ended.
    pub fn fin(&mut self, to: u32, theirs: u64, result: TransferResult) {
        self.control_word(to, Kind::Fin, theirs, result as u16);
    }

    /// A send that was granted is to go in packets, from its beginning.
    pub fn stream_in_packets(&mut self, send: usize, to: u32) {
        self.of(to).streams.push_back(send);
        self.list(to);
    }

    /// What was sent to `peer`.
    pub fn traffic(&self, peer: u32) -> PeerTraffic {
        self.peers[peer as usize].as_ref().map(|outbox| outbox.traffic).unwrap_or_default()
    }
}

#[cold]
fn make(place: &mut Option<Box<Outbox>>) {
    *place = Some(Box::default());
}
