//! What happened to watched memory since somebody last looked.

use super::kernel::Event;

/// Changes remembered between two looks. Beyond that one stands for all: whoever looks so seldom
/// has little left to lose.
const CHANGES: usize = 256;

/// Changes that one watcher has not looked at yet.
pub struct Changes {
    list: [(u64, u64); CHANGES],
    len: usize,
    overflow: bool,
}

impl Changes {
    pub const NONE: Changes = Changes { list: [(0, 0); CHANGES], len: 0, overflow: false };

    pub fn note(&mut self, event: &Event) {
        match *event {
            Event::Gone(start, end) => self.push(start, end),
            Event::Moved(from, to, len) => {
                self.push(from, from.saturating_add(len));
                self.push(to, to.saturating_add(len));
            }
            Event::Unknown => self.overflow = true,
        }
    }

    /// Remembers a range, as part of the last one if it goes on there.
    fn push(&mut self, start: u64, end: u64) {
        if let Some(last) = self.list[..self.len].last_mut()
            && start <= last.1
            && last.0 <= end
        {
            *last = (last.0.min(start), last.1.max(end));
        } else if self.len < CHANGES {
            self.list[self.len] = (start, end);
            self.len += 1;
        } else {
            self.overflow = true;
        }
    }

    /// Whether more happened than could be remembered.
    pub fn is_overflow(&self) -> bool {
        self.overflow
    }

    pub fn ranges(&self) -> &[(u64, u64)] {
        &self.list[..self.len]
    }
}
