//! Reductions between groups: each group gets the combined vectors of the other one.
//!
//! Every group reduces its own vectors and sends the result across. Order: as in `reduce`; either
//! group's vectors are combined in the order of its ranks unless the algorithm is for commutative
//! operations only.

use super::{across, own_group, remote_ranks};
use crate::bcast;
use crate::builder::{Builder, Vector};
use crate::problem::{NO_ROOT, Problem};
use crate::reduce::{Operands, scatter_halves, up_tree};
use crate::reduce_scatter::{hand_out, starts};
use crate::schedule::Slice;
use crate::starts::Starts;
use crate::tree::Fold;

/// The vector cut into a chunk for each place of a fold of a group.
struct Chunks {
    fold: Fold,
    starts: Starts,
}

impl Chunks {
    fn new(ranks: u32, count: u64) -> Chunks {
        let fold = Fold::new(ranks);
        Chunks { fold, starts: Starts::even(count, fold.places) }
    }

    /// The ranks that hold a chunk of their group's result, each with its part of `vector`.
    fn holders(&self, vector: Vector) -> impl Iterator<Item = (u32, Slice)> {
        (0..self.fold.places).map(move |place| (self.fold.holder(place), self.part(vector, place)))
    }

    fn part(&self, vector: Vector, place: u32) -> Slice {
        vector.part(self.starts.at(place), self.starts.length(place, place + 1))
    }
}

/// Reduces a chunk of this group's vectors at each of a power of two of its ranks. Returns this
/// rank's chunk, if it has one.
fn halve(b: &mut Builder, p: &Problem, operands: Operands) -> Option<Slice> {
    let chunks = Chunks::new(p.ranks, operands.count);
    if chunks.fold.places == 1 {
        return Some(operands.input.part(0, operands.count));
    }
    let work = b.scratch_vector(operands.count);
    let place = scatter_halves(b, &own_group(p), &chunks.fold, &chunks.starts, Operands { output: work, ..operands });
    b.wait();
    place.map(|place| chunks.part(work, place))
}

/// Binomial tree to rank 0 of the group, which sends the result to the root.
pub(crate) fn reduce_tree(b: &mut Builder, p: &Problem) {
    if p.root == NO_ROOT {
        return;
    }
    let operands = Operands::whole(b, p);
    if p.is_root() {
        return b.recv(across(p, 0), operands.output.part(0, operands.count));
    }
    let result = up_tree(b, &own_group(p), 0, operands, None);
    b.wait();
    if p.rank == 0 {
        b.send(p.root, result.part(0, operands.count));
    }
}

/// Recursive halving within the group, parts sent to the root. Commutative only.
pub(crate) fn reduce_halving(b: &mut Builder, p: &Problem) {
    if p.root == NO_ROOT {
        return;
    }
    let operands = Operands::whole(b, p);
    if p.is_root() {
        Chunks::new(p.remote, operands.count).holders(operands.output).for_each(|(rank, part)| b.recv(across(p, rank), part));
    } else if let Some(part) = halve(b, p, operands) {
        b.send(p.root, part);
    }
}

/// Both groups reduce to their rank 0, which swap results and broadcast them.
pub(crate) fn allreduce_tree(b: &mut Builder, p: &Problem) {
    let operands @ Operands { output, count, .. } = Operands::whole(b, p);
    let result = up_tree(b, &own_group(p), 0, operands, None);
    b.wait();
    if p.rank == 0 {
        b.recv(across(p, 0), output.part(0, count));
        b.send(across(p, 0), result.part(0, count));
        b.wait();
    }
    bcast::binomial_slice(b, &own_group(p), output.part(0, count));
}

/// Recursive halving within each group, parts sent to everybody of the other one. Commutative only.
pub(crate) fn allreduce_halving(b: &mut Builder, p: &Problem) {
    let operands @ Operands { output, count, .. } = Operands::whole(b, p);
    let own = halve(b, p, operands);
    Chunks::new(p.remote, count).holders(output).for_each(|(rank, part)| b.recv(across(p, rank), part));
    if let Some(part) = own {
        remote_ranks(p).for_each(|rank| b.send(across(p, rank), part));
    }
}

/// Both groups reduce to their rank 0, which swap results and send every rank its block. Only a
/// group itself knows its blocks.
pub(crate) fn reduce_scatter_tree(b: &mut Builder, p: &Problem) {
    let starts = starts(p);
    let operands @ Operands { output, count, .. } = Operands::new(b, p, starts.at(p.ranks));
    let result = up_tree(b, &own_group(p), 0, operands, None);
    let theirs = b.scratch_vector(if p.rank == 0 { count } else { 0 });
    b.wait();
    if p.rank == 0 {
        b.recv(across(p, 0), theirs.part(0, count));
        b.send(across(p, 0), result.part(0, count));
        b.wait();
    }
    distribute(b, p, &starts, count, theirs, output);
}

/// Recursive halving within each group; rank 0 of the other one receives the parts and sends every
/// rank its block. Commutative only.
pub(crate) fn reduce_scatter_halving(b: &mut Builder, p: &Problem) {
    let starts = starts(p);
    let operands @ Operands { output, count, .. } = Operands::new(b, p, starts.at(p.ranks));
    let own = halve(b, p, operands);
    let theirs = b.scratch_vector(if p.rank == 0 { count } else { 0 });
    if p.rank == 0 {
        Chunks::new(p.remote, count).holders(theirs).for_each(|(rank, part)| b.recv(across(p, rank), part));
    }
    if let Some(part) = own {
        b.send(across(p, 0), part);
    }
    b.wait();
    distribute(b, p, &starts, count, theirs, output);
}

fn distribute(b: &mut Builder, p: &Problem, starts: &Starts, count: u64, result: Vector, output: Vector) {
    if count > 0 {
        hand_out(b, &own_group(p), starts, result, output);
    }
}
