//! Those who do not belong to the job.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ferry_device::{Device, Nap};
use ferry_tcp::Config;
use ferry_tcp::card::Card;
use ferry_tcp::handshake::{ANSWER, Answer, HELLO, Hello, Refusal, Secret};
use proptest::prelude::*;

use crate::job::*;

fn connect(card: &[u8]) -> TcpStream {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, Card::decode(card).unwrap().port)).unwrap();
    stream.set_read_timeout(Some(LIMIT)).unwrap();
    stream
}

/// Whether a device that others have bothered still gets a packet of its peer.
fn still_works(cards: &Cards, zero: &mut ferry_tcp::TcpDevice) {
    let mut one = device(&config(1, 2), cards);
    acquaint(&mut one, zero, (1, 0));
    assert_eq!(zero.next_lost(), None);
}

#[test]
fn a_wrong_secret_is_refused_at_either_end() {
    for wrong in [0, 1] {
        let cards = cards(2);
        let secret = |rank| if rank == wrong { "ffffffffffffffffffffffffffffffff" } else { SECRET };
        let mut devices = [0, 1].map(|rank| device(&Config { secret: secret(rank), ..config(rank, 2) }, &cards));
        assert!(!try_send(&mut devices[0], 1, 0, b"hello"));
        let mut found = None;
        until("a refusal", || {
            devices.iter_mut().for_each(|device| _ = device.poll(None, &mut Mailbox::default()));
            found = devices[0].next_lost();
            found.is_some()
        });
        assert!(found.unwrap().reason.contains("does not know this process as a rank of its job"));
        assert!(devices[1].connected().is_empty());
        assert_eq!(devices[1].next_lost(), None, "a stranger is nobody's loss");
    }
}

#[test]
fn garbage_and_silence_disturb_nobody() {
    let cards = cards(2);
    let mut zero = device(&config(0, 2), &cards);
    let card = cards.lock().unwrap()[0].clone().unwrap();
    let mut silent = Vec::new();
    for round in 0..40u8 {
        let mut stream = connect(&card);
        if round % 2 == 0 {
            stream.write_all(&vec![round; round as usize * 20]).unwrap();
        }
        silent.push(stream);
        zero.poll(None, &mut Mailbox::default());
    }
    still_works(&cards, &mut zero);
}

#[test]
fn many_silent_strangers_do_not_keep_a_rank_out() {
    let cards = cards(2);
    let mut zero = device(&config(0, 2), &cards);
    let card = cards.lock().unwrap()[0].clone().unwrap();
    let silent: Vec<TcpStream> = (0..400).map(|_| connect(&card)).collect();
    until("strangers to be accepted", || {
        zero.poll(None, &mut Mailbox::default());
        let mut oldest = &silent[0];
        oldest.set_nonblocking(true).unwrap();
        matches!(oldest.read(&mut [0]), Ok(0))
    });
    still_works(&cards, &mut zero);
}

#[test]
fn a_stranger_that_says_nothing_is_dropped_in_time() {
    let cards = cards(2);
    let timeout = Duration::from_secs(1);
    let mut zero = device(&Config { timeout, ..config(0, 2) }, &cards);
    let mut stream = connect(&cards.lock().unwrap()[0].clone().unwrap());
    let (start, waker, is_dropped) = (Instant::now(), zero.waker(), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            assert_eq!(stream.read(&mut [0]).unwrap(), 0);
            assert!(start.elapsed() > timeout / 2);
            is_dropped.store(true, Ordering::Relaxed);
            waker.wake();
        });
        until("the deadline", || {
            zero.poll(None, &mut Mailbox::default());
            // A nap ends by itself at the deadline.
            zero.prepare_sleep().into_iter().for_each(|nap| {
                if !is_dropped.load(Ordering::Relaxed) {
                    nap.take()
                }
            });
            is_dropped.load(Ordering::Relaxed)
        });
    });
}

/// What a device answers to a hello.
fn answer(zero: &mut ferry_tcp::TcpDevice, card: &[u8], hello: &[u8; HELLO]) -> Option<[u8; ANSWER]> {
    let mut stream = connect(card);
    stream.write_all(hello).unwrap();
    stream.set_nonblocking(true).unwrap();
    let (mut heard, mut said) = ([0; ANSWER], 0);
    let mut is_over = false;
    until("an answer", || {
        zero.poll(None, &mut Mailbox::default());
        match stream.read(&mut heard[said..]) {
            Ok(0) => is_over = true,
            Ok(bytes) => said += bytes,
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock),
        }
        is_over || said == ANSWER
    });
    (said == ANSWER).then_some(heard)
}

#[test]
fn ranks_and_versions_are_checked() {
    let cards = cards(4);
    let mut zero = device(&config(0, 4), &cards);
    let card = cards.lock().unwrap()[0].clone().unwrap();
    let (secret, challenge) = (Secret::new(SECRET), Card::decode(&card).unwrap().challenge);
    let good = Hello { from: 1, to: 0, ranks: 4, challenge: [5; 16], host: "there".to_owned() };
    let bad = [
        Hello { from: 4, ..good.clone() },
        Hello { from: 0, ..good.clone() },
        Hello { to: 2, ..good.clone() },
        Hello { ranks: 5, ..good.clone() },
    ];
    let mut refusal = |hello: [u8; HELLO]| {
        let heard = answer(&mut zero, &card, &hello).unwrap();
        Answer::decode(&heard, &secret, &hello).unwrap()
    };
    for hello in bad {
        assert!(matches!(refusal(hello.encode(&secret, &challenge)), Answer::Refused(Refusal::Stranger, _)), "{hello:?}");
    }
    let mut newer = good.encode(&secret, &challenge);
    newer[8] += 1;
    assert!(matches!(refusal(newer), Answer::Refused(Refusal::Version, _)));
    assert_eq!(refusal(good.encode(&secret, &challenge)), Answer::Welcome);
    let again = Hello { challenge: [6; 16], ..good };
    assert!(matches!(refusal(again.encode(&secret, &challenge)), Answer::Refused(Refusal::Duplicate, _)));
}

#[test]
fn one_that_answers_without_the_secret_is_found_out() {
    let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let cards = cards(2);
    let mut zero = device(&config(0, 2), &cards);
    let mine = Card::decode(&cards.lock().unwrap()[0].clone().unwrap()).unwrap();
    let card = Card { port: listener.local_addr().unwrap().port(), ..mine };
    cards.lock().unwrap()[1] = Some(card.encode());
    thread::scope(|scope| {
        scope.spawn(|| {
            let (mut stream, _) = listener.accept().unwrap();
            let mut hello = [0; HELLO];
            stream.read_exact(&mut hello).unwrap();
            stream.write_all(&Answer::Welcome.encode(&Secret::new("guessed"), &hello)).unwrap();
            assert_eq!(stream.read(&mut [0]).unwrap(), 0);
        });
        assert!(!try_send(&mut zero, 1, 0, b"secrets"));
        assert!(lost(&mut zero, &mut Mailbox::default()).reason.contains("somebody else answers there"));
    });
}

#[test]
fn a_rank_that_sends_no_frames_is_lost_in_words() {
    let cards = cards(2);
    let mut zero = device(&config(0, 2), &cards);
    let card = cards.lock().unwrap()[0].clone().unwrap();
    let (secret, challenge) = (Secret::new(SECRET), Card::decode(&card).unwrap().challenge);
    let hello = Hello { from: 1, to: 0, ranks: 2, challenge: [5; 16], host: "there".to_owned() };
    let mut stream = connect(&card);
    stream.write_all(&hello.encode(&secret, &challenge)).unwrap();
    stream.write_all(&[0xee; 24]).unwrap();
    let lost = lost(&mut zero, &mut Mailbox::default());
    assert_eq!(lost.reason, "there: sent 0xeeeeeeee where a frame should begin");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn whatever_strangers_say_a_rank_gets_through(words in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..200), 1..6), magic: bool) {
        let cards = cards(2);
        let mut zero = device(&config(0, 2), &cards);
        let card = cards.lock().unwrap()[0].clone().unwrap();
        let streams: Vec<TcpStream> = words.iter().map(|words| {
            let mut stream = connect(&card);
            if magic {
                stream.write_all(b"ferrytcp").unwrap();
            }
            stream.write_all(words).unwrap();
            zero.poll(None, &mut Mailbox::default());
            stream
        }).collect();
        still_works(&cards, &mut zero);
        drop(streams);
    }
}
