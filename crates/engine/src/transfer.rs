//! Large messages that do not travel in packets (LMT-1): copies between the two processes'
//! memories, by one of them or by both.
//!
//! A matched announcement and a grant come as packets, from within the device; they are put aside
//! as [`News`] and acted upon right after. What is under way then is a [`Transfer`]; each call of
//! [`Engine::progress`] copies at most one piece of the first one that has something to copy, so
//! that no call of the program waits for a whole message.
//!
//! | method | receiver | sender |
//! |---|---|---|
//! | read | copies, then `Fin` | waits for `Fin` |
//! | write | grants, waits for `Fin` | copies, then `Fin` |
//! | writev, vmsplice | opens a pipe, grants, reads, then `Fin` | writes, waits for `Fin` |
//! | cooperative | opens a share, grants, copies from the front until all is done, or leaves that to the sender | copies from the back until all is done, leaves the share |
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

use ferry_device::{Background, BackgroundOf, CopyError, CopyStanding, Device, NodeCopies, Share, ShareOf, Stores};
use ferry_protocol::cost::{self, Backing, Backings, Conditions};
use ferry_protocol::decision::{self, AnnouncedMessage, MethodReason};
use ferry_protocol::packet::{Header, Kind};
use ferry_protocol::share::{Cut, End};
use ferry_protocol::transfer::{BODY, Grant, MemoryLocation, Method, Methods, Offer, Piece, Token, TransferResult};

pub(crate) use self::background::recall;
use self::pipe::Stream;
use crate::operation::{Fault, Operation};
use crate::pieces::{Pieces, cut};
use crate::{Engine, EngineState};

/// Most bytes of one copy: what a call of the program may have to wait for.
const STEP: u64 = 512 * 1024;

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
    Fin { operation: usize, verdict: TransferResult },
}

/// A message under way.
pub(crate) struct Transfer<S, B> {
    /// This process's operation.
    pub operation: usize,
    pub peer: u32,
    /// The peer's operation.
    theirs: u64,
    /// Bytes to copy.
    bytes: u64,
    /// The peer's memory.
    remote: Pieces,
    pub way: TransferRoute<S>,
    /// This process's copying, while somebody else than the one who makes progress does it.
    pub background: Option<B>,
}

/// How the bytes of a message go.
#[derive(Clone, Copy)]
pub(crate) enum TransferRoute<S> {
    /// This receiver copies; so much is done.
    Read(u64),
    /// This sender copies; so much is done.
    Write(u64),
    /// Both copy. At the receiver: the number of the share, whether this process may leave all to
    /// the sender, and why it has given up, if so.
    Receive { share: S, slot: u32, may_leave: bool, failure: Option<CopyError> },
    /// Both copy; this is the sender.
    Send { share: S },
    /// Both are to copy, as soon as a share is free; nothing is done yet. This receiver copies
    /// alone if it comes to that before.
    Queued,
    /// The sender copies; this is the receiver.
    Await,
    /// Through a pipe; this is the receiver.
    Drain(Stream),
    /// Through a pipe; this is the sender.
    Fill(Stream),
    /// Devices move the data; this receiver's memory is exposed.
    Exposed(Token),
    /// This process's device moves the data.
    Network,
}

impl<S: Copy> TransferRoute<S> {
    /// Through which pieces are taken, if both copy.
    pub fn share(&self) -> Option<S> {
        match self {
            TransferRoute::Receive { share, .. } | TransferRoute::Send { share } => Some(*share),
            _ => None,
        }
    }
}

/// What a look at a transfer has shown.
enum Look {
    /// Nothing to do now.
    Waiting,
    /// Something was copied, and more is to come.
    Moved,
    /// It is over; whether something was copied just now.
    Over { copied: bool },
}

impl<D: Device> Engine<D> {
    /// Acts upon news, and copies a piece. True if anything moved.
    #[cold]
    pub(crate) fn advance_transfers(&mut self) -> bool {
        let mut moved = false;
        for news in std::mem::take(&mut self.state.news) {
            moved = true;
            if self.state.is_obsolete(&news) {
                continue;
            }
            match news {
                News::Matched { receive, from, offer } => self.begin_receive(receive, from, offer),
                News::Granted { send, from, method, grant } => self.begin_send(send, from, method, grant),
                News::Withdrawn { send } => self.conceal_send(send),
                News::Fin { operation, verdict } => self.other_side_ended(operation, verdict),
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
        self.state.has_transfers = !self.transfers.is_empty();
        moved
    }

    /// Looks at the transfers that are, or are not, help for a receiver, until something was
    /// copied. Whether something was.
    fn advance_some(&mut self, is_help: bool, moved: &mut bool) -> bool {
        let mut index = 0;
        while index < self.transfers.len() {
            if matches!(self.transfers[index].way, TransferRoute::Send { .. }) != is_help {
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
                    self.transfers.remove(index);
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
        let has_copies = self.transfers.iter().any(|transfer| match &transfer.way {
            _ if transfer.background.as_ref().is_some_and(has_own) => true,
            TransferRoute::Read(_) | TransferRoute::Write(_) | TransferRoute::Queued if transfer.background.is_some() => false,
            TransferRoute::Read(_) | TransferRoute::Write(_) | TransferRoute::Queued => true,
            TransferRoute::Await
            | TransferRoute::Drain(_)
            | TransferRoute::Fill(_)
            | TransferRoute::Exposed(_)
            | TransferRoute::Network => false,
            TransferRoute::Receive { share, failure: Some(_), .. } => share.has_left(),
            // What is left to the sender, who may stop at any time.
            TransferRoute::Receive { share, may_leave: true, .. }
                if transfer.background.is_none() && share.has_pieces(transfer.bytes) =>
            {
                true
            }
            TransferRoute::Receive { share, .. } | TransferRoute::Send { share } => {
                share.done() == transfer.bytes || share.is_spoilt()
            }
        });
        has_copies || self.has_pipe_news()
    }

    /// The best way for a matched message.
    fn begin_receive(&mut self, receive: usize, from: u32, offer: Offer) {
        let Some(operation) = self.state.operations.get(receive) else { return };
        let bytes = offer.bytes.min(operation.buffer.bytes());
        self.state.wants_costs = !self.state.knows_costs;
        let pieces = operation.buffer.pieces().max(u64::from(offer.place.pieces));
        let mut message = AnnouncedMessage {
            offered: offer.methods,
            own: self.methods(from),
            is_within_reach: offer.place.pieces > 0,
            forced: self.state.limits.method,
            transfer: cost::Transfer { bytes, pieces, conditions: self.conditions() },
        };
        let is_far = message.usable().and(Methods::NETWORK) != Methods::NONE;
        if !is_far {
            message.transfer.conditions.backings = Backings { sender: offer.backing, receiver: self.backing(receive, bytes) };
        }
        let (method, reason) = self.state.decide(&message);
        self.state.totals.decisions[method as usize][reason as usize].add(bytes);
        match method {
            _ if is_far => self.begin_network(receive, from, bytes, offer, &message, (method, reason)),
            Method::Read => self.begin_read(receive, from, bytes, offer),
            Method::Write => self.begin_write(receive, from, bytes, offer),
            Method::Cooperative => self.begin_share(receive, from, bytes, offer),
            Method::Writev | Method::Vmsplice => self.begin_drain(receive, from, bytes, offer, method),
            Method::Ring | Method::Put | Method::Get => self.grant_ring(receive, from, offer.operation),
        }
    }

    /// What the next transfer has to reckon with, but for its memory.
    fn conditions(&mut self) -> Conditions {
        Conditions {
            has_two_processors: !self.device.oversubscribed(),
            is_one_of_many: self.state.at_once > 1,
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
        self.state.totals.decisions[Method::Ring as usize][MethodReason::Refused as usize].add(wanted);
        self.grant_ring(receive, from, theirs);
    }

    /// The sender is to send the message in packets, from its beginning.
    fn grant_ring(&mut self, receive: usize, from: u32, theirs: u64) {
        let Some(operation) = self.state.operations.get_mut(receive) else { return };
        operation.moved = 0;
        let wanted = operation.whole.min(operation.buffer.bytes());
        let place = MemoryLocation { address: 0, pieces: u32::try_from(operation.buffer.pieces()).unwrap_or(u32::MAX) };
        self.grant(from, theirs, Method::Ring, Grant { operation: receive as u64, wanted, place, slot: 0 });
    }

    fn grant(&mut self, to: u32, theirs: u64, method: Method, grant: Grant) {
        let mut header = Header::about(Kind::Cts, theirs, BODY as u32);
        header.aux = method as u16;
        self.state.totals.methods[method as usize].add(grant.wanted);
        self.state.control_packet(to, header, grant.encode());
        self.flush();
    }

    fn fin(&mut self, to: u32, theirs: u64, verdict: TransferResult) {
        self.state.fin(to, theirs, verdict);
        self.flush();
    }

    fn begin_read(&mut self, receive: usize, from: u32, bytes: u64, offer: Offer) {
        match self.remote(from, offer.place) {
            Ok(remote) => {
                self.state.totals.methods[Method::Read as usize].add(bytes);
                let transfer = Transfer {
                    operation: receive,
                    peer: from,
                    theirs: offer.operation,
                    bytes,
                    remote,
                    way: TransferRoute::Read(0),
                    background: None,
                };
                self.add(transfer);
            }
            Err(error) => self.end_receive(receive, from, offer.operation, error),
        }
    }

    fn begin_write(&mut self, receive: usize, from: u32, bytes: u64, offer: Offer) {
        let Some(place) = self.own_place(receive) else { return self.fall_back(receive, from, offer.operation) };
        let grant = Grant { operation: receive as u64, wanted: bytes, place, slot: 0 };
        self.grant(from, offer.operation, Method::Write, grant);
        let remote = Pieces::Dense(0);
        self.add(Transfer {
            operation: receive,
            peer: from,
            theirs: offer.operation,
            bytes,
            remote,
            way: TransferRoute::Await,
            background: None,
        });
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
        let way = match method {
            Method::Ring => {
                self.end_fill(send);
                self.conceal_send(send);
                return self.state.stream_in_packets(send, from);
            }
            Method::Put => {
                self.conceal_send(send);
                return self.begin_put(send, from, &grant, bytes);
            }
            Method::Writev | Method::Vmsplice => return self.begin_fill(send, from, method, grant, bytes),
            Method::Write => TransferRoute::Write(0),
            _ => match self.device.node_mut().join_share(from, grant.slot) {
                Some(share) => TransferRoute::Send { share },
                None => return self.fin(from, theirs, TransferResult::Refused),
            },
        };
        // A receiver that has copied everything itself may do with its list of pieces what it
        // likes, or have ended.
        let is_done = |way: TransferRoute<ShareOf<D>>| matches!(way, TransferRoute::Send { share } if share.done() == bytes);
        let remote = if is_done(way) { Ok(Pieces::Dense(0)) } else { self.remote(from, grant.place) };
        if let TransferRoute::Send { share } = way
            && is_done(way)
        {
            share.leave();
            self.device.node_mut().wake_peer(from);
            return self.state.complete(send);
        }
        match remote {
            Ok(remote) => self.add(Transfer { operation: send, peer: from, theirs, bytes, remote, way, background: None }),
            Err(error) => {
                if let TransferRoute::Send { share } = way {
                    share.spoil();
                    share.leave();
                }
                self.fin(from, theirs, verdict_of_sender(error));
            }
        }
    }

    fn add(&mut self, mut transfer: Transfer<ShareOf<D>, BackgroundOf<D>>) {
        transfer.background = self.hand_over(&transfer);
        self.transfers.push_back(transfer);
        self.state.has_transfers = true;
    }

    /// The peer's memory at `place`.
    fn remote(&mut self, peer: u32, place: MemoryLocation) -> Result<Pieces, CopyError> {
        if place.pieces == 1 {
            return Ok(Pieces::Dense(place.address));
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
        match self.transfers[index].way {
            TransferRoute::Read(moved) => self.step_read(index, moved),
            TransferRoute::Queued => self.step_read(index, 0),
            TransferRoute::Write(moved) => self.step_write(index, moved),
            TransferRoute::Receive { share, slot, may_leave, failure } => {
                self.step_receive(index, share, slot, may_leave, failure)
            }
            TransferRoute::Send { share } => self.step_send(index, share),
            TransferRoute::Await | TransferRoute::Exposed(_) | TransferRoute::Network => Look::Waiting,
            TransferRoute::Drain(stream) => self.step_drain(index, stream),
            TransferRoute::Fill(stream) => self.step_fill(index, stream),
        }
    }

    fn step_read(&mut self, index: usize, moved: u64) -> Look {
        if moved == 0
            && let Some(look) = self.read_batch(index)
        {
            return look;
        }
        let Transfer { operation, peer, theirs, bytes, .. } = self.transfers[index];
        let copied = if moved < bytes { self.copy(index, moved, STEP.min(bytes - moved), End::Front) } else { Ok(0) };
        match copied {
            Ok(some) if moved + some < bytes => {
                self.transfers[index].way = TransferRoute::Read(moved + some);
                if let Some(receiving) = self.state.operations.get_mut(operation) {
                    receiving.moved = moved + some;
                }
                return Look::Moved;
            }
            Ok(_) => {
                self.state.received(operation, bytes);
                self.fin(peer, theirs, TransferResult::Done);
            }
            Err(error) => self.end_receive(operation, peer, theirs, error),
        }
        Look::Over { copied: true }
    }

    fn step_write(&mut self, index: usize, moved: u64) -> Look {
        let Transfer { operation, peer, theirs, bytes, .. } = self.transfers[index];
        let copied = if moved < bytes { self.copy(index, moved, STEP.min(bytes - moved), End::Back) } else { Ok(0) };
        match copied {
            Ok(some) if moved + some < bytes => {
                self.transfers[index].way = TransferRoute::Write(moved + some);
                if let Some(sending) = self.state.operations.get_mut(operation) {
                    sending.moved = moved + some;
                }
                return Look::Moved;
            }
            Ok(_) => {
                self.state.complete(operation);
                self.fin(peer, theirs, TransferResult::Done);
            }
            Err(error) => self.fin(peer, theirs, verdict_of_sender(error)),
        }
        Look::Over { copied: true }
    }

    fn step_receive(&mut self, index: usize, share: ShareOf<D>, slot: u32, may_leave: bool, failure: Option<CopyError>) -> Look {
        let Transfer { operation, peer, theirs, bytes, .. } = self.transfers[index];
        if let Some(error) = failure {
            if !share.has_left() {
                return Look::Waiting;
            }
            self.end_share(slot, false);
            self.end_receive(operation, peer, theirs, error);
            return Look::Over { copied: false };
        }
        if share.done() == bytes {
            self.end_share(slot, true);
            self.state.received(operation, bytes);
            return Look::Over { copied: false };
        }
        let cut = self.cut(index);
        if may_leave && cut == Cut::Fine && self.device.node_mut().leaves(peer, slot, share, bytes) {
            return Look::Waiting;
        }
        let Some(piece) = share.take(End::Front, bytes, cut) else { return Look::Waiting };
        match self.copy_whole(index, piece, End::Front) {
            Ok(len) => share.add_done(len),
            Err(error) => self.give_up_receiving(index, share, slot, error),
        }
        if share.done() == bytes || share.is_spoilt() {
            self.device.node_mut().wake_peer(peer);
        }
        Look::Moved
    }

    fn step_send(&mut self, index: usize, share: ShareOf<D>) -> Look {
        let Transfer { operation, peer, bytes, .. } = self.transfers[index];
        let is_done = share.done() == bytes;
        if is_done || share.is_spoilt() {
            share.leave();
            self.device.node_mut().wake_peer(peer);
            if is_done {
                self.state.complete(operation);
            }
            return Look::Over { copied: false };
        }
        let Some(piece) = share.take(End::Back, bytes, self.cut(index)) else { return Look::Waiting };
        match self.copy_whole(index, piece, End::Back) {
            Ok(len) => {
                share.add_done(len);
                if share.done() == bytes {
                    self.device.node_mut().wake_peer(peer);
                }
                Look::Moved
            }
            Err(error) => self.give_up_sending(index, share, error),
        }
    }

    /// This receiver could not copy its part of a shared message.
    fn give_up_receiving(&mut self, index: usize, share: ShareOf<D>, slot: u32, error: CopyError) {
        share.spoil();
        let transfer = &mut self.transfers[index];
        transfer.way = TransferRoute::Receive { share, slot, may_leave: false, failure: Some(error) };
        self.device.node_mut().wake_peer(transfer.peer);
    }

    /// This sender could not copy its part of a shared message.
    fn give_up_sending(&mut self, index: usize, share: ShareOf<D>, error: CopyError) -> Look {
        let Transfer { peer, theirs, .. } = self.transfers[index];
        share.spoil();
        share.leave();
        self.device.node_mut().wake_peer(peer);
        self.fin(peer, theirs, verdict_of_sender(error));
        Look::Over { copied: false }
    }

    fn copy_whole(&mut self, index: usize, piece: std::ops::Range<u64>, end: End) -> Result<u64, CopyError> {
        let mut position = piece.start;
        while position < piece.end {
            position += self.copy(index, position, piece.end - position, end)?;
        }
        Ok(piece.end - piece.start)
    }

    /// How copies of a message store: past the caches what a process stores much of (LMT-5), all of
    /// the message or its share.
    fn stores_of(&self, bytes: u64, is_share: bool) -> Stores {
        let part = if is_share { bytes / 2 } else { bytes };
        if part >= self.state.costs.sparing_min { Stores::PastCaches } else { Stores::Usual }
    }

    /// Copies up to `len` bytes from byte `position` on, to this process at the front end (the
    /// receiver's), to the peer at the back: how many.
    fn copy(&mut self, index: usize, position: u64, len: u64, end: End) -> Result<u64, CopyError> {
        let Transfer { operation, peer, bytes, ref remote, ref way, .. } = self.transfers[index];
        let stores = self.stores_of(bytes, way.share().is_some());
        let Some(operation) = self.state.operations.get(operation) else { return Err(CopyError::BadLocal) };
        let most = self.device.node().most_pieces();
        let (mine, theirs) = (&mut self.mine, &mut self.theirs);
        mine.clear();
        theirs.clear();
        let reach = operation.buffer.slice_pieces(position, len, most, mine);
        let some = remote.slice(position, reach, most, theirs);
        cut(mine, some);
        // SAFETY: XFER-1.
        unsafe {
            match end {
                End::Front => self.device.node_mut().read_from(peer, mine, theirs, stores)?,
                End::Back => self.device.node_mut().write_to(peer, mine, theirs, stores)?,
            }
        }
        Ok(some)
    }

    /// This receiver could not copy.
    fn end_receive(&mut self, receive: usize, from: u32, theirs: u64, error: CopyError) {
        match error {
            CopyError::Refused => self.fall_back(receive, from, theirs),
            CopyError::BadLocal => self.end_both(receive, from, theirs, Fault::ReceiveBuffer),
            CopyError::BadRemote => self.end_both(receive, from, theirs, Fault::SendBuffer),
        }
    }

    /// Ends a message on both sides, for want of a good buffer.
    fn end_both(&mut self, receive: usize, from: u32, theirs: u64, fault: Fault) {
        let verdict = match fault {
            Fault::SendBuffer => TransferResult::BadSendBuffer,
            Fault::ReceiveBuffer => TransferResult::BadReceiveBuffer,
            // Nobody is there to be told.
            Fault::PeerLost | Fault::MemberLost | Fault::Revoked => return self.state.fail(receive, fault),
        };
        self.fin(from, theirs, verdict);
        self.state.fail(receive, fault);
    }

    /// The other side has said how the message of operation `handle` ended.
    fn other_side_ended(&mut self, handle: usize, verdict: TransferResult) {
        let Some(operation) = self.state.operations.get(handle) else { return };
        if !operation.is_receive {
            let (peer, is_fetched) =
                (operation.peer, verdict == TransferResult::Done && operation.backing == Some(Backing::SharedHeap));
            if is_fetched {
                self.state.outboxes.of(peer).declined = 0;
            }
            self.end_fill(handle);
            self.conceal_send(handle);
            return match verdict {
                TransferResult::BadSendBuffer => self.state.fail(handle, Fault::SendBuffer),
                _ => self.state.complete(handle),
            };
        }
        let Some(index) = self.transfers.iter().position(|transfer| transfer.operation == handle) else { return };
        let Some(Transfer { peer, theirs, bytes, way, background, .. }) = self.transfers.remove(index) else { return };
        recall(background);
        match way {
            TransferRoute::Receive { slot, .. } => self.end_share(slot, false),
            TransferRoute::Drain(stream) => self.abandon_pipe(peer, stream.ticket),
            TransferRoute::Exposed(token) => self.device.conceal(peer, token),
            _ => {}
        }
        match verdict {
            TransferResult::Done => self.state.received(handle, bytes),
            TransferResult::Refused => self.fall_back(handle, peer, theirs),
            TransferResult::BadSendBuffer => self.end_both(handle, peer, theirs, Fault::SendBuffer),
            TransferResult::BadReceiveBuffer => self.end_both(handle, peer, theirs, Fault::ReceiveBuffer),
        }
    }
}

/// What a sender tells when it could not copy.
fn verdict_of_sender(error: CopyError) -> TransferResult {
    match error {
        CopyError::Refused => TransferResult::Refused,
        CopyError::BadLocal => TransferResult::BadSendBuffer,
        CopyError::BadRemote => TransferResult::BadReceiveBuffer,
    }
}

impl EngineState {
    /// By which method a message comes; messages of a stream are all alike.
    fn decide(&mut self, message: &AnnouncedMessage) -> (Method, MethodReason) {
        if let Some((same, decided)) = self.last_decision
            && same == *message
        {
            return decided;
        }
        let decided = decision::method(message, &self.costs);
        self.last_decision = Some((*message, decided));
        decided
    }

    /// Most pieces of a message that are worth listing for a peer. One is no list, and it is the
    /// receiver who knows what the message is one of.
    pub(crate) fn most_pieces(&self, bytes: u64) -> u64 {
        if self.limits.method.is_some() { u64::MAX } else { (bytes / self.least_piece).max(1) }
    }

    /// Queues word for the sender of operation `theirs` of how its message ended.
    fn fin(&mut self, to: u32, theirs: u64, verdict: TransferResult) {
        let mut header = Header::about(Kind::Fin, theirs, 0);
        header.aux = verdict as u16;
        self.control_packet(to, header, [0; BODY]);
    }

    /// A receive has all its bytes.
    fn received(&mut self, handle: usize, bytes: u64) {
        self.complete_with(handle, |operation| operation.moved = bytes);
    }

    /// Whether news are of an operation that has failed with its peer before anybody acted upon
    /// them.
    #[inline(always)]
    pub(crate) fn is_obsolete(&self, news: &News) -> bool {
        !self.lost_peers.is_empty() && self.is_over(news)
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

    /// An operation has failed for want of a good buffer.
    pub(crate) fn fail(&mut self, handle: usize, fault: Fault) {
        self.complete_with(handle, |operation| operation.fault = Some(fault));
    }
}
