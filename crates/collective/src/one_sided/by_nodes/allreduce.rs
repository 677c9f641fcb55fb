//! Allreduce where ranks share nodes: leaders combine the vectors of their nodes, then their own,
//! and give the result to all. For short vectors; operands stay in the order of ranks.

use super::{NodePosition, WITHIN};
use crate::builder::{Builder, Packed, Vector};
use crate::one_sided::reduction::double;
use crate::one_sided::{RESULT, announced, data};
use crate::problem::Problem;
use crate::reduce::Operands;
use crate::schedule::{Region, SCRATCH_ALIGN, Slice, Target};

/// Among leaders by recursive doubling.
pub(crate) fn allreduce(b: &mut Builder, p: &Problem) {
    let (place, operands) = (NodePosition::of(p), Operands::whole(b, p));
    if place.leads(p) { lead(b, p, &place, operands) } else { follow(b, p, &place, operands) }
}

fn follow(b: &mut Builder, p: &Problem, place: &NodePosition, Operands { input, output, count }: Operands) {
    let (shape, bytes) = (p.recv.shape(0), count * p.recv.shape(0).size);
    let result = if shape.dense { Packed::user(Region::RecvBuffer) } else { b.scratch(bytes) };
    b.announce(place.leader, place.slot(p.rank), result.part(0, bytes), announced(WITHIN));
    let own = input.part(0, count);
    // What is announced may be written, and nothing that a put still reads.
    let leaving = if shape.dense && !p.in_place { own } else { packed(b, own, bytes) };
    b.hear(place.leader, announced(WITHIN));
    b.wait();
    b.put(place.leader, leaving, Target::Window { slot: 0, offset: 0 }, data(WITHIN));
    b.hear(place.leader, RESULT);
    b.wait();
    if !shape.dense {
        b.copy(result.part(0, bytes), output.part(0, count));
    }
}

fn lead(b: &mut Builder, p: &Problem, place: &NodePosition, Operands { input, output, count }: Operands) {
    let (shape, bytes) = (p.recv.shape(0), count * p.recv.shape(0).size);
    let stride = bytes.next_multiple_of(SCRATCH_ALIGN);
    let arriving = b.scratch(stride * place.others().count() as u64);
    let starts = || (0..).map(|index: u64| index * stride).zip(place.others());
    for (start, (rank, _)) in starts() {
        b.announce(rank, 0, arriving.part(start, bytes), announced(WITHIN));
    }
    for (rank, _) in place.others() {
        b.hear(rank, data(WITHIN));
        b.hear(rank, announced(WITHIN));
    }
    b.wait();
    let others: Vec<Vector> = starts()
        .map(
            |(start, _)| if shape.dense { b.vector_at(arriving, start) } else { unpacked(b, arriving.part(start, bytes), count) },
        )
        .collect();
    let of_node = combine(b, input, &others, count);
    place.among_leaders(b, p, |b, p| double(b, p, Operands { input: of_node, output, count }));
    let result = output.part(0, count);
    let result = if shape.dense { result } else { packed(b, result, bytes) };
    for (rank, slot) in place.others() {
        b.put(rank, result, Target::Window { slot, offset: 0 }, RESULT);
    }
}

/// The leader's operand and those after it combined, from the last to the first.
fn combine(b: &mut Builder, own: Vector, others: &[Vector], count: u64) -> Vector {
    let Some((result, before)) = others.split_last() else { return own };
    for operand in before.iter().rev().chain([&own]) {
        b.reduce(operand.part(0, count), result.part(0, count));
    }
    *result
}

fn packed(b: &mut Builder, from: Slice, bytes: u64) -> Slice {
    let packed = b.scratch(bytes).part(0, bytes);
    b.copy(from, packed);
    packed
}

fn unpacked(b: &mut Builder, from: Slice, count: u64) -> Vector {
    let vector = b.scratch_vector(count);
    b.copy(from, vector.part(0, count));
    vector
}
