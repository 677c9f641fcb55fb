//! Engines over the device: messages of any size, both ways at once.
//!
//! # Safety arguments
//! - ENGINES-1: buffers live until the engine that uses them is gone.

use std::sync::atomic::{AtomicBool, Ordering};
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

/// Sends messages of these lengths to the peer and receives as many, all at once; the content is
/// checked.
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
        exchange(engine, peer, &[2 << 20; 4], Mode::Standard);
        assert_eq!(engine.totals().methods[Method::Put as usize].messages, 4);
    });
}

#[test]
fn messages_of_medium_length_are_not_announced() {
    both(None, |engine, peer| {
        exchange(engine, peer, &[8193, 20_000, 65_537, 300_000, 1 << 20], Mode::Standard);
        let traffic = engine.traffic(peer);
        assert_eq!((traffic.eager.messages, traffic.rendezvous.messages), (5, 0));
    });
    both(None, |engine, peer| {
        engine.limit_long(100_000);
        exchange(engine, peer, &[65_537, 100_000, 100_001], Mode::Standard);
        let traffic = engine.traffic(peer);
        assert_eq!((traffic.eager.messages, traffic.rendezvous.messages), (2, 1));
    });
}

/// Makes progress until the peer's flag is up.
fn progress_until(engine: &mut Engine<TcpDevice>, flag: &AtomicBool) {
    until("the peer", || {
        engine.progress();
        flag.load(Ordering::Acquire)
    });
}

#[test]
fn who_keeps_too_much_has_long_messages_announced() {
    const COUNT: usize = 60;
    const LEN: usize = 1 << 20;
    let (one, two) = pair();
    let (has_sent, has_received) = (AtomicBool::new(false), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut engine = engine(one, 0, 2, None);
            let mut messages: Vec<_> = (0..COUNT).map(|tag| message(LEN, 0, tag)).collect();
            let sends: Vec<_> = messages
                .iter_mut()
                .enumerate()
                .filter_map(|(tag, bytes)| {
                    let send = engine.send(1, 4, tag as i32, buffer(bytes), Mode::Standard);
                    (0..20).for_each(|_| _ = engine.progress());
                    send
                })
                .collect();
            // A message behind them that the peer waits for, so that it refuses nothing.
            if let Some(send) = engine.send(1, 5, 0, Buffer::empty(), Mode::Standard) {
                assert_eq!(wait(&mut engine, send).fault, None);
            }
            has_sent.store(true, Ordering::Release);
            sends.into_iter().for_each(|send| assert_eq!(wait(&mut engine, send).fault, None));
            assert!(engine.traffic(1).rendezvous.messages > 0, "nothing was announced");
            progress_until(&mut engine, &has_received);
        });
        let mut engine = engine(two, 1, 2, None);
        let last = engine.receive(MatchPattern { context: 5, source: 0, tag: 0 }, Buffer::empty(), 0);
        wait(&mut engine, last);
        assert!(
            engine.totals().unexpected_peak < (COUNT * LEN) as u64 / 2,
            "{} bytes were kept",
            engine.totals().unexpected_peak
        );
        for tag in (0..COUNT).rev() {
            let mut bytes = vec![0; LEN];
            let receive = engine.receive(MatchPattern { context: 4, source: 0, tag: tag as i32 }, buffer(&mut bytes), 0);
            assert_eq!((wait(&mut engine, receive).bytes, bytes == message(LEN, 0, tag)), (LEN as u64, true), "message {tag}");
        }
        progress_until(&mut engine, &has_sent);
        has_received.store(true, Ordering::Release);
    });
}

#[test]
fn what_a_lost_peer_has_begun_to_send_fails() {
    const COUNT: usize = 16;
    const LEN: usize = 1 << 20;
    for is_posted in [true, false] {
        let (mut one, mut two) = pair();
        acquaint(&mut one, &mut two, (0, 1));
        let (mut one, mut two) = (engine(one, 0, 2, None), engine(two, 1, 2, None));
        two.set_limits(Limits { unexpected_budget: u64::MAX, ..two.limits() });
        let mut incoming = vec![vec![0; LEN]; COUNT];
        let pattern = |tag| MatchPattern { context: 4, source: 0, tag: tag as i32 };
        let mut receives: Vec<_> = match is_posted {
            true => incoming.iter_mut().enumerate().map(|(tag, bytes)| two.receive(pattern(tag), buffer(bytes), 0)).collect(),
            false => Vec::new(),
        };
        let mut outgoing: Vec<_> = (0..COUNT).map(|tag| message(LEN, 0, tag)).collect();
        for (tag, bytes) in outgoing.iter_mut().enumerate() {
            one.send(1, 4, tag as i32, buffer(bytes), Mode::Standard);
        }
        drop(one);
        until("the loss", || {
            two.progress();
            two.loss_of(0).is_some()
        });
        if !is_posted {
            receives = incoming.iter_mut().enumerate().map(|(tag, bytes)| two.receive(pattern(tag), buffer(bytes), 0)).collect();
        }
        let whole = receives.into_iter().map(|receive| wait(&mut two, receive).fault.is_none());
        let whole: Vec<bool> = whole.collect();
        assert!(!whole[COUNT - 1] && whole.is_sorted_by(|one, next| one >= next), "{whole:?}");
        assert!(incoming.iter().enumerate().all(|(tag, bytes)| !whole[tag] || *bytes == message(LEN, 0, tag)));
        assert_eq!(two.totals().unexpected_bytes, 0);
    }
}

#[test]
fn truncated_and_late_long_messages_leave_nothing_else_touched() {
    both(None, |engine, peer| {
        let lengths = [50_000, 900_000, 40_000];
        let me = engine.rank();
        let mut outgoing: Vec<_> = lengths.iter().enumerate().map(|(tag, len)| message(*len, me, tag)).collect();
        let sends: Vec<_> = outgoing
            .iter_mut()
            .enumerate()
            .filter_map(|(tag, bytes)| engine.send(peer, 4, tag as i32, buffer(bytes), Mode::Standard))
            .collect();
        // The last one first: the others are unexpected.
        for (tag, room) in [(2, 39_999), (1, 10_000), (0, 0)] {
            let mut bytes = vec![0xEE; lengths[tag]];
            let pattern = MatchPattern { context: 4, source: peer as i32, tag: tag as i32 };
            let operation = engine.receive(pattern, buffer(&mut bytes[..room]), 0);
            let outcome = wait(engine, operation);
            assert_eq!((outcome.bytes, outcome.sent), (room as u64, lengths[tag] as u64), "{:?}", engine.loss_of(peer));
            assert!(bytes[..room] == message(lengths[tag], peer, tag)[..room], "message {tag}");
            assert!(bytes[room..].iter().all(|byte| *byte == 0xEE), "behind message {tag}");
        }
        sends.into_iter().for_each(|send| assert_eq!(wait(engine, send).fault, None));
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
