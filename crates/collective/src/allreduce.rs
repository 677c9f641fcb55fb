//! Allreduce. Every element of the result is computed from the same operands in the same order,
//! whichever rank computes it.

use crate::bcast;
use crate::builder::{Builder, Vector};
use crate::problem::Problem;
use crate::reduce::{Operands, scatter_halves, up_tree};
use crate::starts::Starts;
use crate::tree::{Fold, Seat};

/// Binomial reduce to rank 0, binomial broadcast of the result: the fewest messages in all.
pub(crate) fn tree(b: &mut Builder, p: &Problem) {
    let p = &Problem { root: 0, ..*p };
    let operands = Operands::whole(b, p);
    up_tree(b, p, 0, operands, p.is_root().then_some(operands.output));
    b.wait();
    bcast::binomial_slice(b, p, operands.output.part(0, operands.count));
}

/// Recursive doubling: pairs at distances 1, 2, 4, ... exchange their results, the lower rank's
/// being the left operand.
pub(crate) fn doubling(b: &mut Builder, p: &Problem) {
    let operands = Operands::whole(b, p);
    if operands.count == 0 {
        return;
    }
    let fold = Fold::new(p.ranks);
    match fold.seat(p.rank) {
        Seat::Guest { host } => stay_out(b, host, operands),
        Seat::Place { place, guest } => {
            let mut running = Running::new(b, operands, flips(place, fold.places));
            if let Some(guest) = guest {
                running.with_lower(b, guest);
            }
            let mut distance = 1;
            while distance < fold.places {
                running.exchange(b, fold.holder(place ^ distance), place & distance != 0);
                distance *= 2;
            }
            running.finish(b);
            if let Some(guest) = guest {
                b.send(guest, operands.output.part(0, operands.count));
            }
        }
    }
}

/// A guest gives its contribution to its host and gets the result.
fn stay_out(b: &mut Builder, host: u32, operands: Operands) {
    b.send(host, operands.input.part(0, operands.count));
    b.wait();
    b.recv(host, operands.output.part(0, operands.count));
}

/// How often a place is the lower of a pair.
fn flips(place: u32, places: u32) -> u32 {
    places.trailing_zeros() - place.count_ones()
}

/// The result so far of recursive doubling, in one of two buffers. As the left operand of a pair it
/// is combined into what was received, and the buffers swap; the first place is chosen so that the
/// result ends in the receive buffer if possible.
struct Running {
    result: Vector,
    spare: Vector,
    operands: Operands,
}

impl Running {
    fn new(b: &mut Builder, operands: Operands, flips: u32) -> Running {
        let (output, scratch) = (operands.output, b.scratch_vector(operands.count));
        if operands.input == output {
            return Running { result: output, spare: scratch, operands };
        }
        let (result, spare) = if flips.is_multiple_of(2) { (output, scratch) } else { (scratch, output) };
        b.copy(operands.input.part(0, operands.count), result.part(0, operands.count));
        Running { result, spare, operands }
    }

    fn with_lower(&mut self, b: &mut Builder, peer: u32) {
        let count = self.operands.count;
        b.recv(peer, self.spare.part(0, count));
        b.reduce(self.spare.part(0, count), self.result.part(0, count));
    }

    fn exchange(&mut self, b: &mut Builder, peer: u32, peer_is_lower: bool) {
        let count = self.operands.count;
        b.send(peer, self.result.part(0, count));
        if peer_is_lower {
            return self.with_lower(b, peer);
        }
        b.recv(peer, self.spare.part(0, count));
        b.reduce(self.result.part(0, count), self.spare.part(0, count));
        std::mem::swap(&mut self.result, &mut self.spare);
    }

    fn finish(self, b: &mut Builder) {
        let count = self.operands.count;
        b.copy(self.result.part(0, count), self.operands.output.part(0, count));
    }
}

/// Rabenseifner: recursive halving leaves a part of the result at each of a power of two of ranks,
/// recursive doubling collects the parts. Commutative only.
pub(crate) fn halving_doubling(b: &mut Builder, p: &Problem) {
    let operands @ Operands { output, count, .. } = Operands::whole(b, p);
    let fold = Fold::new(p.ranks);
    let chunks = Starts::even(count, fold.places);
    scatter_halves(b, p, &fold, &chunks, operands);
    b.wait();
    match fold.seat(p.rank) {
        Seat::Guest { host } => b.recv(host, output.part(0, count)),
        Seat::Place { place, guest } => {
            collect(b, &fold, place, &chunks, output);
            if let Some(guest) = guest {
                b.send(guest, output.part(0, count));
            }
        }
    }
}

/// Pairs exchange all chunks they have, at distances 1, 2, 4, ...
fn collect(b: &mut Builder, fold: &Fold, place: u32, chunks: &Starts, output: Vector) {
    let run = |first: u32, length: u32| output.part(chunks.at(first), chunks.length(first, first + length));
    let mut held = 1;
    while held < fold.places {
        let partner = place ^ held;
        let peer = fold.holder(partner);
        b.recv(peer, run(partner & !(held - 1), held));
        b.send(peer, run(place & !(held - 1), held));
        b.wait();
        held *= 2;
    }
}

/// Ring: n chunks travel around it twice, first being reduced, then being distributed. Commutative
/// only.
pub(crate) fn ring(b: &mut Builder, p: &Problem) {
    let Operands { input, output, count } = Operands::whole(b, p);
    let chunks = Starts::even(count, p.ranks);
    let part = |vector: Vector, chunk: u32| vector.part(chunks.at(chunk), chunks.length(chunk, chunk + 1));
    let spare = if p.in_place { Some(b.scratch_vector(chunks.at(1))) } else { None };
    for step in 0..p.ranks - 1 {
        let (leaving, coming) = (p.below(step), p.below(step + 1));
        b.send(p.above(1), part(if step == 0 { input } else { output }, leaving));
        let target = part(output, coming);
        match spare {
            Some(spare) => {
                let arrived = spare.part(0, target.count);
                b.recv(p.below(1), arrived);
                b.reduce(arrived, target);
            }
            None => {
                b.recv(p.below(1), target);
                b.reduce(part(input, coming), target);
            }
        }
    }
    b.wait();
    for step in 0..p.ranks - 1 {
        b.recv(p.below(1), part(output, p.below(step)));
        b.send(p.above(1), part(output, p.above(p.ranks + 1 - step)));
        b.wait();
    }
}
