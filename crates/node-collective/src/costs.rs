//! Which way data go between the ranks of a machine: by copies through a shared area, or by one
//! copy from where they are. What either takes differs by three times and more between machines, so
//! that is measured: what reading takes is what messages are chosen by, once that is known.

use std::sync::OnceLock;

use ferry_calibrate::reads::Moves;
use ferry_calibrate::table::Backing;
use ferry_shm::shared_area::SharedArea;

/// What a way to move bytes costs, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Of a call.
    pub call_ns: f64,
    /// Of a byte.
    pub byte_ns: f64,
}

impl Cost {
    fn of(self, bytes: u64) -> f64 {
        self.call_ns + self.byte_ns * bytes as f64
    }

    /// Through two points of bytes and nanoseconds.
    fn through([short, long]: [(u64, u64); 2]) -> Self {
        let byte_ns = long.1.saturating_sub(short.1) as f64 / (long.0 - short.0) as f64;
        Cost { call_ns: (short.1 as f64 - byte_ns * short.0 as f64).max(0.0), byte_ns }
    }
}

/// What decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// Copying to or from a shared area, between processors.
    pub copy: Cost,
    /// Reading another process's memory.
    pub read: Cost,
    /// The same where it is in huge pages.
    pub read_huge: Cost,
    /// Waiting for readers where ranks have processors of their own.
    pub wait_ns: f64,
    /// The same where they share processors: giving way to each of them.
    pub turn_ns: f64,
}

impl Costs {
    /// As measured on two cores of a Xeon (virtual, Linux 6.18) with 4 KiB pages, on 2, 4 and 8
    /// ranks.
    pub const TYPICAL: Costs = Costs {
        copy: Cost { call_ns: 0.0, byte_ns: 0.046 },
        read: Cost { call_ns: 500.0, byte_ns: 0.043 },
        read_huge: Cost { call_ns: 500.0, byte_ns: 0.043 },
        wait_ns: 800.0,
        turn_ns: 1500.0,
    };

    /// With what reading and copying cost as all ranks of a shared area say: what the first one
    /// that asks finds out, or assumes if the user wants memory to be read.
    pub fn agreed(area: &SharedArea, wants_reads: bool) -> Costs {
        let here = || if wants_reads { Costs::TYPICAL } else { Costs::measured() };
        Costs::of_word(area.agree_on_reads(|| here().word()))
    }

    /// Found out once.
    fn measured() -> Costs {
        static FOUND: OnceLock<Costs> = OnceLock::new();
        *FOUND.get_or_init(|| Costs::of_moves(&ferry_calibrate::moves()))
    }

    /// What a processor takes in its own caches, doubled for copies between two, but for no more
    /// than is typical.
    fn of_moves(moves: &Moves) -> Costs {
        let impossible = Cost { call_ns: f64::MAX, byte_ns: f64::MAX };
        let (bytes, ns) = moves.copy;
        let copy_ns = BETWEEN_PROCESSORS * ns as f64 / bytes as f64;
        let copy = Cost { byte_ns: copy_ns.min(Costs::TYPICAL.copy.byte_ns), ..Costs::TYPICAL.copy };
        let read = moves.read.map_or(impossible, Cost::through);
        Costs { copy, read, read_huge: moves.read_huge.map_or(read, Cost::through), ..Costs::TYPICAL }
    }

    /// Whether readers should take a block from where it is, with such a backing. From a shared
    /// heap that is a copy like one from a shared area.
    pub fn is_better_read_from(&self, backing: Backing, block: SharedBlock) -> bool {
        match backing {
            Backing::SmallPages => is_better_read(self, block),
            Backing::SharedHeap => is_better_read(&Costs { read: self.copy, turn_ns: SHARED_TURN_NS, ..*self }, block),
            Backing::HugePages => {
                let read = self.read_huge;
                block.bytes > LONGEST_AT_ONCE && self.gains_by_huge_pages() && is_better_read(&Costs { read, ..*self }, block)
            }
        }
    }

    /// Whether reading is cheaper by a tenth at least in huge pages.
    pub fn gains_by_huge_pages(&self) -> bool {
        self.read_huge.byte_ns <= 0.9 * self.read.byte_ns
    }

    /// As a word that is not 0, 16 bits each: nanoseconds of a call that reads, and picoseconds of
    /// a byte that is read from huge pages, of one that is read from small ones, and of one that is
    /// copied.
    fn word(&self) -> u64 {
        // Rounded to whole numbers, and cut to what fits.
        let part = |value: f64| (value as u64).min((1 << PART) - 1);
        let parts =
            [self.read.call_ns, 1e3 * self.read_huge.byte_ns, 1e3 * self.read.byte_ns, (1e3 * self.copy.byte_ns).max(1.0)];
        parts.into_iter().fold(0, |word, value| word << PART | part(value))
    }

    fn of_word(word: u64) -> Costs {
        let [copy, small, huge, call_ns] = std::array::from_fn(|at| (word >> (PART * at as u32) & ((1 << PART) - 1)) as f64);
        let read = |byte_ps: f64| Cost { call_ns, byte_ns: 1e-3 * byte_ps };
        Costs {
            copy: Cost { byte_ns: 1e-3 * copy, ..Costs::TYPICAL.copy },
            read: read(small),
            read_huge: read(huge),
            ..Costs::TYPICAL
        }
    }
}

/// Bits of a number in a word.
const PART: u32 = 16;

/// How much longer a copy takes from the caches of another processor: 1.6 to 2.6 times on an EPYC
/// (Zen 5).
const BETWEEN_PROCESSORS: f64 = 2.0;

/// Giving way to a reader of a shared heap, where ranks share processors: none of them is held up
/// by the system meanwhile. Chosen so that blocks of 32 KiB on four ranks of two processors are
/// read: an alltoall takes 11.8 us then, 22.9 by copies, an allgather 13.5 and 16.4 (EPYC, Zen 4).
const SHARED_TURN_NS: f64 = 500.0;

/// Blocks up to this length are copied in one step, with one wait, which is cheaper than the costs
/// say, in bytes: an allgather of 64 KiB on two ranks took 4.2 us by copies and 5.7 by reading from
/// huge pages, of 256 KiB 20 and 17.
const LONGEST_AT_ONCE: u64 = 64 << 10;

/// What one rank gives to others in an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedBlock {
    /// Bytes for each reader.
    pub bytes: u64,
    /// Ranks that read.
    pub readers: u64,
    /// All read the same bytes.
    pub is_same: bool,
    /// Ranks share processors.
    pub shares: bool,
}

/// Whether readers should take a block from where it is.
pub fn is_better_read(costs: &Costs, block: SharedBlock) -> bool {
    let SharedBlock { bytes, readers, is_same, shares } = block;
    let ins = if is_same { 1 } else { readers };
    let copied = (ins + readers) as f64 * costs.copy.of(bytes);
    let wait = if shares { costs.turn_ns * readers as f64 } else { costs.wait_ns };
    readers > 0 && readers as f64 * costs.read.of(bytes) + wait < copied
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXCHANGE: SharedBlock = SharedBlock { bytes: 0, readers: 1, is_same: false, shares: false };

    /// The shortest power of two that is read.
    fn limit(block: SharedBlock) -> u64 {
        (0..40)
            .map(|bits| 1 << bits)
            .find(|bytes| is_better_read(&Costs::TYPICAL, SharedBlock { bytes: *bytes, ..block }))
            .unwrap_or(0)
    }

    #[test]
    fn long_blocks_are_read_and_short_ones_copied() {
        assert_eq!(limit(EXCHANGE), 32 << 10);
        assert!(!is_better_read(&Costs::TYPICAL, SharedBlock { bytes: 1 << 30, readers: 0, ..EXCHANGE }));
    }

    #[test]
    fn what_all_read_and_what_others_wait_for_is_copied_longer() {
        let many = SharedBlock { readers: 7, ..EXCHANGE };
        assert!(limit(SharedBlock { is_same: true, ..many }) > limit(many));
        assert!(limit(SharedBlock { shares: true, ..many }) > limit(many));
    }

    #[test]
    fn costs_survive_their_word() {
        let costs = Costs::of_moves(&Moves {
            read: Some([(4096, 2_200), (65_536, 8_200)]),
            read_huge: Some([(4096, 2_000), (65_536, 5_000)]),
            copy: (65_536, 720),
        });
        assert!((costs.read.call_ns - 1800.0).abs() < 1.0 && (costs.read.byte_ns - 0.0977).abs() < 1e-3, "{costs:?}");
        assert!((costs.copy.byte_ns - 0.022).abs() < 1e-3, "{costs:?}");
        let word = Costs::of_word(costs.word());
        assert!((costs.read.call_ns - word.read.call_ns).abs() <= 1.0 && (costs.read.byte_ns - word.read.byte_ns).abs() <= 1e-3);
        assert!((costs.copy.byte_ns - word.copy.byte_ns).abs() <= 1e-3 && word.wait_ns == costs.wait_ns, "{word:?}");
        assert!((costs.read_huge.byte_ns - word.read_huge.byte_ns).abs() <= 1e-3 && word.gains_by_huge_pages(), "{word:?}");
        let nothing = Cost { call_ns: 0.0, byte_ns: 0.0 };
        assert_ne!(Costs { copy: nothing, read: nothing, ..costs }.word(), 0);
    }

    #[test]
    fn huge_pages_are_read_where_small_ones_are_copied() {
        let costs = Costs::of_moves(&Moves {
            read: Some([(4096, 1_100), (65_536, 6_000)]),
            read_huge: Some([(4096, 900), (65_536, 3_000)]),
            copy: (65_536, 1_200),
        });
        let long = SharedBlock { bytes: 256 << 10, ..EXCHANGE };
        assert!(!is_better_read(&costs, long) && costs.is_better_read_from(Backing::HugePages, long));
        assert!(!costs.is_better_read_from(Backing::HugePages, SharedBlock { bytes: LONGEST_AT_ONCE, ..EXCHANGE }));
        let same = Costs { read_huge: costs.read, ..costs };
        assert!(!same.is_better_read_from(Backing::HugePages, SharedBlock { bytes: 64 << 20, ..EXCHANGE }));
    }

    #[test]
    fn shared_heaps_are_read_where_a_copy_costs_more_than_a_wait() {
        let read = |bytes, block| Costs::TYPICAL.is_better_read_from(Backing::SharedHeap, SharedBlock { bytes, ..block });
        assert!(!read(8 << 10, EXCHANGE) && read(32 << 10, EXCHANGE));
        let same = SharedBlock { readers: 7, is_same: true, ..EXCHANGE };
        assert!(read(32 << 10, same) && !read(32 << 10, SharedBlock { shares: true, ..same }));
        assert!(!read(1 << 20, SharedBlock { readers: 0, ..EXCHANGE }));
    }

    #[test]
    fn what_cannot_be_read_is_copied() {
        let costs = Costs::of_moves(&Moves { read: None, read_huge: None, copy: (65_536, 3_000) });
        let costs = Costs::of_word(costs.word());
        assert_eq!(costs.copy.byte_ns, Costs::TYPICAL.copy.byte_ns, "as much as is typical at most");
        assert!(
            costs.read.byte_ns > 60.0
                && !costs.gains_by_huge_pages()
                && !is_better_read(&costs, SharedBlock { bytes: 16 << 20, ..EXCHANGE })
        );
    }

    /// As two processors of a newer EPYC take (Zen 5), which copies faster than its system.
    #[test]
    fn where_copies_are_cheap_nothing_is_read() {
        let costs =
            Costs::of_moves(&Moves { read: Some([(4096, 1_100), (65_536, 5_200)]), read_huge: None, copy: (65_536, 720) });
        assert!((10..30).all(|bits| !is_better_read(&costs, SharedBlock { bytes: 1 << bits, ..EXCHANGE })));
    }

    /// As two processors of an EPYC take (virtual, Linux 6.18), whose system copies without fast
    /// strings.
    #[test]
    fn where_the_system_copies_slowly_pieces_are_copied() {
        let costs = Costs { read: Cost { call_ns: 1800.0, byte_ns: 0.0977 }, wait_ns: 0.0, ..Costs::TYPICAL };
        assert!(!is_better_read(&costs, SharedBlock { bytes: 64 << 10, ..EXCHANGE }));
    }

    #[test]
    fn where_reading_is_dear_everything_is_copied() {
        let costs = Costs { read: Cost { call_ns: 0.0, byte_ns: 1.0 }, ..Costs::TYPICAL };
        assert!(!is_better_read(&costs, SharedBlock { bytes: 1 << 30, ..EXCHANGE }));
    }
}
