//! Barrier, broadcast, and what gathers, scatters and exchanges blocks.
//!
//! Blocks travel packed, in the order of nodes: those of a node are one run of bytes. Where ranks
//! ascend from node to node and blocks are dense, the user's buffer has that form itself.

use super::{Team, leader, nodes};
use crate::builder::{BufferPlace, Builder, Packed};
use crate::problem::{Blocks, Integers, Problem, Shape, Side};
use crate::schedule::Slice;
use crate::starts::Starts;
use crate::table::Collective;
use crate::tree::Binomial;

/// Bytes as a type.
const BYTE: Shape = Shape::dense(1);

/// Signals up to the leaders, among them, and down again.
pub(crate) fn barrier(b: &mut Builder, p: &Problem) {
    let here = Team::here(p);
    let tree = Binomial::new(here.me, here.size(), here.root);
    here.within(b, |b| {
        tree.children().for_each(|child| b.expect(child.peer));
        b.wait();
        tree.parent().into_iter().for_each(|parent| b.notify(parent));
    });
    if let Some(leaders) = Team::leaders(p) {
        leaders.run(b, Collective::Barrier, p);
    }
    here.within(b, |b| {
        tree.parent().into_iter().for_each(|parent| b.expect(parent));
        b.wait();
        tree.children().rev().for_each(|child| b.notify(child.peer));
    });
}

/// From the root to the leaders, from them to their nodes.
pub(crate) fn bcast(b: &mut Builder, p: &Problem) {
    if let Some(leaders) = Team::leaders(p) {
        leaders.run(b, Collective::Bcast, p);
    }
    Team::here(p).run(b, Collective::Bcast, p);
}

/// The blocks of all ranks, packed, node after node.
struct Area {
    packed: Packed,
    /// Of each place in the order of nodes.
    starts: Starts,
    /// It is the user's buffer.
    is_user: bool,
}

impl Area {
    /// Of the blocks of a user buffer: that buffer if it has the form, else scratch.
    fn of(b: &mut Builder, p: &Problem, side: Side) -> Area {
        let (order, blocks) = (nodes(p).order(), side.blocks);
        let starts = Starts::of_blocks(&blocks, p.ranks, |index| blocks.bytes(order[index as usize]));
        let is_user = blocks.is_uniform() && blocks.shape(0).dense && nodes(p).spread().is_in_order;
        let packed = if is_user { Packed::user(side.region) } else { b.scratch(starts.at(p.ranks)) };
        Area { packed, starts, is_user }
    }

    /// Of equal blocks, for the ranks of one node alone.
    fn of_node(b: &mut Builder, p: &Problem, node: u32, block_bytes: u64) -> Area {
        let ranks = nodes(p).ranks(node).len() as u64;
        Area { packed: b.scratch(ranks * block_bytes), starts: Starts::Uniform(block_bytes), is_user: false }
    }

    fn run(&self, first: u32, end: u32) -> Slice {
        self.packed.part(self.starts.at(first), self.starts.length(first, end))
    }

    fn node(&self, p: &Problem, node: u32) -> Slice {
        self.run(nodes(p).start(node), nodes(p).start(node + 1))
    }

    fn place(&self, first: u32) -> BufferPlace {
        self.packed.place(self.starts.at(first))
    }

    /// Copies between the area and the user's blocks, where they are not the same.
    fn exchange_with(&self, p: &Problem, side: Side, mut copy: impl FnMut(Slice, Slice)) {
        for (index, rank) in (0..).zip(nodes(p).order()).filter(|_| !self.is_user) {
            copy(self.run(index, index + 1), side.block(*rank));
        }
    }
}

/// Blocks to the leaders, all that a leader has to the root at once.
pub(crate) fn gather(b: &mut Builder, p: &Problem) {
    let (here, node) = (Team::here(p), nodes(p).node_of(p.rank));
    let block_bytes = if p.is_root() { p.recv.bytes(0) } else { p.send.bytes(0) };
    let bytes = Problem { recv: Blocks::uniform(block_bytes, BYTE), ..*p };
    if p.rank != leader(p, node) {
        return here.run(b, Collective::Gather, &bytes);
    }
    if !p.is_root() {
        let area = Area::of_node(b, p, node, block_bytes);
        here.run_on(b, Collective::Gather, &bytes, BufferPlace::SEND, area.place(0));
        return b.send(p.root, area.run(0, here.size()));
    }
    let (area, first) = (Area::of(b, p, p.recv_side()), nodes(p).start(node));
    if p.in_place {
        b.copy(p.recv_side().block(p.rank), area.run(first + here.me, first + here.me + 1));
    }
    // Those of other nodes are longer on their way.
    here.run_on(b, Collective::Gather, &bytes, BufferPlace::SEND, area.place(first));
    for other in other_nodes(p, node) {
        b.recv(leader(p, other), area.node(p, other));
    }
    area.exchange_with(p, p.recv_side(), |packed, block| b.copy(packed, block));
}

/// Blocks to the leaders, all that a leader gets at once, from them to their nodes.
pub(crate) fn scatter(b: &mut Builder, p: &Problem) {
    let (here, node) = (Team::here(p), nodes(p).node_of(p.rank));
    let block_bytes = if p.is_root() { p.send.bytes(0) } else { p.recv.bytes(0) };
    let bytes = Problem { send: Blocks::uniform(block_bytes, BYTE), ..*p };
    if p.rank != leader(p, node) {
        return here.run(b, Collective::Scatter, &bytes);
    }
    if !p.is_root() {
        let area = Area::of_node(b, p, node, block_bytes);
        b.recv(p.root, area.run(0, here.size()));
        return here.run_on(b, Collective::Scatter, &bytes, area.place(0), BufferPlace::RECV);
    }
    let area = Area::of(b, p, p.send_side());
    area.exchange_with(p, p.send_side(), |packed, block| b.copy(block, packed));
    for other in other_nodes(p, node) {
        b.send(leader(p, other), area.node(p, other));
    }
    b.wait();
    here.run_on(b, Collective::Scatter, &bytes, area.place(nodes(p).start(node)), BufferPlace::RECV);
}

/// All nodes but this one, starting above it.
fn other_nodes(p: &Problem, node: u32) -> impl Iterator<Item = u32> {
    let count = nodes(p).count();
    (1..count).map(move |distance| (node + distance) % count)
}

/// The caller's block, wherever it is.
fn own_block(p: &Problem) -> Slice {
    if p.in_place { p.recv_side().block(p.rank) } else { p.send_side().block(0) }
}

/// Blocks to the leaders, which exchange those of their nodes, and all of them to every rank. Also
/// for different blocks.
pub(crate) fn allgather(b: &mut Builder, p: &Problem) {
    let p = &Problem { root: 0, ..*p };
    let (here, node) = (Team::here(p), nodes(p).node_of(p.rank));
    let area = Area::of(b, p, p.recv_side());
    let (first, place) = (nodes(p).start(node), |rank: u32| nodes(p).start(node) + rank);
    if here.is_root() {
        b.copy(own_block(p), area.run(place(here.me), place(here.me + 1)));
        here.within(b, |b| {
            for peer in (0..here.size()).filter(|peer| *peer != here.me) {
                b.recv(peer, area.run(first + peer, first + peer + 1));
            }
        });
    } else {
        here.within(b, |b| b.send(here.root, own_block(p)));
    }
    if let Some(leaders) = Team::leaders(p) {
        let bytes: Vec<i64> = (0..nodes(p).count()).map(|node| area.node(p, node).count as i64).collect();
        let is_equal = p.recv.is_uniform() && nodes(p).spread().is_even;
        let (collective, recv) = match is_equal {
            true => (Collective::Allgather, Blocks::uniform(bytes[0] as u64, BYTE)),
            false => (Collective::Allgatherv, Blocks::Packed { counts: Integers::Wide(&bytes), shape: BYTE }),
        };
        leaders.run_on(b, collective, &Problem { in_place: true, recv, ..*p }, BufferPlace::SEND, area.place(0));
    }
    let all = Problem { recv: Blocks::uniform(area.starts.at(p.ranks), BYTE), ..*p };
    here.run_on(b, Collective::Bcast, &all, BufferPlace::SEND, area.place(0));
    area.exchange_with(p, p.recv_side(), |packed, block| b.copy(packed, block));
}

/// Every slot gathers its blocks, then the ranks of a node exchange what they have. For equal
/// blocks, where all nodes have as many ranks.
pub(crate) fn allgather_by_slots(b: &mut Builder, p: &Problem) {
    let (here, slot) = (Team::here(&Problem { root: 0, ..*p }), Team::slot(p));
    let (block_bytes, blocks) = (p.recv.bytes(0), p.recv_side());
    let of_slot = block_bytes * u64::from(slot.size());
    // Block of rank `order[node * slots + slot]` at place `slot * nodes + node`.
    let packed = b.scratch(of_slot * u64::from(here.size()));
    let own = u64::from(here.me) * of_slot;
    b.copy(own_block(p), packed.part(own + u64::from(slot.me) * block_bytes, block_bytes));
    let gathered = |bytes: u64| Problem { in_place: true, recv: Blocks::uniform(bytes, BYTE), ..*p };
    slot.run_on(b, Collective::Allgather, &gathered(block_bytes), BufferPlace::SEND, packed.place(own));
    here.run_on(b, Collective::Allgather, &gathered(of_slot), BufferPlace::SEND, packed.place(0));
    for (place, rank) in (0..).zip(nodes(p).order()) {
        let (node, slot_of_rank) = (place / here.size(), place % here.size());
        let from = u64::from(slot_of_rank) * of_slot + u64::from(node) * block_bytes;
        b.copy(packed.part(from, block_bytes), blocks.block(*rank));
    }
}

/// Blocks go to the rank of this node that has the receiver's slot, and from there, with those of
/// the whole node, to the receiver. Where all nodes have as many ranks.
pub(crate) fn alltoall_by_slots(b: &mut Builder, p: &Problem) {
    let (here, slot) = (Team::here(&Problem { root: 0, ..*p }), Team::slot(p));
    let (slots, count, bytes) = (here.size(), slot.size(), p.recv.bytes(0));
    let block = |packed: Packed, index: u32| packed.part(u64::from(index) * bytes, bytes);
    let total = bytes * u64::from(p.ranks);
    let (leaving, passing, sorted) = (b.scratch(total), b.scratch(total), b.scratch(total));
    let from = if p.in_place { p.recv_side() } else { p.send_side() };
    let order = nodes(p).order();
    let places = || (0..).zip(order).map(move |(place, rank)| (place / slots, place % slots, *rank));
    for (node, to, rank) in places() {
        b.copy(from.block(rank), block(leaving, to * count + node));
    }
    let equal = |blocks: u32| {
        let blocks = Blocks::uniform(bytes * u64::from(blocks), BYTE);
        Problem { in_place: false, send: blocks, recv: blocks, ..*p }
    };
    here.run_on(b, Collective::Alltoall, &equal(count), leaving.place(0), passing.place(0));
    for (node, from, _) in places() {
        b.copy(block(passing, from * count + node), block(sorted, node * slots + from));
    }
    // What was leaving has gone.
    slot.run_on(b, Collective::Alltoall, &equal(slots), sorted.place(0), leaving.place(0));
    for (node, from, rank) in places() {
        b.copy(block(leaving, node * slots + from), p.recv_side().block(rank));
    }
}
