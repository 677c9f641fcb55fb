//! Applications of which only the lengths of messages are published: exchanges with neighbors in
//! which lengths are as frequent as there.

use ferry_device::Device;

use super::{Settings, Transfer, message};
use crate::random::Random;
use crate::rank::Rank;

/// Messages of up to 2 KiB, of up to 32 KiB, and longer ones, of all ranks together (the paper on
/// zero-copy datagrams, table II).
pub(super) struct Mix {
    short: u64,
    middle: u64,
    long: u64,
}

/// LAMMPS, polymer chain melt.
pub(super) const CHAIN: Mix = Mix { short: 166_308, middle: 394_618, long: 0 };
/// LAMMPS, rhodopsin.
pub(super) const RHODO: Mix = Mix { short: 150_238, middle: 171_804, long: 41_088 };

/// The longest message of each kind. That of long ones is not published.
const SHORT: u64 = 2 << 10;
const MIDDLE: u64 = 32 << 10;
const LONG: u64 = 256 << 10;

/// Neighbors of a rank's part of space.
const NEIGHBORS: u32 = 6;

impl Mix {
    /// A length as they are drawn from the mix.
    fn draw(&self, random: &mut Random) -> usize {
        let pick = random.below(self.short + self.middle + self.long);
        let (least, most) = match pick {
            pick if pick < self.short => (1, SHORT),
            pick if pick < self.short + self.middle => (SHORT, MIDDLE),
            _ => (MIDDLE, LONG),
        };
        (least + random.below(most - least)) as usize
    }
}

/// Steps in which each rank exchanges with its neighbors, three dimensions one after the other, and
/// computes.
pub(super) async fn lammps<D: Device>(rank: &Rank<D>, settings: &Settings, mix: &Mix) {
    let (me, ranks) = (rank.rank(), rank.ranks());
    let most = NEIGHBORS as usize * LONG as usize;
    let (out, into) = (rank.block(most), rank.block(most));
    for step in 0..u64::from(settings.iterations) {
        let len = |sender: u32, number: u32| {
            let mut random = Random::new(settings.seed).fork(step << 24 | u64::from(sender) << 3 | u64::from(number));
            mix.draw(&mut random)
        };
        for dimension in 0..NEIGHBORS / 2 {
            let distance = (1 << dimension) % ranks;
            let (mut sends, mut receives) = (Vec::new(), Vec::new());
            for (number, distance) in [(2 * dimension, distance), (2 * dimension + 1, ranks - distance)] {
                let (to, from) = ((me + distance) % ranks, (me + ranks - distance) % ranks);
                let name = step << 3 | u64::from(number);
                sends.push(Transfer { peer: to, tag: number as i32, len: len(me, number), name: message(me, to, name) });
                let (len, name) = (len(from, number), message(from, me, name));
                receives.push(Transfer { peer: from, tag: number as i32, len, name });
            }
            rank.exchange_in(&out, &into, &sends, &receives).await;
        }
        rank.compute(settings.compute_ns).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_as_frequent_as_they_were() {
        let mut random = Random::new(1);
        let lens: Vec<u64> = (0..20_000).map(|_| RHODO.draw(&mut random) as u64).collect();
        let share = |most: u64| lens.iter().filter(|len| **len < most).count() as f64 / lens.len() as f64;
        assert!((share(SHORT) - 0.4137).abs() < 0.02 && (share(MIDDLE) - 0.4137 - 0.4731).abs() < 0.02);
        assert!((0..2000).all(|_| CHAIN.draw(&mut random) as u64 <= MIDDLE));
    }
}
