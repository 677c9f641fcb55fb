//! Which parts of a mapped file the system has been asked to map already. A page that is first
//! touched by a store takes it 1 us, one of many that are asked for 0.3 us (EPYC, Zen 5, shared
//! memory that exists). Memory that its owner has given back since comes page by page again.
//!
//! # Safety arguments
//! - POP-1: the words are a vector of zeros that nobody frees or uses otherwise, and an atomic
//!   integer is laid out as its integer.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes for which there is one bit.
const PART: u64 = 64 << 10;

/// A bit for each part of a file; kept until the process ends, as the mapping is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Populated {
    words: &'static [AtomicU64],
}

impl Populated {
    /// Of a file that never has more than `len` bytes: nothing yet. The bits take memory only where
    /// some are set.
    pub(crate) fn nothing(len: u64) -> Self {
        let words = len.div_ceil(PART * u64::from(u64::BITS)) as usize;
        let mut zeros = std::mem::ManuallyDrop::new(vec![0u64; words]);
        // SAFETY: POP-1.
        Populated { words: unsafe { std::slice::from_raw_parts(zeros.as_mut_ptr().cast::<AtomicU64>(), words) } }
    }

    /// Says of all parts that lie in `bytes` whole that they are populated: whether some of them
    /// were not before. Otherwise that is one look for 4 MiB.
    #[inline]
    pub(crate) fn add(&self, bytes: Range<u64>) -> bool {
        let mut parts = bytes.start.div_ceil(PART)..bytes.end / PART;
        let mut is_new = false;
        while parts.start < parts.end {
            let (word, bit) = (parts.start / u64::from(u64::BITS), parts.start % u64::from(u64::BITS));
            let count = (parts.end - parts.start).min(u64::from(u64::BITS) - bit);
            let mask = (u64::MAX >> (u64::from(u64::BITS) - count)) << bit;
            let Some(word) = self.words.get(word as usize) else { return is_new };
            if word.load(Ordering::Relaxed) & mask != mask {
                word.fetch_or(mask, Ordering::Relaxed);
                is_new = true;
            }
            parts.start += count;
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_new_once() {
        let populated = Populated::nothing(1 << 30);
        assert!(!populated.add(0..PART - 1) && !populated.add(1..2 * PART - 1), "no part whole");
        assert!(populated.add(1..2 * PART) && !populated.add(PART..2 * PART));
        assert!(populated.add(0..2 * PART) && !populated.add(0..2 * PART));
        assert!(populated.add(PART..130 * PART) && !populated.add(0..130 * PART));
        assert!(populated.add(0..131 * PART));
        assert!(populated.add((1 << 30) - PART..1 << 30) && !populated.add((1 << 30) - PART..1 << 30));
    }

    #[test]
    fn what_is_behind_the_end_is_never_new() {
        assert!(!Populated::nothing(64 * PART).add(64 * PART..66 * PART));
        assert!(!Populated::nothing(0).add(0..u64::MAX));
    }
}
