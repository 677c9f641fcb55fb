//! Handles of created objects as 32-bit integers.
//!
//! A handle of the standard ABI is an index into a table of the library, a generation and a kind
//! ([`ferry_handle`]). No two living objects of a kind share an index, so the index alone tells
//! them apart; a mirror remembers the whole handle last seen with each index. Nothing is ever taken
//! out of it: when the index is given out again, the new handle takes the place of the old. A stale
//! integer may hence name a newer object, as in the peer's own library.
//!
//! # Safety arguments
//! - MIRROR-1: a chunk, once published, is never freed or moved, and consists of atomics.

use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Bits of an index, and handles that the mirror can tell apart: 33 million living objects of a
/// kind.
pub const INDEX_BITS: u32 = 25;
const CHUNK_BITS: u32 = 12;
const CHUNK: usize = 1 << CHUNK_BITS;
const CHUNKS: usize = 1 << (INDEX_BITS - CHUNK_BITS);

type Chunk = [AtomicUsize; CHUNK];

/// The handles of one kind, by index.
pub struct Mirror {
    chunks: [AtomicPtr<Chunk>; CHUNKS],
}

impl Mirror {
    /// A mirror that has seen no handle.
    pub const fn new() -> Self {
        Mirror { chunks: [const { AtomicPtr::new(ptr::null_mut()) }; CHUNKS] }
    }

    /// Remembers the handle with this index. A program that passes the integer to another thread
    /// orders what it does there by itself.
    ///
    /// # Panics
    /// If the index has more than [`INDEX_BITS`] bits.
    #[inline(always)]
    pub fn set(&self, index: usize, handle: usize) {
        self.chunk(index >> CHUNK_BITS)[index % CHUNK].store(handle, Ordering::Relaxed);
    }

    /// The handle last seen with this index; 0 if none was.
    #[inline(always)]
    pub fn get(&self, index: usize) -> usize {
        let chunk = self.chunks[index >> CHUNK_BITS].load(Ordering::Acquire);
        // SAFETY: MIRROR-1.
        unsafe { chunk.as_ref() }.map_or(0, |chunk| chunk[index % CHUNK].load(Ordering::Relaxed))
    }

    #[inline(always)]
    fn chunk(&self, number: usize) -> &Chunk {
        let chunk = self.chunks[number].load(Ordering::Acquire);
        // SAFETY: MIRROR-1.
        unsafe { chunk.as_ref() }.unwrap_or_else(|| self.add_chunk(number))
    }

    #[cold]
    fn add_chunk(&self, number: usize) -> &Chunk {
        let mine = Box::into_raw(Box::new([const { AtomicUsize::new(0) }; CHUNK]));
        match self.chunks[number].compare_exchange(ptr::null_mut(), mine, Ordering::AcqRel, Ordering::Acquire) {
            // SAFETY: MIRROR-1; it has just been made.
            Ok(_) => unsafe { &*mine },
            Err(theirs) => {
                // SAFETY: nobody else has seen it.
                drop(unsafe { Box::from_raw(mine) });
                // SAFETY: MIRROR-1.
                unsafe { &*theirs }
            }
        }
    }
}

impl Default for Mirror {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_handle_of_an_index_is_found() {
        static MIRROR: Mirror = Mirror::new();
        assert_eq!(MIRROR.get(5), 0);
        MIRROR.set(5, 0x1234);
        MIRROR.set((1 << INDEX_BITS) - 1, 0x99);
        assert_eq!((MIRROR.get(5), MIRROR.get(6), MIRROR.get((1 << INDEX_BITS) - 1)), (0x1234, 0, 0x99));
        MIRROR.set(5, 0x4321);
        assert_eq!(MIRROR.get(5), 0x4321);
    }
}
