//! Reduce to a root, and the parts other reductions are made of.
//!
//! Order: unless an algorithm is marked as commutative only, operands are combined in the order of
//! ranks. In all of them the order depends on nothing but the number of ranks, the root and the
//! count, so results are reproducible bit for bit.

use crate::builder::{Builder, Vector};
use crate::problem::Problem;
use crate::schedule::Region;
use crate::starts::Starts;
use crate::tree::{Binomial, Fold, Seat};

/// Vectors of all children are received at once while they are at most this many bytes together.
const TOGETHER_BYTES: u64 = 64 << 10;

/// The operands of a reduction at one rank.
#[derive(Clone, Copy)]
pub(crate) struct Operands {
    /// The caller's contribution: the send buffer, or the receive buffer if in place.
    pub input: Vector,
    /// The receive buffer.
    pub output: Vector,
    /// Elements in the vector; 0 if they hold no data.
    pub count: u64,
}

impl Operands {
    /// The operands of a call whose vector has `count` elements.
    pub fn new(b: &Builder, p: &Problem, count: u64) -> Operands {
        let output = b.user_vector(Region::RecvBuffer);
        let input = if p.in_place { output } else { b.user_vector(Region::SendBuffer) };
        Operands { input, output, count: if p.recv.shape(0).size == 0 { 0 } else { count } }
    }

    /// The operands of a call whose receive blocks are the whole vector.
    pub fn whole(b: &Builder, p: &Problem) -> Operands {
        Operands::new(b, p, p.recv.count(0))
    }
}

/// Binomial tree. If the operation does not commute the tree is rooted at rank 0, which then passes
/// the result on.
pub(crate) fn binomial(b: &mut Builder, p: &Problem) {
    let Operands { input, output, count } = Operands::whole(b, p);
    let tree_root = if p.commutative { p.root } else { 0 };
    let target = (p.is_root() && p.rank == tree_root).then_some(output);
    let result = up_tree(b, p, tree_root, Operands { input, output, count }, target);
    if tree_root != p.root {
        b.wait();
        if p.rank == tree_root {
            b.send(p.root, result.part(0, count));
        } else if p.is_root() {
            b.recv(tree_root, output.part(0, count));
        }
    }
}

/// Reduces along a binomial tree. Returns where the result of this rank's subtree is: at the root
/// of the tree in `target` if there is one.
pub(crate) fn up_tree(b: &mut Builder, p: &Problem, root: u32, operands: Operands, target: Option<Vector>) -> Vector {
    let tree = Binomial::new(p.rank, p.ranks, root);
    let result = from_children(b, p, tree, operands, target);
    if let Some(parent) = tree.parent() {
        b.send(parent, result.part(0, operands.count));
    }
    result
}

/// Combines this rank's contribution with those of its children, in the order of nodes: each
/// child's vector is received where the result so far is not, becomes the right operand and holds
/// the new result.
fn from_children(b: &mut Builder, p: &Problem, tree: Binomial, operands: Operands, target: Option<Vector>) -> Vector {
    let Operands { input, count, .. } = operands;
    let children = tree.child_count();
    let together = u64::from(children) * count * p.recv.shape(0).size <= TOGETHER_BYTES;
    let (window, places) = if together { (children, children) } else { (1, children.min(2)) };
    let spare = b.scratch_vector(count * u64::from(places));
    let place = |index: u32| match target {
        Some(target) if index + 1 == children && (target != input || window <= index) => target,
        _ => spare.from(u64::from(index % places) * count),
    };
    let mut result = input;
    for first in (0..children).step_by(window.max(1) as usize) {
        let group = first..(first + window).min(children);
        for index in group.clone() {
            b.recv(tree.child(index).peer, place(index).part(0, count));
        }
        for index in group {
            b.reduce(result.part(0, count), place(index).part(0, count));
            result = place(index);
        }
    }
    if let Some(target) = target
        && result != target
    {
        b.copy(result.part(0, count), target.part(0, count));
        result = target;
    }
    result
}

/// Reduces a part of the vector at each of a power of two of ranks, which then send it to the root.
/// Commutative only.
pub(crate) fn halving(b: &mut Builder, p: &Problem) {
    let operands @ Operands { output, count, .. } = Operands::whole(b, p);
    let fold = Fold::new(p.ranks);
    let chunks = Starts::even(count, fold.places);
    let work = if p.is_root() { output } else { b.scratch_vector(count) };
    let own = scatter_halves(b, p, &fold, &chunks, Operands { output: work, ..operands });
    b.wait();
    let chunk = |place: u32| work.part(chunks.at(place), chunks.length(place, place + 1));
    if p.is_root() {
        for place in (0..fold.places).filter(|&place| Some(place) != own) {
            b.recv(fold.holder(place), chunk(place));
        }
    } else if let Some(place) = own {
        b.send(p.root, chunk(place));
    }
}

/// Recursive halving: reduces chunk c of the vector at the holder of place c, in `operands.output`,
/// whose other parts are overwritten. Returns this rank's place. Commutative only.
pub(crate) fn scatter_halves(b: &mut Builder, p: &Problem, fold: &Fold, chunks: &Starts, operands: Operands) -> Option<u32> {
    let place = match fold.seat(p.rank) {
        Seat::Guest { host } => {
            b.send(host, operands.input.part(0, operands.count));
            return None;
        }
        Seat::Place { place, guest } => {
            let mut halves = Halves { input: operands.input, work: operands.output, spare: None };
            if let Some(guest) = guest {
                halves.take(b, guest, 0, operands.count);
            }
            halves.run(b, fold, chunks, place);
            place
        }
    };
    Some(place)
}

/// State of recursive halving: the result so far is in `input`, which is `work` from the first
/// reduction on.
struct Halves {
    input: Vector,
    work: Vector,
    spare: Option<Vector>,
}

impl Halves {
    fn run(&mut self, b: &mut Builder, fold: &Fold, chunks: &Starts, place: u32) {
        let (mut first, mut half) = (0, fold.places / 2);
        while half > 0 {
            let (lower, upper) = ((first, first + half), (first + half, first + 2 * half));
            let (keep, give, partner) = if place < upper.0 { (lower, upper, place + half) } else { (upper, lower, place - half) };
            let partner = fold.holder(partner);
            b.send(partner, self.input.part(chunks.at(give.0), chunks.length(give.0, give.1)));
            self.take(b, partner, chunks.at(keep.0), chunks.length(keep.0, keep.1));
            first = keep.0;
            half /= 2;
        }
    }

    /// Receives a part of the vector and combines it with this rank's.
    fn take(&mut self, b: &mut Builder, peer: u32, start: u64, count: u64) {
        if self.input == self.work {
            // Parts only get shorter: the first spare is long enough for all.
            let spare = *self.spare.get_or_insert_with(|| b.scratch_vector(count));
            b.recv(peer, spare.part(0, count));
            b.reduce(spare.part(0, count), self.work.part(start, count));
        } else {
            b.recv(peer, self.work.part(start, count));
            b.reduce(self.input.part(start, count), self.work.part(start, count));
            self.input = self.work;
        }
    }
}
