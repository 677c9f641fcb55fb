//! Buffers that two ranks both map ([`ferry_heap`], ADR 0035): what is copied between them needs no system, and cannot fail.
//!
//! A rank whose program's large blocks come from a shared heap says in its rank block where that is. Peers map the file when they first copy, and find by its cookie that it is the
//! right one. Where that cannot be done, or a buffer is somewhere else, the system copies as before ([`crate::cross_memory`]).
//!
//! # Safety arguments
//! - SH-1: a file that was mapped stays mapped until the process ends, and has the head and all blocks that its owner names.
//! - SH-2: both sides of a copy lie in heaps, whose blocks are readable and writable memory as long as programs do not forbid it.
//! - SH-3: a peer's block is read as long as it waits for that, so that the file has what it has put there, whether or not it has retired its heap since. It is written during a
//!   [`Visit`](ferry_heap::Visit) only.

use std::fs::OpenOptions;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicU64, Ordering};

use ferry_device::Stores;
use ferry_heap::{Head, View, own};
use ferry_kernels::Sweep;
use ferry_protocol::transfer::Piece;
use ferry_sys::memory::Mapping;

use crate::populated::Populated;
use crate::segment::Segment;

/// A heap, and where it is mapped here.
#[derive(Clone, Copy, Debug)]
struct Mapped {
    view: View,
    here: *mut u8,
    /// Of a peer's heap: what of it was asked for. A rank's own program has touched its blocks, or will.
    populated: Populated,
}

// SAFETY: addresses of memory that stays (SH-1).
unsafe impl Send for Mapped {}
// SAFETY: as above.
unsafe impl Sync for Mapped {}

impl Mapped {
    #[inline(always)]
    fn at(&self, piece: &Piece) -> Option<*mut u8> {
        let position = self.view.position(piece.address, piece.len)?;
        let is_there = position + piece.len <= self.head().len.load(Ordering::Acquire);
        is_there.then(|| self.here.wrapping_add(position as usize))
    }

    /// Has the system map what is long and was not copied from or to before.
    #[inline]
    fn populate(&self, pieces: &[Piece]) {
        for piece in pieces {
            let Some(position) = self.view.position(piece.address, piece.len) else { continue };
            if self.populated.add(position..position + piece.len) {
                // Where the system cannot, it maps each page when that is touched.
                let _ = ferry_sys::memory::populate(self.here.wrapping_add(position as usize), piece.len as usize);
            }
        }
    }

    #[inline(always)]
    fn head(&self) -> &Head {
        // SAFETY: SH-1.
        unsafe { &*self.here.cast::<Head>() }
    }
}

/// The heaps of this rank and a peer, for copies between them.
#[derive(Clone, Copy, Debug)]
pub struct Between {
    own: Mapped,
    theirs: Mapped,
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
        let are_here =
            into.iter().all(|piece| self.own.at(piece).is_some()) && from.iter().all(|piece| self.theirs.at(piece).is_some());
        if !are_here || self.theirs.head().is_retired() {
            return false;
        }
        let own = |piece: &Piece| piece.address as *mut u8;
        let theirs = |piece: &Piece| self.theirs.at(piece).unwrap_or(std::ptr::null_mut());
        count(into);
        self.theirs.populate(from);
        // SAFETY: SH-2, SH-3.
        moves(from, theirs, into, own, |run| unsafe { copy(run, stores) });
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
        let are_here =
            from.iter().all(|piece| self.own.at(piece).is_some()) && into.iter().all(|piece| self.theirs.at(piece).is_some());
        let Some(_visit) = are_here.then(|| self.theirs.head().visit()).flatten() else { return false };
        let own = |piece: &Piece| piece.address as *mut u8;
        let theirs = |piece: &Piece| self.theirs.at(piece).unwrap_or(std::ptr::null_mut());
        count(from);
        self.theirs.populate(into);
        // SAFETY: SH-2, SH-3.
        moves(from, own, into, theirs, |run| unsafe { copy(run, stores) });
        true
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
#[derive(Clone, Copy, Debug)]
enum Peer {
    /// It has not said that it has one.
    Silent,
    Mapped(Mapped),
    /// It cannot be mapped.
    Refused,
}

/// The heap of this rank and those of its peers.
pub struct SharedHeap {
    segment: Segment,
    own: Option<Mapped>,
    peers: Vec<Peer>,
}

impl SharedHeap {
    /// None yet.
    pub(crate) fn new(segment: Segment) -> Self {
        SharedHeap { segment, own: None, peers: vec![Peer::Silent; segment.ranks()] }
    }

    /// Switches on the heap of this process, if it has one, and tells the peers. Whether it has.
    pub(crate) fn activate(&mut self) -> bool {
        let Some(view) = own::activate() else { return false };
        self.show(Some(view));
        true
    }

    /// Tells peers of this heap, which outlives this rank's messages. Without one this rank copies by the system.
    pub(crate) fn show(&mut self, view: Option<View>) {
        let block = self.segment.block(self.segment.rank());
        self.own = view.map(|view| Mapped { view, here: view.base as *mut u8, populated: Populated::nothing(0) });
        let Some(Mapped { view, .. }) = self.own else { return };
        let cookie = self.own.map_or(0, |own| own.head().cookie.load(Ordering::Relaxed));
        block.heap_base.store(view.base, Ordering::Relaxed);
        block.heap_len.store(view.len, Ordering::Relaxed);
        block.heap_descriptor.store(view.descriptor, Ordering::Relaxed);
        block.heap_cookie.store(cookie, Ordering::Release);
    }

    /// Whether all of `memory` is in this rank's heap, and peers may copy from and to it.
    #[inline]
    pub(crate) fn has(&self, memory: Piece) -> bool {
        self.own.is_some_and(|own| own.at(&memory).is_some() && !own.head().is_retired())
    }

    /// The way between this rank and a peer, if both have heaps. Maps that of the peer at the first call after it has one.
    #[inline]
    pub(crate) fn with(&mut self, peer: u32) -> Option<Between> {
        let own = self.own?;
        match self.peers[peer as usize] {
            Peer::Mapped(theirs) => Some(Between { own, theirs }),
            Peer::Refused => None,
            Peer::Silent => self.look(peer).map(|theirs| Between { own, theirs }),
        }
    }

    /// Bytes that this process has copied between heaps.
    pub(crate) fn copied(&self) -> u64 {
        COPIED.load(Ordering::Relaxed)
    }

    #[cold]
    fn look(&mut self, peer: u32) -> Option<Mapped> {
        let block = self.segment.block(peer as usize);
        let cookie = block.heap_cookie.load(Ordering::Acquire);
        if cookie == 0 {
            return None;
        }
        let view = View {
            descriptor: block.heap_descriptor.load(Ordering::Relaxed),
            base: block.heap_base.load(Ordering::Relaxed),
            len: block.heap_len.load(Ordering::Relaxed),
        };
        let mapped = map(block.pid.load(Ordering::Relaxed), view, cookie);
        self.peers[peer as usize] = mapped.map_or(Peer::Refused, Peer::Mapped);
        mapped
    }
}

/// Maps the heap of another process, if that is allowed and it is the right one.
fn map(pid: u32, view: View, cookie: u64) -> Option<Mapped> {
    let path = format!("/proc/{pid}/fd/{}", view.descriptor);
    let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
    let mapping = Mapping::of(file.as_fd(), usize::try_from(view.len).ok()?, size_of::<Head>()).ok()?;
    let mapped = Mapped { view, here: mapping.base().as_ptr(), populated: Populated::nothing(view.len) };
    if mapped.head().cookie.load(Ordering::Acquire) != cookie {
        return None;
    }
    // SH-1.
    std::mem::forget(mapping);
    Some(mapped)
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
        let own = |piece: &Piece| piece.address as *mut u8;
        let (source, target) = (pieces(&mut from, &[1, 4, 0, 1]), pieces(&mut into, &[3, 1, 0, 2]));
        let mut runs = Vec::new();
        moves(&source, own, &target, own, |(from, into, len)| {
            runs.push(len);
            // SAFETY: within the arrays.
            unsafe { std::ptr::copy_nonoverlapping(from, into, len) };
        });
        assert_eq!((into, runs), ([1, 2, 3, 4, 5, 6], vec![1, 2, 1, 1, 1]));
    }

    #[test]
    fn what_is_no_heap_of_the_peer_is_not_mapped() {
        let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
        let mapping = Mapping::shared(file.as_fd(), 1 << 20).unwrap();
        let head = mapping.base().cast::<Head>();
        // SAFETY: zeros are a head.
        unsafe { head.as_ref() }.cookie.store(77, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { head.as_ref() }.len.store(1 << 19, Ordering::Relaxed);
        use std::os::fd::AsRawFd;
        let view = View { descriptor: file.as_raw_fd() as u32, base: 0x10_0000, len: 1 << 20 };
        let me = std::process::id();
        assert!(map(me, view, 76).is_none());
        let short = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
        assert!(map(me, View { descriptor: short.as_raw_fd() as u32, ..view }, 77).is_none());
        assert!(map(me, View { descriptor: 9999, ..view }, 77).is_none());
        let mapped = map(me, view, 77).unwrap();
        assert_eq!(mapped.at(&Piece { address: 0x10_0010, len: 16 }), Some(mapped.here.wrapping_add(16)));
        let is_there = |address, len| mapped.at(&Piece { address, len }).is_some();
        assert!(is_there(0x17_fff0, 16) && !is_there(0x17_fff8, 16), "no more than the file has");
        assert!(!is_there(8, 8) && !is_there(u64::MAX, 8) && !is_there(0x10_0000, u64::MAX));
    }
}
