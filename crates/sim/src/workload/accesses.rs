//! Puts and gets with fences (BR-8): from one buffer, and over a spectrum of buffers.

use ferry_device::Device;

use super::basic::{note, partner};
use super::buffers::{Layout, buffers};
use super::{Rows, Settings, message};
use crate::program::Block;
use crate::random::Random;
use crate::rank::Rank;
use crate::windows::Window;

/// What the first rank of a pair does to the second one's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Put,
    Get,
}

/// Buffers of a spectrum: buffer i is used i times in 20 iterations.
const BUFFERS: usize = 1000;
const USES: usize = BUFFERS * (BUFFERS + 1) / 2;

/// The part of a window for messages of one length: two halves in turn, so that the target looks at
/// one while the next put goes to the other.
struct WindowHalves<'a, D: Device> {
    rank: &'a Rank<D>,
    peer: u32,
    part: Block,
    window: Window,
    len: usize,
}

impl<'a, D: Device> WindowHalves<'a, D> {
    async fn open(rank: &'a Rank<D>, len: usize) -> Self {
        let (peer, part) = (partner(rank), rank.block(2 * len));
        part.fill(0, len, message(rank.rank(), 0, 0));
        part.fill(len, len, message(rank.rank(), 0, 1));
        let window = rank.open_window(&part).await;
        WindowHalves { rank, peer, part, window, len }
    }

    fn is_origin(&self) -> bool {
        self.rank.rank() < self.peer
    }

    /// One access from or to `block`, and a fence; both ends look whether the data are right.
    async fn access(&self, what: Access, block: &Block, round: u64) {
        let WindowHalves { rank, peer, len, .. } = *self;
        let half = (round % 2) as usize * len;
        let name = match what {
            Access::Put => message(rank.rank().min(peer), 0, 2 + round),
            Access::Get => message(rank.rank().max(peer), 0, round % 2),
        };
        if self.is_origin() {
            match what {
                Access::Put => {
                    block.fill(0, len, name);
                    rank.put(&self.window, (peer, half as u64), block, (0, len));
                }
                Access::Get => rank.get(&self.window, (peer, half as u64), block, (0, len)),
            }
        }
        rank.fence(&self.window).await;
        let seen = match what {
            Access::Put => (!self.is_origin()).then_some((&self.part, half)),
            Access::Get => self.is_origin().then_some((block, 0)),
        };
        let wrong = seen.and_then(|(block, offset)| block.find_wrong(offset, len, name));
        if let Some(byte) = wrong {
            rank.world().accuse(rank.rank(), "delivery", format!("byte {byte} of {what:?} number {round} is wrong"));
        }
    }
}

/// One buffer, again and again.
pub(super) async fn repeated<D: Device>(rank: &Rank<D>, settings: &Settings, rows: &Rows, what: Access) {
    for len in settings.sizes.iter().copied().filter(|len| *len > 0) {
        let (pair, block) = (WindowHalves::open(rank, len).await, rank.block(len));
        let begin_ps = rank.now_ps();
        for round in 0..u64::from(settings.iterations) {
            pair.access(what, &block, round).await;
        }
        tell(rank, rows, begin_ps, u64::from(settings.iterations), format!("{what:?} of {len} bytes, and a fence"));
    }
}

/// 1,000 buffers on pages of their own.
pub(super) async fn spectrum<D: Device>(rank: &Rank<D>, settings: &Settings, rows: &Rows, what: Access) {
    let uses = (USES * settings.iterations as usize / 20) as u64;
    for len in settings.sizes.iter().copied().filter(|len| *len > 0) {
        let (pair, places) = (WindowHalves::open(rank, len).await, buffers(rank, BUFFERS, len, Layout::Pages));
        let mut random = Random::new(settings.seed);
        let begin_ps = rank.now_ps();
        for round in 0..uses {
            let index = random.below(BUFFERS as u64).max(random.below(BUFFERS as u64)) as usize;
            pair.access(what, &places[index].0, round).await;
        }
        tell(rank, rows, begin_ps, uses, format!("{what:?} of {len} bytes over {BUFFERS} buffers, and a fence"));
    }
}

fn tell<D: Device>(rank: &Rank<D>, rows: &Rows, begin_ps: u64, rounds: u64, what: String) {
    if rank.rank() == 0 {
        note(rows, what.to_lowercase(), (rank.now_ps() - begin_ps) as f64 / 1e6 / rounds as f64, "us");
    }
}
