//! A thread that waits for the network while its process sleeps on a word of the node's memory, and rings that word.
//!
//! It waits in `epoll_wait` on a set with one member that reports once each time it is armed: arming costs a system call before a sleep, and nothing at any
//! other time. A report that comes late, when the process is awake again, wakes nobody.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use ferry_shm::doorbell;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};

/// What the set reports: once, whatever the descriptor can be read.
const ONCE: EventFlags = EventFlags::IN.union(EventFlags::ONESHOT);

/// A thread for one descriptor, as long as the process lives.
pub struct Watcher {
    set: Arc<OwnedFd>,
    descriptor: OwnedFd,
}

impl Watcher {
    /// A thread that rings `bell` when `descriptor` becomes readable after [`Watcher::arm`].
    ///
    /// # Errors
    /// No thread or no descriptor is to be had.
    pub fn start(descriptor: BorrowedFd<'_>, bell: &'static AtomicU32) -> io::Result<Self> {
        let set = Arc::new(epoll::create(CreateFlags::CLOEXEC)?);
        let descriptor = descriptor.try_clone_to_owned()?;
        epoll::add(&*set, &descriptor, EventData::new_u64(0), EventFlags::ONESHOT)?;
        let watched = Arc::clone(&set);
        std::thread::Builder::new()
            .name("ferry-watcher".into())
            .stack_size(64 * 1024)
            .spawn(move || watch(watched.as_fd(), bell))?;
        Ok(Watcher { set, descriptor })
    }

    /// From now on the next news rings, once.
    ///
    /// # Errors
    /// The system refuses.
    pub fn arm(&self) -> io::Result<()> {
        Ok(epoll::modify(&*self.set, &self.descriptor, EventData::new_u64(0), ONCE)?)
    }
}

fn watch(set: BorrowedFd<'_>, bell: &AtomicU32) {
    let mut events = Vec::with_capacity(1);
    loop {
        events.clear();
        match epoll::wait(set, rustix::buffer::spare_capacity(&mut events), None) {
            Ok(_) => doorbell::wake_slowly(bell),
            Err(rustix::io::Errno::INTR) => {}
            // The set is no more: nobody arms it either.
            Err(_) => return,
        }
    }
}
