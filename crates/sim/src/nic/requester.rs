//! Send queues: what goes out, what answers do, and what happens when none comes.

use ferry_rdma::state::ENDLESS_RETRIES;
use ferry_rdma::{Access, AsyncEvent, Done, Operation, QueuePairState, Request, Status, Transport};
use smallvec::SmallVec;

use crate::event::{Answer, Event};
use crate::memory::{self, Span};
use crate::nic::pair::{Data, Pair, Sending, not_ready_ps};
use crate::nic::port::{Burst, PortWaiter};
use crate::state::WorldState;

/// Spans of a request.
pub(crate) type Spans = SmallVec<[Span; 4]>;

/// Bytes of a request without payload, as far as they cost time.
const REQUEST_BYTES: u64 = 28;

impl WorldState {
    /// A queue pair may have something to send: it gets a place on the port's list.
    pub(crate) fn ready(&mut self, queue_pair: u32) {
        let Some(pair) = self.pair(queue_pair) else { return };
        if pair.is_listed || pair.sends.is_empty() {
            return;
        }
        pair.is_listed = true;
        let context = pair.context;
        let node = self.contexts[context as usize].node;
        self.enqueue(node, PortWaiter::Requests(queue_pair));
    }

    /// The memory of a request of `context`; `None`: protection error.
    pub(crate) fn spans_of(&self, context: u32, sending: &Sending) -> Option<Spans> {
        let needed = if sending.wants_response() { Access::LOCAL_WRITE } else { Access::empty() };
        match &sending.data {
            Data::Inline(bytes) => Some(SmallVec::from_iter([Span::of_bytes(bytes)])),
            Data::Segments(segments) => {
                let keys = &self.contexts[context as usize].keys;
                segments.iter().map(|segment| keys.local(segment, needed)).collect()
            }
        }
    }

    /// What `queue_pair` sends next, if it may.
    pub(crate) fn next_burst(&mut self, queue_pair: u32) -> Option<Burst> {
        let now_ps = self.now_ps;
        let is_dead = self.contexts[self.pair_ref(queue_pair)?.context as usize].is_dead;
        let pair = self.pair(queue_pair)?;
        let (sequence, offset) = pair.next;
        let may_send = match pair.state {
            _ if is_dead => false,
            QueuePairState::ReadyToSend => true,
            QueuePairState::SendQueueDrained => offset > 0,
            _ => false,
        };
        let index = sequence.checked_sub(pair.first)? as usize;
        let (fence, reads) = (pair.outstanding > 0, pair.outstanding >= pair.connection.reads_outstanding);
        let sending = pair.sends.get(index)?;
        if !may_send || now_ps < pair.blocked_ps || now_ps < sending.ready_ps || sending.result.is_some() {
            return None;
        }
        let waits = offset == 0 && !sending.is_outstanding && ((sending.fenced && fence) || (sending.wants_response() && reads));
        if waits {
            return None;
        }
        let context = pair.context;
        let (transport, sending) = (pair.transport, &self.pair(queue_pair)?.sends[index]);
        let (bytes, wants_response) = (sending.bytes, sending.wants_response());
        if self.spans_of(context, &self.pair_ref(queue_pair)?.sends[index]).is_none() {
            self.fail_request(queue_pair, sequence, Status::LocalProtection);
            return None;
        }
        match transport {
            Transport::Ud => self.datagram_burst(queue_pair, sequence),
            _ if wants_response => self.request_burst(queue_pair, sequence),
            _ => self.data_burst(queue_pair, sequence, offset, bytes),
        }
    }

    /// The memory of a request is touched.
    pub(crate) fn look_after_request(&mut self, queue_pair: u32, sequence: u64) {
        let Some(pair) = self.pair_ref(queue_pair) else { return };
        let (context, Some(sending)) = (pair.context, pair.sends.get((sequence - pair.first) as usize)) else { return };
        if let Data::Segments(segments) = &sending.data {
            for segment in segments.clone() {
                self.look_after(context, segment.key.0, segment.address, segment.len.into());
            }
        }
    }

    /// What the adapter does before the first byte of a request goes out.
    pub(crate) fn start_ps(&self, sending: &Sending) -> u64 {
        self.profile.adapter.request_ps + self.profile.adapter.segment_ps * sending.segments()
    }

    fn data_burst(&mut self, queue_pair: u32, sequence: u64, offset: u32, bytes: u32) -> Option<Burst> {
        let len = (bytes - offset).min(self.burst_bytes);
        let is_last = offset + len == bytes;
        let pair = self.pair_ref(queue_pair)?;
        let before_ps = if offset == 0 { self.start_ps(&pair.sends[(sequence - pair.first) as usize]) } else { 0 };
        let (gid, mtu) = (pair.connection.gid, pair.connection.mtu);
        let pair = self.pair(queue_pair)?;
        pair.next = if is_last { (sequence + 1, 0) } else { (sequence, offset + len) };
        self.expect_answer(queue_pair);
        let event = Event::Arrival { from: queue_pair, sequence, offset };
        let rest = Some(PortWaiter::Requests(queue_pair));
        Some(Burst { to: self.node_of(gid)?, bytes: len.into(), mtu, before_ps, event, after_ps: 0, rest })
    }

    fn request_burst(&mut self, queue_pair: u32, sequence: u64) -> Option<Burst> {
        let pair = self.pair_ref(queue_pair)?;
        let before_ps = self.start_ps(&pair.sends[(sequence - pair.first) as usize]);
        let (gid, mtu) = (pair.connection.gid, pair.connection.mtu);
        let pair = self.pair(queue_pair)?;
        pair.next = (sequence + 1, 0);
        let first = pair.first;
        let sending = &mut pair.sends[(sequence - first) as usize];
        if !std::mem::replace(&mut sending.is_outstanding, true) {
            pair.outstanding += 1;
        }
        self.expect_answer(queue_pair);
        let event = Event::Arrival { from: queue_pair, sequence, offset: 0 };
        let rest = Some(PortWaiter::Requests(queue_pair));
        Some(Burst { to: self.node_of(gid)?, bytes: REQUEST_BYTES, mtu, before_ps, event, after_ps: 0, rest })
    }

    /// From now on an answer is waited for.
    fn expect_answer(&mut self, queue_pair: u32) {
        let now_ps = self.now_ps;
        let Some(pair) = self.pair(queue_pair) else { return };
        let Some(patience_ps) = pair.patience_ps() else { return };
        pair.deadline_ps = Some(now_ps + patience_ps);
        if !std::mem::replace(&mut pair.has_timer, true) {
            self.agenda.put(now_ps + patience_ps, Event::Timeout { queue_pair });
        }
    }

    /// Answers may be overdue.
    pub(crate) fn time_out(&mut self, queue_pair: u32) {
        let now_ps = self.now_ps;
        let Some(pair) = self.pair(queue_pair) else { return };
        match pair.deadline_ps {
            None => pair.has_timer = false,
            Some(deadline_ps) if deadline_ps > now_ps => self.agenda.put(deadline_ps, Event::Timeout { queue_pair }),
            Some(_) => {
                pair.has_timer = false;
                self.retry(queue_pair);
            }
        }
    }

    fn retry(&mut self, queue_pair: u32) {
        let is_software = self.profile.adapter.is_software;
        let Some(pair) = self.pair(queue_pair) else { return };
        let (context, first) = (pair.context, pair.first);
        if pair.retries_left == 0 {
            self.fail_request(queue_pair, first, Status::RetriesExceeded);
            return;
        }
        if !(is_software && pair.connection.retries == ENDLESS_RETRIES) {
            pair.retries_left -= 1;
        }
        pair.next = (first, 0);
        self.totals.retries += 1;
        say!(self, "queue pair {queue_pair} of rank {context} has no answer and sends again");
        self.expect_answer(queue_pair);
        self.ready(queue_pair);
    }

    /// An answer has come for request `sequence`.
    pub(crate) fn take_answer(&mut self, to: u32, sequence: u64, answer: Answer) {
        let now_ps = self.now_ps;
        let Some(pair) = self.pair(to) else { return };
        if pair.transport != Transport::Ud && pair.sending(sequence).is_none() {
            return;
        }
        pair.acknowledge(if answer == Answer::Done { sequence + 1 } else { sequence });
        match answer {
            Answer::Done => {}
            Answer::Refused(status) => {
                self.fail_request(to, sequence, status);
            }
            Answer::Old(value) => self.take_old_value(to, sequence, value),
            Answer::NotReady { timer, offset } => self.wait_for_receive(to, sequence, offset, timer),
        }
        let Some(pair) = self.pair(to) else { return };
        if answer == Answer::Done {
            (pair.retries_left, pair.not_ready_left) = (pair.connection.retries, pair.connection.not_ready_retries);
        }
        pair.deadline_ps = pair.deadline_ps.and_then(|_| Some(now_ps.max(pair.blocked_ps) + pair.patience_ps()?));
        self.retire(to);
    }

    fn wait_for_receive(&mut self, queue_pair: u32, sequence: u64, offset: u32, timer: u8) {
        const FOR_EVER: u8 = 7;
        let now_ps = self.now_ps;
        self.totals.not_ready += 1;
        let Some(pair) = self.pair(queue_pair) else { return };
        let context = pair.context;
        if pair.not_ready_left == 0 {
            self.fail_request(queue_pair, sequence, Status::ReceiverNotReady);
            return;
        }
        if pair.connection.not_ready_retries != FOR_EVER {
            pair.not_ready_left -= 1;
        }
        pair.next = (sequence, offset);
        pair.blocked_ps = now_ps + not_ready_ps(timer);
        let blocked_ps = pair.blocked_ps;
        self.agenda.put(blocked_ps, Event::Ready { queue_pair });
        say!(self, "the receiver of queue pair {queue_pair} of rank {context} has no receive: it waits");
    }

    /// An atomic has been carried out.
    fn take_old_value(&mut self, queue_pair: u32, sequence: u64, value: u64) {
        let Some((context, spans)) = self.response_spans(queue_pair, sequence) else { return };
        let Some(spans) = spans else {
            self.fail_request(queue_pair, sequence, Status::LocalProtection);
            return;
        };
        let bytes = value.to_ne_bytes();
        self.check_landing(context, &spans, 0, 8);
        memory::copy(&[Span::of_bytes(&bytes)], 0, &spans, 0, 8);
        self.touch(context);
        self.respond(queue_pair, sequence, 8);
    }

    /// Where the response to a request goes.
    fn response_spans(&mut self, queue_pair: u32, sequence: u64) -> Option<(u32, Option<Spans>)> {
        let pair = self.pair_ref(queue_pair)?;
        let index = sequence.checked_sub(pair.first)? as usize;
        let sending = pair.sends.get(index).filter(|sending| sending.result.is_none())?;
        Some((pair.context, self.spans_of(pair.context, sending)))
    }

    /// The next part of a response.
    pub(crate) fn response_burst(&mut self, from: u32, to: u32, sequence: u64, offset: u32, bytes: u32) -> Option<Burst> {
        let len = (bytes - offset).min(self.burst_bytes);
        if self.contexts[from as usize].is_dead {
            return None;
        }
        let pair = self.pair_ref(to)?;
        let (node, mtu) = (self.contexts[pair.context as usize].node, pair.connection.mtu);
        let event = Event::ReadArrival { to, sequence, offset };
        let rest = PortWaiter::Response { from, to, sequence, offset: offset + len, bytes };
        let rest = (offset + len < bytes).then_some(rest);
        Some(Burst { to: node, bytes: len.into(), mtu, before_ps: 0, event, after_ps: 0, rest })
    }

    /// Part of what was read has come.
    pub(crate) fn take_read(&mut self, to: u32, sequence: u64, offset: u32) {
        let Some((context, spans)) = self.response_spans(to, sequence) else { return };
        let Some(pair) = self.pair_ref(to) else { return };
        let sending = &pair.sends[(sequence - pair.first) as usize];
        let (bytes, Request::Read { from }) = (sending.bytes, sending.request) else { return };
        let len = (bytes - offset).min(self.burst_bytes);
        // A queue pair that was closed in between says nothing any more.
        let Some(peer) = self.pair_ref(pair.connection.peer).map(|peer| peer.context) else { return };
        let source = self.contexts[peer as usize].keys.remote(from, bytes.into(), Access::REMOTE_READ);
        match (spans, source) {
            (None, _) => self.fail_request(to, sequence, Status::LocalProtection),
            (_, None) => self.fail_request(to, sequence, Status::RemoteAccess),
            (Some(spans), Some(source)) => {
                self.look_after_request(to, sequence);
                self.check_landing(context, &spans, offset.into(), len.into());
                if !self.is_hollow(bytes) {
                    memory::copy(&[source], offset.into(), &spans, offset.into(), len.into());
                }
                self.touch(context);
                self.expect_answer(to);
                if offset + len == bytes {
                    self.respond(to, sequence, bytes);
                }
            }
        }
    }

    /// The response to a request is complete.
    fn respond(&mut self, queue_pair: u32, sequence: u64, bytes: u32) {
        let Some(pair) = self.pair(queue_pair) else { return };
        pair.acknowledge(sequence);
        if let Some(sending) = pair.sending(sequence) {
            sending.result = Some(Ok(Done { bytes, ..Done::default() }));
        }
        pair.outstanding = pair.outstanding.saturating_sub(1);
        pair.retries_left = pair.connection.retries;
        self.retire(queue_pair);
        self.ready(queue_pair);
    }

    /// A request has failed: it completes so when all before it are over.
    pub(crate) fn fail_request(&mut self, queue_pair: u32, sequence: u64, status: Status) {
        if let Some(sending) = self.pair(queue_pair).and_then(|pair| pair.sending(sequence)) {
            sending.result.get_or_insert(Err(status));
            self.retire(queue_pair);
        }
    }

    /// Completes the requests at the head of the queue that are over.
    pub(crate) fn retire(&mut self, queue_pair: u32) {
        loop {
            let Some(pair) = self.pair(queue_pair) else { return };
            let Some(result) = pair.sends.front().and_then(|sending| sending.result) else { break };
            let Some(sending) = pair.sends.pop_front() else { break };
            pair.first += 1;
            pair.next = pair.next.max((pair.first, 0));
            pair.silent += 1;
            if sending.signalled || result.is_err() {
                let places = std::mem::take(&mut pair.silent);
                self.complete(queue_pair, (sending.id, sending.request.operation()), result, places, false);
            }
            if let Err(status) = result {
                return self.fail_after(queue_pair, &sending, status);
            }
        }
        self.rest(queue_pair);
    }

    fn fail_after(&mut self, queue_pair: u32, sending: &Sending, status: Status) {
        let context = self.pair_ref(queue_pair).map_or(0, |pair| pair.context);
        let name = sending.request.operation();
        say!(self, "{name} on queue pair {queue_pair} of rank {context} fails: {}", status.name());
        match self.pair(queue_pair) {
            Some(pair) if pair.transport == Transport::Ud => {
                pair.state = QueuePairState::SendQueueError;
                self.flush_sends(queue_pair);
            }
            _ => self.fail(queue_pair),
        }
    }

    /// Nothing is waited for any more; a drained queue says so.
    pub(crate) fn rest(&mut self, queue_pair: u32) {
        let Some(pair) = self.pair(queue_pair) else { return };
        let is_idle = pair.next <= (pair.first, 0);
        if is_idle {
            pair.deadline_ps = None;
        }
        if is_idle && pair.state == QueuePairState::SendQueueDrained && std::mem::take(&mut pair.wants_drained) {
            let context = pair.context;
            self.raise(context, AsyncEvent::Drained { queue_pair });
        }
    }

    /// The queue pair goes to the error state; everything in it is thrown out.
    pub(crate) fn fail(&mut self, queue_pair: u32) {
        let Some(pair) = self.pair(queue_pair) else { return };
        if pair.state == QueuePairState::Error {
            return;
        }
        pair.state = QueuePairState::Error;
        pair.deadline_ps = None;
        let (context, shared, is_extended) = (pair.context, pair.shared, pair.domain.is_some());
        self.flush(queue_pair);
        if shared.is_some() && !is_extended {
            self.raise(context, AsyncEvent::LastReceive { queue_pair });
        }
    }

    /// The queue pair becomes as new: nothing of what was posted completes.
    pub(crate) fn reset(&mut self, queue_pair: u32) {
        let Some(pair) = self.pair(queue_pair) else { return };
        let fresh = Pair::new(pair.context, pair.transport, (pair.send_queue, pair.receive_queue), pair.shared, pair.capacity);
        let (is_listed, has_timer, domain) = (pair.is_listed, pair.has_timer, pair.domain);
        let kept = std::mem::take(&mut pair.receives);
        *pair = Pair { is_listed, has_timer, domain, ..fresh };
        if self.keeps_receives
            && let Some(pair) = self.pair(queue_pair)
        {
            pair.receives = kept;
        }
        self.forget_completions(queue_pair);
    }

    /// Completions of the queue pair that nobody has taken go away.
    pub(crate) fn forget_completions(&mut self, queue_pair: u32) {
        let Some(pair) = self.pair_ref(queue_pair) else { return };
        // Those of a shared receive queue's own stay: they tell which of its receives were used.
        let receive_queue = (pair.domain.is_none()).then_some(pair.receive_queue);
        for queue in [Some(pair.send_queue), receive_queue].into_iter().flatten() {
            if let Some(queue) = self.completions.get_mut(queue as usize).and_then(Option::as_mut) {
                let before = queue.entries.len();
                queue.entries.retain(|(completion, _)| completion.queue_pair != queue_pair);
                self.contexts[queue.context as usize].unread -= (before - queue.entries.len()) as u64;
            }
        }
    }

    fn flush_sends(&mut self, queue_pair: u32) {
        let Some(pair) = self.pair(queue_pair) else { return };
        pair.first += pair.sends.len() as u64;
        (pair.next, pair.outstanding) = ((pair.first, 0), 0);
        let sends: Vec<Sending> = pair.sends.drain(..).collect();
        let mut places = std::mem::take(&mut pair.silent);
        for sending in sends {
            let work = (sending.id, sending.request.operation());
            self.complete(queue_pair, work, Err(Status::Flushed), std::mem::take(&mut places) + 1, true);
        }
    }

    /// Completes everything posted as thrown out.
    pub(crate) fn flush(&mut self, queue_pair: u32) {
        self.flush_sends(queue_pair);
        let Some(pair) = self.pair(queue_pair) else { return };
        let current = pair.current.take();
        let receives: Vec<_> = current.into_iter().chain(pair.receives.drain(..)).collect();
        for receive in receives {
            self.complete(queue_pair, (receive.id, Operation::Receive), Err(Status::Flushed), 0, true);
        }
    }
}

impl Pair {
    /// The requests before `sequence` have arrived; those that want no response are done.
    fn acknowledge(&mut self, sequence: u64) {
        let count = sequence.saturating_sub(self.first) as usize;
        for sending in self.sends.iter_mut().take(count).filter(|sending| !sending.wants_response()) {
            sending.result.get_or_insert(Ok(Done::default()));
        }
    }
}
