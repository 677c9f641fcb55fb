//! Which way data go between the ranks of a machine: by copies through a board, or by one copy from where they are.

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
    fn where_reading_is_dear_everything_is_copied() {
        let costs = Costs { read: Cost { call_ns: 0.0, byte_ns: 1.0 }, ..Costs::TYPICAL };
        assert!(!is_better_read(&costs, Gift { bytes: 1 << 30, ..EXCHANGE }));
    }
}
