//! Processes of other jobs: they are told, dismissed, and met again under other numbers.

use ferry_engine::Mode;

use crate::world::{Job, Plan, content};

/// Numbers that processes know each other by.
const MOST: usize = 10;
const PATIENCE_NS: u64 = 1_000_000_000;

fn job() -> Job {
    let mut job = Job::new(&Plan { rings: 0, ..Plan::default() });
    for rank in 0..2 {
        job.device(rank).for_foreign_peers();
        job.ranks[rank].add_peers(MOST);
    }
    job
}

/// Process `rank` gets to know the other one by a number.
fn admit(job: &mut Job, rank: usize, number: u32) {
    let card = job.cards.borrow()[1 - rank].clone();
    job.device(rank).admit(number, &card, "the other job").expect("a card");
}

/// Each sends the other a message.
fn talk(job: &mut Job, numbers: [u32; 2], len: usize) {
    let (mut out, mut into) = ([content(1, len), content(2, len)], [vec![0; len], vec![0; len]]);
    let receives = [0, 1].map(|rank| job.receive(rank, numbers[rank] as usize, 3, &mut into[rank]));
    let sends = [0, 1].map(|rank| job.send(rank, numbers[rank] as usize, 3, &mut out[rank], Mode::Standard));
    for rank in 0..2 {
        assert_eq!(
            job.finish(rank, Some(receives[rank])).map(|outcome| (outcome.bytes, outcome.fault)),
            Some((len as u64, None))
        );
        job.finish(rank, sends[rank]);
        assert!(into[rank] == content(2 - rank, len), "{len} bytes at process {rank}");
    }
}

#[test]
fn processes_of_other_jobs_are_met_dismissed_and_met_again() {
    let mut job = job();
    for (round, numbers) in [[5, 7], [5, 7], [2, 9], [3, 5]].into_iter().enumerate() {
        [0, 1].into_iter().for_each(|rank| admit(&mut job, rank, numbers[rank]));
        [8, 5_000, 100_000, 3 << 20].into_iter().for_each(|len| talk(&mut job, numbers, len));
        // One forgets the other before that one does.
        for rank in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
            job.device(rank).dismiss(numbers[rank], PATIENCE_NS);
            job.ranks[rank].forget_peer(numbers[rank]);
            (0..100).for_each(|_| job.turn());
        }
        for rank in 0..2 {
            assert!(job.ranks[rank].losses().is_empty(), "{:?}", job.ranks[rank].losses());
            let counters = job.device(rank).counters();
            assert_eq!((counters.connections, counters.failures, counters.receive_bytes), (round as u64 + 1, 0, 0));
            assert_eq!(job.device(rank).connection_places(), 1, "round {round}: each connection takes the place of the last");
        }
    }
}

#[test]
fn who_has_forgotten_a_process_that_still_knows_it_meets_it_again() {
    let mut job = job();
    let numbers = [5, 7];
    [0, 1].into_iter().for_each(|rank| admit(&mut job, rank, numbers[rank]));
    talk(&mut job, numbers, 100);
    job.device(0).dismiss(numbers[0], PATIENCE_NS);
    job.ranks[0].forget_peer(numbers[0]);
    (0..100).for_each(|_| job.turn());
    assert!(job.ranks[1].losses().is_empty(), "it was told");
    [0, 1].into_iter().for_each(|rank| admit(&mut job, rank, numbers[rank]));
    talk(&mut job, numbers, 100_000);
}

#[test]
fn who_was_not_told_is_not_heard() {
    let mut job = job();
    admit(&mut job, 0, 5);
    let mut out = content(1, 100);
    let send = job.send(0, 5, 3, &mut out, Mode::Standard);
    (0..1000).for_each(|_| job.turn());
    assert_eq!(job.device(1).counters().queue_pairs, 0, "nothing is made for strangers");
    admit(&mut job, 1, 7);
    let mut into = vec![0; 100];
    let receive = job.receive(1, 7, 3, &mut into);
    job.finish(1, Some(receive));
    job.finish(0, send);
    assert!(into == content(1, 100));
}

#[test]
fn a_process_that_was_dismissed_is_named_when_somebody_sends_to_it() {
    let mut job = job();
    [0, 1].into_iter().for_each(|rank| admit(&mut job, rank, 5));
    talk(&mut job, [5, 5], 100);
    job.device(0).dismiss(5, PATIENCE_NS);
    let mut out = content(1, 100);
    let send = job.send(0, 5, 3, &mut out, Mode::Standard);
    assert!(job.finish(0, send).is_some_and(|outcome| outcome.fault.is_some()));
    assert!(job.ranks[0].losses().iter().any(|lost| lost.reason.contains("disconnected")), "{:?}", job.ranks[0].losses());
}
