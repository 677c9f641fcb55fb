//! Ranks are killed at random while all agree: those that live decide, and nobody has decided
//! differently, over every transport.

use std::rc::Rc;

use ferry_device::Device;
use ferry_rc::per_peer::{BASELINE, PerPeer};
use ferry_sim::random::Random;
use ferry_sim::survival::Survival;
use ferry_sim::{Faults, Job, Plan, Profile, World};

const ROUNDS: u32 = 12;
/// All rounds of eight ranks take some 150 us where nobody dies.
const DEATHS_PS: u64 = 150_000_000;

fn world(seed: u64, loss: u32) -> World {
    World::new(Profile::find("ndr400").expect("known"), Faults { loss, ..Faults::default() }, seed)
}

/// Kills all but one rank at most, and checks what the others decide: how many died before the end.
fn survive<D: Device + 'static>(mut job: Job<D>, ranks: u32, seed: u64) -> u32 {
    let mut random = Random::new(seed).fork(1_000);
    let spared = random.below(ranks.into()) as u32;
    let victims: Vec<u32> = (0..ranks).filter(|rank| *rank != spared && random.happens(1, 2)).collect();
    victims.iter().for_each(|victim| job.world().kill_at(*victim, random.below(DEATHS_PS)));
    let survival = Survival::new(ranks, ROUNDS, seed);
    let decisions = Rc::clone(&survival.decisions);
    job.run(|rank| survival.clone().run(rank), &mut []).unwrap_or_else(|violation| panic!("seed {seed}: {violation}"));
    let decisions = decisions.borrow();
    let longest = decisions.iter().max_by_key(|decided| decided.len()).expect("a rank");
    assert_eq!(longest.len(), ROUNDS as usize);
    for (rank, decided) in decisions.iter().enumerate() {
        let is_victim = victims.contains(&(rank as u32));
        assert!(is_victim || decided.len() == ROUNDS as usize, "seed {seed}: rank {rank} lives and has {} rounds", decided.len());
        assert_eq!(decided[..], longest[..decided.len()], "seed {seed}: rank {rank} has decided differently");
    }
    let early = |victim: &&u32| decisions[**victim as usize].len() < ROUNDS as usize;
    victims.iter().filter(early).count() as u32
}

#[test]
fn all_that_live_agree_over_connections() {
    let died: u32 = (0..40)
        .map(|seed| {
            let ranks = 2 + seed as u32 % 7;
            let job = Plan::new(ranks).build(&world(seed, 0), |_| PerPeer::new(&BASELINE)).expect("a job");
            survive(job, ranks, seed)
        })
        .sum();
    assert!(died > 20, "only {died} died in time");
}

#[test]
fn all_that_live_agree_over_datagrams_that_are_lost() {
    let died: u32 = (0..40)
        .map(|seed| {
            let ranks = 2 + seed as u32 % 7;
            let job = Plan::new(ranks).build_datagrams(&world(seed, 20)).expect("a job");
            survive(job, ranks, seed)
        })
        .sum();
    assert!(died > 20, "only {died} died in time");
}

#[test]
fn all_that_live_agree_over_both() {
    let died: u32 = (0..20)
        .map(|seed| {
            let ranks = 3 + seed as u32 % 5;
            let job = Plan::new(ranks).build_both(&world(seed, 0)).expect("a job");
            survive(job, ranks, seed)
        })
        .sum();
    assert!(died > 8, "only {died} died in time");
}
