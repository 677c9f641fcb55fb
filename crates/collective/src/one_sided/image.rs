//! The receive side of an operation as one window: the blocks of all ranks packed in order, which
//! all ranks see alike, whatever their datatypes.

use crate::builder::{Builder, Packed};
use crate::problem::{Blocks, Problem};
use crate::schedule::{Region, Slice, TypeRef};
use crate::starts::Starts;

/// The blocks of all ranks, packed: the receive buffer itself if they lie in it so, else scratch.
pub struct Image {
    pub starts: Starts,
    packed: Packed,
    is_apart: bool,
}

impl Image {
    pub fn new(b: &mut Builder, p: &Problem) -> Image {
        let starts = Starts::of_blocks(&p.recv, p.ranks, |index| p.recv.bytes(index));
        match place(&p.recv, p.ranks, &starts) {
            Some(first) => Image { packed: Packed::user_from(Region::RecvBuffer, first), is_apart: false, starts },
            None => Image { packed: b.scratch(starts.at(p.ranks)), is_apart: true, starts },
        }
    }

    /// Blocks `first..end`.
    pub fn run(&self, first: u32, end: u32) -> Slice {
        self.packed.part(self.starts.at(first), self.starts.length(first, end))
    }

    /// All blocks.
    pub fn whole(&self, p: &Problem) -> Slice {
        self.run(0, p.ranks)
    }

    /// The caller's block for a first put: where it is, if that can be put from. If so it has yet
    /// to get where it belongs ([`Image::place_meanwhile`]); else it is there already.
    pub fn own(&self, b: &mut Builder, p: &Problem) -> Slice {
        let own = own_block(p);
        if is_put_from(&own) {
            return own;
        }
        b.copy(own, self.run(p.rank, p.rank + 1));
        self.run(p.rank, p.rank + 1)
    }

    /// The caller's block gets where it belongs while the first put goes on, if that is made from
    /// where it was.
    pub fn place_meanwhile(&self, b: &mut Builder, p: &Problem) {
        let own = own_block(p);
        if is_put_from(&own) {
            b.copy_meanwhile(own, self.run(p.rank, p.rank + 1));
        }
    }

    /// The caller's block gets where it belongs.
    pub fn place_own(&self, b: &mut Builder, p: &Problem) {
        b.copy(own_block(p), self.run(p.rank, p.rank + 1));
    }

    /// The blocks get into the receive buffer, if they are not there.
    pub fn unpack(&self, b: &mut Builder, p: &Problem) {
        let blocks = p.recv_side();
        if !self.is_apart {
            return;
        }
        if p.recv.is_uniform() {
            return b.copy(self.whole(p), blocks.run(0, p.ranks));
        }
        for index in 0..p.ranks {
            b.copy(self.run(index, index + 1), blocks.block(index));
        }
    }
}

/// Whether a block can be put from where it is: nobody writes the send buffer.
fn is_put_from(own: &Slice) -> bool {
    own.region == Region::SendBuffer && own.type_ref == TypeRef::Bytes
}

/// What the caller contributes to an allgather.
pub fn own_block(p: &Problem) -> Slice {
    if p.in_place { p.recv_side().block(p.rank) } else { p.send_side().block(0) }
}

/// Where the blocks start if they follow one another without gaps: bytes from the start of the
/// buffer.
fn place(blocks: &Blocks, ranks: u32, starts: &Starts) -> Option<i64> {
    if !blocks.shape(0).dense {
        return None;
    }
    if blocks.is_uniform() {
        return Some(0);
    }
    let mut full = (0..ranks).filter(|index| blocks.bytes(*index) > 0);
    let origin = |index: u32| blocks.offset(index) - starts.at(index) as i64;
    let first = full.next().map_or(0, origin);
    full.all(|index| origin(index) == first).then_some(first)
}
