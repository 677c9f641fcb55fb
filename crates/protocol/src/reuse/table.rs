//! The usage table (BR-3): the buffers that a program sends from, by address, and what each has
//! earned.
//!
//! Addresses are hashed by a multiplication. A bucket is one line of the caches with [`SLOTS`]
//! entries; an address whose bucket has no slot left goes to the next one that has. So a look
//! reads one line, nearly always, and all its slots are compared without a branch. Buckets double
//! while the table grows, from [`LEAST_BITS`] to [`MOST_BITS`] bits, so that they are never full
//! for long and a program with few buffers has a small table. Nothing is ever removed.
//!
//! Growth is for programs that use buffers often (BR-6). When buckets have begun to overflow,
//! because there are [`FILL`] entries for each, and fewer than a fifth of the entries have earned
//! a registration, nothing is added any more. A new buffer then wears down what another one of its
//! bucket has earned, and takes its place when nothing is left. So a program that never uses a
//! buffer twice costs a small table and a short look, and one that begins to reuse its buffers
//! later is noticed.
//!
//! Invariants, checked by [`UsageTable::check`]:
//! - RT-1: each entry is in the bucket of its address, or in a later one with no free slot in the
//!   buckets from there on before it; addresses are unique.
//! - RT-2: `frequent` is the number of entries that have earned a registration.
//! - RT-3: there are at most [`FILL`] times as many entries as buckets, so some bucket has a free
//!   slot, at which each look ends.

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

/// Entries of a bucket: as many as a line of the caches holds.
const SLOTS: usize = 5;

/// Entries for each bucket at which the table grows: few overflow then.
pub const FILL: usize = 4;

/// Buckets of a new table, and most of them, as powers of two. The largest table has as many
/// entries as the paper's has buckets.
pub const LEAST_BITS: u32 = 7;
/// See [`LEAST_BITS`].
pub const MOST_BITS: u32 = 18;

const _: () = assert!(FILL < SLOTS && FILL << MOST_BITS == 1 << 20);

/// A stranger takes this part of what its use is worth: programs that go through up to so many
/// buffers for each entry in turn are noticed.
const WEAR: u32 = 8;

/// One of so many entries has to be used often for the table to grow.
const GROWS_FROM: usize = 5;

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

/// What is known of a buffer: the sum of what uses were worth, less what strangers took, in the
/// lower bits; [`EARNED`] and more: used often. Above that [`LOSSES`] and [`OWES`].
#[derive(Clone, Copy, Debug, Default)]
struct UsageWord(u32);

const _: () = assert!(MOST < 1 << LOSSES_AT && LOSSES < OWES && MOST >= 2 * EARNED);

impl UsageWord {
    fn earned(self) -> u32 {
        self.0 & !(OWES | LOSSES)
    }

    fn losses(self) -> u32 {
        (self.0 & LOSSES) >> LOSSES_AT
    }

    fn is_frequent(self) -> bool {
        self.earned() >= EARNED
    }

    fn owes(self) -> bool {
        self.0 & OWES != 0
    }

    fn standing(self) -> UsageStanding {
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
        self.0 = earned | if has_paid { 0 } else { self.0 & (OWES | LOSSES) };
    }

    /// Takes what a stranger is worth.
    fn wear(&mut self, worth: u32) {
        self.0 = self.earned().saturating_sub((worth / WEAR).max(1)) | self.0 & (OWES | LOSSES);
    }

    /// It was registered, which has to pay.
    fn spend(&mut self) {
        self.0 = self.earned().min(EARNED) | self.0 & LOSSES | OWES;
    }

    /// It starts from nothing, after so many losses.
    fn restart(&mut self, losses: u32) {
        self.0 = losses.min(LOSSES_MOST) << LOSSES_AT;
    }
}

/// Buffers whose addresses have nearly the same hash.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
struct Bucket {
    addresses: [u64; SLOTS],
    words: [UsageWord; SLOTS],
    /// Slots that are in use, which are the first ones.
    len: u32,
}

const _: () = assert!(size_of::<Bucket>() == 64 && align_of::<Bucket>() == 64);

impl Bucket {
    /// Where `address` is. Which slot that is cannot be foreseen, so nothing branches on it.
    #[inline(always)]
    fn find(&self, address: u64) -> Option<usize> {
        let mut found = SLOTS;
        for slot in (0..SLOTS).rev() {
            found = if self.addresses[slot] == address { slot } else { found };
        }
        (found < self.len as usize).then_some(found)
    }

    fn is_full(&self) -> bool {
        self.len as usize == SLOTS
    }

    /// The slot in use that has earned least.
    fn least(&self) -> Option<usize> {
        (0..self.len as usize).min_by_key(|slot| self.words[*slot].earned())
    }

    /// Adds a buffer to a bucket that is not full.
    fn push(&mut self, address: u64, word: UsageWord) -> usize {
        let slot = self.len as usize;
        (self.addresses[slot], self.words[slot]) = (address, word);
        self.len += 1;
        slot
    }

    fn entries(&self) -> impl Iterator<Item = (u64, UsageWord)> {
        self.addresses.into_iter().zip(self.words).take(self.len as usize)
    }
}

/// Where an entry is: its bucket and slot.
type Slot = (usize, usize);

/// The table.
#[derive(Clone, Debug)]
pub struct UsageTable {
    buckets: Vec<Bucket>,
    bits: u32,
    /// Entries.
    len: usize,
    frequent: usize,
    /// Nothing is added.
    is_full: bool,
}

impl Default for UsageTable {
    fn default() -> Self {
        UsageTable { buckets: vec![Bucket::default(); 1 << LEAST_BITS], bits: LEAST_BITS, len: 0, frequent: 0, is_full: false }
    }
}

impl UsageTable {
    /// The buffer at `address` is used, which is worth `worth`. What it has earned.
    #[inline]
    pub fn note(&mut self, address: u64, worth: u32) -> UsageStanding {
        match self.position(address) {
            Some(slot) => self.add(slot, worth),
            None => self.note_stranger(address, worth),
        }
    }

    /// Whether the buffer at `address` has earned a registration.
    pub fn is_frequent(&self, address: u64) -> bool {
        self.position(address).is_some_and(|(bucket, slot)| self.buckets[bucket].words[slot].is_frequent())
    }

    /// The buffer at `address` was registered, which has to pay. If it has had a registration that
    /// has not paid, that one is lost.
    pub fn spend(&mut self, address: u64) {
        let Some(slot) = self.position(address) else { return };
        if self.word(slot).owes() {
            return self.lose(address);
        }
        self.word(slot).spend();
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
        if let Some(slot) = self.position(address) {
            let word = self.word(slot);
            let was_frequent = word.is_frequent();
            word.restart(word.losses() + losses);
            self.frequent -= usize::from(was_frequent);
        }
    }

    /// Buffers.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if nothing was used yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
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
        self.buckets.capacity() * size_of::<Bucket>()
    }

    /// The bucket of an address.
    #[inline(always)]
    fn home(&self, address: u64) -> usize {
        (address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.bits)) as usize
    }

    /// The bucket after this one; the first one comes after the last one.
    #[inline(always)]
    fn after(&self, bucket: usize) -> usize {
        (bucket + 1) & (self.buckets.len() - 1)
    }

    #[inline(always)]
    fn position(&self, address: u64) -> Option<Slot> {
        let mut index = self.home(address);
        loop {
            let bucket = &self.buckets[index];
            if let Some(slot) = bucket.find(address) {
                return Some((index, slot));
            }
            if !bucket.is_full() {
                return None;
            }
            index = self.after(index);
        }
    }

    #[inline(always)]
    fn word(&mut self, (bucket, slot): Slot) -> &mut UsageWord {
        &mut self.buckets[bucket].words[slot]
    }

    #[inline]
    fn add(&mut self, slot: Slot, worth: u32) -> UsageStanding {
        let word = self.word(slot);
        let was_frequent = word.is_frequent();
        word.add(worth);
        let standing = word.standing();
        if standing != UsageStanding::Rare && !was_frequent {
            self.promoted();
        }
        standing
    }

    #[cold]
    fn promoted(&mut self) {
        self.frequent += 1;
        if self.frequent * GROWS_FROM >= self.len && self.bits < MOST_BITS {
            self.is_full = false;
        }
    }

    /// An address that is not in the table.
    fn note_stranger(&mut self, address: u64, worth: u32) -> UsageStanding {
        if self.is_full || (self.len == FILL * self.buckets.len() && !self.grow()) {
            return self.wear_down(address, worth);
        }
        let slot = self.insert(address, UsageWord::default());
        self.len += 1;
        self.add(slot, worth)
    }

    /// Puts an entry into the first free slot from its bucket on.
    fn insert(&mut self, address: u64, word: UsageWord) -> Slot {
        let mut index = self.home(address);
        while self.buckets[index].is_full() {
            index = self.after(index);
        }
        (index, self.buckets[index].push(address, word))
    }

    /// Doubles the buckets, if that is worth it. False if nothing is to be added from now on.
    #[cold]
    fn grow(&mut self) -> bool {
        if self.bits == MOST_BITS || self.frequent * GROWS_FROM < self.len {
            self.is_full = true;
            return false;
        }
        self.bits += 1;
        let doubled = vec![Bucket::default(); 1 << self.bits];
        for bucket in std::mem::replace(&mut self.buckets, doubled) {
            for (address, word) in bucket.entries() {
                self.insert(address, word);
            }
        }
        true
    }

    /// Takes a part of `worth` from the entry of the bucket that has least, and its place if
    /// nothing is left.
    fn wear_down(&mut self, address: u64, worth: u32) -> UsageStanding {
        let at_once = if worth >= EARNED { UsageStanding::Frequent } else { UsageStanding::Rare };
        let home = self.home(address);
        let Some(least) = self.buckets[home].least() else { return at_once };
        let word = self.word((home, least));
        let was_frequent = word.is_frequent();
        word.wear(worth);
        let (is_frequent, is_worn) = (word.is_frequent(), word.earned() == 0);
        self.frequent -= usize::from(was_frequent && !is_frequent);
        if !is_worn {
            return at_once;
        }
        let bucket = &mut self.buckets[home];
        (bucket.addresses[least], bucket.words[least]) = (address, UsageWord::default());
        self.add((home, least), worth)
    }

    /// Checks the invariants.
    ///
    /// # Panics
    /// If one does not hold.
    pub fn check(&self) {
        let (mut entries, mut frequent) = (0, 0);
        for (index, bucket) in self.buckets.iter().enumerate() {
            for (slot, (address, word)) in bucket.entries().enumerate() {
                assert_eq!(self.position(address), Some((index, slot)), "RT-1: {address:#x}");
                entries += 1;
                frequent += usize::from(word.is_frequent());
            }
        }
        assert_eq!(entries, self.len, "every entry is counted once");
        assert_eq!(frequent, self.frequent, "RT-2");
        assert!(self.len <= FILL * self.buckets.len(), "RT-3");
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
        assert_eq!(table.len(), FILL << LEAST_BITS);
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
        assert_eq!(table.bytes(), 16 << 20);
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
