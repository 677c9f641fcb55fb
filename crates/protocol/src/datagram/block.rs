//! A block of a large message whose packets land in the receiver's memory by themselves (UD-2,
//! UD-6): which piece lies where.
//!
//! The memory is posted in slots as long as a packet. Packets take slots in the order in which they
//! arrive, whatever piece of the block they carry. As long as nothing is lost and nothing
//! overtaken, piece `i` lies in slot `i`. Otherwise pieces lie in other slots than their own;
//! [`Block::restore`] puts them right once all are there. A slot that a packet of no use has taken
//! is posted again, so as many slots are posted as pieces are missing.

use std::collections::VecDeque;

/// Pieces of a block at most: a packet has 16 bits for its number.
pub const MOST_PIECES: u16 = u16::MAX;

/// Of a slot in which no piece lies, or a piece that lies nowhere.
const NONE: u16 = u16::MAX;

/// The immediate data of a packet: the number of its piece, and a tag of the transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Which piece.
    pub piece: u16,
    /// Of which transfer: a late packet of a former one carries another tag.
    pub tag: u16,
}

impl Label {
    /// As immediate data.
    pub fn encode(self) -> u32 {
        u32::from(self.tag) << 16 | u32::from(self.piece)
    }

    /// The inverse.
    pub fn decode(immediate: u32) -> Label {
        Label { piece: immediate as u16, tag: (immediate >> 16) as u16 }
    }
}

/// What a packet did to the slot that it has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landed {
    /// It brought a piece that was missing.
    Piece,
    /// It brought nothing: post this slot again.
    Useless(u16),
    /// No slot was posted: the device tells of something that cannot be.
    Nowhere,
}

/// Where bytes are copied from or to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A slot of the block.
    Slot(u16),
    /// Memory beside it, for one piece.
    Spare,
}

/// The state of a block at its receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Slots in the order in which packets take them.
    posted: VecDeque<u16>,
    /// The piece in each slot.
    piece_in: Vec<u16>,
    /// The slot of each piece.
    slot_of: Vec<u16>,
    landed: u16,
    is_in_place: bool,
}

impl Block {
    /// A block of so many pieces, with all slots posted in order.
    ///
    /// # Panics
    /// If there are none, or more than [`MOST_PIECES`].
    pub fn new(pieces: u16) -> Self {
        assert!((1..MOST_PIECES).contains(&pieces), "{pieces} pieces of a block");
        let none = vec![NONE; pieces.into()];
        Block { posted: (0..pieces).collect(), piece_in: none.clone(), slot_of: none, landed: 0, is_in_place: true }
    }

    /// Its pieces.
    pub fn pieces(&self) -> u16 {
        self.piece_in.len() as u16
    }

    /// Whether all pieces are there.
    pub fn is_whole(&self) -> bool {
        self.landed == self.pieces()
    }

    /// Whether all that have come are in their own slots.
    pub fn is_in_place(&self) -> bool {
        self.is_in_place
    }

    /// Whether packets can still land.
    pub fn is_posted(&self) -> bool {
        !self.posted.is_empty()
    }

    /// A packet with this piece has taken the next slot; `None`: one that does not belong here has.
    pub fn land(&mut self, piece: Option<u16>) -> Landed {
        let Some(slot) = self.posted.pop_front() else { return Landed::Nowhere };
        let piece = piece.filter(|piece| self.slot_of.get(usize::from(*piece)) == Some(&NONE));
        let Some(piece) = piece else {
            self.posted.push_back(slot);
            return Landed::Useless(slot);
        };
        (self.piece_in[usize::from(slot)], self.slot_of[usize::from(piece)]) = (piece, slot);
        self.landed += 1;
        self.is_in_place &= slot == piece;
        Landed::Piece
    }

    /// Pieces that have not come.
    pub fn missing(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.pieces()).filter(|piece| self.slot_of[usize::from(*piece)] == NONE)
    }

    /// Puts all pieces into their own slots, by copies of one piece each, as few as there are
    /// pieces elsewhere and one for each circle of them. Returns how many.
    ///
    /// # Panics
    /// If a piece is missing.
    pub fn restore(&mut self, mut copy: impl FnMut(Spot, Spot)) -> u32 {
        assert!(self.is_whole(), "{} of {} pieces are there", self.landed, self.pieces());
        let mut copies = 0;
        if self.is_in_place {
            return copies;
        }
        for first in 0..self.pieces() {
            if self.piece_in[usize::from(first)] == first {
                continue;
            }
            copy(Spot::Slot(first), Spot::Spare);
            let mut hole = first;
            loop {
                let from = std::mem::replace(&mut self.slot_of[usize::from(hole)], hole);
                self.piece_in[usize::from(hole)] = hole;
                copy(if from == first { Spot::Spare } else { Spot::Slot(from) }, Spot::Slot(hole));
                copies += 1;
                if from == first {
                    break;
                }
                hole = from;
            }
            copies += 1;
        }
        self.is_in_place = true;
        copies
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_comes_in_order_is_not_copied() {
        let mut block = Block::new(3);
        for piece in 0..3 {
            assert!(!block.is_whole());
            assert_eq!(block.land(Some(piece)), Landed::Piece);
        }
        assert!(block.is_whole() && !block.is_posted());
        assert_eq!(block.restore(|_, _| panic!("copied")), 0);
        assert_eq!(block.land(Some(0)), Landed::Nowhere);
    }

    #[test]
    fn labels_survive_the_wire() {
        let label = Label { piece: 0x1234, tag: 0xfedc };
        assert_eq!(Label::decode(label.encode()), label);
    }

    proptest! {
        #[test]
        fn pieces_end_in_their_slots_whatever_comes(
            pieces in 1..60u16, packets in prop::collection::vec((0..70u16, any::<bool>()), 0..200)
        ) {
            let mut block = Block::new(pieces);
            let mut memory = vec![NONE; pieces.into()];
            let mut posted: VecDeque<u16> = (0..pieces).collect();
            // Whatever comes first, then what is missing, as often as it takes.
            let first = packets.into_iter().map(|(piece, is_ours)| is_ours.then_some(piece));
            let mut packets: VecDeque<Option<u16>> = first.collect();
            while !block.is_whole() {
                if packets.is_empty() {
                    packets.extend(block.missing().map(Some));
                }
                let packet = packets.pop_front().expect("a piece is missing");
                let slot = posted.pop_front().expect("as many slots as missing pieces");
                memory[usize::from(slot)] = packet.unwrap_or(NONE);
                if let Landed::Useless(again) = block.land(packet) {
                    prop_assert_eq!(again, slot);
                    posted.push_back(again);
                }
                prop_assert_eq!(block.missing().count(), posted.len());
            }
            prop_assert!(posted.is_empty() && !block.is_posted(), "nothing can land any more");
            let away = (0..pieces).filter(|slot| memory[usize::from(*slot)] != *slot).count() as u32;
            let mut spare = NONE;
            let copies = block.restore(|from, to| {
                let value = match from { Spot::Slot(slot) => memory[usize::from(slot)], Spot::Spare => spare };
                match to { Spot::Slot(slot) => memory[usize::from(slot)] = value, Spot::Spare => spare = value }
            });
            prop_assert_eq!(memory, (0..pieces).collect::<Vec<_>>());
            prop_assert!(copies <= away + away / 2, "{} copies for {} pieces elsewhere", copies, away);
        }
    }
}
