//! The sending side.
//!
//! # Safety arguments
//! - SEND-1: buffers of operations satisfy BUF-1 until the operation is done; `fill` closures run
//!   inside `try_send` and write at most `header.len` bytes, which is what the device provides.

use ferry_device::{Body, Device, Loan, OperationTicket, Part, Sent};
use ferry_protocol::cost::Backing;
use ferry_protocol::decision::MessageStart;
use ferry_protocol::eager::sending::{ACK_WORD, InPackets, NextPacket, Queued, SendStatus, Unqueued};
use ferry_protocol::matching::Pattern;
use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::transfer::{BODY, Method, Methods, Offer, Piece};

use crate::buffer::Buffer;
use crate::operation::{Mode, Operation, OperationStage};
use crate::operations::Operations;
use crate::outbox::Waiting;
use crate::pieces::LONGEST_LIST;
use crate::{Engine, EngineState, UNEXPECTED_OVERHEAD, Unexpected};

const _: () = assert!(size_of::<u64>() == ACK_WORD as usize, "a synchronous message has its operation in front");

impl<D: Device> Engine<D> {
    /// Sends `buffer` to world rank `to`. `None` if the send is complete already, else its
    /// operation.
    #[inline(always)]
    pub fn send(&mut self, to: u32, context: u64, tag: i32, buffer: Buffer, mode: Mode) -> Option<usize> {
        self.send_for(to, context, tag, buffer, mode, false)
    }

    /// As [`Engine::send`]. `is_awaited` says that the program does nothing before the send is
    /// over.
    #[inline(always)]
    pub fn send_for(&mut self, to: u32, context: u64, tag: i32, buffer: Buffer, mode: Mode, is_awaited: bool) -> Option<usize> {
        let bytes = buffer.bytes();
        if mode == Mode::Standard && bytes <= self.state.policy.limits.eager_max as u64 && to != self.state.me {
            if self.state.records.profile.is_some() {
                self.profile_use(&buffer);
            }
            let outbox = self.state.outboxes.of(to);
            let header = Header::message(Kind::Eager, context, tag, bytes as u32);
            if outbox.packets.is_empty() {
                let mut lent = None;
                let operations = &mut self.state.operations;
                let body = Offered {
                    buffer: &buffer,
                    to: (to, context, tag),
                    is_awaited,
                    operations,
                    pieces: &mut self.mine,
                    lent: &mut lent,
                };
                let sent = self.device.try_send(to, header, body);
                if sent.is_on_its_way() {
                    outbox.traffic.eager.add(bytes);
                }
                let status = Unqueued.given(sent);
                if let Some(send) = lent {
                    return self.offered(send, to, bytes, status);
                }
                if status == SendStatus::Over {
                    if self.state.operations.has_sleepers() {
                        self.wake_if_needed();
                    }
                    return None;
                }
            }
        }
        self.send_slowly(Operation { is_awaited, ..Operation::send(to, context, tag, buffer, mode) })
    }

    /// Data with gaps are copied in any case.
    #[cold]
    fn profile_use(&mut self, buffer: &Buffer) {
        if let (Some(profile), Some(address)) = (&mut self.state.records.profile, buffer.dense_at(0)) {
            profile.note(address.addr() as u64, buffer.bytes() as u32);
        }
    }

    /// What became of a message that was lent to the device: its operation, if it is not over.
    #[cold]
    fn offered(&mut self, send: usize, to: u32, bytes: u64, status: SendStatus) -> Option<usize> {
        let EngineState { operations, outboxes, .. } = &mut self.state;
        match status {
            SendStatus::Over => {
                operations.remove(send);
                return None;
            }
            SendStatus::GoesOn(stage) => {
                let operation = operations.get_mut(send)?;
                (operation.stage, operation.whole) = (stage, bytes);
            }
            SendStatus::Waits | SendStatus::MustAnnounce => outboxes.push(to, Waiting::Message(send)),
        }
        let context = operations.get(send)?.context;
        operations.enter_late(context);
        Some(send)
    }

    fn send_slowly(&mut self, operation: Operation) -> Option<usize> {
        let to = operation.peer;
        self.state.operations.enter(operation.context);
        let handle = self.state.operations.insert(operation);
        if to == self.state.me {
            self.state.send_to_self(handle);
        } else {
            self.state.outboxes.push(to, Waiting::Message(handle));
            self.flush();
        }
        self.wake_if_needed();
        match self.take(handle) {
            Some(_) => None,
            None => Some(handle),
        }
    }

    /// Sends what waits in outboxes, as far as there is room. True if anything went out.
    pub(crate) fn flush(&mut self) -> bool {
        let mut moved = false;
        let mut listed = std::mem::take(&mut self.state.outboxes.busy);
        listed.retain(|&peer| {
            moved |= self.flush_packets(peer);
            if self.state.outboxes.of(peer).packets.is_empty() {
                moved |= self.flush_streams(peer);
            }
            let outbox = self.state.outboxes.of(peer);
            outbox.is_listed = outbox.has_work();
            outbox.is_listed
        });
        listed.append(&mut self.state.outboxes.busy);
        self.state.outboxes.busy = listed;
        moved
    }

    fn flush_packets(&mut self, peer: u32) -> bool {
        let mut moved = false;
        while let Some(waiting) = self.state.outboxes.of(peer).packets.front() {
            let sent = match *waiting {
                // Whoever has left sends nothing that would have to be held back.
                Waiting::Control(header, _) if header.kind == Kind::Hold as u8 && !self.device.is_in_touch(peer) => true,
                Waiting::Control(header, body) => send_control(&mut self.device, peer, header, &body),
                Waiting::Message(handle) => self.send_first_packet(peer, handle),
                Waiting::Rest(handle) => self.send_rest(peer, handle),
                Waiting::OneSided(_) => self.send_outgoing(peer),
                Waiting::Lost => false,
            };
            if !sent {
                break;
            }
            self.state.outboxes.of(peer).packets.pop_front();
            moved = true;
        }
        moved
    }

    /// The first packet of a queued send: all of a short message, the announcement of a long one.
    /// False if there is no room.
    fn send_first_packet(&mut self, peer: u32, handle: usize) -> bool {
        let Some(bytes) = self.state.operations.get(handle).map(|operation| operation.buffer.bytes()) else { return true };
        let (start, reason) = self.start_of(peer, handle, bytes);
        // Also where all that comes is short: this end would go on by what is assumed.
        if matches!(start, MessageStart::Packets | MessageStart::Announced) {
            self.state.policy.choice.note_use();
        }
        let is_out = match start {
            MessageStart::Packet | MessageStart::InPlace => self.send_eager(peer, handle, bytes),
            MessageStart::Packets => self.begin_in_packets(peer, handle, bytes),
            MessageStart::Announced => self.announce(peer, handle, bytes),
        };
        if is_out || matches!(self.state.outboxes.of(peer).packets.front(), Some(Waiting::Rest(_))) {
            self.state.records.totals.starts[reason as usize].add(bytes);
        }
        is_out
    }

    /// Sends all of a queued message in one packet, from where it lies if the device borrows it.
    /// False if there is no room.
    fn send_eager(&mut self, peer: u32, handle: usize, bytes: u64) -> bool {
        let Some(operation) = self.state.operations.get_mut(handle) else { return true };
        let queued = Queued { is_synchronous: operation.mode == Mode::Synchronous };
        let header = queued.header(operation.context, operation.tag, bytes);
        let sent = if queued.is_synchronous {
            send_synchronous(&mut self.device, peer, header, handle, operation)
        } else {
            let body =
                InPlace { buffer: &operation.buffer, is_awaited: operation.is_awaited, pieces: &mut self.mine, send: handle };
            self.device.try_send(peer, header, body)
        };
        let status = queued.given(sent);
        match status {
            SendStatus::Waits => return false,
            SendStatus::MustAnnounce => return self.announce(peer, handle, bytes),
            SendStatus::GoesOn(stage) => (operation.stage, operation.whole) = (stage, bytes),
            SendStatus::Over => operation.whole = bytes,
        }
        self.state.outboxes.of(peer).traffic.eager.add(bytes);
        if status == SendStatus::Over {
            self.state.operations.complete(handle);
        }
        true
    }

    /// Announces a large message, and how it can be fetched. False if there is no room.
    pub(crate) fn announce(&mut self, peer: u32, handle: usize, bytes: u64) -> bool {
        let most_pieces = self.state.policy.most_pieces(bytes);
        let mut methods = self.methods(peer);
        let token = if methods.has(Method::Get) { self.expose_send(handle, peer) } else { None };
        if token.is_none() {
            methods = methods.without(Method::Get);
        }
        let can_copy = methods.and(Methods::COPIES) != Methods::NONE;
        let backing = if can_copy { self.backing(handle, bytes) } else { Backing::SmallPages };
        let Some(operation) = self.state.operations.get_mut(handle) else { return true };
        let (place, list) = if can_copy { operation.buffer.place(most_pieces) } else { Default::default() };
        let header = Header::message(Kind::Rts, operation.context, operation.tag, BODY as u32);
        let body = Offer { operation: handle as u64, bytes, place, methods, token: token.unwrap_or_default(), backing }.encode();
        let sent = send_control(&mut self.device, peer, header, &body);
        if sent {
            operation.stage = OperationStage::Announced;
            if list.is_some() {
                operation.owned = list;
            }
            let tag = operation.tag;
            self.state.outboxes.of(peer).traffic.rendezvous.add(bytes);
            self.state.records.observe_rendezvous(peer, tag, bytes, false);
        }
        sent
    }

    fn flush_streams(&mut self, peer: u32) -> bool {
        let mut moved = false;
        while let Some(&handle) = self.state.outboxes.of(peer).streams.front() {
            let (some, all) = self.stream(peer, handle);
            moved |= some;
            if !all {
                break;
            }
            self.state.outboxes.of(peer).streams.pop_front();
        }
        moved
    }

    /// Sends pieces of a large message while there is room: whether some went out, and whether all
    /// are out.
    fn stream(&mut self, peer: u32, handle: usize) -> (bool, bool) {
        let longest = self.device.max_body() as u64;
        let Some(operation) = self.state.operations.get_mut(handle) else { return (false, true) };
        let OperationStage::Sending(to) = operation.stage else { return (false, true) };
        let packets = InPackets::granted(to, operation.moved, operation.whole, longest);
        let is_far = operation.whole >= self.state.policy.choice.costs().sparing_min;
        let (some, all) = send_packets(&mut self.device, peer, operation, packets, is_far);
        if all {
            self.state.operations.complete(handle);
        }
        (some, all)
    }
}

/// A message that is sent at once, for a device that may borrow it: the operation that waits for
/// the end of the loan is made when that begins.
struct Offered<'a> {
    buffer: &'a Buffer,
    /// World rank, context, tag.
    to: (u32, u64, i32),
    /// The program does nothing before the send is over.
    is_awaited: bool,
    operations: &'a mut Operations,
    pieces: &'a mut Vec<Piece>,
    /// The operation.
    lent: &'a mut Option<usize>,
}

impl Body for Offered<'_> {
    #[inline(always)]
    fn fill(&mut self, part: Part) {
        // SAFETY: SEND-1.
        unsafe { self.buffer.fill(0, part) };
    }

    fn memory(&self) -> Option<Piece> {
        self.buffer.memory(self.buffer.bytes())
    }

    #[inline(always)]
    fn is_awaited(&self) -> bool {
        self.is_awaited
    }

    #[cold]
    fn lend(&mut self) -> Option<Loan<'_>> {
        if self.buffer.pieces() > LONGEST_LIST {
            return None;
        }
        let (peer, context, tag) = self.to;
        let operation = Operation::send(peer, context, tag, self.buffer.clone(), Mode::Standard);
        let send = self.operations.insert(Operation { is_awaited: self.is_awaited, ..operation });
        *self.lent = Some(send);
        self.pieces.clear();
        self.buffer.slice_pieces(0, self.buffer.bytes(), usize::MAX, self.pieces);
        // SAFETY: SEND-1: the operation is not done before its ticket is back.
        Some(unsafe { Loan::new(self.pieces, OperationTicket(send)) })
    }
}

/// The message of a send operation, from where it lies.
struct InPlace<'a> {
    buffer: &'a Buffer,
    /// The program does nothing before the send is over.
    is_awaited: bool,
    /// Memory for the list of its pieces.
    pieces: &'a mut Vec<Piece>,
    send: usize,
}

impl Body for InPlace<'_> {
    fn fill(&mut self, part: Part) {
        // SAFETY: SEND-1.
        unsafe { self.buffer.fill(0, part) };
    }

    fn memory(&self) -> Option<Piece> {
        self.buffer.memory(self.buffer.bytes())
    }

    fn is_awaited(&self) -> bool {
        self.is_awaited
    }

    fn lend(&mut self) -> Option<Loan<'_>> {
        if self.buffer.pieces() > LONGEST_LIST {
            return None;
        }
        self.pieces.clear();
        self.buffer.slice_pieces(0, self.buffer.bytes(), usize::MAX, self.pieces);
        // SAFETY: SEND-1; the operation is not done before its ticket is back.
        Some(unsafe { Loan::new(self.pieces, OperationTicket(self.send)) })
    }
}

fn send_synchronous<D: Device>(device: &mut D, peer: u32, header: Header, handle: usize, operation: &Operation) -> Sent {
    let word = (handle as u64).to_le_bytes();
    let fill = |Part { offset, to, len, .. }: Part| {
        let head = word.len().saturating_sub(offset).min(len);
        // SAFETY: SEND-1; `head` bytes of the word, then the message.
        unsafe {
            if head > 0 {
                to.copy_from_nonoverlapping(word[offset..].as_ptr(), head);
            }
            if len > head {
                operation.buffer.read((offset + head - word.len()) as u64, to.add(head), len - head);
            }
        }
    };
    device.try_send(peer, header, fill)
}

/// Sends packets of an operation's message while there is room, past the caches if the receiver
/// `is_far`: whether some went out, and whether all are out.
pub(crate) fn send_packets<D: Device>(
    device: &mut D,
    peer: u32,
    operation: &mut Operation,
    mut packets: InPackets,
    is_far: bool,
) -> (bool, bool) {
    let mut some = false;
    while let Some(NextPacket { header, position }) = packets.next() {
        let fill = |part: Part| {
            let buffer = &operation.buffer;
            // SAFETY: SEND-1; the message is at most the buffer's bytes.
            unsafe { if is_far && !part.past_caches { buffer.fill_far(position, part) } else { buffer.fill(position, part) } }
        };
        if !device.try_send(peer, header, fill).is_on_its_way() {
            return (some, false);
        }
        packets = packets.left();
        (operation.moved, some) = (packets.sent(), true);
    }
    (some, true)
}

/// Sends a packet without user data. False if there is no room.
fn send_control<D: Device>(device: &mut D, peer: u32, header: Header, body: &[u8; BODY]) -> bool {
    let fill = |part: Part| {
        // SAFETY: SEND-1; control bodies are at most BODY long.
        unsafe { part.to.copy_from_nonoverlapping(body[part.offset..].as_ptr(), part.len) }
    };
    device.try_send(peer, header, fill).is_on_its_way()
}

impl EngineState {
    /// A message of this process to itself: copied once if its receive is there, else kept (short)
    /// or left where it is (long).
    fn send_to_self(&mut self, handle: usize) {
        let Some(operation) = self.operations.get_mut(handle) else { return };
        let key = Pattern { context: operation.context, source: self.me as i32, tag: operation.tag };
        let bytes = operation.buffer.bytes();
        self.outboxes.of(self.me).traffic.eager.add(bytes);
        operation.stage = OperationStage::Announced;
        if let Some(receive) = self.incoming.matcher.arrive(&key) {
            self.copy_locally(handle, receive, &key);
        } else if operation.mode == Mode::Standard && bytes <= self.policy.limits.eager_max as u64 {
            // SAFETY: SEND-1.
            let data = unsafe { operation.buffer.pack() };
            self.keep_unexpected(key, Unexpected::Eager { data, ack: None });
            self.operations.complete(handle);
        } else {
            self.keep_unexpected(key, Unexpected::Local { operation: handle });
        }
    }

    /// Both ends of a message are here: one copy, and both are done.
    pub(crate) fn copy_locally(&mut self, send: usize, receive: usize, key: &Pattern) {
        let (Some(from), Some(into)) = (self.operations.get(send), self.operations.get(receive)) else { return };
        let sent = from.buffer.bytes();
        let bytes = sent.min(into.buffer.bytes());
        // SAFETY: SEND-1 for both operations; MPI forbids a buffer to be sent and received into at
        // once.
        unsafe { into.buffer.copy_from(&from.buffer, bytes) };
        self.operations.finish_receive(receive, self.me, key.tag, bytes, sent);
        self.operations.complete(send);
    }

    pub(crate) fn keep_unexpected(&mut self, key: Pattern, message: Unexpected) {
        let queued = self.incoming.matcher.unexpected_len() as u64 + 1;
        self.records.totals.arrived_early(message.kept_bytes() + UNEXPECTED_OVERHEAD, queued);
        if self.records.observed.is_some() {
            let bytes = message.bytes(|operation| self.operations.bytes_of(operation));
            self.records.observe_unexpected(&key, bytes, queued);
        }
        self.incoming.matcher.keep(key, message);
        self.operations.note_event();
    }
}
