//! Ranks as tasks over the real engine and the real device of reliable connections.

use std::cell::RefCell;
use std::rc::Rc;

use ferry_rc::per_peer::BASELINE;
use ferry_rc::{AnyReceives, PerPeer, buckets};
use ferry_sim::environment::SimDevice;
use ferry_sim::{Faults, Job, Plan, Profile, Rank, Setup, Violation, Workload, World};

fn job(ranks: u32, seed: u64) -> (World, Job<SimDevice>) {
    let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), seed);
    let job = Plan::new(ranks).build(&world, |_| PerPeer::new(&BASELINE)).expect("a job");
    (world, job)
}

async fn ping_pong(rank: Rank<SimDevice>, len: usize, rounds: u32, times: Rc<RefCell<Vec<u64>>>) {
    let (block, peer) = (rank.block(len.max(1)), 1 - rank.rank());
    for round in 0..rounds {
        let begin_ps = rank.now_ps();
        if rank.rank() == 0 {
            block.fill(0, len, round.into());
            rank.send(peer, 7, &block, 0, len).await;
            let outcome = rank.recv(peer as i32, 8, &block, 0, len).await;
            assert_eq!((outcome.bytes, block.find_wrong(0, len, u64::from(round) + 1000)), (len as u64, None));
            times.borrow_mut().push(rank.now_ps() - begin_ps);
        } else {
            let outcome = rank.recv(peer as i32, 7, &block, 0, len).await;
            assert_eq!((outcome.bytes, block.find_wrong(0, len, round.into())), (len as u64, None));
            block.fill(0, len, u64::from(round) + 1000);
            rank.send(peer, 8, &block, 0, len).await;
        }
    }
}

fn round_trip_ns(len: usize) -> u64 {
    let (_, mut job) = job(2, 1);
    let times = Rc::new(RefCell::new(Vec::new()));
    job.run(|rank| ping_pong(rank, len, 50, Rc::clone(&times)), &mut []).expect("it runs");
    let mut times = times.take();
    times.sort_unstable();
    times[times.len() / 2] / 1000
}

#[test]
fn messages_of_all_sizes_travel_whole_and_take_the_time_of_the_machine() {
    let latency = [0, 8, 1000, 8 << 10, 64 << 10, 1 << 20].map(|len| (len, round_trip_ns(len) / 2));
    println!("{latency:?}");
    assert!((700..2500).contains(&latency[1].1), "8 bytes: {} ns", latency[1].1);
    let megabyte = latency[5].1;
    assert!((21_000..60_000).contains(&megabyte), "1 MiB at 48.5 GB/s and a handshake: {megabyte} ns");
    assert!(latency.windows(2).all(|pair| pair[0].1 <= pair[1].1 + 100), "{latency:?}");
}

#[test]
fn collectives_compute_what_they_should() {
    for ranks in [1, 2, 5, 8] {
        let (_, mut job) = job(ranks, 3);
        let program = |rank: Rank<SimDevice>| async move {
            let (ranks, me) = (rank.ranks() as usize, u64::from(rank.rank()));
            rank.barrier().await;
            let block = rank.block(8000);
            block.write(0, &(0..1000u64).flat_map(|index| (index * (me + 1)).to_le_bytes()).collect::<Vec<u8>>());
            rank.allreduce(&block, 1000).await;
            let sum = (1..=ranks as u64).sum::<u64>();
            let mut word = [0; 8];
            block.read(8 * 999, &mut word);
            assert_eq!(u64::from_le_bytes(word), 999 * sum);
            let (from, into) = (rank.block(100 * ranks), rank.block(100 * ranks));
            (0..ranks).for_each(|to| from.fill(100 * to, 100, me * 100 + to as u64));
            rank.alltoall(&from, &into, 100).await;
            assert!((0..ranks).all(|peer| into.find_wrong(100 * peer, 100, peer as u64 * 100 + me).is_none()));
            rank.allgather(&from, &into, 100).await;
            assert!((0..ranks).all(|peer| into.find_wrong(100 * peer, 100, peer as u64 * 100).is_none()));
            from.fill(0, 50, me);
            rank.bcast(0, &from, 50).await;
            assert_eq!(from.find_wrong(0, 50, 0), None);
        };
        job.run(program, &mut []).unwrap_or_else(|violation| panic!("{ranks} ranks: {violation}"));
    }
}

#[test]
fn a_deadlock_is_found_and_says_who_waits_for_whom() {
    let (_, mut job) = job(2, 1);
    job.patience_ps = 5_000_000_000_000;
    let program = |rank: Rank<SimDevice>| async move {
        let block = rank.block(8);
        rank.recv(1 - rank.rank() as i32, 5, &block, 0, 8).await;
    };
    let Violation { invariant, text, .. } = job.run(program, &mut []).expect_err("they wait for each other");
    assert_eq!(invariant, "progress");
    assert!(text.contains("rank 0 waits for a message from rank 1 with tag 5; rank 1 waits"), "{text}");
}

#[test]
fn the_same_seed_gives_the_same_log_to_the_letter() {
    let run = |seed| {
        let faults = Faults { delay: 500, delay_ns: 5000, loss: 2000, slowness: 300, slow_ns: 20_000, ..Faults::default() };
        let world = World::new(Profile::find("ndr400").expect("known"), faults, seed);
        world.set_log(true);
        let mut job = Plan::new(6).build(&world, |_| PerPeer::new(&BASELINE)).expect("a job");
        let program = |rank: Rank<SimDevice>| async move {
            let block = rank.block(6 * 40_000);
            for _ in 0..3 {
                rank.alltoall(&block, &rank.block(6 * 40_000), 40_000).await;
                rank.barrier().await;
            }
        };
        job.run(program, &mut []).unwrap_or_else(|violation| panic!("{violation}"));
        (world.log_digest(), world.now_ps(), world.totals(), world.take_log())
    };
    let (first, again, other) = (run(5), run(5), run(6));
    assert!(!first.3.is_empty());
    assert_eq!(first, again);
    assert_ne!(first.0, other.0);
}

#[test]
fn where_adapters_have_no_shared_receive_queues_each_peer_has_receives_of_its_own() {
    let buffers = |shared_receives| -> Vec<u32> {
        let workload = Workload::find("amr").expect("known");
        let mut setup = Setup::new(workload, 4, Profile::find("ndr400").expect("known"), 1);
        (setup.settings.iterations, setup.plan.options.rings) = (5, 0);
        setup.plan.shared_receives = shared_receives;
        let report = setup.run(|_| AnyReceives::buckets(&buckets::Plan::default()));
        let report = report.unwrap_or_else(|error| panic!("{error}"));
        report.arrivals.buckets().iter().map(|bucket| bucket.buffer).collect()
    };
    assert_eq!(buffers(false), BASELINE.map(|(bytes, _)| bytes));
    assert!(buffers(true).contains(&(256 + 24)), "{:?}", buffers(true));
}

#[test]
fn ranks_that_sleep_are_woken() {
    let (world, mut job) = job(4, 1);
    (0..4).for_each(|rank| world.set_sleeping(rank, true));
    let program = |rank: Rank<SimDevice>| async move {
        let block = rank.block(100_000);
        for round in 0..40 {
            let (to, from) = ((rank.rank() + 1) % 4, (rank.rank() + 3) % 4);
            let len = [10, 3000, 100_000][round % 3];
            let receive = rank.irecv(from as i32, 1, &block, 0, len);
            let sent = rank.block(len);
            rank.send(to, 1, &sent, 0, len).await;
            rank.wait(receive).await;
        }
        rank.barrier().await;
    };
    job.run(program, &mut []).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(world.now_ps() < 1_000_000_000_000, "nobody had to be woken by an alarm: {} ps", world.now_ps());
}
