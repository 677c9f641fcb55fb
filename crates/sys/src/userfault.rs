//! Watching memory: hearing when the program unmaps, moves or empties pages (userfaultfd without
//! faults).
//!
//! Ranges are registered in write-protect mode and never write-protected, so that no access to them
//! ever traps. What is left are the kernel's events: munmap, mremap, madvise and whatever else
//! takes pages away (brk, a mapping over others). The thread that does so waits in the kernel until
//! the event has been read, so a thread of our own reads: it puts events into an array and does
//! nothing else.
//!
//! When a system call that takes pages away has returned, [`Watcher::changes`] tells of it (UF-2).
//! So a cache of registrations that asks before each look-up is never stale for a program that does
//! not use memory while it unmaps it.
//!
//! A forked child has no watcher of its own memory: it must not use the parent's, nor what that
//! guards. Its copy of the descriptor is taken from it, as the parent would wait for a reader of
//! events as long as anybody has one, whether or not it still reads.
//!
//! # Safety arguments
//! - UF-1: the reading thread neither allocates nor frees, unmaps, or takes a lock that a thread
//!   which does those might hold: it would wait for itself. It makes system calls on its
//!   descriptors and writes an array that exists from the start.
//! - UF-2: an event is taken out of the kernel while the array's lock is held. Whoever unmapped
//!   goes on only after that, and finds the lock held or the event in the array.
//! - UF-3: structures are those of `linux/userfaultfd.h`; the kernel writes them within their
//!   sizes.
//! - UF-4: a child of several threads may call `fstat` and `dup3`, which are no more than the
//!   system calls; what the number is of that another descriptor gets is found out before.

use std::io;
use std::mem::{MaybeUninit, offset_of};
use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread::{self, JoinHandle};

use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};

use crate::descriptor::raise;
use crate::signals::start_deaf;

/// Changes remembered between two looks. Beyond that one stands for all: whoever looks so seldom
/// has little left to lose.
const CHANGES: usize = 256;

/// Stack of the reading thread: it calls nothing deep.
const STACK: usize = 64 * 1024;

const USER_MODE_ONLY: libc::c_int = 1;
const API: u64 = 0xaa;
const EVENT_REMAP: u8 = 0x14;
const EVENT_REMOVE: u8 = 0x15;
const EVENT_UNMAP: u8 = 0x16;
/// Bits of `features`: remap, remove, unmap.
const FEATURES: u64 = 1 << 2 | 1 << 3 | 1 << 6;
const MODE_WRITE_PROTECT: u64 = 1 << 1;

/// `struct uffdio_api`.
#[repr(C)]
struct ApiRequest {
    api: u64,
    features: u64,
    ioctls: u64,
}

/// `struct uffdio_register`; without `ioctls`, `struct uffdio_range` at its beginning.
#[repr(C)]
struct RegisterRequest {
    start: u64,
    len: u64,
    mode: u64,
    ioctls: u64,
}

/// `struct uffd_msg`: remap has `from`, `to`, `len`, the others `start`, `end`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Message {
    event: u8,
    _reserved: [u8; 7],
    words: [u64; 3],
}

const _: () = assert!(size_of::<ApiRequest>() == 24 && size_of::<RegisterRequest>() == 32);
const _: () = assert!(size_of::<Message>() == 32 && offset_of!(Message, words) == 8);

/// `_IOWR(0xaa, number, type)` of `size` bytes.
const fn request(number: u64, size: usize) -> libc::c_ulong {
    3 << 30 | (size as u64) << 16 | API << 8 | number
}

/// `_IOR(0xaa, 1, struct uffdio_range)`.
const UNREGISTER: libc::c_ulong = 2 << 30 | 16 << 16 | API << 8 | 1;

/// What happened to watched memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Pages of these addresses were unmapped, moved or emptied, and others may be there now.
    Gone(Range<u64>),
    /// More happened than could be remembered: nothing may be relied on.
    Everything,
}

/// Changes that nobody has looked at yet.
struct Changes {
    list: [(u64, u64); CHANGES],
    len: usize,
    overflow: bool,
}

impl Changes {
    /// Remembers a range, as part of the last one if it goes on there.
    fn push(&mut self, start: u64, end: u64) {
        if let Some(last) = self.list[..self.len].last_mut()
            && start <= last.1
            && last.0 <= end
        {
            *last = (last.0.min(start), last.1.max(end));
        } else if self.len < CHANGES {
            self.list[self.len] = (start, end);
            self.len += 1;
        } else {
            self.overflow = true;
        }
    }

    fn note(&mut self, message: &Message) {
        let [first, second, third] = message.words;
        match message.event {
            EVENT_UNMAP | EVENT_REMOVE => self.push(first, second),
            EVENT_REMAP => {
                self.push(first, first.saturating_add(third));
                self.push(second, second.saturating_add(third));
            }
            _ => self.overflow = true,
        }
    }
}

/// What the two sides share.
struct Shared {
    changes: Mutex<Changes>,
    /// True from before an event is taken out of the kernel until somebody has looked.
    pending: AtomicBool,
    /// True when the reading thread has given up; nothing is known any more.
    failed: AtomicBool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Watches memory of this process.
pub struct Watcher {
    descriptor: Arc<OwnedFd>,
    stop: Arc<OwnedFd>,
    shared: Arc<Shared>,
    reader: Option<JoinHandle<()>>,
    process: u32,
}

impl Watcher {
    /// Starts watching, nothing yet. Needs no privilege. Fails where the kernel has no userfaultfd
    /// (`ENOSYS`), a sandbox forbids it (`EPERM`), or the kernel is older than 5.11 (`EINVAL`).
    pub fn new() -> io::Result<Watcher> {
        let descriptor = Arc::new(raise(open()?));
        let stop = Arc::new(raise(eventfd(0, EventfdFlags::CLOEXEC)?));
        let changes = Mutex::new(Changes { list: [(0, 0); CHANGES], len: 0, overflow: false });
        let shared = Arc::new(Shared { changes, pending: AtomicBool::new(false), failed: AtomicBool::new(false) });
        take_from_children(&descriptor, &stop)?;
        let reader = {
            let (descriptor, stop, shared) = (Arc::clone(&descriptor), Arc::clone(&stop), Arc::clone(&shared));
            let run = move || read_events(descriptor.as_fd(), stop.as_fd(), &shared);
            start_deaf(thread::Builder::new().name("ferry-memory".to_owned()).stack_size(STACK), run)?
        };
        Ok(Watcher { descriptor, stop, shared, reader: Some(reader), process: std::process::id() })
    }

    /// Watches `len` bytes from `address` on, both multiples of the page size. Anonymous memory and
    /// memfd (shared memory) can be watched; private mappings of files are refused (`EINVAL`), and
    /// so is memory that somebody else watches (`EBUSY`). Watching twice is one.
    pub fn watch(&self, address: u64, len: u64) -> io::Result<()> {
        let mut wanted = RegisterRequest { start: address, len, mode: MODE_WRITE_PROTECT, ioctls: 0 };
        self.control(request(0, size_of::<RegisterRequest>()), (&raw mut wanted).cast())
    }

    /// Stops watching.
    pub fn unwatch(&self, address: u64, len: u64) -> io::Result<()> {
        let mut range = [address, len];
        self.control(UNREGISTER, (&raw mut range).cast())
    }

    /// What changed since the last call. One load if nothing did.
    #[inline]
    pub fn changes(&self, mut take: impl FnMut(Change)) {
        if !self.shared.pending.load(Ordering::SeqCst) {
            return;
        }
        self.collect(&mut take);
    }

    #[cold]
    fn collect(&self, take: &mut dyn FnMut(Change)) {
        let (list, len, overflow) = {
            let mut changes = self.shared.lock();
            // Before the lock is given back: the reader sets it again before it takes the next
            // event out of the kernel.
            self.shared.pending.store(self.shared.failed.load(Ordering::SeqCst), Ordering::SeqCst);
            let found = (changes.list, changes.len, changes.overflow);
            (changes.len, changes.overflow) = (0, false);
            found
        };
        // Without the lock: what is called may unmap.
        if overflow || self.shared.failed.load(Ordering::SeqCst) {
            return take(Change::Everything);
        }
        for (start, end) in &list[..len] {
            take(Change::Gone(*start..*end));
        }
    }

    /// False once events cannot be read any more, or in a forked child: then nothing may be cached.
    pub fn is_reliable(&self) -> bool {
        !self.shared.failed.load(Ordering::SeqCst) && self.process == std::process::id()
    }

    fn control(&self, request: libc::c_ulong, argument: *mut libc::c_void) -> io::Result<()> {
        // SAFETY: the argument is the structure that the request wants (UF-3).
        match unsafe { libc::ioctl(self.descriptor.as_raw_fd(), request, argument) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        // A child has no reader to stop.
        if self.process != std::process::id() {
            return;
        }
        // The reader must run until nobody can wait for it any more: closing the descriptor, by the
        // last owner, ends that.
        let told = rustix::io::write(&*self.stop, &1u64.to_ne_bytes());
        debug_assert!(told.is_ok(), "an eventfd takes a number: {told:?}");
        if let Some(reader) = self.reader.take() {
            let joined = reader.join();
            debug_assert!(joined.is_ok(), "the reader of memory events panicked");
        }
        // As late as can be, but before the numbers may be those of other descriptors.
        TAKEN.store(NOTHING, Ordering::SeqCst);
    }
}

/// The descriptor that children get something else for, and what: in the upper and lower half. Of
/// the watcher made last; a process needs one.
static TAKEN: AtomicU64 = AtomicU64::new(NOTHING);
const NOTHING: u64 = u64::MAX;
/// The device and number of the first of them, by which it is told from what the program may have
/// opened in its place.
static IDENTITY: [AtomicU64; 2] = [const { AtomicU64::new(NOTHING) }; 2];

/// Device and number of what a descriptor is of.
fn identity(descriptor: BorrowedFd<'_>) -> io::Result<[u64; 2]> {
    let stat = rustix::fs::fstat(descriptor)?;
    Ok([stat.st_dev, stat.st_ino])
}

fn take_from_children(descriptor: &OwnedFd, instead: &OwnedFd) -> io::Result<()> {
    static DONE: Once = Once::new();
    IDENTITY.iter().zip(identity(descriptor.as_fd())?).for_each(|(place, number)| place.store(number, Ordering::SeqCst));
    TAKEN.store((descriptor.as_raw_fd() as u64) << 32 | instead.as_raw_fd() as u64, Ordering::SeqCst);
    DONE.call_once(|| {
        // SAFETY: the function stays. For want of memory nothing is taken from children.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
    Ok(())
}

extern "C" fn in_child() {
    let taken = TAKEN.load(Ordering::SeqCst);
    if taken == NOTHING {
        return;
    }
    let (instead, ours) = (taken as u32 as i32, (taken >> 32) as i32);
    // SAFETY: UF-4.
    unsafe {
        let found = identity(BorrowedFd::borrow_raw(ours)).ok();
        if found == Some([0, 1].map(|index| IDENTITY[index].load(Ordering::SeqCst))) {
            libc::dup3(instead, ours, libc::O_CLOEXEC);
        }
    }
}

fn open() -> io::Result<OwnedFd> {
    let flags = libc::O_CLOEXEC | libc::O_NONBLOCK | USER_MODE_ONLY;
    // SAFETY: a new descriptor, or -1; nobody else owns it.
    let descriptor = unsafe {
        let number = libc::syscall(libc::SYS_userfaultfd, flags);
        if number < 0 {
            return Err(io::Error::last_os_error());
        }
        OwnedFd::from_raw_fd(number as i32)
    };
    let mut wanted = ApiRequest { api: API, features: FEATURES, ioctls: 0 };
    // SAFETY: UF-3.
    match unsafe { libc::ioctl(descriptor.as_raw_fd(), request(0x3f, size_of::<ApiRequest>()), &raw mut wanted) } {
        0 => Ok(descriptor),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Reads events until told to stop (UF-1).
fn read_events(descriptor: BorrowedFd<'_>, stop: BorrowedFd<'_>, shared: &Shared) {
    loop {
        let mut wanted = [PollFd::from_borrowed_fd(descriptor, PollFlags::IN), PollFd::from_borrowed_fd(stop, PollFlags::IN)];
        match poll(&mut wanted, None) {
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => break,
            Ok(_) => {}
        }
        if !wanted[1].revents().is_empty() {
            return;
        }
        let mut changes = shared.lock();
        shared.pending.store(true, Ordering::SeqCst);
        if !read_all(descriptor, &mut changes) {
            break;
        }
    }
    shared.failed.store(true, Ordering::SeqCst);
    shared.pending.store(true, Ordering::SeqCst);
}

/// Reads what there is; false if that cannot be done any more.
fn read_all(descriptor: BorrowedFd<'_>, changes: &mut Changes) -> bool {
    const BATCH: usize = 16;
    loop {
        let mut batch = [const { MaybeUninit::<Message>::uninit() }; BATCH];
        // SAFETY: UF-3.
        let bytes = unsafe { libc::read(descriptor.as_raw_fd(), batch.as_mut_ptr().cast(), size_of_val(&batch)) };
        let Ok(bytes) = usize::try_from(bytes) else {
            let error = io::Error::last_os_error().raw_os_error();
            return matches!(error, Some(libc::EAGAIN | libc::EINTR));
        };
        for message in &batch[..bytes / size_of::<Message>()] {
            // SAFETY: the kernel wrote so many whole messages (UF-3).
            changes.note(unsafe { message.assume_init_ref() });
        }
        if bytes < size_of_val(&batch) {
            return true;
        }
    }
}
