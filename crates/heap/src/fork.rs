//! What becomes of the heap when its process forks: a file that is mapped is shared with children,
//! too, which have to get a copy of their own. So the regions that are there are retired before.
//! Their blocks stay at their addresses, as private memory with the same content and protections,
//! and peers go to them by the system from then on. Blocks that the parent allocates later come
//! from new regions, which are shared; a child's come from elsewhere.
//!
//! Adapters hold pages, not addresses. What they hold open to peers ([`keep`]) stays on its pages
//! of the file, as an island in its region: there the program and its peers go on seeing what the
//! other one writes. A child gets a copy of each island at every fork (ADR 0119).
//!
//! # Safety arguments
//! - FORK-1: what is mapped over blocks is the same bytes of the same file, or a copy of them, at
//!   the same addresses (ARENA-1).
//! - FORK-2: the functions stay; they are called in this process and its children, by the thread
//!   that forks.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::os::fd::BorrowedFd;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};

use ferry_sys::{clock, cpu};
use rustix::mm::{
    Advice, MapFlags, MprotectFlags, MremapFlags, ProtFlags, madvise, mmap, mmap_anonymous, mprotect, mremap, mremap_fixed,
};

use crate::arena::{self, ARENA, Area, Inner};
use crate::head::{Head, MOST_REGIONS, RegionState};
use crate::{children, copies};

/// How long a fork waits for peers that copy a piece of a message: one that has died meanwhile
/// never ends, and later forks do not wait for it.
const PATIENCE_NS: u64 = 10_000_000_000;

/// And for as many as were taken for dead: what a live one copies at a time takes less.
const SHORT_PATIENCE_NS: u64 = 100_000_000;

/// Twice the number of times that blocks have come to lie on other pages, and one more while that
/// happens.
static MOVES: AtomicU64 = AtomicU64::new(0);
/// Where regions are mapped once more, see [`former`].
static FORMER: [AtomicPtr<u8>; MOST_REGIONS] = [const { AtomicPtr::new(ptr::null_mut()) }; MOST_REGIONS];
/// Whether blocks could be had before the fork that is under way. The lock's, as threads may fork
/// at once.
static WAS_ON: AtomicBool = AtomicBool::new(false);
/// Guests that have died.
static DEAD_GUESTS: AtomicU32 = AtomicU32::new(0);
static IS_CHILD: AtomicBool = AtomicBool::new(false);
static KEEPS_FORMER: AtomicBool = AtomicBool::new(false);

/// Has the heap be retired by forks. `None` if the system refuses.
pub(crate) fn watch() -> Option<()> {
    // SAFETY: FORK-2.
    let refused = unsafe { libc::pthread_atfork(Some(before_fork), Some(in_parent), Some(in_child)) };
    (refused == 0).then_some(())
}

/// Whether this process is a child of the one whose heap it is.
pub(crate) fn is_child() -> bool {
    IS_CHILD.load(Ordering::Relaxed)
}

/// From now on adapters may be told of blocks, and go on writing to pages that they were on before
/// a fork: those are kept.
pub(crate) fn keep_former() {
    KEEPS_FORMER.store(true, Ordering::Relaxed);
}

/// See [`keep_former`].
pub(crate) fn keeps_former() -> bool {
    KEEPS_FORMER.load(Ordering::Relaxed)
}

/// How often blocks have come to lie on other pages with what they held. Waits if that is just
/// happening.
pub fn moves() -> u64 {
    loop {
        let moves = MOVES.load(Ordering::SeqCst);
        if moves.is_multiple_of(2) {
            return moves / 2;
        }
        cpu::give_way();
    }
}

/// Where the pages are on which the `len` bytes at `address` were before their region was private;
/// null for other memory.
pub fn former(address: u64, len: u64) -> *const u8 {
    let place = ARENA.head().and_then(|head| head.place(address, len));
    place.map_or(ptr::null(), |place| match FORMER[place.region].load(Ordering::SeqCst) {
        file if file.is_null() => ptr::null(),
        file => file.wrapping_add(place.offset as usize),
    })
}

/// An adapter holds `len` bytes at `address` open to peers until [`let_go`]: what of them lies in
/// blocks is not made private. Called more than once, it is to be taken back as often.
pub fn keep(address: u64, len: u64) {
    keep_former();
    ARENA.with(|inner| inner.each_part(address, len, |islands, bytes| islands.open(bytes)));
}

/// The inverse of [`keep`]. What has become an island stays one.
pub fn let_go(address: u64, len: u64) {
    ARENA.with(|inner| inner.each_part(address, len, |islands, bytes| islands.close(bytes)));
}

extern "C" fn before_fork() {
    let Some(head) = ARENA.head() else { return };
    ARENA.hold();
    // Where this process is a child, the blocks are its own already, and the head is its parent's.
    if is_child() {
        return;
    }
    WAS_ON.store(arena::is_on(), Ordering::Relaxed);
    ARENA.stop();
    if head.regions().iter().any(|region| region.stage() != RegionState::Private) {
        head.regions().iter().for_each(|region| region.advance(RegionState::Retiring));
        wait_for_guests(head);
    }
    ARENA.with(|inner| {
        inner.expect_child();
        let known = inner.areas.iter().flatten().take_while(|area| area.is_private).count();
        if inner.areas.iter().flatten().count() > known {
            MOVES.fetch_add(1, Ordering::SeqCst);
            retire(inner, known);
            MOVES.fetch_add(1, Ordering::SeqCst);
        }
        copies::make(inner);
    });
}

/// Until the peers that copy just now have ended, but for those that have died. One that was only
/// slow may have been taken for dead, and its place by another one: as many as are known get a
/// short time.
fn wait_for_guests(head: &Head) {
    let begin_ns = clock::now_ns();
    let dead = DEAD_GUESTS.load(Ordering::Relaxed);
    let mut least = u32::MAX;
    while least > 0 {
        let guests = head.guests();
        least = least.min(guests);
        let patience_ns = if guests <= dead { SHORT_PATIENCE_NS } else { PATIENCE_NS };
        if clock::now_ns() - begin_ns >= patience_ns {
            break;
        }
        cpu::give_way();
    }
    DEAD_GUESTS.store(least, Ordering::Relaxed);
}

/// Makes the regions from number `first` on private.
fn retire(inner: &mut Inner, first: usize) {
    let guarded = Guarded::all();
    let mut number = first;
    inner.retire(|area, file| {
        if keeps_former() {
            FORMER[number].store(map_once_more(area, file), Ordering::SeqCst);
        }
        make_private(area, file, &guarded);
        number += 1;
    });
}

extern "C" fn in_parent() {
    if ARENA.head().is_some() {
        // A child keeps what its parent knows of it by.
        if !is_child() {
            children::part();
            ARENA.with(copies::discard);
            ARENA.resume(WAS_ON.load(Ordering::Relaxed));
        }
        ARENA.release();
    }
}

extern "C" fn in_child() {
    IS_CHILD.store(true, Ordering::Relaxed);
    if ARENA.head().is_some() {
        ARENA.with(copies::take_places);
        ARENA.release();
    }
}

/// Where region number `region` is mapped once more; null if it is not.
pub(crate) fn former_region(region: usize) -> *const u8 {
    FORMER[region].load(Ordering::Relaxed)
}

/// Maps a region's pages at other addresses as well; null, and a word about it, if that cannot be.
fn map_once_more(area: &Area, file: Option<BorrowedFd<'_>>) -> *mut u8 {
    let access = ProtFlags::READ | ProtFlags::WRITE;
    let from_file = |file| {
        // SAFETY: a new mapping at addresses of the system's choice.
        unsafe { mmap(ptr::null_mut(), area.len, access, MapFlags::SHARED | MapFlags::NORESERVE, file, area.position) }.ok()
    };
    // Without the file, which the program may have closed, and with it where the system does not.
    // SAFETY: nothing is moved from 0 bytes of a shared mapping: the result is a new one.
    let again = unsafe { mremap(area.base.cast(), 0, area.len, MremapFlags::MAYMOVE) }.ok();
    let Some(place) = again.or_else(|| file.and_then(from_file)) else {
        warn(b"ferry: the system does not map shared memory once more: messages that are received over RDMA just now may lack bytes (raise vm.max_map_count and ulimit -v, or do without FERRY_SHARED_HEAP and MPI_Alloc_mem)\n");
        return ptr::null_mut();
    };
    for advice in [Advice::LinuxDontFork, Advice::LinuxDontDump] {
        // SAFETY: the new mapping, which nobody needs in a child or in a core dump. Where advice is
        // refused, it is there.
        let _ = unsafe { madvise(place, area.len, advice) };
    }
    place.cast()
}

#[cold]
pub(crate) fn warn(text: &[u8]) {
    // SAFETY: writes a constant. There is nobody to tell if that fails.
    unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
}

fn make_private(area: &Area, file: Option<BorrowedFd<'_>>, guarded: &Guarded) {
    let mut is_whole = true;
    for gap in area.islands.gaps() {
        is_whole &= map_private(area, file, &gap).or_else(|| copy_apart(area, &gap)).is_some();
    }
    if !is_whole {
        warn(b"ferry: large blocks of memory stay shared with a child of this process: the system does not map them anew\n");
    }
    guarded.restore(area);
}

fn map_private(area: &Area, file: Option<BorrowedFd<'_>>, part: &Range<usize>) -> Option<()> {
    let (access, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | MapFlags::FIXED | MapFlags::NORESERVE);
    let (place, position) = (area.base.wrapping_add(part.start), area.position + part.start as u64);
    // SAFETY: FORK-1.
    unsafe { mmap(place.cast(), part.len(), access, flags, file?, position) }.ok().map(drop)
}

/// Puts a copy into the place of the blocks, for want of the file, which the program has closed.
/// Other threads do not write meanwhile, or their child may miss it.
fn copy_apart(area: &Area, part: &Range<usize>) -> Option<()> {
    let access = ProtFlags::READ | ProtFlags::WRITE;
    let (place, len) = (area.base.wrapping_add(part.start), part.len());
    // SAFETY: FORK-1: what the program may not read can be read for the moment; the copy's own
    // addresses are nobody else's.
    unsafe {
        let copy = mmap_anonymous(ptr::null_mut(), len, access, MapFlags::PRIVATE | MapFlags::NORESERVE).ok()?;
        mprotect(place.cast(), len, MprotectFlags::READ).ok()?;
        ptr::copy_nonoverlapping(place, copy.cast::<u8>(), len);
        mremap_fixed(copy, len, len, MremapFlags::MAYMOVE, place.cast()).ok()?;
    }
    Some(())
}

/// Gives back the memory of a private block that was freed.
pub(crate) fn discard_private(_area: &Area, address: *mut u8, len: usize) {
    // SAFETY: ARENA-3: the block is the caller's, and free: whatever it holds. Where advice is
    // refused, it stays as it is.
    let _ = unsafe { madvise(address.cast(), len, Advice::LinuxDontNeed) };
}

/// Parts of memory that the program lets nobody read or write.
pub(crate) struct Guarded(Vec<(usize, usize, MprotectFlags)>);

impl Guarded {
    pub(crate) const fn nothing() -> Guarded {
        Guarded(Vec::new())
    }

    /// All that there are; none where the system does not tell.
    pub(crate) fn all() -> Guarded {
        let maps = File::open("/proc/self/maps").map(BufReader::new);
        let lines = maps.into_iter().flat_map(|maps| maps.lines().map_while(Result::ok));
        Guarded(lines.filter_map(|line| guarded(&line)).collect())
    }

    /// Forbids again what was forbidden of a region.
    pub(crate) fn restore(&self, area: &Area) {
        let (begin, end) = (area.base.addr(), area.base.addr() + area.len);
        for (from, to, access) in &self.0 {
            let (from, to) = ((*from).max(begin), (*to).min(end));
            if from < to {
                // SAFETY: FORK-1: as it was before. Where that is refused, more is allowed than
                // before, which harms nothing.
                let _ = unsafe { mprotect(area.base.wrapping_add(from - begin).cast(), to - from, *access) };
            }
        }
    }
}

/// What a line of `/proc/self/maps` says of memory that cannot be read and written.
fn guarded(line: &str) -> Option<(usize, usize, MprotectFlags)> {
    let (range, rest) = line.split_once(' ')?;
    let (from, to) = range.split_once('-')?;
    let [from, to] = [from, to].map(|digits| usize::from_str_radix(digits, 16).ok());
    let allowed = rest.as_bytes().get(..3).filter(|allowed| *allowed != b"rw-")?;
    let flags = [(b'r', MprotectFlags::READ), (b'w', MprotectFlags::WRITE), (b'x', MprotectFlags::EXEC)];
    let access = flags.into_iter().zip(allowed).filter(|((letter, _), found)| letter == *found).map(|((_, flag), _)| flag);
    Some((from?, to?, access.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_tell_of_what_is_forbidden() {
        let line = "7f0000000000-7f0000004000 r--s 00200000 00:01 2049 /memfd:ferry-heap (deleted)";
        assert_eq!(guarded(line), Some((0x7f00_0000_0000, 0x7f00_0000_4000, MprotectFlags::READ)));
        assert_eq!(guarded("1000-2000 ---p 0 0:0 0").map(|(_, _, access)| access), Some(MprotectFlags::empty()));
        assert_eq!(guarded("1000-2000 rw-p 0 0:0 0"), None);
        assert_eq!(guarded("nothing"), None);
    }
}
