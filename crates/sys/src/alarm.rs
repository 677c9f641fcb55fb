//! A thread that notes whenever something arrives at a descriptor, and wakes who sleeps.
//!
//! # Safety arguments
//! - ALARM-1: the descriptor is only registered, by its number. If that is closed, or another one's
//!   by then, registering fails or the thread rings in vain: whoever hears it looks for itself.

use std::io;
use std::os::fd::{BorrowedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};

use crate::descriptor::raise;
use crate::signals::start_deaf;

/// Starts a thread that sets `flag` whenever something new arrives at `descriptor`, and then calls
/// `ring`, which wakes who sleeps. What another thread has read before this one looks is not noted.
/// The thread lives as long as the process.
///
/// # Errors
/// No thread or no descriptor is to be had.
pub fn start(descriptor: RawFd, flag: &'static AtomicBool, ring: impl Fn() + Send + 'static) -> io::Result<()> {
    let set = raise(epoll::create(CreateFlags::CLOEXEC)?);
    // SAFETY: ALARM-1.
    let watched = unsafe { BorrowedFd::borrow_raw(descriptor) };
    epoll::add(&set, watched, EventData::new_u64(0), EventFlags::IN | EventFlags::ET)?;
    let watch = move || {
        let mut events = Vec::with_capacity(1);
        loop {
            events.clear();
            match epoll::wait(&set, rustix::buffer::spare_capacity(&mut events), None) {
                Ok(_) => {
                    flag.store(true, Ordering::Release);
                    ring();
                }
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
    };
    start_deaf(std::thread::Builder::new().name("ferry-alarm".into()).stack_size(64 * 1024), watch).map(drop)
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::io::Write;
    use std::os::fd::AsRawFd;
    use std::os::unix::net::UnixStream;
    use std::sync::atomic::AtomicU32;
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn each_arrival_is_noted_and_wakes() {
        static FLAG: AtomicBool = AtomicBool::new(false);
        static BELL: AtomicU32 = AtomicU32::new(0);
        let (near, mut far) = UnixStream::pair().unwrap();
        start(near.as_raw_fd(), &FLAG, || BELL.store(0, Ordering::Release)).unwrap();
        for _ in 0..2 {
            BELL.store(1, Ordering::Release);
            far.write_all(b"x").unwrap();
            let start = Instant::now();
            while BELL.load(Ordering::Acquire) != 0 {
                assert!(start.elapsed() < Duration::from_secs(20), "nobody rings");
                std::thread::yield_now();
            }
            assert!(FLAG.swap(false, Ordering::AcqRel));
            assert!(crate::threads::are_deaf("ferry-alarm"));
        }
    }
}
