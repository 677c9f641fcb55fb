//! Memory of simulated programs. Safety arguments: module [`memory`](crate::memory), and
//!
//! - PG-1: a block is pages of the world, which stay mapped as long as the world lives, even when
//!   the block is dropped: whoever still has its address reads and writes memory that belongs to
//!   nobody, or to another block, which [`Totals`](crate::Totals) counts as stale and invariants
//!   report. It is reached through raw pointers only.

use std::ptr;
use std::rc::Rc;

use ferry_regcache::{Monitor, PageRange};

use crate::region::shortage;
use crate::world::World;

/// A block of a program's memory; a clone is the same block.
#[derive(Clone)]
pub struct Block {
    hold: Rc<Hold>,
}

struct Hold {
    world: World,
    rank: u32,
    address: u64,
    len: usize,
}

impl Block {
    /// `len` zeroed bytes of rank `rank`.
    ///
    /// # Errors
    /// If the world has no addresses left.
    pub fn new(world: &World, rank: u32, len: usize) -> ferry_rdma::Result<Block> {
        let address = world.shared.arena.take(len).ok_or_else(|| shortage("malloc"))?;
        world.state().live.insert(address, len as u64);
        Ok(Block { hold: Rc::new(Hold { world: world.clone(), rank, address, len }) })
    }

    /// Bytes.
    pub fn len(&self) -> usize {
        self.hold.len
    }

    /// True if it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where `len` bytes at `offset` are.
    ///
    /// # Panics
    /// If they leave the block.
    pub fn place(&self, offset: usize, len: usize) -> *mut u8 {
        let end = offset.checked_add(len).filter(|end| *end <= self.hold.len);
        assert!(end.is_some(), "{len} bytes at {offset} of a block of {}", self.hold.len);
        ptr::with_exposed_provenance_mut(self.hold.address as usize + offset)
    }

    /// The operations on it are over: nothing may land in it any more, until it is freed or
    /// [`Block::lend`] is called.
    pub fn give_back(&self) {
        self.hold.world.state().landings.give_back(self.hold.address, self.hold.len as u64);
    }

    /// Another operation begins on a block that was [given back](Block::give_back).
    pub fn lend(&self) {
        self.hold.world.state().landings.forget(self.hold.address, self.hold.len as u64);
    }

    /// The block comes to lie on other pages, as when its process forks. The adapter goes on with
    /// those where it lay before. These hold `former`, whatever is written to them, so that it can
    /// be seen what was brought from there.
    ///
    /// # Panics
    /// If `former` is not as long as the block.
    pub fn move_away(&self, former: Vec<u8>) {
        assert_eq!(former.len(), self.hold.len);
        let context = &mut self.hold.world.state().contexts[self.hold.rank as usize];
        context.moves += 1;
        context.former = Some((self.hold.address, former));
    }

    /// Copies `bytes` to `offset`.
    pub fn write(&self, offset: usize, bytes: &[u8]) {
        let place = self.place(offset, bytes.len());
        // SAFETY: PG-1; a borrowed slice is never part of a block.
        unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) }
    }

    /// Copies from `offset` on.
    pub fn read(&self, offset: usize, into: &mut [u8]) {
        let place = self.place(offset, into.len());
        // SAFETY: as for `write`.
        unsafe { place.copy_to_nonoverlapping(into.as_mut_ptr(), into.len()) }
    }

    /// Fills `len` bytes at `offset` with what message `name` consists of.
    pub fn fill(&self, offset: usize, len: usize, name: u64) {
        let mut chunk = [0; CHUNK];
        for at in (0..len).step_by(CHUNK) {
            let part = &mut chunk[..CHUNK.min(len - at)];
            content(name, at, part);
            self.write(offset + at, part);
        }
    }

    /// The first of `len` bytes at `offset` that is not as [`Block::fill`] has it for `name`.
    pub fn find_wrong(&self, offset: usize, len: usize, name: u64) -> Option<usize> {
        let (mut seen, mut right) = ([0; CHUNK], [0; CHUNK]);
        (0..len).step_by(CHUNK).find_map(|at| {
            let count = CHUNK.min(len - at);
            self.read(offset + at, &mut seen[..count]);
            content(name, at, &mut right[..count]);
            let differs = seen[..count].iter().zip(&right[..count]).position(|(seen, right)| seen != right);
            differs.map(|index| at + index)
        })
    }
}

/// Bytes that are made and compared at once; a multiple of a word. As many are zeroed for each
/// message, most of which are short.
const CHUNK: usize = 256;

/// The bytes of message `name` from byte `from` on, a multiple of 8: each word is a mix of name and
/// place, so that bytes of another message, or from elsewhere, are not the same.
fn content(name: u64, from: usize, into: &mut [u8]) {
    for (index, word) in into.chunks_mut(8).enumerate() {
        let place = (from / 8 + index) as u64;
        let mixed = (name ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        word.copy_from_slice(&(mixed ^ (mixed >> 32)).to_le_bytes()[..word.len()]);
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        {
            let state = &mut *self.world.state();
            state.live.remove(&self.address);
            state.landings.forget(self.address, self.len as u64);
            let unmapped = &mut state.contexts[self.rank as usize].unmapped;
            unmapped.iter_mut().for_each(|gone| gone.push((self.address, self.len as u64)));
        }
        self.world.shared.arena.give_back(self.address, self.len);
    }
}

/// Tells a registration cache which blocks are gone. What is not in blocks is the library's own
/// memory, and stays mapped.
pub struct BlockMonitor {
    world: World,
    rank: u32,
    /// Which one of those of the rank.
    number: usize,
}

impl BlockMonitor {
    /// Of the blocks of `rank`.
    pub fn new(world: &World, rank: u32) -> Self {
        let number = {
            let unmapped = &mut world.state().contexts[rank as usize].unmapped;
            unmapped.push(Vec::new());
            unmapped.len() - 1
        };
        BlockMonitor { world: world.clone(), rank, number }
    }
}

impl Monitor for BlockMonitor {
    fn watch(&mut self, _range: PageRange) -> bool {
        true
    }

    fn unwatch(&mut self, _range: PageRange) {}

    fn changes(&mut self, mut tell: impl FnMut(Option<(u64, u64)>)) {
        let gone = std::mem::take(&mut self.world.state().contexts[self.rank as usize].unmapped[self.number]);
        gone.into_iter().for_each(|range| tell(Some(range)));
    }

    fn moves(&self) -> u64 {
        self.world.view().contexts[self.rank as usize].moves
    }

    fn former(&self, address: u64, len: u64) -> Option<*const u8> {
        let state = self.world.view();
        let (begin, bytes) = state.contexts[self.rank as usize].former.as_ref()?;
        let offset = address.checked_sub(*begin)? as usize;
        Some(bytes.get(offset..offset + len as usize)?.as_ptr())
    }

    /// Open blocks do not move: none of those that move here is open.
    fn keep(&mut self, _address: u64, _len: u64) {}

    fn let_go(&mut self, _address: u64, _len: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Faults, Profile};

    fn world() -> World {
        let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), 1);
        world.open(world.add_node());
        world
    }

    #[test]
    fn content_is_found_again_and_every_changed_byte_noticed() {
        let world = world();
        let block = Block::new(&world, 0, 20_000).expect("room");
        block.fill(3, 10_001, 42);
        assert_eq!(block.find_wrong(3, 10_001, 42), None);
        assert_eq!(block.find_wrong(3, 10_001, 43), Some(0));
        let mut byte = [0];
        block.read(9_000, &mut byte);
        block.write(9_000, &[!byte[0]]);
        assert_eq!(block.find_wrong(3, 10_001, 42), Some(8_997));
    }

    #[test]
    fn blocks_that_are_gone_are_told_once() {
        let world = world();
        let mut monitor = BlockMonitor::new(&world, 0);
        let block = Block::new(&world, 0, 5000).expect("room");
        let address = block.place(0, 1).addr() as u64;
        assert!(monitor.watch(PageRange::around(address, 5000, 4096).expect("a range")));
        let library = [0_u8; 8];
        assert!(monitor.watch(PageRange::around(library.as_ptr().addr() as u64, 8, 4096).expect("a range")));
        drop(block.clone());
        let mut seen = Vec::new();
        monitor.changes(|change| seen.push(change));
        assert!(seen.is_empty(), "somebody still has it");
        drop(block);
        monitor.changes(|change| seen.push(change));
        monitor.changes(|change| seen.push(change));
        assert_eq!(seen, [Some((address, 5000))]);
    }
}
