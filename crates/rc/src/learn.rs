//! Sizes of buffers that follow what is received (BSRQ-beyond): messages are counted by length, and
//! from the counts come the sizes that waste least.

/// Lengths are counted in steps of so many bytes; sizes are multiples of it.
pub const STEP: u32 = 8;

/// Steps told apart one by one; beyond that each step is a sixteenth of a power of two.
const EXACT: u32 = 64;

/// Steps of a power of two beyond [`EXACT`].
const PARTS: u32 = 16;

/// Bins: 64 exact ones, and 16 for each power of two from 512 bytes up to 16 MiB.
const BINS: usize = (EXACT + PARTS * (24 - 9)) as usize + 1;

/// How many messages had which length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    counts: Box<[u64; BINS]>,
    bytes: u64,
}

impl Default for Lengths {
    fn default() -> Self {
        Lengths { counts: Box::new([0; BINS]), bytes: 0 }
    }
}

/// The bin of a length, and the longest one in a bin.
fn bin_of(len: u32) -> usize {
    let steps = len.div_ceil(STEP);
    if steps <= EXACT {
        return steps as usize;
    }
    let power = (steps - 1).ilog2();
    let part = (steps - 1 - (1 << power)) >> (power - PARTS.ilog2());
    ((EXACT + PARTS * (power - EXACT.ilog2()) + part + 1) as usize).min(BINS - 1)
}

fn longest_in(bin: usize) -> u32 {
    let bin = bin as u32;
    if bin <= EXACT {
        return bin * STEP;
    }
    let (powers, part) = ((bin - EXACT - 1) / PARTS, (bin - EXACT - 1) % PARTS);
    let power = EXACT.ilog2() + powers;
    ((1 << power) + ((part + 1) << (power - PARTS.ilog2()))) * STEP
}

impl Lengths {
    /// A message of `len` bytes, prefix and header included.
    #[inline]
    pub fn count(&mut self, len: u32) {
        self.counts[bin_of(len)] += 1;
        self.bytes += u64::from(len);
    }

    /// Messages.
    pub fn messages(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Their bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The length that `percent` of all messages do not exceed, as exactly as it was counted; 0 if
    /// there were none.
    pub fn percentile(&self, percent: u64) -> u32 {
        let wanted = (self.messages() * percent).div_ceil(100).max(1);
        let mut sum = 0;
        let reaches = |count: &u64| {
            sum += count;
            sum >= wanted
        };
        self.counts.iter().position(reaches).map_or(0, longest_in)
    }

    /// As numbers, to be sent to another process; [`Lengths::WORDS`] of them.
    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        std::iter::once(self.bytes).chain(self.counts.iter().copied())
    }

    /// Numbers that [`Lengths::words`] gives.
    pub const WORDS: usize = BINS + 1;

    /// The inverse of [`Lengths::words`]; those that are missing are 0.
    pub fn from_words(words: impl IntoIterator<Item = u64>) -> Lengths {
        let mut lengths = Lengths::default();
        let mut words = words.into_iter();
        lengths.bytes = words.next().unwrap_or(0);
        lengths.counts.iter_mut().zip(words).for_each(|(count, word)| *count = word);
        lengths
    }

    /// Adds what another process counted.
    pub fn add(&mut self, other: &Lengths) {
        self.counts.iter_mut().zip(other.counts.iter()).for_each(|(count, more)| *count += more);
        self.bytes += other.bytes;
    }

    /// At most `most` sizes, ascending, the last one `longest`, whose buffers waste least if these
    /// messages come into the smallest that fit. No size is below `least`.
    ///
    /// # Panics
    /// If `most` is 0, or `least` is more than `longest`.
    pub fn sizes(&self, most: usize, least: u32, longest: u32) -> Vec<u32> {
        assert!(most > 0 && least <= longest, "{most} sizes from {least} to {longest}");
        // Candidates: lengths there are, as one byte more would be wasted with each message.
        let mut candidates: Vec<(u32, u64)> = Vec::new();
        for (bin, count) in self.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let size = longest_in(bin).clamp(least, longest);
            match candidates.last_mut() {
                Some((last, sum)) if *last == size => *sum += count,
                _ => candidates.push((size, *count)),
            }
        }
        if candidates.last().is_none_or(|(size, _)| *size < longest) {
            candidates.push((longest, 0));
        }
        choose(&candidates, most)
    }
}

/// Among sizes with numbers of messages, ascending, the last and up to `most - 1` others such that
/// the bytes of all buffers are fewest.
fn choose(candidates: &[(u32, u64)], most: usize) -> Vec<u32> {
    let count = candidates.len();
    let mut sums = vec![0];
    sums.extend(candidates.iter().scan(0, |sum, (_, messages)| {
        *sum += u128::from(*messages);
        Some(*sum)
    }));
    // Of the first `end` candidates, with so many sizes, the last of which is the largest of them:
    // bytes, and where the size before ends.
    let mut best = vec![vec![(u128::MAX, 0); count + 1]; most + 1];
    best[0][0] = (0, 0);
    for used in 1..=most {
        for end in 1..=count {
            let size = u128::from(candidates[end - 1].0);
            let with =
                |begin: usize| best[used - 1][begin].0.checked_add((sums[end] - sums[begin]) * size).map(|cost| (cost, begin));
            best[used][end] = (0..end).filter_map(with).min().unwrap_or((u128::MAX, 0));
        }
    }
    let mut used = (1..=most).min_by_key(|used| best[*used][count].0).unwrap_or(1);
    let (mut sizes, mut end) = (Vec::new(), count);
    while used > 0 {
        sizes.push(candidates[end - 1].0);
        end = best[used][end].1;
        used -= 1;
    }
    sizes.reverse();
    sizes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bins_are_in_order_and_lose_a_sixteenth_at_most() {
        let mut last = 0;
        for len in 0..1 << 20 {
            let bin = bin_of(len);
            let longest = longest_in(bin);
            assert!(bin >= last && bin <= last + 1, "{len}");
            assert!(longest >= len && bin_of(longest) == bin, "{len}: {longest}");
            assert!(longest - len < STEP.max(len / 16), "{len}: {longest}");
            last = bin;
        }
        assert_eq!((bin_of(u32::MAX), longest_in(BINS - 1)), (BINS - 1, 1 << 24));
    }

    #[test]
    fn percentiles_are_those_of_the_messages() {
        let mut lengths = Lengths::default();
        assert_eq!(lengths.percentile(50), 0);
        (1..=100).for_each(|len| lengths.count(len * 8));
        assert_eq!([1, 50, 64].map(|percent| lengths.percentile(percent)), [8, 400, 512]);
        assert_eq!((lengths.percentile(100), lengths.messages(), lengths.bytes()), (800, 100, 40_400));
    }

    #[test]
    fn counts_can_be_sent_and_added() {
        let mut lengths = Lengths::default();
        [8, 8, 5000].into_iter().for_each(|len| lengths.count(len));
        let words: Vec<u64> = lengths.words().collect();
        assert_eq!((words.len(), Lengths::from_words(words)), (Lengths::WORDS, lengths.clone()));
        lengths.add(&lengths.clone());
        assert_eq!((lengths.messages(), lengths.bytes()), (6, 10_032));
    }

    #[test]
    fn lengths_that_come_get_buffers_of_their_own() {
        let mut lengths = Lengths::default();
        for (len, count) in [(24, 500), (64, 400), (532, 300), (8216, 20)] {
            (0..count).for_each(|_| lengths.count(len));
        }
        assert_eq!(lengths.sizes(9, 24, 32_792), [24, 64, 544, 8704, 32_792]);
        assert_eq!(lengths.sizes(1, 24, 32_792), [32_792]);
        assert_eq!(Lengths::default().sizes(9, 24, 4096), [4096]);
    }

    /// Bytes of the buffers that messages come into.
    fn cost(candidates: &[(u32, u64)], sizes: &[u32]) -> u128 {
        let of = |(len, count): &(u32, u64)| {
            sizes.iter().find(|size| *size >= len).map_or(u128::MAX / 2, |size| u128::from(*size) * u128::from(*count))
        };
        candidates.iter().map(of).sum()
    }

    proptest! {
        #[test]
        fn no_other_choice_is_better(
            steps in prop::collection::vec((1..50u32, 0..1000u64), 1..9), most in 1..5usize
        ) {
            let mut size = 0;
            let candidates: Vec<(u32, u64)> = steps.iter().map(|(step, count)| { size += step * STEP; (size, *count) }).collect();
            let chosen = choose(&candidates, most);
            prop_assert!(chosen.is_sorted_by(|one, next| one < next) && chosen.len() <= most);
            prop_assert_eq!(chosen.last(), candidates.last().map(|(size, _)| size));
            let last = candidates.len() - 1;
            let best = (0..1_u32 << last).filter(|others| (others.count_ones() as usize) < most).map(|others| {
                let sizes: Vec<u32> = (0..=last).filter(|index| *index == last || others & 1 << index != 0).map(|index| candidates[index].0).collect();
                cost(&candidates, &sizes)
            }).min();
            prop_assert_eq!(Some(cost(&candidates, &chosen)), best);
        }

        #[test]
        fn all_messages_fit_into_sizes_within_bounds(lens in prop::collection::vec(0..60_000u32, 0..200), most in 1..10usize) {
            let mut lengths = Lengths::default();
            lens.iter().for_each(|len| lengths.count(*len));
            let sizes = lengths.sizes(most, 32, 65_536);
            prop_assert!(sizes.len() <= most && sizes.last() == Some(&65_536));
            prop_assert!(sizes.iter().all(|size| size.is_multiple_of(STEP) && (32..=65_536).contains(size)));
        }
    }
}
