//! The stages of an operation, and which packets about it make sense in which stage.
//!
//! A packet about an operation names it by its handle. What the packet changes follows from the
//! stage alone; a packet that makes no sense there is a [`Violation`], which ends the connection to
//! its sender and nothing else (`docs/wire/packets.md`).

use std::fmt;

use crate::matching::Ticket;

/// What an operation is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationStage {
    /// Receive: no message matched yet.
    Posted(Ticket),
    /// Receive: the message is coming, other than in packets that were granted.
    Receiving,
    /// Receive: the message is coming in packets that were granted.
    Streaming,
    /// Receive: the device gets the message by itself. Nobody but the device ends that.
    Getting,
    /// Send: waits for room in the device.
    Queued,
    /// Send: the peer has been told; its receive is not matched yet.
    Announced,
    /// Send: as `Announced`, and the peer was asked to give the message back.
    Withdrawing,
    /// Send: the bytes are on their way to this operation of the receiver's.
    Sending(u64),
    /// Send: as `Sending`, and the device puts the bytes by itself. Nobody but the device ends
    /// that.
    Putting(u64),
    /// Send: it goes without being asked for, and the buffer is still read.
    Leaving,
    /// Over.
    Done,
}

/// Why a packet makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// Its kind is unknown, or never comes like this.
    Kind,
    /// Its body or one of its arguments is not of its kind.
    Form,
    /// It is about an operation that does not exist, or is with somebody else.
    NoOperation,
    /// It is about an operation that does not wait for it.
    NotAwaited(OperationStage),
    /// It goes on with a message that has not begun, or is longer than what is left of it.
    NoBeginning,
    /// It begins a message before the one before it was whole.
    Unfinished,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Kind => write!(f, "its kind is unknown here"),
            Violation::Form => write!(f, "its body or its arguments are not of its kind"),
            Violation::NoOperation => write!(f, "it is about an operation that does not exist"),
            Violation::NotAwaited(stage) => write!(f, "it is about an operation that does not wait for it ({stage:?})"),
            Violation::NoBeginning => write!(f, "it goes on with a message that has not begun"),
            Violation::Unfinished => write!(f, "it begins a message before another one is whole"),
        }
    }
}

/// What the answer to a withdrawal means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawal {
    /// The message is back, and the send cancelled.
    GivenBack,
    /// It was matched before: the send goes on in this stage.
    Kept(OperationStage),
}

impl OperationStage {
    /// The receiver of a send grants, to its operation `theirs`: the stage that follows, and
    /// whether this is the first grant. A second one replaces the first, whose method was refused.
    pub fn granted(self, theirs: u64) -> Result<(OperationStage, bool), Violation> {
        match self {
            OperationStage::Announced | OperationStage::Withdrawing => Ok((OperationStage::Sending(theirs), true)),
            OperationStage::Sending(_) => Ok((OperationStage::Sending(theirs), false)),
            _ => Err(Violation::NotAwaited(self)),
        }
    }

    /// The receiver of a synchronous send has matched it.
    pub fn acknowledged(self, is_synchronous: bool) -> Result<(), Violation> {
        match self {
            OperationStage::Announced | OperationStage::Withdrawing if is_synchronous => Ok(()),
            _ => Err(Violation::NotAwaited(self)),
        }
    }

    /// The receiver of a send answers the question for the message, or says unasked that nobody is
    /// going to receive it (`is_refusal`).
    pub fn answered(self, is_back: bool, is_refusal: bool) -> Result<Withdrawal, Violation> {
        match self {
            OperationStage::Withdrawing if is_back || is_refusal => Ok(Withdrawal::GivenBack),
            OperationStage::Announced if is_refusal => Ok(Withdrawal::GivenBack),
            _ if is_back || is_refusal => Err(Violation::NotAwaited(self)),
            OperationStage::Withdrawing => Ok(Withdrawal::Kept(OperationStage::Announced)),
            // What became of the message was there before.
            _ => Ok(Withdrawal::Kept(self)),
        }
    }

    /// The device is done with what it was moving by itself: the message is over, or goes another
    /// way.
    #[must_use]
    pub fn released(self) -> OperationStage {
        match self {
            OperationStage::Getting => OperationStage::Receiving,
            OperationStage::Putting(theirs) => OperationStage::Sending(theirs),
            stage => stage,
        }
    }

    /// A grant that has come is acted upon. Another packet of the same moment may have ended what
    /// it was for.
    pub fn begins(self) -> Result<(), Violation> {
        if let OperationStage::Sending(_) = self { Ok(()) } else { Err(Violation::NotAwaited(self)) }
    }

    /// The other end of a large message says how it ended. A receive may have ended before, as both
    /// ends may fail at the same time. What a device moves by itself the other end does not end:
    /// the memory is lent until the device is done.
    pub fn ended(self, is_receive: bool) -> Result<(), Violation> {
        match self {
            OperationStage::Announced | OperationStage::Withdrawing | OperationStage::Sending(_) => Ok(()),
            OperationStage::Receiving | OperationStage::Streaming | OperationStage::Done if is_receive => Ok(()),
            _ => Err(Violation::NotAwaited(self)),
        }
    }

    /// A piece comes of a message that was granted in packets.
    pub fn streamed(self) -> Result<(), Violation> {
        if self == OperationStage::Streaming { Ok(()) } else { Err(Violation::NotAwaited(self)) }
    }
}

#[cfg(test)]
mod tests {
    use super::OperationStage::{Announced, Done, Getting, Leaving, Putting, Queued, Receiving, Sending, Streaming, Withdrawing};
    use super::*;

    const STAGES: [OperationStage; 10] =
        [Receiving, Streaming, Getting, Queued, Announced, Withdrawing, Sending(3), Putting(3), Leaving, Done];

    fn accepting(accepts: impl Fn(OperationStage) -> bool) -> Vec<OperationStage> {
        STAGES.into_iter().filter(|stage| accepts(*stage)).collect()
    }

    #[test]
    fn only_sends_that_were_announced_are_granted() {
        assert_eq!(accepting(|stage| stage.granted(7).is_ok()), [Announced, Withdrawing, Sending(3)]);
        assert_eq!((Announced.granted(7), Sending(3).granted(7)), (Ok((Sending(7), true)), Ok((Sending(7), false))));
    }

    #[test]
    fn only_synchronous_sends_are_acknowledged() {
        assert_eq!(accepting(|stage| stage.acknowledged(true).is_ok()), [Announced, Withdrawing]);
        assert_eq!(accepting(|stage| stage.acknowledged(false).is_ok()), []);
    }

    #[test]
    fn a_message_comes_back_only_if_it_was_asked_for_or_nobody_receives_it() {
        assert_eq!(accepting(|stage| stage.answered(true, false).is_ok()), [Withdrawing]);
        assert_eq!(accepting(|stage| stage.answered(false, true).is_ok()), [Announced, Withdrawing]);
        assert_eq!(accepting(|stage| stage.answered(false, false).is_ok()), STAGES);
        assert_eq!(Withdrawing.answered(false, false), Ok(Withdrawal::Kept(Announced)));
        assert_eq!(Sending(3).answered(false, false), Ok(Withdrawal::Kept(Sending(3))));
    }

    #[test]
    fn a_large_message_ends_once_for_a_send_and_maybe_late_for_a_receive() {
        assert_eq!(accepting(|stage| stage.ended(false).is_ok()), [Announced, Withdrawing, Sending(3)]);
        assert!(accepting(|stage| stage.ended(true).is_ok()).contains(&Done));
    }

    #[test]
    fn nobody_ends_or_grants_anew_what_a_device_moves_by_itself() {
        for stage in [Getting, Putting(3)] {
            assert!(stage.granted(7).is_err() && stage.ended(true).is_err() && stage.ended(false).is_err());
        }
        assert_eq!((Getting.released(), Putting(3).released(), Streaming.released()), (Receiving, Sending(3), Streaming));
        assert_eq!(accepting(|stage| stage.begins().is_ok()), [Sending(3)]);
    }

    #[test]
    fn pieces_come_only_where_they_were_granted() {
        assert_eq!(accepting(|stage| stage.streamed().is_ok()), [Streaming]);
    }

    #[test]
    fn a_violation_says_what_is_wrong() {
        assert!(Violation::NotAwaited(Queued).to_string().ends_with("does not wait for it (Queued)"));
    }
}
