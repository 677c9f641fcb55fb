//! Which part of its buffer a rank may write next.

use std::collections::VecDeque;

use crate::layout::LINE;

/// What an operation has written and others may still read.
#[derive(Clone, Copy, Debug)]
struct Piece {
    operation: u64,
    start: usize,
    end: usize,
}

/// The buffer of one rank, which it gives out and takes back in the order of operations.
///
/// Where only the last operation may still be read, the next one goes to the beginning if it fits
/// there: so a rank that waits for the others in every operation uses two places in turn, which
/// stay in its cache.
///
/// Long pieces go around instead, as far as [`Space::go_around`] says: bytes that wait in the cache
/// of a reader are dearer to write again than those that have left it.
#[derive(Debug)]
pub(super) struct Space {
    capacity: usize,
    /// Bytes beyond which it starts from the beginning again if it can: more would leave the cache.
    warm: usize,
    /// The same for pieces from [`LONG`] bytes on; 0 if they are no exception.
    around: usize,
    pieces: VecDeque<Piece>,
}

/// Pieces that go around have as many bytes. With less, fetching and storing costs less than all
/// else.
const LONG: usize = 2 << 10;

impl Space {
    pub(super) fn new(capacity: usize, warm: usize) -> Self {
        Space { capacity, warm, around: 0, pieces: VecDeque::new() }
    }

    /// Long pieces use `bytes` bytes in turn.
    pub(super) fn go_around(&mut self, bytes: usize) {
        self.around = bytes;
    }

    /// Bytes beyond which a piece of `len` bytes goes to the beginning if it can.
    fn reach(&self, len: usize) -> usize {
        match self.around {
            around if around > 0 && len >= LONG => around,
            _ if self.pieces.len() == 1 => 0,
            _ => self.warm,
        }
    }

    /// Takes back what operations before `done` have written: all ranks are done with them.
    pub(super) fn retire(&mut self, done: u64) {
        while self.pieces.front().is_some_and(|piece| piece.operation < done) {
            self.pieces.pop_front();
        }
    }

    /// Where `bytes` bytes could go now.
    pub(super) fn place(&self, bytes: usize) -> Option<usize> {
        let len = bytes.next_multiple_of(LINE);
        let (Some(first), Some(last)) = (self.pieces.front(), self.pieces.back()) else {
            return (len <= self.capacity).then_some(0);
        };
        let (tail, head) = (first.start, last.end);
        if last.start < tail {
            return (head + len <= tail).then_some(head);
        }
        let at_beginning = len <= tail;
        let at_head = head + len <= self.capacity;
        match (at_beginning, at_head) {
            (true, _) if head + len > self.reach(len) => Some(0),
            (_, true) => Some(head),
            (true, false) => Some(0),
            (false, false) => None,
        }
    }

    /// Gives `bytes` bytes at `start`, from [`Space::place`], to an operation.
    pub(super) fn give(&mut self, operation: u64, start: usize, bytes: usize) {
        debug_assert!(self.place(bytes) == Some(start));
        self.pieces.push_back(Piece { operation, start, end: start + bytes.next_multiple_of(LINE) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn operations_that_wait_for_all_use_two_places_in_turn() {
        let mut space = Space::new(1024, 512);
        let mut places = Vec::new();
        for operation in 0..6 {
            space.retire(operation.max(1) - 1);
            let place = space.place(100).unwrap();
            space.give(operation, place, 100);
            places.push(place);
        }
        assert_eq!(places, [0, 128, 0, 128, 0, 128]);
    }

    #[test]
    fn long_pieces_go_around() {
        let mut space = Space::new(16 * LONG, 8 * LONG);
        space.go_around(4 * LONG);
        let mut place = |operation: u64, bytes| {
            space.retire(operation.max(1) - 1);
            let place = space.place(bytes).unwrap();
            space.give(operation, place, bytes);
            place
        };
        let places: Vec<_> = (0..6).map(|operation| place(operation, LONG)).collect();
        assert_eq!(places, [0, LONG, 2 * LONG, 3 * LONG, 0, LONG]);
        assert_eq!([place(6, 64), place(7, 64)], [0, 64], "short ones do not");
    }

    #[test]
    fn what_is_full_or_too_small_gives_nothing() {
        let mut space = Space::new(256, 256);
        assert_eq!(space.place(257), None);
        space.give(0, 0, 256);
        assert_eq!(space.place(1), None);
        space.retire(1);
        assert_eq!(space.place(256), Some(0));
    }

    proptest! {
        #[test]
        fn pieces_never_overlap(steps in prop::collection::vec((1..5600usize, 0..5u64), 1..200), around in 0..8192usize) {
            let mut space = Space::new(8192, 4096);
            space.go_around(around);
            let mut held: Vec<(u64, usize, usize)> = Vec::new();
            let mut done = 0;
            for (operation, (bytes, progress)) in (0u64..).zip(steps) {
                done = (done + progress).min(operation);
                space.retire(done);
                held.retain(|piece| piece.0 >= done);
                let Some(start) = space.place(bytes) else {
                    prop_assert!(!held.is_empty());
                    continue;
                };
                prop_assert!(start + bytes <= 8192);
                prop_assert!(held.iter().all(|(_, from, to)| start + bytes <= *from || *to <= start));
                space.give(operation, start, bytes);
                held.push((operation, start, start + bytes));
            }
        }
    }
}
