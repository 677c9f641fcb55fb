//! Large messages over datagrams that do not go as usual: too long or too short for their receives,
//! with gaps, cancelled, or broken off by a death. Memory beside a message, and memory that the
//! program has back, stays as it is.

use std::cell::Cell;
use std::rc::Rc;

use ferry_datatype::Datatype;
use ferry_engine::Fault;
use ferry_sim::environment::DatagramDevice;
use ferry_sim::{Block, Faults, Plan, Profile, Rank, World};
use ferry_ud::{LargeMessages, Repair};

/// Bytes of a large message, more than one block long and with an end that fills no packet.
const LEN: usize = 1_500_001;

/// What memory has before anything comes, and what comes.
const BEFORE: u64 = 77;
const MESSAGE: u64 = 5;

const FAULTY: Faults = Faults {
    loss: 200,
    duplication: 300,
    reordering: 1000,
    delay: 0,
    delay_ns: 0,
    repetition: 0,
    registration: 0,
    refusal: 0,
    slowness: 0,
    slow_ns: 0,
    memory_limit: 0,
};

fn world(faults: Faults, seed: u64) -> World {
    World::new(Profile::find("ndr400").expect("known"), faults, seed)
}

fn plan(large: LargeMessages, repair: Repair) -> Plan {
    let mut plan = Plan::new(2);
    (plan.datagrams.large, plan.datagrams.repair) = (large, repair);
    plan.datagrams.zero_copy_min = Some(32 << 10);
    plan
}

/// Runs `program` on two ranks, in every way that large messages go, on networks that do everything
/// right, and that do not.
fn everywhere<F: Future<Output = ()> + 'static>(program: impl Fn(Rank<DatagramDevice>) -> F) {
    for faults in [Faults::default(), FAULTY] {
        for (large, repair) in [
            (LargeMessages::Copy, Repair::Missing),
            (LargeMessages::ZeroCopy, Repair::Missing),
            (LargeMessages::ZeroCopy, Repair::Block),
        ] {
            let mut job = plan(large, repair).build_datagrams(&world(faults, 3)).expect("a job");
            let ended = job.run(&program, &mut ferry_sim::invariant::of_datagrams());
            ended.unwrap_or_else(|violation| panic!("{large:?} {repair:?} {faults:?}: {violation}"));
        }
    }
}

fn block(rank: &Rank<DatagramDevice>, len: usize) -> Block {
    let block = rank.block(len);
    block.fill(0, len, BEFORE);
    block
}

/// Whether bytes from `begin` on are as [`block`] has made them.
fn is_untouched(rank: &Rank<DatagramDevice>, memory: &Block, begin: usize) -> bool {
    let (mut seen, mut wanted) = (vec![0; memory.len() - begin], vec![0; memory.len() - begin]);
    memory.read(begin, &mut seen);
    block(rank, memory.len()).read(begin, &mut wanted);
    seen == wanted
}

#[test]
fn a_message_too_long_for_its_receive_is_cut_and_nothing_behind_it_changes() {
    everywhere(|rank| async move {
        if rank.rank() == 0 {
            let out = block(&rank, LEN);
            out.fill(0, LEN, MESSAGE);
            assert_eq!(rank.send(1, 1, &out, 0, LEN).await.fault, None);
            assert_eq!(rank.send(1, 2, &out, 0, 64).await.fault, None);
            return;
        }
        for (tag, room, sent) in [(1, LEN - 300_000, LEN), (2, 64, 64)] {
            let into = block(&rank, 2 << 20);
            let outcome = rank.recv(0, tag, &into, 0, room).await;
            assert_eq!((outcome.bytes, outcome.sent, outcome.fault), (room as u64, sent as u64, None));
            assert_eq!(outcome.is_truncated(), tag == 1);
            assert_eq!(into.find_wrong(0, room, MESSAGE), None);
            assert!(is_untouched(&rank, &into, room), "{room} bytes of {sent}");
        }
    });
}

#[test]
fn a_receive_longer_than_its_message_keeps_the_rest() {
    everywhere(|rank| async move {
        for (number, len) in [40_000, 300_000, LEN].into_iter().enumerate() {
            let name = MESSAGE + number as u64;
            if rank.rank() == 0 {
                let out = rank.block(len);
                out.fill(0, len, name);
                rank.send(1, 1, &out, 0, len).await;
            } else {
                let into = block(&rank, 3 << 20);
                let outcome = rank.recv(0, 1, &into, 0, 3 << 20).await;
                assert_eq!((outcome.bytes, outcome.fault), (len as u64, None));
                assert_eq!(into.find_wrong(0, len, name), None);
                assert!(is_untouched(&rank, &into, len), "{len} bytes");
            }
        }
    });
}

/// Runs of `run` bytes, each followed by as many that are no part of the message.
fn with_gaps(run: usize) -> (u64, Datatype) {
    let element = Datatype::contiguous(run as i64, Datatype::byte());
    let element = element.and_then(|run_of| Datatype::resized(&run_of, 0, 2 * run as i64));
    (((1 << 20) / run) as u64, element.expect("a datatype"))
}

#[test]
fn bytes_with_gaps_go_and_the_gaps_stay() {
    // Packets of 4,096 bytes: of two pieces, of eight, and of more than an adapter takes at once.
    for run in [4096, 1024, 16] {
        everywhere(move |rank| async move {
            let (count, datatype) = with_gaps(run);
            let memory = block(&rank, 2 << 20);
            let peer = 1 - rank.rank();
            let dense = rank.block(1 << 20);
            // Gaps at either end, and at both.
            dense.fill(0, 1 << 20, MESSAGE);
            if rank.rank() == 0 {
                rank.send(peer, 1, &dense, 0, 1 << 20).await;
                let back = rank.block(1 << 20);
                rank.recv(peer as i32, 2, &back, 0, 1 << 20).await;
                assert_eq!(back.find_wrong(0, 1 << 20, MESSAGE), None, "runs of {run} bytes");
                return;
            }
            let received = rank.irecv_typed(peer as i32, 1, &memory, (count, &datatype));
            assert_eq!(rank.wait(received).await.bytes, 1 << 20);
            let (mut seen, mut wanted, mut was) = (vec![0; 2 << 20], vec![0; 1 << 20], vec![0; 2 << 20]);
            memory.read(0, &mut seen);
            dense.read(0, &mut wanted);
            block(&rank, 2 << 20).read(0, &mut was);
            for (index, part) in seen.chunks(2 * run).enumerate() {
                assert!(part[..run] == wanted[index * run..][..run], "run {index} of {run} bytes");
                assert!(part[run..] == was[index * 2 * run + run..][..run], "gap {index} of {run} bytes");
            }
            let sent = rank.isend_typed(peer, 2, &memory, (count, &datatype));
            rank.wait(sent).await;
        });
    }
}

#[test]
fn a_cancelled_receive_leaves_its_memory_alone() {
    everywhere(|rank| async move {
        if rank.rank() == 0 {
            let out = rank.block(LEN);
            out.fill(0, LEN, MESSAGE);
            rank.recv(1, 9, &out, 0, 0).await;
            let sends = [rank.isend(1, 1, &out, 0, LEN), rank.isend(1, 3, &out, 0, 0)];
            rank.wait_all(sends).await;
            return;
        }
        let (first, second) = (block(&rank, LEN), block(&rank, LEN));
        let cancelled = rank.irecv(0, 1, &first, 0, LEN);
        rank.cancel(&cancelled);
        assert!(rank.wait(cancelled).await.cancelled);
        let taken = rank.irecv(0, 1, &second, 0, LEN);
        rank.send(0, 9, &first, 0, 0).await;
        // What was sent after it is there, so the receive is matched: too late to cancel.
        rank.recv(0, 3, &first, 0, 0).await;
        rank.cancel(&taken);
        assert!(!rank.wait(taken).await.cancelled);
        assert_eq!(second.find_wrong(0, LEN, MESSAGE), None);
        assert!(is_untouched(&rank, &first, 0));
    });
}

#[test]
fn nothing_lands_any_more_when_a_sender_has_died() {
    // A message of 1.5 MB takes some 60 us here; datagrams of the dead are on their way for some 4
    // us more.
    let mut broken_off = 0;
    for (seed, death_ns) in (2_000..70_000).step_by(4_000).enumerate() {
        let world = world(Faults { loss: 50, ..FAULTY }, seed as u64);
        let mut plan = plan(LargeMessages::ZeroCopy, if seed % 3 == 0 { Repair::Block } else { Repair::Missing });
        plan.datagrams.silence_ns = Some(1_000_000_000);
        let mut job = plan.build_datagrams(&world).expect("a job");
        let lost = Rc::new(Cell::new(false));
        let seen = Rc::clone(&lost);
        let program = move |rank: Rank<DatagramDevice>| {
            let lost = Rc::clone(&seen);
            async move {
                let memory = block(&rank, LEN);
                if rank.rank() == 0 {
                    rank.recv(1, 9, &memory, 0, 0).await;
                    rank.world().kill_at(0, rank.now_ps() + death_ns * 1000);
                    rank.send(1, 1, &memory, 0, LEN).await;
                    return;
                }
                let receive = rank.irecv(0, 1, &memory, 0, LEN);
                rank.send(0, 9, &memory, 0, 0).await;
                let outcome = rank.wait(receive).await;
                // The memory is the program's: whatever it writes there stays.
                memory.fill(0, LEN, MESSAGE);
                lost.set(outcome.fault == Some(Fault::PeerLost));
                assert!(lost.get() || outcome.fault.is_none());
                rank.compute(10_000_000).await;
                assert_eq!(memory.find_wrong(0, LEN, MESSAGE), None);
            }
        };
        let ended = job.run(program, &mut ferry_sim::invariant::of_datagrams());
        ended.unwrap_or_else(|violation| panic!("death after {death_ns} ns: {violation}"));
        broken_off += u32::from(lost.get());
    }
    assert!(broken_off > 5, "only {broken_off} messages were broken off");
}

/// Bytes of a message of which two fit a queue pair.
const SHORT: usize = 400_001;

/// A sender dies while its message lands; then another one sends to the same process, which has one
/// queue pair for large messages. `is_broken`: adapters forget no receives when that is reset.
fn land_after_a_death(is_broken: bool) -> Result<u64, String> {
    let mut checked = 0;
    for death_ns in (1_000..13_000).step_by(1_500) {
        let world = world(Faults::default(), death_ns);
        if is_broken {
            world.keep_receives_at_reset();
        }
        let mut plan = plan(LargeMessages::ZeroCopy, Repair::Missing);
        plan.ranks = 3;
        (plan.datagrams.pool, plan.datagrams.silence_ns) = (1, Some(50_000_000));
        let mut job = plan.build_datagrams(&world).expect("a job");
        let program = move |rank: Rank<DatagramDevice>| async move {
            let memory = block(&rank, SHORT);
            match rank.rank() {
                0 => {
                    rank.recv(1, 9, &memory, 0, 0).await;
                    rank.world().kill_at(0, rank.now_ps() + death_ns * 1000);
                    rank.send(1, 1, &memory, 0, SHORT).await;
                }
                1 => {
                    let receive = rank.irecv(0, 1, &memory, 0, SHORT);
                    rank.send(0, 9, &memory, 0, 0).await;
                    rank.wait(receive).await;
                    memory.give_back();
                    let next = block(&rank, SHORT);
                    let receive = rank.irecv(2, 1, &next, 0, SHORT);
                    rank.send(2, 9, &next, 0, 0).await;
                    assert_eq!(rank.wait(receive).await.fault, None, "{:?}", rank.loss_of(2));
                    assert_eq!(next.find_wrong(0, SHORT, MESSAGE), None);
                }
                _ => {
                    memory.fill(0, SHORT, MESSAGE);
                    rank.recv(1, 9, &memory, 0, 0).await;
                    rank.send(1, 1, &memory, 0, SHORT).await;
                }
            }
        };
        job.run(program, &mut ferry_sim::invariant::of_datagrams()).map_err(|violation| violation.to_string())?;
        checked += world.landings_checked();
    }
    Ok(checked)
}

#[test]
fn a_queue_pair_that_is_not_drained_is_found_out_at_the_first_landing() {
    let checked = land_after_a_death(false).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(checked > 100, "{checked} landings were looked at");
    let why = land_after_a_death(true).expect_err("a receive of the first message takes a packet of the second");
    assert!(why.contains("land in memory of rank 1"), "{why}");
}
