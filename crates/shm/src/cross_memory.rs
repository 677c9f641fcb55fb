//! Copies between the memories of two ranks of a node, by one call of the system (LMT-2 d).
//!
//! Whether the system allows that is found out for each peer by a real copy. It is given up for a
//! peer as soon as the system refuses a copy.
//!
//! Every rank has a *cookie* in its own memory: a random number, and behind it one word for each
//! rank. Its rank block has the same number and the cookie's address. A peer reads the cookie. If
//! it finds the number of the rank block, then neither a sandbox, nor a user namespace, nor
//! `ptrace_scope` is in the way, and the process id names the same process to both. To find out
//! about writing, a peer writes its own word of the cookie.
//!
//! # Safety arguments
//! - CM-1: a copy reads or writes a peer's memory only at addresses that the peer has sent for this
//!   purpose. It uses this process's memory as its caller promises.
//! - CM-2: cookies are leaked. They stay where they are until the process ends.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use ferry_device::{CopyError, Stores};
use ferry_protocol::transfer::Piece;
use ferry_sys::cross_memory::{self, BAD_ADDRESS, MOST_RANGES, NO_SUCH_PROCESS, Range};

use crate::segment::Segment;
use crate::shared_heap::{Between, SharedHeap};

const _: () = assert!(size_of::<Piece>() == size_of::<Range>() && align_of::<Piece>() == align_of::<Range>());

/// What is known of the way to a peer's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PeerAccess {
    Unknown,
    Works,
    Refused(Reason),
}

/// Why a peer's memory cannot be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The system said so: its error number.
    System(i32),
    /// Its process id is another process's here: it runs in another container or namespace.
    OtherProcess,
    /// It has not said where its cookie is.
    NotAttached,
    /// It was there and has ended, which is no refusal.
    Ended,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::System(libc_errno) => {
                let error = io::Error::from_raw_os_error(*libc_errno);
                write!(
                    f,
                    "{error}; user namespaces, a container's seccomp profile, or /proc/sys/kernel/yama/ptrace_scope forbid it"
                )
            }
            Reason::OtherProcess => {
                f.write_str("its process id names another process here: it runs in another process id namespace")
            }
            Reason::NotAttached => f.write_str("it has not attached to the node's memory yet"),
            Reason::Ended => f.write_str("it has ended"),
        }
    }
}

/// One direction of copies to and from one peer.
#[derive(Clone, Copy, Debug)]
struct Ways {
    read: PeerAccess,
    write: PeerAccess,
}

/// Copies between this rank's memory and its peers'.
pub struct CrossMemory {
    segment: Segment,
    ways: Vec<Ways>,
    /// What needs no system to be copied.
    pub(crate) heap: SharedHeap,
}

/// The cookies of this process: only peers use their addresses, and whoever looks for lost memory
/// shall find them here.
static COOKIES: Mutex<Vec<&[AtomicU64]>> = Mutex::new(Vec::new());

impl CrossMemory {
    /// Publishes this rank's cookie; to be called before the rank says that it has attached.
    pub(crate) fn publish(segment: &Segment) {
        cross_memory::admit_peers();
        let words: Vec<AtomicU64> = (0..=segment.ranks()).map(|_| AtomicU64::new(0)).collect();
        let words: &'static [AtomicU64] = words.leak(); // CM-2
        COOKIES.lock().unwrap_or_else(PoisonError::into_inner).push(words);
        let value = RandomState::new().hash_one(std::process::id()) | 1;
        words[0].store(value, Ordering::Relaxed);
        let block = segment.block(segment.rank());
        block.cookie_at.store(words.as_ptr() as u64, Ordering::Relaxed);
        block.cookie.store(value, Ordering::Release);
    }

    pub(crate) fn new(segment: Segment) -> Self {
        let unknown = Ways { read: PeerAccess::Unknown, write: PeerAccess::Unknown };
        CrossMemory { segment, ways: vec![unknown; segment.ranks()], heap: SharedHeap::new(segment) }
    }

    /// Whether memory of `peer` can be read. Tries at the first call, and again while the peer has
    /// not attached.
    #[inline]
    pub fn can_read(&mut self, peer: u32) -> bool {
        match self.ways[peer as usize].read {
            PeerAccess::Works => true,
            PeerAccess::Refused(reason) if reason != Reason::NotAttached => false,
            _ => {
                let access = self.try_read(peer);
                self.ways[peer as usize].read = access;
                access == PeerAccess::Works
            }
        }
    }

    /// Whether memory of `peer` can be written. Tries as [`CrossMemory::can_read`].
    #[inline]
    pub fn can_write(&mut self, peer: u32) -> bool {
        match self.ways[peer as usize].write {
            PeerAccess::Works => true,
            PeerAccess::Refused(reason) if reason != Reason::NotAttached => false,
            _ => {
                let access = self.try_write(peer);
                self.ways[peer as usize].write = access;
                access == PeerAccess::Works
            }
        }
    }

    /// Why memory of `peer` cannot be read or written; `None` if it can, or nobody has tried.
    pub fn refusal(&self, peer: u32) -> Option<Reason> {
        let Ways { read, write } = self.ways[peer as usize];
        [read, write].into_iter().find_map(|access| if let PeerAccess::Refused(reason) = access { Some(reason) } else { None })
    }

    /// Copies memory `from` of `peer` to `into`; both are as long and have at most [`MOST_RANGES`]
    /// pieces.
    ///
    /// # Safety
    /// `into` is writable memory, if it is memory at all, that nobody else uses meanwhile.
    pub unsafe fn read(&mut self, peer: u32, into: &[Piece], from: &[Piece], stores: Stores) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        let outcome = unsafe { self.reach(peer).read_all(into, from, stores) };
        outcome.map_err(|problem| problem.note(&mut self.ways[peer as usize].read))
    }

    /// Copies memory `from` to memory `into` of `peer`; both are as long and have at most
    /// [`MOST_RANGES`] pieces.
    ///
    /// # Safety
    /// `peer` expects that `into` is written, and `from` is not changed meanwhile.
    pub unsafe fn write(&mut self, peer: u32, from: &[Piece], into: &[Piece], stores: Stores) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        let outcome = unsafe { self.reach(peer).write_all(from, into, stores) };
        outcome.map_err(|problem| problem.note(&mut self.ways[peer as usize].write))
    }

    /// The memory of `peer`, for copies that somebody else makes.
    pub(crate) fn reach(&mut self, peer: u32) -> Reach {
        Reach { pid: self.pid(peer), heaps: self.heap.with(peer) }
    }

    fn pid(&self, peer: u32) -> i32 {
        self.segment.block(peer as usize).pid.load(Ordering::Relaxed) as i32
    }

    fn try_read(&self, peer: u32) -> PeerAccess {
        let block = self.segment.block(peer as usize);
        let cookie = block.cookie.load(Ordering::Acquire);
        if cookie == 0 {
            return PeerAccess::Refused(Reason::NotAttached);
        }
        let mut found = [0; 8];
        match cross_memory::peek(self.pid(peer), block.cookie_at.load(Ordering::Relaxed) as usize, &mut found) {
            Ok(8) if u64::from_ne_bytes(found) == cookie => PeerAccess::Works,
            Ok(_) => PeerAccess::Refused(Reason::OtherProcess),
            Err(error) => PeerAccess::Refused(reason(&error)),
        }
    }

    /// Writes this rank's word of the peer's cookie, and reads it back. Tried only where reading
    /// works: the address is the peer's then.
    fn try_write(&mut self, peer: u32) -> PeerAccess {
        if !self.can_read(peer) {
            return self.ways[peer as usize].read;
        }
        let block = self.segment.block(peer as usize);
        let visitor = block.cookie_at.load(Ordering::Relaxed) as usize + 8 * (1 + self.segment.rank());
        let word = block.cookie.load(Ordering::Relaxed).rotate_left(7);
        let (from, into) = (Range { address: &raw const word as usize, len: 8 }, Range { address: visitor, len: 8 });
        // SAFETY: the word is this rank's in the peer's cookie.
        if let Err(error) = unsafe { cross_memory::write(self.pid(peer), &[from], &[into]) } {
            return PeerAccess::Refused(reason(&error));
        }
        let mut found = [0; 8];
        match cross_memory::peek(self.pid(peer), visitor, &mut found) {
            Ok(8) if u64::from_ne_bytes(found) == word => PeerAccess::Works,
            Ok(_) => PeerAccess::Refused(Reason::OtherProcess),
            Err(error) => PeerAccess::Refused(reason(&error)),
        }
    }
}

/// The memory of another process, for any thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pid: i32,
    heaps: Option<Between>,
}

/// A copy that did not work, and the system's reason if it does not allow it.
struct Problem(CopyError, Option<Reason>);

impl Problem {
    /// Notes a refusal.
    #[cold]
    fn note(self, access: &mut PeerAccess) -> CopyError {
        if let Some(reason) = self.1 {
            *access = PeerAccess::Refused(reason);
        }
        self.0
    }
}

impl Reach {
    /// As [`CrossMemory::read`], but takes no note of refusals.
    ///
    /// # Safety
    /// As there.
    pub(crate) unsafe fn read(self, into: &[Piece], from: &[Piece], stores: Stores) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.read_all(into, from, stores) }.map_err(|problem| problem.0)
    }

    /// As [`CrossMemory::write`], but takes no note of refusals.
    ///
    /// # Safety
    /// As there.
    pub(crate) unsafe fn write(self, from: &[Piece], into: &[Piece], stores: Stores) -> Result<(), CopyError> {
        // SAFETY: as the caller promises.
        unsafe { self.write_all(from, into, stores) }.map_err(|problem| problem.0)
    }

    unsafe fn read_all(self, into: &[Piece], from: &[Piece], stores: Stores) -> Result<(), Problem> {
        // SAFETY: CM-1.
        if self.heaps.is_some_and(|heaps| unsafe { heaps.read(into, from, stores) }) {
            return Ok(());
        }
        // SAFETY: CM-1.
        let copy = |into: &[Range], from: &[Range]| unsafe { cross_memory::read(self.pid, into, from) };
        copy_all(ranges(into), ranges(from), copy).map_err(|failure| match failure {
            Failure::Memory { remote, .. } if !is_readable(self.pid, remote) => Problem(CopyError::BadRemote, None),
            Failure::Memory { .. } => Problem(CopyError::BadLocal, None),
            Failure::System(error) => Problem(CopyError::Refused, Some(late_reason(&error))),
        })
    }

    unsafe fn write_all(self, from: &[Piece], into: &[Piece], stores: Stores) -> Result<(), Problem> {
        // SAFETY: CM-1.
        if self.heaps.is_some_and(|heaps| unsafe { heaps.write(from, into, stores) }) {
            return Ok(());
        }
        // SAFETY: CM-1.
        let copy = |from: &[Range], into: &[Range]| unsafe { cross_memory::write(self.pid, from, into) };
        copy_all(ranges(from), ranges(into), copy).map_err(|failure| match failure {
            Failure::Memory { local, .. } if !is_readable(std::process::id() as i32, local) => Problem(CopyError::BadLocal, None),
            Failure::Memory { .. } => Problem(CopyError::BadRemote, None),
            Failure::System(error) => Problem(CopyError::Refused, Some(late_reason(&error))),
        })
    }
}

/// Why a copy stopped.
enum Failure {
    /// One of these two addresses is not memory that can be accessed so.
    Memory { local: usize, remote: usize },
    /// Anything else.
    System(io::Error),
}

fn reason(error: &io::Error) -> Reason {
    Reason::System(error.raw_os_error().unwrap_or_default())
}

/// Why a copy did not work to or from a process that was found to be the peer before.
#[cold]
fn late_reason(error: &io::Error) -> Reason {
    if error.raw_os_error() == Some(NO_SUCH_PROCESS) { Reason::Ended } else { reason(error) }
}

fn ranges(pieces: &[Piece]) -> &[Range] {
    debug_assert!(pieces.len() <= MOST_RANGES);
    // SAFETY: both are two words, address and length (asserted above), and any value is a valid
    // one.
    unsafe { std::slice::from_raw_parts(pieces.as_ptr().cast(), pieces.len()) }
}

fn is_readable(pid: i32, address: usize) -> bool {
    cross_memory::peek(pid, address, &mut [0]).is_ok()
}

/// Copies everything; the system may stop in between.
#[inline]
fn copy_all(
    local: &[Range],
    remote: &[Range],
    mut copy: impl FnMut(&[Range], &[Range]) -> io::Result<usize>,
) -> Result<(), Failure> {
    let total: usize = local.iter().map(|range| range.len).sum();
    let mut copied = match copy(local, remote) {
        Ok(copied) if copied == total => return Ok(()),
        Ok(copied) => copied,
        Err(error) => return Err(failure(error, local, remote)),
    };
    while copied < total {
        let (local, remote) = (after(local, copied), after(remote, copied));
        match copy(&local, &remote) {
            Ok(0) => return Err(Failure::System(io::ErrorKind::WriteZero.into())),
            Ok(more) => copied += more,
            Err(error) => return Err(failure(error, &local, &remote)),
        }
    }
    Ok(())
}

#[cold]
fn failure(error: io::Error, local: &[Range], remote: &[Range]) -> Failure {
    match (error.raw_os_error(), local.first(), remote.first()) {
        (Some(BAD_ADDRESS), Some(local), Some(remote)) => Failure::Memory { local: local.address, remote: remote.address },
        _ => Failure::System(error),
    }
}

/// What follows the first `bytes` bytes.
#[cold]
fn after(ranges: &[Range], mut bytes: usize) -> Vec<Range> {
    let mut left = Vec::with_capacity(ranges.len());
    for range in ranges {
        let skipped = range.len.min(bytes);
        bytes -= skipped;
        if skipped < range.len {
            left.push(Range { address: range.address + skipped, len: range.len - skipped });
        }
    }
    left
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::os::fd::AsFd;

    use super::*;

    /// Two ranks, both this process: a copy between them is one within it.
    fn two() -> [CrossMemory; 2] {
        let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
        [0, 1].map(|rank| CrossMemory::new(Segment::attach(file.as_fd(), rank, 2).unwrap()))
    }

    fn piece(bytes: &[u8]) -> Piece {
        Piece { address: bytes.as_ptr() as u64, len: bytes.len() as u64 }
    }

    const NOWHERE: Piece = Piece { address: 4096, len: 4 };

    #[test]
    fn a_peer_that_shows_its_cookie_can_be_read_and_written() {
        let [mut one, _] = two();
        assert!(one.can_read(1) && one.can_write(1) && one.refusal(1).is_none());
        let (from, mut into) = ([1u8, 2, 3, 4], [0u8; 4]);
        let at = into.as_mut_ptr() as u64;
        let halves = [Piece { address: at + 2, len: 2 }, Piece { address: at, len: 2 }];
        // SAFETY: the arrays are alive, and nobody else uses them.
        unsafe { one.read(1, &halves, &[piece(&from)], Stores::Usual) }.unwrap();
        assert_eq!(into, [3, 4, 1, 2]);
        // SAFETY: as above.
        unsafe { one.write(1, &[piece(&from)], &[Piece { address: at, len: 4 }], Stores::Usual) }.unwrap();
        assert_eq!(into, from);
    }

    #[test]
    fn a_rank_that_is_not_there_is_asked_again() {
        let file = ferry_sys::memory::anonymous_file("ferry-test").unwrap();
        let mut one = CrossMemory::new(Segment::attach(file.as_fd(), 0, 2).unwrap());
        assert!(!one.can_read(1));
        assert_eq!(one.refusal(1), Some(Reason::NotAttached));
        Segment::attach(file.as_fd(), 1, 2).unwrap();
        assert!(one.can_read(1) && one.can_write(1));
    }

    #[test]
    fn another_process_under_the_same_number_is_noticed() {
        let [mut one, two] = two();
        let block = two.segment.block(1);
        block.cookie.fetch_add(2, Ordering::Relaxed);
        assert!(!one.can_read(1) && !one.can_write(1));
        assert_eq!(one.refusal(1), Some(Reason::OtherProcess));
    }

    #[test]
    fn the_bad_side_of_a_copy_is_named() {
        let [mut one, _] = two();
        let mut bytes = [0u8; 4];
        let bytes = &*std::hint::black_box(&mut bytes);
        // SAFETY: nothing lies at NOWHERE, and nobody uses `bytes`.
        unsafe {
            assert_eq!(one.read(1, &[piece(bytes)], &[NOWHERE], Stores::Usual), Err(CopyError::BadRemote));
            assert_eq!(one.read(1, &[NOWHERE], &[piece(bytes)], Stores::Usual), Err(CopyError::BadLocal));
            assert_eq!(one.write(1, &[piece(bytes)], &[NOWHERE], Stores::Usual), Err(CopyError::BadRemote));
            assert_eq!(one.write(1, &[NOWHERE], &[piece(bytes)], Stores::Usual), Err(CopyError::BadLocal));
            let late = [piece(&bytes[..2]), NOWHERE];
            assert_eq!(one.read(1, &[piece(bytes), piece(&bytes[..2])], &late, Stores::Usual), Err(CopyError::BadRemote));
        }
        assert!(one.can_read(1) && one.can_write(1));
    }

    #[test]
    fn a_copy_from_a_peer_that_has_ended_is_no_refusal_of_the_system() {
        let [mut one, two] = two();
        assert!(one.can_read(1));
        two.segment.block(1).pid.store(i32::MAX as u32, Ordering::Relaxed);
        let bytes = &[0u8; 4];
        // SAFETY: there is no such process.
        assert_eq!(unsafe { one.read(1, &[piece(bytes)], &[piece(bytes)], Stores::Usual) }, Err(CopyError::Refused));
        assert!(!one.can_read(1));
        assert_eq!(one.refusal(1), Some(Reason::Ended));
    }
}
