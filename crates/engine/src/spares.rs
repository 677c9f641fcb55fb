//! Memory of messages that came before their receives, for the next ones: fresh memory of the
//! system costs a page fault each 4 KiB, several times what copying to it does.

use std::collections::VecDeque;

/// Bytes that are kept at most.
const MOST: usize = 8 << 20;
/// Shorter bodies are the allocator's business, which keeps such memory itself.
const LEAST: usize = 16 << 10;
/// Memory of so many times the bytes is not used for a shorter body: the budget for unexpected
/// messages counts bytes.
const WASTE: usize = 2;

/// Memory that is not in use, the oldest first.
#[derive(Default)]
pub(crate) struct Spares {
    bodies: VecDeque<Vec<u8>>,
    bytes: usize,
}

impl Spares {
    /// Empty memory for `bytes` bytes.
    pub(crate) fn take(&mut self, bytes: usize) -> Vec<u8> {
        let fits = |body: &Vec<u8>| (bytes..=bytes.saturating_mul(WASTE)).contains(&body.capacity());
        // What was used last is in the cache.
        match self.bodies.iter().rposition(fits).and_then(|index| self.bodies.remove(index)) {
            Some(body) => {
                self.bytes -= body.capacity();
                body
            }
            None => Vec::with_capacity(bytes),
        }
    }

    /// Takes back what is not needed any more.
    pub(crate) fn give(&mut self, mut body: Vec<u8>) {
        if !(LEAST..=MOST).contains(&body.capacity()) {
            return;
        }
        body.clear();
        self.bytes += body.capacity();
        self.bodies.push_back(body);
        while self.bytes > MOST {
            self.bytes -= self.bodies.pop_front().map_or(0, |oldest| oldest.capacity());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_serves_again_for_bodies_of_about_its_length() {
        let mut spares = Spares::default();
        let body = vec![1; 100_000];
        let (address, capacity) = (body.as_ptr(), body.capacity());
        spares.give(body);
        for bytes in [capacity + 1, capacity / WASTE - 1] {
            let other = spares.take(bytes);
            assert_ne!(other.as_ptr(), address, "{bytes}");
        }
        let body = spares.take(capacity - 1);
        assert_eq!((body.as_ptr(), body.capacity(), body.len()), (address, capacity, 0));
        let other = spares.take(capacity);
        assert_ne!(other.as_ptr(), address, "it is in use");
    }

    #[test]
    fn only_so_much_is_kept() {
        let mut spares = Spares::default();
        for _ in 0..100 {
            spares.give(Vec::with_capacity(MOST / 10));
            assert!(spares.bytes <= MOST);
        }
        assert_eq!(spares.bodies.len(), 10);
        spares.give(Vec::with_capacity(LEAST / 2));
        spares.give(Vec::with_capacity(MOST + 1));
        assert_eq!(spares.bodies.len(), 10, "neither short nor huge ones");
        assert_eq!(spares.bytes, spares.bodies.iter().map(Vec::capacity).sum());
    }
}
