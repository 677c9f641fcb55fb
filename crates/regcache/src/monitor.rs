//! What tells of memory whose pages change.

use crate::range::PageRange;

/// Watches memory on behalf of a cache.
pub trait Monitor {
    /// Watches `range` from now on. False if nothing would be heard of it: a registration of it
    /// must not be found again.
    fn watch(&mut self, range: PageRange) -> bool;

    /// Nobody relies any more on hearing of `range`, which was watched.
    fn unwatch(&mut self, range: PageRange);

    /// Tells what changed since the last call, as address and length; `None`: anything may have. To
    /// be asked before each look-up.
    fn changes(&mut self, tell: impl FnMut(Option<(u64, u64)>));

    /// How often memory has come to lie on other pages with what it held, though requests that name
    /// it may be under way: as when a process with a shared heap forks. Waits for the end of such a
    /// move. [`Monitor::changes`] tells of it as well.
    fn moves(&self) -> u64 {
        0
    }

    /// Where the pages can be read on which the `len` bytes at `address` lay before the last move.
    /// `None` if they have not moved.
    fn former(&self, _address: u64, _len: u64) -> Option<*const u8> {
        None
    }

    /// The `len` bytes at `address` are open to peers until [`Monitor::let_go`]: they do not move.
    fn keep(&mut self, address: u64, len: u64);

    /// The inverse of [`Monitor::keep`], as often.
    fn let_go(&mut self, address: u64, len: u64);
}

/// Watches nothing: every registration is for one use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Monitor for Blind {
    fn watch(&mut self, _range: PageRange) -> bool {
        false
    }

    fn unwatch(&mut self, _range: PageRange) {}

    fn changes(&mut self, _tell: impl FnMut(Option<(u64, u64)>)) {}

    /// Nothing moves.
    fn keep(&mut self, _address: u64, _len: u64) {}

    fn let_go(&mut self, _address: u64, _len: u64) {}
}
