//! Which processors this process may use, and giving them up.
//!
//! # Safety arguments
//! - CPU-1: `sched_getcpu` takes nothing and changes nothing.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity, sched_yield};

/// The processor that the calling thread runs on now.
pub fn current() -> usize {
    // SAFETY: CPU-1.
    let cpu = unsafe { libc::sched_getcpu() };
    usize::try_from(cpu).unwrap_or_default()
}

/// Confines the calling thread to processor `cpu`. False if the system refuses.
pub fn bind(cpu: usize) -> bool {
    let mut set = CpuSet::new();
    set.set(cpu);
    sched_setaffinity(None, &set).is_ok()
}

/// The calling thread's processors before it was confined; it may use them again when this goes.
#[derive(Debug)]
pub struct Before(CpuSet);

impl Drop for Before {
    fn drop(&mut self) {
        // What the thread had a moment ago; a mask that has been narrowed since is the system's own
        // affair.
        let _ = sched_setaffinity(None, &self.0);
    }
}

/// As [`bind`], until the result goes. `None` if the system refuses.
pub fn bind_for_now(cpu: usize) -> Option<Before> {
    let before = sched_getaffinity(None).ok()?;
    bind(cpu).then_some(Before(before))
}

/// Processors in the affinity mask of the calling thread, ascending.
pub fn allowed() -> Vec<usize> {
    match sched_getaffinity(None) {
        Ok(set) => (0..rustix::thread::CpuSet::MAX_CPU).filter(|cpu| set.is_set(*cpu)).collect(),
        Err(_) => vec![0],
    }
}

/// Processors' worth of time the control group grants, if it sets a limit (cgroup v2 `cpu.max`, v1
/// `cfs_quota`), rounded up.
pub fn cgroup_quota() -> Option<usize> {
    let v2 = || {
        let text = std::fs::read_to_string("/sys/fs/cgroup/cpu.max").ok()?;
        let (quota, period) = text.trim().split_once(' ')?;
        Some((quota.parse::<u64>().ok()?, period.parse::<u64>().ok()?))
    };
    let v1 = || {
        let read = |name: &str| std::fs::read_to_string(format!("/sys/fs/cgroup/cpu/cpu.cfs_{name}_us")).ok();
        Some((read("quota")?.trim().parse::<u64>().ok()?, read("period")?.trim().parse::<u64>().ok()?))
    };
    let (quota, period) = v2().or_else(v1)?;
    (period > 0).then(|| quota.div_ceil(period).max(1) as usize)
}

/// Lets another runnable thread have the processor.
#[inline]
pub fn give_way() {
    sched_yield();
}

/// Threads of this process, itself included; 1 where the system does not say.
pub fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(1, |tasks| tasks.count().max(1))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_thread_confined_for_now_has_its_processors_back() {
        let before = super::allowed();
        let last = before[before.len() - 1];
        let bound = super::bind_for_now(last).unwrap();
        assert_eq!((super::allowed(), super::current()), (vec![last], last));
        drop(bound);
        assert_eq!(super::allowed(), before);
    }

    #[test]
    fn a_thread_more_is_counted() {
        // Other tests begin and end threads meanwhile; these are more than they have.
        let stop = std::sync::Barrier::new(101);
        std::thread::scope(|scope| {
            (0..100).for_each(|_| drop(scope.spawn(|| stop.wait())));
            assert!(super::threads() > 100);
            stop.wait();
        });
    }
}
