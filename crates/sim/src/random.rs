//! Random numbers from a seed, the same on every machine (SplitMix64).

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of `seed`.
    pub fn new(seed: u64) -> Self {
        Random(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    /// A stream of its own for the purpose `number`: what one draws does not change the others.
    pub fn fork(&self, number: u64) -> Self {
        let mut fork = Random(self.0 ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
        fork.word();
        fork
    }

    /// Any 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        b ^ (b >> 31)
    }

    /// A number below `end`; 0 if there is none.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(end)) >> 64) as u64
    }

    /// True in `part` of `whole` cases.
    pub fn happens(&mut self, part: u32, whole: u32) -> bool {
        part > 0 && self.below(whole.into()) < part.into()
    }

    /// One of `among`.
    ///
    /// # Panics
    /// If there is none.
    pub fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_and_another_seed_others() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..8).map(|_| random.word()).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn numbers_stay_below_their_end_and_reach_all_values() {
        let mut random = Random::new(7);
        let mut seen = [0u32; 5];
        (0..1000).for_each(|_| seen[random.below(5) as usize] += 1);
        assert!(seen.iter().all(|count| (100..300).contains(count)), "{seen:?}");
    }

    #[test]
    fn chances_are_as_asked() {
        let mut random = Random::new(3);
        let hits = (0..10_000).filter(|_| random.happens(1, 100)).count();
        assert!((50..200).contains(&hits), "{hits}");
        assert!(!(0..100).any(|_| random.happens(0, 100)));
    }

    #[test]
    fn forks_are_independent() {
        let random = Random::new(5);
        assert_ne!(random.fork(1).word(), random.fork(2).word());
    }
}
