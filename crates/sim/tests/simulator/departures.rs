//! Peers that have left or died: nobody waits for them, and nothing reads memory for them.

use ferry_device::Device;
use ferry_engine::Fault;
use ferry_sim::environment::{BothDevice, DatagramDevice};
use ferry_sim::{Faults, Plan, Profile, Rank, World};

/// Bytes of a large message.
const LEN: usize = 1_500_001;

const MS: u64 = 1_000_000;

fn world(seed: u64) -> World {
    World::new(Profile::find("ndr400").expect("known"), Faults::default(), seed)
}

/// Waits until nothing is owed to anybody, as the end of a program does, for two seconds.
async fn settle<D: Device>(rank: &Rank<D>) {
    for _ in 0..200 {
        if !rank.has_unsent() {
            return;
        }
        rank.compute(10 * MS).await;
    }
    panic!("rank {} still owes something", rank.rank());
}

/// Says farewell, and is not in MPI any more. Nobody answers meanwhile.
fn leave<D: Device>(rank: &Rank<D>, finish: impl FnOnce(&mut D) -> bool) {
    rank.world().set_automatic(true);
    let _ = rank.device_mut(finish);
    rank.world().set_automatic(false);
}

/// Nobody but the launcher tells of deaths.
#[test]
fn nobody_waits_for_a_peer_that_the_launcher_knows_to_be_dead() {
    let mut broken_off = 0;
    for (len, after_us) in [(8, 0), (8, 1), (LEN, 0), (LEN, 4), (LEN, 10), (LEN, 16), (LEN, 24), (LEN, 70)] {
        let world = world(after_us);
        let mut plan = Plan::new(2);
        plan.datagrams.zero_copy_min = Some(32 << 10);
        let mut job = plan.build_datagrams(&world).expect("a job");
        let faults = std::rc::Rc::new(std::cell::Cell::new(0));
        let program = |rank: Rank<DatagramDevice>| {
            let faults = std::rc::Rc::clone(&faults);
            async move {
                let block = rank.block(len);
                if rank.rank() == 0 {
                    rank.recv(1, 0, &block, 0, 8).await;
                    rank.world().kill_at(0, rank.now_ps() + after_us * 1_000_000);
                    rank.recv(1, 1, &block, 0, len).await;
                    rank.compute(1000 * MS).await;
                    panic!("the dead compute nothing");
                }
                rank.send(0, 0, &block, 0, 8).await;
                let send = rank.isend(0, 1, &block, 0, len);
                for _ in 0..30 + after_us {
                    rank.has_unsent();
                    rank.compute(1000).await;
                }
                rank.hear_of_death(0);
                let fault = rank.wait(send).await.fault;
                assert!(fault.is_none() || fault == Some(Fault::PeerLost), "{fault:?}");
                faults.set(faults.get() + u32::from(fault.is_some()));
                block.give_back();
                settle(&rank).await;
            }
        };
        let ended = job.run(program, &mut ferry_sim::invariant::of_datagrams());
        ended.unwrap_or_else(|violation| panic!("{len} bytes, dead after {after_us} us: {violation}"));
        broken_off += faults.get();
    }
    assert!(broken_off > 2, "only {broken_off} messages were broken off");
}

/// Ranks 0 and 1 have the one connection that they may have; rank 0 leaves, and ranks 1 and 2 have
/// much to say to each other.
#[test]
fn a_peer_that_has_left_is_not_asked_for_its_connection() {
    let world = world(1);
    let mut plan = Plan::new(3);
    plan.hybrid = ferry_hybrid::Options { connections: 1, hot_after: 20 };
    let mut job = plan.build_both(&world).expect("a job");
    let program = |rank: Rank<BothDevice>| async move {
        let (me, block) = (rank.rank(), rank.block(200));
        let exchange = async |peer: u32, count: u32| {
            for _ in 0..count {
                let receive = rank.irecv(peer as i32, 1, &block, 100, 100);
                rank.send(peer, 1, &block, 0, 100).await;
                rank.wait(receive).await;
            }
        };
        if me < 2 {
            exchange(1 - me, 100).await;
        }
        if me == 0 {
            settle(&rank).await;
            leave(&rank, |device| device.device_mut().finish(MS));

            return rank.compute(3000 * MS).await;
        }
        rank.compute(100 * MS).await;
        exchange(3 - me, 300).await;
        settle(&rank).await;
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
}

/// Rank 1 keeps so much of what rank 0 has sent that it wants to be asked first, and has room again
/// when rank 0 has left.
#[test]
fn a_peer_that_has_left_does_not_hear_that_there_is_room() {
    const COUNT: usize = 40;
    const BYTES: usize = 48 << 10;
    let world = world(1);
    let mut plan = Plan::new(3);
    plan.datagrams.eager_bytes = 64 << 10;
    plan.limits.unexpected_budget = 1 << 20;
    let mut job = plan.build_datagrams(&world).expect("a job");
    let program = |rank: Rank<DatagramDevice>| async move {
        let block = rank.block(BYTES);
        match rank.rank() {
            0 => {
                for number in 0..COUNT / 2 {
                    rank.send(1, number as i32, &block, 0, BYTES).await;
                }
                settle(&rank).await;
                leave(&rank, |device| device.device_mut().finish(MS));
                rank.compute(3000 * MS).await;
            }
            1 => {
                rank.recv(2, 0, &block, 0, 8).await;
                for number in 0..COUNT / 2 {
                    rank.recv(0, number as i32, &block, 0, BYTES).await;
                }
                settle(&rank).await;
            }
            _ => {
                rank.compute(100 * MS).await;
                rank.send(1, 0, &block, 0, 8).await;
            }
        }
    };
    job.run(program, &mut ferry_sim::invariant::of_datagrams()).unwrap_or_else(|violation| panic!("{violation}"));
}
