//! What the threads of this process do, as far as the system tells (`/proc/self/task`).

use std::fs;
use std::path::{Path, PathBuf};

/// A thread of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Its number in the system.
    pub id: u32,
    /// Times it has gone to sleep, if it sleeps now until another thread of this process wakes it:
    /// on a lock, a condition, a thread's end.
    pub asleep: Option<u64>,
}

/// All threads of this process; none if the system does not say. One of which it does not say what
/// it does counts as awake.
pub fn all() -> Vec<Thread> {
    let Ok(folder) = fs::read_dir("/proc/self/task") else { return Vec::new() };
    let ids = folder.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let mut private = Private::default();
    ids.map(|id| Thread { id, asleep: asleep(id, &mut private) }).collect()
}

/// Whether the threads of this process with this name, of which there are some, take no signals.
pub fn are_deaf(name: &str) -> bool {
    let Ok(folder) = fs::read_dir("/proc/self/task") else { return false };
    let paths = folder.filter_map(|entry| Some(entry.ok()?.path()));
    let text = |path: &Path, file| fs::read_to_string(path.join(file)).unwrap_or_default();
    let named: Vec<PathBuf> = paths.filter(|path| text(path, "comm").trim_end() == name).collect();
    let takes_none = |path: &PathBuf| {
        let mask =
            text(path, "status").lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigBlk:")?.trim(), 16).ok());
        // One that has ended meanwhile takes none either.
        mask.is_none_or(|mask| [libc::SIGUSR1, libc::SIGUSR2, libc::SIGTERM].iter().all(|number| mask & 1 << (number - 1) != 0))
    };
    !named.is_empty() && named.iter().all(takes_none)
}

fn asleep(id: u32, private: &mut Private) -> Option<u64> {
    let call = fs::read_to_string(format!("/proc/self/task/{id}/syscall")).ok()?;
    let futex = Futex::parse(&call)?;
    if !futex.is_private && !private.has(futex.address) {
        return None;
    }
    let status = fs::read_to_string(format!("/proc/self/task/{id}/status")).ok()?;
    let switches = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
    switches.trim().parse().ok()
}

/// A thread's wait on a word of memory, without a time limit.
#[derive(Debug, PartialEq, Eq)]
struct Futex {
    address: u64,
    is_private: bool,
}

impl Futex {
    /// From a line of `/proc/*/syscall`: the number of the call and its arguments. `None` if it is
    /// another call, or has a limit.
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        if words.next()?.parse() != Ok(libc::SYS_futex) {
            return None;
        }
        let mut argument = || u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok();
        let (address, operation, _expected, limit) = (argument()?, argument()? as i32, argument()?, argument()?);
        let waits = [libc::FUTEX_WAIT, libc::FUTEX_WAIT_BITSET, libc::FUTEX_LOCK_PI];
        let command = operation & !(libc::FUTEX_PRIVATE_FLAG | libc::FUTEX_CLOCK_REALTIME);
        (waits.contains(&command) && limit == 0)
            .then_some(Futex { address, is_private: operation & libc::FUTEX_PRIVATE_FLAG != 0 })
    }
}

/// Which memory other processes cannot see; found out when it is asked for.
#[derive(Default)]
struct Private(Option<Vec<(u64, u64)>>);

impl Private {
    fn has(&mut self, address: u64) -> bool {
        let ranges = self.0.get_or_insert_with(|| private_ranges(&fs::read_to_string("/proc/self/maps").unwrap_or_default()));
        ranges.iter().any(|(start, end)| (*start..*end).contains(&address))
    }
}

/// The private mappings in the text of `/proc/*/maps`.
fn private_ranges(maps: &str) -> Vec<(u64, u64)> {
    let range = |line: &str| {
        let (range, rest) = line.split_once(' ')?;
        let (start, end) = range.split_once('-')?;
        let is_private = rest.as_bytes().get(3) == Some(&b'p');
        is_private.then_some((u64::from_str_radix(start, 16).ok()?, u64::from_str_radix(end, 16).ok()?))
    };
    maps.lines().filter_map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::sync::{Arc, Mutex};
    use std::thread;

    #[test]
    fn waits_without_a_limit_are_told_from_others() {
        let line = "202 0x7f05 0x189 0x0 0x0 0x0 0xffffffff 0x7ffd 0x7f06";
        assert_eq!(Futex::parse(line), Some(Futex { address: 0x7f05, is_private: true }));
        let join = "202 0x7f05 0x109 0x12 0x0 0x0 0xffffffff 0x7ffd 0x7f06";
        assert_eq!(Futex::parse(join), Some(Futex { address: 0x7f05, is_private: false }));
        for other in [
            "running",
            "202 0x7f05 0x189 0x0 0x7f11 0x0 0x0 0x1 0x2",
            "202 0x7f05 0x81 0x1 0x0 0x0 0x0 0x1 0x2",
            "0 0x0 0x1 0x2 0x0 0x0 0x0 0x1 0x2",
            "",
        ] {
            assert_eq!(Futex::parse(other), None, "{other}");
        }
    }

    #[test]
    fn private_memory_is_told_from_shared() {
        let maps = "1000-2000 rw-p 00000000 00:00 0\n3000-4000 rw-s 00000000 00:01 5 /memfd:x (deleted)\n";
        assert_eq!(private_ranges(maps), [(0x1000, 0x2000)]);
    }

    #[test]
    fn a_thread_that_waits_for_a_lock_is_asleep_and_this_one_is_not() {
        let lock = Arc::new(Mutex::new(()));
        let held = lock.lock().expect("not poisoned");
        let (tell, told) = mpsc::channel();
        let waiter = thread::spawn({
            let lock = Arc::clone(&lock);
            move || {
                tell.send(rustix::thread::gettid().as_raw_nonzero().get() as u32).expect("heard");
                drop(lock.lock());
            }
        });
        let id = told.recv().expect("told");
        let state = |id| all().into_iter().find(|thread| thread.id == id).expect("there").asleep;
        let first = std::iter::repeat_with(|| state(id)).find_map(|asleep| asleep);
        assert_eq!(state(id), first, "it has not moved");
        assert_eq!(state(rustix::thread::gettid().as_raw_nonzero().get() as u32), None);
        drop(held);
        waiter.join().expect("ended");
    }
}
