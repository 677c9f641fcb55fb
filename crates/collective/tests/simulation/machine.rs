//! Runs the schedules of all ranks over simulated messages, in an order chosen by a seed, and checks the rules of schedules.

use std::collections::{HashSet, VecDeque};

use ferry_collective::{Region, Schedule, Slice, Step, TypeRef};

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
    round: usize,
    unfinished: usize,
}

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
            round: 0,
            unfinished: 0,
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
        addresses
    }

    fn memory(&self, region: Region) -> &Memory {
        match region {
            Region::SendBuffer => &self.send,
            Region::RecvBuffer => &self.recv,
            Region::Scratch => &self.scratch,
        }
    }

    fn load(&self, slice: Slice) -> Vec<u8> {
        self.memory(slice.region).read(&self.addresses(slice))
    }

    fn store(&mut self, slice: Slice, data: &[u8]) {
        let addresses = self.addresses(slice);
        match slice.region {
            Region::SendBuffer => panic!("{slice:?} is written"),
            Region::RecvBuffer => self.recv.write(&addresses, data),
            Region::Scratch => self.scratch.write(&addresses, data),
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
            Step::Send { .. } | Step::Recv { .. } => panic!("{step:?} among the local steps"),
        }
    }

    /// No byte that is received may be touched by another step that communicates in the round, or by a copy meanwhile.
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

/// A message on its way: posted by its sender, taken from the sender's memory at once (eager) or when it is delivered.
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

/// All ranks and their messages.
pub struct Machine {
    pub ranks: Vec<Rank>,
    channels: Vec<Channel>,
    random: Random,
}

impl Machine {
    pub fn new(ranks: Vec<Rank>, seed: u64) -> Machine {
        let channels = (0..ranks.len() * ranks.len()).map(|_| Channel::default()).collect();
        Machine { ranks, channels, random: Random(seed) }
    }

    /// Runs all schedules to their ends; panics if a rule is broken or a rank can never go on.
    pub fn run(&mut self) {
        let n = self.ranks.len();
        loop {
            let ready: Vec<usize> = (0..n).filter(|&rank| self.can_advance(rank)).collect();
            let matched: Vec<usize> = (0..n * n).filter(|&channel| self.can_deliver(channel)).collect();
            if ready.is_empty() && matched.is_empty() {
                break;
            }
            let event = self.random.below(ready.len() + matched.len());
            match ready.get(event) {
                Some(&rank) => self.start_round(rank),
                None => self.deliver(matched[event - ready.len()]),
            }
        }
        for (index, rank) in self.ranks.iter().enumerate() {
            assert!(rank.unfinished == 0 && rank.round == rank.schedule.round_count(), "rank {index} waits for ever");
        }
        let left = self.channels.iter().any(|channel| !channel.messages.is_empty() || !channel.receives.is_empty());
        assert!(!left, "unmatched messages");
    }

    fn can_advance(&self, rank: usize) -> bool {
        self.ranks[rank].unfinished == 0 && self.ranks[rank].round < self.ranks[rank].schedule.round_count()
    }

    fn can_deliver(&self, channel: usize) -> bool {
        let channel = &self.channels[channel];
        !channel.messages.is_empty() && !channel.receives.is_empty()
    }

    fn start_round(&mut self, index: usize) {
        let (n, rank) = (self.ranks.len(), &mut self.ranks[index]);
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
                    self.channels[index * n + peer].messages.push_back(Message { from, eager, heard_of: rank.heard_of.clone() });
                }
                Step::Recv { peer, into } => {
                    rank.unfinished += 1;
                    let peer = rank.peers[peer as usize];
                    self.channels[peer * n + index].receives.push_back(into);
                }
                _ => unreachable!(),
            }
        }
        meanwhile.iter().for_each(|&step| rank.run_local(step));
    }

    fn deliver(&mut self, channel: usize) {
        let (sender, receiver) = (channel / self.ranks.len(), channel % self.ranks.len());
        let message = self.channels[channel].messages.pop_front().unwrap();
        let into = self.channels[channel].receives.pop_front().unwrap();
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
}
