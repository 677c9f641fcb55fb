//! Two ranks with a connection, for tests.

use std::cell::RefCell;

use ferry_rdma::{
    Access, Completion, CompletionQueue as _, Mtu, Operation, Payload, QueuePair as _, QueuePairAttributes, QueuePairCapacity,
    QueuePairPlan, QueuePairState, ReceiveWork, Request, Result, SendWork, Transport, Verbs, WorkId,
};
use ferry_sim::environment::{Cards, Outside};
use ferry_sim::program::BlockMonitor;
use ferry_sim::queue_pair::QueuePair;
use ferry_sim::queues::{CompletionQueue, SharedReceiveQueue};
use ferry_sim::region::Buffer;
use ferry_sim::{Faults, Profile, SimVerbs, World};
use ferry_ud::{Options, UdDevice};

pub const CAPACITY: QueuePairCapacity =
    QueuePairCapacity { sends: 16, receives: 16, send_segments: 4, receive_segments: 4, inline_bytes: 64 };

pub fn all() -> Access {
    Access::LOCAL_WRITE | Access::REMOTE_WRITE | Access::REMOTE_READ | Access::REMOTE_ATOMIC
}

pub fn world() -> World {
    World::new(Profile::find("ndr400").expect("a known profile"), Faults::default(), 1)
}

/// Devices over datagrams of two ranks, each on a node of its own.
pub fn datagram_devices(world: &World) -> [UdDevice<SimVerbs, Outside>; 2] {
    let cards = Cards::default();
    [0, 1].map(|rank| {
        let options = Options { receives: 64, ..Options::new(rank, 2, 1) };
        let outside = Outside::new(world, rank, &cards);
        let made = UdDevice::new(world.open(world.add_node()), options, outside, BlockMonitor::new(world, rank));
        let (device, card) = made.expect("a device");
        cards.borrow_mut().push(card);
        device
    })
}

/// One end: an adapter with a queue, a queue pair and a buffer.
pub struct End {
    pub verbs: SimVerbs,
    pub queue: CompletionQueue,
    pub pair: QueuePair,
    pub buffer: Buffer,
    pub seen: RefCell<Vec<Completion>>,
}

impl End {
    pub fn new(world: &World, transport: Transport, shared: bool) -> (End, Option<SharedReceiveQueue>) {
        let verbs = world.open(world.add_node());
        let queue = verbs.completion_queue(64).expect("a queue");
        let shared = shared.then(|| verbs.shared_receive_queue(16, 4).expect("a shared queue"));
        let plan = QueuePairPlan {
            transport,
            send_completions: &queue,
            receive_completions: &queue,
            shared_receives: shared.as_ref(),
            capacity: CAPACITY,
        };
        let pair = verbs.queue_pair(&plan).expect("a queue pair");
        let buffer = verbs.buffer(1 << 20, all()).expect("a buffer");
        (End { verbs, queue, pair, buffer, seen: RefCell::default() }, shared)
    }

    pub fn send(&self, id: u64, request: Request, offset: usize, len: usize) -> Result<()> {
        let segments = [ferry_rdma::Region::segment(&self.buffer, offset, len)];
        self.pair.post_send(&[SendWork::new(WorkId::new(id), request, Payload::Segments(&segments))])
    }

    pub fn receive(&self, id: u64, offset: usize, len: usize) {
        let segments = [ferry_rdma::Region::segment(&self.buffer, offset, len)];
        self.pair.post_receive(&[ReceiveWork { id: WorkId::new(id), segments: &segments }]).expect("posted");
    }

    /// All completions there are once the world has settled.
    pub fn completions(&self) -> Vec<Completion> {
        self.verbs.world().settle();
        while self.queue.poll(|completion| self.seen.borrow_mut().push(completion)).expect("polled") > 0 {}
        self.seen.take()
    }

    /// The only completion there is.
    pub fn completion(&self) -> Completion {
        let all = self.completions();
        assert_eq!(all.len(), 1, "{all:?}");
        all[0]
    }

    pub fn bytes(&self, offset: usize, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        ferry_rdma::Buffer::read(&self.buffer, offset, &mut bytes);
        bytes
    }

    pub fn fill(&self, offset: usize, bytes: &[u8]) {
        ferry_rdma::Buffer::write(&self.buffer, offset, bytes);
    }
}

/// What is sent plainly.
pub const SEND: Request = Request::Send { immediate: None };

pub fn connect_with(a: &mut End, b: &mut End, change: impl Fn(&mut QueuePairAttributes)) {
    let points = [a.verbs.endpoint(a.pair.number()), b.verbs.endpoint(b.pair.number())];
    for (end, (own, peer)) in [(a, (points[0], points[1])), (b, (points[1], points[0]))] {
        let path = end.verbs.path_to(&peer);
        let reads = end.verbs.device().reads_outstanding;
        let steps = [
            QueuePairAttributes::init_rc(1, all()),
            QueuePairAttributes::receive_from(&own, &peer, path),
            QueuePairAttributes::send_to(&own, &peer, reads),
        ];
        for mut step in steps {
            change(&mut step);
            end.pair.modify(&step).expect("legal");
        }
    }
}

pub fn connected() -> (End, End) {
    let world = world();
    let (mut a, mut b) = (End::new(&world, Transport::Rc, false).0, End::new(&world, Transport::Rc, false).0);
    connect_with(&mut a, &mut b, |_| {});
    (a, b)
}

pub fn datagram_ends(world: &World) -> (End, End) {
    let mut ends = [0, 1].map(|_| End::new(world, Transport::Ud, false).0);
    for end in &mut ends {
        let steps = [
            QueuePairAttributes::init_ud(1, 7),
            QueuePairAttributes::to(QueuePairState::ReadyToReceive),
            QueuePairAttributes::send_datagrams(),
        ];
        steps.iter().for_each(|step| end.pair.modify(step).expect("legal"));
    }
    let [a, b] = ends;
    (a, b)
}

pub const LARGEST: Mtu = Mtu::Bytes4096;
pub const RECEIVE: Operation = Operation::Receive;
