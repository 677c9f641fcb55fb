//! What a large message costs with copies and without, and which of the two is chosen (UD-2).
//! The numbers are measured elsewhere; this module adds up and compares.
//!
//! With copies each end copies every byte once. Without them both ends register the message's
//! memory, unless it is registered. The receiver posts a receive for each packet. The sender waits
//! one round trip longer, until it hears that all has landed. Packets, and the offer and the answer
//! before them, are the same in both cases.
//!
//! A registration serves all messages that come into its buffer, so that a message is charged with
//! a part of it. The part is that of uses of buffers that had not earned a registration yet, among
//! all uses ([`super::reuse`]). A buffer that has earned its registration is charged with none.

use crate::reuse::model::Linear;
use crate::reuse::table::EARNED;

/// What things cost a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagramCosts {
    /// A copy.
    pub copy: Linear,
    /// A registration of memory of the program.
    pub registration: Linear,
    /// Posting the receive of a packet into that memory, in ps.
    pub post_ps: u64,
}

/// How a message would travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagramConditions {
    /// Bytes of a packet.
    pub mtu: u32,
    /// Measured round trip to the peer, in ns; 0 if nothing was measured yet.
    pub round_trip_ns: u64,
    /// Uses so far of buffers that had not earned a registration yet, and of the others.
    pub uses: [u64; 2],
}

/// Lengths that a threshold is looked for among, in bytes: a message is longer than a packet, and
/// beyond the last one nothing new would come.
const SHORTEST: u64 = 4 << 10;
const LONGEST: u64 = 1 << 32;

/// First and further uses that are counted besides the real ones. Most programs use their buffers
/// again. One that does not is known after as many uses as are expected to be further ones; if the
/// first were taken for the rule, no registration would ever be tried.
const EXPECTED: [u64; 2] = [1, 15];

/// A buffer has earned its registrations when the uses that were copied have cost one part of so
/// many of what they cost: the same part as for eager sends.
const EARLY: u64 = 4;

/// What a use is worth at most: a buffer that was used once is not known yet.
const MOST_WORTH: u32 = EARNED / 2;

/// Steps between two powers of two.
const STEPS: u64 = 8;

impl DatagramCosts {
    /// What a message takes of both processors with copies, in ps.
    pub fn copied_ps(&self, bytes: u64) -> u64 {
        2 * line(self.copy, bytes)
    }

    /// What it takes without, in ps, the longer wait included, if the memory is registered.
    fn registered_ps(&self, bytes: u64, conditions: &DatagramConditions) -> u64 {
        let packets = bytes / u64::from(conditions.mtu.max(1));
        1000 * conditions.round_trip_ns + packets * self.post_ps
    }

    /// What it takes without, in ps, with its part of the registrations.
    pub fn in_place_ps(&self, bytes: u64, conditions: &DatagramConditions) -> u64 {
        let [first, further] = conditions.uses;
        let (first, further) = (first + EXPECTED[0], further + EXPECTED[1]);
        let registering_ps = u128::from(self.registrations_ps(bytes)) * u128::from(first) / u128::from(first + further);
        self.registered_ps(bytes, conditions) + registering_ps as u64
    }

    /// One at each end.
    fn registrations_ps(&self, bytes: u64) -> u64 {
        2 * line(self.registration, bytes)
    }

    /// What a use by a message of `bytes` bytes earns its buffer, of [`EARNED`]; 0: the message is
    /// copied, even if its memory is registered.
    pub fn worth(&self, bytes: u64, conditions: &DatagramConditions) -> u32 {
        let saved_ps = self.copied_ps(bytes).saturating_sub(self.registered_ps(bytes, conditions));
        if saved_ps == 0 || bytes < u64::from(conditions.mtu) {
            return 0;
        }
        let earned = u128::from(EARLY * u64::from(EARNED)) * u128::from(saved_ps);
        (earned / u128::from(self.registrations_ps(bytes).max(1))).clamp(1, MOST_WORTH.into()) as u32
    }

    /// Whether a message goes without a copy, if nothing is known of its buffer.
    pub fn is_in_place(&self, bytes: u64, conditions: &DatagramConditions) -> bool {
        bytes >= u64::from(conditions.mtu) && self.in_place_ps(bytes, conditions) < self.copied_ps(bytes)
    }

    /// The shortest message that goes without a copy, in bytes; `None`: all are copied.
    pub fn threshold(&self, conditions: &DatagramConditions) -> Option<u64> {
        let powers = (0..).map(|bits| SHORTEST << bits).take_while(|power| *power < LONGEST);
        let mut sizes = powers.flat_map(|power| (0..STEPS).map(move |step| power + power * step / STEPS));
        sizes.find(|bytes| self.is_in_place(*bytes, conditions))
    }
}

fn line(cost: Linear, bytes: u64) -> u64 {
    cost.base_ps + (u128::from(cost.kib_ps) * u128::from(bytes) / 1024) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10 GB/s copies, 20 us for a registration and 15 ns for each of its KiB, 50 ns for a post.
    const COSTS: DatagramCosts = DatagramCosts {
        copy: Linear { base_ps: 0, kib_ps: 102_400 },
        registration: Linear { base_ps: 20_000_000, kib_ps: 15_000 },
        post_ps: 50_000,
    };
    const NEW: DatagramConditions = DatagramConditions { mtu: 4096, round_trip_ns: 5_000, uses: [0, 0] };
    const REUSED: DatagramConditions = DatagramConditions { uses: [1, 999], ..NEW };

    #[test]
    fn the_choice_changes_where_both_cost_the_same() {
        for conditions in [NEW, REUSED] {
            let first = COSTS.threshold(&conditions).expect("copies cost more in the end");
            assert!(COSTS.in_place_ps(first, &conditions) < COSTS.copied_ps(first));
            let less = first - first / STEPS;
            assert!(COSTS.in_place_ps(less, &conditions) >= COSTS.copied_ps(less) || less < 4096, "{first}");
        }
        // 7.5 us, and 0.2 us less 14 ns for each KiB; without a registration 5 us.
        assert_eq!(COSTS.threshold(&NEW), Some(40_960));
        assert_eq!(COSTS.threshold(&REUSED), Some(28_672));
        let once = DatagramConditions { uses: [1000, 0], ..NEW };
        assert!(COSTS.threshold(&once) > Some(200_000), "buffers that are used once");
    }

    #[test]
    fn far_peers_and_dear_posts_raise_the_threshold() {
        let far = DatagramConditions { round_trip_ns: 500_000, ..REUSED };
        assert!(COSTS.threshold(&far) > COSTS.threshold(&REUSED));
        let dear = DatagramCosts { post_ps: 400_000, ..COSTS };
        assert!(dear.threshold(&REUSED) > COSTS.threshold(&REUSED));
        assert_eq!(DatagramCosts { post_ps: 1_000_000, ..COSTS }.threshold(&REUSED), None, "a post costs more than two copies");
    }

    #[test]
    fn memory_that_cannot_be_registered_is_copied() {
        let never = DatagramCosts { registration: Linear { base_ps: u64::from(u32::MAX), kib_ps: u64::from(u32::MAX) }, ..COSTS };
        assert_eq!(never.threshold(&NEW), None);
        assert!(!COSTS.is_in_place(4095, &DatagramConditions { round_trip_ns: 0, ..REUSED }), "shorter than a packet");
    }

    #[test]
    fn a_use_is_worth_the_more_the_less_a_registration_takes() {
        let worth = |costs: DatagramCosts, bytes| costs.worth(bytes, &NEW);
        assert_eq!([worth(COSTS, 24 << 10), worth(COSTS, 4095)], [0, 0], "a copy costs less, and is the only way");
        // 6.55 us less 5 for the answer and 0.4 for eight receives, of registrations of 41 us.
        let few = worth(COSTS, 32 << 10);
        assert_eq!(EARNED.div_ceil(few), 9, "a quarter of 36 uses");
        let dear = DatagramCosts { registration: Linear { base_ps: 200_000_000, kib_ps: 0 }, ..COSTS };
        assert_eq!(EARNED.div_ceil(worth(dear, 32 << 10)), 87, "a quarter of 347 uses");
        assert_eq!(worth(COSTS, 1 << 30), MOST_WORTH, "the second use at the earliest");
        let free = DatagramCosts { registration: Linear::default(), ..COSTS };
        assert_eq!(worth(free, 1 << 20), MOST_WORTH);
    }
}
