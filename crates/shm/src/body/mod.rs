//! The body of a packet that is too long for its cell: where it goes, how it is stored, and what
//! its receiver reports of that.
//!
//! A ring asks a [`BodyWriter`] at its sender and a [`BodyReader`] at its receiver. It knows
//! nothing of how they decide.
//!
//! - [`pair_buffer`]: memory that goes back and forth between two ranks
//! - [`stores`]: whether a body is stored through the caches or past them
//! - [`comparisons`]: which of two ways is faster, by comparing them

mod comparisons;
pub mod pair_buffer;
pub mod stores;

use ferry_device::{PacketTaken, Part};

pub(crate) use self::comparisons::ComparisonTicket;
use self::comparisons::Reads;
use self::pair_buffer::PairBuffer;
use self::stores::{Criterion, PastCaches, SHORT_MOST, Stores};
#[cfg(not(loom))]
use crate::ring::memory::Access;
#[cfg(loom)]
use crate::ring::model::Access;

/// The longest body whose lines are handed to the shared cache at once: the receiver gets them from
/// there sooner than from this processor's own. Of a longer one the first lines would wait for the
/// last ones.
const DEMOTE_MOST: usize = 1024;
/// Bytes written between two such hints.
const PIECE: usize = 512;

/// Where a body goes.
pub(crate) enum Destination {
    /// To this slot of the pair buffer, where it is to be written.
    PairSlot(u32, Access<u8>),
    /// To the ring's own body space.
    BodySpace,
    /// Nowhere yet: a slot of the pair buffer comes back soon.
    Later,
}

/// Where a body of `len` bytes goes. To be asked at each attempt.
#[inline(always)]
pub(crate) fn destination(pair_buffer: &mut PairBuffer, len: usize) -> Destination {
    match pair_buffer.acquire(len) {
        Some((slot, body)) => Destination::PairSlot(slot, body),
        None if pair_buffer.expects(len) => Destination::Later,
        None => Destination::BodySpace,
    }
}

/// How a body was written to the ring's body space.
pub(crate) struct Written {
    /// The receiver is given this.
    pub ticket: ComparisonTicket,
    /// The stores have fetched the lines.
    pub fetches_lines: bool,
}

/// Writes the bodies of one sender.
pub(crate) struct BodyWriter {
    stores: Stores,
}

impl BodyWriter {
    pub(crate) fn new() -> Self {
        BodyWriter { stores: Stores::new(Criterion::Both) }
    }

    /// What has gone past the caches.
    pub(crate) fn past_caches(&self) -> PastCaches {
        self.stores.past_caches()
    }

    /// Writes a body to the ring's body space. `report` is the receiver's last one.
    #[inline(always)]
    pub(crate) fn write(
        &mut self,
        body: &Access<u8>,
        len: usize,
        report: impl FnOnce() -> u64,
        mut fill: impl FnMut(Part),
    ) -> Written {
        if len <= SHORT_MOST {
            write_through_caches(body, len, fill);
            return Written { ticket: ComparisonTicket::NONE, fetches_lines: ferry_kernels::fetches_lines(len) };
        }
        let turn = self.stores.store(len, report, |past_caches| match past_caches {
            true => fill(Part { past_caches, ..Part::new(0, body.pointer(), len) }),
            false => write_through_caches(body, len, fill),
        });
        Written { ticket: turn.ticket, fetches_lines: !turn.past_caches && ferry_kernels::fetches_lines(len) }
    }
}

/// Writes a body; a short one piece by piece, each of which is handed to the shared cache.
#[inline(always)]
pub(crate) fn write_through_caches(body: &Access<u8>, len: usize, mut fill: impl FnMut(Part)) {
    if len > DEMOTE_MOST {
        return fill(Part::new(0, body.pointer(), len));
    }
    for offset in (0..len).step_by(PIECE) {
        let piece = PIECE.min(len - offset);
        fill(Part::new(offset, body.pointer().wrapping_add(offset), piece));
        body.demote(offset, piece);
    }
}

/// Has the bodies of one sender taken.
pub(crate) struct BodyReader {
    reads: Reads,
}

impl BodyReader {
    pub(crate) fn new() -> Self {
        BodyReader { reads: Reads::new() }
    }

    /// Has `take` take a body of `len` bytes: its answer, and a report for the sender, if there is
    /// one.
    #[inline(always)]
    pub(crate) fn take(
        &mut self,
        ticket: ComparisonTicket,
        len: usize,
        take: impl FnOnce() -> PacketTaken,
    ) -> (PacketTaken, Option<u64>) {
        let start_ns = ticket.now_ns();
        let answer = take();
        let is_told = ticket != ComparisonTicket::NONE && answer != PacketTaken::Refused;
        (answer, is_told.then(|| self.reads.note(ticket, len, ticket.now_ns().saturating_sub(start_ns))).flatten())
    }
}
