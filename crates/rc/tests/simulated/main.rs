//! The device below real engines, on simulated adapters: everything is checked by content.

mod dynamic_windows;
mod foreign;
mod lend;
mod one_sided;
mod posts;
mod windows;
mod world;

use ferry_device::{Device, Packets};
use ferry_engine::{Method, Mode};
use ferry_sim::Faults;

use ferry_rc::buckets;

use crate::world::{Job, Plan, Ranks, Scheme, content};

/// Sends messages of many lengths both ways between all pairs, some before and some after their
/// receives, and checks every byte.
pub(crate) fn exchange(plan: &Plan, lengths: &[usize], rounds: usize) -> Job {
    let mut job = Job::new(plan);
    for round in 0..rounds {
        for (index, &len) in lengths.iter().enumerate() {
            let mut sends = Vec::new();
            let mut receives = Vec::new();
            for from in 0..plan.ranks {
                for to in (0..plan.ranks).filter(|to| *to != from) {
                    let tag = (round * lengths.len() + index) as i32;
                    let seed = tag as usize * 100 + from * 10 + to;
                    let mut out = content(seed, len);
                    let mut into = vec![0xee; len + 3];
                    let early = ((index + round) % 2 == 0).then(|| job.receive(to, from, tag, &mut into));
                    let send = job.send(from, to, tag, &mut out, Mode::Standard);
                    let receive = early.unwrap_or_else(|| job.receive(to, from, tag, &mut into));
                    sends.push((from, send, out));
                    receives.push((to, receive, into, seed));
                }
            }
            for (to, receive, into, seed) in receives {
                let outcome = job.finish(to, Some(receive)).expect("a receive");
                assert_eq!(outcome.bytes, len as u64, "{outcome:?}");
                assert!(into[..len] == content(seed, len) && into[len..] == [0xee; 3], "message {seed} of {len} bytes");
            }
            for (from, send, out) in sends {
                job.finish(from, send);
                drop(out);
            }
        }
    }
    job
}

pub(crate) const LENGTHS: [usize; 12] = [0, 1, 8, 100, 220, 900, 2000, 4000, 4096, 20_000, 32_000, 33_000];

#[test]
fn messages_of_all_lengths_arrive_over_sends() {
    for scheme in Scheme::all() {
        let mut job = exchange(&Plan { scheme, rings: 0, ..Plan::default() }, &LENGTHS, 4);
        let counters = job.device(0).counters();
        assert_eq!((counters.ring_sent, counters.connections, counters.failures), (0, 1, 0));
        assert!(counters.inline_sent > 0 && counters.headers_cached > 0, "{counters:?}");
    }
}

#[test]
fn active_peers_write_into_rings() {
    for scheme in Scheme::all() {
        let mut job = exchange(&Plan { scheme, ..Plan::default() }, &LENGTHS, 10);
        let counters = job.device(0).counters();
        assert!(counters.ring_sent > 20 && counters.ring_received > 20, "{counters:?}");
    }
}

#[test]
fn four_ranks_with_few_rings_and_a_small_pool() {
    for scheme in Scheme::all() {
        let plan = Plan { scheme, ranks: 4, rings: 1, send_bytes: 1, ..Plan::default() };
        let mut job = exchange(&plan, &LENGTHS, 5);
        for rank in 0..4 {
            let counters = job.device(rank).counters();
            assert_eq!((counters.connections, counters.failures), (3, 0));
        }
    }
}

/// Bytes of completions of rank 0 before and after everybody has sent to everybody.
fn bytes_of_completions(plan: &Plan) -> (u64, u64) {
    let before = Job::new(plan).world.memory(0).completions;
    let mut job = exchange(plan, &[8, 900], 1);
    for rank in 0..plan.ranks {
        let counters = job.device(rank).counters();
        assert_eq!((counters.connections, counters.failures), (plan.ranks as u64 - 1, 0));
    }
    (before, job.world.memory(0).completions)
}

/// Everybody begins messages of random lengths to everybody, and receives for them, in random order
/// before anybody looks.
fn random_traffic(plan: &Plan, seed: u64) {
    const MESSAGES: usize = 40;
    let mut job = Job::new(plan);
    let mut state = seed;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % limit
    };
    let most = [64, 64, 64, 64, 10_000, 10_000, 10_000, 150_000];
    let mut under_way = Vec::new();
    for from in 0..plan.ranks {
        for to in (0..plan.ranks).filter(|to| *to != from) {
            for tag in 0..MESSAGES {
                let len = below(most[tag % most.len()]);
                under_way.push((from, to, tag, content(from * 100 + tag, len), vec![0xee; len], None, None));
            }
        }
    }
    let mut order: Vec<usize> = (0..2 * under_way.len()).collect();
    (1..order.len()).for_each(|at| order.swap(at, below(at + 1)));
    for index in order {
        let (from, to, tag, out, into, send, receive) = &mut under_way[index / 2];
        match index % 2 {
            0 => *send = job.send(*from, *to, *tag as i32, out, Mode::Standard),
            _ => *receive = Some(job.receive(*to, *from, *tag as i32, into)),
        }
    }
    for (from, to, _, out, into, send, receive) in under_way {
        job.finish(to, receive);
        job.finish(from, send);
        assert!(out == into, "{} bytes from {from} to {to} with seed {seed}", out.len());
    }
}

#[test]
fn credits_go_back_whatever_else_waits_for_a_credit() {
    for scheme in Scheme::all() {
        for seed in 0..30 {
            random_traffic(&Plan { scheme: scheme.clone(), ..Plan::default() }, seed);
        }
    }
}

#[test]
fn the_completion_queue_grows_with_connections_where_it_can() {
    for scheme in Scheme::all() {
        let few = Plan { scheme, ranks: 4, ..Plan::default() };
        let (before, after) = bytes_of_completions(&few);
        assert_eq!(before, after, "room for a few is there");
        let many = Plan { ranks: 40, ..few };
        let (grown_before, grown_after) = bytes_of_completions(&many);
        let (fixed_before, fixed_after) = bytes_of_completions(&Plan { completions_grow: false, ..many });
        assert_eq!(fixed_before, fixed_after);
        assert!(grown_before < grown_after && grown_after <= fixed_after, "{grown_before}, {grown_after} of {fixed_after}");
    }
}

#[test]
fn large_messages_are_put_or_got_without_a_copy() {
    for method in [Method::Put, Method::Get] {
        let plan = Plan { eager_max: 1000, method: Some(method), ..Plan::default() };
        let mut job = exchange(&plan, &[500, 2000, 70_000, 1 << 20, 3_333_333], 3);
        let counters = job.device(0).counters();
        assert!(counters.transfers >= 10 && counters.bytes_direct > 9_000_000, "{method:?}: {counters:?}");
        assert!(counters.bytes_copied < 50_000, "{counters:?}");
        assert_eq!(counters.registered_bytes, 0, "nobody watches, so nothing stays registered");
    }
}

#[test]
fn long_messages_go_in_packets_without_asking_where_the_device_says_so() {
    for scheme in Scheme::all() {
        for (eager_bytes, transfers) in [(u64::MAX, false), (9000, true)] {
            let (scheme, rings) = (scheme.clone(), 0);
            let plan = Plan { scheme, rings, eager_max: 1000, eager_bytes, ..Plan::default() };
            let mut job = exchange(&plan, &[900, 2000, 9000, 16_384, 32_700, 40_000, 65_536, 300_000], 5);
            let counters = job.device(0).counters();
            assert_eq!((counters.transfers > 0, counters.failures), (transfers, 0), "{counters:?}");
        }
    }
}

#[test]
fn a_flood_of_long_packets_never_finds_the_receiver_without_a_buffer() {
    const MESSAGES: usize = 300;
    for scheme in Scheme::all() {
        let mut job = Job::new(&Plan { scheme, eager_max: 1000, eager_bytes: u64::MAX, ..Plan::default() });
        let mut out: Vec<_> = (0..MESSAGES).map(|index| content(index, 8_200 + index * 300)).collect();
        let sends: Vec<_> = out.iter_mut().map(|out| job.send(0, 1, 3, out, Mode::Standard)).collect();
        for _ in 0..100 {
            job.turn();
        }
        for (index, send) in sends.into_iter().enumerate() {
            let mut into = vec![0; 8_200 + index * 300];
            let receive = job.receive(1, 0, 3, &mut into);
            job.finish(1, Some(receive));
            assert!(into == content(index, into.len()), "message {index}");
            job.finish(0, send);
        }
        assert_eq!(job.world.totals().not_ready, 0);
    }
}

#[test]
fn a_header_that_repeats_the_last_one_costs_no_packet_of_the_adapter() {
    for scheme in Scheme::all() {
        let mut job = Job::new(&Plan { scheme, ..Plan::default() });
        // Bodies of whole packets of 4 KiB, and those that leave room for what is in front of them.
        for (len, is_bare) in [(4096, true), (8192, true), (8191, true), (8180, false), (8000, false), (16_384, true)] {
            let before = job.device(0).counters().bare_sent;
            for round in 0..20 {
                let (from, to) = (round % 2, 1 - round % 2);
                let (mut out, mut into) = (content(round, len), vec![0; len]);
                let receive = job.receive(to, from, 3, &mut into);
                let send = job.send(from, to, 3, &mut out, Mode::Standard);
                job.finish(to, Some(receive));
                job.finish(from, send);
                assert!(into == out, "message {round} of {len} bytes");
            }
            let bare = job.device(0).counters().bare_sent - before;
            // The first has a header to bring, and one more may have credits.
            assert!(if is_bare { bare >= 8 } else { bare == 0 }, "{bare} of 10 messages of {len} bytes");
        }
    }
}

#[test]
fn packets_with_and_without_a_header_arrive_in_order() {
    const MESSAGES: usize = 400;
    let len = |index: usize| [4096, 8192, 100, 4096, 12_288, 8190, 0, 4096, 1500, 8192][index % 10] + index / 200;
    for (scheme, rings) in Scheme::all().into_iter().flat_map(|scheme| [(scheme.clone(), 0), (scheme, 8)]) {
        let mut job = Job::new(&Plan { scheme, rings, ..Plan::default() });
        let mut out: Vec<_> = (0..MESSAGES).map(|index| content(index, len(index))).collect();
        let sends: Vec<_> =
            out.iter_mut().enumerate().map(|(index, out)| job.send(index % 2, 1 - index % 2, 3, out, Mode::Standard)).collect();
        for (index, send) in sends.into_iter().enumerate() {
            let mut into = vec![0; len(index)];
            let receive = job.receive(1 - index % 2, index % 2, 3, &mut into);
            let outcome = job.finish(1 - index % 2, Some(receive)).expect("a receive");
            assert!(outcome.bytes == into.len() as u64 && into == content(index, into.len()), "message {index}");
            job.finish(index % 2, send);
        }
        assert_eq!(job.world.totals().not_ready, 0);
        assert!((0..2).all(|rank| job.device(rank).counters().bare_sent > 10), "{:?}", job.device(0).counters());
    }
}

#[test]
fn large_messages_are_put_where_adapters_have_no_reads() {
    for method in [None, Some(Method::Get)] {
        let plan = Plan { eager_max: 1000, method, reads: Some(0), ..Plan::default() };
        let mut job = exchange(&plan, &[500, 2000, 70_000, 3_333_333], 2);
        assert_eq!(job.device(0).counters().failures, 0, "{method:?}");
    }
}

#[test]
fn watched_memory_is_registered_once_until_it_changes() {
    for method in [Method::Put, Method::Get] {
        let plan = Plan { eager_max: 1000, method: Some(method), watches: true, ..Plan::default() };
        let mut job = Job::new(&plan);
        let (mut out, mut into) = (content(5, 100_000), vec![0; 100_000]);
        for round in 0..10 {
            if round == 6 {
                let gone = [(out.as_ptr() as u64 + 70_000, 1), (into.as_ptr() as u64, 100_000)];
                job.witnesses[0].gone.borrow_mut().push(gone[0]);
                job.witnesses[1].gone.borrow_mut().push(gone[1]);
            }
            into.fill(0);
            let receive = job.receive(1, 0, round, &mut into);
            let send = job.send(0, 1, round, &mut out, Mode::Standard);
            job.finish(1, Some(receive));
            job.finish(0, send);
            assert_eq!(into, out, "{method:?}, round {round}");
        }
        for rank in 0..2 {
            let counters = job.device(rank).counters();
            assert_eq!(counters.registrations, 2, "{method:?}: {counters:?}");
            assert!(counters.registration_hits >= 8 && counters.registered_bytes >= 100_000);
        }
    }
}

/// Three messages from rank 0 to 1, of which the memory of both moves while the second one is under
/// way. What was on the former pages is known by being different from what arrives; what is in the
/// receiver's memory after each message is told by seeds of contents.
fn move_while_under_way(job: &mut Job) -> [usize; 3] {
    const LEN: usize = 100_000;
    let (mut out, mut into) = (content(5, LEN), vec![0; LEN]);
    [0, 1, 2].map(|round| {
        into.fill(0);
        let receive = job.receive(1, 0, round, &mut into);
        let uses = |job: &mut Job| {
            let counters = job.device(1).counters();
            counters.registrations + counters.registration_hits
        };
        let before = uses(job);
        let send = job.send(0, 1, round, &mut out, Mode::Standard);
        if round == 1 {
            while uses(job) == before {
                job.turn();
            }
            for (witness, memory) in job.witnesses.iter().zip([&out, &into]) {
                witness.gone.borrow_mut().push((memory.as_ptr() as u64, LEN as u64));
                witness.former.replace(Some((memory.as_ptr() as u64, content(6, LEN))));
                witness.moves.set(1);
            }
        }
        job.finish(1, Some(receive));
        job.finish(0, send);
        assert!(out == content(5, LEN), "what is sent is never written");
        [5, 6].into_iter().find(|seed| into == content(*seed, LEN)).expect("one or the other")
    })
}

/// The adapter writes to the pages that it holds, whatever becomes of the program's memory.
#[test]
fn what_arrives_on_pages_where_memory_lies_no_longer_is_in_it_all_the_same() {
    for (method, watches) in [(Method::Put, true), (Method::Get, true), (Method::Put, false), (Method::Get, false)] {
        let mut job = Job::new(&Plan { eager_max: 1000, method: Some(method), watches, ..Plan::default() });
        // In the last round all was registered after the move.
        assert_eq!(move_while_under_way(&mut job), [5, 6, 5], "{method:?}, watched {watches}");
        let [sender, receiver] = [0, 1].map(|rank| job.device(rank).counters());
        assert_eq!(receiver.registrations, if watches { 2 } else { 3 }, "{method:?}");
        assert_eq!([sender.caught_up_bytes, receiver.caught_up_bytes], [0, 100_000]);
    }
}

#[test]
fn what_an_adapter_writes_that_follows_page_tables_is_where_it_belongs() {
    for method in [Method::Put, Method::Get] {
        let plan = Plan { eager_max: 1000, method: Some(method), follows_page_tables: true, ..Plan::default() };
        let mut job = Job::new(&plan);
        assert_eq!(move_while_under_way(&mut job), [5, 5, 5], "{method:?}");
        assert_eq!(job.device(1).counters().caught_up_bytes, 0);
    }
}

#[test]
fn memory_that_moves_while_it_is_registered_is_registered_again() {
    const LEN: usize = 100_000;
    for method in [Method::Put, Method::Get] {
        let mut job = Job::new(&Plan { eager_max: 1000, method: Some(method), watches: true, ..Plan::default() });
        let (mut out, mut into) = (content(5, LEN), vec![0; LEN]);
        let witness = &job.witnesses[1];
        witness.moves_meanwhile.set(true);
        witness.former.replace(Some((into.as_ptr() as u64, content(6, LEN))));
        let receive = job.receive(1, 0, 0, &mut into);
        let send = job.send(0, 1, 0, &mut out, Mode::Standard);
        job.finish(1, Some(receive));
        job.finish(0, send);
        assert!(into == content(5, LEN) && !job.witnesses[1].moves_meanwhile.get());
        let registrations = [0, 1].map(|rank| job.device(rank).counters().registrations);
        assert_eq!(registrations, [1, 2], "{method:?}");
    }
}

#[test]
fn where_memory_cannot_be_registered_messages_go_in_packets() {
    let faults = Faults { registration: 10_000, ..Faults::default() };
    let plan = Plan { eager_max: 1000, faults, ..Plan::default() };
    let mut job = exchange(&plan, &[2000, 300_000], 3);
    let counters = job.device(0).counters();
    assert_eq!((counters.transfers, counters.bytes_direct, counters.failures), (0, 0, 0));
}

#[test]
fn lost_doubled_and_reordered_datagrams_make_one_connection() {
    for seed in 0..30 {
        let faults = Faults { loss: 4000, duplication: 3000, reordering: 3000, ..Faults::default() };
        let mut job = exchange(&Plan { ranks: 3, faults, seed, ..Plan::default() }, &[8, 3000], 2);
        for rank in 0..3 {
            let counters = job.device(rank).counters();
            assert_eq!((counters.connections, counters.failures), (2, 0), "seed {seed}");
        }
    }
}

/// Who is asked for a connection and has no memory for it says so: both know each other for lost.
#[test]
fn a_connection_that_the_other_end_has_no_memory_for_is_given_up_at_both() {
    for scheme in Scheme::all() {
        let faults = Faults { loss: 3000, ..Faults::default() };
        let mut job = Job::new(&Plan { scheme, faults, ..Plan::default() });
        job.world.limit_queue_pairs(1, job.world.queue_pairs(1));
        let (mut out, mut into) = (content(1, 8), [0; 8]);
        let receive = job.receive(1, 0, 3, &mut into);
        let send = job.send(0, 1, 3, &mut out, Mode::Synchronous);
        assert!(job.finish(0, send).is_some_and(|outcome| outcome.has_failed(false)));
        assert!(job.finish(1, Some(receive)).is_some_and(|outcome| outcome.has_failed(true)));
        let reason = job.ranks[0].loss_of(1).expect("lost");
        assert!(reason.contains("rank 1") && reason.contains("no memory for the connection"), "{reason}");
        assert!(job.ranks[1].loss_of(0).is_some_and(|reason| reason.contains("rank 0")));
    }
}

/// Adapters take datagrams now and then only. Those that they refuse take no place of others.
#[test]
fn datagrams_that_are_refused_are_repeated_however_many_they_are() {
    let faults = Faults { refusal: 9700, ..Faults::default() };
    let mut job = exchange(&Plan { ranks: 3, faults, ..Plan::default() }, &[8], 1);
    for rank in 0..3 {
        let counters = job.device(rank).counters();
        assert_eq!((counters.connections, counters.failures), (2, 0));
    }
}

#[test]
fn a_flood_is_held_back_by_credits_and_nothing_is_lost() {
    let small = |extended| Scheme::Buckets(buckets::Plan { tiny: (128, 4), sizes: vec![1024, 4096], slab: 40_000, extended });
    let per_peer = || Scheme::PerPeer(vec![(1024, 4), (4096, 4)]);
    let plans = [(0, per_peer()), (8, per_peer()), (0, small(false)), (8, small(false)), (0, small(true)), (8, small(true))];
    for (rings, scheme) in plans {
        let plan = Plan { rings, scheme, ..Plan::default() };
        let mut job = Job::new(&plan);
        let mut sends = Vec::new();
        for message in 0..2000 {
            let mut out = content(message, message % 1500);
            let operation = job.send(0, 1, message as i32, &mut out, Mode::Standard);
            sends.push((operation, out));
        }
        for message in 0..2000 {
            let mut into = vec![0; 1500];
            let receive = job.receive(1, 0, message as i32, &mut into);
            job.finish(1, Some(receive));
            assert!(into[..message % 1500] == content(message, message % 1500), "message {message}");
        }
        for (operation, _out) in sends {
            job.finish(0, operation);
        }
        let counters = job.device(0).counters();
        assert!(counters.stalls > 0 && counters.failures == 0, "{counters:?}");
        assert_eq!(job.world.totals().not_ready, 0, "credits never let a message come without a receive");
    }
}

#[test]
fn extended_connections_share_one_queue_pair_where_both_ends_have_them() {
    // One for datagrams, and for each of three peers nine, or one that sends and one that receives;
    // of the even ranks one peer is like them.
    let expected = [[1 + 6; 4], [1 + 27; 4], [1 + 6; 4], [1 + 18 + 2, 1 + 27, 1 + 18 + 2, 1 + 27]];
    for (scheme, expected) in Scheme::all().into_iter().zip(expected) {
        let plan = Plan { scheme, ranks: 4, rings: 1, ..Plan::default() };
        let mut job = exchange(&plan, &LENGTHS, 3);
        assert_eq!([0, 1, 2, 3].map(|rank| job.world.queue_pairs(rank)), expected);
        for rank in 0..4 {
            let counters = job.device(rank).counters();
            assert_eq!((counters.connections, counters.failures, counters.stalls > 10_000), (3, 0, false), "{counters:?}");
        }
        assert_eq!(job.world.totals().not_ready, 0);
    }
}

#[test]
fn an_adapter_that_refuses_extended_connections_gets_others_and_the_reason_is_known() {
    let plan = Plan { scheme: Scheme::Buckets(buckets::Plan::default()), machine: "infinihost3-sdr", ..Plan::default() };
    let mut job = exchange(&plan, &LENGTHS, 1);
    assert!(!job.device(0).is_extended() && job.device(0).why_plain().is_some_and(|why| why.contains("ibv_open_xrcd")));
    assert_eq!(job.world.queue_pairs(0), 10);
    let plan = Plan { machine: "ndr400", ..plan };
    let mut job = exchange(&plan, &LENGTHS, 1);
    assert!(job.device(0).is_extended() && job.device(0).why_plain().is_none());
}

#[test]
fn short_messages_wait_for_short_buffers_of_their_peer() {
    let scheme = Scheme::PerPeer(vec![(1024, 4), (4104, 4)]);
    let mut job = Job::new(&Plan { rings: 0, scheme, ..Plan::default() });
    let mut out: Vec<_> = (0..100).map(|message| content(message, 500)).collect();
    let sends: Vec<_> = out.iter_mut().map(|out| job.send(0, 1, 7, out, Mode::Standard)).collect();
    for (message, send) in sends.into_iter().enumerate() {
        let mut into = vec![0; 500];
        let receive = job.receive(1, 0, 7, &mut into);
        job.finish(1, Some(receive));
        assert!(into == content(message, 500), "message {message}");
        job.finish(0, send);
    }
    // Fewer than 128 messages in long buffers would show.
    let counters = job.device(1).counters();
    assert!(job.device(0).counters().stalls > 0 && counters.buffer_bytes.is_multiple_of(1024), "{counters:?}");
}

#[test]
fn a_dead_peer_is_reported_with_its_name_and_the_cause() {
    for scheme in Scheme::all() {
        let mut job = exchange(&Plan { scheme, ..Plan::default() }, &[8, 5000], 2);
        job.world.kill(1);
        let mut into = [0; 8];
        let receive = job.receive(0, 1, 99, &mut into);
        let mut out = content(1, 8);
        let send = job.send(0, 1, 98, &mut out, Mode::Standard);
        let outcome = job.finish(0, Some(receive)).expect("it fails");
        assert!(outcome.has_failed(true), "{outcome:?}");
        job.finish(0, send);
        let reason = job.ranks[0].loss_of(1).expect("lost").to_owned();
        assert!(reason.contains("rank 1") && reason.contains("retries exceeded"), "{reason}");
        assert_eq!(job.device(0).counters().failures, 1);
    }
}

#[test]
fn a_peer_that_dies_while_it_is_waited_for_is_noticed_without_a_send() {
    for scheme in Scheme::all() {
        let mut job = exchange(&Plan { scheme, ..Plan::default() }, &[8], 2);
        job.world.kill(1);
        let mut into = [0; 8];
        let receive = job.receive(0, 1, 99, &mut into);
        let outcome = job.finish(0, Some(receive)).expect("it fails");
        assert!(outcome.has_failed(true), "{outcome:?}");
    }
}

#[test]
fn a_peer_that_dies_behind_an_adapter_that_asks_without_end_is_lost_after_some_seconds() {
    for scheme in Scheme::all() {
        let mut job = exchange(&Plan { scheme, is_software: true, ..Plan::default() }, &[8, 5000], 2);
        job.world.kill(1);
        let mut into = [0; 8];
        let receive = job.receive(0, 1, 99, &mut into);
        let outcome = job.finish(0, Some(receive)).expect("it fails");
        assert!(outcome.has_failed(true), "{outcome:?}");
        let reason = job.ranks[0].loss_of(1).expect("lost").to_owned();
        assert!(reason.contains("rank 1") && reason.contains("has not answered for 6 s"), "{reason}");
    }
}

#[test]
fn a_peer_that_does_not_answer_while_others_do_is_given_more_time() {
    for scheme in Scheme::all() {
        let mut job =
            exchange(&Plan { scheme, ranks: 3, is_software: true, probe_ns: 50_000_000, ..Plan::default() }, &[8, 5000], 2);
        job.world.kill(1);
        let mut into = [0; 8];
        let lost = job.receive(0, 1, 99, &mut into);
        for tag in 0.. {
            let (mut out, mut into) = (content(7, 8), [0; 8]);
            let receive = job.receive(2, 0, tag, &mut into);
            let send = job.send(0, 2, tag, &mut out, Mode::Standard);
            job.finish(2, Some(receive));
            job.finish(0, send);
            (0..100).for_each(|_| job.turn());
            if job.ranks[0].loss_of(1).is_some() {
                break;
            }
        }
        assert!(job.finish(0, Some(lost)).expect("it fails").has_failed(true));
        let reason = job.ranks[0].loss_of(1).expect("lost").to_owned();
        assert!(reason.contains("rank 1") && reason.contains("has not answered for 1 s"), "thirty probes: {reason}");
        assert!(job.ranks[0].loss_of(2).is_none());
    }
}

#[test]
fn rings_are_closed_before_a_sleep_and_come_back() {
    for scheme in Scheme::all() {
        let mut job = exchange(&Plan { scheme, ..Plan::default() }, &[8], 20);
        let before = job.device(0).counters();
        assert!(before.ring_sent > 0);
        let mut asleep = false;
        for _ in 0..1000 {
            asleep |= job.ranks[1].prepare_nap().is_some();
            if asleep {
                break;
            }
            job.turn();
        }
        assert!(asleep, "a quiet rank can sleep");
        job.ranks[1].woke();
        let (mut out, mut into) = (content(3, 8), [0; 8]);
        let receive = job.receive(1, 0, 500, &mut into);
        let send = job.send(0, 1, 500, &mut out, Mode::Standard);
        job.finish(0, send);
        job.finish(1, Some(receive));
        let after = job.device(0).counters();
        assert_eq!((after.ring_sent, into), (before.ring_sent, [out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7]]));
        for round in 0..40 {
            let (mut out, mut into) = (content(round, 8), [0; 8]);
            let receive = job.receive(1, 0, round as i32, &mut into);
            let send = job.send(0, 1, round as i32, &mut out, Mode::Standard);
            job.finish(1, Some(receive));
            job.finish(0, send);
            assert_eq!(into[..], out[..]);
        }
        assert!(job.device(0).counters().ring_sent > after.ring_sent, "the ring is used again");
    }
}

#[test]
fn a_peer_that_has_said_farewell_is_lost_only_to_who_sends_to_it() {
    for scheme in Scheme::all() {
        let mut job = exchange(&Plan { scheme, ranks: 3, ..Plan::default() }, &LENGTHS, 3);
        let mut last = content(7, 6000);
        let send = job.send(1, 0, 700, &mut last, Mode::Standard);
        job.finish(1, send);
        assert!(job.device(1).finish(10_000_000_000), "everything has arrived");
        job.world.kill(1);
        (0..5000).for_each(|_| job.turn());
        assert!([0, 2].iter().all(|rank| job.ranks[*rank].loss_of(1).is_none()));
        let mut into = vec![0; 6000];
        let receive = job.receive(0, 1, 700, &mut into);
        job.finish(0, Some(receive));
        assert_eq!(into, last, "what was sent before can still be received");
        let (mut out, mut into) = (content(8, 100), vec![0; 100]);
        let receive = job.receive(2, 0, 800, &mut into);
        let send = job.send(0, 2, 800, &mut out, Mode::Standard);
        job.finish(0, send);
        job.finish(2, Some(receive));
        assert_eq!(into, out, "others go on");
        let send = job.send(0, 1, 701, &mut out, Mode::Synchronous);
        let outcome = job.finish(0, send).expect("it fails");
        assert!(outcome.has_failed(false));
        let reason = job.ranks[0].loss_of(1).expect("lost");
        assert!(reason.contains("rank 1: it has ended"), "{reason}");
        for rank in [0, 2] {
            assert!(job.device(rank).finish(10_000_000_000));
        }
    }
}

/// A process that keeps too many long messages has their sender announce further ones, and takes
/// that back when there is room. Nobody who has left is told.
#[test]
fn who_has_left_is_not_told_that_there_is_room_again() {
    const LEN: usize = 300_000;
    for scheme in Scheme::all() {
        let mut job = Job::new(&Plan { scheme, rings: 0, eager_max: 1000, eager_bytes: u64::MAX, ..Plan::default() });
        assert!(job.device(0).is_in_touch(1), "nothing is known of it");
        for tag in 0..2 {
            let mut out = content(tag as usize, LEN);
            let send = job.send(1, 0, tag, &mut out, Mode::Standard);
            job.finish(1, send);
        }
        job.until("the sender is told", |job| job.device(0).counters().packets_sent == 1);
        assert!(job.device(0).is_in_touch(1));
        assert!(job.device(1).finish(10_000_000_000), "everything has arrived");
        job.until("the farewell is heard", |job| !job.device(0).is_in_touch(1));
        job.world.kill(1);
        for tag in 0..2 {
            let mut into = vec![0; LEN];
            let receive = job.receive(0, 1, tag, &mut into);
            job.finish(0, Some(receive));
            assert!(into == content(tag as usize, LEN), "message {tag}");
        }
        (0..5000).for_each(|_| job.turn());
        assert_eq!(job.ranks[0].loss_of(1), None);
        assert_eq!(job.device(0).counters().packets_sent, 1);
    }
}

#[test]
fn who_has_said_farewell_may_come_back_and_finds_what_was_sent_meanwhile() {
    for scheme in Scheme::all() {
        let mut job = exchange(&Plan { scheme, ranks: 3, ..Plan::default() }, &LENGTHS, 3);
        for round in 0..4 {
            let (leaver, other) = (round % 2, 1 - round % 2);
            assert!(job.device(leaver).finish(10_000_000_000), "everything has arrived");
            if round == 2 {
                assert!(job.device(other).finish(10_000_000_000), "both have left");
            }
            // Sent while the leaver looks at nothing, and taken when it is back.
            let mut sends = Vec::new();
            for (index, len) in [100, 6000, 33_000].into_iter().enumerate() {
                let (tag, mut out) = ((900 + round * 10 + index) as i32, content(index, len));
                sends.push((job.send(other, leaver, tag, &mut out, Mode::Standard), out));
            }
            (0..2000).for_each(|_| job.turn_of(other));
            for (index, len) in [100, 6000, 33_000].into_iter().enumerate() {
                let (tag, mut into) = ((900 + round * 10 + index) as i32, vec![0; len]);
                let receive = job.receive(leaver, other, tag, &mut into);
                job.finish(leaver, Some(receive));
                assert!(into == content(index, len), "{len} bytes in round {round}");
            }
            for (send, out) in sends {
                job.finish(other, send);
                drop(out);
            }
            let (mut out, mut into) = (content(7, 6000), vec![0; 6000]);
            let receive = job.receive(other, leaver, 800, &mut into);
            let send = job.send(leaver, other, 800, &mut out, Mode::Standard);
            job.finish(leaver, send);
            job.finish(other, Some(receive));
            assert!(into == out, "who is back sends in round {round}");
            assert!((0..3).all(|rank| (0..3).all(|peer| job.ranks[rank].loss_of(peer).is_none())), "round {round}");
        }
    }
}

#[test]
fn everything_sent_is_known_to_have_arrived_in_the_end() {
    for scheme in Scheme::all() {
        let mut job = exchange(&Plan { scheme, ..Plan::default() }, &LENGTHS, 2);
        for _ in 0..10_000 {
            if job.device(0).is_quiet() {
                break;
            }
        }
        assert!(job.device(0).is_quiet(), "requests are left");
    }
}

#[test]
fn a_handshake_that_another_thread_begins_outdates_a_sleep() {
    let (mut job, mut bytes) = (Job::new(&Plan { ranks: 3, ..Plan::default() }), [7; 8]);
    job.send(0, 1, 3, &mut bytes, Mode::Standard);
    let sleeps = |job: &mut Job| {
        job.turn();
        job.device(0).prepare_sleep().is_some()
    };
    assert!((0..100_000).any(|_| sleeps(&mut job)), "the connection is there and nothing is under way");
    assert!(!job.device(0).sleep_is_outdated());
    job.send(0, 2, 3, &mut bytes, Mode::Standard);
    assert!(job.device(0).sleep_is_outdated(), "the offer of a connection may have to be repeated");
    assert!(!job.device(0).sleep_is_outdated(), "the sleeper was woken");
}

#[test]
fn connections_that_end_in_order_leave_no_receives_behind() {
    let plan = buckets::Plan { sizes: vec![8192], slab: 1 << 18, extended: false, ..buckets::Plan::default() };
    let mut job = Job::new(&Plan { scheme: Scheme::Buckets(plan), ..Plan::default() });
    let (mut out, mut into) = (content(1, 8000), vec![0; 8000]);
    let mut bytes = Vec::new();
    for tag in 0..200 {
        let receive = job.receive(1, 0, tag, &mut into);
        let send = job.send(0, 1, tag, &mut out, Mode::Standard);
        job.finish(1, Some(receive));
        job.finish(0, send);
        job.until("all is quiet", |job| job.device(0).is_idle(1) && job.device(1).is_idle(0));
        job.device(0).part(1);
        job.device(1).part(0);
        bytes.push(job.device(1).counters().receive_bytes);
    }
    assert_eq!(bytes[199], bytes[9], "each connection gets what the one before it had");
}
