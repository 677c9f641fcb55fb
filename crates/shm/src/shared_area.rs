//! The shared area of a communicator: collective operations in shared memory, without messages.
//!
//! **Operations and entries.** Operations on a shared area are numbered from 0, in the order in
//! which all its ranks make them. For each of the last [`DEPTH`] operations every rank has an
//! *entry* of one line. A rank publishes bytes in its entry: up to [`INLINE`] of them in the entry
//! itself, more in its *buffer*. The readers copy or reduce from there straight into the program's
//! buffers. Nobody waits for readers: a rank may be [`DEPTH`] operations ahead of the slowest one,
//! as far as its buffer reaches. Each function decides which ranks publish and whose entries a rank
//! waits for. The root of a broadcast, for instance, publishes and waits for nobody.
//!
//! **Trees.** Vectors can be combined on the way. The ranks form a tree. The rank that comes second
//! to a node combines the vectors of the node's two sides into the right one, and goes on upwards.
//! The rank that comes second at the top releases all. So every rank needs a processor only once,
//! late ranks do the work, and the order of operands is always the same.
//!
//! **Pending areas.** Operations that nobody waits for have a shared area of their own
//! ([`SharedArea::finish_any`]). All ranks begin its operations in one order and finish them in any
//! order.
//!
//! **Two ranks** that exchange data pass memory back and forth, as in a pair buffer
//! ([`crate::body`]). A rank owns what it has read, and writes its next data there
//! ([`SharedArea::give`]).
//!
//! **Data may stay where they are.** Then a rank publishes addresses, readers copy from its memory,
//! and it waits until they are done. A reader that cannot read there says so, and gets the data in
//! another way.
//!
//! Invariants:
//! - SA-1: only rank r stores stamp and place of its entries, allocates its buffer, and stores its
//!   [`Done`]. Rank r writes the entry's `what` and bytes until it publishes. In an operation with
//!   a tree, after that, the rank that comes second at a node writes those of the entry on the
//!   node's right.
//! - SA-2: a stamp, `met` at the release of a tree, and `done` are stored with release order after
//!   what they announce, and loaded with acquire order before that is read. Those who meet at a
//!   node exchange its `met` with acquire-release order.
//! - SA-3: entry and bytes of operation k are written again only when all ranks are done with k.
//!   The writer knows so because all have published in a later operation for which it has waited,
//!   or because it has looked at `done`.
//! - SA-4: two ranks meet at a node in an operation. The first finds there the number of an earlier
//!   operation, the second that of this one. No node has rank 0 on the right: the `met` of its
//!   entry tells the release of the tree.
//! - SA-5: in an operation without a tree `met` of an entry is its rank's own. It says whether that
//!   rank has read what others offer. A rank that offers something finishes the operation after it
//!   has found that of all others, so nobody has written it again (SA-3).
//! - SA-6: each slot of a shared area of two ranks is one rank's, or given in one operation. At
//!   first each rank has half of them. A rank that gives something writes it to a slot of its own.
//!   With the stamp (SA-2) the slot passes to the operation, and to the other rank when that one
//!   finishes it. Nobody else reads there. A slot given in an operation that the other rank has
//!   finished without looking is lost to both. Only calls about which ranks disagree do so.
//!
//! # Safety arguments
//! - AREA-1: the shared area lies in the node segment (SEG-1) and has [`size`] bytes for the number
//!   of ranks. Zeros are a valid state.
//! - AREA-2: each rank has one `SharedArea`, used under its library lock. SA-1 to SA-3 exclude
//!   races on everything that is not atomic.

#[cfg(not(loom))]
mod memory;
#[cfg(loom)]
#[path = "shared_area/model.rs"]
mod memory;
mod space;
#[cfg(test)]
mod tests;

use crate::body::stores::{Criterion, PastCaches, SHORT_MOST, Stores};
use crate::layout::{LINE, PAGE};
use crate::sync::{AtomicU32, AtomicU64, Ordering};
use ferry_kernels::Sweep;
use memory::AreaMemory;
use space::Space;

/// Operations that a rank may be ahead of the slowest one. A power of two; few in loom's model.
pub const DEPTH: u64 = if cfg!(loom) { 2 } else { 128 };
/// Bytes that an entry holds itself.
pub const INLINE: usize = 32;
/// Bytes of a rank's buffer.
pub const RING: usize = if cfg!(loom) { 4 * LINE } else { 2 << 20 };
/// Most bytes that a rank publishes in one operation: two of them find room, so that ranks need not
/// wait for each other twice.
pub const MOST: usize = if cfg!(loom) { 2 * LINE } else { 512 << 10 };
/// See [`Space`]. A good part of a processor's own cache, which several ranks may share.
const WARM: usize = if cfg!(loom) { LINE } else { 256 << 10 };
/// Bytes of all ranks' buffers that long pieces use in turn, see [`SharedArea::go_around`]: more
/// than processors cache for themselves, less than they cache together.
const AROUND: usize = if cfg!(loom) { 16 * LINE } else { 4 << 20 };
/// PairSlots that two ranks pass back and forth.
const PAIR_SLOTS: usize = if cfg!(loom) { 2 } else { 8 };
/// Bytes of each.
const PAIR_SLOT: usize = if cfg!(loom) { LINE } else { 64 << 10 };

/// Most ranks that wait for each other's entries one by one where each has a processor of its own.
const FEW_RANKS: usize = 8;

/// How ranks wait for a combination, and whether they share processors; agreed through the shared
/// area. Ranks that share processors wait by a tree.
const BY_ENTRIES: u32 = 1;
const BY_TREE: u32 = 2;
const SHARING: u32 = 3;

/// Marks in `met` that a rank could not read (SA-5).
const NOT_READ: u64 = 1 << 63;

/// The place of bytes that are in the entry.
const IN_ENTRY: u64 = u64::MAX;
/// That of bytes in the first slot; then come the others.
const IN_PAIR_SLOT: u64 = RING as u64;

const _: () = assert!(DEPTH.is_power_of_two() && MOST.is_multiple_of(LINE) && 2 * MOST <= RING);

/// What one rank says of one operation.
#[repr(C, align(64))]
pub(crate) struct Entry {
    /// The number of the operation plus one, once it is published.
    stamp: AtomicU64,
    /// What the rank says the operation is.
    what: AtomicU64,
    /// Where its bytes are.
    place: AtomicU64,
    /// Node of the tree whose right side begins with this rank: the last operation in which a rank
    /// has come there, plus one. Of rank 0: the last one whose tree is complete, plus one.
    met: AtomicU64,
    inline: [u8; INLINE],
}

/// How far one rank is.
#[repr(C, align(64))]
pub(crate) struct Done {
    /// Operations it is done with: all below.
    operations: AtomicU64,
    /// The last operation plus one in which it could not read the memory of another rank.
    refused: AtomicU64,
    /// Whether it can read the memory of all others: 0 until it says so, then [`READS`] or
    /// [`READS_NOT`].
    reads: AtomicU64,
    /// The last call that it has made in another way than over the shared area: its number plus
    /// one, and what it is.
    elsewhere: [AtomicU64; 2],
}

const READS: u64 = 1;
const READS_NOT: u64 = 2;

#[repr(C, align(128))]
struct Line128<T>(T);

#[repr(C, align(4096))]
pub(crate) struct Head {
    mode: Line128<AtomicU32>,
    /// Ranks that wait for slower ones to be done; whoever gets done wakes them.
    held_back: Line128<AtomicU32>,
    /// Ranks that will not use the shared area any more.
    left: Line128<AtomicU32>,
    /// Processors that the ranks share, plus two, or one if that is not known; 0 until agreed.
    processors: Line128<AtomicU32>,
    /// What reading another rank's memory costs, as a word that the shared area gives no meaning
    /// to; 0 until agreed.
    reads: Line128<AtomicU64>,
    /// The same of messages.
    messages: Line128<AtomicU64>,
}

#[cfg(not(loom))]
impl Head {
    /// Ranks that will not use the shared area any more.
    pub(crate) fn left(&self) -> &AtomicU32 {
        &self.left.0
    }

    /// Whether any rank has settled how to wait, which comes before all else.
    pub(crate) fn is_used(&self) -> bool {
        self.mode.0.load(Ordering::Acquire) != 0
    }

    /// As new; `left` last.
    pub(crate) fn reset(&self) {
        self.mode.0.store(0, Ordering::Relaxed);
        self.held_back.0.store(0, Ordering::Relaxed);
        self.processors.0.store(0, Ordering::Relaxed);
        self.reads.0.store(0, Ordering::Relaxed);
        self.messages.0.store(0, Ordering::Relaxed);
        self.left.0.store(0, Ordering::Release);
    }
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Head>() == PAGE && size_of::<Entry>() == LINE && size_of::<Done>() == LINE);

const fn done_offset() -> usize {
    size_of::<Head>()
}

const fn entries_offset(ranks: usize) -> usize {
    done_offset() + (ranks * LINE).next_multiple_of(PAGE)
}

const fn ring_offset(ranks: usize) -> usize {
    entries_offset(ranks) + (ranks * DEPTH as usize * LINE).next_multiple_of(PAGE)
}

const fn pair_slots_offset(ranks: usize) -> usize {
    ring_offset(ranks) + ranks * RING
}

/// PairSlots of a shared area for `ranks` ranks.
const fn pair_slots(ranks: usize) -> usize {
    if ranks == 2 { PAIR_SLOTS } else { 0 }
}

/// Bytes of a shared area for `ranks` ranks.
pub const fn size(ranks: usize) -> usize {
    pair_slots_offset(ranks) + pair_slots(ranks) * PAIR_SLOT
}

/// Bytes of the two shared areas of a communicator of `ranks` ranks: of calls that wait, and of
/// calls that do not.
pub const fn pair_size(ranks: usize) -> usize {
    2 * size(ranks)
}

/// Bytes of a shared area that must be zero before it is used: all but the buffers.
pub const fn control_size(ranks: usize) -> usize {
    ring_offset(ranks)
}

/// What a rank says an operation is. The shared area compares, and gives no other meaning to it.
pub type What = u64;
/// Ranks disagree about an operation.
pub const NO_AGREEMENT: What = What::MAX;

/// An operation under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation(u64);

impl Operation {
    /// Its number on the shared area.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// One rank's view of a shared area.
pub struct SharedArea {
    memory: AreaMemory,
    rank: usize,
    ranks: usize,
    mode: u32,
    /// Operations begun.
    begun: u64,
    /// All ranks are known to be done with so many operations.
    all_done: u64,
    space: Space,
    /// PairSlots that are this rank's, by their bits (SA-6).
    own: u8,
    /// Of operations that are finished in any order: how many of the first ones are all finished,
    /// and which of those from there on.
    finished: (u64, u128),
    /// Entries this rank has published, and bytes with them.
    published: (u64, u64),
    /// In which way longer pieces are stored in this rank's buffer.
    stores: Stores,
    /// Where those are put together that go past the caches.
    scratch: Vec<[u64; LINE / 8]>,
}

const _: () = assert!(DEPTH <= u128::BITS as u64 && PAIR_SLOTS <= u8::BITS as usize);

/// The word that all take: `known`, not 0, to the first one that asks.
fn agree(agreed: &AtomicU64, known: impl FnOnce() -> u64) -> u64 {
    match agreed.load(Ordering::Acquire) {
        0 => {
            let wanted = known();
            agreed.compare_exchange(0, wanted, Ordering::AcqRel, Ordering::Acquire).err().unwrap_or(wanted)
        }
        word => word,
    }
}

/// The slots that a rank has at first: half of them.
fn first_own(rank: usize, ranks: usize) -> u8 {
    let half = pair_slots(ranks) / 2;
    (((1u16 << half) - 1) << (rank * half)) as u8
}

impl SharedArea {
    /// The shared area at `base`, new (all zero) when the first rank came.
    ///
    /// # Safety
    /// AREA-1 and AREA-2 hold.
    #[cfg(not(loom))]
    pub unsafe fn new(base: *mut u8, rank: usize, ranks: usize) -> Self {
        // SAFETY: as the caller promises.
        SharedArea::over(unsafe { AreaMemory::new(base, ranks) }, rank, ranks)
    }

    fn over(memory: AreaMemory, rank: usize, ranks: usize) -> Self {
        SharedArea {
            memory,
            rank,
            ranks,
            mode: 0,
            begun: 0,
            all_done: 0,
            space: Space::new(RING, WARM),
            own: first_own(rank, ranks),
            finished: (0, 0),
            published: (0, 0),
            stores: Stores::new(Criterion::Writer),
            scratch: Vec::new(),
        }
    }

    /// Settles whether ranks share processors, `oversubscribed` as far as known, and so how they
    /// wait. All ranks take the first one's word.
    pub fn settle(&mut self, oversubscribed: bool) {
        let wanted = match oversubscribed {
            true => SHARING,
            false if self.ranks > FEW_RANKS => BY_TREE,
            false => BY_ENTRIES,
        };
        let mode = &self.memory.head().mode.0;
        self.mode = match mode.compare_exchange(0, wanted, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => wanted,
            Err(settled) => settled,
        };
    }

    /// Long pieces of this rank use more places in turn. For ranks that have a processor each, and
    /// take a piece before they publish the next one.
    pub fn go_around(&mut self) {
        self.space.go_around((AROUND / self.ranks).clamp(WARM, RING));
    }

    /// The processors that the ranks share, `known` as far as this rank knows by now. All ranks
    /// take the first one's word.
    pub fn agree_on_processors(&self, known: Option<u32>) -> Option<u32> {
        let wanted = known.map_or(1, |processors| processors + 2);
        let agreed = &self.memory.head().processors.0;
        let word = match agreed.load(Ordering::Acquire) {
            0 => agreed.compare_exchange(0, wanted, Ordering::AcqRel, Ordering::Acquire).err().unwrap_or(wanted),
            word => word,
        };
        word.checked_sub(2)
    }

    /// What reading another rank's memory and copying cost: `known` to the first rank that asks,
    /// not 0. All ranks take its word.
    pub fn agree_on_reads(&self, known: impl FnOnce() -> u64) -> u64 {
        agree(&self.memory.head().reads.0, known)
    }

    /// As [`SharedArea::agree_on_reads`], of what messages cost.
    pub fn agree_on_messages(&self, known: impl FnOnce() -> u64) -> u64 {
        agree(&self.memory.head().messages.0, known)
    }

    /// True once [`SharedArea::settle`] was called.
    #[inline(always)]
    pub fn is_settled(&self) -> bool {
        self.mode != 0
    }

    /// Whether the first rank that settled it took the ranks to share processors; `None` as long as
    /// nobody has.
    pub fn has_settled_sharing(&self) -> Option<bool> {
        let mode = self.memory.head().mode.0.load(Ordering::Acquire);
        (mode != 0).then_some(mode == SHARING)
    }

    /// This rank.
    #[inline(always)]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Ranks of the shared area.
    #[inline(always)]
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// The operation this rank has begun last, and its number.
    pub fn last(&self) -> Option<(Operation, u64)> {
        self.begun.checked_sub(1).map(|number| (Operation(number), number))
    }

    /// How many operations `rank` is done with.
    #[inline(always)]
    pub fn done(&self, rank: usize) -> u64 {
        self.memory.done(rank).operations.load(Ordering::Acquire)
    }

    /// Entries this rank has published, and bytes with them.
    pub fn published(&self) -> (u64, u64) {
        self.published
    }

    /// What this rank has published past the caches.
    pub fn past_caches(&self) -> PastCaches {
        self.stores.past_caches()
    }

    /// True if vectors are combined in a tree; else every rank reads those of the others.
    #[inline(always)]
    pub fn has_tree(&self) -> bool {
        self.mode > BY_ENTRIES
    }

    /// Whether ranks share processors, as all of them say alike.
    #[inline(always)]
    pub fn shares_processors(&self) -> bool {
        self.mode == SHARING
    }

    /// The operation that this rank begins next.
    #[inline(always)]
    pub fn next(&self) -> Operation {
        Operation(self.begun)
    }

    /// Begins an operation in which this rank publishes nothing.
    #[inline(always)]
    pub fn begin(&mut self) -> Operation {
        self.begun += 1;
        Operation(self.begun - 1)
    }

    /// Whether this rank may publish `bytes` bytes (at most [`MOST`]) in its next operation; else a
    /// slow rank may still read what is in the way.
    #[inline(always)]
    pub fn can_publish(&mut self, bytes: usize) -> bool {
        debug_assert!(bytes <= MOST);
        self.has_room(bytes) || self.look_for_slowest(bytes)
    }

    #[inline(always)]
    fn has_room(&mut self, bytes: usize) -> bool {
        self.begun < self.all_done + DEPTH && (bytes <= INLINE || self.has_place(bytes))
    }

    fn has_place(&mut self, bytes: usize) -> bool {
        self.space.retire(self.all_done);
        self.space.place(bytes).is_some()
    }

    #[cold]
    fn look_for_slowest(&mut self, bytes: usize) -> bool {
        // Of operations that are finished in any order this rank may be the slowest.
        self.all_done = (0..self.ranks).map(|rank| self.done(rank)).min().unwrap_or(self.begun);
        self.has_room(bytes)
    }

    /// Tells the others that this rank is going to wait, being held back. Ends with
    /// [`SharedArea::end_holding_back`].
    pub fn begin_holding_back(&self) {
        self.memory.head().held_back.0.fetch_add(1, Ordering::SeqCst);
    }

    /// This rank is held back no more.
    pub fn end_holding_back(&self) {
        self.memory.head().held_back.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// True if a rank may be asleep until this one is done with an operation.
    #[inline(always)]
    pub fn is_waited_for(&self) -> bool {
        self.memory.head().held_back.0.load(Ordering::Relaxed) != 0
    }

    /// Publishes `bytes` bytes, which `fill` writes, in the operation this rank has begun last.
    /// [`SharedArea::can_publish`] has found room for them, before the operation was begun.
    #[inline(always)]
    pub fn publish(&mut self, operation: Operation, what: What, bytes: usize, fill: impl FnOnce(*mut u8)) {
        let place = if bytes <= INLINE {
            // SA-1, SA-3.
            fill(self.memory.inline(operation.0, self.rank));
            IN_ENTRY
        } else {
            self.place(operation, bytes, fill)
        };
        self.announce(operation, what, bytes, place);
    }

    /// As [`SharedArea::publish`], where nobody but the other one of two ranks reads the bytes, not
    /// even this one itself, and that one waits for them before it finishes the operation.
    #[inline]
    pub fn give(&mut self, operation: Operation, what: What, bytes: usize, fill: impl FnOnce(*mut u8)) {
        if self.own == 0 || bytes <= INLINE || bytes > PAIR_SLOT || self.has_tree() {
            return self.publish(operation, what, bytes, fill);
        }
        let pair_slot = self.own.trailing_zeros();
        self.own &= self.own - 1;
        // SA-6.
        fill(self.memory.pair_slot(pair_slot as usize));
        self.announce(operation, what, bytes, IN_PAIR_SLOT + u64::from(pair_slot));
    }

    /// Takes the slot that the other one of two ranks has given in an operation, which this
    /// one is done with.
    #[inline(always)]
    fn take(&mut self, operation: Operation) {
        if pair_slots(self.ranks) == 0 {
            return;
        }
        let theirs = self.memory.entry(operation.0, 1 - self.rank);
        if theirs.stamp.load(Ordering::Acquire) != operation.0 + 1 {
            return;
        }
        let pair_slot = theirs.place.load(Ordering::Relaxed).wrapping_sub(IN_PAIR_SLOT);
        if pair_slot < PAIR_SLOTS as u64 {
            self.own |= 1 << pair_slot;
        }
    }

    #[inline(always)]
    fn announce(&mut self, operation: Operation, what: What, bytes: usize, place: u64) {
        debug_assert!(operation.0 + 1 == self.begun);
        self.published.0 += 1;
        self.published.1 += bytes as u64;
        let entry = self.memory.entry(operation.0, self.rank);
        entry.what.store(what, Ordering::Relaxed);
        entry.place.store(place, Ordering::Relaxed);
        entry.stamp.store(operation.0 + 1, Ordering::Release);
    }

    #[inline(always)]
    fn place(&mut self, operation: Operation, bytes: usize, fill: impl FnOnce(*mut u8)) -> u64 {
        let place = self.space.place(bytes).expect("room was found");
        self.space.give(operation.0, place, bytes);
        // SA-1, SA-3.
        let buffer = self.memory.buffer(self.rank, place);
        if bytes <= SHORT_MOST {
            fill(buffer)
        } else {
            self.fill_long(buffer, bytes, fill)
        }
        place as u64
    }

    fn fill_long(&mut self, buffer: *mut u8, bytes: usize, fill: impl FnOnce(*mut u8)) {
        let SharedArea { stores, scratch, .. } = self;
        let report = || 0;
        stores.store(bytes, report, |past_caches| {
            if !past_caches {
                return fill(buffer);
            }
            let lines = bytes.div_ceil(LINE);
            if scratch.len() < lines {
                scratch.resize(lines, [0; LINE / 8]);
            }
            let scratch = scratch.as_mut_ptr().cast::<u8>();
            fill(scratch);
            // SAFETY: AREA-1, AREA-2: `buffer` has room for `bytes` bytes that nobody else uses
            // now, and so has the scratch.
            unsafe { ferry_kernels::copy_nontemporal(buffer, scratch, bytes, Sweep::InOrder) };
        });
    }

    /// True once `rank` has published its part of the operation.
    #[inline(always)]
    pub fn is_published(&self, operation: Operation, rank: usize) -> bool {
        self.memory.entry(operation.0, rank).stamp.load(Ordering::Acquire) == operation.0 + 1
    }

    /// What `rank`, which has published, says the operation is; after the release of a tree, at
    /// [`SharedArea::result_rank`], what all ranks say, or [`NO_AGREEMENT`].
    #[inline(always)]
    pub fn what(&self, operation: Operation, rank: usize) -> What {
        self.memory.entry(operation.0, rank).what.load(Ordering::Relaxed)
    }

    /// The bytes that `rank` has published, or, after the release of a tree, at
    /// [`SharedArea::result_rank`] what they were combined to.
    #[inline(always)]
    pub fn bytes(&self, operation: Operation, rank: usize) -> *const u8 {
        self.bytes_mut(operation, rank)
    }

    #[inline(always)]
    fn bytes_mut(&self, operation: Operation, rank: usize) -> *mut u8 {
        match self.memory.entry(operation.0, rank).place.load(Ordering::Relaxed) {
            IN_ENTRY => self.memory.inline(operation.0, rank),
            place if place >= IN_PAIR_SLOT && self.ranks == 2 => {
                self.memory.pair_slot((place - IN_PAIR_SLOT) as usize % PAIR_SLOTS)
            }
            place => self.memory.buffer(rank, place as usize % RING),
        }
    }

    /// Goes up the tree, having published. `combine` makes, of the bytes of the left and those of
    /// the right side of a node, their combination in place of the right ones. True if this rank
    /// was the last, and has released all.
    pub fn ascend(&self, operation: Operation, mut combine: impl FnMut(*const u8, *mut u8)) -> bool {
        let mut size = 1;
        while size < self.ranks {
            let left = self.rank / (2 * size) * (2 * size);
            let right = left + size;
            if right < self.ranks {
                let met = self.memory.entry(operation.0, right).met.swap(operation.0 + 1, Ordering::AcqRel);
                if met != operation.0 + 1 {
                    return false;
                }
                self.meet(operation, right - 1, self.ranks.min(right + size) - 1, &mut combine);
            }
            size *= 2;
        }
        self.memory.entry(operation.0, 0).met.store(operation.0 + 1, Ordering::Release);
        true
    }

    /// Combines what the last ranks of both sides of a node have, if they agree on the operation.
    #[inline(always)]
    fn meet(&self, operation: Operation, left: usize, right: usize, combine: &mut impl FnMut(*const u8, *mut u8)) {
        if self.what(operation, left) == self.what(operation, right) {
            combine(self.bytes(operation, left), self.bytes_mut(operation, right));
        } else {
            self.memory.entry(operation.0, right).what.store(NO_AGREEMENT, Ordering::Relaxed);
        }
    }

    /// True once all ranks have come up the tree.
    #[inline(always)]
    pub fn is_released(&self, operation: Operation) -> bool {
        self.memory.entry(operation.0, 0).met.load(Ordering::Acquire) == operation.0 + 1
    }

    /// The rank at which the result of a tree is.
    #[inline(always)]
    pub fn result_rank(&self) -> usize {
        self.ranks - 1
    }

    /// This rank has read all it needs.
    #[inline(always)]
    pub fn finish(&mut self, operation: Operation) {
        self.take(operation);
        self.memory.done(self.rank).operations.store(operation.0 + 1, Ordering::Release);
    }

    /// As [`SharedArea::finish`], before or after other operations: those that wait for the buffers
    /// of this one hear of it once all before it are finished. On such a shared area every
    /// operation is begun with room for it ([`SharedArea::can_publish`]).
    #[inline]
    pub fn finish_any(&mut self, operation: Operation) {
        let (done, later) = self.finished;
        debug_assert!((done..done + DEPTH).contains(&operation.0));
        self.take(operation);
        let later = later | 1 << (operation.0 - done);
        let first = later.trailing_ones();
        self.finished = (done + u64::from(first), later.checked_shr(first).unwrap_or(0));
        if first > 0 {
            self.memory.done(self.rank).operations.store(self.finished.0, Ordering::Release);
        }
    }

    /// Says, before [`SharedArea::finish`], that this rank could not read the memory of another
    /// one, or write there what it was expected to.
    pub fn refuse(&self, operation: Operation) {
        self.memory.done(self.rank).refused.store(operation.0 + 1, Ordering::Relaxed);
    }

    /// Whether `rank` has finished the operation.
    #[inline(always)]
    pub fn has_finished(&self, operation: Operation, rank: usize) -> bool {
        self.done(rank) > operation.0
    }

    /// Whether `rank`, which has finished the operation and waits for what it could not read, has
    /// refused it.
    #[inline(always)]
    pub fn has_refused(&self, operation: Operation, rank: usize) -> bool {
        self.memory.done(rank).refused.load(Ordering::Relaxed) == operation.0 + 1
    }

    /// Says, in an operation without a tree, that this rank has read what others offer in it, or
    /// else that it cannot (SA-5).
    pub fn tell_read(&self, operation: Operation, has_read: bool) {
        let word = (operation.0 + 1) | if has_read { 0 } else { NOT_READ };
        self.memory.entry(operation.0, self.rank).met.store(word, Ordering::Release);
    }

    /// What `rank` has told by [`SharedArea::tell_read`], which this one hears as long as it has
    /// not finished the operation.
    #[inline(always)]
    pub fn has_read(&self, operation: Operation, rank: usize) -> Option<bool> {
        let word = self.memory.entry(operation.0, rank).met.load(Ordering::Acquire);
        (word & !NOT_READ == operation.0 + 1).then_some(word & NOT_READ == 0)
    }

    /// Says that this rank makes a call, of this number among those that might go over the shared
    /// area, in another way.
    pub fn tell_elsewhere(&self, call: u64, what: What) {
        let [number, said] = &self.memory.done(self.rank).elsewhere;
        said.store(what, Ordering::Relaxed);
        number.store(call + 1, Ordering::Release);
    }

    /// What `rank` has said last by [`SharedArea::tell_elsewhere`], if it was of this call.
    pub fn is_elsewhere(&self, call: u64, rank: usize) -> Option<What> {
        let [number, said] = &self.memory.done(rank).elsewhere;
        (number.load(Ordering::Acquire) == call + 1).then(|| said.load(Ordering::Relaxed))
    }

    /// Says whether this rank can read the memory of all others.
    pub fn tell_reads(&self, can: bool) {
        self.memory.done(self.rank).reads.store(if can { READS } else { READS_NOT }, Ordering::Release);
    }

    /// Whether all ranks have said that they can read the memory of all others.
    pub fn all_read(&self) -> bool {
        (0..self.ranks).all(|rank| self.memory.done(rank).reads.load(Ordering::Acquire) == READS)
    }

    /// All ranks have been found to have finished the operation.
    #[inline(always)]
    pub fn note_finished(&mut self, operation: Operation) {
        self.all_done = self.all_done.max(operation.0 + 1);
    }

    /// As [`SharedArea::finish`], of an operation in which this rank has waited for all others:
    /// nobody can be further behind than its beginning.
    #[inline(always)]
    pub fn finish_exchange(&mut self, operation: Operation) {
        self.finish(operation);
        self.all_done = self.all_done.max(operation.0);
    }
}
