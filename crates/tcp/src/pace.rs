//! How fast what is sent leaves: the system gathers floods of short packets, and does not get far
//! ahead of a peer that is near. Sans-IO: somebody else makes the system calls.

use std::time::Duration;

/// Packets to one peer in a row, with no look at what has come, from which on it is a flood. A
/// program that sends fewer of them and then computes has them all on their way.
const FLOOD: u32 = 16;

/// Longest packet that is held, in bytes. Longer ones cost more than the system's work for each,
/// and their receiver better begins at once.
const SHORT: usize = 512;

/// Most bytes in flight that are enough for a near peer, and what messages get that are answered:
/// none waits for those behind it, and a sender that need not come back for the rest is sooner
/// done. More leave the caches before they are read: with 1,200,000 messages of 1 MiB take twice as
/// long.
const NEAR_BYTES: usize = 650_000;

/// Long messages in a row, with nothing from the peer between them, from which on they follow each
/// other.
const ROW: u32 = 3;

/// Messages in a row that want another bound after which they have it.
const OTHERS: u32 = 8;

/// Bytes in flight that are best for messages of `bytes` bytes to a near peer that follow each
/// other (measured: `docs/benchmarks/tcp.md`).
fn near_bytes(bytes: u64) -> usize {
    let longest = bytes.min(NEAR_BYTES as u64).next_power_of_two() as usize;
    ((64 << 10) + longest / 4 * 3).min(NEAR_BYTES)
}

/// The fastest that bytes may have to travel, in bytes a nanosecond (100 Gb/s).
const FASTEST: f64 = 12.5;

/// Long messages up to which a connection is looked at; by then its shortest round trip has been
/// seen.
const LOOKED_AT: u32 = 1024;

/// Short packets that leave one after the other, with no look at what has come between them.
///
/// A packet of a flood is held: it leaves with the next one, when the process looks, or when the
/// peer's host acknowledges what came before.
#[derive(Debug, Default)]
pub struct Flood {
    peer: u32,
    packets: u32,
}

impl Flood {
    /// A packet goes to `peer`: the other peer for which packets are held, if there is one. It has
    /// to be let go.
    #[inline]
    pub fn turn_to(&mut self, peer: u32) -> Option<u32> {
        if self.peer == peer {
            return None;
        }
        let held = self.end();
        self.peer = peer;
        held
    }

    /// The packet, of so many bytes, leaves: whether it is to be held.
    #[inline]
    pub fn next(&mut self, bytes: usize) -> bool {
        // A longer one takes with it what was held.
        self.packets = if bytes <= SHORT { self.packets + 1 } else { 0 };
        self.packets > FLOOD
    }

    /// No further packet follows: the peer for which packets are held, if there is one. It has to
    /// be let go.
    #[inline]
    pub fn end(&mut self) -> Option<u32> {
        let is_held = std::mem::take(&mut self.packets) > FLOOD;
        is_held.then_some(self.peer)
    }
}

/// Whether what is in flight on a connection is bounded. By itself the system lets it grow to
/// megabytes.
#[derive(Debug, Default)]
pub struct InFlight {
    long_messages: u32,
    /// As long as the peer is near; 0: it is not, or nobody knows.
    bound: usize,
    /// Messages in a row that want another one.
    others: u32,
    /// Messages since something has come from the peer.
    row: u32,
}

/// What is to be done before a long message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing.
    Nothing,
    /// To ask for the shortest round trip, for [`InFlight::is_near`].
    Ask,
    /// To bound what is in flight to so many bytes.
    Bound(usize),
}

impl InFlight {
    /// A long message begins.
    #[inline]
    pub fn begin(&mut self, bytes: u64) -> Step {
        if self.bound == 0 {
            self.long_messages = self.long_messages.saturating_add(1);
            let is_due = self.long_messages <= LOOKED_AT && self.long_messages.is_power_of_two();
            return if is_due { Step::Ask } else { Step::Nothing };
        }
        self.row = self.row.saturating_add(1);
        let wanted = if self.row >= ROW { near_bytes(bytes) } else { NEAR_BYTES };
        self.others = if wanted == self.bound { 0 } else { self.others + 1 };
        if self.others < OTHERS {
            return Step::Nothing;
        }
        (self.bound, self.others) = (wanted, 0);
        Step::Bound(wanted)
    }

    /// Something has come from the peer.
    #[inline]
    pub fn note_arrival(&mut self) {
        self.row = 0;
    }

    /// The shortest round trip to the peer, before a message of `bytes` bytes: the bound, unless
    /// the system knows best.
    pub fn is_near(&mut self, shortest: Duration, bytes: u64) -> Option<usize> {
        let is_near = shortest.as_nanos() as f64 * FASTEST <= NEAR_BYTES as f64;
        self.bound = if is_near { near_bytes(bytes) } else { 0 };
        is_near.then_some(self.bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flood(flood: &mut Flood, peer: u32, packets: u32) -> (Option<u32>, u32) {
        let let_go = flood.turn_to(peer);
        (let_go, (0..packets).filter(|_| flood.next(SHORT)).count() as u32)
    }

    #[test]
    fn the_first_packets_leave_at_once() {
        let mut few = Flood::default();
        assert_eq!(flood(&mut few, 3, FLOOD), (None, 0));
        assert_eq!(few.end(), None);
        assert_eq!(flood(&mut few, 3, FLOOD + 5), (None, 5));
        assert_eq!((few.end(), few.end()), (Some(3), None));
    }

    #[test]
    fn a_long_packet_ends_a_flood_and_is_not_held() {
        let mut mixed = Flood::default();
        assert_eq!(flood(&mut mixed, 0, FLOOD + 1), (None, 1));
        assert!(!mixed.next(SHORT + 1));
        assert_eq!(mixed.end(), None);
    }

    #[test]
    fn a_packet_to_another_peer_ends_a_flood() {
        let mut some = Flood::default();
        assert_eq!(flood(&mut some, 0, FLOOD + 1), (None, 1));
        assert_eq!(flood(&mut some, 7, FLOOD), (Some(0), 0));
        assert_eq!(flood(&mut some, 0, FLOOD), (None, 0), "nothing was held");
    }

    #[test]
    fn what_is_in_flight_is_bounded_for_near_peers_alone() {
        let mut in_flight = InFlight::default();
        assert_eq!(in_flight.begin(1 << 20), Step::Ask);
        assert_eq!(in_flight.is_near(Duration::from_micros(60), 1 << 20), None, "750 kB may have to be in flight");
        assert_eq!((0..10).filter(|_| in_flight.begin(1 << 20) == Step::Ask).count(), 3, "the 2nd, 4th and 8th");
        assert_eq!(in_flight.is_near(Duration::from_micros(32), 1 << 20), Some(NEAR_BYTES));
        assert!((0..LOOKED_AT).all(|_| in_flight.begin(1 << 20) == Step::Nothing), "it was done");
        assert_eq!(in_flight.is_near(Duration::from_micros(32), 64 << 10), Some(112 << 10));
    }

    #[test]
    fn a_row_of_shorter_messages_has_less_in_flight() {
        let mut in_flight = InFlight::default();
        in_flight.is_near(Duration::from_micros(10), 4 << 20);
        let mut steps = |bytes: u64, count: u32| (0..count).map(|_| in_flight.begin(bytes)).collect::<Vec<_>>();
        assert_eq!(steps(64 << 10, OTHERS - 1), [Step::Nothing; OTHERS as usize - 1]);
        assert_eq!(steps(1 << 20, 1), [Step::Nothing], "long ones between them");
        assert_eq!(steps(60_000, OTHERS).last(), Some(&Step::Bound(112 << 10)));
        assert_eq!(steps(256 << 10, OTHERS).last(), Some(&Step::Bound(256 << 10)));
        assert_eq!(steps(u64::MAX, OTHERS).last(), Some(&Step::Bound(NEAR_BYTES)));
    }

    #[test]
    fn messages_that_are_answered_have_more_in_flight() {
        let mut in_flight = InFlight::default();
        in_flight.is_near(Duration::from_micros(10), 128 << 10);
        let answered = |in_flight: &mut InFlight| {
            in_flight.note_arrival();
            in_flight.begin(128 << 10)
        };
        let steps: Vec<_> = (0..OTHERS).map(|_| answered(&mut in_flight)).collect();
        assert_eq!((steps[0], steps.last()), (Step::Nothing, Some(&Step::Bound(NEAR_BYTES))));
        let steps: Vec<_> = (0..ROW + OTHERS).map(|_| in_flight.begin(128 << 10)).collect();
        assert!(steps.contains(&Step::Bound(160 << 10)));
    }

    #[test]
    fn peers_that_are_far_are_asked_about_no_more_in_the_end() {
        let mut in_flight = InFlight::default();
        let looks = (0..100_000).filter(|_| in_flight.begin(1 << 20) == Step::Ask).count();
        assert_eq!(looks, 11);
    }
}
