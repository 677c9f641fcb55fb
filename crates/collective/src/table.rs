//! The algorithms there are, as data: what each needs and what it costs.
//!
//! In the cost functions n is the number of ranks and L = ceil(log2 n); [`Query::bytes`] says what
//! bytes mean for each collective.

use Requires::*;

use crate::builder::Builder;
use crate::by_nodes::{self, cost};
use crate::nodes::Spread;
use crate::one_sided::{self, cost as put_cost};
use crate::problem::Problem;
use crate::schedule::SLOTS;
use crate::schedule::Schedule;
use crate::select::{Cost, Query};
use crate::{allgather, allreduce, alltoall, barrier, bcast, gather, inter, neighbor, reduce, reduce_scatter, scan, shared_area};

/// Makes the type of collective operations of lines with its name, its name in lower case, and its
/// algorithms.
macro_rules! collectives {
    ($($name:ident $lower:literal $algorithms:ident,)*) => {
        /// The collective operations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Collective {
            $($name,)*
        }

        const NAMES: [&str; 22] = [$($lower,)*];

        static TABLE: [&[Algorithm]; 22] = [$(&$algorithms,)*];

        impl Collective {
            /// All of them, in the order of their discriminants.
            pub const ALL: [Collective; 22] = [$(Collective::$name,)*];
        }
    };
}

collectives! {
    Barrier "barrier" BARRIER,
    Bcast "bcast" BCAST,
    Gather "gather" GATHER,
    Gatherv "gatherv" GATHERV,
    Scatter "scatter" SCATTER,
    Scatterv "scatterv" SCATTERV,
    Allgather "allgather" ALLGATHER,
    Allgatherv "allgatherv" ALLGATHERV,
    Alltoall "alltoall" ALLTOALL,
    Alltoallv "alltoallv" ALLTOALLV,
    Alltoallw "alltoallw" ALLTOALLV,
    Reduce "reduce" REDUCE,
    Allreduce "allreduce" ALLREDUCE,
    ReduceScatterBlock "reduce_scatter_block" REDUCE_SCATTER,
    ReduceScatter "reduce_scatter" REDUCE_SCATTER,
    Scan "scan" SCAN,
    Exscan "exscan" EXSCAN,
    NeighborAllgather "neighbor_allgather" NEIGHBOR_ALLGATHER,
    NeighborAllgatherv "neighbor_allgatherv" NEIGHBOR_ALLGATHER,
    NeighborAlltoall "neighbor_alltoall" NEIGHBOR_ALLTOALL,
    NeighborAlltoallv "neighbor_alltoallv" NEIGHBOR_ALLTOALL,
    NeighborAlltoallw "neighbor_alltoallw" NEIGHBOR_ALLTOALL,
}

impl Collective {
    /// Its name in lower case, as in `MPI_Bcast`.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The collective of that name.
    pub fn named(name: &str) -> Option<Collective> {
        Collective::ALL.into_iter().find(|collective| collective.name() == name)
    }

    /// Whether it is among neighbors in a topology.
    pub fn is_neighborhood(self) -> bool {
        use Collective::*;
        matches!(self, NeighborAllgather | NeighborAllgatherv | NeighborAlltoall | NeighborAlltoallv | NeighborAlltoallw)
    }

    /// Its algorithms. The first works for every query.
    pub fn algorithms(self) -> &'static [Algorithm] {
        TABLE[self as usize]
    }

    /// Its algorithms for intercommunicators; none if it is not defined there. The first works for
    /// every query.
    pub fn algorithms_between_groups(self) -> &'static [Algorithm] {
        inter::algorithms(self)
    }

    /// Whether ranks may give, or get, different numbers of elements.
    pub fn has_counts(self) -> bool {
        use Collective::*;
        matches!(self, Gatherv | Scatterv | Allgatherv | Alltoallv | Alltoallw | ReduceScatter)
    }

    /// Whether one rank is different from the others.
    pub fn has_root(self) -> bool {
        use Collective::*;
        matches!(self, Bcast | Gather | Gatherv | Scatter | Scatterv | Reduce)
    }
}

/// What an algorithm needs. Everything here is known alike at all ranks, so all ranks choose the
/// same algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requires {
    /// Nothing.
    Nothing,
    /// A number of ranks that is a power of two.
    PowerOfTwo,
    /// An operation that commutes, and two ranks or more.
    Commutative,
    /// Several nodes, some with several ranks; if the operation does not commute, ranks that ascend
    /// from node to node.
    Nodes,
    /// As [`Requires::Nodes`], with ranks that ascend from node to node in any case.
    NodesInOrder,
    /// Several nodes, all with the same number of ranks, which is more than one; and an operation
    /// that commutes.
    Slots,
    /// Puts from every rank to every other, and not more ranks than an algorithm has numbers for
    /// steps.
    Puts,
    /// As [`Requires::Puts`], and a number of ranks that is a power of two.
    PutsPowerOfTwo,
    /// Puts between ranks of which each can have announced something to each other in a slot of its
    /// own.
    PutsFew,
    /// As [`Requires::PutsFew`], twice.
    PutsFewer,
    /// Puts, and vectors that fit in collective buffers once for each partner.
    PutsShort,
    /// Puts, and several nodes, some with several ranks, that ascend from node to node.
    PutsNodes,
    /// As [`Requires::PutsNodes`], and vectors that fit in collective buffers once for each partner
    /// of a node.
    PutsNodesShort,
    /// As [`Requires::PutsNodes`], and nodes of which each can have announced something to each
    /// other.
    PutsNodesFew,
    /// A shared area, which a call of this form and length can use ([`Query::shared_area`]).
    SharedArea,
}

impl Requires {
    /// In words; empty if it needs nothing.
    pub fn describe(self) -> &'static str {
        match self {
            Requires::Nothing => "",
            Requires::PowerOfTwo => "a number of ranks that is a power of two",
            Requires::Commutative => "an operation that commutes",
            Requires::Nodes => "several nodes, some with several ranks",
            Requires::NodesInOrder => "several nodes, some with several ranks, in the order of ranks",
            Requires::Slots => "several nodes with as many ranks each, and an operation that commutes",
            Requires::Puts => "puts between all ranks",
            Requires::PutsPowerOfTwo => "puts between all ranks, whose number is a power of two",
            Requires::PutsFew => "puts between at most 64 ranks",
            Requires::PutsFewer => "puts between at most 32 ranks",
            Requires::PutsShort => "puts between all ranks, and short vectors",
            Requires::PutsNodes => "puts between all ranks, several nodes, some with several ranks, in the order of ranks",
            Requires::PutsNodesShort => "puts between all ranks, several nodes in the order of ranks, and short vectors",
            Requires::PutsNodesFew => "puts between all ranks, and at most 16 nodes in the order of ranks",
            Requires::SharedArea => "all ranks on one node",
        }
    }

    /// Whether ranks have to put to each other.
    pub fn needs_puts(self) -> bool {
        use Requires::*;
        matches!(self, Puts | PutsPowerOfTwo | PutsFew | PutsFewer | PutsShort | PutsNodes | PutsNodesShort | PutsNodesFew)
    }

    /// Whether a query fulfils it.
    pub fn met_by(self, query: &Query) -> bool {
        let shares = |spread: &Spread| spread.shares();
        match self {
            Requires::Nothing => true,
            Requires::SharedArea => shared_area::takes(query),
            Requires::PowerOfTwo => query.ranks.is_power_of_two(),
            Requires::Commutative => query.commutative && query.ranks > 1,
            Requires::Nodes => query.spread.filter(shares).is_some_and(|spread| query.commutative || spread.is_in_order),
            Requires::NodesInOrder => query.spread.filter(shares).is_some_and(|spread| spread.is_in_order),
            Requires::Slots => query.commutative && query.spread.filter(shares).is_some_and(|spread| spread.is_even),
            Requires::Puts => query.puts_among(one_sided::STEPS_MAX),
            Requires::PutsPowerOfTwo => query.puts_among(one_sided::STEPS_MAX) && query.ranks.is_power_of_two(),
            Requires::PutsFew => query.puts_among(SLOTS.into()),
            Requires::PutsFewer => query.puts_among(one_sided::reduction::PAIRS_MAX),
            Requires::PutsShort => query.puts_among(one_sided::STEPS_MAX) && put_cost::doubling_fits(query),
            Requires::PutsNodesShort => Requires::PutsNodes.met_by(query) && put_cost::doubling_of_nodes_fits(query),
            Requires::PutsNodesFew => {
                let is_few = query.spread.is_some_and(|spread| spread.nodes <= one_sided::by_nodes::FEW_NODES);
                is_few && Requires::PutsNodes.met_by(query)
            }
            Requires::PutsNodes => {
                let fits = |spread: &Spread| {
                    spread.is_in_order
                        && spread.largest <= one_sided::by_nodes::NODE_MAX
                        && spread.nodes <= one_sided::by_nodes::NODES_MAX
                };
                query.puts_among(u32::MAX) && query.spread.filter(shares).filter(fits).is_some()
            }
        }
    }
}

/// One way to do a collective operation.
pub struct Algorithm {
    /// Its name, unique for the collective.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What it needs.
    pub requires: Requires,
    /// What it costs.
    pub cost: fn(&Query) -> Cost,
    /// Ranks hand on what they get, so that one that computes holds up others.
    pub hands_on: bool,
    build: fn(&mut Builder, &Problem),
}

impl std::fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Algorithm {
    /// Whether it goes over the shared area of a node, and so has no schedule.
    pub fn is_over_shared_area(&self) -> bool {
        self.requires == Requires::SharedArea
    }

    /// The schedule of one rank.
    pub fn schedule(&self, problem: &Problem) -> Schedule {
        self.schedule_into(problem, Schedule::default())
    }

    /// The schedule of one rank, in the memory of an old one.
    pub fn schedule_into(&self, problem: &Problem, memory: Schedule) -> Schedule {
        let mut builder = Builder::new(problem, memory);
        self.write(&mut builder, problem);
        builder.finish()
    }

    /// Writes its steps for one rank, perhaps as a part of another algorithm.
    pub(crate) fn write(&self, builder: &mut Builder, problem: &Problem) {
        (self.build)(builder, problem);
    }
}

/// A row of the table.
pub(crate) const fn row(
    name: &'static str,
    requires: Requires,
    build: fn(&mut Builder, &Problem),
    cost: fn(&Query) -> Cost,
    about: &'static str,
) -> Algorithm {
    Algorithm { name, about, requires, cost, hands_on: true, build }
}

/// One by which data take one hop.
const fn in_one_hop(algorithm: Algorithm) -> Algorithm {
    Algorithm { hands_on: false, ..algorithm }
}

#[rustfmt::skip]
pub(crate) static BARRIER: [Algorithm; 6] = [
    row("dissemination", Nothing, barrier::dissemination,
        |q| Cost::of(q.log(), q.n() * q.log()), "signal the rank 2^k above in round k"),
    row("tree", Nothing, barrier::tree, |q| Cost::of(2.0 * q.log(), 2.0 * (q.n() - 1.0)), "up a binomial tree and down again"),
    row("nodes", Nodes, by_nodes::barrier, cost::barrier, "signals up to the leaders of nodes, among them, and down again"),
    row("put_dissemination", Puts, one_sided::barrier::dissemination, put_cost::barrier, "as dissemination, by signals of puts"),
    row("put_nodes", PutsNodes, one_sided::by_nodes::barrier,
        put_cost::barrier_by_nodes, "signals of puts up to the leaders of nodes, among them, and down again"),
    shared_area::ROW,
];

#[rustfmt::skip]
pub(crate) static BCAST: [Algorithm; 8] = [
    row("binomial", Nothing, bcast::binomial,
        |q| Cost::of(q.log(), q.n() - 1.0).moving(q.log() * q.b(), (q.n() - 1.0) * q.b()), "binomial tree"),
    row("scatter_doubling", PowerOfTwo, bcast::scatter_doubling,
        |q| Cost::of(2.0 * q.log(), q.n() * (q.log() + 1.0)).moving(3.0 * q.most(), (q.n() - 1.0 + q.log() / 2.0) * q.b()),
        "binomial scatter, recursive doubling allgather"),
    row("scatter_ring", Nothing, bcast::scatter_ring,
        |q| Cost::of(q.log() + q.n() - 1.0, q.n() * q.n()).moving(3.0 * q.most(), (q.n() - 1.0 + q.log() / 2.0) * q.b()),
        "binomial scatter, ring allgather"),
    row("chain", Nothing, bcast::chain, chain, "pipeline of segments from rank to rank"),
    row("nodes", Nodes, by_nodes::bcast, cost::bcast, "to the leaders of nodes, from them within nodes"),
    row("put_scatter", PutsFew, one_sided::bcast::scatter_linear,
        put_cost::bcast, "the root puts pieces, everybody puts its piece to all"),
    row("put_nodes", PutsNodes, one_sided::by_nodes::bcast,
        put_cost::bcast_by_nodes, "by puts to the root's leader, among leaders of nodes, and within nodes"),
    shared_area::ROW,
];

#[rustfmt::skip]
pub(crate) static GATHER: [Algorithm; 4] = [
    row("binomial", Nothing, gather::gather_binomial,
        |q| Cost::of(q.log(), q.n() - 1.0).moving((q.n() - 1.0) * q.b(), 1.5 * q.n() * q.log() * q.b()),
        "blocks travel up a binomial tree"),
    row("linear", Nothing, gather::gather_linear,
        |q| Cost::of(1.0, q.n() - 1.0).at_one(q.n() - 1.0).moving((q.n() - 1.0) * q.b(), q.n() * q.b()),
        "every rank sends to the root"),
    row("nodes", Nodes, by_nodes::gather, cost::gather, "to the leaders of nodes, from each to the root at once"),
    shared_area::ROW,
];

#[rustfmt::skip]
pub(crate) static GATHERV: [Algorithm; 2] = [
    row("linear", Nothing, gather::gather_linear, |q| Cost::of(1.0, q.n() - 1.0), "every rank sends to the root"),
    shared_area::ROW,
];

#[rustfmt::skip]
pub(crate) static SCATTER: [Algorithm; 4] = [
    row("binomial", Nothing, gather::scatter_binomial,
        |q| Cost::of(q.log(), q.n() - 1.0).moving((q.n() - 1.0) * q.b(), 1.5 * q.n() * q.log() * q.b()),
        "blocks travel down a binomial tree"),
    row("linear", Nothing, gather::scatter_linear,
        |q| Cost::of(1.0, q.n() - 1.0).at_one(q.n() - 1.0).moving((q.n() - 1.0) * q.b(), q.n() * q.b()),
        "the root sends to every rank"),
    row("nodes", Nodes, by_nodes::scatter, cost::scatter, "to the leaders of nodes, to each at once, from them within nodes"),
    shared_area::ROW,
];

#[rustfmt::skip]
pub(crate) static SCATTERV: [Algorithm; 2] = [
    row("linear", Nothing, gather::scatter_linear, |q| Cost::of(1.0, q.n() - 1.0), "the root sends to every rank"),
    shared_area::ROW,
];

/// The same for equal blocks and for others.
#[rustfmt::skip]
const ALLGATHER_BY_PUTS_OF_NODES: Algorithm = row("put_nodes", PutsNodes, one_sided::by_nodes::allgather,
        put_cost::allgather_by_nodes, "by puts to the leaders of nodes, among them, and within nodes");

/// The same for equal blocks and for others.
#[rustfmt::skip]
const ALLGATHER_BY_NODES: Algorithm = row("nodes", Nodes, by_nodes::allgather,
        cost::allgather, "to the leaders of nodes, among them, and within nodes");

#[rustfmt::skip]
static ALLGATHER: [Algorithm; 13] = [
    row("ring", Nothing, allgather::ring,
        |q| Cost::of(q.n() - 1.0, q.n() * (q.n() - 1.0)).moving(2.0 * q.most(), (q.n() - 1.0) * q.b()).around(),
        "blocks go once around the ring"),
    row("doubling", PowerOfTwo, allgather::doubling,
        |q| Cost::of(q.log(), q.n() * q.log()).moving(2.0 * q.most(), (q.n() - 1.0) * q.b()), "pairs exchange all they have"),
    row("bruck", Nothing, allgather::bruck,
        |q| Cost::of(q.log(), q.n() * q.log()).moving(3.0 * q.b(), 1.5 * q.n() * q.b()),
        "runs of blocks at distances 1, 2, 4, ...; packed"),
    row("gather_bcast", Nothing, allgather::gather_bcast,
        |q| Cost::of(2.0 * q.log(), 2.0 * (q.n() - 1.0)).moving((1.0 + q.log()) * q.b(), (q.n() + q.log()) * q.b()),
        "binomial gather, binomial broadcast"),
    row("linear", Nothing, allgather::linear,
        |q| Cost::of(1.0, q.n() * (q.n() - 1.0)).at_one(q.n() - 1.0).moving(2.0 * q.most(), (q.n() - 1.0) * q.b()),
        "everybody sends to everybody"),
    ALLGATHER_BY_NODES,
    row("slots", Slots, by_nodes::allgather_by_slots,
        cost::allgather_by_slots, "between nodes among ranks of the same slot, all slots at once, then within nodes"),
    row("put_doubling", PutsPowerOfTwo, one_sided::allgather::doubling,
        put_cost::allgather, "as doubling, by puts through collective buffers and then from buffer to buffer"),
    row("put_circulant", Puts, one_sided::allgather::circulant,
        put_cost::allgather_circulant, "all that a rank has, at distances 1, 2, 4, ..., by puts to its place"),
    row("put_ring", Puts, one_sided::allgather::ring,
        put_cost::allgather_ring, "blocks go once around the ring, by puts from buffer to buffer"),
    in_one_hop(row("put_linear", PutsFew, one_sided::allgather::linear,
        put_cost::allgather_linear, "everybody puts to everybody")),
    ALLGATHER_BY_PUTS_OF_NODES,
    shared_area::ROW,
];

#[rustfmt::skip]
static ALLGATHERV: [Algorithm; 9] = [
    row("ring", Nothing, allgather::ring,
        |q| Cost::of(q.n() - 1.0, q.n() * (q.n() - 1.0)).moving(2.0 * q.b(), (q.n() - 1.0) * q.b()).around(),
        "blocks go once around the ring"),
    row("bruck", Nothing, allgather::bruck,
        |q| Cost::of(q.log(), q.n() * q.log()).moving(3.0 * q.b(), 1.5 * q.n() * q.b()),
        "runs of blocks at distances 1, 2, 4, ...; packed"),
    row("linear", Nothing, allgather::linear,
        |q| Cost::of(1.0, q.n() * (q.n() - 1.0)).at_one(q.n() - 1.0).moving(2.0 * q.b(), (q.n() - 1.0) * q.b()),
        "everybody sends to everybody"),
    ALLGATHER_BY_NODES,
    row("put_circulant", Puts, one_sided::allgather::circulant,
        put_cost::allgather_circulant, "all that a rank has, at distances 1, 2, 4, ..., by puts to its place"),
    row("put_ring", Puts, one_sided::allgather::ring,
        put_cost::allgather_ring, "blocks go once around the ring, by puts from buffer to buffer"),
    in_one_hop(row("put_linear", PutsFew, one_sided::allgather::linear,
        put_cost::allgather_linear, "everybody puts to everybody")),
    ALLGATHER_BY_PUTS_OF_NODES,
    shared_area::ROW,
];

#[rustfmt::skip]
static ALLTOALL: [Algorithm; 7] = [
    row("linear", Nothing, alltoall::linear,
        |q| Cost::of(f64::max(q.n() / 32.0, 1.0), q.n() * (q.n() - 1.0)).at_one(q.n() - 1.0)
            .moving(2.0 * q.n() * q.b(), q.n() * q.n() * q.b()),
        "exchanges with all ranks, 32 at a time"),
    row("pairwise", Nothing, alltoall::pairwise,
        |q| Cost::of(q.n() - 1.0, q.n() * (q.n() - 1.0)).moving(2.0 * q.n() * q.b(), q.n() * q.n() * q.b()),
        "exchanges with all ranks, one at a time"),
    row("bruck", Nothing, alltoall::bruck,
        |q| Cost::of(q.log(), q.n() * q.log()).moving(2.0 * q.n() * q.log() * q.b(), q.n() * q.n() * q.log() * q.b()),
        "every block in L hops, together with others"),
    row("slots", Slots, by_nodes::alltoall_by_slots,
        cost::alltoall_by_slots, "within nodes to the receiver's slot, then between nodes, the blocks of a node together"),
    in_one_hop(row("put_linear", PutsFew, one_sided::alltoall::linear, put_cost::alltoall, "everybody puts to everybody")),
    row("put_nodes", PutsNodesFew, one_sided::by_nodes::alltoall,
        put_cost::alltoall_by_nodes,
        "by puts to the leaders of nodes, among them the blocks of a node together, and within nodes"),
    shared_area::ROW,
];

#[rustfmt::skip]
static ALLTOALLV: [Algorithm; 4] = [
    row("linear", Nothing, alltoall::linear,
        |q| Cost::of(f64::max(q.n() / 32.0, 1.0), q.n() * (q.n() - 1.0)).at_one(q.n() - 1.0),
        "exchanges with all ranks, 32 at a time"),
    row("pairwise", Nothing, alltoall::pairwise,
        |q| Cost::of(q.n() - 1.0, q.n() * (q.n() - 1.0)), "exchanges with all ranks, one at a time"),
    in_one_hop(row("put_linear", PutsFew, one_sided::alltoall::windows, put_cost::alltoallv, "everybody puts to everybody")),
    shared_area::ROW,
];

#[rustfmt::skip]
static REDUCE: [Algorithm; 4] = [
    row("binomial", Nothing, reduce::binomial,
        |q| Cost::of(q.log(), q.n() - 1.0).moving(q.log() * q.b(), (q.n() - 1.0) * q.b())
            .reducing(q.log() * q.b(), (q.n() - 1.0) * q.b()),
        "binomial tree, in rank order"),
    row("halving", Commutative, reduce::halving,
        |q| Cost::of(q.log() + 1.0, q.n() * q.log() + q.n()).moving(q.folded() * 2.0 * q.most() + q.b(), (q.n() + 1.0) * q.b())
            .reducing(q.folded() * q.most(), (q.n() - 1.0) * q.b()),
        "recursive halving, parts sent to the root"),
    row("nodes", Nodes, by_nodes::reduce, cost::reduce, "to the leaders of nodes, from them to the root"),
    shared_area::ROW,
];

#[rustfmt::skip]
static ALLREDUCE: [Algorithm; 10] = [
    row("doubling", Nothing, allreduce::doubling,
        |q| Cost::of(q.folded() * q.log(), q.n() * q.log()).moving(q.folded() * 2.0 * q.log() * q.b(), q.n() * q.log() * q.b())
            .reducing(q.folded() * q.log() * q.b(), q.n() * q.log() * q.b()),
        "recursive doubling, in rank order"),
    row("tree", Nothing, allreduce::tree,
        |q| Cost::of(2.0 * q.log(), 2.0 * (q.n() - 1.0)).moving(2.0 * q.log() * q.b(), 2.0 * (q.n() - 1.0) * q.b())
            .reducing(q.log() * q.b(), (q.n() - 1.0) * q.b()),
        "binomial reduce, binomial broadcast, in rank order"),
    row("halving_doubling", Commutative, allreduce::halving_doubling,
        |q| Cost::of(q.folded() * 2.0 * q.log(), 2.0 * q.n() * q.log()).moving(q.folded() * 4.0 * q.most(), 2.0 * q.n() * q.b())
            .reducing(q.folded() * q.most(), (q.n() - 1.0) * q.b()),
        "recursive halving, recursive doubling (Rabenseifner)"),
    row("ring", Commutative, allreduce::ring,
        |q| Cost::of(2.0 * (q.n() - 1.0), 2.0 * q.n() * (q.n() - 1.0)).moving(4.0 * q.most(), 2.0 * (q.n() - 1.0) * q.b())
            .reducing(q.most(), (q.n() - 1.0) * q.b()).around(),
        "chunks go twice around the ring"),
    row("nodes", Nodes, by_nodes::allreduce, cost::allreduce, "to the leaders of nodes, among them, and within nodes"),
    row("slots", Slots, by_nodes::allreduce_by_slots,
        cost::allreduce_by_slots, "a part of the vector for each slot: within nodes, between nodes, within nodes again"),
    row("put_doubling", PutsShort, one_sided::reduction::allreduce_doubling,
        put_cost::allreduce_doubling, "as doubling, by puts through collective buffers"),
    row("put_linear", PutsFewer, one_sided::reduction::allreduce_linear,
        put_cost::allreduce_linear, "everybody puts to everybody its part of the vector, then of the result"),
    row("put_nodes", PutsNodesShort, one_sided::by_nodes::allreduce,
        put_cost::allreduce_by_nodes, "by puts to the leaders of nodes, doubling among them, and within nodes"),
    shared_area::ROW,
];

#[rustfmt::skip]
static REDUCE_SCATTER: [Algorithm; 6] = [
    row("tree", Nothing, reduce_scatter::tree,
        |q| Cost::of(q.log() + 1.0, 2.0 * (q.n() - 1.0)).moving((q.log() + 1.0) * q.b(), q.n() * q.b())
            .reducing(q.log() * q.b(), (q.n() - 1.0) * q.b()),
        "binomial reduce, linear scatter, in rank order"),
    row("halving", Commutative, reduce_scatter::halving,
        |q| Cost::of(q.folded() * q.log(), q.n() * q.log()).moving(q.folded() * 2.0 * q.most(), q.n() * q.b())
            .reducing(q.folded() * q.most(), (q.n() - 1.0) * q.b()),
        "recursive halving"),
    row("pairwise", Commutative, reduce_scatter::pairwise,
        |q| Cost::of(q.n() - 1.0, q.n() * (q.n() - 1.0)).moving(2.0 * q.most(), (q.n() - 1.0) * q.b())
            .reducing(q.most(), (q.n() - 1.0) * q.b()),
        "exchanges with all ranks, one at a time"),
    row("nodes", Nodes, by_nodes::reduce_scatter, cost::reduce_scatter, "to the leaders of nodes, among them, and within nodes"),
    in_one_hop(row("put_linear", PutsFew, one_sided::reduction::reduce_scatter_linear,
        put_cost::reduce_scatter, "everybody puts to everybody its block of the vector")),
    shared_area::ROW,
];

#[rustfmt::skip]
static SCAN: [Algorithm; 4] = [
    row("doubling", Nothing, scan::scan_doubling,
        |q| Cost::of(q.log(), q.n() * q.log()).moving(2.0 * q.log() * q.b(), q.n() * q.log() * q.b())
            .reducing(q.log() * q.b(), q.n() * q.log() * q.b()),
        "results of ever longer runs of ranks"),
    row("linear", Nothing, scan::scan_linear,
        |q| Cost::of(q.n() - 1.0, q.n() - 1.0).moving((q.n() - 1.0) * q.b(), q.n() * q.b())
            .reducing((q.n() - 1.0) * q.b(), q.n() * q.b()),
        "along a chain"),
    row("nodes", NodesInOrder, by_nodes::scan, cost::scan, "within nodes; what comes before a node is added in front"),
    shared_area::ROW,
];

#[rustfmt::skip]
static EXSCAN: [Algorithm; 4] = [
    row("doubling", Nothing, scan::exscan_doubling,
        |q| Cost::of(q.log() + 1.0, q.n() * (q.log() + 1.0)).moving(2.0 * q.log() * q.b(), q.n() * q.log() * q.b())
            .reducing(q.log() * q.b(), q.n() * q.log() * q.b()),
        "results of ever longer runs of ranks, shifted by one"),
    row("linear", Nothing, scan::exscan_linear,
        |q| Cost::of(q.n() - 1.0, q.n() - 1.0).moving((q.n() - 1.0) * q.b(), q.n() * q.b())
            .reducing((q.n() - 1.0) * q.b(), q.n() * q.b()),
        "along a chain"),
    row("nodes", NodesInOrder, by_nodes::exscan, cost::scan, "within nodes; what comes before a node is added in front"),
    shared_area::ROW,
];

#[rustfmt::skip]
static NEIGHBOR_ALLGATHER: [Algorithm; 1] = [row("linear", Nothing, neighbor::allgather,
        |q| Cost::of(1.0, q.n()), "every rank sends its block to all its neighbors at once")];

#[rustfmt::skip]
static NEIGHBOR_ALLTOALL: [Algorithm; 1] = [row("linear", Nothing, neighbor::alltoall,
        |q| Cost::of(1.0, q.n()), "every rank sends to all its neighbors at once")];

/// A pipelined broadcast: a rank inside the chain receives and sends every segment.
fn chain(q: &Query) -> Cost {
    let segments = (q.b() / bcast::SEGMENT_BYTES as f64).ceil().max(1.0);
    let fill = (q.n() - 2.0).max(0.0);
    let moved = (if q.ranks > 2 { 2.0 } else { 1.0 }) * q.b() + fill * q.b() / segments;
    Cost::of(segments + fill, (q.n() - 1.0) * segments).moving(moved, (q.n() - 1.0) * q.b()).around()
}
