//! The sender's end of a message that goes without being asked for.
//!
//! | state | what has happened | what the engine does next |
//! |---|---|---|
//! | [`Unqueued`] | nothing; there may be no operation yet | offers the message to the device |
//! | [`Queued`] | it is the first in the queue of its peer | gives the device its one packet |
//! | [`InPackets`] | some of its packets have left | gives the device the next one |
//! | [`OperationStage::Leaving`] | all of it has left, or is being read | waits for the device |
//! | [`OperationStage::Announced`] | a synchronous message has left | waits for the receiver |
//!
//! [`InPackets`] also sends what a receiver has granted in packets: only the headers differ.

use super::Sent;
use crate::packet::{Begun, Header, Kind};
use crate::stage::OperationStage;

/// Length of the operation word in front of a synchronous eager message.
pub const ACK_WORD: u32 = 8;

/// What follows from what the device did with the first packet of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum SendStatus {
    /// Nothing has left: the send waits in the queue of its peer.
    Waits,
    /// Nothing has left, and nothing can: the peer is to hear of the message by an offer, and of
    /// what becomes of it.
    MustAnnounce,
    /// It has left, and the send goes on in this stage.
    GoesOn(OperationStage),
    /// It has left, and the send is over.
    Over,
}

/// A message that has just been sent by the program, to a peer with an empty queue.
#[derive(Clone, Copy, Debug)]
pub struct Unqueued;

impl Unqueued {
    /// The device was given the message. What cannot be read is found out once more from the queue.
    #[inline(always)]
    pub fn given(self, sent: Sent) -> SendStatus {
        match sent {
            Sent::Copied => SendStatus::Over,
            Sent::Lent => SendStatus::GoesOn(OperationStage::Leaving),
            Sent::NoRoom | Sent::Unreadable => SendStatus::Waits,
        }
    }
}

/// A message that goes in one packet and is the first in the queue of its peer.
#[derive(Clone, Copy, Debug)]
pub struct Queued {
    /// Whether the send is over only when its receive has begun.
    pub is_synchronous: bool,
}

impl Queued {
    /// The header of its packet; `bytes` is the length of the message.
    pub fn header(self, context: u64, tag: i32, bytes: u64) -> Header {
        if self.is_synchronous {
            Header::message(Kind::EagerSync, context, tag, ACK_WORD + bytes as u32)
        } else {
            Header::message(Kind::Eager, context, tag, bytes as u32)
        }
    }

    /// The device was given the packet.
    pub fn given(self, sent: Sent) -> SendStatus {
        match sent {
            Sent::NoRoom => SendStatus::Waits,
            Sent::Unreadable => SendStatus::MustAnnounce,
            Sent::Copied | Sent::Lent if self.is_synchronous => SendStatus::GoesOn(OperationStage::Announced),
            Sent::Copied => SendStatus::Over,
            Sent::Lent => SendStatus::GoesOn(OperationStage::Leaving),
        }
    }
}

/// A message that goes in several packets, in order.
#[derive(Clone, Copy, Debug)]
pub struct InPackets {
    /// The receiver's operation, if it has granted the message; else it was not asked.
    granted: Option<u64>,
    /// Bytes that have left.
    sent: u64,
    /// Bytes of all packets.
    whole: u64,
    /// Bytes of each packet but the first and the last.
    piece: u64,
}

/// A packet of a message.
#[derive(Clone, Copy, Debug)]
pub struct NextPacket {
    /// Its header, which says its length.
    pub header: Header,
    /// Its first byte in the message.
    pub position: u64,
}

impl InPackets {
    /// A message of `bytes` bytes that nobody has asked for, none of which has left: its first
    /// packet, and what it is once that has left. The device takes packets of up to `longest`
    /// bytes.
    pub fn begin(context: u64, tag: i32, bytes: u64, longest: u64) -> (Header, InPackets) {
        let begun = Begun::divide(bytes, piece_of(bytes, longest));
        let header = Header { aux: begun.rest, ..Header::message(Kind::Begin, context, tag, begun.first) };
        (header, InPackets::unasked(begun.first.into(), bytes, longest))
    }

    /// A message of `whole` bytes that nobody has asked for, `sent` bytes of which have left.
    pub fn unasked(sent: u64, whole: u64, longest: u64) -> InPackets {
        InPackets { granted: None, sent, whole, piece: piece_of(whole, longest) }
    }

    /// The same of a message of which the receiver wants `whole` bytes, for its operation `theirs`.
    pub fn granted(theirs: u64, sent: u64, whole: u64, longest: u64) -> InPackets {
        InPackets { granted: Some(theirs), ..InPackets::unasked(sent, whole, longest) }
    }

    /// Bytes that have left.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// The next packet; `None` if all have left.
    #[inline]
    pub fn next(&self) -> Option<NextPacket> {
        let len = self.piece.min(self.whole.saturating_sub(self.sent)) as u32;
        let header = match self.granted {
            Some(theirs) => Header::about(Kind::Data, theirs, len),
            None => Header::about(Kind::More, 0, len),
        };
        (len > 0).then_some(NextPacket { header, position: self.sent })
    }

    /// The next packet has left.
    #[inline]
    pub fn left(self) -> InPackets {
        InPackets { sent: (self.sent + self.piece).min(self.whole), ..self }
    }
}

/// Bytes of a message in pieces that go in each of them, where a packet takes `longest`: a quarter,
/// so that the receiver reads one while the next is written, but not so few that packets cost more
/// than their bytes.
fn piece_of(whole: u64, longest: u64) -> u64 {
    const LEAST: u64 = 16 * 1024;
    (whole / 4).next_power_of_two().clamp(LEAST.min(longest), longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Sent; 4] = [Sent::NoRoom, Sent::Unreadable, Sent::Copied, Sent::Lent];

    #[test]
    fn a_send_without_operation_only_goes_on_if_its_memory_is_lent() {
        let statuses = ALL.map(|sent| Unqueued.given(sent));
        assert_eq!(
            statuses,
            [SendStatus::Waits, SendStatus::Waits, SendStatus::Over, SendStatus::GoesOn(OperationStage::Leaving)]
        );
    }

    #[test]
    fn a_queued_message_that_cannot_be_read_is_announced() {
        let statuses = ALL.map(|sent| Queued { is_synchronous: false }.given(sent));
        let leaving = SendStatus::GoesOn(OperationStage::Leaving);
        assert_eq!(statuses, [SendStatus::Waits, SendStatus::MustAnnounce, SendStatus::Over, leaving]);
    }

    #[test]
    fn a_synchronous_send_waits_for_its_receiver_and_says_for_which_operation() {
        let queued = Queued { is_synchronous: true };
        let announced = SendStatus::GoesOn(OperationStage::Announced);
        assert_eq!([Sent::Copied, Sent::Lent].map(|sent| queued.given(sent)), [announced; 2]);
        let header = queued.header(3, 4, 100);
        assert_eq!((header.kind(), header.len), (Some(Kind::EagerSync), 100 + ACK_WORD));
    }

    proptest! {
        #[test]
        fn packets_cover_the_message_once_and_in_order(bytes in 1..Begun::LONGEST, longest in 64..200_000u64, theirs: Option<u64>) {
            let (first, mut packets) = InPackets::begin(1, 2, bytes, longest);
            prop_assert!(u64::from(first.len) <= longest && Begun::of(&first).bytes() == bytes);
            if let Some(theirs) = theirs {
                packets = InPackets::granted(theirs, 0, bytes, longest);
            }
            let mut position = packets.sent();
            while let Some(packet) = packets.next() {
                prop_assert_eq!(packet.position, position);
                prop_assert!((1..=longest).contains(&packet.header.len.into()));
                let expected = if theirs.is_some() { Kind::Data } else { Kind::More };
                prop_assert_eq!((packet.header.kind(), packet.header.context), (Some(expected), theirs.unwrap_or(0)));
                position += u64::from(packet.header.len);
                packets = packets.left();
                prop_assert_eq!(packets.sent(), position);
            }
            prop_assert_eq!(position, bytes);
        }

        #[test]
        fn what_has_left_is_known_from_two_numbers(bytes in 1..1_000_000u64, longest in 64..100_000u64, count in 0..20usize) {
            let packets = (0..count).fold(InPackets::granted(7, 0, bytes, longest), |packets, _| packets.left());
            let again = InPackets::granted(7, packets.sent(), bytes, longest);
            prop_assert_eq!(again.next().map(|packet| (packet.position, packet.header.len)), packets.next().map(|packet| (packet.position, packet.header.len)));
        }
    }
}
