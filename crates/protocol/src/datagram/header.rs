//! What travels in front of every packet: 20 bytes, and 16 more where something has come beyond a
//! missing packet. `docs/wire/ud.md` has the layout in prose.

use super::sequence::Sequence;

/// Bytes of a header without a bitmap.
pub const FIXED_BYTES: usize = 20;
/// Bytes of a bitmap.
pub const BITMAP_BYTES: usize = 16;
/// Bytes of a header at most.
pub const MOST_BYTES: usize = FIXED_BYTES + BITMAP_BYTES;

/// Version of the format, in the upper half of the first byte.
const VERSION: u8 = 1;

const HAS_BITMAP: u8 = 1;
const ASKS: u8 = 2;

/// What a packet carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum DatagramKind {
    /// An acknowledgement alone; it has no number of its own.
    Acknowledgement = 0,
    /// The first bytes of something that is delivered in order.
    First = 1,
    /// Its next bytes.
    Next = 2,
    /// An acknowledgement alone, after which its sender listens no longer.
    Farewell = 3,
    /// As `First`, but for the transport at the other end itself.
    Control = 4,
    /// As `First`, of something that fits one packet, without the part that is as the last time.
    Again = 5,
    /// An acknowledgement alone: its sender has given up the process that it is for.
    Broken = 6,
}

impl DatagramKind {
    fn of(number: u8) -> Option<DatagramKind> {
        use DatagramKind::{Acknowledgement, Again, Broken, Control, Farewell, First, Next};
        let all = [Acknowledgement, First, Next, Farewell, Control, Again, Broken];
        all.get(usize::from(number)).copied()
    }

    /// Whether packets of this kind are numbered, and repeated until they are acknowledged.
    pub fn is_numbered(self) -> bool {
        matches!(self, DatagramKind::First | DatagramKind::Next | DatagramKind::Control | DatagramKind::Again)
    }
}

/// One life of a process: a process that is started again under the same rank has another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Epoch(pub u16);

/// What a receiver tells of packets to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acknowledgement {
    /// All packets before this number have come.
    pub next: Sequence,
    /// Bit `i` is set if packet `next + 1 + i` has come. `next` itself has not.
    pub beyond: u128,
    /// Packets from `next` on that the receiver has room for.
    pub window: u16,
}

/// The header of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagramHeader {
    /// What the packet carries.
    pub kind: DatagramKind,
    /// The sender wants to hear soon: it cannot go on before.
    pub asks: bool,
    /// World rank of the sender.
    pub from: u32,
    /// The sender's life.
    pub epoch: Epoch,
    /// The life of the receiver that the packet is for.
    pub to_epoch: Epoch,
    /// Number of the packet, if its kind has one.
    pub sequence: Sequence,
    /// What has come in the other direction.
    pub acknowledgement: Acknowledgement,
}

impl DatagramHeader {
    /// Writes it to the front of `into`; how many bytes it takes.
    pub fn encode(&self, into: &mut [u8; MOST_BYTES]) -> usize {
        let Acknowledgement { next, beyond, window } = self.acknowledgement;
        let has_bitmap = beyond != 0;
        into[0] = VERSION << 4 | self.kind as u8;
        into[1] = if has_bitmap { HAS_BITMAP } else { 0 } | if self.asks { ASKS } else { 0 };
        into[2..4].copy_from_slice(&window.to_le_bytes());
        into[4..8].copy_from_slice(&self.from.to_le_bytes());
        into[8..10].copy_from_slice(&self.epoch.0.to_le_bytes());
        into[10..12].copy_from_slice(&self.to_epoch.0.to_le_bytes());
        into[12..16].copy_from_slice(&self.sequence.0.to_le_bytes());
        into[16..20].copy_from_slice(&next.0.to_le_bytes());
        into[FIXED_BYTES..].copy_from_slice(&beyond.to_le_bytes());
        if has_bitmap { MOST_BYTES } else { FIXED_BYTES }
    }

    /// The header at the front of `bytes`, and its length. `None` if that is none of this version.
    pub fn decode(bytes: &[u8]) -> Option<(DatagramHeader, usize)> {
        let fixed: &[u8; FIXED_BYTES] = bytes.first_chunk()?;
        let short = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| fixed[at + byte]));
        if fixed[0] >> 4 != VERSION {
            return None;
        }
        let kind = DatagramKind::of(fixed[0] & 0xf)?;
        let (beyond, len) = if fixed[1] & HAS_BITMAP != 0 {
            let bitmap: &[u8; BITMAP_BYTES] = bytes[FIXED_BYTES..].first_chunk()?;
            (u128::from_le_bytes(*bitmap), MOST_BYTES)
        } else {
            (0, FIXED_BYTES)
        };
        let header = DatagramHeader {
            kind,
            asks: fixed[1] & ASKS != 0,
            from: word(4),
            epoch: Epoch(short(8)),
            to_epoch: Epoch(short(10)),
            sequence: Sequence(word(12)),
            acknowledgement: Acknowledgement { next: Sequence(word(16)), beyond, window: short(2) },
        };
        Some((header, len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(beyond: u128) -> DatagramHeader {
        DatagramHeader {
            kind: DatagramKind::Next,
            asks: true,
            from: 0x0102_0304,
            epoch: Epoch(7),
            to_epoch: Epoch(u16::MAX),
            sequence: Sequence(u32::MAX - 1),
            acknowledgement: Acknowledgement { next: Sequence(99), beyond, window: 128 },
        }
    }

    #[test]
    fn headers_survive_the_wire() {
        for (beyond, len) in [(0, FIXED_BYTES), (1 << 127 | 5, MOST_BYTES)] {
            let mut bytes = [0; MOST_BYTES];
            assert_eq!(header(beyond).encode(&mut bytes), len);
            assert_eq!(DatagramHeader::decode(&bytes[..len]), Some((header(beyond), len)));
            assert_eq!(DatagramHeader::decode(&bytes[..len - 1]), None, "short");
        }
    }

    #[test]
    fn other_versions_and_kinds_are_not_understood() {
        let mut bytes = [0; MOST_BYTES];
        header(0).encode(&mut bytes);
        for first in [0x02, 0x22, 0x17, 0x1f] {
            bytes[0] = first;
            assert_eq!(DatagramHeader::decode(&bytes), None, "{first:#x}");
        }
    }
}
