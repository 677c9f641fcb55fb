//! Choosing an algorithm: the cheapest by a simple model of the machine, unless the user names one.

use crate::problem::Problem;
use crate::table::{Algorithm, Collective};

/// What the choice depends on. Every rank of a call must ask the same question; all of this is known alike at all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// The operation.
    pub collective: Collective,
    /// Ranks in the communicator.
    pub ranks: u32,
    /// Bytes of data: of the buffer of bcast, the vector of reductions (reduce-scatter: of all blocks), all blocks of
    /// allgather and allgatherv, one block of gather, scatter and alltoall; 0 for others, whose ranks cannot know.
    pub bytes: u64,
    /// The operation of a reduction commutes.
    pub commutative: bool,
    /// Processors the ranks share if they are all on one node; `None` if they are not.
    pub processors: Option<u32>,
}

impl Query {
    /// The question a call asks.
    pub fn new(collective: Collective, problem: &Problem, processors: Option<u32>) -> Query {
        let Problem { ranks, commutative, .. } = *problem;
        Query { collective, ranks, bytes: shared_bytes(collective, problem), commutative, processors }
    }

    pub(crate) fn n(&self) -> f64 {
        f64::from(self.ranks)
    }

    /// Rounds of a logarithmic algorithm.
    pub(crate) fn log(&self) -> f64 {
        f64::from(crate::tree::ceil_log2(self.ranks))
    }

    pub(crate) fn b(&self) -> f64 {
        self.bytes as f64
    }

    /// What is left of the bytes without the part of one rank.
    pub(crate) fn most(&self) -> f64 {
        self.b() * (self.n() - 1.0) / self.n()
    }

    /// Factor on algorithms that fold the ranks to a power of two.
    pub(crate) fn folded(&self) -> f64 {
        if self.ranks.is_power_of_two() { 1.0 } else { 1.5 }
    }

    /// More ranks than processors.
    fn oversubscribed(&self) -> bool {
        self.processors.is_some_and(|processors| processors < self.ranks)
    }
}

fn shared_bytes(collective: Collective, p: &Problem) -> u64 {
    match collective {
        Collective::Barrier | Collective::Gatherv | Collective::Scatterv | Collective::Alltoallv | Collective::Alltoallw => 0,
        Collective::Bcast | Collective::Reduce | Collective::Allreduce | Collective::Scan | Collective::Exscan => p.recv.bytes(0),
        Collective::Gather if p.is_root() => p.recv.bytes(0),
        Collective::Gather => p.send.bytes(0),
        Collective::Scatter if p.is_root() => p.send.bytes(0),
        Collective::Scatter | Collective::Alltoall => p.recv.bytes(0),
        Collective::Allgather | Collective::Allgatherv | Collective::ReduceScatterBlock | Collective::ReduceScatter => {
            p.recv.total_bytes(p.ranks)
        }
    }
}

/// What an algorithm costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Messages one after the other on the critical path.
    pub rounds: f64,
    /// Messages one rank starts or receives at once, beyond its rounds.
    pub at_one: f64,
    /// Messages of all ranks.
    pub messages: f64,
    /// Bytes the busiest rank sends and receives, one after the other.
    pub moved: f64,
    /// Bytes all ranks send.
    pub traffic: f64,
    /// Bytes the busiest rank reduces.
    pub reduced: f64,
    /// Bytes all ranks reduce.
    pub all_reduced: f64,
}

impl Cost {
    pub(crate) fn of(rounds: f64, messages: f64) -> Cost {
        Cost { rounds, messages, ..Cost::default() }
    }

    pub(crate) fn at_one(self, at_one: f64) -> Cost {
        Cost { at_one, ..self }
    }

    pub(crate) fn moving(self, moved: f64, traffic: f64) -> Cost {
        Cost { moved, traffic, ..self }
    }

    pub(crate) fn reducing(self, reduced: f64, all_reduced: f64) -> Cost {
        Cost { reduced, all_reduced, ..self }
    }

    /// Estimated time. With a processor for each rank the critical path decides; otherwise the work of all ranks is shared
    /// by the processors, and each round waits for ranks to be scheduled.
    pub fn time_ns(&self, query: &Query) -> f64 {
        let path = self.rounds * machine::MESSAGE_NS
            + self.at_one * machine::START_NS
            + self.moved * machine::BYTE_NS
            + self.reduced * machine::REDUCE_BYTE_NS;
        let Some(processors) = query.processors.filter(|_| query.oversubscribed()) else { return path };
        let work = self.messages * machine::START_NS * 2.0
            + self.traffic * machine::BYTE_NS * 2.0
            + self.all_reduced * machine::REDUCE_BYTE_NS;
        path.max(work / f64::from(processors)) + self.rounds * machine::SWITCH_NS
    }
}

/// The machine of the cost model. Only ratios matter.
mod machine {
    /// One-way latency of a short message.
    pub const MESSAGE_NS: f64 = 400.0;
    /// Work of one rank for a message it sends or receives besides others.
    pub const START_NS: f64 = 120.0;
    /// Moving a byte in or out.
    pub const BYTE_NS: f64 = 0.08;
    /// Reducing a byte.
    pub const REDUCE_BYTE_NS: f64 = 0.1;
    /// Until a rank that waits for a processor gets one.
    pub const SWITCH_NS: f64 = 3000.0;
}

/// The algorithm of least estimated time among those whose requirements the query meets.
pub fn select(query: &Query) -> &'static Algorithm {
    let algorithms = query.collective.algorithms();
    let mut best = &algorithms[0];
    let mut best_ns = f64::INFINITY;
    for algorithm in algorithms.iter().filter(|algorithm| algorithm.requires.met_by(query)) {
        let time_ns = (algorithm.cost)(query).time_ns(query);
        if time_ns < best_ns {
            (best, best_ns) = (algorithm, time_ns);
        }
    }
    best
}

/// Algorithms the user named, to be used wherever their requirements are met.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    forced: [Option<&'static Algorithm>; Collective::ALL.len()],
}

impl Choices {
    /// Names the algorithm for a collective, both as in `allreduce`, `ring`.
    ///
    /// # Errors
    /// There is no such collective, or it has no such algorithm.
    pub fn force(&mut self, collective: &str, algorithm: &str) -> Result<(), UnknownChoice> {
        let collective = Collective::named(collective).ok_or_else(|| UnknownChoice::Collective(collective.into()))?;
        let found = collective.algorithms().iter().find(|known| known.name == algorithm);
        let found = found.ok_or_else(|| UnknownChoice::Algorithm(collective, algorithm.into()))?;
        self.forced[collective as usize] = Some(found);
        Ok(())
    }

    /// The named algorithm if there is one and its requirements are met, else the cheapest.
    pub fn select(&self, query: &Query) -> &'static Algorithm {
        match self.forced[query.collective as usize] {
            Some(algorithm) if algorithm.requires.met_by(query) => algorithm,
            _ => select(query),
        }
    }
}

/// A choice that names nothing there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownChoice {
    /// Not a collective.
    Collective(String),
    /// Not an algorithm of the collective.
    Algorithm(Collective, String),
}

impl std::fmt::Display for UnknownChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UnknownChoice::Collective(text) => {
                let names = Collective::ALL.map(Collective::name).join(", ");
                write!(f, "there is no collective `{text}`; there are: {names}")
            }
            UnknownChoice::Algorithm(collective, text) => {
                let names: Vec<_> = collective.algorithms().iter().map(|algorithm| algorithm.name).collect();
                write!(f, "{} has no algorithm `{text}`; there are: {}", collective.name(), names.join(", "))
            }
        }
    }
}

impl std::error::Error for UnknownChoice {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_order_and_start_with_an_algorithm_for_everything() {
        for (index, collective) in Collective::ALL.into_iter().enumerate() {
            assert_eq!(collective as usize, index);
            assert_eq!(Collective::named(collective.name()), Some(collective));
            let algorithms = collective.algorithms();
            assert_eq!(algorithms[0].requires, crate::Requires::Nothing);
            for algorithm in algorithms {
                assert_eq!(algorithms.iter().filter(|other| other.name == algorithm.name).count(), 1);
            }
        }
    }

    #[test]
    fn choices_are_taken_or_refused_with_the_names_there_are() {
        let query = |ranks| Query { collective: Collective::Bcast, ranks, bytes: 8, commutative: true, processors: None };
        let mut choices = Choices::default();
        choices.force("bcast", "scatter_doubling").unwrap();
        assert_eq!(choices.select(&query(8)).name, "scatter_doubling");
        assert_eq!(choices.select(&query(7)).name, "binomial");
        assert!(choices.force("bcast", "rings").unwrap_err().to_string().contains("scatter_ring"));
        assert!(choices.force("broadcast", "ring").unwrap_err().to_string().contains("bcast"));
    }

    #[test]
    fn size_ranks_and_operation_decide() {
        let name = |collective, ranks, bytes, commutative, processors| {
            select(&Query { collective, ranks, bytes, commutative, processors }).name
        };
        assert_eq!(name(Collective::Allreduce, 8, 8, true, None), "doubling");
        assert_eq!(name(Collective::Allreduce, 8, 4 << 20, true, None), "halving_doubling");
        assert_eq!(name(Collective::Allreduce, 7, 4 << 20, true, None), "ring");
        assert_eq!(name(Collective::Allreduce, 7, 4 << 20, false, None), "tree");
        assert_eq!(name(Collective::Bcast, 16, 8, true, None), "binomial");
        assert_eq!(name(Collective::Bcast, 16, 16 << 20, true, None), "chain");
        assert_eq!(name(Collective::Alltoall, 32, 8, true, None), "bruck");
        assert_eq!(name(Collective::Alltoall, 32, 64 << 10, true, None), "linear");
        assert_eq!(name(Collective::Barrier, 8, 0, true, Some(8)), "dissemination");
    }
}
