//! The usage table (BR-3): the buffers that a program sends from, by address, and what each has
//! earned.
//!
//! Addresses are hashed by a multiplication; those that meet in a bucket form a chain. Buckets
//! double while the table grows, from [`LEAST_BITS`] to [`MOST_BITS`] bits, so that chains stay as
//! short as they are and a program with few buffers has a small table.
//!
//! Growth is for programs that use buffers often (BR-6). When chains have begun to grow, because
//! there are as many entries as buckets, and fewer than a fifth of the entries have earned a
//! registration, nothing is added any more. A new buffer then wears down what another one of its
//! bucket has earned, and takes its place when nothing is left. So a program that never uses a
//! buffer twice costs a small table and a short look, and one that begins to reuse its buffers
//! later is noticed.
//!
//! Invariants, checked by [`UsageTable::check`]:
//! - RT-1: each entry is in exactly one chain, that of its address; addresses are unique.
//! - RT-2: `frequent` is the number of entries that have earned a registration.
//! - RT-3: there are at most as many entries as buckets.

/// What a registration takes; the sum of what uses are worth.
pub const EARNED: u32 = 1 << 24;

/// Most that an entry has: what makes one that is used often outlast as many strangers. A
/// registration that was speculated on with a quarter of its cost has paid by then.
const MOST: u32 = 5 * EARNED;

/// The bit of a word that says that a registration has not paid yet.
const OWES: u32 = 1 << 31;

/// Where a word has the number of registrations that were lost before they had paid.
const LOSSES_AT: u32 = 27;
const LOSSES_MOST: u32 = 15;
const LOSSES: u32 = LOSSES_MOST << LOSSES_AT;

/// Buckets of a new table, and most of them (the paper's table), as powers of two.
pub const LEAST_BITS: u32 = 9;
/// See [`LEAST_BITS`].
pub const MOST_BITS: u32 = 20;

/// A stranger takes this part of what its use is worth: programs that go through up to so many
/// buffers for each entry in turn are noticed.
const WEAR: u32 = 8;

/// One of so many entries has to be used often for the table to grow.
const GROWS_FROM: usize = 5;

/// The end of a chain.
const NONE: u32 = u32::MAX;

/// A buffer.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct UsageEntry {
    address: u64,
    /// The next one of the chain.
    next: u32,
    /// Sum of what uses were worth, less what strangers took, in the lower bits; [`EARNED`] and
    /// more: used often. Above that [`LOSSES`] and [`OWES`].
    word: u32,
}

const _: () = assert!(size_of::<UsageEntry>() == 16 && MOST < 1 << LOSSES_AT && LOSSES < OWES && MOST >= 2 * EARNED);

/// What a buffer has earned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsageStanding {
    /// Not enough for a registration.
    Rare,
    /// A registration.
    Frequent,
    /// It has had one, which has not paid yet.
    Owing,
}

impl UsageEntry {
    fn earned(&self) -> u32 {
        self.word & !(OWES | LOSSES)
    }

    fn losses(&self) -> u32 {
        (self.word & LOSSES) >> LOSSES_AT
    }

    fn is_frequent(&self) -> bool {
        self.earned() >= EARNED
    }

    fn owes(&self) -> bool {
        self.word & OWES != 0
    }

    fn standing(&self) -> UsageStanding {
        match (self.is_frequent(), self.owes()) {
            (false, _) => UsageStanding::Rare,
            (true, false) => UsageStanding::Frequent,
            (true, true) => UsageStanding::Owing,
        }
    }

    /// Adds a use, which counts half after each lost registration. One that has paid makes up for
    /// those.
    fn add(&mut self, worth: u32) {
        let earned = (self.earned() + (worth.min(EARNED) >> self.losses()).max(1)).min(MOST);
        let has_paid = earned == MOST && self.owes();
        self.word = earned | if has_paid { 0 } else { self.word & (OWES | LOSSES) };
    }

    /// It starts from nothing, after so many losses.
    fn restart(&mut self, losses: u32) {
        self.word = losses.min(LOSSES_MOST) << LOSSES_AT;
    }
}

/// The table.
#[derive(Clone, Debug)]
pub struct UsageTable {
    /// First entries of chains.
    heads: Vec<u32>,
    entries: Vec<UsageEntry>,
    bits: u32,
    frequent: usize,
    /// Nothing is added.
    is_full: bool,
}

impl Default for UsageTable {
    fn default() -> Self {
        UsageTable { heads: vec![NONE; 1 << LEAST_BITS], entries: Vec::new(), bits: LEAST_BITS, frequent: 0, is_full: false }
    }
}

impl UsageTable {
    /// The buffer at `address` is used, which is worth `worth`. What it has earned.
    #[inline]
    pub fn note(&mut self, address: u64, worth: u32) -> UsageStanding {
        let bucket = self.bucket(address);
        let mut index = self.heads[bucket];
        while let Some(entry) = self.entries.get_mut(index as usize) {
            if entry.address == address {
                return self.add(index, worth);
            }
            index = entry.next;
        }
        self.note_stranger(bucket, address, worth)
    }

    /// Whether the buffer at `address` has earned a registration.
    pub fn is_frequent(&self, address: u64) -> bool {
        self.find(address).is_some_and(UsageEntry::is_frequent)
    }

    /// The buffer at `address` was registered, which has to pay. If it has had a registration that
    /// has not paid, that one is lost.
    pub fn spend(&mut self, address: u64) {
        let Some(index) = self.position(address) else { return };
        let entry = &mut self.entries[index];
        if entry.owes() {
            return self.lose(address);
        }
        entry.word = entry.earned().min(EARNED) | entry.word & LOSSES | OWES;
    }

    /// The registration of the buffer at `address` is gone before it has paid, as the program gave
    /// the memory back. The next one takes twice as many uses.
    #[cold]
    pub fn lose(&mut self, address: u64) {
        self.restart(address, 1);
    }

    /// The buffer at `address` cannot be registered: it has to earn another try.
    pub fn reset(&mut self, address: u64) {
        self.restart(address, 0);
    }

    fn restart(&mut self, address: u64, losses: u32) {
        if let Some(index) = self.position(address) {
            let entry = &mut self.entries[index];
            self.frequent -= usize::from(entry.is_frequent());
            entry.restart(entry.losses() + losses);
        }
    }

    /// Buffers.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if nothing was used yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Buffers that have earned a registration.
    pub fn frequent(&self) -> usize {
        self.frequent
    }

    /// Whether growing has stopped (BR-6).
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Bytes of memory that it takes.
    pub fn bytes(&self) -> usize {
        self.heads.len() * size_of::<u32>() + self.entries.capacity() * size_of::<UsageEntry>()
    }

    #[inline(always)]
    fn bucket(&self, address: u64) -> usize {
        (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.bits)) as usize
    }

    fn position(&self, address: u64) -> Option<usize> {
        let mut index = self.heads[self.bucket(address)];
        while let Some(entry) = self.entries.get(index as usize) {
            if entry.address == address {
                return Some(index as usize);
            }
            index = entry.next;
        }
        None
    }

    fn find(&self, address: u64) -> Option<&UsageEntry> {
        self.position(address).map(|index| &self.entries[index])
    }

    #[inline]
    fn add(&mut self, index: u32, worth: u32) -> UsageStanding {
        let entry = &mut self.entries[index as usize];
        let was_frequent = entry.is_frequent();
        entry.add(worth);
        let standing = entry.standing();
        if standing != UsageStanding::Rare && !was_frequent {
            self.promoted();
        }
        standing
    }

    #[cold]
    fn promoted(&mut self) {
        self.frequent += 1;
        if self.frequent * GROWS_FROM >= self.entries.len() && self.bits < MOST_BITS {
            self.is_full = false;
        }
    }

    /// An address that is not in the table.
    fn note_stranger(&mut self, bucket: usize, address: u64, worth: u32) -> UsageStanding {
        if self.is_full || (self.entries.len() == self.heads.len() && !self.grow()) {
            return self.wear_down(bucket, address, worth);
        }
        let bucket = self.bucket(address);
        let entry = UsageEntry { address, next: self.heads[bucket], word: 0 };
        let index = self.entries.len() as u32;
        self.heads[bucket] = index;
        self.entries.push(entry);
        self.add(index, worth)
    }

    /// Doubles the buckets, if that is worth it. False if nothing is to be added from now on.
    #[cold]
    fn grow(&mut self) -> bool {
        if self.bits == MOST_BITS || self.frequent * GROWS_FROM < self.entries.len() {
            self.is_full = true;
            return false;
        }
        self.bits += 1;
        self.heads = vec![NONE; 1 << self.bits];
        for index in 0..self.entries.len() {
            let bucket = self.bucket(self.entries[index].address);
            self.entries[index].next = self.heads[bucket];
            self.heads[bucket] = index as u32;
        }
        true
    }

    /// Takes a part of `worth` from the entry of the bucket that has least, and its place if
    /// nothing is left.
    fn wear_down(&mut self, bucket: usize, address: u64, worth: u32) -> UsageStanding {
        let at_once = if worth >= EARNED { UsageStanding::Frequent } else { UsageStanding::Rare };
        let mut least = NONE;
        let mut index = self.heads[bucket];
        while let Some(entry) = self.entries.get(index as usize) {
            if self.entries.get(least as usize).is_none_or(|least| entry.earned() < least.earned()) {
                least = index;
            }
            index = entry.next;
        }
        let Some(entry) = self.entries.get_mut(least as usize) else { return at_once };
        let was_frequent = entry.is_frequent();
        entry.word = entry.earned().saturating_sub((worth / WEAR).max(1)) | entry.word & (OWES | LOSSES);
        self.frequent -= usize::from(was_frequent && !entry.is_frequent());
        if entry.earned() > 0 {
            return at_once;
        }
        (entry.address, entry.word) = (address, 0);
        self.add(least, worth)
    }

    /// Checks the invariants.
    ///
    /// # Panics
    /// If one does not hold.
    pub fn check(&self) {
        let mut seen = 0;
        for (bucket, head) in self.heads.iter().enumerate() {
            let mut index = *head;
            while let Some(entry) = self.entries.get(index as usize) {
                assert_eq!(self.bucket(entry.address), bucket, "RT-1");
                assert_eq!(self.position(entry.address), Some(index as usize), "RT-1: {:#x} is there twice", entry.address);
                seen += 1;
                index = entry.next;
            }
        }
        assert_eq!(seen, self.entries.len(), "RT-1");
        assert_eq!(self.frequent, self.entries.iter().filter(|entry| entry.is_frequent()).count(), "RT-2");
        assert!(self.entries.len() <= self.heads.len(), "RT-3");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    const TENTH: u32 = EARNED / 10 + 1;

    fn uses_until_frequent(table: &mut UsageTable) -> u32 {
        1 + (0..).take_while(|_| table.note(0x1000, TENTH) == UsageStanding::Rare).count() as u32
    }

    #[test]
    fn a_buffer_earns_its_registration() {
        let mut table = UsageTable::default();
        assert_eq!(uses_until_frequent(&mut table), 10);
        assert!(table.is_frequent(0x1000) && !table.is_frequent(0x2000));
        table.reset(0x1000);
        assert!(!table.is_frequent(0x1000));
        assert_eq!(table.note(0x1000, TENTH), UsageStanding::Rare, "it has to be earned again");
        table.check();
    }

    #[test]
    fn each_registration_that_is_lost_doubles_what_the_next_one_takes() {
        let mut table = UsageTable::default();
        for doubled in 0..6 {
            let uses = uses_until_frequent(&mut table);
            assert!(uses.abs_diff(10 << doubled) <= 1 << doubled, "{uses} after {doubled} losses");
            table.spend(0x1000);
            assert_eq!(table.note(0x1000, TENTH), UsageStanding::Owing);
            table.lose(0x1000);
            table.check();
        }
        assert_eq!(table.frequent(), 0);
    }

    #[test]
    fn a_registration_that_has_paid_makes_up_for_those_that_were_lost() {
        let mut table = UsageTable::default();
        for _ in 0..2 {
            uses_until_frequent(&mut table);
            table.spend(0x1000);
            table.lose(0x1000);
        }
        uses_until_frequent(&mut table);
        table.spend(0x1000);
        let owing = (0..).take_while(|_| table.note(0x1000, TENTH) == UsageStanding::Owing).count();
        assert!((150..=160).contains(&owing), "{owing} uses until four times as much was earned again, each counts a quarter");
        table.reset(0x1000);
        assert_eq!(uses_until_frequent(&mut table), 10);
    }

    #[test]
    fn a_program_that_never_uses_a_buffer_twice_has_a_small_table() {
        let mut table = UsageTable::default();
        for index in 0..1_000_000_u64 {
            assert_eq!(table.note(index * 4096, TENTH), UsageStanding::Rare);
        }
        assert!(table.is_full());
        assert_eq!(table.len(), 1 << LEAST_BITS);
        table.check();
    }

    #[test]
    fn reuse_that_begins_late_is_noticed_and_lets_the_table_grow_again() {
        let mut table = UsageTable::default();
        (0..100_000_u64).for_each(|index| _ = table.note(index * 4096, TENTH));
        assert!(table.is_full());
        let buffers = (0..1000_u64).map(|index| (1 << 40) + index * 64);
        for _ in 0..200 {
            buffers.clone().for_each(|address| _ = table.note(address, TENTH));
        }
        assert!(buffers.clone().all(|address| table.is_frequent(address)));
        assert!(!table.is_full());
        table.check();
    }

    #[test]
    fn a_million_buffers_that_are_used_often_are_all_found() {
        let mut table = UsageTable::default();
        let buffers = (0..1_000_000_u64).map(|index| 0x7f00_0000_0000 + index * 192);
        buffers.clone().for_each(|address| assert_eq!(table.note(address, EARNED), UsageStanding::Frequent));
        buffers.for_each(|address| assert!(table.is_frequent(address)));
        assert!(table.bytes() < 40 << 20);
        table.check();
    }

    proptest! {
        #[test]
        fn what_is_earned_is_what_a_plain_map_says_while_the_table_grows(
            uses in prop::collection::vec((0..200_u64, 1..EARNED / 3), 1..2000)
        ) {
            // Fewer buffers than the smallest table has buckets: nothing is ever worn down.
            let mut table = UsageTable::default();
            let mut model = HashMap::new();
            for (buffer, worth) in uses {
                let address = buffer * 24 + 0x5000;
                let earned = model.entry(address).or_insert(0_u32);
                *earned = earned.saturating_add(worth).min(MOST);
                prop_assert_eq!(table.note(address, worth) == UsageStanding::Frequent, *earned >= EARNED);
            }
            prop_assert_eq!(table.frequent(), model.values().filter(|earned| **earned >= EARNED).count());
            table.check();
        }

        #[test]
        fn invariants_hold_whatever_is_used(
            uses in prop::collection::vec((0..5000_u64, prop_oneof![Just(1), Just(TENTH), Just(EARNED)], 0..50_u8), 1..6000)
        ) {
            let mut table = UsageTable::default();
            for (buffer, worth, choice) in uses {
                match choice {
                    0 => table.reset(buffer * 64),
                    1 => table.spend(buffer * 64),
                    2 => table.lose(buffer * 64),
                    _ => _ = table.note(buffer * 64, worth),
                }
            }
            table.check();
        }
    }
}
