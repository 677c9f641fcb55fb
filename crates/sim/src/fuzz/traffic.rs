//! Random messages and collective operations, and the program in which every rank does its part of
//! all of them, in one order, so that it cannot deadlock.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use ferry_device::Device;
use ferry_engine::{ANY_SOURCE, Fault, Outcome};

use super::case::Case;
use crate::landing::INVARIANT;
use crate::program::Block;
use crate::random::Random;
use crate::rank::{Rank, Request};
use crate::workload::{Transfer, message};

/// What ranks do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Message { from: u32, to: u32, tag: i32, len: usize, is_synchronous: bool, from_any: bool },
    Barrier,
    Sum { words: usize },
}

/// Longest messages of each kind: short ones, eager ones, large ones.
const LENGTHS: [u64; 4] = [64, 4096, 20_000, 300_000];
/// Tags from here on are of one message each.
const OWN_TAGS: i32 = 1000;

/// The items of a case.
pub(super) fn draw(case: &Case) -> Vec<Item> {
    let random = Random::new(case.seed).fork(7);
    (0..case.messages).map(|number| item(case, number, &mut random.fork(number.into()))).collect()
}

/// Every item is drawn by itself, so that cases with fewer items have the same ones.
fn item(case: &Case, number: u32, random: &mut Random) -> Item {
    // Who waits for anybody, or for all, cannot go on without somebody.
    let loses = case.may_lose();
    if !loses && !case.is_flood() && random.happens(1, 20) {
        return if random.happens(1, 2) { Item::Barrier } else { Item::Sum { words: 1 + random.below(3000) as usize } };
    }
    let from = random.below(case.ranks.into()) as u32;
    let to = if random.happens(1, 30) { from } else { random.below(case.ranks.into()) as u32 };
    let longest = *random.pick(&LENGTHS);
    let from_any = !loses && random.happens(1, 6);
    let tag = if from_any { OWN_TAGS + number as i32 } else { 1 + random.below(2) as i32 };
    Item::Message { from, to, tag, len: random.below(longest + 1) as usize, is_synchronous: random.happens(1, 8), from_any }
}

/// An operation under way: what it is of, and its memory.
struct Open {
    request: Request,
    block: Block,
    transfer: Transfer,
    is_receive: bool,
}

/// Memory that the program has back and goes on to look at: what has come, which stays.
struct Kept {
    block: Block,
    name: u64,
    bytes: usize,
}

/// A rank's part. `met`: how many ranks are connected with all.
pub(super) async fn exchange<D: Device>(rank: Rank<D>, items: Rc<Vec<Item>>, case: Case, met: Rc<Cell<u32>>) {
    let (mut open, window, mut kept) = (VecDeque::new(), case.window as usize, Vec::new());
    if case.death_ns + case.break_ns > 0 {
        meet(&rank).await;
        met.set(met.get() + 1);
        if met.get() == rank.ranks() {
            harm(&rank, &case);
        }
    }
    for (number, item) in items.iter().enumerate() {
        match *item {
            Item::Message { .. } => begin(&rank, number as u64, item, &mut open),
            Item::Barrier => rank.barrier().await,
            Item::Sum { words } => sum(&rank, words).await,
        }
        while open.len() > window {
            kept.extend(end(&rank, &mut open).await);
        }
    }
    while !open.is_empty() {
        kept.extend(end(&rank, &mut open).await);
    }
    // What late packets may have done is seen when all others have ended, too.
    for Kept { block, name, bytes } in kept {
        if let Some(at) = block.find_wrong(0, bytes, name) {
            rank.world().accuse(rank.rank(), INVARIANT, format!("byte {at} of {bytes} has changed"));
        }
    }
}

/// What is to go wrong at a certain time does, counted from now: nobody is in a collective
/// operation any more, which may not fail.
fn harm<D: Device>(rank: &Rank<D>, case: &Case) {
    let after_ps = |ns: u64| rank.now_ps() + ns * 1000;
    if let Some(victim) = case.victim() {
        rank.world().kill_at(victim, after_ps(case.death_ns));
    }
    if case.break_ns > 0 {
        rank.world().break_at(after_ps(case.break_ns), Random::new(case.seed).fork(10).word());
    }
}

/// All ranks make connections with all: only between those is death noticed without a launcher.
async fn meet<D: Device>(rank: &Rank<D>) {
    const TAG: i32 = 900;
    let others = (0..rank.ranks()).filter(|other| *other != rank.rank());
    let transfer = |peer, from, to| Transfer { peer, tag: TAG, len: 1, name: message(from, to, 0) };
    let (mut sends, mut receives) = (Vec::new(), Vec::new());
    for peer in others {
        sends.push(transfer(peer, rank.rank(), peer));
        receives.push(transfer(peer, peer, rank.rank()));
    }
    rank.exchange(&sends, &receives).await;
    rank.barrier().await;
}

fn begin<D: Device>(rank: &Rank<D>, number: u64, item: &Item, open: &mut VecDeque<Open>) {
    let Item::Message { from, to, tag, len, is_synchronous, from_any } = *item else { return };
    let name = message(from, to, number);
    if from == rank.rank() {
        let block = rank.block(len);
        block.fill(0, len, name);
        let request = if is_synchronous { rank.issend(to, tag, &block, 0, len) } else { rank.isend(to, tag, &block, 0, len) };
        open.push_back(Open { request, block, transfer: Transfer { peer: to, tag, len, name }, is_receive: false });
    }
    if to == rank.rank() {
        let block = rank.block(len);
        let source = if from_any { ANY_SOURCE } else { from as i32 };
        let request = rank.irecv(source, tag, &block, 0, len);
        open.push_back(Open { request, block, transfer: Transfer { peer: from, tag, len, name }, is_receive: true });
    }
}

/// Ends the oldest operation. The memory of every other message is kept; that of the rest is freed,
/// and used for others.
async fn end<D: Device>(rank: &Rank<D>, open: &mut VecDeque<Open>) -> Option<Kept> {
    let Open { request, block, transfer, is_receive } = open.pop_front()?;
    let outcome = rank.wait(request).await;
    if let Some(text) = fault_in(rank, &outcome, transfer.peer) {
        let text = format!("an operation with rank {} ended with {text}", transfer.peer);
        rank.world().accuse(rank.rank(), "delivery", text);
        return None;
    }
    block.give_back();
    if is_receive && let Err(text) = rank.world().check_given_back(rank.rank(), block.place(0, 0) as u64, block.len() as u64) {
        rank.world().accuse(rank.rank(), INVARIANT, text);
        return None;
    }
    if is_receive && outcome.fault.is_none() {
        rank.check(&block, 0, transfer, outcome.sent);
    }
    let bytes = if outcome.fault.is_none() || !is_receive { transfer.len } else { 0 };
    (transfer.name >> 40).is_multiple_of(2).then_some(Kept { block, name: transfer.name, bytes })
}

/// What is wrong with how an operation has ended. Peers are lost that have died, or whose
/// connection has broken, or for which there is no memory on either side; that ends the job. The
/// reason names the peer.
fn fault_in<D: Device>(rank: &Rank<D>, outcome: &Outcome, peer: u32) -> Option<String> {
    let (world, me) = (rank.world(), rank.rank());
    let is_short = world.is_short(me) || world.is_short(peer);
    match outcome.fault {
        None => None,
        Some(Fault::PeerLost) if world.is_dead(peer) || world.is_broken(me, peer) || is_short => {
            let reason = rank.loss_of(peer).unwrap_or_default();
            if !reason.contains(&format!("rank {peer}")) {
                return Some(format!("a loss whose reason does not name the peer: {reason:?}"));
            }
            if is_short && !(world.is_dead(peer) || world.is_broken(me, peer)) {
                if !reason.contains("memory") {
                    return Some(format!("a loss whose reason does not tell of memory: {reason:?}"));
                }
                world.abort(me, &reason);
            }
            None
        }
        Some(fault) => Some(format!("{fault:?} ({})", rank.loss_of(peer).unwrap_or_default())),
    }
}

async fn sum<D: Device>(rank: &Rank<D>, words: usize) {
    let block = rank.block(words * 8);
    let own: Vec<u8> = (0..words as u64).flat_map(|index| (index + u64::from(rank.rank())).to_le_bytes()).collect();
    block.write(0, &own);
    rank.allreduce(&block, words).await;
    let ranks = u64::from(rank.ranks());
    let mut word = [0; 8];
    let is_wrong = |index: u64, word: [u8; 8]| u64::from_le_bytes(word) != index * ranks + ranks * (ranks - 1) / 2;
    for index in 0..words {
        block.read(index * 8, &mut word);
        if is_wrong(index as u64, word) {
            return rank.world().accuse(rank.rank(), "delivery", format!("sum {index} of {words} is wrong"));
        }
    }
}
