//! The blocks: whole granules of one file, which is far longer than what is ever used of it. Blocks of a length that were freed are used again for blocks of that length,
//! and what many of them hold goes back to the system, but never their addresses.
//!
//! # Safety arguments
//! - ARENA-1: the file's mapping and the table, once there, stay until the process ends, the former perhaps as private memory ([`before_fork`]).
//! - ARENA-2: what [`Inner`] holds is touched only under the lock.
//! - ARENA-3: a block is one caller's from [`allocate`] until [`free`], and as long as the blocks in use its entry in the table does not change.

use std::cell::UnsafeCell;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, IntoRawFd, OwnedFd};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

use ferry_sys::lock::{Held, RawLock};
use ferry_sys::{clock, cpu, memory, random};
use rustix::fs::{fstat, ftruncate};
use rustix::mm::{Advice, MapFlags, MremapFlags, ProtFlags, madvise, mmap, mmap_anonymous, mremap, mremap_fixed};
use rustix::process::{Resource, getrlimit};
use rustix::system::sysinfo;

use crate::classes::{self, CLASSES, GRANULE};
use crate::{Head, Stage, View};

/// Bytes of the file for each byte of the machine's memory: blocks of a length are not used for others.
const SPREAD: u64 = 4;
/// Most bytes of it: peers map all of it, each that of all others, and a process has addresses for 128 TiB.
const MOST: u64 = 512 << 30;
const _: () = assert!(MOST / (GRANULE as u64) < IN_USE as u64);
/// What the file's address is a multiple of, in bytes: granules, and huge pages where the system gives shared memory some.
const BOUNDARY: usize = 2 << 20;
const _: () = assert!(BOUNDARY.is_multiple_of(GRANULE));
/// What the file grows by, in bytes.
const GROWTH: usize = 64 << 20;
/// Freed memory that is kept for the next blocks, in bytes; what is freed beyond goes back to the system, if it is at least as long as `RETURNED`.
const KEPT: usize = 64 << 20;
const RETURNED: usize = 256 << 10;
/// How long a fork waits for peers that write a piece of a message: one that has died meanwhile never ends.
const PATIENCE_NS: u64 = 10_000_000_000;

/// What is known of a block, at its first granule.
#[repr(C)]
struct Entry {
    granules: u32,
    /// The next free block of the same length, 0 for none, or [`IN_USE`].
    next: u32,
    /// Whether it is known to be zeros.
    is_zero: bool,
}

const IN_USE: u32 = u32::MAX;

struct Inner {
    /// A failure to begin is not tried again.
    has_begun: bool,
    /// The file's descriptor, its device and number, by which it is told from what the program may have opened in its place, and how long it is by now.
    descriptor: i32,
    identity: (u64, u64),
    grown: usize,
    /// An entry for each granule.
    table: *mut Entry,
    /// Granules that have been used; the first one is the head's.
    used: usize,
    /// First free blocks.
    free: [u32; CLASSES],
    /// Bytes of free blocks that are not known to be zeros.
    kept: usize,
    /// Blocks are private memory.
    is_private: bool,
    /// The lock, while the process forks.
    held: Option<Held<'static>>,
}

struct Arena {
    lock: RawLock,
    inner: UnsafeCell<Inner>,
    /// Where the file is mapped, and its length; 0 bytes as long as there is none.
    base: AtomicUsize,
    len: AtomicUsize,
    /// Whether there are new blocks to be had.
    is_on: AtomicBool,
    head: AtomicPtr<Head>,
}

// SAFETY: ARENA-2.
unsafe impl Sync for Arena {}

static ARENA: Arena = Arena {
    lock: RawLock::new(),
    inner: UnsafeCell::new(Inner {
        has_begun: false,
        descriptor: -1,
        identity: (0, 0),
        grown: 0,
        table: ptr::null_mut(),
        used: 1,
        free: [0; CLASSES],
        kept: 0,
        is_private: false,
        held: None,
    }),
    base: AtomicUsize::new(0),
    len: AtomicUsize::new(0),
    is_on: AtomicBool::new(false),
    head: AtomicPtr::new(ptr::null_mut()),
};

/// See [`former`].
static FORMER: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

impl Arena {
    fn with<R>(&self, body: impl FnOnce(&mut Inner) -> R) -> R {
        let _held = self.lock.lock();
        // SAFETY: ARENA-2.
        body(unsafe { &mut *self.inner.get() })
    }

    /// The granule at whose beginning `address` is.
    fn granule(&self, address: usize) -> Option<usize> {
        let position = address.wrapping_sub(self.base.load(Ordering::Relaxed));
        (position < self.len.load(Ordering::Relaxed) && position.is_multiple_of(GRANULE)).then_some(position / GRANULE)
    }

    fn address(&self, granule: usize) -> *mut u8 {
        (self.base.load(Ordering::Relaxed) + granule * GRANULE) as *mut u8
    }
}

impl Inner {
    fn entry(&mut self, granule: usize) -> &mut Entry {
        debug_assert!(granule < self.used);
        // SAFETY: ARENA-1: the table has an entry for each granule.
        unsafe { &mut *self.table.add(granule) }
    }

    /// The file, unless the program has closed it.
    fn file(&self) -> Option<BorrowedFd<'static>> {
        if self.descriptor < 0 {
            return None;
        }
        // SAFETY: whose descriptor it is is found out next.
        let file = unsafe { BorrowedFd::borrow_raw(self.descriptor) };
        (fstat(file).ok().map(|stat| (stat.st_dev, stat.st_ino)) == Some(self.identity)).then_some(file)
    }

    /// Makes the file so long at least. It grows as blocks do, so that a program that locks all its memory does not get all of the file.
    fn grow(&mut self, len: usize) -> bool {
        let len = len.next_multiple_of(GROWTH).min(ARENA.len.load(Ordering::Relaxed));
        let has_grown = self.file().is_some_and(|file| ftruncate(file, len as u64).is_ok());
        if has_grown {
            self.grown = len;
            // SAFETY: ARENA-1.
            unsafe { (*ARENA.head.load(Ordering::Relaxed)).len.store(len as u64, Ordering::Release) };
        }
        has_grown
    }

    /// Bytes of the block in use that begins at a granule.
    fn in_use(&mut self, granule: usize) -> Option<usize> {
        let entry = (granule > 0 && granule < self.used).then(|| self.entry(granule))?;
        (entry.next == IN_USE && entry.granules > 0).then_some(entry.granules as usize * GRANULE)
    }

    /// A block of a class: its granule, and whether it is zeros.
    fn take(&mut self, class: usize, granules: usize) -> Option<(usize, bool)> {
        let first = self.free[class] as usize;
        if first != 0 {
            let entry = self.entry(first);
            let (next, is_zero) = (entry.next, entry.is_zero);
            entry.next = IN_USE;
            self.free[class] = next;
            self.kept -= if is_zero { 0 } else { granules * GRANULE };
            return Some((first, is_zero));
        }
        let first = self.used;
        if granules > ARENA.len.load(Ordering::Relaxed) / GRANULE - first {
            return None;
        }
        if (first + granules) * GRANULE > self.grown && !self.grow((first + granules) * GRANULE) {
            return None;
        }
        self.used += granules;
        *self.entry(first) = Entry { granules: granules as u32, next: IN_USE, is_zero: false };
        Some((first, true))
    }
}

/// Switches the heap on, if it can be: where it is.
pub fn activate() -> Option<View> {
    ARENA.with(|inner| {
        if !inner.has_begun {
            inner.has_begun = true;
            begin(inner)?;
        }
        let head = ARENA.head.load(Ordering::Relaxed);
        let is_usable = !head.is_null() && !inner.is_private;
        ARENA.is_on.store(is_usable, Ordering::Release);
        is_usable.then(|| View {
            descriptor: inner.descriptor as u32,
            base: ARENA.base.load(Ordering::Relaxed) as u64,
            len: ARENA.len.load(Ordering::Relaxed) as u64,
        })
    })
}

/// Makes file and table. `None` where the system has none, or has limits that count addresses and file lengths.
fn begin(inner: &mut Inner) -> Option<()> {
    if [Resource::As, Resource::Fsize].into_iter().any(|resource| getrlimit(resource).current.is_some()) {
        return None;
    }
    let len = (SPREAD * memory_bytes()).min(MOST) as usize / GRANULE * GRANULE;
    let file: OwnedFd = memory::anonymous_file("ferry-heap").ok()?;
    ftruncate(&file, GROWTH as u64).ok()?;
    let stat = fstat(&file).ok()?;
    let access = ProtFlags::READ | ProtFlags::WRITE;
    // SAFETY: new mappings at addresses of the system's choice (ARENA-1); the file's takes the place of addresses that nobody else knows of.
    let (base, table) = unsafe {
        let free = MapFlags::PRIVATE | MapFlags::NORESERVE;
        let place = mmap_anonymous(ptr::null_mut(), len + BOUNDARY, ProtFlags::empty(), free).ok()?;
        let base = place.wrapping_byte_add(place.addr().next_multiple_of(BOUNDARY) - place.addr());
        let flags = MapFlags::SHARED | MapFlags::FIXED | MapFlags::NORESERVE;
        let base = mmap(base, len, access, flags, file.as_fd(), 0).ok()?;
        let entries = len / GRANULE * size_of::<Entry>();
        let table = mmap_anonymous(ptr::null_mut(), entries, access, free).ok()?;
        (base.cast::<u8>(), table.cast::<Entry>())
    };
    // SAFETY: the whole mapping; where the system gives shared memory no huge pages, nothing changes.
    let _ = unsafe { madvise(base.cast(), len, Advice::LinuxHugepage) };
    let head = base.cast::<Head>();
    let cookie = u64::from_ne_bytes(random::bytes().ok()?) | 1;
    // SAFETY: zeros are a head, and the mapping stays (ARENA-1).
    unsafe {
        (*head).len.store(GROWTH as u64, Ordering::Relaxed);
        (*head).cookie.store(cookie, Ordering::Release);
    }
    // SAFETY: the functions stay; they are called in this process and its children.
    if unsafe { libc::pthread_atfork(Some(before_fork), Some(after_fork), Some(after_fork)) } != 0 {
        return None;
    }
    inner.identity = (stat.st_dev, stat.st_ino);
    inner.grown = GROWTH;
    inner.descriptor = file.into_raw_fd();
    inner.table = table;
    ARENA.head.store(head, Ordering::Relaxed);
    ARENA.base.store(base as usize, Ordering::Relaxed);
    ARENA.len.store(len, Ordering::Release);
    Some(())
}

/// Bytes of memory that the machine has.
fn memory_bytes() -> u64 {
    let info = sysinfo();
    info.totalram * u64::from(info.mem_unit)
}

/// Whether blocks may be had.
#[inline(always)]
pub fn is_on() -> bool {
    ARENA.is_on.load(Ordering::Relaxed)
}

/// A block of at least `bytes` bytes, aligned to [`GRANULE`], and whether it is known to be zeros. `None` if there is none to be had here.
#[inline]
pub fn allocate(bytes: usize) -> Option<(NonNull<u8>, bool)> {
    if is_on() { allocate_here(bytes) } else { None }
}

fn allocate_here(bytes: usize) -> Option<(NonNull<u8>, bool)> {
    if bytes >= ARENA.len.load(Ordering::Relaxed) {
        return None;
    }
    let (class, granules) = classes::of(bytes);
    let (granule, is_zero) = ARENA.with(|inner| inner.take(class, granules))?;
    Some((NonNull::new(ARENA.address(granule))?, is_zero))
}

/// Whether `address` is in a block.
#[inline(always)]
pub fn has(address: *const u8) -> bool {
    (address as usize).wrapping_sub(ARENA.base.load(Ordering::Relaxed)) < ARENA.len.load(Ordering::Relaxed)
}

/// Bytes of the block in use that begins at `address`; `None` if none does.
pub fn size(address: *const u8) -> Option<usize> {
    let granule = ARENA.granule(address as usize)?;
    ARENA.with(|inner| inner.in_use(granule))
}

/// Whether a block of `bytes` bytes would be as long as one of `others`.
pub fn is_same_length(bytes: usize, others: usize) -> bool {
    classes::of(bytes) == classes::of(others)
}

/// Frees a block. False if no block in use begins there.
///
/// # Safety
/// Nobody uses the block any more.
pub unsafe fn free(address: *mut u8) -> bool {
    let Some(granule) = ARENA.granule(address as usize) else { return false };
    let found = ARENA.with(|inner| {
        let bytes = inner.in_use(granule)?;
        Some((bytes, bytes >= RETURNED && inner.kept + bytes > KEPT && !inner.is_private))
    });
    let Some((bytes, is_surplus)) = found else { return false };
    // SAFETY: as the caller promises, whole pages of the mapping. It is refused if they have become private by now.
    let is_returned = is_surplus && unsafe { memory::give_back(address, bytes) }.is_ok();
    let class = classes::of(bytes).0;
    ARENA.with(|inner| {
        let next = inner.free[class];
        let entry = inner.entry(granule);
        let is_taken = entry.next == IN_USE;
        if is_taken {
            (entry.next, entry.is_zero) = (next, is_returned);
            inner.free[class] = granule as u32;
            inner.kept += if is_returned { 0 } else { bytes };
        }
        is_taken
    })
}

/// Makes whole pages of blocks zeros, which take no memory.
///
/// # Errors
/// Where they are not all in blocks, or the system refuses.
///
/// # Safety
/// They are the caller's.
pub unsafe fn discard(address: *mut u8, len: usize) -> io::Result<()> {
    ARENA.with(|inner| {
        let (first, end) = (ARENA.address(1) as usize, ARENA.address(inner.used) as usize);
        let start = address as usize;
        if start < first || start > end || len > end - start {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        if !inner.is_private {
            // SAFETY: as the caller promises, pages of the mapping.
            return unsafe { memory::give_back(address, len) };
        }
        let (access, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | MapFlags::FIXED | MapFlags::NORESERVE);
        // SAFETY: as the caller promises, pages of the mapping, which can be read and written as before unless the program has had that changed.
        unsafe { mmap_anonymous(address.cast(), len, access, flags) }?;
        Ok(())
    })
}

/// Retires the heap: nobody sees from now on what this process, or a child, writes there. To the program nothing changes.
extern "C" fn before_fork() {
    let head = ARENA.head.load(Ordering::Relaxed);
    // SAFETY: ARENA-1.
    let head = unsafe { &*head };
    ARENA.is_on.store(false, Ordering::Relaxed);
    head.advance(Stage::Retiring);
    await_departure(head);
    let held = ARENA.lock.lock();
    // SAFETY: ARENA-2; the lock is held until after the fork.
    let inner = unsafe { &mut *ARENA.inner.get() };
    if !inner.is_private {
        inner.is_private = true;
        head.advance(Stage::Moving);
        FORMER.store(map_once_more(inner), Ordering::SeqCst);
        make_private(inner);
    }
    head.advance(Stage::Private);
    inner.held = Some(held);
}

/// Waits until peers have written what they are writing.
fn await_departure(head: &Head) {
    let end_ns = clock::now_ns() + PATIENCE_NS;
    while head.has_guests() && clock::now_ns() < end_ns {
        cpu::give_way();
    }
}

/// Maps the file's pages at other addresses as well; null, and a word about it, if that cannot be.
fn map_once_more(inner: &Inner) -> *mut u8 {
    let len = ARENA.len.load(Ordering::Relaxed);
    let access = ProtFlags::READ | ProtFlags::WRITE;
    let from_file = |file| {
        // SAFETY: a new mapping at addresses of the system's choice.
        unsafe { mmap(ptr::null_mut(), len, access, MapFlags::SHARED | MapFlags::NORESERVE, file, 0) }.ok()
    };
    // Without the file, which the program may have closed, and with it where the system does not.
    // SAFETY: nothing is moved from 0 bytes of a shared mapping: the result is a new one.
    let again = unsafe { mremap(ARENA.address(0).cast(), 0, len, MremapFlags::MAYMOVE) }.ok();
    let Some(place) = again.or_else(|| inner.file().and_then(from_file)) else {
        warn(b"ferry: the system does not map the shared heap once more: messages that are received over RDMA just now may lack bytes (raise vm.max_map_count and ulimit -v, or set FERRY_SHARED_HEAP=off)\n");
        return ptr::null_mut();
    };
    for advice in [Advice::LinuxDontFork, Advice::LinuxDontDump] {
        // SAFETY: the new mapping, which nobody needs in a child or in a core dump. Where advice is refused, it is there.
        let _ = unsafe { madvise(place, len, advice) };
    }
    place.cast()
}

/// Where the file's pages are once the blocks are private; null if nowhere.
pub fn former() -> *const u8 {
    FORMER.load(Ordering::SeqCst)
}

#[cold]
fn warn(text: &[u8]) {
    // SAFETY: writes a constant. There is nobody to tell if that fails.
    unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
}

fn make_private(inner: &mut Inner) {
    let (from, to) = (ARENA.address(1), ARENA.address(inner.used));
    let len = to as usize - from as usize;
    if len == 0 {
        return;
    }
    let (access, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | MapFlags::FIXED | MapFlags::NORESERVE);
    // SAFETY: the same bytes of the same file at the same addresses (ARENA-1).
    let map = |file: BorrowedFd<'_>| unsafe { mmap(from.cast(), len, access, flags, file, GRANULE as u64) };
    let is_mapped = inner.file().is_some_and(|file| map(file).is_ok());
    if !is_mapped && copy_apart(from, len).is_none() {
        warn(b"ferry: large blocks of memory stay shared with a child of this process: the system does not map them anew\n");
    }
}

/// Puts a copy into the place of the blocks, for want of the file, which the program has closed. Other threads do not write meanwhile, or their child may miss it.
fn copy_apart(from: *mut u8, len: usize) -> Option<()> {
    let access = ProtFlags::READ | ProtFlags::WRITE;
    // SAFETY: ARENA-1: the same bytes at the same addresses; the copy's own addresses are nobody else's.
    unsafe {
        let copy = mmap_anonymous(ptr::null_mut(), len, access, MapFlags::PRIVATE | MapFlags::NORESERVE).ok()?;
        ptr::copy_nonoverlapping(from, copy.cast::<u8>(), len);
        mremap_fixed(copy, len, len, MremapFlags::MAYMOVE, from.cast()).ok()?;
    }
    Some(())
}

extern "C" fn after_fork() {
    // SAFETY: ARENA-2: the lock is held since before the fork, by this thread or the one it is a copy of.
    let held = unsafe { (*ARENA.inner.get()).held.take() };
    drop(held);
}

#[cfg(all(test, not(miri)))]
mod tests;
