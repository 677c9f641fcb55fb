//! Applications that the paper on bucketed shared receive queues has measured, as far as it
//! describes how they communicate, and loads that break flow control.

use ferry_device::Device;
use ferry_engine::ANY_SOURCE;

use super::grid::Grid;
use super::nas::{lasting, wave};
use super::{Settings, Transfer, message};
use crate::random::Random;
use crate::rank::Rank;

/// Pipelined wavefronts from the four corners of the grid of ranks, twice in a row each (eight
/// octants, up and down the third dimension, which is not distributed), block of planes by block,
/// group of angles by group.
pub(super) async fn sweep<D: Device>(rank: &Rank<D>, settings: &Settings) {
    const BLOCKS: u64 = 10;
    const GROUPS: u64 = 2;
    const ANGLES: usize = 3;
    let grid = Grid::of(rank.ranks());
    let planes = settings.points.div_ceil(BLOCKS as usize);
    let [across, along] = [grid.rows, grid.columns].map(|side| settings.points.div_ceil(side as usize) * planes * ANGLES * 8);
    let buffers = lasting(rank, across.max(along));
    for step in 0..u64::from(settings.iterations) {
        for octant in 0..8u64 {
            let direction = (if octant & 2 == 0 { 1 } else { -1 }, if octant & 4 == 0 { 1 } else { -1 });
            for block in 0..BLOCKS * GROUPS {
                let number = (step << 8 | octant) << 8 | block;
                wave(rank, (grid, &buffers), direction, octant as i32, [across, along], number, settings.compute_ns).await;
            }
        }
    }
}

/// Gathers and scatters with a few ranks at growing distances, tens to hundreds of kilobytes, with
/// many small sums in between.
pub(super) async fn sage<D: Device>(rank: &Rank<D>, settings: &Settings) {
    const SUMS: u32 = 8;
    const PEERS: usize = 3;
    const SHORT: usize = 120;
    /// What is added to 16 KiB to 128 KiB.
    const ODD: usize = 4096;
    let (me, ranks) = (rank.rank(), rank.ranks());
    let (sum, buffers) = (rank.block(8), lasting(rank, PEERS * ((128 << 10) + ODD + SHORT)));
    for step in 0..u64::from(settings.iterations) {
        let mut random = Random::new(settings.seed).fork(step);
        let (mut sends, mut receives) = (Vec::new(), Vec::new());
        for (tag, bits) in (0..PEERS).enumerate() {
            let distance = (1u32 << (bits * 2)).min(ranks - 1);
            let len = (16 << 10 << random.below(4)) + random.below(ODD as u64) as usize;
            let (to, from) = ((me + distance) % ranks, (me + ranks - distance) % ranks);
            sends.push(Transfer { peer: to, tag: tag as i32, len, name: message(me, to, step) });
            receives.push(Transfer { peer: from, tag: tag as i32, len, name: message(from, me, step) });
            let len = random.below(SHORT as u64) as usize + 1;
            sends.push(Transfer { peer: to, tag: 10 + tag as i32, len, name: message(me, to, step) });
            receives.push(Transfer { peer: from, tag: 10 + tag as i32, len, name: message(from, me, step) });
        }
        rank.exchange_in(&buffers.0, &buffers.1, &sends, &receives).await;
        for _ in 0..SUMS {
            rank.compute(settings.compute_ns).await;
            rank.allreduce(&sum, 1).await;
        }
    }
}

/// Ranks exchange with some neighbors of the mesh as it is; lengths are spread evenly over powers
/// of two from 32 bytes to 64 KiB.
pub(super) async fn amr<D: Device>(rank: &Rank<D>, settings: &Settings) {
    const NEIGHBORS: u32 = 6;
    let (me, ranks) = (rank.rank(), rank.ranks());
    let mesh = Random::new(settings.seed);
    for step in 0..u64::from(settings.iterations) {
        let (mut sends, mut receives) = (Vec::new(), Vec::new());
        for number in 0..NEIGHBORS {
            let mut random = mesh.fork(step / 4 * 64 + u64::from(number));
            let distance = 1 + random.below(u64::from(ranks.min(64)) - 1) as u32;
            let (to, from) = ((me + distance) % ranks, (me + ranks - distance) % ranks);
            let len = |sender: u32| {
                let mut random = mesh.fork(1 << 40 | step << 24 | u64::from(sender) << 3 | u64::from(number));
                let bits = 5 + random.below(11);
                (1usize << bits) + random.below(1 << bits) as usize
            };
            let name = step << 3 | u64::from(number);
            sends.push(Transfer { peer: to, tag: number as i32, len: len(me), name: message(me, to, name) });
            receives.push(Transfer { peer: from, tag: number as i32, len: len(from), name: message(from, me, name) });
        }
        rank.exchange(&sends, &receives).await;
        rank.compute(settings.compute_ns).await;
    }
}

/// Messages that rank 0 takes from whoever has one, while it computes in between.
pub(super) async fn flood<D: Device>(rank: &Rank<D>, settings: &Settings) {
    const LEN: usize = 200;
    let each = u64::from(settings.iterations) * 50;
    if rank.rank() > 0 {
        let block = rank.block(LEN);
        for number in 0..each {
            let transfer = Transfer { peer: 0, tag: 1, len: LEN, name: message(rank.rank(), 0, number) };
            rank.give(&block, transfer).await;
        }
        return;
    }
    let block = rank.block(LEN);
    let mut seen = vec![0u64; rank.ranks() as usize];
    for count in 0..each * u64::from(rank.ranks() - 1) {
        let outcome = rank.recv(ANY_SOURCE, 1, &block, 0, LEN).await;
        let from = outcome.source;
        let expected = Transfer { peer: from, tag: 1, len: LEN, name: message(from, 0, seen[from as usize]) };
        rank.check(&block, 0, expected, outcome.sent);
        seen[from as usize] += 1;
        if count.is_multiple_of(256) {
            rank.compute(settings.compute_ns).await;
        }
    }
}
