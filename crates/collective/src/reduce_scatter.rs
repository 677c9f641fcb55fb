//! Reduce-scatter, with equal and with different blocks. In place, the receive buffer holds the
//! whole input vector and gets the caller's block at its start.

use crate::builder::{Builder, Vector};
use crate::problem::Problem;
use crate::reduce::{Operands, scatter_halves, up_tree};
use crate::starts::Starts;
use crate::tree::{Fold, Seat};

/// Starts of the blocks in elements.
pub(crate) fn starts(p: &Problem) -> Starts {
    Starts::of_blocks(&p.recv, p.ranks, |index| p.recv.count(index))
}

fn operands(b: &Builder, p: &Problem, starts: &Starts) -> Operands {
    Operands::new(b, p, starts.at(p.ranks))
}

/// Recursive halving over blocks. Commutative only.
pub(crate) fn halving(b: &mut Builder, p: &Problem) {
    let starts = starts(p);
    let operands @ Operands { output, count, .. } = operands(b, p, &starts);
    if count == 0 {
        return;
    }
    let fold = Fold::new(p.ranks);
    let first_ranks = (0..=fold.places).map(|place| starts.at(fold.first_rank(place))).collect();
    let work = b.scratch_vector(count);
    scatter_halves(b, p, &fold, &Starts::Listed(first_ranks), Operands { output: work, ..operands });
    b.wait();
    let own = output.part(0, starts.length(p.rank, p.rank + 1));
    match fold.seat(p.rank) {
        Seat::Guest { host } => b.recv(host, own),
        Seat::Place { guest, .. } => {
            b.copy(work.part(starts.at(p.rank), own.count), own);
            if let Some(guest) = guest {
                b.send(guest, work.part(starts.at(guest), starts.length(guest, p.rank)));
            }
        }
    }
}

/// Everybody sends every other rank its block, one exchange at a time. Commutative only.
pub(crate) fn pairwise(b: &mut Builder, p: &Problem) {
    let starts = starts(p);
    let Operands { input, output, count } = operands(b, p, &starts);
    if count == 0 {
        return;
    }
    let block = |rank: u32| input.part(starts.at(rank), starts.length(rank, rank + 1));
    let own = block(p.rank);
    let result = if p.in_place { b.scratch_vector(own.count) } else { output }.part(0, own.count);
    let arrived = b.scratch_vector(own.count).part(0, own.count);
    for distance in 1..p.ranks {
        b.send(p.above(distance), block(p.above(distance)));
        if distance == 1 {
            b.recv(p.below(distance), result);
            b.reduce(own, result);
        } else {
            b.recv(p.below(distance), arrived);
            b.reduce(arrived, result);
        }
    }
    b.wait();
    b.copy(result, output.part(0, own.count));
}

/// Binomial reduce to rank 0, which sends every rank its block. For any operation.
pub(crate) fn tree(b: &mut Builder, p: &Problem) {
    let starts = starts(p);
    let operands @ Operands { output, count, .. } = operands(b, p, &starts);
    if count == 0 {
        return;
    }
    let result = up_tree(b, p, 0, operands, None);
    b.wait();
    hand_out(b, p, &starts, result, output);
}

/// Rank 0 sends every rank of its group its block of `result`, which only rank 0 has.
pub(crate) fn hand_out(b: &mut Builder, p: &Problem, starts: &Starts, result: Vector, output: Vector) {
    let own = output.part(0, starts.length(p.rank, p.rank + 1));
    if p.rank > 0 {
        return b.recv(0, own);
    }
    b.copy(result.part(0, own.count), own);
    for peer in 1..p.ranks {
        b.send(peer, result.part(starts.at(peer), starts.length(peer, peer + 1)));
    }
}
