//! Runs the schedules of all ranks over simulated messages and puts, in an order chosen by a seed,
//! and checks the rules of schedules. Ranks may do several operations one after the other, each at
//! its own pace.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use ferry_collective::{Region, SLOTS, Schedule, Slice, Step, Target, TypeRef};

use super::layout::{Plan, Type};

/// Room for wild writes around the data of a buffer.
const MARGIN: i64 = 64;

/// What untouched memory holds.
const POISON: u8 = 0xA7;

/// A buffer; addresses may be negative.
#[derive(Clone, PartialEq, Eq)]
pub struct Memory {
    bytes: Vec<u8>,
    lowest: i64,
}

impl Memory {
    /// A buffer with room for addresses in a range.
    pub fn over(first: i64, end: i64) -> Memory {
        Memory { bytes: vec![POISON; (end - first + 2 * MARGIN) as usize], lowest: first - MARGIN }
    }

    /// A user buffer for the first `blocks` blocks of a plan.
    pub fn user(plan: &Plan, blocks: usize) -> Memory {
        let addresses: Vec<i64> = (0..blocks).flat_map(|index| plan.block(index)).collect();
        Memory::over(*addresses.iter().min().unwrap_or(&0), *addresses.iter().max().unwrap_or(&0) + 1)
    }

    pub fn read(&self, addresses: &[i64]) -> Vec<u8> {
        addresses.iter().map(|&address| self.bytes[(address - self.lowest) as usize]).collect()
    }

    pub fn write(&mut self, addresses: &[i64], data: &[u8]) {
        assert_eq!(addresses.len(), data.len());
        for (&address, &byte) in addresses.iter().zip(data) {
            self.bytes[(address - self.lowest) as usize] = byte;
        }
    }
}

/// A small reproducible generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// `left op right` on the packed bytes of one element.
pub type Operation = fn(&[u8], &[u8]) -> Vec<u8>;

/// One rank: its buffers, its schedule and how far it is.
pub struct Rank {
    pub send: Memory,
    pub recv: Memory,
    pub send_plan: Plan,
    pub recv_plan: Plan,
    pub schedule: Schedule,
    pub operation: Operation,
    /// The machine's ranks that the peers of the schedule are.
    pub peers: Vec<usize>,
    /// The machine's ranks of which it is certain, here and now, that they have begun the call.
    pub heard_of: HashSet<usize>,
    scratch: Memory,
    part: Rc<RefCell<Part>>,
    round: usize,
    unfinished: usize,
    /// Signals of the machine's ranks that the round waits for.
    awaited: Vec<(usize, u16)>,
}

/// A part of a rank's collective buffer: its memory, and what peers have told there.
#[derive(Default)]
struct Part {
    memory: Option<Memory>,
    /// Windows of the machine's ranks.
    slots: HashMap<u16, (usize, Slice)>,
    signals: HashSet<(usize, u16)>,
}

/// Bytes of a part: as many as any schedule of the tests may use.
pub const PART_BYTES: u64 = 1 << 14;

impl Rank {
    pub fn new(send: (Memory, Plan), recv: (Memory, Plan), schedule: Schedule, operation: Operation, peers: Vec<usize>) -> Rank {
        let scratch = Memory::over(0, schedule.scratch_bytes() as i64);
        let ((send, send_plan), (recv, recv_plan)) = (send, recv);
        Rank {
            send,
            recv,
            send_plan,
            recv_plan,
            schedule,
            operation,
            peers,
            heard_of: HashSet::new(),
            scratch,
            part: Rc::default(),
            round: 0,
            unfinished: 0,
            awaited: Vec::new(),
        }
    }

    /// Addresses of a slice's data in packed order; checks that scratch is not left.
    fn addresses(&self, slice: Slice) -> Vec<i64> {
        let bytes = Type { runs: vec![(0, 1)], extent: 1 };
        let of = match slice.type_ref {
            TypeRef::Bytes => &bytes,
            TypeRef::Send(index) => self.send_plan.of(index as usize),
            TypeRef::Recv(index) => self.recv_plan.of(index as usize),
            TypeRef::Reduce => self.recv_plan.of(0),
        };
        let addresses: Vec<i64> = of.offsets(slice.count).map(|offset| slice.offset + offset).collect();
        if slice.region == Region::Scratch {
            let bound = self.schedule.scratch_bytes() as i64;
            assert!(addresses.iter().all(|&address| (0..bound).contains(&address)), "{slice:?} leaves {bound} bytes of scratch");
        }
        if slice.region == Region::Buffer {
            let bound = self.schedule.buffer_bytes() as i64;
            assert!(
                addresses.iter().all(|&address| (0..bound).contains(&address)),
                "{slice:?} leaves {bound} bytes of the buffer"
            );
        }
        addresses
    }

    fn load(&self, slice: Slice) -> Vec<u8> {
        let addresses = self.addresses(slice);
        match slice.region {
            Region::SendBuffer => self.send.read(&addresses),
            Region::RecvBuffer => self.recv.read(&addresses),
            Region::Scratch => self.scratch.read(&addresses),
            Region::Buffer => self.part.borrow_mut().memory().read(&addresses),
        }
    }

    fn store(&mut self, slice: Slice, data: &[u8]) {
        let addresses = self.addresses(slice);
        match slice.region {
            Region::SendBuffer => panic!("{slice:?} is written"),
            Region::RecvBuffer => self.recv.write(&addresses, data),
            Region::Scratch => self.scratch.write(&addresses, data),
            Region::Buffer => self.part.borrow_mut().memory().write(&addresses, data),
        }
    }

    fn bytes(&self, slice: Slice) -> HashSet<(Region, i64)> {
        self.addresses(slice).into_iter().map(|address| (slice.region, address)).collect()
    }

    fn run_local(&mut self, step: Step) {
        match step {
            Step::Copy { from, to } => {
                assert!(self.bytes(from).is_disjoint(&self.bytes(to)), "{step:?} overlaps");
                let data = self.load(from);
                self.store(to, &data);
            }
            Step::Reduce { input, inout } => {
                assert!(self.bytes(input).is_disjoint(&self.bytes(inout)), "{step:?} overlaps");
                assert!(input.type_ref == TypeRef::Reduce && inout.type_ref == TypeRef::Reduce && input.count == inout.count);
                let size = self.recv_plan.of(0).size() as usize;
                let (left, right) = (self.load(input), self.load(inout));
                let pairs = left.chunks(size).zip(right.chunks(size));
                let result: Vec<u8> = pairs.flat_map(|(left, right)| (self.operation)(left, right)).collect();
                self.store(inout, &result);
            }
            _ => panic!("{step:?} among the local steps"),
        }
    }

    /// No byte that is received may be touched by another step that communicates in the round, or
    /// by a copy meanwhile.
    fn check_aliasing(&self, steps: &[Step], meanwhile: &[Step]) {
        let (mut sent, mut received) = (HashSet::new(), HashSet::new());
        for step in steps {
            match *step {
                Step::Send { from, .. } => sent.extend(self.bytes(from)),
                Step::Recv { into, .. } => {
                    for byte in self.bytes(into) {
                        assert!(received.insert(byte), "{step:?} overlaps another receive");
                    }
                }
                Step::Put { from, .. } => sent.extend(self.bytes(from)),
                Step::Announce { .. } | Step::Await { .. } => {}
                _ => panic!("{step:?} among the communication steps"),
            }
        }
        assert!(sent.is_disjoint(&received), "a slice is sent and received into in one round: {steps:?}");
        let mut busy: HashSet<_> = sent.union(&received).copied().collect();
        for step in meanwhile {
            let Step::Copy { from, to } = *step else { panic!("{step:?} while a round communicates") };
            assert!(self.bytes(from).is_disjoint(&received), "{step:?} reads what comes in");
            assert!(self.bytes(to).is_disjoint(&busy), "{step:?} writes what is in use");
            busy.extend(self.bytes(from));
            received.extend(self.bytes(to));
        }
    }
}

/// A message on its way: posted by its sender, taken from the sender's memory at once (eager) or
/// when it is delivered.
struct Message {
    from: Slice,
    eager: Option<Vec<u8>>,
    /// What the sender had heard of when it sent it.
    heard_of: HashSet<usize>,
}

/// Messages and receives between one pair of ranks, in the order in which they were posted.
#[derive(Default)]
struct Channel {
    messages: VecDeque<Message>,
    receives: VecDeque<Slice>,
}

/// A put on its way: its data are taken at some time, and arrive at some later time.
struct Put {
    from: Slice,
    /// What `from` held when the put began, which it has to hold until the data are taken.
    data: Vec<u8>,
    is_taken: bool,
    to: usize,
    arrival: Arrival,
    signal: u16,
    heard_of: HashSet<usize>,
}

/// What a put does where it arrives.
enum Arrival {
    Nothing,
    Buffer(u64),
    Window(Slice),
    Announcement(u16, Slice),
}

impl Part {
    fn memory(&mut self) -> &mut Memory {
        self.memory.get_or_insert_with(|| Memory::over(0, PART_BYTES as i64))
    }
}

/// All ranks and their messages.
pub struct Machine {
    /// The last operation of each.
    pub ranks: Vec<Rank>,
    /// The operations of all ranks that are over, in order.
    pub done: Vec<Vec<Rank>>,
    next: Vec<VecDeque<Rank>>,
    /// By sender, receiver and operation.
    channels: BTreeMap<(usize, usize, usize), Channel>,
    /// With their senders and operations.
    puts: Vec<(usize, usize, Put)>,
    random: Random,
}

/// What can happen next.
enum Event {
    Round(usize),
    Leave(usize),
    Deliver((usize, usize, usize)),
    Take(usize),
    Arrive(usize),
}

impl Machine {
    /// All ranks of one operation after the other. Parts of collective buffers are used in turn by
    /// operations that need them.
    pub fn sequence(operations: Vec<Vec<Rank>>, seed: u64) -> Machine {
        let n = operations[0].len();
        let parts: Vec<[Rc<RefCell<Part>>; 2]> = (0..n).map(|_| Default::default()).collect();
        let mut next: Vec<VecDeque<Rank>> = (0..n).map(|_| VecDeque::new()).collect();
        let mut turn = 0;
        for operation in operations {
            let puts = operation.iter().any(|rank| rank.schedule.is_one_sided());
            for (index, mut rank) in operation.into_iter().enumerate() {
                assert_eq!(rank.schedule.is_one_sided(), puts, "only some ranks put");
                rank.part = Rc::clone(&parts[index][turn]);
                next[index].push_back(rank);
            }
            turn = if puts { 1 - turn } else { turn };
        }
        let ranks = next.iter_mut().map(|operations| operations.pop_front().unwrap()).collect();
        let done = (0..n).map(|_| Vec::new()).collect();
        Machine { ranks, done, next, channels: BTreeMap::new(), puts: Vec::new(), random: Random(seed) }
    }

    /// Runs all schedules to their ends; panics if a rule is broken or a rank can never go on.
    pub fn run(&mut self) {
        loop {
            let mut events = self.events();
            if events.is_empty() {
                break;
            }
            let chosen = self.random.below(events.len());
            match events.swap_remove(chosen) {
                Event::Round(rank) => self.start_round(rank),
                Event::Leave(rank) => self.leave(rank),
                Event::Deliver(channel) => self.deliver(channel),
                Event::Take(put) => self.take(put),
                Event::Arrive(put) => self.arrive(put),
            }
        }
        for index in 0..self.ranks.len() {
            assert!(self.next[index].is_empty() && self.has_ended(index), "rank {index} waits for ever");
            self.hear(index);
            assert!(self.ranks[index].part.borrow().signals.is_empty(), "rank {index} was sent a signal that it does not await");
        }
        let left = self.channels.values().any(|channel| !channel.messages.is_empty() || !channel.receives.is_empty());
        assert!(!left, "unmatched messages");
    }

    fn events(&self) -> Vec<Event> {
        let n = self.ranks.len();
        let rounds = (0..n).filter(|&rank| self.can_advance(rank)).map(Event::Round);
        let ends = (0..n).filter(|&rank| !self.next[rank].is_empty() && self.has_ended(rank)).map(Event::Leave);
        let matched = self.channels.iter().filter(|(_, channel)| !channel.messages.is_empty() && !channel.receives.is_empty());
        let puts = self.puts.iter().enumerate();
        let puts = puts.map(|(index, (.., put))| if put.is_taken { Event::Arrive(index) } else { Event::Take(index) });
        rounds.chain(ends).chain(matched.map(|(channel, _)| Event::Deliver(*channel))).chain(puts).collect()
    }

    /// The operation that a rank is in.
    fn current(&self, rank: usize) -> usize {
        self.done[rank].len()
    }

    fn is_settled(&self, index: usize) -> bool {
        let rank = &self.ranks[index];
        let part = rank.part.borrow();
        rank.unfinished == 0 && rank.awaited.iter().all(|signal| part.signals.contains(signal))
    }

    fn can_advance(&self, rank: usize) -> bool {
        self.is_settled(rank) && self.ranks[rank].round < self.ranks[rank].schedule.round_count()
    }

    /// Whether the operation of a rank is over: what it puts from memory of the program has been
    /// taken.
    fn has_ended(&self, rank: usize) -> bool {
        let is_busy = |(from, operation, put): &(usize, usize, Put)| {
            *from == rank && *operation == self.current(rank) && !put.is_taken && put.from.region != Region::Buffer
        };
        self.is_settled(rank)
            && self.ranks[rank].round == self.ranks[rank].schedule.round_count()
            && !self.puts.iter().any(is_busy)
    }

    /// Forgets signals that were waited for.
    fn hear(&mut self, index: usize) {
        let rank = &mut self.ranks[index];
        let mut part = rank.part.borrow_mut();
        for signal in rank.awaited.drain(..) {
            assert!(part.signals.remove(&signal), "rank {index} awaits {signal:?} twice");
        }
    }

    fn leave(&mut self, index: usize) {
        self.hear(index);
        let next = self.next[index].pop_front().unwrap();
        self.done[index].push(std::mem::replace(&mut self.ranks[index], next));
    }

    fn start_round(&mut self, index: usize) {
        self.hear(index);
        let operation = self.current(index);
        let rank = &mut self.ranks[index];
        let round = rank.schedule.round(rank.round).unwrap();
        let (local, communication) = (round.local.to_vec(), round.communication.to_vec());
        let meanwhile = round.meanwhile.to_vec();
        assert!(!local.is_empty() || !communication.is_empty(), "an empty round");
        rank.round += 1;
        rank.heard_of.insert(index);
        local.iter().for_each(|&step| rank.run_local(step));
        rank.check_aliasing(&communication, &meanwhile);
        for step in communication {
            match step {
                Step::Send { peer, from } => {
                    let eager = (self.random.below(2) == 0).then(|| rank.load(from));
                    rank.unfinished += usize::from(eager.is_none());
                    let peer = rank.peers[peer as usize];
                    let message = Message { from, eager, heard_of: rank.heard_of.clone() };
                    self.channels.entry((index, peer, operation)).or_default().messages.push_back(message);
                }
                Step::Recv { peer, into } => {
                    rank.unfinished += 1;
                    let peer = rank.peers[peer as usize];
                    self.channels.entry((peer, index, operation)).or_default().receives.push_back(into);
                }
                Step::Await { peer, signal } => rank.awaited.push((rank.peers[peer as usize], signal)),
                Step::Put { .. } | Step::Announce { .. } => self.puts.push((index, operation, rank.begin_put(step))),
                _ => unreachable!(),
            }
        }
        meanwhile.iter().for_each(|&step| rank.run_local(step));
    }

    fn deliver(&mut self, key: (usize, usize, usize)) {
        let (sender, receiver, _) = key;
        let channel = self.channels.get_mut(&key).unwrap();
        let (message, into) = (channel.messages.pop_front().unwrap(), channel.receives.pop_front().unwrap());
        let data = match message.eager {
            Some(data) => data,
            None => {
                self.ranks[sender].unfinished -= 1;
                self.ranks[sender].load(message.from)
            }
        };
        let room = self.ranks[receiver].addresses(into).len();
        assert_eq!(data.len(), room, "from {sender} to {receiver}: {:?} into {into:?}", message.from);
        self.ranks[receiver].store(into, &data);
        self.ranks[receiver].heard_of.extend(message.heard_of);
        self.ranks[receiver].unfinished -= 1;
    }

    /// What a rank does, or did, in an operation.
    fn rank_in(&mut self, rank: usize, operation: usize) -> Option<&mut Rank> {
        match operation.checked_sub(self.done[rank].len()) {
            None => Some(&mut self.done[rank][operation]),
            Some(0) => Some(&mut self.ranks[rank]),
            Some(ahead) => self.next[rank].get_mut(ahead - 1),
        }
    }

    fn take(&mut self, index: usize) {
        let (sender, operation) = (self.puts[index].0, self.puts[index].1);
        let from = self.puts[index].2.from;
        let now = self.rank_in(sender, operation).unwrap().load(from);
        let put = &mut self.puts[index].2;
        assert!(now == put.data, "rank {sender} has changed {from:?} before it was taken");
        put.is_taken = true;
    }

    fn arrive(&mut self, index: usize) {
        let (sender, operation, put) = self.puts.swap_remove(index);
        let is_over = self.done[put.to].len() > operation;
        assert!(!is_over, "something arrives at rank {} after the end of its operation", put.to);
        let has_begun = self.done[put.to].len() == operation && self.ranks[put.to].round > 0;
        let rank = self.rank_in(put.to, operation).unwrap();
        match put.arrival {
            Arrival::Nothing => {}
            Arrival::Buffer(offset) => rank.store(Slice::bytes(Region::Buffer, offset as i64, put.data.len() as u64), &put.data),
            Arrival::Window(place) => {
                assert!(has_begun, "a window of a rank that has not begun");
                rank.store(place, &put.data);
            }
            Arrival::Announcement(slot, window) => {
                rank.part.borrow_mut().slots.insert(slot, (sender, window));
            }
        }
        assert!(rank.part.borrow_mut().signals.insert((sender, put.signal)), "signal {} of rank {sender} came twice", put.signal);
        rank.heard_of.extend(put.heard_of);
    }
}

impl Rank {
    fn begin_put(&self, step: Step) -> Put {
        let heard_of = self.heard_of.clone();
        match step {
            Step::Put { peer, from, into, signal, .. } => {
                let (to, data) = (self.peers[peer as usize], self.load(from));
                let arrival = match into {
                    _ if from.is_empty() => Arrival::Nothing,
                    Target::Buffer { offset } => Arrival::Buffer(offset),
                    Target::Window { slot, offset } => Arrival::Window(self.window(to, slot, offset, from.count)),
                };
                Put { from, data, is_taken: false, to, arrival, signal, heard_of }
            }
            Step::Announce { peer, slot, window, signal } => {
                assert!(slot < SLOTS && window.type_ref == TypeRef::Bytes && window.region != Region::Buffer, "{step:?}");
                self.check_window(&window);
                let arrival = Arrival::Announcement(slot, window);
                let to = self.peers[peer as usize];
                Put { from: Slice::EMPTY, data: vec![], is_taken: true, to, arrival, signal, heard_of }
            }
            _ => unreachable!(),
        }
    }

    /// The place in a window that was announced.
    fn window(&self, peer: usize, slot: u16, offset: u64, bytes: u64) -> Slice {
        let part = self.part.borrow();
        let (owner, window) = *part.slots.get(&slot).unwrap_or_else(|| panic!("nothing was announced in slot {slot}"));
        assert_eq!(owner, peer, "slot {slot} has a window of another rank");
        assert!(offset + bytes <= window.count, "{bytes} bytes at {offset} of {window:?}");
        Slice { offset: window.offset + offset as i64, count: bytes, ..window }
    }

    fn check_window(&self, window: &Slice) {
        let spans = self.schedule.windows(window.region);
        assert!(window.is_empty() || spans.iter().any(|span| span.holds(window)), "{window:?} is not in {spans:?}");
    }
}
