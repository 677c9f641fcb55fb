//! What happens to packets that come in.
//!
//! # Safety arguments
//! - ARR-1: the device shows `header.len` readable bytes at `body` during the call, which nobody
//!   changes meanwhile.
//! - ARR-2: buffers of receives satisfy BUF-1 until the operation is done; lengths are cut to the
//!   buffer's size first.
//! - ARR-3: stores past the caches are ordered before the end of the operation by a fence, and
//!   before another thread's part of it by the library lock, which threads give up with a locked
//!   instruction.

use ferry_device::{Notice, PacketTaken, Placement, ScatterList, Sink};
use ferry_kernels::Sweep;
use ferry_protocol::cost::Backing;
use ferry_protocol::matching::Pattern;
use ferry_protocol::packet::{Header, Kind, RESET_BACK, decode_word};
use ferry_protocol::stage::{Violation, Withdrawal};
use ferry_protocol::transfer::{Grant, Method, Offer, TransferResult};

use crate::operation::{Mode, Operation, OperationStage, Outcome};
use crate::outbox::DECLINED;
use crate::receive::Received;
use crate::transfer::News;
use crate::{Buffer, EngineState, Incoming, UNEXPECTED_OVERHEAD, Unexpected};

/// The message part of an arriving packet.
#[derive(Clone, Copy)]
struct Arriving {
    body: *const u8,
    len: usize,
    ack: Option<u64>,
}

impl Sink for EngineState {
    #[inline(always)]
    fn packet(&mut self, from: u32, header: &Header, body: *const u8) -> PacketTaken {
        if self.is_expelled(from) && header.kind != Kind::Reset as u8 {
            return PacketTaken::Consumed;
        }
        if header.kind == Kind::Eager as u8 {
            return self.message(from, header, Arriving { body, len: header.len as usize, ack: None });
        }
        self.other_packet(from, header, body)
    }

    fn begin(&mut self, from: u32, header: &Header, into: &mut ScatterList) -> Placement {
        if header.kind == Kind::Eager as u8 { self.begin_long(from, header, into) } else { Placement::Whole }
    }

    fn landed(&mut self, number: u64) {
        self.long_landed(number);
    }
}

impl EngineState {
    #[inline(always)]
    fn message(&mut self, from: u32, header: &Header, message: Arriving) -> PacketTaken {
        let key = Pattern { context: header.context, source: from as i32, tag: header.tag };
        if let Some(receive) = self.incoming.matcher.arrive(&key) {
            self.receive_message(receive, from, header.tag, message);
            return PacketTaken::Consumed;
        }
        if let Some(direct) = &mut self.incoming.direct
            && direct.result.is_none()
            && direct.pattern.accepts(&key)
        {
            let bytes = accept(&direct.buffer, message);
            let outcome =
                Outcome { source: from, tag: header.tag, bytes, sent: message.len as u64, cancelled: false, fault: None };
            direct.result = Some(Received::Done(outcome));
            self.acknowledge(from, message.ack);
            return PacketTaken::ConsumedLast;
        }
        self.unexpected(key, message)
    }

    fn receive_message(&mut self, receive: usize, from: u32, tag: i32, message: Arriving) {
        self.operations.complete_with(receive, |operation| {
            (operation.peer, operation.tag) = (from, tag);
            operation.whole = message.len as u64;
            operation.moved = accept(&operation.buffer, message);
        });
        self.acknowledge(from, message.ack);
    }

    #[inline(always)]
    fn acknowledge(&mut self, from: u32, ack: Option<u64>) {
        if let Some(operation) = ack {
            self.outboxes.control(from, Kind::Ack, operation);
        }
    }

    fn unexpected(&mut self, key: Pattern, message: Arriving) -> PacketTaken {
        if self.is_over_budget() {
            self.records.totals.refusals += 1;
            return PacketTaken::Refused;
        }
        // SAFETY: ARR-1.
        let data = unsafe { std::slice::from_raw_parts(message.body, message.len) }.into();
        self.keep_unexpected(key, Unexpected::Eager { data, ack: message.ack });
        if message.len > self.policy.limits.eager_max {
            self.hold_back(key.source as u32);
        }
        PacketTaken::Consumed
    }

    /// Whether an unexpected message should stay with its sender for now. Never while this process
    /// waits for something itself: what it waits for may be behind.
    pub(crate) fn is_over_budget(&self) -> bool {
        self.kept().is_full() && !self.is_waiting && self.operations.unfinished() == 0 && self.incoming.direct.is_none()
    }

    fn other_packet(&mut self, from: u32, header: &Header, body: *const u8) -> PacketTaken {
        // SAFETY: ARR-1.
        let bytes = unsafe { std::slice::from_raw_parts(body, header.len as usize) };
        match self.act(from, header, bytes) {
            Ok(taken) => taken,
            Err(violation) => {
                self.violated(from, header, violation);
                PacketTaken::Consumed
            }
        }
    }

    fn act(&mut self, from: u32, header: &Header, bytes: &[u8]) -> Result<PacketTaken, Violation> {
        let handle = header.context as usize;
        match header.kind().ok_or(Violation::Kind)? {
            Kind::Eager => return Err(Violation::Kind),
            Kind::EagerSync => {
                let ack = Some(decode_word(bytes, 0).ok_or(Violation::Form)?);
                let rest = &bytes[8..];
                return Ok(self.message(from, header, Arriving { body: rest.as_ptr(), len: rest.len(), ack }));
            }
            Kind::Rts => {
                let offer = Offer::decode(bytes).ok_or(Violation::Form)?;
                return Ok(self.announcement(from, header, offer));
            }
            Kind::Cts => {
                let grant = Grant::decode(bytes).ok_or(Violation::Form)?;
                self.clear_to_send(from, header, grant)?;
            }
            Kind::Fin => {
                let result = TransferResult::of(header.aux).ok_or(Violation::Form)?;
                self.note_end(from, handle, result)?;
            }
            Kind::Data => self.piece(from, handle, bytes)?,
            Kind::Begin => return self.begin(from, header, bytes),
            Kind::More => return self.more(from, bytes),
            Kind::Ack => {
                let send = self.send_to(from, handle)?;
                send.stage.acknowledged(send.mode == Mode::Synchronous)?;
                self.operations.complete(handle);
            }
            Kind::Cancel => self.give_back(from, header.context),
            Kind::Hold => self.outboxes.of(from).is_held = header.aux == 1,
            Kind::OneSided => self.one_sided_packet(from, header, bytes),
            Kind::Notice => self.one_sided.heard.push(Notice { peer: from, number: header.context as u32 }),
            Kind::CancelReply => self.cancel_answered(from, handle, header.aux)?,
            Kind::Reset => self.reset_by(from, header.context == RESET_BACK),
        }
        Ok(PacketTaken::Consumed)
    }

    /// The send `handle` to `peer`.
    fn send_to(&mut self, peer: u32, handle: usize) -> Result<&mut Operation, Violation> {
        let found = self.operations.get_mut(handle).filter(|operation| operation.peer == peer && !operation.is_receive);
        found.ok_or(Violation::NoOperation)
    }

    /// The other end of a large message says how it ended. A receive that has ended, too, may be
    /// gone.
    fn note_end(&mut self, from: u32, handle: usize, result: TransferResult) -> Result<(), Violation> {
        let Some(operation) = self.operations.get(handle) else { return Ok(()) };
        if operation.peer != from {
            return Err(Violation::NoOperation);
        }
        operation.stage.ended(operation.is_receive)?;
        self.transfer_news.note(News::Fin { operation: handle, result });
        Ok(())
    }

    fn announcement(&mut self, from: u32, header: &Header, offer: Offer) -> PacketTaken {
        let key = Pattern { context: header.context, source: from as i32, tag: header.tag };
        if let Some(receive) = self.incoming.matcher.arrive(&key) {
            self.start_receiving(receive, &key, offer);
            return PacketTaken::Consumed;
        }
        if let Some(receive) = self.take_direct(&key) {
            self.start_receiving(receive, &key, offer);
            return PacketTaken::ConsumedLast;
        }
        if self.is_over_budget() {
            self.records.totals.refusals += 1;
            return PacketTaken::Refused;
        }
        self.keep_unexpected(key, Unexpected::Rts { offer });
        PacketTaken::Consumed
    }

    /// A receive operation, posted.
    #[inline(always)]
    pub(crate) fn post_receive(&mut self, pattern: &Pattern, buffer: Buffer, owner: usize) -> usize {
        self.operations.enter(pattern.context);
        let EngineState { operations, incoming: Incoming { matcher, .. }, .. } = self;
        operations.insert_with(|handle| {
            Operation::receive(pattern, buffer, owner, OperationStage::Posted(matcher.post(*pattern, handle)))
        })
    }

    /// Matched with a large message: as much of it as the buffer takes is to be fetched.
    pub(crate) fn start_receiving(&mut self, receive: usize, key: &Pattern, offer: Offer) {
        let from = key.source as u32;
        let Some(receiving) = self.operations.begin_receiving(receive, key, offer.bytes) else { return };
        let wants_nothing = receiving.buffer.bytes() == 0;
        self.records.observe_rendezvous(from, key.tag, offer.bytes, true);
        if wants_nothing {
            self.outboxes.fin(from, offer.operation, TransferResult::Done);
            self.operations.complete(receive);
        } else {
            self.transfer_news.note(News::Matched { receive, from, offer });
        }
    }

    fn clear_to_send(&mut self, from: u32, header: &Header, grant: Grant) -> Result<(), Violation> {
        let handle = header.context as usize;
        let method = Method::of(header.aux).ok_or(Violation::Form)?;
        let operation = self.send_to(from, handle)?;
        let (stage, is_first) = operation.stage.granted(grant.operation)?;
        let (backing, mode) = (operation.backing, operation.mode);
        operation.stage = stage;
        operation.moved = 0;
        operation.whole = grant.wanted.min(operation.buffer.bytes());
        if backing == Some(Backing::SharedHeap) {
            let outbox = self.outboxes.of(from);
            // Others are announced whatever becomes of them, and what is received in pieces says
            // nothing of what is not.
            let is_telling = mode == Mode::Standard && !outbox.is_held && grant.place.pieces <= 1;
            match method {
                Method::Ring if is_telling => outbox.declined = DECLINED,
                Method::Ring => {}
                _ => outbox.declined = 0,
            }
        }
        if method == Method::Ring && is_first && !self.transfer_news.has_exposed {
            self.outboxes.stream_in_packets(handle, from);
        } else {
            self.transfer_news.note(News::Granted { send: handle, from, method, grant });
        }
        Ok(())
    }

    fn piece(&mut self, from: u32, handle: usize, bytes: &[u8]) -> Result<(), Violation> {
        let found = self.operations.get(handle).filter(|operation| operation.peer == from && operation.is_receive);
        found.ok_or(Violation::NoOperation)?.stage.streamed()?;
        if self.store_next(handle, bytes) {
            self.policy.note_end(handle);
            self.operations.complete(handle);
        }
        Ok(())
    }

    /// Stores the next bytes of a message, as far as its receive has room. Whether that is full, or
    /// the message over.
    pub(crate) fn store_next(&mut self, receive: usize, bytes: &[u8]) -> bool {
        let Some(operation) = self.operations.get_mut(receive) else { return false };
        let wanted = operation.whole.min(operation.buffer.bytes());
        let len = bytes.len().min((wanted - operation.moved) as usize);
        let is_sparing = wanted >= self.policy.choice.costs().sparing_min;
        // SAFETY: ARR-2, `wanted` is at most the buffer's size; ARR-3.
        unsafe {
            if is_sparing {
                let sweep = if self.policy.choice.costs().spares_in_order { Sweep::InOrder } else { Sweep::SideBySide };
                operation.buffer.write_sparing(operation.moved, bytes.as_ptr(), len, sweep);
            } else {
                operation.buffer.write(operation.moved, bytes.as_ptr(), len);
            }
        }
        operation.moved += len as u64;
        let is_over = operation.moved == wanted;
        if is_over && is_sparing {
            ferry_kernels::fence();
        }
        is_over
    }

    /// The sender wants its message back.
    fn give_back(&mut self, from: u32, operation: u64) {
        let found = self.incoming.matcher.take_unexpected_if(|key, message| {
            key.source == from as i32
                && match message {
                    Unexpected::Rts { offer } => offer.operation == operation,
                    Unexpected::Eager { ack, .. } => *ack == Some(operation),
                    Unexpected::Long { .. } | Unexpected::Local { .. } => false,
                }
        });
        if let Some(message) = &found {
            self.release_unexpected(message);
        }
        self.outboxes.control_word(from, Kind::CancelReply, operation, found.is_some().into());
    }

    /// The receiver of a send has answered that it is back, was matched before, or is going to be
    /// received by nobody. One that was matched may be over and gone.
    fn cancel_answered(&mut self, from: u32, handle: usize, answer: u16) -> Result<(), Violation> {
        let (is_back, is_refusal) = (answer == 1, answer > 1);
        if !is_back && self.operations.get(handle).is_none() {
            return Ok(());
        }
        let send = self.send_to(from, handle)?;
        match send.stage.answered(is_back, is_refusal)? {
            Withdrawal::Kept(stage) => send.stage = stage,
            Withdrawal::GivenBack if is_refusal => self.refused(handle, answer),
            Withdrawal::GivenBack => {
                send.is_cancelled = true;
                self.operations.complete(handle);
                if self.transfer_news.has_exposed {
                    self.transfer_news.note(News::Withdrawn { send: handle });
                }
            }
        }
        Ok(())
    }

    /// Gives an unexpected message to a receive operation.
    pub(crate) fn deliver(&mut self, receive: usize, key: &Pattern, message: Unexpected) {
        self.release_unexpected(&message);
        let from = key.source as u32;
        match message {
            Unexpected::Eager { data, ack } => {
                self.receive_message(receive, from, key.tag, Arriving { body: data.as_ptr(), len: data.len(), ack })
            }
            Unexpected::Long { number, bytes } => self.deliver_long(receive, key, number, bytes),
            Unexpected::Rts { offer } => self.start_receiving(receive, key, offer),
            Unexpected::Local { operation } => self.copy_locally(operation, receive, key),
        }
    }

    pub(crate) fn release_unexpected(&mut self, message: &Unexpected) {
        self.records.totals.unexpected_bytes -= message.kept_bytes() + UNEXPECTED_OVERHEAD;
        self.release_senders();
    }
}

/// Stores a whole message in a receive's buffer, as far as it fits: how many bytes.
#[inline(always)]
fn accept(buffer: &Buffer, message: Arriving) -> u64 {
    let len = message.len.min(buffer.bytes() as usize);
    // SAFETY: ARR-1, ARR-2.
    unsafe { buffer.write(0, message.body, len) };
    len as u64
}
