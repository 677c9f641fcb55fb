//! Graph topologies (MPI-5 §8.5.3): every process knows the whole graph.

use ferry_collective::Neighbors;

use super::member;
use crate::{Result, bail};

/// A graph and the place of one process in it.
///
/// Invariant: `index` ascends and ends with the length of `edges`; all edges are below the length
/// of `index`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    index: Vec<i32>,
    edges: Vec<i32>,
    own: Vec<u32>,
    is_symmetric: bool,
}

/// The number of edges of a graph whose nodes' lists of neighbors end at `index`, on a communicator
/// of `ranks` processes.
///
/// # Errors
/// `MPI_ERR_ARG` if there are more nodes than processes or `index` does not ascend from 0.
pub fn edge_count(index: &[i32], ranks: u32) -> Result<usize> {
    if index.len() > ranks as usize {
        bail!(MPI_ERR_ARG, "argument nnodes is {}; the communicator has only {ranks} processes", index.len());
    }
    let mut before = 0;
    for (node, &end) in index.iter().enumerate() {
        if end < before {
            bail!(
                MPI_ERR_ARG,
                "argument indx[{node}] is {end}; it must be at least {before}, as the entries add up the numbers of neighbors"
            );
        }
        before = end;
    }
    Ok(before as usize)
}

/// Refuses edges that lead out of a graph of `nodes` nodes.
///
/// # Errors
/// `MPI_ERR_RANK`.
pub fn check_edges(edges: &[i32], nodes: u32) -> Result<()> {
    edges.iter().enumerate().try_for_each(|(position, &edge)| member(edge, nodes, "edges", position).map(drop))
}

impl Graph {
    /// A graph that [`edge_count`] and [`check_edges`] accept, seen from `rank`.
    pub fn new(index: &[i32], edges: &[i32], rank: u32) -> Graph {
        let mut graph = Graph { index: index.to_vec(), edges: edges.to_vec(), own: Vec::new(), is_symmetric: false };
        graph.own = graph.neighbors_of(rank).iter().map(|&neighbor| neighbor as u32).collect();
        graph.is_symmetric = graph.equals_its_reverse();
        graph
    }

    /// Where the lists of neighbors end.
    pub fn index(&self) -> &[i32] {
        &self.index
    }

    /// The lists of neighbors, one after the other.
    pub fn edges(&self) -> &[i32] {
        &self.edges
    }

    /// The neighbors of `rank`, which is in the graph.
    pub fn neighbors_of(&self, rank: u32) -> &[i32] {
        let start = rank.checked_sub(1).map_or(0, |before| self.index[before as usize]);
        &self.edges[start as usize..self.index[rank as usize] as usize]
    }

    fn equals_its_reverse(&self) -> bool {
        let nodes = 0..self.index.len() as u32;
        let mut there: Vec<(i32, i32)> =
            nodes.flat_map(|node| self.neighbors_of(node).iter().map(move |&neighbor| (node as i32, neighbor))).collect();
        let mut back: Vec<(i32, i32)> = there.iter().map(|&(from, to)| (to, from)).collect();
        there.sort_unstable();
        back.sort_unstable();
        there == back
    }

    /// The neighbors of this process, from which and to which messages go.
    ///
    /// # Errors
    /// `MPI_ERR_TOPOLOGY` if the graph is not symmetric (MPI-5 §8.6).
    pub fn neighbors(&self) -> Result<Neighbors<'_>> {
        if !self.is_symmetric {
            bail!(
                MPI_ERR_TOPOLOGY,
                "the graph of the communicator is not symmetric: some node has a neighbor that does not have it as often; neighborhood \
                 collectives need both directions, or MPI_Dist_graph_create"
            );
        }
        Ok(Neighbors { sources: &self.own, destinations: &self.own, opposite: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_constants as mpi;

    #[test]
    fn neighbors_are_runs_of_edges() {
        // The example of MPI-5 §8.5.3.
        let graph = Graph::new(&[2, 3, 4, 6], &[1, 3, 0, 3, 0, 2], 3);
        assert_eq!([0, 1, 2, 3].map(|node| graph.neighbors_of(node).len()), [2, 1, 1, 2]);
        assert_eq!(graph.neighbors_of(0), [1, 3]);
        assert_eq!(graph.neighbors().unwrap().sources, [0, 2]);
    }

    #[test]
    fn graphs_without_edges_and_with_loops_are_symmetric() {
        assert!(Graph::new(&[0, 0], &[], 1).neighbors().unwrap().sources.is_empty());
        assert_eq!(Graph::new(&[2], &[0, 0], 0).neighbors().unwrap().destinations, [0, 0]);
    }

    #[test]
    fn one_way_edges_have_no_neighborhood() {
        for (index, edges) in [(&[1, 1][..], &[1][..]), (&[2, 3], &[1, 1, 0])] {
            assert_eq!(Graph::new(index, edges, 0).neighbors().unwrap_err().class(), mpi::MPI_ERR_TOPOLOGY);
        }
    }

    #[test]
    fn bad_graphs_are_refused() {
        assert_eq!(edge_count(&[1, 2, 3], 3).unwrap(), 3);
        assert_eq!(edge_count(&[], 3).unwrap(), 0);
        for index in [&[1, 2, 3, 4][..], &[2, 1], &[-1]] {
            assert_eq!(edge_count(index, 3).unwrap_err().class(), mpi::MPI_ERR_ARG, "{index:?}");
        }
        for edges in [&[0, 3][..], &[-1], &[mpi::MPI_PROC_NULL]] {
            assert_eq!(check_edges(edges, 3).unwrap_err().class(), mpi::MPI_ERR_RANK, "{edges:?}");
        }
    }
}
