//! Large messages that do not travel in packets (LMT-1): copies between the two processes'
//! memories, by one of them or by both.
//!
//! A matched announcement and a grant come as packets, from within the device. They are put aside
//! as [`News`] and acted upon right after. What is under way then is a [`Transfer`]. Each call of
//! [`Engine::progress`] copies at most one piece, of the first transfer that has something to copy.
//! So no call of the program waits for a whole message.
//!
//! A machine of [`ferry_protocol::method`] says how each end stands, and what it does next. This
//! module sets up what a method needs, copies what the machine says, and acts upon how it ended.
//!
//! When a copy fails, the side that copied says so by `Fin`, with the reason. The receiver decides
//! what happens next: it grants the ring if the system refused the method, or ends the message on
//! both sides if one of the buffers is at fault. With a share, it first waits until the sender has
//! left.
//!
//! # Safety arguments
//! - XFER-1: buffers of operations satisfy BUF-1 until the operation is done; a transfer ends
//!   before its operation does, and copies at most the bytes of either side's buffer.

mod background;
mod batch;
mod network;
mod pipe;
mod queued;

use std::mem::discriminant;

use ferry_device::{Background, BackgroundOf, CopyError, CopyStanding, Device, NodeCopies, PipeEnd, Share, ShareOf, Stores};
use ferry_protocol::cost::{self, Backing, Backings, Conditions};
use ferry_protocol::decision::{AnnouncedMessage, MethodReason};
use ferry_protocol::method::cooperative::{Helping, Sharing};
use ferry_protocol::method::machine::{CopiedApart, Holding, ReceiverEnd, SenderEnd, Turn};
use ferry_protocol::method::read::Reading;
use ferry_protocol::method::{MethodSetup, Receiver, Sender};
use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::share::{Cut, End};
use ferry_protocol::stage::Violation;
use ferry_protocol::transfer::{BODY, Grant, MemoryLocation, Method, Methods, Offer, Piece, TransferResult};

pub(crate) use self::background::recall;
use crate::operation::{Fault, Operation, OperationStage};
use crate::pieces::{LONGEST_LIST, Pieces, cut};
use crate::{Engine, EngineState};

/// What packets have brought for large messages.
#[derive(Debug)]
pub(crate) enum News {
    /// A receive of this process is matched with an offer of `from`.
    Matched { receive: usize, from: u32, offer: Offer },
    /// A send of this process is granted a method that is not the ring, or the ring after another
    /// method.
    Granted { send: usize, from: u32, method: Method, grant: Grant },
    /// A send of this process whose message was exposed has been withdrawn.
    Withdrawn { send: usize },
    /// The other side has ended the copying of a message of this process's operation.
    Fin { operation: usize, result: TransferResult },
}

/// What packets have brought for large messages and the engine has not acted upon.
#[derive(Debug, Default)]
pub(crate) struct TransferNews {
    pub list: Vec<News>,
    /// Whether there are news or transfers under way.
    pub has_transfers: bool,
    /// Whether messages of sends are exposed.
    pub has_exposed: bool,
}

impl TransferNews {
    /// Puts aside what a packet has brought.
    pub(crate) fn note(&mut self, news: News) {
        self.list.push(news);
        self.has_transfers = true;
    }
}

/// A message under way.
pub(crate) struct Transfer<S, B> {
    /// This process's operation.
    pub operation: usize,
    pub peer: u32,
    /// The peer's operation.
    theirs: u64,
    /// Bytes to copy.
    pub bytes: u64,
    /// The peer's memory.
    remote: Pieces,
    /// How this end stands.
    pub end: TransferEnd<S>,
    /// This process's copying, while somebody else than the one who makes progress does it.
    pub background: Option<B>,
}

/// This process's end of a message.
#[derive(Clone, Copy)]
pub(crate) enum TransferEnd<S> {
    Receiver(Receiver<S>),
    Sender(Sender<S>),
}

impl<S> From<Receiver<S>> for TransferEnd<S> {
    fn from(receiver: Receiver<S>) -> Self {
        TransferEnd::Receiver(receiver)
    }
}

impl<S> From<Sender<S>> for TransferEnd<S> {
    fn from(sender: Sender<S>) -> Self {
        TransferEnd::Sender(sender)
    }
}

impl<S: Share + Copy> TransferEnd<S> {
    fn is_over(&self, bytes: u64) -> bool {
        match self {
            TransferEnd::Receiver(receiver) => receiver.over(bytes).is_some(),
            TransferEnd::Sender(sender) => sender.over(bytes).is_some(),
        }
    }

    fn next(&self, bytes: u64, cut: Cut) -> Turn {
        match self {
            TransferEnd::Receiver(receiver) => receiver.next(bytes, cut),
            TransferEnd::Sender(sender) => sender.next(bytes, cut),
        }
    }

    /// The next state, and whether the peer may sleep for what has happened.
    fn copied(self, bytes: u64, result: Result<u64, CopyError>) -> (Self, bool) {
        match self {
            TransferEnd::Receiver(receiver) => into(receiver.copied(bytes, result)),
            TransferEnd::Sender(sender) => into(sender.copied(bytes, result)),
        }
    }

    fn copied_apart(self, bytes: u64, result: CopiedApart) -> (Self, bool) {
        match self {
            TransferEnd::Receiver(receiver) => into(receiver.copied_apart(bytes, result)),
            TransferEnd::Sender(sender) => into(sender.copied_apart(bytes, result)),
        }
    }

    fn is_due(&self, bytes: u64, is_handed_over: bool) -> bool {
        match self {
            TransferEnd::Receiver(receiver) => receiver.is_due(bytes, is_handed_over),
            TransferEnd::Sender(sender) => sender.is_due(bytes, is_handed_over),
        }
    }

    fn holding(&self, bytes: u64) -> Holding<S> {
        match self {
            TransferEnd::Receiver(receiver) => receiver.holding(bytes),
            TransferEnd::Sender(sender) => sender.holding(bytes),
        }
    }

    fn moved(&self) -> Option<u64> {
        match self {
            TransferEnd::Receiver(receiver) => receiver.moved(),
            TransferEnd::Sender(sender) => sender.moved(),
        }
    }

    /// Through which pieces are taken, if both copy.
    fn share(&self) -> Option<S> {
        match self {
            TransferEnd::Receiver(Receiver::Sharing(Sharing { share, .. }))
            | TransferEnd::Sender(Sender::Helping(Helping { share })) => Some(*share),
            _ => None,
        }
    }

    /// Which side of the copy this end is.
    fn side(&self) -> End {
        match self {
            TransferEnd::Receiver(_) => End::Front,
            TransferEnd::Sender(_) => End::Back,
        }
    }

    /// Whether this sender helps a receiver that copies, too.
    fn is_help(&self) -> bool {
        matches!(self, TransferEnd::Sender(Sender::Helping(_)))
    }

    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (TransferEnd::Receiver(one), TransferEnd::Receiver(two)) => discriminant(one) == discriminant(two),
            (TransferEnd::Sender(one), TransferEnd::Sender(two)) => discriminant(one) == discriminant(two),
            _ => false,
        }
    }
}

fn into<S, M: Into<TransferEnd<S>>>((end, wakes): (M, bool)) -> (TransferEnd<S>, bool) {
    (end.into(), wakes)
}

/// What a look at a transfer has shown.
enum Look {
    /// Nothing to do now.
    Waiting,
    /// Something was copied, and more is to come.
    Moved,
    /// It is over, and gone; whether something was copied just now.
    Over { copied: bool },
}

impl<D: Device> Engine<D> {
    /// Acts upon news, and copies a piece. True if anything moved.
    #[cold]
    pub(crate) fn advance_transfers(&mut self) -> bool {
        let mut moved = false;
        for news in std::mem::take(&mut self.state.transfer_news.list) {
            moved = true;
            if self.state.is_obsolete(&news) {
                continue;
            }
            if let Err((from, violation)) = self.state.review(&news) {
                self.state.violated(from, &news, violation);
                continue;
            }
            match news {
                News::Matched { receive, from, offer } => self.begin_receive(receive, from, offer),
                News::Granted { send, from, method, grant } => self.begin_send(send, from, method, grant),
                News::Withdrawn { send } => self.conceal_send(send),
                News::Fin { operation, result } => self.other_side_ended(operation, result),
            }
        }
        if self.has_queued {
            self.share_queued();
        }
        // Help for a receiver comes last: it copies everything itself if this process has messages
        // of its own to fetch.
        if !self.advance_some(false, &mut moved) {
            self.advance_some(true, &mut moved);
        }
        self.state.transfer_news.has_transfers = !self.transfers.is_empty();
        moved
    }

    /// Looks at the transfers that are, or are not, help for a receiver, until something was
    /// copied. Whether something was.
    fn advance_some(&mut self, is_help: bool, moved: &mut bool) -> bool {
        let mut index = 0;
        while index < self.transfers.len() {
            if self.transfers[index].end.is_help() != is_help {
                index += 1;
                continue;
            }
            match self.step(index) {
                Look::Waiting => index += 1,
                Look::Moved => {
                    *moved = true;
                    return true;
                }
                Look::Over { copied } => {
                    *moved = true;
                    if copied {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether a transfer has something to do that no packet will tell.
    pub(crate) fn has_transfer_news(&mut self) -> bool {
        let has_own = |background: &BackgroundOf<D>| background.has_pieces() || background.standing() != CopyStanding::UnderWay;
        let has_copies = self.transfers.iter().any(|transfer| {
            transfer.background.as_ref().is_some_and(has_own)
                || transfer.end.is_due(transfer.bytes, transfer.background.is_some())
        });
        has_copies || self.has_pipe_news()
    }

    /// The best way for a matched message.
    fn begin_receive(&mut self, receive: usize, from: u32, offer: Offer) {
        let Some(operation) = self.state.operations.get(receive) else { return };
        let bytes = offer.bytes.min(operation.buffer.bytes());
        self.state.policy.choice.note_use();
        let pieces = operation.buffer.pieces().max(u64::from(offer.place.pieces));
        let mut message = AnnouncedMessage {
            offered: offer.methods,
            own: self.methods(from),
            is_within_reach: offer.place.pieces > 0,
            forced: self.state.policy.limits.method,
            tried: None,
            transfer: cost::Transfer { bytes, pieces, conditions: self.conditions() },
        };
        let is_far = message.usable().and(Methods::NETWORK) != Methods::NONE;
        if !is_far {
            message.transfer.conditions.backings = Backings { sender: offer.backing, receiver: self.backing(receive, bytes) };
        }
        let (method, reason) = self.state.policy.choice.method(&message);
        self.state.records.totals.decisions[method as usize][reason as usize].add(bytes);
        // What is packed, or came from another node, says nothing of the ring within this one.
        let is_comparable = !is_far && message.is_within_reach && message.usable() != Methods::RING;
        if let Some(clock) = self.state.policy.clock.filter(|_| is_comparable) {
            let is_alone = self.state.operations.unfinished() == 1;
            self.state.policy.choice.begin(receive, method, message.transfer, is_alone, clock);
        }
        if is_far {
            return self.begin_network(receive, from, bytes, offer, &message, (method, reason));
        }
        match method.row().setup {
            MethodSetup::ReceiverCopies => self.begin_copying(receive, from, bytes, offer, method),
            MethodSetup::SenderCopies => self.begin_waiting(receive, from, bytes, offer, method),
            MethodSetup::BothCopy => self.begin_share(receive, from, bytes, offer),
            MethodSetup::Pipe => self.begin_drain(receive, from, bytes, offer, method),
            MethodSetup::Packets | MethodSetup::Put | MethodSetup::Get => self.grant_ring(receive, from, offer.operation),
        }
    }

    /// What the next transfer has to reckon with, but for its memory.
    fn conditions(&mut self) -> Conditions {
        Conditions {
            has_two_processors: !self.device.oversubscribed(),
            is_one_of_many: self.state.policy.choice.is_one_of_many(),
            backings: Backings::default(),
        }
    }

    /// Whether peers map `bytes` bytes at `address`, so that they can copy them without the system.
    pub fn is_shared(&self, address: *const u8, bytes: u64) -> bool {
        self.device.node().is_shared(Piece { address: address as u64, len: bytes })
    }

    /// Others copy from `bytes` bytes at `address`: what backs most of them. The device may put
    /// them into huge pages.
    pub fn note_use(&mut self, address: *const u8, bytes: u64) -> Backing {
        let memory = Piece { address: address as u64, len: bytes };
        match self.device.node().is_shared(memory) {
            true => Backing::SharedHeap,
            false if self.device.node_mut().note_use(memory) => Backing::HugePages,
            false => Backing::SmallPages,
        }
    }

    /// What backs most of the memory of operation `handle`, of which `bytes` are used. The device
    /// is asked once for each operation, and puts memory into huge pages if that matters.
    pub(crate) fn backing(&mut self, handle: usize, bytes: u64) -> Backing {
        let gains = self.lengths().gaining_by_huge_pages.contains(&bytes);
        let Some(operation) = self.state.operations.get_mut(handle) else { return Backing::SmallPages };
        if let Some(backing) = operation.backing {
            return backing;
        }
        let Some(memory) = operation.buffer.memory(bytes) else { return Backing::SmallPages };
        let backing = match self.device.node().is_shared(memory) {
            true => Backing::SharedHeap,
            // Of other lengths nobody has asked.
            false if !gains => return Backing::SmallPages,
            false if self.device.node_mut().note_use(memory) => Backing::HugePages,
            false => Backing::SmallPages,
        };
        operation.backing = Some(backing);
        backing
    }

    /// What was decided cannot be done: the sender is to send the message in packets.
    fn fall_back(&mut self, receive: usize, from: u32, theirs: u64) {
        let wanted = self.state.operations.get(receive).map_or(0, |operation| operation.whole.min(operation.buffer.bytes()));
        self.state.policy.choice.forget();
        self.state.records.totals.decisions[Method::Ring as usize][MethodReason::Refused as usize].add(wanted);
        self.grant_ring(receive, from, theirs);
    }

    /// The sender is to send the message in packets, from its beginning.
    fn grant_ring(&mut self, receive: usize, from: u32, theirs: u64) {
        let Some(operation) = self.state.operations.get_mut(receive) else { return };
        operation.moved = 0;
        operation.stage = OperationStage::Streaming;
        let wanted = operation.whole.min(operation.buffer.bytes());
        let place = MemoryLocation { address: 0, pieces: u32::try_from(operation.buffer.pieces()).unwrap_or(u32::MAX) };
        self.grant(from, theirs, Method::Ring, Grant { operation: receive as u64, wanted, place, slot: 0 });
    }

    fn grant(&mut self, to: u32, theirs: u64, method: Method, grant: Grant) {
        let mut header = Header::about(Kind::Cts, theirs, BODY as u32);
        header.aux = method as u16;
        self.state.records.totals.methods[method as usize].add(grant.wanted);
        self.state.outboxes.control_packet(to, header, grant.encode());
        self.flush();
    }

    fn fin(&mut self, to: u32, theirs: u64, result: TransferResult) {
        self.state.outboxes.fin(to, theirs, result);
        self.flush();
    }

    /// A receiver that copies.
    fn begin_copying(&mut self, receive: usize, from: u32, bytes: u64, offer: Offer, method: Method) {
        let transfer = transfer(receive, from, offer.operation, bytes, Receiver::start(method));
        match self.remote(from, offer.place) {
            Ok(remote) => {
                self.state.records.totals.methods[method as usize].add(bytes);
                self.add(Transfer { remote, ..transfer });
            }
            Err(error) => self.end_receive(&transfer, error.into()),
        }
    }

    /// A receiver whose sender copies.
    fn begin_waiting(&mut self, receive: usize, from: u32, bytes: u64, offer: Offer, method: Method) {
        let Some(place) = self.own_place(receive) else { return self.fall_back(receive, from, offer.operation) };
        let grant = Grant { operation: receive as u64, wanted: bytes, place, slot: 0 };
        self.grant(from, offer.operation, method, grant);
        self.add(transfer(receive, from, offer.operation, bytes, Receiver::start(method)));
    }

    /// Where a receive's data go, if a sender can write there.
    fn own_place(&mut self, receive: usize) -> Option<MemoryLocation> {
        let operation = self.state.operations.get_mut(receive)?;
        let (place, list) = operation.buffer.place(u64::MAX);
        if list.is_some() {
            operation.owned = list;
        }
        (place.pieces > 0).then_some(place)
    }

    /// A send has its grant.
    fn begin_send(&mut self, send: usize, from: u32, method: Method, grant: Grant) {
        let Some(operation) = self.state.operations.get(send) else { return };
        let bytes = grant.wanted.min(operation.buffer.bytes());
        let theirs = grant.operation;
        let end = match method.row().setup {
            MethodSetup::Packets => {
                self.end_sending(send);
                self.conceal_send(send);
                return self.state.outboxes.stream_in_packets(send, from);
            }
            MethodSetup::Put => {
                self.conceal_send(send);
                return self.begin_put(send, from, &grant, bytes);
            }
            MethodSetup::Pipe => return self.begin_fill(send, from, method, grant, bytes),
            MethodSetup::SenderCopies | MethodSetup::ReceiverCopies | MethodSetup::Get => Sender::start(method),
            MethodSetup::BothCopy => match self.device.node_mut().join_share(from, grant.slot) {
                Some(share) => Sender::Helping(Helping { share }),
                None => return self.fin(from, theirs, TransferResult::Refused),
            },
        };
        let mut transfer = transfer(send, from, theirs, bytes, end);
        // A receiver that has copied everything itself may do with its list of pieces what it
        // likes, or have ended.
        if !transfer.end.is_over(bytes) {
            match self.remote(from, grant.place) {
                Ok(remote) => transfer.remote = remote,
                Err(error) => transfer.end = transfer.end.copied(bytes, Err(error)).0,
            }
        }
        let over = if let TransferEnd::Sender(sender) = transfer.end { sender.over(bytes) } else { None };
        match over {
            Some(end) => self.end_send(&transfer, end),
            None => self.add(transfer),
        }
    }

    fn add(&mut self, mut transfer: Transfer<ShareOf<D>, BackgroundOf<D>>) {
        transfer.background = self.hand_over(&transfer);
        self.transfers.push_back(transfer);
        self.state.transfer_news.has_transfers = true;
    }

    /// The peer's memory at `place`.
    fn remote(&mut self, peer: u32, place: MemoryLocation) -> Result<Pieces, CopyError> {
        if place.pieces == 1 {
            return Ok(Pieces::Dense(place.address));
        }
        if u64::from(place.pieces) > LONGEST_LIST {
            return Err(CopyError::BadRemote);
        }
        let mut list = vec![Piece { address: 0, len: 0 }; place.pieces as usize];
        let len = (place.pieces as usize * size_of::<Piece>()) as u64;
        let into = Piece { address: list.as_mut_ptr() as u64, len };
        // SAFETY: the list is as long, and any bytes are pieces.
        unsafe { self.device.node_mut().read_from(peer, &[into], &[Piece { address: place.address, len }], Stores::Usual) }?;
        Ok(Pieces::listed(list))
    }

    /// Copies a piece of the transfer at `index`, or sees how it stands.
    fn step(&mut self, index: usize) -> Look {
        if self.transfers[index].background.is_some()
            && let Some(look) = self.look_into_background(index)
        {
            return look;
        }
        let Transfer { bytes, end, .. } = self.transfers[index];
        if end.is_over(bytes) {
            self.finish(index);
            return Look::Over { copied: false };
        }
        if let TransferEnd::Receiver(Receiver::Reading(Reading { moved: 0 })) = end
            && let Some(look) = self.read_batch(index)
        {
            return look;
        }
        let copied = match end.next(bytes, self.cut(index)) {
            Turn::Wait => return Look::Waiting,
            Turn::Copy(piece) => self.copy(index, piece.start, piece.end - piece.start),
            Turn::CopyAll(piece) => self.copy_whole(index, piece),
            Turn::Pipe(_) if self.is_behind(index) => return Look::Waiting,
            Turn::Pipe(turn) => match self.move_through_pipe(index, turn) {
                Ok(0) => return Look::Waiting,
                result => result,
            },
        };
        self.note_copied(index, copied);
        if self.transfers[index].end.is_over(bytes) {
            self.finish(index);
            return Look::Over { copied: true };
        }
        Look::Moved
    }

    /// What the transfer at `index` wanted was done.
    fn note_copied(&mut self, index: usize, result: Result<u64, CopyError>) {
        let Transfer { bytes, end, .. } = self.transfers[index];
        self.set_end(index, end.copied(bytes, result));
    }

    fn set_end(&mut self, index: usize, (end, wakes): (TransferEnd<ShareOf<D>>, bool)) {
        let transfer = &mut self.transfers[index];
        transfer.end = end;
        if let (Some(moved), Some(operation)) = (end.moved(), self.state.operations.get_mut(transfer.operation)) {
            operation.moved = moved;
        }
        if wakes {
            self.device.node_mut().wake_peer(transfer.peer);
        }
    }

    /// Ends the transfer at `index`, which is over.
    fn finish(&mut self, index: usize) {
        let Some(transfer) = self.transfers.remove(index) else { return };
        match transfer.end {
            TransferEnd::Receiver(receiver) => {
                if let Some(end) = receiver.over(transfer.bytes) {
                    self.end_receive(&transfer, end);
                }
            }
            TransferEnd::Sender(sender) => {
                if let Some(end) = sender.over(transfer.bytes) {
                    self.end_send(&transfer, end);
                }
            }
        }
    }

    /// A transfer that is no more under way gives back what it holds of the device.
    pub(crate) fn release(&mut self, transfer: &Transfer<ShareOf<D>, BackgroundOf<D>>) {
        let Transfer { peer, bytes, ref end, .. } = *transfer;
        match end.holding(bytes) {
            Holding::Nothing => {}
            Holding::Slot(slot) => self.end_share(slot),
            Holding::Share(share) => {
                share.leave();
                self.device.node_mut().wake_peer(peer);
            }
            Holding::Memory(token) => self.device.conceal(peer, token),
            Holding::Pipe { ticket, is_spent } => {
                let pipe = match end.side() {
                    End::Front => PipeEnd::From(peer),
                    End::Back => PipeEnd::To(peer),
                };
                self.leave_pipe(pipe, ticket, is_spent);
            }
        }
    }

    /// What becomes of a message whose method has ended at this receiver.
    fn end_receive(&mut self, transfer: &Transfer<ShareOf<D>, BackgroundOf<D>>, end: ReceiverEnd) {
        let Transfer { operation, peer, theirs, bytes, .. } = *transfer;
        self.release(transfer);
        match end {
            ReceiverEnd::Received { tells } => {
                self.state.policy.note_end(operation);
                self.state.operations.received(operation, bytes);
                if tells {
                    self.fin(peer, theirs, TransferResult::Done);
                }
            }
            ReceiverEnd::InPackets => self.fall_back(operation, peer, theirs),
            ReceiverEnd::Bad(buffer) => {
                self.fin(peer, theirs, buffer.result());
                self.state.operations.fail(operation, Fault::of(buffer));
            }
        }
    }

    /// What becomes of a message whose method has ended at this sender.
    fn end_send(&mut self, transfer: &Transfer<ShareOf<D>, BackgroundOf<D>>, end: SenderEnd) {
        let Transfer { operation, peer, theirs, .. } = *transfer;
        self.release(transfer);
        match end {
            SenderEnd::Sent { tells } => {
                self.state.operations.complete(operation);
                if tells {
                    self.fin(peer, theirs, TransferResult::Done);
                }
            }
            SenderEnd::Stopped(result) => self.fin(peer, theirs, result),
            SenderEnd::Left => {}
        }
    }

    fn copy_whole(&mut self, index: usize, piece: std::ops::Range<u64>) -> Result<u64, CopyError> {
        let mut position = piece.start;
        while position < piece.end {
            position += self.copy(index, position, piece.end - position)?;
        }
        Ok(piece.end - piece.start)
    }

    /// How copies of a message store: past the caches what a process stores much of (LMT-5), all of
    /// the message or its share.
    fn stores_of(&self, bytes: u64, is_share: bool) -> Stores {
        let part = if is_share { bytes / 2 } else { bytes };
        if part >= self.state.policy.choice.costs().sparing_min { Stores::PastCaches } else { Stores::Usual }
    }

    /// Copies up to `len` bytes from byte `position` on, to this process if it is the receiver, to
    /// the peer if it is the sender: how many.
    fn copy(&mut self, index: usize, position: u64, len: u64) -> Result<u64, CopyError> {
        let Transfer { operation, peer, bytes, ref remote, ref end, .. } = self.transfers[index];
        let stores = self.stores_of(bytes, end.share().is_some());
        let Some(operation) = self.state.operations.get(operation) else { return Err(CopyError::BadLocal) };
        let most = self.device.node().most_pieces();
        let (mine, theirs) = (&mut self.mine, &mut self.theirs);
        mine.clear();
        theirs.clear();
        let reach = operation.buffer.slice_pieces(position, len, most, mine);
        let some = remote.slice(position, reach, most, theirs);
        cut(mine, some);
        if some == 0 {
            return Err(CopyError::BadRemote);
        }
        // SAFETY: XFER-1.
        unsafe {
            match end.side() {
                End::Front => self.device.node_mut().read_from(peer, mine, theirs, stores)?,
                End::Back => self.device.node_mut().write_to(peer, mine, theirs, stores)?,
            }
        }
        Ok(some)
    }

    /// The other side has said how the message of operation `handle` ended.
    fn other_side_ended(&mut self, handle: usize, result: TransferResult) {
        let Some(operation) = self.state.operations.get(handle) else { return };
        if !operation.is_receive {
            let (peer, is_fetched) =
                (operation.peer, result == TransferResult::Done && operation.backing == Some(Backing::SharedHeap));
            if is_fetched {
                self.state.outboxes.of(peer).declined = 0;
            }
            self.end_sending(handle);
            self.conceal_send(handle);
            return match result {
                TransferResult::BadSendBuffer => self.state.operations.fail(handle, Fault::SendBuffer),
                _ => self.state.operations.complete(handle),
            };
        }
        let Some(transfer) = self.take_transfer(handle) else { return };
        self.end_receive(&transfer, result.into());
    }

    /// The receiver has ended the message of a send, or wants it another way: what has not been
    /// copied is not.
    fn end_sending(&mut self, send: usize) {
        if let Some(transfer) = self.take_transfer(send) {
            self.release(&transfer);
        }
    }

    /// Takes what is under way of an operation; nobody is at its memory any more.
    fn take_transfer(&mut self, operation: usize) -> Option<Transfer<ShareOf<D>, BackgroundOf<D>>> {
        let index = self.transfers.iter().position(|transfer| transfer.operation == operation)?;
        let mut transfer = self.transfers.remove(index)?;
        recall(transfer.background.take());
        Some(transfer)
    }
}

/// The beginning of a transfer, without the peer's memory.
fn transfer<S, B>(operation: usize, peer: u32, theirs: u64, bytes: u64, end: impl Into<TransferEnd<S>>) -> Transfer<S, B> {
    Transfer { operation, peer, theirs, bytes, remote: Pieces::Dense(0), end: end.into(), background: None }
}

impl EngineState {
    /// Whether news are of an operation that has failed with its peer before anybody acted upon
    /// them.
    #[inline(always)]
    pub(crate) fn is_obsolete(&self, news: &News) -> bool {
        !self.losses.peers.is_empty() && self.is_over(news)
    }

    #[cold]
    fn is_over(&self, news: &News) -> bool {
        let operation = match *news {
            News::Matched { receive, .. } => receive,
            News::Granted { send, .. } => send,
            News::Fin { operation, .. } => operation,
            // Nothing is exposed for the lost any more.
            News::Withdrawn { .. } => return false,
        };
        self.operations.get(operation).is_none_or(Operation::is_done)
    }

    /// Whether news still make sense: packets of the same moment may have ended what they are
    /// about.
    fn review(&self, news: &News) -> Result<(), (u32, Violation)> {
        match *news {
            News::Granted { send, from, .. } => {
                let stage = self.operations.get(send).map(|send| send.stage);
                stage.map_or(Ok(()), OperationStage::begins).map_err(|violation| (from, violation))
            }
            News::Fin { operation, .. } => {
                let Some(operation) = self.operations.get(operation) else { return Ok(()) };
                operation.stage.ended(operation.is_receive).map_err(|violation| (operation.peer, violation))
            }
            News::Matched { .. } | News::Withdrawn { .. } => Ok(()),
        }
    }
}
