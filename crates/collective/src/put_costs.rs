//! What putting into memory of another node costs, as far as algorithms are chosen by it.

/// Costs of puts. All ranks of a communicator use the same ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PutCosts {
    /// From a put of a few bytes until the peer has seen its signal, in ns, without the work of
    /// both ranks.
    pub step_ns: u32,
    /// That work, in ns: what each further put takes which goes on at the same time.
    pub start_ns: u32,
    /// A byte on its way, in ps.
    pub byte_ps: u32,
    /// Copying a byte within a rank, in ps.
    pub copy_ps: u32,
}

/// An adapter's rate, in Mbit/s, and the latency of a put of those that have it at least: as
/// allgathers take on the simulated machines, whose numbers are from vendors and publications.
const LATENCIES_NS: [(u32, u32); 3] = [(40_000, 850), (10_000, 2_500), (0, 5_000)];

/// The same of adapters that are software: soft-RoCE between virtual machines.
const SOFTWARE_NS: u32 = 60_000;

/// A step takes so many times the work that it is for the ranks.
const STEP_IN_STARTS: u32 = 2;

/// Bits of a cost in a word.
const PART: u32 = 16;

impl PutCosts {
    /// Of an adapter of 100 Gbit/s.
    pub const USUAL: PutCosts = PutCosts { step_ns: 850, start_ns: 420, byte_ps: 80, copy_ps: 80 };

    /// Of an adapter whose port has a rate of `rate_mbps` Mbit/s.
    pub fn of_adapter(rate_mbps: u32, is_software: bool, copy_ps: u32) -> PutCosts {
        let found = LATENCIES_NS.iter().find(|(least, _)| rate_mbps >= *least).map_or(LATENCIES_NS[0].1, |(_, ns)| *ns);
        let step_ns = if is_software { SOFTWARE_NS } else { found };
        PutCosts { step_ns, start_ns: step_ns / STEP_IN_STARTS, byte_ps: 8_000_000 / rate_mbps.max(1), copy_ps }
    }

    /// M_T (AG-2): copying so much in at one end and out at the other takes as long as a put that
    /// tells where data may go. The next power of two.
    pub fn copy_below(self) -> u64 {
        let exact = f64::from(self.step_ns + self.start_ns) * 1e3 / (2.0 * f64::from(self.copy_ps.max(1)));
        1 << (exact.max(1.0).log2().round() as u32).min(40)
    }

    /// As a word, of which the greatest of several is the word of one of them: what takes longest
    /// on the way decides first.
    pub fn word(self) -> u64 {
        let part = |value: u32| u64::from(value).min((1 << PART) - 1);
        [self.byte_ps, self.step_ns / 10, self.start_ns / 10, self.copy_ps]
            .into_iter()
            .fold(0, |word, value| word << PART | part(value))
    }

    /// The inverse, to within 10 ns.
    pub fn of_word(word: u64) -> PutCosts {
        let [copy_ps, start, step, byte_ps] = std::array::from_fn(|at| (word >> (PART * at as u32)) as u32 & ((1 << PART) - 1));
        PutCosts { step_ns: 10 * step, start_ns: 10 * start, byte_ps, copy_ps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_survive_their_word() {
        for costs in [PutCosts::USUAL, PutCosts::of_adapter(100_000, false, 83), PutCosts::of_adapter(8_000, true, 600)] {
            let rounded = PutCosts { start_ns: costs.start_ns / 10 * 10, ..costs };
            assert_eq!(PutCosts::of_word(costs.word()), rounded);
        }
    }

    #[test]
    fn longer_steps_and_cheaper_copies_raise_m_t() {
        assert_eq!(PutCosts::of_adapter(8_000, false, 900).copy_below(), 4096, "as in the paper");
        assert_eq!(PutCosts::of_adapter(200_000, false, 83).copy_below(), 8192);
        assert!(PutCosts::of_adapter(8_000, true, 600).copy_below() > 16 << 10);
        let cheap = PutCosts { copy_ps: 40, ..PutCosts::USUAL };
        assert!(cheap.copy_below() > PutCosts::USUAL.copy_below());
        assert!(PutCosts { copy_ps: 0, ..PutCosts::USUAL }.copy_below() > 1 << 10);
    }
}
