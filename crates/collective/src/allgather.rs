//! Allgather, with equal and with different blocks.

use crate::builder::Builder;
use crate::problem::Problem;
use crate::schedule::Slice;
use crate::starts::Starts;
use crate::{bcast, gather};

/// Puts the caller's block where it belongs in the receive buffer.
fn place_own(b: &mut Builder, p: &Problem) {
    if !p.in_place {
        b.copy(p.send_side().block(0), p.recv_side().block(p.rank));
    }
}

/// Every block goes once around the ring: n - 1 rounds with neighbours only.
pub(crate) fn ring(b: &mut Builder, p: &Problem) {
    place_own(b, p);
    let blocks = p.recv_side();
    for step in 0..p.ranks - 1 {
        b.recv(p.below(1), blocks.block(p.below(step + 1)));
        b.send(p.above(1), blocks.block(p.below(step)));
        b.wait();
    }
}

/// Pairs exchange all they have, at distances 1, 2, 4, ... For equal blocks and a power of two of
/// ranks.
pub(crate) fn doubling(b: &mut Builder, p: &Problem) {
    place_own(b, p);
    let blocks = p.recv_side();
    let mut held = 1;
    while held < p.ranks {
        let partner = p.rank ^ held;
        b.recv(partner, blocks.run(partner & !(held - 1), held));
        b.send(partner, blocks.run(p.rank & !(held - 1), held));
        b.wait();
        held *= 2;
    }
}

/// Everybody sends to everybody, all at once.
pub(crate) fn linear(b: &mut Builder, p: &Problem) {
    place_own(b, p);
    let blocks = p.recv_side();
    let own = blocks.block(p.rank);
    for distance in 1..p.ranks {
        b.recv(p.below(distance), blocks.block(p.below(distance)));
    }
    for distance in 1..p.ranks {
        b.send(p.above(distance), own);
    }
}

/// Bruck: ceil(log2 n) rounds for any number of ranks. Collects the blocks packed, in scratch, the
/// caller's first.
pub(crate) fn bruck(b: &mut Builder, p: &Problem) {
    let starts = Starts::of_blocks(&p.recv, p.ranks, |index| p.recv.bytes(p.above(index)));
    let packed = b.scratch(starts.at(p.ranks));
    let run = |first: u32, end: u32| packed.part(starts.at(first), starts.at(end) - starts.at(first));
    let blocks = p.recv_side();
    let own = if p.in_place { blocks.block(p.rank) } else { p.send_side().block(0) };
    b.copy(own, run(0, 1));
    let mut held = 1;
    while held < p.ranks {
        let more = held.min(p.ranks - held);
        // What the peer above collects has, seen from here, the sizes of blocks held .. held +
        // more.
        b.recv(p.above(held), run(held, held + more));
        b.send(p.below(held), run(0, more));
        b.wait();
        held += more;
    }
    if p.recv.is_uniform() {
        let (head, tail) = (p.ranks - p.rank, p.rank);
        b.copy(run(0, head), blocks.run(p.rank, head));
        b.copy(run(head, p.ranks), if tail == 0 { Slice::EMPTY } else { blocks.run(0, tail) });
    } else {
        for index in 0..p.ranks {
            b.copy(run(index, index + 1), blocks.block(p.above(index)));
        }
    }
}

/// Binomial gather to rank 0, binomial broadcast of the result: the fewest messages in all. For
/// equal blocks.
pub(crate) fn gather_bcast(b: &mut Builder, p: &Problem) {
    let p = &Problem { root: 0, ..*p };
    let blocks = p.recv_side();
    let own = if p.in_place { blocks.block(p.rank) } else { p.send_side().block(0) };
    if p.is_root() {
        gather::binomial_root(b, p, own, blocks);
    } else {
        gather::binomial_inner(b, p, own, p.recv.bytes(0));
    }
    b.wait();
    bcast::binomial_slice(b, p, blocks.run(0, p.ranks));
}
