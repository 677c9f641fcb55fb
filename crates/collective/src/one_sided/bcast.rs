//! Broadcast by puts.

use super::{RESULT, announced, data};
use crate::builder::{Builder, Packed};
use crate::problem::Problem;
use crate::schedule::{Region, Slice, Target};
use crate::starts::Starts;

/// The root puts a piece to every rank, which puts it to all others. For few ranks.
pub(crate) fn scatter_linear(b: &mut Builder, p: &Problem) {
    let bytes = p.recv.bytes(0);
    let is_apart = !p.recv.shape(0).dense;
    let window = if is_apart { b.scratch(bytes) } else { Packed::user(Region::RecvBuffer) };
    let whole = window.part(0, bytes);
    let others = |from: u32| (0..p.ranks).filter(move |peer| *peer != from && *peer != p.root);
    for peer in others(p.rank).chain(Some(p.root).filter(|_| !p.is_root())) {
        // The root gets nothing, but waits until all have begun; others announce where they get
        // what they have not.
        let shown = if p.is_root() { Slice::EMPTY } else { whole };
        b.announce(peer, p.rank as u16, shown, announced(0));
    }
    if p.is_root() && is_apart {
        b.copy(p.recv_side().block(0), whole);
    }
    for peer in (0..p.ranks).filter(|peer| *peer != p.rank) {
        b.hear(peer, announced(0));
    }
    b.wait();
    let pieces = Starts::even(bytes, p.ranks);
    let piece = |rank: u32| window.part(pieces.at(rank), pieces.length(rank, rank + 1));
    let into = |peer: u32, rank: u32| Target::Window { slot: peer as u16, offset: pieces.at(rank) };
    if p.is_root() {
        for peer in others(p.rank) {
            b.put(peer, piece(peer), into(peer, peer), data(0));
        }
    } else {
        b.hear(p.root, data(0));
        b.wait();
    }
    for peer in others(p.rank) {
        b.put(peer, piece(p.rank), into(peer, p.rank), RESULT);
    }
    if !p.is_root() {
        for peer in (0..p.ranks).filter(|peer| *peer != p.rank) {
            b.hear(peer, RESULT);
        }
        b.wait();
        if is_apart {
            b.copy(whole, p.recv_side().block(0));
        }
    }
}
