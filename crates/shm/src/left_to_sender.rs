//! Whether the receiver of a long message leaves its copying to the sender (LMT-5, LMT-beyond).
//!
//! Whatever a processor reads passes through its second-level cache, past the others as it may go:
//! of a working set of 1 MiB, a receiver that copies 2 MiB past the caches loses a quarter, and one
//! that copies half of 64 MiB nearly all (EPYC, Zen 5). One that copies nothing keeps it. Between
//! processors with one way to memory both together are hardly faster than the sender alone; between
//! others twice as fast. Which of the two it is, is [tried](crate::trials): a tenth more time is
//! what the receiver's caches are worth. They take longer to fill again, but not every program has
//! something in them.

use crate::trials::{Criterion, TrialTicket, TrialTurn, Trials};

/// Lengths up to twice this are treated alike.
const SHORTEST: usize = 16 << 20;

/// How long the receiver waits for a sender that has not begun, in nanoseconds. One that waits for
/// its message to be fetched begins within a microsecond or two.
const FIRST_PIECE_NS: u64 = 20_000;
/// How long it waits for a sender that copies a piece: 1 MiB takes 40 us. A program may have ended
/// its call behind each of them.
const NEXT_PIECE_NS: u64 = 500_000;

/// The choice for messages to this rank.
pub(crate) struct LeftToSender {
    /// By the sender's place on the node: what it has in common with this rank's processor decides.
    trials: Vec<Trials>,
    message: Option<Message>,
    left: u64,
}

/// The message under way.
struct Message {
    from: usize,
    slot: u32,
    bytes: u64,
    turn: TrialTurn,
    /// False from the beginning, or once the sender was waited for in vain.
    is_left: bool,
    began_ns: u64,
    /// Bytes that the sender had taken when that last changed, and when that was.
    taken: u64,
    taken_ns: u64,
}

impl LeftToSender {
    /// For messages from so many ranks of the node.
    pub(crate) fn new(ranks: usize) -> Self {
        LeftToSender { trials: (0..ranks).map(|_| Trials::new(Criterion::Leaver, SHORTEST, 0)).collect(), message: None, left: 0 }
    }

    /// Messages that this rank has begun to leave to their senders, for a trial or for good.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Whether the message of `bytes` bytes in share `slot`, of which the rank at place `from` has
    /// taken `taken` bytes and this one none, is to be left to it for now. One message at a time
    /// is.
    pub(crate) fn leaves(&mut self, from: usize, slot: u32, bytes: u64, taken: u64, now_ns: u64) -> bool {
        let LeftToSender { trials, message, left } = self;
        let message = message.get_or_insert_with(|| {
            let turn = trials[from].next(bytes as usize, || 0);
            *left += u64::from(turn.is_other);
            Message { from, slot, bytes, turn, is_left: turn.is_other, began_ns: now_ns, taken: 0, taken_ns: now_ns }
        });
        if message.slot != slot || !message.is_left {
            return false;
        }
        if message.taken != taken {
            (message.taken, message.taken_ns) = (taken, now_ns);
        }
        let patience = if taken == 0 { FIRST_PIECE_NS } else { NEXT_PIECE_NS };
        message.is_left = now_ns.saturating_sub(message.taken_ns) <= patience;
        message.is_left
    }

    /// The message in share `slot` is over, and has come whole or not. One that was only begun to
    /// be left says nothing of either way.
    pub(crate) fn over(&mut self, slot: u32, is_whole: bool, now_ns: impl FnOnce() -> u64) {
        let Some(message) = self.message.take_if(|message| message.slot == slot) else { return };
        let Message { turn, is_left, .. } = message;
        if turn.ticket != TrialTicket::NONE && is_whole && turn.is_other == is_left {
            self.trials[message.from].note(turn.ticket, message.bytes as usize, now_ns().saturating_sub(message.began_ns));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: u64 = 64 << 20;

    /// Messages that take so many microseconds where the receiver copies, too, and where the sender
    /// alone does: how many were left to it.
    fn left_of(left_to_sender: &mut LeftToSender, messages: u32, [both_us, alone_us]: [u64; 2]) -> u64 {
        let before = left_to_sender.left();
        let mut now = 0;
        for _ in 0..messages {
            let is_left = left_to_sender.leaves(0, 3, BYTES, 0, now);
            now += 1000 * if is_left { alone_us } else { both_us };
            left_to_sender.over(3, true, || now);
        }
        left_to_sender.left() - before
    }

    #[test]
    fn what_the_sender_does_as_fast_is_left_to_it() {
        let mut left_to_sender = LeftToSender::new(2);
        assert_eq!(left_of(&mut left_to_sender, 6, [2200, 2300]), 3);
        assert_eq!(left_of(&mut left_to_sender, 30, [2200, 2300]), 30);
        let before = left_to_sender.left();
        left_of(&mut left_to_sender, 1000, [1300, 2300]);
        assert!(left_to_sender.left() - before < 80);
        assert_eq!(left_of(&mut LeftToSender::new(2), 200, [1300, 2300]), 3);
    }

    /// A message that takes a little more or less does not change what was decided.
    #[test]
    fn what_was_decided_is_not_changed_for_little() {
        for (times, is_left) in [([1000, 1080], true), ([1000, 1130], false)] {
            let mut left_to_sender = LeftToSender::new(2);
            left_of(&mut left_to_sender, 6, times);
            assert_eq!(left_of(&mut left_to_sender, 20, times) == 20, is_left);
            left_of(&mut left_to_sender, 100, [1000, 1130]);
            assert_eq!(left_to_sender.trials[0].is_other(BYTES as usize), is_left);
        }
    }

    #[test]
    fn a_sender_that_stands_still_is_not_waited_for() {
        let mut left_to_sender = LeftToSender::new(2);
        left_of(&mut left_to_sender, 6, [1000, 1000]);
        assert!(left_to_sender.leaves(0, 0, BYTES, 0, 0) && left_to_sender.leaves(0, 0, BYTES, 0, FIRST_PIECE_NS));
        assert!(
            !left_to_sender.leaves(0, 0, BYTES, 0, FIRST_PIECE_NS + 1)
                && !left_to_sender.leaves(0, 0, BYTES, 4096, FIRST_PIECE_NS + 1)
        );
        left_to_sender.over(0, true, || unreachable!());
        let mut now = 0;
        for taken in [4096, 8192, 16384] {
            assert!(left_to_sender.leaves(0, 0, BYTES, taken, now));
            now += NEXT_PIECE_NS;
            assert!(left_to_sender.leaves(0, 0, BYTES, taken, now));
        }
        assert!(!left_to_sender.leaves(0, 0, BYTES, 16384, now + 1));
    }

    /// Senders that come late in a trial have not copied alone, though their messages took no
    /// longer.
    #[test]
    fn messages_that_were_joined_are_no_trial() {
        let mut left_to_sender = LeftToSender::new(2);
        left_of(&mut left_to_sender, 3, [1300, 2300]);
        for message in 0..3 {
            let begin = 10_000_000 * message;
            assert!(left_to_sender.leaves(0, 0, BYTES, 0, begin));
            assert!(!left_to_sender.leaves(0, 0, BYTES, 0, begin + FIRST_PIECE_NS + 1));
            left_to_sender.over(0, true, || unreachable!());
        }
        assert_eq!(left_of(&mut left_to_sender, 100, [1300, 2300]), 0);
    }

    #[test]
    fn senders_are_judged_apart() {
        let mut left_to_sender = LeftToSender::new(2);
        left_of(&mut left_to_sender, 7, [2200, 2300]);
        assert!(left_to_sender.trials[0].is_other(BYTES as usize) && !left_to_sender.trials[1].is_other(BYTES as usize));
        assert!(left_to_sender.leaves(0, 0, BYTES, 0, 0));
        left_to_sender.over(0, true, || 0);
        assert!(!left_to_sender.leaves(1, 0, BYTES, 0, 0));
    }

    #[test]
    fn one_message_at_a_time_is_left_and_failed_ones_tell_nothing() {
        let mut left_to_sender = LeftToSender::new(2);
        left_of(&mut left_to_sender, 6, [1000, 1000]);
        assert!(left_to_sender.leaves(0, 1, BYTES, 0, 0));
        assert!(!left_to_sender.leaves(0, 2, BYTES, 0, 0));
        left_to_sender.over(2, true, || unreachable!());
        assert!(left_to_sender.leaves(0, 1, BYTES, 0, 0));
        left_to_sender.over(1, true, || unreachable!());
        let mut fresh = LeftToSender::new(2);
        fresh.leaves(0, 1, BYTES, 0, 0);
        fresh.over(1, false, || unreachable!());
        assert!(fresh.message.is_none());
    }
}
