//! Gather and scatter, with equal and with different blocks.

use crate::builder::{Builder, Packed};
use crate::problem::{Problem, Side};
use crate::schedule::Slice;
use crate::tree::Binomial;

/// Every rank sends to the root.
pub(crate) fn gather_linear(b: &mut Builder, p: &Problem) {
    let (own, blocks) = (p.send_side().block(0), p.recv_side());
    if !p.is_root() {
        return b.send(p.root, own);
    }
    for peer in others(p) {
        b.recv(peer, blocks.block(peer));
    }
    if !p.in_place {
        b.copy_meanwhile(own, blocks.block(p.rank));
    }
}

/// The root sends to every rank.
pub(crate) fn scatter_linear(b: &mut Builder, p: &Problem) {
    let (blocks, own) = (p.send_side(), p.recv_side().block(0));
    if !p.is_root() {
        return b.recv(p.root, own);
    }
    for peer in others(p) {
        b.send(peer, blocks.block(peer));
    }
    if !p.in_place {
        b.copy_meanwhile(blocks.block(p.rank), own);
    }
}

/// All ranks but this one, starting above it, so that no peer is everybody's first.
fn others(p: &Problem) -> impl Iterator<Item = u32> {
    (1..p.ranks).map(|distance| p.above(distance))
}

/// Blocks travel up a binomial tree, packed.
pub(crate) fn gather_binomial(b: &mut Builder, p: &Problem) {
    if p.is_root() {
        let own = if p.in_place { Slice::EMPTY } else { p.send_side().block(0) };
        binomial_root(b, p, own, p.recv_side());
    } else {
        binomial_inner(b, p, p.send_side().block(0), p.send.bytes(0));
    }
}

/// The part of the root in a binomial gather; an empty `own` is in place already.
pub(crate) fn binomial_root(b: &mut Builder, p: &Problem, own: Slice, blocks: Side) {
    let tree = Binomial::new(p.rank, p.ranks, p.root);
    let block_bytes = blocks.blocks.bytes(0);
    if !own.is_empty() {
        b.copy(own, blocks.block(p.rank));
    }
    let mut wrapped = None;
    for child in tree.children() {
        if child.peer + child.size <= p.ranks {
            b.recv(child.peer, blocks.run(child.peer, child.size));
        } else {
            let packed = b.scratch(u64::from(child.size) * block_bytes);
            b.recv(child.peer, packed.part(0, u64::from(child.size) * block_bytes));
            wrapped = Some((packed, child));
        }
    }
    if let Some((packed, child)) = wrapped {
        let (to_end, from_zero) = split(packed, p.ranks - child.peer, child.size, block_bytes);
        b.copy(to_end, blocks.run(child.peer, p.ranks - child.peer));
        b.copy(from_zero, blocks.run(0, child.size - (p.ranks - child.peer)));
    }
}

/// The part of another rank in a binomial gather.
pub(crate) fn binomial_inner(b: &mut Builder, p: &Problem, own: Slice, block_bytes: u64) {
    let tree = Binomial::new(p.rank, p.ranks, p.root);
    let Some(parent) = tree.parent() else { return };
    if tree.subtree() == 1 {
        return b.send(parent, own);
    }
    let packed = b.scratch(u64::from(tree.subtree()) * block_bytes);
    b.copy(own, packed.part(0, block_bytes));
    for child in tree.children() {
        b.recv(child.peer, packed_run(packed, child.node - tree.node, child.size, block_bytes));
    }
    b.wait();
    b.send(parent, packed_run(packed, 0, tree.subtree(), block_bytes));
}

/// Blocks travel down a binomial tree, packed.
pub(crate) fn scatter_binomial(b: &mut Builder, p: &Problem) {
    if p.is_root() { scatter_root(b, p) } else { scatter_inner(b, p) }
}

fn scatter_root(b: &mut Builder, p: &Problem) {
    let tree = Binomial::new(p.rank, p.ranks, p.root);
    let (blocks, block_bytes) = (p.send_side(), p.send.bytes(0));
    if !p.in_place {
        b.copy(blocks.block(p.rank), p.recv_side().block(0));
    }
    let wrapped = tree.children().find(|child| child.peer + child.size > p.ranks);
    let packed = wrapped.map(|child| {
        let packed = b.scratch(u64::from(child.size) * block_bytes);
        let (to_end, from_zero) = split(packed, p.ranks - child.peer, child.size, block_bytes);
        b.copy(blocks.run(child.peer, p.ranks - child.peer), to_end);
        b.copy(blocks.run(0, child.size - (p.ranks - child.peer)), from_zero);
        packed
    });
    for child in tree.children().rev() {
        match packed {
            Some(packed) if Some(child) == wrapped => b.send(child.peer, packed_run(packed, 0, child.size, block_bytes)),
            _ => b.send(child.peer, blocks.run(child.peer, child.size)),
        }
    }
}

fn scatter_inner(b: &mut Builder, p: &Problem) {
    let tree = Binomial::new(p.rank, p.ranks, p.root);
    let (own, block_bytes) = (p.recv_side().block(0), p.recv.bytes(0));
    let Some(parent) = tree.parent() else { return };
    if tree.subtree() == 1 {
        return b.recv(parent, own);
    }
    let packed = b.scratch(u64::from(tree.subtree()) * block_bytes);
    b.recv(parent, packed_run(packed, 0, tree.subtree(), block_bytes));
    b.wait();
    b.copy(packed.part(0, block_bytes), own);
    for child in tree.children().rev() {
        b.send(child.peer, packed_run(packed, child.node - tree.node, child.size, block_bytes));
    }
}

/// `length` packed blocks from block `first` on.
fn packed_run(packed: Packed, first: u32, length: u32, block_bytes: u64) -> Slice {
    packed.part(u64::from(first) * block_bytes, u64::from(length) * block_bytes)
}

/// Packed blocks cut after `head` blocks.
fn split(packed: Packed, head: u32, blocks: u32, block_bytes: u64) -> (Slice, Slice) {
    (packed_run(packed, 0, head, block_bytes), packed_run(packed, head, blocks - head, block_bytes))
}
