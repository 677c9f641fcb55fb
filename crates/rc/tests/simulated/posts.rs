//! Send queues of connections that take no more requests.

use ferry_engine::Mode;
use ferry_sim::PostEnd;

use crate::world::{Job, Plan, Ranks, Scheme, content};
use crate::{LENGTHS, exchange};

/// Of the queue pairs of a rank, the one of its first connection's first way, by how many it has
/// made before: that of datagrams, and a receiving end.
fn first_way(scheme: &Scheme) -> usize {
    if matches!(scheme, Scheme::Buckets(plan) if plan.extended) { 2 } else { 1 }
}

/// Two ranks with nothing under way.
fn quiet(plan: &Plan) -> Job {
    let mut job = exchange(plan, &LENGTHS, 3);
    job.until("all is quiet", |job| job.device(0).is_idle(1) && job.device(1).is_idle(0));
    job
}

/// As [`quiet`], but that rank 0 has sent a message whose end nobody would hear of. Its send queue
/// takes nothing more after that.
fn full(scheme: Scheme, end: PostEnd) -> Job {
    let before = first_way(&scheme);
    let mut job = quiet(&Plan { scheme, ..Plan::default() });
    let send = job.send(0, 1, 900, &mut content(9, 8), Mode::Standard);
    assert!(send.is_none(), "it is copied");
    job.world.limit_posts(0, before, Some((0, end)));
    job
}

fn expect_lost(job: &mut Job, why: &str) {
    job.turn();
    let reason = job.ranks[0].loss_of(1).expect("lost");
    assert!(reason.contains("rank 1") && reason.contains(why), "{reason}");
}

#[test]
fn a_peer_is_lost_whose_queue_takes_no_probe() {
    for scheme in Scheme::all() {
        let mut job = full(scheme.clone(), PostEnd::Failure);
        job.device(0).is_quiet();
        expect_lost(&mut job, "cannot be probed");
        let mut job = full(scheme, PostEnd::Failure);
        assert!(!job.device(0).is_idle(1));
        expect_lost(&mut job, "cannot be probed");
    }
}

#[test]
fn a_probe_and_a_farewell_wait_for_a_queue_that_is_full() {
    for scheme in Scheme::all() {
        let before = first_way(&scheme);
        let mut job = full(scheme, PostEnd::Full);
        (0..100).for_each(|_| assert!(!job.device(0).is_quiet()));
        job.world.limit_posts(0, before, None);
        job.until("it is probed", |job| job.device(0).is_quiet());
        job.world.limit_posts(0, before, Some((0, PostEnd::Full)));
        assert!(!job.device(0).finish(100_000_000));
        job.world.limit_posts(0, before, None);
        assert!(job.device(0).finish(10_000_000_000));
        assert_eq!(job.device(0).counters().failures, 0);
    }
}

/// A farewell fails while a peer waits for slots of its ring.
#[test]
fn a_peer_is_lost_whose_queue_takes_no_farewell() {
    for scheme in Scheme::all() {
        let before = first_way(&scheme);
        let mut job = quiet(&Plan { scheme, ..Plan::default() });
        let received = job.device(0).counters().ring_received;
        job.device(0).hush(1, true);
        let mut out = content(9, 8);
        for tag in 0..40 {
            job.send(1, 0, tag, &mut out, Mode::Standard);
        }
        job.until("half the ring is used", |job| job.device(0).counters().ring_received >= received + 16);
        job.device(0).hush(1, false);
        job.world.limit_posts(0, before, Some((0, PostEnd::Failure)));
        job.device(0).finish(10_000_000_000);
        expect_lost(&mut job, "a packet cannot be posted");
    }
}
