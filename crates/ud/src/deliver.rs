//! Fragments in order become packets of the engine: those of one fragment where they lie, longer
//! ones in the engine's memory or put together first.

use std::collections::VecDeque;

use ferry_device::{PacketTaken, Placement, ScatterList, Sink};
use ferry_protocol::datagram::DatagramKind;
use ferry_protocol::packet::Header;
use ferry_protocol::transfer::Piece;
use ferry_rdma::Verbs;
use ferry_verbs_transport::Environment;

use crate::device::UdDevice;
use crate::peers::{Coming, Destination, Inbound, Ready};
use crate::send::{LastHeader, PACKET_HEADER, decode};

/// What the engine was shown in one poll.
#[derive(Default)]
pub(crate) struct Shown {
    pub consumed: usize,
    /// It wants to see no more for now.
    pub is_last: bool,
}

/// Bytes that have come, where they lie: nobody changes them before their receive is posted again.
#[derive(Clone, Copy)]
pub(crate) struct Body {
    pub address: *const u8,
    pub len: usize,
}

impl Body {
    pub fn of(bytes: &[u8]) -> Body {
        Body { address: bytes.as_ptr(), len: bytes.len() }
    }

    #[allow(unsafe_code)]
    pub fn as_slice(&self) -> &[u8] {
        // SAFETY: UD-M5: a body lies in a receive that is not posted, or in memory of the device,
        // as long as it is looked at.
        unsafe { std::slice::from_raw_parts(self.address, self.len) }
    }

    pub fn to_box(self) -> Box<[u8]> {
        self.as_slice().into()
    }
}

/// What became of something that was shown.
pub(crate) enum Outcome {
    Taken,
    Refused,
    /// It makes no sense.
    Nonsense(&'static str),
}

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// Shows the engine what it has not taken before, that of `first` before others'.
    pub(crate) fn show_ready(&mut self, first: Option<u32>, sink: &mut impl Sink, shown: &mut Shown) {
        let mut waiting = std::mem::take(&mut self.ready);
        if let Some(first) = first.and_then(|rank| self.peers.index_of(rank)) {
            waiting.sort_by_key(|index| *index as usize != first);
        }
        waiting.retain(|index| !self.show_waiting(*index as usize, sink, shown));
        waiting.append(&mut self.ready);
        self.ready = waiting;
    }

    /// Whether nothing waits any more.
    fn show_waiting(&mut self, index: usize, sink: &mut impl Sink, shown: &mut Shown) -> bool {
        let had_room = self.room_of(index) > 0;
        while !shown.is_last {
            let next = self.peers.met[index].inbound.as_mut().and_then(|inbound| inbound.ready.pop_front());
            let Some(next) = next else { break };
            let outcome = match &next {
                Ready::Fragment(early) => self.show_fragment(index, early.kind, Body::of(&early.bytes), sink, shown),
                Ready::Packet(header, bytes) => self.show_whole(index, header, bytes, sink, shown),
            };
            match outcome {
                Outcome::Taken => {}
                // What has come from a peer that is lost is still due.
                Outcome::Refused => {
                    self.peers.met[index].inbound().ready.push_front(next);
                    break;
                }
                // Nor does what comes after it.
                Outcome::Nonsense(_) => self.peers.met[index].inbound().ready.clear(),
            }
        }
        if !had_room && self.room_of(index) > 0 {
            self.peers.met[index].link.receiving.tell_at_once();
            self.list(index);
        }
        let peer = &mut self.peers.met[index];
        peer.tidy();
        peer.backlog() == 0
    }

    fn show_whole(&mut self, index: usize, header: &Header, bytes: &[u8], sink: &mut impl Sink, shown: &mut Shown) -> Outcome {
        let answer = sink.packet(self.peers.met[index].rank, header, bytes.as_ptr());
        if self.note(answer, shown) { Outcome::Taken } else { Outcome::Refused }
    }

    /// Whether it was consumed.
    fn note(&mut self, answer: PacketTaken, shown: &mut Shown) -> bool {
        let is_consumed = answer != PacketTaken::Refused;
        shown.consumed += usize::from(is_consumed);
        shown.is_last |= answer == PacketTaken::ConsumedLast;
        self.counters.packets_received += u64::from(is_consumed);
        is_consumed
    }

    /// Shows a fragment. One that the engine does not want now is shown again; of one that makes no
    /// sense the peer is lost.
    pub(crate) fn show_fragment(
        &mut self,
        index: usize,
        kind: DatagramKind,
        body: Body,
        sink: &mut impl Sink,
        shown: &mut Shown,
    ) -> Outcome {
        let outcome = match kind {
            DatagramKind::First => self.show_first(index, body, sink, shown),
            DatagramKind::Again => self.show_again(index, body, sink, shown),
            _ => self.show_next(index, body, sink, shown),
        };
        if let Outcome::Nonsense(what) = outcome {
            self.abandon(index, &format!("it has sent {what}; do all ranks run the same version of Ferry?"));
        }
        outcome
    }

    fn show_first(&mut self, index: usize, body: Body, sink: &mut impl Sink, shown: &mut Shown) -> Outcome {
        let Some((bytes, header)) = body.as_slice().first_chunk().zip(decode(body.as_slice())) else {
            return Outcome::Nonsense("a packet without a header");
        };
        self.peers.met[index].shown = LastHeader::of(bytes);
        let (rank, rest) = (self.peers.met[index].rank, &body.as_slice()[PACKET_HEADER..]);
        if self.peers.met[index].inbound.as_ref().is_some_and(|inbound| inbound.coming.is_some()) {
            return Outcome::Nonsense("a packet within another one");
        }
        let len = header.len as usize;
        if len < rest.len() {
            return Outcome::Nonsense("more than a packet is long");
        }
        if len == rest.len() {
            let is_taken = self.note(sink.packet(rank, &header, rest.as_ptr()), shown);
            return if is_taken { Outcome::Taken } else { Outcome::Refused };
        }
        let mut room = ScatterList::default();
        let mut into = match sink.begin(rank, &header, &mut room) {
            Placement::Refused => return Outcome::Refused,
            Placement::Whole => Destination::Own(Vec::with_capacity(len)),
            Placement::Into(number) => Destination::Given { number, pieces: room.into_pieces().into() },
        };
        into.store(rest);
        self.environment.copied(rest.len() as u64);
        let coming = Coming { header, left: (len - rest.len()) as u32, into };
        self.peers.met[index].inbound().coming = Some(coming);
        Outcome::Taken
    }

    /// A packet with the header of the last one.
    fn show_again(&mut self, index: usize, body: Body, sink: &mut impl Sink, shown: &mut Shown) -> Outcome {
        let peer = &self.peers.met[index];
        let Some(header) = peer.shown.with_len(body.len).and_then(|bytes| decode(&bytes)) else {
            return Outcome::Nonsense("a packet with the header of an earlier one, of which there is none");
        };
        if peer.inbound.as_ref().is_some_and(|inbound| inbound.coming.is_some()) {
            return Outcome::Nonsense("a packet within another one");
        }
        let is_taken = self.note(sink.packet(peer.rank, &header, body.address), shown);
        if is_taken { Outcome::Taken } else { Outcome::Refused }
    }

    fn show_next(&mut self, index: usize, body: Body, sink: &mut impl Sink, shown: &mut Shown) -> Outcome {
        let rank = self.peers.met[index].rank;
        let Inbound { coming, ready } = self.peers.met[index].inbound();
        let Some(mut packet) = coming.take() else { return Outcome::Nonsense("the middle of a packet without its beginning") };
        let bytes = body.as_slice();
        let Some(left) = packet.left.checked_sub(bytes.len() as u32) else {
            return Outcome::Nonsense("more than a packet is long");
        };
        packet.into.store(bytes);
        self.environment.copied(bytes.len() as u64);
        if left > 0 {
            *coming = Some(Coming { left, ..packet });
            return Outcome::Taken;
        }
        match packet.into {
            Destination::Given { number, .. } => {
                sink.landed(number);
                shown.consumed += 1;
                self.counters.packets_received += 1;
            }
            Destination::Own(bytes) => match sink.packet(rank, &packet.header, bytes.as_ptr()) {
                PacketTaken::Refused => {
                    ready.push_front(Ready::Packet(packet.header, bytes));
                    if !self.ready.contains(&(index as u32)) {
                        self.ready.push(index as u32);
                    }
                }
                answer => _ = self.note(answer, shown),
            },
        }
        Outcome::Taken
    }
}

impl Destination {
    /// Stores the next bytes.
    fn store(&mut self, bytes: &[u8]) {
        match self {
            Destination::Own(all) => all.extend_from_slice(bytes),
            Destination::Given { pieces, .. } => store_in(pieces, bytes),
        }
    }
}

/// Stores bytes at the beginning of the pieces, which then begin behind them. What there is no room
/// for goes nowhere.
#[allow(unsafe_code)]
fn store_in(pieces: &mut VecDeque<Piece>, mut bytes: &[u8]) {
    while let Some(piece) = pieces.front_mut() {
        let len = bytes.len().min(piece.len as usize);
        let to = std::ptr::with_exposed_provenance_mut::<u8>(piece.address as usize);
        // SAFETY: UD-M4: `len` bytes of the piece.
        unsafe { to.copy_from_nonoverlapping(bytes.as_ptr(), len) };
        (piece.address, piece.len) = (piece.address + len as u64, piece.len - len as u64);
        bytes = &bytes[len..];
        if bytes.is_empty() {
            return;
        }
        pieces.pop_front();
    }
}
