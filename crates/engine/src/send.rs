//! The sending side.
//!
//! # Safety arguments
//! - SEND-1: buffers of operations satisfy BUF-1 until the operation is done; `fill` closures run
//!   inside `try_send` and write at most `header.len` bytes, which is what the device provides.

use ferry_device::{Body, Device, Loan, OperationTicket, Part, Sent};
use ferry_handle::Table;
use ferry_protocol::cost::Backing;
use ferry_protocol::decision::MessageStart;
use ferry_protocol::matching::Pattern;
use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::transfer::{BODY, Method, Methods, Offer, Piece};

use crate::buffer::Buffer;
use crate::operation::{Mode, Operation, OperationStage};
use crate::outbox::Waiting;
use crate::pieces::LONGEST_LIST;
use crate::{Engine, EngineState, UNEXPECTED_OVERHEAD, Unexpected};

/// Length of the operation word in front of a synchronous eager message.
const ACK_WORD: usize = 8;

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
        if mode == Mode::Standard && bytes <= self.state.limits.eager_max as u64 && to != self.state.me {
            if self.state.profile.is_some() {
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
                if let Some(send) = lent {
                    return self.offered(send, to, bytes, sent);
                }
                if sent == Sent::Copied {
                    return None;
                }
            }
        }
        self.send_slowly(to, context, tag, buffer, mode)
    }

    /// Data with gaps are copied in any case.
    #[cold]
    fn profile_use(&mut self, buffer: &Buffer) {
        if let (Some(profile), Some(address)) = (&mut self.state.profile, buffer.dense_at(0)) {
            profile.note(address.addr() as u64, buffer.bytes() as u32);
        }
    }

    /// What became of a message that was lent to the device: its operation, if it is not over.
    #[cold]
    fn offered(&mut self, send: usize, to: u32, bytes: u64, sent: Sent) -> Option<usize> {
        match sent {
            Sent::Copied => {
                self.state.operations.remove(send);
                return None;
            }
            Sent::Lent => {
                let operation = self.state.operations.get_mut(send)?;
                (operation.stage, operation.whole) = (OperationStage::Leaving, bytes);
                let context = operation.context;
                self.state.enter_late(context);
            }
            Sent::NoRoom | Sent::Unreadable => {
                let context = self.state.operations.get(send)?.context;
                self.state.enter_late(context);
                self.state.outboxes.of(to).packets.push_back(Waiting::Message(send));
                self.state.list(to);
            }
        }
        Some(send)
    }

    fn send_slowly(&mut self, to: u32, context: u64, tag: i32, buffer: Buffer, mode: Mode) -> Option<usize> {
        let operation = Operation::send(to, context, tag, buffer, mode);
        self.state.enter(context);
        let handle = self.state.operations.insert(operation);
        if to == self.state.me {
            self.state.send_to_self(handle);
        } else {
            self.state.outboxes.of(to).packets.push_back(Waiting::Message(handle));
            self.state.list(to);
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
        let mut listed = std::mem::take(&mut self.state.busy);
        listed.retain(|&peer| {
            moved |= self.flush_packets(peer);
            if self.state.outboxes.of(peer).packets.is_empty() {
                moved |= self.flush_streams(peer);
            }
            let outbox = self.state.outboxes.of(peer);
            outbox.is_listed = outbox.has_work();
            outbox.is_listed
        });
        listed.append(&mut self.state.busy);
        self.state.busy = listed;
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
            self.state.choice.note_use();
        }
        let is_out = match start {
            MessageStart::Packet => self.send_eager(peer, handle, bytes),
            MessageStart::Packets => self.begin_in_packets(peer, handle, bytes),
            MessageStart::InPlace => self.send_at_once(peer, handle, bytes),
            MessageStart::Announced => self.announce(peer, handle, bytes),
        };
        if is_out || matches!(self.state.outboxes.of(peer).packets.front(), Some(Waiting::Rest(_))) {
            self.state.totals.starts[reason as usize].add(bytes);
        }
        is_out
    }

    /// Sends all of a queued message in one packet. False if there is no room.
    fn send_eager(&mut self, peer: u32, handle: usize, bytes: u64) -> bool {
        let Some(operation) = self.state.operations.get_mut(handle) else { return true };
        let is_synchronous = operation.mode == Mode::Synchronous;
        if !is_synchronous {
            return self.send_at_once(peer, handle, bytes);
        }
        let sent = send_synchronous(&mut self.device, peer, handle, operation);
        if sent {
            self.state.outboxes.of(peer).traffic.eager.add(bytes);
            operation.stage = OperationStage::Announced;
        }
        sent
    }

    /// Announces a large message, and how it can be fetched. False if there is no room.
    pub(crate) fn announce(&mut self, peer: u32, handle: usize, bytes: u64) -> bool {
        let most_pieces = self.state.most_pieces(bytes);
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
            self.state.observe_rendezvous(peer, tag, bytes, false);
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
        let mut moved = false;
        let Some(operation) = self.state.operations.get_mut(handle) else { return (false, true) };
        let OperationStage::Sending(to) = operation.stage else { return (false, true) };
        let piece = piece_of(operation.whole, longest);
        let is_far = operation.whole >= self.state.choice.costs().sparing_min;
        while operation.moved < operation.whole {
            let first = operation.moved;
            let len = piece.min(operation.whole - first) as usize;
            let header = Header::about(Kind::Data, to, len as u32);
            let fill = |part: Part| {
                let buffer = &operation.buffer;
                // SAFETY: SEND-1; `whole` is at most the buffer's bytes.
                unsafe { if is_far && !part.past_caches { buffer.fill_far(first, part) } else { buffer.fill(first, part) } }
            };
            if !self.device.try_send(peer, header, fill).is_on_its_way() {
                return (moved, false);
            }
            moved = true;
            operation.moved += len as u64;
        }
        self.state.complete(handle);
        (moved, true)
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
    operations: &'a mut Table<Operation>,
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
        let send = self.operations.insert(Operation::send(peer, context, tag, self.buffer.clone(), Mode::Standard));
        *self.lent = Some(send);
        self.pieces.clear();
        self.buffer.slice_pieces(0, self.buffer.bytes(), usize::MAX, self.pieces);
        // SAFETY: SEND-1: the operation is not done before its ticket is back.
        Some(unsafe { Loan::new(self.pieces, OperationTicket(send)) })
    }
}

/// Bytes of a message in pieces that go in each of them, where a packet takes `longest`: a quarter,
/// so that the receiver reads one while the next is written, but not so few that packets cost more
/// than their bytes.
pub(crate) fn piece_of(whole: u64, longest: u64) -> u64 {
    const LEAST: u64 = 16 * 1024;
    (whole / 4).next_power_of_two().clamp(LEAST.min(longest), longest)
}

fn send_synchronous<D: Device>(device: &mut D, peer: u32, handle: usize, operation: &Operation) -> bool {
    let bytes = operation.buffer.bytes() as usize;
    let header = Header::message(Kind::EagerSync, operation.context, operation.tag, (ACK_WORD + bytes) as u32);
    let word = (handle as u64).to_le_bytes();
    let fill = |Part { offset, to, len, .. }: Part| {
        let head = ACK_WORD.saturating_sub(offset).min(len);
        // SAFETY: SEND-1; `head` bytes of the word, then the message.
        unsafe {
            if head > 0 {
                to.copy_from_nonoverlapping(word[offset..].as_ptr(), head);
            }
            if len > head {
                operation.buffer.read((offset + head - ACK_WORD) as u64, to.add(head), len - head);
            }
        }
    };
    device.try_send(peer, header, fill).is_on_its_way()
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
        if let Some(receive) = self.matcher.arrive(&key) {
            self.copy_locally(handle, receive, &key);
        } else if operation.mode == Mode::Standard && bytes <= self.limits.eager_max as u64 {
            // SAFETY: SEND-1.
            let data = unsafe { operation.buffer.pack() };
            self.keep_unexpected(key, Unexpected::Eager { data, ack: None });
            self.complete(handle);
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
        self.finish_receive(receive, self.me, key.tag, bytes, sent);
        self.complete(send);
    }

    pub(crate) fn keep_unexpected(&mut self, key: Pattern, message: Unexpected) {
        let queued = self.matcher.unexpected_len() as u64 + 1;
        self.totals.arrived_early(message.kept_bytes() + UNEXPECTED_OVERHEAD, queued);
        if self.observed.is_some() {
            self.observe_unexpected(&key, &message, queued);
        }
        self.matcher.keep(key, message);
        self.note_event();
    }
}
