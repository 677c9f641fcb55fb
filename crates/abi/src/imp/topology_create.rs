//! Making communicators with topologies (MPI-5 §8.5): grids, graphs, distributed graphs. Ranks keep their order: on one machine no
//! other is better, whatever `reorder` allows.
//!
//! All processes of the old communicator tell each other what they were called with, so that calls that do not fit together are errors
//! instead of hangs.
//!
//! # Safety arguments
//! - TOPO-1: the buffers and arrays of a collective operation of Ferry's own are vectors of the function that waits for it, of the lengths
//!   that the counts demand.

use std::ffi::c_int;
use std::slice;

use ferry_collective::Collective;
use ferry_constants as mpi;
use ferry_core::comm::Comm;
use ferry_core::group::Group;
use ferry_core::topology::dist_graph::{self, Adjacency, DistGraph, Edge};
use ferry_core::topology::{Cart, Graph, Topology, cart, digest, graph};
use ferry_core::{Error, Result, bail};

use super::agree::{Circle, Purpose};
use super::collective::{moving, received, received_many, sent, sent_many};
use super::collective_arguments::Request;
use super::collective_call::run;
use super::comm_create::{NO_CONTEXT, agree_on_context, keep};
use super::info;
use crate::ctypes::{IntArray, MPI_Comm, MPI_Datatype, MPI_Info};
use crate::entry::Cx;

/// Elements of an argument; none of a null pointer, which the caller has refused if there are to be some.
///
/// # Safety
/// ABI-2.
unsafe fn integers<'a>(array: *const c_int, count: usize) -> &'a [c_int] {
    // SAFETY: as the caller promises.
    if count == 0 { &[] } else { unsafe { slice::from_raw_parts(array, count) } }
}

/// The length of an array argument.
fn length(count: c_int, argument: &str, class: i32) -> Result<usize> {
    usize::try_from(count).map_err(|_| Error::new(class, format!("argument {argument} is {count}; it must be at least 0")))
}

/// What one process tells the others.
#[derive(Clone, Copy)]
struct Ballot {
    /// Of the leader: the context id of the new communicator.
    context: u64,
    /// What it was called with.
    word: u64,
    flags: u64,
}

impl Ballot {
    fn to_bytes(self) -> [u8; 24] {
        let mut bytes = [0; 24];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip([self.context, self.word, self.flags]) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: [u8; 24]) -> Self {
        let (words, _) = bytes.as_chunks();
        Ballot { context: u64::from_le_bytes(words[0]), word: u64::from_le_bytes(words[1]), flags: u64::from_le_bytes(words[2]) }
    }
}

/// Exchanges ballots among all processes of `comm`; returns them by rank, with the context id of the new communicator.
fn consult(cx: &Cx, comm: MPI_Comm, purpose: Purpose, word: u64, flags: u64) -> Result<(u64, Vec<Ballot>)> {
    let (circle, context) = cx.with(|p| {
        let circle = Circle::whole(p.comms.find_intra(comm.0, "comm_old")?, purpose);
        let context = if circle.is_led_here() { p.comms.make_context().unwrap_or(NO_CONTEXT) } else { NO_CONTEXT };
        Ok::<_, Error>((circle, context))
    })?;
    let ballots: Vec<Ballot> =
        circle.gather(cx, Ballot { context, word, flags }.to_bytes())?.into_iter().map(Ballot::from_bytes).collect();
    match ballots[0].context {
        NO_CONTEXT => Err(Error::internal("rank 0 could not make a context id for the new communicator")),
        context => Ok((context, ballots)),
    }
}

/// As [`consult`] where all processes have to be called with the same `arguments`, of which `word` is the digest.
fn consult_alike(cx: &Cx, comm: MPI_Comm, purpose: Purpose, word: u64, arguments: &str) -> Result<u64> {
    let (context, ballots) = consult(cx, comm, purpose, word, 0)?;
    match ballots.iter().position(|ballot| ballot.word != word) {
        Some(rank) => bail!(
            MPI_ERR_NOT_SAME,
            "arguments {arguments} are not the same at rank {rank} as at this one; all must pass the same"
        ),
        None => Ok(context),
    }
}

/// This process's rank in an intra-communicator, and the number of ranks.
fn place(cx: &Cx, comm: MPI_Comm, argument: &str) -> Result<(u32, u32)> {
    cx.with(|p| p.comms.find_intra(comm.0, argument).map(|found| (found.rank(), found.size())))
}

/// Keeps a communicator of the first `nodes` ranks of `comm` with a topology; `MPI_COMM_NULL` at the others.
fn keep_first(cx: &Cx, comm: MPI_Comm, nodes: u32, context: u64, topology: impl FnOnce(u32) -> Topology) -> Result<MPI_Comm> {
    keep(cx, comm, |parent: &Comm| {
        let members = if nodes == parent.size() {
            parent.group().clone()
        } else {
            Group::of(parent.group().processes().take(nodes as usize).collect())
        };
        let new = parent.subset(context, members)?;
        let rank = new.rank();
        Some(new.with_topology(topology(rank)))
    })
}

/// The arguments that describe a grid, checked.
struct GridArguments<'a> {
    dims: &'a [c_int],
    periods: Vec<bool>,
    nodes: u32,
}

/// # Safety
/// ABI-2.
unsafe fn grid<'a>(ranks: u32, ndims: c_int, dims: *const c_int, periods: *const c_int) -> Result<GridArguments<'a>> {
    let ndims = length(ndims, "ndims", mpi::MPI_ERR_DIMS)?;
    // SAFETY: as the caller promises.
    let (dims, periods) = unsafe { (integers(dims, ndims), integers(periods, ndims)) };
    let nodes = cart::nodes(dims, ranks)?;
    Ok(GridArguments { dims, periods: periods.iter().map(|&ring| ring != 0).collect(), nodes })
}

pub(crate) unsafe fn cart_create(
    cx: &Cx,
    comm_old: MPI_Comm,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    _reorder: c_int,
    comm_cart: *mut MPI_Comm,
) -> Result<()> {
    let (_, ranks) = place(cx, comm_old, "comm_old")?;
    // SAFETY: ABI-2.
    let GridArguments { dims, periods, nodes } = unsafe { grid(ranks, ndims, dims, periods)? };
    let rings: Vec<c_int> = periods.iter().map(|&ring| ring.into()).collect();
    let context = consult_alike(cx, comm_old, Purpose::Cart, digest([dims, &rings]), "dims and periods")?;
    let new = keep_first(cx, comm_old, nodes, context, |rank| Topology::Cart(Cart::new(dims, &periods, rank)))?;
    // SAFETY: ABI-1.
    unsafe { *comm_cart = new };
    Ok(())
}

pub(crate) unsafe fn cart_sub(cx: &Cx, comm: MPI_Comm, remain_dims: *const c_int, newcomm: *mut MPI_Comm) -> Result<()> {
    let topology = cx.with(|p| p.comms.find(comm.0, "comm").map(|found| found.topology().cloned()))?;
    let grid = Topology::cart(topology.as_deref())?;
    let ndims = grid.dims().len();
    if ndims > 0 {
        cx.non_null(remain_dims, "remain_dims")?;
    }
    // SAFETY: ABI-2.
    let remain: Vec<bool> = unsafe { integers(remain_dims, ndims) }.iter().map(|&remains| remains != 0).collect();
    let (part, ranks) = grid.sub(&remain);
    let (members, circle) = cx.with(|p| {
        let parent = p.comms.find(comm.0, "comm")?;
        let members = Group::of(ranks.iter().filter_map(|&rank| parent.group().process(rank)).collect());
        Ok::<_, Error>((members.clone(), Circle::part(parent, members, Purpose::CartSub)))
    })?;
    let circle = circle.ok_or_else(|| Error::internal("a process is not in its own slice of the grid"))?;
    let context = agree_on_context(cx, &circle)?;
    let new = keep(cx, comm, |parent| Some(parent.subset(context, members)?.with_topology(Topology::Cart(part))))?;
    // SAFETY: ABI-1.
    unsafe { *newcomm = new };
    Ok(())
}

/// The rank of `rank` in a topology of `nodes` processes: its own, if it is in it.
fn mapped(rank: u32, nodes: u32) -> c_int {
    if rank < nodes { rank as c_int } else { mpi::MPI_UNDEFINED }
}

pub(crate) unsafe fn cart_map(
    cx: &Cx,
    comm: MPI_Comm,
    ndims: c_int,
    dims: *const c_int,
    periods: *const c_int,
    newrank: *mut c_int,
) -> Result<()> {
    let (rank, ranks) = place(cx, comm, "comm")?;
    // SAFETY: ABI-2.
    let grid = unsafe { grid(ranks, ndims, dims, periods)? };
    // SAFETY: ABI-1.
    unsafe { *newrank = mapped(rank, grid.nodes) };
    Ok(())
}

/// The index and edges of a graph, checked.
///
/// # Safety
/// ABI-2.
unsafe fn graph<'a>(
    cx: &Cx,
    ranks: u32,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
) -> Result<(&'a [c_int], &'a [c_int])> {
    let nodes = length(nnodes, "nnodes", mpi::MPI_ERR_ARG)?;
    // SAFETY: as the caller promises.
    let index = unsafe { integers(indx, nodes) };
    let count = graph::edge_count(index, ranks)?;
    if count > 0 {
        cx.non_null(edges, "edges")?;
    }
    // SAFETY: as the caller promises.
    let edges = unsafe { integers(edges, count) };
    graph::check_edges(edges, nodes as u32)?;
    Ok((index, edges))
}

pub(crate) unsafe fn graph_create(
    cx: &Cx,
    comm_old: MPI_Comm,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    _reorder: c_int,
    comm_graph: *mut MPI_Comm,
) -> Result<()> {
    let (_, ranks) = place(cx, comm_old, "comm_old")?;
    // SAFETY: ABI-2.
    let (index, edges) = unsafe { graph(cx, ranks, nnodes, indx, edges)? };
    let context = consult_alike(cx, comm_old, Purpose::Graph, digest([index, edges]), "indx and edges")?;
    let new = keep_first(cx, comm_old, index.len() as u32, context, |rank| Topology::Graph(Graph::new(index, edges, rank)))?;
    // SAFETY: ABI-1.
    unsafe { *comm_graph = new };
    Ok(())
}

pub(crate) unsafe fn graph_map(
    cx: &Cx,
    comm: MPI_Comm,
    nnodes: c_int,
    indx: *const c_int,
    edges: *const c_int,
    newrank: *mut c_int,
) -> Result<()> {
    let (rank, ranks) = place(cx, comm, "comm")?;
    // SAFETY: ABI-2.
    let (index, _) = unsafe { graph(cx, ranks, nnodes, indx, edges)? };
    // SAFETY: ABI-1.
    unsafe { *newrank = mapped(rank, index.len() as u32) };
    Ok(())
}

/// A weights argument.
#[derive(Clone, Copy)]
enum Weights<'a> {
    /// `MPI_UNWEIGHTED`.
    Unweighted,
    /// `MPI_WEIGHTS_EMPTY`, or a null pointer where there are no edges.
    Empty,
    /// One for each edge.
    Given(&'a [c_int]),
}

impl<'a> Weights<'a> {
    /// # Safety
    /// ABI-2.
    unsafe fn of(array: *const c_int, edges: usize, argument: &str) -> Result<Self> {
        match array as usize {
            mpi::MPI_UNWEIGHTED => Ok(Weights::Unweighted),
            0 | mpi::MPI_WEIGHTS_EMPTY if edges == 0 => Ok(Weights::Empty),
            mpi::MPI_WEIGHTS_EMPTY => bail!(MPI_ERR_ARG, "argument {argument} is MPI_WEIGHTS_EMPTY, but there are {edges} edges"),
            0 => bail!(MPI_ERR_ARG, "argument {argument} is a null pointer; pass {edges} weights, or MPI_UNWEIGHTED"),
            // SAFETY: as the caller promises.
            _ => Ok(Weights::Given(unsafe { integers(array, edges) })),
        }
    }

    fn given(self) -> Option<&'a [c_int]> {
        if let Weights::Given(weights) = self { Some(weights) } else { None }
    }

    /// What it says about the graph: bits of [`Ballot::flags`].
    fn says(self, edges: usize) -> u64 {
        match self {
            Weights::Unweighted if edges > 0 => HAS_UNWEIGHTED_EDGES,
            Weights::Given(_) if edges > 0 => HAS_WEIGHTED_EDGES,
            Weights::Unweighted => 0,
            Weights::Empty | Weights::Given(_) => HAS_EMPTY_WEIGHTS,
        }
    }
}

const HAS_WEIGHTED_EDGES: u64 = 1;
const HAS_UNWEIGHTED_EDGES: u64 = 2;
const HAS_EMPTY_WEIGHTS: u64 = 4;

/// Whether the edges of a graph have weights, by what all processes said.
fn is_weighted(ballots: &[Ballot]) -> Result<bool> {
    let all = ballots.iter().fold(0, |all, ballot| all | ballot.flags);
    if all & HAS_WEIGHTED_EDGES != 0 && all & HAS_UNWEIGHTED_EDGES != 0 {
        bail!(
            MPI_ERR_ARG,
            "some edges have weights and others are MPI_UNWEIGHTED; all processes must pass weights for all edges, or none"
        );
    }
    Ok(all & HAS_UNWEIGHTED_EDGES == 0 && all != 0)
}

/// Keeps a duplicate of `comm` with a distributed graph, whose part here is `graph`.
fn keep_graph(cx: &Cx, comm: MPI_Comm, context: u64, graph: DistGraph) -> Result<MPI_Comm> {
    keep(cx, comm, |parent| Some(parent.subset(context, parent.group().clone())?.with_topology(Topology::DistGraph(graph))))
}

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
    comm_dist_graph: *mut MPI_Comm,
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
    let is_weighted = is_weighted(&ballots)?;
    let is_matched = ballots.iter().fold(0_u64, |sum, ballot| sum.wrapping_add(ballot.word)) == 0;
    let new = keep_graph(cx, comm_old, context, DistGraph { sources, destinations, is_weighted, is_matched })?;
    // SAFETY: ABI-1.
    unsafe { *comm_dist_graph = new };
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
    comm_dist_graph: *mut MPI_Comm,
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
    let is_weighted = is_weighted(&ballots)?;
    let seen = deal(cx, comm_old, ranks, &edges)?;
    let new = keep_graph(cx, comm_old, context, DistGraph::of(&seen, rank, is_weighted))?;
    // SAFETY: ABI-1.
    unsafe { *comm_dist_graph = new };
    Ok(())
}

/// An edge on its way to the processes at its ends: source, destination, weight.
const EDGE_WORDS: i64 = 3;

/// Gives all edges to the processes at their ends; returns those that begin or end here, ordered by the process that named them.
fn deal(cx: &Cx, comm: MPI_Comm, ranks: u32, edges: &[Edge]) -> Result<Vec<Edge>> {
    let mut piles: Vec<Vec<i32>> = vec![Vec::new(); ranks as usize];
    for &Edge { source, destination, weight } in edges {
        let words = [source as i32, destination as i32, weight];
        piles[source as usize].extend(words);
        if destination != source {
            piles[destination as usize].extend(words);
        }
    }
    let outgoing: Vec<i64> = piles.iter().map(|pile| pile.len() as i64).collect();
    let incoming = exchange_counts(cx, comm, &outgoing)?;
    let words = exchange_words(cx, comm, (&piles.concat(), &outgoing), &incoming)?;
    let edge = |words: &[i32]| Edge { source: words[0] as u32, destination: words[1] as u32, weight: words[2] };
    Ok(words.chunks_exact(EDGE_WORDS as usize).map(edge).collect())
}

/// Gives every rank its number; returns those for this one.
fn exchange_counts(cx: &Cx, comm: MPI_Comm, outgoing: &[i64]) -> Result<Vec<i64>> {
    let mut incoming = vec![0_i64; outgoing.len()];
    let word = MPI_Datatype(mpi::MPI_INT64_T);
    let send = sent(outgoing.as_ptr().cast(), 1, word);
    let recv = received(incoming.as_mut_ptr().cast(), 1, word);
    // SAFETY: TOPO-1.
    unsafe { run(cx, &Request { comm, ..moving(Collective::Alltoall, send, recv) })? };
    Ok(incoming)
}

/// Gives every rank its run of words, of the lengths `outgoing.1`; returns those for this one, by rank, of the lengths `incoming`.
fn exchange_words(cx: &Cx, comm: MPI_Comm, outgoing: (&[i32], &[i64]), incoming: &[i64]) -> Result<Vec<i32>> {
    let mut words = vec![0_i32; incoming.iter().sum::<i64>() as usize];
    let (departures, arrivals) = (starts(outgoing.1), starts(incoming));
    let word = MPI_Datatype(mpi::MPI_INT32_T);
    let long = |values: &[i64]| IntArray::Long(values.as_ptr());
    let send = sent_many(outgoing.0.as_ptr().cast(), (long(outgoing.1), long(&departures)), word);
    let recv = received_many(words.as_mut_ptr().cast(), (long(incoming), long(&arrivals)), word);
    // SAFETY: TOPO-1.
    unsafe { run(cx, &Request { comm, ..moving(Collective::Alltoallv, send, recv) })? };
    Ok(words)
}

/// Where runs of the given lengths start.
fn starts(lengths: &[i64]) -> Vec<i64> {
    lengths.iter().scan(0, |end, len| Some(std::mem::replace(end, *end + len))).collect()
}
