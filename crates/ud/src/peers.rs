//! What is kept of peers: 4 bytes of one that was never talked to, one entry of one that was. There
//! is no handshake: a peer's card says all that is needed.

use std::collections::VecDeque;

use ferry_protocol::datagram::header::DatagramHeader as PacketHeader;
use ferry_protocol::datagram::link::Options as LinkOptions;
use ferry_protocol::datagram::{DatagramKind, Link, Sequence};
use ferry_protocol::packet::Header;
use ferry_protocol::transfer::Piece;
use ferry_rdma::Verbs;

use crate::card::Card;
use crate::chunked::Chunked;
use crate::send::LastHeader;

/// A fragment that came before an earlier one.
#[derive(Debug)]
pub(crate) struct Early {
    pub kind: DatagramKind,
    pub bytes: Box<[u8]>,
}

/// Something in order that the engine has not taken.
#[derive(Debug)]
pub(crate) enum Ready {
    /// A fragment.
    Fragment(Early),
    /// A packet, put together.
    Packet(Header, Vec<u8>),
}

/// Where the body of a packet goes that comes in several fragments.
#[derive(Debug)]
pub(crate) enum Destination {
    /// Into memory of the device.
    Own(Vec<u8>),
    /// Into memory that the engine has named, in order; nothing where that ends.
    Given { number: u64, pieces: VecDeque<Piece> },
}

/// A packet of which fragments are missing.
#[derive(Debug)]
pub(crate) struct Coming {
    pub header: Header,
    /// Bytes that have not come.
    pub left: u32,
    pub into: Destination,
}

/// What has come from a peer and is not done with.
#[derive(Debug, Default)]
pub(crate) struct Inbound {
    pub ready: VecDeque<Ready>,
    pub coming: Option<Coming>,
}

/// Where both directions were when a peer said farewell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Farewell {
    /// Number of the peer's next packet: one that uses MPI again sends it.
    pub theirs: Sequence,
    /// Number of the next packet to the peer.
    pub ours: Sequence,
}

/// A peer that was talked to.
pub(crate) struct Peer<V: Verbs> {
    pub rank: u32,
    pub address: V::AddressHandle,
    /// Its queue pair for packets, and the one that its large messages come from.
    pub queue_pair: u32,
    pub bulk: u32,
    pub link: Link<u32, Early>,
    pub inbound: Option<Box<Inbound>>,
    /// The last headers of the engine to it and from it.
    pub sent: LastHeader,
    pub shown: LastHeader,
    /// The turn of receives in which it was heard last.
    pub turn: u32,
    /// Blocks of its large messages that packets land in.
    pub blocks: u16,
    /// It is on the list of those that time has to look after.
    pub is_listed: bool,
    pub is_lost: bool,
    /// What its last farewell was about, unless it is back.
    pub farewell: Option<Box<Farewell>>,
    /// It knows that this process has.
    pub is_told: bool,
}

/// Bytes of a peer that was talked to at most, without its address handle, which belongs to the
/// adapter.
const MOST_BYTES: usize = 256;

/// Bytes of a peer that was never talked to at most.
const MOST_UNMET_BYTES: usize = 16;

/// What stands for a rank: the index of its peer plus one, or 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Index(u32);

const _: () = assert!(size_of::<Index>() <= MOST_UNMET_BYTES);

/// The peers of a process.
pub(crate) struct Peers<V: Verbs> {
    indices: Vec<Index>,
    pub met: Chunked<Peer<V>>,
}

impl<V: Verbs> Peers<V> {
    const FITS: () = assert!(size_of::<Peer<V>>() - size_of::<V::AddressHandle>() <= MOST_BYTES - size_of::<usize>());

    pub fn new() -> Self {
        let () = Self::FITS;
        Peers { indices: Vec::new(), met: Chunked::new() }
    }

    /// The peer with this rank, if it was talked to.
    #[inline]
    pub fn index_of(&self, rank: u32) -> Option<usize> {
        let Index(index) = *self.indices.get(rank as usize)?;
        (index as usize).checked_sub(1)
    }

    /// A peer that is talked to from now on.
    pub fn add(&mut self, rank: u32, card: &Card, address: V::AddressHandle, own: &LinkOptions) -> usize {
        if self.indices.len() <= rank as usize {
            self.indices.resize(rank as usize + 1, Index::default());
        }
        let index = self.met.push(Peer {
            rank,
            address,
            queue_pair: card.endpoint.queue_pair,
            bulk: card.bulk,
            link: Link::new(own),
            inbound: None,
            sent: LastHeader::default(),
            shown: LastHeader::default(),
            turn: 0,
            blocks: 0,
            is_listed: false,
            is_lost: false,
            farewell: None,
            is_told: false,
        });
        self.indices[rank as usize] = Index(index as u32 + 1);
        index
    }
}

impl<V: Verbs> Peer<V> {
    /// A packet has come: is the peer back that had said farewell?
    pub fn note_return(&mut self, header: &PacketHeader) {
        let is_later = |farewell: &Farewell| header.sequence.distance(farewell.theirs) >= 0;
        if header.kind.is_numbered() && self.farewell.as_deref().is_some_and(is_later) {
            self.farewell = None;
        }
    }

    /// Whether the peer has left, and nothing was sent to it since: nobody waits for it.
    pub fn is_forgotten(&self) -> bool {
        self.farewell.as_deref().is_some_and(|farewell| farewell.ours == self.link.sending.next_number())
    }

    /// Whether the peer hears what is said: it is not lost, and has not left.
    pub fn is_in_touch(&self) -> bool {
        !self.is_lost && self.farewell.is_none()
    }

    /// Fragments that wait for the engine.
    pub fn backlog(&self) -> usize {
        self.inbound.as_ref().map_or(0, |inbound| inbound.ready.len())
    }

    pub fn inbound(&mut self) -> &mut Inbound {
        self.inbound.get_or_insert_default()
    }

    /// Forgets the memory of what is done with.
    pub fn tidy(&mut self) {
        if self.inbound.as_ref().is_some_and(|inbound| inbound.ready.is_empty() && inbound.coming.is_none()) {
            self.inbound = None;
        }
    }
}
