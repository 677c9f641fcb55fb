//! Who accesses which part of a file in a collective operation. The range that all accesses span is
//! cut into one domain for each aggregator, and each domain into windows. One window of a domain is
//! in memory at a time.

use crate::extent::Extent;

/// The domains of an operation; the same at all ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domains {
    start: u64,
    end: u64,
    /// Bytes of a domain: a multiple of `window`, or all of the range.
    domain: u64,
    window: u64,
}

/// Domains begin at multiples of this, so that no two aggregators write to one page of the system,
/// in bytes.
const ALIGNMENT: u64 = 4 << 10;

impl Domains {
    /// Cuts `range` among `aggregators` (at least one) with buffers of `buffer` bytes; `unit` is
    /// what lies together on one device of the file system, or 0.
    pub fn cut(range: Extent, aggregators: u32, buffer: u64, unit: u64) -> Domains {
        let alignment = if unit >= ALIGNMENT { unit } else { ALIGNMENT };
        let start = range.offset - range.offset % alignment;
        let share = (range.end() - start).div_ceil(u64::from(aggregators)).max(1);
        let domain = share.div_ceil(alignment).saturating_mul(alignment);
        let window = (buffer - buffer % ALIGNMENT).max(ALIGNMENT).min(domain);
        Domains { start, end: range.end(), domain, window }
    }

    /// The aggregator whose domain `offset` is in, and the number of the window there.
    pub fn locate(&self, offset: u64) -> (u32, u64) {
        let from_start = offset - self.start;
        ((from_start / self.domain) as u32, from_start % self.domain / self.window)
    }

    /// A window of an aggregator.
    pub fn window(&self, aggregator: u32, number: u64) -> Extent {
        let origin = self.start + u64::from(aggregator) * self.domain;
        let offset = origin + number * self.window;
        let end = (offset + self.window).min(origin.saturating_add(self.domain)).min(self.end);
        Extent { offset, len: end - offset }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_byte_has_one_window(
            offset in 0u64..20_000,
            len in 1u64..200_000,
            aggregators in 1u32..6,
            buffer in 4096u64..30_000,
            unit in prop::sample::select(vec![0u64, 8192, 100_000]),
            probe in 0u64..200_000,
        ) {
            let range = Extent { offset, len };
            let domains = Domains::cut(range, aggregators, buffer, unit);
            let byte = offset + probe % len;
            let (aggregator, number) = domains.locate(byte);
            prop_assert!(aggregator < aggregators);
            let window = domains.window(aggregator, number);
            prop_assert!(window.offset <= byte && byte < window.end(), "{:?} {}", window, byte);
            prop_assert!(window.len <= buffer && window.end() <= range.end());
            if window.end() < range.end() {
                let (next, first) = domains.locate(window.end());
                prop_assert!((next, first) == (aggregator, number + 1) || (next, first) == (aggregator + 1, 0));
            }
        }
    }

    #[test]
    fn domains_reach_the_end_of_all_files() {
        let range = Extent { offset: 3, len: i64::MAX as u64 - 3 };
        let domains = Domains::cut(range, 3, 1 << 24, 0);
        let (aggregator, number) = domains.locate(range.end() - 1);
        assert_eq!((aggregator, domains.window(aggregator, number).end()), (2, range.end()));
    }
}
