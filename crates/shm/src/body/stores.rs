//! How long pieces of data are stored in memory that others have read before: through the caches,
//! or past them.
//!
//! What a reader has read is in its cache. A processor that stores there has to take the lines away
//! from it. Between processors that share a cache that costs little. Between others each line waits
//! for the other side of the machine: 16 KiB take 7 us, and 0.9 us past the caches, though the
//! reader finds them in memory then (ADR 0033).
//!
//! A topology does not tell which of the two it is where a host moves virtual processors about. So
//! both ways are [compared](super::comparisons) now and then. The writer's time and the reader's
//! count if the reader reports its own. Otherwise the writer's time has to be far less.

pub(crate) use super::comparisons::Criterion;
use super::comparisons::{ComparisonTicket, Comparisons};

/// Pieces of more bytes than this may go past the caches.
pub(crate) const SHORT_MOST: usize = 512;

/// Pieces before the first comparison. Memory that nobody has touched yet costs more, but either
/// way.
const FIRST: u32 = 8;

/// How a body is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// Past the caches.
    pub past_caches: bool,
    /// The receiver is given this.
    pub ticket: ComparisonTicket,
}

/// The choice for the pieces of one writer.
pub(crate) struct Stores {
    comparisons: Comparisons,
    past_caches: PastCaches,
}

/// What went past the caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PastCaches {
    /// Packets with a body, and pieces of collective operations.
    pub pieces: u64,
    /// Their bytes.
    pub bytes: u64,
}

impl std::ops::Add for PastCaches {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        PastCaches { pieces: self.pieces + other.pieces, bytes: self.bytes + other.bytes }
    }
}

impl Stores {
    pub(crate) fn new(criterion: Criterion) -> Self {
        Stores { comparisons: Comparisons::new(criterion, SHORT_MOST, FIRST), past_caches: PastCaches::default() }
    }

    /// What has gone past the caches.
    pub(crate) fn past_caches(&self) -> PastCaches {
        self.past_caches
    }

    /// Has `store` store a body of `len` bytes, which it is told whether to do past the caches.
    /// `report` is the receiver's last one.
    #[inline(always)]
    pub(crate) fn store(&mut self, len: usize, report: impl FnOnce() -> u64, store: impl FnOnce(bool)) -> Turn {
        let turn = self.next(len, report);
        let start_ns = turn.ticket.now_ns();
        store(turn.past_caches);
        if turn.ticket != ComparisonTicket::NONE {
            self.comparisons.note(turn.ticket, len, turn.ticket.now_ns().saturating_sub(start_ns));
        }
        turn
    }

    #[inline(always)]
    fn next(&mut self, len: usize, report: impl FnOnce() -> u64) -> Turn {
        let turn = self.comparisons.next(len, report);
        if turn.is_other {
            self.past_caches.pieces += 1;
            self.past_caches.bytes += len as u64;
        }
        Turn { past_caches: turn.is_other, ticket: turn.ticket }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_past_the_caches_is_counted() {
        let mut stores = Stores::new(Criterion::Writer);
        assert_eq!(stores.past_caches(), PastCaches::default());
        let mut past = 0;
        for _ in 0..200 {
            let turn = stores.next(32 << 10, || unreachable!());
            past += u64::from(turn.past_caches);
            stores.comparisons.note(turn.ticket, 32 << 10, if turn.past_caches { 1400 } else { 7000 });
        }
        assert!(past > 100);
        assert_eq!(stores.past_caches(), PastCaches { pieces: past, bytes: past * (32 << 10) });
    }
}
