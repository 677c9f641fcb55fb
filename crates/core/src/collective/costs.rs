//! Which way data go between the ranks of a machine: by copies through a board, or by one copy from where they are. Copies between processors cost about the
//! same on all machines seen so far; what the system takes to read memory differs by three times and more, so that is measured.

use std::sync::OnceLock;

use ferry_shm::board::Board;

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

    /// As a word that is not 0: nanoseconds of a call, and picoseconds of a byte.
    fn word(self) -> u64 {
        // Rounded to whole numbers that fit.
        let (call, byte) = (self.call_ns as u32, (1e3 * self.byte_ns) as u32);
        (u64::from(call) << u32::BITS | u64::from(byte)).max(1)
    }

    fn of_word(word: u64) -> Self {
        Cost { call_ns: (word >> u32::BITS) as f64, byte_ns: 1e-3 * f64::from(word as u32) }
    }
}

/// What decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// Copying to or from a board, between processors.
    pub copy: Cost,
    /// Reading another process's memory.
    pub read: Cost,
    /// Waiting for readers where ranks have processors of their own.
    pub wait_ns: f64,
    /// The same where they share processors: giving way to each of them.
    pub turn_ns: f64,
}

impl Costs {
    /// As measured on two cores of a Xeon (virtual, Linux 6.18) with 4 KiB pages, on 2, 4 and 8 ranks.
    pub const TYPICAL: Costs = Costs {
        copy: Cost { call_ns: 0.0, byte_ns: 0.046 },
        read: Cost { call_ns: 500.0, byte_ns: 0.043 },
        wait_ns: 800.0,
        turn_ns: 1500.0,
    };

    /// With what reading costs as all ranks of a board say: what the first one that asks finds out, or assumes if the user wants memory to be read.
    pub(super) fn agreed(board: &Board, wants_reads: bool) -> Costs {
        let here = || if wants_reads { Costs::TYPICAL.read } else { measured_read() };
        Costs { read: Cost::of_word(board.agree_on_reads(|| here().word())), ..Costs::TYPICAL }
    }
}

/// What the system takes to read memory here, found out once.
fn measured_read() -> Cost {
    static FOUND: OnceLock<Cost> = OnceLock::new();
    let impossible = Cost { call_ns: f64::MAX, byte_ns: 0.0 };
    *FOUND.get_or_init(|| ferry_calibrate::reads::measure().map_or(impossible, Cost::through))
}

/// What one rank gives to others in an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gift {
    /// Bytes for each reader.
    pub bytes: u64,
    /// Ranks that read.
    pub readers: u64,
    /// All read the same bytes.
    pub is_same: bool,
    /// Ranks share processors.
    pub shares: bool,
}

/// Whether readers should take a gift from where it is.
pub fn is_better_read(costs: &Costs, gift: Gift) -> bool {
    let Gift { bytes, readers, is_same, shares } = gift;
    let ins = if is_same { 1 } else { readers };
    let copied = (ins + readers) as f64 * costs.copy.of(bytes);
    let wait = if shares { costs.turn_ns * readers as f64 } else { costs.wait_ns };
    readers > 0 && readers as f64 * costs.read.of(bytes) + wait < copied
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXCHANGE: Gift = Gift { bytes: 0, readers: 1, is_same: false, shares: false };

    /// The shortest power of two that is read.
    fn limit(gift: Gift) -> u64 {
        (0..40).map(|bits| 1 << bits).find(|bytes| is_better_read(&Costs::TYPICAL, Gift { bytes: *bytes, ..gift })).unwrap_or(0)
    }

    #[test]
    fn long_blocks_are_read_and_short_ones_copied() {
        assert_eq!(limit(EXCHANGE), 32 << 10);
        assert!(!is_better_read(&Costs::TYPICAL, Gift { bytes: 1 << 30, readers: 0, ..EXCHANGE }));
    }

    #[test]
    fn what_all_read_and_what_others_wait_for_is_copied_longer() {
        let many = Gift { readers: 7, ..EXCHANGE };
        assert!(limit(Gift { is_same: true, ..many }) > limit(many));
        assert!(limit(Gift { shares: true, ..many }) > limit(many));
    }

    #[test]
    fn a_cost_survives_its_word() {
        let cost = Cost::through([(4096, 2_200), (65_536, 8_200)]);
        assert!((cost.call_ns - 1800.0).abs() < 1.0 && (cost.byte_ns - 0.0977).abs() < 1e-3, "{cost:?}");
        let word = Cost::of_word(cost.word());
        assert!((cost.call_ns - word.call_ns).abs() <= 1.0 && (cost.byte_ns - word.byte_ns).abs() <= 1e-3, "{word:?}");
        assert_ne!(Cost { call_ns: 0.0, byte_ns: 0.0 }.word(), 0);
        assert!(Cost::of_word(Cost { call_ns: f64::MAX, byte_ns: 0.0 }.word()).call_ns > 1e9);
    }

    /// As two processors of an EPYC take (virtual, Linux 6.18), whose system copies without fast strings.
    #[test]
    fn where_the_system_copies_slowly_pieces_are_copied() {
        let costs = Costs { read: Cost { call_ns: 1800.0, byte_ns: 0.0977 }, wait_ns: 0.0, ..Costs::TYPICAL };
        assert!(!is_better_read(&costs, Gift { bytes: 64 << 10, ..EXCHANGE }));
    }

    #[test]
    fn where_reading_is_dear_everything_is_copied() {
        let costs = Costs { read: Cost { call_ns: 0.0, byte_ns: 1.0 }, ..Costs::TYPICAL };
        assert!(!is_better_read(&costs, Gift { bytes: 1 << 30, ..EXCHANGE }));
    }
}
