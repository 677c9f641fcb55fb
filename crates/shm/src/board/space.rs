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
/// Where only the last operation may still be read, the next one goes to the beginning if it fits there: so a rank that waits for the others in
/// every operation uses two places in turn, which stay in its cache.
#[derive(Debug)]
pub(super) struct Space {
    capacity: usize,
    /// Bytes beyond which it starts from the beginning again if it can: more would leave the cache.
    warm: usize,
    pieces: VecDeque<Piece>,
}

impl Space {
    pub(super) fn new(capacity: usize, warm: usize) -> Self {
        Space { capacity, warm, pieces: VecDeque::new() }
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
            (true, _) if self.pieces.len() == 1 || head + len > self.warm => Some(0),
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
        fn pieces_never_overlap(steps in prop::collection::vec((1..700usize, 0..5u64), 1..200)) {
            let mut space = Space::new(1024, 512);
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
                prop_assert!(start + bytes <= 1024);
                prop_assert!(held.iter().all(|(_, from, to)| start + bytes <= *from || *to <= start));
                space.give(operation, start, bytes);
                held.push((operation, start, start + bytes));
            }
        }
    }
}
