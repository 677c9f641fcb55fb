//! Senders that this process has told to announce long messages, as it keeps too many that nobody
//! has asked for (ADR 0009).
//!
//! A sender is told when more than half of the budget is in use, and told again when no more than a
//! quarter is: the distance keeps the two from taking turns.

/// How much memory messages take that nobody has asked for, and how much they may take, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// In use.
    pub bytes: u64,
    /// From here on packets stay with their senders.
    pub budget: u64,
}

impl Kept {
    /// Whether nothing more is to be kept.
    pub fn is_full(self) -> bool {
        self.bytes >= self.budget
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct HeldSenders(Vec<u32>);

impl HeldSenders {
    /// A long message of `peer` is kept. Whether the peer is to be told to announce such messages.
    #[must_use]
    pub fn hold(&mut self, peer: u32, kept: Kept) -> bool {
        let is_news = kept.bytes > kept.budget / 2 && !self.0.contains(&peer);
        if is_news {
            self.0.push(peer);
        }
        is_news
    }

    /// The peers to be told that they need not announce long messages any more.
    #[inline]
    #[must_use]
    pub fn release(&mut self, kept: Kept) -> Vec<u32> {
        if self.0.is_empty() || kept.bytes > kept.budget / 4 { Vec::new() } else { std::mem::take(&mut self.0) }
    }

    /// Nothing more comes from `peer`.
    pub fn lose(&mut self, peer: u32) {
        self.0.retain(|held| *held != peer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(bytes: u64) -> Kept {
        Kept { bytes, budget: 100 }
    }

    #[test]
    fn a_sender_is_told_once_and_released_once() {
        let mut held = HeldSenders::default();
        assert!(!held.hold(3, kept(50)), "half of the budget is still free");
        assert!(held.hold(3, kept(51)) && !held.hold(3, kept(90)));
        assert!(held.hold(4, kept(90)));
        assert!(held.release(kept(26)).is_empty());
        assert_eq!((held.release(kept(25)), held.release(kept(0))), (vec![3, 4], vec![]));
        assert!(held.hold(3, kept(60)), "from here on it may have to be told again");
    }

    #[test]
    fn nobody_is_told_that_is_gone() {
        let mut held = HeldSenders::default();
        assert!(held.hold(3, kept(60)));
        held.lose(3);
        assert!(held.release(kept(0)).is_empty());
    }

    #[test]
    fn packets_stay_with_their_senders_once_the_budget_is_used() {
        assert!(kept(100).is_full() && !kept(99).is_full());
    }
}
