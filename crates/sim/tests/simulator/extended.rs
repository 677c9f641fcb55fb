//! Extended connections (XRC) on simulated adapters: one queue pair for many shared receive queues,
//! and what happens when requests name wrong ones.

use crate::support::{CAPACITY, SEND, all, world};
use ferry_rdma::{
    AsyncEvent, Completion, CompletionQueue as _, Error, Failure, Operation, Payload, QueuePair as _, QueuePairAttributes,
    QueuePairPlan, QueuePairState, ReceiveWork, Region as _, RemoteMemory, Request, SendWork, SharedReceiveQueue as _, Status,
    Transport, Verbs as _, WorkId,
};
use ferry_sim::queue_pair::QueuePair;
use ferry_sim::queues::{CompletionQueue, ExtendedDomain, SharedReceiveQueue};
use ferry_sim::region::Buffer;
use ferry_sim::{Faults, Profile, SimVerbs, World};

/// One end: both queue pairs of a connection, and two shared receive queues.
struct End {
    verbs: SimVerbs,
    completions: CompletionQueue,
    domain: ExtendedDomain,
    queues: [SharedReceiveQueue; 2],
    send: QueuePair,
    receive: QueuePair,
    buffer: Buffer,
}

impl End {
    fn new(world: &World) -> End {
        let verbs = world.open(world.add_node());
        verbs.try_extended_connections().expect("the machine has them");
        let completions = verbs.completion_queue(64).expect("a queue");
        let domain = verbs.extended_domain().expect("a domain");
        let queues = [(); 2].map(|()| verbs.extended_receive_queue(&domain, 16, 1, &completions).expect("a shared queue"));
        let plan = QueuePairPlan {
            transport: Transport::XrcSend,
            send_completions: &completions,
            receive_completions: &completions,
            shared_receives: None,
            capacity: CAPACITY,
        };
        let send = verbs.queue_pair(&plan).expect("a sending end");
        let receive = verbs.receiving_end(&domain).expect("a receiving end");
        let buffer = verbs.buffer(1 << 16, all()).expect("a buffer");
        End { verbs, completions, domain, queues, send, receive, buffer }
    }

    /// Connects the sending end of `self` with the receiving end of `peer`.
    fn aim(&mut self, peer: &mut End) {
        let (own, there) = (self.verbs.endpoint(self.send.number()), peer.verbs.endpoint(peer.receive.number()));
        let steps = [
            QueuePairAttributes::init_rc(1, all()),
            QueuePairAttributes::aim_at(&own, &there, self.verbs.path_to(&there)),
            QueuePairAttributes::send_to(&own, &there, 4),
        ];
        steps.iter().for_each(|step| self.send.modify(step).expect("legal"));
        let steps =
            [QueuePairAttributes::init_rc(1, all()), QueuePairAttributes::receive_from(&there, &own, peer.verbs.path_to(&own))];
        steps.iter().for_each(|step| peer.receive.modify(step).expect("legal"));
    }

    fn name(&self, queue: usize) -> u32 {
        self.queues[queue].extended_number().expect("it has one")
    }

    fn post(&self, id: u64, request: Request, to_queue: u32, len: usize) -> Result<(), Error> {
        let segments = [self.buffer.segment(0, len)];
        let work = SendWork::new(WorkId::new(id), request, Payload::Segments(&segments)).to_queue(to_queue);
        self.send.post_send(&[work])
    }

    /// Posts a receive of `len` bytes at `offset` to one of its queues.
    fn take_into(&self, queue: usize, id: u64, offset: usize, len: usize) {
        let segments = [self.buffer.segment(offset, len)];
        self.queues[queue].post_receive(&[ReceiveWork { id: WorkId::new(id), segments: &segments }]).expect("posted");
    }

    fn completions(&self) -> Vec<Completion> {
        self.verbs.world().settle();
        let mut seen = Vec::new();
        while self.completions.poll(|completion| seen.push(completion)).expect("polled") > 0 {}
        seen
    }

    fn bytes(&self, offset: usize, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        ferry_rdma::Buffer::read(&self.buffer, offset, &mut bytes);
        bytes
    }

    fn events(&self) -> Vec<AsyncEvent> {
        std::iter::from_fn(|| self.verbs.next_event().expect("asked")).collect()
    }
}

fn connected() -> (End, End) {
    let world = world();
    let (mut a, mut b) = (End::new(&world), End::new(&world));
    a.aim(&mut b);
    b.aim(&mut a);
    (a, b)
}

fn ids(completions: &[Completion]) -> Vec<u64> {
    completions.iter().map(|completion| completion.id.value()).collect()
}

fn failed(status: Status) -> Result<ferry_rdma::Done, Failure> {
    Err(Failure { status, vendor: 0 })
}

#[test]
fn the_sender_names_the_queue_that_each_message_comes_from() {
    let (a, b) = connected();
    ferry_rdma::Buffer::write(&a.buffer, 0, b"hello");
    b.take_into(0, 10, 1000, 64);
    b.take_into(1, 11, 2000, 64);
    b.take_into(1, 12, 3000, 64);
    for (id, queue) in [(1, 1), (2, 0), (3, 1)] {
        a.post(id, SEND, b.name(queue), 5).expect("posted");
    }
    let came = b.completions();
    assert_eq!(ids(&came), [11, 10, 12], "in the order of sends");
    for completion in &came {
        assert_eq!((completion.operation, completion.queue_pair), (Operation::Receive, b.receive.number()));
        assert!(completion.result.is_ok_and(|done| done.bytes == 5));
    }
    assert_eq!([1000, 2000, 3000].map(|offset| b.bytes(offset, 6)), [b"hello\0"; 3].map(|bytes| bytes.to_vec()));
    assert_eq!(ids(&a.completions()), [1, 2, 3]);
    b.post(4, SEND, a.name(0), 1).expect("posted");
    a.take_into(0, 20, 500, 8);
    assert_eq!((ids(&a.completions()), ids(&b.completions())), (vec![20], vec![4]), "and the other way");
}

#[test]
fn long_messages_writes_and_reads_go_over_the_same_queue_pair() {
    let (a, b) = connected();
    ferry_rdma::Buffer::write(&a.buffer, 0, &[7; 40_000]);
    b.take_into(1, 1, 0, 40_000);
    let queue = b.name(1);
    a.post(1, SEND, queue, 40_000).expect("posted");
    a.post(2, Request::Write { to: b.buffer.remote(50_000), immediate: None }, queue, 10_000).expect("posted");
    a.post(3, Request::Read { from: b.buffer.remote(60_000) }, queue, 1000).expect("posted");
    assert_eq!(ids(&a.completions()), [1, 2, 3]);
    assert_eq!(ids(&b.completions()), [1]);
    assert_eq!((b.bytes(0, 40_000), b.bytes(50_000, 10_000)), (vec![7; 40_000], vec![7; 10_000]));
    assert_eq!(a.bytes(0, 1000), [0; 1000], "what was read");
}

#[test]
fn a_queue_without_receives_holds_back_only_while_it_is_named() {
    let (a, b) = connected();
    b.take_into(0, 10, 0, 64);
    a.post(1, SEND, b.name(0), 5).expect("posted");
    a.post(2, SEND, b.name(1), 5).expect("posted");
    a.post(3, SEND, b.name(0), 5).expect("posted");
    let world = a.verbs.world().clone();
    while world.totals().not_ready < 3 && world.step() {}
    assert_eq!(world.totals().not_ready, 3, "it is tried again and again");
    b.take_into(0, 11, 100, 64);
    b.take_into(1, 12, 200, 64);
    assert_eq!(ids(&b.completions()), [10, 12, 11], "what is behind it waits, too");
}

#[test]
fn retries_for_a_receive_end_where_they_are_limited() {
    let world = world();
    let (mut a, mut b) = (End::new(&world), End::new(&world));
    a.aim(&mut b);
    let (own, there) = (a.verbs.endpoint(a.send.number()), b.verbs.endpoint(b.receive.number()));
    a.send.modify(&QueuePairAttributes::to(QueuePairState::Reset)).expect("legal");
    let steps = [
        QueuePairAttributes::init_rc(1, all()),
        QueuePairAttributes::aim_at(&own, &there, a.verbs.path_to(&there)),
        QueuePairAttributes { receiver_not_ready_retries: Some(2), ..QueuePairAttributes::send_to(&own, &there, 4) },
    ];
    steps.iter().for_each(|step| a.send.modify(step).expect("legal"));
    a.post(1, SEND, b.name(0), 5).expect("posted");
    assert_eq!(a.completions()[0].result, failed(Status::ReceiverNotReady));
    assert_eq!(world.totals().not_ready, 3);
}

#[test]
fn a_number_that_is_none_of_the_domain_fails_both_ends() {
    let world = world();
    for which in 0..3 {
        let (mut a, mut b, other) = (End::new(&world), End::new(&world), End::new(&world));
        a.aim(&mut b);
        b.take_into(0, 10, 0, 64);
        // One of another process, one that is gone, and one by its number in events.
        let gone = b.verbs.extended_receive_queue(&b.domain, 4, 1, &b.completions).expect("made");
        let wrong = [other.name(0), gone.extended_number().unwrap_or_default(), b.queues[0].number()][which];
        drop(gone);
        a.post(1, SEND, wrong, 5).expect("posted");
        a.post(2, SEND, b.name(0), 5).expect("posted");
        let results: Vec<_> = a.completions().iter().map(|completion| completion.result).collect();
        assert_eq!(results, [failed(Status::RemoteInvalidRequest), failed(Status::Flushed)]);
        assert_eq!(b.completions(), [], "no receive was used");
        assert_eq!(b.events(), [AsyncEvent::QueuePairFailed { queue_pair: b.receive.number() }]);
        assert_eq!([a.send.state(), b.receive.state()], [QueuePairState::Error; 2]);
    }
}

#[test]
fn a_limit_is_that_of_each_queue() {
    let (a, b) = connected();
    (0..4).for_each(|id| b.take_into(0, id, 0, 64));
    (4..8).for_each(|id| b.take_into(1, id, 0, 64));
    b.queues[1].set_limit(3).expect("set");
    for _ in 0..3 {
        a.post(1, SEND, b.name(0), 5).expect("posted");
    }
    assert_eq!((b.completions().len(), b.events()), (3, vec![]), "the other queue's");
    for _ in 0..2 {
        a.post(1, SEND, b.name(1), 5).expect("posted");
    }
    assert_eq!((b.completions().len(), b.events()), (2, vec![AsyncEvent::ReceivesLow { queue: b.queues[1].number() }]));
}

#[test]
fn a_message_that_is_too_long_uses_up_its_receive_and_others_stay() {
    let (a, b) = connected();
    b.take_into(0, 10, 0, 4);
    b.take_into(0, 11, 0, 64);
    a.post(1, SEND, b.name(0), 5).expect("posted");
    assert_eq!(a.completions()[0].result, failed(Status::RemoteInvalidRequest));
    let came = b.completions();
    assert_eq!((ids(&came), came[0].result), (vec![10], failed(Status::LocalLength)));
    // The end has failed; its queues have not, and another connection uses them.
    let mut c = End::new(a.verbs.world());
    let mut b = End { receive: b.verbs.receiving_end(&b.domain).expect("another"), ..b };
    c.aim(&mut b);
    c.post(1, SEND, b.name(0), 5).expect("posted");
    assert_eq!(ids(&b.completions()), [11]);
}

#[test]
fn ends_take_only_what_is_theirs() {
    let (a, b) = connected();
    let segments = [b.buffer.segment(0, 8)];
    let work = ReceiveWork { id: WorkId::new(1), segments: &segments };
    for pair in [&b.send, &b.receive] {
        assert!(matches!(pair.post_receive(&[work]), Err(Error::Argument(_))), "receives are the shared queues'");
    }
    let work = SendWork::new(WorkId::new(1), SEND, Payload::Segments(&segments));
    assert!(matches!(b.receive.post_send(&[work]), Err(Error::Argument(_))), "it only receives");
    let plan = QueuePairPlan {
        transport: Transport::XrcReceive,
        send_completions: &a.completions,
        receive_completions: &a.completions,
        shared_receives: None,
        capacity: CAPACITY,
    };
    assert!(matches!(a.verbs.queue_pair(&plan).err(), Some(Error::Argument(_))), "it needs a domain");
}

#[test]
fn requests_of_a_plain_connection_do_not_reach_a_receiving_end() {
    let world = world();
    let (mut a, mut b) = (End::new(&world), End::new(&world));
    let plan = QueuePairPlan {
        transport: Transport::Rc,
        send_completions: &a.completions,
        receive_completions: &a.completions,
        shared_receives: None,
        capacity: CAPACITY,
    };
    let mut plain = a.verbs.queue_pair(&plan).expect("a queue pair");
    b.take_into(0, 1, 0, 64);
    b.aim(&mut a);
    let (own, there) = (a.verbs.endpoint(plain.number()), b.verbs.endpoint(b.receive.number()));
    b.receive.modify(&QueuePairAttributes::init_rc(1, all())).expect("legal");
    b.receive.modify(&QueuePairAttributes::receive_from(&there, &own, b.verbs.path_to(&own))).expect("legal");
    for step in [
        QueuePairAttributes::init_rc(1, all()),
        QueuePairAttributes::receive_from(&own, &there, a.verbs.path_to(&there)),
        QueuePairAttributes::send_to(&own, &there, 4),
    ] {
        plain.modify(&step).expect("legal");
    }
    let segments = [a.buffer.segment(0, 5)];
    plain.post_send(&[SendWork::new(WorkId::new(1), SEND, Payload::Segments(&segments))]).expect("posted");
    assert_eq!(a.completions()[0].result, failed(Status::RetriesExceeded), "nobody answers");
}

#[test]
fn a_dead_peer_is_noticed_by_the_sending_end() {
    let (a, b) = connected();
    a.verbs.world().kill(b.verbs.rank());
    a.post(1, Request::Write { to: RemoteMemory::default(), immediate: None }, b.name(0), 0).expect("posted");
    assert_eq!(a.completions()[0].result, failed(Status::RetriesExceeded));
}

#[test]
fn everything_is_given_back_when_it_is_dropped() {
    let world = world();
    let (mut a, mut b) = (End::new(&world), End::new(&world));
    a.aim(&mut b);
    let (rank, two_ends) = (a.verbs.rank(), world.memory(a.verbs.rank()).queue_pairs);
    let footprint = Profile::find("ndr400").expect("known").footprint;
    let sends = u64::from(CAPACITY.sends) * footprint.send_request;
    assert_eq!(two_ends, 2 * footprint.queue_pair + sends, "only the sending end has a queue");
    drop((a, b));
    let memory = world.memory(rank);
    assert_eq!([memory.queue_pairs, memory.shared_receives, memory.completions], [0; 3]);
}

#[test]
fn where_there_are_none_the_first_try_says_so() {
    let old = World::new(Profile::find("infinihost3-sdr").expect("known"), Faults::default(), 1);
    let new = world();
    let without = new.open(new.add_node()).without_extended_connections();
    for verbs in [old.open(old.add_node()), without] {
        let error = verbs.try_extended_connections().expect_err("it has none").to_string();
        assert!(error.contains("ibv_open_xrcd") && error.contains("not supported"), "{error}");
    }
}
