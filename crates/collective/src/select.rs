//! Choosing an algorithm: the cheapest by a simple model of the machine, unless the user names one.

use crate::message_costs::{MessageCosts, WayCosts};
use crate::nodes::{Nodes, Spread};
use crate::problem::{NO_ROOT, OneSided, Problem};
use crate::put_costs::PutCosts;
use crate::shared_area::AreaUse;
use crate::table::{Algorithm, Collective};

/// What the choice depends on. Every rank of a call must ask the same question; all of this is
/// known alike at all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// The operation.
    pub collective: Collective,
    /// The operation is between the two groups of an intercommunicator.
    pub between_groups: bool,
    /// Ranks in the communicator. Between groups: of a barrier all ranks of both, of operations
    /// with a root the root and the other group, else the ranks of the larger group.
    pub ranks: u32,
    /// Bytes of data: of the buffer of bcast, the vector of reductions (reduce-scatter: of all
    /// blocks), all blocks of allgather and allgatherv, one block of gather, scatter and alltoall;
    /// 0 for others, whose ranks cannot know. Between groups that of the group with more, where it
    /// differs, and 0 for allgatherv.
    pub bytes: u64,
    /// Bytes of the longest block of reduce-scatter; 0 for others, and between groups.
    pub longest: u64,
    /// The operation of a reduction commutes.
    pub commutative: bool,
    /// Processors the ranks share if they are all on one node; `None` if they are not.
    pub processors: Option<u32>,
    /// How the ranks are spread over nodes, if they are on several and that is known.
    pub spread: Option<Spread>,
    /// Every rank can put into the memory of every other, and how.
    pub one_sided: Option<OneSided>,
    /// The ranks share an area that the call can use.
    pub shared_area: Option<AreaUse>,
    /// What messages cost.
    pub costs: MessageCosts,
}

impl Query {
    /// The question a call asks.
    pub fn new(collective: Collective, problem: &Problem, processors: Option<u32>) -> Query {
        let (between_groups, commutative) = (problem.remote > 0, problem.commutative);
        let (ranks, bytes) = match between_groups {
            true => (ranks_between(collective, problem), bytes_between(collective, problem)),
            false => (problem.ranks, shared_bytes(collective, problem)),
        };
        let longest = match collective {
            Collective::ReduceScatter if !between_groups => {
                (0..problem.ranks).map(|rank| problem.recv.bytes(rank)).max().unwrap_or(0)
            }
            _ => 0,
        };
        let spread = problem.nodes.map(Nodes::spread);
        let one_sided = problem.one_sided.filter(|_| !between_groups);
        let (shared_area, costs) = (None, problem.costs);
        Query {
            collective,
            between_groups,
            ranks,
            bytes,
            longest,
            commutative,
            processors,
            spread,
            one_sided,
            shared_area,
            costs,
        }
    }

    /// The algorithms there are for it.
    pub fn algorithms(&self) -> &'static [Algorithm] {
        if self.between_groups { self.collective.algorithms_between_groups() } else { self.collective.algorithms() }
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

    /// What part of the messages of all ranks leaves one node, or comes there.
    fn share_of_node(&self, spread: Spread, way: MessageReach) -> f64 {
        let nodes = f64::from(spread.nodes);
        let apart = 1.0 - (f64::from(spread.largest) - 1.0) / (self.n() - 1.0).max(1.0);
        match way {
            MessageReach::Ring if spread.is_in_order => 1.0 / self.n(),
            MessageReach::Ring | MessageReach::Any => apart / nodes,
            MessageReach::Leaders => 1.0 / nodes,
        }
    }

    /// Bytes of the windows of a rank where the operation puts: most of them are registered
    /// meanwhile ([`OneSided::window_max`]). What others cannot know counts as more than is
    /// registered anywhere but where there is no limit.
    pub fn window_bytes(&self) -> u64 {
        match self.collective {
            Collective::Alltoall => self.bytes.saturating_mul(u64::from(self.ranks)),
            Collective::Alltoallv | Collective::Alltoallw => UNKNOWN_WINDOWS,
            // Whoever has the longest block takes in one from each rank.
            _ => self.bytes.max(self.longest.saturating_mul(u64::from(self.ranks))),
        }
    }

    /// Whether every rank can put to every other what the operation moves, and there are at most so
    /// many. Not if blocks differ so much that one rank needs far more memory than all blocks have.
    pub(crate) fn puts_among(&self, most: u32) -> bool {
        let is_lopsided = self.longest.saturating_mul(u64::from(self.ranks)) > self.bytes.saturating_mul(LOPSIDED);
        let fits = |puts: OneSided| !is_lopsided && self.window_bytes() <= puts.window_max;
        self.ranks > 1 && self.ranks <= most && self.one_sided.is_some_and(fits)
    }

    /// What puts cost between nodes, where messages go by adapters for puts: the same whether ranks
    /// put or not, so that both are compared by the same measure.
    pub(crate) fn adapters(&self) -> Option<PutCosts> {
        self.one_sided.map(|puts| puts.costs).or(self.spread.and_then(|spread| spread.adapters))
    }

    /// More ranks than processors.
    pub(crate) fn oversubscribed(&self) -> bool {
        self.processors.is_some_and(|processors| processors < self.ranks)
    }
}

/// See [`Query::window_bytes`]. Where a process may lock any memory, an operation may register
/// twice as much.
pub const UNKNOWN_WINDOWS: u64 = 64 << 30;

/// The longest block is this many times as long as the mean where that takes too much memory.
const LOPSIDED: u64 = 4;

fn shared_bytes(collective: Collective, p: &Problem) -> u64 {
    match collective {
        Collective::Barrier | Collective::Gatherv | Collective::Scatterv | Collective::Alltoallv | Collective::Alltoallw => 0,
        Collective::NeighborAllgather
        | Collective::NeighborAllgatherv
        | Collective::NeighborAlltoall
        | Collective::NeighborAlltoallv
        | Collective::NeighborAlltoallw => 0,
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

fn ranks_between(collective: Collective, p: &Problem) -> u32 {
    match collective {
        Collective::Barrier => p.ranks + p.remote,
        collective if !collective.has_root() => p.ranks.max(p.remote),
        _ if p.is_root() || p.root == NO_ROOT => p.remote + 1,
        _ => p.ranks + 1,
    }
}

fn bytes_between(collective: Collective, p: &Problem) -> u64 {
    match collective {
        Collective::Allgather => p.recv.total_bytes(p.remote).max(p.send.bytes(0) * u64::from(p.ranks)),
        Collective::Alltoall => p.recv.bytes(0).max(p.send.bytes(0)),
        Collective::Allgatherv => 0,
        _ => shared_bytes(collective, p),
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
    /// What is done within nodes besides, in nanoseconds.
    pub within_ns: f64,
    /// Which of the messages are between nodes.
    pub way: MessageReach,
    /// They are puts.
    pub puts: bool,
    /// Bytes that the busiest rank copies on the way of puts.
    pub copied: f64,
}

/// Between which ranks messages go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MessageReach {
    /// Any.
    #[default]
    Any,
    /// Neighbors in the order of ranks.
    Ring,
    /// Ranks of different nodes only.
    Leaders,
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

    pub(crate) fn by_puts(self) -> Cost {
        Cost { puts: true, ..self }
    }

    pub(crate) fn copying(self, copied: f64) -> Cost {
        Cost { copied, ..self }
    }

    pub(crate) fn around(self) -> Cost {
        Cost { way: MessageReach::Ring, ..self }
    }

    /// Estimated time. Between nodes, the messages and bytes of a node share its link. Within one,
    /// with a processor for each rank the critical path decides; otherwise the work of all ranks is
    /// shared by the processors, and each round waits for ranks to be scheduled.
    pub fn time_ns(&self, query: &Query) -> f64 {
        if let (Some(spread), Some(costs)) = (query.spread, query.adapters()) {
            return self.over_adapters_ns(query, spread, costs);
        }
        let WayCosts { message_ns, start_ns, byte_ps } = query.costs.near;
        let [message_ns, start_ns, byte_ns] = [message_ns.into(), start_ns.into(), f64::from(byte_ps) / 1e3];
        let path = self.rounds * message_ns * self.haste()
            + self.at_one * start_ns
            + self.moved * byte_ns
            + self.reduced * machine::REDUCE_BYTE_NS;
        if let Some(spread) = query.spread {
            return path + self.between_ns(query.share_of_node(spread, self.way), spread, query.costs.far);
        }
        let Some(processors) = query.processors.filter(|_| query.oversubscribed()) else { return path };
        let work = self.messages * start_ns * 2.0 + self.traffic * byte_ns * 2.0 + self.all_reduced * machine::REDUCE_BYTE_NS;
        path.max(work / f64::from(processors)) + self.rounds * machine::SWITCH_NS
    }

    /// Between nodes with adapters for puts. A message takes longer than a put, unless adapters are
    /// software. Its bytes are copied, or wait for a handshake, whichever takes longer.
    fn over_adapters_ns(&self, query: &Query, spread: Spread, costs: PutCosts) -> f64 {
        let share = query.share_of_node(spread, self.way);
        let nodes = f64::from(spread.nodes);
        let slowness = if costs.is_software() { 1.0 } else { self.haste() / machine::PUT_PART };
        let [step_ns, start_ns] = [costs.step_ns, costs.start_ns].map(|ns| f64::from(ns) * slowness);
        let [byte_ns, copy_ns] = [costs.byte_ps, costs.copy_ps].map(|ps| f64::from(ps) / 1e3);
        let begun = (self.messages * share).max(self.at_one * share * nodes);
        // What is moved by messages is counted at both ends.
        let (moved, copied) = if self.puts { (self.moved, self.copied) } else { (self.moved / 2.0, self.moved) };
        let is_asked = !self.puts && moved >= self.rounds.max(1.0) * machine::ASKED_FROM;
        let asked_ns = if is_asked { self.rounds * (step_ns + start_ns) } else { 0.0 };
        let is_held_up = self.way == MessageReach::Any && costs.byte_ps >= machine::SHARED_BUS_PS;
        let byte_ns = if is_held_up { machine::HELD_UP * byte_ns } else { byte_ns };
        let sent = (self.traffic * share).max(moved * share * nodes);
        self.within_ns
            + self.rounds * step_ns
            + begun * start_ns
            + sent * byte_ns
            + (copied * copy_ns).max(asked_ns)
            + self.reduced * machine::REDUCE_BYTE_NS
    }

    /// What part of the time of a message a step takes.
    fn haste(&self) -> f64 {
        if self.puts { machine::PUT_PART } else { 1.0 }
    }

    /// What messages between nodes take longer than others; `share` of all leave one node.
    fn between_ns(&self, share: f64, spread: Spread, far: WayCosts) -> f64 {
        let bytes = (self.traffic * share).max(self.moved * share * f64::from(spread.nodes));
        let messages = self.messages * share + self.at_one * share * f64::from(spread.nodes);
        self.within_ns
            + self.rounds * f64::from(far.message_ns) * self.haste()
            + messages * f64::from(far.start_ns)
            + bytes * f64::from(far.byte_ps) / 1e3
    }
}

/// What of the cost model nobody measures.
mod machine {
    /// What part of a message's latency a put takes that nobody has to match, copy or acknowledge.
    pub const PUT_PART: f64 = 0.75;
    /// Reducing a byte.
    pub const REDUCE_BYTE_NS: f64 = 0.1;
    /// Messages between nodes from this length on ask the receiver first, or go in several pieces
    /// (ADR 0028).
    pub const ASKED_FROM: f64 = 65_536.0;
    /// Adapters that take so long for a byte, in ps, are on a bus that both directions share
    /// (PCI-X).
    pub const SHARED_BUS_PS: u32 = 900;
    /// There what comes holds up what goes where partners change from step to step, so that the
    /// next step begins late: doubling takes 1.12 to 1.28 times as long as the ring from 32 KiB on
    /// (simulated, 16 and 32 ranks).
    pub const HELD_UP: f64 = 1.2;
    /// Until a rank that waits for a processor gets one.
    pub const SWITCH_NS: f64 = 3000.0;
}

/// The algorithm of least estimated time among those whose requirements the query meets.
pub fn select(query: &Query) -> &'static Algorithm {
    let algorithms = query.algorithms();
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

/// What an algorithm may take longer that needs nobody in between: a rank that computes may call
/// MPI again only after many times as long as any of them takes.
const ONE_HOP_TIMES: f64 = 2.0;

/// Lengths of calls are looked at up to this power of two.
const LENGTH_BITS: u32 = 40;

/// Algorithms the user named, to be used wherever their requirements are met.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    forced: [Option<&'static Algorithm>; Collective::ALL.len()],
    forced_between_groups: [Option<&'static Algorithm>; Collective::ALL.len()],
    /// Ascending by bytes.
    tuned: Vec<Tuned>,
}

/// The algorithm that was measured to be the fastest for certain calls within one group.
#[derive(Clone, Copy, Debug)]
pub struct Tuned {
    /// The operation.
    pub collective: Collective,
    /// Ranks of the communicator.
    pub ranks: u32,
    /// Nodes that they are on.
    pub nodes: u32,
    /// Ranks on the node with most.
    pub largest: u32,
    /// Most [`Query::bytes`] that it is for.
    pub up_to: u64,
    /// The algorithm.
    pub algorithm: &'static Algorithm,
}

impl Tuned {
    fn is_for(&self, query: &Query) -> bool {
        let (nodes, largest) = query.spread.map_or((1, query.ranks), |spread| (spread.nodes, spread.largest));
        !query.between_groups
            && (self.collective, self.ranks, self.nodes, self.largest) == (query.collective, query.ranks, nodes, largest)
            && query.bytes <= self.up_to
    }
}

/// Begins the name of a collective operation between groups, as in `inter_bcast`.
pub const INTER: &str = "inter_";

impl Choices {
    /// Names the algorithm for a collective, both as in `allreduce`, `ring`; of `inter_allreduce`
    /// for intercommunicators.
    ///
    /// # Errors
    /// There is no such collective, or it has no such algorithm.
    pub fn force(&mut self, collective: &str, algorithm: &str) -> Result<(), UnknownChoice> {
        let (plain, is_between) = collective.strip_prefix(INTER).map_or((collective, false), |plain| (plain, true));
        let known = Collective::named(plain).ok_or_else(|| UnknownChoice::Collective(collective.into()))?;
        let (algorithms, forced) = match is_between {
            true => (known.algorithms_between_groups(), &mut self.forced_between_groups),
            false => (known.algorithms(), &mut self.forced),
        };
        if algorithms.is_empty() {
            return Err(UnknownChoice::Collective(collective.into()));
        }
        let found = algorithms.iter().find(|candidate| candidate.name == algorithm);
        let unknown = || UnknownChoice::Algorithm { collective: collective.into(), asked: algorithm.into(), algorithms };
        forced[known as usize] = Some(found.ok_or_else(unknown)?);
        Ok(())
    }

    /// Takes what was measured in place of what is estimated.
    pub fn tune(&mut self, mut tuned: Vec<Tuned>) {
        tuned.sort_by_key(|tuned| tuned.up_to);
        self.tuned = tuned;
    }

    /// Whether the user has named an algorithm by puts for a collective.
    pub fn names_puts(&self, collective: Collective) -> bool {
        self.forced[collective as usize].is_some_and(|algorithm| algorithm.requires.needs_puts())
    }

    /// The named algorithm if there is one and its requirements are met, else the one that was
    /// measured to be the fastest for such calls, else the cheapest.
    pub fn select(&self, query: &Query) -> &'static Algorithm {
        let forced = if query.between_groups { &self.forced_between_groups } else { &self.forced };
        match forced[query.collective as usize] {
            Some(algorithm) if algorithm.requires.met_by(query) => algorithm,
            _ => self.measured(query).unwrap_or_else(|| select(query)),
        }
    }

    /// As [`Choices::select`], for ranks that compute meanwhile: where ranks would hand on what was
    /// put to them, everybody puts to everybody if that takes at most [`ONE_HOP_TIMES`] as long.
    pub fn select_for_computing(&self, query: &Query) -> &'static Algorithm {
        let selected = self.select(query);
        let is_named = self.forced[query.collective as usize].is_some_and(|named| named.requires.met_by(query));
        if !(selected.hands_on && selected.requires.needs_puts()) || is_named {
            return selected;
        }
        let time_ns = |algorithm: &Algorithm| (algorithm.cost)(query).time_ns(query);
        let in_one_hop = query.algorithms().iter().find(|algorithm| !algorithm.hands_on && algorithm.requires.met_by(query));
        in_one_hop.filter(|algorithm| time_ns(algorithm) <= ONE_HOP_TIMES * time_ns(selected)).unwrap_or(selected)
    }

    /// The first of those for calls of such a length that is possible: those of one length stand in
    /// the order in which they are preferred.
    fn measured(&self, query: &Query) -> Option<&'static Algorithm> {
        let mut tuned = self.tuned.iter().filter(|tuned| tuned.is_for(query)).peekable();
        let up_to = tuned.peek()?.up_to;
        let mut alike = tuned.take_while(|tuned| tuned.up_to == up_to).map(|tuned| tuned.algorithm);
        alike.find(|algorithm| algorithm.requires.met_by(query))
    }

    /// Below which length all calls go over the shared area, of those up to `most` bytes: `at` is
    /// what a call of a length asks. Short calls need not ask each time then. Looks in steps of
    /// powers of two, and where a tuning file says something else.
    pub fn over_area_below(&self, most: u64, at: impl Fn(u64) -> Query) -> u64 {
        let shape = at(0);
        let edges = self.tuned.iter().filter(|tuned| tuned.is_for(&shape)).flat_map(|tuned| [tuned.up_to, tuned.up_to + 1]);
        let powers = std::iter::once(0).chain((0..LENGTH_BITS).map(|bits| 1 << bits));
        let mut lengths: Vec<u64> = powers.chain(edges).chain([most]).filter(|length| *length <= most).collect();
        lengths.sort_unstable();
        let over_area = lengths.into_iter().take_while(|length| self.select(&at(*length)).is_over_shared_area());
        over_area.last().map_or(0, |longest| longest.saturating_add(1))
    }
}

/// A choice that names nothing there is.
#[derive(Clone, Debug)]
pub enum UnknownChoice {
    /// Not a collective.
    Collective(String),
    /// Not an algorithm of the collective.
    Algorithm {
        /// The collective as it was named.
        collective: String,
        /// What it has not.
        asked: String,
        /// What it has.
        algorithms: &'static [Algorithm],
    },
}

impl std::fmt::Display for UnknownChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UnknownChoice::Collective(text) => {
                let names = Collective::ALL.map(Collective::name).join(", ");
                write!(
                    f,
                    "there is no collective `{text}`; there are: {names}, and for intercommunicators {INTER}barrier, {INTER}bcast, ..."
                )
            }
            UnknownChoice::Algorithm { collective, asked, algorithms } => {
                let names: Vec<_> = algorithms.iter().map(|algorithm| algorithm.name).collect();
                write!(f, "{collective} has no algorithm `{asked}`; there are: {}", names.join(", "))
            }
        }
    }
}

impl std::error::Error for UnknownChoice {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Blocks, Integers, Shape};

    impl Query {
        pub(crate) fn example(collective: Collective, ranks: u32, bytes: u64) -> Query {
            Query {
                collective,
                between_groups: false,
                ranks,
                bytes,
                longest: 0,
                commutative: true,
                processors: None,
                spread: None,
                one_sided: None,
                shared_area: None,
                costs: MessageCosts::ASSUMED,
            }
        }
    }

    /// Between two nodes of four ranks each, by sockets: a message of a slow network is worth
    /// copying for.
    #[test]
    fn a_slower_network_changes_the_choice_and_all_ranks_come_to_the_same() {
        let spread = Spread { largest: 4, ..Spread::apart(2) };
        let name = |far: WayCosts, collective, bytes| {
            let costs = MessageCosts { far, ..MessageCosts::ASSUMED };
            select(&Query { spread: Some(spread), costs, ..Query::example(collective, 8, bytes) }).name
        };
        let fast = WayCosts { message_ns: 500, start_ns: 100, byte_ps: 40 };
        let slow = WayCosts { message_ns: 60_000, start_ns: 10_000, byte_ps: 900 };
        for collective in [Collective::Allgather, Collective::Allreduce, Collective::Barrier] {
            let [fast, slow] = [fast, slow].map(|far| name(far, collective, 8 << 10));
            assert!(fast != slow && ["nodes", "slots"].contains(&slow), "{collective:?}: {fast}, {slow}");
        }
        // What each node has found is told to all, and the dearest counts, in whatever order.
        let [one, other] = [fast, slow].map(|far| MessageCosts { far, ..MessageCosts::ASSUMED });
        assert_eq!(one.dearest(other), other.dearest(one));
    }

    #[test]
    fn tables_are_in_order_and_start_with_an_algorithm_for_everything() {
        for (index, collective) in Collective::ALL.into_iter().enumerate() {
            assert_eq!(collective as usize, index);
            assert_eq!(Collective::named(collective.name()), Some(collective));
            let (within, between) = (collective.algorithms(), collective.algorithms_between_groups());
            let is_for_one_group = collective.name().contains("scan") || collective.name().starts_with("neighbor");
            assert_eq!(between.is_empty(), is_for_one_group);
            assert_eq!(within[0].requires, crate::Requires::Nothing);
            assert!(between.first().is_none_or(|first| first.requires == crate::Requires::Nothing));
            for algorithms in [within, between] {
                let is_unique = |name| algorithms.iter().filter(|other| other.name == name).count() == 1;
                assert!(algorithms.iter().all(|algorithm| is_unique(algorithm.name)));
            }
        }
    }

    #[test]
    fn choices_are_taken_or_refused_with_the_names_there_are() {
        let query = |ranks| Query::example(Collective::Bcast, ranks, 8);
        let mut choices = Choices::default();
        choices.force("bcast", "scatter_doubling").unwrap();
        assert_eq!(choices.select(&query(8)).name, "scatter_doubling");
        assert_eq!(choices.select(&query(7)).name, "binomial");
        assert!(choices.force("bcast", "rings").unwrap_err().to_string().contains("scatter_ring"));
        assert!(choices.force("broadcast", "ring").unwrap_err().to_string().contains("bcast"));
        choices.force("inter_bcast", "chain").unwrap();
        assert_eq!(choices.select(&Query { between_groups: true, ..query(8) }).name, "chain");
        assert_eq!(choices.select(&query(8)).name, "scatter_doubling");
        assert!(choices.force("inter_allreduce", "ring").unwrap_err().to_string().contains("halving"));
        assert!(choices.force("inter_scan", "linear").unwrap_err().to_string().contains("no collective `inter_scan`"));
    }

    #[test]
    fn what_was_measured_goes_before_what_is_estimated() {
        let algorithm = |name: &str| Collective::Bcast.algorithms().iter().find(|known| known.name == name).unwrap();
        let tuned = |up_to, name| Tuned {
            collective: Collective::Bcast,
            ranks: 7,
            nodes: 1,
            largest: 7,
            up_to,
            algorithm: algorithm(name),
        };
        let mut choices = Choices::default();
        choices.tune(vec![tuned(1000, "chain"), tuned(100, "scatter_ring"), tuned(2000, "scatter_doubling")]);
        let name = |choices: &Choices, ranks, bytes| choices.select(&Query::example(Collective::Bcast, ranks, bytes)).name;
        assert_eq!([8, 100, 101, 1000].map(|bytes| name(&choices, 7, bytes)), ["scatter_ring", "scatter_ring", "chain", "chain"]);
        assert_eq!(name(&choices, 7, 1500), select(&Query::example(Collective::Bcast, 7, 1500)).name, "it needs a power of two");
        assert_eq!(name(&choices, 8, 8), "binomial", "another shape");
        choices.force("bcast", "binomial").unwrap();
        assert_eq!(name(&choices, 7, 8), "binomial");
    }

    #[test]
    fn size_ranks_and_operation_decide() {
        let name = |collective, ranks, bytes, commutative, processors| {
            select(&Query { commutative, processors, ..Query::example(collective, ranks, bytes) }).name
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

    /// On machines with adapters of 200 Gbit/s; the simulator says what is the fastest there
    /// (`ferry sim rdma-allgather --choice`).
    #[test]
    fn what_puts_cost_decides_among_them() {
        let costs = PutCosts::of_adapter(200_000, false, 83);
        let name = |spread: Spread, block: u64| {
            let ranks = spread.nodes * spread.largest;
            let query = Query::example(Collective::Allgather, ranks, block * u64::from(ranks));
            select(&Query { spread: Some(spread), one_sided: Some(OneSided::of_costs(costs, 16 << 10)), ..query }).name
        };
        for block in [8, 256, 4 << 10, 32 << 10, 256 << 10] {
            assert_eq!(name(Spread::apart(64), block), "put_doubling", "{block} bytes");
            assert_eq!(name(Spread::apart(100), block), "put_circulant", "{block} bytes");
        }
        let shared = Spread { largest: 8, ..Spread::apart(16) };
        assert_eq!(name(shared, 8), "put_nodes");
        assert_ne!(name(shared, 1 << 20), "put_nodes", "the leaders would copy everything 7 times");
        let old = PutCosts::of_adapter(8_000, false, 600);
        let long = Query::example(Collective::Allgather, 16, 16 << 15);
        let long = Query { spread: Some(Spread::apart(16)), one_sided: Some(OneSided::of_costs(old, 16 << 10)), ..long };
        assert_eq!(select(&long).name, "put_ring");
        let barrier = Query { spread: Some(shared), ..Query::example(Collective::Barrier, 128, 0) };
        assert_eq!(select(&Query { one_sided: Some(OneSided::of_costs(costs, 4096)), ..barrier }).name, "put_nodes");
    }

    #[test]
    fn ranks_that_compute_meanwhile_put_to_each_other_where_that_is_not_much_slower() {
        let costs = PutCosts::of_adapter(200_000, false, 83);
        let name = |choices: &Choices, ranks: u32, block: u64| {
            let query = Query::example(Collective::Allgather, ranks, block * u64::from(ranks));
            let one_sided = Some(OneSided::of_costs(costs, 16 << 10));
            choices.select_for_computing(&Query { spread: Some(Spread::apart(ranks)), one_sided, ..query }).name
        };
        let mut choices = Choices::default();
        assert_eq!([name(&choices, 8, 8), name(&choices, 16, 8), name(&choices, 16, 64 << 10)], ["put_linear"; 3]);
        assert_eq!(name(&choices, 64, 8), "put_doubling", "63 puts take longer");
        choices.force("allgather", "put_ring").expect("an algorithm of the table");
        assert_eq!(name(&choices, 8, 8), "put_ring", "the user knows better");
    }

    /// The rank with the longest block takes in as much from each other.
    #[test]
    fn a_long_block_of_reduce_scatter_counts_for_each_rank() {
        let query = |longest: u64, window_max: u64| Query {
            spread: Some(Spread::apart(8)),
            one_sided: Some(OneSided { window_max, ..OneSided::with_copies_below(4096) }),
            longest,
            ..Query::example(Collective::ReduceScatter, 8, 8 << 20)
        };
        assert_eq!([1, 2].map(|mib: u64| query(mib << 20, 0).window_bytes()), [8 << 20, 16 << 20]);
        let mut choices = Choices::default();
        choices.force("reduce_scatter", "put_linear").expect("an algorithm of the table");
        let puts = |longest, window_max| choices.select(&query(longest, window_max)).name == "put_linear";
        assert!(puts(1 << 20, 8 << 20) && puts(2 << 20, 16 << 20) && !puts(2 << 20, (16 << 20) - 1));
        assert!(puts(4 << 20, u64::MAX) && !puts(5 << 20, u64::MAX), "no memory for that, however much there is");
        let recv = Blocks::Packed { counts: Integers::Narrow(&[0, 1, 1000, 0]), shape: Shape::dense(8) };
        let problem = Problem { recv, ..Problem::new(0, 4) };
        assert_eq!(Query::new(Collective::ReduceScatter, &problem, None).longest, 8000);
    }

    #[test]
    fn windows_of_any_length_need_memory_without_limit() {
        let mut choices = Choices::default();
        for collective in ["alltoall", "alltoallv", "alltoallw"] {
            choices.force(collective, "put_linear").expect("an algorithm of the table");
        }
        let puts = |collective: Collective, bytes: u64, window_max: u64| {
            let one_sided = Some(OneSided { window_max, ..OneSided::with_copies_below(4096) });
            let query = Query { spread: Some(Spread::apart(8)), one_sided, ..Query::example(collective, 8, bytes) };
            choices.select(&query).name == "put_linear"
        };
        assert!(puts(Collective::Alltoall, 1 << 20, 8 << 20) && !puts(Collective::Alltoall, 1 << 20, (8 << 20) - 1));
        for collective in [Collective::Alltoallv, Collective::Alltoallw] {
            assert!(puts(collective, 0, u64::MAX) && puts(collective, 0, 128 << 30) && !puts(collective, 0, 4 << 20));
        }
    }

    #[test]
    fn leaders_put_what_is_short_and_all_ranks_what_is_long() {
        let costs = PutCosts::of_adapter(200_000, false, 83);
        let puts = OneSided::of_costs(costs, 16 << 10);
        let spread = Spread { largest: 4, ..Spread::apart(8) };
        let query =
            |collective, bytes| Query { spread: Some(spread), one_sided: Some(puts), ..Query::example(collective, 32, bytes) };
        for collective in [Collective::Barrier, Collective::Bcast, Collective::Allreduce] {
            assert_eq!(select(&query(collective, 8)).name, "put_nodes", "{collective:?}");
        }
        assert_ne!(select(&query(Collective::Allreduce, 1 << 20)).name, "put_nodes");
        let time_ns = |name: &str, bytes| {
            let query = query(Collective::Alltoall, bytes);
            let algorithm = query.algorithms().iter().find(|known| known.name == name).unwrap();
            (algorithm.cost)(&query).time_ns(&query)
        };
        assert!(time_ns("put_nodes", 64) < time_ns("put_linear", 64));
        assert!(time_ns("put_nodes", 64 << 10) > time_ns("put_linear", 64 << 10));
    }

    /// Two machines of the lab with two ranks each: `bench/rdma_allgather.py` says what is fastest.
    /// What ranks choose before they know whether they put is chosen by the same costs.
    #[test]
    fn adapters_that_are_software_send_few_packets() {
        let costs = PutCosts::of_adapter(2_500, true, 700);
        let spread = Spread { largest: 2, adapters: Some(costs), ..Spread::apart(2) };
        let name = |block: u64, one_sided| {
            let query = Query::example(Collective::Allgather, 4, 4 * block);
            select(&Query { spread: Some(spread), one_sided, ..query }).name
        };
        let puts = Some(OneSided::of_costs(costs, 16 << 10));
        assert_eq!([1 << 10, 4 << 10, 16 << 10].map(|block| name(block, puts)), ["nodes"; 3]);
        assert_eq!([1 << 10, 4 << 10, 16 << 10].map(|block| name(block, None)), ["nodes"; 3]);
        assert_eq!(name(64 << 10, puts), "put_nodes", "messages ask first");
        let barrier = Query { spread: Some(spread), one_sided: puts, ..Query::example(Collective::Barrier, 4, 0) };
        assert_eq!(select(&barrier).name, "put_nodes");
    }

    #[test]
    fn messages_are_chosen_by_the_costs_of_the_adapters_they_go_by() {
        let fast = PutCosts::of_adapter(200_000, false, 83);
        let time_ns = |adapters| {
            let spread = Spread { largest: 4, adapters, ..Spread::apart(2) };
            let query = Query::example(Collective::Allgather, 8, 8 * 1024);
            let query = Query { spread: Some(spread), ..query };
            (select(&query).cost)(&query).time_ns(&query)
        };
        assert!(2.0 * time_ns(Some(fast)) < time_ns(None), "sockets take longer");
    }

    #[test]
    fn ranks_that_share_nodes_go_by_nodes() {
        let even = Spread { largest: 32, ..Spread::apart(16) };
        let chosen = |collective, bytes, commutative, spread| {
            select(&Query { spread: Some(spread), commutative, ..Query::example(collective, 512, bytes) })
        };
        let by_nodes = [Collective::Barrier, Collective::Bcast, Collective::Reduce, Collective::Gather, Collective::Scatter];
        for collective in by_nodes {
            assert_eq!(chosen(collective, 8, true, even).name, "nodes", "{collective:?}");
        }
        for collective in [Collective::Allreduce, Collective::Allgather, Collective::Scan] {
            assert_ne!(chosen(collective, 8, true, even).requires, crate::Requires::Nothing, "{collective:?}");
        }
        assert_eq!(chosen(Collective::Alltoall, 8, true, even).name, "slots");
        assert_ne!(chosen(Collective::Alltoall, 1 << 20, true, even).name, "slots");
        assert_eq!(chosen(Collective::Allreduce, 1 << 20, true, even).name, "slots");
        for spread in [Spread::apart(512), Spread { is_in_order: false, ..even }] {
            let name = chosen(Collective::Allreduce, 1 << 10, false, spread).name;
            assert!(!["nodes", "slots"].contains(&name), "{name} for {spread:?}");
        }
    }
}
