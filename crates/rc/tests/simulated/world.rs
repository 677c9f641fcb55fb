//! Engines of several ranks over reliable connections of simulated adapters, all on this thread.

use std::cell::{Cell, RefCell};
use std::os::fd::BorrowedFd;
use std::rc::Rc;

use ferry_device::{Nap, PacketTaken, Placement, ScatterList, Sink};
use ferry_engine::{Buffer, Engine, Limits, MatchPattern, Method, Mode, Outcome};
use ferry_protocol::packet::Header;
use ferry_rc::buckets;
use ferry_rc::options::BufferReuse;
use ferry_rc::per_peer::{BASELINE, PerPeer};
use ferry_rc::{AnyReceives, Environment, Options, RcDevice};
use ferry_regcache::{Monitor, PageRange};
use ferry_sim::{Faults, Profile, SimVerbs, World};

/// Nanoseconds that pass between two looks at the clock: nobody else moves it while the world waits
/// for somebody to look.
const TICK_NS: u64 = 1_000_000;

pub type Cards = Rc<RefCell<Vec<Vec<u8>>>>;

/// The outside of a rank.
pub struct Outside {
    clock: Cell<u64>,
    cards: Cards,
    pub contacts: Vec<u32>,
}

/// An address, and what is on its former pages.
pub type Former = (u64, Vec<u8>);

/// Hears of changes that the test tells of.
#[derive(Clone, Default)]
pub struct Witness {
    watches: bool,
    pub gone: Rc<RefCell<Vec<(u64, u64)>>>,
    pub moves: Rc<Cell<u64>>,
    /// Memory moves while it is registered next.
    pub moves_meanwhile: Rc<Cell<bool>>,
    /// What is on the pages where the memory at an address was before it moved.
    pub former: Rc<RefCell<Option<Former>>>,
    /// Addresses and lengths of what is to stay where it is.
    pub kept: Rc<RefCell<Vec<(u64, u64)>>>,
}

impl Monitor for Witness {
    fn watch(&mut self, _range: PageRange) -> bool {
        self.moves.set(self.moves.get() + u64::from(self.moves_meanwhile.take()));
        self.watches
    }

    fn unwatch(&mut self, _range: PageRange) {}

    fn changes(&mut self, mut tell: impl FnMut(Option<(u64, u64)>)) {
        self.gone.borrow_mut().drain(..).for_each(|range| tell(Some(range)));
    }

    fn moves(&self) -> u64 {
        self.moves.get()
    }

    fn former(&self, address: u64, len: u64) -> Option<*const u8> {
        let former = self.former.borrow();
        former.as_ref().filter(|(at, bytes)| (*at, bytes.len() as u64) == (address, len)).map(|(_, bytes)| bytes.as_ptr())
    }

    fn keep(&mut self, address: u64, len: u64) {
        self.kept.borrow_mut().push((address, len));
    }

    fn let_go(&mut self, address: u64, len: u64) {
        let mut kept = self.kept.borrow_mut();
        let which = kept.iter().position(|kept| *kept == (address, len)).expect("it is kept");
        kept.swap_remove(which);
    }
}

pub struct NoNap;

impl Nap for NoNap {
    fn take(self) {}

    fn most_ns(&self) -> Option<u64> {
        None
    }
}

impl Environment for Outside {
    type Nap = NoNap;
    type Monitor = Witness;

    fn now(&self) -> u64 {
        self.clock.set(self.clock.get() + TICK_NS);
        self.clock.get()
    }

    fn card(&mut self, rank: u32) -> Result<Vec<u8>, String> {
        self.contacts.push(rank);
        Ok(self.cards.borrow()[rank as usize].clone())
    }

    fn nap(&mut self, _descriptor: Option<BorrowedFd<'_>>, _most_ns: Option<u64>) -> NoNap {
        NoNap
    }

    fn wake(&mut self) {}
}

pub type Simulated = RcDevice<SimVerbs, Outside, AnyReceives<SimVerbs>>;

pub struct Job {
    pub world: World,
    pub witnesses: Vec<Witness>,
    pub cards: Cards,
    pub ranks: Vec<Engine<Simulated>>,
}

/// How messages are received.
#[derive(Clone)]
pub enum Scheme {
    /// Into buffers of each peer: bytes and number.
    PerPeer(Vec<(u32, u16)>),
    Buckets(buckets::Plan),
    /// Buckets; only every other rank has extended connections.
    Mixed,
}

impl Scheme {
    /// All, as they are by default: buckets with a queue pair for each, and behind extended
    /// connections.
    pub fn all() -> [Scheme; 4] {
        let plain = buckets::Plan { extended: false, ..buckets::Plan::default() };
        [Scheme::PerPeer(BASELINE.to_vec()), Scheme::Buckets(plain), Scheme::Buckets(buckets::Plan::default()), Scheme::Mixed]
    }

    fn receives(&self, rank: usize) -> AnyReceives<SimVerbs> {
        match self {
            Scheme::PerPeer(classes) => AnyReceives::PerPeer(PerPeer::new(classes)),
            Scheme::Buckets(plan) => AnyReceives::buckets(plan),
            Scheme::Mixed => {
                let extended = rank.is_multiple_of(2);
                AnyReceives::buckets(&buckets::Plan { extended, ..buckets::Plan::default() })
            }
        }
    }
}

pub struct Plan {
    pub ranks: usize,
    pub scheme: Scheme,
    pub machine: &'static str,
    pub rings: usize,
    pub ring_after: u32,
    pub eager_max: usize,
    pub eager_bytes: u64,
    /// When bodies are sent from where they lie.
    pub reuse: BufferReuse,
    pub method: Option<Method>,
    pub faults: Faults,
    pub seed: u64,
    pub send_bytes: usize,
    /// Whether memory is watched.
    pub watches: bool,
    /// Whether adapters follow page tables.
    pub follows_page_tables: bool,
    /// Whether adapters are software.
    pub is_software: bool,
    /// Nanoseconds between two probes of a silent peer.
    pub probe_ns: u64,
    /// Whether completion queues of adapters can grow.
    pub completions_grow: bool,
    /// Reads that adapters have outstanding and answer, if other than on the machine.
    pub reads: Option<u8>,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            ranks: 2,
            scheme: Scheme::PerPeer(BASELINE.to_vec()),
            machine: "ndr400",
            rings: 8,
            ring_after: 4,
            eager_max: usize::MAX,
            eager_bytes: 0,
            reuse: BufferReuse::OFF,
            method: None,
            faults: Faults::default(),
            seed: 1,
            send_bytes: 16 << 20,
            watches: false,
            follows_page_tables: false,
            is_software: false,
            probe_ns: Options::new(0, 1, 0).probe_ns,
            completions_grow: true,
            reads: None,
        }
    }
}

impl Job {
    pub fn new(plan: &Plan) -> Job {
        let mut profile = Profile::find(plan.machine).expect("a profile of the crate");
        profile.adapter.is_software = plan.is_software;
        profile.adapter.reads = plan.reads.unwrap_or(profile.adapter.reads);
        let world = World::new(profile, plan.faults, plan.seed);
        let cards: Cards = Rc::default();
        let witness = |_| Witness { watches: plan.watches, ..Witness::default() };
        let witnesses: Vec<Witness> = (0..plan.ranks).map(witness).collect();
        let rank = |rank: usize| {
            let options = Options {
                rings: plan.rings,
                ring_after: plan.ring_after,
                send_bytes: plan.send_bytes,
                eager_bytes: plan.eager_bytes,
                reuse: plan.reuse,
                probe_ns: plan.probe_ns,
                ..Options::new(rank as u32, plan.ranks, 77)
            };
            let outside = Outside { clock: Cell::new(0), cards: Rc::clone(&cards), contacts: Vec::new() };
            let verbs = world.open(world.add_node());
            let verbs = if plan.completions_grow { verbs } else { verbs.without_growing_completions() };
            let verbs = if plan.follows_page_tables { verbs.with_on_demand_paging() } else { verbs };
            let receives = plan.scheme.receives(rank);
            let (device, card) =
                RcDevice::with_receives(verbs, options, outside, witnesses[rank].clone(), receives).expect("an adapter");
            cards.borrow_mut().push(card);
            let limits = Limits { eager_max: plan.eager_max, unexpected_budget: 1 << 20, method: plan.method };
            Engine::new(device, rank as u32, plan.ranks, limits)
        };
        let ranks = (0..plan.ranks).map(rank).collect();
        Job { world, witnesses, cards, ranks }
    }

    pub fn device(&mut self, rank: usize) -> &mut Simulated {
        self.ranks[rank].device_mut()
    }

    /// Begins to send `bytes`, which stay where they are; the operation, if it is not over.
    pub fn send(&mut self, from: usize, to: usize, tag: i32, bytes: &mut [u8], mode: Mode) -> Option<usize> {
        // SAFETY: the caller keeps the bytes until the operation is over.
        let buffer = unsafe { Buffer::dense(bytes.as_mut_ptr(), bytes.len() as u64) };
        self.ranks[from].send(to as u32, 5, tag, buffer, mode)
    }

    /// As [`Job::send`], of a program that does nothing before the send is over.
    pub fn send_awaited(&mut self, from: usize, to: usize, tag: i32, bytes: &mut [u8]) -> Option<usize> {
        // SAFETY: as above.
        let buffer = unsafe { Buffer::dense(bytes.as_mut_ptr(), bytes.len() as u64) };
        self.ranks[from].send_for(to as u32, 5, tag, buffer, Mode::Standard, true)
    }

    pub fn receive(&mut self, at: usize, from: usize, tag: i32, bytes: &mut [u8]) -> usize {
        // SAFETY: as above.
        let buffer = unsafe { Buffer::dense(bytes.as_mut_ptr(), bytes.len() as u64) };
        self.ranks[at].receive(MatchPattern { context: 5, source: from as i32, tag }, buffer, 0)
    }

    /// Everybody makes progress once.
    pub fn turn(&mut self) {
        for rank in &mut self.ranks {
            rank.progress();
        }
    }

    /// One rank looks at what there is to do; the others do nothing.
    pub fn turn_of(&mut self, rank: usize) {
        self.ranks[rank].progress();
    }

    /// Makes progress until the operation of `rank` is over.
    pub fn finish(&mut self, rank: usize, operation: Option<usize>) -> Option<Outcome> {
        let operation = operation?;
        for _ in 0..3_000_000 {
            if let Some(Some(ended)) = self.ranks[rank].end(operation) {
                return Some(ended.outcome);
            }
            self.turn();
        }
        panic!("an operation of rank {rank} does not end");
    }
}

/// Whatever has a job, and something to wait for in it.
pub trait Ranks {
    fn job(&mut self) -> &mut Job;

    /// Makes progress until something is over.
    fn until(&mut self, what: &str, mut is_over: impl FnMut(&mut Self) -> bool) {
        for _ in 0..1_000_000 {
            if is_over(self) {
                return;
            }
            self.job().turn();
        }
        panic!("{what}: it never ends");
    }
}

/// Takes no packets.
pub struct Nothing;

impl Sink for Nothing {
    fn packet(&mut self, _from: u32, _header: &Header, _body: *const u8) -> PacketTaken {
        PacketTaken::Refused
    }

    fn begin(&mut self, _from: u32, _header: &Header, _into: &mut ScatterList) -> Placement {
        Placement::Whole
    }

    fn landed(&mut self, _number: u64) {}
}

/// Bytes that tell messages apart.
pub fn content(seed: usize, len: usize) -> Vec<u8> {
    (0..len).map(|at| (seed * 41 + at * 7 + at / 251) as u8).collect()
}

impl Ranks for Job {
    fn job(&mut self) -> &mut Job {
        self
    }
}
