//! Look-up, registration, eviction and invalidation.

use std::collections::BTreeMap;

use crate::range::PageRange;
use crate::table::{Entry, Table};

/// What registers memory.
pub trait Registrar {
    /// A registration.
    type Region;
    /// Why there is none.
    type Error;
    /// What a registration allows; more includes less.
    type Rights: Copy + Ord;

    /// Watches the pages of `range` from now on. False if nothing would be heard of them.
    fn watch(&mut self, range: PageRange) -> bool;
    /// The pages of `range`, which were watched, need not be any more.
    fn unwatch(&mut self, range: PageRange);
    /// Registers the pages of `range`, for as much as they allow.
    fn register(&mut self, range: PageRange) -> Result<Self::Region, Self::Error>;
    /// What a registration allows.
    fn rights(&self, region: &Self::Region) -> Self::Rights;
    /// Takes the registration back.
    fn deregister(&mut self, region: Self::Region);
    /// Whether giving something back may help (locked memory or places for regions ran out).
    fn is_shortage(&self, error: &Self::Error) -> bool;
}

/// How much may be registered at a time, held or not. Take them from RLIMIT_MEMLOCK and the device,
/// less what else uses those.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes.
    pub bytes: u64,
    /// Regions.
    pub regions: usize,
    /// Bytes of a page, a power of two.
    pub page: u64,
}

/// Why there is no region. The caller goes by way of memory that is registered already.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error<E> {
    /// The range leaves the address space.
    #[error("{len} bytes from {address:#x} on leave the address space")]
    Range {
        /// Its beginning.
        address: u64,
        /// Its length.
        len: u64,
    },
    /// What is held leaves no room.
    #[error("no room in the registration cache for {bytes} bytes: {held_bytes} in {held_regions} regions are in use")]
    Full {
        /// What was asked for, in whole pages.
        bytes: u64,
        /// Bytes in use.
        held_bytes: u64,
        /// Regions in use.
        held_regions: usize,
    },
    /// The registration failed.
    #[error("{0}")]
    Registrar(E),
}

/// A hold on a region: it stays registered until this is released. Dropping it without
/// [`Cache::release`] keeps the region for ever.
#[must_use = "a region that is not released stays registered"]
#[derive(Debug, PartialEq, Eq)]
pub struct Lease {
    index: u32,
    generation: u32,
}

/// What happened so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Requests that a region was found for.
    pub hits: u64,
    /// Requests that needed a registration.
    pub misses: u64,
    /// Regions that made room for others.
    pub evictions: u64,
    /// Regions whose memory changed.
    pub invalidations: u64,
    /// Regions that became part of larger ones.
    pub merges: u64,
    /// Most bytes that were registered at once.
    pub peak_bytes: u64,
}

/// The cache.
pub struct Cache<R: Registrar> {
    registrar: R,
    limits: Limits,
    table: Table<R::Region>,
    /// Entries that can be found, by their first address. Invariant: no range contains another, so
    /// that both ends ascend.
    map: BTreeMap<u64, u32>,
    /// Invariant: the sum over all entries.
    bytes: u64,
    /// Invariant: the same of those with references.
    held_bytes: u64,
    held_regions: usize,
    statistics: Statistics,
}

impl<R: Registrar> Cache<R> {
    /// An empty cache.
    ///
    /// # Panics
    /// If the page size is not a power of two.
    pub fn new(registrar: R, limits: Limits) -> Self {
        assert!(limits.page.is_power_of_two(), "pages of {} bytes", limits.page);
        Cache {
            registrar,
            limits,
            table: Table::new(),
            map: BTreeMap::new(),
            bytes: 0,
            held_bytes: 0,
            held_regions: 0,
            statistics: Statistics::default(),
        }
    }

    /// A region that contains `len` bytes from `address` on, registered now if there is none that
    /// allows `wanted`. One that is registered now allows less if the memory does.
    pub fn acquire(&mut self, address: u64, len: u64, wanted: R::Rights) -> Result<Lease, Error<R::Error>> {
        let pages = PageRange::around(address, len, self.limits.page).ok_or(Error::Range { address, len })?;
        if let Some(index) = self.lookup(&pages, wanted) {
            self.statistics.hits += 1;
            return Ok(self.hold(index));
        }
        self.statistics.misses += 1;
        self.register_around(pages, wanted)
    }

    /// Whether a region contains `len` bytes from `address` on and allows `wanted`, so that
    /// acquiring it costs nothing.
    pub fn contains(&self, address: u64, len: u64, wanted: R::Rights) -> bool {
        PageRange::around(address, len, self.limits.page).is_some_and(|pages| self.lookup(&pages, wanted).is_some())
    }

    /// Gives a hold back. The region stays registered if it can still be found.
    ///
    /// # Panics
    /// If the lease is of another cache.
    pub fn release(&mut self, lease: Lease) {
        self.check(&lease);
        let entry = self.table.entry_mut(lease.index);
        entry.references -= 1;
        if entry.references > 0 {
            return;
        }
        let (bytes, current) = (entry.range.bytes(), entry.current);
        self.held_bytes -= bytes;
        self.held_regions -= 1;
        if current { self.table.link(lease.index) } else { self.deregister(lease.index) }
    }

    /// The region of a lease.
    ///
    /// # Panics
    /// If the lease is of another cache.
    pub fn region(&self, lease: &Lease) -> &R::Region {
        self.check(lease);
        &self.table.entry(lease.index).region
    }

    /// The pages of a lease's region.
    pub fn range(&self, lease: &Lease) -> PageRange {
        self.check(lease);
        self.table.entry(lease.index).range
    }

    /// Whether the lease's region is watched.
    ///
    /// # Panics
    /// If the lease is of another cache.
    pub fn is_watched(&self, lease: &Lease) -> bool {
        self.check(lease);
        self.table.entry(lease.index).is_watched
    }

    /// Nobody finds the lease's region any more.
    ///
    /// # Panics
    /// If the lease is of another cache.
    pub fn forget(&mut self, lease: &Lease) {
        self.check(lease);
        if self.table.entry(lease.index).current {
            self.give_up(lease.index);
        }
    }

    /// Forgets every region that has a page of `range`, because the memory behind it is not what
    /// was registered any more. Regions that are held stay registered until they are released;
    /// nobody finds them.
    pub fn invalidate(&mut self, address: u64, len: u64) {
        let last = PageRange::around(address, len.min(u64::MAX - address), self.limits.page);
        let Some(range) = last else { return self.clear() };
        for index in self.overlapping(&range) {
            self.statistics.invalidations += 1;
            self.map.remove(&self.table.entry(index).range.start());
            self.retire(index);
        }
    }

    /// The same for all memory, as when events were lost.
    pub fn clear(&mut self) {
        for index in std::mem::take(&mut self.map).into_values() {
            self.statistics.invalidations += 1;
            self.retire(index);
        }
    }

    /// Gives up to `bytes` of unreferenced regions back, least recently used first; how many bytes
    /// that were.
    pub fn shrink(&mut self, bytes: u64) -> u64 {
        let before = self.bytes;
        while before - self.bytes < bytes && self.evict_one() {}
        before - self.bytes
    }

    /// Bytes registered.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Regions registered.
    pub fn regions(&self) -> usize {
        self.table.len()
    }

    /// Bytes of regions that somebody holds.
    pub fn held_bytes(&self) -> u64 {
        self.held_bytes
    }

    /// What happened so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// What registers.
    pub fn registrar(&mut self) -> &mut R {
        &mut self.registrar
    }

    fn check(&self, lease: &Lease) {
        let entry = self.table.find(lease.index, lease.generation);
        assert!(entry.is_some_and(|entry| entry.references > 0), "a lease of another registration cache");
    }

    /// An entry that contains all of `pages` and allows `wanted`. Of those that begin at or before
    /// them the last one ends last.
    #[inline]
    fn lookup(&self, pages: &PageRange, wanted: R::Rights) -> Option<u32> {
        let before = self.map.range(..=pages.start()).rev().map(|(_, &index)| index);
        let mut found = before.take_while(|index| self.table.entry(*index).range.contains(pages));
        found.find(|index| self.rights(*index) >= wanted)
    }

    #[inline]
    fn rights(&self, index: u32) -> R::Rights {
        self.registrar.rights(&self.table.entry(index).region)
    }

    fn hold(&mut self, index: u32) -> Lease {
        let entry = self.table.entry_mut(index);
        entry.references += 1;
        if entry.references == 1 {
            self.held_bytes += entry.range.bytes();
            self.held_regions += 1;
            self.table.unlink(index);
        }
        Lease { index, generation: self.table.generation(index) }
    }

    /// Registers `pages` with what can be merged, or, if that does not work, cannot be watched or
    /// would allow less, alone. For pages that nobody asks for nobody vouches.
    #[cold]
    fn register_around(&mut self, pages: PageRange, wanted: R::Rights) -> Result<Lease, Error<R::Error>> {
        let merged = self.merged(pages, wanted);
        if merged != pages && self.registrar.watch(merged) {
            let parts = self.overlapping(&merged).into_iter().filter(|index| merged.contains(&self.table.entry(*index).range));
            let least = parts.map(|index| self.rights(index)).fold(wanted, R::Rights::max);
            match self.register(merged) {
                Ok(lease) if self.rights(lease.index) >= least && self.is_watched(&lease) => return Ok(lease),
                Ok(lease) => {
                    self.give_up(lease.index);
                    self.release(lease);
                }
                Err(_) => self.unwatch(&pages),
            }
        }
        self.register(pages)
    }

    /// `pages` with regions that allow `wanted`: those that overlap, and unreferenced neighbors.
    /// None adds more than there is already: what is registered again comes to lie in a region at
    /// least twice as large.
    fn merged(&self, pages: PageRange, wanted: R::Rights) -> PageRange {
        let mut union = pages;
        loop {
            let before = union;
            for index in self.near(&before) {
                let entry = self.table.entry(index);
                let with = union.union(&entry.range);
                let is_part = entry.range.overlaps(&union) || (entry.references == 0 && entry.range.touches(&union));
                if is_part && with.bytes() <= 2 * union.bytes() && self.rights(index) >= wanted {
                    union = with;
                }
            }
            if union == before || union.bytes() > self.limits.bytes {
                return union;
            }
        }
    }

    /// Entries that overlap or touch `range`, the last one first.
    fn near(&self, range: &PageRange) -> impl Iterator<Item = u32> {
        let start = range.start();
        let before = self.map.range(..=range.end()).rev().map(|(_, &index)| index);
        before.take_while(move |index| self.table.entry(*index).range.end() >= start)
    }

    fn overlapping(&self, range: &PageRange) -> Vec<u32> {
        self.near(range).filter(|&index| self.table.entry(index).range.overlaps(range)).collect()
    }

    fn register(&mut self, range: PageRange) -> Result<Lease, Error<R::Error>> {
        // With what is held, this can never fit: leave the others alone.
        if self.held_bytes.saturating_add(range.bytes()) > self.limits.bytes || self.held_regions >= self.limits.regions {
            return Err(Error::Full { bytes: range.bytes(), held_bytes: self.held_bytes, held_regions: self.held_regions });
        }
        for index in self.overlapping(&range) {
            let other = self.table.entry(index).range;
            let is_part = range.contains(&other);
            self.statistics.merges += u64::from(is_part);
            // One that contains it allows less, or it had been found.
            if is_part || other.contains(&range) {
                self.give_up(index);
            }
        }
        while self.bytes + range.bytes() > self.limits.bytes || self.table.len() >= self.limits.regions {
            assert!(self.evict_one(), "what is not held is in the list of unreferenced regions");
        }
        let (region, is_watched) = self.try_register(range)?;
        Ok(self.insert(range, region, is_watched))
    }

    /// Watches and registers, and gives regions back as long as that may help. Ends as every round
    /// has one region less.
    fn try_register(&mut self, range: PageRange) -> Result<(R::Region, bool), Error<R::Error>> {
        loop {
            // Before the pages are pinned: what changes after that is heard of. And anew in each
            // round: the region that was given back may have shared pages with this one.
            let is_watched = self.registrar.watch(range);
            match self.registrar.register(range) {
                Ok(region) => return Ok((region, is_watched)),
                Err(error) if self.registrar.is_shortage(&error) && self.shrink(range.bytes()) > 0 => {}
                Err(error) => {
                    if is_watched {
                        self.unwatch(&range);
                    }
                    return Err(Error::Registrar(error));
                }
            }
        }
    }

    fn insert(&mut self, range: PageRange, region: R::Region, is_watched: bool) -> Lease {
        let index = self.table.insert(range, region, is_watched);
        self.map.insert(range.start(), index);
        self.bytes += range.bytes();
        self.held_bytes += range.bytes();
        self.held_regions += 1;
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(self.bytes);
        Lease { index, generation: self.table.generation(index) }
    }

    fn evict_one(&mut self) -> bool {
        let Some(index) = self.table.oldest() else { return false };
        self.statistics.evictions += 1;
        self.give_up(index);
        true
    }

    /// Takes an entry out of the map whose memory is what it was.
    fn give_up(&mut self, index: u32) {
        let Entry { range, is_watched, .. } = *self.table.entry(index);
        self.map.remove(&range.start());
        if is_watched {
            self.unwatch(&range);
        }
        self.retire(index);
    }

    /// Ends the watch over the pages of `range` that no entry has.
    fn unwatch(&mut self, range: &PageRange) {
        let mut start = range.start();
        for index in self.overlapping(range).into_iter().rev() {
            let other = self.table.entry(index).range;
            if let Some(gap) = range.between(start, other.start()) {
                self.registrar.unwatch(gap);
            }
            start = other.end();
        }
        if let Some(gap) = range.between(start, range.end()) {
            self.registrar.unwatch(gap);
        }
    }

    /// Ends an entry that is not in the map any more: now, or when it is released.
    fn retire(&mut self, index: u32) {
        let entry = self.table.entry_mut(index);
        entry.current = false;
        if entry.references == 0 {
            self.table.unlink(index);
            self.deregister(index);
        }
    }

    fn deregister(&mut self, index: u32) {
        let entry = self.table.remove(index);
        self.bytes -= entry.range.bytes();
        self.registrar.deregister(entry.region);
    }
}

impl<R: Registrar> Drop for Cache<R> {
    fn drop(&mut self) {
        for entry in self.table.drain() {
            self.registrar.deregister(entry.region);
        }
    }
}
