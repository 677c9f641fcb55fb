//! The algorithms between groups, as data. In the cost functions n is what [`crate::Query::ranks`]
//! says: the ranks of the larger group, but for the barrier (all ranks) and operations with a root
//! (the other group and the root).

use super::exchange::{allgather_leader, allgather_linear, allgather_ring, alltoall_linear, alltoall_pairwise};
use super::reduction::{
    allreduce_halving, allreduce_tree, reduce_halving, reduce_scatter_halving, reduce_scatter_tree, reduce_tree,
};
use super::{Build, joined, rooted};
use crate::select::Cost;
use crate::table::{Algorithm, BARRIER, BCAST, Collective, GATHER, GATHERV, Requires, SCATTER, SCATTERV, row};
use crate::{barrier, bcast, gather};

/// The algorithms of a collective operation between groups; none if it is not defined for them.
pub(crate) fn algorithms(collective: Collective) -> &'static [Algorithm] {
    use Collective::*;
    match collective {
        Barrier => &INTER_BARRIER,
        Bcast => &INTER_BCAST,
        Gather => &INTER_GATHER,
        Gatherv => &INTER_GATHERV,
        Scatter => &INTER_SCATTER,
        Scatterv => &INTER_SCATTERV,
        Allgather | Allgatherv => &INTER_ALLGATHER,
        Alltoall | Alltoallv | Alltoallw => &INTER_ALLTOALL,
        Reduce => &INTER_REDUCE,
        Allreduce => &INTER_ALLREDUCE,
        ReduceScatterBlock | ReduceScatter => &INTER_REDUCE_SCATTER,
        _ => &[],
    }
}

/// An algorithm for one group, run on ranks of two.
const fn on_both(known: &Algorithm, build: Build) -> Algorithm {
    row(known.name, known.requires, build, known.cost, known.about)
}

static INTER_BARRIER: [Algorithm; 2] =
    [on_both(&BARRIER[0], |b, p| joined(b, p, barrier::dissemination)), on_both(&BARRIER[1], |b, p| joined(b, p, barrier::tree))];

static INTER_BCAST: [Algorithm; 4] = [
    on_both(&BCAST[0], |b, p| rooted(b, p, bcast::binomial)),
    on_both(&BCAST[1], |b, p| rooted(b, p, bcast::scatter_doubling)),
    on_both(&BCAST[2], |b, p| rooted(b, p, bcast::scatter_ring)),
    on_both(&BCAST[3], |b, p| rooted(b, p, bcast::chain)),
];

static INTER_GATHER: [Algorithm; 2] = [
    on_both(&GATHER[0], |b, p| rooted(b, p, gather::gather_binomial)),
    on_both(&GATHER[1], |b, p| rooted(b, p, gather::gather_linear)),
];

static INTER_GATHERV: [Algorithm; 1] = [on_both(&GATHERV[0], |b, p| rooted(b, p, gather::gather_linear))];

static INTER_SCATTER: [Algorithm; 2] = [
    on_both(&SCATTER[0], |b, p| rooted(b, p, gather::scatter_binomial)),
    on_both(&SCATTER[1], |b, p| rooted(b, p, gather::scatter_linear)),
];

static INTER_SCATTERV: [Algorithm; 1] = [on_both(&SCATTERV[0], |b, p| rooted(b, p, gather::scatter_linear))];

static INTER_ALLGATHER: [Algorithm; 3] = [
    row(
        "linear",
        Requires::Nothing,
        allgather_linear,
        |q| Cost::of(1.0, 2.0 * q.n() * q.n()).at_one(q.n()).moving(2.0 * q.b(), 2.0 * q.n() * q.b()),
        "everybody sends to everybody of the other group",
    ),
    row(
        "leader",
        Requires::Nothing,
        allgather_leader,
        |q| Cost::of(1.0 + q.log(), 4.0 * q.n()).at_one(q.n()).moving((1.0 + q.log()) * q.b(), 2.0 * (q.n() + q.log()) * q.b()),
        "to rank 0 of the other group, binomial broadcast there",
    ),
    row(
        "ring",
        Requires::Nothing,
        allgather_ring,
        |q| Cost::of(q.n(), 2.0 * q.n() * q.n()).moving(2.0 * q.b(), 2.0 * q.n() * q.b()),
        "each block to one rank of the other group, then around its ring",
    ),
];

static INTER_ALLTOALL: [Algorithm; 2] = [
    row(
        "linear",
        Requires::Nothing,
        alltoall_linear,
        |q| Cost::of(q.n() / 32.0, 2.0 * q.n() * q.n()).at_one(q.n()).moving(2.0 * q.n() * q.b(), 2.0 * q.n() * q.n() * q.b()),
        "exchanges with all ranks of the other group, 32 at a time",
    ),
    row(
        "pairwise",
        Requires::Nothing,
        alltoall_pairwise,
        |q| Cost::of(q.n(), 2.0 * q.n() * q.n()).moving(2.0 * q.n() * q.b(), 2.0 * q.n() * q.n() * q.b()),
        "exchanges with all ranks of the other group, one at a time",
    ),
];

static INTER_REDUCE: [Algorithm; 2] = [
    row(
        "tree",
        Requires::Nothing,
        reduce_tree,
        |q| {
            Cost::of(q.log() + 1.0, q.n()).moving((q.log() + 1.0) * q.b(), q.n() * q.b()).reducing(q.log() * q.b(), q.n() * q.b())
        },
        "binomial tree in rank order, result sent to the root",
    ),
    row(
        "halving",
        Requires::Commutative,
        reduce_halving,
        |q| {
            Cost::of(q.log() + 1.0, q.n() * q.log() + q.n())
                .moving(q.folded() * 2.0 * q.most() + q.b(), (q.n() + 1.0) * q.b())
                .reducing(q.folded() * q.most(), q.n() * q.b())
        },
        "recursive halving, parts sent to the root",
    ),
];

static INTER_ALLREDUCE: [Algorithm; 2] = [
    row(
        "tree",
        Requires::Nothing,
        allreduce_tree,
        |q| {
            Cost::of(2.0 * q.log() + 1.0, 4.0 * q.n())
                .moving((2.0 * q.log() + 2.0) * q.b(), 4.0 * q.n() * q.b())
                .reducing(q.log() * q.b(), 2.0 * q.n() * q.b())
        },
        "binomial reduce, swap, binomial broadcast, in rank order",
    ),
    row(
        "halving",
        Requires::Commutative,
        allreduce_halving,
        |q| {
            Cost::of(q.folded() * q.log() + 1.0, 2.0 * q.n() * (q.log() + q.n()))
                .at_one(q.n())
                .moving(q.folded() * 2.0 * q.most() + 2.0 * q.b(), 4.0 * q.n() * q.b())
                .reducing(q.folded() * q.most(), 2.0 * q.n() * q.b())
        },
        "recursive halving, parts sent to everybody of the other group",
    ),
];

static INTER_REDUCE_SCATTER: [Algorithm; 2] = [
    row(
        "tree",
        Requires::Nothing,
        reduce_scatter_tree,
        |q| {
            Cost::of(q.log() + 2.0, 4.0 * q.n())
                .moving((q.log() + 3.0) * q.b(), 4.0 * q.n() * q.b())
                .reducing(q.log() * q.b(), 2.0 * q.n() * q.b())
        },
        "binomial reduce, swap, linear scatter, in rank order",
    ),
    row(
        "halving",
        Requires::Commutative,
        reduce_scatter_halving,
        |q| {
            Cost::of(q.folded() * q.log() + 2.0, 2.0 * q.n() * (q.log() + 2.0))
                .moving(q.folded() * 2.0 * q.most() + 2.0 * q.b(), 4.0 * q.n() * q.b())
                .reducing(q.folded() * q.most(), 2.0 * q.n() * q.b())
        },
        "recursive halving, swap, linear scatter",
    ),
];
