//! Alltoall, with equal and with different blocks and types.

use crate::builder::{Builder, Packed};
use crate::problem::Problem;
use crate::schedule::Slice;

/// Exchanges in flight at once in the linear algorithm.
const WINDOW: u32 = 32;

/// One exchange at a time: with the rank d above and the rank d below, for d = 1, 2, ...
pub(crate) fn pairwise(b: &mut Builder, p: &Problem) {
    exchange(b, p, 1);
}

/// As pairwise, with up to [`WINDOW`] exchanges in flight.
pub(crate) fn linear(b: &mut Builder, p: &Problem) {
    exchange(b, p, WINDOW);
}

fn exchange(b: &mut Builder, p: &Problem, window: u32) {
    if p.in_place {
        return exchange_in_place(b, p);
    }
    let (from, to) = (p.send_side(), p.recv_side());
    let mut own = from.block(p.rank);
    for first in (1..p.ranks).step_by(window as usize) {
        let distances = first..(first + window).min(p.ranks);
        for distance in distances.clone() {
            b.recv(p.below(distance), to.block(p.below(distance)));
        }
        for distance in distances {
            b.send(p.above(distance), from.block(p.above(distance)));
        }
        b.copy_meanwhile(std::mem::replace(&mut own, Slice::EMPTY), to.block(p.rank));
        b.wait();
    }
    b.copy(own, to.block(p.rank));
}

/// Every pair of ranks swaps its blocks; in step d the ranks whose numbers add up to d meet.
fn exchange_in_place(b: &mut Builder, p: &Problem) {
    let blocks = p.recv_side();
    let largest = (0..p.ranks).map(|peer| p.recv.bytes(peer)).max().unwrap_or(0);
    let packed = b.scratch(largest);
    for step in 0..p.ranks {
        let partner = (step + p.ranks - p.rank) % p.ranks;
        if partner != p.rank {
            let outgoing = packed.part(0, p.recv.bytes(partner));
            b.copy(blocks.block(partner), outgoing);
            b.recv(partner, blocks.block(partner));
            b.send(partner, outgoing);
        }
    }
}

/// Bruck: every block travels in ceil(log2 n) hops, one for each bit of its distance, together with
/// all others on the same hop. For equal, small blocks.
///
/// Scratch holds the blocks packed: slot d first the block for the rank d above, in the end the one
/// from the rank d below.
pub(crate) fn bruck(b: &mut Builder, p: &Problem) {
    let slots = Slots::new(b, p);
    slots.fill(b, p);
    let mut hop = 1;
    while hop < p.ranks {
        let moved = slots.stage(b, p.ranks, hop);
        b.recv(p.below(hop), slots.arrived.part(0, moved));
        b.send(p.above(hop), slots.leaving.part(0, moved));
        slots.unstage(b, p.ranks, hop);
        hop *= 2;
    }
    for distance in 0..p.ranks {
        b.copy(slots.run(distance, distance + 1), p.recv_side().block(p.below(distance)));
    }
}

struct Slots {
    packed: Packed,
    leaving: Packed,
    arrived: Packed,
    block_bytes: u64,
}

impl Slots {
    fn new(b: &mut Builder, p: &Problem) -> Slots {
        let block_bytes = p.recv.bytes(0);
        // No hop moves more slots than this: of every 2 * hop slots the upper half.
        let staged = block_bytes * u64::from(p.ranks.div_ceil(2));
        let packed = b.scratch(block_bytes * u64::from(p.ranks));
        Slots { packed, leaving: b.scratch(staged), arrived: b.scratch(staged), block_bytes }
    }

    fn run(&self, first: u32, end: u32) -> Slice {
        self.packed.part(u64::from(first) * self.block_bytes, u64::from(end - first) * self.block_bytes)
    }

    /// Slot d gets the block for the rank d above.
    fn fill(&self, b: &mut Builder, p: &Problem) {
        let from = if p.in_place { p.recv_side() } else { p.send_side() };
        let head = p.ranks - p.rank;
        b.copy(from.run(p.rank, head), self.run(0, head));
        if p.rank > 0 {
            b.copy(from.run(0, p.rank), self.run(head, p.ranks));
        }
    }

    /// Copies the slots that make this hop together; returns their bytes.
    fn stage(&self, b: &mut Builder, ranks: u32, hop: u32) -> u64 {
        let mut staged = 0;
        for (first, end) in hopping(ranks, hop) {
            let run = self.run(first, end);
            b.copy(run, self.leaving.part(staged, run.count));
            staged += run.count;
        }
        staged
    }

    fn unstage(&self, b: &mut Builder, ranks: u32, hop: u32) {
        let mut staged = 0;
        for (first, end) in hopping(ranks, hop) {
            let run = self.run(first, end);
            b.copy(self.arrived.part(staged, run.count), run);
            staged += run.count;
        }
    }
}

/// Runs of slots whose distance has the bit `hop`.
fn hopping(ranks: u32, hop: u32) -> impl Iterator<Item = (u32, u32)> {
    (hop..ranks).step_by(2 * hop as usize).map(move |first| (first, (first + hop).min(ranks)))
}
