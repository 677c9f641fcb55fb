//! `cooperative`: the receiver opens a share and grants, and both copy, the receiver from the front
//! and the sender from the back, until all is done ([`crate::share`]).
//!
//! A copy that fails spoils the share: nobody takes more. The sender's last access to the share is
//! its leaving; a receiver that has failed waits for that before it decides what follows.

use super::machine::{CopiedApart, ReceiverEnd, SenderEnd, Turn, result_of_sender};
use super::{Receiver, Sender};
use crate::cost::{Conditions, Costs, Transfer};
use crate::share::{Cut, End, Share};
use crate::transfer::CopyError;

/// The receiver, while both copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing<S> {
    /// Through which pieces are taken.
    pub share: S,
    /// The number of the share.
    pub slot: u32,
    /// This process may leave all to the sender.
    pub may_leave: bool,
}

impl<S: Share> Sharing<S> {
    pub(super) fn over(&self, bytes: u64) -> Option<ReceiverEnd> {
        (self.share.done() == bytes).then_some(ReceiverEnd::Received { tells: false })
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
            Err(error) => {
                self.share.spoil();
                (Receiver::GivingUp(GivingUp { share: self.share, slot: self.slot, error }), true)
            }
        }
    }

    pub(super) fn copied_apart(self, result: CopiedApart) -> (Receiver<S>, bool) {
        match result {
            Ok(_) => (Receiver::Sharing(self), false),
            Err(error) => self.copied(0, Err(error)),
        }
    }

    /// Whether there is something to do that no packet tells. What is left to the sender may come
    /// back, as the sender may stop at any time.
    pub(super) fn is_due(&self, bytes: u64, is_handed_over: bool) -> bool {
        (self.may_leave && !is_handed_over && self.share.has_pieces(bytes))
            || self.share.done() == bytes
            || self.share.is_spoilt()
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
    pub(super) fn over(&self) -> Option<ReceiverEnd> {
        self.share.has_left().then(|| self.error.into())
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
            Err(error) => {
                self.share.spoil();
                (Sender::Stopping(Stopping { share: self.share, error }), true)
            }
        }
    }

    pub(super) fn copied_apart(self, result: CopiedApart) -> (Sender<S>, bool) {
        match result {
            Ok(_) => (Sender::Helping(self), false),
            Err(error) => self.copied(0, Err(error)),
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
    use crate::share::Taken;
    use crate::transfer::TransferResult;

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
        fn has_pieces(&self, bytes: u64) -> bool {
            self.taken.get().has_pieces(bytes)
        }
        fn add_done(&self, bytes: u64) {
            self.done.set(self.done.get() + bytes);
        }
        fn done(&self) -> u64 {
            self.done.get()
        }
        fn spoil(&self) {
            self.is_spoilt.set(true);
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
        ) {
            let word = &Word::default();
            let mut receiver = Receiver::Sharing(Sharing { share: word, slot: 3, may_leave: false });
            let mut sender = Sender::Helping(Helping { share: word });
            let (mut received, mut sent, mut copies) = (None, None, 0);
            for is_receiver in turns.iter().cycle().take(10_000) {
                let result = |len: u64, copies: usize| match failing {
                    Some((at, error)) if at == copies => Err(error),
                    _ => Ok(len),
                };
                if *is_receiver && received.is_none() {
                    if let Turn::CopyAll(piece) = receiver.next(bytes, Cut::Fine) {
                        receiver = receiver.copied(bytes, result(piece.end - piece.start, copies)).0;
                        copies += 1;
                    }
                    received = receiver.over(bytes);
                } else if !is_receiver && sent.is_none() {
                    if let Turn::CopyAll(piece) = sender.next(bytes, Cut::Fine) {
                        sender = sender.copied(bytes, result(piece.end - piece.start, copies)).0;
                        copies += 1;
                    }
                    sent = sender.over(bytes);
                    if sent.is_some() {
                        word.leave();
                    }
                }
                // What the sender tells reaches the receiver as a packet.
                if let (Some(SenderEnd::Stopped(told)), None) = (sent, received) {
                    received = Some(told.into());
                }
                let is_alone = received.is_none() && turns.iter().all(|turn| *turn == turns[0]);
                if is_alone && !turns[0] && sent.is_some() {
                    received = receiver.over(bytes);
                }
            }
            let has_failed = failing.is_some_and(|(at, _)| at < copies);
            if turns.contains(&true) && turns.contains(&false) {
                prop_assert!(received.is_some() && sent.is_some(), "{received:?} {sent:?}");
                prop_assert_eq!(has_failed, !matches!(received, Some(ReceiverEnd::Received { .. })));
            }
            if !has_failed && received.is_some() {
                prop_assert_eq!(word.done(), bytes);
            }
        }
    }

    #[test]
    fn a_receiver_that_fails_decides_after_the_sender_has_left() {
        let word = &Word::default();
        let receiver = Receiver::Sharing(Sharing { share: word, slot: 0, may_leave: false });
        let (receiver, wakes) = receiver.copied(100, Err(CopyError::BadLocal));
        assert!(wakes && word.is_spoilt() && receiver.over(100).is_none());
        assert_eq!(Helping { share: word }.over(100), Some(SenderEnd::Left));
        word.leave();
        assert_eq!(receiver.over(100), Some(ReceiverEnd::Bad(BadBuffer::Receiver)));
    }

    #[test]
    fn a_sender_that_fails_tells_the_receiver() {
        let word = &Word::default();
        let (sender, wakes) = Sender::Helping(Helping { share: word }).copied(100, Err(CopyError::Refused));
        assert!(wakes && word.is_spoilt());
        assert_eq!(sender.over(100), Some(SenderEnd::Stopped(TransferResult::Refused)));
    }

    #[test]
    fn what_is_left_to_the_sender_may_come_back() {
        let word = &Word::default();
        let of = |may_leave| Sharing { share: word, slot: 0, may_leave };
        assert!(of(true).is_due(100, false) && !of(true).is_due(100, true) && !of(false).is_due(100, false));
        word.add_done(100);
        assert!(of(false).is_due(100, true));
    }
}
