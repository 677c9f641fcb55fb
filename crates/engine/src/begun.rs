//! Messages in several packets that come without being asked for. They pay where packets are cheap:
//! an offer and its answer cost more there than a second copy of some ten kilobytes
//! (`docs/wire/packets.md`, LMT-6).
//!
//! The first packet is matched like any other. The following ones carry only bytes. Until the
//! message is whole, no other one begins between the two processes, and its sender sends that peer
//! nothing else.
//!
//! # Safety arguments
//! - BEGUN-1: buffers of operations satisfy BUF-1 until the operation is done; a send is done when
//!   its last packet is in the device, a receive when its last byte is stored; lengths are cut to
//!   the buffer's size first.

use ferry_device::{Device, PacketTaken, Part};
use ferry_protocol::choice::Lengths;
use ferry_protocol::cost::Backing;
use ferry_protocol::eager::coming::Chunk;
use ferry_protocol::eager::sending::InPackets;
use ferry_protocol::matching::Pattern;
use ferry_protocol::packet::{Begun, Header};
use ferry_protocol::stage::Violation;

use crate::operation::OperationStage;
use crate::outbox::Waiting;
use crate::send::send_packets;
use crate::{Engine, EngineState, Unexpected};

/// Where a message goes of which more packets come.
#[derive(Clone, Copy)]
pub(crate) enum Destination {
    /// To this receive.
    Receive(usize),
    /// To memory of the engine, by the number of the arrival.
    Kept(u64),
}

impl<D: Device> Engine<D> {
    /// What follows from the costs for a message that is sent or received now.
    pub(crate) fn lengths(&mut self) -> &Lengths {
        self.state.policy.choice.lengths(self.device.oversubscribed())
    }

    /// Longest message that goes in packets without asking, from memory as that of the send
    /// `handle` of `bytes` bytes, where the device has nothing against it.
    pub(crate) fn unasked_max(&mut self, peer: u32, handle: usize, bytes: u64) -> u64 {
        let backing = match self.backing(handle, bytes) {
            Backing::SharedHeap if self.state.outboxes.of(peer).declined > 0 => Backing::SmallPages,
            backing => backing,
        };
        self.lengths().unasked_max[backing as usize]
    }

    /// Sends the first packet of a queued message, and more of them while there is room. False if
    /// not all have left.
    pub(crate) fn begin_in_packets(&mut self, peer: u32, handle: usize, bytes: u64) -> bool {
        let longest = self.device.max_body() as u64;
        let Some(operation) = self.state.operations.get_mut(handle) else { return true };
        let (header, packets) = InPackets::begin(operation.context, operation.tag, bytes, longest);
        // SAFETY: BEGUN-1.
        let fill = |part: Part| unsafe { operation.buffer.fill(0, part) };
        if !self.device.try_send(peer, header, fill).is_on_its_way() {
            return false;
        }
        operation.stage = OperationStage::Leaving;
        (operation.whole, operation.moved) = (bytes, packets.sent());
        let outbox = self.state.outboxes.of(peer);
        outbox.traffic.eager.add(bytes);
        if operation.backing == Some(Backing::SharedHeap) {
            outbox.declined = outbox.declined.saturating_sub(1);
        }
        if let Some(first) = outbox.packets.front_mut() {
            *first = Waiting::Rest(handle);
        }
        self.send_rest(peer, handle)
    }

    /// Sends more packets of a message that has begun. False if not all have left.
    pub(crate) fn send_rest(&mut self, peer: u32, handle: usize) -> bool {
        let Some(operation) = self.state.operations.get_mut(handle) else { return true };
        let packets = InPackets::unasked(operation.moved, operation.whole, self.device.max_body() as u64);
        let (_, is_out) = send_packets(&mut self.device, peer, operation, packets, false);
        if is_out {
            self.state.operations.complete(handle);
        }
        is_out
    }
}

impl EngineState {
    /// The first packet of a message has come.
    pub(crate) fn begin(&mut self, from: u32, header: &Header, bytes: &[u8]) -> Result<PacketTaken, Violation> {
        self.incoming.arrivals.coming.may_begin(from)?;
        let key = Pattern { context: header.context, source: from as i32, tag: header.tag };
        let whole = Begun::of(header).bytes();
        self.policy.choice.note_use();
        let into = match self.incoming.matcher.arrive(&key).or_else(|| self.take_direct(&key)) {
            Some(receive) => {
                self.operations.begin_receiving(receive, &key, whole);
                Destination::Receive(receive)
            }
            None if self.is_over_budget() => {
                self.records.totals.refusals += 1;
                return Ok(PacketTaken::Refused);
            }
            None => {
                let number = self.keep_begun(&key, whole);
                self.hold_back(from);
                Destination::Kept(number)
            }
        };
        let chunk = self.incoming.arrivals.coming.begin(from, into, whole, bytes.len() as u64);
        self.store(chunk, bytes);
        Ok(PacketTaken::Consumed)
    }

    fn keep_begun(&mut self, key: &Pattern, bytes: u64) -> u64 {
        let number = self.incoming.arrivals.keep(key, bytes);
        self.keep_unexpected(*key, Unexpected::Long { number, bytes });
        number
    }

    /// Another packet has come of the message from this peer that has begun.
    pub(crate) fn more(&mut self, from: u32, bytes: &[u8]) -> Result<PacketTaken, Violation> {
        let chunk = self.incoming.arrivals.coming.more(from, bytes.len() as u64)?;
        self.store(chunk, bytes);
        // The call that waited for it takes no more for now.
        let is_awaited = chunk.is_last && self.incoming.direct.is_some();
        Ok(if is_awaited { PacketTaken::ConsumedLast } else { PacketTaken::Consumed })
    }

    /// Stores the next bytes of a message, as far as its receive has room.
    fn store(&mut self, Chunk { into, is_last }: Chunk<Destination>, bytes: &[u8]) {
        match into {
            Destination::Receive(receive) => {
                self.store_next(receive, bytes);
                if is_last {
                    self.operations.complete(receive);
                }
            }
            Destination::Kept(number) => {
                self.incoming.arrivals.extend(number, bytes);
                if is_last {
                    self.long_landed(number);
                }
            }
        }
    }
}
