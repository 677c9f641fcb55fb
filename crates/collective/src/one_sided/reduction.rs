//! Reductions by puts. As in those by messages, every element of a result is computed from the same
//! operands in the same order at whichever rank.

use super::{RESULT, announced, data};
use crate::builder::{Builder, Packed, Vector};
use crate::problem::Problem;
use crate::reduce::Operands;
use crate::reduce_scatter;
use crate::schedule::{Region, SCRATCH_ALIGN, SLOTS, Slice, Target};
use crate::starts::Starts;
use crate::tree::{Fold, Seat, ceil_log2};

/// Bytes of the collective buffer that [`allreduce_doubling`] uses: for each exchange what leaves
/// and what arrives.
pub(crate) fn doubling_bytes(ranks: u32, vector_bytes: u64) -> u64 {
    2 * exchanges(ranks) * vector_bytes.next_multiple_of(SCRATCH_ALIGN)
}

/// Exchanges of a rank at most: with each partner, and with a guest.
fn exchanges(ranks: u32) -> u64 {
    u64::from(ceil_log2(ranks)) + 1
}

/// Recursive doubling through collective buffers, the lower rank's result being the left operand.
/// For vectors that fit ([`doubling_bytes`]).
pub(crate) fn allreduce_doubling(b: &mut Builder, p: &Problem) {
    let operands = Operands::whole(b, p);
    double(b, p, operands);
}

/// The same with these operands.
pub(crate) fn double(b: &mut Builder, p: &Problem, operands: Operands) {
    let Operands { input, output, count } = operands;
    let fold = Fold::new(p.ranks);
    let exchange = Exchange::new(b, p, count);
    match fold.seat(p.rank) {
        Seat::Guest { host } => {
            exchange.put(b, 0, host, input, data(0));
            b.hear(host, RESULT);
            b.wait();
            b.copy(exchange.arrived(0), output.part(0, count));
        }
        Seat::Place { place, guest } => {
            let mut result = exchange.own(b, operands);
            if let Some(guest) = guest {
                b.hear(guest, data(0));
                result = exchange.combine(b, 0, result, true);
            }
            for bit in 0..fold.places.ilog2() {
                let (distance, step) = (1 << bit, bit + 1);
                let peer = fold.holder(place ^ distance);
                exchange.put(b, step, peer, result, data(step));
                b.hear(peer, data(step));
                result = exchange.combine(b, step, result, place & distance != 0);
            }
            if let Some(guest) = guest {
                // A host puts nothing in step 0 but this.
                exchange.put(b, 0, guest, result, RESULT);
            }
            b.copy(result.part(0, count), output.part(0, count));
        }
    }
}

/// Places of the collective buffer and of scratch for the exchanges of one vector.
struct Exchange {
    leaving: Packed,
    arriving: Packed,
    /// Where arrivals are combined that the datatype does not let be combined where they arrive; by
    /// exchange.
    unpacked: Option<Vector>,
    own: Vector,
    count: u64,
    bytes: u64,
    stride: u64,
}

impl Exchange {
    fn new(b: &mut Builder, p: &Problem, count: u64) -> Exchange {
        let shape = p.recv.shape(0);
        let (bytes, steps) = (count * shape.size, exchanges(p.ranks));
        let stride = bytes.next_multiple_of(SCRATCH_ALIGN);
        let (leaving, arriving) = (b.buffer(stride * steps), b.buffer(stride * steps));
        let unpacked = (!shape.dense).then(|| b.scratch_vector(count * steps));
        Exchange { leaving, arriving, unpacked, own: b.scratch_vector(count), count, bytes, stride }
    }

    /// The caller's contribution where it may be changed.
    fn own(&self, b: &mut Builder, operands: Operands) -> Vector {
        b.copy(operands.input.part(0, self.count), self.own.part(0, self.count));
        self.own
    }

    /// Puts a vector, packed, to where the peer expects what arrives in a step.
    fn put(&self, b: &mut Builder, step: u32, peer: u32, vector: Vector, signal: u16) {
        let place = u64::from(step) * self.stride;
        let leaving = self.leaving.part(place, self.bytes);
        b.copy(vector.part(0, self.count), leaving);
        b.put(peer, leaving, self.arriving.target(place), signal);
    }

    /// What arrived in a step, packed.
    fn arrived(&self, step: u32) -> Slice {
        self.arriving.part(u64::from(step) * self.stride, self.bytes)
    }

    /// Combines what arrives in a step with the result so far; where the new result is.
    fn combine(&self, b: &mut Builder, step: u32, result: Vector, arrived_is_left: bool) -> Vector {
        b.wait();
        let arrived = match self.unpacked {
            Some(unpacked) => {
                let unpacked = unpacked.from(u64::from(step) * self.count);
                b.copy(self.arrived(step), unpacked.part(0, self.count));
                unpacked
            }
            None => b.vector_at(self.arriving, u64::from(step) * self.stride),
        };
        let (left, right) = if arrived_is_left { (arrived, result) } else { (result, arrived) };
        b.reduce(left.part(0, self.count), right.part(0, self.count));
        right
    }
}

/// Every rank gets its block of all others' vectors, and combines them in the order of ranks. For
/// few ranks and any operation.
pub(crate) fn reduce_scatter_linear(b: &mut Builder, p: &Problem) {
    let starts = reduce_scatter::starts(p);
    let operands = Operands::new(b, p, starts.at(p.ranks));
    let mut gathering = Gathering::announce(b, p, starts, operands);
    gathering.result_end = gathering.count;
    let own = operands.output.part(0, gathering.count);
    let result = gathering.combine(b, p);
    b.copy(result, own);
}

/// Reduce-scatter, then allgather, both by puts to all at once. For few ranks and any operation.
pub(crate) fn allreduce_linear(b: &mut Builder, p: &Problem) {
    let operands @ Operands { output, count, .. } = Operands::whole(b, p);
    let shape = p.recv.shape(0);
    let starts = Starts::even(count, p.ranks);
    let whole = if shape.dense { Packed::user(Region::RecvBuffer) } else { b.scratch(count * shape.size) };
    let offset = starts.at(p.rank) * shape.size;
    let gathering = Gathering::announce(b, p, starts, operands);
    for distance in 1..p.ranks {
        b.announce(p.below(distance), RESULTS + p.rank as u16, whole.part(0, count * shape.size), announced(1));
    }
    let own = whole.part(offset, gathering.count * shape.size);
    let result = gathering.combine(b, p);
    b.copy(result, own);
    for distance in 1..p.ranks {
        b.hear(p.above(distance), announced(1));
    }
    b.wait();
    for distance in 1..p.ranks {
        let peer = p.above(distance);
        b.put(peer, own, Target::Window { slot: RESULTS + peer as u16, offset }, RESULT);
    }
    for distance in 1..p.ranks {
        b.hear(p.below(distance), RESULT);
    }
    b.wait();
    if !shape.dense {
        b.copy(whole.part(0, count * shape.size), output.part(0, count));
    }
}

/// Slots for windows of results start here, after those for operands.
const RESULTS: u16 = SLOTS / 2;

/// Most ranks of algorithms in which each announces two windows to each.
pub(crate) const PAIRS_MAX: u32 = RESULTS as u32;

/// The caller's block of all ranks' vectors, on its way here.
struct Gathering {
    starts: Starts,
    operands: Operands,
    /// Packed, by rank.
    arriving: Packed,
    stride: u64,
    /// Elements of the block.
    count: u64,
    /// Elements from the start of the input vector on which the result is written, if in place.
    result_end: u64,
}

impl Gathering {
    /// Shows all ranks where the block of their vectors goes.
    fn announce(b: &mut Builder, p: &Problem, starts: Starts, operands: Operands) -> Gathering {
        let count = starts.length(p.rank, p.rank + 1);
        let bytes = count * p.recv.shape(0).size;
        let stride = bytes.next_multiple_of(SCRATCH_ALIGN);
        let arriving = b.scratch(stride * u64::from(p.ranks));
        for distance in 1..p.ranks {
            let peer = p.below(distance);
            b.announce(peer, p.rank as u16, arriving.part(u64::from(peer) * stride, bytes), announced(0));
        }
        Gathering { starts, operands, arriving, stride, count, result_end: 0 }
    }

    /// Gives all ranks their blocks, and combines what they give: the result.
    fn combine(&self, b: &mut Builder, p: &Problem) -> Slice {
        let leaving = self.leaving(b, p);
        for distance in 1..p.ranks {
            b.hear(p.above(distance), announced(0));
        }
        b.wait();
        for distance in 1..p.ranks {
            let peer = p.above(distance);
            b.put(peer, leaving[peer as usize], Target::Window { slot: peer as u16, offset: 0 }, data(0));
        }
        for distance in 1..p.ranks {
            b.hear(p.below(distance), data(0));
        }
        b.wait();
        self.fold(b, p)
    }

    /// The caller's blocks for all ranks, dense: where they are, or packed if the datatype or the
    /// result, which may be written before they are gone, demands it.
    fn leaving(&self, b: &mut Builder, p: &Problem) -> Vec<Slice> {
        let shape = p.recv.shape(0);
        let block = |rank: u32| self.operands.input.part(self.starts.at(rank), self.starts.length(rank, rank + 1));
        let packs = |rank: u32| !shape.dense || (p.in_place && self.result_end > self.starts.at(rank));
        let packed = match (0..p.ranks).any(packs) {
            true => b.scratch(self.starts.at(p.ranks) * shape.size),
            false => return (0..p.ranks).map(block).collect(),
        };
        let place = |rank: u32| packed.part(self.starts.at(rank) * shape.size, self.starts.length(rank, rank + 1) * shape.size);
        let place = |rank: u32| if packs(rank) { place(rank) } else { block(rank) };
        (0..p.ranks).for_each(|rank| b.copy(block(rank), place(rank)));
        (0..p.ranks).map(place).collect()
    }

    /// All ranks' blocks combined, from the last to the first.
    fn fold(&self, b: &mut Builder, p: &Problem) -> Slice {
        let last = p.ranks - 1;
        let result = self.operand(b, p, last);
        let result = if last == p.rank { self.apart(b, result) } else { result };
        for rank in (0..last).rev() {
            let operand = self.operand(b, p, rank);
            b.reduce(operand, result);
        }
        result
    }

    /// The block of a rank's vector, as elements.
    fn operand(&self, b: &mut Builder, p: &Problem, rank: u32) -> Slice {
        let start = u64::from(rank) * self.stride;
        if rank == p.rank {
            self.operands.input.part(self.starts.at(rank), self.count)
        } else if p.recv.shape(0).dense {
            b.vector_at(self.arriving, start).part(0, self.count)
        } else {
            let arrived = self.arriving.part(start, self.count * p.recv.shape(0).size);
            self.apart(b, arrived)
        }
    }

    /// A copy of a block as elements.
    fn apart(&self, b: &mut Builder, block: Slice) -> Slice {
        let copy = b.scratch_vector(self.count).part(0, self.count);
        b.copy(block, copy);
        copy
    }
}
