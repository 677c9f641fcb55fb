//! Long messages that come without being asked for: where a device can send from the user's memory
//! and receive into it, asking first would cost more than it saves (`docs/wire/packets.md`).
//!
//! The header is matched as soon as it is there. If a receive is waiting, the device stores the
//! body in its buffer; else in memory of the engine, and the message goes to its receive when both
//! are there. A process that keeps more of them than half its budget for unexpected messages tells
//! the senders to announce long messages, and when that is over (ADR 0009).
//!
//! # Safety arguments
//! - LONG-1: buffers of operations satisfy BUF-1 until the operation is done; it is done when its
//!   body has landed, or when the peer is lost, after which the device stores nothing more.
//! - LONG-2: memory of the engine for a body stays where it is until the body has landed or the
//!   peer is lost, as it belongs to the table of arrivals.

use std::collections::HashMap;

use ferry_device::{Body, CopyError, Device, Landing, Loan, OperationTicket, Part, Room, Sent};
use ferry_protocol::decision::{self, MessageStart, OutgoingMessage, StartReason};
use ferry_protocol::matching::Pattern;
use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::transfer::{BODY, Piece};

use crate::begun::Coming;
use crate::operation::{Fault, Mode, OperationStage};
use crate::pieces::LONGEST_LIST;
use crate::receive::Received;
use crate::spares::Spares;
use crate::{Buffer, Direct, Engine, EngineState, Unexpected};

/// Long messages that are coming, or have come and wait for their receive.
#[derive(Default)]
pub(crate) struct Arrivals {
    last: u64,
    table: HashMap<u64, LongMessage>,
    /// Those of which more packets come, at most one of a peer.
    pub coming: Vec<Coming>,
    /// Peers that were told to announce long messages.
    held: Vec<u32>,
    spares: Spares,
}

/// A long message.
struct LongMessage {
    from: u32,
    tag: i32,
    /// Its receive, if it has been matched.
    receive: Option<usize>,
    /// Its body, unless that goes into the receive's buffer: memory of its length, all of it valid
    /// once `is_whole`.
    body: Option<Vec<u8>>,
    /// Length in bytes.
    bytes: u64,
    is_whole: bool,
}

impl<D: Device> Engine<D> {
    /// Has messages beyond `bytes` bytes announced, whatever the device could do.
    pub fn limit_long(&mut self, bytes: u64) {
        self.state.long_max = bytes;
    }

    /// How a queued message begins, and why.
    pub(crate) fn start_of(&mut self, peer: u32, handle: usize, bytes: u64) -> (MessageStart, StartReason) {
        let unasked = self.device.unasked(peer);
        let Some(operation) = self.state.operations.get(handle) else { return (MessageStart::Packet, StartReason::Eager) };
        let mut message = OutgoingMessage {
            bytes,
            eager_max: self.state.limits.eager_max as u64,
            is_synchronous: operation.mode != Mode::Standard,
            long_max: self.state.long_max,
            is_forced: self.state.limits.method.is_some(),
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

    /// Sends all of a queued message in one packet, from where it lies if the device borrows it.
    /// False if there is no room.
    pub(crate) fn send_at_once(&mut self, peer: u32, handle: usize, bytes: u64) -> bool {
        let Some(operation) = self.state.operations.get_mut(handle) else { return true };
        let header = Header::message(Kind::Eager, operation.context, operation.tag, bytes as u32);
        let body = InPlace { buffer: &operation.buffer, pieces: &mut self.mine, send: handle };
        let sent = self.device.try_send(peer, header, body);
        match sent {
            Sent::NoRoom => return false,
            // The peer has to hear of the message, and of what becomes of it.
            Sent::Unreadable => return self.announce(peer, handle, bytes),
            Sent::Copied | Sent::Lent => {}
        }
        operation.stage = OperationStage::Leaving;
        operation.whole = bytes;
        self.state.outboxes.of(peer).traffic.eager.add(bytes);
        if sent == Sent::Copied {
            self.state.complete(handle);
        }
        true
    }
}

/// The message of a send operation, from where it lies.
struct InPlace<'a> {
    buffer: &'a Buffer,
    /// Memory for the list of its pieces.
    pieces: &'a mut Vec<Piece>,
    send: usize,
}

impl Body for InPlace<'_> {
    fn fill(&mut self, part: Part) {
        // SAFETY: LONG-1.
        unsafe { self.buffer.fill(0, part) };
    }

    fn memory(&self) -> Option<Piece> {
        self.buffer.memory(self.buffer.bytes())
    }

    fn is_awaited(&self) -> bool {
        false
    }

    fn lend(&mut self) -> Option<Loan<'_>> {
        if self.buffer.pieces() > LONGEST_LIST {
            return None;
        }
        self.pieces.clear();
        self.buffer.slice_pieces(0, self.buffer.bytes(), usize::MAX, self.pieces);
        // SAFETY: LONG-1; the operation is not done before its ticket is back.
        Some(unsafe { Loan::new(self.pieces, OperationTicket(self.send)) })
    }
}

impl EngineState {
    /// The device reads the buffer of a long message no more.
    pub(crate) fn left(&mut self, send: usize, result: Result<(), CopyError>) {
        match result {
            Ok(()) => self.complete(send),
            Err(CopyError::BadLocal) => self.fail(send, Fault::SendBuffer),
            Err(_) => self.fail(send, Fault::PeerLost),
        }
    }

    /// A long message begins to come: where its body goes.
    pub(crate) fn begin_long(&mut self, from: u32, header: &Header, into: &mut Room) -> Landing {
        let key = Pattern { context: header.context, source: from as i32, tag: header.tag };
        if self.is_expelled(from) {
            return Landing::Into(self.keep_arrival(&key, header.len.into(), None, into));
        }
        if let Some(receive) = self.matcher.arrive(&key).or_else(|| self.take_direct(&key)) {
            return self.begin_matched(receive, &key, header.len.into(), into);
        }
        if self.is_over_budget() {
            self.totals.refusals += 1;
            return Landing::Refused;
        }
        let bytes = u64::from(header.len);
        let number = self.keep_arrival(&key, bytes, None, into);
        self.keep_unexpected(key, Unexpected::Long { number, bytes });
        self.hold_back(from);
        Landing::Into(number)
    }

    /// The receive that a blocking call waits for, as an operation, if the message is for it.
    pub(crate) fn take_direct(&mut self, key: &Pattern) -> Option<usize> {
        let direct = self.direct.take_if(|direct| direct.result.is_none() && direct.pattern.accepts(key))?;
        let receive = self.new_receive(&direct.pattern, direct.buffer, direct.owner);
        self.direct = Some(Direct { buffer: Buffer::empty(), result: Some(Received::Operation(receive)), ..direct });
        Some(receive)
    }

    fn begin_matched(&mut self, receive: usize, key: &Pattern, bytes: u64, into: &mut Room) -> Landing {
        let Some(receiving) = self.operations.get_mut(receive) else { return Landing::Whole };
        receiving.stage = OperationStage::Receiving;
        (receiving.peer, receiving.tag, receiving.whole) = (key.source as u32, key.tag, bytes);
        if receiving.buffer.pieces() > LONGEST_LIST {
            return Landing::Into(self.keep_arrival(key, bytes, Some(receive), into));
        }
        let wanted = bytes.min(receiving.buffer.bytes());
        if wanted > 0 {
            // SAFETY: LONG-1.
            let list = unsafe { into.list() };
            receiving.buffer.slice_pieces(0, wanted, usize::MAX, list);
        }
        let arrival =
            LongMessage { from: key.source as u32, tag: key.tag, receive: Some(receive), body: None, bytes, is_whole: false };
        Landing::Into(self.arrivals.insert(arrival))
    }

    /// Makes memory for a body, which `into` lists.
    fn keep_arrival(&mut self, key: &Pattern, bytes: u64, receive: Option<usize>, into: &mut Room) -> u64 {
        let mut body = self.arrivals.spares.take(bytes as usize);
        let piece = Piece { address: body.as_mut_ptr() as u64, len: bytes };
        // SAFETY: LONG-2.
        unsafe { into.list() }.push(piece);
        self.arrivals.insert(LongMessage {
            from: key.source as u32,
            tag: key.tag,
            receive,
            body: Some(body),
            bytes,
            is_whole: false,
        })
    }

    /// A body is where it was to go.
    pub(crate) fn long_landed(&mut self, number: u64) {
        let Some(arrival) = self.arrivals.table.get_mut(&number) else { return };
        // Of a peer that was expelled meanwhile the receive has failed, or there never was one.
        if arrival.body.is_some() && self.losses.expelled.contains(&arrival.from) {
            self.arrivals.table.remove(&number);
            return;
        }
        arrival.is_whole = true;
        if let Some(body) = &mut arrival.body {
            // SAFETY: LONG-2, all bytes were stored.
            unsafe { body.set_len(arrival.bytes as usize) };
        }
        if arrival.receive.is_some() {
            self.finish_long(number);
        } else {
            self.note_event();
        }
    }

    /// Ends the receive of a long message that is here.
    fn finish_long(&mut self, number: u64) {
        let Some(arrival) = self.arrivals.table.remove(&number) else { return };
        let LongMessage { from, tag, receive: Some(receive), body, bytes, .. } = arrival else { return };
        self.complete_with(receive, |operation| {
            let wanted = bytes.min(operation.buffer.bytes());
            if let Some(body) = &body {
                // SAFETY: LONG-1; `wanted` is at most the length of either.
                unsafe { operation.buffer.write(0, body.as_ptr(), wanted as usize) };
            }
            (operation.peer, operation.tag) = (from, tag);
            (operation.moved, operation.whole) = (wanted, bytes);
        });
        if let Some(body) = body {
            self.arrivals.spares.give(body);
        }
    }

    /// Gives a long message that came before its receive to it.
    pub(crate) fn deliver_long(&mut self, receive: usize, key: &Pattern, number: u64, bytes: u64) {
        let Some(receiving) = self.operations.get_mut(receive) else { return };
        receiving.stage = OperationStage::Receiving;
        (receiving.peer, receiving.tag, receiving.whole) = (key.source as u32, key.tag, bytes);
        match self.arrivals.table.get_mut(&number) {
            Some(arrival) => {
                arrival.receive = Some(receive);
                if arrival.is_whole {
                    self.finish_long(number);
                }
            }
            // The rest of it went with its sender.
            None => self.fail(receive, Fault::PeerLost),
        }
    }

    /// Forgets what a lost peer has not sent as a whole. Receives that wait for it fail with
    /// everything else. If the device still `stores` bodies, their memory stays until it says that
    /// they have landed.
    pub(crate) fn lose_arrivals(&mut self, peer: u32, stores: bool) {
        self.arrivals.held.retain(|held| *held != peer);
        let Arrivals { table, coming, .. } = &mut self.arrivals;
        let in_packets: Vec<u64> = coming.extract_if(.., |coming| coming.is_from(peer)).filter_map(|it| it.kept()).collect();
        let is_gone = |arrival: &LongMessage| arrival.from == peer && !arrival.is_whole;
        let gone: Vec<u64> = table.iter().filter(|(_, arrival)| is_gone(arrival)).map(|(number, _)| *number).collect();
        for number in gone {
            if !stores || in_packets.contains(&number) {
                self.arrivals.table.remove(&number);
            }
            let is_it = |message: &Unexpected| matches!(message, Unexpected::Long { number: other, .. } if *other == number);
            if let Some(message) = self.matcher.take_unexpected_if(|_, message| is_it(message)) {
                self.release_unexpected(&message);
            }
        }
    }

    /// Has `peer` announce long messages if this process keeps too much already.
    pub(crate) fn hold_back(&mut self, peer: u32) {
        if self.totals.unexpected_bytes > self.limits.unexpected_budget / 2 && !self.arrivals.held.contains(&peer) {
            self.arrivals.held.push(peer);
            self.tell_hold(peer, true);
        }
    }

    /// Tells senders that were held back when there is room again.
    #[inline]
    pub(crate) fn release_senders(&mut self) {
        if !self.arrivals.held.is_empty() && self.totals.unexpected_bytes <= self.limits.unexpected_budget / 4 {
            for peer in std::mem::take(&mut self.arrivals.held) {
                self.tell_hold(peer, false);
            }
        }
    }

    fn tell_hold(&mut self, peer: u32, is_held: bool) {
        let mut header = Header::about(Kind::Hold, 0, 0);
        header.aux = u16::from(is_held);
        self.control_packet(peer, header, [0; BODY]);
    }
}

impl Arrivals {
    /// A place for a message that nobody has asked for, and that comes in packets.
    pub(crate) fn keep(&mut self, key: &Pattern, bytes: u64) -> u64 {
        let body = Some(self.spares.take(bytes as usize));
        self.insert(LongMessage { from: key.source as u32, tag: key.tag, receive: None, body, bytes, is_whole: false })
    }

    /// Whether the device stores a body in the buffer of this receive.
    pub(crate) fn is_landing_for(&self, receive: usize) -> bool {
        self.table.values().any(|arrival| arrival.receive == Some(receive) && arrival.body.is_none() && !arrival.is_whole)
    }

    /// The next bytes of a message that comes in packets.
    pub(crate) fn extend(&mut self, number: u64, bytes: &[u8]) {
        if let Some(body) = self.table.get_mut(&number).and_then(|arrival| arrival.body.as_mut()) {
            body.extend_from_slice(bytes);
        }
    }

    fn insert(&mut self, arrival: LongMessage) -> u64 {
        self.last += 1;
        self.table.insert(self.last, arrival);
        self.last
    }
}
