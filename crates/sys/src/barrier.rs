//! Memory barriers on other processors (`membarrier(2)`): they let a sleeper pay for the ordering
//! that every sender would pay otherwise.
//!
//! # Safety arguments
//! - BAR-1: `membarrier` reads and writes no memory of the caller.

use std::sync::atomic::{Ordering, fence};

const REGISTER_GLOBAL_EXPEDITED: i32 = 1 << 2;
const GLOBAL_EXPEDITED: i32 = 1 << 1;

fn membarrier(command: i32) -> bool {
    // SAFETY: BAR-1.
    unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
}

/// Makes this process a target of [`everywhere`]. False where the kernel or a seccomp filter
/// refuses.
pub fn register() -> bool {
    membarrier(REGISTER_GLOBAL_EXPEDITED)
}

/// A full memory barrier on every processor that runs a registered process, and here. False if the
/// kernel refuses.
pub fn everywhere() -> bool {
    fence(Ordering::SeqCst);
    membarrier(GLOBAL_EXPEDITED)
}
