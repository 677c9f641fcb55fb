//! What was posted to a send queue and has not completed. Only some requests are signalled; the
//! completion of one is that of all before it.

use std::collections::VecDeque;

/// Requests without a completion of their own between two that have one, at most: few enough that
/// buffers come back soon.
const UNSIGNALLED: u32 = 15;
/// Bytes of buffers that may be held without a completion to come: large buffers come back sooner,
/// so that few are needed.
const UNSIGNALLED_BYTES: usize = 64 * 1024;

/// Numbers are told apart within so many bits.
const NUMBER_BITS: u32 = 28;
const NUMBERS: u32 = 1 << NUMBER_BITS;

/// Where a window stood.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark {
    entries: usize,
    unsignalled: u32,
    unsignalled_bytes: usize,
}

/// A send queue as its owner sees it; `T` is what a request holds until it is complete.
#[derive(Debug)]
pub struct Window<T> {
    capacity: usize,
    /// Number of the oldest entry.
    first: u32,
    entries: VecDeque<T>,
    /// Entries at the end that no completion will tell of.
    unsignalled: u32,
    /// Bytes of buffers that these hold.
    unsignalled_bytes: usize,
    /// Number of the oldest entry at the last look, and looks since it became that.
    looked: (u32, u32),
}

impl<T> Window<T> {
    /// A queue for `capacity` requests.
    pub fn new(capacity: usize) -> Self {
        Window { capacity, first: 0, entries: VecDeque::new(), unsignalled: 0, unsignalled_bytes: 0, looked: (0, 0) }
    }

    /// Requests that may be posted now.
    pub fn room(&self) -> usize {
        self.capacity - self.entries.len()
    }

    /// Whether all requests are known to be complete.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Requests at the end that no completion will tell of.
    pub fn unsignalled(&self) -> u32 {
        self.unsignalled
    }

    /// Whether a completion will come.
    pub fn expects_completion(&self) -> bool {
        self.entries.len() > self.unsignalled as usize
    }

    /// Looks, with this one, at which a completion was expected that had been expected at the one
    /// before already; 0 at the first.
    pub fn look(&mut self) -> u32 {
        let (oldest, looks) = self.looked;
        let is_same = oldest == self.first && self.expects_completion();
        self.looked = (self.first, if is_same { looks + 1 } else { 0 });
        self.looked.1
    }

    /// Number that the request after `ahead` others will have.
    pub fn number_after(&self, ahead: usize) -> u32 {
        self.first.wrapping_add((self.entries.len() + ahead) as u32) & (NUMBERS - 1)
    }

    /// Whether the next request, which holds a buffer of `bytes`, must be signalled: in time for
    /// the queue never to fill up with requests that nobody hears of.
    pub fn must_signal(&self, bytes: usize) -> bool {
        self.unsignalled >= UNSIGNALLED.min(self.capacity as u32 / 4) || self.unsignalled_bytes + bytes > UNSIGNALLED_BYTES
    }

    /// A request was posted, which holds a buffer of `bytes`.
    pub fn push(&mut self, entry: T, bytes: usize, signalled: bool) {
        debug_assert!(self.room() > 0);
        self.entries.push_back(entry);
        (self.unsignalled, self.unsignalled_bytes) =
            if signalled { (0, 0) } else { (self.unsignalled + 1, self.unsignalled_bytes + bytes) };
    }

    /// The request `number` is complete, and so are those before it: what they held, the oldest
    /// first. Nothing if there is no such request.
    pub fn complete(&mut self, number: u32) -> impl Iterator<Item = T> + '_ {
        let count = number.wrapping_sub(self.first) & (NUMBERS - 1);
        let count = if (count as usize) < self.entries.len() { count + 1 } else { 0 };
        self.first = self.first.wrapping_add(count) & (NUMBERS - 1);
        self.unsignalled = self.unsignalled.min((self.entries.len() - count as usize) as u32);
        if self.unsignalled == 0 {
            self.unsignalled_bytes = 0;
        }
        self.entries.drain(..count as usize)
    }

    /// Where the window stands: for [`Window::back_to`].
    pub fn mark(&self) -> Mark {
        Mark { entries: self.entries.len(), unsignalled: self.unsignalled, unsignalled_bytes: self.unsignalled_bytes }
    }

    /// The queue has not taken what was added since `mark`, within which nothing was completed:
    /// what that would have held, the oldest first.
    pub fn back_to(&mut self, mark: Mark) -> impl Iterator<Item = T> + '_ {
        (self.unsignalled, self.unsignalled_bytes) = (mark.unsignalled, mark.unsignalled_bytes);
        self.entries.drain(mark.entries..)
    }

    /// Everything that is left, when the queue pair is gone.
    pub fn drain(&mut self) -> impl Iterator<Item = T> + '_ {
        (self.unsignalled, self.unsignalled_bytes) = (0, 0);
        self.first = self.first.wrapping_add(self.entries.len() as u32) & (NUMBERS - 1);
        self.entries.drain(..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_completion_is_that_of_all_before_it() {
        let mut window = Window::new(8);
        for entry in 0..5 {
            window.push(entry, 0, entry == 3);
        }
        assert_eq!((window.room(), window.unsignalled(), window.expects_completion()), (3, 1, true));
        assert_eq!(window.complete(3).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(window.complete(3).count(), 0, "a completion that came before");
        assert_eq!((window.is_empty(), window.expects_completion()), (false, false));
        assert_eq!(window.drain().collect::<Vec<_>>(), [4]);
        assert_eq!(window.number_after(0), 5);
    }

    #[test]
    fn looks_count_while_the_oldest_request_stays_the_same() {
        let mut window = Window::new(8);
        assert_eq!([window.look(), window.look()], [0, 0], "nothing is expected");
        window.push(1, 0, false);
        assert_eq!([window.look(), window.look()], [0, 0], "nothing tells of it");
        window.push(2, 0, true);
        assert_eq!([window.look(), window.look()], [1, 2]);
        window.push(3, 0, true);
        assert_eq!(window.look(), 3);
        assert_eq!(window.complete(1).count(), 2);
        assert_eq!([window.look(), window.look()], [0, 1]);
    }

    #[test]
    fn what_was_not_taken_leaves_no_trace() {
        let mut window = Window::new(8);
        (0..3).for_each(|entry| window.push(entry, 10, entry == 0));
        let mark = window.mark();
        (3..8).for_each(|entry| window.push(entry, 10, entry == 5));
        assert_eq!((window.room(), window.unsignalled()), (0, 2));
        assert_eq!(window.back_to(mark).collect::<Vec<_>>(), [3, 4, 5, 6, 7]);
        assert_eq!((window.room(), window.unsignalled(), window.unsignalled_bytes, window.number_after(0)), (5, 2, 20, 3));
    }

    #[test]
    fn numbers_go_round() {
        let mut window = Window::new(4);
        window.first = NUMBERS - 2;
        for entry in 0..3 {
            window.push(entry, 0, true);
        }
        assert_eq!(window.number_after(0), 1);
        assert_eq!(window.complete(NUMBERS - 1).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(window.complete(0).collect::<Vec<_>>(), [2]);
        assert_eq!(window.first, 1);
    }

    #[test]
    fn large_buffers_come_back_sooner_than_small_ones() {
        let signalled = |bytes| {
            let mut window = Window::new(128);
            let mut is_signalled = |entry: u32| {
                let signal = window.must_signal(bytes);
                window.push(entry, bytes, signal);
                signal
            };
            (0..32).filter(|entry| is_signalled(*entry)).count()
        };
        // One request in 16 for nothing and small buffers, one in 5 at 16 KiB, each at more than
        // the limit.
        assert_eq!([signalled(0), signalled(4096), signalled(16 << 10), signalled(65 << 10)], [2, 2, 6, 32]);
    }

    #[test]
    fn a_full_queue_always_expects_a_completion() {
        for capacity in [4, 16, 128] {
            let mut window = Window::new(capacity);
            while window.room() > 0 {
                let signal = window.must_signal(0);
                window.push((), 0, signal);
            }
            assert!(window.expects_completion(), "capacity {capacity}");
        }
    }
}
