//! Copy a message, or send it from where it lies: the decision for each eager send, and what is
//! learnt of how it went.

use crate::reuse::counters::Counters;
use crate::reuse::model::Model;
use crate::reuse::table::{EARNED, UsageStanding, UsageTable};
use crate::reuse::waits::{Attempt, Waits};

/// Where no buffer of a full table is used often, one message of so many is looked up, and counts
/// for as many: a program that does not reuse its buffers hardly pays for looks.
const SAMPLE: u32 = 8;

/// What such a look is worth at most: a buffer that is seen once is not used often.
const MOST_OF_A_SAMPLE: u32 = EARNED / 2;

/// How a message leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// By a copy in a registered buffer.
    Copy,
    /// The same, but the send is over when the adapter has read the copy: to see what a program
    /// that waits for its sends would lose by that.
    CopyAndWait,
    /// From the user's buffer, which is to be registered if it is not.
    Direct,
}

/// The state of one process.
#[derive(Clone, Debug)]
pub struct Reuse {
    model: Model,
    table: UsageTable,
    waits: Waits,
    counters: Counters,
    /// Messages that were not looked up since the last one that was.
    passed: u32,
}

impl Reuse {
    /// Nothing is known of any buffer.
    pub fn new(model: Model) -> Self {
        Reuse { model, table: UsageTable::default(), waits: Waits::default(), counters: Counters::default(), passed: 0 }
    }

    /// The message that was decided upon last did not go, or not as was decided.
    pub fn unsent(&mut self) {
        self.waits.unsent();
    }

    /// A message of `bytes` bytes at `address` is about to be sent. `is_awaited` says that the
    /// program does nothing before the send is over; `is_registered` whether its memory is
    /// registered for whatever reason, so that nothing has to be earned; `now_ns` is a clock.
    #[inline]
    pub fn decide(
        &mut self,
        address: u64,
        bytes: u32,
        is_awaited: bool,
        is_registered: impl FnOnce() -> bool,
        now_ns: impl FnOnce() -> u64,
    ) -> Decision {
        if is_awaited && self.waits.copies(bytes) && self.model.worth(bytes) > 0 {
            let attempt = self.waits.next(bytes, || None, || 0);
            return self.take_up(bytes, attempt);
        }
        let worth = self.next_worth(bytes);
        if worth == 0 || !self.may_be_direct(address, worth, is_registered) {
            self.counters.of(bytes).copied += 1;
            return Decision::Copy;
        }
        let copy_ns = || self.model.copy_ns(bytes);
        let attempt = if is_awaited { self.waits.next(bytes, copy_ns, now_ns) } else { Attempt::Direct };
        self.take_up(bytes, attempt)
    }

    fn take_up(&mut self, bytes: u32, attempt: Attempt) -> Decision {
        if attempt == Attempt::Direct {
            return Decision::Direct;
        }
        let counts = self.counters.of(bytes);
        counts.copied += 1;
        counts.hurried += 1;
        if attempt == Attempt::Waited { Decision::CopyAndWait } else { Decision::Copy }
    }

    /// Notes a use of the buffer at `address`: whether it has a registration, or may have one.
    #[inline]
    fn may_be_direct(&mut self, address: u64, worth: u32, is_registered: impl FnOnce() -> bool) -> bool {
        match self.table.note(address, worth) {
            UsageStanding::Frequent => true,
            UsageStanding::Rare => is_registered(),
            UsageStanding::Owing if is_registered() => true,
            UsageStanding::Owing => {
                self.table.lose(address);
                false
            }
        }
    }

    /// Whether the next message of `bytes` bytes is looked up, which takes time.
    #[inline]
    pub fn looks(&self, bytes: u32, is_awaited: bool) -> bool {
        if is_awaited && self.waits.copies(bytes) {
            return false;
        }
        self.model.worth(bytes) > 0 && (!self.samples() || self.passed + 1 == SAMPLE)
    }

    /// What looking up the next message is worth; 0: it is copied without a look.
    #[inline]
    fn next_worth(&mut self, bytes: u32) -> u32 {
        let worth = self.model.worth(bytes);
        if worth == 0 || !self.samples() {
            return worth;
        }
        self.passed = (self.passed + 1) % SAMPLE;
        if self.passed == 0 { worth.saturating_mul(SAMPLE).min(MOST_OF_A_SAMPLE) } else { 0 }
    }

    fn samples(&self) -> bool {
        self.table.is_full() && self.table.frequent() == 0
    }

    /// A message left from the user's buffer. `was_registered`: its registration was found;
    /// otherwise it was made, and has to be earned again if it does not last.
    #[inline]
    pub fn sent(&mut self, address: u64, bytes: u32, was_registered: bool) {
        let counts = self.counters.of(bytes);
        counts.direct += 1;
        if !was_registered {
            counts.registrations += 1;
            self.table.spend(address);
        }
    }

    /// The user's buffer could not be registered; the message was copied.
    #[cold]
    pub fn refused(&mut self, address: u64, bytes: u32) {
        let counts = self.counters.of(bytes);
        counts.copied += 1;
        counts.refusals += 1;
        self.table.reset(address);
    }

    /// What was decided so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// The buffers.
    pub fn table(&self) -> &UsageTable {
        &self.table
    }

    /// What things cost.
    pub fn model(&self) -> &Model {
        &self.model
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reuse::model::{Fraction, Linear, Prices};

    /// Registering takes as long as ten copies of 4 KiB.
    fn reuse() -> Reuse {
        let copy = Linear { base_ps: 0, kib_ps: 100_000 };
        let registration = Linear { base_ps: 4_000_000, kib_ps: 0 };
        let prices = Prices::Measured { registration, copy, overhead_ps: 0 };
        Reuse::new(Model::new(prices, Fraction::Whole, 16384))
    }

    fn decide(reuse: &mut Reuse, address: u64, bytes: u32) -> Decision {
        reuse.decide(address, bytes, false, || false, || 0)
    }

    #[test]
    fn the_tenth_use_is_direct_and_all_that_follow() {
        let mut reuse = reuse();
        let decisions: Vec<_> = (0..20).map(|_| decide(&mut reuse, 0x1000, 4096)).collect();
        assert_eq!(decisions.iter().position(|decision| *decision == Decision::Direct), Some(9));
        assert!(decisions[9..].iter().all(|decision| *decision == Decision::Direct));
    }

    #[test]
    fn memory_that_is_registered_already_need_not_be_used_often() {
        let mut reuse = reuse();
        let mut decide = |bytes| reuse.decide(0x1000, bytes, false, || true, || 0);
        assert_eq!([decide(4096), decide(100)], [Decision::Direct, Decision::Copy], "the short one is not looked up");
    }

    #[test]
    fn memory_that_is_given_back_after_each_use_is_registered_ever_more_rarely() {
        let mut reuse = reuse();
        let mut at = Vec::new();
        for index in 0..1000 {
            // Whatever was registered is gone by now.
            if decide(&mut reuse, 0x1000, 4096) == Decision::Direct {
                reuse.sent(0x1000, 4096, false);
                at.push(index);
            }
        }
        assert_eq!(at[0], 9);
        assert!(at.len() <= 7 && at.windows(3).all(|three| three[2] - three[1] > three[1] - three[0] + 5), "{at:?}");
    }

    #[test]
    fn a_registration_that_lasts_is_used_and_need_not_pay_twice() {
        let mut reuse = reuse();
        while decide(&mut reuse, 0x1000, 4096) == Decision::Copy {}
        reuse.sent(0x1000, 4096, false);
        for _ in 0..50 {
            assert_eq!(reuse.decide(0x1000, 4096, false, || true, || 0), Decision::Direct);
            reuse.sent(0x1000, 4096, true);
        }
        assert_eq!(decide(&mut reuse, 0x1000, 4096), Decision::Direct, "it has paid: the next one is there at once");
        reuse.sent(0x1000, 4096, false);
        assert_eq!(reuse.counters().total().registrations, 2);
    }

    #[test]
    fn what_cannot_be_registered_is_copied_for_as_long_as_it_takes_to_earn_another_try() {
        let mut reuse = reuse();
        while decide(&mut reuse, 0x1000, 4096) == Decision::Copy {}
        reuse.refused(0x1000, 4096);
        let copies = (0..).take_while(|_| decide(&mut reuse, 0x1000, 4096) == Decision::Copy).count();
        assert_eq!(copies, 9);
        assert_eq!(reuse.counters().total().refusals, 1);
    }

    #[test]
    fn messages_of_several_lengths_from_one_address_add_up() {
        let mut reuse = reuse();
        (0..9).for_each(|_| assert_eq!(decide(&mut reuse, 0x1000, 4096), Decision::Copy));
        // An eighth of a use each; four of them, and some.
        let short = (0..).take_while(|_| decide(&mut reuse, 0x1000, 512) == Decision::Copy).count();
        assert!((6..=8).contains(&short), "{short}");
    }

    #[test]
    fn short_messages_do_not_even_look() {
        let mut reuse = reuse();
        (0..1000).for_each(|_| assert_eq!(decide(&mut reuse, 0x1000, 100), Decision::Copy));
        assert!(reuse.table().is_empty());
    }

    #[test]
    fn a_program_without_reuse_is_looked_at_now_and_then_and_its_first_reuse_is_noticed() {
        let mut reuse = reuse();
        let looks = (0..10_000_u64)
            .filter(|index| {
                let looks = reuse.looks(4096, false);
                assert_eq!(decide(&mut reuse, 0x1000 * index, 4096), Decision::Copy);
                looks
            })
            .count();
        assert!((1500..2000).contains(&looks), "{looks}");
        let uses = (0..10_000).find(|_| decide(&mut reuse, 0x7000_0000, 4096) == Decision::Direct);
        assert!(uses.is_some_and(|uses| uses < 1000), "{uses:?}");
    }

    #[test]
    fn one_look_at_a_buffer_that_is_used_once_earns_no_registration() {
        let mut reuse = reuse();
        // Three uses pay for messages as long as these.
        let is_copied = |index: u64| decide(&mut reuse, 0x4000 * index, 16000) == Decision::Copy;
        assert!((1..10_000).all(is_copied));
    }

    #[test]
    fn a_row_of_blocking_sends_is_copied_and_others_are_not() {
        let mut reuse = reuse();
        let mut now_ns = 0;
        for _ in 0..2000 {
            let decision = reuse.decide(0x1000, 4096, true, || false, || now_ns);
            now_ns += if decision == Decision::Copy { 500 } else { 3000 };
        }
        assert!(reuse.counters().total().hurried > 1900);
        assert_eq!(reuse.counters().total().registrations, 0);
        assert!(!reuse.looks(4096, true) && reuse.looks(4096, false), "no look where it decides nothing");
        assert_eq!(decide(&mut reuse, 0x1000, 4096), Decision::Direct);
    }
}
