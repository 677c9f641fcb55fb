//! Packets of large messages that have landed in their memory, and what is done about those that
//! have not (UD-3, UD-6).

use ferry_protocol::datagram::block::{Block, Landed, Spot};
use ferry_rdma::work::GLOBAL_ROUTE_HEADER_BYTES;
use ferry_rdma::{Completion, Verbs};
use ferry_verbs_transport::Environment;

use crate::control::{Control, bits};
use crate::deliver::Body;
use crate::device::UdDevice;
use crate::expose::{Exposure, piece_of, transfer};
use crate::layout::Layout;
use crate::options::Repair;

/// After the sender has sent everything, what is late may still come for so long, in nanoseconds,
/// and for two round trips.
const LEAST_GRACE_NS: u64 = 20_000;

/// Times that a block is sent again as a whole: where no block of so many packets arrives whole and
/// in order, that would go on for ever.
const MOST_REPEATED_BLOCKS: u16 = 8;

impl<V: Verbs, E: Environment> UdDevice<V, E> {
    /// A receive of a large message has completed.
    pub(crate) fn land(&mut self, completion: &Completion) {
        let Some((_, user)) = self.pairs.user_of(completion) else { return };
        let Some(exposure) = self.exposures.get_mut(user.exposure) else { return };
        let peer = exposure.peer as usize;
        let Some(at) = exposure.open.iter().position(|open| open.number == user.block) else { return };
        let done = match completion.result {
            Ok(done) => done,
            // Also one that was flushed: a pair is reset, not stopped, so that this one has failed.
            Err(failure) => {
                return self.abandon(peer, &format!("a packet of its message cannot be received: {}", failure.status.name()));
            }
        };
        let open = &mut exposure.open[at];
        let is_right = done.bytes as usize == self.mtu + GLOBAL_ROUTE_HEADER_BYTES as usize
            && done.source_queue_pair == self.peers.met[peer].bulk;
        let piece = piece_of(done.immediate, open.tag).filter(|_| is_right);
        match open.block.land(piece) {
            Landed::Piece if open.block.is_whole() => self.finish_block(user.exposure, at),
            Landed::Piece => {}
            Landed::Useless(slot) => {
                self.counters.duplicates += 1;
                if let Err(error) = self.post_slots(user.exposure, user.block, &[slot]) {
                    self.abandon(peer, &format!("memory for its message cannot be posted: {error}"));
                }
            }
            Landed::Nowhere => self.abandon(peer, "more packets of its message have come than were posted"),
        }
    }

    /// All pieces of an open block are there: no packet can land in it any more.
    fn finish_block(&mut self, index: u32, at: usize) {
        let (mtu, per_block) = (self.mtu as u64, u64::from(self.options.block_pieces));
        let Some(exposure) = self.exposures.get_mut(index) else { return };
        let is_in_place = exposure.open[at].block.is_in_place();
        let is_repeated = self.options.repair == Repair::Block && exposure.open[at].round < MOST_REPEATED_BLOCKS;
        if !is_in_place && is_repeated {
            let number = exposure.open[at].number;
            return self.repeat_block(index, number);
        }
        let mut open = exposure.open.swap_remove(at);
        let first = u64::from(open.number) * per_block;
        // Before the processor writes to it.
        exposure.layout.catch_up(&mut self.memories, first * mtu, u64::from(open.block.pieces()) * mtu);
        if !is_in_place {
            let mut spare = std::mem::take(&mut self.exposures.spare);
            let Some(exposure) = self.exposures.get_mut(index) else { return };
            let offset = |slot: u16| (first + u64::from(slot)) * mtu;
            let moved = open.block.restore(|from, to| match (from, to) {
                (Spot::Slot(from), Spot::Spare) => read(&exposure.layout, offset(from), &mut spare),
                (Spot::Spare, Spot::Slot(to)) => write(&exposure.layout, offset(to), &spare),
                (Spot::Slot(from), Spot::Slot(to)) => shift(&exposure.layout, offset(from), offset(to), mtu),
                (Spot::Spare, Spot::Spare) => {}
            });
            self.exposures.spare = spare;
            self.counters.pieces_moved += u64::from(moved);
            self.environment.copied(u64::from(moved) * mtu);
        }
        self.pairs.give_back(open.pair);
        let Some(exposure) = self.exposures.get_mut(index) else { return };
        exposure.blocks_left -= 1;
        self.peers.met[exposure.peer as usize].blocks -= 1;
        self.note_done(index);
        // A message that was begun goes on before others.
        self.open_blocks(index);
        self.serve_waiting();
    }

    /// Tells the sender if the whole message is there.
    fn note_done(&mut self, index: u32) {
        let Some(exposure) = self.exposures.get_mut(index) else { return };
        let &mut Exposure { peer, generation, blocks_left, tail_left, .. } = exposure;
        if blocks_left == 0 && tail_left == 0 {
            self.tell(peer as usize, Control::Done { transfer: transfer(index, generation) }.encode());
        }
    }

    /// What the device at the other end tells.
    pub(crate) fn take_control(&mut self, peer: usize, body: Body) {
        match Control::decode(body.as_slice()) {
            Some(Control::Tail { transfer, offset, bytes }) => self.take_tail(peer, transfer, offset, &bytes),
            Some(Control::Fin { transfer, block, round }) => self.all_sent(peer, transfer, block, round),
            Some(Control::Clear { transfer, block, pair, tag, round, pieces }) => {
                self.cleared(peer, transfer, crate::put::Cleared { block, pair, tag, round, pieces });
            }
            Some(Control::Done { transfer }) => self.put_done(peer, transfer),
            Some(Control::Ping) => {}
            Some(Control::Connection(proposal)) => self.proposals.push_back((self.peers.met[peer].rank, proposal)),
            None => self.abandon(peer, "it has sent control that makes no sense; do all ranks run the same version of Ferry?"),
        }
    }

    /// The end of a message, which fills no packet.
    fn take_tail(&mut self, peer: usize, transfer: u64, offset: u64, bytes: &[u8]) {
        let Some((index, exposure)) = self.exposures.find(transfer, peer) else { return };
        let len = bytes.len() as u64;
        if len > exposure.tail_left || offset.checked_add(len).is_none_or(|end| end > exposure.layout.bytes()) {
            return self.abandon(peer, "its message is longer than was agreed");
        }
        write(&exposure.layout, offset, bytes);
        exposure.tail_left -= len;
        self.note_done(index);
    }

    /// Everything that was asked for has left: what does not come soon is lost.
    fn all_sent(&mut self, peer: usize, transfer: u64, block: u32, round: u16) {
        let now = self.environment.now();
        let grace_ns = LEAST_GRACE_NS.max(2 * self.peers.met[peer].link.sending.round_trip().smoothed_ns());
        let Some((index, exposure)) = self.exposures.find(transfer, peer) else { return };
        let generation = exposure.generation;
        let Some(open) = exposure.open.iter_mut().find(|open| open.number == block && open.round == round) else { return };
        open.overdue_ns = Some(now + grace_ns);
        self.exposures.sent_whole.push((index, generation, block));
        self.due_ns = self.due_ns.min(now + grace_ns);
    }

    /// Asks for what is missing of blocks whose time is over.
    pub(crate) fn repair_overdue(&mut self, now_ns: u64) {
        if self.exposures.sent_whole.is_empty() {
            return;
        }
        for (index, generation, number) in std::mem::take(&mut self.exposures.sent_whole) {
            let exposure = self.exposures.get_mut(index).filter(|exposure| exposure.generation == generation);
            let open = exposure.and_then(|exposure| exposure.open.iter_mut().find(|open| open.number == number));
            let Some(open) = open else { continue };
            let Some(overdue_ns) = open.overdue_ns else { continue };
            if overdue_ns > now_ns {
                self.exposures.sent_whole.push((index, generation, number));
                self.due_ns = self.due_ns.min(overdue_ns);
                continue;
            }
            match self.options.repair {
                Repair::Block if open.round < MOST_REPEATED_BLOCKS => self.repeat_block(index, number),
                _ => self.ask_again(index, number),
            }
        }
    }

    /// Asks for the missing pieces: as many slots are posted.
    fn ask_again(&mut self, index: u32, number: u32) {
        let Some(exposure) = self.exposures.get_mut(index) else { return };
        let Some(open) = exposure.open.iter_mut().find(|open| open.number == number) else { return };
        open.overdue_ns = None;
        open.round += 1;
        let missing = bits(open.block.missing(), open.block.pieces());
        self.clear(index, number, Vec::new(), missing);
    }

    /// Asks for the whole block, from its beginning: nothing that is late can be taken for one of
    /// the new packets.
    fn repeat_block(&mut self, index: u32, number: u32) {
        let Some(exposure) = self.exposures.get_mut(index) else { return };
        let peer = exposure.peer as usize;
        let Some(open) = exposure.open.iter_mut().find(|open| open.number == number) else { return };
        let pieces = open.block.pieces();
        open.overdue_ns = None;
        open.round += 1;
        open.block = Block::new(pieces);
        let pair = open.pair;
        self.counters.resets += 1;
        if let Err(error) = self.pairs.reset(&self.verbs, pair) {
            return self.abandon(peer, &format!("a queue pair cannot be reset: {error}"));
        }
        open.tag = self.pairs.tag(pair);
        self.clear(index, number, (0..pieces).collect(), Vec::new());
    }
}

/// Reads `into.len()` bytes at `offset` of a message.
#[allow(unsafe_code)]
pub(crate) fn read(layout: &Layout, offset: u64, into: &mut [u8]) {
    let mut rest = into;
    for place in layout.places(offset, rest.len() as u64) {
        let (part, others) = rest.split_at_mut(place.len as usize);
        let from = std::ptr::with_exposed_provenance::<u8>(place.address as usize);
        // SAFETY: UD-M1 or UD-M2: memory of a message, these bytes of which no packet can change
        // any more.
        unsafe { part.as_mut_ptr().copy_from_nonoverlapping(from, part.len()) };
        rest = others;
    }
}

/// Writes `bytes` at `offset` of a message.
#[allow(unsafe_code)]
fn write(layout: &Layout, offset: u64, bytes: &[u8]) {
    let mut rest = bytes;
    for place in layout.places(offset, bytes.len() as u64) {
        let (part, others) = rest.split_at(place.len as usize);
        let to = std::ptr::with_exposed_provenance_mut::<u8>(place.address as usize);
        // SAFETY: UD-M1: exposed memory; these bytes are of no packet that can still land.
        unsafe { to.copy_from_nonoverlapping(part.as_ptr(), part.len()) };
        rest = others;
    }
}

/// Copies `len` bytes from one place of a message to another one.
#[allow(unsafe_code)]
fn shift(layout: &Layout, from: u64, to: u64, len: u64) {
    let mut done = 0;
    for source in layout.places(from, len) {
        let mut address = source.address;
        for target in layout.places(to + done, source.len) {
            let from = std::ptr::with_exposed_provenance::<u8>(address as usize);
            let to = std::ptr::with_exposed_provenance_mut::<u8>(target.address as usize);
            // SAFETY: UD-M1, as in `read`; slots do not overlap.
            unsafe { to.copy_from_nonoverlapping(from, target.len as usize) };
            address += target.len;
        }
        done += source.len;
    }
}
