//! Memory that large messages come into: cut into blocks, each of which is posted to a queue pair
//! of its own packet by packet (UD-2, UD-5).

use std::collections::VecDeque;

use ferry_protocol::datagram::block::{Block, Label};
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Piece, Token};
use ferry_rdma::traits::POST_BATCH;
use ferry_rdma::work::GLOBAL_ROUTE_HEADER_BYTES;
use ferry_rdma::{Access, ReceiveWork, Region, Result, Segment, Verbs};
use ferry_verbs_transport::Environment;

use crate::control::Control;
use crate::device::UdDevice;
use crate::layout::Layout;
use crate::options::LargeMessages;
use crate::pairs::User;

/// A block that packets land in.
pub(crate) struct OpenBlock {
    pub number: u32,
    pub pair: u32,
    pub tag: u16,
    pub round: u16,
    pub block: Block,
    /// When what has not come is overdue: everything has left its sender. `None`: it has not.
    pub overdue_ns: Option<u64>,
}

/// Memory of one message.
pub(crate) struct Exposure {
    pub peer: u32,
    pub generation: u32,
    pub layout: Layout,
    /// Blocks of the message, and those that were begun.
    pub blocks: u32,
    pub begun: u32,
    pub open: Vec<OpenBlock>,
    /// Blocks, and bytes beyond the last whole packet, that are not in their place.
    pub blocks_left: u32,
    pub tail_left: u64,
    pub waits: bool,
}

/// All of them.
pub(crate) struct Exposures<V: Verbs> {
    entries: Vec<Option<Exposure>>,
    free: Vec<u32>,
    generation: u32,
    /// Those that wait for a queue pair, or for the turn of their peers.
    pub waiting: VecDeque<u32>,
    /// Blocks that have left their senders: exposure, generation, block. What of them is overdue is
    /// asked for again.
    pub sent_whole: Vec<(u32, u32, u32)>,
    /// Where route headers go, and a packet beside its place.
    pub scratch: V::Buffer,
    pub spare: Vec<u8>,
}

impl<V: Verbs> Exposures<V> {
    pub fn new(verbs: &V, mtu: usize) -> Result<Self> {
        let scratch = verbs.buffer(GLOBAL_ROUTE_HEADER_BYTES as usize, Access::LOCAL_WRITE)?;
        let spare = vec![0; mtu];
        let waiting = VecDeque::new();
        Ok(Exposures { entries: Vec::new(), free: Vec::new(), generation: 0, waiting, sent_whole: Vec::new(), scratch, spare })
    }

    fn insert(&mut self, exposure: Exposure) -> u32 {
        if let Some(index) = self.free.pop() {
            self.entries[index as usize] = Some(exposure);
            return index;
        }
        self.entries.push(Some(exposure));
        self.entries.len() as u32 - 1
    }

    pub fn get_mut(&mut self, index: u32) -> Option<&mut Exposure> {
        self.entries.get_mut(index as usize)?.as_mut()
    }

    /// The one that a peer calls `transfer`, if it is that peer's.
    pub fn find(&mut self, transfer: u64, peer: usize) -> Option<(u32, &mut Exposure)> {
        let index = transfer as u32;
        let exposure = self.get_mut(index)?;
        (exposure.generation == (transfer >> 32) as u32 && exposure.peer as usize == peer).then_some((index, exposure))
    }

    fn remove(&mut self, transfer: u64) -> Option<Exposure> {
        let index = transfer as u32;
        let entry = self.entries.get_mut(index as usize)?;
        let exposure = entry.take_if(|exposure| exposure.generation == (transfer >> 32) as u32)?;
        self.free.push(index);
        self.waiting.retain(|waiting| *waiting != index);
        Some(exposure)
    }
}

/// Generations go round below this: the highest bit of a transfer is never set, so that a layer
/// above may mark it.
const GENERATIONS: u32 = 1 << 31;

/// What a peer calls an exposure.
pub(crate) fn transfer(index: u32, generation: u32) -> u64 {
    u64::from(generation) << 32 | u64::from(index)
}

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// Makes memory ready to be put into, if it is worth it.
    ///
    /// # Safety
    /// UD-M1.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn expose_memory(&mut self, rank: u32, end: End, memory: &[Piece]) -> Option<Token> {
        let bytes: u64 = memory.iter().map(|piece| piece.len).sum();
        if end != End::Front || self.options.large == LargeMessages::Copy || bytes < self.mtu as u64 {
            return None;
        }
        let peer = self.reach(rank)?;
        if !self.pairs.are_to_be_had(&self.verbs, &mut self.completions) {
            return None;
        }
        if !self.pays_in_place(peer, memory, bytes) {
            self.counters.copied_by_cost += 1;
            return None;
        }
        let known = self.memories.registrations();
        // SAFETY: UD-M1.
        let layout = unsafe { Layout::register(&mut self.memories, memory, true) }.ok()?;
        if let Some(front) = memory.first().filter(|_| self.memories.registrations() > known) {
            self.uses.registered(front.address);
        }
        if !layout.fits(self.mtu as u64, self.pairs.segments()) {
            layout.release(&mut self.memories);
            return None;
        }
        let packets = bytes / self.mtu as u64;
        let blocks = packets.div_ceil(self.options.block_pieces.into()) as u32;
        self.exposures.generation = (self.exposures.generation + 1) % GENERATIONS;
        let generation = self.exposures.generation;
        let index = self.exposures.insert(Exposure {
            peer: peer as u32,
            generation,
            layout,
            blocks,
            begun: 0,
            open: Vec::new(),
            blocks_left: blocks,
            tail_left: bytes % self.mtu as u64,
            waits: false,
        });
        self.open_blocks(index);
        Some(Token { address: transfer(index, generation), key: 0 })
    }

    /// Begins blocks, as many as may be open, if there are queue pairs.
    pub(crate) fn open_blocks(&mut self, index: u32) {
        loop {
            let most = self.options.blocks_at_once as usize;
            let Some(exposure) = self.exposures.get_mut(index) else { return };
            if exposure.waits || exposure.open.len() >= most || exposure.begun == exposure.blocks {
                return;
            }
            let (peer, number) = (exposure.peer, exposure.begun);
            if self.peers.met[peer as usize].blocks >= self.options.blocks_of_peer {
                exposure.waits = true;
                return self.exposures.waiting.push_back(index);
            }
            match self.pairs.take(&self.verbs, &mut self.completions, User { exposure: index, block: number }) {
                Ok(Some(pair)) => self.open_block(index, number, pair),
                Ok(None) => {
                    exposure.waits = true;
                    self.exposures.waiting.push_back(index);
                    self.counters.pool_waits += 1;
                    return;
                }
                Err(error) => return self.abandon(peer as usize, &format!("no queue pair for a large message: {error}")),
            }
        }
    }

    fn open_block(&mut self, index: u32, number: u32, pair: u32) {
        let per_block = u64::from(self.options.block_pieces);
        let Some(exposure) = self.exposures.get_mut(index) else { return };
        exposure.begun += 1;
        self.peers.met[exposure.peer as usize].blocks += 1;
        let packets = exposure.layout.bytes() / self.mtu as u64;
        let pieces = (packets - u64::from(number) * per_block).min(per_block) as u16;
        let tag = self.pairs.tag(pair);
        exposure.open.push(OpenBlock { number, pair, tag, round: 0, block: Block::new(pieces), overdue_ns: None });
        self.clear(index, number, (0..pieces).collect(), Vec::new());
    }

    /// Posts slots of a block and asks for its pieces.
    pub(crate) fn clear(&mut self, index: u32, number: u32, slots: Vec<u16>, pieces: Vec<u8>) {
        let Some(exposure) = self.exposures.get_mut(index) else { return };
        let (peer, generation) = (exposure.peer as usize, exposure.generation);
        let Some(open) = exposure.open.iter().find(|open| open.number == number) else { return };
        let (pair, tag, round) = (open.pair, open.tag, open.round);
        if let Err(error) = self.post_slots(index, number, &slots) {
            return self.abandon(peer, &format!("memory for its message cannot be posted: {error}"));
        }
        let pair = self.pairs.number(pair);
        let control = Control::Clear { transfer: transfer(index, generation), block: number, pair, tag, round, pieces };
        self.tell(peer, control.encode());
    }

    /// Posts slots of an open block: the route header goes aside, the packet where it belongs if
    /// all come in order.
    pub(crate) fn post_slots(&mut self, index: u32, number: u32, slots: &[u16]) -> Result<()> {
        let (mtu, per_block) = (self.mtu as u64, u64::from(self.options.block_pieces));
        let front = self.exposures.scratch.segment(0, GLOBAL_ROUTE_HEADER_BYTES as usize);
        let Some(exposure) = self.exposures.entries[index as usize].as_ref() else { return Ok(()) };
        let Some(open) = exposure.open.iter().find(|open| open.number == number) else { return Ok(()) };
        let mut segments: Vec<Segment> = Vec::with_capacity(2 * POST_BATCH);
        for batch in slots.chunks(POST_BATCH) {
            segments.clear();
            let mut ends = [0; POST_BATCH];
            for (end, slot) in ends.iter_mut().zip(batch) {
                segments.push(front);
                let offset = (u64::from(number) * per_block + u64::from(*slot)) * mtu;
                exposure.layout.segments(&self.memories, offset, mtu, &mut segments);
                *end = segments.len();
            }
            let mut works = [ReceiveWork { id: self.pairs.work_id(open.pair, 0), segments: &[] }; POST_BATCH];
            let mut begin = 0;
            for ((work, slot), end) in works.iter_mut().zip(batch).zip(ends) {
                *work = ReceiveWork { id: self.pairs.work_id(open.pair, *slot), segments: &segments[begin..end] };
                begin = end;
            }
            self.pairs.post(open.pair, &works[..batch.len()])?;
        }
        Ok(())
    }

    /// The memory is the program's again: nothing lands in it after this.
    pub(crate) fn conceal_memory(&mut self, token: Token) {
        let Some(exposure) = self.exposures.remove(token.address) else { return };
        for open in &exposure.open {
            self.close_pair(open.pair);
        }
        self.peers.met[exposure.peer as usize].blocks -= exposure.open.len() as u16;
        exposure.layout.release(&mut self.memories);
        self.serve_waiting();
    }

    /// Takes a queue pair with receives that were not used out of use, and makes it ready for
    /// others.
    pub(crate) fn close_pair(&mut self, pair: u32) {
        self.counters.resets += 1;
        match self.pairs.reset(&self.verbs, pair) {
            Ok(()) => self.pairs.give_back(pair),
            // One that is not ready for use has no receives posted either: only a failed reset
            // could leave some, and that is the adapter's end.
            Err(error) => {
                self.pairs.abandon(pair);
                self.fail_all(&format!("a queue pair cannot be reset: {error}"));
            }
        }
    }

    /// A block is over: those that wait go on, in order, as far as there are queue pairs and it is
    /// their peers' turn.
    pub(crate) fn serve_waiting(&mut self) {
        for index in std::mem::take(&mut self.exposures.waiting) {
            if self.pairs.are_all_taken() {
                self.exposures.waiting.push_back(index);
            } else if let Some(exposure) = self.exposures.get_mut(index) {
                exposure.waits = false;
                self.open_blocks(index);
            }
        }
    }
}

/// Whether a packet with this label is one of a block.
pub(crate) fn piece_of(label: Option<u32>, tag: u16) -> Option<u16> {
    let label = Label::decode(label?);
    (label.tag == tag).then_some(label.piece)
}
