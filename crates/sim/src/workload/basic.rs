//! Measurements between two ranks, and of collectives.

use ferry_device::Device;

use super::{Row, Rows, Settings, Transfer, message};
use crate::random::Random;
use crate::rank::Rank;

pub(super) fn note(rows: &Rows, what: String, value: f64, unit: &'static str) {
    rows.borrow_mut().rows.push(Row { what, value, unit });
}

/// The other rank of a pair.
pub(super) fn partner<D: Device>(rank: &Rank<D>) -> u32 {
    rank.rank() ^ 1
}

/// Rounds that are not counted.
const WARM_UP: u32 = 20;

pub(super) async fn ping_pong<D: Device>(rank: &Rank<D>, settings: &Settings, rows: &Rows) {
    let peer = partner(rank);
    for len in &settings.sizes {
        let block = rank.block((*len).max(1));
        let mut begin_ps = 0;
        for round in 0..WARM_UP + settings.iterations {
            if round == WARM_UP {
                begin_ps = rank.now_ps();
            }
            let transfer = |from, to| Transfer { peer, tag: 1, len: *len, name: message(from, to, round.into()) };
            if rank.rank() < peer {
                rank.give(&block, transfer(rank.rank(), peer)).await;
                rank.take(&block, transfer(peer, rank.rank())).await;
            } else {
                rank.take(&block, transfer(peer, rank.rank())).await;
                rank.give(&block, transfer(rank.rank(), peer)).await;
            }
        }
        if rank.rank() == 0 {
            let each_us = (rank.now_ps() - begin_ps) as f64 / 1e6 / f64::from(2 * settings.iterations);
            note(rows, format!("latency of {len} bytes"), each_us, "us");
        }
    }
}

pub(super) async fn bandwidth<D: Device>(rank: &Rank<D>, settings: &Settings, rows: &Rows, both_ways: bool) {
    const WINDOW: u32 = 64;
    let peer = partner(rank);
    let is_first = rank.rank() < peer;
    for len in settings.sizes.iter().filter(|len| **len > 0) {
        let bytes = len * WINDOW as usize;
        let (from, into) = (rank.block(bytes), rank.block(bytes));
        let mut begin_ps = 0;
        for round in 0..1 + settings.iterations {
            if round == 1 {
                begin_ps = rank.now_ps();
            }
            let all = |from, to| -> Vec<Transfer> {
                (0..WINDOW).map(|number| Transfer { peer, tag: 1, len: *len, name: message(from, to, number.into()) }).collect()
            };
            let sends = if is_first || both_ways { all(rank.rank(), peer) } else { Vec::new() };
            let receives = if !is_first || both_ways { all(peer, rank.rank()) } else { Vec::new() };
            rank.exchange_in(&from, &into, &sends, &receives).await;
            let done = [Transfer { peer, tag: 2, len: 4, name: 0 }];
            if is_first {
                rank.exchange(&[], &done).await
            } else {
                rank.exchange(&done, &[]).await
            };
        }
        if rank.rank() == 0 {
            let bytes = *len as f64 * f64::from(WINDOW * settings.iterations) * if both_ways { 2.0 } else { 1.0 };
            let seconds = (rank.now_ps() - begin_ps) as f64 / 1e12;
            note(rows, format!("bandwidth with {len} bytes"), bytes / seconds / 1e6, "MB/s");
        }
    }
}

pub(super) async fn collectives<D: Device>(rank: &Rank<D>, settings: &Settings, rows: &Rows) {
    const LONGEST: usize = 256 << 10;
    let ranks = rank.ranks() as usize;
    for len in settings.sizes.iter().copied().filter(|len| (8..=LONGEST).contains(len)) {
        let (from, into) = (rank.block(len * ranks), rank.block(len * ranks));
        for name in ["barrier", "bcast", "allreduce", "allgather", "alltoall"] {
            rank.barrier().await;
            let begin_ps = rank.now_ps();
            for _ in 0..settings.iterations {
                match name {
                    "barrier" => rank.barrier().await,
                    "bcast" => rank.bcast(0, &from, len).await,
                    "allreduce" => rank.allreduce(&from, len / 8).await,
                    "allgather" => rank.allgather(&from, &into, len).await,
                    _ => rank.alltoall(&from, &into, len).await,
                }
            }
            if rank.rank() == 0 && (name != "barrier" || len == settings.sizes.iter().copied().find(|len| *len >= 8).unwrap_or(8))
            {
                let each_us = (rank.now_ps() - begin_ps) as f64 / 1e6 / f64::from(settings.iterations);
                let what = if name == "barrier" { name.to_owned() } else { format!("{name} of {len} bytes") };
                note(rows, what, each_us, "us");
            }
        }
    }
}

/// Each rank has a block of rows; it needs all of the other matrix, which is gathered into a fresh
/// buffer each time.
pub(super) async fn multiply<D: Device>(rank: &Rank<D>, settings: &Settings) {
    let rows = settings.points.div_ceil(rank.ranks() as usize);
    let len = rows * settings.points * 8;
    for round in 0..settings.iterations {
        let (own, all) = (rank.block(len), rank.block(len * rank.ranks() as usize));
        own.fill(0, len, message(rank.rank(), 0, round.into()));
        rank.allgather(&own, &all, len).await;
        for peer in 0..rank.ranks() {
            let expected = Transfer { peer, tag: 0, len, name: message(peer, 0, round.into()) };
            rank.check(&all, peer as usize * len, expected, len as u64);
        }
        rank.compute(settings.compute_ns).await;
    }
}

pub(super) async fn neighbors<D: Device>(rank: &Rank<D>, settings: &Settings) {
    const LEN: usize = 64;
    let (me, ranks) = (rank.rank(), rank.ranks());
    let (above, below) = ((me + 1) % ranks, (me + ranks - 1) % ranks);
    for round in 0..u64::from(settings.iterations) {
        let transfer = |peer, tag, from, to| Transfer { peer, tag, len: LEN, name: message(from, to, round) };
        let sends = [transfer(above, 1, me, above), transfer(below, 2, me, below)];
        let receives = [transfer(below, 1, below, me), transfer(above, 2, above, me)];
        rank.exchange(&sends, &receives).await;
        rank.compute(settings.compute_ns).await;
    }
}

pub(super) async fn random<D: Device>(rank: &Rank<D>, settings: &Settings) {
    const LEN: usize = 64;
    let (me, ranks) = (rank.rank(), rank.ranks());
    for round in 0..u64::from(settings.iterations) {
        // The same distance for all: each sends one and receives one.
        let distance = 1 + Random::new(settings.seed).fork(round).below(u64::from(ranks) - 1) as u32;
        let (to, from) = ((me + distance) % ranks, (me + ranks - distance) % ranks);
        let send = Transfer { peer: to, tag: 1, len: LEN, name: message(me, to, round) };
        let receive = Transfer { peer: from, tag: 1, len: LEN, name: message(from, me, round) };
        rank.exchange(&[send], &[receive]).await;
        rank.compute(settings.compute_ns).await;
    }
}
