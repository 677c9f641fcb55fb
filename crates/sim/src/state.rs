//! Everything in a world but its memory: time, ports, and the objects of all ranks.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ops::Range;

use ferry_rdma::{AsyncEvent, Gid};

use crate::arrivals::Arrivals;
use crate::event::{Agenda, Event};
use crate::fault::{Dice, Fate, Faults};
use crate::job::Violation;
use crate::landing::Landings;
use crate::log::Log;
use crate::memory::{Keys, Owner};
use crate::nic::pair::Pair;
use crate::nic::port::{BURST_BYTES, Fabric, Port};
use crate::nic::queues::{Completions, SharedQueue};
use crate::profile::Profile;
use crate::random::Random;

/// What a rank has of an adapter: an open port with its domain, and the processor that uses it.
#[derive(Default)]
pub(crate) struct Context {
    pub node: u32,
    pub keys: Keys,
    pub events: VecDeque<AsyncEvent>,
    /// Until when its processor is busy.
    pub clock_ps: u64,
    /// Its process has died.
    pub is_dead: bool,
    /// Its program is over.
    pub is_finished: bool,
    /// It was refused memory for buffers.
    pub is_short: bool,
    /// It waits for anything to happen to it.
    pub waits: bool,
    /// It sleeps when it may while it waits: completions wake it that it asked for, nothing else.
    pub sleeps: bool,
    /// It looks all the time while it waits.
    pub looks: bool,
    /// Completions that it has not taken.
    pub unread: u64,
    /// The alarm that was set last, the only one that counts.
    pub alarm: Option<Alarm>,
    /// The earliest event that looks after it.
    pub alarm_event_ps: Option<u64>,
    /// It is on the list of those that go on, or an event puts it there.
    pub is_scheduled: bool,
    /// Queue pairs that it can have at most, for want of memory.
    pub most_queue_pairs: Option<usize>,
    /// Addresses of the program's memory that it may not write.
    pub read_only: Vec<Range<u64>>,
    /// Blocks of the program that are gone, for each of those who want to know.
    pub unmapped: Vec<Vec<(u64, u64)>>,
    /// How often blocks have come to lie on other pages, and what is on the former pages of the
    /// last one, at which address.
    pub moves: u64,
    pub former: Option<(u64, Vec<u8>)>,
    pub memory: MemoryUse,
}

/// When a rank has waited long enough, and which place that has among the events of that time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alarm {
    at_ps: u64,
    number: u64,
}

/// Memory that a rank uses, by kind, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// Registered buffers of the library's.
    pub buffers: u64,
    /// The most of them there ever were.
    pub buffers_peak: u64,
    /// Registered memory of the program.
    pub regions: u64,
    /// Queue pairs, with their queues.
    pub queue_pairs: u64,
    /// Completion queues.
    pub completions: u64,
    /// Shared receive queues.
    pub shared_receives: u64,
}

impl MemoryUse {
    /// Adds `other`; of the peak as well.
    pub fn add(&mut self, other: &MemoryUse) {
        self.buffers += other.buffers;
        self.buffers_peak += other.buffers_peak;
        self.regions += other.regions;
        self.queue_pairs += other.queue_pairs;
        self.completions += other.completions;
        self.shared_receives += other.shared_receives;
    }

    /// Makes a mean of a sum.
    pub fn divide(&mut self, by: u64) {
        let by = by.max(1);
        self.buffers /= by;
        self.buffers_peak /= by;
        self.regions /= by;
        self.queue_pairs /= by;
        self.completions /= by;
        self.shared_receives /= by;
    }
}

/// What happened in a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Events handled.
    pub events: u64,
    /// Completions written.
    pub completions: u64,
    /// Bytes moved by adapters.
    pub bytes: u64,
    /// Messages that found no receive.
    pub not_ready: u64,
    /// Messages sent again as no answer came.
    pub retries: u64,
    /// Datagrams lost on the wire.
    pub datagrams_lost: u64,
    /// Datagrams that found no receive.
    pub datagrams_dropped: u64,
    /// Parts of messages whose sender had deregistered them while they were on their way.
    pub lost_sources: u64,
    /// Times that an adapter touched memory of a program that had given it back.
    pub stale_accesses: u64,
}

/// The state of a world.
pub(crate) struct WorldState {
    pub now_ps: u64,
    pub agenda: Agenda,
    pub profile: Profile,
    pub dice: Dice,
    pub log: Log,
    pub ports: Vec<Port>,
    pub contexts: Vec<Context>,
    pub completions: Vec<Option<Box<Completions>>>,
    pub shared: Vec<Option<Box<SharedQueue>>>,
    /// Domains of extended connections made so far.
    pub domains: u32,
    pub totals: Totals,
    pub arrivals: Arrivals,
    /// Fewest receives that a shared queue of anybody had left when one had been taken.
    pub driest: Option<u32>,
    /// Queue pairs at which something has happened, if somebody observes that.
    pub touched: Option<Vec<u32>>,
    /// Whether looking at an empty completion queue lets time pass.
    pub is_automatic: bool,
    /// Contexts that may go on now.
    pub runnable: VecDeque<u32>,
    /// Blocks of programs, by address.
    pub live: BTreeMap<u64, u64>,
    /// Where blocks are.
    pub blocks: Range<u64>,
    /// Ways through the network, if there are several.
    pub fabric: Option<Fabric>,
    /// Memory that programs have back.
    pub landings: Landings,
    /// Adapters forget no receives when a queue pair is reset.
    pub keeps_receives: bool,
    /// The first thing that went wrong.
    pub violation: Option<Violation>,
    /// When something last came of anything.
    pub progress_ps: u64,
    /// Ranks whose program goes on.
    pub unfinished: usize,
    /// Ranks that have died.
    pub deaths: u32,
    /// Ends of queue pairs that have broken, as ranks.
    pub broken: Vec<(u32, u32)>,
    /// A rank has aborted the job.
    pub is_aborted: bool,
    /// Bytes that a queue pair sends before it is another one's turn.
    pub burst_bytes: u32,
    /// Writes and reads of so many bytes or more take their time, but move nothing.
    pub hollow_from: Option<u32>,
    pairs: Vec<Option<Box<Pair>>>,
    nodes: HashMap<Gid, u32>,
}

/// Numbers of queue pairs begin here: the first ones are for management.
const FIRST_PAIR: u32 = 2;

impl WorldState {
    pub fn new(profile: Profile, faults: Faults, random: &Random) -> Self {
        WorldState {
            now_ps: 0,
            agenda: Agenda::default(),
            profile,
            dice: Dice::new(faults, random),
            log: Log::default(),
            ports: Vec::new(),
            contexts: Vec::new(),
            completions: Vec::new(),
            shared: Vec::new(),
            domains: 0,
            totals: Totals::default(),
            arrivals: Arrivals::default(),
            fabric: None,
            landings: Landings::default(),
            keeps_receives: false,
            driest: None,
            touched: None,
            is_automatic: true,
            runnable: VecDeque::new(),
            live: BTreeMap::new(),
            blocks: 0..0,
            violation: None,
            progress_ps: 0,
            unfinished: 0,
            deaths: 0,
            broken: Vec::new(),
            is_aborted: false,
            burst_bytes: BURST_BYTES,
            hollow_from: None,
            pairs: Vec::new(),
            nodes: HashMap::new(),
        }
    }

    /// A new node: its number.
    pub fn add_node(&mut self) -> u32 {
        let node = self.ports.len() as u32;
        let gid = gid_of_node(node, self.profile.link.is_ethernet);
        self.ports.push(Port { gid, ..Port::default() });
        self.nodes.insert(gid, node);
        node
    }

    /// Whether a write or read of so many bytes moves none of them.
    pub fn is_hollow(&self, bytes: u32) -> bool {
        self.hollow_from.is_some_and(|from| bytes >= from)
    }

    pub fn node_of(&self, gid: Gid) -> Option<u32> {
        self.nodes.get(&gid).copied()
    }

    pub fn gid_of(&self, context: u32) -> Gid {
        self.ports[self.contexts[context as usize].node as usize].gid
    }

    pub fn pair(&mut self, number: u32) -> Option<&mut Pair> {
        let index = number.checked_sub(FIRST_PAIR)?;
        self.pairs.get_mut(index as usize)?.as_deref_mut()
    }

    pub fn pair_ref(&self, number: u32) -> Option<&Pair> {
        let index = number.checked_sub(FIRST_PAIR)?;
        self.pairs.get(index as usize)?.as_deref()
    }

    pub fn pairs(&self) -> impl Iterator<Item = (u32, &Pair)> {
        let pairs = self.pairs.iter().enumerate();
        pairs.filter_map(|(index, pair)| Some((index as u32 + FIRST_PAIR, pair.as_deref()?)))
    }

    /// The number of a rank's queue pair of which it has made `before` earlier ones.
    ///
    /// # Panics
    /// If the rank has no such queue pair.
    pub fn pair_after(&self, rank: u32, before: usize) -> u32 {
        let found = self.pairs().filter(|(_, pair)| pair.context == rank).nth(before);
        found.unwrap_or_else(|| panic!("rank {rank} has no queue pair after {before} others")).0
    }

    /// Numbers are never used again: packets to a queue pair that is gone reach nobody.
    pub fn add_pair(&mut self, pair: Pair) -> u32 {
        self.pairs.push(Some(Box::new(pair)));
        self.pairs.len() as u32 - 1 + FIRST_PAIR
    }

    pub fn remove_pair(&mut self, number: u32) -> Option<Box<Pair>> {
        let index = number.checked_sub(FIRST_PAIR)?;
        self.pairs.get_mut(index as usize)?.take()
    }

    /// The processor of a rank works for so long.
    pub fn charge(&mut self, context: u32, cost_ps: u64) -> u64 {
        let clock_ps = &mut self.contexts[context as usize].clock_ps;
        *clock_ps = (*clock_ps).max(self.now_ps) + cost_ps;
        *clock_ps
    }

    /// Something happened that the rank sees if it looks.
    pub fn touch(&mut self, context: u32) {
        if self.contexts[context as usize].looks {
            self.wake(context);
        }
    }

    /// Something happened that the rank waits for.
    pub fn wake(&mut self, context: u32) {
        if std::mem::take(&mut self.contexts[context as usize].waits) {
            self.run_at_clock(context);
        }
    }

    /// The rank goes on when its processor is free.
    pub fn run_at_clock(&mut self, context: u32) {
        let found = &mut self.contexts[context as usize];
        if !std::mem::replace(&mut found.is_scheduled, true) {
            let at_ps = found.clock_ps.max(self.now_ps);
            self.agenda.put(at_ps, Event::Run { context });
        }
    }

    /// The rank waits, at most for so long. Looking means that anything wakes it that it would see.
    pub fn nap(&mut self, context: u32, most_ps: Option<u64>, looks: bool) {
        let found = &mut self.contexts[context as usize];
        (found.waits, found.looks) = (true, looks);
        found.alarm = most_ps.map(|most_ps| {
            let at_ps = found.clock_ps.max(self.now_ps) + most_ps;
            Alarm { at_ps, number: self.agenda.next_number() }
        });
        self.look_after_alarm(context);
    }

    /// Sees to an event at the time of the alarm or before. Most ranks are woken long before, and
    /// wait again: events of all these waits would stand in the agenda until their time.
    fn look_after_alarm(&mut self, context: u32) {
        let found = &mut self.contexts[context as usize];
        let Some(Alarm { at_ps, number }) = found.alarm else { return };
        if found.alarm_event_ps.is_none_or(|event_ps| event_ps > at_ps) {
            found.alarm_event_ps = Some(at_ps);
            self.agenda.put_as(at_ps, number, Event::Alarm { context, number });
        }
    }

    /// The time of an alarm has come; there may be a later one by now.
    fn ring(&mut self, context: u32, number: u64) {
        let found = &mut self.contexts[context as usize];
        found.alarm_event_ps = found.alarm_event_ps.filter(|event_ps| *event_ps > self.now_ps);
        match found.alarm {
            Some(alarm) if alarm.number == number => {
                found.alarm = None;
                self.wake(context);
            }
            _ => self.look_after_alarm(context),
        }
    }

    pub fn fault_delay_ps(&mut self) -> u64 {
        self.dice.delay_ps()
    }

    /// How long after a read its repetition comes, if it is repeated.
    pub fn repetition_ps(&mut self) -> Option<u64> {
        self.dice.repetition_ps()
    }

    pub fn datagram_fate(&mut self) -> Fate {
        let latency_ps = self.profile.link.latency_ps;
        self.dice.fate(latency_ps)
    }

    /// An adapter touches memory with this key: it lives, or that is counted.
    pub fn look_after(&mut self, context: u32, key: u32, address: u64, len: u64) {
        let found = self.contexts[context as usize].keys.find(key);
        if len == 0 || found.is_none_or(|registered| registered.owner == Owner::Library) {
            return;
        }
        let block = self.live.range(..=address).next_back();
        // Memory outside of blocks (scratch of collectives) is not followed.
        let is_followed = self.blocks.contains(&address);
        if is_followed && block.is_none_or(|(start, bytes)| address + len > start + bytes) {
            self.totals.stale_accesses += 1;
            say!(self, "the adapter of rank {context} touches memory that its program has given back");
        }
    }

    /// The process of a rank dies.
    pub fn kill(&mut self, context: u32) {
        let was_dead = std::mem::replace(&mut self.contexts[context as usize].is_dead, true);
        self.deaths += u32::from(!was_dead);
        say!(self, "rank {context} dies");
        self.dismiss();
    }

    /// One of the connected queue pairs goes to the error state, as after a fault of the adapter:
    /// with an event, or without.
    fn break_pair(&mut self, pick: u64) {
        let numbers: Vec<u32> = self.pairs().filter(|(_, pair)| pair.is_up()).map(|(number, _)| number).collect();
        let Some(&number) = numbers.get((pick >> 1) as usize % numbers.len().max(1)) else { return };
        let Some((context, peer)) = self.pair_ref(number).map(|pair| (pair.context, pair.connection.peer)) else { return };
        let Some(other) = self.pair_ref(peer).map(|pair| pair.context) else { return };
        say!(self, "queue pair {number} of rank {context}, connected with rank {other}, breaks");
        self.broken.push((context, other));
        self.fail(number);
        if pick & 1 == 0 {
            self.raise(context, AsyncEvent::QueuePairFailed { queue_pair: number });
        }
    }

    /// The program of a rank is over.
    pub fn finish(&mut self, context: u32) {
        self.contexts[context as usize].is_finished = true;
        say!(self, "rank {context} is done");
        self.dismiss();
    }

    /// Whether nobody's program goes on.
    pub fn all_finished(&self) -> bool {
        self.unfinished == 0
    }

    /// Once nobody's program goes on, all may go.
    fn dismiss(&mut self) {
        self.unfinished = self.contexts.iter().filter(|context| !context.is_finished && !context.is_dead).count();
        if self.unfinished == 0 {
            (0..self.contexts.len() as u32).for_each(|context| self.wake(context));
        }
    }

    /// Notes that something is wrong, unless something was before.
    pub fn accuse(&mut self, invariant: &'static str, text: String) {
        let at_ps = self.now_ps;
        self.violation.get_or_insert(Violation { at_ps, invariant, text });
    }

    /// Handles the next event. False if there is none.
    pub fn step(&mut self) -> bool {
        let Some((at_ps, event)) = self.agenda.take() else { return false };
        debug_assert!(at_ps >= self.now_ps, "time goes on");
        self.now_ps = at_ps;
        self.totals.events += 1;
        match event {
            Event::Ready { queue_pair } => self.ready(queue_pair),
            Event::PortFree { node } => {
                self.ports[node as usize].is_sending = false;
                self.serve(node);
            }
            Event::Arrival { from, sequence, offset } => self.arrive(from, sequence, offset),
            Event::Repetition { from, memory, bytes } => self.arrive_again(from, memory, bytes),
            Event::Answer { to, sequence, answer } => self.take_answer(to, sequence, answer),
            Event::ReadArrival { to, sequence, offset } => self.take_read(to, sequence, offset),
            Event::Datagram(flying) => self.take_datagram(&flying),
            Event::Completion { queue, completion, places, solicited } => {
                self.write_completion(queue, completion, places, solicited);
            }
            Event::Timeout { queue_pair } => self.time_out(queue_pair),
            Event::Async { context, event } => {
                self.contexts[context as usize].events.push_back(event);
                self.wake(context);
            }
            Event::Run { context } => {
                self.contexts[context as usize].is_scheduled = false;
                self.runnable.push_back(context);
            }
            Event::Alarm { context, number } => self.ring(context, number),
            Event::Death { context } => self.kill(context),
            Event::Break { pick } => self.break_pair(pick),
        }
        true
    }
}

/// GIDs of nodes: on Ethernet IPv4 addresses from 10.0.0.0 on, otherwise all of one subnet.
fn gid_of_node(node: u32, is_ethernet: bool) -> Gid {
    let mut gid = [0; 16];
    if is_ethernet {
        gid[10..12].fill(0xff);
        gid[12..].copy_from_slice(&(0x0a00_0001 + node).to_be_bytes());
    } else {
        gid[..8].copy_from_slice(&0xfe80_0000_0000_0000u64.to_be_bytes());
        gid[8..].copy_from_slice(&(0x0002_c903_0000_0001 + u64::from(node)).to_be_bytes());
    }
    Gid(gid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_have_addresses_of_their_own() {
        assert_eq!(gid_of_node(0, true).to_string(), "10.0.0.1");
        assert_eq!(gid_of_node(256, true).to_string(), "10.0.1.1");
        assert!(gid_of_node(3, false).is_link_local());
        assert_ne!(gid_of_node(3, false), gid_of_node(4, false));
    }
}
