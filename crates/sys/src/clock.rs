//! The machine's monotonic clock: the same for all processes of the machine, read without entering the kernel.

use rustix::time::{ClockId, Timespec, clock_getres, clock_gettime};

/// Nanoseconds since the machine was started.
#[inline]
pub fn now_ns() -> u64 {
    nanoseconds(clock_gettime(ClockId::Monotonic))
}

/// Nanoseconds between two ticks.
pub fn resolution_ns() -> u64 {
    nanoseconds(clock_getres(ClockId::Monotonic))
}

fn nanoseconds(time: Timespec) -> u64 {
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_in_ticks() {
        let start = now_ns();
        while now_ns() == start {}
        assert!(now_ns() > start && resolution_ns() > 0);
    }
}
