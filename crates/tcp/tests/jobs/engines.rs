//! Engines over the device: messages of any size, both ways at once.
//!
//! # Safety arguments
//! - ENGINES-1: buffers live until the engine that uses them is gone.

use std::thread;
use std::time::Instant;

use ferry_engine::{Buffer, Engine, Fault, Limits, MatchPattern, Method, Mode, Outcome};
use ferry_tcp::TcpDevice;
use proptest::prelude::*;

use crate::job::*;

fn engine(device: TcpDevice, me: u32, ranks: usize, method: Option<Method>) -> Engine<TcpDevice> {
    Engine::new(device, me, ranks, Limits { eager_max: 8192, unexpected_budget: 1 << 20, method })
}

fn message(len: usize, from: u32, tag: usize) -> Vec<u8> {
    let seed = from as usize * 131 + tag * 17 + 1;
    (0..len).map(|at| (at.wrapping_mul(seed) >> 3) as u8).collect()
}

fn buffer(bytes: &mut [u8]) -> Buffer {
    // SAFETY: ENGINES-1.
    unsafe { Buffer::dense(bytes.as_mut_ptr(), bytes.len() as u64) }
}

fn wait(engine: &mut Engine<TcpDevice>, operation: usize) -> Outcome {
    let start = Instant::now();
    loop {
        engine.progress();
        if let Some(outcome) = engine.take(operation) {
            return outcome;
        }
        assert!(start.elapsed() < LIMIT, "an operation is not over");
    }
}

/// Sends messages of these lengths to the peer and receives as many, all at once; the content is checked.
fn exchange(engine: &mut Engine<TcpDevice>, peer: u32, lengths: &[usize], mode: Mode) {
    let me = engine.rank();
    let mut outgoing: Vec<_> = lengths.iter().enumerate().map(|(tag, len)| message(*len, me, tag)).collect();
    let mut incoming: Vec<_> = lengths.iter().map(|len| vec![0; *len]).collect();
    let pattern = |tag| MatchPattern { context: 4, source: peer as i32, tag: tag as i32 };
    let (posted, late) = incoming.split_at_mut(lengths.len() / 2);
    let mut receives: Vec<_> =
        posted.iter_mut().enumerate().map(|(tag, bytes)| engine.receive(pattern(tag), buffer(bytes), 0)).collect();
    let sends: Vec<_> = outgoing
        .iter_mut()
        .enumerate()
        .filter_map(|(tag, bytes)| engine.send(peer, 4, tag as i32, buffer(bytes), mode))
        .collect();
    let late = late.iter_mut().enumerate();
    receives.extend(late.map(|(tag, bytes)| engine.receive(pattern(lengths.len() / 2 + tag), buffer(bytes), 0)));
    for (tag, operation) in receives.into_iter().enumerate() {
        assert_eq!((wait(engine, operation).bytes, tag), (lengths[tag] as u64, tag));
    }
    sends.into_iter().for_each(|operation| assert_eq!(wait(engine, operation).fault, None));
    for (tag, bytes) in incoming.iter().enumerate() {
        assert!(*bytes == message(lengths[tag], peer, tag), "message {tag} of {} bytes", bytes.len());
    }
}

/// Both engines of a pair do the same.
fn both(method: Option<Method>, body: impl Fn(&mut Engine<TcpDevice>, u32) + Sync) {
    let (one, two) = pair();
    let run = |device, me: u32| {
        let mut engine = engine(device, me, 2, method);
        body(&mut engine, 1 - me);
        while engine.has_unsent() {
            engine.progress();
        }
        engine.device_mut().finish(LIMIT);
    };
    thread::scope(|scope| {
        scope.spawn(|| run(one, 0));
        run(two, 1);
    });
}

#[test]
fn messages_of_every_kind_cross_each_other() {
    let lengths = [0, 1, 8192, 8193, 100_000, 3, 8 << 20, 65_536, 12, 1 << 20];
    for method in [None, Some(Method::Ring), Some(Method::Put)] {
        for mode in [Mode::Standard, Mode::Synchronous] {
            both(method, |engine, peer| exchange(engine, peer, &lengths, mode));
        }
    }
}

#[test]
fn many_messages_at_once_fill_every_buffer() {
    let lengths = [8000; 2000];
    both(None, |engine, peer| exchange(engine, peer, &lengths, Mode::Standard));
    let lengths = [4 << 20; 12];
    both(None, |engine, peer| exchange(engine, peer, &lengths, Mode::Standard));
}

#[test]
fn large_messages_are_put() {
    both(None, |engine, peer| {
        exchange(engine, peer, &[1 << 20; 4], Mode::Standard);
        assert_eq!(engine.totals().methods[Method::Put as usize].messages, 4);
    });
}

#[test]
fn what_waits_for_a_lost_peer_fails() {
    let (one, two) = pair();
    let mut one = engine(one, 0, 2, None);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut two = engine(two, 1, 2, None);
            let mut bytes = vec![0; 32 << 20];
            let pattern = MatchPattern { context: 4, source: 0, tag: 0 };
            let operation = two.receive(pattern, buffer(&mut bytes), 0);
            until("the message to begin", || {
                two.progress();
                two.device().connected().len() == 1
            });
            (0..50).for_each(|_| _ = two.progress());
            assert!(two.take(operation).is_none(), "it is not over");
            drop(two);
        });
        let mut bytes = message(32 << 20, 0, 0);
        let send = one.send(1, 4, 0, buffer(&mut bytes), Mode::Synchronous).unwrap();
        assert_eq!(wait(&mut one, send).fault, Some(Fault::PeerLost));
        assert!(one.loss_of(1).unwrap().starts_with("here: "));
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 25, ..ProptestConfig::default() })]

    #[test]
    fn messages_of_random_lengths_arrive(lengths in proptest::collection::vec(prop_oneof![0..100usize, 0..20_000usize, 0..8_388_609usize], 1..12), method in 0..3) {
        let method = [None, Some(Method::Ring), Some(Method::Put)][method as usize];
        both(method, |engine, peer| exchange(engine, peer, &lengths, Mode::Standard));
    }
}
