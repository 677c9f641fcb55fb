//! Where the parts of something cut into pieces start.

use crate::problem::Blocks;

/// Starts of consecutive pieces; the start after the last is the total.
pub(crate) enum Starts {
    /// All pieces have this length.
    Uniform(u64),
    /// `total` split as evenly as possible: the first `longer` pieces have one more than `length`.
    Even { length: u64, longer: u64 },
    /// Sums of the lengths before each piece, and of all.
    Listed(Vec<u64>),
}

impl Starts {
    /// `total` cut into `pieces`.
    pub fn even(total: u64, pieces: u32) -> Starts {
        let pieces = u64::from(pieces);
        Starts::Even { length: total / pieces, longer: total % pieces }
    }

    /// One piece for each of `ranks` blocks, of length `length(i)`, which is the same for all i if
    /// the blocks are uniform.
    pub fn of_blocks(blocks: &Blocks, ranks: u32, length: impl Fn(u32) -> u64) -> Starts {
        if blocks.is_uniform() {
            return Starts::Uniform(length(0));
        }
        let mut starts = Vec::with_capacity(ranks as usize + 1);
        let mut sum = 0;
        starts.push(0);
        for index in 0..ranks {
            sum += length(index);
            starts.push(sum);
        }
        Starts::Listed(starts)
    }

    /// Start of piece `index`, or the total.
    pub fn at(&self, index: u32) -> u64 {
        match self {
            Starts::Uniform(length) => u64::from(index) * length,
            Starts::Even { length, longer } => u64::from(index) * length + u64::from(index).min(*longer),
            Starts::Listed(starts) => starts[index as usize],
        }
    }

    /// Length of the pieces `first..end` together.
    pub fn length(&self, first: u32, end: u32) -> u64 {
        self.at(end) - self.at(first)
    }
}
