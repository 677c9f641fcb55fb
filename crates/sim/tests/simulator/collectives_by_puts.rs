//! Random collective operations by puts on simulated adapters that delay, and between them messages
//! that are under way meanwhile: every result against what it has to be, over connections and where
//! datagrams come first.

use std::rc::Rc;

use ferry_collective::Collective;
use ferry_device::Device;
use ferry_rc::PerPeer;
use ferry_rc::per_peer::BASELINE;
use ferry_sim::collectives::Means;
use ferry_sim::random::Random;
use ferry_sim::{Faults, Plan, Profile, Rank, World};

/// What all ranks do next.
#[derive(Clone, Copy, Debug)]
struct Call {
    collective: Collective,
    means: Means,
    root: u32,
    len: usize,
    /// A message of so many bytes to the next rank is under way.
    beside: usize,
}

const COLLECTIVES: [Collective; 6] = [
    Collective::Barrier,
    Collective::Bcast,
    Collective::Allgather,
    Collective::Alltoall,
    Collective::Allreduce,
    Collective::Scatter,
];

/// Lengths in words, below and above what goes through collective buffers.
const WORDS: [u64; 4] = [2, 64, 700, 5000];

fn draw(random: &mut Random, ranks: u32) -> Call {
    let collective = *random.pick(&COLLECTIVES);
    let by_puts: Vec<_> = collective.algorithms().iter().filter(|known| known.requires.needs_puts()).collect();
    let algorithm = (!by_puts.is_empty() && random.happens(3, 4)).then(|| random.pick(&by_puts).name);
    let copy_below = Some(*random.pick(&[8, 512, 4096]));
    let most = *random.pick(&WORDS);
    Call {
        collective,
        means: Means { algorithm, copy_below, copies_take_time: random.happens(1, 2) },
        root: random.below(ranks.into()) as u32,
        len: 8 * (1 + random.below(most) as usize),
        beside: random.below(40_000) as usize,
    }
}

/// What rank `from` gives rank `to` in call `number`.
fn name(from: u32, to: u32, number: usize) -> u64 {
    u64::from(from) << 40 | u64::from(to) << 20 | number as u64
}

async fn call<D: Device>(rank: &Rank<D>, number: usize, call: Call) {
    let Call { collective, root, len, .. } = call;
    let (me, ranks) = (rank.rank(), rank.ranks());
    let (one, all) = (rank.block(len), rank.block(len * ranks as usize));
    let place = |peer: u32| peer as usize * len;
    let wrong = |peer, from, to| all.find_wrong(place(peer), len, name(from, to, number));
    match collective {
        Collective::Barrier => rank.barrier().await,
        Collective::Bcast => {
            if me == root {
                one.fill(0, len, name(root, 0, number));
            }
            rank.bcast(root, &one, len).await;
            assert_eq!(one.find_wrong(0, len, name(root, 0, number)), None, "{call:?} at rank {me}");
        }
        Collective::Allgather => {
            one.fill(0, len, name(me, 0, number));
            rank.allgather(&one, &all, len).await;
            (0..ranks).for_each(|peer| assert_eq!(wrong(peer, peer, 0), None, "{call:?} at rank {me}"));
        }
        Collective::Alltoall => {
            let from = rank.block(all.len());
            (0..ranks).for_each(|peer| from.fill(place(peer), len, name(me, peer, number)));
            rank.alltoall(&from, &all, len).await;
            (0..ranks).for_each(|peer| assert_eq!(wrong(peer, peer, me), None, "{call:?} at rank {me}"));
        }
        Collective::Scatter => {
            (0..ranks).for_each(|peer| all.fill(place(peer), len, name(me, peer, number)));
            rank.scatter(root, &all, &one, len).await;
            assert_eq!(one.find_wrong(0, len, name(root, me, number)), None, "{call:?} at rank {me}");
        }
        _ => {
            let words = len / 8;
            let own: Vec<u8> = (0..words as u64).flat_map(|word| (word * u64::from(me + 1)).to_ne_bytes()).collect();
            one.write(0, &own);
            rank.allreduce(&one, words).await;
            let mut sums = vec![0; len];
            one.read(0, &mut sums);
            let factor = u64::from(ranks) * u64::from(ranks + 1) / 2;
            let right: Vec<u8> = (0..words as u64).flat_map(|word| (word * factor).to_ne_bytes()).collect();
            assert!(sums == right, "{call:?} at rank {me}");
        }
    }
}

async fn program<D: Device>(rank: Rank<D>, calls: Rc<Vec<Call>>) {
    rank.join_collective_buffers().await;
    let (above, below) = ((rank.rank() + 1) % rank.ranks(), (rank.rank() + rank.ranks() - 1) % rank.ranks());
    for (number, next) in calls.iter().enumerate() {
        let (out, into) = (rank.block(next.beside.max(1)), rank.block(next.beside.max(1)));
        out.fill(0, next.beside, name(rank.rank(), above, number));
        let receive = rank.irecv(below as i32, 3, &into, 0, next.beside);
        let send = rank.isend(above, 3, &out, 0, next.beside);
        rank.set_means(next.means);
        call(&rank, number, *next).await;
        rank.wait_all([send, receive]).await;
        assert_eq!(into.find_wrong(0, next.beside, name(below, rank.rank(), number)), None, "the message beside {next:?}");
    }
    rank.leave_collective_buffers().await;
}

fn faults(seed: u64) -> Faults {
    let delays = Faults { delay: 800, delay_ns: 30_000, slowness: 400, slow_ns: 50_000, ..Faults::default() };
    if seed.is_multiple_of(3) { Faults::default() } else { delays }
}

#[test]
fn any_operations_give_right_results_over_connections() {
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let ranks = 2 + random.below(8) as u32;
        let calls = Rc::new((0..25).map(|_| draw(&mut random, ranks)).collect::<Vec<_>>());
        let world = World::new(Profile::find("hdr200").expect("known"), faults(seed), seed);
        let mut job = Plan::new(ranks).build(&world, |_| PerPeer::new(&BASELINE)).expect("a job");
        job.run(|rank| program(rank, Rc::clone(&calls)), &mut []).unwrap_or_else(|violation| panic!("seed {seed}: {violation}"));
    }
}

#[test]
fn any_operations_give_right_results_where_datagrams_come_first() {
    for seed in 100..112 {
        let mut random = Random::new(seed);
        let ranks = 2 + random.below(8) as u32;
        let calls = Rc::new((0..25).map(|_| draw(&mut random, ranks)).collect::<Vec<_>>());
        let world = World::new(Profile::find("hdr200").expect("known"), faults(seed), seed);
        let mut job = Plan::new(ranks).build_both(&world).expect("a job");
        job.run(|rank| program(rank, Rc::clone(&calls)), &mut []).unwrap_or_else(|violation| panic!("seed {seed}: {violation}"));
    }
}

#[test]
fn operations_without_room_end_instead_of_waiting() {
    let means = Means { algorithm: Some("put_doubling"), copy_below: Some(64 << 10), copies_take_time: false };
    let calls = Rc::new(vec![Call { collective: Collective::Allgather, means, root: 0, len: 20_000, beside: 0 }]);
    let world = World::new(Profile::find("hdr200").expect("known"), Faults::default(), 0);
    let mut job = Plan::new(4).build(&world, |_| PerPeer::new(&BASELINE)).expect("a job");
    let violation = job.run(|rank| program(rank, Rc::clone(&calls)), &mut []).expect_err("there is no room").to_string();
    assert!(violation.contains("allgather number") && violation.contains("went wrong: Length"), "{violation}");
}

#[test]
fn ranks_that_get_nothing_are_told_so() {
    let means = Means { algorithm: Some("put_linear"), ..Means::default() };
    let calls = Rc::new(vec![Call { collective: Collective::Allreduce, means, root: 0, len: 8, beside: 0 }; 3]);
    let world = World::new(Profile::find("hdr200").expect("known"), Faults::default(), 0);
    let mut job = Plan::new(5).build(&world, |_| PerPeer::new(&BASELINE)).expect("a job");
    job.run(|rank| program(rank, Rc::clone(&calls)), &mut []).unwrap_or_else(|violation| panic!("{violation}"));
}
