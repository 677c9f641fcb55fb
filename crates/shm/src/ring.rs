//! The two ends of a ring that carries packets from one rank to another.
//!
//! The sender owns `tail`: how many cells and bytes of bodies it has written. The receiver owns
//! `head`: how many it has taken. Both are private. The two ends share the cells, the bodies, and
//! [`Consumed`], by which the receiver announces its head.
//!
//! Invariants:
//! - `consumed <= head <= tail <= consumed + capacity`, for cells and for bytes of bodies, of
//!   which [`WINDOW`] are in flight at most.
//! - the sender writes a cell or a body byte only at positions in `[consumed + ... , tail +
//!   ...)` it has found free. The receiver reads only positions in `[head, tail)`.
//! - the sender stores the sequence number of the cell at position `p` last, with release
//!   order, after the rest of the cell and its body. The receiver loads it with acquire order
//!   before it reads them.
//! - the receiver stores `consumed` with release order after its last read of the positions
//!   below. The sender loads it with acquire order before it writes them again.
//! - a body longer than [`INLINE`] takes `len` bytes rounded up to lines, in one piece within
//!   the body space of `width` bytes. It lies behind the last body, or at the beginning if it would
//!   cross the end there. Then the bytes that stay unused at the end count as taken, too. The cell
//!   says where the body is and what it takes ([`BodyLocation`]), in the place of a short body.
//! - a body may lie in a slot of the [`PairBuffer`] between the two ranks instead. It takes
//!   nothing of the body space then.
//!
//! # Safety arguments
//! - RING-1: `base` points to a ring with a body space of `width` bytes inside a mapping that is
//!   not unmapped while an end lives. `width` is a multiple of [`WINDOW`], and at most [`BODIES`].
//! - RING-2: one process is the sender and one the receiver, each under its library lock. So R-2 to
//!   R-4 exclude races on everything that is not atomic.

#[cfg(not(loom))]
pub(crate) mod memory;
#[cfg(loom)]
pub(crate) mod model;
#[cfg(test)]
pub(crate) mod tests;

use std::ptr;

use ferry_device::{PacketTaken, Part};
use ferry_protocol::packet::Header;

#[cfg(not(loom))]
use self::memory::{Access, RingMemory};
#[cfg(loom)]
use self::model::{Access, RingMemory};
use crate::body::pair_buffer::{PairBuffer, UNWAITED_MOST};
use crate::body::stores::PastCaches;
use crate::body::{BodyReader, BodyWriter, ComparisonTicket, Destination, Written, destination, write_through_caches};
use crate::layout::{BODIES, CELLS, Cell, INLINE, LINE, MAX_BODY, WINDOW};
use crate::sync::Ordering;

/// Cells taken before the receiver announces it without being asked.
const ANNOUNCE_CELLS: u64 = CELLS as u64 / 4;
/// Bytes of bodies taken before the receiver announces it without being asked.
const ANNOUNCE_BODIES: u64 = MAX_BODY as u64;

/// Packets that one with a long body counts as when a receiver takes so many at once: between a few
/// of them it sends what it has itself, so that slots come back to those who wait for them.
const LONG_WEIGHT: usize = 8;

/// Bytes of bodies that are worth asking for ahead of time: a longer one is written in about the
/// time its lines take anyway.
const WARM_MOST: u64 = 8 * 1024;

#[inline(always)]
fn sequence_at(position: u64) -> u32 {
    ((position / CELLS as u64) as u32).wrapping_add(1)
}

/// Where a body is.
#[derive(Clone, Copy)]
struct BodyLocation {
    /// Its offset in the body space; its slot, if it takes nothing there.
    offset: u32,
    /// Bytes that it takes, with those that stay unused before it.
    taken: u32,
    /// See [`crate::body`].
    ticket: ComparisonTicket,
}

/// Where the body of a packet is that was looked at.
enum Lies {
    Cell,
    /// Here it takes so many bytes; the report of the comparison that it was the last one of, if it
    /// was.
    BodySpace(u32, Option<u64>),
    /// In this slot.
    PairBuffer(u32),
}

/// A packet that was shown.
struct Shown {
    answer: PacketTaken,
    lies: Lies,
    /// Whether its body is one of those that ranks wait with for a slot.
    is_long: bool,
}

/// The sender's end.
pub struct Sender {
    memory: RingMemory,
    tail: u64,
    bodies: u64,
    /// Where the next body goes, if it does not cross `width`.
    offset: u64,
    /// Bytes of the body space.
    width: u64,
    /// What the receiver had announced when the sender last looked.
    free_cells: u64,
    free_bodies: u64,
    /// The end of the body that found no room, if the last packet found none.
    refused: Option<u64>,
    /// The lines of the body space from `offset` up to here are in this processor's cache, or were
    /// asked for; the next body may reach up to `warm_goal`.
    warm: u64,
    warm_goal: u64,
    writer: BodyWriter,
}

impl Sender {
    /// The sender's end of the ring at `base`, which is new (all zero), with `width` bytes for
    /// bodies.
    ///
    /// # Safety
    /// RING-1 and RING-2 hold for `base`, and this is the only `Sender` of the ring.
    #[cfg(not(loom))]
    pub unsafe fn new(base: *mut u8, width: usize) -> Self {
        // SAFETY: as the caller promises.
        Self::at_start(unsafe { RingMemory::new(base) }, width)
    }

    fn at_start(memory: RingMemory, width: usize) -> Self {
        debug_assert!(width.is_multiple_of(WINDOW) && width <= BODIES);
        Sender {
            memory,
            tail: 0,
            bodies: 0,
            offset: 0,
            width: width as u64,
            free_cells: CELLS as u64,
            free_bodies: WINDOW as u64,
            refused: None,
            warm: 0,
            warm_goal: 0,
            writer: BodyWriter::new(),
        }
    }

    /// What has gone past the caches.
    pub(crate) fn past_caches(&self) -> PastCaches {
        self.writer.past_caches()
    }

    /// Where a body of `len` bytes goes.
    #[inline(always)]
    fn place(&self, len: usize) -> BodyLocation {
        let size = len.next_multiple_of(LINE) as u64;
        if self.offset + size <= self.width {
            BodyLocation { offset: self.offset as u32, taken: size as u32, ticket: ComparisonTicket::NONE }
        } else {
            BodyLocation {
                offset: 0,
                taken: (self.width.saturating_sub(self.offset) + size) as u32,
                ticket: ComparisonTicket::NONE,
            }
        }
    }

    /// Writes and publishes a packet, if there is room. `fill` writes a part of the body.
    #[inline(always)]
    pub fn try_send(&mut self, header: Header, pair_buffer: &mut PairBuffer, mut fill: impl FnMut(Part)) -> bool {
        if self.tail >= self.free_cells && !self.refresh(0) {
            return false;
        }
        let cell = self.memory.write_cell(self.tail);
        let len = header.len as usize;
        if len <= INLINE {
            fill(Part::new(0, cell.inline().pointer(), len));
        } else {
            let Some(location) = self.write_long(pair_buffer, len, fill) else { return false };
            // SAFETY: R-2, the cell is this sender's.
            unsafe { cell.inline().pointer().cast::<BodyLocation>().write(location) };
        }
        self.complete(cell, header);
        self.memory.sequence(self.tail).store(sequence_at(self.tail), Ordering::Release);
        self.memory.demote_cell(self.tail);
        self.tail += 1;
        true
    }

    /// Writes a body that is too long for its cell: where it is, or nothing if there is no room.
    #[inline(always)]
    fn write_long(&mut self, pair_buffer: &mut PairBuffer, len: usize, fill: impl FnMut(Part)) -> Option<BodyLocation> {
        match destination(pair_buffer, len) {
            Destination::PairSlot(pair_slot, body) => {
                self.memory.prefetch_cell(self.tail);
                write_through_caches(&body, len, fill);
                //
                Some(BodyLocation { offset: pair_slot, taken: 0, ticket: ComparisonTicket::NONE })
            }
            Destination::Later => {
                self.refused = Some(self.bodies);
                None
            }
            Destination::BodySpace => {
                let place = self.place(len);
                let end = self.bodies + u64::from(place.taken);
                if end > self.free_bodies && !self.refresh(end) {
                    return None;
                }
                // Written last, and the receiver holds it since the last time around.
                self.memory.prefetch_cell(self.tail);
                let body = self.memory.write_body(u64::from(place.offset), len);
                let report = || self.memory.consumed().report.load(Ordering::Relaxed);
                let Written { ticket, fetches_lines } = self.writer.write(&body, len, report, fill);
                self.pass(end, place, len, fetches_lines);
                Some(BodyLocation { ticket, ..place })
            }
        }
    }

    /// A body is written, by stores that fetch the lines or not.
    #[inline(always)]
    fn pass(&mut self, end: u64, place: BodyLocation, len: usize, fetches_lines: bool) {
        let size = len.next_multiple_of(LINE) as u64;
        self.bodies = end;
        self.offset = u64::from(place.offset) + size;
        self.warm = if place.offset == 0 { self.offset } else { self.warm.max(self.offset) };
        let ahead = if fetches_lines { size.min(WARM_MOST).min(self.free_bodies - end) } else { 0 };
        self.warm_goal = (self.offset + ahead).min(self.width);
    }

    /// Writes the header behind its first word.
    #[inline(always)]
    fn complete(&self, cell: Access<Cell>, header: Header) {
        let words = cell.pointer().cast::<u64>();
        let kind = u32::from(header.kind) | u32::from(header.aux) << 16;
        let tag_and_len = u64::from(header.tag as u32) | u64::from(header.len) << 32;
        // SAFETY: R-2; the three stores cover the header behind its first word.
        unsafe {
            words.cast::<u32>().add(1).write(kind);
            words.add(1).write(header.context);
            words.add(2).write(tag_and_len);
        }
    }

    /// Looks what the receiver has announced. True if there is a free cell, and bodies up to
    /// `bodies_end`.
    #[cold]
    fn refresh(&mut self, bodies_end: u64) -> bool {
        let consumed = self.memory.consumed();
        self.free_cells = consumed.cells.load(Ordering::Acquire) + CELLS as u64;
        self.free_bodies = consumed.bodies.load(Ordering::Acquire) + WINDOW as u64;
        let has_room = self.tail < self.free_cells && bodies_end <= self.free_bodies;
        self.refused = if has_room { None } else { Some(bodies_end) };
        has_room
    }

    /// Asks for a line that a next body of the same length would be written to, for exclusive use:
    /// the receiver holds it since the last time around. None, if such a body is written without.
    /// To be called while there is nothing else to do; then the next body does not wait for its
    /// lines one by one.
    #[inline(always)]
    pub fn warm(&mut self) {
        if self.warm < self.warm_goal {
            self.memory.prefetch_body(self.warm);
            self.warm += LINE as u64;
        }
    }

    /// True if there is room by now for a packet that found none; says so once.
    pub fn has_room_again(&mut self) -> bool {
        self.refused.is_some_and(|bodies_end| self.refresh(bodies_end))
    }
}

/// What [`Receiver::drain`] did.
pub struct Drained {
    /// Packets consumed.
    pub taken: usize,
    /// The engine wants no more packets for now.
    pub is_over: bool,
}

/// The receiver's end.
pub struct Receiver {
    memory: RingMemory,
    head: u64,
    bodies: u64,
    announced_cells: u64,
    announced_bodies: u64,
    reader: BodyReader,
}

impl Receiver {
    /// The receiver's end of the ring at `base`.
    ///
    /// # Safety
    /// RING-1 and RING-2 hold for `base`, and this is the only `Receiver` of the ring since it was
    /// new.
    #[cfg(not(loom))]
    pub unsafe fn new(base: *mut u8) -> Self {
        // SAFETY: as the caller promises.
        Self::at_start(unsafe { RingMemory::new(base) })
    }

    fn at_start(memory: RingMemory) -> Self {
        Receiver { memory, head: 0, bodies: 0, announced_cells: 0, announced_bodies: 0, reader: BodyReader::new() }
    }

    /// True if a packet is there.
    #[inline(always)]
    pub fn is_ready(&self) -> bool {
        self.memory.sequence(self.head).load(Ordering::Acquire) == sequence_at(self.head)
    }

    /// Shows up to `limit` packets to `show`, of which a long one counts as several if the sender
    /// runs at the same time, until it refuses one or has had its last. Runs `announced` after each
    /// announcement: the sender may be asleep for want of room.
    #[inline(always)]
    pub fn drain(
        &mut self,
        limit: usize,
        pair_buffer: &mut PairBuffer,
        mut show: impl FnMut(&Header, *const u8) -> PacketTaken,
        mut announced: impl FnMut(),
    ) -> Drained {
        let (mut taken, mut weight) = (0, 0);
        while weight < limit && self.is_ready() {
            let Shown { answer, is_long, .. } = self.take(pair_buffer, &mut show, &mut announced);
            match answer {
                PacketTaken::Consumed => taken += 1,
                PacketTaken::ConsumedLast => return Drained { taken: taken + 1, is_over: true },
                PacketTaken::Refused => break,
            }
            weight += if is_long && pair_buffer.is_patient() { LONG_WEIGHT } else { 1 };
        }
        Drained { taken, is_over: false }
    }

    #[inline(always)]
    fn take(
        &mut self,
        pair_buffer: &mut PairBuffer,
        show: &mut impl FnMut(&Header, *const u8) -> PacketTaken,
        announced: &mut impl FnMut(),
    ) -> Shown {
        let shown = self.look(pair_buffer, show);
        if shown.answer != PacketTaken::Refused {
            self.head += 1;
            match shown.lies {
                Lies::Cell => {}
                Lies::BodySpace(taken, report) => {
                    self.bodies += u64::from(taken);
                    if let Some(report) = report {
                        self.memory.consumed().report.store(report, Ordering::Relaxed);
                    }
                }
                Lies::PairBuffer(pair_slot) => pair_buffer.leave(pair_slot),
            }
            if shown.is_long {
                pair_buffer.note_arrival();
            }
            if self.head - self.announced_cells >= ANNOUNCE_CELLS || self.bodies - self.announced_bodies >= ANNOUNCE_BODIES {
                self.announce();
                announced();
            }
        }
        shown
    }

    /// Shows the packet at the head, which is there.
    #[inline(always)]
    fn look(&mut self, pair_buffer: &PairBuffer, show: &mut impl FnMut(&Header, *const u8) -> PacketTaken) -> Shown {
        let cell = self.memory.read_cell(self.head);
        // SAFETY: R-3, the cell is complete and stays unchanged until announced as consumed.
        let header = unsafe { ptr::read(&raw const (*cell.pointer()).header) };
        let len = header.len as usize;
        if len <= INLINE {
            return Shown { answer: show(&header, cell.inline().pointer().cast_const()), lies: Lies::Cell, is_long: false };
        }
        // SAFETY.
        let BodyLocation { offset, taken, ticket } = unsafe { cell.inline().pointer().cast::<BodyLocation>().read() };
        let is_long = len > UNWAITED_MOST;
        if taken == 0 {
            let answer = show(&header, pair_buffer.look(offset).pointer().cast_const());
            return Shown { answer, lies: Lies::PairBuffer(offset), is_long };
        }
        let body = self.memory.read_body(u64::from(offset), len);
        let (answer, report) = self.reader.take(ticket, len, || show(&header, body.pointer().cast_const()));
        Shown { answer, lies: Lies::BodySpace(taken, report), is_long }
    }

    /// True if the sender does not know yet of all that was consumed.
    #[inline(always)]
    pub fn owes_announcement(&self) -> bool {
        self.announced_cells != self.head
    }

    /// Tells the sender what was consumed.
    #[cold]
    pub fn announce(&mut self) {
        let consumed = self.memory.consumed();
        consumed.cells.store(self.head, Ordering::Release);
        consumed.bodies.store(self.bodies, Ordering::Release);
        (self.announced_cells, self.announced_bodies) = (self.head, self.bodies);
    }
}

/// The two ends of a new ring in loom's model.
#[cfg(all(loom, test))]
pub(crate) fn pair() -> (Sender, Receiver) {
    let (one, other) = RingMemory::pair();
    (Sender::at_start(one, WINDOW), Receiver::at_start(other))
}
