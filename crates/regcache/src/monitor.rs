//! What tells of memory whose pages change.

use crate::range::PageRange;

/// Watches memory on behalf of a cache.
pub trait Monitor {
    /// Watches `range` from now on. False if nothing would be heard of it: a registration of it must not be found again.
    fn watch(&mut self, range: PageRange) -> bool;

    /// Tells what changed since the last call, as address and length; `None`: anything may have. To be asked before each look-up.
    fn changes(&mut self, tell: impl FnMut(Option<(u64, u64)>));
}

/// Watches nothing: every registration is for one use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Monitor for Blind {
    fn watch(&mut self, _range: PageRange) -> bool {
        false
    }

    fn changes(&mut self, _tell: impl FnMut(Option<(u64, u64)>)) {}
}
