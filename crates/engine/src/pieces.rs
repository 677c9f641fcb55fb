//! The pieces of memory that a message lies in, for copies between processes.

use ferry_protocol::transfer::{MemoryLocation, Piece};

use crate::buffer::Buffer;

/// Most pieces a process lists for a peer: beyond that the list itself is a large message.
pub(crate) const LONGEST_LIST: u64 = 16 * 1024;

/// The peer's side of a message.
#[derive(Debug)]
pub(crate) enum Pieces {
    /// One piece from this address on.
    Dense(u64),
    /// Pieces, and where each one ends in the packed data.
    List(Vec<Piece>, Vec<u64>),
}

impl Pieces {
    /// The pieces of `list`; of any words, if the peer has no use for its list any more.
    pub fn listed(list: Vec<Piece>) -> Pieces {
        let ends = list.iter().scan(0u64, |end, piece| {
            *end = end.saturating_add(piece.len);
            Some(*end)
        });
        let ends = ends.collect();
        Pieces::List(list, ends)
    }

    /// Appends the pieces of `len` bytes of the packed data from byte `position` on to `out`, until
    /// it has `most`: how many bytes they are.
    pub fn slice(&self, position: u64, len: u64, most: usize, out: &mut Vec<Piece>) -> u64 {
        let (list, ends) = match self {
            Pieces::Dense(address) => {
                out.push(Piece { address: address.wrapping_add(position), len });
                return len;
            }
            Pieces::List(list, ends) => (list, ends),
        };
        let mut covered = 0;
        let mut index = ends.partition_point(|end| *end <= position);
        while covered < len && out.len() < most && index < list.len() {
            let skip = list[index].len - (ends[index] - (position + covered));
            let some = (list[index].len - skip).min(len - covered);
            out.push(Piece { address: list[index].address.wrapping_add(skip), len: some });
            covered += some;
            index += 1;
        }
        covered
    }
}

/// Bytes in memory as `pieces`, to be read by a peer on the same machine.
pub(crate) fn as_bytes(pieces: &[Piece]) -> Box<[u8]> {
    pieces.iter().flat_map(|piece| [piece.address, piece.len]).flat_map(u64::to_ne_bytes).collect()
}

/// Shortens `pieces` to `len` bytes.
pub(crate) fn cut(pieces: &mut Vec<Piece>, len: u64) {
    let mut total: u64 = pieces.iter().map(|piece| piece.len).sum();
    while total > len {
        let Some(last) = pieces.last_mut() else { return };
        let surplus = total - len;
        if last.len > surplus {
            last.len -= surplus;
            return;
        }
        total -= last.len;
        pieces.pop();
    }
}

impl Buffer {
    /// Where the data lie, for a peer to access them, and the list that the place refers to if they
    /// lie in several pieces: it must live as long as the peer may. `most` bounds the pieces;
    /// [`MemoryLocation::default`] if there are more, or none.
    pub(crate) fn place(&self, most: u64) -> (MemoryLocation, Option<Box<[u8]>>) {
        let count = self.pieces();
        if self.bytes() == 0 || count > most.min(LONGEST_LIST) {
            return (MemoryLocation::default(), None);
        }
        let mut pieces = Vec::with_capacity(count as usize);
        self.slice_pieces(0, self.bytes(), usize::MAX, &mut pieces);
        match pieces.as_slice() {
            [only] => (MemoryLocation { address: only.address, pieces: 1 }, None),
            _ => {
                let list = as_bytes(&pieces);
                (MemoryLocation { address: list.as_ptr() as u64, pieces: pieces.len() as u32 }, Some(list))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Pieces {
        Pieces::listed([(100, 10), (200, 5), (300, 20)].map(|(address, len)| Piece { address, len }).into())
    }

    fn slice(position: u64, len: u64, most: usize) -> (u64, Vec<(u64, u64)>) {
        let mut out = Vec::new();
        let covered = three().slice(position, len, most, &mut out);
        (covered, out.into_iter().map(|piece| (piece.address, piece.len)).collect())
    }

    #[test]
    fn slices_begin_and_end_anywhere() {
        assert_eq!(slice(0, 35, 9), (35, vec![(100, 10), (200, 5), (300, 20)]));
        assert_eq!(slice(9, 7, 9), (7, vec![(109, 1), (200, 5), (300, 1)]));
        assert_eq!(slice(10, 5, 9), (5, vec![(200, 5)]));
        assert_eq!(slice(33, 2, 9), (2, vec![(318, 2)]));
    }

    #[test]
    fn slices_have_at_most_so_many_pieces() {
        assert_eq!(slice(5, 30, 2), (10, vec![(105, 5), (200, 5)]));
    }

    #[test]
    fn cutting_shortens_from_the_end() {
        for (len, expected) in [(35, 3), (34, 3), (15, 2), (11, 2), (10, 1), (0, 0)] {
            let mut out = Vec::new();
            three().slice(0, 35, 9, &mut out);
            cut(&mut out, len);
            assert_eq!((out.len(), out.iter().map(|piece| piece.len).sum::<u64>()), (expected, len));
        }
    }
}
