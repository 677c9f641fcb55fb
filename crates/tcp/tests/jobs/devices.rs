//! Packets, puts, sleeping, and peers that go.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ferry_device::{CopyError, Device, Finished, Nap, OperationTicket, Packets, Rendezvous};
use ferry_protocol::share::End;
use ferry_protocol::transfer::{Piece, Token};
use ferry_tcp::{Config, TcpDevice};

use crate::job::*;

fn pattern(len: usize, seed: usize) -> Vec<u8> {
    (0..len).map(|at| (at * 31 + seed * 7) as u8).collect()
}

fn piece(bytes: &[u8]) -> Piece {
    Piece { address: bytes.as_ptr() as u64, len: bytes.len() as u64 }
}

fn room(bytes: &mut [u8]) -> Piece {
    Piece { address: bytes.as_mut_ptr() as u64, len: bytes.len() as u64 }
}

#[test]
fn packets_arrive_whole_and_in_order() {
    let (mut one, mut two) = pair();
    let (mut from_two, mut from_one) = (Mailbox::default(), Mailbox::default());
    let sizes = [0, 1, 24, 1000, 65_536, 3, 65_535, 8];
    thread::scope(|scope| {
        scope.spawn(|| {
            for (tag, size) in sizes.iter().enumerate() {
                send(&mut one, 1, tag as i32, &pattern(*size, tag), &mut from_two);
            }
            receive(&mut one, &mut from_two, 1);
        });
        receive(&mut two, &mut from_one, sizes.len());
        send(&mut two, 0, 99, b"thanks", &mut from_one);
    });
    let expected = sizes.iter().enumerate().map(|(tag, size)| (0, tag as i32, pattern(*size, tag)));
    assert!(from_one.packets.into_iter().eq(expected));
    assert_eq!(from_two.packets[0], (1, 99, b"thanks".to_vec()));
}

#[test]
fn two_that_call_each_other_at_once_get_one_connection() {
    const ROUNDS: usize = 200;
    const PACKETS: i32 = 5;
    let barrier = Barrier::new(2);
    let pairs: Vec<_> = (0..ROUNDS).map(|_| pair()).collect();
    let (ones, twos): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    let talk = |devices: Vec<TcpDevice>, peer: u32| {
        for (round, mut device) in devices.into_iter().enumerate() {
            let mut mailbox = Mailbox::default();
            barrier.wait();
            for tag in 0..PACKETS {
                send(&mut device, peer, tag, &pattern(round, tag as usize), &mut mailbox);
            }
            receive(&mut device, &mut mailbox, PACKETS as usize);
            let expected = (0..PACKETS).map(|tag| (peer, tag, pattern(round, tag as usize)));
            assert!(mailbox.packets.drain(..).eq(expected), "round {round}");
            assert_eq!(device.connected(), [peer]);
            assert_eq!(device.next_lost(), None);
            barrier.wait();
            for _ in 0..20 {
                device.poll(None, &mut mailbox);
            }
            assert!(mailbox.packets.is_empty(), "round {round}: something came twice");
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| talk(ones, 1));
        talk(twos, 0);
    });
}

#[test]
fn many_ranks_call_each_other_at_once() {
    const RANKS: u32 = 12;
    thread::scope(|scope| {
        for (me, mut device) in job(RANKS).into_iter().enumerate() {
            scope.spawn(move || {
                let mut mailbox = Mailbox::default();
                for peer in (0..RANKS).filter(|peer| *peer != me as u32) {
                    send(&mut device, peer, me as i32, &pattern(100, me), &mut mailbox);
                }
                receive(&mut device, &mut mailbox, RANKS as usize - 1);
                let mut from: Vec<_> = mailbox.packets.iter().map(|(from, tag, _)| (*from, *tag)).collect();
                from.sort_unstable();
                assert!(from.into_iter().eq((0..RANKS).filter(|peer| *peer != me as u32).map(|peer| (peer, peer as i32))));
                device.finish(LIMIT);
            });
        }
    });
}

#[test]
fn refused_packets_wait_and_hold_the_sender_back() {
    let (mut one, mut two) = pair();
    let (mut outward, mut inward) = (Mailbox::default(), Mailbox { is_full: true, ..Mailbox::default() });
    acquaint(&mut one, &mut two, (0, 1));
    let body = pattern(60_000, 1);
    let mut sent = 0;
    let mut idle = 0;
    while idle < 2000 {
        let is_sent = try_send(&mut one, 1, sent, &body);
        idle = if is_sent { 0 } else { idle + 1 };
        sent += i32::from(is_sent);
        one.poll(None, &mut outward);
        two.poll(None, &mut inward);
        assert!(sent < 2000, "nothing holds the sender back");
    }
    (inward.is_full, inward.takes_one) = (false, true);
    until("all packets", || {
        one.poll(None, &mut outward);
        two.poll(Some(0), &mut inward);
        inward.packets.len() as i32 == sent
    });
    assert!(inward.packets.iter().enumerate().all(|(at, (_, tag, bytes))| *tag == at as i32 && *bytes == body));
}

#[test]
fn packets_behind_a_refused_one_and_those_of_others() {
    let mut devices = job(3);
    let mut zero = devices.remove(0);
    let mut inward = Mailbox { is_full: true, ..Mailbox::default() };
    for (device, rank) in devices.iter_mut().zip(1..) {
        until("packets", || {
            zero.poll(None, &mut inward);
            device.poll(None, &mut Mailbox::default());
            try_send(device, 0, 1, b"first")
        });
        assert!(try_send(device, 0, 2, b"second"), "rank {rank}");
    }
    until("everything that was sent to be refused", || zero.poll(Some(1), &mut inward) == 0 && zero.poll(None, &mut inward) == 0);
    assert!((0..100).all(|_| zero.poll(Some(1), &mut inward) == 0));
    assert!(zero.prepare_sleep().is_none(), "there are packets to be shown");
    inward.is_full = false;
    until("packets", || {
        zero.poll(Some(2), &mut inward);
        inward.packets.len() == 4
    });
    assert_eq!(inward.packets[0].0, 2, "the first peer's come first");
    let of = |rank| inward.packets.iter().filter(move |packet| packet.0 == rank).map(|packet| packet.1);
    assert!(of(1).eq([1, 2]) && of(2).eq([1, 2]));
}

/// Puts from `one` to `two` and takes what comes, until the put is told to be over and `after`
/// packets have come.
fn put(one: &mut TcpDevice, two: &mut TcpDevice, from: &[Piece], into: Token) -> Mailbox {
    let (mut outward, mut inward) = (Mailbox::default(), Mailbox::default());
    // SAFETY: memory of the tests, which live longer.
    unsafe { one.begin_put(1, OperationTicket(42), from, into) }.unwrap();
    until("room behind the put", || {
        one.poll(None, &mut outward);
        two.poll(None, &mut inward);
        try_send(one, 1, 1, b"behind")
    });
    let mut finished = None;
    until("the put and the packet behind it", || {
        one.poll(None, &mut outward);
        two.poll(None, &mut inward);
        finished = finished.or(one.next_finished());
        finished.is_some() && !inward.packets.is_empty()
    });
    assert_eq!(finished, Some(Finished::well(OperationTicket(42))));
    inward
}

#[test]
fn puts_go_from_pieces_to_pieces_before_what_is_sent_later() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    let whole = pattern(5_000_000, 3);
    for cuts in [[0, 1, 700_000], [3, 4_000_000, 4_999_999], [100, 200, 300]] {
        let mut memory = vec![0; whole.len()];
        let from = [piece(&whole[..cuts[0]]), piece(&whole[cuts[0]..cuts[2]]), piece(&whole[cuts[2]..])];
        let (head, tail) = memory.split_at_mut(cuts[1]);
        // SAFETY: memory of this test, which lives longer.
        let token = unsafe { two.expose(0, End::Front, &[room(head), room(tail)]) }.unwrap();
        let inward = put(&mut one, &mut two, &from, token);
        two.conceal(0, token);
        assert!(memory == whole);
        assert_eq!(inward.packets[0].2, b"behind");
    }
}

#[test]
fn what_is_not_exposed_any_more_is_not_written() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    let (whole, mut memory) = (pattern(300_000, 3), vec![0; 300_000]);
    // SAFETY: memory of this test, which lives longer.
    let token = unsafe { two.expose(0, End::Front, &[room(&mut memory)]) }.unwrap();
    two.conceal(0, token);
    put(&mut one, &mut two, &[piece(&whole)], token);
    assert!(memory.iter().all(|byte| *byte == 0));
    assert_eq!((one.next_lost(), two.next_lost()), (None, None));
}

#[test]
fn a_put_beyond_what_is_exposed_ends_the_connection() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    let (whole, mut memory) = (pattern(300, 3), vec![0; 200]);
    // SAFETY: memory of this test, which lives longer.
    let token = unsafe { two.expose(0, End::Front, &[room(&mut memory[..100])]) }.unwrap();
    // SAFETY: memory of this test, which lives longer.
    unsafe { one.begin_put(1, OperationTicket(1), &[piece(&whole)], token) }.unwrap();
    let lost = lost(&mut two, &mut Mailbox::default());
    assert!(lost.reason.contains("put 300 bytes into memory of 100"), "{}", lost.reason);
    assert!(memory.iter().all(|byte| *byte == 0));
}

#[test]
fn both_put_at_once_with_full_buffers() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    const LEN: usize = 24 << 20;
    let (whole, mut at_one, mut at_two) = (pattern(LEN, 9), vec![0; LEN], vec![0; LEN]);
    // SAFETY: memory of this test, which lives longer.
    unsafe {
        let into_one = one.expose(1, End::Front, &[room(&mut at_one)]).unwrap();
        let into_two = two.expose(0, End::Front, &[room(&mut at_two)]).unwrap();
        one.begin_put(1, OperationTicket(1), &[piece(&whole)], into_two).unwrap();
        two.begin_put(0, OperationTicket(2), &[piece(&whole)], into_one).unwrap();
    }
    assert!(try_send(&mut one, 1, 1, b"done") && try_send(&mut two, 0, 1, b"done"));
    let finish = |device: &mut TcpDevice| {
        let (mut mailbox, mut finished) = (Mailbox::default(), None);
        until("data to come and to leave", || {
            device.poll(None, &mut mailbox);
            finished = finished.or(device.next_finished());
            finished.is_some() && !mailbox.packets.is_empty()
        });
    };
    thread::scope(|scope| {
        scope.spawn(|| finish(&mut one));
        finish(&mut two);
    });
    assert!(at_two == whole && at_one == whole);
}

#[test]
fn a_peer_that_dies_in_a_transfer_is_lost_and_its_put_fails() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    let whole = pattern(64 << 20, 1);
    // SAFETY: memory of this test, which lives longer.
    unsafe { one.begin_put(1, OperationTicket(5), &[piece(&whole)], Token { address: 77, key: 0 }) }.unwrap();
    two.poll(None, &mut Mailbox::default());
    drop(two);
    let lost = lost(&mut one, &mut Mailbox::default());
    assert!(lost.peer == 1 && lost.reason.starts_with("here: "), "{}", lost.reason);
    assert_eq!(one.next_finished(), Some(Finished::badly(OperationTicket(5), CopyError::Refused)));
    assert!(!try_send(&mut one, 1, 0, b"") && one.next_lost().is_none(), "told once");
}

#[test]
fn a_peer_that_somebody_says_is_dead_is_waited_for_no_more() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    let whole = pattern(64 << 20, 1);
    // SAFETY: memory of this test, which lives longer.
    unsafe { one.begin_put(1, OperationTicket(5), &[piece(&whole)], Token { address: 77, key: 0 }) }.unwrap();
    assert!(one.has_unsent() && one.give_up(1, "it was killed") && !one.has_unsent());
    assert_eq!(one.next_finished(), Some(Finished::badly(OperationTicket(5), CopyError::Refused)));
    assert_eq!(one.next_lost().map(|lost| (lost.peer, lost.reason)), Some((1, "here: it was killed".to_owned())));
    assert!(!one.give_up(1, "it was killed again") && one.next_lost().is_none(), "told once");
}

#[test]
fn a_peer_that_computes_for_longer_than_the_timeout_is_not_lost() {
    let timeout = Duration::from_secs(1);
    let cards = cards(2);
    let [mut one, mut two] = [0, 1].map(|rank| device(&Config { timeout, ..config(rank, 2) }, &cards));
    acquaint(&mut one, &mut two, (0, 1));
    let whole = pattern(32 << 20, 1);
    let mut arrived = vec![0; whole.len()];
    // SAFETY: memory of this test, which lives longer.
    let token = unsafe { two.expose(0, End::Front, &[room(&mut arrived)]) }.unwrap();
    // SAFETY: as above.
    unsafe { one.begin_put(1, OperationTicket(5), &[piece(&whole)], token) }.unwrap();
    // There is no room for most of it: the system asks for some again and again.
    let (mut mailbox, start) = (Mailbox::default(), Instant::now());
    while start.elapsed() < timeout * 4 {
        one.poll(None, &mut mailbox);
        if let Some(nap) = one.prepare_sleep() {
            nap.take();
        }
        assert!(one.next_lost().is_none(), "lost after {:?}", start.elapsed());
    }
    assert!(one.next_finished().is_none());
    until("the rest", || {
        one.poll(None, &mut mailbox);
        two.poll(None, &mut mailbox);
        one.next_finished().is_some_and(|finished| finished == Finished::well(OperationTicket(5)))
    });
    until("the end of it", || {
        two.poll(None, &mut mailbox);
        arrived == whole
    });
    one.finish(LIMIT);
}

#[test]
fn a_peer_that_ends_without_farewell_is_lost_and_its_last_words_are_heard() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    let mut inward = Mailbox { is_full: true, ..Mailbox::default() };
    assert!(try_send(&mut one, 1, 3, b"last words"));
    until("the packet", || {
        two.poll(None, &mut inward);
        two.prepare_sleep().is_none()
    });
    drop(one);
    inward.is_full = false;
    let lost = lost(&mut two, &mut inward);
    assert_eq!((lost.peer, lost.reason.as_str()), (0, "here: the connection was closed: the process has ended"));
    assert_eq!(inward.packets[0].2, b"last words");
}

#[test]
fn a_peer_that_says_farewell_is_not_lost_and_can_be_called_again() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    let mut inward = Mailbox::default();
    assert!(try_send(&mut one, 1, 3, b"last words"));
    assert!(one.finish(LIMIT));
    drop(one);
    until("the end", || {
        two.poll(None, &mut inward);
        two.connected().is_empty()
    });
    assert_eq!((inward.packets[0].2.as_slice(), two.next_lost()), (&b"last words"[..], None));
    assert!(!try_send(&mut two, 0, 0, b""));
    let lost = lost(&mut two, &mut inward);
    assert!(lost.reason.contains("connection refused"), "now nobody is there: {}", lost.reason);
}

#[test]
fn a_peer_that_leaves_with_memory_exposed_for_it_is_lost() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    let mut memory = vec![0; 100];
    // SAFETY: memory of this test, which lives longer.
    unsafe { two.expose(0, End::Front, &[room(&mut memory)]) }.unwrap();
    one.finish(LIMIT);
    drop(one);
    assert!(lost(&mut two, &mut Mailbox::default()).reason.contains("has left before a transfer was over"));
}

#[test]
fn a_peer_that_was_never_there_is_lost_before_anything_is_sent() {
    let cards = cards(3);
    let mut one = device(&config(0, 3), &cards);
    drop(device(&config(1, 3), &cards));
    assert!(!try_send(&mut one, 1, 0, b"anyone?"));
    let refused = lost(&mut one, &mut Mailbox::default());
    assert!(refused.peer == 1 && refused.reason.starts_with("here: cannot be reached (127.0.0.1:"), "{}", refused.reason);
    assert!(refused.reason.contains("connection refused"), "{}", refused.reason);
    assert!(!try_send(&mut one, 2, 0, b"anyone?"));
    assert!(lost(&mut one, &mut Mailbox::default()).reason.contains("rank 2 has no card"));
}

#[test]
fn what_waits_to_be_sent_is_sent_before_the_farewell() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    let (mut sent, body) = (0, pattern(50_000, 4));
    while try_send(&mut one, 1, sent, &body) {
        sent += 1;
    }
    assert!(one.has_unsent());
    let mut inward = Mailbox::default();
    thread::scope(|scope| {
        scope.spawn(move || assert!(one.finish(LIMIT)));
        until("the end", || {
            two.poll(None, &mut inward);
            two.connected().is_empty()
        });
    });
    assert_eq!((inward.packets.len() as i32, two.next_lost()), (sent, None));
    let (mut one, _two) = {
        let (mut one, mut two) = pair();
        acquaint(&mut one, &mut two, (0, 1));
        (one, two)
    };
    let start = Instant::now();
    let mut last = start;
    while last.elapsed() < Duration::from_millis(200) {
        one.poll(None, &mut Mailbox::default());
        if try_send(&mut one, 1, 0, &body) {
            last = Instant::now();
        }
        assert!(start.elapsed() < LIMIT, "the system takes everything");
    }
    assert!(!one.finish(Duration::from_millis(30)), "nobody receives, and patience ends");
}

/// Sleeps and polls until `done`: how long it slept. Before each nap `lies_down` is called.
fn sleep(
    device: &mut TcpDevice,
    mailbox: &mut Mailbox,
    lies_down: impl Fn(&Mailbox),
    mut done: impl FnMut(&mut TcpDevice, &Mailbox) -> bool,
) -> Duration {
    let (start, mut slept) = (Instant::now(), Duration::ZERO);
    loop {
        device.poll(None, mailbox);
        if done(device, mailbox) {
            return slept;
        }
        assert!(start.elapsed() < LIMIT, "slept and waited in vain");
        if let Some(nap) = device.prepare_sleep() {
            let start = Instant::now();
            lies_down(mailbox);
            nap.take();
            slept += start.elapsed();
        }
    }
}

#[test]
fn sleepers_are_woken_by_packets_by_connections_and_by_threads() {
    let (mut one, mut two) = pair();
    let pause = Duration::from_millis(50);
    // Why the sleeper sleeps: whoever wakes it waits for that, and then some time, for which it
    // must have slept.
    let (waker, is_woken, reason) = (two.waker(), AtomicBool::new(false), AtomicUsize::new(0));
    let has_slept_for = |wanted| {
        until("a nap", || reason.load(Ordering::Acquire) == wanted);
        thread::sleep(pause);
    };
    thread::scope(|scope| {
        let one = &mut one;
        scope.spawn(|| {
            has_slept_for(1);
            is_woken.store(true, Ordering::Relaxed);
            waker.wake();
            has_slept_for(2);
            send(one, 1, 1, b"wake", &mut Mailbox::default());
            has_slept_for(3);
            assert!(try_send(one, 1, 2, b"again"));
        });
        let mut mailbox = Mailbox::default();
        let for_thread = |_: &Mailbox| reason.store(1, Ordering::Release);
        let slept = sleep(&mut two, &mut mailbox, for_thread, |_, _| is_woken.load(Ordering::Relaxed));
        assert!(slept >= pause / 2, "slept only {slept:?}");
        let for_packets = |mailbox: &Mailbox| reason.store(2 + mailbox.packets.len(), Ordering::Release);
        let slept = sleep(&mut two, &mut mailbox, for_packets, |_, mailbox| mailbox.packets.len() == 2);
        assert!(slept >= pause, "slept only {slept:?}");
    });
}

#[test]
fn room_wakes_a_sleeper() {
    let (mut one, mut two) = pair();
    acquaint(&mut one, &mut two, (0, 1));
    let body = pattern(60_000, 1);
    let mut mailbox = Mailbox::default();
    let mut sent = 1;
    until("no room", || {
        one.poll(None, &mut mailbox);
        while try_send(&mut one, 1, 0, &body) {
            sent += 1;
        }
        one.prepare_sleep().is_some()
    });
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            receive(&mut two, &mut Mailbox::default(), sent);
        });
        sleep(&mut one, &mut mailbox, |_| {}, |one, _| try_send(one, 1, 0, &body));
        one.finish(LIMIT);
    });
}
