//! The memory of a process to which processes of other jobs send (`docs/wire/segment.md`).
//!
//! ```text
//! 0           head page: layout word, count of changes, nonce, network namespace, where the doorbell is
//! PAGE        slot 0, 1, ... SLOTS - 1                        (LINE bytes each)
//! then        ring of slot 0, 1, ...                          (RING bytes each)
//! ```
//!
//! A slot is free, being claimed, or claimed. A process that has claimed it says when it does not
//! use it any more, and so does the owner. The owner frees the slot when both have, or when it
//! itself does not use it and the other process is gone.
//!
//! The owner has all rings mapped from the beginning, and who claims a slot does so last. So
//! nothing that can fail comes after a claim, and both processes of a pair see the same claims.
//!
//! # Safety arguments
//! - FOREIGN-1: head and slots are made of atomics only, which may be zeros; any process may read
//!   or change them at any time.
//! - FOREIGN-2: the pages of a rank block are made of atomics; only the word at its beginning is
//!   used.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::process::id;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use ferry_protocol::process::ProcessId;
use ferry_sys::memory::{self, Access, Mapping};
use ferry_sys::{cross_memory, namespace, process, random};

use super::DoorbellLocation;
use crate::layout::{LAYOUT, LINE, PAGE, RING_BODIES, WINDOW};

/// Processes of other jobs that send to one process at a time; further ones use TCP.
pub(super) const SLOTS: usize = 1024;
/// Bytes of the body space in each ring.
pub(super) const WIDTH: usize = 4 * WINDOW;
/// Where rings begin.
const RINGS: usize = PAGE + SLOTS * LINE;
/// Bytes of a ring.
const RING: usize = RING_BODIES + WIDTH;
/// Tells a foreign segment from another file of Ferry's.
const FOREIGN_LAYOUT: u32 = LAYOUT ^ 0x4700_0000;

/// What a process tells of its foreign segment, in bytes.
pub const CONTACT: usize = 24;

const FREE: u32 = 0;
/// Somebody is about to claim it: the number of that process stands above these bits.
const CLAIMING: u32 = 1;
const CLAIMED: u32 = 2;
/// The process that has claimed it does not use it any more.
const SENDER_GONE: u32 = 4;
/// Its owner does not use it any more.
const RECEIVER_GONE: u32 = 8;
/// Bits of a state below the number of a process, which has 22 bits at most.
const STATE_BITS: u32 = 4;

const fn claiming(process: u32) -> u32 {
    process << STATE_BITS | CLAIMING
}

/// Starts at zero.
#[repr(C, align(4096))]
struct ForeignHead {
    layout: AtomicU32,
    /// Counts changes of slots.
    changes: AtomicU32,
    /// As in the contact: by it whoever maps the file knows that it is the right one.
    nonce: [AtomicU64; 2],
    /// The network namespace of the owner. Others are other hosts, as far as users are concerned.
    network: AtomicU64,
    /// See [`DoorbellLocation`]: descriptor, identity, offset.
    doorbell: [AtomicU64; 4],
    /// Address of a word in the owner's memory, outside of this file, with the first word of the
    /// nonce: who can read it there can copy messages from that memory.
    cookie_at: AtomicU64,
}

/// Starts at zero.
#[repr(C, align(64))]
struct ForeignSlot {
    /// One of the constants above.
    state: AtomicU32,
    /// The process that has claimed it, by its number in the system.
    process: AtomicU32,
    job: AtomicU64,
    rank: AtomicU32,
    /// 1 once that process may end.
    has_left: AtomicU32,
}

const _: () = assert!(size_of::<ForeignHead>() == PAGE && size_of::<ForeignSlot>() == LINE);
const _: () = assert!(RINGS.is_multiple_of(PAGE) && RING.is_multiple_of(PAGE));

/// What a process tells others of its foreign segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contact {
    /// Its number in the system.
    pub process: u32,
    /// The file in that process.
    descriptor: u32,
    nonce: [u64; 2],
}

impl Contact {
    pub(super) fn encode(self) -> [u8; CONTACT] {
        let mut bytes = [0; CONTACT];
        bytes[..4].copy_from_slice(&self.process.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.descriptor.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.nonce[0].to_le_bytes());
        bytes[16..].copy_from_slice(&self.nonce[1].to_le_bytes());
        bytes
    }

    pub(super) fn decode(bytes: &[u8; CONTACT]) -> Self {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        let long = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        Contact { process: word(0), descriptor: word(4), nonce: [long(8), long(16)] }
    }
}

/// A foreign segment as its owner has it.
pub(super) struct ForeignSegment {
    file: OwnedFd,
    /// All of it: pages that nobody has used take no memory.
    memory: Mapping,
    nonce: [u64; 2],
    /// See [`ForeignHead`]. Only others read it.
    _cookie: Box<AtomicU64>,
}

impl ForeignSegment {
    pub(super) fn new(doorbell: DoorbellLocation) -> io::Result<Self> {
        let file = memory::anonymous_file("ferry-foreign")?;
        let memory = Mapping::shared(file.as_fd(), RINGS + SLOTS * RING)?.out_of_core_files();
        let bytes = random::bytes::<16>()?;
        let nonce = [0, 8].map(|at: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte])));
        let cookie = Box::new(AtomicU64::new(nonce[0]));
        let cookie_at = cookie.as_ptr().addr() as u64;
        let segment = ForeignSegment { file, memory, nonce, _cookie: cookie };
        let head = head(&segment.memory);
        head.cookie_at.store(cookie_at, Ordering::Relaxed);
        let words = [u64::from(doorbell.descriptor), doorbell.identity.0, doorbell.identity.1, doorbell.offset];
        for (word, value) in head.doorbell.iter().zip(words) {
            word.store(value, Ordering::Relaxed);
        }
        head.network.store(namespace::network()?, Ordering::Relaxed);
        for (word, value) in head.nonce.iter().zip(nonce) {
            word.store(value, Ordering::Relaxed);
        }
        head.layout.store(FOREIGN_LAYOUT, Ordering::Release);
        Ok(segment)
    }

    pub(super) fn contact(&self) -> Contact {
        Contact { process: id(), descriptor: self.file.as_raw_fd() as u32, nonce: self.nonce }
    }

    /// Counts claims.
    #[inline]
    pub(super) fn changes(&self) -> u32 {
        head(&self.memory).changes.load(Ordering::Acquire)
    }

    /// Slots whose senders use them, and who they are.
    pub(super) fn claimed(&self) -> impl Iterator<Item = (usize, ProcessId)> + '_ {
        let claimed = |slot: &ForeignSlot| slot.state.load(Ordering::Acquire) == CLAIMED;
        let id =
            |slot: &ForeignSlot| ProcessId { job: slot.job.load(Ordering::Relaxed), rank: slot.rank.load(Ordering::Relaxed) };
        slots(&self.memory).iter().enumerate().filter(move |(_, slot)| claimed(slot)).map(move |(at, slot)| (at, id(slot)))
    }

    /// The ring of a slot.
    pub(super) fn ring(&self, slot: usize) -> *mut u8 {
        self.memory.base().as_ptr().wrapping_byte_add(RINGS + slot * RING)
    }

    /// Whether the sender of a slot has said that it may end.
    pub(super) fn has_left(&self, slot: usize) -> bool {
        slots(&self.memory)[slot].has_left.load(Ordering::Acquire) == 1
    }

    /// The owner does not use a slot any more: its ring takes no memory from here on.
    pub(super) fn abandon(&self, slot: usize) {
        self.empty(slot);
        slots(&self.memory)[slot].state.fetch_or(RECEIVER_GONE, Ordering::AcqRel);
    }

    /// Frees slots that nobody uses any more; `is_in_use` says which ones the owner does.
    pub(super) fn reclaim(&self, is_in_use: impl Fn(usize) -> bool) {
        for (at, slot) in slots(&self.memory).iter().enumerate() {
            let state = slot.state.load(Ordering::Acquire);
            let is_unused = match state {
                FREE => false,
                // Who has died before it had claimed it has written nothing.
                _ if state & CLAIMING != 0 => !process::is_alive(state >> STATE_BITS),
                _ if state & SENDER_GONE != 0 => state & RECEIVER_GONE != 0 || !is_in_use(at),
                _ => {
                    let is_abandoned = state & RECEIVER_GONE != 0 || !is_in_use(at);
                    is_abandoned && !process::is_alive(slot.process.load(Ordering::Relaxed))
                }
            };
            // What the sender has written since the owner abandoned it.
            if is_unused && self.empty(at) {
                slot.has_left.store(0, Ordering::Relaxed);
                slot.state.store(FREE, Ordering::Release);
            }
        }
    }

    #[cfg(test)]
    pub(super) fn is_free(&self, slot: usize) -> bool {
        slots(&self.memory)[slot].state.load(Ordering::Acquire) == FREE
    }

    /// Leaves a slot as a process that has died while it claimed it would.
    #[cfg(test)]
    pub(super) fn leave_claiming(&self, slot: usize, process: u32) {
        slots(&self.memory)[slot].state.store(claiming(process), Ordering::Release);
    }

    /// Makes a ring zeros again; false if the system does not. The slot is not given away then.
    fn empty(&self, slot: usize) -> bool {
        memory::clear(self.file.as_fd(), (RINGS + slot * RING) as u64, RING as u64).is_ok()
    }
}

/// A slot of another process that this one sends through.
pub(super) struct Claim {
    /// ForeignHead and slots of the other process.
    memory: Mapping,
    slot: usize,
    ring: Mapping,
    /// The block with its doorbell.
    block: Mapping,
    /// The other process, by its number in the system, if its memory can be read.
    pub readable: Option<u32>,
}

impl Claim {
    /// Claims a slot of the process with this contact for process `own`.
    pub(super) fn make(contact: &Contact, own: ProcessId) -> io::Result<Self> {
        let file = open(contact.process, contact.descriptor)?;
        if file.metadata()?.len() != (RINGS + SLOTS * RING) as u64 {
            return Err(io::ErrorKind::NotFound.into());
        }
        let memory = Mapping::part(file.as_fd(), 0, RINGS, Access::Write)?.out_of_core_files();
        let head = head(&memory);
        let nonce = [0, 1].map(|at: usize| head.nonce[at].load(Ordering::Relaxed));
        let is_right = head.layout.load(Ordering::Acquire) == FOREIGN_LAYOUT && nonce == contact.nonce;
        if !is_right || head.network.load(Ordering::Relaxed) != namespace::network()? {
            return Err(io::ErrorKind::NotFound.into());
        }
        let block = map_block(contact.process, head)?;
        let mut cookie = [0; 8];
        let peeked = i32::try_from(contact.process)
            .map(|process| cross_memory::peek(process, head.cookie_at.load(Ordering::Relaxed) as usize, &mut cookie));
        let is_readable = matches!(peeked, Ok(Ok(8))) && u64::from_ne_bytes(cookie) == contact.nonce[0];
        let readable = is_readable.then_some(contact.process);
        let own_mark = claiming(id());
        let take = |slot: &ForeignSlot| slot.state.compare_exchange(FREE, own_mark, Ordering::AcqRel, Ordering::Relaxed).is_ok();
        let slot = slots(&memory).iter().position(take).ok_or(io::ErrorKind::QuotaExceeded)?;
        let ring = map_ring(file.as_fd(), slot).inspect_err(|_| slots(&memory)[slot].state.store(FREE, Ordering::Release))?;
        let ForeignSlot { state, process, job, rank, has_left } = &slots(&memory)[slot];
        process.store(id(), Ordering::Relaxed);
        job.store(own.job, Ordering::Relaxed);
        rank.store(own.rank, Ordering::Relaxed);
        has_left.store(0, Ordering::Relaxed);
        state.store(CLAIMED, Ordering::Release);
        head.changes.fetch_add(1, Ordering::AcqRel);
        Ok(Claim { slot, ring, block, memory, readable })
    }

    /// Whether the other process still takes what is sent.
    pub(super) fn is_in_use(&self) -> bool {
        slots(&self.memory)[self.slot].state.load(Ordering::Acquire) == CLAIMED
    }

    /// The ring, which is new.
    pub(super) fn ring(&self) -> *mut u8 {
        self.ring.base().as_ptr()
    }

    /// The word by which the other process is woken.
    #[inline]
    pub(super) fn doorbell(&self) -> &AtomicU32 {
        // SAFETY: FOREIGN-2.
        unsafe { self.block.base().cast::<AtomicU32>().as_ref() }
    }

    /// This process may end.
    pub(super) fn leave(&self) {
        slots(&self.memory)[self.slot].has_left.store(1, Ordering::Release);
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        slots(&self.memory)[self.slot].state.fetch_or(SENDER_GONE, Ordering::AcqRel);
    }
}

fn head(memory: &Mapping) -> &ForeignHead {
    // SAFETY: FOREIGN-1; the mapping begins with the head.
    unsafe { memory.base().cast::<ForeignHead>().as_ref() }
}

fn slots(memory: &Mapping) -> &[ForeignSlot; SLOTS] {
    // SAFETY: FOREIGN-1; the mapping has the slots behind the head.
    unsafe { memory.base().byte_add(PAGE).cast::<[ForeignSlot; SLOTS]>().as_ref() }
}

fn map_ring(file: std::os::fd::BorrowedFd<'_>, slot: usize) -> io::Result<Mapping> {
    Ok(Mapping::part(file, (RINGS + slot * RING) as u64, RING, Access::Write)?.out_of_core_files())
}

/// Maps the block with the doorbell of a process.
fn map_block(process: u32, head: &ForeignHead) -> io::Result<Mapping> {
    let [descriptor, device, number, offset] = [0, 1, 2, 3].map(|at: usize| head.doorbell[at].load(Ordering::Relaxed));
    let file = open(process, descriptor as u32)?;
    let metadata = file.metadata()?;
    if (metadata.dev(), metadata.ino()) != (device, number) || offset.saturating_add(PAGE as u64) > metadata.len() {
        return Err(io::ErrorKind::NotFound.into());
    }
    Ok(Mapping::part(file.as_fd(), offset, PAGE, Access::Write)?.out_of_core_files())
}

fn open(process: u32, descriptor: u32) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).open(format!("/proc/{process}/fd/{descriptor}"))
}
