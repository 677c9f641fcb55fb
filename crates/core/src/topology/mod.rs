//! Process topologies (MPI-5 chapter 8): which processes of a communicator are neighbors.
//!
//! - [`cart`]: grids, with or without ends
//! - [`graph`]: graphs that every process knows whole
//! - [`dist_graph`]: graphs of which every process knows its own edges
//!
//! A topology belongs to one process of one communicator: it holds that process's neighbors in the
//! order in which the neighborhood collectives number their blocks (MPI-5 §8.6).

pub mod cart;
pub mod dist_graph;
pub mod graph;

use ferry_collective::Neighbors;
use ferry_constants as mpi;

pub use cart::Cart;
pub use dist_graph::{DistGraph, Edge};
pub use graph::Graph;

use crate::{Error, Result, bail};

/// The topology of a communicator, as one of its processes sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topology {
    /// See [`Cart`].
    Cart(Cart),
    /// See [`Graph`].
    Graph(Graph),
    /// See [`DistGraph`].
    DistGraph(DistGraph),
}

impl Topology {
    /// `MPI_Topo_test`: `MPI_CART`, `MPI_GRAPH` or `MPI_DIST_GRAPH`.
    pub fn kind(&self) -> i32 {
        match self {
            Topology::Cart(_) => mpi::MPI_CART,
            Topology::Graph(_) => mpi::MPI_GRAPH,
            Topology::DistGraph(_) => mpi::MPI_DIST_GRAPH,
        }
    }

    /// The neighbors with which this process exchanges messages.
    ///
    /// # Errors
    /// `MPI_ERR_TOPOLOGY`, at all processes of the communicator, if an edge is known to one of its
    /// ends only: a neighborhood collective would wait for a message that nobody sends.
    pub fn neighbors(&self) -> Result<Neighbors<'_>> {
        match self {
            Topology::Cart(cart) => Ok(cart.neighbors()),
            Topology::Graph(graph) => graph.neighbors(),
            Topology::DistGraph(graph) => graph.neighbors(),
        }
    }

    /// It as a grid.
    ///
    /// # Errors
    /// `MPI_ERR_TOPOLOGY` if it is none.
    pub fn cart(this: Option<&Topology>) -> Result<&Cart> {
        match this {
            Some(Topology::Cart(cart)) => Ok(cart),
            other => Err(unlike(other, "a Cartesian topology; make one with MPI_Cart_create")),
        }
    }

    /// It as a graph.
    ///
    /// # Errors
    /// `MPI_ERR_TOPOLOGY` if it is none.
    pub fn graph(this: Option<&Topology>) -> Result<&Graph> {
        match this {
            Some(Topology::Graph(graph)) => Ok(graph),
            other => Err(unlike(other, "a graph topology; make one with MPI_Graph_create")),
        }
    }

    /// It as a distributed graph.
    ///
    /// # Errors
    /// `MPI_ERR_TOPOLOGY` if it is none.
    pub fn dist_graph(this: Option<&Topology>) -> Result<&DistGraph> {
        match this {
            Some(Topology::DistGraph(graph)) => Ok(graph),
            other => Err(unlike(other, "a distributed graph topology; make one with MPI_Dist_graph_create")),
        }
    }

    /// It, whatever it is.
    ///
    /// # Errors
    /// `MPI_ERR_TOPOLOGY` if there is none.
    pub fn any(this: Option<&Topology>) -> Result<&Topology> {
        this.ok_or_else(|| unlike(None, "a topology; make one with MPI_Cart_create or MPI_Dist_graph_create"))
    }
}

#[cold]
fn unlike(found: Option<&Topology>, wanted: &str) -> Error {
    let found = match found {
        None => "no topology",
        Some(Topology::Cart(_)) => "a Cartesian topology",
        Some(Topology::Graph(_)) => "a graph topology",
        Some(Topology::DistGraph(_)) => "a distributed graph topology",
    };
    Error::new(mpi::MPI_ERR_TOPOLOGY, format!("the communicator of argument comm has {found}; it must have {wanted}"))
}

/// A number that tells lists of integers apart, alike at all processes.
pub fn digest<'a>(lists: impl IntoIterator<Item = &'a [i32]>) -> u64 {
    let words = lists.into_iter().flat_map(|list| std::iter::once(list.len() as u64).chain(list.iter().map(|&word| word as u64)));
    words.fold(0, |state, word| mix(state ^ word))
}

/// A bijection on 64-bit words that spreads every bit over all others.
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

/// The rank in entry `index` of argument `argument`.
fn member(rank: i32, ranks: u32, argument: &str, index: usize) -> Result<u32> {
    match u32::try_from(rank) {
        Ok(found) if found < ranks => Ok(found),
        _ => bail!(MPI_ERR_RANK, "argument {argument}[{index}] is {rank}; it must be between 0 and {}", i64::from(ranks) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_or_other_topology_is_named() {
        let cart = Topology::Cart(Cart::new(&[2], &[true], 0));
        assert_eq!(cart.kind(), mpi::MPI_CART);
        let error = Topology::graph(Some(&cart)).unwrap_err();
        assert_eq!(error.class(), mpi::MPI_ERR_TOPOLOGY);
        assert!(error.message().contains("has a Cartesian topology; it must have a graph topology"), "{error}");
        for error in [Topology::cart(None).unwrap_err(), Topology::any(None).unwrap_err()] {
            assert_eq!(error.class(), mpi::MPI_ERR_TOPOLOGY);
            assert!(error.message().contains("has no topology"), "{error}");
        }
    }

    #[test]
    fn digests_tell_lists_apart() {
        let lists: [&[&[i32]]; 7] = [&[], &[&[]], &[&[], &[]], &[&[0]], &[&[1, 2], &[3]], &[&[1], &[2, 3]], &[&[1, 2, 3]]];
        let digests: Vec<u64> = lists.iter().map(|list| digest(list.iter().copied())).collect();
        for (index, one) in digests.iter().enumerate() {
            assert!(!digests[index + 1..].contains(one), "{:?}", lists[index]);
        }
    }
}
