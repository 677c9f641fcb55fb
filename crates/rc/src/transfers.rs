//! Puts, gets and atomics: RDMA between memory of two programs, without a copy.
//!
//! A transfer waits in the queue of its connection until all of its requests are posted, and is
//! over when all have completed. Large messages ([`ferry_device::Rendezvous`]) and one-sided
//! communication (`one_sided`) are transfers alike.

use std::collections::VecDeque;

use ferry_device::{CopyError, Finished, Ticket};
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Piece, Token};
use ferry_rdma::traits::POST_BATCH;
use ferry_rdma::{Error, Payload, QueuePair, RemoteKey, RemoteMemory, Request, Segment, SendWork, Verbs};
use ferry_verbs_transport::{Environment, Hold, Slot};

use crate::connection::{Connection, Held, work_id};
use crate::device::RcDevice;
use crate::one_sided::{WORD, Word};
use crate::receives::Receives;

/// Bytes of one request at most: large enough to cost nothing, small enough that several are under
/// way.
const LONGEST_REQUEST: u64 = 1 << 20;

/// The same for adapters that are software: soft-RoCE sends what follows a lost packet again,
/// request by request.
const LONGEST_SOFTWARE_REQUEST: u64 = 128 << 10;

/// Writes of one process under way at most, to whatever peers, where the adapter is software: those
/// of many connections overrun the node that they go to, again and again as all are repeated.
const MOST_SOFTWARE_WRITES: usize = 2;

/// The same for other adapters: the completion queue has room for so many whatever is posted before
/// anybody looks at it, and no network takes so long that more would be of use.
pub(crate) const MOST_WRITES: usize = 512;
const _: () = assert!(MOST_WRITES > MOST_SOFTWARE_WRITES && MOST_WRITES >= 2 * POST_BATCH);

/// Segments of one request at most, where the device has more.
pub const MOST_SEGMENTS: u32 = 16;

/// Pieces of one side at most: each is registered for itself.
const MOST_PIECES: usize = 256;

/// Bytes of a put that is copied into the request: as many as an adapter takes, so that no memory
/// need be registered.
pub(crate) const MOST_INLINE: usize = 256;

/// What a transfer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Writes the peer's memory, and tells it a number after that.
    Put { notify: Option<u32> },
    /// Reads the peer's memory.
    Get,
    /// Changes a word of the peer.
    Atomic,
}

impl Work {
    /// Whether its requests count among those that adapters answer.
    pub(crate) fn is_read(self) -> bool {
        !matches!(self, Work::Put { .. })
    }

    /// Whether it is a put or get of a window.
    pub(crate) fn is_access(self) -> bool {
        matches!(self, Work::Get | Work::Put { notify: None })
    }

    /// What the peer is to be told.
    fn number(self) -> Option<u32> {
        if let Work::Put { notify } = self { notify } else { None }
    }

    /// Whether its requests go where control messages go.
    pub(crate) fn goes_first(self) -> bool {
        self != Work::Put { notify: None }
    }
}

impl<V: Verbs> Connection<V> {
    /// Whether its adapters do such work.
    pub(crate) fn takes(&self, work: Work) -> bool {
        !work.is_read() || self.most_reads > 0
    }
}

/// This process's side of a transfer.
pub(crate) enum Local {
    /// Registered memory, piece by piece, and bytes of each.
    Holds(Vec<(Hold, u64)>),
    /// Bytes that were copied.
    Inline(Vec<u8>),
    /// A buffer with so many bytes, and, of a get, where they go in the end.
    Staged(Slot, usize, Vec<Piece>),
    /// A word of the peer's.
    Word(Word),
}

impl Local {
    /// Parts that are posted one after the other.
    fn pieces(&self) -> usize {
        match self {
            Local::Holds(holds) => holds.len(),
            Local::Inline(_) | Local::Staged(..) | Local::Word(_) => 1,
        }
    }
}

/// A put, get or atomic under way.
pub(crate) struct Transfer {
    ticket: Ticket,
    place: usize,
    work: Work,
    local: Local,
    /// What of it was posted: pieces, and bytes of the next one.
    piece: usize,
    offset: u64,
    /// Where the next byte of the peer's side is.
    remote: RemoteMemory,
    outstanding: u32,
    /// A later request tells of the end of all that is outstanding.
    is_silent: bool,
    /// The peer is told the number by a request of its own, or has been told with the last part.
    is_told: bool,
    failed: Option<CopyError>,
}

impl Transfer {
    /// One of which nothing is posted.
    pub fn new(ticket: Ticket, place: usize, work: Work, local: Local, remote: RemoteMemory) -> Self {
        let (piece, offset, outstanding, is_silent, is_told, failed) = (0, 0, 0, false, false, None);
        Transfer { ticket, place, work, local, piece, offset, remote, outstanding, is_silent, is_told, failed }
    }

    fn is_posted(&self) -> bool {
        self.piece == self.local.pieces()
    }

    /// Whether its outstanding requests count among [`Transfers::writes`].
    fn is_counted(&self) -> bool {
        !self.work.is_read() && !self.is_silent
    }
}

/// All of them, by index.
#[derive(Default)]
pub struct Transfers {
    entries: Vec<Option<Transfer>>,
    free: Vec<u32>,
    /// Those that may be over.
    ending: Vec<u32>,
    /// Writes posted and not complete, but for silent ones.
    writes: usize,
    /// Connections that wait for fewer, in order.
    held_back: VecDeque<usize>,
    /// Tickets of those that are over.
    pub finished: VecDeque<Finished>,
}

impl Transfers {
    fn insert(&mut self, transfer: Transfer) -> u32 {
        if let Some(index) = self.free.pop() {
            self.entries[index as usize] = Some(transfer);
            return index;
        }
        self.entries.push(Some(transfer));
        self.entries.len() as u32 - 1
    }

    /// Whether any is under way over a connection.
    pub fn are_at(&self, place: usize) -> bool {
        self.entries.iter().flatten().any(|transfer| transfer.place == place)
    }

    /// Transfers of which nothing is posted belong to another connection.
    pub fn carry(&mut self, transfers: &VecDeque<u32>, place: usize) {
        transfers.iter().for_each(|index| self.get_mut(*index).place = place);
    }

    fn get_mut(&mut self, index: u32) -> &mut Transfer {
        self.entries[index as usize].as_mut().expect("a transfer lives until its parts are done")
    }

    /// How many writes a connection may post if no more than `most` are to be under way: it has its
    /// turn, and then others have theirs.
    fn writes_allowed(&mut self, place: usize, most: usize) -> usize {
        let is_next = self.held_back.front().is_none_or(|next| *next == place);
        let room = if is_next { most.saturating_sub(self.writes) } else { 0 };
        if room > 0 {
            self.held_back.pop_front();
        } else if !self.held_back.contains(&place) {
            self.held_back.push_back(place);
        }
        room
    }

    /// A part completed. Whether it was a read.
    pub fn part_done(&mut self, index: u32) -> bool {
        let transfer = self.get_mut(index);
        let (is_read, is_counted) = (transfer.work.is_read(), transfer.is_counted());
        transfer.outstanding -= 1;
        if transfer.outstanding == 0 && transfer.is_posted() {
            self.ending.push(index);
        }
        self.writes -= usize::from(is_counted);
        is_read
    }
}

/// A request to be posted.
struct Part {
    segments: [Segment; MOST_SEGMENTS as usize],
    count: usize,
    remote: RemoteMemory,
    is_last: bool,
}

impl Part {
    fn at(remote: RemoteMemory) -> Self {
        Part { segments: Default::default(), count: 0, remote, is_last: false }
    }
}

impl<V: Verbs, E: Environment, R: Receives<V>> RcDevice<V, E, R> {
    /// See [`Rendezvous::expose`](ferry_device::Rendezvous::expose). What is in more than one piece
    /// goes in packets.
    ///
    /// # Safety
    /// As there.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn expose_memory(&mut self, peer: u32, end: End, memory: &[Piece]) -> Option<Token> {
        let [piece] = memory else { return None };
        // SAFETY: VT-1 (`ferry_verbs_transport::memory`): the caller's promise holds until the
        // memory is concealed.
        let hold = unsafe { self.memories.hold(*piece, end == End::Front) }?;
        let RemoteKey(key) = self.memories.remote_key(&hold);
        self.exposed.entry((peer, piece.address, key)).or_default().push(hold);
        Some(Token { address: piece.address, key })
    }

    /// See [`Rendezvous::conceal`](ferry_device::Rendezvous::conceal).
    pub(crate) fn conceal_memory(&mut self, peer: u32, token: Token) {
        let exposure = (peer, token.address, token.key);
        let Some(holds) = self.exposed.get_mut(&exposure) else { return };
        if let Some(hold) = holds.pop() {
            self.memories.release(hold);
        }
        if holds.is_empty() {
            self.exposed.remove(&exposure);
        }
    }

    /// Begins to move between `pieces` and what the peer calls `token`.
    ///
    /// # Safety
    /// As [`Rendezvous::begin_put`](ferry_device::Rendezvous::begin_put) and
    /// [`Rendezvous::begin_get`](ferry_device::Rendezvous::begin_get).
    #[allow(unsafe_code)]
    pub(crate) unsafe fn begin_transfer(
        &mut self,
        peer: u32,
        ticket: Ticket,
        pieces: &[Piece],
        token: Token,
        is_get: bool,
    ) -> Result<(), CopyError> {
        let work = if is_get { Work::Get } else { Work::Put { notify: None } };
        let suits = |place: &usize| self.connections[*place].is_ready() && self.connections[*place].takes(work);
        let place = self.place(peer).filter(suits).ok_or(CopyError::Refused)?;
        // SAFETY: VT-1 (`ferry_verbs_transport::memory`): the caller's promise holds until the
        // transfer is over.
        let holds = unsafe { self.hold_all(pieces, is_get)? };
        let remote = RemoteMemory { address: token.address, key: RemoteKey(token.key) };
        self.begin_work(Transfer::new(ticket, place, work, Local::Holds(holds), remote));
        Ok(())
    }

    /// Registers all of the local side, or finds it registered.
    ///
    /// # Safety
    /// The pieces are memory that requests may read and, if `writable`, write until the holds are
    /// given back.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn hold_all(&mut self, pieces: &[Piece], writable: bool) -> Result<Vec<(Hold, u64)>, CopyError> {
        if pieces.len() > MOST_PIECES {
            return Err(CopyError::Refused);
        }
        let mut holds = Vec::with_capacity(pieces.len());
        for piece in pieces.iter().filter(|piece| piece.len > 0) {
            // SAFETY: VT-1 (`ferry_verbs_transport::memory`), as the caller promises.
            match unsafe { self.memories.hold(*piece, writable) } {
                Some(hold) => holds.push((hold, piece.len)),
                None => {
                    self.release(holds);
                    return Err(CopyError::Refused);
                }
            }
        }
        Ok(holds)
    }

    /// Begins a transfer: now, or as soon as its connection is made and the ones before it are
    /// posted.
    pub(crate) fn begin_work(&mut self, transfer: Transfer) {
        self.counters.transfers += 1;
        if let Local::Holds(holds) = &transfer.local {
            self.counters.bytes_direct += holds.iter().map(|(_, bytes)| bytes).sum::<u64>();
        }
        let place = transfer.place;
        let index = self.transfers.insert(transfer);
        self.connections[place].unposted.push_back(index);
        self.post_parts(place);
    }

    fn release(&mut self, holds: Vec<(Hold, u64)>) {
        for (hold, _) in holds {
            self.memories.release(hold);
        }
    }

    /// Posts parts of a connection's transfers, as many as there is room for.
    pub(crate) fn post_parts(&mut self, place: usize) {
        if !self.connections[place].is_ready() {
            return;
        }
        while let Some(&index) = self.connections[place].unposted.front() {
            let parts = self.cut_parts(place, index);
            if !parts.is_empty()
                && let Err(error) = self.post_cut(place, index, &parts)
            {
                return self.fail(place, format!("a transfer cannot be posted: {error}"));
            }
            let transfer = self.transfers.get_mut(index);
            if !transfer.is_posted() {
                // It may wait for requests to other peers, whose completions say nothing of this
                // connection.
                return self.list(place);
            }
            let (work, is_over, is_told) = (transfer.work, transfer.outstanding == 0, transfer.is_told);
            if is_over {
                self.transfers.ending.push(index);
            }
            self.connections[place].unposted.pop_front();
            if let Work::Put { notify: Some(number) } = work
                && !is_told
            {
                self.connections[place].notices.puts.push_back(number);
                self.list(place);
                self.tell(place);
            }
        }
        self.end_transfers();
    }

    /// The next requests of a transfer, as many as there is room for now.
    fn cut_parts(&mut self, place: usize, index: u32) -> Vec<Part> {
        let connection = &self.connections[place];
        let is_software = self.verbs.device().software;
        let transfer = self.transfers.get_mut(index);
        if transfer.is_posted() {
            return Vec::new();
        }
        let work = transfer.work;
        let under_way = match (work.is_read(), is_software) {
            (true, _) => connection.most_reads.saturating_sub(connection.reads),
            (false, true) => self.transfers.writes_allowed(place, MOST_SOFTWARE_WRITES),
            (false, false) => MOST_WRITES.saturating_sub(self.transfers.writes),
        };
        let transfer = self.transfers.get_mut(index);
        let Some(way) = connection.ways.get(connection.way_of_transfers(work.goes_first())) else { return Vec::new() };
        let most = way.room().min(under_way).min(POST_BATCH);
        let most_segments = (way.queue_pair.capacity().send_segments.min(MOST_SEGMENTS) as usize).max(1);
        let longest = if is_software { LONGEST_SOFTWARE_REQUEST } else { LONGEST_REQUEST };
        let longest = longest.min(self.verbs.port().message_bytes.into());
        let mut parts = Vec::new();
        while parts.len() < most && !transfer.is_posted() {
            let mut part = Part::at(transfer.remote);
            match &transfer.local {
                Local::Inline(_) => transfer.piece = 1,
                Local::Staged(slot, bytes, _) => {
                    (part.segments[0], part.count) = (self.pool.segment(*slot, *bytes), 1);
                    transfer.piece = 1;
                }
                Local::Word(word) => {
                    (part.segments[0], part.count) = (self.pool.segment(word.slot, WORD), 1);
                    transfer.piece = 1;
                }
                Local::Holds(holds) => {
                    let mut bytes = 0;
                    while part.count < most_segments && bytes < longest && transfer.piece < holds.len() {
                        let (hold, whole) = &holds[transfer.piece];
                        let len = (whole - transfer.offset).min(longest - bytes);
                        part.segments[part.count] = self.memories.segment(hold, transfer.offset, len as u32);
                        part.count += 1;
                        bytes += len;
                        transfer.offset += len;
                        if transfer.offset == *whole {
                            (transfer.piece, transfer.offset) = (transfer.piece + 1, 0);
                        }
                    }
                    transfer.remote.address += bytes;
                }
            }
            part.is_last = transfer.is_posted();
            parts.push(part);
        }
        parts
    }

    /// Posts requests with one doorbell. The last one of a put is signalled unless its ticket may
    /// be late, and so are all reads, of which only so many may be under way.
    fn post_cut(&mut self, place: usize, index: u32, parts: &[Part]) -> Result<(), Error> {
        let transfer = self.transfers.get_mut(index);
        let connection = &mut self.connections[place];
        let at = connection.way_of_transfers(transfer.work.goes_first());
        let way = &mut connection.ways[at];
        let mut works = Vec::with_capacity(parts.len());
        let inline = if let Local::Inline(bytes) = &transfer.local { bytes.as_slice() } else { &[] };
        let inline = [inline];
        let first_class = &mut connection.classes[0];
        // Somebody hears of it with a later one. Adapters that are software have few writes under
        // way, which are counted until they complete. So are earlier parts, and the last one with
        // them.
        let is_single = transfer.outstanding == 0 && matches!(parts, [part] if part.is_last);
        let is_software = self.verbs.device().software;
        let is_silent = transfer.ticket.may_be_late() && is_single && !is_software && !way.window.must_signal(0);
        transfer.is_silent = is_silent;
        // Numbers stay in order.
        let may_tell = connection.notices.puts.is_empty();
        for (ahead, part) in parts.iter().enumerate() {
            // The last part takes the number along, if there is a receive of the peer for it.
            let number = transfer.work.number().filter(|_| may_tell && part.is_last && first_class.credits.allow());
            if number.is_some() {
                first_class.credits.spend();
                transfer.is_told = true;
            }
            let request = match (&transfer.local, transfer.work) {
                (Local::Word(word), _) => word.request(part.remote),
                (_, Work::Put { .. }) => Request::Write { to: part.remote, immediate: number },
                (_, _) => Request::Read { from: part.remote },
            };
            let payload = match &transfer.local {
                Local::Inline(_) => Payload::Inline(&inline),
                _ => Payload::Segments(&part.segments[..part.count]),
            };
            // The last one of the batch tells of all, so that the queue never fills up with
            // requests that nobody hears of.
            let signalled = !is_silent && (transfer.work.is_read() || part.is_last || ahead + 1 == parts.len());
            let id = work_id(place, at, way.window.number_after(ahead));
            let work = SendWork::new(id, request, payload);
            let to_queue = if number.is_some() { first_class.to_queue } else { way.to_queue };
            works.push(SendWork { signalled, to_queue, ..work });
        }
        way.queue_pair.post_send(&works)?;
        for work in &works {
            way.window.push(Held::Part(index), 0, work.signalled);
        }
        transfer.outstanding += works.len() as u32;
        let posted = works.len();
        let (of_reads, of_writes) = (transfer.work.is_read(), transfer.is_counted());
        connection.reads += if of_reads { posted } else { 0 };
        self.transfers.writes += if of_writes { posted } else { 0 };
        self.counters.doorbells += 1;
        self.counters.requests += posted as u64;
        Ok(())
    }

    /// Ends transfers that have no parts left.
    pub(crate) fn end_transfers(&mut self) {
        while let Some(index) = self.transfers.ending.pop() {
            let Some(mut transfer) = self.transfers.entries[index as usize].take() else { continue };
            if !self.give_back(&mut transfer) {
                // A swap has found another value.
                let place = transfer.place;
                transfer.piece = 0;
                self.transfers.entries[index as usize] = Some(transfer);
                self.connections[place].unposted.push_back(index);
                self.list(place);
                continue;
            }
            self.transfers.free.push(index);
            let result = transfer.failed.map_or(Ok(()), Err);
            self.transfers.finished.push_back(Finished { ticket: transfer.ticket, result });
        }
    }

    /// Gives back what a transfer holds. False if it has to go on.
    fn give_back(&mut self, transfer: &mut Transfer) -> bool {
        match &mut transfer.local {
            Local::Holds(holds) => self.release(std::mem::take(holds)),
            Local::Inline(_) => {}
            Local::Staged(slot, bytes, pieces) => {
                let (slot, bytes, pieces) = (*slot, *bytes, std::mem::take(pieces));
                self.unstage(slot, bytes, if transfer.failed.is_none() { &pieces } else { &[] });
            }
            Local::Word(word) => {
                if transfer.failed.is_none() {
                    let mut old = [0; WORD];
                    self.pool.read(word.slot, 0, &mut old);
                    if !word.answered(u64::from_ne_bytes(old)) {
                        return false;
                    }
                }
                self.pool.give_back(word.slot);
            }
        }
        true
    }

    /// Ends transfers of no connection.
    pub(crate) fn refuse(&mut self, transfers: VecDeque<u32>) {
        for index in transfers {
            self.transfers.get_mut(index).failed = Some(CopyError::Refused);
            self.transfers.ending.push(index);
        }
        self.end_transfers();
    }

    /// Ends all transfers of a connection that has no queue pairs any more.
    pub(crate) fn break_transfers(&mut self, place: usize) {
        self.transfers.held_back.retain(|held| *held != place);
        for (index, entry) in self.transfers.entries.iter_mut().enumerate() {
            if let Some(transfer) = entry.as_mut().filter(|transfer| transfer.place == place) {
                self.transfers.writes -= if transfer.is_counted() { transfer.outstanding as usize } else { 0 };
                transfer.failed = Some(CopyError::Refused);
                self.transfers.ending.push(index as u32);
            }
        }
        self.end_transfers();
    }

    /// Gives back what a peer that is lost was shown.
    pub(crate) fn conceal_all(&mut self, peer: u32) {
        let gone: Vec<_> = self.exposed.keys().filter(|(to, ..)| *to == peer).copied().collect();
        for hold in gone.into_iter().filter_map(|exposure| self.exposed.remove(&exposure)).flatten() {
            self.memories.release(hold);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_take_turns_where_few_writes_may_be_under_way() {
        let mut transfers = Transfers::default();
        assert_eq!(transfers.writes_allowed(0, 2), 2);
        transfers.writes = 2;
        assert_eq!([transfers.writes_allowed(0, 2), transfers.writes_allowed(1, 2), transfers.writes_allowed(0, 2)], [0; 3]);
        transfers.writes = 1;
        assert_eq!(transfers.writes_allowed(1, 2), 0, "it is the other's turn");
        assert_eq!(transfers.writes_allowed(0, 2), 1);
        assert_eq!([transfers.writes_allowed(0, 2), transfers.writes_allowed(1, 2)], [0, 1], "and now its own");
        transfers.writes = 0;
        assert_eq!([transfers.writes_allowed(1, 2), transfers.writes_allowed(0, 2)], [0, 2]);
    }
}
