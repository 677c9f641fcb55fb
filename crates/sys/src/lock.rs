//! The library lock: taken for a few hundred nanoseconds at a time by the threads of one process.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::futex;

const FREE: u32 = 0;
const HELD: u32 = 1;
/// Held, and at least one thread may be asleep on the word.
const CONTENDED: u32 = 2;

/// Tries before a thread goes to sleep; the holder is usually out within a microsecond.
const SPINS: u32 = 100;

/// How long a thread sleeps before it looks at the lock again; it is woken long before.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);

/// A futex lock without an owner or data; const-constructible, never poisoned.
pub struct RawLock(AtomicU32);

/// The lock is held as long as this lives.
#[must_use]
pub struct Held<'a>(&'a RawLock);

impl RawLock {
    /// A free lock.
    pub const fn new() -> Self {
        RawLock(AtomicU32::new(FREE))
    }

    /// Takes the lock; waits until it is free.
    #[inline]
    pub fn lock(&self) -> Held<'_> {
        if self.0.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).is_err() {
            self.lock_contended();
        }
        Held(self)
    }

    /// Makes the lock free, whoever holds it: in a child process, which has none of the threads
    /// that may.
    pub fn free_in_child(&self) {
        self.0.store(FREE, Ordering::Relaxed);
    }

    /// Takes the lock if it is free.
    #[inline]
    pub fn try_lock(&self) -> Option<Held<'_>> {
        self.is_taken().then(|| Held(self))
    }

    /// Whether the lock was free, and now is the caller's.
    #[inline]
    fn is_taken(&self) -> bool {
        self.0.load(Ordering::Relaxed) == FREE
            && self.0.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    #[cold]
    fn lock_contended(&self) {
        for _ in 0..SPINS {
            if self.is_taken() {
                return;
            }
            std::hint::spin_loop();
        }
        while self.0.swap(CONTENDED, Ordering::Acquire) != FREE {
            futex::wait_private_for(&self.0, CONTENDED, LONGEST_SLEEP);
        }
    }
}

impl Drop for Held<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.0.0.swap(FREE, Ordering::Release) == CONTENDED {
            futex::wake_private(&self.0.0, 1);
        }
    }
}

impl Default for RawLock {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::UnsafeCell;

    struct Counter(RawLock, UnsafeCell<u64>);
    // SAFETY: the cell is touched only under the lock.
    unsafe impl Sync for Counter {}

    #[test]
    fn a_lock_that_is_held_is_not_to_be_had() {
        let lock = RawLock::new();
        let held = lock.try_lock();
        // Twice: a try that fails must not give the lock back.
        assert!(held.is_some() && lock.try_lock().is_none() && lock.try_lock().is_none());
        drop(held);
        assert!(lock.try_lock().is_some());
    }

    #[test]
    fn increments_under_the_lock_are_not_lost() {
        let counter = &Counter(RawLock::new(), UnsafeCell::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(move || {
                    let counter: &Counter = counter;
                    for _ in 0..10_000 {
                        let _held = counter.0.lock();
                        // SAFETY: the lock is held.
                        unsafe { *counter.1.get() += 1 };
                    }
                });
            }
        });
        // SAFETY: all threads have joined.
        assert_eq!(unsafe { *counter.1.get() }, 40_000);
    }
}
