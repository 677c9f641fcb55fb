//! What putting into memory of another node costs, as far as algorithms are chosen by it.

use crate::message_costs::{parts_of, word_of};

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

/// The same of adapters that are software, at least: soft-RoCE between virtual machines.
const SOFTWARE_NS: u32 = 60_000;

/// Such adapters are work of processors, and slow where these are, as in a machine that is
/// emulated: a step takes as long as copying so many bytes, a byte as long as copying so many. One
/// way takes 0.5 ms in the lab, and 20 to 50 ns a byte more.
const SOFTWARE_STEP_COPIES: u32 = 750_000;
/// See [`SOFTWARE_STEP_COPIES`].
const SOFTWARE_BYTE_COPIES: u32 = 24;

/// The slowest copy that these are counted in, in ps a byte: costs fit into their word then.
const SLOWEST_COPY_PS: u32 = 800;

const _: () = assert!(SOFTWARE_STEP_COPIES / 1000 * SLOWEST_COPY_PS / 10 <= u16::MAX as u32);

/// A step takes so many times the work that it is for the ranks.
const STEP_IN_STARTS: u32 = 2;

impl PutCosts {
    /// Of an adapter of 100 Gbit/s.
    pub const USUAL: PutCosts = PutCosts { step_ns: 850, start_ns: 420, byte_ps: 80, copy_ps: 80 };

    /// Of an adapter whose port has a rate of `rate_mbps` Mbit/s.
    pub fn of_adapter(rate_mbps: u32, is_software: bool, copy_ps: u32) -> PutCosts {
        let found = LATENCIES_NS.iter().find(|(least, _)| rate_mbps >= *least).map_or(LATENCIES_NS[0].1, |(_, ns)| *ns);
        let port_ps = 8_000_000 / rate_mbps.max(1);
        let counted_ps = copy_ps.min(SLOWEST_COPY_PS);
        let (step_ns, byte_ps) = match is_software {
            true => {
                let step_ns = SOFTWARE_STEP_COPIES / 1000 * counted_ps;
                (step_ns.max(SOFTWARE_NS), port_ps.max(SOFTWARE_BYTE_COPIES * counted_ps))
            }
            false => (found, port_ps),
        };
        PutCosts { step_ns, start_ns: step_ns / STEP_IN_STARTS, byte_ps, copy_ps }
    }

    /// Whether the adapter is software: then a message costs no more than a put, as either is
    /// packets that processors work on.
    pub fn is_software(self) -> bool {
        self.step_ns >= SOFTWARE_NS
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
        word_of([self.byte_ps, self.step_ns / 10, self.start_ns / 10, self.copy_ps])
    }

    /// The inverse, to within 10 ns.
    pub fn of_word(word: u64) -> PutCosts {
        let [byte_ps, step, start, copy_ps] = parts_of(word);
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
    fn adapters_that_are_software_are_as_slow_as_processors() {
        let [native, emulated] = [80, 700].map(|copy_ps| PutCosts::of_adapter(2_500, true, copy_ps));
        assert_eq!((native.step_ns, native.byte_ps), (60_000, 3_200), "the port says more");
        assert_eq!((emulated.step_ns, emulated.byte_ps), (525_000, 16_800));
        assert!(native.is_software() && emulated.is_software() && !PutCosts::of_adapter(2_500, false, 700).is_software());
        assert_eq!(PutCosts::of_word(PutCosts::of_adapter(2_500, true, 5_000).word()).step_ns, 600_000, "it fits");
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
