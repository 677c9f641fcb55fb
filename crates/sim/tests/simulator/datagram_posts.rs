//! What a job over datagrams posts beside its messages: doorbells and acknowledgements.

use ferry_sim::environment::DatagramDevice;
use ferry_sim::{Faults, Plan, Profile, Rank, World};
use ferry_ud::Counters;

/// Messages in each direction.
const ROUNDS: usize = 100;

/// What rank 0 counts when two ranks send each other a message of `len` bytes in turn. Packets take
/// `latency_us` from port to port, and a rank computes for `compute_us` before it answers.
fn ping_pong(len: usize, latency_us: u64, compute_us: u64, sleeps: bool) -> Counters {
    let latency = format!("[link]\nlatency_ns = {{ value = {}", latency_us * 1000);
    let text = Profile::KNOWN[0].1;
    let old = text.lines().find(|line| line.starts_with("latency_ns")).expect("a latency");
    let value = old.split(", origin").next().expect("its value");
    let text = text.replace(&format!("[link]\n{value}"), &latency);
    let profile = Profile::parse("far", &text).expect("a profile");
    assert_eq!(profile.link.latency_ps, latency_us * 1_000_000);
    let world = World::new(profile, Faults::default(), 1);
    let mut job = Plan::new(2).build_datagrams(&world).expect("a job");
    (0..2).for_each(|rank| world.set_sleeping(rank, sleeps));
    let program = move |rank: Rank<DatagramDevice>| async move {
        let (block, peer) = (rank.block(len), 1 - rank.rank());
        for _ in 0..ROUNDS {
            if rank.rank() == 0 {
                rank.send(peer, 1, &block, 0, len).await;
            }
            rank.recv(peer as i32, 1, &block, 0, len).await;
            rank.compute(compute_us * 1000).await;
            if rank.rank() == 1 {
                rank.send(peer, 1, &block, 0, len).await;
            }
        }
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
    job.rank(0).device(|device| device.device().counters())
}

#[test]
fn the_datagrams_of_a_message_go_with_one_doorbell() {
    let own = ping_pong(8 << 10, 1, 0, false);
    println!("8 KiB: {own:?}");
    assert_eq!(own.packets_sent, ROUNDS as u64);
    assert!(own.datagrams_sent >= 3 * own.packets_sent, "8 KiB and a header are three datagrams of 4 KiB: {own:?}");
    assert!(own.doorbells <= own.packets_sent + own.acknowledgements, "{own:?}");
    // What goes alone is posted alone.
    let own = ping_pong(8, 1, 0, false);
    assert_eq!((own.doorbells, own.requests), (own.datagrams_sent, own.datagrams_sent), "{own:?}");
}

#[test]
fn acknowledgements_travel_with_answers_also_where_everything_takes_long() {
    for sleeps in [false, true] {
        for (latency_us, compute_us) in [(1, 50), (600, 300)] {
            let own = ping_pong(8, latency_us, compute_us, sleeps);
            println!("{latency_us} us, answers after {compute_us} us: {own:?}");
            // The first answers come before a round trip is known.
            assert!(own.acknowledgements <= 3 && own.datagrams_repeated == 0, "sleeps: {sleeps}: {own:?}");
        }
        // A rank that computes for longer than that tells its peer when it looks again.
        let own = ping_pong(8, 1, 5_000, sleeps);
        assert!(own.datagrams_repeated > 0, "{own:?}");
    }
}

/// How often rank 1 goes to sleep while it gets `ROUNDS` messages of `len` bytes, one after the
/// other, each of which it answers.
fn sleeps(len: usize, faults: Faults) -> Counters {
    let world = World::new(Profile::find("ndr400").expect("known"), faults, 3);
    let mut plan = Plan::new(2);
    plan.datagrams.zero_copy_min = Some(64 << 10);
    let mut job = plan.build_datagrams(&world).expect("a job");
    (0..2).for_each(|rank| world.set_sleeping(rank, true));
    let program = move |rank: Rank<DatagramDevice>| async move {
        let block = rank.block(len);
        for round in 0..ROUNDS as u64 {
            if rank.rank() == 0 {
                block.fill(0, len, round);
                rank.send(1, 1, &block, 0, len).await;
                rank.recv(1, 2, &block, 0, 0).await;
            } else {
                rank.recv(0, 1, &block, 0, len).await;
                assert_eq!(block.find_wrong(0, len, round), None);
                rank.send(0, 2, &block, 0, 0).await;
            }
        }
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
    job.rank(1).device(|device| device.device().counters())
}

#[test]
fn a_rank_that_sleeps_is_woken_for_messages_and_not_for_each_packet_of_one() {
    for (len, most) in [(8, 1), (8 << 10, 1), (32 << 10, 3), (256 << 10, 4)] {
        let own = sleeps(len, Faults::default());
        println!("{len} bytes: {} sleeps, {} packets", own.sleeps, own.completions);
        assert!(own.sleeps <= (most + 1) * ROUNDS as u64, "{len} bytes: {own:?}");
    }
    // What is lost or overtaken wakes it, too.
    sleeps(32 << 10, Faults { loss: 300, reordering: 1000, ..Faults::default() });
    sleeps(256 << 10, Faults { loss: 300, reordering: 1000, ..Faults::default() });
}
