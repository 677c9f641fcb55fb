//! Reliable connections on simulated adapters: data, order, errors.

use crate::support::*;
use ferry_rdma::{
    Access, AsyncEvent, Buffer as _, CompletionQueue as _, Done, Error, LocalKey, Operation, Payload, QueuePair as _,
    QueuePairAttributes, QueuePairState, ReceiveWork, Region as _, RemoteKey, RemoteMemory, Request, Segment, SendWork,
    SharedReceiveQueue as _, Status, Transport, Verbs as _, WorkId,
};

fn status(completion: ferry_rdma::Completion) -> Option<Status> {
    completion.result.err().map(|failure| failure.status)
}

#[test]
fn a_message_arrives_whole_with_its_immediate_data() {
    let (a, b) = connected();
    a.fill(0, b"hello");
    b.receive(5, 100, 64);
    a.send(3, Request::Send { immediate: Some(77) }, 0, 5).expect("posted");
    let done = b.completion();
    assert_eq!((done.id.value(), done.operation, done.queue_pair), (5, RECEIVE, b.pair.number()));
    assert_eq!(done.result, Ok(Done { bytes: 5, immediate: Some(77), ..Done::default() }));
    assert_eq!(b.bytes(100, 6), b"hello\0");
    let sent = a.completion();
    assert_eq!((sent.id.value(), sent.operation, sent.result.is_ok()), (3, Operation::Send, true));
}

#[test]
fn long_messages_in_pieces_arrive_intact() {
    let (a, b) = connected();
    let data: Vec<u8> = (0..300_000u32).map(|index| (index * 7 + index / 256) as u8).collect();
    a.fill(0, &data);
    let halves = [b.buffer.segment(1000, 100_001), b.buffer.segment(500_000, 250_000)];
    b.pair.post_receive(&[ReceiveWork { id: WorkId::new(1), segments: &halves }]).expect("posted");
    a.send(1, SEND, 0, data.len()).expect("posted");
    assert!(b.completion().result.is_ok_and(|done| done.bytes == 300_000));
    assert_eq!(b.bytes(1000, 100_001), data[..100_001]);
    assert_eq!(b.bytes(500_000, 199_999), data[100_001..]);
}

#[test]
fn writes_reads_and_immediate_data_reach_the_peers_memory() {
    let (a, b) = connected();
    a.fill(0, &[9; 40_000]);
    a.send(1, Request::Write { to: b.buffer.remote(64), immediate: None }, 0, 40_000).expect("posted");
    assert!(a.completion().result.is_ok());
    assert!(b.completions().is_empty(), "a plain write tells nobody");
    assert_eq!(b.bytes(63, 2), [0, 9]);
    b.receive(4, 0, 0);
    a.send(2, Request::Write { to: b.buffer.remote(0), immediate: Some(5) }, 0, 8).expect("posted");
    let done = b.completion().result.expect("it worked");
    assert_eq!((done.written, done.immediate, done.bytes), (true, Some(5), 8));
    a.completions();
    b.fill(1000, &[3; 50_000]);
    a.send(3, Request::Read { from: b.buffer.remote(1000) }, 100_000, 50_000).expect("posted");
    let read = a.completion();
    assert_eq!((read.operation, read.result.map(|done| done.bytes)), (Operation::Read, Ok(50_000)));
    assert!(a.bytes(100_000, 50_000).iter().all(|byte| *byte == 3));
}

#[test]
fn atomics_return_what_was_there() {
    let (a, b) = connected();
    b.buffer.store(8, 40);
    let at = b.buffer.remote(8);
    a.send(1, Request::FetchAdd { at, add: 2 }, 0, 8).expect("posted");
    a.send(2, Request::CompareSwap { at, compare: 42, swap: 7 }, 8, 8).expect("posted");
    a.send(3, Request::CompareSwap { at, compare: 42, swap: 1 }, 16, 8).expect("posted");
    assert!(a.completions().iter().all(|done| done.result.is_ok()));
    assert_eq!(([0, 8, 16].map(|offset| a.buffer.load(offset)), b.buffer.load(8)), ([40, 42, 7], 7));
    a.send(4, Request::FetchAdd { at: b.buffer.remote(4), add: 2 }, 0, 8).expect("posted");
    assert_eq!(status(a.completion()), Some(Status::RemoteInvalidRequest), "not aligned");
}

#[test]
fn completions_keep_the_order_of_requests_even_behind_reads() {
    let (a, b) = connected();
    a.send(1, Request::Read { from: b.buffer.remote(0) }, 0, 200_000).expect("posted");
    a.send(2, Request::Write { to: b.buffer.remote(0), immediate: None }, 300_000, 8).expect("posted");
    a.send(3, Request::FetchAdd { at: b.buffer.remote(0), add: 1 }, 400_000, 8).expect("posted");
    let ids: Vec<u64> = a.completions().iter().map(|done| done.id.value()).collect();
    assert_eq!(ids, [1, 2, 3]);
}

#[test]
fn a_fenced_request_waits_for_reads() {
    let order = |fenced| {
        let (a, b) = connected();
        b.buffer.store(0, 1);
        a.send(1, Request::Read { from: b.buffer.remote(0) }, 0, 8).expect("posted");
        let segments = [a.buffer.segment(0, 8)];
        let request = Request::Write { to: b.buffer.remote(64), immediate: None };
        let work = SendWork { fenced, ..SendWork::new(WorkId::new(2), request, Payload::Segments(&segments)) };
        a.pair.post_send(&[work]).expect("posted");
        let world = a.verbs.world();
        while world.totals().completions < 2 && world.step() {}
        world.now_ps()
    };
    assert!(order(true) > order(false), "a fence costs a round trip");
}

#[test]
fn inline_data_are_copied_when_posted() {
    let (a, b) = connected();
    b.receive(1, 0, 64);
    {
        let (head, tail) = ([1u8, 2], vec![3u8]);
        let slices: [&[u8]; 2] = [&head, &tail];
        a.pair.post_send(&[SendWork::new(WorkId::new(1), SEND, Payload::Inline(&slices))]).expect("posted");
    }
    assert!(b.completion().result.is_ok());
    assert_eq!(b.bytes(0, 3), [1, 2, 3]);
    let long = [0u8; 65];
    let refused = a.pair.post_send(&[SendWork::new(WorkId::new(1), SEND, Payload::Inline(&[&long]))]);
    assert_eq!(refused, Err(Error::Limit { what: "inline bytes", asked: 65, most: 64 }));
}

#[test]
fn requests_without_completions_keep_their_places_until_a_later_one_is_taken() {
    let (a, b) = connected();
    let segments = [a.buffer.segment(0, 8)];
    let request = Request::Write { to: b.buffer.remote(0), immediate: None };
    let silent = || SendWork::new(WorkId::new(0), request, Payload::Segments(&segments)).unsignalled();
    let works: Vec<SendWork<'_>> = (0..20).map(|_| silent()).collect();
    assert_eq!(a.pair.post_send(&works), Err(Error::QueueFull { posted: 16 }));
    assert!(a.completions().is_empty());
    assert_eq!(a.pair.post_send(&[silent()]), Err(Error::QueueFull { posted: 0 }), "done, but nobody said so");
    let (a, b) = connected();
    let segments = [a.buffer.segment(0, 8)];
    let request = Request::Write { to: b.buffer.remote(0), immediate: None };
    let work = SendWork::new(WorkId::new(1), request, Payload::Segments(&segments));
    let works: Vec<SendWork<'_>> = (0..16).map(|index| if index == 15 { work } else { work.unsignalled() }).collect();
    a.pair.post_send(&works).expect("posted");
    assert!(a.completion().result.is_ok());
    a.pair.post_send(&works).expect("all places are free again");
}

#[test]
fn a_sender_waits_for_a_receive_and_then_goes_on_in_order() {
    let (a, b) = connected();
    for value in 0..4u8 {
        a.fill(value.into(), &[value]);
        a.send(value.into(), SEND, value.into(), 1).expect("posted");
    }
    let world = a.verbs.world().clone();
    while world.totals().not_ready < 3 && world.step() {}
    for slot in 0..4 {
        b.receive(slot, slot as usize, 1);
    }
    assert_eq!(b.completions().len(), 4);
    assert_eq!(b.bytes(0, 4), [0, 1, 2, 3]);
    assert!(world.now_ps() > 3 * 640_000_000, "0.64 ms each time");
    assert!(a.completions().iter().all(|done| done.result.is_ok()));
}

#[test]
fn a_receiver_that_never_gets_ready_is_an_error_if_retries_are_counted() {
    let world = world();
    let (mut a, mut b) = (End::new(&world, Transport::Rc, false).0, End::new(&world, Transport::Rc, false).0);
    connect_with(&mut a, &mut b, |step| step.receiver_not_ready_retries = step.receiver_not_ready_retries.map(|_| 2));
    a.send(1, SEND, 0, 8).expect("posted");
    assert_eq!(status(a.completion()), Some(Status::ReceiverNotReady));
    assert_eq!((world.totals().not_ready, a.pair.state()), (3, QueuePairState::Error));
}

#[test]
fn a_peer_that_is_gone_is_known_after_all_retries() {
    for dies in [true, false] {
        let (a, b) = connected();
        let world = a.verbs.world().clone();
        if dies {
            world.kill(b.verbs.rank());
        } else {
            drop(b.pair);
        }
        a.send(1, SEND, 0, 8).expect("posted");
        a.send(2, SEND, 0, 8).expect("posted");
        let statuses: Vec<_> = a.completions().into_iter().map(status).collect();
        assert_eq!(statuses, [Some(Status::RetriesExceeded), Some(Status::Flushed)]);
        assert_eq!(world.totals().retries, 6);
        assert!((1_800..2_000).contains(&(world.now_ps() / 1_000_000_000)), "7 times 268 ms: {}", world.now_ps());
    }
}

#[test]
fn wrong_packet_numbers_reach_nobody() {
    let world = world();
    let (mut a, mut b) = (End::new(&world, Transport::Rc, false).0, End::new(&world, Transport::Rc, false).0);
    connect_with(&mut a, &mut b, |step| {
        step.send_sequence = step.send_sequence.map(|sequence| sequence + 1);
        step.timeout = step.timeout.map(|_| 1);
    });
    b.receive(1, 0, 64);
    a.send(1, SEND, 0, 8).expect("posted");
    assert_eq!(status(a.completion()), Some(Status::RetriesExceeded));
}

#[test]
fn protection_is_enforced_on_both_sides() {
    for case in ["no such key", "beyond the end"] {
        let (a, b) = connected();
        let to = match case {
            "no such key" => RemoteMemory { key: RemoteKey(0xdead), ..b.buffer.remote(0) },
            _ => b.buffer.remote((1 << 20) - 4),
        };
        a.send(1, Request::Write { to, immediate: None }, 0, 8).expect("posted");
        assert_eq!(status(a.completion()), Some(Status::RemoteAccess), "{case}");
        assert_eq!((a.pair.state(), b.pair.state()), (QueuePairState::Error, QueuePairState::Error));
        assert_eq!(b.verbs.next_event(), Ok(Some(AsyncEvent::QueuePairFailed { queue_pair: b.pair.number() })));
    }
    let (a, b) = connected();
    let wrong = Segment { key: LocalKey(99), ..a.buffer.segment(0, 8) };
    a.pair.post_send(&[SendWork::new(WorkId::new(1), SEND, Payload::Segments(&[wrong]))]).expect("posted");
    assert_eq!(status(a.completion()), Some(Status::LocalProtection));
    drop(b);
}

#[test]
fn rights_that_were_not_given_are_missing() {
    let (a, b) = connected();
    let read_only = b.verbs.buffer(4096, Access::REMOTE_READ).expect("a buffer");
    a.send(1, Request::Read { from: read_only.remote(0) }, 0, 8).expect("posted");
    assert!(a.completion().result.is_ok());
    a.send(2, Request::Write { to: read_only.remote(0), immediate: None }, 0, 8).expect("posted");
    assert_eq!(status(a.completion()), Some(Status::RemoteAccess));
    let (a, b) = connected();
    let source = b.verbs.buffer(4096, Access::empty()).expect("a buffer");
    let segments = [source.segment(0, 8)];
    b.pair.post_receive(&[ReceiveWork { id: WorkId::new(1), segments: &segments }]).expect("posted");
    a.send(1, SEND, 0, 8).expect("posted");
    assert_eq!(status(b.completion()), Some(Status::LocalProtection));
    assert_eq!(status(a.completion()), Some(Status::RemoteOperation));
}

#[test]
fn a_message_too_long_for_its_receive_fails_on_both_sides() {
    let (a, b) = connected();
    b.receive(1, 0, 7);
    a.send(1, SEND, 0, 8).expect("posted");
    assert_eq!(status(b.completion()), Some(Status::LocalLength));
    assert_eq!(status(a.completion()), Some(Status::RemoteInvalidRequest));
}

#[test]
fn errors_flush_everything_in_order() {
    let (mut a, b) = connected();
    for id in 0..3 {
        a.receive(10 + id, 0, 8);
    }
    a.send(1, SEND, 0, 8).expect("posted");
    a.pair.modify(&QueuePairAttributes::to(QueuePairState::Error)).expect("legal");
    a.receive(13, 0, 8);
    let seen: Vec<(u64, Option<Status>)> = a.completions().into_iter().map(|done| (done.id.value(), status(done))).collect();
    let expected: Vec<_> = [1, 10, 11, 12, 13].into_iter().map(|id| (id, Some(Status::Flushed))).collect();
    assert_eq!(seen, expected);
    a.pair.modify(&QueuePairAttributes::to(QueuePairState::Reset)).expect("legal");
    assert!(a.pair.post_receive(&[]).is_err(), "nothing may be posted in Reset");
    drop(b);
}

#[test]
fn shared_receives_serve_all_and_tell_when_they_run_low() {
    let world = world();
    let (mut a, _) = End::new(&world, Transport::Rc, false);
    let (mut b, shared) = End::new(&world, Transport::Rc, true);
    let shared = shared.expect("asked for");
    connect_with(&mut a, &mut b, |_| {});
    let segments = [b.buffer.segment(0, 8)];
    let works: Vec<_> = (0..6).map(|id| ReceiveWork { id: WorkId::new(id), segments: &segments }).collect();
    shared.post_receive(&works).expect("posted");
    shared.set_limit(4).expect("set");
    for id in 0..4 {
        a.send(id, SEND, 0, 8).expect("posted");
    }
    assert_eq!(b.completions().iter().map(|done| done.id.value()).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(b.verbs.next_event(), Ok(Some(AsyncEvent::ReceivesLow { queue: shared.number() })));
    assert_eq!((b.verbs.next_event(), shared.fewest()), (Ok(None), Some(2)), "once");
    let many: Vec<_> = (0..20).map(|id| ReceiveWork { id: WorkId::new(id), segments: &segments }).collect();
    assert_eq!(shared.post_receive(&many), Err(Error::QueueFull { posted: 14 }));
}

#[test]
fn an_overrun_queue_is_reported_and_breaks_what_completes_there() {
    let world = world();
    let (mut a, mut b) = (End::new(&world, Transport::Rc, false).0, End::new(&world, Transport::Rc, false).0);
    let small = a.verbs.completion_queue(2).expect("a queue");
    let plan = ferry_rdma::QueuePairPlan {
        transport: Transport::Rc,
        send_completions: &small,
        receive_completions: &small,
        shared_receives: None,
        capacity: CAPACITY,
    };
    a.pair = a.verbs.queue_pair(&plan).expect("a queue pair");
    connect_with(&mut a, &mut b, |_| {});
    for id in 0..3 {
        a.send(id, Request::Write { to: b.buffer.remote(0), immediate: None }, 0, 8).expect("posted");
    }
    world.settle();
    assert_eq!(a.verbs.next_event(), Ok(Some(AsyncEvent::CompletionQueueFailed)));
    assert_eq!(a.pair.state(), QueuePairState::Error);
}

#[test]
fn arming_wakes_once_and_for_solicited_ones_only_if_asked() {
    let (a, b) = connected();
    let send = |solicited| {
        b.receive(1, 0, 8);
        let segments = [a.buffer.segment(0, 8)];
        let work = SendWork { solicited, ..SendWork::new(WorkId::new(1), SEND, Payload::Segments(&segments)) };
        a.pair.post_send(&[work]).expect("posted");
        b.completions();
        b.queue.interrupts()
    };
    assert_eq!(send(true), 0, "not armed");
    b.queue.arm(true).expect("armed");
    assert_eq!((send(false), send(true), send(true)), (0, 1, 1));
    b.queue.arm(false).expect("armed");
    assert_eq!(send(false), 2);
}

#[test]
fn a_drained_send_queue_says_so_and_goes_on_later() {
    let (mut a, b) = connected();
    b.receive(1, 0, 8);
    a.send(1, SEND, 0, 8).expect("posted");
    a.verbs.world().settle();
    a.pair
        .modify(&QueuePairAttributes { notify_drained: Some(true), ..QueuePairAttributes::to(QueuePairState::SendQueueDrained) })
        .expect("legal");
    a.send(2, SEND, 0, 8).expect("posted");
    assert_eq!(a.completions().len(), 1);
    assert_eq!(a.verbs.next_event(), Ok(Some(AsyncEvent::Drained { queue_pair: a.pair.number() })));
    b.receive(2, 0, 8);
    a.pair.modify(&QueuePairAttributes::to(QueuePairState::ReadyToSend)).expect("legal");
    assert_eq!(a.completions().len(), 1);
}

#[test]
fn what_is_dropped_gives_its_memory_back() {
    let world = world();
    let before = world.open(world.add_node()).rank();
    let (end, shared) = End::new(&world, Transport::Rc, true);
    let rank = end.verbs.rank();
    let used = world.memory(rank);
    assert!(used.buffers == 1 << 20 && used.queue_pairs > 0 && used.completions > 0 && used.shared_receives > 0);
    drop((end, shared));
    let peak = ferry_sim::MemoryUse { buffers_peak: 1 << 20, ..world.memory(before) };
    assert_eq!(world.memory(rank), peak);
}

#[test]
fn what_is_read_arrives_in_order_even_when_parts_are_late() {
    for seed in 0..20 {
        let faults = ferry_sim::Faults { delay: 5000, delay_ns: 100_000, ..Default::default() };
        let world = ferry_sim::World::new(ferry_sim::Profile::find("ndr400").expect("known"), faults, seed);
        let (mut a, mut b) = (End::new(&world, Transport::Rc, false).0, End::new(&world, Transport::Rc, false).0);
        connect_with(&mut a, &mut b, |_| {});
        b.fill(0, &[5; 200_000]);
        a.send(1, Request::Read { from: b.buffer.remote(0) }, 0, 200_000).expect("posted");
        while world.totals().completions == 0 && world.step() {}
        assert!(a.bytes(0, 200_000).iter().all(|byte| *byte == 5), "all of it, seed {seed}");
    }
}

#[test]
fn a_read_that_comes_again_after_its_memory_has_gone_breaks_the_connection() {
    for is_gone in [false, true] {
        let faults = ferry_sim::Faults { repetition: 10_000, ..Default::default() };
        let world = ferry_sim::World::new(ferry_sim::Profile::find("ndr400").expect("known"), faults, 3);
        let (mut a, mut b) = (End::new(&world, Transport::Rc, false).0, End::new(&world, Transport::Rc, false).0);
        connect_with(&mut a, &mut b, |_| {});
        let shown = b.verbs.buffer(4096, all()).expect("a buffer");
        a.send(1, Request::Read { from: shown.remote(0) }, 0, 4096).expect("posted");
        while world.totals().completions == 0 && world.step() {}
        let _shown = (!is_gone).then_some(shown);
        assert!(a.completion().result.is_ok(), "what was asked for has come");
        b.receive(1, 0, 8);
        a.send(2, SEND, 0, 8).expect("posted");
        assert_eq!(status(a.completion()), is_gone.then_some(Status::RetriesExceeded));
        assert_eq!(b.pair.state(), if is_gone { QueuePairState::Error } else { QueuePairState::ReadyToSend });
    }
}
