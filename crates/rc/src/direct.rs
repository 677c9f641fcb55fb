//! Packets that leave from the program's memory (BR-1, BR-2): the header is gathered from a buffer
//! of the pool, the body from where it lies, by one request. Into a ring, a third segment brings
//! the flag. Which bodies leave so is decided by [`Reuse`]: those of buffers that the program uses
//! often.
//!
//! A body is borrowed from the sender until the adapter has read it, which the completion of its
//! request tells. Such requests are signalled.
//!
//! # Safety arguments
//! - RC-3: a body is registered after its sender has lent it, which is a promise that it is memory
//!   and stays as it is; the registration is given back when the request is complete, or the
//!   adapter has let go of it with its queue pair, and only then is the ticket.

use ferry_device::{Body, CopyError, Finished, Sent, Ticket};
use ferry_protocol::packet::Header;
use ferry_protocol::reuse::{Decision, Model, Prices, Reuse};
use ferry_protocol::transfer::Piece;
use ferry_rdma::{Payload, QueuePair, Request, Segment, Verbs};
use ferry_verbs_transport::{Environment, Hold, Slot, prices};

use crate::connection::{Held, Route};
use crate::device::RcDevice;
use crate::options::BufferReuse;
use crate::receives::Receives;
use crate::ring::FLAG_BYTES;
use crate::send::{Staging, silent};
use crate::wire::{Encoded, PREFIX_BYTES};

/// Segments of a request: header, body, flag.
const SEGMENTS: usize = 3;

/// Bytes of the buffer for what is in front of a body and, into a ring, what follows it: filling up
/// to a multiple of 8, and the flag.
const FRAME_BYTES: usize = crate::wire::MOST_FRONT + 2 * FLAG_BYTES;

/// A body that is lent, registered, and may be sent.
struct Borrowed {
    ticket: Ticket,
    hold: Hold,
    memory: Piece,
}

/// A body that the adapter reads.
struct LentBody {
    ticket: Ticket,
    /// Its registration, unless it was copied.
    hold: Option<Hold>,
    /// What is around it, or all of it.
    frame: Slot,
}

/// Bodies that the adapter reads, by index.
#[derive(Default)]
pub(crate) struct LentBodies {
    entries: Vec<Option<LentBody>>,
    free: Vec<u32>,
    /// Those that have been read.
    read: Vec<u32>,
}

impl LentBodies {
    fn insert(&mut self, body: LentBody) -> u32 {
        if let Some(index) = self.free.pop() {
            self.entries[index as usize] = Some(body);
            return index;
        }
        self.entries.push(Some(body));
        self.entries.len() as u32 - 1
    }

    /// The adapter has read a body.
    #[inline]
    pub(crate) fn read(&mut self, index: u32) {
        self.read.push(index);
    }

    fn take(&mut self, index: u32) -> Option<LentBody> {
        let body = self.entries.get_mut(index as usize)?.take()?;
        self.free.push(index);
        Some(body)
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// Sends a packet without a copy of its body, if that lies in a buffer that is used often.
    /// `None`: it is to be copied, and there is a buffer for that if it may be long enough to be
    /// lent.
    #[inline]
    pub(crate) fn send_in_place(
        &mut self,
        place: usize,
        route: Route,
        header: &Header,
        (encoded, front): (&Encoded, usize),
        body: &mut impl Body,
    ) -> Option<Sent> {
        if !self.options.reuse.is_on() || header.len < ferry_protocol::reuse::model::SHORTEST {
            return None;
        }
        let memory = body.memory().filter(|memory| memory.len == u64::from(header.len))?;
        let class = if let Route::Class(class) = route { class } else { 0 };
        let way = self.connections[place].way_of(class);
        let takes_segments = way.queue_pair.capacity().send_segments as usize >= SEGMENTS;
        if !takes_segments || front + header.len as usize <= way.inline {
            return None;
        }
        // Without a buffer nothing is decided: what waits for one is tried again and again, which
        // says nothing of how often the program uses its memory.
        let filled = front + header.len as usize;
        let whole = if let Route::Ring(entry) = route { entry.body + FLAG_BYTES } else { filled };
        if !self.pool.has_room(&*self.verbs, whole) {
            self.counters.stalls += 1;
            self.await_buffer(place, whole);
            return Some(Sent::NoRoom);
        }
        match self.decide(memory, body.is_awaited()) {
            Decision::Copy => return None,
            Decision::CopyAndWait => {
                let sent = self.send_and_wait(place, route, (encoded, front), memory, body);
                if sent != Some(Sent::Lent) {
                    self.note_unsent();
                }
                return sent;
            }
            Decision::Direct => {}
        }
        let Some(frame) = self.pool.take(&*self.verbs, FRAME_BYTES) else {
            self.note_unsent();
            return None;
        };
        let Some(borrowed) = self.borrow(memory, body) else {
            self.pool.give_back(frame);
            self.note_unsent();
            return None;
        };
        self.frame(place, route, frame, (encoded, front), memory);
        let sent = self.post_in_place(place, route, frame, (encoded, front), borrowed);
        if sent != Sent::Lent {
            self.note_unsent();
        }
        Some(sent)
    }

    /// A packet did not go as was decided, or not at all: nothing is learnt from it.
    #[cold]
    pub(crate) fn note_unsent(&mut self) {
        if let Some(reuse) = &mut self.reuse {
            reuse.unsent();
        }
    }

    /// Sends a packet by a copy, and borrows its body all the same: its sender waits as long as it
    /// would if the adapter read that. `None`: it is to be copied as usual.
    #[cold]
    fn send_and_wait(
        &mut self,
        place: usize,
        route: Route,
        (encoded, front): (&Encoded, usize),
        memory: Piece,
        body: &mut impl Body,
    ) -> Option<Sent> {
        let filled = front + memory.len as usize;
        let whole = if let Route::Ring(entry) = route { entry.body + FLAG_BYTES } else { filled };
        let frame = self.pool.take(&*self.verbs, whole)?;
        let Some(ticket) = body.lend().map(|loan| loan.ticket()) else {
            self.pool.give_back(frame);
            return None;
        };
        self.draft(place, Staging::Buffer(frame), route, encoded, (front, filled), body);
        let segments = [self.pool.segment(frame, whole)];
        let sent = self.post_lent(place, route, encoded, &segments, LentBody { ticket, hold: None, frame });
        if sent == Sent::Lent {
            self.counters.bytes_copied += memory.len;
            self.counters.sent_message_bytes += whole as u64;
            self.counters.sent_buffer_bytes += frame.bytes() as u64;
        }
        Some(sent)
    }

    /// How a packet goes whose body lies in `memory`.
    fn decide(&mut self, memory: Piece, is_awaited: bool) -> Decision {
        let bytes = memory.len as u32;
        if self.reuse.is_none() {
            self.reuse = Some(Reuse::new(self.model()));
        }
        let Some(reuse) = self.reuse.as_mut() else { return Decision::Copy };
        if reuse.looks(bytes, is_awaited) {
            self.environment.looked_up();
        }
        let (environment, memories) = (&self.environment, &mut self.memories);
        let is_registered = || memories.is_registered(memory);
        reuse.decide(memory.address, bytes, is_awaited, is_registered, || environment.now())
    }

    /// What registering and copying cost, for this process.
    #[cold]
    fn model(&mut self) -> Model {
        let BufferReuse { fraction, prices } = self.options.reuse;
        let prices = prices.unwrap_or_else(|| self.measured_prices());
        Model::new(prices, fraction.unwrap_or_default(), self.longest_message())
    }

    /// What things cost here: what the outside knows, what was measured before, or what is measured
    /// now.
    pub(crate) fn measured_prices(&mut self) -> Prices {
        let known = [&self.reuse, &self.access_reuse].into_iter().flatten().map(|reuse| reuse.model().prices());
        let mut known = known.filter(|prices| matches!(prices, Prices::Measured { .. }));
        known.next().or_else(|| self.environment.reuse_prices()).unwrap_or_else(|| {
            let environment = &self.environment;
            prices::measure(&mut self.memories, || environment.now())
        })
    }

    /// Bytes of the longest message that goes in one packet.
    pub(crate) fn longest_message(&self) -> u32 {
        self.receives.classes().iter().map(|class| class.bytes).max().unwrap_or(0)
    }

    /// Borrows the body, and registers it.
    fn borrow(&mut self, memory: Piece, body: &mut impl Body) -> Option<Borrowed> {
        let loan = body.lend()?;
        let (&[piece], ticket) = (loan.pieces(), loan.ticket()) else { return None };
        let before = self.memories.registrations();
        // SAFETY: RC-3; the loan promises it.
        #[allow(unsafe_code)]
        let hold = unsafe { self.memories.hold(piece, false) };
        let was_registered = self.memories.registrations() == before;
        let reuse = self.reuse.as_mut()?;
        match hold {
            Some(hold) => {
                reuse.sent(memory.address, memory.len as u32, was_registered);
                Some(Borrowed { ticket, hold, memory })
            }
            None => {
                reuse.refused(memory.address, memory.len as u32);
                None
            }
        }
    }

    /// Writes what is around the body: prefix and header, and what ends the entry of a ring.
    fn frame(&mut self, place: usize, route: Route, frame: Slot, (encoded, front): (&Encoded, usize), memory: Piece) {
        let connection = &self.connections[place];
        if front > 0 {
            self.pool.write(frame, 0, &connection.prefix(encoded.form, connection.sequence_out).encode());
            self.pool.write(frame, PREFIX_BYTES, encoded.bytes());
        }
        let Route::Ring(entry) = route else { return };
        let len = front + memory.len as usize;
        let flag = if entry.is_checked() { entry.flag(self.whole(frame, front, memory)) } else { entry.plain_flag(len) };
        self.pool.write(frame, front, &[0; FLAG_BYTES][..entry.body - len]);
        self.pool.write(frame, front + entry.body - len, &flag);
    }

    /// A copy of header and body, for a checksum: with adapters that are software.
    #[cold]
    fn whole(&mut self, frame: Slot, front: usize, memory: Piece) -> &[u8] {
        let len = front + memory.len as usize;
        self.scratch.resize(self.scratch.len().max(len), 0);
        self.pool.read(frame, 0, &mut self.scratch[..front]);
        let from = std::ptr::with_exposed_provenance::<u8>(memory.address as usize);
        // SAFETY: RC-3; it is memory of so many bytes, and not that of `scratch`.
        #[allow(unsafe_code)]
        unsafe {
            from.copy_to_nonoverlapping(self.scratch[front..].as_mut_ptr(), memory.len as usize);
        }
        &self.scratch[..len]
    }

    /// Posts the packet; its completion gives the body back.
    fn post_in_place(
        &mut self,
        place: usize,
        route: Route,
        frame: Slot,
        (encoded, front): (&Encoded, usize),
        Borrowed { ticket, hold, memory }: Borrowed,
    ) -> Sent {
        let len = memory.len as u32;
        let mut segments = [Segment::default(); SEGMENTS];
        let mut count = 0;
        let mut add = |segment| {
            segments[count] = segment;
            count += 1;
        };
        if front > 0 {
            add(self.pool.segment(frame, front));
        }
        add(self.memories.segment(&hold, 0, len));
        if let Route::Ring(entry) = route {
            add(self.pool.segment_at(frame, front, entry.body + FLAG_BYTES - front - len as usize));
        }
        let sent = self.post_lent(place, route, encoded, &segments[..count], LentBody { ticket, hold: Some(hold), frame });
        if sent == Sent::Lent {
            self.counters.in_place_sent += 1;
            self.counters.in_place_bytes += u64::from(len);
        }
        sent
    }

    /// Posts a packet whose body is lent.
    fn post_lent(&mut self, place: usize, route: Route, encoded: &Encoded, segments: &[Segment], body: LentBody) -> Sent {
        let (class, request) = match route {
            Route::Class(class) => (class, Request::Send { immediate: self.connections[place].immediate(encoded.form) }),
            Route::Ring(entry) => (0, Request::Write { to: entry.to, immediate: None }),
        };
        let frame = body.frame;
        let index = self.lent_bodies.insert(body);
        let work = ferry_rdma::SendWork { signalled: true, ..silent(request, Payload::Segments(segments)) };
        let result = self.connections[place].post((place, class), work, Held::Lent(index));
        self.counters.doorbells += 1;
        match result {
            Ok(()) => {
                self.counters.requests += 1;
                Sent::Lent
            }
            Err(error) => {
                // The ticket is not for a packet that was not sent.
                if let Some(hold) = self.lent_bodies.take(index).and_then(|body| body.hold) {
                    self.memories.release(hold);
                }
                self.refused(place, Some(frame), &error);
                Sent::NoRoom
            }
        }
    }

    /// Gives bodies back that have been read.
    #[inline]
    pub(crate) fn give_bodies_back(&mut self) {
        while let Some(index) = self.lent_bodies.read.pop() {
            self.repay(index, Ok(()));
        }
    }

    /// The adapter has read a body, or will not any more.
    pub(crate) fn repay(&mut self, index: u32, result: Result<(), CopyError>) {
        let Some(LentBody { ticket, hold, frame }) = self.lent_bodies.take(index) else { return };
        self.pool.give_back(frame);
        if let Some(hold) = hold {
            self.memories.release(hold);
        }
        self.transfers.finished.push_back(Finished { ticket, result });
    }
}
