//! Atomics, memory barriers and futexes for the lock-free parts.
//!
//! `--cfg loom` swaps them for loom's model. A test then tries every interleaving, and every value
//! that a weakly ordered load may see.

#[cfg(not(loom))]
pub(crate) use ferry_sys::{barrier, futex};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
#[cfg(not(loom))]
pub(crate) use std::sync::{Arc, Condvar, Mutex};

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
#[cfg(loom)]
pub(crate) use loom::sync::{Arc, Condvar, Mutex};

/// A barrier on all processors is, for two threads that use it, a fence in each of them: the
/// sleeper's is here, the sender's model is the fence that it issues where barriers are refused.
#[cfg(loom)]
pub(crate) mod barrier {
    pub fn everywhere() -> bool {
        super::fence(super::Ordering::SeqCst);
        true
    }
}

/// One queue of sleepers, as in the kernel: the word is compared and the sleeper queued under the
/// queue's lock. Nobody wakes by time, so that a lost wake-up is a deadlock, which loom reports.
#[cfg(loom)]
pub(crate) mod futex {
    use std::time::Duration;

    use loom::sync::{Condvar, Mutex};

    use super::{AtomicU32, Ordering};

    loom::lazy_static! {
        static ref SLEEPERS: (Mutex<()>, Condvar) = (Mutex::new(()), Condvar::new());
    }

    pub fn wait_shared(word: &AtomicU32, expected: u32, _limit: Duration) {
        let guard = SLEEPERS.0.lock().unwrap();
        if word.load(Ordering::Relaxed) == expected {
            drop(SLEEPERS.1.wait(guard).unwrap());
        }
    }

    pub fn wake_shared(_word: &AtomicU32) {
        let _guard = SLEEPERS.0.lock().unwrap();
        SLEEPERS.1.notify_all();
    }
}
