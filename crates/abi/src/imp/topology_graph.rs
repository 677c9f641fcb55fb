//! Making communicators with distributed graphs (MPI-5 §8.5.4). What each process knows of the
//! graph reaches those it concerns.

use std::ffi::c_int;

use ferry_calls::comm::agree::Purpose;
use ferry_calls::info;
use ferry_calls::topology::create::{consult, discard, integers, length, place};
use ferry_calls::topology::graph::{Weights, deal, is_weighted, keep_graph};
use ferry_constants as mpi;
use ferry_core::Result;
use ferry_core::topology::dist_graph::{self, Adjacency, DistGraph};
use ferry_ctypes::{MPI_Comm, MPI_Info, Out};
use ferry_runtime::Cx;

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn dist_graph_create_adjacent(
    cx: &Cx,
    comm_old: MPI_Comm,
    indegree: c_int,
    sources: *const c_int,
    sourceweights: *const c_int,
    outdegree: c_int,
    destinations: *const c_int,
    destweights: *const c_int,
    info: MPI_Info,
    _reorder: c_int,
    comm_dist_graph: Out<MPI_Comm>,
) -> Result<()> {
    info::hints(cx, info)?;
    let (rank, ranks) = place(cx, comm_old, "comm_old")?;
    let (into, out) = (length(indegree, "indegree", mpi::MPI_ERR_ARG)?, length(outdegree, "outdegree", mpi::MPI_ERR_ARG)?);
    // SAFETY: ABI-2.
    let (weights_in, weights_out, sources, destinations) = unsafe {
        let weights = (Weights::of(sourceweights, into, "sourceweights")?, Weights::of(destweights, out, "destweights")?);
        (weights.0, weights.1, integers(sources, into), integers(destinations, out))
    };
    let sources = Adjacency::new(sources, weights_in.given(), ("sources", "sourceweights"), ranks)?;
    let destinations = Adjacency::new(destinations, weights_out.given(), ("destinations", "destweights"), ranks)?;
    let balance = dist_graph::balance(rank, &sources.ranks, &destinations.ranks);
    let flags = weights_in.says(into) | weights_out.says(out);
    let (context, ballots) = consult(cx, comm_old, Purpose::DistGraphAdjacent, balance, flags)?;
    let is_weighted = is_weighted(&ballots).inspect_err(|_| discard(cx, comm_old, context))?;
    let is_matched = ballots.iter().fold(0_u64, |sum, ballot| sum.wrapping_add(ballot.word)) == 0;
    let new = keep_graph(cx, comm_old, context, DistGraph { sources, destinations, is_weighted, is_matched })?;
    comm_dist_graph.set(new);
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the C interface")]
pub(crate) unsafe fn dist_graph_create(
    cx: &Cx,
    comm_old: MPI_Comm,
    n: c_int,
    sources: *const c_int,
    degrees: *const c_int,
    destinations: *const c_int,
    weights: *const c_int,
    info: MPI_Info,
    _reorder: c_int,
    comm_dist_graph: Out<MPI_Comm>,
) -> Result<()> {
    info::hints(cx, info)?;
    let (rank, ranks) = place(cx, comm_old, "comm_old")?;
    let n = length(n, "n", mpi::MPI_ERR_ARG)?;
    // SAFETY: ABI-2.
    let (sources, degrees) = unsafe { (integers(sources, n), integers(degrees, n)) };
    let count = dist_graph::edge_count(degrees)?;
    if count > 0 {
        cx.non_null(destinations, "destinations")?;
    }
    // SAFETY: ABI-2.
    let (destinations, weights) = unsafe { (integers(destinations, count), Weights::of(weights, count, "weights")?) };
    let edges = dist_graph::edges(sources, degrees, destinations, weights.given(), ranks)?;
    let (context, ballots) = consult(cx, comm_old, Purpose::DistGraph, 0, weights.says(count))?;
    let is_weighted = is_weighted(&ballots).inspect_err(|_| discard(cx, comm_old, context))?;
    let seen = deal(cx, comm_old, ranks, &edges)?;
    let new = keep_graph(cx, comm_old, context, DistGraph::of(&seen, rank, is_weighted))?;
    comm_dist_graph.set(new);
    Ok(())
}
