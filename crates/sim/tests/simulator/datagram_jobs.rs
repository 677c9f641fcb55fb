//! Jobs over datagrams: the real engine and the real device, on a network that loses, doubles and
//! reorders.

use std::cell::Cell;
use std::rc::Rc;

use ferry_sim::environment::{BothDevice, DatagramDevice};
use ferry_sim::fuzz::{Case, fuzz};
use ferry_sim::{Faults, Job, Plan, Profile, Rank, Scheme, Setup, Workload, World};
use ferry_ud::{Counters, LargeMessages, Repair};

fn world(faults: Faults) -> World {
    World::new(Profile::find("ndr400").expect("known"), faults, 7)
}

fn counters(job: &Job<DatagramDevice>) -> Vec<Counters> {
    job.ranks().iter().map(|rank| rank.device(|device| device.device().counters())).collect()
}

/// Two ranks send each other messages of all lengths at once.
async fn exchange(rank: Rank<DatagramDevice>) {
    let peer = 1 - rank.rank();
    for (number, len) in [0, 1, 100, 4000, 5000, 40_000, 300_001, 3 << 20].into_iter().enumerate() {
        let (out, into) = (rank.block(len), rank.block(len));
        let name = |from: u32| (number as u64) << 8 | u64::from(from);
        out.fill(0, len, name(rank.rank()));
        let receive = rank.irecv(peer as i32, 3, &into, 0, len);
        let send = rank.isend(peer, 3, &out, 0, len);
        assert_eq!(rank.wait(receive).await.bytes, len as u64);
        rank.wait(send).await;
        assert_eq!(into.find_wrong(0, len, name(peer)), None, "{len} bytes");
    }
}

fn run(large: LargeMessages, repair: Repair, faults: Faults) -> (Vec<Counters>, u64) {
    let world = world(faults);
    let mut plan = Plan::new(2);
    (plan.datagrams.large, plan.datagrams.repair) = (large, repair);
    plan.datagrams.zero_copy_min = Some(32 << 10);
    let mut job = plan.build_datagrams(&world).expect("a job");
    job.run(exchange, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
    (counters(&job), world.now_ps())
}

const FAULTY: Faults = Faults {
    loss: 300,
    duplication: 200,
    reordering: 500,
    delay: 0,
    delay_ns: 0,
    repetition: 0,
    registration: 0,
    refusal: 0,
    slowness: 0,
    slow_ns: 0,
    memory_limit: 0,
};

#[test]
fn messages_of_all_lengths_travel_whole() {
    for large in [LargeMessages::Copy, LargeMessages::ZeroCopy] {
        let (counters, _) = run(large, Repair::Missing, Faults::default());
        for own in counters {
            let puts = if large == LargeMessages::Copy { 0 } else { 3 };
            assert_eq!((own.puts, own.pieces_repeated, own.pieces_moved, own.datagrams_repeated), (puts, 0, 0, 0), "{own:?}");
            assert_eq!((own.duplicates, own.early, own.no_room, own.strays, own.resets), (0, 0, 0, 0, 0), "{own:?}");
        }
    }
}

#[test]
fn what_is_lost_is_sent_again_and_nothing_else() {
    for (large, repair) in [
        (LargeMessages::Copy, Repair::Missing),
        (LargeMessages::ZeroCopy, Repair::Missing),
        (LargeMessages::ZeroCopy, Repair::Block),
    ] {
        let (counters, _) = run(large, repair, FAULTY);
        let sum = |of: fn(&Counters) -> u64| counters.iter().map(of).sum::<u64>();
        println!("{large:?} {repair:?}: {counters:?}");
        match (large, repair) {
            (LargeMessages::Copy, _) => assert!(sum(|own| own.datagrams_repeated) > 10),
            // Of 1,700 packets some 50 are lost and 85 overtaken.
            (_, Repair::Missing) => {
                assert!((10..300).contains(&sum(|own| own.pieces_repeated)));
                assert!(sum(|own| own.pieces_moved) > 100 && sum(|own| own.resets) == 0);
            }
            (_, Repair::Block) => assert!(sum(|own| own.pieces_repeated) > 1000 && sum(|own| own.resets) > 0),
        }
    }
}

#[test]
fn what_a_send_queue_refuses_is_sent_again() {
    for large in [LargeMessages::Copy, LargeMessages::ZeroCopy] {
        for seed in 0..20 {
            let world = World::new(Profile::find("ndr400").expect("known"), Faults { refusal: 3000, ..Faults::default() }, seed);
            let mut plan = Plan::new(2);
            // A queue that forgets what it refused has no room any more after a few of them.
            (plan.datagrams.large, plan.datagrams.sends, plan.datagrams.bulk_sends) = (large, 16, 16);
            plan.datagrams.zero_copy_min = Some(32 << 10);
            let mut job = plan.build_datagrams(&world).expect("a job");
            job.run(exchange, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
            for own in counters(&job) {
                assert!(own.untaken > 100 && own.failures == 0, "{own:?}");
            }
        }
    }
}

#[test]
fn large_messages_wait_for_a_queue_pair() {
    let world = world(Faults::default());
    let mut plan = Plan::new(5);
    (plan.datagrams.pool, plan.datagrams.block_pieces) = (2, 16);
    plan.datagrams.zero_copy_min = Some(32 << 10);
    let mut job = plan.build_datagrams(&world).expect("a job");
    let program = |rank: Rank<DatagramDevice>| async move {
        const LEN: usize = 400_000;
        let block = rank.block(4 * LEN);
        let mut requests = Vec::new();
        if rank.rank() == 0 {
            requests.extend((1..5).map(|from| rank.irecv(from, 1, &block, (from as usize - 1) * LEN, LEN)));
        } else {
            block.fill(0, LEN, rank.rank().into());
            requests.push(rank.isend(0, 1, &block, 0, LEN));
        }
        rank.wait_all(requests).await;
        if rank.rank() == 0 {
            (0..4).for_each(|index| assert_eq!(block.find_wrong(index * LEN, LEN, index as u64 + 1), None));
        }
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
    let first = counters(&job)[0];
    assert!(first.pool_waits > 0 && first.queue_pairs == 2 + 2, "{first:?}");
}

/// Memory comes to lie on other pages while a message lands in it, as when its process forks. The
/// adapter fills the former pages; the processor writes the end, which fills no packet.
#[test]
fn memory_that_moves_while_a_message_lands_gets_all_of_it() {
    const LEN: usize = 1_500_001;
    const MTU: usize = 4096;
    const ON_FORMER_PAGES: u64 = 6;
    for faults in [Faults::default(), FAULTY] {
        let world = world(faults);
        let mut plan = Plan::new(2);
        plan.datagrams.zero_copy_min = Some(32 << 10);
        let mut job = plan.build_datagrams(&world).expect("a job");
        let program = |rank: Rank<DatagramDevice>| async move {
            let (block, other) = (rank.block(LEN), rank.block(8));
            if rank.rank() == 0 {
                block.fill(0, LEN, 5);
                let send = rank.isend(1, 1, &block, 0, LEN);
                rank.send(1, 2, &other, 0, 8).await;
                rank.wait(send).await;
                return;
            }
            let receive = rank.irecv(0, 1, &block, 0, LEN);
            rank.recv(0, 2, &other, 0, 8).await;
            let counters = || rank.device(|device| device.device().counters());
            assert_eq!(counters().registrations, 1, "the message's memory is exposed");
            let (mut former, mut expected) = (vec![0; LEN], vec![0; LEN]);
            let model = rank.block(LEN);
            model.fill(0, LEN, 5);
            model.read(0, &mut expected);
            model.fill(0, LEN, ON_FORMER_PAGES);
            model.read(0, &mut former);
            block.move_away(former.clone());
            rank.wait(receive).await;
            let packets = LEN - LEN % MTU;
            let mut found = vec![0; LEN];
            block.read(0, &mut found);
            assert_eq!(found[packets..], expected[packets..], "the end is the processor's");
            if counters().pieces_moved == 0 {
                return assert!(found[..packets] == former[..packets], "the rest is the adapter's");
            }
            assert!(found[..packets] != former[..packets], "packets were put right where they are now");
            let sorted = |bytes: &[u8]| {
                let mut bytes = bytes.to_vec();
                bytes.sort_unstable();
                bytes
            };
            assert!(sorted(&found[..packets]) == sorted(&former[..packets]));
        };
        job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn large_messages_wait_where_there_is_memory_for_one_queue_pair_and_are_copied_where_for_none() {
    for for_large_messages in [1, 0] {
        let world = world(Faults::default());
        let mut plan = Plan::new(2);
        plan.datagrams.block_pieces = 16;
        plan.datagrams.zero_copy_min = Some(32 << 10);
        let mut job = plan.build_datagrams(&world).expect("a job");
        (0..2).for_each(|rank| world.limit_queue_pairs(rank, world.queue_pairs(rank) + for_large_messages));
        job.run(exchange, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
        for own in counters(&job) {
            assert_eq!((own.queue_pairs, own.failures), (2 + for_large_messages as u64, 0), "{own:?}");
            assert_eq!([own.puts, own.pool_waits].map(|count| count > 0), [for_large_messages > 0; 2], "{own:?}");
        }
    }
}

#[test]
fn random_jobs_over_datagrams_keep_all_invariants() {
    for scheme in Scheme::OF_DATAGRAMS {
        let only = |case: &mut Case| *case = case.over(scheme);
        let tried = fuzz(0..30, only);
        tried.unwrap_or_else(|failure| panic!("{}\nmade smaller: {}\n{}", failure.first, failure.smallest, failure.violation));
    }
}

/// What rank 1 counts when it gets messages of 1 MiB from one buffer again and again, on a machine
/// that copies so many MB/s.
fn receive_megabytes(copy_mbps: u32, zero_copy_min: Option<u64>) -> Counters {
    let copies = format!("copy_mbps = {{ value = {copy_mbps}");
    let text = Profile::KNOWN[0].1.replace("copy_mbps = { value = 16000", &copies);
    let text = text.replace("far_copy_mbps = { value = 9000", &format!("far_{copies}"));
    let world = World::new(Profile::parse("test", &text).expect("a profile"), Faults::default(), 1);
    let mut plan = Plan::new(2);
    plan.datagrams.zero_copy_min = zero_copy_min;
    let mut job = plan.build_datagrams(&world).expect("a job");
    let program = |rank: Rank<DatagramDevice>| async move {
        let block = rank.block(1 << 20);
        for _ in 0..4 {
            if rank.rank() == 0 {
                rank.send(1, 1, &block, 0, 1 << 20).await;
            } else {
                rank.recv(0, 1, &block, 0, 1 << 20).await;
            }
        }
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
    let [sender, receiver] = counters(&job)[..] else { panic!("two ranks") };
    Counters { puts: sender.puts, ..receiver }
}

#[test]
fn large_messages_go_without_a_copy_where_that_costs_less_or_where_a_setting_says_so() {
    let slow = receive_megabytes(16_000, None);
    assert_eq!((slow.puts, slow.copied_by_cost), (4, 0), "two copies of 1 MiB cost 131 us, 256 receives 15");
    let fast = receive_megabytes(900_000, None);
    assert_eq!((fast.puts, fast.copied_by_cost), (0, 4), "two copies cost 2 us");
    assert_eq!(receive_megabytes(900_000, Some(4096)).puts, 4);
    assert_eq!(receive_megabytes(16_000, Some(2 << 20)).puts, 0);
}

/// What rank 1 counts when it gets messages of 64 KiB, each into one of `buffers` buffers in turn,
/// on the machine of the paper. With `once` the memory is another one in each round.
fn receive_into(buffers: usize, rounds: usize, once: bool) -> Counters {
    const LEN: usize = 64 << 10;
    let world = World::new(Profile::find("mt25208-ddr").expect("known"), Faults::default(), 1);
    let mut job = Plan::new(2).build_datagrams(&world).expect("a job");
    let program = move |rank: Rank<DatagramDevice>| async move {
        let mut block = rank.block(buffers * LEN);
        for _ in 0..rounds {
            if once {
                block = rank.block(buffers * LEN);
            }
            for number in 0..buffers {
                if rank.rank() == 0 {
                    rank.send(1, 1, &block, number * LEN, LEN).await;
                } else {
                    rank.recv(0, 1, &block, number * LEN, LEN).await;
                }
            }
        }
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
    counters(&job)[1]
}

#[test]
fn buffers_that_come_again_are_known_although_messages_were_copied_at_first() {
    for buffers in [1, 16, 200] {
        let own = receive_into(buffers, 5, false);
        assert!(own.copied_by_cost <= buffers as u64 && own.registrations <= buffers as u64, "{buffers}: {own:?}");
    }
    // Memory that is given back comes again at the same addresses, where it is not registered.
    let own = receive_into(50, 20, true);
    println!("1,000 buffers that are used once: {own:?}");
    assert!(own.registrations < 300, "1,000 buffers that are used once: {own:?}");
}

#[test]
fn a_stream_of_64_kib_is_as_fast_as_over_connections() {
    let mbps = |scheme: Scheme, sizes: &[usize], iterations| {
        let workload = Workload::find("bandwidth").expect("known");
        let mut setup = Setup::new(workload, 2, Profile::find("mt25208-ddr").expect("known"), 1);
        (setup.settings.sizes, setup.settings.iterations) = (sizes.to_vec(), iterations);
        let report = scheme.run(&setup).unwrap_or_else(|error| panic!("{error}"));
        report.rows[sizes.len() - 1].value
    };
    // Alone it takes a round to know the buffers. After another stream that used its buffers again
    // they are expected to come again.
    for (sizes, iterations) in [(&[64 << 10][..], 16), (&[32 << 10, 64 << 10], 4)] {
        let [connections, datagrams] = [Scheme::PerPeer, Scheme::Datagrams].map(|scheme| mbps(scheme, sizes, iterations));
        println!("{sizes:?} B: {connections:.0} MB/s over connections, {datagrams:.0} over datagrams");
        assert!(datagrams >= 0.91 * connections, "{sizes:?}: {datagrams} of {connections} MB/s");
    }
}

/// Bytes in all datagrams of a job in which rank 0 sends 200 short messages, with the same tag and
/// with changing ones, and how many headers were left out.
fn bytes_of_short_messages(header_caching: bool, faults: Faults) -> (u64, u64) {
    let world = world(faults);
    let mut plan = Plan::new(2);
    plan.datagrams.header_caching = header_caching;
    let mut job = plan.build_datagrams(&world).expect("a job");
    let program = |rank: Rank<DatagramDevice>| async move {
        let block = rank.block(64);
        for number in 0..200_usize {
            let (tag, len) = (if number < 150 { 1 } else { number as i32 }, [8, 0, 40][number % 3]);
            if rank.rank() == 0 {
                block.fill(0, len, number as u64);
                rank.send(1, tag, &block, 0, len).await;
            } else {
                assert_eq!(rank.recv(0, tag, &block, 0, 64).await.bytes, len as u64);
                assert_eq!(block.find_wrong(0, len, number as u64), None, "message {number}");
            }
        }
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
    (world.totals().bytes, counters(&job)[0].headers_cached)
}

#[test]
fn headers_that_the_peer_knows_are_left_out() {
    let [(all, none), (less, cached)] = [false, true].map(|caching| bytes_of_short_messages(caching, Faults::default()));
    println!("200 short messages: {all} bytes with all headers, {less} bytes, {cached} headers left out");
    assert_eq!((none, all - less), (0, cached * 20), "20 bytes each");
    assert!(cached >= 149, "{cached}");
    // Packets that were lost, overtaken or doubled come with the right headers, too.
    assert!(bytes_of_short_messages(true, FAULTY).1 >= 149);
}

/// How long 16 messages of 1 MiB take from rank 0 to rank 1 on a network with two ways of half a
/// port's rate each, in us.
fn us_over(paths: u8, faults: Faults) -> f64 {
    let world = world(faults);
    world.set_paths(2, 24_250.0);
    let mut plan = Plan::new(2);
    plan.datagrams.paths = paths;
    let mut job = plan.build_datagrams(&world).expect("a job");
    let us = Rc::new(Cell::new(0.0));
    let program = |rank: Rank<DatagramDevice>, seen: Rc<Cell<f64>>| async move {
        const LEN: usize = 1 << 20;
        let block = rank.block(16 * LEN);
        // Memory is registered in the first round.
        for round in 0..2 {
            let began_ps = rank.now_ps();
            let mut requests = Vec::new();
            for index in 0..16 {
                if rank.rank() == 0 {
                    block.fill(index * LEN, LEN, (round * 16 + index) as u64);
                    requests.push(rank.isend(1, 1, &block, index * LEN, LEN));
                } else {
                    requests.push(rank.irecv(0, 1, &block, index * LEN, LEN));
                }
            }
            rank.wait_all(requests).await;
            let is_right = |index| block.find_wrong(index * LEN, LEN, (round * 16 + index) as u64).is_none();
            assert!(rank.rank() == 0 || (0..16).all(is_right));
            seen.set((rank.now_ps() - began_ps) as f64 / 1e6);
        }
    };
    let program = |rank| program(rank, Rc::clone(&us));
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
    let sent: u64 = counters(&job).iter().map(|own| own.pieces_repeated).sum();
    assert!(sent == 0 || faults != Faults::default(), "{sent} pieces were asked for again");
    us.get()
}

#[test]
fn large_messages_take_several_ways_at_once() {
    let [one, two, more] = [1, 2, 9].map(|paths| us_over(paths, Faults::default()));
    println!("16 MiB over two ways of half a port's rate: {one:.0} us by one, {two:.0} us by both");
    assert!(one / two > 1.5, "{one} us by one way, {two} us by two");
    assert!((more - two).abs() < 1e-9, "no more ways than the port has");
    us_over(2, FAULTY);
}

/// Rank 0 sends rank 1 many messages of all lengths with one tag, and looks whether they come in
/// order; and the same the other way round.
async fn stream(rank: Rank<BothDevice>) {
    const MESSAGES: usize = 300;
    let peer = 1 - rank.rank();
    let lens = (0..MESSAGES).map(|number| [8, 600, 30_000, 70_000][number % 4]);
    let mut requests = Vec::new();
    for (number, len) in lens.enumerate() {
        let (out, into) = (rank.block(len), rank.block(len));
        let name = |from: u32| (number as u64) << 8 | u64::from(from);
        out.fill(0, len, name(rank.rank()));
        let pair = (rank.irecv(peer as i32, 3, &into, 0, len), rank.isend(peer, 3, &out, 0, len));
        requests.push((pair, into, out, name(peer)));
        if requests.len() == 16 || number + 1 == MESSAGES {
            for ((receive, send), into, _out, name) in requests.drain(..) {
                rank.wait(receive).await;
                rank.wait(send).await;
                assert_eq!(into.find_wrong(0, into.len(), name), None, "message {number}");
            }
        }
    }
}

#[test]
fn hot_peers_get_connections_and_nothing_is_overtaken() {
    for faults in [Faults::default(), FAULTY] {
        let world = world(faults);
        let mut plan = Plan::new(2);
        plan.hybrid = ferry_hybrid::Options { connections: 1, hot_after: 20 };
        let mut job = plan.build_both(&world).expect("a job");
        job.run(stream, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
        for rank in job.ranks() {
            let (usage, datagrams, connections) = rank.device(|device| {
                let both = device.device();
                (both.usage(), both.datagrams().counters(), both.connections().counters())
            });
            assert_eq!((usage.connections, usage.refused), (1, 0), "{usage:?}");
            assert!(datagrams.packets_sent >= 20 && connections.packets_sent > 200, "{datagrams:?} {connections:?}");
            assert!(connections.transfers > 50, "{connections:?}");
        }
    }
}

/// One rank has no memory for a connection, whoever asks for it and however often.
#[test]
fn a_connection_that_cannot_be_made_is_none_and_datagrams_go_on() {
    for faults in [Faults::default(), FAULTY] {
        for (seed, short) in [0, 1].into_iter().enumerate() {
            let world = World::new(Profile::find("ndr400").expect("known"), faults, seed as u64);
            let mut plan = Plan::new(2);
            plan.hybrid = ferry_hybrid::Options { connections: 1, hot_after: 20 };
            let mut job = plan.build_both(&world).expect("a job");
            world.limit_queue_pairs(short, world.queue_pairs(short));
            let program = |rank: Rank<BothDevice>| async move {
                stream(rank.clone()).await;
                // Requests are repeated after 20 ms.
                rank.compute(100_000_000).await;
                stream(rank.clone()).await;
                assert_eq!(rank.loss_of(1 - rank.rank()), None);
            };
            job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
            for rank in job.ranks() {
                let usage = rank.device(|device| device.device().usage());
                assert!(usage.refused > 0 && usage.last_refusal.is_some(), "rank {}: {usage:?}", rank.rank());
            }
        }
    }
}

#[test]
fn connections_are_bounded_and_the_hottest_peers_get_them() {
    let world = world(Faults::default());
    let mut plan = Plan::new(8);
    plan.hybrid = ferry_hybrid::Options { connections: 2, hot_after: 20 };
    let mut job = plan.build_both(&world).expect("a job");
    // All send all others a few messages, and neighbors on a ring many.
    let program = |rank: Rank<BothDevice>| async move {
        let (me, ranks) = (rank.rank(), rank.ranks());
        let block = rank.block(2048);
        for round in 0..200 {
            let far = (1..ranks).filter(|_| round < 10);
            let distances = far.chain([1, ranks - 1]);
            let mut requests = Vec::new();
            for distance in distances {
                let (to, from) = ((me + distance) % ranks, (me + ranks - distance) % ranks);
                requests.push(rank.irecv(from as i32, 1, &block, 1024, 100));
                requests.push(rank.isend(to, 1, &block, 0, 100));
            }
            rank.wait_all(requests).await;
        }
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
    for rank in job.ranks() {
        let (usage, sent) = rank.device(|device| (device.device().usage(), device.device().connections().counters()));
        assert_eq!((usage.connections, sent.connections), (2, 2), "rank {}: {usage:?} {sent:?}", rank.rank());
        assert!(sent.packets_sent > 200, "rank {}: {sent:?}", rank.rank());
    }
}

/// Ranks of which each has one connection talk to one peer for a while, then to another one, and so
/// on: connections go over, and messages stay in order.
#[test]
fn connections_go_over_to_peers_that_become_hot() {
    for (seed, faults) in [Faults::default(), FAULTY, FAULTY].into_iter().enumerate() {
        let world = World::new(Profile::find("ndr400").expect("known"), faults, seed as u64);
        let mut plan = Plan::new(4);
        plan.hybrid = ferry_hybrid::Options { connections: 1, hot_after: 20 };
        let mut job = plan.build_both(&world).expect("a job");
        let program = |rank: Rank<BothDevice>| async move {
            for (phase, distance) in [1, 2, 3, 1].into_iter().enumerate() {
                // Pairs: neighbors by one bit, by the other one, by both.
                let peer = rank.rank() ^ distance;
                let (out, into) = (rank.block(70_000), rank.block(70_000));
                for number in 0..400_usize {
                    let len = if number % 50 == 0 { 70_000 } else { 8 + number % 100 };
                    let name = |from: u32| (phase as u64) << 32 | (number as u64) << 8 | u64::from(from);
                    out.fill(0, len, name(rank.rank()));
                    let receive = rank.irecv(peer as i32, 3, &into, 0, 70_000);
                    let send = rank.isend(peer, 3, &out, 0, len);
                    assert_eq!(rank.wait(receive).await.bytes, len as u64, "message {number} of phase {phase}");
                    rank.wait(send).await;
                    assert_eq!(into.find_wrong(0, len, name(peer)), None, "message {number} of phase {phase}");
                }
            }
        };
        job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
        for rank in job.ranks() {
            let usage = rank.device(|device| device.device().usage());
            let queue_pairs = world.memory(rank.rank()).queue_pairs;
            println!("seed {seed}, rank {}: {usage:?}, {queue_pairs} bytes of queue pairs", rank.rank());
            assert!(usage.returned >= 2 && usage.connections <= 1, "{usage:?}");
        }
    }
}

/// As long as memory is open to peers connections stay, as accesses may begin over them at any
/// moment; when it is closed they go over to other peers again.
#[test]
fn connections_stay_while_windows_are_open_and_go_over_after_that() {
    let world = World::new(Profile::find("ndr400").expect("known"), FAULTY, 7);
    let mut plan = Plan::new(4);
    plan.hybrid = ferry_hybrid::Options { connections: 1, hot_after: 20 };
    let mut job = plan.build_both(&world).expect("a job");
    let program = |rank: Rank<BothDevice>| async move {
        let talk = async |distance: u32| {
            let block = rank.block(256);
            for _ in 0..400 {
                let peer = rank.rank() ^ distance;
                let receive = rank.irecv(peer as i32, 3, &block, 128, 100);
                let send = rank.isend(peer, 3, &block, 0, 100);
                rank.wait(receive).await;
                rank.wait(send).await;
            }
        };
        let returned = || rank.device(|device| device.device().usage().returned);
        let (part, local) = (rank.block(64), rank.block(64));
        let window = rank.open_window(&part).await;
        talk(1).await;
        rank.put(&window, (rank.rank() ^ 1, 0), &local, (0, 64));
        talk(2).await;
        talk(3).await;
        assert_eq!(returned(), 0, "rank {}: a window is open", rank.rank());
        rank.close_window(window).await;
        talk(1).await;
        talk(2).await;
        assert!(returned() > 0, "rank {}: nothing is open", rank.rank());
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
}

/// A connection that breaks, at whatever time, ends what its two ends have with each other: neither
/// waits for ever, though a process that is not heard is never given up.
#[test]
fn both_ends_hear_of_a_connection_that_breaks_while_it_is_made() {
    let mut heard = 0;
    for (seed, after_ns) in (40_000..640_000).step_by(10_000).enumerate() {
        let world = World::new(Profile::find("ndr400").expect("known"), FAULTY, seed as u64);
        let mut plan = Plan::new(2);
        plan.hybrid = ferry_hybrid::Options { connections: 1, hot_after: 4 };
        plan.options.patience_ns = None;
        let mut job = plan.build_both(&world).expect("a job");
        let program = move |rank: Rank<BothDevice>| async move {
            let peer = 1 - rank.rank();
            if rank.rank() == 0 {
                rank.world().break_at(rank.now_ps() + after_ns * 1000, seed as u64);
            }
            let block = rank.block(128);
            for _ in 0..100 {
                let receive = rank.irecv(peer as i32, 1, &block, 64, 8);
                let send = rank.isend(peer, 1, &block, 0, 8);
                let faults = [rank.wait(receive).await.fault, rank.wait(send).await.fault];
                if faults != [None, None] {
                    assert!(rank.world().is_broken(0, 1), "{faults:?}");
                    return;
                }
            }
        };
        let ended = job.run(program, &mut ferry_sim::invariant::of_datagrams());
        ended.unwrap_or_else(|violation| panic!("a break after {after_ns} ns: {violation}"));
        heard += u32::from(world.is_broken(0, 1));
    }
    assert!(heard > 10, "only {heard} connections were broken");
}

/// Messages that rank 0 sends each of the others before it leaves.
const LAST: usize = 8;

/// Rank 0, which has a connection to rank 1 and none to rank 2: leaves while its last messages to
/// both are under way, and is gone once it has said farewell.
async fn leave(rank: &Rank<BothDevice>, was_quiet: &Cell<bool>) {
    for peer in [1, 2] {
        for number in 0..LAST {
            let block = rank.block(1000);
            block.fill(0, 1000, number as u64);
            rank.send(peer, number as i32, &block, 0, 1000).await;
        }
    }
    was_quiet.set(rank.device_mut(|device| device.device_mut().is_quiet()));
    // It looks at its device alone meanwhile, and the others at theirs in between.
    let leaves = || {
        rank.world().set_automatic(true);
        let has_left = rank.device_mut(|device| device.device_mut().finish(20_000));
        rank.world().set_automatic(false);
        has_left
    };
    while !leaves() {
        rank.compute(1000).await;
    }
    rank.world().kill_at(0, rank.now_ps());
    rank.compute(1_000_000_000).await;
    panic!("the dead compute nothing");
}

/// Ranks 1 and 2: late to receive what rank 0 has sent, and with each other after it has gone.
async fn stay(rank: &Rank<BothDevice>) {
    rank.compute(100_000).await;
    let (into, out) = (rank.block(1000), rank.block(1000));
    for number in 0..LAST {
        rank.recv(0, number as i32, &into, 0, 1000).await;
        assert_eq!(into.find_wrong(0, 1000, number as u64), None, "rank {}, message {number}", rank.rank());
    }
    let peer = 3 - rank.rank();
    for number in 0..200_usize {
        out.fill(0, 1000, number as u64);
        let receive = rank.irecv(peer as i32, 100, &into, 0, 1000);
        rank.send(peer, 100, &out, 0, 1000).await;
        rank.wait(receive).await;
        assert_eq!(into.find_wrong(0, 1000, number as u64), None, "message {number} after rank 0 has gone");
    }
    assert_eq!(rank.loss_of(0), None, "rank {}", rank.rank());
}

#[test]
fn who_leaves_waits_for_what_is_under_way_and_is_missed_by_nobody() {
    for (seed, faults) in [Faults::default(), FAULTY, FAULTY].into_iter().enumerate() {
        let world = World::new(Profile::find("ndr400").expect("known"), faults, seed as u64);
        let mut plan = Plan::new(3);
        plan.hybrid = ferry_hybrid::Options { connections: 1, hot_after: 20 };
        let mut job = plan.build_both(&world).expect("a job");
        let was_quiet = Rc::new(Cell::new(true));
        let program = |rank: Rank<BothDevice>| {
            let was_quiet = Rc::clone(&was_quiet);
            async move {
                let (me, block) = (rank.rank(), rank.block(200));
                for _ in 0..if me < 2 { 100 } else { 0 } {
                    let receive = rank.irecv(1 - me as i32, 50, &block, 100, 100);
                    rank.send(1 - me, 50, &block, 0, 100).await;
                    rank.wait(receive).await;
                }
                if me == 0 { leave(&rank, &was_quiet).await } else { stay(&rank).await }
            }
        };
        job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
        assert!(!was_quiet.get(), "seed {seed}: nothing was under way");
        assert!(world.is_dead(0) && job.rank(1).device(|device| device.device().usage().connections) == 1, "seed {seed}");
    }
}

#[test]
fn random_jobs_over_both_keep_all_invariants() {
    let only = |case: &mut Case| *case = case.over(Scheme::Both);
    let tried = fuzz(0..80, only);
    tried.unwrap_or_else(|failure| panic!("{}\nmade smaller: {}\n{}", failure.first, failure.smallest, failure.violation));
}
