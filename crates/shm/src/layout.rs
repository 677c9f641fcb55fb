//! Where everything lies in the node segment, the memory that all ranks of a node share.
//! `docs/wire/segment.md` says it in prose.
//!
//! The segment is one sparse anonymous file for each job and node. It begins as zeros, which is a
//! valid state of every part: no rank waits for another one to prepare it. Pages that nobody writes
//! cost nothing. So rings for every ordered pair of ranks exist by arithmetic, and the first
//! message allocates one.
//!
//! ```text
//! 0           head page: layout word; word of choices at HEAD_TUNING; note of costs at HEAD_COSTS
//! PAGE        rank block of rank 0, 1, ... n-1           (RANK_BLOCK bytes each)
//! then        ring from sender s to receiver r at index r * n + s   (`ring_size` bytes each)
//! then        pair buffer between ranks a < b at index b (b - 1) / 2 + a   (PAIR_BUFFER bytes each)
//! then        pair of shared areas b of leader l at index l * B + b  (`shared_area::pair_size` each)
//! ```

use std::sync::atomic::{AtomicU32, AtomicU64};

use ferry_protocol::packet::Header;

use crate::share::SharedCopy;
use crate::shared_area;
use crate::sync;

/// Unit of allocation of the operating system; parts begin at multiples of it.
pub const PAGE: usize = 4096;
/// Unit of transfer between processors.
pub const LINE: usize = 64;

/// Most ranks of one node; bounds the bitmaps in a rank block.
pub const MAX_RANKS: usize = 1024;
/// Most shared areas of one leader.
pub const MAX_SHARED_AREAS: usize = 64;
/// Most processors of one node that an affinity mask can name.
pub const MAX_CPUS: usize = 1024;

/// Packets in flight from one rank to another. A power of two; few in loom's model, which tries
/// everything.
pub const CELLS: usize = if cfg!(loom) { 8 } else { 128 };
/// Bytes of a body that travel in the packet's own cell.
pub const INLINE: usize = LINE - size_of::<Header>();
/// Most bytes of the body space from one rank to another, beyond the cells: more than the
/// caches of single processors hold, so that what was read has left the reader's when it is written
/// again (ADR 0033). A power of two.
pub const BODIES: usize = if cfg!(loom) { 16 * LINE } else { 2 << 20 };
/// Bytes of bodies in flight from one rank to another, and the least body space. A power of
/// two.
pub const WINDOW: usize = BODIES / if cfg!(loom) { 2 } else { 16 };
/// Longest body of one packet: a quarter of what is in flight, so that writing and reading overlap.
pub const MAX_BODY: usize = WINDOW / 4;
/// Bytes that the bodies of a rank to all others of its node may take, beyond [`WINDOW`] to each.
pub const BODIES_SUM: usize = 32 << 20;

/// One packet slot: header (its `device` word is the sequence number) and, up to [`INLINE`] bytes,
/// the body.
///
/// Written by the sender alone. The slot at position `p` of the ring holds a packet once its
/// sequence number is `p / CELLS + 1`.
#[repr(C, align(64))]
pub struct Cell {
    /// See [`Header`]; `device` is stored last, with release order.
    pub header: Header,
    /// The body, if it fits.
    pub inline: [u8; INLINE],
}

const _: () = assert!(size_of::<Cell>() == LINE && align_of::<Cell>() == LINE);
const _: () = assert!(
    CELLS.is_power_of_two() && WINDOW.is_power_of_two() && BODIES.is_multiple_of(WINDOW) && MAX_BODY.is_multiple_of(LINE)
);

/// What the receiver tells the sender of a ring. Written by the receiver alone; starts at zero.
#[repr(C, align(128))]
pub struct Consumed {
    /// Cells the sender may reuse: all positions below.
    pub cells: sync::AtomicU64,
    /// Bytes of bodies the sender may reuse: all positions below.
    pub bodies: sync::AtomicU64,
    /// How long it took to take the bodies of the last comparison of stores, see
    /// `body::stores`.
    pub report: sync::AtomicU64,
}

/// Offset of [`Consumed`] in a ring.
pub const RING_CONSUMED: usize = 0;
/// Offset of the cells in a ring.
pub const RING_CELLS: usize = size_of::<Consumed>();
/// Offset of the bodies in a ring.
pub const RING_BODIES: usize = (RING_CELLS + CELLS * LINE).next_multiple_of(PAGE);
/// Most bytes of a ring.
pub const RING: usize = RING_BODIES + BODIES;

/// Bodies in a pair buffer: as many as bits in a byte.
pub const PAIR_SLOTS: usize = 8;
/// Bytes of the memory that goes back and forth between two ranks, see
/// `body::pair_buffer`.
pub const PAIR_BUFFER: usize = PAIR_SLOTS * MAX_BODY;

/// What a rank tells the others. Starts at zero.
#[repr(C, align(4096))]
pub struct RankBlock {
    /// Futex word: not 0 while the rank sleeps or is about to; written by the rank and by those who
    /// wake it.
    pub asleep: AtomicU32,
    _gap0: [u8; 2 * LINE - 4],
    /// Counts changes of `senders`.
    pub senders_version: AtomicU32,
    _gap1: [u8; 2 * LINE - 4],
    /// Bit s: rank s has opened its ring to this rank. Set by the sender, never cleared.
    pub senders: [AtomicU64; MAX_RANKS / 64],
    /// Processors the rank may use, as a mask. Valid once `attached` is 1.
    pub cpus: [AtomicU64; MAX_CPUS / 64],
    /// Process id of the rank.
    pub pid: AtomicU32,
    /// 1 once the rank has attached and written `cpus` and `pid`; 2 if, besides, it is no target of
    /// memory barriers.
    pub attached: AtomicU32,
    /// 1 once the rank has a mailbox and `mailbox` says where.
    pub has_mailbox: AtomicU32,
    _gap2: AtomicU32,
    /// Two words that make the mailbox's name, two that letters to it must show.
    pub mailbox: [AtomicU64; 4],
    /// A random number that stands in the rank's own memory too; 0 until that address is known. See
    /// [`crate::cross_memory`].
    pub cookie: AtomicU64,
    /// Where it stands there.
    pub cookie_at: AtomicU64,
    /// The cookie of the rank's shared heap; 0 if it has none. See [`crate::shared_heap`].
    pub heap_cookie: AtomicU64,
    /// The descriptor of its file in process `pid`.
    pub heap_descriptor: AtomicU32,
    /// Messages to this rank that the sender helps to copy.
    pub shares: [SharedCopy; SHARES],
}

/// Messages to a rank that two ranks copy at a time.
pub const SHARES: usize = 16;

const _: () = assert!(size_of::<RankBlock>() == PAGE);
const _: () =
    assert!(std::mem::offset_of!(RankBlock, cookie) == 560 && std::mem::offset_of!(RankBlock, shares) == 640 || cfg!(loom));

/// Names this layout; a rank with another one refuses the segment.
pub const LAYOUT: u32 = 0xFE44_000E;

/// Offset in the head page of the word that stands for measured choices.
pub const HEAD_TUNING: usize = 64;
/// Offset of the note of costs in the head page.
pub const HEAD_COSTS: usize = 256;

/// Sizes and offsets for a node of `ranks` ranks.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    ranks: usize,
}

impl Layout {
    /// The layout for 1 to [`MAX_RANKS`] ranks, else `None`.
    pub fn new(ranks: usize) -> Option<Self> {
        (1..=MAX_RANKS).contains(&ranks).then_some(Layout { ranks })
    }

    /// Ranks on the node.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Offset of a rank's block.
    pub fn rank_block(&self, rank: usize) -> usize {
        debug_assert!(rank < self.ranks);
        PAGE + rank * size_of::<RankBlock>()
    }

    /// Offset of the ring that carries packets from `sender` to `receiver`.
    pub fn ring(&self, sender: usize, receiver: usize) -> usize {
        debug_assert!(sender < self.ranks && receiver < self.ranks);
        self.rank_block(0) + self.ranks * size_of::<RankBlock>() + (receiver * self.ranks + sender) * self.ring_size()
    }

    /// Offset of the pair buffer between two ranks.
    pub fn pair_buffer(&self, lower: usize, higher: usize) -> usize {
        debug_assert!(lower < higher && higher < self.ranks);
        self.ring(0, 0) + self.ranks * self.ranks * self.ring_size() + (higher * (higher - 1) / 2 + lower) * PAIR_BUFFER
    }

    /// Bytes of a ring.
    pub fn ring_size(&self) -> usize {
        RING_BODIES + self.bodies()
    }

    /// Bytes of the body space in each ring: with many ranks less, as rings grow with their
    /// number squared.
    pub fn bodies(&self) -> usize {
        let share = BODIES_SUM / self.ranks;
        (1 << share.ilog2()).clamp(WINDOW, BODIES)
    }

    /// Shared areas a rank may hand out to communicators that it leads, and one that is
    /// `MPI_COMM_WORLD`'s at rank 0. Fewer with many ranks, whose shared areas take more of the
    /// address space.
    pub fn shared_areas(&self) -> usize {
        (512 / self.ranks).clamp(4, MAX_SHARED_AREAS)
    }

    /// Offset of a shared area that `leader` hands out.
    pub fn shared_area(&self, leader: usize, index: usize) -> usize {
        debug_assert!(leader < self.ranks && index < self.shared_areas());
        let pair_buffers = self.ranks * (self.ranks - 1) / 2;
        let first = self.ring(0, 0) + self.ranks * self.ranks * self.ring_size() + pair_buffers * PAIR_BUFFER;
        first + (leader * self.shared_areas() + index) * shared_area::pair_size(self.ranks)
    }

    /// Length of the segment.
    pub fn end(&self) -> usize {
        self.shared_area(self.ranks - 1, self.shared_areas() - 1) + shared_area::pair_size(self.ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_page_aligned_and_do_not_overlap() {
        for ranks in [1, 2, 3, 32, MAX_RANKS] {
            let layout = Layout::new(ranks).unwrap();
            let mut parts: Vec<(usize, usize)> = (0..ranks).map(|r| (layout.rank_block(r), size_of::<RankBlock>())).collect();
            let some: Vec<usize> = [0, ranks / 2, ranks - 1].into();
            for &sender in &some {
                parts.extend(some.iter().map(|&receiver| (layout.ring(sender, receiver), layout.ring_size())));
                let higher = some.iter().filter(|&&other| other > sender);
                parts.extend(higher.map(|&higher| (layout.pair_buffer(sender, higher), PAIR_BUFFER)));
                parts.extend(
                    [0, layout.shared_areas() - 1]
                        .map(|index| (layout.shared_area(sender, index), shared_area::pair_size(ranks))),
                );
            }
            parts.sort();
            parts.dedup();
            assert!(parts.iter().all(|(at, _)| at % PAGE == 0));
            assert!(parts.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0));
            assert!(parts.iter().all(|(at, len)| at + len <= layout.end()));
        }
    }

    #[test]
    #[cfg(not(loom))]
    fn rings_are_wide_among_few_ranks_only() {
        let bodies = |ranks| Layout::new(ranks).unwrap().bodies();
        assert_eq!([1, 16, 17, 32, 200, 1024].map(bodies), [BODIES, BODIES, BODIES / 2, BODIES / 2, WINDOW, WINDOW]);
    }

    #[test]
    fn nodes_of_zero_or_too_many_ranks_have_no_layout() {
        assert!(Layout::new(0).is_none() && Layout::new(MAX_RANKS + 1).is_none());
    }
}
