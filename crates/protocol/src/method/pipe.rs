//! `writev` and `vmsplice`: the receiver opens a pipe and grants, the sender writes into it, the
//! receiver reads, and tells the sender when all is there.
//!
//! A receiver whose buffer is at fault reads on and throws away: other messages come behind this
//! one in the same pipe. One that cannot read gives the pipe up, with every message in it.

use super::machine::{BadBuffer, CopyError, PipeTurn, ReceiverEnd, STEP, SenderEnd, TransferResult, Turn, result_of_sender};
use crate::cost::{Costs, Transfer};
use crate::method::{MeasuredLengths, Method};

/// Lengths that are timed.
pub(super) const MEASURED: Option<MeasuredLengths> = Some(MeasuredLengths { from: 16 << 10, to: 1 << 20 });

/// The receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draining {
    /// The pipe.
    pub ticket: u64,
    /// Bytes read.
    pub moved: u64,
    /// Its buffer is at fault.
    is_bad: bool,
    /// The pipe cannot be read.
    is_broken: bool,
}

impl Draining {
    /// Nothing is read yet.
    pub fn new(ticket: u64) -> Self {
        Draining { ticket, moved: 0, is_bad: false, is_broken: false }
    }

    pub(super) fn over(self, bytes: u64) -> Option<ReceiverEnd> {
        match self {
            Draining { is_broken: true, .. } => Some(ReceiverEnd::InPackets),
            Draining { moved, .. } if moved < bytes => None,
            Draining { is_bad: true, .. } => Some(ReceiverEnd::Bad(BadBuffer::Receiver)),
            Draining { .. } => Some(ReceiverEnd::Received { tells: true }),
        }
    }

    pub(super) fn next(self, bytes: u64) -> Turn {
        let piece = self.moved..bytes.min(self.moved + STEP);
        Turn::Pipe(PipeTurn { ticket: self.ticket, piece, is_lent: false, is_discarded: self.is_bad })
    }

    pub(super) fn copied(self, result: Result<u64, CopyError>) -> (Draining, bool) {
        match result {
            Ok(some) => (Draining { moved: self.moved + some, ..self }, some > 0),
            Err(CopyError::BadLocal) if !self.is_bad => (Draining { is_bad: true, ..self }, false),
            Err(_) => (Draining { is_broken: true, ..self }, false),
        }
    }
}

/// The sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filling {
    /// The pipe.
    pub ticket: u64,
    /// Bytes written.
    pub moved: u64,
    /// The pipe is lent the pages.
    is_lent: bool,
    /// The pipe cannot be written, or the buffer cannot be read.
    failure: Option<TransferResult>,
}

impl Filling {
    /// Nothing is written yet.
    pub fn new(ticket: u64, is_lent: bool) -> Self {
        Filling { ticket, moved: 0, is_lent, failure: None }
    }

    /// All that is in the pipe may still be read from here: the receiver tells when it is over.
    pub(super) fn over(self) -> Option<SenderEnd> {
        self.failure.map(SenderEnd::Stopped)
    }

    pub(super) fn next(self, bytes: u64) -> Turn {
        if self.moved == bytes {
            return Turn::Wait;
        }
        let piece = self.moved..bytes.min(self.moved + STEP);
        Turn::Pipe(PipeTurn { ticket: self.ticket, piece, is_lent: self.is_lent, is_discarded: false })
    }

    pub(super) fn copied(self, result: Result<u64, CopyError>) -> (Filling, bool) {
        match result {
            Ok(some) => (Filling { moved: self.moved + some, ..self }, some > 0),
            // The receiver's memory has no part in this.
            Err(CopyError::BadRemote) => (Filling { failure: Some(TransferResult::Refused), ..self }, false),
            Err(error) => (Filling { failure: Some(result_of_sender(error)), ..self }, false),
        }
    }
}

/// What `writev` costs.
pub(super) fn writev_ns(costs: &Costs, transfer: &Transfer) -> f64 {
    costs.plain_ns(Method::Writev, transfer)
}

/// What `vmsplice` costs.
pub(super) fn vmsplice_ns(costs: &Costs, transfer: &Transfer) -> f64 {
    costs.plain_ns(Method::Vmsplice, transfer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receiver_reads_to_the_end_and_tells() {
        let (state, wakes) = Draining::new(4).copied(Ok(60));
        assert!(wakes && state.over(100).is_none());
        assert_eq!(state.next(100), Turn::Pipe(PipeTurn { ticket: 4, piece: 60..100, is_lent: false, is_discarded: false }));
        let (state, wakes) = state.copied(Ok(0));
        assert!(!wakes);
        assert_eq!(state.copied(Ok(40)).0.over(100), Some(ReceiverEnd::Received { tells: true }));
    }

    #[test]
    fn a_message_without_a_buffer_is_thrown_away_to_its_end() {
        let (state, _) = Draining::new(4).copied(Err(CopyError::BadLocal));
        assert!(state.over(100).is_none());
        assert!(matches!(state.next(100), Turn::Pipe(PipeTurn { is_discarded: true, .. })));
        assert_eq!(state.copied(Ok(100)).0.over(100), Some(ReceiverEnd::Bad(BadBuffer::Receiver)));
    }

    #[test]
    fn a_pipe_that_cannot_be_read_ends_in_packets() {
        assert_eq!(Draining::new(4).copied(Err(CopyError::Refused)).0.over(100), Some(ReceiverEnd::InPackets));
    }

    #[test]
    fn a_sender_waits_for_its_receiver_once_all_is_written() {
        let (state, wakes) = Filling::new(4, true).copied(Ok(100));
        assert!(wakes);
        assert_eq!((state.over(), state.next(100)), (None, Turn::Wait));
        let end = |error| Filling::new(4, true).copied(Err(error)).0.over();
        assert_eq!(end(CopyError::BadLocal), Some(SenderEnd::Stopped(TransferResult::BadSendBuffer)));
        assert_eq!(end(CopyError::Refused), Some(SenderEnd::Stopped(TransferResult::Refused)));
    }
}
