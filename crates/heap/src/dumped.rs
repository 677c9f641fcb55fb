//! Which parts of a region a core file has: those with blocks in use. A part that is free is in
//! none, whatever it holds: the system would give memory to what has none, to write it there. A
//! part that became free in pieces, of which some were given back to the system and some were not,
//! stays until all of it is freed at once.
//!
//! Parts are long, so that programs that allocate and free short blocks hardly ever ask the system.
//! Some that become free stay as they are, so that neither do those that allocate and free a longer
//! one again and again.

use std::ops::Range;

/// Bytes of a part: of a huge page, so that none is cut in two.
pub(crate) const PART: usize = 2 << 20;
/// Free parts that stay in core files: 4 MiB.
const IDLE: usize = 2;

/// What is known of a part; zeros are the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum PartState {
    /// Free, and not in core files.
    #[default]
    Out,
    /// A block may be there.
    Used,
    /// Free, and in core files.
    Idle,
}

/// The parts of one region.
pub(crate) struct Dumped<'a>(&'a mut [PartState]);

impl<'a> Dumped<'a> {
    /// Of a region that is not in core files at all.
    pub(crate) fn new(parts: &'a mut [PartState]) -> Self {
        Dumped(parts)
    }

    /// A block begins to be used at these bytes: `advise` has the system put some into core files.
    pub(crate) fn take(&mut self, bytes: Range<usize>, idle: &mut usize, advise: impl FnMut(Range<usize>)) {
        let parts = bytes.start / PART..bytes.end.div_ceil(PART);
        self.each(parts.clone(), |state| *state == PartState::Out, advise);
        for state in &mut self.0[parts] {
            *idle -= usize::from(*state == PartState::Idle);
            *state = PartState::Used;
        }
    }

    /// A block at these bytes is free, and so is all of `free`: `advise` has the system leave some
    /// out.
    pub(crate) fn leave(&mut self, bytes: Range<usize>, free: Range<usize>, idle: &mut usize, advise: impl FnMut(Range<usize>)) {
        let touched = bytes.start / PART..bytes.end.div_ceil(PART);
        let whole = free.start.div_ceil(PART).max(touched.start)..(free.end / PART).min(touched.end);
        let leaves = |state: &mut PartState| {
            if *state != PartState::Used {
                return false;
            }
            let stays = *idle < IDLE;
            *idle += usize::from(stays);
            *state = if stays { PartState::Idle } else { PartState::Out };
            !stays
        };
        self.each(whole, leaves, advise);
    }

    /// All bytes that are not in core files, for a mapping that has taken the region's place.
    pub(crate) fn outside(&mut self, advise: impl FnMut(Range<usize>)) {
        self.each(0..self.0.len(), |state| *state == PartState::Out, advise);
    }

    /// Bytes in a row whose parts all are such.
    fn each(
        &mut self,
        parts: Range<usize>,
        mut is_such: impl FnMut(&mut PartState) -> bool,
        mut advise: impl FnMut(Range<usize>),
    ) {
        let mut begin = parts.start;
        for part in parts.clone() {
            if !is_such(&mut self.0[part]) {
                if begin < part {
                    advise(begin * PART..part * PART);
                }
                begin = part + 1;
            }
        }
        if begin < parts.end {
            advise(begin * PART..parts.end * PART);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: usize = 64;
    const UNIT: usize = 16 << 10;

    /// Against a list of what the system was told, unit by unit.
    #[test]
    fn blocks_are_in_core_files_and_little_else() {
        let mut parts = [PartState::default(); PARTS];
        let mut dumped = Dumped::new(&mut parts);
        let (mut is_in, mut is_used, mut idle) = ([false; PARTS], vec![false; PARTS * PART / UNIT], 0);
        let mut blocks: Vec<Range<usize>> = Vec::new();
        let mut seed = 7u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for step in 0..20_000 {
            let (first, units) = (random(is_used.len()), 1 + random(if step % 5 == 0 { 900 } else { 90 }));
            let end = first + units;
            if random(2) == 0 && end <= is_used.len() && !is_used[first..end].contains(&true) {
                is_used[first..end].fill(true);
                blocks.push(first..end);
                dumped.take(first * UNIT..end * UNIT, &mut idle, |bytes| {
                    assert!(!is_in[bytes.start / PART..bytes.end / PART].contains(&true));
                    is_in[bytes.start / PART..bytes.end / PART].fill(true);
                });
            } else if !blocks.is_empty() {
                let block = blocks.swap_remove(random(blocks.len()));
                is_used[block.clone()].fill(false);
                let before = is_used[..block.start].iter().rposition(|used| *used).map_or(0, |at| at + 1);
                let after = is_used[block.end..].iter().position(|used| *used).map_or(is_used.len(), |at| block.end + at);
                dumped.leave(block.start * UNIT..block.end * UNIT, before * UNIT..after * UNIT, &mut idle, |bytes| {
                    assert!(!is_in[bytes.start / PART..bytes.end / PART].contains(&false));
                    is_in[bytes.start / PART..bytes.end / PART].fill(false);
                });
            }
            let is_needed = |part: usize| is_used[part * PART / UNIT..(part + 1) * PART / UNIT].contains(&true);
            let useless = (0..PARTS).filter(|part| is_in[*part] && !is_needed(*part)).count();
            assert!((0..PARTS).all(|part| is_in[part] || !is_needed(part)) && useless == idle && idle <= IDLE, "step {step}");
        }
        let mut outside = [false; PARTS];
        dumped.outside(|bytes| outside[bytes.start / PART..bytes.end / PART].fill(true));
        assert!((0..PARTS).all(|part| outside[part] != is_in[part]));
    }
}
