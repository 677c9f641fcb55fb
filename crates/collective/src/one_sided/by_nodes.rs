//! Puts for ranks that share nodes: within a node to its lowest rank, the leader, and back, which
//! is a copy between two memories; between nodes among leaders, so that a node sends each block
//! once and few messages. For ranks that ascend from node to node: the blocks of a node are one
//! run.

use super::image::Image;
use super::{RESULT, announced, data, second_piece};
use crate::builder::Builder;
use crate::nodes::Nodes;
use crate::problem::Problem;
use crate::schedule::{SLOTS, Target};
use crate::tree::ceil_log2;

/// Slots of a leader for the windows of leaders, one for each distance; after them those of the
/// other ranks of its node.
const LEADER_SLOTS: u16 = 16;

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

    /// The leader of the node so far above this one, around the ring.
    fn leader_above(&self, distance: u32) -> u32 {
        self.nodes.ranks((self.node + distance) % self.nodes.count())[0]
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

/// Blocks to the leader; among leaders at distances 1, 2, 4, ..., as in the circulant graph, all
/// that a leader has; everything to all ranks of the node. For any blocks.
pub(crate) fn allgather(b: &mut Builder, p: &Problem) {
    let (place, image) = (NodePosition::of(p), Image::new(b, p));
    if p.rank == place.leader {
        lead_allgather(b, p, &place, &image);
    } else {
        let slot = place.others().find_map(|(rank, slot)| (rank == p.rank).then_some(slot)).unwrap_or_default();
        b.announce(place.leader, slot, image.whole(p), announced(WITHIN));
        image.place_own(b, p);
        b.hear(place.leader, announced(WITHIN));
        b.wait();
        let into = Target::Window { slot: 0, offset: image.starts.at(p.rank) };
        b.put(place.leader, image.run(p.rank, p.rank + 1), into, data(WITHIN));
        b.hear(place.leader, RESULT);
        // What comes before the own block, and what comes after.
        b.hear(place.leader, RESULT + 1);
        b.wait();
    }
    image.unpack(b, p);
}

fn lead_allgather(b: &mut Builder, p: &Problem, place: &NodePosition, image: &Image) {
    for (rank, _) in place.others() {
        b.announce(rank, 0, image.whole(p), announced(WITHIN));
    }
    for held in place.distances() {
        b.announce(place.leader_above(held), held.ilog2() as u16, image.whole(p), announced(held.ilog2()));
    }
    image.place_own(b, p);
    for (rank, _) in place.others() {
        b.hear(rank, data(WITHIN));
        b.hear(rank, announced(WITHIN));
    }
    b.wait();
    let count = place.nodes.count();
    for held in place.distances() {
        let (step, more) = (held.ilog2(), held.min(count - held));
        let (from, to) = (place.leader_above(held), place.leader_below(held));
        b.hear(to, announced(step));
        b.wait();
        let [head, tail] = place.ranks_around(place.node, more);
        let pieces = [(head, data(step)), (tail, second_piece(step))];
        for ((first, end), signal) in pieces.into_iter().filter_map(|(run, signal)| Some((run?, signal))) {
            let into = Target::Window { slot: step as u16, offset: image.starts.at(first) };
            b.put(to, image.run(first, end), into, signal);
        }
        b.hear(from, data(step));
        if place.ranks_around((place.node + held) % count, more)[1].is_some() {
            b.hear(from, second_piece(step));
        }
        b.wait();
    }
    for (rank, slot) in place.others() {
        // All but its own block, which it may still be reading from.
        for ((first, end), signal) in [((0, rank), RESULT), ((rank + 1, p.ranks), RESULT + 1)] {
            b.put(rank, image.run(first, end), Target::Window { slot, offset: image.starts.at(first) }, signal);
        }
    }
}

/// Signals to the leader, among leaders, and back.
pub(crate) fn barrier(b: &mut Builder, p: &Problem) {
    let place = NodePosition::of(p);
    if p.rank != place.leader {
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
