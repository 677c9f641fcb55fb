//! The one descriptor of the process, the thread that reads it, and who is told.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};

use rangemap::RangeSet;
use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};

use super::changes::Changes;
use super::children::{leave_to_children, take_from_children};
use super::kernel::Descriptor;
use crate::descriptor::raise;
use crate::errno;
use crate::signals::start_deaf;

/// Watchers that a process has at once, at most.
pub const WATCHERS: usize = 4;

/// Stack of the reading thread: it calls nothing deep.
const STACK: usize = 64 * 1024;

/// What the reading thread and the watchers share.
struct Shared {
    /// Of each watcher that there is.
    changes: Mutex<[Option<Changes>; WATCHERS]>,
    /// Of each watcher: true from before an event is taken out of the kernel until it has looked.
    pending: [AtomicBool; WATCHERS],
    /// True when the reading thread has given up; nothing is known any more.
    failed: AtomicBool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, [Option<Changes>; WATCHERS]> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever looks next finds something, or waits for the lock.
    fn set_pending(&self) {
        self.pending.iter().for_each(|pending| pending.store(true, Ordering::SeqCst));
    }
}

/// The descriptor by which all watchers of a process watch: the kernel lets one watch a page.
pub struct Source {
    descriptor: Arc<Descriptor>,
    stop: Arc<OwnedFd>,
    shared: Arc<Shared>,
    /// What each watcher watches.
    watched: Mutex<[RangeSet<u64>; WATCHERS]>,
    reader: Option<JoinHandle<()>>,
    process: u32,
}

impl Source {
    /// The source of this process, with the place of one more watcher in it.
    pub fn join() -> io::Result<(Arc<Source>, usize)> {
        let source = Source::shared()?;
        let mut changes = source.shared.lock();
        let place = changes.iter().position(Option::is_none).ok_or(io::Error::from_raw_os_error(errno::EBUSY))?;
        changes[place] = Some(Changes::NONE);
        drop(changes);
        Ok((source, place))
    }

    /// The source that there is, or a new one. A child of a process that has one has the parent's
    /// lock, which another thread may have held: its watchers have a source each.
    fn shared() -> io::Result<Arc<Source>> {
        static SOURCE: Mutex<Weak<Source>> = Mutex::new(Weak::new());
        static OWNER: AtomicU32 = AtomicU32::new(0);
        let process = std::process::id();
        let owner = OWNER.compare_exchange(0, process, Ordering::SeqCst, Ordering::SeqCst);
        if owner.is_err_and(|owner| owner != process) {
            return Source::new().map(Arc::new);
        }
        let mut known = SOURCE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(source) = known.upgrade().filter(|source| source.is_reliable()) {
            return Ok(source);
        }
        let source = Arc::new(Source::new()?);
        *known = Arc::downgrade(&source);
        Ok(source)
    }

    fn new() -> io::Result<Source> {
        let descriptor = Arc::new(Descriptor::open()?);
        let stop = Arc::new(raise(eventfd(0, EventfdFlags::CLOEXEC)?));
        let shared = Arc::new(Shared {
            changes: Mutex::new([const { None }; WATCHERS]),
            pending: [const { AtomicBool::new(false) }; WATCHERS],
            failed: AtomicBool::new(false),
        });
        take_from_children(&*descriptor, &*stop)?;
        let reader = {
            let (descriptor, stop, shared) = (Arc::clone(&descriptor), Arc::clone(&stop), Arc::clone(&shared));
            let run = move || read_events(&descriptor, stop.as_fd(), &shared);
            start_deaf(thread::Builder::new().name("ferry-memory".to_owned()).stack_size(STACK), run)?
        };
        let watched = Mutex::new(std::array::from_fn(|_| RangeSet::new()));
        Ok(Source { descriptor, stop, shared, watched, reader: Some(reader), process: std::process::id() })
    }

    fn watched(&self) -> MutexGuard<'_, [RangeSet<u64>; WATCHERS]> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn watch(&self, place: usize, start: u64, len: u64) -> io::Result<()> {
        let mut watched = self.watched();
        self.descriptor.register(start, len)?;
        watched[place].insert(start..start + len);
        Ok(())
    }

    /// What others watch as well stays watched.
    pub fn unwatch(&self, place: usize, start: u64, len: u64) -> io::Result<()> {
        let (mut watched, wanted) = (self.watched(), start..start.saturating_add(len));
        if wanted.is_empty() {
            return Ok(());
        }
        watched[place].remove(wanted.clone());
        let mut lone = RangeSet::from([wanted.clone()]);
        for range in watched.iter().flat_map(|others| others.overlapping(&wanted)) {
            lone.remove(range.clone());
        }
        let ended = lone.iter().map(|range| self.descriptor.unregister(range.start, range.end - range.start));
        ended.fold(Ok(()), Result::and)
    }

    /// One load if nothing changed.
    #[inline]
    pub fn is_pending(&self, place: usize) -> bool {
        self.shared.pending[place].load(Ordering::SeqCst)
    }

    /// What changed since the watcher looked last; `None` if nothing is known.
    pub fn take_changes(&self, place: usize) -> Option<Changes> {
        let mut changes = self.shared.lock();
        // Before the lock is given back: the reader sets it again before it takes the next event
        // out of the kernel.
        let failed = self.shared.failed.load(Ordering::SeqCst);
        self.shared.pending[place].store(failed, Ordering::SeqCst);
        changes[place].replace(Changes::NONE).filter(|changes| !failed && !changes.is_overflow())
    }

    /// The watcher is gone.
    pub fn leave(&self, place: usize) {
        // A child has neither the parent's memory nor a reader.
        if self.process != std::process::id() {
            return;
        }
        let ranges: Vec<_> = self.watched()[place].iter().cloned().collect();
        for range in ranges {
            // Memory that is gone is refused.
            let _is_gone = self.unwatch(place, range.start, range.end - range.start);
        }
        self.shared.lock()[place] = None;
    }

    pub fn is_reliable(&self) -> bool {
        !self.shared.failed.load(Ordering::SeqCst) && self.process == std::process::id()
    }
}

impl Drop for Source {
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
        // As late as can be.
        leave_to_children(&*self.descriptor, &*self.stop);
    }
}

/// Reads events until told to stop (UF-1).
fn read_events(descriptor: &Descriptor, stop: BorrowedFd<'_>, shared: &Shared) {
    loop {
        let mut wanted =
            [PollFd::from_borrowed_fd(descriptor.as_fd(), PollFlags::IN), PollFd::from_borrowed_fd(stop, PollFlags::IN)];
        match poll(&mut wanted, None) {
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => break,
            Ok(_) => {}
        }
        if !wanted[1].revents().is_empty() {
            return;
        }
        let mut changes = shared.lock();
        shared.set_pending();
        if !descriptor.read_all(|event| changes.iter_mut().flatten().for_each(|changes| changes.note(&event))) {
            break;
        }
    }
    shared.failed.store(true, Ordering::SeqCst);
    shared.set_pending();
}
