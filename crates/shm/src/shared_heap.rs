//! Copies between buffers in memory that two ranks both map ([`ferry_heap`], ADR 0035). They need
//! no system, and cannot fail.
//!
//! A rank that has such memory says in its rank block where. A peer maps a part of it when it first
//! copies from there or to there, and a cookie tells it that it is the right one. Where that cannot
//! be done, or a buffer is somewhere else, the system copies ([`crate::cross_memory`]).
//!
//! # Safety arguments
//! - SHEAP-1: regions that were mapped stay mapped until the process ends.
//! - SHEAP-2: both sides of a copy lie in heaps, whose blocks are readable and writable memory as
//!   long as programs do not forbid it.
//! - SHEAP-3: a peer's block is read and written during a [`Visit`](ferry_heap::head::Visit) only.
//!   A fork of the peer waits for that.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

use ferry_device::Stores;
use ferry_heap::head::Head;
use ferry_heap::peer::PeerHeap;
use ferry_heap::{Name, own};
use ferry_kernels::Sweep;
use ferry_protocol::transfer::Piece;
use ferry_sys::memory::Access;

use crate::segment::Segment;

/// What blocks that peers can map are aligned to at most, in bytes.
pub const ALIGNMENT: usize = ferry_heap::GRANULE;

/// Frees a block that [`ShmDevice::allocate`](crate::ShmDevice::allocate) gave for so many bytes.
///
/// # Safety
/// Nobody uses the block any more.
pub unsafe fn free(block: NonNull<u8>, bytes: usize) {
    // SAFETY: as the caller promises.
    unsafe { own::free(block, bytes) }
}

/// The heaps of this rank and a peer, for copies between them.
#[derive(Clone, Copy)]
pub struct Between {
    own: &'static Head,
    theirs: &'static PeerHeap,
}

impl std::fmt::Debug for Between {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Between")
    }
}

/// Bytes that this process has copied between heaps.
static COPIED: AtomicU64 = AtomicU64::new(0);

#[inline]
fn count(pieces: &[Piece]) {
    COPIED.fetch_add(pieces.iter().map(|piece| piece.len).sum(), Ordering::Relaxed);
}

/// A copy: from, to, bytes.
type Move = (*const u8, *mut u8, usize);

impl Between {
    /// Copies peer's memory to this rank's, if all of both is in heaps. False if nothing was done.
    ///
    /// # Safety
    /// Nobody changes `from`, or uses `into`, meanwhile; the peer waits for that.
    #[inline]
    pub unsafe fn read(&self, into: &[Piece], from: &[Piece], stores: Stores) -> bool {
        if !self.are_mine(into) {
            return false;
        }
        let _visit = self.theirs.head().visit();
        if !self.are_theirs(from, Access::Read) {
            return false;
        }
        count(into);
        // SAFETY: SHEAP-2, SHEAP-3.
        moves(from, |piece| self.theirs(piece, Access::Read), into, own, |run| unsafe { copy(run, stores) });
        true
    }

    /// [`Between::read`] of `len` bytes at an address of the peer's.
    ///
    /// # Safety
    /// As there.
    #[inline]
    pub unsafe fn read_run(&self, into: *mut u8, from: usize, len: usize) -> bool {
        let [into, from] = [into as u64, from as u64].map(|address| [Piece { address, len: len as u64 }]);
        // SAFETY: as the caller promises.
        unsafe { self.read(&into, &from, Stores::Usual) }
    }

    /// [`Between::write`] of `len` bytes to an address of the peer's.
    ///
    /// # Safety
    /// As there.
    #[inline]
    pub unsafe fn write_run(&self, from: *const u8, into: usize, len: usize) -> bool {
        let [from, into] = [from as u64, into as u64].map(|address| [Piece { address, len: len as u64 }]);
        // SAFETY: as the caller promises.
        unsafe { self.write(&from, &into, Stores::Usual) }
    }

    /// Copies this rank's memory to the peer's, as [`Between::read`].
    ///
    /// # Safety
    /// Nobody changes `from`, or uses `into`, meanwhile.
    #[inline]
    pub unsafe fn write(&self, from: &[Piece], into: &[Piece], stores: Stores) -> bool {
        if !self.are_mine(from) {
            return false;
        }
        let _visit = self.theirs.head().visit();
        if !self.are_theirs(into, Access::Write) {
            return false;
        }
        count(from);
        // SAFETY: SHEAP-2, SHEAP-3.
        moves(from, own, into, |piece| self.theirs(piece, Access::Write), |run| unsafe { copy(run, stores) });
        true
    }

    #[inline]
    fn are_mine(&self, pieces: &[Piece]) -> bool {
        pieces.iter().all(|piece| self.own.place(piece.address, piece.len).is_some())
    }

    /// Whether the peer shares all of them, and they are mapped here. Has the system map their
    /// pages.
    #[inline]
    fn are_theirs(&self, pieces: &[Piece], access: Access) -> bool {
        pieces.iter().all(|piece| {
            let head = self.theirs.head();
            let place = head.place(piece.address, piece.len).filter(|place| head.is_shared(*place));
            place.is_some_and(|place| {
                self.theirs.populate(place, piece.len, access);
                self.theirs.at(place, access).is_some()
            })
        })
    }

    /// Where a piece that is theirs is here.
    #[inline]
    fn theirs(&self, piece: &Piece, access: Access) -> *mut u8 {
        let place = self.theirs.head().place(piece.address, piece.len);
        place.and_then(|place| self.theirs.at(place, access)).unwrap_or(std::ptr::null_mut())
    }
}

fn own(piece: &Piece) -> *mut u8 {
    piece.address as *mut u8
}

/// Memory of a peer in its heap, for one-sided communication: this process's side may be anywhere.
#[derive(Clone, Copy)]
pub(crate) struct PeerMemory(&'static PeerHeap);

impl PeerMemory {
    /// Whether all of `memory` of the peer is there, and can be mapped.
    pub fn has(&self, memory: Piece) -> bool {
        self.at(memory, Access::Write).is_some()
    }

    /// Has `copy` called with where memory of the peer is here, which it shares meanwhile
    /// (SHEAP-3).
    /// `None` if it is not here.
    pub fn visit<T>(&self, memory: Piece, access: Access, copy: impl FnOnce(*mut u8) -> T) -> Option<T> {
        let _visit = self.0.head().visit();
        self.at(memory, access).map(copy)
    }

    fn at(&self, memory: Piece, access: Access) -> Option<*mut u8> {
        let head = self.0.head();
        let place = head.place(memory.address, memory.len).filter(|place| head.is_shared(*place))?;
        self.0.populate(place, memory.len, access);
        self.0.at(place, access)
    }
}

/// Copies a run, past the caches by quarters.
///
/// # Safety
/// As [`ferry_kernels::copy`].
unsafe fn copy((from, into, len): Move, stores: Stores) {
    // SAFETY: as the caller promises.
    unsafe {
        match stores {
            Stores::Usual => ferry_kernels::copy_shared(into, from, len),
            Stores::PastCaches => ferry_kernels::copy_nontemporal(into, from, len, Sweep::Quarters),
        }
    }
}

/// Cuts two lists of pieces, equally long in bytes, into runs.
#[inline]
fn moves(
    from: &[Piece],
    from_at: impl Fn(&Piece) -> *mut u8,
    into: &[Piece],
    into_at: impl Fn(&Piece) -> *mut u8,
    mut copy: impl FnMut(Move),
) {
    let (mut targets, mut target, mut used) = (into.iter(), None, 0u64);
    for piece in from {
        let mut done = 0;
        while done < piece.len {
            let Some(into) = target.or_else(|| targets.next()) else { return };
            let len = (piece.len - done).min(into.len - used);
            if len > 0 {
                copy((from_at(piece).wrapping_add(done as usize), into_at(into).wrapping_add(used as usize), len as usize));
            }
            done += len;
            used += len;
            target = (used < into.len).then_some(into);
            used = if target.is_some() { used } else { 0 };
        }
    }
}

/// What is known of a peer's heap.
#[derive(Clone, Copy)]
enum Peer {
    /// It has not said that it has one.
    Silent,
    Mapped(&'static PeerHeap),
    /// It cannot be mapped.
    Refused,
}

/// The heap of this rank and those of its peers.
pub struct SharedHeap {
    segment: Segment,
    own: Own,
    peers: Vec<Peer>,
}

/// Where this rank's buffers may be.
#[derive(Clone, Copy)]
enum Own {
    /// In the heap of the process, once it has one; peers know of it by now, or not yet.
    Process {
        is_shown: bool,
    },
    /// Only there.
    Other(&'static Head),
    Nowhere,
}

impl SharedHeap {
    /// None yet.
    pub(crate) fn new(segment: Segment) -> Self {
        SharedHeap { segment, own: Own::Nowhere, peers: vec![Peer::Silent; segment.ranks()] }
    }

    /// From now on what lies in the heap of the process is copied there; peers are told of it as
    /// soon as it has one.
    pub(crate) fn use_own(&mut self) {
        self.own = Own::Process { is_shown: false };
        self.look_at_own();
    }

    /// The heap of this rank, if it has one. Tells peers of it.
    #[inline(always)]
    pub(crate) fn look_at_own(&mut self) -> Option<&'static Head> {
        match self.own {
            Own::Process { is_shown } => {
                let head = own::head()?;
                if !is_shown {
                    self.tell(own::name());
                    self.own = Own::Process { is_shown: true };
                }
                Some(head)
            }
            Own::Other(head) => Some(head),
            Own::Nowhere => None,
        }
    }

    /// Tells peers of another heap, which outlives this rank's messages. Without one this rank
    /// copies by the system.
    pub(crate) fn show(&mut self, heap: Option<(Name, &'static Head)>) {
        self.own = heap.map_or(Own::Nowhere, |(_, head)| Own::Other(head));
        self.tell(heap.map(|(name, _)| name));
    }

    #[cold]
    fn tell(&self, name: Option<Name>) {
        let Some(name) = name else { return };
        let block = self.segment.block(self.segment.rank());
        block.heap_descriptor.store(name.descriptor, Ordering::Relaxed);
        block.heap_cookie.store(name.cookie, Ordering::Release);
    }

    /// Whether all of `memory` is in this rank's heap, and peers may copy from and to it.
    #[inline]
    pub(crate) fn has(&self, memory: Piece) -> bool {
        let head = match self.own {
            Own::Process { .. } => own::head(),
            Own::Other(head) => Some(head),
            Own::Nowhere => None,
        };
        head.is_some_and(|head| head.place(memory.address, memory.len).is_some_and(|place| head.is_shared(place)))
    }

    /// A block of the heap of this process, which peers are told of, unless they are not to copy
    /// there.
    pub(crate) fn allocate(&mut self, bytes: usize) -> Option<NonNull<u8>> {
        let Own::Process { .. } = self.own else { return None };
        let block = own::allocate(bytes)?;
        self.look_at_own();
        Some(block)
    }

    /// The way between this rank and a peer, if both have heaps. Maps what the peer says of its own
    /// at the first call after it has one.
    #[inline]
    pub(crate) fn with(&mut self, peer: u32) -> Option<Between> {
        let own = self.look_at_own()?;
        match self.peers[peer as usize] {
            Peer::Mapped(theirs) => Some(Between { own, theirs }),
            Peer::Refused => None,
            Peer::Silent => self.look(peer).map(|theirs| Between { own, theirs }),
        }
    }

    /// The heap of a peer, if it has one that can be mapped.
    pub(crate) fn of_peer(&mut self, peer: u32) -> Option<PeerMemory> {
        match self.peers[peer as usize] {
            Peer::Mapped(theirs) => Some(PeerMemory(theirs)),
            Peer::Refused => None,
            Peer::Silent => self.look(peer).map(PeerMemory),
        }
    }

    /// Bytes that this process has copied between heaps.
    pub(crate) fn copied(&self) -> u64 {
        COPIED.load(Ordering::Relaxed)
    }

    #[cold]
    fn look(&mut self, peer: u32) -> Option<&'static PeerHeap> {
        let block = self.segment.block(peer as usize);
        let cookie = block.heap_cookie.load(Ordering::Acquire);
        if cookie == 0 {
            return None;
        }
        let name = Name { descriptor: block.heap_descriptor.load(Ordering::Relaxed), cookie };
        let heap = PeerHeap::open(block.pid.load(Ordering::Relaxed), name);
        self.peers[peer as usize] = heap.map_or(Peer::Refused, Peer::Mapped);
        heap
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    fn pieces(bytes: &mut [u8], lens: &[usize]) -> Vec<Piece> {
        let mut at = 0;
        let piece = |len: &usize| {
            at += len;
            Piece { address: bytes[at - len..].as_mut_ptr() as u64, len: *len as u64 }
        };
        lens.iter().map(piece).collect()
    }

    #[test]
    fn lists_are_cut_into_runs() {
        let (mut from, mut into) = ([1u8, 2, 3, 4, 5, 6], [0u8; 6]);
        let (source, target) = (pieces(&mut from, &[1, 4, 0, 1]), pieces(&mut into, &[3, 1, 0, 2]));
        let mut runs = Vec::new();
        moves(&source, own, &target, own, |(from, into, len)| {
            runs.push(len);
            // SAFETY: within the arrays.
            unsafe { std::ptr::copy_nonoverlapping(from, into, len) };
        });
        assert_eq!((into, runs), ([1, 2, 3, 4, 5, 6], vec![1, 2, 1, 1, 1]));
    }
}
