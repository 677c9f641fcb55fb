//! Those who do not belong to the job.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ferry_device::{Device, Nap, Packets};
use ferry_protocol::process::ProcessId;
use ferry_tcp::Config;
use ferry_tcp::card::Card;
use ferry_tcp::handshake::{
    ANSWER, Answer, CHALLENGE, Challenge, GREETING, Greeting, HELLO, Hello, Posed, Refusal, Secret, VERSION,
};
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
        matches!(oldest.read(&mut [0; GREETING]), Ok(0))
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
            let mut heard = Vec::new();
            stream.read_to_end(&mut heard).unwrap();
            assert!(heard.len() == GREETING && start.elapsed() > timeout / 2);
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

/// Reads as many bytes as `heard` has, while `zero` goes on; false: the other end hung up.
fn hear(zero: &mut ferry_tcp::TcpDevice, stream: &mut TcpStream, heard: &mut [u8]) -> bool {
    stream.set_nonblocking(true).unwrap();
    let (mut said, mut is_over) = (0, false);
    until("an answer", || {
        zero.poll(None, &mut Mailbox::default());
        match stream.read(&mut heard[said..]) {
            Ok(0) => is_over = true,
            Ok(bytes) => said += bytes,
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => is_over = true,
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock),
        }
        is_over || said == heard.len()
    });
    said == heard.len()
}

/// A connection, and the challenge that it was greeted with.
fn greeted(zero: &mut ferry_tcp::TcpDevice, card: &[u8]) -> (TcpStream, Challenge) {
    let (mut stream, mut greeting) = (connect(card), [0; GREETING]);
    assert!(hear(zero, &mut stream, &mut greeting));
    (stream, Greeting::decode(&greeting).unwrap().0)
}

/// What a device answers to a hello that is made for its challenge, with the hello as it was said.
fn answer(
    zero: &mut ferry_tcp::TcpDevice,
    card: &[u8],
    hello: impl FnOnce(Challenge) -> [u8; HELLO],
) -> (Option<[u8; ANSWER]>, [u8; HELLO], TcpStream) {
    let (mut stream, challenge) = greeted(zero, card);
    let hello = hello(challenge);
    stream.write_all(&hello).unwrap();
    let mut heard = [0; ANSWER];
    (hear(zero, &mut stream, &mut heard).then_some(heard), hello, stream)
}

#[test]
fn what_was_said_on_one_connection_is_of_no_use_on_another() {
    let cards = cards(2);
    let mut zero = device(&config(0, 2), &cards);
    let card = cards.lock().unwrap()[0].clone().unwrap();
    let (secret, posed) = (Secret::new(SECRET), Card::decode(&card).unwrap().challenge);
    let hello =
        Hello { from: ProcessId { job: 1, rank: 1 }, to: 0, ranks: 2, challenge: [5; CHALLENGE], host: "there".to_owned() };
    let say = |greeting| hello.encode(&secret, &Posed { card: posed, greeting });
    let (heard, said, stream) = answer(&mut zero, &card, say);
    assert_eq!(Answer::decode(&heard.unwrap(), &secret, &said).unwrap(), Answer::Welcome);
    // The peer leaves as it should: another connection of its would be welcome.
    let mut farewell = [0; 24];
    farewell[..4].copy_from_slice(&0x5046_0003u32.to_le_bytes());
    let mut stream = stream;
    stream.write_all(&farewell).unwrap();
    drop(stream);
    until("the end of the connection", || {
        zero.poll(None, &mut Mailbox::default());
        zero.connected().is_empty()
    });
    let (heard, ..) = answer(&mut zero, &card, |_| said);
    assert!(matches!(Answer::decode(&heard.unwrap(), &secret, &said).unwrap(), Answer::Refused(Refusal::Stranger, VERSION)));
    assert!(zero.connected().is_empty());
    let (heard, said, _stream) = answer(&mut zero, &card, say);
    assert_eq!(Answer::decode(&heard.unwrap(), &secret, &said).unwrap(), Answer::Welcome);
}

#[test]
fn ranks_and_versions_are_checked() {
    let cards = cards(4);
    let mut zero = device(&config(0, 4), &cards);
    let card = cards.lock().unwrap()[0].clone().unwrap();
    let (secret, challenge) = (Secret::new(SECRET), Card::decode(&card).unwrap().challenge);
    let good = Hello { from: ProcessId { job: 1, rank: 1 }, to: 0, ranks: 4, challenge: [5; 16], host: "there".to_owned() };
    let bad = [
        Hello { from: ProcessId { job: 1, rank: 4 }, ..good.clone() },
        Hello { from: ProcessId { job: 1, rank: 0 }, ..good.clone() },
        Hello { to: 2, ..good.clone() },
        Hello { ranks: 5, ..good.clone() },
    ];
    let mut streams = Vec::new();
    let mut refusal = |hello: &Hello, version: u8| {
        let (heard, said, stream) = answer(&mut zero, &card, |greeting| {
            let mut hello = hello.encode(&secret, &Posed { card: challenge, greeting });
            hello[8] += version;
            hello
        });
        streams.push(stream);
        Answer::decode(&heard.unwrap(), &secret, &said).unwrap()
    };
    for hello in bad {
        assert!(matches!(refusal(&hello, 0), Answer::Refused(Refusal::Stranger, _)), "{hello:?}");
    }
    assert!(matches!(refusal(&good, 1), Answer::Refused(Refusal::Version, _)));
    assert_eq!(refusal(&good, 0), Answer::Welcome);
    let again = Hello { challenge: [6; 16], ..good };
    assert!(matches!(refusal(&again, 0), Answer::Refused(Refusal::Duplicate, _)));
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
            stream.write_all(&Greeting([1; CHALLENGE]).encode()).unwrap();
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
    let hello = Hello { from: ProcessId { job: 1, rank: 1 }, to: 0, ranks: 2, challenge: [5; 16], host: "there".to_owned() };
    let (mut stream, greeting) = greeted(&mut zero, &card);
    stream.write_all(&hello.encode(&secret, &Posed { card: challenge, greeting })).unwrap();
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
