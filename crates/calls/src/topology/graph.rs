//! Making communicators with distributed graphs (MPI-5 §8.5.4). What each process knows of the
//! graph reaches those it concerns.
//!
//! # Safety arguments
//! - TOPO-1: the buffers and arrays of a collective operation of Ferry's own are vectors of the
//!   function that waits for it, of the lengths that the counts demand.

use std::ffi::c_int;

use ferry_collective::Collective;
use ferry_constants as mpi;
use ferry_core::topology::Topology;
use ferry_core::topology::dist_graph::{DistGraph, Edge};
use ferry_core::{Result, bail};
use ferry_ctypes::{IntArray, MPI_Comm, MPI_Datatype};
use ferry_runtime::Cx;

use crate::collective::arguments::Request;
use crate::collective::call::run;
use crate::collective::{moving, received, received_many, sent, sent_many};
use crate::comm::create::keep;
use crate::topology::create::{TopologyBallot, integers};

/// A weights argument.
#[derive(Clone, Copy)]
pub enum Weights<'a> {
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
    pub unsafe fn of(array: *const c_int, edges: usize, argument: &str) -> Result<Self> {
        match array as usize {
            mpi::MPI_UNWEIGHTED => Ok(Weights::Unweighted),
            0 | mpi::MPI_WEIGHTS_EMPTY if edges == 0 => Ok(Weights::Empty),
            mpi::MPI_WEIGHTS_EMPTY => bail!(MPI_ERR_ARG, "argument {argument} is MPI_WEIGHTS_EMPTY, but there are {edges} edges"),
            0 => bail!(MPI_ERR_ARG, "argument {argument} is a null pointer; pass {edges} weights, or MPI_UNWEIGHTED"),
            // SAFETY: as the caller promises.
            _ => Ok(Weights::Given(unsafe { integers(array, edges) })),
        }
    }

    /// The weights, if there are some.
    pub fn given(self) -> Option<&'a [c_int]> {
        if let Weights::Given(weights) = self { Some(weights) } else { None }
    }

    /// What it says about the graph: bits of [`TopologyBallot::flags`].
    pub fn says(self, edges: usize) -> u64 {
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
pub fn is_weighted(ballots: &[TopologyBallot]) -> Result<bool> {
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
pub fn keep_graph(cx: &Cx, comm: MPI_Comm, context: u64, graph: DistGraph) -> Result<MPI_Comm> {
    keep(cx, comm, |parent| Some(parent.subset(context, parent.group().clone())?.with_topology(Topology::DistGraph(graph))))
}

/// An edge on its way to the processes at its ends: source, destination, weight.
const EDGE_WORDS: i64 = 3;

/// Gives all edges to the processes at their ends; returns those that begin or end here, ordered by
/// the process that named them.
pub fn deal(cx: &Cx, comm: MPI_Comm, ranks: u32, edges: &[Edge]) -> Result<Vec<Edge>> {
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

/// Gives every rank its run of words, of the lengths `outgoing.1`; returns those for this one, by
/// rank, of the lengths `incoming`.
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
