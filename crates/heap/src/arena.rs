//! The blocks: whole granules of one file, of which the process maps a region after the other as it
//! needs them.
//!
//! What was freed serves the next blocks of whatever length; of that, 64 MiB are kept, and what is
//! freed beyond goes back to the system, but never its addresses.
//!
//! # Safety arguments
//! - ARENA-1: mappings of the head, of regions and their tables, once there, stay until the process
//!   ends, a region's perhaps as private memory but for its islands ([`super::fork`]).
//! - ARENA-2: what [`Inner`] holds is touched only under the lock, or by the thread that holds it
//!   for a fork.
//! - ARENA-3: a block is one caller's from [`allocate`] until [`free`], and as long as the block is
//!   in use its run does not change.

use std::cell::{Cell, UnsafeCell};
use std::io;
use std::ops::Range;
use std::os::fd::{AsFd, BorrowedFd, IntoRawFd};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

use ferry_sys::lock::{Held, RawLock};
use ferry_sys::memory::{self, Mapping};
use ferry_sys::random;
use rustix::fs::fstat;
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap, mmap_anonymous};
use rustix::process::{Resource, getrlimit};

use crate::Name;
use crate::classes::{self, GRANULE};
use crate::copies::ChildCopy;
use crate::dumped::{Dumped, PART, PartState};
use crate::fork::{self, Guarded};
use crate::head::{Head, MOST_REGIONS, RegionState};
use crate::islands::Islands;
use crate::runs::{Content, Entry, Run, Runs};
use crate::settle::Settling;

/// In place of the count of parts that are kept for the next blocks: nobody takes a block of a
/// region that has become private.
const NEVER_AGAIN: usize = usize::MAX;
/// What the address of a region is a multiple of, in bytes: granules, and huge pages where the
/// system gives shared memory some.
const BOUNDARY: usize = 2 << 20;
const _: () = assert!(BOUNDARY.is_multiple_of(GRANULE) && BOUNDARY.is_multiple_of(PART));
/// Least bytes of a region.
const LEAST: usize = 8 << 20;
/// Freed memory that is kept for the next blocks, in bytes; what is freed beyond goes back to the
/// system, if it is at least as long as `RETURNED` with what is free beside it.
const KEPT: usize = 64 << 20;
const RETURNED: usize = 256 << 10;
/// Twice as much is not kept in shorter pieces, either.
const KEPT_IN_PIECES: usize = 2 * KEPT;

/// A part of the file, mapped in one piece.
pub(crate) struct Area {
    pub(crate) base: *mut u8,
    pub(crate) len: usize,
    pub(crate) position: u64,
    pub(crate) runs: Runs<'static>,
    /// What of it is in core files.
    dumped: Dumped<'static>,
    /// Its blocks are private memory, but for islands.
    pub(crate) is_private: bool,
    pub(crate) islands: Islands<'static>,
    /// What a child gets in place of the islands, while the process forks.
    pub(crate) copy: Option<ChildCopy>,
}

pub(crate) struct Inner {
    /// A failure to begin is not tried again.
    has_begun: bool,
    /// The file's descriptor, its device and number, by which it is told from what the program may
    /// have opened in its place, and how long it is by now.
    descriptor: i32,
    identity: (u64, u64),
    len: u64,
    /// By number; the first ones are there.
    pub(crate) areas: [Option<Area>; MOST_REGIONS],
    /// Bytes of free runs that are not known to be zeros, in regions that are shared.
    kept: usize,
    /// Parts of regions that are free and in core files.
    idle_parts: usize,
    pub(crate) settling: Settling,
    /// The lock, while the process forks.
    pub(crate) held: Option<Held<'static>>,
    /// And what of the copies of islands the program lets nobody read or write.
    pub(crate) guarded: Guarded,
}

pub(crate) struct Arena {
    lock: RawLock,
    inner: UnsafeCell<Inner>,
    /// Addresses from the lowest of a region's to the highest; none as long as there are no
    /// regions.
    low: AtomicUsize,
    high: AtomicUsize,
    /// How many regions there are here. The head's may be more: the parent's, if this process is a
    /// child.
    regions: AtomicUsize,
    /// Whether there are new blocks to be had.
    is_on: AtomicBool,
    head: AtomicPtr<Head>,
    /// The thread that holds the lock for a fork, by the address of something of its own; 0 for
    /// none.
    forking: AtomicUsize,
}

// SAFETY: ARENA-2.
unsafe impl Sync for Arena {}

pub(crate) static ARENA: Arena = Arena {
    lock: RawLock::new(),
    inner: UnsafeCell::new(Inner {
        has_begun: false,
        descriptor: -1,
        identity: (0, 0),
        len: 0,
        areas: [const { None }; MOST_REGIONS],
        kept: 0,
        idle_parts: 0,
        settling: Settling::Done,
        held: None,
        guarded: Guarded::nothing(),
    }),
    low: AtomicUsize::new(usize::MAX),
    high: AtomicUsize::new(0),
    regions: AtomicUsize::new(0),
    is_on: AtomicBool::new(false),
    head: AtomicPtr::new(ptr::null_mut()),
    forking: AtomicUsize::new(0),
};

thread_local! {
    /// Its address is the thread's.
    static THREAD: Cell<u8> = const { Cell::new(0) };
}

fn this_thread() -> usize {
    THREAD.with(|place| ptr::from_ref(place).addr())
}

impl Arena {
    /// Runs `body` alone. Handlers that run while the process forks come here, too, on the thread
    /// that forks, which has the lock.
    pub(crate) fn with<R>(&self, body: impl FnOnce(&mut Inner) -> R) -> R {
        let forking = self.forking.load(Ordering::Relaxed);
        let _held = (forking == 0 || forking != this_thread()).then(|| self.lock.lock());
        // SAFETY: ARENA-2.
        body(unsafe { &mut *self.inner.get() })
    }

    /// Takes the lock until [`Arena::release`], by this thread or its copy in a child.
    pub(crate) fn hold(&'static self) {
        let held = self.lock.lock();
        self.forking.store(this_thread(), Ordering::Relaxed);
        self.with(|inner| inner.held = Some(held));
    }

    /// See [`Arena::hold`].
    pub(crate) fn release(&'static self) {
        let held = self.with(|inner| inner.held.take());
        self.forking.store(0, Ordering::Relaxed);
        drop(held);
    }

    /// No new blocks from here on.
    pub(crate) fn stop(&self) {
        self.is_on.store(false, Ordering::Relaxed);
    }

    /// New blocks again, if there were some before.
    pub(crate) fn resume(&self, was_on: bool) {
        self.is_on.store(was_on, Ordering::Relaxed);
    }

    /// What peers see, once the heap has begun.
    pub(crate) fn head(&self) -> Option<&'static Head> {
        // SAFETY: ARENA-1.
        unsafe { self.head.load(Ordering::Acquire).as_ref() }
    }
}

impl Area {
    fn has(&self, address: usize) -> bool {
        address.wrapping_sub(self.base.addr()) < self.len
    }

    fn address(&self, granule: usize) -> *mut u8 {
        self.base.wrapping_add(granule * GRANULE)
    }

    /// A block begins to be used: core files have it.
    fn begin_use(&mut self, run: Run, idle_parts: &mut usize) {
        let base = self.base;
        self.dumped.take(run.bytes(), idle_parts, |bytes| advise(base, bytes, Advice::LinuxDoDump));
    }

    /// A run is free, and perhaps no longer in core files.
    fn end_use(&mut self, run: Run, content: Content, idle_parts: &mut usize) {
        let base = self.base;
        let free = self.runs.free(run, content);
        self.dumped.leave(run.bytes(), free.bytes(), idle_parts, |bytes| advise(base, bytes, Advice::LinuxDontDump));
    }

    /// The run in use that begins at an address.
    fn used(&self, address: usize) -> Option<Run> {
        let offset = address.wrapping_sub(self.base.addr());
        (offset < self.len && offset.is_multiple_of(GRANULE)).then(|| self.runs.used(offset / GRANULE)).flatten()
    }

    /// Has the system take back what is behind a run: false if it has not, and the content is still
    /// there.
    fn give_back(&self, run: Run) -> bool {
        let (address, bytes) = (self.address(run.first), run.granules * GRANULE);
        // SAFETY: ARENA-3: the run is this caller's, whole pages of the mapping.
        unsafe { memory::give_back(address, bytes) }.is_ok()
    }
}

/// Advice about whole pages of a region. Where it is refused, core files have more.
fn advise(base: *mut u8, bytes: Range<usize>, advice: Advice) {
    // SAFETY: ARENA-1: a part of the mapping, whose content does not change.
    let _ = unsafe { madvise(base.wrapping_add(bytes.start).cast(), bytes.len(), advice) };
}

impl Inner {
    /// The file, unless the program has closed it.
    pub(crate) fn file(&self) -> Option<BorrowedFd<'static>> {
        if self.descriptor < 0 {
            return None;
        }
        // SAFETY: whose descriptor it is is found out next.
        let file = unsafe { BorrowedFd::borrow_raw(self.descriptor) };
        (fstat(file).ok().map(|stat| (stat.st_dev, stat.st_ino)) == Some(self.identity)).then_some(file)
    }

    fn area_of(&mut self, address: usize) -> Option<(usize, &mut Area)> {
        self.areas.iter_mut().map_while(Option::as_mut).enumerate().find(|(_, area)| area.has(address))
    }

    /// A block of so many granules: its address, and whether it is zeros.
    fn take(&mut self, granules: usize) -> Option<(*mut u8, bool)> {
        self.settle();
        if let Some(found) = self.take_of_what_is_there(granules) {
            return Some(found);
        }
        let free: usize =
            self.shared().map(|area| Content::ALL.map(|content| area.runs.free_granules(content)).iter().sum::<usize>()).sum();
        // In pieces of both kinds, perhaps.
        if self.kept > 0 && free >= granules {
            self.make_all_zero();
            if let Some(found) = self.take_of_what_is_there(granules) {
                return Some(found);
            }
        }
        self.grow(granules * GRANULE)?;
        self.take_of_what_is_there(granules)
    }

    fn shared(&mut self) -> impl Iterator<Item = &mut Area> {
        self.areas.iter_mut().map_while(Option::as_mut).filter(|area| !area.is_private)
    }

    fn take_of_what_is_there(&mut self, granules: usize) -> Option<(*mut u8, bool)> {
        let mut idle_parts = self.idle_parts;
        let found = self.shared().find_map(|area| {
            let (run, content) = area.runs.take(granules)?;
            area.begin_use(run, &mut idle_parts);
            Some((area.address(run.first), content))
        });
        self.idle_parts = idle_parts;
        let (address, content) = found?;
        self.kept -= if content == Content::Dirty { granules * GRANULE } else { 0 };
        Some((address, content == Content::Zero))
    }

    /// Gives all free memory back, so that it is of one kind.
    fn make_all_zero(&mut self) {
        let mut kept = 0;
        for area in self.shared() {
            let dirty = area.runs.free_granules(Content::Dirty);
            for _ in 0..dirty {
                let Some(run) = area.runs.take_dirty() else { break };
                let content = if area.give_back(run) { Content::Zero } else { Content::Dirty };
                area.runs.free(run, content);
                if content == Content::Dirty {
                    break;
                }
            }
            kept += area.runs.free_granules(Content::Dirty) * GRANULE;
        }
        self.kept = kept;
    }

    /// One more region, for `bytes` bytes at least.
    fn grow(&mut self, bytes: usize) -> Option<()> {
        let number = self.areas.iter().position(Option::is_none)?;
        let all: usize = self.areas.iter().flatten().filter(|area| !area.is_private).map(|area| area.len).sum();
        let enough = bytes.max(all).max(LEAST).checked_next_multiple_of(BOUNDARY)?;
        let least = bytes.checked_next_multiple_of(BOUNDARY)?;
        // Limits may allow the shorter one only.
        let (area, len) = [enough, least].into_iter().find_map(|len| Some((self.lengthen(len)?, len)))?;
        let position = area.position;
        let base = area.base;
        if !ARENA.head()?.add(base as u64, len as u64, position) {
            return None;
        }
        ARENA.regions.store(number + 1, Ordering::Relaxed);
        ARENA.low.fetch_min(base.addr(), Ordering::Relaxed);
        ARENA.high.fetch_max(base.addr() + len, Ordering::Release);
        self.areas[number] = Some(area);
        Some(())
    }

    /// Makes the file longer, and maps what has come.
    fn lengthen(&mut self, bytes: usize) -> Option<Area> {
        let (file, position) = (self.file()?, self.len);
        let len = position.checked_add(bytes as u64)?;
        memory::set_len(file.as_fd(), len).ok()?;
        self.len = len;
        map(file, position, bytes)
    }
}

/// Maps a region, and makes its table.
fn map(file: BorrowedFd<'_>, position: u64, len: usize) -> Option<Area> {
    let access = ProtFlags::READ | ProtFlags::WRITE;
    let granules = len / GRANULE;
    // SAFETY: new mappings at addresses of the system's choice (ARENA-1); the file's takes the
    // place of addresses that nobody else knows of.
    let (base, table, islands, parts) = unsafe {
        let free = MapFlags::PRIVATE | MapFlags::NORESERVE;
        let bytes = granules * (size_of::<Entry>() + size_of::<u32>()) + len / PART;
        let table = mmap_anonymous(ptr::null_mut(), bytes, access, free).ok()?;
        let place = mmap_anonymous(ptr::null_mut(), len + BOUNDARY, ProtFlags::empty(), free).ok()?;
        let before = place.addr().next_multiple_of(BOUNDARY) - place.addr();
        let base = place.wrapping_byte_add(before);
        let flags = MapFlags::SHARED | MapFlags::FIXED | MapFlags::NORESERVE;
        let mapped = mmap(base, len, access, flags, file, position);
        // What is left over of the addresses.
        let ends =
            [(place, if mapped.is_ok() { before } else { len + BOUNDARY }), (base.wrapping_byte_add(len), BOUNDARY - before)];
        for (end, bytes) in ends.into_iter().take(if mapped.is_ok() { 2 } else { 1 }).filter(|(_, bytes)| *bytes > 0) {
            let _ = rustix::mm::munmap(end, bytes);
        }
        let islands = table.cast::<Entry>().add(granules).cast::<u32>();
        let parts = std::slice::from_raw_parts_mut(islands.add(granules).cast::<PartState>(), len / PART);
        let table = std::slice::from_raw_parts_mut(table.cast::<Entry>(), granules);
        (mapped.ok()?.cast::<u8>(), table, std::slice::from_raw_parts_mut(islands, granules), parts)
    };
    // The system may give shared memory no huge pages.
    [Advice::LinuxHugepage, Advice::LinuxDontDump].into_iter().for_each(|advice| advise(base, 0..len, advice));
    let (runs, dumped, islands) = (Runs::new(table), Dumped::new(parts), Islands::none(islands));
    Some(Area { base, len, position, runs, dumped, is_private: false, islands, copy: None })
}

/// Switches the heap on, if it can be: its name.
pub fn activate() -> Option<Name> {
    ARENA.with(|inner| {
        if !inner.has_begun {
            inner.has_begun = true;
            begin(inner)?;
        }
        let head = ARENA.head()?;
        ARENA.is_on.store(!fork::is_child(), Ordering::Release);
        let cookie = head.cookie.load(Ordering::Relaxed);
        Some(Name { descriptor: inner.descriptor as u32, cookie })
    })
}

/// Makes the file. `None` where the system has none, or has limits that count file lengths.
fn begin(inner: &mut Inner) -> Option<()> {
    if getrlimit(Resource::Fsize).current.is_some() {
        return None;
    }
    let file = memory::anonymous_file("ferry-heap").ok()?;
    let mapping = Mapping::shared(file.as_fd(), GRANULE).ok()?.out_of_core_files();
    let stat = fstat(&file).ok()?;
    let head = mapping.base().as_ptr().cast::<Head>();
    std::mem::forget(mapping); // ARENA-1
    let cookie = u64::from_ne_bytes(random::bytes().ok()?) | 1;
    // SAFETY: zeros are a head, and the mapping stays (ARENA-1).
    unsafe { (*head).cookie.store(cookie, Ordering::Release) };
    fork::watch()?;
    inner.identity = (stat.st_dev, stat.st_ino);
    inner.len = BOUNDARY as u64;
    inner.descriptor = file.into_raw_fd();
    ARENA.head.store(head, Ordering::Release);
    Some(())
}

/// What peers see of the heap, once it has begun.
pub fn head() -> Option<&'static Head> {
    ARENA.head()
}

/// Whether blocks may be had.
#[inline(always)]
pub fn is_on() -> bool {
    ARENA.is_on.load(Ordering::Relaxed)
}

/// A block of at least `bytes` bytes, aligned to [`GRANULE`], and whether it is known to be zeros.
/// `None` if there is none to be had here.
#[inline]
pub fn allocate(bytes: usize) -> Option<(NonNull<u8>, bool)> {
    if is_on() { allocate_here(bytes) } else { None }
}

fn allocate_here(bytes: usize) -> Option<(NonNull<u8>, bool)> {
    if bytes as u64 > memory::of_machine() {
        return None;
    }
    let (_, granules) = classes::of(bytes);
    let (address, is_zero) = ARENA.with(|inner| inner.take(granules))?;
    Some((NonNull::new(address)?, is_zero))
}

/// Whether `address` is in a block.
#[inline(always)]
pub fn has(address: *const u8) -> bool {
    let address = address.addr();
    address >= ARENA.low.load(Ordering::Relaxed) && address < ARENA.high.load(Ordering::Relaxed) && is_in_region(address)
}

fn is_in_region(address: usize) -> bool {
    let place = ARENA.head().and_then(|head| head.place(address as u64, 1));
    place.is_some_and(|place| place.region < ARENA.regions.load(Ordering::Relaxed))
}

/// Bytes of the block in use that begins at `address`; `None` if none does.
pub fn size(address: *const u8) -> Option<usize> {
    ARENA.with(|inner| Some(inner.area_of(address.addr())?.1.used(address.addr())?.granules * GRANULE))
}

/// Whether a block of `bytes` bytes would be as long as one of `others`.
pub fn is_same_length(bytes: usize, others: usize) -> bool {
    classes::of(bytes) == classes::of(others)
}

/// What is to be done with a block that is freed, beyond what [`begin_free`] has done.
enum Rest {
    Nothing,
    /// A run that is still in use goes back to the system.
    GiveBack {
        region: usize,
        run: Run,
    },
}

/// Frees a block. False if no block in use begins there.
///
/// # Safety
/// Nobody uses the block any more.
pub unsafe fn free(address: *mut u8) -> bool {
    match ARENA.with(|inner| begin_free(inner, address.addr())) {
        None => false,
        Some(Rest::Nothing) => true,
        Some(Rest::GiveBack { region, run }) => {
            give_back(region, run);
            true
        }
    }
}

fn begin_free(inner: &mut Inner, address: usize) -> Option<Rest> {
    inner.settle();
    let (kept, mut idle_parts) = (inner.kept, inner.idle_parts);
    let (region, area) = inner.area_of(address)?;
    let run = area.used(address)?;
    if area.is_private {
        fork::discard_private(area, address as *mut u8, run.granules * GRANULE);
        area.islands.sink(run.bytes());
        area.end_use(run, Content::Dirty, &mut { NEVER_AGAIN });
        return Some(Rest::Nothing);
    }
    let bytes = run.granules * GRANULE;
    let before = area.runs.free_granules(Content::Dirty);
    let wide = area.runs.widen(run);
    let taken = (before - area.runs.free_granules(Content::Dirty)) * GRANULE;
    let is_long = wide.granules * GRANULE >= RETURNED;
    if kept + bytes > KEPT_IN_PIECES || kept + bytes > KEPT && is_long {
        inner.kept -= taken;
        return Some(Rest::GiveBack { region, run: wide });
    }
    area.end_use(wide, Content::Dirty, &mut idle_parts);
    inner.kept += bytes;
    inner.idle_parts = idle_parts;
    Some(Rest::Nothing)
}

/// While the system takes memory back, which lasts, the run is in use, and the lock is not held.
fn give_back(region: usize, run: Run) {
    let outside = ARENA.with(|inner| {
        let area = inner.areas[region].as_ref().filter(|area| !area.is_private)?;
        Some((area.address(run.first), run.granules * GRANULE))
    });
    // SAFETY: ARENA-3: the run is this caller's, whole pages of the mapping. It is refused if they
    // have become private by now.
    let is_returned = outside.is_some_and(|(address, bytes)| unsafe { memory::give_back(address, bytes) }.is_ok());
    ARENA.with(|inner| {
        let Some(area) = inner.areas[region].as_mut() else { return };
        let content = if is_returned { Content::Zero } else { Content::Dirty };
        let idle_parts = if area.is_private { &mut { NEVER_AGAIN } } else { &mut inner.idle_parts };
        area.end_use(run, content, idle_parts);
        inner.kept += if is_returned || area.is_private { 0 } else { run.granules * GRANULE };
    });
}

/// Makes whole pages of blocks zeros, which take no memory.
///
/// # Errors
/// Where they are not all in blocks of one region, or the system refuses.
///
/// # Safety
/// They are the caller's.
pub unsafe fn discard(address: *mut u8, len: usize) -> io::Result<()> {
    ARENA.with(|inner| {
        let found = inner.area_of(address.addr()).map(|(_, area)| area);
        let area =
            found.filter(|area| len <= area.len - (address.addr() - area.base.addr())).ok_or(io::ErrorKind::InvalidInput)?;
        if !area.is_private {
            // SAFETY: as the caller promises, pages of the mapping.
            return unsafe { memory::give_back(address, len) };
        }
        let begin = address.addr() - area.base.addr();
        for island in parts_within(area.islands.all(), begin..begin + len) {
            // SAFETY: the same.
            unsafe { memory::give_back(area.base.wrapping_add(island.start), island.len()) }?;
        }
        let (access, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | MapFlags::FIXED | MapFlags::NORESERVE);
        for gap in parts_within(area.islands.gaps(), begin..begin + len) {
            // SAFETY: as the caller promises, pages of the mapping, which can be read and written
            // as before unless the program has had that changed.
            unsafe { mmap_anonymous(area.base.wrapping_add(gap.start).cast(), gap.len(), access, flags) }?;
        }
        Ok(())
    })
}

/// What each range has of `bytes`.
fn parts_within(ranges: impl Iterator<Item = Range<usize>>, bytes: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    ranges.map(move |range| range.start.max(bytes.start)..range.end.min(bytes.end)).filter(|part| !part.is_empty())
}

impl Inner {
    /// Tells the region of each part of `len` bytes at `address` that lies in one.
    pub(crate) fn each_part(&mut self, address: u64, len: u64, tell: impl Fn(&mut Islands<'static>, Range<usize>)) {
        let (begin, end) = (address as usize, address.saturating_add(len) as usize);
        for area in self.areas.iter_mut().map_while(Option::as_mut) {
            let base = area.base.addr();
            let part = begin.max(base)..end.min(base + area.len);
            if !part.is_empty() {
                tell(&mut area.islands, part.start - base..part.end - base);
            }
        }
    }

    /// The regions whose blocks are shared are private from now on, as far as `make_private`
    /// succeeds with each.
    pub(crate) fn retire(&mut self, mut make_private: impl FnMut(&Area, Option<BorrowedFd<'static>>)) {
        let file = self.file();
        let head = ARENA.head();
        for (number, area) in self.areas.iter_mut().map_while(Option::as_mut).enumerate().filter(|(_, area)| !area.is_private) {
            area.is_private = true;
            area.islands.settle();
            make_private(area, file);
            let base = area.base;
            area.dumped.outside(|bytes| advise(base, bytes, Advice::LinuxDontDump));
            if let Some(region) = head.and_then(|head| head.regions().get(number)) {
                region.advance(RegionState::Private);
            }
        }
        (self.kept, self.idle_parts) = (0, 0);
    }
}

#[cfg(all(test, not(miri)))]
mod tests;
