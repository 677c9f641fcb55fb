//! Packets: what travels between the engines of two processes. `docs/wire/packets.md` gives the
//! layout in prose.

/// What a packet is for. Bodies are little-endian and as long as [`Header::len`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A whole message. Body: the message.
    Eager = 1,
    /// A whole message of a synchronous send. Body: sender's operation (8 bytes), then the message.
    /// Answered by `Ack`.
    EagerSync = 2,
    /// Request to send. Body: [`Offer`](crate::transfer::Offer). Answered by `Cts` or `Fin` when a
    /// receive is matched.
    Rts = 3,
    /// Clear to send. `context`: sender's operation; `aux`: the
    /// [`Method`](crate::transfer::Method). Body: [`Grant`](crate::transfer::Grant). A second one
    /// for the same message replaces the first, whose method was refused.
    Cts = 4,
    /// A piece of a large message, in order. `context`: receiver's operation. Body: the bytes.
    Data = 5,
    /// The synchronous message was matched. `context`: sender's operation.
    Ack = 6,
    /// The sender wants its unmatched message back. `context`: sender's operation. Answered by
    /// `CancelReply`.
    Cancel = 7,
    /// `context`: sender's operation; `aux`: 1 if the message was withdrawn, 0 if it had been
    /// matched. Unasked, [`REFUSED_AS_REVOKED`] or [`REFUSED_AS_DECIMATED`]: nobody is going to
    /// receive the message.
    CancelReply = 8,
    /// The side that copied a large message is done. `context`: the other side's operation; `aux`:
    /// the [`TransferResult`](crate::transfer::TransferResult).
    Fin = 9,
    /// `aux` 1: the receiver keeps so much that nobody has asked for that long messages are to be
    /// announced; 0: no longer.
    Hold = 10,
    /// The beginning of a message that comes without being asked for and is longer than a packet.
    /// `aux`: how long the rest is ([`Begun`]). Body: the first bytes.
    Begin = 11,
    /// The next bytes of the message from this peer that has begun. Body: the bytes.
    More = 12,
    /// A message about the window `context` ([`Message`](crate::rma::message::Message)), or a part
    /// of one. `aux` 1: the next packet of this kind from this peer goes on with it. Body: the
    /// bytes.
    OneSided = 13,
    /// The data of a put are there. `context`: the number of the notice. For devices whose puts
    /// tell nobody.
    Notice = 14,
    /// The sender takes no more from the receiver of this one. `context`: [`RESET`] or
    /// [`RESET_BACK`].
    Reset = 15,
}

/// In `context` of a [`Kind::Reset`]: a packet of its receiver made no sense.
pub const RESET: u64 = 0;
/// The same: its receiver has let go of the sender before.
pub const RESET_BACK: u64 = 1;

/// In `aux` of a [`Kind::CancelReply`]: the message's communicator is revoked.
pub const REFUSED_AS_REVOKED: u16 = 2;
/// The same: a member of the communicator has died, and the message is of a collective operation.
pub const REFUSED_AS_DECIMATED: u16 = 3;

/// How a message is divided that goes in more than one packet without being asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// Bytes in the first packet.
    pub first: u32,
    /// Units of [`Begun::UNIT`] bytes in those that follow.
    pub rest: u16,
}

impl Begun {
    /// What the rest is a multiple of, in bytes: a header has room for a number of these only.
    pub const UNIT: u64 = 64;
    /// Bytes of the longest message, with the shortest first packet.
    pub const LONGEST: u64 = u16::MAX as u64 * Begun::UNIT;

    /// A message of `bytes` bytes, at most [`Begun::LONGEST`], with at most `piece` of them in the
    /// first packet, and fewer by less than a unit; `piece` is at least a unit.
    pub fn divide(bytes: u64, piece: u64) -> Begun {
        debug_assert!(bytes <= Begun::LONGEST && piece >= Begun::UNIT);
        let rest = bytes.saturating_sub(piece).div_ceil(Begun::UNIT);
        Begun { first: (bytes - rest * Begun::UNIT) as u32, rest: rest as u16 }
    }

    /// What the header of a first packet says.
    pub fn of(header: &Header) -> Begun {
        Begun { first: header.len, rest: header.aux }
    }

    /// Length of the message in bytes.
    pub fn bytes(self) -> u64 {
        u64::from(self.first) + u64::from(self.rest) * Begun::UNIT
    }
}

/// The fixed part of a packet, 24 bytes; the first four belong to the device.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Header {
    /// The device's own (a sequence number in shared memory). Written by the device only.
    pub device: u32,
    /// A [`Kind`] as number: whoever decodes it treats an unknown one as a fault of the peer.
    pub kind: u8,
    /// Zero.
    pub reserved: u8,
    /// Small argument of some kinds.
    pub aux: u16,
    /// Context id of the communicator, or an operation's handle.
    pub context: u64,
    /// The message's tag.
    pub tag: i32,
    /// Length of the body in bytes.
    pub len: u32,
}

const _: () = assert!(size_of::<Header>() == 24 && align_of::<Header>() == 8);

impl Header {
    /// A header of a message packet.
    #[inline(always)]
    pub fn message(kind: Kind, context: u64, tag: i32, len: u32) -> Self {
        Header { device: 0, kind: kind as u8, reserved: 0, aux: 0, context, tag, len }
    }

    /// A header of a packet about the operation `operation` of the process it goes to.
    #[inline]
    pub fn about(kind: Kind, operation: u64, len: u32) -> Self {
        Header::message(kind, operation, 0, len)
    }

    /// The kind, if it is one this version knows.
    #[inline(always)]
    pub fn kind(&self) -> Option<Kind> {
        Some(match self.kind {
            1 => Kind::Eager,
            2 => Kind::EagerSync,
            3 => Kind::Rts,
            4 => Kind::Cts,
            5 => Kind::Data,
            6 => Kind::Ack,
            7 => Kind::Cancel,
            8 => Kind::CancelReply,
            9 => Kind::Fin,
            10 => Kind::Hold,
            11 => Kind::Begin,
            12 => Kind::More,
            13 => Kind::OneSided,
            14 => Kind::Notice,
            15 => Kind::Reset,
            _ => return None,
        })
    }
}

/// The word at byte `8 * index` of a body, or `None` if the body is too short.
pub fn decode_word(body: &[u8], index: usize) -> Option<u64> {
    let bytes = body.get(8 * index..8 * index + 8)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_decoded_where_they_are_whole() {
        let body = [7u64.to_le_bytes(), (u64::MAX - 1).to_le_bytes()].concat();
        assert_eq!((decode_word(&body, 0), decode_word(&body, 1)), (Some(7), Some(u64::MAX - 1)));
        assert_eq!(decode_word(&body[..15], 1), None);
    }

    #[test]
    fn a_message_is_divided_without_loss() {
        for (bytes, piece) in
            [(0, 64), (1, 64), (64, 64), (65, 64), (12_345, 8192), (131_072, 32_768), (131_073, 32_768), (Begun::LONGEST, 64)]
        {
            let begun = Begun::divide(bytes, piece);
            assert_eq!(begun.bytes(), bytes);
            assert!(u64::from(begun.first) <= piece && u64::from(begun.first) + Begun::UNIT > piece.min(bytes), "{begun:?}");
        }
    }

    #[test]
    fn every_kind_is_decoded_as_itself_and_nothing_else_is() {
        for number in 0..=u8::MAX {
            let header = Header { kind: number, ..Header::message(Kind::Eager, 0, 0, 0) };
            match header.kind() {
                Some(kind) => assert_eq!(kind as u8, number),
                None => assert!(number == 0 || number > 15),
            }
        }
    }
}
