//! Algorithms for ranks on several nodes, made of those for one group: a collective among the ranks
//! of each node, one between nodes, and one within nodes again. Each part is chosen by its own
//! cost.
//!
//! - this file: the groups that the parts run in;
//! - `moves`: what moves data; `reduction`: what combines them;
//! - `cost`: what they cost.
//!
//! Between nodes there are two ways. Either the *leaders* take part, one rank of each node (the
//! root is its node's). That needs nothing of the mapping of ranks to nodes. Or, where all nodes
//! have equally many ranks, the ranks with the same *slot* on their nodes do, all slots at once
//! with a part of the data each. Then no rank waits for a leader, and every rank's data cross once.

pub(crate) mod cost;
mod moves;
mod reduction;

pub(crate) use moves::{allgather, allgather_by_slots, alltoall_by_slots, barrier, bcast, gather, scatter};
pub(crate) use reduction::{allreduce, allreduce_by_slots, exscan, reduce, reduce_scatter, scan};

use crate::builder::{BufferPlace, Builder, Numbering};
use crate::nodes::{Nodes, Spread};
use crate::problem::Problem;
use crate::select::{Query, select};
use crate::table::Collective;

/// Some ranks, the caller among them, that do a collective of their own.
struct Team {
    ranks: Vec<u32>,
    /// The caller's index.
    me: u32,
    /// The index of the root.
    root: u32,
    /// How they are spread over nodes.
    spread: Option<Spread>,
}

/// The nodes of a call. Algorithms that need them are chosen only where there are any.
fn nodes<'a>(p: &Problem<'a>) -> &'a Nodes {
    p.nodes.expect("an algorithm for several nodes is only chosen where they are known")
}

/// The rank that speaks for a node: the root of the call, or else the lowest.
fn leader(p: &Problem, node: u32) -> u32 {
    let nodes = nodes(p);
    if nodes.node_of(p.root) == node { p.root } else { nodes.ranks(node)[0] }
}

impl Team {
    fn of(ranks: Vec<u32>, p: &Problem, root: u32, spread: Option<Spread>) -> Option<Team> {
        let index = |rank: u32| ranks.iter().position(|other| *other == rank);
        let (me, root) = (index(p.rank)? as u32, index(root)? as u32);
        Some(Team { ranks, me, root, spread })
    }

    /// The ranks of the caller's node, in order, with its leader as root.
    fn here(p: &Problem) -> Team {
        let (nodes, node) = (nodes(p), nodes(p).node_of(p.rank));
        let (ranks, leader) = (nodes.ranks(node), leader(p, node));
        let index = |rank: u32| ranks.binary_search(&rank).unwrap_or_default() as u32;
        Team { me: index(p.rank), root: index(leader), ranks: ranks.to_vec(), spread: None }
    }

    /// The leaders, in the order of nodes; `None` if the caller is none.
    fn leaders(p: &Problem) -> Option<Team> {
        let nodes = nodes(p);
        let ranks = (0..nodes.count()).map(|node| leader(p, node)).collect();
        Team::of(ranks, p, p.root, Some(nodes.spread().one_of_each()))
    }

    /// The last rank of each node; `None` if the caller is none.
    fn tails(p: &Problem) -> Option<Team> {
        let nodes = nodes(p);
        let ranks = (0..nodes.count()).filter_map(|node| nodes.ranks(node).last().copied()).collect();
        Team::of(ranks, p, p.rank, Some(nodes.spread().one_of_each()))
    }

    /// The ranks with the caller's slot. Only where all nodes have as many ranks.
    fn slot(p: &Problem) -> Team {
        let (nodes, node) = (nodes(p), nodes(p).node_of(p.rank));
        let slot = p.rank_in_node();
        let ranks = (0..nodes.count()).map(|node| nodes.ranks(node)[slot as usize]).collect();
        Team { ranks, me: node, root: 0, spread: Some(nodes.spread().one_of_each()) }
    }

    fn size(&self) -> u32 {
        self.ranks.len() as u32
    }

    fn is_root(&self) -> bool {
        self.me == self.root
    }

    /// Does a collective among the team: the call `p`, whose ranks and root are the team's.
    fn run(&self, b: &mut Builder, collective: Collective, p: &Problem) {
        self.run_on(b, collective, p, BufferPlace::SEND, BufferPlace::RECV);
    }

    /// As [`Team::run`], with the buffers of the call at these places.
    fn run_on(&self, b: &mut Builder, collective: Collective, p: &Problem, send: BufferPlace, recv: BufferPlace) {
        let p = Problem { rank: self.me, ranks: self.size(), root: self.root, nodes: None, one_sided: None, ..*p };
        let query = Query { spread: self.spread, ..Query::new(collective, &p, None) };
        self.within(b, |b| {
            b.relocate(send, recv);
            select(&query).write(b, &p);
            b.relocate(BufferPlace::SEND, BufferPlace::RECV);
        });
    }

    /// Has a part of the schedule written in which peers are indices in the team.
    fn within(&self, b: &mut Builder, write: impl FnOnce(&mut Builder)) {
        b.wait();
        b.renumber(Numbering::Listed(self.ranks.clone()));
        write(b);
        b.wait();
        b.renumber(Numbering::Same);
    }
}

impl Problem<'_> {
    /// The caller's index among the ranks of its node.
    fn rank_in_node(&self) -> u32 {
        let nodes = nodes(self);
        nodes.ranks(nodes.node_of(self.rank)).binary_search(&self.rank).unwrap_or_default() as u32
    }
}
