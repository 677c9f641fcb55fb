//! Large messages through pipes (LMT-2 b and c).
//!
//! A pipe is a stream, and there is one from each rank to each. Messages of one pair go through it
//! one after another, in the order of their grants. The receiver says when it has read everything,
//! whether the sender's pages were lent or copied. So either side can give up at any time, and the
//! other one notices.
//!
//! - A receiver whose memory is at fault reads on and throws the bytes away. The stream stays in
//!   step.
//! - A sender that cannot go on closes the pipe and says so. The messages behind are refused.
//! - A receiver that hears of that, or that cannot go on itself, closes the pipe, too. It then has
//!   all that it has not read sent in packets, also what came before.

use std::ops::Range;

use ferry_device::{CopyError, Device, NodeCopies, PipeEnd};
use ferry_protocol::decision;
use ferry_protocol::method::machine::PipeTurn;
use ferry_protocol::method::pipe::{Draining, Filling};
use ferry_protocol::method::{Receiver, Sender};
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Grant, MemoryLocation, Method, Methods, Offer, Piece, TransferResult};

use super::{Transfer, TransferEnd, transfer};
use crate::Engine;

/// Bytes of a message for a bad buffer that are thrown away at once.
const DISCARD: usize = 16 * 1024;

impl<S, B> Transfer<S, B> {
    /// The end of a pipe that the message goes through.
    pub(super) fn pipe_end(&self) -> Option<PipeEnd> {
        match self.end {
            TransferEnd::Receiver(Receiver::Draining(_)) => Some(PipeEnd::From(self.peer)),
            TransferEnd::Sender(Sender::Filling(_)) => Some(PipeEnd::To(self.peer)),
            _ => None,
        }
    }

    /// Whether it goes through the pipe `ticket` from its peer.
    fn is_drained_from(&self, peer: u32, pipe: u64) -> bool {
        matches!(self.end, TransferEnd::Receiver(Receiver::Draining(Draining { ticket, .. })) if ticket == pipe)
            && self.peer == peer
    }

    fn wants_pipe(&self) -> bool {
        match self.end {
            TransferEnd::Receiver(Receiver::Draining(Draining { moved, .. }))
            | TransferEnd::Sender(Sender::Filling(Filling { moved, .. })) => moved < self.bytes,
            _ => false,
        }
    }
}

impl<D: Device> Engine<D> {
    /// How large messages can travel between this process and `peer`, among the ways that the
    /// settings ask for.
    pub(crate) fn methods(&mut self, peer: u32) -> Methods {
        let forced = self.state.policy.limits.method;
        let device = self.device.methods(peer);
        let has_pipes = decision::wants_pipes(forced, device) && self.device.node_mut().prepare_pipes(peer);
        decision::own_methods(forced, device, has_pipes)
    }

    /// A receive that is matched gets its message through a pipe.
    pub(super) fn begin_drain(&mut self, receive: usize, from: u32, bytes: u64, offer: Offer, method: Method) {
        let Ok(ticket) = self.device.node_mut().open_pipe(from) else { return self.fall_back(receive, from, offer.operation) };
        let place = MemoryLocation { address: ticket, pieces: 0 };
        self.grant(from, offer.operation, method, Grant { operation: receive as u64, wanted: bytes, place, slot: 0 });
        self.add(transfer(receive, from, offer.operation, bytes, Receiver::Draining(Draining::new(ticket))));
    }

    /// A send goes through the pipe that the receiver has made.
    pub(super) fn begin_fill(&mut self, send: usize, to: u32, method: Method, grant: Grant, bytes: u64) {
        let ticket = grant.place.address;
        if self.refused_pipes.get(&to) == Some(&ticket) || self.device.node_mut().accept_pipe(to, ticket).is_err() {
            // The receiver reads for this message what comes first: nothing may come through this
            // pipe any more.
            self.refused_pipes.insert(to, ticket);
            return self.fin(to, grant.operation, TransferResult::Refused);
        }
        let filling = Filling::new(ticket, method == Method::Vmsplice);
        self.add(transfer(send, to, grant.operation, bytes, Sender::Filling(filling)));
    }

    /// Whether a message before that at `index` has the pipe still.
    pub(super) fn is_behind(&self, index: usize) -> bool {
        let end = self.transfers[index].pipe_end();
        self.transfers.iter().take(index).any(|other| other.pipe_end() == end && other.wants_pipe())
    }

    /// Reads what has come for the receive at `index`, or writes what there is room for of the
    /// send: how many bytes.
    pub(super) fn move_through_pipe(&mut self, index: usize, turn: PipeTurn) -> Result<u64, CopyError> {
        let Transfer { operation, peer, ref end, .. } = self.transfers[index];
        let PipeTurn { ticket, piece: Range { start, end: last }, is_lent, is_discarded } = turn;
        let mut discarded = [0u8; DISCARD];
        let side = end.side();
        self.mine.clear();
        match self.state.operations.get(operation) {
            Some(operation) if !is_discarded => {
                operation.buffer.slice_pieces(start, last - start, self.device.node().most_pieces(), &mut self.mine);
            }
            _ if side == End::Back => return Err(CopyError::BadLocal),
            _ => {
                let len = (last - start).min(DISCARD as u64);
                self.mine.push(Piece { address: discarded.as_mut_ptr() as u64, len });
            }
        }
        let node = self.device.node_mut();
        // SAFETY: XFER-1; or the array, which is as long. A send is not done before the receiver
        // has read everything, or has given up and closed the pipe.
        unsafe {
            match side {
                End::Front => node.read_pipe(peer, ticket, &self.mine),
                End::Back => node.write_pipe(peer, ticket, &self.mine, is_lent),
            }
        }
    }

    /// A message needs its pipe no more. If all of it has gone through, the pipe is idle unless
    /// other messages need it; else it is of no use to any.
    pub(super) fn leave_pipe(&mut self, end: PipeEnd, ticket: u64, is_spent: bool) {
        match end {
            _ if is_spent => {
                if self.transfers.iter().all(|transfer| transfer.pipe_end() != Some(end)) {
                    self.device.node_mut().release_pipe(end);
                }
            }
            PipeEnd::From(peer) => self.abandon_pipe(peer, ticket),
            PipeEnd::To(_) => self.device.node_mut().close_pipe(end, ticket),
        }
    }

    /// The pipe from `peer` is of no use any more: all messages that it has brought in part, or was
    /// to bring, come in packets.
    #[cold]
    fn abandon_pipe(&mut self, peer: u32, ticket: u64) {
        self.device.node_mut().close_pipe(PipeEnd::From(peer), ticket);
        let mut abandoned = Vec::new();
        self.transfers.retain(|transfer| {
            let is_in_it = transfer.is_drained_from(peer, ticket);
            if is_in_it {
                abandoned.push((transfer.operation, transfer.theirs));
            }
            !is_in_it
        });
        abandoned.into_iter().for_each(|(operation, theirs)| self.fall_back(operation, peer, theirs));
    }

    /// Whether a pipe that a message waits for has data, or room, by now.
    pub(super) fn has_pipe_news(&mut self) -> bool {
        let waiting = (0..self.transfers.len()).filter(|index| self.transfers[*index].wants_pipe() && !self.is_behind(*index));
        let ends: Vec<PipeEnd> = waiting.filter_map(|index| self.transfers[index].pipe_end()).collect();
        ends.into_iter().any(|end| self.device.node_mut().is_pipe_ready(end))
    }
}
