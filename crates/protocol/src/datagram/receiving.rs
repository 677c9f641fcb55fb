//! What has come from a peer, what is missing, and when the peer is to be told.

use std::collections::VecDeque;

use super::MOST_IN_FLIGHT;
use super::header::Acknowledgement;
use super::sequence::Sequence;

/// Packets after which their sender is told at the latest.
const EVERY: u16 = 16;

/// What to do with a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is the next one: deliver it, then what [`Receiving::next_held`] gives.
    InOrder,
    /// One before it is missing: give it to [`Receiving::hold`].
    Early,
    /// It has come before.
    Duplicate,
    /// It is beyond what may be on its way, or there is no room for it: its sender repeats it.
    NoRoom,
}

/// Bits of packets that came early. Aligned as other words are, so that a peer that was talked to
/// stays as small as its fields (256 bytes at most).
#[derive(Clone, Copy, Debug, Default)]
#[repr(Rust, packed(8))]
struct Bits(u128);

/// The way from a peer; `P` is a packet that came early.
#[derive(Debug)]
pub struct Receiving<P> {
    /// Number of the first packet that has not come.
    next: Sequence,
    /// Bit `i`: packet `next + i` has come. Bit 0 is set only until [`Receiving::next_held`] was
    /// asked.
    came: Bits,
    /// Packets that came early, by the same index.
    held: VecDeque<Option<P>>,
    /// Packets in order that their sender does not know of.
    owed: u16,
    /// It has to hear at once.
    at_once: bool,
    /// Since when something is owed.
    since_ns: u64,
}

impl<P> Default for Receiving<P> {
    fn default() -> Self {
        Receiving { next: Sequence(0), came: Bits(0), held: VecDeque::new(), owed: 0, at_once: false, since_ns: 0 }
    }
}

impl<P> Receiving<P> {
    /// Packet `sequence` is here, and there is room for `room` packets from the first missing one
    /// on.
    pub fn arrive(&mut self, sequence: Sequence, room: u16, now_ns: u64) -> Arrival {
        let ahead = sequence.distance(self.next);
        if ahead < 0 || (ahead as u32) < 128 && self.came.0 >> ahead & 1 == 1 {
            self.at_once = true;
            return Arrival::Duplicate;
        }
        if ahead >= i32::from(room.min(MOST_IN_FLIGHT)) {
            self.at_once = true;
            return Arrival::NoRoom;
        }
        if ahead > 0 {
            self.at_once = true;
            return Arrival::Early;
        }
        self.advance();
        if self.owed == 0 {
            self.since_ns = now_ns;
        }
        // One that closes a gap frees the sender's memory and its way.
        self.at_once |= self.came.0 != 0;
        self.owed = self.owed.saturating_add(1);
        Arrival::InOrder
    }

    /// Keeps a packet that came early.
    pub fn hold(&mut self, sequence: Sequence, packet: P) {
        let index = sequence.distance(self.next);
        debug_assert!((1..i32::from(MOST_IN_FLIGHT)).contains(&index), "packet {sequence:?} of {:?}", self.next);
        let index = index as usize;
        if self.held.len() <= index {
            self.held.resize_with(index + 1, || None);
        }
        self.held[index] = Some(packet);
        self.came.0 |= 1 << index;
    }

    /// The next packet, if it came early.
    pub fn next_held(&mut self) -> Option<P> {
        if self.came.0 & 1 == 0 {
            return None;
        }
        self.owed = self.owed.saturating_add(1);
        self.advance()
    }

    fn advance(&mut self) -> Option<P> {
        self.next = self.next.after(1);
        self.came.0 >>= 1;
        let packet = self.held.pop_front().flatten();
        if self.came.0 == 0 {
            self.held = VecDeque::new();
        }
        packet
    }

    /// Whether something is missing before a packet that has come.
    pub fn has_gap(&self) -> bool {
        self.came.0 != 0
    }

    /// The number after the last packet that has come.
    pub fn end(&self) -> Sequence {
        self.next.after(u128::BITS - self.came.0.leading_zeros())
    }

    /// The sender wants to hear, or needs to.
    pub fn tell_at_once(&mut self) {
        self.at_once = true;
    }

    /// When the sender is to be told, in a packet of its own if nothing else goes there before: an
    /// acknowledgement waits for company for `delay_ns`. `None`: there is nothing to tell.
    pub fn due_ns(&self, delay_ns: u64) -> Option<u64> {
        let is_urgent = self.at_once || self.owed >= EVERY;
        self.owes().then_some(if is_urgent { 0 } else { self.since_ns + delay_ns })
    }

    /// Whether there is something to tell, soon.
    pub fn owes(&self) -> bool {
        self.at_once || self.owed > 0
    }

    /// What to tell: it is told.
    pub fn tell(&mut self, window: u16) -> Acknowledgement {
        (self.owed, self.at_once) = (0, false);
        Acknowledgement { next: self.next, beyond: self.came.0 >> 1, window }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_after_the_last_packet_that_has_come_in_order_or_early() {
        let mut receiving: Receiving<()> = Receiving::default();
        assert_eq!(receiving.end(), Sequence(0));
        assert_eq!(receiving.arrive(Sequence(0), 8, 0), Arrival::InOrder);
        assert_eq!(receiving.end(), Sequence(1));
        assert_eq!(receiving.arrive(Sequence(3), 8, 0), Arrival::Early);
        receiving.hold(Sequence(3), ());
        assert_eq!(receiving.end(), Sequence(4));
    }

    #[test]
    fn packets_come_out_in_order_whatever_order_they_come_in() {
        let mut receiving = Receiving::default();
        let arrive = |receiving: &mut Receiving<u32>, number| receiving.arrive(Sequence(number), 8, 0);
        assert_eq!(arrive(&mut receiving, 2), Arrival::Early);
        receiving.hold(Sequence(2), 2);
        assert_eq!(arrive(&mut receiving, 1), Arrival::Early);
        receiving.hold(Sequence(1), 1);
        assert!(receiving.has_gap());
        assert_eq!(receiving.next_held(), None);
        assert_eq!(receiving.tell(5), Acknowledgement { next: Sequence(0), beyond: 0b11, window: 5 });
        assert_eq!(arrive(&mut receiving, 0), Arrival::InOrder);
        assert_eq!(receiving.due_ns(100), Some(0), "the gap is closed");
        assert_eq!([receiving.next_held(), receiving.next_held(), receiving.next_held()], [Some(1), Some(2), None]);
        assert!(!receiving.has_gap());
        assert_eq!([arrive(&mut receiving, 2), arrive(&mut receiving, 11)], [Arrival::Duplicate, Arrival::NoRoom]);
        assert_eq!(receiving.tell(8).next, Sequence(3));
    }

    #[test]
    fn acknowledgements_wait_for_company_but_not_for_long() {
        let mut receiving: Receiving<()> = Receiving::default();
        assert_eq!((receiving.due_ns(100), receiving.owes()), (None, false));
        receiving.arrive(Sequence(0), 128, 1000);
        receiving.arrive(Sequence(1), 128, 1050);
        assert_eq!((receiving.due_ns(100), receiving.owes()), (Some(1100), true), "from the first on");
        (2..u32::from(EVERY)).for_each(|number| _ = receiving.arrive(Sequence(number), 128, 1000));
        assert_eq!(receiving.due_ns(100), Some(0), "many");
        receiving.tell(1);
        assert_eq!(receiving.due_ns(100), None);
    }
}
