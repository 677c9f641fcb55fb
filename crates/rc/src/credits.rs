//! Credits (BSRQ-1, BSRQ-4): a sender never has more messages on the way than the receiver has posted receives, so the receiver never answers that it
//! is not ready.
//!
//! Credits travel back on packets that go the other way. If there are none, a packet of its own brings them as soon as half of the receives are owed. For that one packet the
//! last credit is kept: without it both ends could wait for each other. It brings at least two credits, so the packet itself, which uses one, is worth it, and
//! a credit for a packet of credits alone is never sent by a packet of credits.

/// The credits of one lane of a connection, both directions.
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
    /// Receives that the peer has posted for us at most; 0 where it keeps up by other means.
    most: u16,
}

impl Credits {
    /// `available`: what the peer grants, 0 for lanes without credits; `granted`: what the peer is granted. `urgent`: packets of credits alone go over
    /// this lane.
    pub fn new(available: u16, granted: u16, urgent: bool) -> Self {
        Credits { available, owed: 0, granted, reserve: urgent.into(), most: available }
    }

    /// Whether a packet may be sent.
    pub fn allow(&self) -> bool {
        self.most == 0 || self.available > self.reserve
    }

    /// Whether a packet of credits alone may be sent.
    pub fn allow_urgent(&self) -> bool {
        self.most == 0 || self.available > 0
    }

    /// A packet was sent.
    pub fn spend(&mut self) {
        if self.most > 0 {
            debug_assert!(self.available > 0);
            self.available -= 1;
        }
    }

    /// The peer gave `count` back. False if it gives more than there are.
    #[must_use]
    pub fn gain(&mut self, count: u8) -> bool {
        self.available += u16::from(count);
        self.available <= self.most
    }

    /// `count` receives were posted again.
    pub fn owe(&mut self, count: u16) {
        if self.granted > 0 {
            self.owed += count;
            debug_assert!(self.owed <= self.granted);
        }
    }

    /// What the next packet brings the peer.
    pub fn owed(&self) -> u8 {
        self.owed.min(255) as u8
    }

    /// A packet that brings [`Credits::owed`] was sent.
    pub fn paid(&mut self) {
        self.owed -= u16::from(self.owed());
    }

    /// Whether the peer should have its credits even if no packet goes to it.
    pub fn is_pressing(&self) -> bool {
        self.granted > 0 && self.owed >= (self.granted / 2).max(2)
    }
}

/// Fewest receives of a lane: one in reserve, two for a packet of credits to bring.
pub const FEWEST: u16 = 4;

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use proptest::prelude::*;

    use super::*;

    /// A message on the way: credits it brings, and whether it is of credits alone.
    type Message = (u8, bool);

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
            self.credits.paid();
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
    fn a_lane_without_credits_is_never_out_of_them() {
        let mut credits = Credits::new(0, 0, false);
        for _ in 0..1000 {
            assert!(credits.allow());
            credits.spend();
            credits.owe(1);
        }
        assert!(!credits.is_pressing() && credits.owed() == 0 && credits.gain(0) && !credits.gain(1));
    }
}
