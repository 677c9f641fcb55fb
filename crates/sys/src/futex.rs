//! Sleeping on a word of memory and waking the sleeper (`futex(2)`).

use std::sync::atomic::AtomicU32;
use std::time::Duration;

use rustix::thread::futex;

/// Sleeps while `*word == expected`, within one process, at most `limit`. May return early. All of
/// Ferry's own sleeps have a limit: that tells them from those of the program ([`crate::threads`]).
pub fn wait_private_for(word: &AtomicU32, expected: u32, limit: Duration) {
    // The result only says why the wait ended; callers look at the word again.
    let _ = futex::wait(word, futex::Flags::PRIVATE, expected, Some(&timespec(limit)));
}

/// Wakes up to `count` sleepers of this process.
pub fn wake_private(word: &AtomicU32, count: u32) {
    let _ = futex::wake(word, futex::Flags::PRIVATE, count);
}

/// Sleeps while `*word == expected`, across processes that share the page, at most `limit`. May
/// return early.
pub fn wait_shared(word: &AtomicU32, expected: u32, limit: Duration) {
    let _ = futex::wait(word, futex::Flags::empty(), expected, Some(&timespec(limit)));
}

fn timespec(limit: Duration) -> futex::Timespec {
    futex::Timespec { tv_sec: limit.as_secs() as i64, tv_nsec: i64::from(limit.subsec_nanos()) }
}

/// Wakes every sleeper on the word in any process.
pub fn wake_shared(word: &AtomicU32) {
    let _ = futex::wake(word, futex::Flags::empty(), i32::MAX as u32);
}
