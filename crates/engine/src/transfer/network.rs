//! Large messages that a network moves by itself between the two processes' memories (BR-7, AG-1).
//!
//! `ferry_protocol::method` has a module for them, which says what each end does. A sender that has
//! exposed its memory conceals it as soon as the receiver has decided for something else, or is
//! done. What the device refuses goes in packets.
//!
//! # Safety arguments
//! - NET-1: buffers of operations satisfy BUF-1 until the operation is done; what is exposed is
//!   concealed, and what a device moves is over, before that.

use ferry_device::{CopyError, Device, Finished, Notice, OperationTicket, Ticket};
use ferry_protocol::decision::{AnnouncedMessage, MethodReason};
use ferry_protocol::method::machine::result_of_sender;
use ferry_protocol::method::{Receiver, Sender, network};
use ferry_protocol::packet::Kind;
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Grant, MemoryLocation, Method, Methods, Offer, Token};

use super::{Transfer, TransferEnd, transfer};
use crate::Engine;
use crate::operation::OperationStage;
use crate::pieces::LONGEST_LIST;

impl<D: Device> Engine<D> {
    /// The message of a send about to be announced to `peer`, exposed so that it can be got; `None`
    /// if the device does not.
    pub(crate) fn expose_send(&mut self, send: usize, peer: u32) -> Option<Token> {
        if let Some((_, token)) = self.exposed.get(&send) {
            return Some(*token);
        }
        let token = self.expose(send, peer, End::Back, u64::MAX)?;
        self.exposed.insert(send, (peer, token));
        self.state.transfer_news.has_exposed = true;
        Some(token)
    }

    /// The receiver of a send needs what was exposed no more.
    pub(crate) fn conceal_send(&mut self, send: usize) {
        if self.exposed.is_empty() {
            return;
        }
        if let Some((peer, token)) = self.exposed.remove(&send) {
            self.device.conceal(peer, token);
            self.state.transfer_news.has_exposed = !self.exposed.is_empty();
        }
    }

    /// Exposes the first `bytes` bytes of an operation's buffer.
    fn expose(&mut self, operation: usize, peer: u32, end: End, bytes: u64) -> Option<Token> {
        self.list_pieces(operation, bytes)?;
        // SAFETY: NET-1.
        unsafe { self.device.expose(peer, end, &self.mine) }
    }

    /// Lists the pieces of the first `bytes` bytes of an operation's buffer in `mine`; `None` if
    /// there are too many.
    pub(crate) fn list_pieces(&mut self, operation: usize, bytes: u64) -> Option<()> {
        let buffer = &self.state.operations.get(operation)?.buffer;
        if buffer.pieces() > LONGEST_LIST {
            return None;
        }
        self.mine.clear();
        buffer.slice_pieces(0, bytes.min(buffer.bytes()), usize::MAX, &mut self.mine);
        Some(())
    }

    /// A matched message that the network can bring.
    pub(super) fn begin_network(
        &mut self,
        receive: usize,
        from: u32,
        bytes: u64,
        offer: Offer,
        message: &AnnouncedMessage,
        (method, reason): (Method, MethodReason),
    ) {
        if method == Method::Ring {
            return self.grant_ring(receive, from, offer.operation);
        }
        let methods = message.usable();
        let may_put = method == Method::Put || reason != MethodReason::Forced;
        let begun = (method == Method::Get && self.begin_get(receive, from, bytes, &offer, methods))
            || (may_put && self.begin_exposed(receive, from, bytes, &offer, methods));
        if !begun {
            self.fall_back(receive, from, offer.operation);
        }
    }

    fn begin_get(&mut self, receive: usize, from: u32, bytes: u64, offer: &Offer, methods: Methods) -> bool {
        if !methods.has(Method::Get) || self.list_pieces(receive, bytes).is_none() {
            return false;
        }
        // SAFETY: NET-1.
        let begun = unsafe { self.device.begin_get(from, OperationTicket(receive), &self.mine, offer.token) };
        if begun.is_ok() {
            self.set_stage(receive, OperationStage::Getting);
            self.state.records.totals.methods[Method::Get as usize].add(bytes);
            self.add(transfer(receive, from, offer.operation, bytes, Receiver::Getting));
        }
        begun.is_ok()
    }

    fn begin_exposed(&mut self, receive: usize, from: u32, bytes: u64, offer: &Offer, methods: Methods) -> bool {
        if !methods.has(Method::Put) {
            return false;
        }
        let Some(token) = self.expose(receive, from, End::Front, bytes) else { return false };
        let place = MemoryLocation { address: token.address, pieces: 0 };
        let grant = Grant { operation: receive as u64, wanted: bytes, place, slot: token.key };
        self.grant(from, offer.operation, Method::Put, grant);
        self.add(transfer(receive, from, offer.operation, bytes, Receiver::Exposing(token)));
        true
    }

    /// A send goes into memory that the receiver has exposed.
    pub(super) fn begin_put(&mut self, send: usize, to: u32, grant: &Grant, bytes: u64) {
        let token = Token { address: grant.place.address, key: grant.slot };
        let begun = match self.list_pieces(send, bytes) {
            // SAFETY: NET-1.
            Some(()) => unsafe { self.device.begin_put(to, OperationTicket(send), &self.mine, token) },
            None => Err(CopyError::Refused),
        };
        match begun {
            Ok(()) => {
                self.set_stage(send, OperationStage::Putting(grant.operation));
                self.add(transfer(send, to, grant.operation, bytes, Sender::Putting));
            }
            Err(error) => self.fin(to, grant.operation, result_of_sender(error)),
        }
    }

    /// Acts upon what the device has finished, and upon peers that are lost. True if there was
    /// anything.
    #[inline(always)]
    pub(crate) fn hear_device(&mut self) -> bool {
        let mut heard = false;
        while let Some(finished) = self.device.next_finished() {
            heard = true;
            self.dispatch(finished);
        }
        while let Some(notice) = self.device.next_notice() {
            heard = true;
            self.note_notice(notice);
        }
        if !self.state.one_sided.heard.is_empty() {
            heard = true;
            std::mem::take(&mut self.state.one_sided.heard).into_iter().for_each(|notice| self.note_notice(notice));
        }
        if self.collective_buffers.has_due() {
            self.tell_of_puts();
        }
        while let Some(lost) = self.device.next_lost() {
            heard = true;
            self.lose(lost);
        }
        heard
    }

    fn note_notice(&mut self, notice: Notice) {
        if !self.collective_buffers.note(notice) {
            self.notices.push_back(notice);
        }
        self.state.operations.note_event();
    }

    /// Tells peers of puts that are over by now, where devices do not.
    #[inline(never)]
    pub(crate) fn hear_puts(&mut self) {
        self.hear_device();
    }

    /// Tells peers of puts that are known to be over, where devices do not.
    #[cold]
    pub(crate) fn tell_of_puts(&mut self) {
        while let Some(Notice { peer, number }) = self.collective_buffers.next_due() {
            self.state.outboxes.control(peer, Kind::Notice, number.into());
        }
        self.flush();
    }

    /// The one place that tells those who began it of work that is over.
    #[inline]
    fn dispatch(&mut self, Finished { ticket, result }: Finished) {
        match ticket {
            Ticket::Operation(OperationTicket(operation)) => self.finished(operation, result),
            Ticket::OneSided(ticket) => self.one_sided.push_back((ticket, result)),
            Ticket::Collective(ticket) => {
                self.collective_buffers.finished(ticket, result);
                self.state.operations.note_event();
            }
        }
    }

    fn set_stage(&mut self, operation: usize, stage: OperationStage) {
        if let Some(operation) = self.state.operations.get_mut(operation) {
            operation.stage = stage;
        }
    }

    #[cold]
    fn finished(&mut self, operation: usize, result: Result<(), CopyError>) {
        if self.state.operations.get(operation).is_some_and(|it| it.stage == OperationStage::Leaving) {
            return self.state.operations.left(operation, result);
        }
        let is_it = |transfer: &Transfer<_, _>| {
            let is_moving =
                matches!(transfer.end, TransferEnd::Receiver(Receiver::Getting) | TransferEnd::Sender(Sender::Putting));
            transfer.operation == operation && is_moving
        };
        let Some(index) = self.transfers.iter().position(is_it) else { return };
        let Some(transfer) = self.transfers.remove(index) else { return };
        if let Some(operation) = self.state.operations.get_mut(operation) {
            operation.stage = operation.stage.released();
        }
        match transfer.end {
            TransferEnd::Receiver(_) => self.end_receive(&transfer, network::got(result)),
            TransferEnd::Sender(_) => self.end_send(&transfer, network::put(result)),
        }
    }
}
