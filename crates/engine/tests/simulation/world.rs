//! A world of engines, its program and what must be true of it.

use std::collections::{HashMap, VecDeque};

use ferry_datatype::Datatype;
use ferry_engine::cost::{Costs, Curve};
use ferry_engine::{
    ANY_SOURCE, ANY_TAG, Buffer, Engine, Limits, MatchPattern, Method, Methods, Mode, OperationStage, Outcome, Received,
};
use ferry_protocol::packet::{Kind, decode_word};

use crate::model::{MessageId, Model, ReceiveId};
use crate::moves::Abilities;
use crate::network::{MemoryDevice, Network, Packet, PipeFaults, Shared};

#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub ranks: usize,
    /// Packets from one rank to another.
    pub ring: usize,
    pub max_body: usize,
    pub eager_max: usize,
    pub budget: u64,
    /// Large messages go through pipes, if there are any.
    pub pipes: PipeFaults,
    /// Or are moved by devices.
    pub abilities: Abilities,
}

#[derive(Clone, Copy, Debug)]
pub enum Size {
    Bytes(usize),
    /// The eager limit and so many bytes more.
    AroundEager(i64),
}

/// Rank, source, context, tag; negative for a wildcard.
pub type Wanted = (u32, i32, u64, i32);

#[derive(Clone, Debug)]
pub enum Action {
    Send { me: u32, to: u32, context: u64, tag: i32, size: Size, synchronous: bool, strided: bool },
    Receive { wanted: Wanted, size: Size, strided: bool },
    ReceiveSoon { wanted: Wanted, size: Size, tries: u32 },
    Probe(Wanted),
    MatchedProbe { wanted: Wanted, size: Size },
    Cancel { me: u32, which: usize },
    Progress(u32),
}

/// Bytes of the user, with gaps after every byte if strided.
struct Memory {
    bytes: Vec<u8>,
    step: usize,
}

const UNTOUCHED: u8 = 0xA5;

impl Memory {
    fn new(len: usize, strided: bool) -> Self {
        let step = if strided { 2 } else { 1 };
        Memory { bytes: vec![UNTOUCHED; len * step], step }
    }

    fn of(message: MessageId, len: usize, strided: bool) -> Self {
        let mut memory = Memory::new(len, strided);
        (0..len).for_each(|at| memory.bytes[at * memory.step] = content(message, at));
        memory
    }

    fn buffer(&mut self) -> Buffer {
        let (address, len) = (self.bytes.as_mut_ptr(), self.bytes.len() / self.step);
        if self.step == 1 {
            // SAFETY: BUF-1, the world keeps the memory until its operation is done, and does not
            // look at it before.
            return unsafe { Buffer::dense(address, len as u64) };
        }
        let byte = Datatype::predefined(ferry_constants::MPI_BYTE).unwrap();
        let strided = Datatype::vector(len as i64, 1, self.step as i64, byte).unwrap();
        // SAFETY: as above; the type selects every second byte.
        unsafe { Buffer::new(address, 1, &strided) }.unwrap()
    }

    /// Checks that the first `len` bytes of `message` are here and nothing else was written.
    fn check(&self, message: MessageId, len: usize) {
        for (at, byte) in self.bytes.iter().enumerate() {
            let is_data = at % self.step == 0 && at / self.step < len;
            let expected = if is_data { content(message, at / self.step) } else { UNTOUCHED };
            assert_eq!(*byte, expected, "byte {at} of message {message}");
        }
    }
}

fn content(message: MessageId, at: usize) -> u8 {
    (message * 41 + at * 7 + at / 251) as u8
}

struct Sent {
    key: MatchPattern,
    to: u32,
    bytes: usize,
    synchronous: bool,
    /// The engine's operation, if the send was not complete at once.
    operation: Option<usize>,
    /// The same, until it is done.
    handle: Option<usize>,
    asked_back: bool,
    /// Given back to the sender.
    is_withdrawn: bool,
    _memory: Memory,
}

struct Receiving {
    me: u32,
    memory: Memory,
    bytes: usize,
    handle: Option<usize>,
    asked_back: bool,
}

struct Rank {
    engine: Engine<MemoryDevice>,
    model: Model,
}

pub struct World {
    config: Config,
    network: Shared,
    ranks: Vec<Rank>,
    sent: Vec<Sent>,
    receives: Vec<Receiving>,
    /// Messages under way from one rank to another, in order.
    wires: HashMap<(u32, u32), VecDeque<MessageId>>,
}

impl World {
    pub fn new(config: Config) -> Self {
        let network = Network::new(config.ranks, config.ring, config.pipes, config.abilities);
        let method = (config.pipes != PipeFaults::NoPipes && config.abilities.methods == Methods::NONE).then_some(Method::Writev);
        let limits = Limits { eager_max: config.eager_max, unexpected_budget: config.budget, method };
        let rank = |me| {
            let device = MemoryDevice { network: network.clone(), me, max_body: config.max_body };
            let mut engine = Engine::new(device, me as u32, config.ranks, limits);
            // Odd ranks send and receive long messages past the caches, whatever their length.
            let mut costs = Costs::unknown();
            // Whatever the device takes in packets without asking is worth it.
            costs.unasked = Curve::line(0.0, 0.0);
            costs.sparing_min = if me % 2 == 1 { 0 } else { u64::MAX };
            engine.set_costs(costs, false);
            Rank { engine, model: Model::default() }
        };
        let ranks = (0..config.ranks).map(rank).collect();
        World { config, ranks, network, sent: Vec::new(), receives: Vec::new(), wires: HashMap::new() }
    }

    fn rank(&self, any: u32) -> u32 {
        any % self.config.ranks as u32
    }

    fn engine(&mut self, rank: u32) -> &mut Engine<MemoryDevice> {
        &mut self.ranks[rank as usize].engine
    }

    fn bytes(&self, size: Size) -> usize {
        match size {
            Size::Bytes(bytes) => bytes,
            Size::AroundEager(more) => (self.ranks[0].engine.eager_max() as i64 + more).max(0) as usize,
        }
    }

    fn wanted(&self, (me, source, context, tag): Wanted) -> (u32, MatchPattern) {
        let source = if source < 0 { ANY_SOURCE } else { self.rank(source as u32) as i32 };
        (self.rank(me), MatchPattern { context, source, tag: if tag < 0 { ANY_TAG } else { tag } })
    }

    pub fn run(&mut self, action: Action) {
        match action {
            Action::Send { me, to, context, tag, size, synchronous, strided } => {
                let key = MatchPattern { context, source: self.rank(me) as i32, tag };
                self.send(key, self.rank(to), self.bytes(size), synchronous, strided);
            }
            Action::Receive { wanted, size, strided } => self.receive(wanted, self.bytes(size), strided),
            Action::ReceiveSoon { wanted, size, tries } => self.receive_soon(wanted, self.bytes(size), tries),
            Action::Probe(wanted) => self.probe(wanted),
            Action::MatchedProbe { wanted, size } => self.matched_probe(wanted, self.bytes(size)),
            Action::Cancel { me, which } => self.cancel(self.rank(me), which),
            Action::Progress(me) => self.progress(self.rank(me)),
        }
        self.settle();
    }

    fn send(&mut self, key: MatchPattern, to: u32, bytes: usize, synchronous: bool, strided: bool) {
        let (id, me) = (self.sent.len(), key.source as u32);
        let mut memory = Memory::of(id, bytes, strided);
        let mode = if synchronous { Mode::Synchronous } else { Mode::Standard };
        if me == to {
            self.ranks[me as usize].model.arrive(key, id);
        } else {
            self.wires.entry((me, to)).or_default().push_back(id);
        }
        let handle = self.engine(me).send(to, key.context, key.tag, memory.buffer(), mode);
        let sent = Sent {
            key,
            to,
            bytes,
            synchronous,
            operation: handle,
            handle,
            asked_back: false,
            is_withdrawn: false,
            _memory: memory,
        };
        self.sent.push(sent);
        if handle.is_none() {
            self.check_sent(id);
        }
    }

    fn new_receive(&mut self, me: u32, bytes: usize, strided: bool) -> (ReceiveId, Buffer) {
        let mut memory = Memory::new(bytes, strided);
        let buffer = memory.buffer();
        self.receives.push(Receiving { me, memory, bytes, handle: None, asked_back: false });
        (self.receives.len() - 1, buffer)
    }

    fn receive(&mut self, wanted: Wanted, bytes: usize, strided: bool) {
        let (me, pattern) = self.wanted(wanted);
        let (id, buffer) = self.new_receive(me, bytes, strided);
        self.ranks[me as usize].model.receive(pattern, id);
        let handle = self.engine(me).receive(pattern, buffer, 0);
        self.receives[id].handle = Some(handle);
    }

    fn receive_soon(&mut self, wanted: Wanted, bytes: usize, tries: u32) {
        let (me, pattern) = self.wanted(wanted);
        let (id, buffer) = self.new_receive(me, bytes, false);
        self.ranks[me as usize].model.receive(pattern, id);
        let received = self.engine(me).receive_soon(pattern, buffer, 0, tries);
        self.follow(me);
        match received {
            Received::Operation(handle) => self.receives[id].handle = Some(handle),
            Received::Done(outcome) => self.check_received(id, &outcome),
        }
    }

    fn check_probe(&self, me: u32, pattern: &MatchPattern, found: Option<Outcome>) {
        let expected = self.ranks[me as usize].model.peek(pattern).map(|id| &self.sent[id]);
        let expected = expected.map(|sent| (sent.key.source as u32, sent.key.tag, sent.bytes as u64));
        assert_eq!(found.map(|outcome| (outcome.source, outcome.tag, outcome.bytes)), expected);
    }

    /// Progress as a probe makes it: no packet is refused meanwhile.
    fn progress_for_probe(&mut self, me: u32) {
        let engine = self.engine(me);
        engine.begin_probe();
        engine.progress();
        engine.end_probe();
        self.follow(me);
    }

    fn probe(&mut self, wanted: Wanted) {
        let (me, pattern) = self.wanted(wanted);
        self.progress_for_probe(me);
        let found = self.engine(me).probe(&pattern);
        self.check_probe(me, &pattern, found);
    }

    fn matched_probe(&mut self, wanted: Wanted, bytes: usize) {
        let (me, pattern) = self.wanted(wanted);
        self.progress_for_probe(me);
        let found = self.engine(me).take_message(&pattern);
        self.check_probe(me, &pattern, found.as_ref().map(|(outcome, _)| *outcome));
        let Some((_, message)) = found else { return };
        let taken = self.ranks[me as usize].model.take(&pattern).unwrap();
        let (id, buffer) = self.new_receive(me, bytes, false);
        self.ranks[me as usize].model.matched.insert(id, taken);
        let handle = self.engine(me).receive_message(message, buffer, 0);
        self.receives[id].handle = Some(handle);
    }

    /// Cancels one of the rank's operations, a receive or a send.
    fn cancel(&mut self, me: u32, which: usize) {
        let mut alive: Vec<usize> = self.ranks[me as usize].engine.operations().map(|(handle, _)| handle).collect();
        alive.sort();
        let Some(&handle) = alive.get(which % alive.len().max(1)) else { return };
        let is_queued = self.ranks[me as usize].engine.operation(handle).is_some_and(|it| it.stage == OperationStage::Queued);
        if let Some(id) = self.receive_of(me, handle) {
            self.receives[id].asked_back = true;
            let withdrawn = self.ranks[me as usize].model.withdraw_receive(id);
            self.engine(me).cancel(handle);
            let is_done = self.ranks[me as usize].engine.operation(handle).unwrap().is_done();
            assert!(!withdrawn || is_done, "an unmatched receive is cancelled at once");
            return;
        }
        let id = self.send_of(me, handle).expect("every operation is of a send or a receive");
        self.sent[id].asked_back = true;
        let to = self.sent[id].to;
        self.engine(me).cancel(handle);
        if is_queued {
            self.wires.get_mut(&(me, to)).unwrap().retain(|other| *other != id);
            self.sent[id].is_withdrawn = true;
        } else if me == to {
            self.sent[id].is_withdrawn = self.ranks[me as usize].model.withdraw_message(id);
        }
    }

    fn receive_of(&self, me: u32, handle: usize) -> Option<ReceiveId> {
        self.receives.iter().position(|receive| receive.me == me && receive.handle == Some(handle))
    }

    fn send_of(&self, me: u32, handle: usize) -> Option<MessageId> {
        self.sent.iter().position(|sent| sent.key.source == me as i32 && sent.operation == Some(handle))
    }

    fn progress(&mut self, me: u32) {
        let (budget, abilities) = (self.config.budget, self.config.abilities);
        let waits = self.ranks[me as usize].engine.operations().any(|(_, operation)| !operation.is_done());
        let before = self.unexpected_bytes(me);
        self.engine(me).progress();
        let after = self.unexpected_bytes(me);
        let one_more =
            (self.config.max_body as u64).max(abilities.longest).max(abilities.longest_eager).max(abilities.longest_in_packets)
                + 256;
        assert!(waits || after <= before.max(budget + one_more), "{after} bytes of unexpected messages");
        self.follow(me);
    }

    /// Tells the model of rank `me` what has arrived.
    fn follow(&mut self, me: u32) {
        let consumed = self.network.borrow_mut().take_consumed(me);
        for (from, packet) in consumed {
            self.follow_packet(me, from, &packet);
        }
    }

    fn follow_packet(&mut self, me: u32, from: u32, packet: &Packet) {
        match packet.header.kind().unwrap() {
            kind @ (Kind::Eager | Kind::EagerSync | Kind::Rts | Kind::Begin) => {
                let id = self.wires.get_mut(&(from, me)).unwrap().pop_front().expect("no packet without a message");
                let sent = &self.sent[id];
                let key = MatchPattern { context: packet.header.context, source: from as i32, tag: packet.header.tag };
                assert_eq!((key, sent.synchronous || kind != Kind::EagerSync), (sent.key, true));
                if matches!(kind, Kind::EagerSync | Kind::Rts) {
                    assert_eq!(decode_word(&packet.body, 0), sent.operation.map(|operation| operation as u64));
                }
                self.ranks[me as usize].model.arrive(key, id);
            }
            Kind::Cancel => {
                let id = self.send_of(from, packet.header.context as usize).unwrap();
                self.sent[id].is_withdrawn = self.ranks[me as usize].model.withdraw_message(id);
            }
            Kind::Cts
            | Kind::Data
            | Kind::More
            | Kind::Ack
            | Kind::CancelReply
            | Kind::Fin
            | Kind::Hold
            | Kind::OneSided
            | Kind::Notice => {}
            Kind::Reset => panic!("rank {from} takes a packet of rank {me} for nonsense"),
        }
    }

    /// Takes what is done and checks it.
    fn settle(&mut self) {
        for id in 0..self.sent.len() {
            let Some(handle) = self.sent[id].handle else { continue };
            let me = self.sent[id].key.source as u32;
            if let Some(outcome) = self.engine(me).take(handle) {
                self.sent[id].handle = None;
                assert_eq!(outcome.cancelled, self.sent[id].is_withdrawn, "send {id}");
                assert!(!outcome.cancelled || self.sent[id].asked_back);
                if !outcome.cancelled {
                    self.check_sent(id);
                }
            }
        }
        for id in 0..self.receives.len() {
            let Some(handle) = self.receives[id].handle else { continue };
            let me = self.receives[id].me;
            if let Some(outcome) = self.engine(me).take(handle) {
                self.receives[id].handle = None;
                self.check_received(id, &outcome);
            }
        }
    }

    /// A synchronous send is complete only after its receive was matched (MPI-5 §3.4).
    fn check_sent(&self, id: MessageId) {
        let sent = &self.sent[id];
        let is_matched = self.ranks[sent.to as usize].model.matched.values().any(|message| *message == id);
        assert!(!sent.synchronous || is_matched, "synchronous send {id} is complete but not matched");
    }

    fn check_received(&self, id: ReceiveId, outcome: &Outcome) {
        let receive = &self.receives[id];
        let message = self.ranks[receive.me as usize].model.matched.get(&id).copied();
        assert_eq!(outcome.cancelled, message.is_none(), "receive {id}");
        let Some(message) = message else {
            assert!(receive.asked_back);
            return receive.memory.check(0, 0);
        };
        let sent = &self.sent[message];
        assert_eq!((outcome.source as i32, outcome.tag, outcome.sent), (sent.key.source, sent.key.tag, sent.bytes as u64));
        assert_eq!(outcome.bytes as usize, sent.bytes.min(receive.bytes));
        receive.memory.check(message, outcome.bytes as usize);
    }

    pub fn unexpected_bytes(&self, rank: u32) -> u64 {
        self.ranks[rank as usize].engine.totals().unexpected_bytes
    }

    pub fn refusals(&self, rank: u32) -> u64 {
        self.ranks[rank as usize].engine.totals().refusals
    }

    /// Whether the rank's receive of number `id` is complete.
    pub fn receive_is_done(&self, rank: u32, id: ReceiveId) -> bool {
        self.receives[id].me == rank && self.receives[id].handle.is_none()
    }

    /// Cancels receives that nobody answers, receives what nobody asked for, and looks for remains.
    pub fn finish(&mut self) {
        let mut rounds = 0;
        while !self.is_quiet() {
            rounds += 1;
            assert!(rounds < 100_000, "no end of it");
            for me in 0..self.config.ranks as u32 {
                self.cancel_receives(me);
                for context in 0..2 {
                    self.matched_probe((me, -1, context, -1), 200_000);
                }
            }
            self.settle();
        }
        self.check_remains();
    }

    fn cancel_receives(&mut self, me: u32) {
        let posted = |rank: &Rank| {
            rank.engine.operations().find(|(_, it)| matches!(it.stage, OperationStage::Posted(_))).map(|(handle, _)| handle)
        };
        while let Some(handle) = posted(&self.ranks[me as usize]) {
            let id = self.receive_of(me, handle).unwrap();
            self.receives[id].asked_back = true;
            assert!(self.ranks[me as usize].model.withdraw_receive(id));
            self.engine(me).cancel(handle);
            self.settle();
        }
    }

    fn is_quiet(&mut self) -> bool {
        let done = |rank: &mut Rank| {
            rank.engine.operations().next().is_none()
                && !rank.engine.has_unsent()
                && rank.engine.totals().unexpected_messages == 0
        };
        self.network.borrow().is_empty() && self.ranks.iter_mut().all(done)
    }

    fn check_remains(&self) {
        assert!(self.wires.values().all(VecDeque::is_empty), "messages were lost");
        for rank in &self.ranks {
            assert!(rank.model.is_empty());
            assert_eq!(rank.engine.totals().unexpected_bytes, 0);
        }
        for to in 0..self.config.ranks as u32 {
            let taken: usize = self.ranks[to as usize].model.matched.len();
            let meant = self.sent.iter().filter(|sent| sent.to == to && !sent.is_withdrawn).count();
            assert_eq!(taken, meant, "every message not withdrawn was received");
        }
    }
}
