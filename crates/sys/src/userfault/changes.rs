//! What happened to watched memory since somebody last looked.

use super::kernel::Event;

/// Changes remembered between two looks. Beyond that one stands for all: whoever looks so seldom
/// has little left to lose.
const CHANGES: usize = 256;

/// Changes that one watcher has not looked at yet.
pub struct Changes {
    list: [Event; CHANGES],
    len: usize,
    overflow: bool,
}

impl Changes {
    pub const NONE: Changes = Changes { list: [Event::Unknown; CHANGES], len: 0, overflow: false };

    /// Remembers an event, as part of the last one if that one's range goes on there.
    pub fn note(&mut self, event: Event) {
        let last = self.list[..self.len].last_mut();
        match (last, event) {
            (_, Event::Unknown) => self.overflow = true,
            // A shared mapping has another place beside its own (`mremap` of length 0): nothing is
            // gone.
            (_, Event::Moved(.., 0)) => {}
            (Some(Event::Unmapped(first, last)), Event::Unmapped(start, end))
            | (Some(Event::Emptied(first, last)), Event::Emptied(start, end))
                if start <= *last && *first <= end =>
            {
                (*first, *last) = ((*first).min(start), (*last).max(end));
            }
            _ if self.len < CHANGES => {
                self.list[self.len] = event;
                self.len += 1;
            }
            _ => self.overflow = true,
        }
    }

    /// Whether more happened than could be remembered.
    pub fn is_overflow(&self) -> bool {
        self.overflow
    }

    /// In the order in which they happened.
    pub fn events(&self) -> &[Event] {
        &self.list[..self.len]
    }
}
