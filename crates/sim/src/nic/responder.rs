//! What arrives on connections.

use ferry_rdma::{Access, AsyncEvent, Done, Operation, RemoteMemory, Request, Status};

use crate::event::{Answer, Event};
use crate::memory::{self, Span};
use crate::nic::pair::Receiving;
use crate::nic::port::PortWaiter;
use crate::nic::requester::Spans;
use crate::state::WorldState;

/// A part of a request, as the responder sees it.
#[derive(Clone, Copy)]
struct Part {
    /// The requester's queue pair and context.
    from: u32,
    from_context: u32,
    /// The own ones.
    to: u32,
    context: u32,
    sequence: u64,
    offset: u32,
    len: u32,
    /// Bytes of the whole.
    bytes: u32,
    solicited: bool,
}

impl Part {
    fn is_last(&self) -> bool {
        self.offset + self.len == self.bytes
    }
}

impl WorldState {
    /// Part of a request is there. Nobody answers if the queue pair is gone, or does not expect it.
    pub(crate) fn arrive(&mut self, from: u32, sequence: u64, offset: u32) {
        let Some(requester) = self.pair_ref(from) else { return };
        let (to, gid, from_context) = (requester.connection.peer, requester.connection.gid, requester.context);
        let Some(index) = sequence.checked_sub(requester.first).filter(|index| (*index as usize) < requester.sends.len()) else {
            return;
        };
        let sending = &requester.sends[index as usize];
        let (request, bytes, solicited, to_queue) = (sending.request, sending.bytes, sending.solicited, sending.to_queue);
        let (from_gid, kind) = (self.gid_of(from_context), requester.transport);
        let Some(responder) = self.pair_ref(to) else { return };
        let context = responder.context;
        let is_connected = responder.hears(kind) && (responder.connection.peer, responder.connection.gid) == (from, from_gid);
        let is_alive = responder.may_receive() && !self.contexts[context as usize].is_dead && self.gid_of(context) == gid;
        if !is_connected || !is_alive {
            return;
        }
        let len = (bytes - offset).min(self.burst_bytes);
        let part = Part { from, from_context, to, context, sequence, offset, len, bytes, solicited };
        match (sequence, offset).cmp(&responder.expected) {
            std::cmp::Ordering::Equal if self.choose_queue(part, to_queue) => self.accept(part, request),
            std::cmp::Ordering::Less if part.is_last() => self.answer(part, Answer::Done),
            _ => {}
        }
    }

    /// On an extended connection each request names a shared receive queue of the receiver's
    /// domain; one that there is not is refused. Whether it goes on.
    fn choose_queue(&mut self, part: Part, name: u32) -> bool {
        let Some(domain) = self.pair_ref(part.to).and_then(|pair| pair.domain) else { return true };
        let Some((number, extended)) = self.named_queue(domain, name) else {
            say!(
                self,
                "rank {} names shared receive queue {name:#x} of rank {}, which there is not",
                part.from_context,
                part.context
            );
            self.raise(part.context, AsyncEvent::QueuePairFailed { queue_pair: part.to });
            self.refuse(part, Status::RemoteInvalidRequest);
            return false;
        };
        if let Some(pair) = self.pair(part.to) {
            (pair.shared, pair.receive_queue) = (Some(number), extended.completions);
        }
        true
    }

    fn accept(&mut self, part: Part, request: Request) {
        match request {
            Request::Send { immediate } => self.accept_send(part, immediate),
            Request::Write { to, immediate } => self.accept_write(part, to, immediate),
            Request::Read { from } => self.accept_read(part, from),
            Request::CompareSwap { at, compare, swap } => {
                self.accept_atomic(part, at, |old| if old == compare { swap } else { old });
            }
            Request::FetchAdd { at, add } => self.accept_atomic(part, at, |old| old.wrapping_add(add)),
        }
    }

    fn answer(&mut self, part: Part, answer: Answer) {
        let [from, to] = [part.context, part.from_context].map(|context| self.contexts[context as usize].node);
        let at_ps = self.now_ps + self.answer_ps(from, to);
        self.agenda.put(at_ps, Event::Answer { to: part.from, sequence: part.sequence, answer });
    }

    /// The next part is expected now; after the last, the requester is told.
    fn advance(&mut self, part: Part) {
        let expected = if part.is_last() { (part.sequence + 1, 0) } else { (part.sequence, part.offset + part.len) };
        if let Some(pair) = self.pair(part.to) {
            pair.expected = expected;
        }
        if part.is_last() {
            let Part { from_context, context, bytes, .. } = part;
            say!(self, "{bytes} bytes of rank {from_context} are in the memory of rank {context}");
            self.answer(part, Answer::Done);
        }
    }

    fn accept_send(&mut self, part: Part, immediate: Option<u32>) {
        let current = self.pair(part.to).and_then(|pair| pair.current.take());
        let Some(receive) = current.or_else(|| self.take_receive(part.to)) else { return self.not_ready(part) };
        if u64::from(part.bytes) > receive.bytes() {
            self.complete(part.to, (receive.id, Operation::Receive), Err(Status::LocalLength), 0, true);
            return self.refuse(part, Status::RemoteInvalidRequest);
        }
        let Some(into) = self.receive_spans(part.context, &receive) else {
            self.complete(part.to, (receive.id, Operation::Receive), Err(Status::LocalProtection), 0, true);
            return self.refuse(part, Status::RemoteOperation);
        };
        self.move_part(part, &into, part.offset.into());
        if part.is_last() {
            let done = Done { bytes: part.bytes, immediate, ..Done::default() };
            self.arrivals.note(receive.bytes() as u32, part.bytes);
            self.observe_arrival(part.to, &into, &done);
            self.complete(part.to, (receive.id, Operation::Receive), Ok(done), 0, part.solicited);
        } else if let Some(pair) = self.pair(part.to) {
            pair.current = Some(receive);
        }
        self.advance(part);
    }

    fn accept_write(&mut self, part: Part, to: RemoteMemory, immediate: Option<u32>) {
        let Some(into) = self.remote_span(part, to, part.bytes, Access::REMOTE_WRITE) else { return };
        if let Some(data) = immediate.filter(|_| part.is_last()) {
            let Some(receive) = self.take_receive(part.to) else { return self.not_ready(part) };
            let done = Done { bytes: part.bytes, immediate: Some(data), written: true, ..Done::default() };
            self.complete(part.to, (receive.id, Operation::Receive), Ok(done), 0, part.solicited);
        }
        self.move_part(part, &[into], part.offset.into());
        self.advance(part);
    }

    fn accept_read(&mut self, part: Part, memory: RemoteMemory) {
        if self.remote_span(part, memory, part.bytes, Access::REMOTE_READ).is_none() {
            return;
        }
        if let Some(pair) = self.pair(part.to) {
            pair.expected = (part.sequence + 1, 0);
        }
        let node = self.contexts[part.context as usize].node;
        let Part { from, sequence, bytes, context, .. } = part;
        self.enqueue(node, PortWaiter::Response { from: context, to: from, sequence, offset: 0, bytes });
        if let Some(later_ps) = self.repetition_ps() {
            self.deliver(self.now_ps + later_ps, Event::Repetition { from, memory, bytes });
        }
    }

    /// A read is there a second time. It is carried out as before, so that its memory must still be
    /// what it was: if not, the own queue pair fails. The requester, which has got what it wanted,
    /// or waits for the first answer, takes no notice of the second one.
    pub(crate) fn arrive_again(&mut self, from: u32, memory: RemoteMemory, bytes: u32) {
        let Some(requester) = self.pair_ref(from) else { return };
        let (to, from_context) = (requester.connection.peer, requester.context);
        let Some(responder) = self.pair_ref(to).filter(|pair| pair.may_receive() && pair.connection.peer == from) else { return };
        let context = responder.context;
        if self.contexts[context as usize].keys.remote(memory, bytes.into(), Access::REMOTE_READ).is_none() {
            say!(self, "rank {from_context} asks again for {bytes} bytes that rank {context} does not show any more");
            self.raise(context, AsyncEvent::QueuePairFailed { queue_pair: to });
            self.fail(to);
        }
    }

    fn accept_atomic(&mut self, part: Part, at: RemoteMemory, change: impl Fn(u64) -> u64) {
        if part.bytes != 8 || !at.address.is_multiple_of(8) {
            return self.refuse(part, Status::RemoteInvalidRequest);
        }
        let Some(word) = self.remote_span(part, at, 8, Access::REMOTE_ATOMIC) else { return };
        self.check_landing(part.context, &[word], 0, 8);
        let old = memory::update(word, change);
        if let Some(pair) = self.pair(part.to) {
            pair.expected = (part.sequence + 1, 0);
        }
        self.touch(part.context);
        self.answer(part, Answer::Old(old));
    }

    /// The range that a peer names, if it may use it so; it is refused otherwise.
    fn remote_span(&mut self, part: Part, at: RemoteMemory, bytes: u32, needed: Access) -> Option<Span> {
        let allowed = self.pair_ref(part.to)?.connection.access.contains(needed);
        let span = self.contexts[part.context as usize].keys.remote(at, bytes.into(), needed).filter(|_| allowed);
        if span.is_none() {
            self.raise(part.context, AsyncEvent::QueuePairFailed { queue_pair: part.to });
            self.refuse(part, Status::RemoteAccess);
        }
        self.look_after(part.context, at.key.0, at.address, bytes.into());
        span
    }

    fn receive_spans(&self, context: u32, receive: &Receiving) -> Option<Spans> {
        let keys = &self.contexts[context as usize].keys;
        receive.segments.iter().map(|segment| keys.local(segment, Access::LOCAL_WRITE)).collect()
    }

    /// Moves the bytes. Those that the requester has deregistered in between stay away.
    fn move_part(&mut self, part: Part, into: &[Span], offset: u64) {
        let Some(requester) = self.pair_ref(part.from) else { return };
        let sending = &requester.sends[(part.sequence - requester.first) as usize];
        let sending_is_write = matches!(sending.request, Request::Write { .. });
        let from: Spans = self.spans_of(part.from_context, sending).unwrap_or_default();
        if memory::bytes_in(&from) < u64::from(part.bytes) {
            self.totals.lost_sources += 1;
            return;
        }
        self.look_after_request(part.from, part.sequence);
        self.check_landing(part.context, into, offset, part.bytes.into());
        if !(sending_is_write && self.is_hollow(part.bytes)) {
            memory::copy(&from, part.offset.into(), into, offset, part.len.into());
        }
        self.totals.bytes += u64::from(part.len);
        self.touch(part.context);
    }

    fn not_ready(&mut self, part: Part) {
        let timer = self.pair_ref(part.to).map_or(0, |pair| pair.connection.not_ready_timer);
        self.answer(part, Answer::NotReady { timer, offset: part.offset });
    }

    /// The request is invalid: the requester hears of it, and the own queue pair fails.
    fn refuse(&mut self, part: Part, status: Status) {
        self.answer(part, Answer::Refused(status));
        self.fail(part.to);
    }
}
