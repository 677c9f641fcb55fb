//! The library lock: taken for a few hundred nanoseconds at a time by the threads of one process.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::futex;

const FREE: u32 = 0;
const HELD: u32 = 1;
/// Held, and at least one thread may be asleep on the word.
const CONTENDED: u32 = 2;

/// Tries before a thread goes to sleep; the holder is usually out within a microsecond.
const SPINS: u32 = 100;

/// A futex lock without an owner or data; const-constructible, never poisoned.
pub struct RawLock(AtomicU32);

impl RawLock {
    /// A free lock.
    pub const fn new() -> Self {
        RawLock(AtomicU32::new(FREE))
    }

    /// Takes the lock; waits until it is free.
    #[inline]
    pub fn lock(&self) {
        if self.0.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).is_err() {
            self.lock_contended();
        }
    }

    /// Takes the lock if it is free.
    #[inline]
    pub fn try_lock(&self) -> bool {
        self.0.load(Ordering::Relaxed) == FREE
            && self.0.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Gives the lock back. The caller holds it.
    #[inline]
    pub fn unlock(&self) {
        if self.0.swap(FREE, Ordering::Release) == CONTENDED {
            futex::wake_private(&self.0, 1);
        }
    }

    #[cold]
    fn lock_contended(&self) {
        for _ in 0..SPINS {
            if self.try_lock() {
                return;
            }
            std::hint::spin_loop();
        }
        while self.0.swap(CONTENDED, Ordering::Acquire) != FREE {
            futex::wait_private(&self.0, CONTENDED);
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
    fn increments_under_the_lock_are_not_lost() {
        let counter = &Counter(RawLock::new(), UnsafeCell::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(move || {
                    let counter: &Counter = counter;
                    for _ in 0..10_000 {
                        counter.0.lock();
                        // SAFETY: the lock is held.
                        unsafe { *counter.1.get() += 1 };
                        counter.0.unlock();
                    }
                });
            }
        });
        // SAFETY: all threads have joined.
        assert_eq!(unsafe { *counter.1.get() }, 40_000);
    }
}
