//! What a use of a buffer is worth (BR-4).
//!
//! With `R` for registering a buffer, `C` for copying it, and `V` for finding out that it need not
//! be copied, registering pays after `n_min = R / (C - V)` uses. A buffer is registered after a
//! fraction of these, in the hope that as many will follow. The worth of a use is the reciprocal,
//! so that uses with messages of several lengths add up: a buffer has earned its registration when
//! the sum reaches [`EARNED`].

use crate::reuse::table::EARNED;

/// Shortest message that is sent from where it lies, in bytes (BR-5): shorter ones go inline.
pub const SHORTEST: u32 = 128;

/// Lengths that share a worth: this many bytes.
const STEP: u32 = 128;

/// The part of `n_min` uses after which a buffer is registered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fraction {
    /// A quarter: as many more are hoped for.
    #[default]
    Quarter,
    /// Half.
    Half,
    /// All: no registration is lost if no use follows.
    Whole,
}

impl Fraction {
    fn percent(self) -> u64 {
        match self {
            Fraction::Quarter => 25,
            Fraction::Half => 50,
            Fraction::Whole => 100,
        }
    }
}

/// A cost that grows with bytes, in picoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Of nothing.
    pub base_ps: u64,
    /// Of 1,024 bytes more.
    pub kib_ps: u64,
}

impl Linear {
    /// Of `bytes`, in ps.
    pub fn ps(self, bytes: u32) -> u64 {
        self.base_ps + self.kib_ps * u64::from(bytes) / 1024
    }

    /// The line through two measurements, each of bytes and ps. Costs never fall with bytes.
    pub fn through((less, less_ps): (u32, u64), (more, more_ps): (u32, u64)) -> Linear {
        debug_assert!(less < more);
        let kib_ps = more_ps.saturating_sub(less_ps) * 1024 / u64::from(more - less);
        Linear { base_ps: less_ps.saturating_sub(kib_ps * u64::from(less) / 1024), kib_ps }
    }
}

/// The three tables of the paper, whose costs were those of its machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperPath {
    /// RDMA Write into a ring.
    Ring,
    /// Send and receive.
    SendReceive,
    /// Put and get.
    OneSided,
}

/// Uses after which registering pays, by the paper's table 2: bytes, ring, send and receive,
/// one-sided.
const PAPER: [(u32, [u32; 3]); 9] = [
    (512, [432, 1568, 196]),
    (1024, [200, 448, 128]),
    (2048, [110, 224, 128]),
    (3072, [76, 131, 125]),
    (4096, [60, 95, 56]),
    (5120, [48, 75, 33]),
    (6144, [40, 65, 29]),
    (7168, [36, 55, 26]),
    (8192, [32, 49, 25]),
];

/// What things cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prices {
    /// As measured on this machine.
    Measured {
        /// `R`: registering, and taking it back some time.
        registration: Linear,
        /// `C`: copying.
        copy: Linear,
        /// `V`: a look at the table and at the registrations, and whatever else the direct way
        /// costs more, in ps.
        overhead_ps: u64,
    },
    /// As the paper has it (for comparison).
    Paper(PaperPath),
}

impl Prices {
    /// Uses of a buffer of `bytes` bytes after which registering it pays. `None`: it never does.
    pub fn least_uses(&self, bytes: u32) -> Option<u64> {
        if bytes < SHORTEST {
            return None;
        }
        match *self {
            Prices::Measured { registration, copy, overhead_ps } => {
                let saved_ps = copy.ps(bytes).checked_sub(overhead_ps).filter(|saved| *saved > 0)?;
                Some(registration.ps(bytes).div_ceil(saved_ps))
            }
            Prices::Paper(path) => {
                // Lengths between two of the table need as many uses as the shorter one.
                let (_, uses) = PAPER.iter().rev().find(|(least, _)| *least <= bytes)?;
                Some(uses[path as usize].into())
            }
        }
    }
}

/// The worth of uses, by length.
#[derive(Clone, Debug)]
pub struct Model {
    prices: Prices,
    /// By length in steps of [`STEP`].
    worths: Box<[u32]>,
}

impl Model {
    /// For messages of up to `longest` bytes.
    pub fn new(prices: Prices, fraction: Fraction, longest: u32) -> Model {
        let worth = |step: u32| {
            let uses = prices.least_uses(step * STEP)?;
            let wanted = (uses * fraction.percent()).div_ceil(100).max(1);
            Some(u32::try_from(u64::from(EARNED).div_ceil(wanted)).unwrap_or(EARNED).max(1))
        };
        let worths = (0..=longest / STEP).map(|step| worth(step).unwrap_or(0)).collect();
        Model { prices, worths }
    }

    /// What a use with a message of `bytes` bytes is worth; 0: messages of this length are always
    /// copied.
    #[inline(always)]
    pub fn worth(&self, bytes: u32) -> u32 {
        self.worths.get((bytes / STEP) as usize).copied().unwrap_or(0)
    }

    /// Uses with messages of `bytes` bytes after which their buffer is registered; `None`: never.
    pub fn uses(&self, bytes: u32) -> Option<u32> {
        Some(self.worth(bytes)).filter(|worth| *worth > 0).map(|worth| EARNED.div_ceil(worth))
    }

    /// Longest message that any use is worth something with, in bytes; lengths beyond are copied.
    pub fn longest(&self) -> u32 {
        self.worths.len() as u32 * STEP - 1
    }

    /// What copying a message of `bytes` bytes takes, in ns; `None` if that was not measured.
    pub fn copy_ns(&self, bytes: u32) -> Option<u64> {
        match self.prices {
            Prices::Measured { copy, .. } => Some(copy.ps(bytes) / 1000),
            Prices::Paper(_) => None,
        }
    }

    /// What it was made from.
    pub fn prices(&self) -> Prices {
        self.prices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(registration_ps: u64, copy_kib_ps: u64, overhead_ps: u64) -> Prices {
        Prices::Measured {
            registration: Linear { base_ps: registration_ps, kib_ps: 0 },
            copy: Linear { base_ps: 0, kib_ps: copy_kib_ps },
            overhead_ps,
        }
    }

    #[test]
    fn registering_pays_after_its_cost_divided_by_what_a_use_saves() {
        let prices = measured(50_000_000, 100_000, 20_000);
        assert_eq!(prices.least_uses(1024), Some(625));
        assert_eq!(prices.least_uses(8192), Some(64).map(|_| 50_000_000_u64.div_ceil(780_000)));
        assert_eq!(prices.least_uses(204), None, "the look costs as much as the copy");
        assert_eq!(prices.least_uses(127), None, "too short, whatever it costs");
    }

    #[test]
    fn fractions_scale_the_uses() {
        let prices = measured(50_000_000, 100_000, 20_000);
        let uses = |fraction| Model::new(prices, fraction, 16384).uses(1024);
        assert_eq!([uses(Fraction::Quarter), uses(Fraction::Half), uses(Fraction::Whole)], [Some(157), Some(313), Some(625)]);
    }

    #[test]
    fn the_table_of_the_paper_is_what_the_paper_says() {
        for (path, uses) in [(PaperPath::Ring, [432, 32]), (PaperPath::SendReceive, [1568, 49]), (PaperPath::OneSided, [196, 25])]
        {
            let prices = Prices::Paper(path);
            assert_eq!([prices.least_uses(512), prices.least_uses(8192)], uses.map(Some));
            assert_eq!(prices.least_uses(511), None);
        }
        assert_eq!(Model::new(Prices::Paper(PaperPath::Ring), Fraction::Quarter, 8192).uses(4096), Some(15));
    }

    #[test]
    fn what_a_copy_takes_is_known_where_it_was_measured() {
        let copy_ns = |prices| Model::new(prices, Fraction::Whole, 16384).copy_ns(2048);
        assert_eq!(copy_ns(measured(50_000_000, 100_000, 20_000)), Some(200));
        assert_eq!(copy_ns(Prices::Paper(PaperPath::Ring)), None);
    }

    #[test]
    fn memory_that_is_registered_already_is_worth_its_first_use() {
        let model = Model::new(measured(0, 100_000, 10_000), Fraction::Whole, 8192);
        assert_eq!([model.uses(4096), model.uses(64)], [Some(1), None]);
    }

    #[test]
    fn lengths_beyond_the_model_are_worth_nothing() {
        let model = Model::new(measured(1000, 100_000, 0), Fraction::Whole, 8192);
        assert!(model.worth(model.longest()) > 0);
        assert_eq!([model.worth(model.longest() + 1), model.worth(u32::MAX)], [0, 0]);
    }

    #[test]
    fn a_line_goes_through_two_measurements() {
        let line = Linear::through((1024, 5_000), (3072, 9_000));
        assert_eq!([line.ps(1024), line.ps(3072), line.ps(5120)], [5_000, 9_000, 13_000]);
        assert_eq!(Linear::through((1024, 5_000), (2048, 4_000)), Linear { base_ps: 5_000, kib_ps: 0 });
    }
}
