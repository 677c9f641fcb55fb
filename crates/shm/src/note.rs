//! A note in the node segment: numbers that one rank finds out and all ranks of the node read.
//!
//! - NOTE-1: the rank that changes `state` from 0 to [`BEGUN`] alone writes words. It stores
//!   [`WRITTEN`] with release order after them. Nobody reads words before having seen that with
//!   acquire order.

use crate::sync::{AtomicU32, Ordering};

/// Most words of a note.
pub const WORDS: usize = 255;

const BEGUN: u32 = 1;
const WRITTEN: u32 = 2;

/// The note. Zeros are an empty one.
#[repr(C)]
pub struct Note {
    state: AtomicU32,
    words: [AtomicU32; WORDS],
}

impl Note {
    /// Whether this rank is the one to write it. True once on a node.
    pub fn begin(&self) -> bool {
        self.state.compare_exchange(0, BEGUN, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Writes it, after [`Note::begin`].
    pub fn write(&self, words: impl IntoIterator<Item = u32>) {
        self.words.iter().zip(words).for_each(|(to, word)| to.store(word, Ordering::Relaxed));
        self.state.store(WRITTEN, Ordering::Release);
    }

    /// Its words; `None` as long as it is not written.
    pub fn read(&self) -> Option<impl Iterator<Item = u32> + '_> {
        (self.state.load(Ordering::Acquire) == WRITTEN).then(|| self.words.iter().map(|word| word.load(Ordering::Relaxed)))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn one_writes_and_all_read() {
        let note = Note { state: AtomicU32::new(0), words: std::array::from_fn(|_| AtomicU32::new(0)) };
        assert!(note.read().is_none() && note.begin() && !note.begin() && note.read().is_none());
        note.write([3, 5]);
        assert_eq!(note.read().unwrap().take(3).collect::<Vec<_>>(), [3, 5, 0]);
    }
}
