//! Puts, gets, atomics and notices between simulated adapters, by content.

use ferry_device::{
    Access, Atomic, Change, CollectiveTicket, CopyError, Device, Finished, Key, Notice, OneSided, OneSidedMethods,
    OneSidedTicket, Packets, RegisterError, Ticket,
};
use ferry_protocol::transfer::Piece;
use ferry_sim::Faults;
use ferry_sim::fault::CHANCES;

use crate::world::{Job, Nothing, Plan, Scheme};

const EVERYTHING: Access = Access::GET.union(Access::PUT).union(Access::ATOMIC);

fn piece(bytes: &mut [u8]) -> Piece {
    Piece { address: bytes.as_mut_ptr().expose_provenance() as u64, len: bytes.len() as u64 }
}

fn ticket(number: u64) -> Ticket {
    OneSidedTicket(number).into()
}

/// Registers memory of rank 1, and has the key travel.
fn open(job: &mut Job, memory: &mut [u8], access: Access) -> Key {
    // SAFETY: tests keep their memory until the job is gone.
    let region = unsafe { job.device(1).register(piece(memory), access) }.expect("memory can be registered");
    Key::of(job.device(1).key(region).bytes()).expect("keys survive")
}

/// Turns until rank 0 has its ticket back.
fn finish(job: &mut Job, number: u64) -> Result<(), CopyError> {
    for _ in 0..1_000_000 {
        job.turn();
        if let Some((ticket, result)) = job.ranks[0].next_one_sided() {
            assert_eq!(ticket, OneSidedTicket(number));
            return result;
        }
    }
    panic!("ticket {number} does not come back");
}

fn put(job: &mut Job, number: u64, from: &[Piece], key: &Key, offset: u64, notify: Option<u32>) -> Result<(), CopyError> {
    // SAFETY: memory of the test, which lives longer.
    unsafe { job.device(0).put(1, ticket(number), from, key, offset, notify) }?;
    finish(job, number)
}

fn get(job: &mut Job, number: u64, into: &[Piece], key: &Key, offset: u64) -> Result<(), CopyError> {
    // SAFETY: as above.
    unsafe { job.device(0).get(1, ticket(number), into, key, offset) }?;
    finish(job, number)
}

fn change(job: &mut Job, change: Change<u64>, key: &Key, offset: u64) -> u64 {
    let mut old = [0xee_u8; 9];
    // SAFETY: as above; the place is not aligned.
    unsafe { job.device(0).atomic(1, ticket(7), Atomic::Eight(change), key, offset, old[1..].as_mut_ptr()) }.expect("a word");
    finish(job, 7).expect("it is changed");
    u64::from_ne_bytes(old[1..].try_into().expect("eight bytes"))
}

fn pattern(len: usize, seed: usize) -> Vec<u8> {
    (0..len).map(|at| (at * 31 + seed * 17) as u8).collect()
}

fn plans() -> impl Iterator<Item = Plan> {
    Scheme::all().into_iter().map(|scheme| Plan { scheme, ..Plan::default() })
}

/// Nobody waits for a signal to be sent. One that came to be before there was a connection holds
/// the process up at its end, or the peer would wait for ever.
#[test]
fn a_process_has_not_sent_all_while_a_put_waits_for_its_connection() {
    for plan in plans() {
        let mut job = Job::new(&plan);
        let mut memory = vec![0; 64];
        let key = open(&mut job, &mut memory, EVERYTHING);
        // SAFETY: nothing is put.
        unsafe { job.device(0).put(1, ticket(1), &[], &key, 0, Some(5)) }.expect("it begins");
        assert!(!job.device(0).is_quiet());
        for _ in 0..1_000_000 {
            job.turn();
            if job.device(0).is_quiet() {
                break;
            }
        }
        assert!(job.device(0).is_quiet());
        assert_eq!(job.ranks[1].next_notice(), Some(Notice { peer: 0, number: 5 }));
    }
}

/// A layer above has both ends do without their connection; a put that has begun in the meantime,
/// of which nothing was posted, goes over another one.
#[test]
fn a_put_that_waits_when_both_ends_do_without_their_connection_makes_another_one() {
    for plan in plans() {
        let mut job = Job::new(&plan);
        let mut memory = vec![0; 300_000];
        let key = open(&mut job, &mut memory, EVERYTHING);
        let mut from = pattern(300_000, 1);
        assert_eq!(put(&mut job, 1, &[piece(&mut from[..8])], &key, 0, None), Ok(()));
        while !(job.device(0).is_idle(1) && job.device(1).is_idle(0)) {
            job.turn();
        }
        job.device(0).hush(1, true);
        job.device(1).hush(0, true);
        // SAFETY: memory of the test, which lives longer.
        unsafe { job.device(0).put(1, ticket(2), &[piece(&mut from)], &key, 0, None) }.expect("it begins");
        (0..10).for_each(|_| job.turn());
        assert!(memory[8..].iter().all(|byte| *byte == 0), "nothing goes over a connection that is given up");
        job.device(0).part(1);
        job.device(1).part(0);
        assert_eq!(finish(&mut job, 2), Ok(()));
        assert!(memory == from);
        assert_eq!([0, 1].map(|rank| job.device(rank).counters().failures), [0, 0]);
    }
}

#[test]
fn a_put_makes_its_connection_and_goes_from_pieces_to_an_offset() {
    for plan in plans() {
        let mut job = Job::new(&plan);
        let mut memory = vec![0; 3 << 20];
        let key = open(&mut job, &mut memory, EVERYTHING);
        for (number, (len, cut, offset)) in
            [(8, 3, 0), (300, 299, 1), (2_500_001, 70_000, 4097), (0, 0, 5)].into_iter().enumerate()
        {
            memory.fill(0);
            let mut from = pattern(len, number);
            let (head, tail) = from.split_at_mut(cut);
            let pieces = [piece(head), piece(tail)];
            assert_eq!(put(&mut job, number as u64, &pieces, &key, offset as u64, None), Ok(()));
            assert!(memory[offset..][..len] == from, "{len} bytes at {offset}");
            let others = memory[..offset].iter().chain(&memory[offset + len..]);
            assert!(others.copied().all(|byte| byte == 0), "{len} bytes at {offset}: more was written");
        }
    }
}

#[test]
fn a_get_brings_what_is_at_an_offset_into_pieces() {
    for plan in plans() {
        let mut job = Job::new(&plan);
        let mut memory = pattern(2 << 20, 3);
        let key = open(&mut job, &mut memory, Access::GET);
        for (number, (len, cut, offset)) in [(8, 8, 1), (1_900_000, 5, 77), (0, 0, 9)].into_iter().enumerate() {
            let mut into = vec![0; len];
            let (head, tail) = into.split_at_mut(cut);
            let pieces = [piece(head), piece(tail)];
            assert_eq!(get(&mut job, number as u64, &pieces, &key, offset), Ok(()));
            assert!(into == memory[offset as usize..][..len], "{len} bytes at {offset}");
        }
    }
}

#[test]
fn words_change_and_what_they_were_comes_back() {
    for plan in plans() {
        let mut job = Job::new(&plan);
        let mut words = vec![0_u64; 4];
        let bytes = piece(bytes_of(&mut words));
        // SAFETY: as for `open`.
        let region = unsafe { job.device(1).register(bytes, EVERYTHING) }.expect("memory can be registered");
        let key = job.device(1).key(region);
        assert!(job.device(0).one_sided_methods(1, &key).contains(OneSidedMethods::ATOMIC_8));
        assert_eq!(change(&mut job, Change::FetchAdd(5), &key, 8), 0);
        assert_eq!(change(&mut job, Change::FetchAdd(u64::MAX), &key, 8), 5);
        assert_eq!(change(&mut job, Change::CompareSwap { compare: 5, swap: 9 }, &key, 8), 4);
        assert_eq!(change(&mut job, Change::CompareSwap { compare: 4, swap: 9 }, &key, 8), 4);
        assert_eq!(change(&mut job, Change::Swap(0), &key, 8), 9);
        assert_eq!(change(&mut job, Change::Swap(77), &key, 8), 0);
        assert_eq!(words, [0, 77, 0, 0]);
    }
}

fn bytes_of(words: &mut [u64]) -> &mut [u8] {
    // SAFETY: any bytes are words.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), 8 * words.len()) }
}

#[test]
fn sums_of_many_are_whole_and_every_swap_is_seen_once() {
    const RANKS: usize = 4;
    const ROUNDS: u64 = 25;
    let mut job = Job::new(&Plan { ranks: RANKS, ..Plan::default() });
    let mut words = vec![0_u64; 2];
    // SAFETY: as for `open`.
    let region = unsafe { job.device(1).register(piece(bytes_of(&mut words)), EVERYTHING) }.expect("memory can be registered");
    let key = job.device(1).key(region);
    let others = [0, 2, 3];
    let mut seen = vec![0];
    for round in 0..ROUNDS {
        let mut olds = [[0_u64; 2]; RANKS];
        for rank in others {
            let value = round * RANKS as u64 + rank as u64 + 1;
            let [sum, last] = &mut olds[rank];
            let changes = [(Change::FetchAdd(rank as u64), 0, sum), (Change::Swap(value), 8, last)];
            for (what, offset, old) in changes {
                let result = std::ptr::from_mut(old).cast();
                // SAFETY: memory of the test, which lives until all tickets are back.
                unsafe { job.device(rank).atomic(1, ticket(offset), Atomic::Eight(what), &key, offset, result) }.expect("a word");
            }
        }
        let mut missing = 2 * others.len();
        while missing > 0 {
            job.turn();
            for rank in others {
                missing -=
                    std::iter::from_fn(|| job.ranks[rank].next_one_sided()).inspect(|over| assert_eq!(over.1, Ok(()))).count();
            }
        }
        seen.extend(others.map(|rank| olds[rank][1]));
    }
    assert_eq!(words[0], ROUNDS * others.iter().sum::<usize>() as u64);
    seen.push(words[1]);
    seen.sort_unstable();
    // Each value was found by the swap after it, the last one at the end, and the first word was
    // there twice: at the beginning, and as it is in the list already.
    let mut expected: Vec<u64> =
        (0..ROUNDS).flat_map(|round| others.map(|rank| round * RANKS as u64 + rank as u64 + 1)).collect();
    expected.extend([0, 0]);
    expected.sort_unstable();
    assert_eq!(seen, expected);
}

#[test]
fn a_notice_comes_after_the_data_it_tells_of() {
    const PUTS: usize = 200;
    for mut plan in plans() {
        plan.faults = Faults { delay: 3000, delay_ns: 50_000, ..Faults::default() };
        let mut job = Job::new(&plan);
        let mut memory = vec![0; PUTS * 1000];
        let key = open(&mut job, &mut memory, Access::PUT);
        let mut from: Vec<Vec<u8>> = (0..PUTS).map(|number| pattern(if number % 3 == 0 { 40 } else { 1000 }, number)).collect();
        for (number, bytes) in from.iter_mut().enumerate() {
            let pieces = [piece(bytes)];
            // SAFETY: memory of the test, which lives until all tickets are back.
            unsafe { job.device(0).put(1, ticket(number as u64), &pieces, &key, number as u64 * 1000, Some(number as u32)) }
                .expect("room");
        }
        let (mut heard, mut over) = (0, 0);
        for _ in 0..3_000_000 {
            job.turn();
            over += std::iter::from_fn(|| job.ranks[0].next_one_sided()).inspect(|over| assert_eq!(over.1, Ok(()))).count();
            while let Some(Notice { peer, number }) = job.ranks[1].next_notice() {
                assert_eq!((peer, number as usize), (0, heard), "in order");
                assert!(memory[heard * 1000..][..from[heard].len()] == from[heard], "the data of put {heard} are missing");
                heard += 1;
            }
            if (heard, over) == (PUTS, PUTS) {
                break;
            }
        }
        assert_eq!((heard, over), (PUTS, PUTS));
    }
}

#[test]
fn what_is_outside_or_not_allowed_is_refused_here() {
    let mut job = Job::new(&Plan::default());
    let (mut memory, mut own) = (vec![0; 64], [0; 16]);
    let key = open(&mut job, &mut memory, Access::GET);
    let from = [piece(&mut own)];
    assert_eq!(get(&mut job, 1, &from, &key, 49), Err(CopyError::BadRemote));
    assert_eq!(get(&mut job, 1, &from, &key, u64::MAX), Err(CopyError::BadRemote));
    assert_eq!(get(&mut job, 1, &from, &Key::NONE, 0), Err(CopyError::BadRemote));
    assert_eq!(put(&mut job, 1, &from, &key, 0, None), Err(CopyError::BadRemote));
    assert_eq!(get(&mut job, 1, &from, &key, 48), Ok(()));
    assert_eq!(job.device(0).one_sided_methods(1, &key), OneSidedMethods::GET);
    assert_eq!(job.device(0).one_sided_methods(0, &key), OneSidedMethods::empty(), "not to itself");
    assert_eq!(job.device(0).one_sided_methods(1, &Key::NONE), OneSidedMethods::empty());
    let four = Atomic::Four(Change::Swap(1));
    // SAFETY: nothing begins.
    assert_eq!(unsafe { job.device(0).atomic(1, ticket(1), four, &key, 0, own.as_mut_ptr()) }, Err(CopyError::Refused));
}

#[test]
fn memory_that_is_registered_no_more_fails_the_peer_and_returns_the_ticket() {
    let mut job = Job::new(&Plan::default());
    let (mut memory, mut own) = (vec![0; 1 << 16], vec![1; 1 << 16]);
    // SAFETY: as for `open`.
    let region = unsafe { job.device(1).register(piece(&mut memory), EVERYTHING) }.expect("memory can be registered");
    let key = job.device(1).key(region);
    job.device(1).deregister(region);
    assert_eq!(job.device(1).key(region), Key::NONE);
    let result = put(&mut job, 3, &[piece(&mut own)], &key, 0, None);
    assert!(result == Err(CopyError::Refused) && memory.iter().all(|byte| *byte == 0), "{result:?}");
    assert_eq!(job.device(0).one_sided_methods(1, &key), OneSidedMethods::empty(), "the peer is lost");
}

#[test]
fn what_cannot_be_registered_is_said_in_words() {
    let mut job = Job::new(&Plan { faults: Faults { registration: CHANCES, ..Faults::default() }, ..Plan::default() });
    let mut memory = [0; 64];
    // SAFETY: nothing is registered.
    let refused = unsafe { job.device(1).register(piece(&mut memory), EVERYTHING) };
    assert!(matches!(refused, Err(RegisterError::Refused(reason)) if reason.contains("64 bytes")));
}

/// Few writes may be under way where adapters are software. Those to a peer that sends nothing back
/// go on all the same.
#[test]
fn puts_that_wait_for_those_to_other_peers_go_on() {
    let mut job = Job::new(&Plan { ranks: 5, is_software: true, ..Plan::default() });
    let mut memory: Vec<Vec<u8>> = (0..5).map(|_| vec![0; 40_000]).collect();
    let mut from = pattern(40_000, 3);
    let keys: Vec<Key> = (1..5)
        .map(|peer| {
            // SAFETY: tests keep their memory until the job is gone.
            let region = unsafe { job.device(peer).register(piece(&mut memory[peer]), EVERYTHING) }.expect("memory");
            job.device(peer).key(region)
        })
        .collect();
    for round in 0..3 {
        for (key, peer) in keys.iter().zip(1..) {
            let number = u64::from(round * 10 + peer);
            // SAFETY: memory of the test.
            unsafe { job.device(0).put(peer, ticket(number), &[piece(&mut from)], key, 0, Some(number as u32)) }
                .expect("it begins");
        }
        let mut over = 0;
        for _ in 0..1_000_000 {
            job.turn();
            over += std::iter::from_fn(|| job.ranks[0].next_one_sided()).inspect(|over| assert_eq!(over.1, Ok(()))).count();
            if over == keys.len() {
                break;
            }
        }
        assert_eq!(over, keys.len(), "round {round}");
    }
    assert!(memory[1..].iter().all(|memory| *memory == from));
}

/// Only so many writes of a process are under way. Puts of one batch and a last request, which
/// nobody waits for, count while they are, and no longer.
#[test]
fn puts_that_leave_in_two_batches_and_are_not_awaited_hold_up_nobody() {
    const LEN: usize = (16 << 20) + 1;
    const PUTS: u64 = 40;
    for plan in plans() {
        let mut job = Job::new(&plan);
        job.world.set_hollow(4096);
        let (mut memory, mut from) = (vec![0; LEN], vec![0; LEN]);
        let key = open(&mut job, &mut memory, EVERYTHING);
        assert_eq!(put(&mut job, 1, &[piece(&mut from[..8])], &key, 0, None), Ok(()));
        let mut at_once = Vec::new();
        for number in 0..PUTS {
            let ticket = CollectiveTicket { number, may_be_late: true }.into();
            let before = job.device(0).counters().requests;
            // SAFETY: memory of the test, which lives longer.
            unsafe { job.device(0).put(1, ticket, &[piece(&mut from)], &key, 0, None) }.expect("it begins");
            job.device(0).poll(None, &mut Nothing);
            at_once.push(job.device(0).counters().requests - before);
            let mut finished = None;
            for _ in 0..100_000 {
                job.device(0).poll(None, &mut Nothing);
                job.device(0).hasten();
                job.turn_of(1);
                finished = job.device(0).next_finished();
                if finished.is_some() {
                    break;
                }
            }
            assert_eq!(finished, Some(Finished { ticket, result: Ok(()) }), "put {number}");
        }
        assert!(at_once.iter().all(|requests| *requests == at_once[0]), "requests that leave at once: {at_once:?}");
    }
}

/// Adapters that answer no reads, or ask for none: nobody waits for what never begins.
#[test]
fn where_adapters_have_no_reads_there_are_no_gets_and_no_changes_of_words() {
    for plan in plans() {
        let mut job = Job::new(&Plan { reads: Some(0), ..plan });
        let (mut memory, mut own) = (vec![0; 64], [7; 16]);
        let key = open(&mut job, &mut memory, EVERYTHING);
        assert_eq!(put(&mut job, 1, &[piece(&mut own)], &key, 0, None), Ok(()));
        assert_eq!(get(&mut job, 2, &[piece(&mut own)], &key, 0), Err(CopyError::Refused));
        let what = Atomic::Eight(Change::FetchAdd(1));
        // SAFETY: nothing begins.
        let begun = unsafe { job.device(0).atomic(1, ticket(3), what, &key, 0, own.as_mut_ptr()) };
        assert_eq!(begun, Err(CopyError::Refused));
    }
}
