//! The one-sided steps of a schedule: puts, windows that are announced, signals.
//!
//! # Safety arguments
//! - OS-1: what is put from and announced are slices of the schedule (COLL-1, COLL-2). They stay as they are until the execution ends, which is only after all puts from them are over and
//!   all signals have come that follow puts into them; one that ends early keeps what is registered, and its scratch (COLL-3). Slices of the collective buffer lie in the operation's part
//!   of it (AREA-1), which the tests of `ferry-collective` check.
//! - OS-2: an announced window is read after its signal, in memory that nobody writes before the operation is over.

use ferry_collective::{Region as Place, SLOTS, Schedule, Slice, Span, Target};
use ferry_protocol::transfer::Piece;

use super::areas::{Areas, BUFFER_AT, BUFFER_BYTES, OUTGOING_AT, Turn, WINDOW_BYTES};
use super::puts::{Puts, Region, Window};

/// Memory of the operation that is registered for its time: where the registration starts in the region of the schedule.
#[derive(Clone, Copy)]
struct Registered {
    region: Region,
    start: i64,
}

/// What became of a one-sided step that could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The device refuses to put, or to register.
    Refused,
    /// The peer has less room, in bytes, than the data need.
    NoRoom {
        room: u64,
        needed: u64,
    },
}

/// The one-sided side of an execution.
pub(super) struct OneSidedRun {
    pub turn: Turn,
    has_begun: bool,
    /// By region: send buffer, receive buffer, scratch.
    registered: [Option<Registered>; 3],
    /// Windows announced so far.
    announced: u16,
    /// Signals that the round waits for: rank in the communicator, number.
    awaited: Vec<(u32, u16)>,
}

impl OneSidedRun {
    pub fn new(turn: Turn) -> Self {
        OneSidedRun { turn, has_begun: false, registered: [None; 3], announced: 0, awaited: Vec::new() }
    }

    /// Registers what the schedule announces, when the operation's turn has come (AG-4). `None` before that.
    pub fn begin(
        &mut self,
        schedule: &Schedule,
        place: impl Fn(&Slice) -> *mut u8,
        puts: &mut impl Puts,
        areas: &Areas,
    ) -> Option<Result<(), Trouble>> {
        if self.has_begun {
            return Some(Ok(()));
        }
        if !areas.is_next(self.turn) {
            return None;
        }
        self.has_begun = true;
        for region in [Place::SendBuffer, Place::RecvBuffer, Place::Scratch] {
            let Some(Span { start, end }) = schedule.touched(region).windows else { continue };
            let address = place(&Slice::bytes(region, start, 0)).expose_provenance() as u64;
            // SAFETY: OS-1.
            let region_id = unsafe { puts.register(Piece { address, len: (end - start) as u64 }, true) };
            match region_id {
                Some(id) => self.registered[region as usize] = Some(Registered { region: id, start }),
                None => return Some(Err(Trouble::Refused)),
            }
        }
        Some(Ok(()))
    }

    /// Begins to put `from` to `target` of a peer: rank in the communicator, and world rank.
    pub fn put(
        &mut self,
        (peer, world): (u32, u32),
        (from, memory): (&Slice, *mut u8),
        (target, signal): (Target, u16),
        puts: &mut impl Puts,
        areas: &mut Areas,
    ) -> Result<(), Trouble> {
        let place = areas.peers(self.turn.area)[peer as usize];
        let (key, offset) = match target {
            Target::Buffer { offset } => {
                check_room(offset, from.count, BUFFER_BYTES)?;
                (place.key, place.part(self.turn) + BUFFER_AT + offset)
            }
            Target::Window { slot, offset } => {
                let window = self.window(slot, areas);
                check_room(offset, from.count, window.len)?;
                (window.key, window.offset + offset)
            }
        };
        let ticket = areas.begin_put(self.turn, from.count > 0 && from.region != Place::Buffer);
        let from = Piece { address: memory.expose_provenance() as u64, len: from.count };
        // SAFETY: OS-1.
        let is_begun = unsafe { puts.put(world, ticket.encode(), from, &key, offset, place.notice(self.turn, signal)) };
        if !is_begun {
            areas.finished(ticket.encode(), true);
        }
        is_begun.then_some(()).ok_or(Trouble::Refused)
    }

    /// The window that was announced in a slot.
    fn window(&self, slot: u16, areas: &Areas) -> Window {
        debug_assert!(slot < SLOTS);
        let at = areas.address(self.turn, u64::from(slot) * WINDOW_BYTES).cast::<Window>();
        // SAFETY: OS-2; parts begin on cache lines, and windows have a multiple of 8 bytes.
        unsafe { at.read() }
    }

    /// Tells a peer where a window is.
    pub fn announce(
        &mut self,
        (peer, world): (u32, u32),
        (slot, window): (u16, &Slice),
        signal: u16,
        puts: &mut impl Puts,
        areas: &mut Areas,
    ) -> Result<(), Trouble> {
        let place = areas.peers(self.turn.area)[peer as usize];
        let window = self.describe(window, puts);
        let outgoing = areas.address(self.turn, OUTGOING_AT + u64::from(self.announced % SLOTS) * WINDOW_BYTES);
        self.announced += 1;
        // SAFETY: AREA-1; nobody else writes there, and an operation announces at most as many windows as there is room for.
        unsafe { outgoing.cast::<Window>().write(window) };
        let ticket = areas.begin_put(self.turn, false).encode();
        let from = Piece { address: outgoing.expose_provenance() as u64, len: WINDOW_BYTES };
        let offset = place.part(self.turn) + u64::from(slot) * WINDOW_BYTES;
        // SAFETY: OS-1.
        let is_begun = unsafe { puts.put(world, ticket, from, &place.key, offset, place.notice(self.turn, signal)) };
        is_begun.then_some(()).ok_or(Trouble::Refused)
    }

    fn describe(&self, window: &Slice, puts: &impl Puts) -> Window {
        let registered = self.registered.get(window.region as usize).copied().flatten();
        match registered.filter(|_| !window.is_empty()) {
            Some(Registered { region, start }) => {
                Window { key: puts.key(region), offset: (window.offset - start) as u64, len: window.count }
            }
            None => Window { key: [0; 64], offset: 0, len: 0 },
        }
    }

    /// The round waits for a signal.
    pub fn hear(&mut self, peer: u32, signal: u16) {
        self.awaited.push((peer, signal));
    }

    /// Takes the signals that are there; whether all are.
    pub fn settle(&mut self, world_rank: impl Fn(u32) -> u32, areas: &mut Areas) -> bool {
        while let Some((peer, signal)) = self.awaited.last() {
            let world = world_rank(*peer);
            if !areas.has_signal(self.turn, world, *signal) {
                return false;
            }
            areas.take_signal(self.turn, world, *signal);
            self.awaited.pop();
        }
        true
    }

    /// Ranks that the round waits for.
    pub fn awaited(&self) -> impl Iterator<Item = u32> + '_ {
        self.awaited.iter().map(|(peer, _)| *peer)
    }

    /// The operation is over: `None` while puts from its memory are under way; else whether all went well.
    pub fn end(&mut self, puts: &mut impl Puts, areas: &mut Areas) -> Option<bool> {
        if areas.has_puts(self.turn) {
            return None;
        }
        for registered in self.registered.iter_mut().filter_map(Option::take) {
            puts.deregister(registered.region);
        }
        let has_failed = areas.take_failure(self.turn);
        areas.leave(self.turn);
        Some(!has_failed)
    }
}

fn check_room(offset: u64, needed: u64, room: u64) -> Result<(), Trouble> {
    let fits = offset.checked_add(needed).is_some_and(|end| end <= room);
    if fits { Ok(()) } else { Err(Trouble::NoRoom { room: room.saturating_sub(offset), needed }) }
}
