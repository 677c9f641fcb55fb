//! What a heap tells peers, at the beginning of its file: where its regions are in its process, and
//! what has become of each.
//!
//! A region is a part of the file that is mapped in one piece in the heap's process. A heap that
//! needs more gets another region, longer than all before together, so that there are few, and none
//! of them ever goes. Regions that are there when the process forks are *retired*: their blocks
//! become private memory there, and peers leave them alone from then on.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Most regions of a heap: each doubles what there is, but the first ones after a fork.
pub const MOST_REGIONS: usize = 64;

/// The beginning of the file. Zeros at first.
#[repr(C, align(4096))]
pub struct Head {
    /// A random number, by which peers know the file.
    pub cookie: AtomicU64,
    /// Peers that copy from or to blocks just now.
    guests: AtomicU32,
    /// How many of `regions` there are.
    count: AtomicU32,
    regions: [Region; MOST_REGIONS],
}

const _: () = assert!(size_of::<Head>() == 4096);

/// Where a region is.
#[repr(C)]
pub struct Region {
    /// Its address in the heap's process.
    base: AtomicU64,
    len: AtomicU64,
    /// Where it begins in the file.
    position: AtomicU64,
    stage: AtomicU32,
    _gap: AtomicU32,
}

/// What has become of a region; it never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum RegionState {
    /// Blocks are shared.
    Shared,
    /// They still are, for peers that copy just now; no others may begin to.
    Retiring,
    /// They are private memory.
    Private,
}

/// A place in a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapLocation {
    /// The region's number.
    pub region: usize,
    /// Bytes from its beginning on.
    pub offset: u64,
}

impl Region {
    /// Its address in the heap's process.
    pub fn base(&self) -> u64 {
        self.base.load(Ordering::Relaxed)
    }

    /// Its bytes.
    pub fn len(&self) -> u64 {
        self.len.load(Ordering::Relaxed)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where it begins in the file.
    pub fn position(&self) -> u64 {
        self.position.load(Ordering::Relaxed)
    }

    /// What has become of it by now.
    #[inline(always)]
    pub fn stage(&self) -> RegionState {
        match self.stage.load(Ordering::SeqCst) {
            0 => RegionState::Shared,
            1 => RegionState::Retiring,
            _ => RegionState::Private,
        }
    }

    /// The next stage of its end, unless it has come so far already.
    pub(crate) fn advance(&self, stage: RegionState) {
        self.stage.fetch_max(stage as u32, Ordering::SeqCst);
    }

    /// Where the whole of `len` bytes at `address` is in it.
    #[inline(always)]
    fn offset(&self, address: u64, len: u64) -> Option<u64> {
        let (offset, all) = (address.wrapping_sub(self.base()), self.len());
        (offset < all && len <= all - offset).then_some(offset)
    }
}

impl Head {
    /// The regions by now.
    #[inline(always)]
    pub fn regions(&self) -> &[Region] {
        let count = self.count.load(Ordering::Acquire) as usize;
        self.regions.get(..count).unwrap_or(&self.regions)
    }

    /// Where the whole of `len` bytes at `address` of the heap's process is.
    #[inline(always)]
    pub fn place(&self, address: u64, len: u64) -> Option<HeapLocation> {
        let found = |(region, of): (usize, &Region)| Some(HeapLocation { region, offset: of.offset(address, len)? });
        self.regions().iter().enumerate().find_map(found)
    }

    /// Tells of one more region; by the heap only, and one at a time. False if there are too many.
    pub(crate) fn add(&self, base: u64, len: u64, position: u64) -> bool {
        let count = self.count.load(Ordering::Relaxed);
        let Some(region) = self.regions.get(count as usize) else { return false };
        region.base.store(base, Ordering::Relaxed);
        region.len.store(len, Ordering::Relaxed);
        region.position.store(position, Ordering::Relaxed);
        self.count.store(count + 1, Ordering::Release);
        true
    }

    /// A peer copies from or to blocks as long as it holds what this returns, and no region is made
    /// private meanwhile; which of them are retired is to be asked after this.
    #[inline]
    pub fn visit(&self) -> Visit<'_> {
        // Before the question: the owner asks for guests after it has said that it retires a
        // region.
        self.guests.fetch_add(1, Ordering::SeqCst);
        Visit(self)
    }

    /// Whether the region is shared, and stays so during a [`Visit`].
    #[inline(always)]
    pub fn is_shared(&self, place: HeapLocation) -> bool {
        self.regions.get(place.region).is_some_and(|region| region.stage() == RegionState::Shared)
    }

    /// Peers that copy just now.
    pub(crate) fn guests(&self) -> u32 {
        self.guests.load(Ordering::SeqCst)
    }
}

/// A peer's leave to copy, see [`Head::visit`].
pub struct Visit<'a>(&'a Head);

impl Drop for Visit<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.guests.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> Box<Head> {
        // SAFETY: zeros are a head.
        unsafe { Box::new_zeroed().assume_init() }
    }

    #[test]
    fn places_are_whole_within_one_region() {
        let head = head();
        assert!(head.place(0x1000, 1).is_none());
        assert!(head.add(0x1000, 0x1000, 0x4000) && head.add(0x2000, 0x800, 0x5000));
        assert_eq!(head.place(0x1ff0, 16), Some(HeapLocation { region: 0, offset: 0xff0 }));
        assert_eq!(head.place(0x2000, 0x800), Some(HeapLocation { region: 1, offset: 0 }));
        assert!(head.place(0x1ff0, 17).is_none() && head.place(0x2800, 0).is_none() && head.place(u64::MAX, 8).is_none());
        assert!((2..MOST_REGIONS).all(|number| head.add(number as u64 * 0x10000, 1, 0)) && !head.add(0, 1, 0));
    }

    #[test]
    fn a_retired_region_is_not_shared_and_guests_are_counted() {
        let head = head();
        assert!(head.add(0x1000, 0x1000, 0) && head.add(0x9000, 0x1000, 0x1000));
        let [one, other] = [0x1000, 0x9000].map(|address| head.place(address, 8).unwrap());
        let visit = head.visit();
        assert!(head.guests() == 1 && head.is_shared(one));
        head.regions()[0].advance(RegionState::Private);
        head.regions()[0].advance(RegionState::Retiring);
        assert_eq!((head.regions()[0].stage(), head.is_shared(one), head.is_shared(other)), (RegionState::Private, false, true));
        drop(visit);
        assert_eq!(head.guests(), 0);
    }
}
