//! What was decided about eager sends, by length of the message.

/// Classes of lengths: below 128 bytes, below 256, …; the last one has all that are longer.
pub const CLASSES: usize = 9;

/// Lengths of the first class are below this.
const FIRST: u32 = 128;

/// What happened to messages of some lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Messages that were copied.
    pub copied: u64,
    /// Messages that left from the user's buffer.
    pub direct: u64,
    /// Messages that were copied although their buffer is used often, as the program waits for them
    /// and copying is faster.
    pub hurried: u64,
    /// Registrations that the messages needed.
    pub registrations: u64,
    /// Registrations that could not be had.
    pub refusals: u64,
}

/// Counts by length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    classes: [Counts; CLASSES],
}

impl Counters {
    /// The counts of messages as long as `bytes`.
    #[inline(always)]
    pub fn of(&mut self, bytes: u32) -> &mut Counts {
        &mut self.classes[class_of(bytes)]
    }

    /// All classes: least length, and counts.
    pub fn classes(&self) -> impl Iterator<Item = (u32, &Counts)> {
        self.classes.iter().enumerate().map(|(class, counts)| (least_of(class), counts))
    }

    /// The sum over all lengths.
    pub fn total(&self) -> Counts {
        self.classes.iter().fold(Counts::default(), |sum, counts| Counts {
            copied: sum.copied + counts.copied,
            direct: sum.direct + counts.direct,
            hurried: sum.hurried + counts.hurried,
            registrations: sum.registrations + counts.registrations,
            refusals: sum.refusals + counts.refusals,
        })
    }
}

fn class_of(bytes: u32) -> usize {
    if bytes < FIRST { 0 } else { ((bytes / FIRST).ilog2() as usize + 1).min(CLASSES - 1) }
}

fn least_of(class: usize) -> u32 {
    if class == 0 { 0 } else { FIRST << (class - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_length_has_its_class() {
        for (bytes, class) in [(0, 0), (127, 0), (128, 1), (255, 1), (256, 2), (8192, 7), (16384, 8), (1 << 30, 8)] {
            assert_eq!(class_of(bytes), class, "{bytes}");
            assert!(least_of(class) <= bytes);
        }
    }

    #[test]
    fn the_total_is_the_sum() {
        let mut counters = Counters::default();
        counters.of(100).copied += 3;
        counters.of(5000).direct += 2;
        assert_eq!(counters.total(), Counts { copied: 3, direct: 2, ..Counts::default() });
        assert_eq!(counters.classes().map(|(_, counts)| counts.copied).sum::<u64>(), 3);
    }
}
