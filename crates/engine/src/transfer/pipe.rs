//! Large messages through pipes (LMT-2 b and c).
//!
//! A pipe is a stream, and there is one from each rank to each: messages of one pair go through it
//! one after another, in the order of their grants. The receiver says when it has read everything,
//! whether the sender's pages were lent or copied, so that either side can give up at any time and
//! the other one notices. A receiver whose memory is at fault reads on and throws away, so that the
//! stream stays in step. A sender that cannot go on closes the pipe, which refuses the messages
//! behind, and says so; a receiver that hears that, or cannot go on itself, closes it too, and has
//! all that it has not read, also what was in front, sent in packets.

use ferry_device::{BackgroundOf, CopyError, Device, NodeCopies, PipeEnd, ShareOf};
use ferry_protocol::decision;
use ferry_protocol::transfer::{Grant, MemoryLocation, Method, Methods, Offer, Piece, TransferResult};

use super::{Look, STEP, Transfer, TransferRoute};
use crate::operation::Fault;
use crate::pieces::Pieces;
use crate::{Engine, EngineState};

/// Bytes of a message for a bad buffer that are thrown away at once.
const DISCARD: usize = 16 * 1024;

/// How far a message has got through its pipe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream {
    /// The pipe.
    pub ticket: u64,
    /// Bytes that this side has written or read.
    pub moved: u64,
    /// Sender: its pages are lent.
    is_lent: bool,
    /// Receiver: its memory is at fault.
    is_bad: bool,
}

impl<S, B> Transfer<S, B> {
    /// The end of a pipe that the message goes through.
    pub(super) fn pipe_end(&self) -> Option<PipeEnd> {
        match self.way {
            TransferRoute::Drain(_) => Some(PipeEnd::From(self.peer)),
            TransferRoute::Fill(_) => Some(PipeEnd::To(self.peer)),
            _ => None,
        }
    }

    fn stream(&self) -> Option<Stream> {
        match self.way {
            TransferRoute::Drain(stream) | TransferRoute::Fill(stream) => Some(stream),
            _ => None,
        }
    }

    fn wants_pipe(&self) -> bool {
        self.stream().is_some_and(|stream| stream.moved < self.bytes)
    }
}

impl<D: Device> Engine<D> {
    /// How large messages can travel between this process and `peer`, among the ways that the
    /// settings ask for.
    pub(crate) fn methods(&mut self, peer: u32) -> Methods {
        let forced = self.state.limits.method;
        let device = self.device.methods(peer);
        let has_pipes = decision::wants_pipes(forced, device) && self.device.node_mut().prepare_pipes(peer);
        decision::own_methods(forced, device, has_pipes)
    }

    /// A receive that is matched gets its message through a pipe.
    pub(super) fn begin_drain(&mut self, receive: usize, from: u32, bytes: u64, offer: Offer, method: Method) {
        let Ok(ticket) = self.device.node_mut().open_pipe(from) else { return self.fall_back(receive, from, offer.operation) };
        let place = MemoryLocation { address: ticket, pieces: 0 };
        self.grant(from, offer.operation, method, Grant { operation: receive as u64, wanted: bytes, place, slot: 0 });
        let way = TransferRoute::Drain(Stream { ticket, moved: 0, is_lent: method == Method::Vmsplice, is_bad: false });
        self.add(Transfer {
            operation: receive,
            peer: from,
            theirs: offer.operation,
            bytes,
            remote: Pieces::Dense(0),
            way,
            background: None,
        });
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
        let way = TransferRoute::Fill(Stream { ticket, moved: 0, is_lent: method == Method::Vmsplice, is_bad: false });
        self.add(Transfer {
            operation: send,
            peer: to,
            theirs: grant.operation,
            bytes,
            remote: Pieces::Dense(0),
            way,
            background: None,
        });
    }

    /// Whether a message before that at `index` has the pipe still.
    fn is_behind(&self, index: usize) -> bool {
        let end = self.transfers[index].pipe_end();
        self.transfers.iter().take(index).any(|other| other.pipe_end() == end && other.wants_pipe())
    }

    /// Reads what has come for the receive at `index`.
    pub(super) fn step_drain(&mut self, index: usize, stream: Stream) -> Look {
        if self.is_behind(index) {
            return Look::Waiting;
        }
        let Transfer { operation, peer, theirs, bytes, .. } = self.transfers[index];
        let some = match self.drain(index, stream) {
            Ok(0) => return Look::Waiting,
            Ok(some) => some,
            Err(CopyError::BadLocal) => {
                self.transfers[index].way = TransferRoute::Drain(Stream { is_bad: true, ..stream });
                return Look::Moved;
            }
            Err(_) => {
                self.abandon_pipe(peer, stream.ticket);
                return Look::Moved;
            }
        };
        self.device.node_mut().wake_peer(peer);
        let moved = stream.moved + some;
        self.transfers[index].way = TransferRoute::Drain(Stream { moved, ..stream });
        if let Some(receiving) = self.state.operations.get_mut(operation) {
            receiving.moved = moved;
        }
        if moved < bytes {
            return Look::Moved;
        }
        if stream.is_bad {
            self.end_both(operation, peer, theirs, Fault::ReceiveBuffer);
        } else {
            self.state.received(operation, bytes);
            self.fin(peer, theirs, TransferResult::Done);
        }
        self.leave_pipe(index);
        Look::Over { copied: true }
    }

    fn drain(&mut self, index: usize, stream: Stream) -> Result<u64, CopyError> {
        let Transfer { operation, peer, bytes, .. } = self.transfers[index];
        let mut discarded = [0u8; DISCARD];
        let step = STEP.min(bytes - stream.moved);
        self.mine.clear();
        match self.state.operations.get(operation) {
            Some(receiving) if !stream.is_bad => {
                receiving.buffer.slice_pieces(stream.moved, step, self.device.node().most_pieces(), &mut self.mine);
            }
            _ => {
                let len = step.min(DISCARD as u64);
                self.mine.push(Piece { address: discarded.as_mut_ptr() as u64, len });
            }
        }
        // SAFETY: XFER-1; or the array, which is as long.
        unsafe { self.device.node_mut().read_pipe(peer, stream.ticket, &self.mine) }
    }

    /// The pipe from `peer` is of no use any more: all messages that it has brought in part, or was
    /// to bring, come in packets.
    #[cold]
    pub(super) fn abandon_pipe(&mut self, peer: u32, ticket: u64) {
        self.device.node_mut().close_pipe(PipeEnd::From(peer), ticket);
        let mut abandoned = Vec::new();
        self.transfers.retain(|transfer| {
            let is_in_it = transfer.pipe_end() == Some(PipeEnd::From(peer))
                && transfer.stream().is_some_and(|stream| stream.ticket == ticket);
            if is_in_it {
                abandoned.push((transfer.operation, transfer.theirs));
            }
            !is_in_it
        });
        abandoned.into_iter().for_each(|(operation, theirs)| self.fall_back(operation, peer, theirs));
    }

    /// Writes what there is room for of the send at `index`.
    pub(super) fn step_fill(&mut self, index: usize, stream: Stream) -> Look {
        let Transfer { operation, peer, theirs, bytes, .. } = self.transfers[index];
        if stream.moved == bytes || self.is_behind(index) {
            return Look::Waiting;
        }
        let failure = match self.fill(index, stream) {
            Ok(0) => return Look::Waiting,
            Ok(some) => {
                self.device.node_mut().wake_peer(peer);
                let moved = stream.moved + some;
                self.transfers[index].way = TransferRoute::Fill(Stream { moved, ..stream });
                if let Some(sending) = self.state.operations.get_mut(operation) {
                    sending.moved = moved;
                }
                return Look::Moved;
            }
            Err(CopyError::BadLocal) => TransferResult::BadSendBuffer,
            Err(_) => TransferResult::Refused,
        };
        self.device.node_mut().close_pipe(PipeEnd::To(peer), stream.ticket);
        self.fin(peer, theirs, failure);
        Look::Over { copied: true }
    }

    fn fill(&mut self, index: usize, stream: Stream) -> Result<u64, CopyError> {
        let Transfer { operation, peer, bytes, .. } = self.transfers[index];
        let Some(sending) = self.state.operations.get(operation) else { return Err(CopyError::BadLocal) };
        self.mine.clear();
        sending.buffer.slice_pieces(
            stream.moved,
            STEP.min(bytes - stream.moved),
            self.device.node().most_pieces(),
            &mut self.mine,
        );
        // SAFETY: XFER-1; the send is not done before the receiver has read everything, or has
        // given up and closed the pipe.
        unsafe { self.device.node_mut().write_pipe(peer, stream.ticket, &self.mine, stream.is_lent) }
    }

    /// The receiver has ended the message of a send, or wants it another way: what has not gone
    /// into the pipe does not go.
    pub(super) fn end_fill(&mut self, send: usize) {
        let is_it = |transfer: &Transfer<ShareOf<D>, BackgroundOf<D>>| {
            transfer.operation == send && matches!(transfer.way, TransferRoute::Fill(_))
        };
        let Some(index) = self.transfers.iter().position(is_it) else { return };
        match self.transfers[index].stream() {
            Some(stream) if stream.moved < self.transfers[index].bytes => {
                self.device.node_mut().close_pipe(PipeEnd::To(self.transfers[index].peer), stream.ticket);
            }
            _ => self.leave_pipe(index),
        }
        self.transfers.remove(index);
    }

    /// The pipe is idle, unless messages behind that at `index` need it.
    fn leave_pipe(&mut self, index: usize) {
        let Some(end) = self.transfers[index].pipe_end() else { return };
        let is_idle =
            self.transfers.iter().enumerate().all(|(other, transfer)| other == index || transfer.pipe_end() != Some(end));
        if is_idle {
            self.device.node_mut().release_pipe(end);
        }
    }

    /// Whether a pipe that a message waits for has data, or room, by now.
    pub(super) fn has_pipe_news(&mut self) -> bool {
        let waiting = (0..self.transfers.len()).filter(|index| self.transfers[*index].wants_pipe() && !self.is_behind(*index));
        let ends: Vec<PipeEnd> = waiting.filter_map(|index| self.transfers[index].pipe_end()).collect();
        ends.into_iter().any(|end| self.device.node_mut().is_pipe_ready(end))
    }
}

impl EngineState {
    /// A send that had been granted another method is to go in packets, from its beginning.
    pub(crate) fn stream_in_packets(&mut self, send: usize, to: u32) {
        self.outboxes.of(to).streams.push_back(send);
        self.list(to);
    }
}
