//! The receiving side, probes and cancellation.

use ferry_device::Device;
use ferry_protocol::matching::{ANY_SOURCE, Pattern};
use ferry_protocol::packet::Kind;

use crate::buffer::Buffer;
use crate::operation::{Mode, OperationStage, Outcome};
use crate::outbox::Waiting;
use crate::{Direct, Engine, Unexpected};

/// How a blocking receive stands after its first look around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Received {
    /// It is complete.
    Done(Outcome),
    /// It goes on as this operation.
    Operation(usize),
}

/// A message taken out of the queue by a matching probe (MPI-5 §3.8.2).
#[derive(Debug)]
pub struct Message {
    key: Pattern,
    message: Unexpected,
}

impl Message {
    /// What a probe of it reports.
    pub fn outcome(&self) -> Outcome {
        describe(&self.key, &self.message, |_| 0)
    }

    /// Context id of its communicator.
    pub fn context(&self) -> u64 {
        self.key.context
    }
}

fn describe(key: &Pattern, message: &Unexpected, bytes_of: impl Fn(usize) -> u64) -> Outcome {
    let bytes = message.bytes(bytes_of);
    Outcome { source: key.source as u32, tag: key.tag, bytes, sent: bytes, cancelled: false, fault: None }
}

impl<D: Device> Engine<D> {
    /// Starts a receive for `pattern` (world rank of the source) into `buffer`.
    #[inline]
    pub fn receive(&mut self, pattern: Pattern, buffer: Buffer, owner: usize) -> usize {
        match self.state.incoming.matcher.take_unexpected(&pattern) {
            None => self.state.post_receive(&pattern, buffer, owner),
            Some((key, message)) => self.receive_message(Message { key, message }, buffer, owner),
        }
    }

    fn deliver(&mut self, handle: usize, key: Pattern, message: Unexpected) {
        self.state.deliver(handle, &key, message);
        if self.state.transfer_news.has_transfers {
            self.advance_transfers();
        }
        if !self.state.outboxes.busy.is_empty() {
            self.flush();
        }
        self.wake_if_needed();
    }

    /// A blocking receive: looks for the message `tries` times without the cost of posting, then
    /// posts.
    #[inline]
    pub fn receive_soon(&mut self, pattern: Pattern, buffer: Buffer, owner: usize, tries: u32) -> Received {
        if self.state.incoming.matcher.unexpected_len() > 0
            || pattern.source == self.state.me as i32
            || self.state.incoming.direct.is_some()
        {
            return Received::Operation(self.receive(pattern, buffer, owner));
        }
        let first = if pattern.source == ANY_SOURCE { None } else { Some(pattern.source as u32) };
        self.state.incoming.direct = Some(Direct { pattern, buffer, owner, result: None });
        for _ in 0..tries {
            self.progress_waiting(first);
            if let Some(Direct { result: Some(result), .. }) = self.state.incoming.direct {
                self.state.incoming.direct = None;
                return result;
            }
        }
        match self.state.incoming.direct.take() {
            Some(direct) => Received::Operation(self.receive(direct.pattern, direct.buffer, direct.owner)),
            None => unreachable!("only this function clears the direct receive"),
        }
    }

    /// The earliest message that a receive for `pattern` would take, as known by now.
    pub fn probe(&self, pattern: &Pattern) -> Option<Outcome> {
        let bytes_of = |operation| self.state.operations.bytes_of(operation);
        self.state.incoming.matcher.peek_unexpected(pattern).map(|(key, message)| describe(&key, message, bytes_of))
    }

    /// As [`Engine::probe`], and takes the message out of the queue.
    pub fn take_message(&mut self, pattern: &Pattern) -> Option<(Outcome, Message)> {
        let outcome = self.probe(pattern)?;
        self.state.incoming.matcher.take_unexpected(pattern).map(|(key, message)| (outcome, Message { key, message }))
    }

    /// Starts the receive of a message taken out of the queue.
    pub fn receive_message(&mut self, message: Message, buffer: Buffer, owner: usize) -> usize {
        let handle = self.state.operations.new_receive(&message.key, buffer, owner);
        self.deliver(handle, message.key, message.message);
        handle
    }

    /// While a probe waits, packets are not refused for want of budget.
    pub fn begin_probe(&mut self) {
        self.state.operations.begin_waits(1);
    }

    /// Ends [`Engine::begin_probe`].
    pub fn end_probe(&mut self) {
        self.state.operations.end_waits(1);
    }

    /// Tries to cancel an operation. It becomes done, cancelled or not, without the program's doing
    /// more than waiting for it.
    pub fn cancel(&mut self, handle: usize) {
        let Some(operation) = self.state.operations.get(handle) else { return };
        match operation.stage {
            OperationStage::Posted(ticket) if self.state.incoming.matcher.withdraw(ticket).is_some() => self.cancelled(handle),
            OperationStage::Queued => {
                let packets = &mut self.state.outboxes.of(operation.peer).packets;
                packets.retain(|waiting| !matches!(waiting, Waiting::Message(other) if *other == handle));
                self.cancelled(handle);
            }
            OperationStage::Announced if operation.peer == self.state.me => self.cancel_local(handle),
            OperationStage::Announced
                if operation.mode == Mode::Synchronous
                    || operation.buffer.bytes() > self.state.policy.limits.eager_max as u64 =>
            {
                let peer = operation.peer;
                self.withdraw(handle, peer);
            }
            _ => {}
        }
    }

    fn withdraw(&mut self, handle: usize, peer: u32) {
        if let Some(operation) = self.state.operations.get_mut(handle) {
            operation.stage = OperationStage::Withdrawing;
        }
        self.state.outboxes.control(peer, Kind::Cancel, handle as u64);
        self.flush();
        self.wake_if_needed();
    }

    fn cancel_local(&mut self, handle: usize) {
        let is_it = |message: &Unexpected| matches!(message, Unexpected::Local { operation } if *operation == handle);
        if let Some(message) = self.state.incoming.matcher.take_unexpected_if(|_, message| is_it(message)) {
            self.state.release_unexpected(&message);
            self.cancelled(handle);
        }
    }

    fn cancelled(&mut self, handle: usize) {
        self.conceal_send(handle);
        if let Some(operation) = self.state.operations.get_mut(handle) {
            operation.is_cancelled = true;
        }
        self.state.operations.complete(handle);
        self.wake_if_needed();
    }
}
