//! Collective buffers (AG-3): registered memory of a communicator that peers put into. Its ranks
//! exchange the addresses once. The module keeps what peers have told there, too.
//!
//! Buffers come from blocks that are registered whole, [`BUFFERS_IN_BLOCK`] at a time, as many as
//! are needed, up to [`BUFFERS_MAX`]; those of communicators that are freed are used again. A
//! buffer has two parts, which operations use in turn. Operations on one buffer follow one another:
//! the next begins when the one before is over here. As each ends only after all ranks have begun
//! it, whoever begins the next but one knows that all have ended this one, and that its part is
//! free everywhere (`ferry_collective`, algorithms by puts).
//!
//! Ranks exchange cards before they put ([`CollectiveBuffers::join`]), and then tell each other
//! whether all of them can ([`CollectiveBuffers::settle`]). Operations that are called meanwhile
//! have a turn already, which they give back if they do not put after all
//! ([`CollectiveBuffers::give_up`]). Parts count the operations that do put
//! ([`CollectiveBuffers::begin`]): one that went by messages says nothing of who has ended which.
//!
//! | offset in a part | what | who writes |
//! |---|---|---|
//! | 0 | [`SLOTS`] windows that peers have announced, [`WINDOW_BYTES`] each | peers |
//! | [`OUTGOING_AT`] | as many that this rank announces | this rank |
//! | [`DATA_AT`] | [`DATA_BYTES`] of data | peers and this rank |
//!
//! # Safety arguments
//! - CBUF-1: the memory of a block lives as long as the table, which the engine drops after its
//!   device: no adapter uses it longer. Peers write there only what a schedule has them write: data
//!   whose signal is awaited before they are read, and windows likewise. It is reached through raw
//!   pointers only.

use std::collections::{HashSet, VecDeque};
use std::mem::MaybeUninit;

use ferry_collective::{OneSided, SLOTS};
use ferry_device::{Access, CollectiveTicket, CopyError, Device, Key, Notice, OneSidedMethods, RegionId};
use ferry_protocol::transfer::Piece;

use super::window::{KEY_BYTES, PutWindow, decode_key, encode_key};

/// M_T, the bytes from which on a step goes from window to window (AG-2), where nothing is known of
/// the network. The paper's.
pub const COPY_BELOW: u64 = 4096;

/// The greatest M_T.
pub const COPY_BELOW_MAX: u64 = 16 << 10;

/// Bytes of data in a part: room for those of one operation.
pub const DATA_BYTES: u64 = OneSided::with_copies_below(COPY_BELOW_MAX).buffer_max();

/// Bytes of a window as it is announced.
pub const WINDOW_BYTES: u64 = PutWindow::BYTES as u64;

/// Where windows are that this rank announces.
pub const OUTGOING_AT: u64 = SLOTS as u64 * WINDOW_BYTES;

/// Where data are.
pub const DATA_AT: u64 = 2 * OUTGOING_AT;

const PART_BYTES: u64 = DATA_AT + DATA_BYTES;
const BUFFER_BYTES: u64 = 2 * PART_BYTES;

/// Buffers that are registered together.
const BUFFERS_IN_BLOCK: u16 = 8;

/// Buffers of a process at most: further communicators use messages.
pub const BUFFERS_MAX: u16 = 64;

const _: () = assert!(BUFFER_BYTES.is_multiple_of(64), "parts begin on cache lines");
const _: () = assert!(BUFFERS_MAX.is_multiple_of(BUFFERS_IN_BLOCK) && BUFFERS_MAX as u32 <= Number::BUFFERS);
const _: () = assert!(COPY_BELOW <= COPY_BELOW_MAX && DATA_BYTES == 2 * COPY_BELOW_MAX);

/// A collective buffer of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollectiveBufferId(u16);

/// Bytes of a card, which tells a peer what it has to know of a buffer.
pub const CARD_BYTES: usize = KEY_BYTES + 8;

/// The buffer of a peer for the same communicator.
#[derive(Clone, Copy)]
pub struct PeerBuffer {
    /// Of its block.
    pub key: Key,
    buffer: u16,
    /// Puts there tell the peer nothing: a packet does, after them.
    needs_packet: bool,
}

impl PeerBuffer {
    /// Where a part of it is in its block.
    pub fn part(&self, operation: PutOperation) -> u64 {
        u64::from(self.buffer % BUFFERS_IN_BLOCK) * BUFFER_BYTES + operation.part() * PART_BYTES
    }

    /// Whether a packet has to tell the peer of a put.
    pub fn needs_packet(&self) -> bool {
        self.needs_packet
    }

    /// What to tell the peer with a put.
    pub fn notice(&self, operation: PutOperation, signal: u16) -> u32 {
        Number { buffer: self.buffer, operation: operation.number, signal }.encode()
    }

    fn card(&self) -> [u8; CARD_BYTES] {
        let mut card = [0; CARD_BYTES];
        card[..KEY_BYTES].copy_from_slice(&encode_key(&self.key));
        card[KEY_BYTES..].copy_from_slice(&u64::from(self.buffer).to_le_bytes());
        card
    }

    /// The inverse; `None` for what is no card, as of a rank that has no buffer.
    fn of(card: &[u8]) -> Option<PeerBuffer> {
        let (key, buffer) = card.split_first_chunk::<KEY_BYTES>()?;
        let buffer = u16::try_from(u64::from_le_bytes(buffer.try_into().ok()?)).ok()?;
        let key = decode_key(key)?;
        (buffer < BUFFERS_MAX && !key.is_none()).then_some(PeerBuffer { key, buffer, needs_packet: false })
    }
}

/// The card of a rank that has no buffer.
pub const NO_CARD: [u8; CARD_BYTES] = [u8::MAX; CARD_BYTES];

/// The number of a notice: whose signal it is. The highest bit says that it is of a collective
/// operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    buffer: u16,
    /// Operations are told apart by two bits: a rank gets signals of the operation that it is in,
    /// and of the next.
    operation: u32,
    signal: u16,
}

impl Number {
    const BUFFERS: u32 = 1 << 13;
    const OPERATIONS: u32 = 4;

    fn encode(self) -> u32 {
        1 << 31 | u32::from(self.buffer) << 18 | (self.operation % Self::OPERATIONS) << 16 | u32::from(self.signal)
    }

    fn decode(number: u32) -> Option<Number> {
        let operation = (number >> 16) % Self::OPERATIONS;
        let decoded = Number { buffer: (number >> 18) as u16 & (Self::BUFFERS - 1) as u16, operation, signal: number as u16 };
        (number >> 31 == 1).then_some(decoded)
    }
}

/// The turn of an operation on its buffer, in the order of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    buffer: CollectiveBufferId,
    order: u32,
}

impl Turn {
    /// Where.
    pub fn buffer(self) -> CollectiveBufferId {
        self.buffer
    }
}

/// An operation that puts and whose turn has come. Operations on a buffer are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutOperation {
    /// Where.
    pub buffer: CollectiveBufferId,
    number: u32,
}

impl PutOperation {
    fn part(self) -> u64 {
        u64::from(self.number % 2)
    }

    /// Whether there were operations in both parts of the buffer before.
    pub fn has_used_both_parts(self) -> bool {
        self.number >= 2
    }
}

/// Whether an operation has to wait for one of its puts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutWait {
    /// No: its data are from the buffer itself.
    No,
    /// Yes, and also for another put to the same peer, which follows.
    Followed,
    /// Yes.
    Yes,
}

/// What a put of an operation is called: its buffer, whether the operation has to wait for it, and
/// what the peer is to be told then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutTicket {
    buffer: CollectiveBufferId,
    is_awaited: bool,
    /// The operation puts to the same peer again, and waits for that.
    is_followed: bool,
    /// Operations that were abandoned on the buffer before.
    abandoned: u16,
    /// An index of [`CollectiveBuffers::untold`].
    untold: Option<u16>,
}

impl PutTicket {
    /// As devices name it.
    pub fn encode(self) -> CollectiveTicket {
        let untold = self.untold.map_or(0, |index| u64::from(index) + 1);
        let which = untold << 34 | u64::from(self.abandoned) << 18 | u64::from(self.buffer.0) << 2;
        let number = which | u64::from(self.is_followed) << 1 | u64::from(self.is_awaited);
        CollectiveTicket { number, may_be_late: !self.is_awaited || self.is_followed }
    }

    fn decode(CollectiveTicket { number, .. }: CollectiveTicket) -> PutTicket {
        let untold = (number >> 34).checked_sub(1).map(|index| index as u16);
        let [is_awaited, is_followed] = [number & 1, number >> 1 & 1].map(|bit| bit == 1);
        PutTicket {
            buffer: CollectiveBufferId((number >> 2) as u16),
            is_awaited,
            is_followed,
            abandoned: (number >> 18) as u16,
            untold,
        }
    }
}

/// Whether the ranks of a communicator put to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PutsStanding {
    /// They do not know yet.
    #[default]
    Asking,
    /// They do, up to so many bytes in one operation.
    Joined {
        /// See [`OneSided::window_max`].
        window_max: u64,
    },
    /// Some of them cannot.
    Refused,
}

#[derive(Default)]
struct CollectiveBuffer {
    standing: PutsStanding,
    /// The buffers of the ranks of the communicator.
    peers: Vec<PeerBuffer>,
    /// Operations that have got a turn.
    entered: u32,
    /// Turns that are over: all before this one.
    ended: u32,
    /// Turns from there on that were given up. At most as many as operations were called before the
    /// ranks had agreed.
    given_up: Vec<u32>,
    /// Operations that have put.
    number: u32,
    /// Signals that nobody has waited for yet: world rank, operation modulo [`Number::OPERATIONS`],
    /// signal.
    signals: HashSet<(u32, u32, u16)>,
    /// Puts from memory of the program, or from scratch, that the operation of the turn waits for.
    under_way: u32,
    /// All puts that are not over.
    unfinished: u32,
    /// A put has failed that no operation was told of yet.
    has_failed: bool,
    /// Operations that were abandoned: the puts from before are nobody's.
    abandoned: u16,
    /// Its communicator is freed.
    is_closing: bool,
}

impl CollectiveBuffer {
    /// The turn that has come is over, and so are those after it that were given up.
    fn end_turn(&mut self) {
        self.ended = self.ended.wrapping_add(1);
        while let Some(at) = self.given_up.iter().position(|order| *order == self.ended) {
            self.given_up.swap_remove(at);
            self.ended = self.ended.wrapping_add(1);
        }
    }
}

/// Memory of a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct CacheLine(#[expect(dead_code, reason = "only its size counts")] [MaybeUninit<u8>; 64]);

struct Block {
    memory: Vec<CacheLine>,
    region: RegionId,
}

fn memory_of_block() -> Vec<CacheLine> {
    let bytes = BUFFER_BYTES * u64::from(BUFFERS_IN_BLOCK);
    vec![CacheLine([MaybeUninit::zeroed(); 64]); bytes.div_ceil(size_of::<CacheLine>() as u64) as usize]
}

/// All collective buffers of a process.
#[derive(Default)]
pub struct CollectiveBuffers {
    blocks: Vec<Block>,
    buffers: Vec<CollectiveBuffer>,
    free: Vec<u16>,
    /// What peers are to be told when puts are over, by index.
    untold: Vec<Option<Notice>>,
    /// What they are to be told now.
    due: VecDeque<Notice>,
    /// Bytes of windows of persistent operations, which stay registered.
    kept: u64,
    counts: Counts,
}

/// What buffers were used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Buffers that were opened.
    pub opened: u64,
    /// Times that the ranks of a communicator agreed to put.
    pub joined: u64,
    /// Times that they agreed not to.
    pub refused: u64,
    /// Puts that began.
    pub puts: u64,
    /// Registrations of memory of operations, or of finding that it is registered.
    pub registrations: u64,
    /// Windows that were announced.
    pub windows: u64,
    /// Buffers in use.
    pub in_use: u64,
    /// Bytes registered for all buffers.
    pub bytes: u64,
}

impl CollectiveBuffers {
    /// A free buffer. `None` if there is none, or no memory could be registered for more.
    pub fn open(&mut self, device: &mut impl Device) -> Option<CollectiveBufferId> {
        if self.free.is_empty() {
            self.add_block(device)?;
        }
        let buffer = self.free.pop()?;
        self.buffers[usize::from(buffer)] = CollectiveBuffer::default();
        self.counts.opened += 1;
        Some(CollectiveBufferId(buffer))
    }

    fn add_block(&mut self, device: &mut impl Device) -> Option<()> {
        let first = self.buffers.len() as u16;
        if first == BUFFERS_MAX {
            return None;
        }
        let bytes = BUFFER_BYTES * u64::from(BUFFERS_IN_BLOCK);
        let mut memory = memory_of_block();
        let piece = Piece { address: memory.as_mut_ptr().expose_provenance() as u64, len: bytes };
        // SAFETY: CBUF-1.
        let region = unsafe { device.register(piece, Access::PUT) }.ok()?;
        self.blocks.push(Block { memory, region });
        self.buffers.extend((0..BUFFERS_IN_BLOCK).map(|_| CollectiveBuffer::default()));
        self.free.extend((first..first + BUFFERS_IN_BLOCK).rev());
        Some(())
    }

    /// What other ranks of the communicator have to know of a buffer.
    pub fn card(&self, buffer: CollectiveBufferId, device: &impl Device) -> [u8; CARD_BYTES] {
        let block = &self.blocks[usize::from(buffer.0 / BUFFERS_IN_BLOCK)];
        PeerBuffer { key: device.key(block.region), buffer: buffer.0, needs_packet: false }.card()
    }

    /// The cards of all ranks of the communicator, in order; `me` is this one. Whether this rank
    /// can put into the buffers of all others, with signals.
    #[must_use]
    pub fn join(
        &mut self,
        buffer: CollectiveBufferId,
        me: u32,
        cards: &[u8],
        world_rank: impl Fn(u32) -> u32,
        device: &mut impl Device,
    ) -> bool {
        let peers: Option<Vec<PeerBuffer>> = cards.chunks(CARD_BYTES).map(PeerBuffer::of).collect();
        let Some(mut peers) = peers else { return false };
        let mut has_all = true;
        for (place, rank) in peers.iter_mut().zip(0..).filter(|(_, rank)| *rank != me) {
            let methods = device.one_sided_methods(world_rank(rank), &place.key);
            place.needs_packet = !methods.contains(OneSidedMethods::NOTIFY);
            has_all &= methods.contains(OneSidedMethods::PUT);
        }
        self.buffers[usize::from(buffer.0)].peers = peers;
        has_all
    }

    /// All ranks of the communicator have told each other whether they can put: how much in one
    /// operation, 0 if not.
    pub fn settle(&mut self, buffer: CollectiveBufferId, window_max: u64) {
        let (standing, count) = match window_max {
            0 => (PutsStanding::Refused, &mut self.counts.refused),
            _ => (PutsStanding::Joined { window_max }, &mut self.counts.joined),
        };
        *count += 1;
        self.buffers[usize::from(buffer.0)].standing = standing;
    }

    /// Whether the ranks of the communicator put to each other.
    pub fn standing(&self, buffer: CollectiveBufferId) -> PutsStanding {
        self.buffers[usize::from(buffer.0)].standing
    }

    /// The buffers of the ranks of its communicator.
    pub fn peers(&self, buffer: CollectiveBufferId) -> &[PeerBuffer] {
        &self.buffers[usize::from(buffer.0)].peers
    }

    /// The communicator is freed: the buffer is free once no operation on it is under way, and no
    /// put.
    pub fn close(&mut self, buffer: CollectiveBufferId, device: &mut impl Device) {
        self.begin_to_close(buffer);
        self.hasten(buffer, device);
    }

    fn begin_to_close(&mut self, buffer: CollectiveBufferId) {
        self.buffers[usize::from(buffer.0)].is_closing = true;
        self.free_if_over(buffer);
    }

    /// The last puts on a buffer that is to be free are waited for now.
    pub fn hasten(&self, buffer: CollectiveBufferId, device: &mut impl Device) {
        let entry = &self.buffers[usize::from(buffer.0)];
        if entry.is_closing && entry.entered == entry.ended && entry.unfinished > 0 {
            device.hasten();
        }
    }

    fn free_if_over(&mut self, CollectiveBufferId(buffer): CollectiveBufferId) {
        let entry = &mut self.buffers[usize::from(buffer)];
        if entry.is_closing && entry.entered == entry.ended && entry.unfinished == 0 {
            *entry = CollectiveBuffer::default();
            self.free.push(buffer);
        }
    }

    /// What buffers were used for so far.
    pub fn counts(&self) -> Counts {
        let bytes = self.blocks.iter().map(|block| (block.memory.len() * size_of::<CacheLine>()) as u64).sum();
        Counts { bytes, in_use: (self.buffers.len() - self.free.len()) as u64, ..self.counts }
    }

    /// The turn of one more operation. All ranks give turns in one order.
    pub fn enter(&mut self, buffer: CollectiveBufferId) -> Turn {
        let entry = &mut self.buffers[usize::from(buffer.0)];
        let order = entry.entered;
        entry.entered = order.wrapping_add(1);
        Turn { buffer, order }
    }

    /// The operation begins, if all before it are over.
    pub fn begin(&self, Turn { buffer, order }: Turn) -> Option<PutOperation> {
        let entry = &self.buffers[usize::from(buffer.0)];
        (entry.ended == order).then_some(PutOperation { buffer, number: entry.number })
    }

    /// The operation that has begun is over; [`CollectiveBuffers::hasten`] follows.
    pub fn leave(&mut self, PutOperation { buffer, number }: PutOperation) {
        let entry = &mut self.buffers[usize::from(buffer.0)];
        debug_assert_eq!(entry.number, number);
        entry.number = number.wrapping_add(1);
        entry.end_turn();
        self.free_if_over(buffer);
    }

    /// The operation that has begun ends with its puts under way. The next one neither waits for
    /// them nor hears how they end.
    pub fn abandon(&mut self, operation: PutOperation) {
        let entry = &mut self.buffers[usize::from(operation.buffer.0)];
        entry.abandoned = entry.abandoned.wrapping_add(1);
        (entry.under_way, entry.has_failed) = (0, false);
        self.leave(operation);
    }

    /// An operation that had a turn does not put after all, as all ranks know alike.
    pub fn give_up(&mut self, Turn { buffer, order }: Turn) {
        let entry = &mut self.buffers[usize::from(buffer.0)];
        match entry.ended == order {
            true => entry.end_turn(),
            false => entry.given_up.push(order),
        }
        self.free_if_over(buffer);
    }

    /// A persistent operation will keep windows of so many bytes registered, if that is no more
    /// than `most` with those of the others. Whether it is.
    pub fn keep_windows(&mut self, bytes: u64, most: u64) -> bool {
        let kept = self.kept.saturating_add(bytes);
        let fits = kept <= most;
        self.kept = if fits { kept } else { self.kept };
        fits
    }

    /// A persistent operation is freed.
    pub fn free_windows(&mut self, bytes: u64) {
        self.kept -= bytes;
    }

    /// Memory of an operation was registered.
    pub fn count_registration(&mut self) {
        self.counts.registrations += 1;
    }

    /// A window was announced to a peer.
    pub fn count_window(&mut self) {
        self.counts.windows += 1;
    }

    /// Where byte `offset` of the operation's part is.
    pub fn address(&self, operation: PutOperation, offset: u64) -> *mut u8 {
        let CollectiveBufferId(buffer) = operation.buffer;
        let block = &self.blocks[usize::from(buffer / BUFFERS_IN_BLOCK)];
        let start = u64::from(buffer % BUFFERS_IN_BLOCK) * BUFFER_BYTES + operation.part() * PART_BYTES;
        debug_assert!(offset <= PART_BYTES);
        block.memory.as_ptr().cast_mut().cast::<u8>().wrapping_add((start + offset) as usize)
    }

    /// The name of one more put of an operation, which has to wait for it if it is from memory that
    /// is not in the buffer, or a packet brings `notice` after it.
    pub fn begin_put(&mut self, buffer: CollectiveBufferId, wait: PutWait, notice: Option<Notice>) -> PutTicket {
        self.counts.puts += 1;
        let (untold, is_told) = (notice.map(|notice| self.keep_untold(notice)), notice.is_some());
        let (is_awaited, is_followed) = (is_told || wait != PutWait::No, !is_told && wait == PutWait::Followed);
        let entry = &mut self.buffers[usize::from(buffer.0)];
        entry.under_way += u32::from(is_awaited);
        entry.unfinished += 1;
        PutTicket { buffer, is_awaited, is_followed, abandoned: entry.abandoned, untold }
    }

    fn keep_untold(&mut self, notice: Notice) -> u16 {
        let index = self.untold.iter().position(Option::is_none).unwrap_or_else(|| {
            self.untold.push(None);
            self.untold.len() - 1
        });
        self.untold[index] = Some(notice);
        index as u16
    }

    /// Whether peers are to be told of puts that are under way.
    pub fn has_untold(&self) -> bool {
        self.untold.iter().any(Option::is_some)
    }

    /// Whether [`CollectiveBuffers::next_due`] has an answer.
    #[inline(always)]
    pub fn has_due(&self) -> bool {
        !self.due.is_empty()
    }

    /// What a peer is to be told by a packet, now that the data are there.
    pub fn next_due(&mut self) -> Option<Notice> {
        self.due.pop_front()
    }

    /// The same for a signal that comes with no data.
    pub fn tell(&mut self, notice: Notice) {
        self.due.push_back(notice);
    }

    /// Whether puts that the operation has to wait for are under way.
    pub fn has_puts(&self, buffer: CollectiveBufferId) -> bool {
        self.buffers[usize::from(buffer.0)].under_way > 0
    }

    /// Whether a put has failed since the last time that was asked.
    pub fn take_failure(&mut self, buffer: CollectiveBufferId) -> bool {
        std::mem::take(&mut self.buffers[usize::from(buffer.0)].has_failed)
    }

    /// Whether a signal of `peer`, a world rank, is there.
    pub fn has_signal(&self, operation: PutOperation, peer: u32, signal: u16) -> bool {
        self.buffers[usize::from(operation.buffer.0)].signals.contains(&(peer, operation.number % Number::OPERATIONS, signal))
    }

    /// Forgets a signal.
    pub fn take_signal(&mut self, operation: PutOperation, peer: u32, signal: u16) {
        self.buffers[usize::from(operation.buffer.0)].signals.remove(&(peer, operation.number % Number::OPERATIONS, signal));
    }

    /// A notice has come. False if it is not of a collective operation.
    pub fn note(&mut self, Notice { peer, number }: Notice) -> bool {
        let Some(Number { buffer, operation, signal }) = Number::decode(number) else { return false };
        if let Some(buffer) = self.buffers.get_mut(usize::from(buffer)) {
            buffer.signals.insert((peer, operation, signal));
        }
        true
    }

    /// A put is over.
    pub fn finished(&mut self, ticket: CollectiveTicket, result: Result<(), CopyError>) {
        let ticket = PutTicket::decode(ticket);
        let Some(buffer) = self.buffers.get_mut(usize::from(ticket.buffer.0)) else { return };
        buffer.has_failed |= result.is_err() && ticket.abandoned == buffer.abandoned;
        let notice = self.end_put(ticket);
        self.due.extend(notice.filter(|_| result.is_ok()));
    }

    /// The device has refused to begin a put: nobody is told.
    pub fn refused(&mut self, ticket: PutTicket) {
        self.end_put(ticket);
    }

    fn end_put(&mut self, PutTicket { buffer, is_awaited, abandoned, untold, .. }: PutTicket) -> Option<Notice> {
        let entry = &mut self.buffers[usize::from(buffer.0)];
        entry.under_way -= u32::from(is_awaited && abandoned == entry.abandoned);
        entry.unfinished -= 1;
        self.free_if_over(buffer);
        self.untold.get_mut(usize::from(untold?))?.take()
    }
}

#[cfg(test)]
impl CollectiveBuffers {
    /// One buffer, whose memory no device knows.
    pub(super) fn unregistered() -> (CollectiveBuffers, CollectiveBufferId) {
        let blocks = vec![Block { memory: memory_of_block(), region: RegionId(0) }];
        (
            CollectiveBuffers { blocks, buffers: vec![CollectiveBuffer::default()], ..CollectiveBuffers::default() },
            CollectiveBufferId(0),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_tickets_come_back_as_they_were() {
        for (buffer, operation, signal) in [(0, 0, 0), (63, 3, u16::MAX), (5, 2, 77)] {
            let number = Number { buffer, operation, signal };
            assert_eq!(Number::decode(number.encode()), Some(number));
            for (is_awaited, untold) in [(false, None), (true, None), (true, Some(0)), (true, Some(u16::MAX))] {
                let abandoned = signal.wrapping_add(operation as u16);
                let ticket = PutTicket { buffer: CollectiveBufferId(buffer), is_awaited, is_followed: false, abandoned, untold };
                assert_eq!(PutTicket::decode(ticket.encode()), ticket);
                assert_eq!(ticket.encode().may_be_late, !is_awaited);
                let followed = PutTicket { is_followed: true, ..ticket };
                assert_eq!(PutTicket::decode(followed.encode()), followed);
                assert!(followed.encode().may_be_late);
            }
        }
        assert_eq!(Number::decode(17), None, "not of a collective operation");
    }

    #[test]
    fn cards_name_buffers_or_none() {
        let place = PeerBuffer { key: Key::of(&[3; 20]).expect("short enough"), buffer: 9, needs_packet: false };
        let back = PeerBuffer::of(&place.card()).expect("a card");
        assert_eq!((back.key, back.buffer), (place.key, place.buffer));
        assert!(PeerBuffer::of(&NO_CARD).is_none() && PeerBuffer::of(&place.card()[1..]).is_none());
    }

    #[test]
    fn operations_that_do_not_put_leave_no_gap_between_parts() {
        let (mut buffers, buffer) = CollectiveBuffers::unregistered();
        let turns: Vec<Turn> = (0..6).map(|_| buffers.enter(buffer)).collect();
        assert!(buffers.begin(turns[1]).is_none(), "the first one has not ended");
        for given_up in [4, 2, 1] {
            buffers.give_up(turns[given_up]);
        }
        let mut parts = Vec::new();
        for next in [0, 3, 5] {
            let operation = buffers.begin(turns[next]).expect("those before have ended or were given up");
            parts.push(operation.part());
            buffers.leave(operation);
        }
        assert_eq!(parts, [0, 1, 0]);
    }

    #[test]
    fn a_put_of_an_abandoned_operation_is_none_of_the_next_ones_business() {
        let (mut buffers, buffer) = CollectiveBuffers::unregistered();
        let (first, second) = (buffers.enter(buffer), buffers.enter(buffer));
        let puts: Vec<PutTicket> =
            [PutWait::Yes, PutWait::Yes, PutWait::No].map(|wait| buffers.begin_put(buffer, wait, None)).into();
        let operation = buffers.begin(first).expect("it is the first");
        buffers.finished(puts[0].encode(), Err(CopyError::Refused));
        buffers.abandon(operation);
        let operation = buffers.begin(second).expect("the first one is over");
        assert!(!buffers.has_puts(buffer), "it has not put yet");
        let own = buffers.begin_put(buffer, PutWait::Yes, None);
        buffers.finished(puts[1].encode(), Err(CopyError::Refused));
        buffers.finished(puts[2].encode(), Err(CopyError::Refused));
        assert!(buffers.has_puts(buffer), "its own put is under way");
        buffers.finished(own.encode(), Ok(()));
        assert!(!buffers.has_puts(buffer) && !buffers.take_failure(buffer));
        buffers.leave(operation);
        buffers.begin_to_close(buffer);
        assert_eq!(buffers.free, [0], "no put is under way");
    }

    #[test]
    fn a_put_that_fails_after_its_operation_is_told_to_the_next_one() {
        let (mut buffers, buffer) = CollectiveBuffers::unregistered();
        let (first, second) = (buffers.enter(buffer), buffers.enter(buffer));
        let late = buffers.begin_put(buffer, PutWait::No, None);
        let operation = buffers.begin(first).expect("it is the first");
        buffers.leave(operation);
        buffers.begin(second).expect("the first one is over");
        buffers.finished(late.encode(), Err(CopyError::Refused));
        assert!(buffers.take_failure(buffer));
    }

    #[test]
    fn a_buffer_is_free_once_all_turns_are_over() {
        let (mut buffers, buffer) = CollectiveBuffers::unregistered();
        let (first, second) = (buffers.enter(buffer), buffers.enter(buffer));
        buffers.give_up(second);
        buffers.begin_to_close(buffer);
        assert!(buffers.free.is_empty());
        let operation = buffers.begin(first).expect("it is the first");
        buffers.leave(operation);
        assert_eq!(buffers.free, [0]);
    }
}
