//! Eager packets whose bodies leave from the program's memory (BR-1): prefix and header come from a buffer of the pool, the body from where it lies, in one request. The peer does not notice.
//!
//! The memory is lent until the request completes. Who has sent hears of that by the ticket of the loan.
//!
//! # Safety arguments
//! - LEND-1: a [`Loan`](ferry_device::Loan) is readable memory until its ticket is back. The request names only bytes of it, and is complete, or its queue pair gone, before that.

use ferry_device::{Body, CopyError, Finished, Sent, Ticket};
use ferry_protocol::packet::Header;
use ferry_protocol::transfer::Piece;
use ferry_rdma::{Payload, QueuePair, Request, Segment, SendWork, Verbs, WorkId};
use ferry_verbs_transport::{Environment, Hold, Slot};

use crate::connection::{Held, Route};
use crate::device::RcDevice;
use crate::receives::Receives;
use crate::wire::{Encoded, PREFIX_BYTES};

/// Pieces of a body at most: beyond a few, what they cost the adapter is more than a copy.
const MOST_PIECES: usize = 3;

/// A body on its way, and what is in front of it.
pub(crate) struct Borrowed {
    ticket: Ticket,
    front: Option<Slot>,
    holds: Vec<Hold>,
}

/// All of them, by index.
#[derive(Default)]
pub(crate) struct Loans {
    entries: Vec<Option<Borrowed>>,
    free: Vec<u32>,
}

impl Loans {
    fn insert(&mut self, borrowed: Borrowed) -> u32 {
        let index = self.free.pop().unwrap_or_else(|| {
            self.entries.push(None);
            self.entries.len() as u32 - 1
        });
        self.entries[index as usize] = Some(borrowed);
        index
    }

    fn remove(&mut self, index: u32) -> Option<Borrowed> {
        let borrowed = self.entries.get_mut(index as usize)?.take();
        self.free.extend(borrowed.is_some().then_some(index));
        borrowed
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// Sends a packet over a lane from where its body lies. `None` if that is not to be had: it is copied.
    pub(crate) fn send_lent(
        &mut self,
        (place, lane): (usize, usize),
        header: &Header,
        encoded: &Encoded,
        front: usize,
        body: &mut impl Body,
    ) -> Option<Sent> {
        let loan = body.lend()?;
        let segments = self.connections[place].way_of(lane).queue_pair.capacity().send_segments as usize;
        if loan.pieces().len() > MOST_PIECES.min(segments.saturating_sub(1)) {
            return None;
        }
        let holds = self.borrow(loan.pieces())?;
        let Some(front) = self.write_front(place, encoded, front) else {
            self.release_all(holds);
            return None;
        };
        let index = self.loans.insert(Borrowed { ticket: loan.ticket(), front: front.map(|(slot, _)| slot), holds });
        if !self.post_lent((place, lane), loan.pieces(), front, index, encoded) {
            self.give_up_loan(index);
            return Some(Sent::NoRoom);
        }
        self.note_sent(place, Route::Lane(lane), header, encoded.form);
        self.counters.packets_lent += 1;
        self.counters.bytes_direct += u64::from(header.len);
        Some(Sent::Lent)
    }

    /// Registers the pieces, or finds them registered.
    #[allow(unsafe_code)]
    fn borrow(&mut self, pieces: &[Piece]) -> Option<Vec<Hold>> {
        let mut holds = Vec::with_capacity(pieces.len());
        for piece in pieces.iter().filter(|piece| piece.len > 0) {
            // SAFETY: LEND-1.
            match unsafe { self.memories.hold(*piece, false) } {
                Some(hold) => holds.push(hold),
                None => {
                    self.release_all(holds);
                    return None;
                }
            }
        }
        Some(holds)
    }

    fn release_all(&mut self, holds: Vec<Hold>) {
        holds.into_iter().for_each(|hold| self.memories.release(hold));
    }

    /// What goes in front of the body, in a buffer; no buffer if nothing does. The outer `None`: there is none now.
    #[allow(clippy::type_complexity)]
    fn write_front(&mut self, place: usize, encoded: &Encoded, front: usize) -> Option<Option<(Slot, usize)>> {
        if front == 0 {
            return Some(None);
        }
        let slot = self.pool.take(&*self.verbs, front)?;
        let connection = &self.connections[place];
        self.pool.write(slot, 0, &connection.prefix(encoded.form, connection.sequence_out).encode());
        self.pool.write(slot, PREFIX_BYTES, encoded.bytes());
        Some(Some((slot, front)))
    }

    /// Posts the request, whose completion gives the loan back. False if that did not work.
    fn post_lent(
        &mut self,
        (place, lane): (usize, usize),
        pieces: &[Piece],
        front: Option<(Slot, usize)>,
        index: u32,
        encoded: &Encoded,
    ) -> bool {
        let mut segments = [Segment::default(); MOST_PIECES + 1];
        let mut count = 0;
        if let Some((slot, bytes)) = front {
            (segments[0], count) = (self.pool.segment(slot, bytes), 1);
        }
        let Some(Some(Borrowed { holds, .. })) = self.loans.entries.get(index as usize) else { return false };
        for (hold, piece) in holds.iter().zip(pieces.iter().filter(|piece| piece.len > 0)) {
            segments[count] = self.memories.segment(hold, 0, piece.len as u32);
            count += 1;
        }
        let request = Request::Send { immediate: self.connections[place].immediate(encoded.form) };
        let work = SendWork::new(WorkId::default(), request, Payload::Segments(&segments[..count]));
        let result = self.connections[place].post((place, lane), work, Held::Loan(index));
        self.counters.doorbells += 1;
        self.counters.requests += u64::from(result.is_ok());
        if let Err(error) = &result
            && !error.is_shortage()
        {
            self.fail(place, format!("a packet cannot be posted: {error}"));
        }
        result.is_ok()
    }

    /// The request of a loan is complete, or gone.
    pub(crate) fn end_loan(&mut self, index: u32, result: Result<(), CopyError>) {
        if let Some(ticket) = self.give_up_loan(index) {
            self.transfers.finished.push_back(Finished { ticket, result });
        }
    }

    fn give_up_loan(&mut self, index: u32) -> Option<Ticket> {
        let Borrowed { ticket, front, holds } = self.loans.remove(index)?;
        self.release_all(holds);
        if let Some(slot) = front {
            self.pool.give_back(slot);
        }
        Some(ticket)
    }
}
