//! The invariant that nothing lands in memory that the program has back: every byte that an adapter
//! writes is looked at when it is written. Programs say which of their memory they have back, from
//! the end of an operation on; it is watched until they free it.

use std::collections::BTreeMap;

use crate::memory::Span;
use crate::state::WorldState;

/// What a broken invariant is called.
pub(crate) const INVARIANT: &str = "nothing lands in memory that the program has back";

/// Memory that programs have back, and how often something has landed anywhere.
#[derive(Debug, Default)]
pub(crate) struct Landings {
    /// Addresses and lengths of what programs have back. None of them overlap.
    given_back: BTreeMap<u64, u64>,
    /// Writes of adapters that were looked at while there was any.
    pub checked: u64,
}

impl Landings {
    /// The program has memory back.
    pub fn give_back(&mut self, address: u64, len: u64) {
        if len > 0 {
            self.given_back.insert(address, len);
        }
    }

    /// The program has freed a block, or uses it for another operation.
    pub fn forget(&mut self, address: u64, len: u64) {
        while let Some((first, _)) = self.overlap(address, len) {
            self.given_back.remove(&first);
        }
    }

    /// What of a range the program has back.
    fn overlap(&self, address: u64, len: u64) -> Option<(u64, u64)> {
        let (first, bytes) = self.given_back.range(..address + len).next_back()?;
        (first + bytes > address).then_some((*first, *bytes))
    }
}

impl WorldState {
    /// An adapter is about to write `len` bytes from byte `offset` of `into` on.
    pub(crate) fn check_landing(&mut self, context: u32, into: &[Span], offset: u64, len: u64) {
        if self.landings.given_back.is_empty() {
            return;
        }
        self.landings.checked += 1;
        let (mut skipped, mut left) = (offset, len);
        for span in into {
            let (address, bytes) = span.range();
            let skip = skipped.min(bytes);
            let part = left.min(bytes - skip);
            (skipped, left) = (skipped - skip, left - part);
            if part > 0
                && let Some((first, _)) = self.landings.overlap(address + skip, part)
            {
                let at = (address + skip).max(first) - first;
                let text = format!("{part} bytes land in memory of rank {context}, at byte {at} of a block that it has back");
                return self.accuse(INVARIANT, text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_are_found_at_either_end() {
        let mut landings = Landings::default();
        landings.give_back(100, 50);
        landings.give_back(200, 1);
        landings.give_back(300, 0);
        let found = |address, len| landings.overlap(address, len).map(|found| found.0);
        assert_eq!([found(99, 1), found(99, 2), found(149, 9), found(150, 50)], [None, Some(100), Some(100), None]);
        assert_eq!([found(150, 51), found(0, 1000), found(300, 9)], [Some(200), Some(200), None]);
        landings.forget(120, 90);
        assert!(landings.given_back.is_empty());
    }
}
