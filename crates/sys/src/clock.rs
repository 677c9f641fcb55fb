//! The machine's monotonic clock: the same for all processes of the machine, read through the vDSO
//! without entering the kernel.
//!
//! # Safety arguments
//! - CLOCK-1: `clock_gettime` and `clock_getres` write one `timespec`; the clock exists on every
//!   Linux, so neither fails.

use libc::{CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, clock_getres, clock_gettime, timespec};

/// Nanoseconds since the machine was started.
#[inline]
pub fn now_ns() -> u64 {
    let mut time = timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: CLOCK-1.
    unsafe { clock_gettime(CLOCK_MONOTONIC, &mut time) };
    nanoseconds(time)
}

/// Nanoseconds of processor time that all threads of this process have had. A system call.
pub fn processor_ns() -> u64 {
    let mut time = timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: CLOCK-1.
    unsafe { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    nanoseconds(time)
}

/// Nanoseconds between two ticks.
pub fn resolution_ns() -> u64 {
    let mut time = timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: CLOCK-1.
    unsafe { clock_getres(CLOCK_MONOTONIC, &mut time) };
    nanoseconds(time)
}

#[inline]
fn nanoseconds(time: timespec) -> u64 {
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_in_ticks() {
        let start = now_ns();
        while now_ns() == start {}
        assert!(now_ns() > start && resolution_ns() > 0 && processor_ns() > 0);
    }
}
