//! Memory watched by userfaultfd, on behalf of a cache of registrations (BR-7); and the shared
//! heap, whose blocks move when the process forks (ADR 0035), but for what is open to peers (ADR
//! 0119).

use ferry_heap::own;
use ferry_regcache::{Monitor, PageRange};
use ferry_sys::userfault::{Change, Watcher};

/// Watches memory where the system can; where it cannot, no registration is found twice.
pub struct MemoryMonitor {
    watcher: Option<Watcher>,
}

impl MemoryMonitor {
    /// Starts watching; the error says why that cannot be, and the monitor is blind.
    pub fn new() -> (Self, Option<std::io::Error>) {
        own::keep_former();
        match Watcher::new() {
            Ok(watcher) => (MemoryMonitor { watcher: Some(watcher) }, None),
            Err(error) => (MemoryMonitor { watcher: None }, Some(error)),
        }
    }
}

impl Monitor for MemoryMonitor {
    fn watch(&mut self, range: PageRange) -> bool {
        let watcher = self.watcher.as_ref().filter(|watcher| watcher.is_reliable());
        watcher.is_some_and(|watcher| watcher.watch(range.start(), range.bytes()).is_ok())
    }

    fn unwatch(&mut self, range: PageRange) {
        // Memory that is gone is refused, of which nothing is heard anyway.
        let _is_gone = self.watcher.as_ref().map(|watcher| watcher.unwatch(range.start(), range.bytes()));
    }

    fn changes(&mut self, mut tell: impl FnMut(Option<(u64, u64)>)) {
        let Some(watcher) = &self.watcher else { return };
        watcher.changes(|change| match change {
            Change::Gone(range) => tell(Some((range.start, range.end - range.start))),
            Change::Everything => tell(None),
        });
    }

    fn moves(&self) -> u64 {
        own::moves()
    }

    fn former(&self, address: u64, len: u64) -> Option<*const u8> {
        own::former(address, len)
    }

    fn keep(&mut self, address: u64, len: u64) {
        own::keep(address, len);
    }

    fn let_go(&mut self, address: u64, len: u64) {
        own::let_go(address, len);
    }
}
