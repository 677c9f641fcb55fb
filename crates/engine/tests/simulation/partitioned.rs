//! Partitioned communication between two engines over a device in memory: random shapes, orders and
//! schedules.

use ferry_datatype::Datatype;
use ferry_engine::partitioned::{MatchAddress, PartitionedReceive, PartitionedSend, Partitions, Refusal};
use ferry_engine::{Buffer, Engine, Fault, Limits};
use proptest::prelude::*;

use crate::moves::Abilities;
use crate::network::{MemoryDevice, Network, PipeFaults, Shared};

fn pair(eager_max: usize, ring: usize) -> (Engine<MemoryDevice>, Engine<MemoryDevice>) {
    let network = Network::new(2, ring, PipeFaults::NoPipes, Abilities::NONE);
    let engine = |me: usize| {
        let device = MemoryDevice { network: network.clone(), me, max_body: 64 };
        Engine::new(device, me as u32, 2, Limits { eager_max, unexpected_budget: 1 << 20, method: None })
    };
    (engine(0), engine(1))
}

/// `elements` elements of a type: one byte each, or two bytes with a gap between.
fn buffer(memory: &mut [u8], elements: u64, is_strided: bool) -> Buffer {
    let byte = Datatype::predefined(ferry_constants::MPI_BYTE).unwrap();
    let datatype = if is_strided { Datatype::vector(2, 1, 2, byte).unwrap() } else { byte.clone() };
    // SAFETY: the caller's memory outlives its requests.
    unsafe { Buffer::new(memory.as_mut_ptr(), elements, &datatype) }.unwrap()
}

fn memory(elements: u64, is_strided: bool) -> Vec<u8> {
    vec![0; elements as usize * if is_strided { 3 } else { 1 }]
}

fn are_complete(
    send: &PartitionedSend,
    left: &Engine<MemoryDevice>,
    receive: &mut PartitionedReceive,
    right: &mut Engine<MemoryDevice>,
) -> bool {
    receive.advance(right);
    send.is_complete(left) & receive.is_complete(right)
}

fn address(peer: u32) -> MatchAddress {
    MatchAddress { peer: Some(peer), context: 8, tag: 5, owner: 0 }
}

fn content(round: u8, at: u64) -> u8 {
    (at as u8).wrapping_mul(7).wrapping_add(round).max(1)
}

fn fill(memory: &mut [u8], round: u8, is_strided: bool) {
    let offsets = data_offsets(memory.len(), is_strided);
    offsets.enumerate().for_each(|(at, offset)| memory[offset] = content(round, at as u64));
}

fn data_offsets(len: usize, is_strided: bool) -> impl Iterator<Item = usize> {
    (0..len).filter(move |offset| !is_strided || offset % 3 != 1)
}

#[derive(Clone, Debug)]
struct Shape {
    sent: u32,
    received: u32,
    /// Times the least common multiple, in bytes.
    factor: u64,
    send_strided: bool,
    receive_strided: bool,
    eager_max: usize,
    ring: usize,
    init_receive_first: bool,
}

fn shape() -> impl Strategy<Value = Shape> {
    (1..9u32, 1..9u32, 0..40u64, any::<bool>(), any::<bool>(), 0..64usize, 1..4usize, any::<bool>()).prop_map(
        |(sent, received, factor, send_strided, receive_strided, eager_max, ring, init_receive_first)| Shape {
            sent,
            received,
            factor,
            send_strided,
            receive_strided,
            eager_max,
            ring,
            init_receive_first,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn partitions_arrive_where_they_belong_and_not_before(shape in shape(), order in any::<u64>(), schedule in prop::collection::vec(0..4u8, 40)) {
        let (mut left, mut right) = pair(shape.eager_max, shape.ring);
        // Bytes of all partitions: a multiple of both counts, and of two for the strided type.
        let bytes = u64::from(shape.sent) * u64::from(shape.received) * 2 * shape.factor;
        let (send_elements, receive_elements) = (bytes / if shape.send_strided { 2 } else { 1 }, bytes / if shape.receive_strided { 2 } else { 1 });
        let mut out = memory(send_elements, shape.send_strided);
        let mut into = memory(receive_elements, shape.receive_strided);
        let sending = Partitions { whole: buffer(&mut out, send_elements, shape.send_strided), count: shape.sent, basic_type: 0 };
        let receiving = Partitions { whole: buffer(&mut into, receive_elements, shape.receive_strided), count: shape.received, basic_type: 0 };
        let (mut send, mut receive);
        if shape.init_receive_first {
            receive = PartitionedReceive::new(&mut right, address(0), receiving);
            send = PartitionedSend::new(&mut left, address(1), sending, 3);
        } else {
            send = PartitionedSend::new(&mut left, address(1), sending, 3);
            receive = PartitionedReceive::new(&mut right, address(0), receiving);
        }
        for round in 1..4u8 {
            fill(&mut out, round, shape.send_strided);
            into.fill(0);
            receive.start(&mut right).unwrap();
            prop_assert!((0..shape.received).all(|partition| !receive.arrived(&mut right, i64::from(partition)).unwrap()));
            send.start(&left).unwrap();
            let mut left_over: Vec<i64> = (0..i64::from(shape.sent)).collect();
            let mut ready = vec![false; shape.sent as usize];
            let mut random = order.wrapping_add(u64::from(round));
            let mut step = 0;
            while !are_complete(&send, &left, &mut receive, &mut right) {
                step += 1;
                prop_assert!(step < 100_000, "no end");
                match schedule[step % schedule.len()] {
                    0 if !left_over.is_empty() => {
                        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        let partition = left_over.swap_remove((random >> 33) as usize % left_over.len());
                        send.ready(&mut left, partition).unwrap();
                        ready[partition as usize] = true;
                        prop_assert_eq!(send.ready(&mut left, partition), Err(Refusal::Ready));
                    }
                    1 => { left.progress(); }
                    2 => { right.progress(); }
                    _ => {
                        left.progress();
                        right.progress();
                        if let Some(partition) = left_over.pop() {
                            send.ready(&mut left, partition).unwrap();
                            ready[partition as usize] = true;
                        }
                    }
                }
                for partition in 0..shape.received {
                    if receive.arrived(&mut right, i64::from(partition)).unwrap() {
                        let sources = partition * shape.sent / shape.received..((partition + 1) * shape.sent).div_ceil(shape.received);
                        prop_assert!(sources.clone().all(|source| ready[source as usize]), "{partition} of {sources:?}");
                        check(&into, &shape, round, partition, bytes / u64::from(shape.received));
                    }
                }
            }
            let outcome = receive.outcome(&right).unwrap();
            prop_assert_eq!((outcome.source, outcome.tag, outcome.bytes, outcome.fault), (0, 5, bytes, None));
            send.finish(&mut left);
            receive.finish(&mut right);
        }
        receive.release(&mut right);
        prop_assert_eq!(left.operations().count() + right.operations().count(), 0);
    }
}

fn check(into: &[u8], shape: &Shape, round: u8, partition: u32, bytes: u64) {
    let first = u64::from(partition) * bytes;
    let data = data_offsets(into.len(), shape.receive_strided).enumerate();
    for (at, offset) in data.skip(first as usize).take(bytes as usize) {
        assert_eq!(into[offset], content(round, at as u64), "byte {at} of partition {partition}");
    }
    let gaps = (0..into.len()).filter(|offset| shape.receive_strided && offset % 3 == 1);
    assert!(gaps.into_iter().all(|offset| into[offset] == 0));
}

#[test]
fn sides_that_do_not_fit_are_told_and_leave_the_buffer_alone() {
    for (sent, received, sent_type, received_type) in [(96, 64, 0, 0), (64, 96, 0, 0), (64, 64, 1, 2)] {
        let (mut left, mut right) = pair(16, 4);
        let (mut out, mut into) = (vec![7; sent], vec![0; received]);
        let data = |memory: &mut [u8], basic_type| Partitions {
            whole: buffer(memory, memory.len() as u64, false),
            count: 4,
            basic_type,
        };
        let mut send = PartitionedSend::new(&mut left, address(1), data(&mut out, sent_type), 1);
        let mut receive = PartitionedReceive::new(&mut right, address(0), data(&mut into, received_type));
        for _ in 0..2 {
            send.start(&left).unwrap();
            receive.start(&mut right).unwrap();
            (0..4).for_each(|partition| send.ready(&mut left, partition).unwrap());
            while !are_complete(&send, &left, &mut receive, &mut right) {
                left.progress();
                right.progress();
            }
            assert_eq!(receive.mismatch().unwrap().bytes(), sent as u64);
            assert_eq!(receive.outcome(&right).unwrap().bytes, 0);
            send.finish(&mut left);
            receive.finish(&mut right);
        }
        assert!(into.iter().all(|byte| *byte == 0));
    }
}

#[test]
fn requests_pair_in_the_order_they_are_made() {
    let (mut left, mut right) = pair(16, 4);
    let mut out = [vec![1u8; 8], vec![2u8; 8]];
    let mut into = [vec![0u8; 8], vec![0u8; 8]];
    let data = |memory: &mut Vec<u8>| Partitions { whole: buffer(memory, 8, false), count: 2, basic_type: 0 };
    let mut receives = into.each_mut().map(|memory| PartitionedReceive::new(&mut right, address(0), data(memory)));
    let mut channel = 0;
    let mut sends = out.each_mut().map(|memory| {
        channel += 1;
        PartitionedSend::new(&mut left, address(1), data(memory), channel)
    });
    // The second pair runs first.
    for pair in [1, 0] {
        receives[pair].start(&mut right).unwrap();
        sends[pair].start(&left).unwrap();
        (0..2).for_each(|partition| sends[pair].ready(&mut left, partition).unwrap());
        while !are_complete(&sends[pair], &left, &mut receives[pair], &mut right) {
            left.progress();
            right.progress();
        }
    }
    assert_eq!((into[0][0], into[1][0]), (1, 2));
}

#[test]
fn calls_out_of_turn_are_refused() {
    let (mut left, mut right) = pair(16, 4);
    let (mut out, mut into) = (vec![7u8; 8], vec![0u8; 8]);
    let data = |memory: &mut Vec<u8>| Partitions { whole: buffer(memory, 8, false), count: 2, basic_type: 0 };
    let mut send = PartitionedSend::new(&mut left, address(1), data(&mut out), 1);
    let mut receive = PartitionedReceive::new(&mut right, address(0), data(&mut into));
    assert_eq!(send.ready(&mut left, 0), Err(Refusal::Inactive));
    assert_eq!(receive.arrived(&mut right, 0), Ok(true), "no round is under way");
    assert_eq!(receive.arrived(&mut right, 2), Err(Refusal::OutOfRange));
    send.start(&left).unwrap();
    receive.start(&mut right).unwrap();
    assert_eq!((send.start(&left), receive.start(&mut right)), (Err(Refusal::Active), Err(Refusal::Active)));
    assert_eq!(send.ready(&mut left, 2), Err(Refusal::OutOfRange));
    assert_eq!(send.ready(&mut left, -1), Err(Refusal::OutOfRange));
}

#[test]
fn a_request_freed_before_its_sender_is_known_still_takes_its_setup() {
    let (mut left, mut right) = pair(16, 4);
    let (mut out, mut into) = ([vec![1u8; 8], vec![2u8; 8]], vec![0u8; 8]);
    let data = |memory: &mut Vec<u8>| Partitions { whole: buffer(memory, 8, false), count: 1, basic_type: 0 };
    let mut unused = vec![0u8; 8];
    PartitionedReceive::new(&mut right, address(0), data(&mut unused)).release(&mut right);
    let mut receive = PartitionedReceive::new(&mut right, address(0), data(&mut into));
    let _first = PartitionedSend::new(&mut left, address(1), data(&mut out[0]), 1);
    let mut second = PartitionedSend::new(&mut left, address(1), data(&mut out[1]), 2);
    second.start(&left).unwrap();
    receive.start(&mut right).unwrap();
    second.ready(&mut left, 0).unwrap();
    while !are_complete(&second, &left, &mut receive, &mut right) {
        left.progress();
        right.progress();
    }
    receive.finish(&mut right);
    assert_eq!(into[0], 2);
}

fn halves(memory: &mut [u8]) -> Partitions {
    Partitions { whole: buffer(memory, memory.len() as u64, false), count: 2, basic_type: 0 }
}

/// Two engines over a network that a test may cut.
fn pair_and_network() -> (Engine<MemoryDevice>, Engine<MemoryDevice>, Shared) {
    let network = Network::new(2, 8, PipeFaults::NoPipes, Abilities::NONE);
    let engine = |me: usize| {
        let device = MemoryDevice { network: network.clone(), me, max_body: 64 };
        Engine::new(device, me as u32, 2, Limits { eager_max: 16, unexpected_budget: 1 << 20, method: None })
    };
    (engine(0), engine(1), network.clone())
}

#[test]
fn a_round_fails_whose_peer_is_lost() {
    for is_known in [false, true] {
        let (mut left, mut right, network) = pair_and_network();
        let (mut out, mut into) = (vec![7u8; 256], vec![0u8; 256]);
        let mut send = PartitionedSend::new(&mut left, address(1), halves(&mut out), 1);
        let mut receive = PartitionedReceive::new(&mut right, address(0), halves(&mut into));
        if is_known {
            right.progress();
            receive.advance(&mut right);
        }
        send.start(&left).unwrap();
        receive.start(&mut right).unwrap();
        send.ready(&mut left, 0).unwrap();
        (0..2).for_each(|me| network.borrow_mut().lose(me, 1 - me as u32));
        left.progress();
        right.progress();
        assert_eq!(receive.arrived(&mut right, 0), Ok(false));
        assert!(receive.is_complete(&right) && !send.is_complete(&left), "a partition is not ready");
        send.ready(&mut left, 1).unwrap();
        left.progress();
        assert!(send.is_complete(&left));
        for outcome in [send.outcome(&left).unwrap(), receive.outcome(&right).unwrap()] {
            assert_eq!((outcome.fault, outcome.bytes), (Some(Fault::PeerLost), 0));
        }
        send.finish(&mut left);
        receive.finish(&mut right);
        assert_eq!(left.operations().count() + right.operations().count(), 0);
    }
}

#[test]
fn a_round_ends_whose_communicator_is_revoked() {
    // The receiver waits for partitions, or has not begun.
    for is_receiving in [false, true] {
        let (mut left, mut right, _network) = pair_and_network();
        let (mut out, mut into) = (vec![7u8; 256], vec![0u8; 256]);
        let mut send = PartitionedSend::new(&mut left, address(1), halves(&mut out), 1);
        let mut receive = PartitionedReceive::new(&mut right, address(0), halves(&mut into));
        right.progress();
        if is_receiving {
            receive.start(&mut right).unwrap();
        }
        send.start(&left).unwrap();
        if !is_receiving {
            send.ready(&mut left, 0).unwrap();
        }
        for _ in 0..4 {
            left.progress();
            right.progress();
        }
        assert!(!send.is_complete(&left) && receive.is_complete(&right) != is_receiving);
        for engine in [&mut left, &mut right] {
            engine.revoke(address(0).context);
        }
        send.revoke(&mut left);
        receive.revoke(&mut right);
        for _ in 0..4 {
            left.progress();
            right.progress();
        }
        assert!(send.is_complete(&left) && receive.is_complete(&right));
        assert_eq!(send.outcome(&left).and_then(|outcome| outcome.fault), Some(Fault::Revoked));
        if is_receiving {
            assert_eq!(receive.outcome(&right).and_then(|outcome| outcome.fault), Some(Fault::Revoked));
        }
        send.finish(&mut left);
        receive.finish(&mut right);
        assert_eq!((send.start(&left), receive.start(&mut right)), (Err(Refusal::Revoked), Err(Refusal::Revoked)));
        receive.release(&mut right);
        assert_eq!(left.operations().count() + right.operations().count(), 0);
    }
}

#[test]
fn a_round_ends_whose_setup_comes_with_the_revocation() {
    let (mut left, mut right, _network) = pair_and_network();
    let (mut out, mut into) = (vec![7u8; 256], vec![0u8; 256]);
    let mut receive = PartitionedReceive::new(&mut right, address(0), halves(&mut into));
    receive.start(&mut right).unwrap();
    let _send = PartitionedSend::new(&mut left, address(1), halves(&mut out), 1);
    for _ in 0..4 {
        left.progress();
        right.progress();
    }
    right.revoke(address(0).context);
    receive.revoke(&mut right);
    receive.advance(&mut right);
    assert!(receive.is_complete(&right) && !receive.is_waiting_for_sender());
    assert_eq!(receive.outcome(&right).and_then(|outcome| outcome.fault), Some(Fault::Revoked));
    receive.finish(&mut right);
    receive.release(&mut right);
    assert_eq!(right.operations().count(), 0);
}
