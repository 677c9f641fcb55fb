//! Allgather by puts. Blocks go straight to their places: nothing is rotated or unpacked at the end
//! unless datatypes or displacements demand it.

use super::image::{Image, own_block};
use super::{announced, data, second_piece};
use crate::builder::{Builder, Packed};
use crate::problem::Problem;
use crate::schedule::{Slice, Target};
use crate::starts::Starts;

/// Recursive doubling (AG-2): pairs exchange all they have, at distances 1, 2, 4, ... For equal
/// blocks and a power of two of ranks.
pub(crate) fn doubling(b: &mut Builder, p: &Problem) {
    let block = p.recv.bytes(0);
    let gathered = gathered_in_buffer(p.ranks, block, p.puts().copy_below);
    let group = p.rank & !(gathered - 1);
    if gathered == p.ranks {
        let buffer = double_in_buffer(b, p, gathered, None);
        return b.copy(buffer.part(0, block * u64::from(p.ranks)), p.recv_side().run(0, p.ranks));
    }
    let image = Image::new(b, p);
    if gathered > 1 {
        let buffer = double_in_buffer(b, p, gathered, Some(&image));
        b.copy(buffer.part(0, block * u64::from(gathered)), image.run(group, group + gathered));
    } else {
        announce_to_partner(b, p, gathered, &image);
    }
    for held in doublings(gathered, p.ranks) {
        let (partner, step) = (p.rank ^ held, held.trailing_zeros());
        let first = p.rank & !(held - 1);
        announce_to_partner(b, p, 2 * held, &image);
        let from = if held == 1 { image.own(b, p) } else { image.run(first, first + held) };
        b.hear(partner, announced(step));
        b.wait();
        let into = Target::Window { slot: step as u16, offset: image.starts.at(first) };
        b.put(partner, from, into, data(step));
        b.hear(partner, data(step));
        if held == 1 {
            image.place_meanwhile(b, p);
        }
        b.wait();
    }
    image.unpack(b, p);
}

/// `first`, `2 first`, ... below `end`.
fn doublings(first: u32, end: u32) -> impl Iterator<Item = u32> {
    std::iter::successors(Some(first), |held| held.checked_mul(2)).take_while(move |held| *held < end)
}

/// How many blocks a rank has after the steps that go through collective buffers: no step moves M_T
/// or more, so all fit in 2 M_T. `largest` is the largest block.
pub(super) fn gathered_in_buffer(ranks: u32, largest: u64, copy_below: u64) -> u32 {
    let gathered = doublings(1, ranks).find(|held| u64::from(*held) * largest >= copy_below);
    match gathered.unwrap_or(ranks) {
        // One step alone through collective buffers is not worth the copies.
        2 if ranks > 2 => 1,
        gathered => gathered,
    }
}

/// The first steps, through collective buffers, until the blocks of `gathered` consecutive ranks
/// are in the one that is returned. The window of the step after them is announced while the first
/// one is under way.
fn double_in_buffer(b: &mut Builder, p: &Problem, gathered: u32, window: Option<&Image>) -> Packed {
    let block = p.recv.bytes(0);
    let buffer = b.buffer(block * u64::from(gathered));
    let place = |rank: u32| u64::from(rank & (gathered - 1)) * block;
    b.copy(own_block(p), buffer.part(place(p.rank), block));
    for held in doublings(1, gathered) {
        let (partner, step) = (p.rank ^ held, held.trailing_zeros());
        let first = place(p.rank & !(held - 1));
        b.put(partner, buffer.part(first, block * u64::from(held)), buffer.target(first), data(step));
        if let Some(image) = window.filter(|_| held == 1) {
            announce_to_partner(b, p, gathered, image);
        }
        b.hear(partner, data(step));
        b.wait();
    }
    buffer
}

/// The partner at distance `held`, if there is such a step, hears where it puts. Not before the
/// step that comes first is under way: a partner that is ahead would put at once, and its blocks
/// would hold up those that are waited for (ADR 0121).
fn announce_to_partner(b: &mut Builder, p: &Problem, held: u32, image: &Image) {
    if held < p.ranks {
        let step = held.trailing_zeros();
        b.announce(p.rank ^ held, step as u16, image.whole(p), announced(step));
    }
}

/// The circulant graph of powers of two: ceil(log2 n) steps for any number of ranks and any blocks.
/// At distances 1, 2, 4, ... every rank puts what it has to the rank below and gets as much from
/// the rank above. In collective buffers the caller's block comes first, as in Bruck's algorithm;
/// in windows each has its place.
pub(crate) fn circulant(b: &mut Builder, p: &Problem) {
    let largest = (0..p.ranks).map(|index| p.recv.bytes(index)).max().unwrap_or(0);
    let gathered = gathered_in_buffer(p.ranks, largest, p.puts().copy_below);
    if gathered == p.ranks {
        let relative = Relative::gather(b, p, gathered, None);
        return relative.unpack(b, p);
    }
    let image = Image::new(b, p);
    if gathered > 1 {
        let relative = Relative::gather(b, p, gathered, Some(&image));
        for (first, end) in around(p.rank, gathered, p.ranks).into_iter().flatten() {
            b.copy(relative.run(p, first, end), image.run(first, end));
        }
    } else {
        announce_above(b, p, gathered, &image);
    }
    for held in doublings(gathered, p.ranks) {
        let (step, more) = (held.ilog2(), held.min(p.ranks - held));
        let (from, to) = (p.above(held), p.below(held));
        announce_above(b, p, 2 * held, &image);
        let own = (held == 1).then(|| image.own(b, p));
        b.hear(to, announced(step));
        b.wait();
        let [head, tail] = around(p.rank, more, p.ranks);
        for ((first, end), signal) in
            head.into_iter().map(|run| (run, data(step))).chain(tail.map(|run| (run, second_piece(step))))
        {
            let into = Target::Window { slot: step as u16, offset: image.starts.at(first) };
            b.put(to, own.unwrap_or(image.run(first, end)), into, signal);
        }
        b.hear(from, data(step));
        if around(from, more, p.ranks)[1].is_some() {
            b.hear(from, second_piece(step));
        }
        if held == 1 {
            image.place_meanwhile(b, p);
        }
        b.wait();
    }
    image.unpack(b, p);
}

/// The `length` ranks from `first` on, around the ring: one run, or two.
fn around(first: u32, length: u32, ranks: u32) -> [Option<(u32, u32)>; 2] {
    match (first + length).checked_sub(ranks) {
        None | Some(0) => [Some((first, first + length)), None],
        Some(rest) => [Some((first, ranks)), Some((0, rest))],
    }
}

/// As [`announce_to_partner`], to who puts at distance `held`.
fn announce_above(b: &mut Builder, p: &Problem, held: u32, image: &Image) {
    if held < p.ranks {
        b.announce(p.above(held), held.ilog2() as u16, image.whole(p), announced(held.ilog2()));
    }
}

/// Blocks in the collective buffer, the caller's first, then those of the ranks above.
struct Relative {
    buffer: Packed,
    starts: Starts,
}

impl Relative {
    /// Gathers the blocks of `gathered` ranks.
    fn gather(b: &mut Builder, p: &Problem, gathered: u32, window: Option<&Image>) -> Relative {
        let starts = Starts::of_blocks(&p.recv, gathered, |index| p.recv.bytes(p.above(index)));
        let relative = Relative { buffer: b.buffer(starts.at(gathered)), starts };
        b.copy(own_block(p), relative.buffer.part(0, relative.starts.at(1)));
        for held in doublings(1, gathered) {
            let (step, more) = (held.ilog2(), held.min(gathered - held));
            // In the buffer of the rank below, its own blocks come first.
            let to = p.below(held);
            let before: u64 = match p.recv.is_uniform() {
                true => u64::from(held) * p.recv.bytes(0),
                false => (0..held).map(|index| p.recv.bytes((to + index) % p.ranks)).sum(),
            };
            let sent = relative.buffer.part(0, relative.starts.at(more));
            b.put(to, sent, relative.buffer.target(before), data(step));
            if let Some(image) = window.filter(|_| held == 1) {
                announce_above(b, p, gathered, image);
            }
            b.hear(p.above(held), data(step));
            b.wait();
        }
        relative
    }

    /// The blocks of ranks `first..end`, all of which are at this rank or above.
    fn run(&self, p: &Problem, first: u32, end: u32) -> Slice {
        let index = (first + p.ranks - p.rank) % p.ranks;
        self.buffer.part(self.starts.at(index), self.starts.length(index, index + (end - first)))
    }

    /// All blocks get into the receive buffer.
    fn unpack(&self, b: &mut Builder, p: &Problem) {
        let blocks = p.recv_side();
        if !p.recv.is_uniform() {
            return (0..p.ranks).for_each(|rank| b.copy(self.run(p, rank, rank + 1), blocks.block(rank)));
        }
        for (first, end) in around(p.rank, p.ranks, p.ranks).into_iter().flatten() {
            b.copy(self.run(p, first, end), blocks.run(first, end - first));
        }
    }
}

/// Ring (AG-5): every block goes once around, from window to window. One window is announced, to
/// one rank.
pub(crate) fn ring(b: &mut Builder, p: &Problem) {
    let image = Image::new(b, p);
    let (from, to) = (p.below(1), p.above(1));
    b.announce(from, 0, image.whole(p), announced(0));
    let own = image.own(b, p);
    b.hear(to, announced(0));
    b.wait();
    for step in 0..p.ranks - 1 {
        let block = p.below(step);
        let into = Target::Window { slot: 0, offset: image.starts.at(block) };
        b.put(to, if step == 0 { own } else { image.run(block, block + 1) }, into, data(step));
        b.hear(from, data(step));
        if step == 0 {
            image.place_meanwhile(b, p);
        }
        b.wait();
    }
    image.unpack(b, p);
}

/// Everybody puts its block to everybody, all at once. For few ranks.
pub(crate) fn linear(b: &mut Builder, p: &Problem) {
    let total = p.recv.total_bytes(p.ranks);
    if total <= p.puts().buffer_max() {
        return linear_in_buffer(b, p, total);
    }
    let image = Image::new(b, p);
    for distance in 1..p.ranks {
        b.announce(p.below(distance), p.rank as u16, image.whole(p), announced(0));
    }
    let own = image.own(b, p);
    for distance in 1..p.ranks {
        b.hear(p.above(distance), announced(0));
    }
    b.wait();
    for distance in 1..p.ranks {
        let peer = p.above(distance);
        let into = Target::Window { slot: peer as u16, offset: image.starts.at(p.rank) };
        b.put(peer, own, into, data(0));
    }
    for distance in 1..p.ranks {
        b.hear(p.below(distance), data(0));
    }
    image.place_meanwhile(b, p);
    b.wait();
    image.unpack(b, p);
}

/// As [`linear`], through collective buffers.
fn linear_in_buffer(b: &mut Builder, p: &Problem, total: u64) {
    let starts = Starts::of_blocks(&p.recv, p.ranks, |index| p.recv.bytes(index));
    let buffer = b.buffer(total);
    let run = |first: u32, end: u32| buffer.part(starts.at(first), starts.length(first, end));
    b.copy(own_block(p), run(p.rank, p.rank + 1));
    for distance in 1..p.ranks {
        b.put(p.above(distance), run(p.rank, p.rank + 1), buffer.target(starts.at(p.rank)), data(0));
    }
    for distance in 1..p.ranks {
        b.hear(p.below(distance), data(0));
    }
    b.wait();
    let blocks = p.recv_side();
    if p.recv.is_uniform() {
        return b.copy(run(0, p.ranks), blocks.run(0, p.ranks));
    }
    (0..p.ranks).for_each(|rank| b.copy(run(rank, rank + 1), blocks.block(rank)));
}
