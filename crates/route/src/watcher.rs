//! A thread that waits for the network while its process sleeps on a word of the node's memory, and
//! rings that word.
//!
//! It waits in `epoll_wait` on a set. The network's descriptor there reports once each time it is
//! armed. Arming costs a system call before a sleep, and nothing at any other time. A report that
//! comes late, when the process is awake again, wakes nobody. A timer in the set ends sleeps that
//! may not be longer.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use ferry_shm::doorbell;
use ferry_sys::descriptor::raise;
use ferry_sys::signals::start_deaf;
use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::time::{Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, timerfd_create, timerfd_settime};

/// What the set reports: once, whatever the descriptor can be read.
const ONCE: EventFlags = EventFlags::IN.union(EventFlags::ONESHOT);

/// A thread for one descriptor, as long as the process lives.
pub struct Watcher {
    set: Arc<OwnedFd>,
    descriptor: OwnedFd,
    timer: OwnedFd,
    is_timer_set: bool,
}

impl Watcher {
    /// A thread that rings `bell` when `descriptor` becomes readable after [`Watcher::arm`].
    ///
    /// # Errors
    /// No thread or no descriptor is to be had.
    pub fn start(descriptor: BorrowedFd<'_>, bell: &'static AtomicU32) -> io::Result<Self> {
        let set = Arc::new(raise(epoll::create(CreateFlags::CLOEXEC)?));
        let descriptor = raise(descriptor.try_clone_to_owned()?);
        epoll::add(&*set, &descriptor, EventData::new_u64(0), EventFlags::ONESHOT)?;
        let timer = raise(timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK)?);
        epoll::add(&*set, &timer, EventData::new_u64(1), EventFlags::IN | EventFlags::ET)?;
        let watched = Arc::clone(&set);
        let builder = std::thread::Builder::new().name("ferry-watcher".into()).stack_size(64 * 1024);
        start_deaf(builder, move || watch(watched.as_fd(), bell))?;
        Ok(Watcher { set, descriptor, timer, is_timer_set: false })
    }

    /// From now on the next news rings, once; and the end of `most_ns` nanoseconds.
    ///
    /// # Errors
    /// The system refuses.
    pub fn arm(&mut self, most_ns: Option<u64>) -> io::Result<()> {
        if most_ns.is_some() || self.is_timer_set {
            self.is_timer_set = most_ns.is_some();
            // No time at all would stop the timer.
            let it_value = most_ns.map_or(0, |most_ns| most_ns.max(1));
            let it_value = Timespec { tv_sec: (it_value / 1_000_000_000) as _, tv_nsec: (it_value % 1_000_000_000) as _ };
            let once = Itimerspec { it_interval: Timespec::default(), it_value };
            timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &once)?;
        }
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

#[cfg(all(test, not(miri)))]
mod tests {
    use std::os::unix::net::UnixStream;
    use std::sync::atomic::Ordering;
    use std::time::{Duration, Instant};

    use super::*;

    /// Lies down, lets `arm` happen, and waits until the bell has rung.
    fn sleep(bell: &AtomicU32, arm: impl FnOnce()) {
        let start = Instant::now();
        bell.store(1, Ordering::Release);
        arm();
        while bell.load(Ordering::Acquire) != 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "nobody rings");
            std::thread::yield_now();
        }
    }

    #[test]
    fn news_and_the_end_of_the_time_ring() {
        static BELL: AtomicU32 = AtomicU32::new(0);
        let (one, two) = UnixStream::pair().unwrap();
        let mut watcher = Watcher::start(one.as_fd(), &BELL).unwrap();
        let begin = Instant::now();
        sleep(&BELL, || watcher.arm(Some(20_000_000)).unwrap());
        assert!(begin.elapsed() >= Duration::from_millis(19));
        sleep(&BELL, || {
            watcher.arm(None).unwrap();
            _ = rustix::io::write(&two, b"x").unwrap();
        });
        assert!(ferry_sys::threads::are_deaf("ferry-watcher"));
    }
}
