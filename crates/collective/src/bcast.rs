//! Broadcast.
//!
//! Ranks may describe the data by different types of one signature, so only its packed form can be
//! cut into pieces. Algorithms that cut it work on the user's buffer if its type is dense,
//! otherwise on a packed copy in scratch.

use crate::builder::{Builder, Packed};
use crate::problem::{Problem, Shape};
use crate::schedule::{Region, Slice};
use crate::tree::Binomial;

/// Bytes of one segment of the pipeline: large enough to hide the latency of a message, small
/// enough to stay in a cache.
pub(crate) const SEGMENT_BYTES: u64 = 64 << 10;

/// Pieces of a scattered broadcast start at multiples of this, to keep cache lines whole.
const PIECE_ALIGN: u64 = 64;

/// Binomial tree: ceil(log2 n) messages of all the data one after the other.
pub(crate) fn binomial(b: &mut Builder, p: &Problem) {
    binomial_slice(b, p, p.recv_side().block(0));
}

/// Broadcasts one slice along a binomial tree.
pub(crate) fn binomial_slice(b: &mut Builder, p: &Problem, data: Slice) {
    let tree = Binomial::new(p.rank, p.ranks, p.root);
    if let Some(parent) = tree.parent() {
        b.recv(parent, data);
        b.wait();
    }
    for child in tree.children().rev() {
        b.send(child.peer, data);
    }
}

/// Scatters pieces along a binomial tree, then passes them around a ring.
pub(crate) fn scatter_ring(b: &mut Builder, p: &Problem) {
    through_packed(b, p, |b, data, bytes| {
        let pieces = Pieces::new(data, bytes, p.ranks);
        let tree = scatter(b, p, &pieces);
        let (above, below) = (p.above(1), p.below(1));
        for step in 0..p.ranks - 1 {
            b.recv(below, pieces.run((tree.node + 2 * p.ranks - step - 1) % p.ranks, 1));
            b.send(above, pieces.run((tree.node + p.ranks - step) % p.ranks, 1));
            b.wait();
        }
    });
}

/// Scatters pieces along a binomial tree, then exchanges ever larger runs of them. For a power of
/// two of ranks.
pub(crate) fn scatter_doubling(b: &mut Builder, p: &Problem) {
    through_packed(b, p, |b, data, bytes| {
        let pieces = Pieces::new(data, bytes, p.ranks);
        let tree = scatter(b, p, &pieces);
        let mut held = 1;
        while held < p.ranks {
            let partner = tree.node ^ held;
            b.recv(tree.peer(partner), pieces.run(partner & !(held - 1), held));
            b.send(tree.peer(partner), pieces.run(tree.node & !(held - 1), held));
            b.wait();
            held *= 2;
        }
    });
}

/// Passes segments from rank to rank along a chain: every link is busy all the time.
pub(crate) fn chain(b: &mut Builder, p: &Problem) {
    through_packed(b, p, |b, data, bytes| {
        let node = Binomial::new(p.rank, p.ranks, p.root).node;
        let segments = bytes.div_ceil(SEGMENT_BYTES);
        let segment = |index: u64| {
            let start = index * SEGMENT_BYTES;
            data.part(start, SEGMENT_BYTES.min(bytes - start))
        };
        for step in 0..=segments {
            if node > 0 && step < segments {
                b.recv(p.below(1), segment(step));
            }
            if node + 1 < p.ranks && step > 0 {
                b.send(p.above(1), segment(step - 1));
            }
            b.wait();
        }
    });
}

/// Runs a broadcast of bytes on the packed form of the user's data.
fn through_packed(b: &mut Builder, p: &Problem, broadcast: impl FnOnce(&mut Builder, Packed, u64)) {
    let (user, bytes) = (p.recv_side().block(0), p.recv.bytes(0));
    if bytes == 0 {
        return;
    }
    let Shape { dense, .. } = p.recv.shape(0);
    let data = if dense { Packed::user(Region::RecvBuffer) } else { b.scratch(bytes) };
    if !dense && p.is_root() {
        b.copy(user, data.part(0, bytes));
    }
    broadcast(b, data, bytes);
    if !dense && !p.is_root() {
        b.copy(data.part(0, bytes), user);
    }
}

/// The data cut into as many pieces as there are ranks; the last may be short or empty.
struct Pieces {
    data: Packed,
    bytes: u64,
    piece: u64,
}

impl Pieces {
    fn new(data: Packed, bytes: u64, ranks: u32) -> Pieces {
        Pieces { data, bytes, piece: bytes.div_ceil(u64::from(ranks)).next_multiple_of(PIECE_ALIGN) }
    }

    /// `length` pieces from `first` on.
    fn run(&self, first: u32, length: u32) -> Slice {
        let start = (u64::from(first) * self.piece).min(self.bytes);
        let end = (u64::from(first + length) * self.piece).min(self.bytes);
        self.data.part(start, end - start)
    }
}

/// Gives every node of the tree the pieces of its subtree.
fn scatter(b: &mut Builder, p: &Problem, pieces: &Pieces) -> Binomial {
    let tree = Binomial::new(p.rank, p.ranks, p.root);
    if let Some(parent) = tree.parent() {
        b.recv(parent, pieces.run(tree.node, tree.subtree()));
        b.wait();
    }
    for child in tree.children().rev() {
        b.send(child.peer, pieces.run(child.node, child.size));
    }
    b.wait();
    tree
}
