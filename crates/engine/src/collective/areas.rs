//! Collective buffers (AG-3): for each communicator that uses puts an area of registered memory,
//! whose address its ranks have exchanged once, and what peers have told there.
//!
//! Areas come from blocks that are registered whole, [`AREAS_IN_BLOCK`] at a time, as many as are
//! needed, up to [`AREAS_MAX`]; those of communicators that are freed are used again. An area has
//! two parts, which operations use in turn. Operations on one area follow one another: the next
//! begins when the one before is over here. As each ends only after all ranks have begun it,
//! whoever begins the next but one knows that all have ended this one, and that its part is free
//! everywhere (`ferry_collective`, algorithms by puts).
//!
//! Ranks exchange cards before they put ([`Areas::join`]), and then tell each other whether all of
//! them can ([`Areas::settle`]). Operations that are called meanwhile have a turn already, which
//! they give back if they do not put after all ([`Areas::give_up`]). Parts count the operations
//! that do put ([`Areas::begin`]): one that went by messages says nothing of who has ended which.
//!
//! | offset in a part | what | who writes |
//! |---|---|---|
//! | 0 | [`SLOTS`] windows that peers have announced, [`WINDOW_BYTES`] each | peers |
//! | [`OUTGOING_AT`] | as many that this rank announces | this rank |
//! | [`BUFFER_AT`] | [`BUFFER_BYTES`] of data | peers and this rank |
//!
//! # Safety arguments
//! - AREA-1: the memory of a block lives as long as the table, which the engine drops after its
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

/// Bytes of the collective buffer for one operation.
pub const BUFFER_BYTES: u64 = OneSided::with_copies_below(COPY_BELOW_MAX).buffer_max();

/// Bytes of a window as it is announced.
pub const WINDOW_BYTES: u64 = PutWindow::BYTES as u64;

/// Where windows are that this rank announces.
pub const OUTGOING_AT: u64 = SLOTS as u64 * WINDOW_BYTES;

/// Where data are.
pub const BUFFER_AT: u64 = 2 * OUTGOING_AT;

const PART_BYTES: u64 = BUFFER_AT + BUFFER_BYTES;
const AREA_BYTES: u64 = 2 * PART_BYTES;

/// Areas that are registered together.
const AREAS_IN_BLOCK: u16 = 8;

/// Areas of a process at most: further communicators use messages.
pub const AREAS_MAX: u16 = 64;

const _: () = assert!(AREA_BYTES.is_multiple_of(64), "parts begin on cache lines");
const _: () = assert!(AREAS_MAX.is_multiple_of(AREAS_IN_BLOCK) && AREAS_MAX as u32 <= Number::AREAS);
const _: () = assert!(COPY_BELOW <= COPY_BELOW_MAX && BUFFER_BYTES == 2 * COPY_BELOW_MAX);

/// An area of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AreaId(u16);

/// Bytes of a card: what a peer has to know of an area.
pub const CARD_BYTES: usize = KEY_BYTES + 8;

/// The area of a peer for the same communicator.
#[derive(Clone, Copy)]
pub struct PeerArea {
    /// Of its block.
    pub key: Key,
    area: u16,
    /// Puts there tell the peer nothing: a packet does, after them.
    needs_packet: bool,
}

impl PeerArea {
    /// Where a part of it is in its block.
    pub fn part(&self, operation: PutOperation) -> u64 {
        u64::from(self.area % AREAS_IN_BLOCK) * AREA_BYTES + operation.part() * PART_BYTES
    }

    /// Whether a packet has to tell the peer of a put.
    pub fn needs_packet(&self) -> bool {
        self.needs_packet
    }

    /// What to tell the peer with a put.
    pub fn notice(&self, operation: PutOperation, signal: u16) -> u32 {
        Number { area: self.area, operation: operation.number, signal }.encode()
    }

    fn card(&self) -> [u8; CARD_BYTES] {
        let mut card = [0; CARD_BYTES];
        card[..KEY_BYTES].copy_from_slice(&encode_key(&self.key));
        card[KEY_BYTES..].copy_from_slice(&u64::from(self.area).to_le_bytes());
        card
    }

    /// The inverse; `None` for what is no card, as of a rank that has no area.
    fn of(card: &[u8]) -> Option<PeerArea> {
        let (key, area) = card.split_first_chunk::<KEY_BYTES>()?;
        let area = u16::try_from(u64::from_le_bytes(area.try_into().ok()?)).ok()?;
        let key = decode_key(key)?;
        (area < AREAS_MAX && !key.is_none()).then_some(PeerArea { key, area, needs_packet: false })
    }
}

/// The card of a rank that has no area.
pub const NO_CARD: [u8; CARD_BYTES] = [u8::MAX; CARD_BYTES];

/// The number of a notice: whose signal it is. The highest bit says that it is of a collective
/// operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    area: u16,
    /// Operations are told apart by two bits: a rank gets signals of the operation that it is in,
    /// and of the next.
    operation: u32,
    signal: u16,
}

impl Number {
    const AREAS: u32 = 1 << 13;
    const OPERATIONS: u32 = 4;

    fn encode(self) -> u32 {
        1 << 31 | u32::from(self.area) << 18 | (self.operation % Self::OPERATIONS) << 16 | u32::from(self.signal)
    }

    fn decode(number: u32) -> Option<Number> {
        let operation = (number >> 16) % Self::OPERATIONS;
        let decoded = Number { area: (number >> 18) as u16 & (Self::AREAS - 1) as u16, operation, signal: number as u16 };
        (number >> 31 == 1).then_some(decoded)
    }
}

/// The turn of an operation on its area, in the order of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    area: AreaId,
    order: u32,
}

impl Turn {
    /// Where.
    pub fn area(self) -> AreaId {
        self.area
    }
}

/// An operation that puts and whose turn has come: the how-manieth it is on its area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutOperation {
    /// Where.
    pub area: AreaId,
    number: u32,
}

impl PutOperation {
    fn part(self) -> u64 {
        u64::from(self.number % 2)
    }

    /// Whether there were operations in both parts of the area before.
    pub fn has_used_both_parts(self) -> bool {
        self.number >= 2
    }
}

/// Whether an operation has to wait for one of its puts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutWait {
    /// It is from memory of the area.
    No,
    /// It has, and another put to the same peer follows for which it has to wait, too.
    Followed,
    /// It has.
    Yes,
}

/// What a put of an operation is called: its area, whether the operation has to wait for it, and
/// what the peer is to be told then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutTicket {
    area: AreaId,
    is_awaited: bool,
    /// The operation puts to the same peer again, and waits for that.
    is_followed: bool,
    /// Operations that were abandoned on the area before.
    abandoned: u16,
    /// An index of [`Areas::untold`].
    untold: Option<u16>,
}

impl PutTicket {
    /// As devices name it.
    pub fn encode(self) -> CollectiveTicket {
        let untold = self.untold.map_or(0, |index| u64::from(index) + 1);
        let which = untold << 34 | u64::from(self.abandoned) << 18 | u64::from(self.area.0) << 2;
        let number = which | u64::from(self.is_followed) << 1 | u64::from(self.is_awaited);
        CollectiveTicket { number, may_be_late: !self.is_awaited || self.is_followed }
    }

    fn decode(CollectiveTicket { number, .. }: CollectiveTicket) -> PutTicket {
        let untold = (number >> 34).checked_sub(1).map(|index| index as u16);
        let [is_awaited, is_followed] = [number & 1, number >> 1 & 1].map(|bit| bit == 1);
        PutTicket { area: AreaId((number >> 2) as u16), is_awaited, is_followed, abandoned: (number >> 18) as u16, untold }
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
struct Area {
    standing: PutsStanding,
    /// The areas of the ranks of the communicator.
    peers: Vec<PeerArea>,
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

impl Area {
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
    let bytes = AREA_BYTES * u64::from(AREAS_IN_BLOCK);
    vec![CacheLine([MaybeUninit::zeroed(); 64]); bytes.div_ceil(size_of::<CacheLine>() as u64) as usize]
}

/// All areas of a process.
#[derive(Default)]
pub struct Areas {
    blocks: Vec<Block>,
    areas: Vec<Area>,
    free: Vec<u16>,
    /// What peers are to be told when puts are over, by index.
    untold: Vec<Option<Notice>>,
    /// What they are to be told now.
    due: VecDeque<Notice>,
    counts: Counts,
}

/// What areas were used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Areas that were opened.
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
    /// Areas in use.
    pub in_use: u64,
    /// Bytes registered for all areas.
    pub bytes: u64,
}

impl Areas {
    /// A free area. `None` if there is none, or no memory could be registered for more.
    pub fn open(&mut self, device: &mut impl Device) -> Option<AreaId> {
        if self.free.is_empty() {
            self.add_block(device)?;
        }
        let area = self.free.pop()?;
        self.areas[usize::from(area)] = Area::default();
        self.counts.opened += 1;
        Some(AreaId(area))
    }

    fn add_block(&mut self, device: &mut impl Device) -> Option<()> {
        let first = self.areas.len() as u16;
        if first == AREAS_MAX {
            return None;
        }
        let bytes = AREA_BYTES * u64::from(AREAS_IN_BLOCK);
        let mut memory = memory_of_block();
        let piece = Piece { address: memory.as_mut_ptr().expose_provenance() as u64, len: bytes };
        // SAFETY: AREA-1.
        let region = unsafe { device.register(piece, Access::PUT) }.ok()?;
        self.blocks.push(Block { memory, region });
        self.areas.extend((0..AREAS_IN_BLOCK).map(|_| Area::default()));
        self.free.extend((first..first + AREAS_IN_BLOCK).rev());
        Some(())
    }

    /// What other ranks of the communicator have to know of an area.
    pub fn card(&self, area: AreaId, device: &impl Device) -> [u8; CARD_BYTES] {
        let block = &self.blocks[usize::from(area.0 / AREAS_IN_BLOCK)];
        PeerArea { key: device.key(block.region), area: area.0, needs_packet: false }.card()
    }

    /// The cards of all ranks of the communicator, in order; `me` is this one. Whether this rank
    /// can put into the areas of all others, with signals.
    #[must_use]
    pub fn join(
        &mut self,
        area: AreaId,
        me: u32,
        cards: &[u8],
        world_rank: impl Fn(u32) -> u32,
        device: &mut impl Device,
    ) -> bool {
        let peers: Option<Vec<PeerArea>> = cards.chunks(CARD_BYTES).map(PeerArea::of).collect();
        let Some(mut peers) = peers else { return false };
        let mut has_all = true;
        for (place, rank) in peers.iter_mut().zip(0..).filter(|(_, rank)| *rank != me) {
            let methods = device.one_sided_methods(world_rank(rank), &place.key);
            place.needs_packet = !methods.contains(OneSidedMethods::NOTIFY);
            has_all &= methods.contains(OneSidedMethods::PUT);
        }
        self.areas[usize::from(area.0)].peers = peers;
        has_all
    }

    /// All ranks of the communicator have told each other whether they can put: how much in one
    /// operation, 0 if not.
    pub fn settle(&mut self, area: AreaId, window_max: u64) {
        let (standing, count) = match window_max {
            0 => (PutsStanding::Refused, &mut self.counts.refused),
            _ => (PutsStanding::Joined { window_max }, &mut self.counts.joined),
        };
        *count += 1;
        self.areas[usize::from(area.0)].standing = standing;
    }

    /// Whether the ranks of the communicator put to each other.
    pub fn standing(&self, area: AreaId) -> PutsStanding {
        self.areas[usize::from(area.0)].standing
    }

    /// The areas of the ranks of its communicator.
    pub fn peers(&self, area: AreaId) -> &[PeerArea] {
        &self.areas[usize::from(area.0)].peers
    }

    /// The communicator is freed: the area is free once no operation on it is under way, and no
    /// put.
    pub fn close(&mut self, area: AreaId, device: &mut impl Device) {
        self.begin_to_close(area);
        self.hasten(area, device);
    }

    fn begin_to_close(&mut self, area: AreaId) {
        self.areas[usize::from(area.0)].is_closing = true;
        self.free_if_over(area);
    }

    /// The last puts on an area that is to be free are waited for now.
    pub fn hasten(&self, area: AreaId, device: &mut impl Device) {
        let entry = &self.areas[usize::from(area.0)];
        if entry.is_closing && entry.entered == entry.ended && entry.unfinished > 0 {
            device.hasten();
        }
    }

    fn free_if_over(&mut self, AreaId(area): AreaId) {
        let entry = &mut self.areas[usize::from(area)];
        if entry.is_closing && entry.entered == entry.ended && entry.unfinished == 0 {
            *entry = Area::default();
            self.free.push(area);
        }
    }

    /// What areas were used for so far.
    pub fn counts(&self) -> Counts {
        let bytes = self.blocks.iter().map(|block| (block.memory.len() * size_of::<CacheLine>()) as u64).sum();
        Counts { bytes, in_use: (self.areas.len() - self.free.len()) as u64, ..self.counts }
    }

    /// The turn of one more operation. All ranks give turns in one order.
    pub fn enter(&mut self, area: AreaId) -> Turn {
        let entry = &mut self.areas[usize::from(area.0)];
        let order = entry.entered;
        entry.entered = order.wrapping_add(1);
        Turn { area, order }
    }

    /// The operation begins, if all before it are over.
    pub fn begin(&self, Turn { area, order }: Turn) -> Option<PutOperation> {
        let entry = &self.areas[usize::from(area.0)];
        (entry.ended == order).then_some(PutOperation { area, number: entry.number })
    }

    /// The operation that has begun is over; [`Areas::hasten`] follows.
    pub fn leave(&mut self, PutOperation { area, number }: PutOperation) {
        let entry = &mut self.areas[usize::from(area.0)];
        debug_assert_eq!(entry.number, number);
        entry.number = number.wrapping_add(1);
        entry.end_turn();
        self.free_if_over(area);
    }

    /// The operation that has begun ends with its puts under way. The next one neither waits for
    /// them nor hears how they end.
    pub fn abandon(&mut self, operation: PutOperation) {
        let entry = &mut self.areas[usize::from(operation.area.0)];
        entry.abandoned = entry.abandoned.wrapping_add(1);
        (entry.under_way, entry.has_failed) = (0, false);
        self.leave(operation);
    }

    /// An operation that had a turn does not put after all, as all ranks know alike.
    pub fn give_up(&mut self, Turn { area, order }: Turn) {
        let entry = &mut self.areas[usize::from(area.0)];
        match entry.ended == order {
            true => entry.end_turn(),
            false => entry.given_up.push(order),
        }
        self.free_if_over(area);
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
        let AreaId(area) = operation.area;
        let block = &self.blocks[usize::from(area / AREAS_IN_BLOCK)];
        let start = u64::from(area % AREAS_IN_BLOCK) * AREA_BYTES + operation.part() * PART_BYTES;
        debug_assert!(offset <= PART_BYTES);
        block.memory.as_ptr().cast_mut().cast::<u8>().wrapping_add((start + offset) as usize)
    }

    /// The name of one more put of an operation, which has to wait for it if it is from memory that
    /// is not in the area, or a packet brings `notice` after it.
    pub fn begin_put(&mut self, area: AreaId, wait: PutWait, notice: Option<Notice>) -> PutTicket {
        self.counts.puts += 1;
        let (untold, is_told) = (notice.map(|notice| self.keep_untold(notice)), notice.is_some());
        let (is_awaited, is_followed) = (is_told || wait != PutWait::No, !is_told && wait == PutWait::Followed);
        let entry = &mut self.areas[usize::from(area.0)];
        entry.under_way += u32::from(is_awaited);
        entry.unfinished += 1;
        PutTicket { area, is_awaited, is_followed, abandoned: entry.abandoned, untold }
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

    /// Whether [`Areas::next_due`] has an answer.
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
    pub fn has_puts(&self, area: AreaId) -> bool {
        self.areas[usize::from(area.0)].under_way > 0
    }

    /// Whether a put has failed since the last time that was asked.
    pub fn take_failure(&mut self, area: AreaId) -> bool {
        std::mem::take(&mut self.areas[usize::from(area.0)].has_failed)
    }

    /// Whether a signal of `peer`, a world rank, is there.
    pub fn has_signal(&self, operation: PutOperation, peer: u32, signal: u16) -> bool {
        self.areas[usize::from(operation.area.0)].signals.contains(&(peer, operation.number % Number::OPERATIONS, signal))
    }

    /// Forgets a signal.
    pub fn take_signal(&mut self, operation: PutOperation, peer: u32, signal: u16) {
        self.areas[usize::from(operation.area.0)].signals.remove(&(peer, operation.number % Number::OPERATIONS, signal));
    }

    /// A notice has come. False if it is not of a collective operation.
    pub fn note(&mut self, Notice { peer, number }: Notice) -> bool {
        let Some(Number { area, operation, signal }) = Number::decode(number) else { return false };
        if let Some(area) = self.areas.get_mut(usize::from(area)) {
            area.signals.insert((peer, operation, signal));
        }
        true
    }

    /// A put is over.
    pub fn finished(&mut self, ticket: CollectiveTicket, result: Result<(), CopyError>) {
        let ticket = PutTicket::decode(ticket);
        let Some(area) = self.areas.get_mut(usize::from(ticket.area.0)) else { return };
        area.has_failed |= result.is_err() && ticket.abandoned == area.abandoned;
        let notice = self.end_put(ticket);
        self.due.extend(notice.filter(|_| result.is_ok()));
    }

    /// The device has refused to begin a put: nobody is told.
    pub fn refused(&mut self, ticket: PutTicket) {
        self.end_put(ticket);
    }

    fn end_put(&mut self, PutTicket { area, is_awaited, abandoned, untold, .. }: PutTicket) -> Option<Notice> {
        let entry = &mut self.areas[usize::from(area.0)];
        entry.under_way -= u32::from(is_awaited && abandoned == entry.abandoned);
        entry.unfinished -= 1;
        self.free_if_over(area);
        self.untold.get_mut(usize::from(untold?))?.take()
    }
}

#[cfg(test)]
impl Areas {
    /// One area, whose memory no device knows.
    pub(super) fn unregistered() -> (Areas, AreaId) {
        let blocks = vec![Block { memory: memory_of_block(), region: RegionId(0) }];
        (Areas { blocks, areas: vec![Area::default()], ..Areas::default() }, AreaId(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_tickets_come_back_as_they_were() {
        for (area, operation, signal) in [(0, 0, 0), (63, 3, u16::MAX), (5, 2, 77)] {
            let number = Number { area, operation, signal };
            assert_eq!(Number::decode(number.encode()), Some(number));
            for (is_awaited, untold) in [(false, None), (true, None), (true, Some(0)), (true, Some(u16::MAX))] {
                let abandoned = signal.wrapping_add(operation as u16);
                let ticket = PutTicket { area: AreaId(area), is_awaited, is_followed: false, abandoned, untold };
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
    fn cards_name_areas_or_none() {
        let place = PeerArea { key: Key::of(&[3; 20]).expect("short enough"), area: 9, needs_packet: false };
        let back = PeerArea::of(&place.card()).expect("a card");
        assert_eq!((back.key, back.area), (place.key, place.area));
        assert!(PeerArea::of(&NO_CARD).is_none() && PeerArea::of(&place.card()[1..]).is_none());
    }

    #[test]
    fn operations_that_do_not_put_leave_no_gap_between_parts() {
        let (mut areas, area) = Areas::unregistered();
        let turns: Vec<Turn> = (0..6).map(|_| areas.enter(area)).collect();
        assert!(areas.begin(turns[1]).is_none(), "the first one has not ended");
        for given_up in [4, 2, 1] {
            areas.give_up(turns[given_up]);
        }
        let mut parts = Vec::new();
        for next in [0, 3, 5] {
            let operation = areas.begin(turns[next]).expect("those before have ended or were given up");
            parts.push(operation.part());
            areas.leave(operation);
        }
        assert_eq!(parts, [0, 1, 0]);
    }

    #[test]
    fn a_put_of_an_abandoned_operation_is_none_of_the_next_ones_business() {
        let (mut areas, area) = Areas::unregistered();
        let (first, second) = (areas.enter(area), areas.enter(area));
        let puts: Vec<PutTicket> = [PutWait::Yes, PutWait::Yes, PutWait::No].map(|wait| areas.begin_put(area, wait, None)).into();
        let operation = areas.begin(first).expect("it is the first");
        areas.finished(puts[0].encode(), Err(CopyError::Refused));
        areas.abandon(operation);
        let operation = areas.begin(second).expect("the first one is over");
        assert!(!areas.has_puts(area), "it has not put yet");
        let own = areas.begin_put(area, PutWait::Yes, None);
        areas.finished(puts[1].encode(), Err(CopyError::Refused));
        areas.finished(puts[2].encode(), Err(CopyError::Refused));
        assert!(areas.has_puts(area), "its own put is under way");
        areas.finished(own.encode(), Ok(()));
        assert!(!areas.has_puts(area) && !areas.take_failure(area));
        areas.leave(operation);
        areas.begin_to_close(area);
        assert_eq!(areas.free, [0], "no put is under way");
    }

    #[test]
    fn a_put_that_fails_after_its_operation_is_told_to_the_next_one() {
        let (mut areas, area) = Areas::unregistered();
        let (first, second) = (areas.enter(area), areas.enter(area));
        let late = areas.begin_put(area, PutWait::No, None);
        let operation = areas.begin(first).expect("it is the first");
        areas.leave(operation);
        areas.begin(second).expect("the first one is over");
        areas.finished(late.encode(), Err(CopyError::Refused));
        assert!(areas.take_failure(area));
    }

    #[test]
    fn an_area_is_free_once_all_turns_are_over() {
        let (mut areas, area) = Areas::unregistered();
        let (first, second) = (areas.enter(area), areas.enter(area));
        areas.give_up(second);
        areas.begin_to_close(area);
        assert!(areas.free.is_empty());
        let operation = areas.begin(first).expect("it is the first");
        areas.leave(operation);
        assert_eq!(areas.free, [0]);
    }
}
