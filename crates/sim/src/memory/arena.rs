//! Pages for the buffers of all ranks of a world: one sparse mapping, so that pages nobody touches
//! cost nothing. Safety arguments: module `memory`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ptr;

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

/// Bytes of a page, as devices pin them.
pub(crate) const PAGE: usize = 4096;
/// Bytes of addresses that a world has: more than the machine has memory, as most is never touched.
const ROOM: usize = 1 << 41;
/// Ranges up to so many bytes are not given back to the system, which would take longer than
/// zeroing them.
const KEPT: usize = 32 << 10;
/// Where the mapping goes if it can: the same addresses in every run make runs that look at
/// addresses the same.
const WISH: usize = 0x2000_0000_0000;

/// The mapping and what is free in it.
pub(crate) struct Arena {
    base: *mut c_void,
    free: RefCell<Free>,
}

/// Ranges of pages: those given back, by address, and where never used ones begin.
#[derive(Default)]
struct Free {
    returned: BTreeMap<usize, Vec<usize>>,
    fresh: usize,
}

impl Arena {
    /// # Errors
    /// If the system has no such range of addresses.
    pub fn new() -> Result<Arena, rustix::io::Errno> {
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
        let wish = ptr::without_provenance_mut(WISH);
        // SAFETY: a new anonymous mapping; the address is only a wish.
        let base = unsafe { mmap_anonymous(wish, ROOM, ProtFlags::READ | ProtFlags::WRITE, flags)? };
        base.expose_provenance();
        Ok(Arena { base, free: RefCell::default() })
    }

    /// Zeroed pages for `len` bytes: their address. `None` if there are no more.
    pub fn take(&self, len: usize) -> Option<u64> {
        let whole = len.max(1).checked_next_multiple_of(PAGE)?;
        let mut free = self.free.borrow_mut();
        let returned = free.returned.get_mut(&whole).and_then(Vec::pop);
        let offset = match returned {
            Some(offset) => {
                self.clear(offset, whole);
                offset
            }
            None if whole > ROOM - free.fresh => return None,
            None => {
                let offset = free.fresh;
                free.fresh += whole;
                offset
            }
        };
        Some(self.base.addr() as u64 + offset as u64)
    }

    /// Gives back what [`Arena::take`] gave for `len` bytes. Nobody uses it any more.
    pub fn give_back(&self, address: u64, len: usize) {
        let whole = len.max(1).next_multiple_of(PAGE);
        let offset = address as usize - self.base.addr();
        if whole > KEPT {
            // SAFETY: SM-1; the pages are read as zeros from now on.
            let result = unsafe { madvise(self.base.wrapping_byte_add(offset), whole, Advice::LinuxDontNeed) };
            assert_eq!(result, Ok(()), "pages cannot be given back to the system");
        }
        let mut free = self.free.borrow_mut();
        free.returned.entry(whole).or_default().push(offset);
    }

    /// Zeroes what was used before, unless the system does.
    fn clear(&self, offset: usize, whole: usize) {
        if whole <= KEPT {
            // SAFETY: SM-1; nobody uses a range that was given back.
            unsafe { self.base.wrapping_byte_add(offset).cast::<u8>().write_bytes(0, whole) };
        }
    }

    /// Its addresses.
    pub fn addresses(&self) -> std::ops::Range<u64> {
        let base = self.base.addr() as u64;
        base..base + ROOM as u64
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: mapped in `new`; who has addresses in it has the arena (SM-1).
        let result = unsafe { munmap(self.base, ROOM) };
        debug_assert_eq!(result, Ok(()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Span, copy, gather};

    #[test]
    fn pages_are_zeroed_again_when_they_come_back() {
        for pages in [3, KEPT / PAGE, KEPT / PAGE + 1] {
            let (arena, len) = (Arena::new().expect("addresses"), pages * PAGE - 2000);
            let first = arena.take(len).expect("room");
            let span = Span { address: first, len: len as u64 };
            copy(&[Span::of_bytes(&vec![7; len])], 0, &[span], 0, len as u64);
            arena.give_back(first, len);
            let second = arena.take(len - 1000).expect("room");
            assert_eq!(first, second, "as many pages");
            assert!(gather(&[span]).iter().all(|byte| *byte == 0));
            assert_eq!(arena.take(len), Some(first + (pages * PAGE) as u64));
        }
    }

    #[test]
    fn ranges_do_not_overlap_and_begin_at_pages() {
        let arena = Arena::new().expect("addresses");
        let places: Vec<u64> = [1, PAGE, PAGE + 1, 0, 5].map(|len| arena.take(len).expect("room")).to_vec();
        let distances: Vec<u64> = places.windows(2).map(|pair| (pair[1] - pair[0]) / PAGE as u64).collect();
        assert_eq!(distances, [1, 1, 2, 1]);
        assert!(places.iter().all(|place| place.is_multiple_of(PAGE as u64)));
        assert_eq!(arena.take(ROOM), None);
    }
}
