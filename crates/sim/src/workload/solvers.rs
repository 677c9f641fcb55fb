//! Solvers by how they use their buffers (BR-8): algebraic multigrid, and a lattice in four
//! dimensions. Lengths and counts are those that the paper on buffer reuse gives for AMG2006 and
//! 104.MILC (its tables 1 and 3).

use ferry_device::Device;

use super::{Settings, Transfer, message};
use crate::program::Block;
use crate::rank::{Rank, Request};

/// Ranks that each exchanges with, by distance around the ring.
const DISTANCES: [u32; 3] = [1, 3, 5];

/// Levels of the multigrid, and bytes to a neighbor on the finest one.
const LEVELS: usize = 8;
const FINEST: usize = 3648;
/// Sweeps of a cycle over the finest level: one on the way down, one on the way up.
const FINEST_SWEEPS: usize = 2;
/// Entries of a row of the matrix (each with its neighbors in a cube), and what one takes, in
/// nanoseconds.
const ENTRIES: f64 = 27.0;
const ENTRY_NS: f64 = 1.0;

/// What a sweep over a level computes, in nanoseconds: a process has a cube of rows, of which a
/// face goes to a neighbor, a number of 8 bytes for each row.
fn sweep_ns(face: usize) -> u64 {
    ((face as f64 / 8.0).powf(1.5) * ENTRIES * ENTRY_NS) as u64
}

/// Messages of a cycle from memory that is allocated for them.
const FRESH: usize = 8;

/// Directions of a lattice in four dimensions.
const DIRECTIONS: usize = 8;
/// Bytes of a face, and of a gathered field.
const FACE: usize = 4800;
const FIELD: usize = 2400;
/// Messages of a step that are gathered into memory allocated for them.
const GATHERED: usize = 13;

/// An exchange at a distance: `own` goes up, what comes from below goes to `theirs`.
struct Exchange<'a> {
    own: &'a Block,
    theirs: &'a Block,
    distance: u32,
    len: usize,
    tag: i32,
    number: u64,
}

async fn exchange<D: Device>(rank: &Rank<D>, all: &[Exchange<'_>]) {
    let (me, ranks) = (rank.rank(), rank.ranks());
    let around = |by: u32| (me + by % ranks) % ranks;
    let receives: Vec<(Transfer, Request)> = all
        .iter()
        .map(|one| {
            let peer = around(ranks - one.distance % ranks);
            let expected = Transfer { peer, tag: one.tag, len: one.len, name: message(peer, me, one.number) };
            (expected, rank.irecv(peer as i32, one.tag, one.theirs, 0, one.len))
        })
        .collect();
    let sends: Vec<Request> = all
        .iter()
        .map(|one| {
            let peer = around(one.distance);
            one.own.fill(0, one.len, message(me, peer, one.number));
            rank.isend(peer, one.tag, one.own, 0, one.len)
        })
        .collect();
    for ((expected, request), one) in receives.into_iter().zip(all) {
        let outcome = rank.wait(request).await;
        rank.check(one.theirs, 0, expected, outcome.sent);
    }
    rank.wait_all(sends).await;
}

/// Cycles down and up the levels: each has buffers of its own for each neighbor; interpolations are
/// set up in memory that is used once.
pub(super) async fn amg<D: Device>(rank: &Rank<D>, settings: &Settings) {
    let len = |level: usize| (FINEST >> level).max(8);
    let pair = |len: usize| (rank.block(len), rank.block(len));
    let levels: Vec<Vec<(Block, Block)>> =
        (0..LEVELS).map(|level| DISTANCES.iter().map(|_| pair(len(level))).collect()).collect();
    let sum = rank.block(8);
    // Kept, so that no address comes back.
    let mut once = Vec::new();
    for cycle in 0..u64::from(settings.iterations) {
        for (level, buffers) in levels.iter().enumerate() {
            let all: Vec<Exchange<'_>> = buffers
                .iter()
                .zip(DISTANCES)
                .map(|((own, theirs), distance)| Exchange {
                    own,
                    theirs,
                    distance,
                    len: len(level),
                    tag: distance as i32,
                    number: cycle << 4 | level as u64,
                })
                .collect();
            for _ in 0..if level == 0 { FINEST_SWEEPS } else { 1 } {
                exchange(rank, &all).await;
                rank.compute(settings.compute_ns + sweep_ns(len(level))).await;
            }
        }
        for number in 0..FRESH {
            let (own, theirs) = pair(1024);
            let one =
                Exchange { own: &own, theirs: &theirs, distance: 1, len: 1024, tag: 100, number: cycle << 4 | number as u64 };
            exchange(rank, &[one]).await;
            once.push(own);
        }
        rank.allreduce(&sum, 1).await;
    }
}

/// Steps of a conjugate gradient: faces in eight directions from buffers that stay, gathered fields
/// from memory that is allocated for each, and sums.
pub(super) async fn milc<D: Device>(rank: &Rank<D>, settings: &Settings) {
    let pair = |len: usize| (rank.block(len), rank.block(len));
    let faces: Vec<(Block, Block)> = (0..DIRECTIONS).map(|_| pair(FACE)).collect();
    let sum = rank.block(8);
    let mut once = Vec::new();
    for step in 0..u64::from(settings.iterations) {
        let all: Vec<Exchange<'_>> = faces
            .iter()
            .enumerate()
            .map(|(direction, (own, theirs))| {
                // Two directions of each dimension: sides of 2, so that both are the same rank.
                let distance = 1 << (direction / 2);
                Exchange { own, theirs, distance, len: FACE, tag: direction as i32, number: step }
            })
            .collect();
        exchange(rank, &all).await;
        for number in 0..GATHERED {
            let (own, theirs) = pair(FIELD);
            let one = Exchange {
                own: &own,
                theirs: &theirs,
                distance: 1 << (number % 4),
                len: FIELD,
                tag: 100,
                number: step << 4 | number as u64,
            };
            exchange(rank, &[one]).await;
            once.push(own);
        }
        rank.compute(settings.compute_ns).await;
        rank.allreduce(&sum, 1).await;
    }
}
