//! Which buffers large messages come into again.
//!
//! Whether a registration pays depends on how often its buffer is used. Registrations that were
//! found do not tell: while messages are copied there are none to be found. A program that goes
//! through many buffers before it returns to the first one would be copied for ever. So all uses
//! of buffers are noted here, also those by messages that were copied. The table is that of eager
//! sends ([`crate::reuse::table`]). So is the treatment of memory that a program gives back and
//! gets at the same address again: a registration that is gone before it has paid halves what later
//! uses are worth.
//!
//! Only the receiver decides, and it knows its own buffers. It takes its peer to be alike.

use crate::reuse::table::{UsageStanding, UsageTable};

/// The buffers of a process.
#[derive(Clone, Debug, Default)]
pub struct BufferUses {
    /// Made at the first use: most devices carry no large messages.
    table: Option<Box<UsageTable>>,
    counts: [u64; 2],
}

impl BufferUses {
    /// A message comes into the buffer at `address`, a use that is worth `worth`. Whether the
    /// buffer has earned a registration, or has one (`is_registered`).
    pub fn note(&mut self, address: u64, worth: u32, is_registered: bool) -> bool {
        let table = self.table.get_or_insert_default();
        let has_earned = match table.note(address, worth) {
            UsageStanding::Frequent => true,
            UsageStanding::Rare => is_registered,
            UsageStanding::Owing => {
                if !is_registered {
                    table.lose(address);
                }
                is_registered
            }
        };
        self.counts[usize::from(has_earned)] += 1;
        has_earned
    }

    /// The buffer at `address` was registered, which has to pay.
    pub fn registered(&mut self, address: u64) {
        if let Some(table) = &mut self.table {
            table.spend(address);
        }
    }

    /// Uses of buffers that had not earned a registration, and of those that had.
    pub fn counts(&self) -> [u64; 2] {
        self.counts
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::datagram::cost::{DatagramConditions, DatagramCosts};
    use crate::reuse::model::Linear;

    /// The costs of a machine of 2008, on which a registration takes as long as a copy of 64 KiB.
    const COSTS: DatagramCosts = DatagramCosts {
        copy: Linear { base_ps: 30_000, kib_ps: 393_846 },
        registration: Linear { base_ps: 18_500_000, kib_ps: 125_000 },
        post_ps: 200_000,
    };

    /// A receiver of messages of 64 KiB.
    #[derive(Default)]
    struct Receiver {
        uses: BufferUses,
        registered: HashSet<u64>,
        registrations: u32,
    }

    impl Receiver {
        /// Whether the next message goes without a copy.
        fn takes_in_place(&mut self, address: u64) -> bool {
            let conditions = DatagramConditions { mtu: 2048, round_trip_ns: 8_000, uses: self.uses.counts() };
            let worth = COSTS.worth(65536, &conditions);
            let has_earned = self.uses.note(address, worth, self.registered.contains(&address));
            let is_in_place = has_earned || COSTS.is_in_place(65536, &conditions);
            if is_in_place && self.registered.insert(address) {
                self.registrations += 1;
                self.uses.registered(address);
            }
            is_in_place
        }

        /// Messages of a round through `buffers` that are copied.
        fn copied(&mut self, buffers: std::ops::Range<u64>) -> usize {
            buffers.filter(|buffer| !self.takes_in_place(buffer << 16)).count()
        }
    }

    #[test]
    fn of_many_buffers_that_are_used_in_turn_none_is_copied_twice() {
        let mut receiver = Receiver::default();
        let first = receiver.copied(1..501);
        assert!((450..500).contains(&first), "the first few are taken for ones that come again: {first}");
        assert_eq!([receiver.copied(1..501), receiver.copied(1..501)], [0, 0]);
        // Others are expected to come again, too.
        assert_eq!((receiver.copied(5001..5501), receiver.registrations), (0, 1000));
    }

    #[test]
    fn more_buffers_than_a_small_table_has_room_for_take_a_round_more() {
        let mut receiver = Receiver::default();
        let rounds = [0; 4].map(|_| receiver.copied(1..2001));
        assert!(rounds[0] > rounds[1] && rounds[3] == 0, "{rounds:?}");
    }

    #[test]
    fn buffers_that_are_used_once_are_copied() {
        let mut receiver = Receiver::default();
        assert!(receiver.copied(1..10_001) > 9_950, "{}", receiver.registrations);
    }

    #[test]
    fn memory_that_is_given_back_after_each_use_is_registered_ever_more_rarely() {
        let mut receiver = Receiver::default();
        let mut in_place = Vec::new();
        for number in 0..10_000 {
            if receiver.takes_in_place(1 << 16) {
                in_place.push(number);
            }
            receiver.registered.clear();
        }
        assert!(in_place.len() < 60, "{in_place:?}");
        assert!(in_place.iter().all(|number| *number < 8192), "{in_place:?}");
    }
}
