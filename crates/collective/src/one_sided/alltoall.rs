//! Alltoall by puts, with equal and with different blocks: every block goes to its place in one
//! hop. For few ranks.

use super::{announced, data};
use crate::builder::{Builder, Packed};
use crate::problem::{Problem, Side};
use crate::schedule::{Slice, Target, TypeRef};

/// Equal blocks: through collective buffers if all blocks of a rank fit.
pub(crate) fn linear(b: &mut Builder, p: &Problem) {
    let total = p.recv.total_bytes(p.ranks);
    if total <= p.puts().buffer_max() { in_buffer(b, p, total) } else { windows(b, p) }
}

/// Through collective buffers: block i of one is from rank i.
fn in_buffer(b: &mut Builder, p: &Problem, total: u64) {
    let (block, blocks) = (p.recv.bytes(0), p.recv_side());
    let from = if p.in_place { blocks } else { p.send_side() };
    let (buffer, leaving) = (b.buffer(total), b.scratch(total));
    let part = |packed: Packed, rank: u32| packed.part(u64::from(rank) * block, block);
    b.copy(from.run(0, p.ranks), leaving.part(0, total));
    for distance in 1..p.ranks {
        let peer = p.above(distance);
        b.put(peer, part(leaving, peer), buffer.target(u64::from(p.rank) * block), data(0));
    }
    for distance in 1..p.ranks {
        b.hear(p.below(distance), data(0));
    }
    b.wait();
    b.copy(part(leaving, p.rank), part(buffer, p.rank));
    b.copy(buffer.part(0, total), blocks.run(0, p.ranks));
}

/// From buffer to buffer: every rank announces to each other one the place of its block.
pub(crate) fn windows(b: &mut Builder, p: &Problem) {
    let arriving = Places::new(b, p, p.recv_side(), false);
    let leaving = Places::new(b, p, if p.in_place { p.recv_side() } else { p.send_side() }, p.in_place);
    if p.in_place {
        // What is announced may be written.
        leaving.pack(b, p);
    }
    for distance in 1..p.ranks {
        let peer = p.below(distance);
        b.announce(peer, p.rank as u16, arriving.of(peer), announced(0));
    }
    if !p.in_place {
        leaving.pack(b, p);
    }
    if !p.in_place {
        b.copy(p.send_side().block(p.rank), p.recv_side().block(p.rank));
    }
    for distance in 1..p.ranks {
        b.hear(p.above(distance), announced(0));
    }
    b.wait();
    for distance in 1..p.ranks {
        let peer = p.above(distance);
        b.put(peer, leaving.of(peer), Target::Window { slot: peer as u16, offset: 0 }, data(0));
    }
    for distance in 1..p.ranks {
        b.hear(p.below(distance), data(0));
    }
    b.wait();
    arriving.unpack(b, p);
}

/// Where the blocks of one side are dense: in the user's buffer, or packed in scratch.
struct Places<'a> {
    side: Side<'a>,
    /// By rank, those that are packed.
    packed: Vec<Slice>,
}

impl<'a> Places<'a> {
    /// `all_apart`: none may be in the user's buffer.
    fn new(b: &mut Builder, p: &Problem<'a>, side: Side<'a>, all_apart: bool) -> Places<'a> {
        let packs = |rank: u32| rank != p.rank && (all_apart || side.block(rank).type_ref != TypeRef::Bytes);
        let bytes = |rank: u32| if packs(rank) { side.blocks.bytes(rank) } else { 0 };
        let scratch = b.scratch((0..p.ranks).map(bytes).sum());
        let mut start = 0;
        let place = |rank: u32| {
            let slice = scratch.part(start, bytes(rank));
            start += slice.count;
            slice
        };
        Places { side, packed: (0..p.ranks).map(place).collect() }
    }

    fn of(&self, rank: u32) -> Slice {
        let packed = self.packed[rank as usize];
        if packed.is_empty() { self.side.block(rank) } else { packed }
    }

    fn pack(&self, b: &mut Builder, p: &Problem) {
        for rank in (0..p.ranks).filter(|rank| !self.packed[*rank as usize].is_empty()) {
            b.copy(self.side.block(rank), self.packed[rank as usize]);
        }
    }

    fn unpack(&self, b: &mut Builder, p: &Problem) {
        for rank in (0..p.ranks).filter(|rank| !self.packed[*rank as usize].is_empty()) {
            b.copy(self.packed[rank as usize], self.side.block(rank));
        }
    }
}
