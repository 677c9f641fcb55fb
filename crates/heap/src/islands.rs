//! Which granules of a region are open to adapters, and which are islands because they were open
//! when the process forked. An island stays on its pages of the file, which the adapter holds,
//! while what lies around it becomes private memory ([`super::fork`]). It is one until its block is
//! freed.
//!
//! Nothing is allocated here, as this is beneath `malloc`: whoever makes [`Islands`] brings the
//! table, of zeros.

use std::iter;
use std::ops::Range;

use crate::classes::GRANULE;

/// The bit of an island; the others count how often the granule is open.
const ISLAND: u32 = 1 << 31;

/// What is known of the granules of one region.
pub(crate) struct Islands<'a> {
    granules: &'a mut [u32],
    /// All that were ever open lie within: the rest of the table is not looked at.
    opened: Range<usize>,
}

impl<'a> Islands<'a> {
    /// Nothing is open of a region that has as many granules as `table` has words.
    pub(crate) fn none(table: &'a mut [u32]) -> Self {
        Islands { granules: table, opened: 0..0 }
    }

    /// The granules that some bytes of the region touch are open once more.
    pub(crate) fn open(&mut self, bytes: Range<usize>) {
        let touched = bytes.start / GRANULE..bytes.end.div_ceil(GRANULE);
        self.granules[touched.clone()].iter_mut().for_each(|granule| *granule += 1);
        let is_first = self.opened.is_empty();
        self.opened.start = if is_first { touched.start } else { self.opened.start.min(touched.start) };
        self.opened.end = self.opened.end.max(touched.end);
    }

    /// The inverse of [`Islands::open`]. Bytes that were not open, as they had no region then, stay
    /// as they are.
    pub(crate) fn close(&mut self, bytes: Range<usize>) {
        let touched = bytes.start / GRANULE..bytes.end.div_ceil(GRANULE);
        let counted = self.granules[touched].iter_mut().filter(|granule| **granule & !ISLAND > 0);
        counted.for_each(|granule| *granule -= 1);
    }

    /// What is open now is an island from now on.
    pub(crate) fn settle(&mut self) {
        let open = self.granules[self.opened.clone()].iter_mut().filter(|granule| **granule > 0);
        open.for_each(|granule| *granule |= ISLAND);
    }

    /// The granules that some bytes touch are no islands any more.
    pub(crate) fn sink(&mut self, bytes: Range<usize>) {
        let touched = bytes.start / GRANULE..bytes.end.div_ceil(GRANULE);
        self.granules[touched].iter_mut().for_each(|granule| *granule &= !ISLAND);
    }

    /// The bytes of each island.
    pub(crate) fn all(&self) -> impl Iterator<Item = Range<usize>> {
        let is_island = move |granule: &usize| self.granules[*granule] & ISLAND > 0;
        let mut rest = self.opened.clone();
        iter::from_fn(move || {
            let first = rest.clone().find(is_island)?;
            rest.start = (first..rest.end).find(|granule| !is_island(granule)).unwrap_or(rest.end);
            Some(first * GRANULE..rest.start * GRANULE)
        })
    }

    /// The bytes before, between and behind islands.
    pub(crate) fn gaps(&self) -> impl Iterator<Item = Range<usize>> {
        let begins = iter::once(0).chain(self.all().map(|island| island.end));
        let ends = self.all().map(|island| island.start).chain(iter::once(self.granules.len() * GRANULE));
        begins.zip(ends).map(|(begin, end)| begin..end).filter(|gap| !gap.is_empty())
    }

    /// The bytes from the beginning of the first island to the end of the last one.
    pub(crate) fn span(&self) -> Option<Range<usize>> {
        let first = self.all().next()?;
        Some(first.start..self.all().last()?.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRANULES: usize = 40;

    fn in_granules(bytes: Range<usize>) -> Range<usize> {
        assert!(bytes.start.is_multiple_of(GRANULE) && bytes.end.is_multiple_of(GRANULE));
        bytes.start / GRANULE..bytes.end / GRANULE
    }

    #[test]
    fn what_is_open_when_the_process_forks_is_an_island_until_it_is_freed() {
        let mut table = [0; GRANULES];
        let mut islands = Islands::none(&mut table);
        islands.open(5 * GRANULE + 1..6 * GRANULE + 1);
        assert_eq!((islands.span(), islands.gaps().count()), (None, 1), "no fork yet");
        islands.settle();
        islands.close(5 * GRANULE + 1..6 * GRANULE + 1);
        islands.settle();
        assert!(islands.all().map(in_granules).eq(iter::once(5..7)));
        islands.sink(6 * GRANULE..7 * GRANULE);
        islands.settle();
        assert!(islands.all().map(in_granules).eq(iter::once(5..6)));
    }

    #[test]
    fn what_was_never_open_may_be_closed() {
        let mut table = [0; GRANULES];
        let mut islands = Islands::none(&mut table);
        islands.close(0..GRANULES * GRANULE);
        islands.settle();
        assert!(islands.gaps().eq(iter::once(0..GRANULES * GRANULE)));
    }

    /// Against counts and marks of each granule.
    #[test]
    fn islands_and_gaps_are_all_of_a_region() {
        let mut table = [0; GRANULES];
        let mut islands = Islands::none(&mut table);
        let (mut counts, mut is_island) = ([0; GRANULES], [false; GRANULES]);
        let mut open: Vec<Range<usize>> = Vec::new();
        let mut seed = 3u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for step in 0..5000 {
            let first = random(GRANULES * GRANULE - 1);
            let bytes = first..(first + 1 + random(5 * GRANULE)).min(GRANULES * GRANULE);
            let touched = bytes.start / GRANULE..bytes.end.div_ceil(GRANULE);
            match random(6) {
                0 | 1 => {
                    islands.open(bytes.clone());
                    counts[touched].iter_mut().for_each(|count| *count += 1);
                    open.push(bytes);
                }
                2 | 3 if !open.is_empty() => {
                    let closed = open.swap_remove(random(open.len()));
                    islands.close(closed.clone());
                    counts[closed.start / GRANULE..closed.end.div_ceil(GRANULE)].iter_mut().for_each(|count| *count -= 1);
                }
                4 => {
                    islands.settle();
                    (0..GRANULES).for_each(|granule| is_island[granule] |= counts[granule] > 0);
                }
                _ => {
                    islands.sink(bytes);
                    is_island[touched].fill(false);
                }
            }
            let mut found = [false; GRANULES];
            islands.all().for_each(|island| found[in_granules(island)].fill(true));
            let mut is_gap = [false; GRANULES];
            islands.gaps().for_each(|gap| is_gap[in_granules(gap)].fill(true));
            assert!(found == is_island && (0..GRANULES).all(|granule| found[granule] != is_gap[granule]), "step {step}");
            let granules: Vec<usize> = (0..GRANULES).filter(|granule| is_island[*granule]).collect();
            let span = granules.first().map(|first| *first..granules[granules.len() - 1] + 1);
            assert_eq!(islands.span().map(in_granules), span, "step {step}");
        }
    }
}
