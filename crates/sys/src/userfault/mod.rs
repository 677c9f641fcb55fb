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
//! not use memory while it unmaps it. Several watchers, each with what it has not looked at yet,
//! share a descriptor and a thread.
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
use std::ops::Range;
use std::sync::Arc;

use source::Source;

mod changes;
mod children;
mod kernel;
mod source;

/// What happened to watched memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Pages of these addresses were unmapped, moved or emptied, and others may be there now.
    Gone(Range<u64>),
    /// More happened than could be remembered: nothing may be relied on.
    Everything,
}

/// Watches memory of this process. Several can watch the same memory, and all are told.
pub struct Watcher {
    source: Arc<Source>,
    /// Which of the source's watchers this is.
    place: usize,
}

impl Watcher {
    /// Starts watching, nothing yet. Needs no privilege. Fails where the kernel has no userfaultfd
    /// (`ENOSYS`), a sandbox forbids it (`EPERM`), the kernel is older than 5.11 (`EINVAL`), or
    /// there are four watchers already (`EBUSY`).
    pub fn new() -> io::Result<Watcher> {
        let (source, place) = Source::join()?;
        Ok(Watcher { source, place })
    }

    /// Watches `len` bytes from `address` on, both multiples of the page size. Anonymous memory and
    /// memfd (shared memory) can be watched; private mappings of files are refused (`EINVAL`), and
    /// so is memory that the program watches itself (`EBUSY`). Watching twice is one.
    pub fn watch(&self, address: u64, len: u64) -> io::Result<()> {
        self.source.watch(self.place, address, len)
    }

    /// Stops watching.
    pub fn unwatch(&self, address: u64, len: u64) -> io::Result<()> {
        self.source.unwatch(self.place, address, len)
    }

    /// What changed since the last call, of memory that any watcher watches. One load if nothing
    /// did.
    #[inline]
    pub fn changes(&self, mut take: impl FnMut(Change)) {
        if self.source.is_pending(self.place) {
            self.collect(&mut take);
        }
    }

    #[cold]
    fn collect(&self, take: &mut dyn FnMut(Change)) {
        // What is called may unmap: no lock is held.
        match self.source.take_changes(self.place) {
            None => take(Change::Everything),
            Some(changes) => changes.ranges().iter().for_each(|(start, end)| take(Change::Gone(*start..*end))),
        }
    }

    /// False once events cannot be read any more, or in a forked child: then nothing may be cached.
    pub fn is_reliable(&self) -> bool {
        self.source.is_reliable()
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.source.leave(self.place);
    }
}
