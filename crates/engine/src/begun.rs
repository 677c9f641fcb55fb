//! Messages that come without being asked for in several packets: where packets are cheap, an offer
//! and its answer cost more than a second copy of some ten kilobytes (`docs/wire/packets.md`,
//! LMT-6).
//!
//! The first packet is matched like any other. Those that follow carry no more than bytes: until
//! the message is whole, no other begins between the same two processes, and nothing else is sent
//! to that peer.
//!
//! # Safety arguments
//! - BEGUN-1: buffers of operations satisfy BUF-1 until the operation is done; a send is done when
//!   its last packet is in the device, a receive when its last byte is stored; lengths are cut to
//!   the buffer's size first.

use ferry_device::{Device, PacketTaken, Part};
use ferry_protocol::choice::Lengths;
use ferry_protocol::cost::Backing;
use ferry_protocol::matching::Pattern;
use ferry_protocol::packet::{Begun, Header, Kind};
use ferry_protocol::stage::Violation;

use crate::operation::{Operation, OperationStage};
use crate::outbox::Waiting;
use crate::send::piece_of;
use crate::{Engine, EngineState, Unexpected};

/// A message of which more packets come.
pub(crate) struct Coming {
    from: u32,
    into: Destination,
    /// Bytes that have not come.
    left: u64,
}

impl Coming {
    pub(crate) fn is_from(&self, peer: u32) -> bool {
        self.from == peer
    }

    /// The number of its arrival, if its bytes are kept.
    pub(crate) fn kept(&self) -> Option<u64> {
        if let Destination::Kept(number) = self.into { Some(number) } else { None }
    }
}

/// Where a message goes of which more packets come.
#[derive(Clone, Copy)]
enum Destination {
    /// To this receive.
    Receive(usize),
    /// To memory of the engine, by the number of the arrival.
    Kept(u64),
}

impl<D: Device> Engine<D> {
    /// What follows from the costs for a message that is sent or received now.
    pub(crate) fn lengths(&mut self) -> &Lengths {
        self.state.choice.lengths(self.device.oversubscribed())
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
        let begun = Begun::divide(bytes, piece_of(bytes, longest));
        let header = Header { aux: begun.rest, ..Header::message(Kind::Begin, operation.context, operation.tag, begun.first) };
        // SAFETY: BEGUN-1.
        let fill = |part: Part| unsafe { operation.buffer.fill(0, part) };
        if !self.device.try_send(peer, header, fill).is_on_its_way() {
            return false;
        }
        operation.stage = OperationStage::Leaving;
        (operation.whole, operation.moved) = (bytes, begun.first.into());
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
        let piece = piece_of(operation.whole, self.device.max_body() as u64);
        let is_out = send_pieces(&mut self.device, peer, operation, piece);
        if is_out {
            self.state.complete(handle);
        }
        is_out
    }
}

/// Whether all of the message has left.
fn send_pieces<D: Device>(device: &mut D, peer: u32, operation: &mut Operation, piece: u64) -> bool {
    while operation.moved < operation.whole {
        let (position, len) = (operation.moved, piece.min(operation.whole - operation.moved));
        // SAFETY: BEGUN-1.
        let fill = |part: Part| unsafe { operation.buffer.fill(position, part) };
        if !device.try_send(peer, Header::about(Kind::More, 0, len as u32), fill).is_on_its_way() {
            return false;
        }
        operation.moved += len;
    }
    true
}

impl EngineState {
    /// The first packet of a message has come.
    pub(crate) fn begin(&mut self, from: u32, header: &Header, bytes: &[u8]) -> Result<PacketTaken, Violation> {
        if self.arrivals.coming.iter().any(|coming| coming.is_from(from)) {
            return Err(Violation::Unfinished);
        }
        let key = Pattern { context: header.context, source: from as i32, tag: header.tag };
        let whole = Begun::of(header).bytes();
        self.choice.note_use();
        let into = match self.matcher.arrive(&key).or_else(|| self.take_direct(&key)) {
            Some(receive) => {
                self.match_begun(receive, &key, whole);
                Destination::Receive(receive)
            }
            None if self.is_over_budget() => {
                self.totals.refusals += 1;
                return Ok(PacketTaken::Refused);
            }
            None => {
                let number = self.keep_begun(&key, whole);
                self.hold_back(from);
                Destination::Kept(number)
            }
        };
        let mut coming = Coming { from, into, left: whole };
        if !self.store(&mut coming, bytes) {
            self.arrivals.coming.push(coming);
        }
        Ok(PacketTaken::Consumed)
    }

    fn match_begun(&mut self, receive: usize, key: &Pattern, whole: u64) {
        let Some(receiving) = self.operations.get_mut(receive) else { return };
        receiving.stage = OperationStage::Receiving;
        (receiving.peer, receiving.tag) = (key.source as u32, key.tag);
        (receiving.whole, receiving.moved) = (whole, 0);
    }

    fn keep_begun(&mut self, key: &Pattern, bytes: u64) -> u64 {
        let number = self.arrivals.keep(key, bytes);
        self.keep_unexpected(*key, Unexpected::Long { number, bytes });
        number
    }

    /// Another packet has come of the message from this peer that has begun.
    pub(crate) fn more(&mut self, from: u32, bytes: &[u8]) -> Result<PacketTaken, Violation> {
        let is_it = |coming: &Coming| coming.from == from && coming.left >= bytes.len() as u64;
        let index = self.arrivals.coming.iter().position(is_it).ok_or(Violation::NoBeginning)?;
        let mut coming = self.arrivals.coming.swap_remove(index);
        if !self.store(&mut coming, bytes) {
            self.arrivals.coming.push(coming);
            return Ok(PacketTaken::Consumed);
        }
        // The call that waited for it takes no more for now.
        Ok(if self.direct.is_some() { PacketTaken::ConsumedLast } else { PacketTaken::Consumed })
    }

    /// Stores the next bytes of a message, as far as its receive has room. Whether all of it has
    /// come.
    fn store(&mut self, coming: &mut Coming, bytes: &[u8]) -> bool {
        coming.left -= bytes.len() as u64;
        let is_whole = coming.left == 0;
        match coming.into {
            Destination::Receive(receive) => {
                self.store_next(receive, bytes);
                if is_whole {
                    self.complete(receive);
                }
            }
            Destination::Kept(number) => {
                self.arrivals.extend(number, bytes);
                if is_whole {
                    self.long_landed(number);
                }
            }
        }
        is_whole
    }
}
