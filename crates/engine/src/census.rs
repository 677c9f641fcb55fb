//! How many operations are not over, in all and by context, so that nobody has to look through them
//! to learn that a context has none.
//!
//! Contexts share counters by a digest: a counter of 0 is proof, another one is a reason to look.

/// Counters at first, and counters for each operation that is not over.
const LEAST: usize = 256;
const SPREAD: usize = 8;

pub(crate) struct Census {
    /// Operations that are not over.
    total: usize,
    counters: Vec<u32>,
}

impl Default for Census {
    fn default() -> Self {
        Census { total: 0, counters: vec![0; LEAST] }
    }
}

impl Census {
    #[inline(always)]
    fn place(&self, context: u64) -> usize {
        // The number of counters is a power of two; the upper bits of a product depend on all bits
        // below.
        (context.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.counters.len() - 1)
    }

    /// An operation begins.
    #[inline(always)]
    pub(crate) fn enter(&mut self, context: u64) {
        self.total += 1;
        let place = self.place(context);
        self.counters[place] += 1;
    }

    /// An operation is over.
    #[inline(always)]
    pub(crate) fn leave(&mut self, context: u64) {
        self.total -= 1;
        let place = self.place(context);
        self.counters[place] -= 1;
    }

    /// Whether there may be operations with this context that are not over.
    pub(crate) fn may_have(&self, context: u64) -> bool {
        self.counters[self.place(context)] > 0
    }

    /// Whether it should be taken again with more counters.
    pub(crate) fn is_crowded(&self) -> bool {
        self.total * SPREAD > self.counters.len()
    }

    /// Takes it again, of the contexts of all operations that are not over.
    pub(crate) fn take(&mut self, contexts: impl Iterator<Item = u64>) {
        let len = (self.total * SPREAD * 2).next_power_of_two().max(LEAST);
        *self = Census { total: 0, counters: vec![0; len] };
        contexts.for_each(|context| self.enter(context));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_with_operations_are_never_missed() {
        let mut census = Census::default();
        let contexts: Vec<u64> = (0..5000).map(|number| (number << 33) | (number % 7)).collect();
        for (count, context) in contexts.iter().enumerate() {
            census.enter(*context);
            if census.is_crowded() {
                census.take(contexts[..=count].iter().copied());
            }
            assert_eq!(census.total, count + 1);
        }
        assert!(contexts.iter().all(|context| census.may_have(*context)));
        let others = (0..10_000).filter(|number| census.may_have((1 << 63) | (number << 5))).count();
        assert!(others < 3000, "most others are told apart: {others}");
        contexts.iter().for_each(|context| census.leave(*context));
        assert!(census.total == 0 && contexts.iter().all(|context| !census.may_have(*context)));
    }
}
