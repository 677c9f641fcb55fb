//! Broadcast by puts.

use super::{RESULT, announced, data};
use crate::builder::{Builder, Packed};
use crate::problem::Problem;
use crate::schedule::{Region, Slice, Target};
use crate::starts::Starts;

/// The buffer as one window: itself if it is dense, else scratch.
pub(crate) struct Whole {
    packed: Packed,
    is_apart: bool,
    pub bytes: u64,
}

impl Whole {
    pub fn new(b: &mut Builder, p: &Problem) -> Whole {
        let (bytes, is_apart) = (p.recv.bytes(0), !p.recv.shape(0).dense);
        let packed = if is_apart { b.scratch(bytes) } else { Packed::user(Region::RecvBuffer) };
        Whole { packed, is_apart, bytes }
    }

    pub fn all(&self) -> Slice {
        self.packed.part(0, self.bytes)
    }

    /// The root's data get there.
    pub fn pack(&self, b: &mut Builder, p: &Problem) {
        if p.is_root() && self.is_apart {
            b.copy(p.recv_side().block(0), self.all());
        }
    }

    /// The data get into the buffer of any other rank.
    pub fn unpack(&self, b: &mut Builder, p: &Problem) {
        if !p.is_root() && self.is_apart {
            b.copy(self.all(), p.recv_side().block(0));
        }
    }
}

/// The root puts a piece to every rank, which puts it to all others. For few ranks.
pub(crate) fn scatter_linear(b: &mut Builder, p: &Problem) {
    let whole = Whole::new(b, p);
    whole.pack(b, p);
    scatter(b, p, &whole);
    whole.unpack(b, p);
}

/// The same, once the root's data are there.
pub(crate) fn scatter(b: &mut Builder, p: &Problem, whole: &Whole) {
    let others = |from: u32| (0..p.ranks).filter(move |peer| *peer != from && *peer != p.root);
    for peer in others(p.rank).chain(Some(p.root).filter(|_| !p.is_root())) {
        // The root gets nothing, but waits until all have begun; others announce where they get
        // what they have not.
        let shown = if p.is_root() { Slice::EMPTY } else { whole.all() };
        b.announce(peer, p.rank as u16, shown, announced(0));
    }
    for peer in (0..p.ranks).filter(|peer| *peer != p.rank) {
        b.hear(peer, announced(0));
    }
    b.wait();
    let pieces = Starts::even(whole.bytes, p.ranks);
    let piece = |rank: u32| whole.packed.part(pieces.at(rank), pieces.length(rank, rank + 1));
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
    }
}
