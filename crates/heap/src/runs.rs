//! Runs of granules of one region: which are in use, which are free, and a free one for so many
//! granules. Neighbors that are free and of one kind become one run; so what blocks of one length
//! leave serves blocks of any other. Finding a run takes a few steps, however many there are: free
//! runs are listed by length, and two words say which lists have any.
//!
//! Nothing is allocated here, as this is beneath `malloc`: whoever makes a [`Runs`] brings its
//! table, of zeros.

use std::ops::Range;

use crate::classes::{self, CLASSES, GRANULE};

/// What is known of a run, at its first granule; its last one has the length as well, so that both
/// neighbors are found.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(crate) struct Entry {
    granules: u32,
    next: u32,
    previous: u32,
    state: GranuleState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
enum GranuleState {
    /// Not the first granule of a run.
    #[default]
    Within,
    Used,
    Dirty,
    Zero,
}

/// What free granules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Anything.
    Dirty,
    /// Zeros, and no memory.
    Zero,
}

impl Content {
    pub(crate) const ALL: [Content; 2] = [Content::Dirty, Content::Zero];

    fn state(self) -> GranuleState {
        match self {
            Content::Dirty => GranuleState::Dirty,
            Content::Zero => GranuleState::Zero,
        }
    }
}

/// Granules in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) first: usize,
    pub(crate) granules: usize,
}

impl Run {
    /// Where it lies in its region.
    pub(crate) fn bytes(self) -> Range<usize> {
        self.first * GRANULE..(self.first + self.granules) * GRANULE
    }
}

/// Ends a list.
const NONE: u32 = u32::MAX;
const WORDS: usize = CLASSES.div_ceil(64);

/// Free runs of one content.
#[derive(Clone, Copy)]
struct Lists {
    heads: [u32; CLASSES],
    /// A bit for each list that has any.
    filled: [u64; WORDS],
    /// In all lists.
    granules: usize,
}

/// The runs of a region.
pub(crate) struct Runs<'a> {
    table: &'a mut [Entry],
    lists: [Lists; 2],
}

impl<'a> Runs<'a> {
    /// One free run of zeros: all granules that `table` has entries for.
    pub(crate) fn new(table: &'a mut [Entry]) -> Self {
        let none = Lists { heads: [NONE; CLASSES], filled: [0; WORDS], granules: 0 };
        let granules = table.len();
        let mut runs = Runs { table, lists: [none; 2] };
        runs.list(Run { first: 0, granules }, Content::Zero);
        runs
    }

    /// Free granules with such content.
    pub(crate) fn free_granules(&self, content: Content) -> usize {
        self.lists[content as usize].granules
    }

    /// A run of `granules` granules, which is in use from now on, and what it holds. A length that
    /// no class has may not be found, though it is there.
    pub(crate) fn take(&mut self, granules: usize) -> Option<(Run, Content)> {
        Content::ALL.into_iter().find_map(|content| {
            let first = self.find(granules, content)?;
            let found = Run { first, granules: self.table[first].granules as usize };
            self.unlist(found, content);
            let rest = found.granules - granules;
            if rest > 0 {
                self.list(Run { first: first + granules, granules: rest }, content);
            }
            let run = Run { first, granules };
            self.mark(run, GranuleState::Used);
            Some((run, content))
        })
    }

    /// The first granule of a free run that is long enough.
    fn find(&self, granules: usize, content: Content) -> Option<usize> {
        let lists = &self.lists[content as usize];
        let class = classes::at_least(granules);
        let words = (class / 64..WORDS).map(|word| {
            let mask = if word == class / 64 { u64::MAX << (class % 64) } else { u64::MAX };
            (word, lists.filled[word] & mask)
        });
        let (word, bits) = words.into_iter().find(|(_, bits)| *bits != 0)?;
        let head = lists.heads[word * 64 + bits.trailing_zeros() as usize];
        debug_assert!(self.table[head as usize].granules as usize >= granules);
        Some(head as usize)
    }

    /// The run in use that begins at a granule.
    pub(crate) fn used(&self, first: usize) -> Option<Run> {
        let entry = self.table.get(first).filter(|entry| entry.state == GranuleState::Used)?;
        Some(Run { first, granules: entry.granules as usize })
    }

    /// The run that begins at a granule, and whether it is in use.
    pub(crate) fn any(&self, first: usize) -> Option<(Run, bool)> {
        let entry = self.table.get(first).filter(|entry| entry.state != GranuleState::Within)?;
        Some((Run { first, granules: entry.granules as usize }, entry.state == GranuleState::Used))
    }

    /// Makes the run of `run`, which is in use, and of the dirty ones next to it one run in use.
    pub(crate) fn widen(&mut self, run: Run) -> Run {
        let wide = self.absorb(run, Content::Dirty);
        self.mark(wide, GranuleState::Used);
        wide
    }

    /// A run in use is free from now on: with its neighbors of the same content.
    pub(crate) fn free(&mut self, run: Run, content: Content) -> Run {
        let wide = self.absorb(run, content);
        self.list(wide, content);
        wide
    }

    /// Some free dirty run, which is in use from now on.
    pub(crate) fn take_dirty(&mut self) -> Option<Run> {
        let first = self.find(1, Content::Dirty)?;
        let run = Run { first, granules: self.table[first].granules as usize };
        self.unlist(run, Content::Dirty);
        self.mark(run, GranuleState::Used);
        Some(run)
    }

    /// The run with its free neighbors of the same content, which are in no list any more.
    fn absorb(&mut self, run: Run, content: Content) -> Run {
        let Run { mut first, mut granules } = run;
        self.forget(run);
        if let Some(next) = self.begins(first + granules, content) {
            self.unlist(next, content);
            self.forget(next);
            granules += next.granules;
        }
        if let Some(before) = self.ends(first, content) {
            self.unlist(before, content);
            self.forget(before);
            (first, granules) = (before.first, granules + before.granules);
        }
        Run { first, granules }
    }

    fn begins(&self, first: usize, content: Content) -> Option<Run> {
        let entry = self.table.get(first).filter(|entry| entry.state == content.state())?;
        Some(Run { first, granules: entry.granules as usize })
    }

    /// The free run whose last granule is before `end`.
    fn ends(&self, end: usize, content: Content) -> Option<Run> {
        let last = end.checked_sub(1)?;
        let granules = self.table[last].granules as usize;
        self.begins(end.checked_sub(granules)?, content)
    }

    /// What its ends say is no longer so.
    fn forget(&mut self, run: Run) {
        self.table[run.first] = Entry::default();
        self.table[run.first + run.granules - 1] = Entry::default();
    }

    fn mark(&mut self, run: Run, state: GranuleState) {
        let granules = run.granules as u32;
        self.table[run.first + run.granules - 1] = Entry { granules, ..Entry::default() };
        self.table[run.first] = Entry { granules, state, next: NONE, previous: NONE };
    }

    fn list(&mut self, run: Run, content: Content) {
        self.mark(run, content.state());
        let class = classes::at_most(run.granules);
        let lists = &mut self.lists[content as usize];
        let next = std::mem::replace(&mut lists.heads[class], run.first as u32);
        lists.filled[class / 64] |= 1 << (class % 64);
        lists.granules += run.granules;
        self.table[run.first].next = next;
        if next != NONE {
            self.table[next as usize].previous = run.first as u32;
        }
    }

    fn unlist(&mut self, run: Run, content: Content) {
        let class = classes::at_most(run.granules);
        let Entry { next, previous, .. } = self.table[run.first];
        let lists = &mut self.lists[content as usize];
        lists.granules -= run.granules;
        match previous {
            NONE => {
                lists.heads[class] = next;
                if next == NONE {
                    lists.filled[class / 64] &= !(1 << (class % 64));
                }
            }
            previous => self.table[previous as usize].next = next,
        }
        if next != NONE {
            self.table[next as usize].previous = previous;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRANULES: usize = 1000;

    fn length(granules: usize) -> usize {
        classes::of(granules * classes::GRANULE).1
    }

    #[test]
    fn what_short_blocks_leave_serves_long_ones() {
        let mut table = vec![Entry::default(); GRANULES];
        let mut runs = Runs::new(&mut table);
        let some: Vec<Run> = (0..GRANULES / 8).map(|_| runs.take(8).unwrap().0).collect();
        assert!(runs.take(8).is_none() && runs.free_granules(Content::Zero) == 0);
        // Every other one first.
        some.iter().step_by(2).chain(some.iter().skip(1).step_by(2)).for_each(|run| {
            runs.free(*run, Content::Dirty);
        });
        let (run, content) = runs.take(960).unwrap();
        assert_eq!((run.first, content), (0, Content::Dirty));
    }

    #[test]
    fn only_the_beginning_of_a_block_is_one() {
        let mut table = vec![Entry::default(); GRANULES];
        let mut runs = Runs::new(&mut table);
        let (one, other) = (runs.take(3).unwrap().0, runs.take(5).unwrap().0);
        assert_eq!((runs.used(0), runs.used(3)), (Some(one), Some(other)));
        runs.free(other, Content::Zero);
        runs.free(one, Content::Zero);
        assert!((0..GRANULES).all(|granule| runs.used(granule).is_none()));
        let (all, content) = runs.take(960).unwrap();
        assert_eq!((all.first, content), (0, Content::Zero));
        assert!((1..GRANULES).all(|granule| runs.used(granule).is_none()));
    }

    /// Against a list of which block has each granule.
    #[test]
    fn blocks_never_overlap_and_nothing_is_lost() {
        let mut table = vec![Entry::default(); GRANULES];
        let mut runs = Runs::new(&mut table);
        let mut used: Vec<(Run, Content)> = Vec::new();
        let mut seed = 1u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for step in 0..20_000 {
            if random(5) < 3 {
                let granules = length(1 + random(if step % 7 == 0 { 300 } else { 20 }));
                if let Some((run, content)) = runs.take(granules) {
                    assert!(run.granules == granules && run.first + granules <= GRANULES);
                    let is_apart =
                        |other: &Run| run.first + run.granules <= other.first || other.first + other.granules <= run.first;
                    assert!(used.iter().all(|(other, _)| is_apart(other)));
                    used.push((run, content));
                }
            } else if !used.is_empty() {
                let (run, _) = used.swap_remove(random(used.len()));
                assert_eq!(runs.used(run.first), Some(run));
                match random(3) {
                    0 => runs.free(run, Content::Zero),
                    1 => runs.free(run, Content::Dirty),
                    _ => {
                        let wide = runs.widen(run);
                        assert!(wide.first <= run.first && wide.first + wide.granules >= run.first + run.granules);
                        runs.free(wide, Content::Zero)
                    }
                };
            }
            let in_use: usize = used.iter().map(|(run, _)| run.granules).sum();
            let free: usize = Content::ALL.map(|content| runs.free_granules(content)).iter().sum();
            assert_eq!(in_use + free, GRANULES);
        }
        for (run, _) in used {
            runs.free(run, Content::Dirty);
        }
        while let Some(run) = runs.take_dirty() {
            runs.free(run, Content::Zero);
        }
        assert_eq!(runs.free_granules(Content::Zero), GRANULES);
        assert_eq!(runs.take(960).unwrap().0.first, 0, "one run again");
    }
}
