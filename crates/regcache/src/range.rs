//! Ranges of whole pages.

use std::fmt;

/// Bytes from `start` to before `end`, both multiples of the page size, not empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PageRange {
    start: u64,
    end: u64,
}

impl PageRange {
    /// The pages that hold `len` bytes from `address` on (one page if there are none); none if they
    /// leave the address space. `page` is a power of two.
    pub fn around(address: u64, len: u64, page: u64) -> Option<PageRange> {
        debug_assert!(page.is_power_of_two());
        let start = address & !(page - 1);
        let end = address.checked_add(len.max(1))?.checked_next_multiple_of(page)?;
        Some(PageRange { start, end })
    }

    /// Address of the first byte.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Address after the last byte.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Bytes.
    pub fn bytes(&self) -> u64 {
        self.end - self.start
    }

    /// True if all of `other` is within.
    pub fn contains(&self, other: &PageRange) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// True if they have a page in common.
    pub fn overlaps(&self, other: &PageRange) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// True if one begins where the other ends.
    pub fn touches(&self, other: &PageRange) -> bool {
        self.end == other.start || other.end == self.start
    }

    /// What is left from `start` on and before `end`, if anything is.
    pub fn between(&self, start: u64, end: u64) -> Option<PageRange> {
        let left = PageRange { start: self.start.max(start), end: self.end.min(end) };
        (left.start < left.end).then_some(left)
    }

    /// The smallest range that contains both.
    pub fn union(&self, other: &PageRange) -> PageRange {
        PageRange { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl fmt::Debug for PageRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}..{:#x}", self.start, self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_rounded_to_pages() {
        let range = |address, len| PageRange::around(address, len, 4096).map(|range| (range.start(), range.end()));
        assert_eq!(range(4095, 2), Some((0, 8192)));
        assert_eq!(range(4096, 4096), Some((4096, 8192)));
        assert_eq!(range(5000, 0), Some((4096, 8192)));
        assert_eq!(range(u64::MAX - 10, 20), None);
        assert_eq!(range(u64::MAX - 10, 5), None, "the last page ends beyond the address space");
    }

    #[test]
    fn a_part_is_within_the_whole() {
        let whole = PageRange { start: 4096, end: 16384 };
        let part = |start, end| whole.between(start, end).map(|range| (range.start(), range.end()));
        assert_eq!(part(0, u64::MAX), Some((4096, 16384)));
        assert_eq!(part(8192, 12288), Some((8192, 12288)));
        assert_eq!([part(8192, 8192), part(12288, 8192), part(16384, 20480)], [None; 3]);
    }
}
