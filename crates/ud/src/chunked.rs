//! A growing array that never moves its elements: growth takes memory for new elements and no
//! more, where a `Vec` would leave holes as large as all elements that it has moved.

use std::ops::{Index, IndexMut};

/// Elements allocated at once: few enough that the last chunk wastes little.
const CHUNK: usize = 16;

/// Elements in chunks of [`CHUNK`].
///
/// Invariant: all chunks but the last are full.
#[derive(Debug)]
pub(crate) struct Chunked<T> {
    chunks: Vec<Vec<T>>,
}

impl<T> Chunked<T> {
    pub fn new() -> Self {
        Chunked { chunks: Vec::new() }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Appends an element and returns its index.
    pub fn push(&mut self, element: T) -> usize {
        let index = self.len();
        match self.chunks.last_mut().filter(|last| last.len() < CHUNK) {
            Some(last) => last.push(element),
            None => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(element);
                self.chunks.push(chunk);
            }
        }
        index
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.chunks.iter_mut().flatten()
    }
}

impl<T> Index<usize> for Chunked<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }
}

impl<T> IndexMut<usize> for Chunked<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index / CHUNK][index % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_found_by_index_and_in_order_and_stay_where_they_are() {
        let mut numbers = Chunked::new();
        assert_eq!((numbers.is_empty(), numbers.len()), (true, 0));
        assert_eq!(numbers.push(0), 0);
        let first: *const usize = &numbers[0];
        for number in 1..5 * CHUNK + 3 {
            assert_eq!(numbers.push(number), number);
        }
        assert_eq!(numbers.len(), 5 * CHUNK + 3);
        assert!(numbers.iter().copied().eq(0..5 * CHUNK + 3));
        assert!(std::ptr::eq(first, &numbers[0]), "the first element was moved");
        numbers.iter_mut().for_each(|number| *number *= 2);
        numbers[CHUNK] += 1;
        assert_eq!([numbers[CHUNK - 1], numbers[CHUNK], numbers[5 * CHUNK + 2]], [2 * CHUNK - 2, 2 * CHUNK + 1, 10 * CHUNK + 4]);
    }
}
