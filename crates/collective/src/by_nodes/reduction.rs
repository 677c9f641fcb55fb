//! Reductions. Operands are combined node after node, so the order of ranks is kept where ranks
//! ascend from node to node.

use super::{Team, nodes};
use crate::builder::{Builder, Vector};
use crate::problem::{Blocks, Integers, Problem};
use crate::reduce::Operands;
use crate::reduce_scatter;
use crate::starts::Starts;
use crate::table::Collective;

/// To the leaders, from them to the root.
pub(crate) fn reduce(b: &mut Builder, p: &Problem) {
    let Operands { input, output, count } = Operands::whole(b, p);
    let (here, leaders) = (Team::here(p), Team::leaders(p));
    let of_node = if leaders.is_some() && !p.is_root() { b.scratch_vector(count) } else { output };
    here.run_on(b, Collective::Reduce, p, input.place(), of_node.place());
    if let Some(leaders) = leaders {
        let p = Problem { in_place: leaders.is_root(), ..*p };
        leaders.run_on(b, Collective::Reduce, &p, of_node.place(), output.place());
    }
}

/// To the leaders, among them, and the result to all.
pub(crate) fn allreduce(b: &mut Builder, p: &Problem) {
    let p = &Problem { root: 0, ..*p };
    let Operands { input, output, .. } = Operands::whole(b, p);
    let here = Team::here(p);
    let to_leader = Problem { in_place: p.in_place && here.is_root(), ..*p };
    here.run_on(b, Collective::Reduce, &to_leader, input.place(), output.place());
    if let Some(leaders) = Team::leaders(p) {
        leaders.run(b, Collective::Allreduce, &Problem { in_place: true, ..*p });
    }
    here.run(b, Collective::Bcast, p);
}

/// Every rank combines a part of its node's vectors, the ranks of a slot combine their parts, and
/// the ranks of a node exchange them. Commutative only, where all nodes have as many ranks.
pub(crate) fn allreduce_by_slots(b: &mut Builder, p: &Problem) {
    let p = &Problem { root: 0, ..*p };
    let Operands { input, output, count } = Operands::whole(b, p);
    let (here, slot, shape) = (Team::here(p), Team::slot(p), p.recv.shape(0));
    let parts = Starts::even(count, here.size());
    let counts: Vec<i64> = (0..here.size()).map(|part| parts.length(part, part + 1) as i64).collect();
    let (start, own) = (parts.at(here.me), counts[here.me as usize] as u64);
    let blocks = Blocks::Packed { counts: Integers::Wide(&counts), shape };
    // In place the part's own operand is where its result belongs.
    let part = if p.in_place { b.scratch_vector(own) } else { output.from(start) };
    let scattered = Problem { in_place: false, recv: blocks, ..*p };
    here.run_on(b, Collective::ReduceScatter, &scattered, input.place(), part.place());
    let of_slot = Problem { in_place: true, recv: Blocks::uniform(own, shape), ..*p };
    slot.run_on(b, Collective::Allreduce, &of_slot, part.place(), part.place());
    b.copy(part.part(0, own), output.part(start, own));
    here.run(b, Collective::Allgatherv, &Problem { in_place: true, recv: blocks, ..*p });
}

/// To the leaders, which exchange what belongs to their nodes, and from them to all. Also for
/// different blocks.
pub(crate) fn reduce_scatter(b: &mut Builder, p: &Problem) {
    let p = &Problem { root: 0, ..*p };
    let starts = reduce_scatter::starts(p);
    let Operands { input, output, count } = Operands::new(b, p, starts.at(p.ranks));
    if count == 0 {
        return;
    }
    let (here, node, shape) = (Team::here(p), nodes(p).node_of(p.rank), p.recv.shape(0));
    let whole = Problem { in_place: false, recv: Blocks::uniform(count, shape), ..*p };
    let result = match Team::leaders(p) {
        None => {
            here.run_on(b, Collective::Reduce, &whole, input.place(), output.place());
            output
        }
        Some(leaders) => {
            let of_node = b.scratch_vector(count);
            here.run_on(b, Collective::Reduce, &whole, input.place(), of_node.place());
            let of_node = by_nodes(b, p, &starts, of_node, count);
            let counts: Vec<i64> = (0..leaders.size()).map(|node| of_ranks(p, &starts, node) as i64).collect();
            let result = b.scratch_vector(counts[node as usize] as u64);
            let blocks = Blocks::Packed { counts: Integers::Wide(&counts), shape };
            let exchanged = Problem { in_place: false, recv: blocks, ..*p };
            leaders.run_on(b, Collective::ReduceScatter, &exchanged, of_node.place(), result.place());
            result
        }
    };
    hand_out(b, p, &here, &starts, result, output);
}

/// Elements that belong to the ranks of a node.
fn of_ranks(p: &Problem, starts: &Starts, node: u32) -> u64 {
    nodes(p).ranks(node).iter().map(|rank| starts.length(*rank, rank + 1)).sum()
}

/// The vector with its blocks in the order of nodes.
fn by_nodes(b: &mut Builder, p: &Problem, starts: &Starts, vector: Vector, count: u64) -> Vector {
    if nodes(p).spread().is_in_order {
        return vector;
    }
    let (sorted, mut place) = (b.scratch_vector(count), 0);
    for rank in nodes(p).order() {
        let length = starts.length(*rank, rank + 1);
        b.copy(vector.part(starts.at(*rank), length), sorted.part(place, length));
        place += length;
    }
    sorted
}

/// The leader gives every rank of its node its block of `result`, where they follow one another.
fn hand_out(b: &mut Builder, p: &Problem, here: &Team, starts: &Starts, result: Vector, output: Vector) {
    let own = output.part(0, starts.length(p.rank, p.rank + 1));
    here.within(b, |b| {
        if !here.is_root() {
            return b.recv(here.root, own);
        }
        let mut place = 0;
        for (index, rank) in (0..).zip(&here.ranks) {
            let block = result.part(place, starts.length(*rank, rank + 1));
            place += block.count;
            if index == here.me { b.copy(block, own) } else { b.send(index, block) }
        }
    });
}

/// Within each node; then what comes before a node, which its last rank finds out with those of
/// other nodes, is added in front.
pub(crate) fn scan(b: &mut Builder, p: &Problem) {
    let Operands { output, count, .. } = Operands::whole(b, p);
    let here = Team::here(p);
    here.run(b, Collective::Scan, p);
    let before = b.scratch_vector(count);
    if let Some(tails) = Team::tails(p) {
        tails.run_on(b, Collective::Exscan, &Problem { in_place: false, ..*p }, output.place(), before.place());
    }
    if spread_from_tail(b, p, here, before) {
        b.reduce(before.part(0, count), output.part(0, count));
    }
}

/// As [`scan`], without the rank's own operand.
pub(crate) fn exscan(b: &mut Builder, p: &Problem) {
    let Operands { input, output, count } = Operands::whole(b, p);
    let (here, tails) = (Team::here(p), Team::tails(p));
    let is_first = here.me == 0;
    let (before, total) = (b.scratch_vector(count), b.scratch_vector(if tails.is_some() { count } else { 0 }));
    if tails.is_some() {
        b.copy(input.part(0, count), total.part(0, count));
    }
    here.run(b, Collective::Exscan, p);
    if let Some(tails) = tails {
        if !is_first {
            b.reduce(output.part(0, count), total.part(0, count));
        }
        tails.run_on(b, Collective::Exscan, &Problem { in_place: false, ..*p }, total.place(), before.place());
    }
    if !spread_from_tail(b, p, here, before) {
        return;
    }
    if is_first {
        b.copy(before.part(0, count), output.part(0, count));
    } else {
        b.reduce(before.part(0, count), output.part(0, count));
    }
}

/// The last rank of a node tells the others what comes before the node; whether anything does.
fn spread_from_tail(b: &mut Builder, p: &Problem, here: Team, before: Vector) -> bool {
    let has_any = nodes(p).node_of(p.rank) > 0;
    if has_any {
        let from_tail = Team { root: here.size() - 1, ..here };
        from_tail.run_on(b, Collective::Bcast, p, before.place(), before.place());
    }
    has_any
}
