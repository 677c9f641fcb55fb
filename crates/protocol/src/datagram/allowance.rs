//! How many packets may be on their way to a peer: no more than it has room for, and no more than
//! the network carries without losing many. Few are lost by chance, which fewer packets on their
//! way do not change.

use super::MOST_IN_FLIGHT;

/// Before anything is known of a peer. Many peers may begin at once with one whose buffers they
/// share.
const FIRST: u16 = 16;
/// Never fewer: a loss has to be noticed by what comes after it.
const LEAST: u16 = 4;
const _: () = assert!(LEAST <= FIRST && FIRST <= MOST_IN_FLIGHT);

/// Losses are remembered over about so many packets, as a power of two.
const MEMORY_BITS: u32 = 8;
/// What a packet that was lost counts.
const LOSS: u16 = 1 << (u16::BITS - MEMORY_BITS);
/// One of so many packets may be lost by chance.
const CHANCE: u16 = 10;

/// The allowance of one peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// By what was lost or not.
    network: u16,
    /// By what the peer says.
    peer: u16,
    /// Below it the allowance doubles with each round trip, beyond it it grows by one.
    threshold: u16,
    /// Acknowledged packets that have not made it grow.
    credit: u16,
    /// The part of packets that was lost lately, of [`u16::MAX`].
    losses: u16,
}

impl Default for Allowance {
    fn default() -> Self {
        Allowance { network: FIRST, peer: FIRST, threshold: MOST_IN_FLIGHT, credit: 0, losses: 0 }
    }
}

impl Allowance {
    /// Packets that may be on their way.
    pub fn packets(&self) -> u16 {
        self.network.min(self.peer)
    }

    /// As far as the network goes.
    pub fn network(&self) -> u16 {
        self.network
    }

    /// As far as the peer's room goes, from its first missing packet on.
    pub fn peer(&self) -> u16 {
        self.peer
    }

    /// The peer has room for so many packets.
    pub fn hear(&mut self, window: u16) {
        self.peer = window.min(MOST_IN_FLIGHT);
    }

    /// Packets were acknowledged. `is_full`: as many as were allowed had been on their way; fewer
    /// tell nothing of more.
    pub fn grow(&mut self, packets: u16, is_full: bool) {
        self.losses -= ((u32::from(self.losses) * u32::from(packets.min(MOST_IN_FLIGHT))) >> MEMORY_BITS) as u16;
        if !is_full {
            return;
        }
        if self.network < self.threshold {
            self.network = (self.network + packets).min(MOST_IN_FLIGHT);
            return;
        }
        self.credit += packets.min(MOST_IN_FLIGHT);
        while self.credit >= self.network && self.network < MOST_IN_FLIGHT {
            self.credit -= self.network;
            self.network += 1;
        }
        self.credit = self.credit.min(MOST_IN_FLIGHT);
    }

    /// So many packets were lost of those that were on their way.
    pub fn lose(&mut self, packets: u16) {
        self.losses = self.losses.saturating_add(LOSS.saturating_mul(packets));
    }

    /// A packet that was taken for lost has come.
    pub fn find(&mut self) {
        self.losses = self.losses.saturating_sub(LOSS);
    }

    /// Whether more are lost than by chance: of late, or of `on_their_way` together.
    pub fn is_exceeded(&self, lost: u16, on_their_way: u16) -> bool {
        self.losses > u16::MAX / CHANCE || lost > (on_their_way / 4).max(1)
    }

    /// More packets were on their way together than the network carries.
    pub fn shrink(&mut self) {
        self.threshold = (self.network / 2).max(LEAST);
        self.network = self.threshold;
        self.credit = 0;
    }

    /// Nobody has answered for long.
    pub fn collapse(&mut self) {
        self.threshold = (self.network / 2).max(LEAST);
        self.network = LEAST;
        self.credit = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_by_what_arrives_and_halves_by_what_does_not() {
        let mut allowance = Allowance::default();
        allowance.hear(u16::MAX);
        assert_eq!(allowance.packets(), FIRST);
        allowance.grow(100, false);
        assert_eq!(allowance.packets(), FIRST, "what is not used does not grow");
        (0..100).for_each(|_| allowance.grow(FIRST, true));
        assert_eq!(allowance.packets(), MOST_IN_FLIGHT);
        allowance.shrink();
        assert_eq!(allowance.packets(), MOST_IN_FLIGHT / 2);
        allowance.grow(MOST_IN_FLIGHT / 2, true);
        assert_eq!(allowance.packets(), MOST_IN_FLIGHT / 2 + 1);
        (0..9).for_each(|_| allowance.shrink());
        assert_eq!(allowance.packets(), LEAST);
    }

    #[test]
    fn few_losses_are_chance_and_many_are_not() {
        let mut allowance = Allowance::default();
        for _ in 0..100 {
            allowance.grow(95, false);
            allowance.lose(5);
            assert!(!allowance.is_exceeded(5, 100));
        }
        for _ in 0..10 {
            allowance.grow(85, false);
            allowance.lose(15);
        }
        assert!(allowance.is_exceeded(1, 100), "one of seven");
        allowance.find();
        (0..10).for_each(|_| allowance.grow(100, false));
        assert!(!allowance.is_exceeded(2, 8));
        assert!(allowance.is_exceeded(3, 8), "many at once");
        (0..1000).for_each(|_| allowance.lose(u16::MAX));
        (0..1000).for_each(|_| allowance.grow(u16::MAX, false));
        assert!(!allowance.is_exceeded(0, 8));
    }

    #[test]
    fn the_peers_room_is_a_limit_of_its_own() {
        let mut allowance = Allowance::default();
        allowance.hear(3);
        assert_eq!(allowance.packets(), 3);
        allowance.hear(0);
        assert_eq!(allowance.packets(), 0);
    }
}
