//! Credits (BSRQ-1, BSRQ-4): a sender never has more messages on the way than the receiver has
//! posted receives, so the receiver never answers that it is not ready.
//!
//! Credits travel back on packets that go the other way. If there are none, a packet of its own
//! brings them as soon as half of the receives are owed. The last credit is kept for that packet:
//! without it both ends could wait for each other. The packet uses one credit and brings at least
//! two. So no packet of credits is sent for another packet of credits.

/// The credits of one size class of a connection, both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// Messages that may be sent.
    available: u16,
    /// Messages received whose receives are posted again, and that the peer does not know of.
    owed: u16,
    /// Receives that the peer has at most.
    granted: u16,
    /// Kept for packets of credits alone.
    reserve: u16,
    /// Receives that the peer has posted for us at most; grows where they are lent.
    most: u16,
    /// The receives are lent from a shared queue.
    lent: bool,
    /// The peer waits for what is owed.
    hurry: bool,
    asking: Asking,
}

/// When to ask for a larger quota: each time it did not help, twice as many occasions pass before
/// the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Asking {
    /// The peer was asked and no credit has come since.
    waits: bool,
    /// Most credits there ever were.
    peak: u16,
    /// Occasions still to pass, and how many did before.
    left: u16,
    patience: u16,
}

impl Asking {
    /// There are `available` credits now.
    fn heard(&mut self, available: u16) {
        self.waits = false;
        if available > self.peak {
            *self = Asking { peak: available, ..Asking::default() };
        }
    }
}

/// Occasions that pass at most before a peer is asked again.
const LONGEST_PATIENCE: u16 = 64;

impl Credits {
    /// Whether the receives come from a shared queue.
    pub fn is_lent(&self) -> bool {
        self.lent
    }

    /// `available`: what the peer grants; `granted`: what the peer is granted. `urgent`: packets of
    /// credits alone go over this size class.
    pub fn new(available: u16, granted: u16, urgent: bool) -> Self {
        Credits { available, granted, reserve: urgent.into(), most: available, ..Credits::default() }
    }

    /// As [`Credits::new`] for receives that are lent from a shared queue at both ends.
    pub fn lent(available: u16, granted: u16) -> Self {
        Credits { available, granted, lent: true, ..Credits::default() }
    }

    /// Messages that may be sent.
    pub fn available(&self) -> u16 {
        self.available
    }

    /// Whether a packet may be sent.
    #[inline]
    pub fn allow(&self) -> bool {
        self.available > self.reserve
    }

    /// Whether a packet of credits alone may be sent.
    pub fn allow_urgent(&self) -> bool {
        self.available > 0
    }

    /// A packet was sent.
    #[inline]
    pub fn spend(&mut self) {
        debug_assert!(self.available > 0);
        self.available -= 1;
    }

    /// The peer gave `count` back, or lent as many more. False if it gives more than there are.
    #[must_use]
    #[inline]
    pub fn gain(&mut self, count: u16) -> bool {
        self.available = self.available.saturating_add(count);
        if self.lent && count > 0 {
            self.asking.heard(self.available);
        }
        self.lent || self.available <= self.most
    }

    /// There was a message and no credit for it: whether the peer is to be asked for a larger
    /// quota.
    pub fn should_ask(&mut self) -> bool {
        let asking = &mut self.asking;
        if !self.lent || self.available > 0 || asking.waits {
            return false;
        }
        if asking.left > 0 {
            asking.left -= 1;
            return false;
        }
        asking.waits = true;
        asking.patience = (2 * asking.patience).clamp(1, LONGEST_PATIENCE);
        asking.left = asking.patience - 1;
        true
    }

    /// `count` receives were posted again.
    #[inline]
    pub fn owe(&mut self, count: u16) {
        self.owed += count;
        debug_assert!(self.owed <= self.granted);
    }

    /// The peer's quota grows by `count`.
    pub fn lend(&mut self, count: u16) {
        self.granted += count;
        self.owed += count;
    }

    /// The peer's quota shrinks by `count`, which it has used and will not get back.
    pub fn withdraw(&mut self, count: u16) {
        debug_assert!(self.owed + count <= self.granted);
        self.granted -= count;
    }

    /// The peer waits for whatever is owed.
    pub fn hurry(&mut self) {
        self.hurry = true;
    }

    /// What the next packet can bring the peer.
    #[inline]
    pub fn owed(&self) -> u16 {
        self.owed
    }

    /// A packet that brings `count` of [`Credits::owed`] was sent.
    #[inline]
    pub fn paid(&mut self, count: u16) {
        self.owed -= count;
        self.hurry &= count == 0;
    }

    /// Whether the peer should have its credits even if no packet goes to it.
    #[inline]
    pub fn is_pressing(&self) -> bool {
        self.would_press(0)
    }

    /// [`Credits::is_pressing`], were `more` receives posted again.
    #[inline]
    pub fn would_press(&self, more: u16) -> bool {
        let owed = self.owed + more;
        // Packets of credits alone take one credit of the urgent size class themselves. Of a small
        // quota most must be used before it is worth a packet: what goes the other way brings
        // credits, too.
        let enough = if self.lent { self.granted - self.granted / 4 } else { (self.granted / 2).max(1 + self.reserve) };
        owed >= enough.max(1) || self.hurry && owed > 0
    }
}

/// Fewest receives of a size class: one in reserve, two for a packet of credits to bring.
pub const FEWEST: u16 = 4;

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    /// A message on the way: credits it brings, and whether it is of credits alone.
    type Message = (u16, bool);

    struct End {
        credits: Credits,
        arriving: VecDeque<Message>,
        /// Messages that were taken from the wire and that the program has not consumed.
        held: u16,
        backlog: u32,
        consumed: u32,
    }

    impl End {
        fn new(depth: u16, backlog: u32) -> End {
            End { credits: Credits::new(depth, depth, true), arriving: VecDeque::new(), held: 0, backlog, consumed: 0 }
        }

        fn send(&mut self) -> Option<Message> {
            if self.backlog > 0 && self.credits.allow() {
                self.backlog -= 1;
                return Some(self.spend(false));
            }
            (self.credits.is_pressing() && self.credits.allow_urgent()).then(|| self.spend(true))
        }

        fn spend(&mut self, urgent: bool) -> Message {
            self.credits.spend();
            let owed = self.credits.owed();
            self.credits.paid(owed);
            (owed, urgent)
        }

        fn take(&mut self) {
            let Some((credits, urgent)) = self.arriving.pop_front() else { return };
            assert!(self.credits.gain(credits), "credits out of nothing");
            if urgent { self.credits.owe(1) } else { self.held += 1 }
        }

        fn consume(&mut self) {
            if self.held > 0 {
                self.held -= 1;
                self.consumed += 1;
                self.credits.owe(1);
            }
        }
    }

    fn step(ends: &mut [End; 2], choice: u8, depth: u16) {
        let side = usize::from(choice & 1);
        match choice >> 1 & 3 {
            0 | 1 => {
                if let Some(message) = ends[side].send() {
                    ends[1 - side].arriving.push_back(message);
                    let outstanding = ends[1 - side].arriving.len() + usize::from(ends[1 - side].held);
                    assert!(outstanding <= usize::from(depth), "a message without a receive");
                }
            }
            2 => ends[side].take(),
            _ => ends[side].consume(),
        }
    }

    proptest! {
        #[test]
        fn no_message_lacks_a_receive_and_nobody_waits_for_ever(
            depth in FEWEST..40, backlog in [0..300u32, 0..300u32], choices in prop::collection::vec(0..8u8, 0..2000)
        ) {
            let mut ends = backlog.map(|backlog| End::new(depth, backlog));
            for choice in choices {
                step(&mut ends, choice, depth);
            }
            // Now both are diligent: everything must come through.
            for _ in 0..10_000 {
                (0..8).for_each(|choice| step(&mut ends, choice, depth));
            }
            for side in 0..2 {
                prop_assert_eq!(ends[side].backlog, 0);
                prop_assert_eq!(ends[side].consumed, backlog[1 - side]);
            }
        }
    }

    #[test]
    fn who_is_out_of_a_quota_asks_again_and_again_but_ever_less_often() {
        let mut credits = Credits::lent(0, 0);
        assert!(credits.should_ask() && !credits.should_ask(), "one question at a time");
        let mut asked = 0;
        for _ in 0..1000 {
            assert!(credits.gain(1));
            assert!(credits.allow() && !credits.should_ask());
            credits.spend();
            asked += u32::from(credits.should_ask());
        }
        assert!((10..40).contains(&asked), "{asked}");
    }

    #[test]
    fn a_larger_quota_is_told_and_what_is_awaited_is_pressing() {
        let mut credits = Credits::lent(0, 8);
        credits.owe(1);
        assert!(!credits.is_pressing());
        credits.hurry();
        assert!(credits.is_pressing());
        credits.paid(1);
        assert!(!credits.is_pressing());
        credits.lend(8);
        assert!(!credits.is_pressing() && credits.owed() == 8, "half of a quota can wait for other packets");
        credits.owe(4);
        assert!(credits.is_pressing(), "three quarters cannot");
        let mut fixed = Credits::new(8, 8, true);
        assert!(!fixed.should_ask() && !fixed.gain(1), "more than there are");
    }
}
