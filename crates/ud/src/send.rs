//! Packets on their way out: cut into fragments, kept until they are acknowledged, sent as far as
//! the peer and the network take them.

use ferry_device::Part;
use ferry_protocol::datagram::{DatagramKind, Sequence};
use ferry_protocol::packet::Header;
use ferry_rdma::Verbs;
use ferry_verbs_transport::{Environment, Slot};

use crate::device::UdDevice;
use crate::port::{NO_FRAGMENT, Target};

/// Bytes of the engine's header on the wire.
pub(crate) const PACKET_HEADER: usize = 20;

/// Fragments to a peer that may wait for their turn: with more the engine is told to wait.
const MOST_WAITING: usize = 64;

/// The engine's header as bytes.
pub(crate) fn encode(header: &Header) -> [u8; PACKET_HEADER] {
    let mut bytes = [0; PACKET_HEADER];
    bytes[0] = header.kind;
    bytes[2..4].copy_from_slice(&header.aux.to_le_bytes());
    bytes[4..8].copy_from_slice(&header.tag.to_le_bytes());
    bytes[8..16].copy_from_slice(&header.context.to_le_bytes());
    bytes[16..20].copy_from_slice(&header.len.to_le_bytes());
    bytes
}

/// The inverse of [`encode`].
pub(crate) fn decode(bytes: &[u8]) -> Option<Header> {
    let bytes: &[u8; PACKET_HEADER] = bytes.first_chunk()?;
    let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
    Some(Header {
        device: 0,
        kind: bytes[0],
        reserved: 0,
        aux: u16::from_le_bytes([bytes[2], bytes[3]]),
        context: u64::from(word(8)) | u64::from(word(12)) << 32,
        tag: word(4) as i32,
        len: word(16),
    })
}

/// The last header of the engine to or from a peer, without the length. The next packet leaves it
/// out if it has the same, as its receiver has all before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastHeader([u8; LENGTH_AT]);

/// Where a header has the length.
const LENGTH_AT: usize = 16;

/// A byte that no header uses marks that there was one.
const MARK: (usize, u8) = (1, 1);

impl LastHeader {
    /// That of a packet that begins with `header`.
    pub fn of(header: &[u8; PACKET_HEADER]) -> Self {
        let mut last = LastHeader(std::array::from_fn(|at| header[at]));
        last.0[MARK.0] = MARK.1;
        last
    }

    fn is_as(&self, header: &[u8; PACKET_HEADER]) -> bool {
        *self == Self::of(header)
    }

    /// The header of a packet with a body of `len` bytes that has left it out; `None`: there was no
    /// packet before.
    pub fn with_len(&self, len: usize) -> Option<[u8; PACKET_HEADER]> {
        if self.0[MARK.0] != MARK.1 {
            return None;
        }
        let mut header = [0; PACKET_HEADER];
        header[..LENGTH_AT].copy_from_slice(&self.0);
        header[MARK.0] = 0;
        header[LENGTH_AT..].copy_from_slice(&(len as u32).to_le_bytes());
        Some(header)
    }
}

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// Sends a packet of the engine. False if there is no room now.
    pub(crate) fn send_packet(&mut self, to: u32, header: &Header, mut fill: impl FnMut(Part)) -> bool {
        let Some(index) = self.reach(to) else { return false };
        let len = header.len as usize;
        if self.peers.met[index].link.sending.waiting() > MOST_WAITING {
            self.counters.stalls += 1;
            return false;
        }
        let bytes = encode(header);
        let is_known = len <= self.fragment_bytes && self.peers.met[index].sent.is_as(&bytes);
        let front = if is_known && self.options.header_caching { 0 } else { PACKET_HEADER };
        let slots = self.slots(front + len);
        self.lacks_buffers = slots.is_none();
        let Some(slots) = slots else {
            self.counters.stalls += 1;
            return false;
        };
        if front > 0 {
            self.pool.write(slots.first, 0, &bytes);
            self.peers.met[index].sent = LastHeader::of(&bytes);
        } else {
            self.counters.headers_cached += 1;
        }
        let head = len.min(self.fragment_bytes - front);
        if head > 0 {
            fill(Part::new(0, self.pool.place(slots.first, front, head), head));
        }
        let mut offset = head;
        for slot in &slots.others {
            let part = (len - offset).min(self.fragment_bytes);
            fill(Part::new(offset, self.pool.place(*slot, 0, part), part));
            offset += part;
        }
        let kind = if front > 0 { DatagramKind::First } else { DatagramKind::Again };
        self.push(index, &slots, front + len, kind);
        self.counters.packets_sent += 1;
        self.counters.bytes_copied += len as u64;
        self.pump(index);
        true
    }

    /// Tells the device at the other end something. It goes as soon as there is a buffer for it.
    pub(crate) fn tell(&mut self, index: usize, control: Vec<u8>) {
        self.controls.push_back((index as u32, control));
        self.send_controls();
    }

    /// Sends control as far as there are buffers.
    pub(crate) fn send_controls(&mut self) {
        while let Some((index, control)) = self.controls.pop_front() {
            let index = index as usize;
            if self.peers.met[index].is_lost {
                continue;
            }
            let Some(slots) = self.slots(control.len()) else {
                self.controls.push_front((index as u32, control));
                return;
            };
            self.pool.write(slots.first, 0, &control);
            self.push(index, &slots, control.len(), DatagramKind::Control);
            self.pump(index);
        }
    }

    /// Send buffers for `len` bytes, one for each fragment; none if there are not enough.
    fn slots(&mut self, len: usize) -> Option<Slots> {
        let first = self.pool.take(&*self.verbs, len.clamp(1, self.fragment_bytes))?;
        let mut slots = Slots { first, others: Vec::new() };
        let mut left = len.saturating_sub(self.fragment_bytes);
        while left > 0 {
            let part = left.min(self.fragment_bytes);
            let Some(slot) = self.pool.take(&*self.verbs, part) else {
                slots.others.into_iter().chain([first]).for_each(|slot| self.pool.give_back(slot));
                return None;
            };
            slots.others.push(slot);
            left -= part;
        }
        Some(slots)
    }

    /// Queues the fragments of `len` bytes in these slots.
    fn push(&mut self, index: usize, slots: &Slots, len: usize, kind: DatagramKind) {
        let now = self.environment.now();
        let sending = &mut self.peers.met[index].link.sending;
        let mut left = len;
        for (count, slot) in std::iter::once(&slots.first).chain(&slots.others).enumerate() {
            let part = left.min(self.fragment_bytes);
            let kind = if count == 0 { kind } else { DatagramKind::Next };
            left -= part;
            sending.push(self.fragments.insert(*slot, part, kind, left == 0), now);
        }
    }

    /// Sends a peer what it and the network take now.
    pub(crate) fn pump(&mut self, index: usize) {
        let now = self.environment.now();
        while self.post_packets(index, now) {}
        self.list(index);
    }

    /// Sends a peer the next few packets with one doorbell. Whether there may be more of them.
    fn post_packets(&mut self, index: usize, now_ns: u64) -> bool {
        let (room, most) = (self.room_of(index), self.port.room());
        let peer = &mut self.peers.met[index];
        let mut count = 0;
        while count < most {
            let Some(out) = peer.link.sending.next(now_ns) else { break };
            let (sequence, fragment, asks, is_repeated) = (out.sequence, *out.item, out.asks, out.is_repeated);
            let held = self.fragments.get(fragment);
            let header = peer.link.header(self.options.rank, held.kind, sequence, asks, room);
            self.port.prepare(&header, Some((fragment, held)), &self.pool, &mut self.counters);
            self.fragments.posted(fragment);
            self.counters.datagrams_repeated += u64::from(is_repeated);
            count += 1;
        }
        self.post_prepared(index) && count > 0 && count == most
    }

    /// Sends what was prepared for a peer. False if not all of it was taken: what was not is
    /// repeated when its time is over, as if the network had lost it.
    fn post_prepared(&mut self, index: usize) -> bool {
        let peer = &self.peers.met[index];
        let target = Target { address: &peer.address, queue_pair: peer.queue_pair };
        match self.port.post(&target, &mut self.counters) {
            Ok(untaken) if untaken.is_empty() => true,
            Ok(untaken) => {
                for fragment in untaken.into_iter().filter(|fragment| *fragment != NO_FRAGMENT) {
                    self.fragments.completed(fragment, &mut self.pool);
                }
                false
            }
            // One queue serves all peers.
            Err(error) => {
                self.fail_all(&format!("a datagram cannot be posted: {error}"));
                false
            }
        }
    }

    /// Tells a peer what has come, in a packet of its own.
    pub(crate) fn acknowledge(&mut self, index: usize, kind: DatagramKind) {
        self.tell_alone(index, kind, false);
    }

    /// The same; `asks`: an answer is wanted.
    pub(crate) fn tell_alone(&mut self, index: usize, kind: DatagramKind, asks: bool) {
        let room = self.room_of(index);
        if self.port.room() == 0 {
            return;
        }
        let peer = &mut self.peers.met[index];
        let sequence = if kind == DatagramKind::Farewell { peer.link.sending.next_number() } else { Sequence(0) };
        let header = peer.link.header(self.options.rank, kind, sequence, asks, room);
        self.port.prepare(&header, None, &self.pool, &mut self.counters);
        self.post_prepared(index);
    }
}

/// Send buffers of a packet.
struct Slots {
    first: Slot,
    others: Vec<Slot>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_packets_survive_the_wire() {
        let header = Header { aux: 0x0102, ..Header::message(ferry_protocol::packet::Kind::Begin, u64::MAX - 7, -5, 1 << 30) };
        let decoded = decode(&encode(&header)).expect("a header");
        assert_eq!(format!("{decoded:?}"), format!("{header:?}"));
        assert!(decode(&encode(&header)[1..]).is_none());
    }

    #[test]
    fn a_header_left_out_is_the_last_one_with_another_length() {
        let header = Header { aux: 7, ..Header::message(ferry_protocol::packet::Kind::Eager, 3, -5, 100) };
        let last = LastHeader::of(&encode(&header));
        assert!(last.is_as(&encode(&Header { len: 8, ..header })));
        for other in [Header { tag: 6, ..header }, Header { context: 4, ..header }, Header { aux: 8, ..header }] {
            assert!(!last.is_as(&encode(&other)), "{other:?}");
        }
        assert_eq!(last.with_len(8), Some(encode(&Header { len: 8, ..header })));
        assert_eq!(LastHeader::default().with_len(8), None);
    }
}
