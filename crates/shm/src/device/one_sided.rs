//! One-sided communication within a node: this process copies to and from memory of a peer, and
//! changes words in it, while the call lasts.
//!
//! | memory of the peer | put, get | atomics |
//! |---|---|---|
//! | in a shared heap ([`crate::shared_heap`]) | through the mapping | yes |
//! | anywhere else | by the system ([`crate::cross_memory`]) | no |
//! | this process's own | as any memory | yes |
//!
//! A key is an [`Extent`]. A ticket is over when the call returns.
//!
//! # Safety arguments
//! - OS-1: a key names memory that its owner vouches for until it deregisters it, and the extent in
//!   the key is checked before each access.
//! - OS-2: the local side is memory that the caller vouches for; words are aligned (checked) and
//!   changed by atomics of the processor, as everybody in the node does.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use ferry_device::{
    Access, Atomic, Change, CopyError, Extent, Finished, Key, Notice, OneSided, OneSidedMethods, RegionId, Regions,
    RegisterError, Stores, Ticket,
};
use ferry_protocol::transfer::Piece;
use ferry_sys::cross_memory::MOST_RANGES;
use ferry_sys::memory;

use super::ShmDevice;
use crate::cross_memory::Reason;

/// What one-sided communication keeps.
#[derive(Default)]
pub(super) struct OneSidedState {
    regions: Regions<Extent>,
    finished: VecDeque<Finished>,
}

impl OneSidedState {
    #[inline(always)]
    pub fn next_finished(&mut self) -> Option<Finished> {
        if self.finished.is_empty() { None } else { self.finished.pop_front() }
    }
}

/// The memory that a key names, and how this process gets there.
enum KeyedMemory {
    /// It is this process's.
    Own,
    /// It may be in the heap of the peer with this rank on the node, and the system may copy it.
    Peer(u32),
}

impl ShmDevice {
    /// The memory that a key of `peer` names.
    fn named(&self, peer: u32, key: &Key) -> Result<(KeyedMemory, Extent), CopyError> {
        let (extent, _) = Extent::decode(key.bytes()).ok_or(CopyError::BadRemote)?;
        let local = self.members.local(peer).ok_or(CopyError::Refused)?;
        let is_own = local as usize == self.segment.rank();
        Ok((if is_own { KeyedMemory::Own } else { KeyedMemory::Peer(local) }, extent))
    }

    fn over(&mut self, ticket: Ticket) -> Result<(), CopyError> {
        self.one_sided.finished.push_back(Finished::well(ticket));
        Ok(())
    }
}

impl OneSided for ShmDevice {
    fn one_sided_methods(&mut self, peer: u32, key: &Key) -> OneSidedMethods {
        const WORDS: OneSidedMethods =
            OneSidedMethods::ATOMIC_4.union(OneSidedMethods::ATOMIC_8).union(OneSidedMethods::ATOMIC_WITH_PROCESSORS);
        let Ok((way, Extent { address, len, access })) = self.named(peer, key) else { return OneSidedMethods::empty() };
        let (puts, gets, words) = match way {
            KeyedMemory::Own => (true, true, true),
            KeyedMemory::Peer(local) => {
                let is_here = self.cross_memory.heap.of_peer(local).is_some_and(|heap| heap.has(Piece { address, len }));
                let (writes, reads) = (self.cross_memory.can_write(local), self.cross_memory.can_read(local));
                (is_here || writes, is_here || reads, is_here)
            }
        };
        let mut methods = OneSidedMethods::empty();
        methods.set(OneSidedMethods::PUT, puts && access.contains(Access::PUT));
        methods.set(OneSidedMethods::GET, gets && access.contains(Access::GET));
        methods.set(WORDS, words && access.contains(Access::ATOMIC));
        methods
    }

    unsafe fn register(&mut self, memory: Piece, access: Access) -> Result<RegionId, RegisterError> {
        // Peers may be about to map it.
        self.cross_memory.heap.look_at_own();
        let extent = Extent { address: memory.address, len: memory.len, access };
        Ok(self.one_sided.regions.insert(extent))
    }

    fn key(&self, region: RegionId) -> Key {
        self.one_sided.regions.get(region).and_then(|extent| Key::of(&extent.encode())).unwrap_or(Key::NONE)
    }

    /// Registered memory is open to all peers.
    fn reaches(&self, _region: RegionId, _peer: u32) -> bool {
        true
    }

    fn deregister(&mut self, region: RegionId) {
        self.one_sided.regions.remove(region);
    }

    fn has_ended(&self, peer: u32) -> bool {
        let refusal = self.members.local(peer).and_then(|local| self.cross_memory.refusal(local));
        refusal == Some(Reason::Ended)
    }

    unsafe fn put(
        &mut self,
        peer: u32,
        ticket: Ticket,
        from: &[Piece],
        into: &Key,
        offset: u64,
        notify: Option<u32>,
    ) -> Result<(), CopyError> {
        if notify.is_some() {
            return Err(CopyError::Refused);
        }
        let (way, extent) = self.named(peer, into)?;
        let memory = Piece { address: extent.at(offset, total(from), Access::PUT)?, len: total(from) };
        // SAFETY: OS-1, OS-2.
        let store = |at: *mut u8| unsafe { gather(from, at) };
        match way {
            KeyedMemory::Own => store(pointer(memory.address)),
            KeyedMemory::Peer(local) => {
                let heap = self.cross_memory.heap.of_peer(local);
                if heap.and_then(|heap| heap.visit(memory, memory::Access::Write, store)).is_none() {
                    // SAFETY: OS-1, OS-2.
                    unsafe { self.write_by_system(local, from, memory.address)? };
                }
            }
        }
        self.over(ticket)
    }

    unsafe fn get(&mut self, peer: u32, ticket: Ticket, into: &[Piece], from: &Key, offset: u64) -> Result<(), CopyError> {
        let (way, extent) = self.named(peer, from)?;
        let memory = Piece { address: extent.at(offset, total(into), Access::GET)?, len: total(into) };
        // SAFETY: OS-1, OS-2.
        let load = |at: *mut u8| unsafe { scatter(at, into) };
        match way {
            KeyedMemory::Own => load(pointer(memory.address)),
            KeyedMemory::Peer(local) => {
                let heap = self.cross_memory.heap.of_peer(local);
                if heap.and_then(|heap| heap.visit(memory, memory::Access::Read, load)).is_none() {
                    // SAFETY: OS-1, OS-2.
                    unsafe { self.read_by_system(local, into, memory.address)? };
                }
            }
        }
        self.over(ticket)
    }

    unsafe fn atomic(
        &mut self,
        peer: u32,
        ticket: Ticket,
        what: Atomic,
        at: &Key,
        offset: u64,
        result: *mut u8,
    ) -> Result<(), CopyError> {
        let (way, extent) = self.named(peer, at)?;
        let word = Piece { address: extent.word_at(offset, what.width())?, len: what.width() };
        // SAFETY: OS-1, OS-2.
        let change = |at: *mut u8| unsafe { change(what, at, result) };
        match way {
            KeyedMemory::Own => change(pointer(word.address)),
            KeyedMemory::Peer(local) => {
                let heap = self.cross_memory.heap.of_peer(local).ok_or(CopyError::Refused)?;
                heap.visit(word, memory::Access::Write, change).ok_or(CopyError::Refused)?;
            }
        }
        self.over(ticket)
    }

    fn next_notice(&mut self) -> Option<Notice> {
        None
    }
}

impl ShmDevice {
    /// Copies to one place of a peer, as many pieces at once as the system takes.
    ///
    /// # Safety
    /// As [`OneSided::put`].
    unsafe fn write_by_system(&mut self, local: u32, from: &[Piece], mut into: u64) -> Result<(), CopyError> {
        if !self.cross_memory.can_write(local) {
            return Err(CopyError::Refused);
        }
        for some in from.chunks(MOST_RANGES) {
            let len = total(some);
            // SAFETY: as the caller promises.
            unsafe { self.cross_memory.write(local, some, &[Piece { address: into, len }], Stores::Usual) }?;
            into += len;
        }
        Ok(())
    }

    /// Copies from one place of a peer.
    ///
    /// # Safety
    /// As [`OneSided::get`].
    unsafe fn read_by_system(&mut self, local: u32, into: &[Piece], mut from: u64) -> Result<(), CopyError> {
        if !self.cross_memory.can_read(local) {
            return Err(CopyError::Refused);
        }
        for some in into.chunks(MOST_RANGES) {
            let len = total(some);
            // SAFETY: as the caller promises.
            unsafe { self.cross_memory.read(local, some, &[Piece { address: from, len }], Stores::Usual) }?;
            from += len;
        }
        Ok(())
    }
}

fn pointer(address: u64) -> *mut u8 {
    std::ptr::with_exposed_provenance_mut(address as usize)
}

fn total(pieces: &[Piece]) -> u64 {
    pieces.iter().map(|piece| piece.len).sum()
}

/// Copies pieces of this process to one place after the other.
///
/// # Safety
/// The pieces are readable, and the place is writable memory of as many bytes.
unsafe fn gather(from: &[Piece], mut into: *mut u8) {
    for piece in from.iter().filter(|piece| piece.len > 0) {
        // SAFETY: as the caller promises; both may be the same memory of this process.
        unsafe { into.copy_from(pointer(piece.address), piece.len as usize) };
        into = into.wrapping_add(piece.len as usize);
    }
}

/// The inverse of [`gather`].
///
/// # Safety
/// The pieces are writable, and the place is readable memory of as many bytes.
unsafe fn scatter(mut from: *const u8, into: &[Piece]) {
    for piece in into.iter().filter(|piece| piece.len > 0) {
        // SAFETY: as the caller promises; both may be the same memory of this process.
        unsafe { pointer(piece.address).copy_from(from, piece.len as usize) };
        from = from.wrapping_add(piece.len as usize);
    }
}

macro_rules! changed {
    ($word:expr, $change:expr) => {
        match $change {
            Change::CompareSwap { compare, swap } => {
                $word.compare_exchange(compare, swap, Ordering::SeqCst, Ordering::SeqCst).unwrap_or_else(|old| old)
            }
            Change::FetchAdd(add) => $word.fetch_add(add, Ordering::SeqCst),
            Change::Swap(new) => $word.swap(new, Ordering::SeqCst),
        }
    };
}

/// Changes the word at `at`; what it was goes to `result`.
///
/// # Safety
/// `at` is an aligned word that only atomics change meanwhile, `result` writable memory of as many
/// bytes.
unsafe fn change(what: Atomic, at: *mut u8, result: *mut u8) {
    // SAFETY: as the caller promises.
    unsafe {
        match what {
            Atomic::Four(how) => result.cast::<u32>().write_unaligned(changed!(AtomicU32::from_ptr(at.cast()), how)),
            Atomic::Eight(how) => result.cast::<u64>().write_unaligned(changed!(AtomicU64::from_ptr(at.cast()), how)),
        }
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::os::fd::AsFd;

    use ferry_device::{Device, OneSidedTicket};

    use super::*;
    use crate::segment::Segment;

    const EVERYTHING: Access = Access::GET.union(Access::PUT).union(Access::ATOMIC);

    /// The devices of two ranks, both in this process: the system copies from this process to
    /// itself.
    fn two() -> (ShmDevice, ShmDevice) {
        let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
        let device = |rank| ShmDevice::new(Segment::attach(file.as_fd(), rank, 2).unwrap());
        (device(0), device(1))
    }

    fn piece(bytes: &mut [u8]) -> Piece {
        Piece { address: bytes.as_mut_ptr().expose_provenance() as u64, len: bytes.len() as u64 }
    }

    /// Registers memory, and has the key travel.
    fn open(device: &mut ShmDevice, memory: Piece, access: Access) -> Key {
        // SAFETY: tests keep their memory.
        let region = unsafe { device.register(memory, access) }.unwrap();
        Key::of(device.key(region).bytes()).unwrap()
    }

    fn finished(device: &mut ShmDevice) -> Option<u64> {
        device.next_finished().map(|Finished { ticket, result }| match (ticket, result) {
            (Ticket::OneSided(OneSidedTicket(number)), Ok(())) => number,
            other => panic!("{other:?}"),
        })
    }

    fn put(device: &mut ShmDevice, peer: u32, from: &mut [u8], key: &Key, offset: u64) -> Result<(), CopyError> {
        let (head, tail) = from.split_at_mut(from.len() / 3);
        // SAFETY: memory of the test.
        unsafe { device.put(peer, OneSidedTicket(1).into(), &[piece(head), piece(tail)], key, offset, None) }?;
        assert_eq!((finished(device), finished(device)), (Some(1), None));
        Ok(())
    }

    fn get(device: &mut ShmDevice, peer: u32, into: &mut [u8], key: &Key, offset: u64) -> Result<(), CopyError> {
        let (head, tail) = into.split_at_mut(into.len() / 2);
        // SAFETY: memory of the test.
        unsafe { device.get(peer, OneSidedTicket(2).into(), &[piece(head), piece(tail)], key, offset) }?;
        assert_eq!(finished(device), Some(2));
        Ok(())
    }

    fn change_word(device: &mut ShmDevice, peer: u32, what: Atomic, key: &Key, offset: u64) -> Result<u64, CopyError> {
        let mut old = [0; 8];
        // SAFETY: memory of the test.
        unsafe { device.atomic(peer, OneSidedTicket(3).into(), what, key, offset, old.as_mut_ptr()) }?;
        assert_eq!(finished(device), Some(3));
        Ok(u64::from_ne_bytes(old))
    }

    /// Puts, gets and, where there are some, atomics at memory of 100 bytes, 8 of which are words.
    fn exercise(device: &mut ShmDevice, peer: u32, memory: *mut u8, key: &Key) {
        let methods = device.one_sided_methods(peer, key);
        let mut from: Vec<u8> = (0..40).collect();
        put(device, peer, &mut from, key, 11).unwrap();
        let mut into = [0; 41];
        get(device, peer, &mut into, key, 10).unwrap();
        assert_eq!((into[0], &into[1..]), (0, &from[..]));
        // SAFETY: memory of the test.
        let there = unsafe { std::slice::from_raw_parts(memory, 100) };
        assert_eq!((&there[11..51], there[51]), (&from[..], 0));
        let eight = |how| Atomic::Eight(how);
        if !methods.contains(OneSidedMethods::ATOMIC_8) {
            assert_eq!(change_word(device, peer, eight(Change::Swap(1)), key, 64), Err(CopyError::Refused));
            return;
        }
        assert_eq!(change_word(device, peer, eight(Change::FetchAdd(7)), key, 64), Ok(0));
        assert_eq!(change_word(device, peer, eight(Change::CompareSwap { compare: 6, swap: 1 }), key, 64), Ok(7));
        assert_eq!(change_word(device, peer, eight(Change::CompareSwap { compare: 7, swap: 1 << 40 }), key, 64), Ok(7));
        assert_eq!(change_word(device, peer, eight(Change::Swap(5)), key, 64), Ok(1 << 40));
        assert_eq!(change_word(device, peer, Atomic::Four(Change::FetchAdd(3)), key, 64), Ok(5));
        assert_eq!(change_word(device, peer, Atomic::Four(Change::CompareSwap { compare: 8, swap: 9 }), key, 64), Ok(8));
        assert_eq!(change_word(device, peer, Atomic::Four(Change::Swap(2)), key, 64), Ok(9));
        assert_eq!(change_word(device, peer, Atomic::Four(Change::Swap(2)), key, 62), Err(CopyError::BadRemote), "not aligned");
    }

    #[test]
    fn memory_anywhere_is_copied_by_the_system_and_has_no_atomics() {
        let (mut one, mut two) = two();
        let mut memory = vec![0_u64; 13];
        let bytes = Piece { address: memory.as_mut_ptr().expose_provenance() as u64, len: 100 };
        let key = open(&mut two, bytes, EVERYTHING);
        assert_eq!(one.one_sided_methods(1, &key), OneSidedMethods::PUT | OneSidedMethods::GET);
        exercise(&mut one, 1, pointer(bytes.address), &key);
    }

    #[test]
    fn own_memory_has_everything() {
        let (mut one, _two) = two();
        let mut memory = vec![0_u64; 13];
        let bytes = Piece { address: memory.as_mut_ptr().expose_provenance() as u64, len: 100 };
        let key = open(&mut one, bytes, EVERYTHING);
        exercise(&mut one, 0, pointer(bytes.address), &key);
    }

    #[test]
    fn what_is_outside_or_not_allowed_is_refused() {
        let (mut one, mut two) = two();
        let (mut memory, mut own) = (vec![0; 64], vec![0; 16]);
        let key = open(&mut two, piece(&mut memory), Access::GET);
        assert_eq!(one.one_sided_methods(1, &key), OneSidedMethods::GET);
        assert_eq!(put(&mut one, 1, &mut own, &key, 0), Err(CopyError::BadRemote));
        assert_eq!(get(&mut one, 1, &mut own, &key, 49), Err(CopyError::BadRemote));
        assert_eq!(get(&mut one, 1, &mut own, &Key::NONE, 0), Err(CopyError::BadRemote));
        assert_eq!(get(&mut one, 9, &mut own, &key, 0), Err(CopyError::Refused), "nobody of this node");
        assert_eq!(get(&mut one, 1, &mut own, &key, 48), Ok(()));
        assert_eq!(one.one_sided_methods(1, &Key::of(&[1, 2, 3]).unwrap()), OneSidedMethods::empty());
        // SAFETY: nothing begins.
        let told = unsafe { one.put(1, OneSidedTicket(1).into(), &[piece(&mut own)], &key, 0, Some(1)) };
        assert_eq!((told, finished(&mut one)), (Err(CopyError::Refused), None));
    }
}
