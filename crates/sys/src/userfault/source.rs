//! The one descriptor of the process, the thread that reads it, and who is told.

use std::io;
use std::mem;
use std::ops::{Deref, DerefMut, Range};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};

use rangemap::RangeSet;
use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};

use super::changes::Changes;
use super::children::{leave_to_children, take_from_children};
use super::kernel::{Descriptor, Event, Traffic};
use crate::descriptor::raise;
use crate::errno;
use crate::signals::{Deaf, start_deaf};

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

/// The lists of changes, locked. No handler of a signal runs in this thread meanwhile: one that
/// unmaps would wait for the reader, and the reader for the lock.
struct Lists<'a> {
    lists: MutexGuard<'a, [Option<Changes>; WATCHERS]>,
    /// Ends after the lock, as it is declared after it.
    _deaf: Deaf,
}

impl Deref for Lists<'_> {
    type Target = [Option<Changes>; WATCHERS];

    fn deref(&self) -> &Self::Target {
        &self.lists
    }
}

impl DerefMut for Lists<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.lists
    }
}

impl Shared {
    fn new() -> Shared {
        Shared {
            changes: Mutex::new([const { None }; WATCHERS]),
            pending: [const { AtomicBool::new(false) }; WATCHERS],
            failed: AtomicBool::new(false),
        }
    }

    /// For the reader, which takes no signals.
    fn lock(&self) -> MutexGuard<'_, [Option<Changes>; WATCHERS]> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For all others. Whoever holds it does not allocate.
    fn lists(&self) -> Lists<'_> {
        let deaf = Deaf::now();
        Lists { lists: self.lock(), _deaf: deaf }
    }

    /// Whoever looks next finds something, or waits for the lock.
    fn set_pending(&self) {
        self.pending.iter().for_each(|pending| pending.store(true, Ordering::SeqCst));
    }

    /// Nothing is known any more.
    fn give_up(&self) {
        self.failed.store(true, Ordering::SeqCst);
        self.set_pending();
    }

    fn has_failed(&self) -> bool {
        self.failed.load(Ordering::SeqCst)
    }

    /// What is new for a watcher; `None` if nothing is known.
    fn take(&self, place: usize) -> Option<Changes> {
        let mut lists = self.lists();
        // Before the lock is given back: the reader sets it again before it takes the next event
        // out of the kernel.
        let failed = self.has_failed();
        self.pending[place].store(failed, Ordering::SeqCst);
        lists[place].replace(Changes::NONE).filter(|changes| !failed && !changes.is_overflow())
    }
}

/// The descriptor by which all watchers of a process watch: the kernel lets one watch a page.
pub struct Source {
    descriptor: Arc<Descriptor>,
    stop: Arc<OwnedFd>,
    shared: Arc<Shared>,
    /// What each watcher watches. Whoever holds this lock may allocate, and may take that of the
    /// changes; not the other way round.
    watched: Mutex<[RangeSet<u64>; WATCHERS]>,
    reader: Option<JoinHandle<()>>,
    process: u32,
}

impl Source {
    /// The source of this process, with the place of one more watcher in it.
    pub fn join() -> io::Result<(Arc<Source>, usize)> {
        let source = Source::shared()?;
        let mut lists = source.shared.lists();
        let free = lists.iter().position(Option::is_none);
        if let Some(place) = free {
            lists[place] = Some(Changes::NONE);
        }
        drop(lists);
        let place = free.ok_or(io::Error::from_raw_os_error(errno::EBUSY))?;
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
        let shared = Arc::new(Shared::new());
        take_from_children(&descriptor, &*stop);
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
        if self.shared.has_failed() {
            // The number may be that of another descriptor.
            return Err(io::Error::from_raw_os_error(errno::EBADF));
        }
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
        // Memory that this watcher does not watch may be watched by the program.
        let own = watched[place].overlapping(&wanted);
        let own: RangeSet<u64> = own.map(|range| range.start.max(wanted.start)..range.end.min(wanted.end)).collect();
        watched[place].remove(wanted);
        self.end(&watched, own)
    }

    /// Of `ended`, what none of the sets has is watched no longer.
    fn end(&self, watched: &[RangeSet<u64>; WATCHERS], ended: RangeSet<u64>) -> io::Result<()> {
        if self.shared.has_failed() {
            return Ok(());
        }
        let mut lone = ended.clone();
        for range in ended.iter().flat_map(|range| watched.iter().flat_map(move |others| others.overlapping(range))) {
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

    /// Whether threads wait for the reader whose memory may be gone already, though nothing has
    /// been told of it.
    pub fn is_awaited(&self) -> bool {
        match self.descriptor.traffic() {
            Traffic::Still => false,
            Traffic::UnderWay => true,
            Traffic::Lost => {
                // A child has got something else in its place.
                if self.process == std::process::id() {
                    self.shared.give_up();
                }
                false
            }
        }
    }

    /// What changed since the watcher looked last; `None` if nothing is known. What it watches
    /// follows.
    pub fn take_changes(&self, place: usize) -> Option<Changes> {
        let mut watched = self.watched();
        let changes = self.shared.take(place);
        let Some(known) = &changes else {
            watched[place].clear();
            return None;
        };
        let mut arrived = RangeSet::new();
        for event in known.events() {
            let own = &mut watched[place];
            match *event {
                Event::Unmapped(start, end) => remove(own, &mut arrived, start..end),
                Event::Moved(from, to, len) => {
                    remove(own, &mut arrived, from..from.saturating_add(len));
                    remove(own, &mut arrived, to..to.saturating_add(len));
                    arrived.insert(to..to.saturating_add(len));
                }
                Event::Emptied(..) | Event::Unknown => {}
            }
        }
        // Nobody has asked for what is watched because it came there. Where that is gone, too,
        // there is nothing to end.
        let _is_gone = self.end(&watched, arrived);
        changes
    }

    /// The watcher is gone.
    pub fn leave(&self, place: usize) {
        // A child has neither the parent's memory nor a reader.
        if self.process != std::process::id() {
            return;
        }
        // What is gone may be others' memory by now.
        self.take_changes(place);
        let mut watched = self.watched();
        let own = mem::take(&mut watched[place]);
        // Memory that went meanwhile is refused.
        let _is_gone = self.end(&watched, own);
        drop(watched);
        self.shared.lists()[place] = None;
    }

    pub fn is_reliable(&self) -> bool {
        !self.shared.has_failed() && self.process == std::process::id()
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        // A child has no reader to stop.
        if self.process != std::process::id() {
            return;
        }
        // The reader runs until nobody can wait for it any more: as the last thing it does, it ends
        // all watching.
        let told = rustix::io::write(&*self.stop, &1u64.to_ne_bytes());
        let Some(reader) = self.reader.take() else { return };
        if told.is_err() {
            // The program has closed it: the number is not ours.
            mem::forget(Arc::clone(&self.stop));
            if !reader.is_finished() {
                // It hears nothing, and reads on.
                return;
            }
        }
        let joined = reader.join();
        debug_assert!(joined.is_ok(), "the reader of memory events panicked");
        // As late as can be.
        leave_to_children(&self.descriptor, &*self.stop);
    }
}

fn remove(own: &mut RangeSet<u64>, arrived: &mut RangeSet<u64>, gone: Range<u64>) {
    if !gone.is_empty() {
        own.remove(gone.clone());
        arrived.remove(gone);
    }
}

/// Reads events until told to stop, and ends all watching (UF-1).
fn read_events(descriptor: &Descriptor, stop: BorrowedFd<'_>, shared: &Shared) {
    if !read_until_told(descriptor, stop, shared) {
        shared.give_up();
    }
    // Whoever waits with an event that nobody reads goes on; that may be a thread which holds a
    // lock of the allocator, and the end of this thread frees memory.
    descriptor.release(stop);
}

/// False if events cannot be read any more.
fn read_until_told(descriptor: &Descriptor, stop: BorrowedFd<'_>, shared: &Shared) -> bool {
    loop {
        let mut wanted =
            [PollFd::from_borrowed_fd(descriptor.as_fd(), PollFlags::IN), PollFd::from_borrowed_fd(stop, PollFlags::IN)];
        match poll(&mut wanted, None) {
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return false,
            Ok(_) => {}
        }
        match wanted[1].revents() {
            PollFlags::IN => return true,
            none if none.is_empty() => {}
            // The program has closed it.
            _ => return false,
        }
        let mut changes = shared.lock();
        shared.set_pending();
        if !descriptor.read_all(|event| changes.iter_mut().flatten().for_each(|changes| changes.note(event))) {
            return false;
        }
    }
}

#[cfg(all(test, not(miri)))]
mod tests;
