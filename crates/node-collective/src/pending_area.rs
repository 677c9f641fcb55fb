//! Non-blocking collective operations through shared memory: the pending area of a communicator,
//! and the calls that are under way there.
//!
//! A call consists of one or more *steps*, each an operation of the area. All ranks begin the
//! operations of an area in one order. So calls have turns. The call that has the turn begins its
//! steps as soon as there is room for what it publishes ([`PendingArea::begin`]), and then passes
//! the turn on. Steps are finished in any order.
//!
//! A call that finds no room returns all the same, and begins whenever the process makes progress.
//! No rank needs to know which calls others have had to put off.
//!
//! Blocking calls have an area of their own. So they never wait for operations that the program
//! does not yet wait for.

use ferry_collective::Collective;
use ferry_engine::collective::{KIND_BITS, UNREAD};
use ferry_shm::shared_area::{Operation, SharedArea, What};

use crate::Result;
use crate::member::Node;
use crate::seat::Seat;

/// A call that goes over a pending area, in the hands of whoever makes progress.
pub trait PendingCall<N: Node> {
    /// Which function.
    fn collective(&self) -> Collective;

    /// Its number among the calls of the pending area.
    fn turn(&self) -> u64;

    /// World ranks that it waits for; of these it needs something that they have not given.
    fn missing(&self, seat: &Seat) -> Vec<u32>;

    /// How far it has come: any number that changes when it moves.
    fn position(&self) -> u64;

    /// Goes on as far as possible; how it ended, once it has.
    fn advance(&mut self, seat: &mut Seat, node: &mut N) -> Option<Result<()>>;
}

/// The bits of a tag that count steps.
const COUNT_MASK: u32 = (1 << (31 - KIND_BITS)) - 1;

/// Tag of messages, in a communicator's collective context, with what could not be read in a step:
/// by its number, as steps end in any order.
pub fn unread_tag(step: Operation) -> i32 {
    ((1 + step.number() as u32 % COUNT_MASK) << KIND_BITS) as i32 | UNREAD
}

/// The shared area of a communicator for calls that do not wait, as this rank sees it.
pub struct PendingArea {
    area: SharedArea,
    /// The turn of the next call that is made.
    next_turn: u64,
    /// Whose turn it is to begin steps.
    turn: u64,
    /// Calls under way.
    under_way: usize,
    /// Others know that this rank waits for room.
    is_held_back: bool,
    /// Others know whether this rank can read their memory.
    has_told: bool,
    /// Calls that went over the pending area or would have, had they been shorter.
    calls: u64,
}

impl PendingArea {
    /// Over a shared area that no other pending area has.
    pub fn new(area: SharedArea) -> Self {
        PendingArea { area, next_turn: 0, turn: 0, under_way: 0, is_held_back: false, has_told: false, calls: 0 }
    }

    /// The shared area.
    #[inline(always)]
    pub fn area(&self) -> &SharedArea {
        &self.area
    }

    /// Settles, once, whether ranks share processors, as far as known.
    pub fn settle(&mut self, oversubscribed: bool) {
        if !self.area.is_settled() {
            self.area.settle(oversubscribed);
        }
    }

    /// Whether others know whether this rank can read their memory.
    pub fn has_told(&self) -> bool {
        self.has_told
    }

    /// Tells others whether this rank can read their memory.
    pub fn tell_reads(&mut self, can: bool) {
        self.area.tell_reads(can);
        self.has_told = true;
    }

    /// Counts a call, which may be too long for the pending area; its number, which is the same at
    /// all ranks.
    pub fn count(&mut self) -> u64 {
        self.calls += 1;
        self.calls - 1
    }

    /// Takes a turn for a call, which ends with [`PendingArea::end`].
    pub fn enter(&mut self) -> u64 {
        self.under_way += 1;
        self.next_turn += 1;
        self.next_turn - 1
    }

    /// Whether it is the turn of a call.
    #[inline]
    pub fn is_turn_of(&self, turn: u64) -> bool {
        self.turn == turn
    }

    /// The call of a turn has begun all its steps.
    #[inline]
    pub fn pass(&mut self, turn: u64) {
        debug_assert!(self.turn == turn);
        self.turn += 1;
    }

    /// A call is over.
    #[inline]
    pub fn end(&mut self) {
        self.under_way -= 1;
    }

    /// Whether any call is under way.
    pub fn is_busy(&self) -> bool {
        self.under_way > 0
    }

    /// Begins a step of the call whose turn is `turn`, if it is its turn and there is room for
    /// `bytes` bytes.
    #[inline]
    pub fn begin(&mut self, turn: u64, bytes: usize) -> Option<Operation> {
        if self.turn != turn || !self.has_room(bytes) {
            return None;
        }
        Some(self.area.begin())
    }

    #[inline]
    fn has_room(&mut self, bytes: usize) -> bool {
        let mut has_room = self.area.can_publish(bytes);
        if !has_room && !self.is_held_back {
            // Whoever finishes an operation from here on wakes this rank; a look after that is not
            // too early.
            self.is_held_back = true;
            self.area.begin_holding_back();
            has_room = self.area.can_publish(bytes);
        }
        if has_room && self.is_held_back {
            self.is_held_back = false;
            self.area.end_holding_back();
        }
        has_room
    }

    /// Publishes in the step that was begun last, as [`SharedArea::publish`].
    #[inline]
    pub fn publish(&mut self, operation: Operation, what: What, bytes: usize, fill: impl FnOnce(*mut u8)) {
        self.area.publish(operation, what, bytes, fill);
    }

    /// Gives to the only other rank in the step that was begun last, as [`SharedArea::give`].
    #[inline]
    pub fn give(&mut self, operation: Operation, what: What, bytes: usize, fill: impl FnOnce(*mut u8)) {
        self.area.give(operation, what, bytes, fill);
    }

    /// This rank has taken all it needs in a step.
    #[inline]
    pub fn finish(&mut self, operation: Operation) {
        self.area.finish_any(operation);
    }
}
