//! Blocks shorter than a granule: cut from slabs, one power of two to each, and used again for the
//! same.

use std::ptr::NonNull;

use crate::classes::GRANULE;

/// Shortest and longest block, in bytes.
const LEAST: usize = 64;
const MOST: usize = GRANULE / 2;
const CLASSES: usize = (MOST / LEAST).ilog2() as usize + 1;
/// Bytes of a slab.
const SLAB: usize = 4 * GRANULE;

/// The free ones, by class.
pub(crate) struct Small {
    free: [Vec<NonNull<u8>>; CLASSES],
}

// SAFETY: addresses of blocks that nobody uses.
unsafe impl Send for Small {}

impl Small {
    pub(crate) const fn new() -> Small {
        Small { free: [const { Vec::new() }; CLASSES] }
    }

    /// Whether blocks of so many bytes come from here.
    pub(crate) fn takes(bytes: usize) -> bool {
        bytes <= MOST
    }

    /// A block of `bytes` bytes, aligned to the power of two that is as long; `slab` gives memory
    /// for more.
    pub(crate) fn allocate(&mut self, bytes: usize, slab: impl FnOnce(usize) -> Option<NonNull<u8>>) -> Option<NonNull<u8>> {
        let (class, len) = class_of(bytes);
        if let Some(block) = self.free[class].pop() {
            return Some(block);
        }
        let base = slab(SLAB)?;
        // SAFETY: within the slab.
        let blocks = (0..SLAB / len).rev().map(|number| unsafe { base.add(number * len) });
        self.free[class].extend(blocks);
        self.free[class].pop()
    }

    /// Takes back a block that was allocated for so many bytes.
    pub(crate) fn free(&mut self, block: NonNull<u8>, bytes: usize) {
        self.free[class_of(bytes).0].push(block);
    }
}

fn class_of(bytes: usize) -> (usize, usize) {
    let len = bytes.max(LEAST).next_power_of_two();
    ((len / LEAST).ilog2() as usize, len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_apart_aligned_and_used_again() {
        let mut small = Small::new();
        let mut slabs = Vec::new();
        let mut blocks: Vec<(usize, usize)> = Vec::new();
        for bytes in (1..=MOST).step_by(61) {
            let block = small.allocate(bytes, |len| {
                let slab = Box::leak(vec![0u128; 2 * len / 16].into_boxed_slice());
                slabs.push(slab.as_ptr());
                let base = NonNull::from(slab).cast::<u8>();
                // SAFETY: the boundary is within the slab, which is twice as long as it has to be.
                Some(unsafe { base.add(base.addr().get().next_multiple_of(GRANULE) - base.addr().get()) })
            });
            let begin = block.unwrap().addr().get();
            assert!(begin.is_multiple_of(bytes.next_power_of_two()));
            assert!(blocks.iter().all(|(other, len)| begin + bytes <= *other || other + len <= begin));
            blocks.push((begin, bytes));
        }
        let (last, bytes) = blocks[blocks.len() - 1];
        small.free(NonNull::new(last as *mut u8).unwrap(), bytes);
        assert_eq!(small.allocate(bytes - 1, |_| None).unwrap().addr().get(), last);
        assert!(Small::takes(MOST) && !Small::takes(MOST + 1));
    }
}
