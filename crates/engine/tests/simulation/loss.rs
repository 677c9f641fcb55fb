//! Ranks that lose a peer: what needs it fails, and a collective operation ends with an error
//! everywhere rather than with a wrong result anywhere.

use ferry_collective::{Blocks, Collective, Problem, Query, Shape, select};
use ferry_datatype::{Datatype, Primitive};
use ferry_engine::collective::{Address, Execution, Memory, Mismatch, Progress, Reduction, Types};
use ferry_engine::cost::{Costs, Curve};
use ferry_engine::{Buffer, Engine, Fault, Limits, MatchPattern, Mode};
use ferry_kernels::{ReduceOp, reduction};

use crate::moves::Abilities;
use crate::network::{MemoryDevice, Network, PipeFaults, Shared};

fn engines(ranks: usize) -> (Shared, Vec<Engine<MemoryDevice>>) {
    engines_over(ranks, Abilities::NONE)
}

fn engines_over(ranks: usize, abilities: Abilities) -> (Shared, Vec<Engine<MemoryDevice>>) {
    let network = Network::new(ranks, 8, PipeFaults::NoPipes, abilities);
    let limits = Limits { eager_max: 1024, unexpected_budget: 1 << 20, method: None };
    let engine = |me| Engine::new(MemoryDevice { network: network.clone(), me, max_body: 4096 }, me as u32, ranks, limits);
    let engines = (0..ranks).map(engine).collect();
    (network, engines)
}

/// An allreduce of one number by rank `me` of `ranks`.
fn allreduce(me: u32, ranks: u32, number: &mut u64) -> Execution {
    let problem = Problem { in_place: true, recv: Blocks::uniform(1, Shape::dense(8)), ..Problem::new(me, ranks) };
    let algorithm = select(&Query::new(Collective::Allreduce, &problem, None));
    let vector = Types::from_iter(Datatype::predefined(ferry_constants::MPI_UINT64_T).cloned());
    // SAFETY: COLL-1: the caller keeps the number until the execution is over.
    let memory = unsafe { Memory::new(std::ptr::null_mut(), Types::new(), std::ptr::from_mut(number).cast(), vector) };
    let kernel = reduction(ReduceOp::Sum, Primitive::U64).map_or(Reduction::None, Reduction::Kernel);
    let mut execution = Execution::idle();
    execution.prepare(|old| algorithm.schedule_into(&problem, old), memory, kernel, Address { context: 2, tag: 32, owner: 0 });
    execution.begin();
    execution
}

#[test]
fn a_collective_operation_without_a_member_succeeds_nowhere() {
    for ranks in 3..8u32 {
        for absent in 0..ranks {
            // One rank alone notices at first, the others by what it tells them, or by themselves.
            let (network, mut engines) = engines(ranks as usize);
            let mut numbers: Vec<u64> = (0..u64::from(ranks)).map(|rank| 1 << rank).collect();
            let mut executions: Vec<_> = (0..ranks).zip(&mut numbers).map(|(me, number)| allreduce(me, ranks, number)).collect();
            (0..ranks).filter(|me| *me != absent).for_each(|me| network.borrow_mut().lose(me as usize, absent));
            let mut left: Vec<u32> = (0..ranks).filter(|me| *me != absent).collect();
            for _ in 0..1000 {
                left.retain(|&me| {
                    engines[me as usize].progress();
                    let progress = executions[me as usize].advance(&mut engines[me as usize], |rank| rank, 0);
                    !matches!(progress, Progress::Done)
                });
            }
            assert_eq!(left, [], "{ranks} ranks without rank {absent} wait for ever");
            for me in (0..ranks).filter(|me| *me != absent) {
                assert!(
                    executions[me as usize].mismatch().is_some(),
                    "rank {me} of {ranks} without rank {absent} has {}",
                    numbers[me as usize]
                );
            }
        }
    }
}

#[test]
fn the_fault_of_a_send_is_the_operations() {
    let (network, mut engines) = engines(2);
    let mut number = 1;
    let mut execution = allreduce(0, 2, &mut number);
    network.borrow_mut().lose(0, 1);
    while !matches!(execution.advance(&mut engines[0], |rank| rank, 0), Progress::Done) {
        engines[0].progress();
    }
    assert_eq!(execution.mismatch(), Some(Mismatch::Fault { peer: 1, fault: Fault::PeerLost }));
    assert_eq!(engines[0].loss_of(1), Some("the test has cut the wire"));
}

#[test]
fn operations_with_a_lost_peer_fail_before_and_after() {
    let (network, mut engines) = engines(3);
    let engine = &mut engines[0];
    let mut bytes = [7u8; 8];
    // SAFETY: BUF-1: the bytes outlive all operations.
    let mut buffer = || unsafe { Buffer::dense(bytes.as_mut_ptr(), 8) };
    let pattern = |source| MatchPattern { context: 0, source, tag: 0 };
    let early = engine.receive(pattern(1), buffer(), 0);
    let other = engine.receive(pattern(2), buffer(), 0);
    network.borrow_mut().lose(0, 1);
    engine.progress();
    assert_eq!(engine.take(early).map(|outcome| outcome.fault), Some(Some(Fault::PeerLost)));
    let late = engine.receive(pattern(1), buffer(), 0);
    let send = engine.send(1, 0, 0, buffer(), Mode::Synchronous);
    engine.progress();
    assert_eq!(engine.take(late).map(|outcome| outcome.fault), Some(Some(Fault::PeerLost)));
    assert_eq!(send.and_then(|send| engine.take(send)).map(|outcome| outcome.fault), Some(Some(Fault::PeerLost)));
    assert!(engine.take(other).is_none() && engine.has_lost_peers());
}

/// Receives without a message fail at once, sends without a receive when their receiver knows;
/// other communicators, and messages that have met, go on.
#[test]
fn a_revoked_communicator_ends_what_waits_on_it() {
    let (_network, mut engines) = engines(2);
    let mut bytes = [7u8; 4096];
    // SAFETY: BUF-1: the bytes outlive all operations.
    let mut buffer = |len| unsafe { Buffer::dense(bytes.as_mut_ptr(), len) };
    let pattern = |context| MatchPattern { context, source: 1, tag: 0 };
    let concerned = engines[0].receive(pattern(8), buffer(8), 0);
    let collective = engines[0].receive(pattern(8 | 1), buffer(8), 0);
    let other = engines[0].receive(pattern(16), buffer(8), 0);
    let announced = engines[1].send(0, 8, 5, buffer(4096), Mode::Standard).expect("it is announced");
    let synchronous = engines[1].send(0, 8, 6, buffer(8), Mode::Synchronous).expect("it waits for its receive");
    engines[0].progress();
    engines[0].revoke(8);
    assert_eq!(engines[0].take(concerned).map(|outcome| outcome.fault), Some(Some(Fault::Revoked)));
    assert_eq!(engines[0].take(collective).map(|outcome| outcome.fault), Some(Some(Fault::Revoked)));
    assert!(engines[0].take(other).is_none());
    assert_eq!(engines[0].totals().unexpected_messages, 0);
    for _ in 0..4 {
        engines.iter_mut().for_each(|engine| _ = engine.progress());
    }
    for send in [announced, synchronous] {
        assert_eq!(engines[1].take(send).map(|outcome| outcome.fault), Some(Some(Fault::Revoked)));
    }
    // What comes later fares alike.
    let late = engines[1].send(0, 8, 7, buffer(4096), Mode::Standard).expect("it is announced");
    let receive = engines[0].receive(pattern(8), buffer(8), 0);
    for _ in 0..4 {
        engines.iter_mut().for_each(|engine| _ = engine.progress());
    }
    assert_eq!(engines[1].take(late).map(|outcome| outcome.fault), Some(Some(Fault::Revoked)));
    assert_eq!(engines[0].take(receive).map(|outcome| outcome.fault), Some(Some(Fault::Revoked)));
}

#[test]
fn a_communicator_that_has_lost_a_member_keeps_its_messages_between_two() {
    let (_network, mut engines) = engines(3);
    let mut bytes = [7u8; 8];
    // SAFETY: BUF-1: the bytes outlive all operations.
    let mut buffer = || unsafe { Buffer::dense(bytes.as_mut_ptr(), 8) };
    engines[0].survive_losses();
    let collective = engines[0].receive(MatchPattern { context: 8 | 1, source: 1, tag: 0 }, buffer(), 0);
    let plain = engines[0].receive(MatchPattern { context: 8, source: 1, tag: 0 }, buffer(), 0);
    engines[0].lose_peer(2, "it was killed".to_owned());
    engines[0].decimate(8);
    assert_eq!(engines[0].take(collective).map(|outcome| outcome.fault), Some(Some(Fault::MemberLost)));
    assert!(engines[0].take(plain).is_none());
    // However short a message is, its send to the dead fails.
    let send = engines[0].send(2, 8, 0, buffer(), Mode::Standard).expect("it is not complete at once");
    engines[0].progress();
    assert_eq!(engines[0].take(send).map(|outcome| outcome.fault), Some(Some(Fault::PeerLost)));
    assert!(!engines[0].has_unsent());
    assert_eq!(engines[1].send(0, 8, 0, buffer(), Mode::Standard), None);
    engines[0].progress();
    assert_eq!(engines[0].take(plain).map(|outcome| (outcome.fault, outcome.bytes)), Some((None, 8)));
}

/// Of two long messages in packets, one has its receive and one has none, when their sender is
/// lost.
#[test]
fn what_has_come_of_a_message_goes_with_its_sender() {
    for is_expected in [true, false] {
        let (network, mut engines) = engines_over(2, Abilities { longest_in_packets: 1 << 20, ..Abilities::NONE });
        let mut sent = vec![1u8; 100_000];
        let mut received = vec![0u8; 100_000];
        // SAFETY: BUF-1: the bytes outlive all operations.
        let buffer = |bytes: &mut Vec<u8>| unsafe { Buffer::dense(bytes.as_mut_ptr(), 100_000) };
        let pattern = MatchPattern { context: 0, source: 0, tag: 0 };
        let mut costs = Costs::unknown();
        costs.unasked = Curve::line(0.0, 0.0);
        engines[0].set_costs(costs, true);
        let expected = is_expected.then(|| engines[1].receive(pattern, buffer(&mut received), 0));
        let send = engines[0].send(1, 0, 0, buffer(&mut sent), Mode::Standard).expect("the ring has no room for all of it");
        engines[1].progress();
        assert!(engines[0].operation(send).is_some_and(|send| !send.is_done()));
        assert_eq!(engines[1].totals().unexpected_messages, u64::from(!is_expected));
        network.borrow_mut().lose(1, 0);
        engines[1].progress();
        assert_eq!(engines[1].totals().unexpected_messages, 0);
        assert_eq!(engines[1].totals().unexpected_bytes, 0);
        if let Some(expected) = expected {
            assert_eq!(engines[1].take(expected).map(|outcome| outcome.fault), Some(Some(Fault::PeerLost)));
        }
    }
}
