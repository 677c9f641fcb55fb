//! Who may fill how much of a bucket (BSRQ-5). The receives of a shared queue are granted to peers
//! as credits. So no more messages can be on the way than there are receives. A peer that sends
//! much has many credits.
//!
//! A peer begins with a small quota: its share if all peers come. Whoever runs out of credits asks.
//! Its quota doubles, as long as it has no more than what is left for all who come after it.
//! Registering takes as long as many messages, and whoever sends to a rank that registers runs out,
//! too, and asks. So memory is registered only for a peer that has less than anybody begins with,
//! or that asks in vain again and again. When nothing is left, credits that come back from peers
//! with more go to peers that have asked. A peer without any gets a single one beyond the limit. So
//! every peer can always send, and memory is bounded by the limit and one buffer for each peer.

use std::collections::VecDeque;

/// First quota at most: as many as each peer has in the scheme without quotas.
const FIRST: u32 = 8;
/// Quota at most of a peer that asks and has none: as much as it would have begun with, had there
/// been fewer peers.
const ASKED: u32 = FIRST;
/// What is left is divided by this for such a quota.
const ASKED_SHARE: u32 = 16;
/// Questions in vain after which memory is registered for a peer that has [`FIRST`] or more.
const DENIALS: u8 = 4;
/// Largest quota of a peer: more than fits between two looks of anybody.
const MOST: u32 = 4096;

/// The quotas of one bucket, by place of the connection.
#[derive(Clone, Debug, Default)]
pub struct Quotas {
    limit: u32,
    /// Of each peer, if all come.
    first: u32,
    /// Invariant: the sum of `of`.
    granted: u32,
    of: Vec<u16>,
    /// How often each has asked in vain since its quota grew.
    denials: Vec<u8>,
    /// Peers that have asked in vain, in order.
    asking: VecDeque<u32>,
}

impl Quotas {
    /// `limit` receives are to be granted to up to `peers`.
    pub fn new(limit: u32, peers: usize) -> Self {
        Quotas { limit, first: FIRST.min(limit / (peers as u32).max(1)), ..Quotas::default() }
    }

    /// Receives that are to be granted, but for one of each peer.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Receives that must be posted or held by messages that arrived.
    pub fn granted(&self) -> u32 {
        self.granted
    }

    /// The quota of a peer.
    pub fn of(&self, place: usize) -> u16 {
        self.of.get(place).copied().unwrap_or(0)
    }

    fn left(&self) -> u32 {
        self.limit.saturating_sub(self.granted)
    }

    /// What a new peer should begin with. [`Quotas::give`] makes it so.
    pub fn first(&self) -> u16 {
        self.first.min(self.left()) as u16
    }

    /// What a peer that asks should get on top of its quota.
    pub fn more(&self, place: usize) -> u16 {
        let quota = u32::from(self.of(place));
        if quota == 0 {
            return (self.left() / ASKED_SHARE).clamp(1, ASKED) as u16;
        }
        let more = quota.min(MOST.saturating_sub(quota)).min(self.left().saturating_sub(quota) / 2);
        more as u16
    }

    /// Whether memory is worth registering for a peer that asks.
    pub fn deserves_memory(&self, place: usize) -> bool {
        u32::from(self.of(place)) < FIRST || self.denials.get(place).is_some_and(|denials| *denials >= DENIALS)
    }

    fn know(&mut self, place: usize) {
        if self.of.len() <= place {
            self.of.resize(place + 1, 0);
            self.denials.resize(place + 1, 0);
        }
    }

    /// The peer's quota grows by `count`.
    pub fn give(&mut self, place: usize, count: u16) {
        self.know(place);
        self.of[place] += count;
        if count > 0 {
            self.denials[place] = 0;
        }
        self.granted += u32::from(count);
    }

    /// The peer has asked and got nothing.
    pub fn deny(&mut self, place: usize) {
        self.know(place);
        self.denials[place] = self.denials[place].saturating_add(1);
        if !self.asking.contains(&(place as u32)) {
            self.asking.push_back(place as u32);
        }
    }

    /// `count` receives that a peer's messages have used are posted again: how many credits it gets
    /// back, and who gets others instead.
    pub fn back(&mut self, place: usize, count: u16) -> (u16, Option<(usize, u16)>) {
        let Some(&asking) = self.asking.front() else { return (self.shrink(place, count), None) };
        let asking = asking as usize;
        let (rich, poor) = (self.of(place), self.of(asking));
        let moved = count.min(rich.saturating_sub(poor) / 2);
        if asking == place || moved == 0 {
            // Who asks first and has as much as others has what it can get.
            self.asking.rotate_left(1);
            return (count, None);
        }
        self.asking.pop_front();
        self.of[place] -= moved;
        self.of[asking] += moved;
        (count - moved, Some((asking, moved)))
    }

    /// Beyond the limit a quota shrinks as it is used, to one.
    fn shrink(&mut self, place: usize, count: u16) -> u16 {
        let beyond = self.granted.saturating_sub(self.limit).min(u32::from(u16::MAX)) as u16;
        let taken = beyond.min(count).min(self.of(place).saturating_sub(1));
        if taken > 0 {
            self.of[place] -= taken;
            self.granted -= u32::from(taken);
        }
        count - taken
    }

    /// The peer is gone. How many receives it had.
    pub fn close(&mut self, place: usize) -> u16 {
        self.asking.retain(|other| *other as usize != place);
        if let Some(denials) = self.denials.get_mut(place) {
            *denials = 0;
        }
        let quota = self.of.get_mut(place).map_or(0, std::mem::take);
        self.granted -= u32::from(quota);
        quota
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PEERS: usize = 5;

    /// A bucket with its peers: credits at senders, messages that hold receives, receives that are
    /// posted.
    struct World {
        quotas: Quotas,
        credits: [u32; PEERS],
        arrived: [u32; PEERS],
        posted: u32,
        created: u32,
    }

    impl World {
        fn new(limit: u32) -> World {
            let mut world =
                World { quotas: Quotas::new(limit, PEERS), credits: [0; PEERS], arrived: [0; PEERS], posted: 0, created: 0 };
            for peer in 0..PEERS {
                let first = world.quotas.first();
                world.give(peer, first);
            }
            world
        }

        fn give(&mut self, peer: usize, count: u16) {
            self.quotas.give(peer, count);
            let missing = self.quotas.granted().saturating_sub(self.created);
            self.created += missing;
            self.posted += missing;
            self.credits[peer] += u32::from(count);
        }

        fn send(&mut self, peer: usize) {
            if self.credits[peer] > 0 {
                self.credits[peer] -= 1;
                assert!(self.posted > 0, "a message found no receive");
                self.posted -= 1;
                self.arrived[peer] += 1;
            } else {
                self.ask(peer);
            }
        }

        fn ask(&mut self, peer: usize) {
            match self.quotas.more(peer) {
                0 => self.quotas.deny(peer),
                more => self.give(peer, more),
            }
        }

        fn consume(&mut self, peer: usize) {
            let count = std::mem::take(&mut self.arrived[peer]);
            self.posted += count;
            let (again, moved) = self.quotas.back(peer, count as u16);
            self.credits[peer] += u32::from(again);
            if let Some((other, count)) = moved {
                self.credits[other] += u32::from(count);
            }
        }

        fn check(&self) {
            let credits: u32 = self.credits.iter().sum();
            let arrived: u32 = self.arrived.iter().sum();
            assert!(credits <= self.posted, "more credits than receives");
            assert_eq!(credits + arrived, self.quotas.granted());
            assert_eq!((0..PEERS).map(|peer| u32::from(self.quotas.of(peer))).sum::<u32>(), self.quotas.granted());
            assert!(self.created <= self.quotas.limit + PEERS as u32, "{} receives", self.created);
        }
    }

    proptest! {
        #[test]
        fn no_message_finds_the_queue_empty_and_memory_is_bounded(
            limit in 0..300u32, steps in prop::collection::vec((0..8u8, 0..PEERS), 0..2000)
        ) {
            let mut world = World::new(limit);
            for (choice, peer) in steps {
                if choice < 6 { world.send(peer) } else { world.consume(peer) }
                world.check();
            }
            // Whoever wants to send can, as soon as messages are consumed.
            for peer in 0..PEERS {
                world.send(peer);
                (0..PEERS).for_each(|peer| world.consume(peer));
                prop_assert!(world.credits[peer] > 0, "peer {} waits for ever", peer);
            }
        }
    }

    #[test]
    fn who_sends_much_gets_much_and_something_is_left() {
        let mut world = World::new(1024);
        for _ in 0..100_000 {
            world.send(0);
        }
        assert!((400..=512).contains(&world.quotas.of(0)), "{:?}", world.quotas);
        world.consume(0);
        (0..5000).for_each(|_| world.send(1));
        assert!(world.quotas.of(1) > 200, "{:?}", world.quotas);
    }

    #[test]
    fn credits_go_from_the_rich_who_send_to_the_poor_who_ask() {
        let mut world = World::new(64);
        (0..100).for_each(|_| world.send(0));
        let rich = world.quotas.of(0);
        assert!(rich > world.quotas.of(1), "{:?}", world.quotas);
        for _ in 0..100 {
            world.send(1);
            world.send(0);
            world.consume(0);
        }
        assert!(world.quotas.of(0) < rich && world.quotas.of(1) > rich / 2, "{:?}", world.quotas);
    }

    #[test]
    fn memory_is_for_those_that_have_little_or_ask_again_and_again() {
        let mut quotas = Quotas::new(1024, 2);
        assert!(quotas.deserves_memory(0), "it has none");
        quotas.give(0, FIRST as u16);
        for denied in 0..DENIALS {
            assert!(!quotas.deserves_memory(0), "after {denied} questions in vain");
            quotas.deny(0);
        }
        assert!(quotas.deserves_memory(0) && quotas.deserves_memory(1));
        quotas.give(0, 1);
        assert!(!quotas.deserves_memory(0), "it got some");
        quotas.deny(0);
        quotas.close(0);
        quotas.give(0, FIRST as u16);
        (1..DENIALS).for_each(|_| quotas.deny(0));
        assert!(!quotas.deserves_memory(0), "whoever comes after it begins anew");
    }

    #[test]
    fn quotas_beyond_the_limit_shrink_and_those_of_the_gone_come_back() {
        let mut world = World::new(0);
        (0..PEERS).for_each(|peer| world.send(peer));
        assert_eq!(world.quotas.granted(), PEERS as u32);
        assert_eq!((world.quotas.close(3), world.quotas.close(3), world.quotas.granted()), (1, 0, PEERS as u32 - 1));
    }
}
