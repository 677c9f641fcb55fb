//! What the devices of two processes tell each other of a large message (UD-2): in packets of their
//! own kind, which are as reliable as others and in order with them.

/// Bytes of a message of control at most, without what follows it.
const MOST_FIXED: usize = 1 + 8 + 4 + 4 + 2 + 2;

/// A message of control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// From the sender: bytes at the end of the message that fill no packet.
    Tail {
        /// The transfer, as its receiver calls it.
        transfer: u64,
        /// Where they are in the message.
        offset: u64,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// From the receiver: clear to send a block, or what is missing of it.
    Clear {
        /// The transfer.
        transfer: u64,
        /// Which block.
        block: u32,
        /// The queue pair to send it to.
        pair: u32,
        /// What its packets are labelled with.
        tag: u16,
        /// How often this block was asked for before.
        round: u16,
        /// Which pieces: one bit each; empty: all.
        pieces: Vec<u8>,
    },
    /// From the sender: all that a `Clear` has asked for has left.
    Fin {
        /// The transfer.
        transfer: u64,
        /// Which block.
        block: u32,
        /// Of which request.
        round: u16,
    },
    /// From the receiver: the whole message is in its place.
    Done {
        /// The transfer.
        transfer: u64,
    },
    /// Whoever gets it acknowledges it, as anything else, if it lives.
    Ping,
    /// About a reliable connection beside the datagrams.
    Connection(Proposal),
}

/// What processes tell each other of a reliable connection between them, where there are such
/// beside datagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// The sender would like one.
    Invite,
    /// So be it: the one who has invited makes it.
    Accept,
    /// There are as many as may be.
    Decline,
    /// The sender would rather do without the one there is. It has sent so many packets over it.
    Part(u32),
    /// So be it: the receiver has all of them, sends no more, and has sent so many itself.
    Parted(u32),
    /// Not now: the connection stays.
    Stay,
    /// The sender has all packets, too, and has closed its end.
    Gone,
    /// The sender has not, and has changed its mind: the connection stays.
    Resume,
}

impl Proposal {
    /// Its number on the wire, and the one that goes with it.
    fn numbers(self) -> (u8, u32) {
        match self {
            Proposal::Invite => (1, 0),
            Proposal::Accept => (2, 0),
            Proposal::Decline => (3, 0),
            Proposal::Part(sent) => (4, sent),
            Proposal::Parted(sent) => (5, sent),
            Proposal::Stay => (6, 0),
            Proposal::Gone => (7, 0),
            Proposal::Resume => (8, 0),
        }
    }

    fn decode(bytes: &[u8]) -> Option<Proposal> {
        let [number, a, b, c, d] = *bytes else { return None };
        let sent = u32::from_le_bytes([a, b, c, d]);
        let all = [
            Proposal::Invite,
            Proposal::Accept,
            Proposal::Decline,
            Proposal::Part(sent),
            Proposal::Parted(sent),
            Proposal::Stay,
            Proposal::Gone,
            Proposal::Resume,
        ];
        all.into_iter().find(|proposal| proposal.numbers().0 == number)
    }
}

impl Control {
    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut to = Vec::with_capacity(MOST_FIXED);
        match self {
            Control::Tail { transfer, offset, bytes } => {
                to.push(1);
                to.extend(transfer.to_le_bytes());
                to.extend(offset.to_le_bytes());
                to.extend(bytes);
            }
            Control::Clear { transfer, block, pair, tag, round, pieces } => {
                to.push(2);
                to.extend(transfer.to_le_bytes());
                to.extend(block.to_le_bytes());
                to.extend(pair.to_le_bytes());
                to.extend(tag.to_le_bytes());
                to.extend(round.to_le_bytes());
                to.extend(pieces);
            }
            Control::Fin { transfer, block, round } => {
                to.push(3);
                to.extend(transfer.to_le_bytes());
                to.extend(block.to_le_bytes());
                to.extend(round.to_le_bytes());
            }
            Control::Ping => to.push(5),
            Control::Connection(proposal) => {
                let (number, sent) = proposal.numbers();
                to.extend([6, number]);
                to.extend(sent.to_le_bytes());
            }
            Control::Done { transfer } => {
                to.push(4);
                to.extend(transfer.to_le_bytes());
            }
        }
        to
    }

    /// The inverse; `None` for what is none.
    pub fn decode(bytes: &[u8]) -> Option<Control> {
        let (kind, rest) = bytes.split_first()?;
        if *kind == 5 && rest.is_empty() {
            return Some(Control::Ping);
        }
        if *kind == 6 {
            return Proposal::decode(rest).map(Control::Connection);
        }
        let (transfer, rest) = rest.split_first_chunk()?;
        let transfer = u64::from_le_bytes(*transfer);
        Some(match kind {
            1 => {
                let (offset, bytes) = rest.split_first_chunk()?;
                Control::Tail { transfer, offset: u64::from_le_bytes(*offset), bytes: bytes.to_vec() }
            }
            2 => {
                let (fixed, pieces) = rest.split_first_chunk::<12>()?;
                let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| fixed[at + byte]));
                let short = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
                let (block, pair, tag, round) = (word(0), word(4), short(8), short(10));
                Control::Clear { transfer, block, pair, tag, round, pieces: pieces.to_vec() }
            }
            3 => {
                let fixed: &[u8; 6] = rest.try_into().ok()?;
                let [a, b, c, d, e, f] = *fixed;
                Control::Fin { transfer, block: u32::from_le_bytes([a, b, c, d]), round: u16::from_le_bytes([e, f]) }
            }
            4 if rest.is_empty() => Control::Done { transfer },
            _ => return None,
        })
    }
}

/// Bytes that a packet of control has in front of those of a tail.
pub const TAIL_FRONT: usize = 1 + 8 + 8;

/// Pieces of a block as bits.
pub fn bits(pieces: impl Iterator<Item = u16>, of: u16) -> Vec<u8> {
    let mut bits = vec![0; usize::from(of).div_ceil(8)];
    pieces.for_each(|piece| bits[usize::from(piece / 8)] |= 1 << (piece % 8));
    bits
}

/// The pieces that bits tell of, among `of`; all, if there are no bits.
pub fn pieces(bits: &[u8], of: u16) -> Vec<u16> {
    let is_set =
        |piece: &u16| bits.is_empty() || bits.get(usize::from(piece / 8)).is_some_and(|byte| byte >> (piece % 8) & 1 == 1);
    (0..of).filter(is_set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_survives_the_wire_and_nonsense_is_none() {
        let all = [
            Control::Tail { transfer: u64::MAX - 3, offset: 1 << 40, bytes: vec![1, 2, 3] },
            Control::Clear { transfer: 7, block: 8, pair: 9, tag: 10, round: 11, pieces: bits([0, 9].into_iter(), 10) },
            Control::Fin { transfer: 7, block: 0x0102_0304, round: 0x0506 },
            Control::Done { transfer: 9 },
        ];
        let proposals = [Proposal::Accept, Proposal::Part(u32::MAX - 1), Proposal::Parted(7), Proposal::Stay, Proposal::Gone];
        for control in proposals.map(Control::Connection).into_iter().chain([Control::Ping]) {
            assert_eq!(Control::decode(&control.encode()), Some(control));
        }
        assert_eq!((Control::decode(&[6, 9, 0, 0, 0, 0]), Control::decode(&[6, 1]), Control::decode(&[6])), (None, None, None));
        for control in all {
            let bytes = control.encode();
            assert_eq!(Control::decode(&bytes), Some(control));
            assert_eq!(Control::decode(&bytes[..8]), None);
        }
        assert_eq!((Control::decode(&[]), Control::decode(&[5; 9]), Control::decode(&[4; 10])), (None, None, None));
    }

    #[test]
    fn bits_name_pieces() {
        assert_eq!(pieces(&bits([1, 8, 15].into_iter(), 16), 16), [1, 8, 15]);
        assert_eq!(pieces(&[], 3), [0, 1, 2]);
        assert_eq!(pieces(&[0xff], 3), [0, 1, 2], "no more than there are");
    }
}
