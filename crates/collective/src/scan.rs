//! Inclusive and exclusive prefix reductions. Operands are always combined in the order of ranks.

use crate::builder::{Builder, Vector};
use crate::problem::Problem;
use crate::reduce::Operands;

/// Inclusive scan along a chain: n - 1 messages in all, one after the other.
pub(crate) fn scan_linear(b: &mut Builder, p: &Problem) {
    let Operands { input, output, count } = Operands::whole(b, p);
    b.copy(input.part(0, count), output.part(0, count));
    if p.rank > 0 {
        let arrived = b.scratch_vector(count).part(0, count);
        b.recv(p.rank - 1, arrived);
        b.reduce(arrived, output.part(0, count));
    }
    if p.rank + 1 < p.ranks {
        b.send(p.rank + 1, output.part(0, count));
    }
}

/// Inclusive scan by doubling: before round k a rank holds the result of itself and the 2^k - 1
/// ranks below it.
pub(crate) fn scan_doubling(b: &mut Builder, p: &Problem) {
    let Operands { input, output, count } = Operands::whole(b, p);
    b.copy(input.part(0, count), output.part(0, count));
    double(b, p, 0, output, count);
}

/// Exclusive scan along a chain.
pub(crate) fn exscan_linear(b: &mut Builder, p: &Problem) {
    let Operands { input, output, count } = Operands::whole(b, p);
    if p.rank == 0 {
        if p.ranks > 1 {
            b.send(1, input.part(0, count));
        }
        return;
    }
    let inclusive = b.scratch_vector(count).part(0, count);
    b.copy(input.part(0, count), inclusive);
    b.recv(p.rank - 1, output.part(0, count));
    if p.rank + 1 < p.ranks {
        b.reduce(output.part(0, count), inclusive);
        b.send(p.rank + 1, inclusive);
    }
}

/// Exclusive scan by doubling: contributions move up one rank, then ranks 1 and above scan them.
pub(crate) fn exscan_doubling(b: &mut Builder, p: &Problem) {
    let Operands { input, output, count } = Operands::whole(b, p);
    let mut leaving = input.part(0, count);
    if p.in_place && p.rank > 0 && p.rank + 1 < p.ranks {
        leaving = b.scratch_vector(count).part(0, count);
        b.copy(input.part(0, count), leaving);
    }
    if p.rank > 0 {
        b.recv(p.rank - 1, output.part(0, count));
    }
    if p.rank + 1 < p.ranks {
        b.send(p.rank + 1, leaving);
    }
    b.wait();
    if p.rank > 0 {
        double(b, p, 1, output, count);
    }
}

/// Scans `result` in place over the ranks from `first` on.
fn double(b: &mut Builder, p: &Problem, first: u32, result: Vector, count: u64) {
    let arrived = b.scratch_vector(count).part(0, count);
    let result = result.part(0, count);
    let mut distance = 1;
    while distance < p.ranks - first {
        if p.rank + distance < p.ranks {
            b.send(p.rank + distance, result);
        }
        if p.rank >= first + distance {
            b.recv(p.rank - distance, arrived);
            b.reduce(arrived, result);
        }
        b.wait();
        distance *= 2;
    }
}
