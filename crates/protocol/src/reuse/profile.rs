//! How a program uses the buffers that it sends short messages from, in the terms of the paper's
//! tables 1 and 3: how often, of what length, and how many of them would be registered.

use std::collections::HashMap;

use super::model::{Fraction, Model, PaperPath, Prices, SHORTEST};
use super::table::EARNED;

/// Longest message that matters to the thresholds of the paper, in bytes.
const LONGEST: u32 = 16 << 10;

/// Words of a [`Summary`].
pub const SUMMARY_WORDS: usize = 6;

/// A buffer.
#[derive(Clone, Copy, Debug, Default)]
struct Used {
    uses: u64,
    /// Of the last message.
    bytes: u32,
    /// What its uses are worth together.
    worth: u64,
}

/// The uses of one process.
#[derive(Clone, Debug)]
pub struct Profile {
    buffers: HashMap<u64, Used>,
    model: Model,
}

impl Default for Profile {
    fn default() -> Self {
        let model = Model::new(Prices::Paper(PaperPath::Ring), Fraction::Quarter, LONGEST);
        Profile { buffers: HashMap::new(), model }
    }
}

impl Profile {
    /// A message of `bytes` bytes is sent from `address`.
    pub fn note(&mut self, address: u64, bytes: u32) {
        let worth = u64::from(self.model.worth(bytes));
        let used = self.buffers.entry(address).or_default();
        used.uses += 1;
        used.bytes = bytes;
        used.worth += worth;
    }

    /// What there is to say.
    pub fn summary(&self) -> Summary {
        self.summary_of(|_| true)
    }

    /// The same, of the buffers at these addresses only.
    pub fn summary_of(&self, is_meant: impl Fn(u64) -> bool) -> Summary {
        let buffers = || self.buffers.iter().filter(|(address, _)| is_meant(**address));
        let most = buffers().max_by_key(|(address, used)| (used.uses, **address)).map(|(_, used)| *used);
        let long = || buffers().filter(|(_, used)| used.bytes >= SHORTEST);
        Summary {
            most_uses: most.map_or(0, |used| used.uses),
            bytes_of_most: most.map_or(0, |used| used.bytes.into()),
            uses: buffers().map(|(_, used)| used.uses).sum(),
            buffers: buffers().count() as u64,
            long_buffers: long().count() as u64,
            frequent_buffers: long().filter(|(_, used)| used.worth >= u64::from(EARNED)).count() as u64,
        }
    }
}

/// What is told of a process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Uses of the buffer that is used most.
    pub most_uses: u64,
    /// Bytes of messages from it.
    pub bytes_of_most: u64,
    /// Uses of all buffers.
    pub uses: u64,
    /// Buffers.
    pub buffers: u64,
    /// Those with messages of 128 bytes and more.
    pub long_buffers: u64,
    /// Those among them that are used so often that they would be registered, by the paper's table.
    pub frequent_buffers: u64,
}

impl Summary {
    /// As it travels.
    pub fn to_words(self) -> [u64; SUMMARY_WORDS] {
        [self.most_uses, self.bytes_of_most, self.uses, self.buffers, self.long_buffers, self.frequent_buffers]
    }

    /// See [`Summary::to_words`].
    pub fn from_words([most_uses, bytes_of_most, uses, buffers, long_buffers, frequent_buffers]: [u64; SUMMARY_WORDS]) -> Self {
        Summary { most_uses, bytes_of_most, uses, buffers, long_buffers, frequent_buffers }
    }

    /// The part of all uses that are of a buffer which was used before.
    pub fn reuse(&self) -> f64 {
        part(self.uses - self.buffers.min(self.uses), self.uses)
    }

    /// The part of the buffers of long messages that would be registered.
    pub fn frequent(&self) -> f64 {
        part(self.frequent_buffers, self.long_buffers)
    }
}

fn part(some: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { some as f64 / all as f64 }
}

/// A row of the tables: all processes of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Uses of the buffer that is used most: the least of a process, the most, the mean.
    pub uses: [f64; 3],
    /// Bytes of messages from that buffer, likewise.
    pub bytes: [f64; 3],
    /// The mean of [`Summary::reuse`].
    pub reuse: f64,
    /// The mean of [`Summary::frequent`].
    pub frequent: f64,
}

impl Row {
    /// Of these processes.
    pub fn of(all: &[Summary]) -> Row {
        let mean = |of: &dyn Fn(&Summary) -> f64| all.iter().map(of).sum::<f64>() / all.len().max(1) as f64;
        let range = |of: &dyn Fn(&Summary) -> u64| {
            let bounds = [all.iter().map(of).min(), all.iter().map(of).max()].map(|bound| bound.unwrap_or(0) as f64);
            [bounds[0], bounds[1], mean(&|summary| of(summary) as f64)]
        };
        Row {
            uses: range(&|summary| summary.most_uses),
            bytes: range(&|summary| summary.bytes_of_most),
            reuse: mean(&Summary::reuse),
            frequent: mean(&Summary::frequent),
        }
    }

    /// Heads of the columns of both tables, as Markdown.
    pub const HEAD: &str = "| program | most uses of a buffer | bytes of its messages | uses of buffers used before | buffers used often |\n\
                            |---|---:|---:|---:|---:|\n";

    /// The row, as Markdown.
    pub fn text(&self, program: &str) -> String {
        let range = |[least, most, mean]: [f64; 3]| format!("{least:.0} to {most:.0} (mean {mean:.0})");
        let (reuse, frequent) = (100.0 * self.reuse, 100.0 * self.frequent);
        format!("| {program} | {} | {} | {reuse:.2} % | {frequent:.1} % |\n", range(self.uses), range(self.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_uses_by_address() {
        let mut profile = Profile::default();
        (0..40).for_each(|_| profile.note(0x1000, 8192));
        (0..50).for_each(|_| profile.note(0x9000, 8));
        profile.note(0x5000, 4096);
        let summary = profile.summary();
        let expected = Summary { most_uses: 50, bytes_of_most: 8, uses: 91, buffers: 3, long_buffers: 2, frequent_buffers: 1 };
        assert_eq!(summary, expected);
        assert_eq!(Summary::from_words(summary.to_words()), summary);
        assert!((summary.reuse() - 88.0 / 91.0).abs() < 1e-9 && summary.frequent() == 0.5);
        let some = profile.summary_of(|address| address < 0x9000);
        assert_eq!((some.most_uses, some.uses, some.buffers), (40, 41, 2));
    }

    #[test]
    fn a_row_has_the_range_and_the_mean_of_all_processes() {
        let one = Summary { most_uses: 2, bytes_of_most: 8, uses: 4, buffers: 2, long_buffers: 0, frequent_buffers: 0 };
        let row = Row::of(&[one, Summary { most_uses: 6, uses: 8, ..one }]);
        assert_eq!((row.uses, row.bytes, row.reuse, row.frequent), ([2.0, 6.0, 4.0], [8.0; 3], 0.625, 0.0));
        assert_eq!(row.text("x"), "| x | 2 to 6 (mean 4) | 8 to 8 (mean 8) | 62.50 % | 0.0 % |\n");
        assert_eq!(Row::of(&[]), Row::default());
    }
}
