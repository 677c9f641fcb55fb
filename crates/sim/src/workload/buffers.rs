//! Programs that differ in how often they use their buffers (BR-8): spectra, buffers that are used
//! once, broadcasts and scatters.

use ferry_device::Device;

use super::basic::{note, partner};
use super::{Rows, Settings, Transfer, message};
use crate::program::Block;
use crate::random::Random;
use crate::rank::Rank;

/// How buffers lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Each on pages of its own.
    Pages,
    /// One after the other, so that one registration may be of several.
    BackToBack,
}

/// Buffers of a spectrum, and bytes of a message in spectra and of fresh buffers.
const BUFFERS: usize = 1000;
const LENGTHS: std::ops::RangeInclusive<usize> = 128..=8192;
/// Uses of buffers in a spectrum of 20 iterations: buffer i is used i times.
const USES: usize = BUFFERS * (BUFFERS + 1) / 2;

/// A buffer: memory, and where it begins there.
type BufferLocation = (Block, usize);

pub(super) fn buffers<D: Device>(rank: &Rank<D>, count: usize, len: usize, layout: Layout) -> Vec<BufferLocation> {
    match layout {
        Layout::Pages => (0..count).map(|_| (rank.block(len), 0)).collect(),
        Layout::BackToBack => {
            let all = rank.block(count * len);
            (0..count).map(|index| (all.clone(), index * len)).collect()
        }
    }
}

/// A message to the partner and one back, both from and into `place`.
async fn exchange<D: Device>(rank: &Rank<D>, (block, offset): &BufferLocation, len: usize, round: u64) {
    let peer = partner(rank);
    let begins = rank.rank() < peer;
    for gives in [begins, !begins] {
        if gives {
            block.fill(*offset, len, message(rank.rank(), peer, round));
            rank.send(peer, 1, block, *offset, len).await;
        } else {
            let expected = Transfer { peer, tag: 1, len, name: message(peer, rank.rank(), round) };
            let outcome = rank.recv(peer as i32, 1, block, *offset, len).await;
            rank.check(block, *offset, expected, outcome.sent);
        }
    }
}

pub(super) async fn spectrum<D: Device>(rank: &Rank<D>, settings: &Settings, rows: &Rows, layout: Layout) {
    let uses = USES * settings.iterations as usize / 20;
    for len in settings.sizes.iter().copied().filter(|len| LENGTHS.contains(len)) {
        let places = buffers(rank, BUFFERS, len, layout);
        let mut random = Random::new(settings.seed);
        let begin_ps = rank.now_ps();
        for round in 0..uses as u64 {
            // Buffer i is used i times: the larger of two uniform numbers.
            let index = random.below(BUFFERS as u64).max(random.below(BUFFERS as u64)) as usize;
            exchange(rank, &places[index], len, round).await;
        }
        if rank.rank() == 0 {
            let each_us = (rank.now_ps() - begin_ps) as f64 / 1e6 / (2 * uses) as f64;
            note(rows, format!("latency of {len} bytes over {BUFFERS} buffers"), each_us, "us");
        }
    }
}

/// Every message has a buffer that was not used before and is not used again.
pub(super) async fn fresh<D: Device>(rank: &Rank<D>, settings: &Settings, rows: &Rows) {
    let uses = settings.iterations as usize * BUFFERS / 20;
    for len in settings.sizes.iter().copied().filter(|len| LENGTHS.contains(len)) {
        let places = buffers(rank, uses, len, Layout::BackToBack);
        let begin_ps = rank.now_ps();
        for (round, place) in places.iter().enumerate() {
            exchange(rank, place, len, round as u64).await;
        }
        if rank.rank() == 0 {
            let each_us = (rank.now_ps() - begin_ps) as f64 / 1e6 / (2 * uses) as f64;
            note(rows, format!("latency of {len} bytes, buffers used once"), each_us, "us");
        }
    }
}

/// What a root sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Root {
    /// All to each.
    Bcast,
    /// A block to each.
    Scatter,
}

/// A collective operation and a barrier, again and again with the same buffers.
pub(super) async fn collective<D: Device>(rank: &Rank<D>, settings: &Settings, rows: &Rows, what: Root) {
    let ranks = rank.ranks() as usize;
    for len in settings.sizes.iter().copied().filter(|len| LENGTHS.contains(len)) {
        let (all, own) = (rank.block(len * ranks), rank.block(len));
        let mut spent_ps = 0;
        for _ in 0..settings.iterations {
            rank.barrier().await;
            let begin_ps = rank.now_ps();
            match what {
                Root::Bcast => rank.bcast(0, &own, len).await,
                Root::Scatter => rank.scatter(0, &all, &own, len).await,
            }
            rank.barrier().await;
            spent_ps += rank.now_ps() - begin_ps;
        }
        if rank.rank() == 0 {
            let each_us = spent_ps as f64 / 1e6 / f64::from(settings.iterations);
            note(rows, format!("{what:?} of {len} bytes, and a barrier").to_lowercase(), each_us, "us");
        }
    }
}
