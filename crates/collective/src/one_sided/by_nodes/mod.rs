//! Puts for ranks that share nodes. Within a node they go to its lowest rank, the leader, and back,
//! which is a copy between two memories. Between nodes they go among leaders, so that a node sends
//! each block once and few messages. For ranks that ascend from node to node: the blocks of a node
//! are one run.
//!
//! - this file: the part that a rank has in its node, and the barrier
//! - `allgather`, `allreduce`, `alltoall`, `bcast`: the others

mod allgather;
mod allreduce;
mod alltoall;
mod bcast;

pub(crate) use allgather::allgather;
pub(crate) use allreduce::allreduce;
pub(crate) use alltoall::alltoall;
pub(crate) use bcast::{bcast, goes_in_pieces};

use super::{RESULT, data};
use crate::builder::{Builder, Numbering};
use crate::nodes::Nodes;
use crate::problem::Problem;
use crate::schedule::SLOTS;
use crate::tree::ceil_log2;

/// Slots of a leader for the windows of leaders, one for each distance; after them those of the
/// other ranks of its node.
const LEADER_SLOTS: u16 = 16;

/// Most nodes where each leader announces a window to each other one.
pub(crate) const FEW_NODES: u32 = LEADER_SLOTS as u32;

/// Most ranks of a node: each announces its window to the leader in a slot of its own.
pub(crate) const NODE_MAX: u32 = (SLOTS - LEADER_SLOTS) as u32;

/// Most nodes: leaders announce windows to each other at [`LEADER_SLOTS`] distances at most, and
/// their steps have numbers below those of steps within nodes.
pub(crate) const NODES_MAX: u32 = 1 << LEADER_SLOTS;

/// Signals of steps within a node, after those between leaders.
const WITHIN: u32 = 1 << 10;

/// The caller's node, and the part that the caller has in it.
struct NodePosition<'a> {
    nodes: &'a Nodes,
    node: u32,
    leader: u32,
}

impl<'a> NodePosition<'a> {
    fn of(p: &Problem<'a>) -> NodePosition<'a> {
        let nodes = p.nodes.expect("an algorithm for several nodes is only chosen where they are known");
        let node = nodes.node_of(p.rank);
        NodePosition { nodes, node, leader: nodes.ranks(node)[0] }
    }

    /// The other ranks of a leader's node, and the slot of each.
    fn others(&self) -> impl Iterator<Item = (u32, u16)> + use<'a> {
        self.nodes.ranks(self.node)[1..].iter().copied().zip(LEADER_SLOTS..)
    }

    fn leads(&self, p: &Problem) -> bool {
        p.rank == self.leader
    }

    /// The slot of a rank of the node that is not the leader.
    fn slot(&self, rank: u32) -> u16 {
        self.others().find_map(|(other, slot)| (other == rank).then_some(slot)).unwrap_or_default()
    }

    /// The leader of a node.
    fn leader_of(&self, node: u32) -> u32 {
        self.nodes.ranks(node)[0]
    }

    /// Has a part of the schedule written in which ranks are nodes, and their leaders take part.
    fn among_leaders(&self, b: &mut Builder, p: &Problem, write: impl FnOnce(&mut Builder, &Problem)) {
        let leaders = (0..self.nodes.count()).map(|node| self.leader_of(node)).collect();
        let root = self.nodes.node_of(p.root);
        b.wait();
        b.renumber(Numbering::Listed(leaders));
        write(b, &Problem { rank: self.node, ranks: self.nodes.count(), root, nodes: None, ..*p });
        b.renumber(Numbering::Same);
    }

    /// The leader of the node so far above this one, around the ring.
    fn leader_above(&self, distance: u32) -> u32 {
        self.leader_of((self.node + distance) % self.nodes.count())
    }

    fn leader_below(&self, distance: u32) -> u32 {
        self.leader_above(self.nodes.count() - distance)
    }

    /// 1, 2, 4, ... below the number of nodes.
    fn distances(&self) -> impl Iterator<Item = u32> + use<'a> {
        let count = self.nodes.count();
        (0..ceil_log2(count)).map(|step| 1 << step)
    }

    /// The ranks of `length` nodes from `first` on, around the ring: one run, or two.
    fn ranks_around(&self, first: u32, length: u32) -> [Option<(u32, u32)>; 2] {
        let (count, start) = (self.nodes.count(), |node| self.nodes.start(node));
        match (first + length).checked_sub(count) {
            None | Some(0) => [Some((start(first), start(first + length))), None],
            Some(rest) => [Some((start(first), start(count))), Some((0, start(rest)))],
        }
    }
}

/// Signals to the leader, among leaders, and back.
pub(crate) fn barrier(b: &mut Builder, p: &Problem) {
    let place = NodePosition::of(p);
    if !place.leads(p) {
        b.signal(place.leader, data(WITHIN));
        b.hear(place.leader, RESULT);
        return b.wait();
    }
    place.others().for_each(|(rank, _)| b.hear(rank, data(WITHIN)));
    b.wait();
    for held in place.distances() {
        b.signal(place.leader_above(held), data(held.ilog2()));
        b.hear(place.leader_below(held), data(held.ilog2()));
        b.wait();
    }
    place.others().for_each(|(rank, _)| b.signal(rank, RESULT));
}
