//! `cooperative`: the receiver opens a share and grants, and both copy, the receiver from the front
//! and the sender from the back, until all is done ([`crate::share`]).
//!
//! A copy that fails spoils the share: nobody takes more. The sender's last access to the share is
//! its leaving; a receiver that has failed waits for that before it decides what follows. A sender
//! may fail before it has taken anything, and the receiver be at the last piece: what is copied
//! counts, and the receiver tells the sender so.

use super::machine::{CopiedApart, CopyError, ReceiverEnd, SenderEnd, Turn, result_of_sender};
use super::{MeasuredLengths, Receiver, Sender};
use crate::cost::{Conditions, Costs, Transfer};
use crate::share::{Cut, End, Share};

/// Lengths that are timed.
pub(super) const MEASURED: Option<MeasuredLengths> = Some(MeasuredLengths { from: 16 << 10, to: 4 << 20 });

/// The receiver, while both copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing<S> {
    /// Through which pieces are taken.
    pub share: S,
    /// The number of the share.
    pub slot: u32,
}

impl<S: Share> Sharing<S> {
    /// A sender that has spoilt the share in vain does not look into it any more.
    pub(super) fn over(&self, bytes: u64) -> Option<ReceiverEnd> {
        (self.share.done() == bytes).then(|| ReceiverEnd::Received { tells: self.share.is_spoilt() })
    }

    pub(super) fn next(&self, bytes: u64, cut: Cut) -> Turn {
        self.share.take(End::Front, bytes, cut).map_or(Turn::Wait, Turn::CopyAll)
    }

    /// The next state, and whether the sender may sleep for what has happened.
    pub(super) fn copied(self, bytes: u64, result: Result<u64, CopyError>) -> (Receiver<S>, bool) {
        match result {
            Ok(some) => {
                self.share.add_done(some);
                let wakes = self.share.done() == bytes || self.share.is_spoilt();
                (Receiver::Sharing(self), wakes)
            }
            Err(error) if self.share.spoil(bytes) => {
                (Receiver::GivingUp(GivingUp { share: self.share, slot: self.slot, error }), true)
            }
            Err(_) => (Receiver::Sharing(self), false),
        }
    }

    pub(super) fn copied_apart(self, bytes: u64, result: CopiedApart) -> (Receiver<S>, bool) {
        match result {
            Ok(_) => (Receiver::Sharing(self), false),
            Err(error) => self.copied(bytes, Err(error)),
        }
    }

    /// Whether there is something to do that no packet tells.
    pub(super) fn is_due(&self, bytes: u64) -> bool {
        self.share.done() == bytes || self.share.is_spoilt()
    }
}

/// The receiver, after it could not copy its part and before the sender has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivingUp<S> {
    /// The share, which is spoilt.
    pub share: S,
    /// Its number.
    pub slot: u32,
    /// Why.
    pub error: CopyError,
}

impl<S: Share> GivingUp<S> {
    /// The sender's last piece may have been the last one of all.
    pub(super) fn over(&self, bytes: u64) -> Option<ReceiverEnd> {
        self.share.has_left().then(|| match self.share.done() == bytes {
            true => ReceiverEnd::Received { tells: false },
            false => self.error.into(),
        })
    }
}

/// The sender, while both copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Helping<S> {
    /// Through which pieces are taken.
    pub share: S,
}

impl<S: Share> Helping<S> {
    /// A spoilt share is the receiver's to tell of.
    pub(super) fn over(&self, bytes: u64) -> Option<SenderEnd> {
        match self.share.done() == bytes {
            true => Some(SenderEnd::Sent { tells: false }),
            false => self.share.is_spoilt().then_some(SenderEnd::Left),
        }
    }

    pub(super) fn next(&self, bytes: u64, cut: Cut) -> Turn {
        self.share.take(End::Back, bytes, cut).map_or(Turn::Wait, Turn::CopyAll)
    }

    pub(super) fn copied(self, bytes: u64, result: Result<u64, CopyError>) -> (Sender<S>, bool) {
        match result {
            Ok(some) => {
                self.share.add_done(some);
                let wakes = self.share.done() == bytes;
                (Sender::Helping(self), wakes)
            }
            Err(error) if self.share.spoil(bytes) => (Sender::Stopping(Stopping { share: self.share, error }), true),
            Err(_) => (Sender::Helping(self), false),
        }
    }

    pub(super) fn copied_apart(self, bytes: u64, result: CopiedApart) -> (Sender<S>, bool) {
        match result {
            Ok(_) => (Sender::Helping(self), false),
            Err(error) => self.copied(bytes, Err(error)),
        }
    }
}

/// The sender, after it could not copy its part: it leaves the share, and tells the receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopping<S> {
    /// The share, which is spoilt.
    pub share: S,
    /// Why.
    pub error: CopyError,
}

impl<S> Stopping<S> {
    pub(super) fn over(&self) -> SenderEnd {
        SenderEnd::Stopped(result_of_sender(self.error))
    }
}

/// What the sender's part in a copy is charged with, in nanoseconds: it could go on to its next
/// message. Streams of 32 KiB are half as fast where both copy, though a single message takes as
/// long as one that the receiver copies. Chosen so that these are not shared; the charge itself was
/// not measured.
pub(crate) const HELP_NS: f64 = 400.0;

/// What it costs: each copies as much as it can in the time. Of ends that share a processor, or
/// have other messages to get on with, one copies all.
pub(super) fn ns(costs: &Costs, transfer: &Transfer) -> f64 {
    let Conditions { has_two_processors, is_one_of_many, backings } = transfer.conditions;
    if has_two_processors && !is_one_of_many {
        costs.both_ns(transfer.bytes, backings) + costs.surplus_ns(transfer) / 2.0 + HELP_NS
    } else {
        super::read::ns(costs, transfer)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::ops::Range;

    use proptest::prelude::*;

    use super::*;
    use crate::method::BadBuffer;
    use crate::method::machine::TransferResult;
    use crate::share::Taken;

    fn piece_of(turn: Turn) -> Option<Range<u64>> {
        if let Turn::CopyAll(piece) = turn { Some(piece) } else { None }
    }

    /// A share of one process.
    #[derive(Debug, Default)]
    struct Word {
        taken: Cell<Taken>,
        done: Cell<u64>,
        is_spoilt: Cell<bool>,
        has_left: Cell<bool>,
    }

    impl Share for &Word {
        fn take(&self, end: End, bytes: u64, cut: Cut) -> Option<Range<u64>> {
            let (taken, piece) = self.taken.get().take(end, bytes, cut).filter(|_| !self.is_spoilt())?;
            self.taken.set(taken);
            Some(piece)
        }
        fn add_done(&self, bytes: u64) {
            self.done.set(self.done.get() + bytes);
        }
        fn done(&self) -> u64 {
            self.done.get()
        }
        fn spoil(&self, bytes: u64) -> bool {
            if self.done() != bytes {
                self.is_spoilt.set(true);
            }
            self.is_spoilt()
        }
        fn is_spoilt(&self) -> bool {
            self.is_spoilt.get()
        }
        fn leave(&self) {
            self.has_left.set(true);
        }
        fn has_left(&self) -> bool {
            self.has_left.get()
        }
    }

    fn errors() -> impl Strategy<Value = CopyError> {
        prop_oneof![Just(CopyError::Refused), Just(CopyError::BadLocal), Just(CopyError::BadRemote)]
    }

    proptest! {
        /// Whoever copies when, and whichever copy fails: both ends come to an end, all bytes are
        /// copied once or the receiver decides what follows, and it does so after the sender has
        /// left.
        #[test]
        fn both_ends_end(
            bytes in 1..4_000_000u64,
            turns in prop::collection::vec(any::<bool>(), 1..40),
            failing in prop::option::of((0..12usize, errors())),
            without in prop::option::of((any::<bool>(), 0..12usize, errors())),
            packet_takes in 0..8usize,
        ) {
            let word = &Word::default();
            let mut receiver = Receiver::Sharing(Sharing { share: word, slot: 3 });
            let mut sender = Sender::Helping(Helping { share: word });
            let (mut received, mut sent, mut copies, mut sender_turns, mut receiver_turns) = (None, None, 0, 0, 0);
            let (mut told_for, mut front, mut back) = (0, None, None);
            for is_receiver in turns.iter().cycle().take(10_000) {
                let result = |len: u64, copies: usize| match failing {
                    Some((at, error)) if at == copies => Err(error),
                    _ => Ok(len),
                };
                // One that cannot copy finds that out before it has taken a piece.
                if *is_receiver && received.is_none() {
                    // A piece is taken in one turn and copied in the next.
                    if let Some((true, at, error)) = without
                        && at == receiver_turns
                        && front.is_none()
                    {
                        receiver = receiver.copied(bytes, Err(error)).0;
                    } else if front.is_none() {
                        front = piece_of(receiver.next(bytes, Cut::Fine));
                    } else if let Some(piece) = front.take() {
                        receiver = receiver.copied(bytes, result(piece.end - piece.start, copies)).0;
                        copies += 1;
                    }
                    receiver_turns += 1;
                    received = receiver.over(bytes);
                } else if !is_receiver && sent.is_none() {
                    if let Some((false, at, error)) = without
                        && at == sender_turns
                        && back.is_none()
                    {
                        sender = sender.copied(bytes, Err(error)).0;
                    } else if back.is_none() {
                        back = piece_of(sender.next(bytes, Cut::Fine));
                    } else if let Some(piece) = back.take() {
                        sender = sender.copied(bytes, result(piece.end - piece.start, copies)).0;
                        copies += 1;
                    }
                    sender_turns += 1;
                    sent = sender.over(bytes);
                    if sent.is_some() {
                        word.leave();
                    }
                }
                // What the sender tells reaches the receiver as a packet, some time later.
                if let (Some(SenderEnd::Stopped(told)), None) = (sent, received) {
                    told_for += 1;
                    received = (told_for > packet_takes).then(|| told.into());
                }
                let is_alone = received.is_none() && turns.iter().all(|turn| *turn == turns[0]);
                if is_alone && !turns[0] && sent.is_some() {
                    received = receiver.over(bytes);
                }
            }
            let has_failed = failing.is_some_and(|(at, _)| at < copies);
            let lacks = |(is_receiver, at, _)| at < if is_receiver { receiver_turns } else { sender_turns };
            let may_fail = has_failed || without.is_some_and(lacks);
            if turns.contains(&true) && turns.contains(&false) {
                prop_assert!(received.is_some() && sent.is_some(), "{received:?} {sent:?}");
            }
            // The sender learns once that all is there: by the share, or from the receiver.
            match (received, sent) {
                (Some(ReceiverEnd::Received { tells }), Some(sent)) => {
                    prop_assert_eq!(word.done(), bytes);
                    prop_assert_eq!(tells, !matches!(sent, SenderEnd::Sent { .. }));
                    prop_assert!(!has_failed);
                }
                (Some(_), Some(sent)) => prop_assert!(may_fail && !matches!(sent, SenderEnd::Sent { .. }), "{sent:?}"),
                _ => (),
            }
        }
    }

    #[test]
    fn a_receiver_that_fails_decides_after_the_sender_has_left() {
        let word = &Word::default();
        let receiver = Receiver::Sharing(Sharing { share: word, slot: 0 });
        let (receiver, wakes) = receiver.copied(100, Err(CopyError::BadLocal));
        assert!(wakes && word.is_spoilt() && receiver.over(100).is_none());
        assert_eq!(Helping { share: word }.over(100), Some(SenderEnd::Left));
        word.leave();
        assert_eq!(receiver.over(100), Some(ReceiverEnd::Bad(BadBuffer::Receiver)));
    }

    /// The sender has taken all there is when the receiver finds that it cannot copy.
    #[test]
    fn a_receiver_that_fails_has_what_the_sender_copies_whole() {
        let word = &Word::default();
        let sender = Sender::Helping(Helping { share: word });
        assert_eq!(piece_of(sender.next(100, Cut::Fine)), Some(0..100));
        let receiver = Receiver::Sharing(Sharing { share: word, slot: 0 });
        let (receiver, _) = receiver.copied(100, Err(CopyError::Refused));
        let (sender, _) = sender.copied(100, Ok(100));
        assert_eq!(sender.over(100), Some(SenderEnd::Sent { tells: false }));
        assert!(receiver.over(100).is_none(), "the sender has not left");
        word.leave();
        assert_eq!(receiver.over(100), Some(ReceiverEnd::Received { tells: false }));
    }

    #[test]
    fn a_sender_that_fails_tells_the_receiver() {
        let word = &Word::default();
        let (sender, wakes) = Sender::Helping(Helping { share: word }).copied(100, Err(CopyError::Refused));
        assert!(wakes && word.is_spoilt());
        assert_eq!(sender.over(100), Some(SenderEnd::Stopped(TransferResult::Refused)));
    }

    #[test]
    fn a_receiver_is_due_when_all_is_copied() {
        let word = &Word::default();
        let sharing = Sharing { share: word, slot: 0 };
        assert!(!sharing.is_due(100));
        word.add_done(100);
        assert!(sharing.is_due(100));
    }
}
