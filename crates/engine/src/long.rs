//! Long messages that come without being asked for, from a device that sends from the user's memory
//! and receives into it. An offer would cost more there than it saves (`docs/wire/packets.md`).
//!
//! The header is matched as soon as it is there. If a receive is waiting, the device stores the
//! body in its buffer. Otherwise the device stores it in memory of the engine, and the message goes
//! to its receive when both are there ([`ferry_protocol::eager::long`]). A process may keep half
//! its budget for unexpected messages of these. With more it tells the senders to announce long
//! messages, and it tells them again when that is over (ADR 0009).
//!
//! # Safety arguments
//! - LONG-1: buffers of operations satisfy BUF-1 until the operation is done; it is done when its
//!   body has landed, or when the peer is lost, after which the device stores nothing more.
//! - LONG-2: memory of the engine for a body stays where it is until the body has landed or the
//!   peer is lost, as it belongs to the table of arrivals.

use ferry_device::{Device, Placement, ScatterList};
use ferry_protocol::decision::{self, MessageStart, OutgoingMessage, StartReason};
use ferry_protocol::eager::coming::ComingMessages;
use ferry_protocol::eager::held::{HeldSenders, Kept};
use ferry_protocol::eager::long::{Delivery, Envelope, LandedBody, LongMessages, Matched};
use ferry_protocol::matching::Pattern;
use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::transfer::Piece;

use crate::begun::Destination;
use crate::operation::{Fault, Mode};
use crate::pieces::LONGEST_LIST;
use crate::receive::Received;
use crate::spares::Spares;
use crate::{Buffer, Direct, Engine, EngineState, Unexpected};

/// Messages that come without being asked for, and memory for those without receive.
#[derive(Default)]
pub(crate) struct Arrivals {
    pub long: LongMessages<usize, Vec<u8>>,
    /// Those of which more packets come.
    pub coming: ComingMessages<Destination>,
    pub held: HeldSenders,
    spares: Spares,
}

/// What a long message looks like to the machine.
pub(crate) fn envelope(key: &Pattern, bytes: u64) -> Envelope {
    Envelope { from: key.source as u32, tag: key.tag, bytes }
}

impl<D: Device> Engine<D> {
    /// Has messages beyond `bytes` bytes announced, whatever the device could do.
    pub fn limit_long(&mut self, bytes: u64) {
        self.state.policy.long_max = bytes;
    }

    /// How a queued message begins, and why.
    pub(crate) fn start_of(&mut self, peer: u32, handle: usize, bytes: u64) -> (MessageStart, StartReason) {
        let unasked = self.device.unasked(peer);
        let Some(operation) = self.state.operations.get(handle) else { return (MessageStart::Packet, StartReason::Eager) };
        let mut message = OutgoingMessage {
            bytes,
            eager_max: self.state.policy.limits.eager_max as u64,
            is_synchronous: operation.mode != Mode::Standard,
            long_max: self.state.policy.long_max,
            is_forced: self.state.policy.limits.method.is_some(),
            is_held_back: self.state.outboxes.of(peer).is_held,
            is_exposed: self.exposed.contains_key(&handle),
            unasked,
            max_body: self.device.max_body() as u64,
            cheaper_max: 0,
            is_in_few_pieces: operation.buffer.pieces() <= LONGEST_LIST,
        };
        // What backs the memory is looked up only for messages that go by it.
        if message.depends_on_costs() {
            message.cheaper_max = self.unasked_max(peer, handle, bytes);
        }
        decision::start(&message)
    }
}

impl EngineState {
    /// A long message begins to come: where its body goes.
    pub(crate) fn begin_long(&mut self, from: u32, header: &Header, into: &mut ScatterList) -> Placement {
        let key = Pattern { context: header.context, source: from as i32, tag: header.tag };
        let bytes = u64::from(header.len);
        if self.is_expelled(from) {
            let body = self.incoming.arrivals.room(bytes, into);
            return Placement::Into(self.incoming.arrivals.long.discard(envelope(&key, bytes), body));
        }
        if let Some(receive) = self.incoming.matcher.arrive(&key).or_else(|| self.take_direct(&key)) {
            return self.begin_matched(receive, &key, bytes, into);
        }
        if self.is_over_budget() {
            self.records.totals.refusals += 1;
            return Placement::Refused;
        }
        let body = self.incoming.arrivals.room(bytes, into);
        let number = self.incoming.arrivals.long.gather(envelope(&key, bytes), body);
        self.keep_unexpected(key, Unexpected::Long { number, bytes });
        self.hold_back(from);
        Placement::Into(number)
    }

    /// The receive that a blocking call waits for, as an operation, if the message is for it.
    pub(crate) fn take_direct(&mut self, key: &Pattern) -> Option<usize> {
        let direct = self.incoming.direct.take_if(|direct| direct.result.is_none() && direct.pattern.accepts(key))?;
        let receive = self.operations.new_receive(&direct.pattern, direct.buffer, direct.owner);
        self.incoming.direct = Some(Direct { buffer: Buffer::empty(), result: Some(Received::Operation(receive)), ..direct });
        Some(receive)
    }

    fn begin_matched(&mut self, receive: usize, key: &Pattern, bytes: u64, into: &mut ScatterList) -> Placement {
        let Some(receiving) = self.operations.begin_receiving(receive, key, bytes) else { return Placement::Whole };
        let arrivals = &mut self.incoming.arrivals;
        if receiving.buffer.pieces() > LONGEST_LIST {
            let body = arrivals.room(bytes, into);
            return Placement::Into(arrivals.long.claim(envelope(key, bytes), body, receive));
        }
        let wanted = bytes.min(receiving.buffer.bytes());
        if wanted > 0 {
            // SAFETY: LONG-1.
            let list = unsafe { into.list() };
            receiving.buffer.slice_pieces(0, wanted, usize::MAX, list);
        }
        Placement::Into(arrivals.long.land(envelope(key, bytes), receive))
    }

    /// A body is where it was to go.
    pub(crate) fn long_landed(&mut self, number: u64) {
        let arrivals = &mut self.incoming.arrivals;
        if let Some((body, bytes)) = arrivals.long.body_mut(number) {
            // SAFETY: LONG-2, all bytes were stored.
            unsafe { body.set_len(bytes as usize) };
        }
        match arrivals.long.landed(number) {
            LandedBody::Delivered(delivery) => self.finish_long(delivery),
            LandedBody::Waits => self.operations.note_event(),
            LandedBody::Dropped(body) => arrivals.spares.give(body),
            LandedBody::Gone => {}
        }
    }

    /// Ends the receive of a long message that is here.
    fn finish_long(&mut self, Delivery { envelope, receive, body }: Delivery<usize, Vec<u8>>) {
        let Envelope { from, tag, bytes } = envelope;
        self.operations.complete_with(receive, |operation| {
            let wanted = bytes.min(operation.buffer.bytes());
            if let Some(body) = &body {
                // SAFETY: LONG-1; `wanted` is at most the length of either.
                unsafe { operation.buffer.write(0, body.as_ptr(), wanted as usize) };
            }
            (operation.peer, operation.tag) = (from, tag);
            (operation.moved, operation.whole) = (wanted, bytes);
        });
        if let Some(body) = body {
            self.incoming.arrivals.spares.give(body);
        }
    }

    /// Gives a long message that came before its receive to it.
    pub(crate) fn deliver_long(&mut self, receive: usize, key: &Pattern, number: u64, bytes: u64) {
        if self.operations.begin_receiving(receive, key, bytes).is_none() {
            return;
        }
        match self.incoming.arrivals.long.matched(number, receive) {
            Matched::Delivered(delivery) => self.finish_long(delivery),
            Matched::Comes => {}
            Matched::Gone => self.operations.fail(receive, Fault::PeerLost),
        }
    }

    /// Forgets what a lost peer has not sent as a whole. Receives that wait for it fail with
    /// everything else. If the device still `stores` bodies, their memory stays until it says that
    /// they have landed.
    pub(crate) fn lose_arrivals(&mut self, peer: u32, stores: bool) {
        let Arrivals { long, coming, held, .. } = &mut self.incoming.arrivals;
        held.lose(peer);
        let in_packets = match coming.lose(peer) {
            Some(Destination::Kept(number)) => Some(number).filter(|number| long.forget(*number)),
            Some(Destination::Receive(_)) | None => None,
        };
        let lost = if stores { long.abandon(peer) } else { long.lose(peer) };
        lost.into_iter().chain(in_packets).for_each(|number| self.drop_unexpected(number));
    }

    fn drop_unexpected(&mut self, number: u64) {
        let is_it = |message: &Unexpected| matches!(message, Unexpected::Long { number: other, .. } if *other == number);
        if let Some(message) = self.incoming.matcher.take_unexpected_if(|_, message| is_it(message)) {
            self.release_unexpected(&message);
        }
    }

    /// What is kept of messages that nobody has asked for.
    pub(crate) fn kept(&self) -> Kept {
        Kept { bytes: self.records.totals.unexpected_bytes, budget: self.policy.limits.unexpected_budget }
    }

    /// Has `peer` announce long messages if this process keeps too much already.
    pub(crate) fn hold_back(&mut self, peer: u32) {
        let kept = self.kept();
        if self.incoming.arrivals.held.hold(peer, kept) {
            self.outboxes.control_word(peer, Kind::Hold, 0, 1);
        }
    }

    /// Tells senders that were held back when there is room again.
    #[inline]
    pub(crate) fn release_senders(&mut self) {
        let kept = self.kept();
        for peer in self.incoming.arrivals.held.release(kept) {
            self.outboxes.control_word(peer, Kind::Hold, 0, 0);
        }
    }
}

impl Arrivals {
    /// Memory of the engine for a body, which `into` lists.
    fn room(&mut self, bytes: u64, into: &mut ScatterList) -> Vec<u8> {
        let mut body = self.spares.take(bytes as usize);
        let piece = Piece { address: body.as_mut_ptr() as u64, len: bytes };
        // SAFETY: LONG-2.
        unsafe { into.list() }.push(piece);
        body
    }

    /// A place for a message that nobody has asked for, and that comes in packets.
    pub(crate) fn keep(&mut self, key: &Pattern, bytes: u64) -> u64 {
        let body = self.spares.take(bytes as usize);
        self.long.gather(envelope(key, bytes), body)
    }

    /// The next bytes of a message that comes in packets.
    pub(crate) fn extend(&mut self, number: u64, bytes: &[u8]) {
        if let Some((body, _)) = self.long.body_mut(number) {
            body.extend_from_slice(bytes);
        }
    }
}
