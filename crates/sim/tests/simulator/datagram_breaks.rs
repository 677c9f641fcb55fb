//! Send queues of datagrams that take no more requests: what was under way ends, its memory is read
//! no more, and whoever has heard of that is left in peace.

use std::cell::Cell;
use std::rc::Rc;

use ferry_engine::Fault;
use ferry_sim::environment::DatagramDevice;
use ferry_sim::{Faults, Plan, PostEnd, Profile, Rank, World};

/// Queue pairs of a rank, by how many it has made before: that of packets, and that of large
/// messages.
const PACKETS: usize = 0;
const LARGE: usize = 1;
/// The first of those that blocks of large messages come to.
const BLOCKS: usize = 2;

/// Bytes of a large message, of two blocks and an end that fills no packet.
const LEN: usize = 1_500_001;

/// How long a rank that says nothing is believed to live, in ns.
const SILENCE_NS: u64 = 20_000_000;

fn plan(ranks: u32) -> Plan {
    let mut plan = Plan::new(ranks);
    plan.datagrams.zero_copy_min = Some(32 << 10);
    plan.datagrams.silence_ns = Some(SILENCE_NS);
    plan
}

/// Rank 0 sends large messages to ranks 1 and 2, until the send queue of one of its queue pairs
/// fails after so many requests. How many of the messages were broken off.
fn send_until_it_fails(before: usize, after: u32) -> u32 {
    let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), u64::from(after));
    let mut job = plan(3).build_datagrams(&world).expect("a job");
    let broken_off = Rc::new(Cell::new(0));
    let program = |rank: Rank<DatagramDevice>| {
        let broken_off = Rc::clone(&broken_off);
        async move {
            let blocks = [rank.block(LEN), rank.block(LEN)];
            // Who has heard of a rank notices that it is silent.
            if rank.rank() > 0 {
                assert_eq!(rank.recv(0, 9, &blocks[0], 0, 8).await.fault, None);
                let fault = rank.recv(0, 1, &blocks[0], 0, LEN).await.fault;
                return assert!(fault.is_none() || fault == Some(Fault::PeerLost), "{fault:?}");
            }
            for peer in [1, 2] {
                rank.send(peer, 9, &blocks[0], 0, 8).await;
            }
            rank.world().limit_posts(0, before, Some((after, PostEnd::Failure)));
            let sends = [rank.isend(1, 1, &blocks[0], 0, LEN), rank.isend(2, 1, &blocks[1], 0, LEN)];
            for (send, block) in sends.into_iter().zip(&blocks) {
                let fault = rank.wait(send).await.fault;
                assert!(fault.is_none() || fault == Some(Fault::PeerLost), "{fault:?}");
                broken_off.set(broken_off.get() + u32::from(fault.is_some()));
                block.give_back();
            }
            rank.compute(SILENCE_NS).await;
        }
    };
    let ended = job.run(program, &mut ferry_sim::invariant::of_datagrams());
    ended.unwrap_or_else(|violation| panic!("queue pair {before} fails after {after} requests: {violation}"));
    broken_off.get()
}

#[test]
fn large_messages_end_where_their_send_queue_fails_and_their_memory_is_read_no_more() {
    // In the middle of a batch, between two, and after some of the first message have left.
    for after in [0, 1, 5, 15, 16, 17, 40, 100, 300, 500] {
        assert_eq!(send_until_it_fails(LARGE, after), 2, "after {after} requests");
    }
    assert_eq!(send_until_it_fails(LARGE, 100_000), 0);
}

#[test]
fn large_messages_end_where_the_send_queue_of_packets_fails() {
    let broken_off: u32 = (0..24).map(|after| send_until_it_fails(PACKETS, after)).sum();
    assert!(broken_off > 10, "{broken_off} messages were broken off");
}

#[test]
fn a_rank_sleeps_after_a_message_was_broken_off_that_its_send_queue_held_up() {
    let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), 1);
    let mut job = plan(3).build_datagrams(&world).expect("a job");
    (0..3).for_each(|rank| world.set_sleeping(rank, true));
    let program = |rank: Rank<DatagramDevice>| async move {
        let block = rank.block(LEN);
        match rank.rank() {
            0 => {
                rank.world().limit_posts(0, LARGE, Some((0, PostEnd::Full)));
                let outcome = rank.send(1, 1, &block, 0, LEN).await;
                assert_eq!(outcome.fault, Some(Fault::PeerLost), "rank 1 has died");
                let before = rank.device(|device| device.device().counters());
                assert!(before.untaken > 0, "nothing was held up: {before:?}");
                rank.recv(2, 2, &block, 0, 8).await;
                let sleeps = rank.device(|device| device.device().counters()).sleeps - before.sleeps;
                assert!(sleeps < 100, "{sleeps} sleeps while nothing happens");
            }
            1 => {
                let receive = rank.irecv(0, 1, &block, 0, LEN);
                rank.world().kill_at(1, rank.now_ps() + 1_000_000_000);
                rank.wait(receive).await;
                panic!("the dead receive nothing");
            }
            _ => {
                rank.compute(10 * SILENCE_NS).await;
                rank.send(0, 2, &block, 0, 8).await;
            }
        }
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn a_rank_whose_queue_pair_of_packets_breaks_does_not_wait_for_ever() {
    for pair in [PACKETS, LARGE] {
        let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), 1);
        let mut job = plan(2).build_datagrams(&world).expect("a job");
        (0..2).for_each(|rank| world.set_sleeping(rank, true));
        let program = |rank: Rank<DatagramDevice>| async move {
            let block = rank.block(8);
            if rank.rank() == 1 {
                rank.send(0, 1, &block, 0, 8).await;
                return rank.compute(SILENCE_NS).await;
            }
            rank.recv(1, 1, &block, 0, 8).await;
            let receive = rank.irecv(1, 2, &block, 0, 8);
            rank.world().break_pair(0, pair);
            assert_eq!(rank.wait(receive).await.fault, Some(Fault::PeerLost));
        };
        let ended = job.run(program, &mut ferry_sim::invariant::of_datagrams());
        ended.unwrap_or_else(|violation| panic!("queue pair {pair}: {violation}"));
    }
}

#[test]
fn a_large_message_ends_where_the_queue_pair_of_its_block_breaks() {
    for after_us in [0, 1, 2, 4, 8, 12, 16, 20, 24] {
        let world = World::new(Profile::find("ndr400").expect("known"), Faults::default(), after_us);
        let mut plan = plan(2);
        // The rank whose queue pair breaks says so to the other one.
        plan.datagrams.silence_ns = None;
        let mut job = plan.build_datagrams(&world).expect("a job");
        let program = |rank: Rank<DatagramDevice>| async move {
            let block = rank.block(LEN);
            let fault = if rank.rank() == 0 {
                // The pairs are made for the first message.
                rank.send(1, 0, &block, 0, LEN).await;
                rank.send(1, 1, &block, 0, LEN).await.fault
            } else {
                assert_eq!(rank.recv(0, 0, &block, 0, LEN).await.fault, None);
                let receive = rank.irecv(0, 1, &block, 0, LEN);
                rank.compute(1_000 * after_us).await;
                rank.world().break_pair(1, BLOCKS);
                rank.wait(receive).await.fault
            };
            assert!(fault.is_none() || fault == Some(Fault::PeerLost), "{fault:?}");
        };
        let ended = job.run(program, &mut ferry_sim::invariant::of_datagrams());
        ended.unwrap_or_else(|violation| panic!("after {after_us} us: {violation}"));
    }
}
