//! Alltoall of equal blocks where ranks share nodes: leaders collect the blocks of their nodes,
//! exchange what goes from node to node as one piece, and hand out what has come. For short blocks,
//! as leaders copy everything, and few nodes.

use super::{NodePosition, WITHIN};
use crate::builder::{Builder, Packed};
use crate::one_sided::{RESULT, announced, data};
use crate::problem::{Problem, Side};
use crate::schedule::{Region, Slice, Target, TypeRef};

/// Every leader puts to every other.
pub(crate) fn alltoall(b: &mut Builder, p: &Problem) {
    let (place, bytes) = (NodePosition::of(p), p.recv.total_bytes(p.ranks));
    if place.leads(p) {
        return lead(b, p, &place);
    }
    let is_dense = p.recv.shape(0).dense;
    let arriving = if is_dense { Packed::user(Region::RecvBuffer) } else { b.scratch(bytes) }.part(0, bytes);
    b.announce(place.leader, place.slot(p.rank), arriving, announced(WITHIN));
    let own = blocks_of(p).run(0, p.ranks);
    // What is announced may be written, and nothing that a put still reads.
    let is_put_from = own.type_ref == TypeRef::Bytes && !p.in_place;
    let leaving = if is_put_from { own } else { b.scratch(bytes).part(0, bytes) };
    b.copy(own, leaving);
    b.hear(place.leader, announced(WITHIN));
    b.wait();
    b.put(place.leader, leaving, Target::Window { slot: 0, offset: 0 }, data(WITHIN));
    b.hear(place.leader, RESULT);
    b.wait();
    b.copy(arriving, p.recv_side().run(0, p.ranks));
}

/// The blocks that a rank gives.
fn blocks_of<'a>(p: &Problem<'a>) -> Side<'a> {
    if p.in_place { p.recv_side() } else { p.send_side() }
}

/// What a leader has of its node and of others, in rows of blocks.
struct CollectedRows<'a> {
    place: &'a NodePosition<'a>,
    block: u64,
    /// Ranks of the node, and of all.
    here: u64,
    ranks: u64,
    /// A row for each rank of the node: its blocks for all ranks.
    collected: Packed,
    /// For each node: a row for each of its ranks, whose blocks are for the ranks of this node.
    arriving: Vec<Packed>,
}

fn lead(b: &mut Builder, p: &Problem, place: &NodePosition) {
    let (block, here, ranks) = (p.recv.bytes(0), u64::from(ranks_of(place, place.node)), u64::from(p.ranks));
    let collected = b.scratch(here * ranks * block);
    let of_node = |node: u32| here * u64::from(ranks_of(place, node)) * block;
    let arriving = (0..place.nodes.count()).map(|node| b.scratch(if node == place.node { 0 } else { of_node(node) })).collect();
    let rows = CollectedRows { place, block, here, ranks, collected, arriving };
    let others = || (0..place.nodes.count()).filter(|node| *node != place.node);
    for (row, (rank, _)) in (1..).zip(place.others()) {
        b.announce(rank, 0, rows.row(row), announced(WITHIN));
    }
    for node in others() {
        let window = rows.arriving[node as usize].part(0, of_node(node));
        b.announce(place.leader_of(node), place.node as u16, window, announced(0));
    }
    b.copy(blocks_of(p).run(0, p.ranks), rows.row(0));
    for (rank, _) in place.others() {
        b.hear(rank, data(WITHIN));
        b.hear(rank, announced(WITHIN));
    }
    b.wait();
    let leaving: Vec<(u32, Slice)> = others().map(|node| (node, rows.leaving(b, node))).collect();
    for node in others() {
        b.hear(place.leader_of(node), announced(0));
    }
    b.wait();
    for (node, piece) in leaving {
        b.put(place.leader_of(node), piece, Target::Window { slot: node as u16, offset: 0 }, data(0));
    }
    for node in others() {
        b.hear(place.leader_of(node), data(0));
    }
    b.wait();
    rows.hand_out(b, p);
}

fn ranks_of(place: &NodePosition, node: u32) -> u32 {
    place.nodes.ranks(node).len() as u32
}

impl CollectedRows<'_> {
    /// All blocks of a rank of this node.
    fn row(&self, index: u64) -> Slice {
        self.collected.part(index * self.ranks * self.block, self.ranks * self.block)
    }

    /// What goes to a node: row by row.
    fn leaving(&self, b: &mut Builder, node: u32) -> Slice {
        let (first, length) = (u64::from(self.place.nodes.start(node)), u64::from(ranks_of(self.place, node)));
        let piece = b.scratch(self.here * length * self.block);
        for row in 0..self.here {
            let from = self.collected.part((row * self.ranks + first) * self.block, length * self.block);
            b.copy(from, piece.part(row * length * self.block, length * self.block));
        }
        piece.part(0, self.here * length * self.block)
    }

    /// The block of a rank for the `index`-th rank of this node.
    fn arrived(&self, node: u32, row: u64, index: u64) -> Slice {
        if node == self.place.node {
            let column = u64::from(self.place.nodes.start(node)) + index;
            return self.collected.part((row * self.ranks + column) * self.block, self.block);
        }
        self.arriving[node as usize].part((row * self.here + index) * self.block, self.block)
    }

    /// All ranks of the node get what is theirs.
    fn hand_out(&self, b: &mut Builder, p: &Problem) {
        let sorted = b.scratch(self.here * self.ranks * self.block);
        let row_bytes = self.ranks * self.block;
        for index in 0..self.here {
            for node in 0..self.place.nodes.count() {
                let first = u64::from(self.place.nodes.start(node));
                for row in 0..u64::from(ranks_of(self.place, node)) {
                    let to = sorted.part(index * row_bytes + (first + row) * self.block, self.block);
                    b.copy(self.arrived(node, row, index), to);
                }
            }
        }
        b.copy(sorted.part(0, row_bytes), p.recv_side().run(0, p.ranks));
        for (index, (rank, slot)) in (1..).zip(self.place.others()) {
            b.put(rank, sorted.part(index * row_bytes, row_bytes), Target::Window { slot, offset: 0 }, RESULT);
        }
    }
}
