//! A simulated world: its nodes and the time in it.

use std::cell::{Ref, RefCell, RefMut};
use std::ops::Range;
use std::rc::Rc;

use ferry_rdma::work::GLOBAL_ROUTE_HEADER_BYTES;
use ferry_rdma::{AsyncEvent, Segment};

use crate::arrivals::Arrivals;
use crate::event::Event;
use crate::fault::Faults;
use crate::job::Violation;
use crate::memory::Arena;
use crate::nic::pair::{PostEnd, PostLimit, Receiving};
use crate::nic::port::{BURST_BYTES, Fabric, HOLLOW_BURST_BYTES};
use crate::profile::{Profile, Rate};
use crate::random::Random;
use crate::state::{Context, MemoryUse, Totals, WorldState};
use crate::verbs::SimVerbs;

pub(crate) struct Shared {
    pub arena: Arena,
    pub state: RefCell<WorldState>,
}

/// Nodes with adapters, connected by wires, in virtual time. A clone is the same world.
#[derive(Clone)]
pub struct World {
    pub(crate) shared: Rc<Shared>,
}

impl World {
    /// A world of machines like `profile`, where things go wrong as `faults` say; chance is that of
    /// `seed`.
    ///
    /// # Panics
    /// If the system has no range of addresses left.
    pub fn new(profile: Profile, faults: Faults, seed: u64) -> World {
        let mut state = WorldState::new(profile, faults, &Random::new(seed));
        let arena = Arena::new().unwrap_or_else(|error| panic!("no range of addresses for the memory of a world: {error}"));
        state.blocks = arena.addresses();
        World { shared: Rc::new(Shared { arena, state: RefCell::new(state) }) }
    }

    /// A new node: its number.
    pub fn add_node(&self) -> u32 {
        self.state().add_node()
    }

    /// Opens the adapter of `node` for a new rank; ranks are numbered in the order in which that is
    /// done.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn open(&self, node: u32) -> SimVerbs {
        let rank = {
            let mut state = self.state();
            assert!((node as usize) < state.ports.len(), "there is no node {node}");
            state.contexts.push(Context { node, ..Context::default() });
            state.contexts.len() as u32 - 1
        };
        SimVerbs::new(self.clone(), rank)
    }

    /// The time, in ps.
    pub fn now_ps(&self) -> u64 {
        self.view().now_ps
    }

    /// Lets the next event happen. False if nothing is going to happen.
    pub fn step(&self) -> bool {
        self.state().step()
    }

    /// Lets everything happen that does so without a processor's doing.
    pub fn settle(&self) {
        while self.step() {}
    }

    /// Whether looking at an empty completion queue lets the next event happen, which is how
    /// programs without a scheduler get on.
    pub fn set_automatic(&self, is_automatic: bool) {
        self.state().is_automatic = is_automatic;
    }

    /// From now on RDMA writes and reads of `from` bytes or more take their time, but move nothing:
    /// blocks that nobody else touches need no memory then. For measurements whose data would not
    /// fit the machine.
    pub fn set_hollow(&self, from: u32) {
        let state = &mut *self.state();
        let burst_bytes = if state.profile.adapter.bus_is_shared { BURST_BYTES } else { HOLLOW_BURST_BYTES };
        (state.hollow_from, state.burst_bytes) = (Some(from), burst_bytes);
    }

    /// The process of a rank dies: nobody answers for it any more.
    pub fn kill(&self, rank: u32) {
        self.state().kill(rank);
    }

    /// The process of a rank dies at a time, in ps.
    pub fn kill_at(&self, rank: u32, at_ps: u64) {
        self.state().agenda.put(at_ps, Event::Death { context: rank });
    }

    /// Whether a rank's process has died.
    pub fn is_dead(&self, rank: u32) -> bool {
        self.view().contexts[rank as usize].is_dead
    }

    /// Whether any rank's process has died.
    pub fn has_dead(&self) -> bool {
        self.view().deaths > 0
    }

    /// From now on a rank that waits is woken only by what wakes a process that sleeps: completions
    /// it asked for, and alarms.
    pub fn set_sleeping(&self, rank: u32, sleeps: bool) {
        self.state().contexts[rank as usize].sleeps = sleeps;
    }

    /// What has happened so far.
    pub fn totals(&self) -> Totals {
        self.view().totals
    }

    /// What has come into receives so far.
    pub fn arrivals(&self) -> Arrivals {
        self.view().arrivals.clone()
    }

    /// Fewest receives that a shared queue of anybody had left when one had been taken; none if
    /// there is no such queue.
    pub fn driest(&self) -> Option<u32> {
        self.view().driest
    }

    /// What a rank uses.
    pub fn memory(&self, rank: u32) -> MemoryUse {
        self.view().contexts[rank as usize].memory
    }

    /// How many queue pairs a rank has.
    pub fn queue_pairs(&self, rank: u32) -> usize {
        self.view().pairs().filter(|(_, pair)| pair.context == rank).count()
    }

    /// A rank has no memory for more than `most` queue pairs.
    pub fn limit_queue_pairs(&self, rank: u32, most: usize) {
        self.state().contexts[rank as usize].most_queue_pairs = Some(most);
    }

    /// From now on a rank may not write to these addresses of its memory, and to all others:
    /// adapters get no registration for writing that has any of them.
    pub fn set_read_only(&self, rank: u32, addresses: Vec<Range<u64>>) {
        self.state().contexts[rank as usize].read_only = addresses;
    }

    /// Until when a rank's processor is busy, in ps.
    pub fn clock_ps(&self, rank: u32) -> u64 {
        self.view().contexts[rank as usize].clock_ps
    }

    /// A rank's processor works for so long.
    pub fn charge(&self, rank: u32, cost_ps: u64) {
        self.state().charge(rank, cost_ps);
    }

    /// From now on what happens is noted down.
    pub fn set_log(&self, is_on: bool) {
        self.state().log.is_on = is_on;
    }

    /// The notes since they were last taken.
    pub fn take_log(&self) -> Vec<String> {
        self.state().log.take()
    }

    /// A number that differs if any note does.
    pub fn log_digest(&self) -> u64 {
        self.view().log.digest()
    }

    /// Something is wrong at a rank.
    pub fn accuse(&self, rank: u32, invariant: &'static str, text: String) {
        self.state().accuse(invariant, format!("rank {rank}: {text}"));
    }

    pub(crate) fn take_violation(&self) -> Option<Violation> {
        self.state().violation.take()
    }

    /// Whether completions or events of a rank wait to be taken.
    pub(crate) fn has_unread(&self, rank: u32) -> bool {
        self.view().contexts[rank as usize].unread > 0
    }

    pub(crate) fn sleeps(&self, rank: u32) -> bool {
        self.view().contexts[rank as usize].sleeps
    }

    /// How many segments of posted receives there are.
    ///
    /// # Errors
    /// Two that share memory, in words.
    pub fn check_receives(&self) -> Result<u64, String> {
        let state = self.view();
        let own =
            state.pairs().flat_map(|(_, pair)| pair.receives.iter().chain(&pair.current).map(|receive| (pair.context, receive)));
        let shared =
            state.shared.iter().flatten().flat_map(|queue| queue.receives.iter().map(|receive| (queue.context, receive)));
        let segments =
            own.chain(shared).flat_map(|(context, receive)| payload(receive).iter().map(move |segment| (context, segment)));
        let mut ranges: Vec<(u64, u64, u32)> = segments
            .filter(|(_, segment)| segment.len > 0)
            .map(|(context, segment)| (segment.address, segment.address + u64::from(segment.len), context))
            .collect();
        ranges.sort_unstable();
        match ranges.windows(2).find(|pair| pair[0].1 > pair[1].0) {
            None => Ok(ranges.len() as u64),
            Some(pair) => {
                let [(_, end, first), (begin, _, second)] = [pair[0], pair[1]];
                Err(format!("two receives of ranks {first} and {second} share {} bytes", end - begin))
            }
        }
    }

    /// Whether a message may still come into memory of a rank that its program has back.
    ///
    /// # Errors
    /// Which queue pair has a receive posted there.
    pub fn check_given_back(&self, rank: u32, address: u64, len: u64) -> Result<(), String> {
        let state = self.view();
        let overlaps = |receive: &Receiving| {
            let segments = receive.segments.iter();
            segments
                .into_iter()
                .any(|segment| segment.address < address + len && address < segment.address + u64::from(segment.len))
        };
        let mut own = state.pairs().filter(|(_, pair)| pair.context == rank);
        match own.find(|(_, pair)| pair.receives.iter().chain(&pair.current).any(overlaps)) {
            None => Ok(()),
            Some((number, _)) => {
                Err(format!("queue pair {number} of rank {rank} has a receive posted in memory that the program has back"))
            }
        }
    }

    /// The network has several ways from each port, of this rate in MB/s each. To be called before
    /// adapters are opened.
    pub fn set_paths(&self, paths: u8, mbps: f64) {
        self.state().fabric = Some(Fabric { paths, rate: Rate::from_mbps(mbps) });
    }

    /// Adapters do wrong: queue pairs that are reset keep their receives. For tests of what finds
    /// that out.
    pub fn keep_receives_at_reset(&self) {
        self.state().keeps_receives = true;
    }

    /// The send queue of a rank's queue pair, of which it has made `before` earlier ones, takes
    /// `left` more requests and then no more, until it is reset. `None`: any number.
    ///
    /// # Panics
    /// If the rank has no such queue pair.
    pub fn limit_posts(&self, rank: u32, before: usize, left: Option<(u32, PostEnd)>) {
        let state = &mut *self.state();
        let number = state.pair_after(rank, before);
        if let Some(pair) = state.pair(number) {
            pair.posts = left.map(|(left, end)| PostLimit { left, end });
        }
    }

    /// A rank's queue pair, of which it has made `before` earlier ones, breaks now, and its adapter
    /// says so.
    ///
    /// # Panics
    /// If the rank has no such queue pair.
    pub fn break_pair(&self, rank: u32, before: usize) {
        let state = &mut *self.state();
        let queue_pair = state.pair_after(rank, before);
        say!(state, "queue pair {queue_pair} of rank {rank} breaks");
        state.fail(queue_pair);
        state.raise(rank, AsyncEvent::QueuePairFailed { queue_pair });
    }

    /// Writes of adapters that were looked at, as some program had memory back.
    pub fn landings_checked(&self) -> u64 {
        self.view().landings.checked
    }

    /// At a time, in ps, one of the queue pairs that are connected then breaks: `pick` says which.
    pub fn break_at(&self, at_ps: u64, pick: u64) {
        self.state().agenda.put(at_ps, Event::Break { pick });
    }

    /// Whether a queue pair between two ranks has broken.
    pub fn is_broken(&self, rank: u32, peer: u32) -> bool {
        self.view().broken.iter().any(|ends| [(rank, peer), (peer, rank)].contains(ends))
    }

    /// Whether a rank was refused memory for buffers.
    pub fn is_short(&self, rank: u32) -> bool {
        self.view().contexts[rank as usize].is_short
    }

    /// The job ends with an error, as most programs do.
    pub fn abort(&self, rank: u32, why: &str) {
        let state = &mut *self.state();
        say!(state, "rank {rank} aborts the job: {why}");
        state.is_aborted = true;
    }

    /// Whether a rank has aborted the job.
    pub fn is_aborted(&self) -> bool {
        self.view().is_aborted
    }

    /// All ranks begin.
    pub(crate) fn start(&self, ranks: u32) {
        let state = &mut *self.state();
        state.progress_ps = state.now_ps;
        state.unfinished = ranks as usize;
        (0..ranks).for_each(|rank| state.run_at_clock(rank));
    }

    pub(crate) fn next_runnable(&self) -> Option<u32> {
        self.state().runnable.pop_front()
    }

    pub(crate) fn run_at_clock(&self, rank: u32) {
        self.state().run_at_clock(rank);
    }

    pub(crate) fn note_progress(&self) {
        let state = &mut *self.state();
        state.progress_ps = state.now_ps;
    }

    /// How long nothing came of anything, in ps.
    pub(crate) fn idle_ps(&self) -> u64 {
        let state = self.view();
        state.now_ps - state.progress_ps.min(state.now_ps)
    }

    pub(crate) fn state(&self) -> RefMut<'_, WorldState> {
        self.shared.state.borrow_mut()
    }

    pub(crate) fn view(&self) -> Ref<'_, WorldState> {
        self.shared.state.borrow()
    }
}

/// The segments of a receive that a message goes into: not that of the route header alone, whose
/// bytes nobody reads.
fn payload(receive: &Receiving) -> &[Segment] {
    match &receive.segments[..] {
        [front, rest @ ..] if front.len == GLOBAL_ROUTE_HEADER_BYTES && !rest.is_empty() => rest,
        all => all,
    }
}
