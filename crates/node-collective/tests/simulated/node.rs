//! A simulated node: ranks are threads of which one at a time runs; who is next when one waits,
//! chance decides, by a seed. The shared areas lie in plain memory. Some ranks cannot be read by
//! others.
//!
//! # Safety arguments
//! - SIM-1: shared areas lie in zeroed memory of their size, which outlives the ranks. One rank at
//!   a time runs.
//! - SIM-2: buffers of messages live until the call that sends or receives them is over.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::cell::RefCell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ferry_collective::{Collective, Query, select};
use ferry_engine::cost::Backing;
use ferry_engine::{Buffer, MatchPattern, Methods, Outcome};
use ferry_node_collective::costs::{Cost, Costs};
use ferry_node_collective::member::{Awaited, Member, Node};
use ferry_node_collective::seat::Seat;
use ferry_shm::shared_area::{SharedArea, size};
use ferry_shm::shared_heap::Between;

/// Turns that a rank gives to others in one wait before the node counts as stuck.
pub const TURNS_MAX: u32 = 200_000;

/// A number of no process.
const NO_PROCESS: u32 = i32::MAX as u32;

const PAGE: usize = 4096;

/// What may differ from node to node.
#[derive(Clone, Copy, Debug)]
pub struct Nature {
    pub ranks: usize,
    /// A bit for each rank that takes the ranks to share processors.
    pub crowded: u32,
    /// A bit for each rank that knows that it cannot read others' memory.
    pub blind: u32,
    /// A bit for each rank whose memory cannot be read, which nobody knows.
    pub hidden: u32,
    /// Reading is cheap, also of short blocks.
    pub reads: bool,
}

impl Nature {
    fn is_crowded(&self, rank: usize) -> bool {
        self.crowded >> rank & 1 != 0
    }
}

struct Message {
    id: usize,
    from: u32,
    to: u32,
    context: u64,
    tag: i32,
    bytes: Vec<u8>,
}

struct Turn {
    holder: usize,
    random: u64,
    is_here: Vec<bool>,
    messages: Vec<Message>,
    next_message: usize,
}

/// What the ranks share.
pub struct World {
    pub nature: Nature,
    memory: [(usize, Layout); 2],
    turn: Mutex<Turn>,
    changed: Condvar,
}

pub fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

impl World {
    pub fn new(nature: Nature, seed: u64) -> Self {
        let area = || {
            let layout = Layout::from_size_align(size(nature.ranks), PAGE).expect("a size of a shared area");
            // SAFETY: the size is not zero.
            (unsafe { alloc_zeroed(layout) } as usize, layout)
        };
        let turn = Turn { holder: 0, random: seed, is_here: vec![true; nature.ranks], messages: Vec::new(), next_message: 0 };
        World { nature, memory: [area(), area()], turn: Mutex::new(turn), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the first turn of a rank.
    fn arrive(&self, rank: usize) {
        let turn = self.lock();
        drop(self.changed.wait_while(turn, |turn| turn.holder != rank).unwrap_or_else(PoisonError::into_inner));
    }

    /// Has any rank go on, maybe this one; returns at its next turn.
    pub fn give_way(&self, rank: usize) {
        let mut turn = self.lock();
        pass(&mut turn);
        if turn.holder != rank {
            self.changed.notify_all();
            drop(self.changed.wait_while(turn, |turn| turn.holder != rank).unwrap_or_else(PoisonError::into_inner));
        }
    }

    fn leave(&self, rank: usize) {
        let mut turn = self.lock();
        turn.is_here[rank] = false;
        if turn.is_here.contains(&true) {
            pass(&mut turn);
        }
        self.changed.notify_all();
    }
}

fn pass(turn: &mut Turn) {
    let here: Vec<usize> = (0..turn.is_here.len()).filter(|rank| turn.is_here[*rank]).collect();
    turn.holder = here[next_random(&mut turn.random) as usize % here.len()];
}

impl Drop for World {
    fn drop(&mut self) {
        for (address, layout) in self.memory {
            // SAFETY: allocated with this layout; no rank is left.
            unsafe { dealloc(address as *mut u8, layout) };
        }
    }
}

struct Receive {
    message: usize,
    pattern: MatchPattern,
    buffer: Buffer,
    outcome: Option<Outcome>,
}

/// What reaches others in other ways than the shared area.
pub struct SimNode<'a> {
    world: &'a World,
    rank: usize,
    receives: Vec<Receive>,
    /// Messages that this rank sent or received.
    pub messages: usize,
}

impl Node for SimNode<'_> {
    fn wake(&mut self, _ranks: impl Iterator<Item = u32>) {}

    fn wake_held_back_on(&mut self, _area: &SharedArea, _ranks: impl Iterator<Item = u32>) {}

    fn between_heaps(&mut self, _peer: u32) -> Option<Between> {
        None
    }

    fn can_read(&mut self, _peer: u32) -> bool {
        self.world.nature.blind >> self.rank & 1 == 0
    }

    fn process_id(&self) -> u32 {
        if self.world.nature.hidden >> self.rank & 1 == 0 { std::process::id() } else { NO_PROCESS }
    }

    fn is_shared(&self, _address: *const u8, _bytes: u64) -> bool {
        false
    }

    fn note_use(&mut self, _address: *const u8, _bytes: u64) -> Backing {
        Backing::SmallPages
    }

    fn oversubscribed(&mut self) -> bool {
        self.world.nature.is_crowded(self.rank)
    }

    fn send(&mut self, to: u32, context: u64, tag: i32, buffer: Buffer) -> Option<usize> {
        let mut bytes = vec![0; buffer.bytes() as usize];
        // SAFETY: SIM-2.
        unsafe { buffer.read(0, bytes.as_mut_ptr(), bytes.len()) };
        let mut turn = self.world.lock();
        let id = turn.next_message;
        turn.next_message += 1;
        turn.messages.push(Message { id, from: self.rank as u32, to, context, tag, bytes });
        self.messages += 1;
        Some(id)
    }

    fn receive(&mut self, pattern: MatchPattern, buffer: Buffer, _comm: usize) -> usize {
        let mut turn = self.world.lock();
        let message = turn.next_message;
        turn.next_message += 1;
        self.receives.push(Receive { message, pattern, buffer, outcome: None });
        self.messages += 1;
        message
    }

    fn take(&mut self, message: usize) -> Option<Outcome> {
        self.deliver();
        let Some(at) = self.receives.iter().position(|receive| receive.message == message) else {
            let is_over = self.world.lock().messages.iter().all(|other| other.id != message);
            return is_over.then_some(Outcome { source: 0, tag: 0, bytes: 0, sent: 0, cancelled: false, fault: None });
        };
        let outcome = self.receives[at].outcome?;
        self.receives.remove(at);
        Some(outcome)
    }
}

impl SimNode<'_> {
    /// Messages that have come go where this rank wants them, in their order.
    fn deliver(&mut self) {
        let mut turn = self.world.lock();
        for receive in self.receives.iter_mut().filter(|receive| receive.outcome.is_none()) {
            let MatchPattern { context, source, tag } = receive.pattern;
            let is_it = |other: &Message| {
                other.to == self.rank as u32 && other.from as i32 == source && (other.context, other.tag) == (context, tag)
            };
            let Some(found) = turn.messages.iter().position(is_it) else { continue };
            let found = turn.messages.remove(found);
            let (sent, bytes) = (found.bytes.len() as u64, receive.buffer.bytes().min(found.bytes.len() as u64));
            // SAFETY: SIM-2.
            unsafe { receive.buffer.write(0, found.bytes.as_ptr(), bytes as usize) };
            receive.outcome = Some(Outcome { source: found.from, tag, bytes, sent, cancelled: false, fault: None });
        }
    }
}

/// One rank as a member of the communicator.
pub struct SimMember<'a> {
    pub world: &'a World,
    pub rank: usize,
    pub parts: RefCell<(Seat, SimNode<'a>)>,
}

impl<'a> SimMember<'a> {
    /// Comes to the node; returns at this rank's first turn.
    pub fn new(world: &'a World, rank: usize) -> Self {
        world.arrive(rank);
        let ranks = world.nature.ranks;
        let areas = world.memory.map(|(address, _)| {
            // SAFETY: SIM-1.
            let mut area = unsafe { SharedArea::new(address as *mut u8, rank, ranks) };
            area.settle(world.nature.is_crowded(rank));
            area
        });
        let seat = Seat::new(areas, (0..ranks as u32).collect(), 7);
        SimMember { world, rank, parts: RefCell::new((seat, SimNode { world, rank, receives: Vec::new(), messages: 0 })) }
    }
}

impl SimMember<'_> {
    /// Whether a call goes over the area; with processors to spare, or without.
    pub fn chooses_area(&self, query: Query) -> bool {
        let processors = if self.world.nature.reads { query.ranks } else { 2 * query.ranks };
        select(&Query { processors: Some(processors), ..query }).is_over_shared_area()
    }
}

impl Drop for SimMember<'_> {
    fn drop(&mut self) {
        self.world.leave(self.rank);
    }
}

impl<'a> Member for SimMember<'a> {
    type Node = SimNode<'a>;

    fn with<R>(&self, body: impl FnOnce(&mut Seat, &mut SimNode<'a>) -> R) -> R {
        let (seat, node) = &mut *self.parts.borrow_mut();
        body(seat, node)
    }

    fn looks(&self) -> u32 {
        1
    }

    fn wait(&self, awaited: Awaited, mut is_ready: impl FnMut(&mut SharedArea) -> bool) {
        let mut turns = 0;
        while !self.with(|seat, _| is_ready(&mut seat.area)) {
            turns += 1;
            assert!(turns < TURNS_MAX, "rank {} waits for {awaited:?} for ever: {:?}", self.rank, self.world.nature);
            self.world.give_way(self.rank);
            self.with(|_, node| node.deliver());
        }
    }

    fn progress(&self) {
        self.world.give_way(self.rank);
    }

    fn take(&self, message: usize) -> Outcome {
        for _ in 0..TURNS_MAX {
            if let Some(outcome) = self.with(|_, node| node.take(message)) {
                return outcome;
            }
            self.world.give_way(self.rank);
        }
        panic!("rank {} waits for a message for ever: {:?}", self.rank, self.world.nature);
    }

    fn comm(&self) -> usize {
        0
    }

    fn costs(&self) -> Costs {
        if !self.world.nature.reads {
            return Costs::TYPICAL;
        }
        Costs { read: Cost { call_ns: 0.0, byte_ns: 0.001 }, wait_ns: 0.0, turn_ns: 0.0, ..Costs::TYPICAL }
    }

    fn allows(&self, _methods: Methods) -> bool {
        true
    }

    fn is_crowded(&self) -> bool {
        self.world.nature.is_crowded(self.rank)
    }

    fn note(&self, _collective: Collective, _bytes: u64) {}
}
