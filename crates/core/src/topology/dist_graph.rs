//! Distributed graph topologies (MPI-5 §8.5.4): every process knows the edges that begin or end at
//! it.

use ferry_collective::Neighbors;

use super::{member, mix};
use crate::{Result, bail};

/// An edge of a graph that any process may have named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The rank it begins at.
    pub source: u32,
    /// The rank it ends at.
    pub destination: u32,
    /// Its weight; 1 in graphs without weights.
    pub weight: i32,
}

/// One direction's neighbors with the weights of their edges, which are empty in graphs without
/// weights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adjacency {
    /// Ranks, more than once if there are several edges.
    pub ranks: Vec<u32>,
    /// One for each rank, or none.
    pub weights: Vec<i32>,
}

impl Adjacency {
    /// The neighbors in arguments `names` (ranks, weights), on a communicator of `ranks` processes.
    /// `weights` is `None` in graphs without weights.
    ///
    /// # Errors
    /// `MPI_ERR_RANK` for a rank that is not in the communicator, `MPI_ERR_ARG` for a negative
    /// weight.
    pub fn new(neighbors: &[i32], weights: Option<&[i32]>, names: (&str, &str), ranks: u32) -> Result<Adjacency> {
        let numbered = neighbors.iter().enumerate();
        let found = numbered.map(|(index, &rank)| member(rank, ranks, names.0, index)).collect::<Result<Vec<u32>>>()?;
        let weights = weights.unwrap_or_default();
        check_weights(weights, names.1)?;
        Ok(Adjacency { ranks: found, weights: weights.to_vec() })
    }
}

/// Refuses negative weights.
///
/// # Errors
/// `MPI_ERR_ARG`.
pub fn check_weights(weights: &[i32], argument: &str) -> Result<()> {
    match weights.iter().position(|&weight| weight < 0) {
        Some(index) => bail!(MPI_ERR_ARG, "argument {argument}[{index}] is {}; it must be at least 0", weights[index]),
        None => Ok(()),
    }
}

/// The edges that the arguments of `MPI_Dist_graph_create` name: of `sources[i]`, `degrees[i]`
/// consecutive `destinations`.
///
/// # Errors
/// As [`Adjacency::new`].
pub fn edges(sources: &[i32], degrees: &[i32], destinations: &[i32], weights: Option<&[i32]>, ranks: u32) -> Result<Vec<Edge>> {
    check_weights(weights.unwrap_or_default(), "weights")?;
    let mut edges = Vec::with_capacity(destinations.len());
    for (index, (&source, &degree)) in sources.iter().zip(degrees).enumerate() {
        let source = member(source, ranks, "sources", index)?;
        for _ in 0..degree {
            let position = edges.len();
            let destination = member(destinations[position], ranks, "destinations", position)?;
            edges.push(Edge { source, destination, weight: weights.map_or(1, |weights| weights[position]) });
        }
    }
    Ok(edges)
}

/// The sum of `degrees`: the number of edges.
///
/// # Errors
/// `MPI_ERR_ARG` for a negative degree.
pub fn edge_count(degrees: &[i32]) -> Result<usize> {
    match degrees.iter().position(|&degree| degree < 0) {
        Some(index) => bail!(MPI_ERR_ARG, "argument degrees[{index}] is {}; it must be at least 0", degrees[index]),
        None => Ok(degrees.iter().map(|&degree| degree as usize).sum()),
    }
}

/// What a process that begins `destinations` and ends `sources` adds to a sum over all processes
/// that is zero if both ends of every edge name it, and hardly ever else.
pub fn balance(rank: u32, sources: &[u32], destinations: &[u32]) -> u64 {
    let name = |from: u32, to: u32| mix(mix(u64::from(from)) ^ u64::from(to));
    let begun = destinations.iter().fold(0_u64, |sum, to| sum.wrapping_add(name(rank, *to)));
    sources.iter().fold(begun, |sum, from| sum.wrapping_sub(name(*from, rank)))
}

/// A graph, seen from one process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistGraph {
    /// Edges that end here.
    pub sources: Adjacency,
    /// Edges that begin here.
    pub destinations: Adjacency,
    /// Whether the edges have weights.
    pub is_weighted: bool,
    /// Whether both ends of all edges, anywhere in the graph, name them.
    pub is_matched: bool,
}

impl DistGraph {
    /// The part of a graph that `rank` sees of `edges`, which are all that begin or end there. Both
    /// ends of an edge see it in the same place among the edges between them.
    pub fn of(edges: &[Edge], rank: u32, is_weighted: bool) -> DistGraph {
        let part = |here: fn(&Edge) -> u32, there: fn(&Edge) -> u32| {
            let own = edges.iter().filter(|edge| here(edge) == rank);
            let weights = own.clone().filter(|_| is_weighted).map(|edge| edge.weight).collect();
            Adjacency { ranks: own.map(there).collect(), weights }
        };
        DistGraph {
            sources: part(|edge| edge.destination, |edge| edge.source),
            destinations: part(|edge| edge.source, |edge| edge.destination),
            is_weighted,
            is_matched: true,
        }
    }

    /// The neighbors of this process.
    ///
    /// # Errors
    /// `MPI_ERR_TOPOLOGY` if only one end of some edge names it.
    pub fn neighbors(&self) -> Result<Neighbors<'_>> {
        if !self.is_matched {
            bail!(
                MPI_ERR_TOPOLOGY,
                "the processes of the communicator passed edges to MPI_Dist_graph_create_adjacent that do not match: every edge must be \
                 among the destinations of the process where it begins and as often among the sources of the process where it ends"
            );
        }
        Ok(Neighbors { sources: &self.sources.ranks, destinations: &self.destinations.ranks, opposite: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_constants as mpi;
    use proptest::prelude::*;

    #[test]
    fn edges_are_read_in_order() {
        let found = edges(&[1, 0], &[2, 1], &[0, 1, 2], Some(&[5, 0, 7]), 3).unwrap();
        let expected =
            [(1, 0, 5), (1, 1, 0), (0, 2, 7)].map(|(source, destination, weight)| Edge { source, destination, weight });
        assert_eq!(found, expected);
        let seen = DistGraph::of(&found, 1, true);
        assert_eq!(seen.sources, Adjacency { ranks: vec![1], weights: vec![0] });
        assert_eq!(seen.destinations, Adjacency { ranks: vec![0, 1], weights: vec![5, 0] });
        assert!(DistGraph::of(&found, 1, false).sources.weights.is_empty());
    }

    #[test]
    fn bad_edges_are_refused() {
        let class = |result: Result<Vec<Edge>>| result.unwrap_err().class();
        assert_eq!(class(edges(&[3], &[0], &[], None, 3)), mpi::MPI_ERR_RANK);
        assert_eq!(class(edges(&[0], &[1], &[-1], None, 3)), mpi::MPI_ERR_RANK);
        assert_eq!(class(edges(&[0], &[1], &[1], Some(&[-2]), 3)), mpi::MPI_ERR_ARG);
        assert_eq!(edge_count(&[1, -1]).unwrap_err().class(), mpi::MPI_ERR_ARG);
        assert_eq!(edge_count(&[i32::MAX, i32::MAX]).unwrap(), 2 * i32::MAX as usize);
        let adjacency = Adjacency::new(&[0, 4], None, ("sources", "sourceweights"), 4);
        assert!(adjacency.unwrap_err().message().starts_with("argument sources[1] is 4"));
    }

    fn graphs() -> impl Strategy<Value = Vec<(u32, u32)>> {
        proptest::collection::vec((0..5_u32, 0..5_u32), 0..20)
    }

    fn total(parts: &[(Vec<u32>, Vec<u32>)]) -> u64 {
        let numbered = parts.iter().enumerate();
        numbered.fold(0, |sum, (rank, (sources, destinations))| sum.wrapping_add(balance(rank as u32, sources, destinations)))
    }

    proptest! {
        #[test]
        fn matching_edges_balance_and_others_do_not(pairs in graphs(), extra in (0..5_u32, 0..5_u32)) {
            let edges: Vec<Edge> =
                pairs.iter().map(|&(source, destination)| Edge { source, destination, weight: 1 }).collect();
            let mut parts: Vec<_> = (0..5)
                .map(|rank| DistGraph::of(&edges, rank, false))
                .map(|graph| (graph.sources.ranks, graph.destinations.ranks))
                .collect();
            prop_assert_eq!(total(&parts), 0);
            parts[extra.0 as usize].1.push(extra.1);
            prop_assert_ne!(total(&parts), 0);
            let (sources, other) = (&mut parts[extra.1 as usize].0, (extra.0 + 1) % 5);
            sources.push(other);
            prop_assert_ne!(total(&parts), 0);
        }
    }
}
