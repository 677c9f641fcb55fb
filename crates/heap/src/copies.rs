//! What a child gets of the islands ([`super::islands`]): a copy of each as of the fork, which it
//! puts where the island is. Kernels since Linux 5.12 copy private pages that an adapter holds in
//! the same way.
//!
//! # Safety arguments
//! - COPIES-1: a [`ChildCopy`] is a mapping that only the thread knows that forks.
//! - COPIES-2: in the child, what is mapped over an island is a copy of its bytes, and nobody else
//!   is there.

use std::ops::Range;
use std::os::fd::BorrowedFd;
use std::ptr;

use rustix::io::{pread, retry_on_intr};
use rustix::mm::{MapFlags, MremapFlags, ProtFlags, mmap_anonymous, mremap_fixed, munmap};

use crate::arena::{Area, Inner};
use crate::fork::{self, Guarded};
use crate::settle;

/// What a child gets in place of the islands of a region.
pub(crate) struct ChildCopy {
    place: *mut u8,
    /// The bytes of the region that it has room for.
    span: Range<usize>,
}

impl ChildCopy {
    /// Where the copy of a byte of the region is.
    fn at(&self, offset: usize) -> *mut u8 {
        self.place.wrapping_add(offset - self.span.start)
    }

    /// Of the islands of a region, if it has some. `Err` where the system does not give the memory.
    fn of(area: &Area, file: Option<BorrowedFd<'_>>, former: *const u8) -> Result<Option<ChildCopy>, ()> {
        let Some(span) = area.islands.span() else { return Ok(None) };
        let (access, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | MapFlags::NORESERVE);
        // SAFETY: a new mapping at addresses of the system's choice (COPIES-1).
        let place = unsafe { mmap_anonymous(ptr::null_mut(), span.len(), access, flags) }.map_err(drop)?;
        let copy = ChildCopy { place: place.cast(), span };
        if area.islands.all().all(|island| copy.fill(area, &island, file, former).is_some()) {
            return Ok(Some(copy));
        }
        copy.unmap();
        Err(())
    }

    /// From the file, of which only the pages that are there are read; without it, from where it is
    /// mapped once more, as the program may let nobody read the island itself.
    fn fill(&self, area: &Area, island: &Range<usize>, file: Option<BorrowedFd<'_>>, former: *const u8) -> Option<()> {
        let Some(file) = file else {
            // SAFETY: COPIES-1; the region is mapped there as long as the process lives.
            return (!former.is_null())
                .then(|| unsafe { ptr::copy_nonoverlapping(former.add(island.start), self.at(island.start), island.len()) });
        };
        let position = |offset: usize| area.position + offset as u64;
        let mut pages = settle::pages(file, position(island.start)..position(island.end));
        pages.try_for_each(|pages| {
            let (place, len) = (self.at((pages.start - area.position) as usize), (pages.end - pages.start) as usize);
            // SAFETY: COPIES-1: a part of the mapping, of zeros.
            read(file, unsafe { std::slice::from_raw_parts_mut(place, len) }, pages.start)
        })
    }

    /// Puts the copies where the islands are, in the child.
    fn take_places(&self, area: &Area) -> Option<()> {
        area.islands.all().try_for_each(|island| {
            let (place, len) = (area.base.wrapping_add(island.start), island.len());
            // SAFETY: COPIES-2.
            unsafe { mremap_fixed(self.at(island.start).cast(), len, len, MremapFlags::MAYMOVE, place.cast()) }.ok().map(drop)
        })
    }

    fn unmap(self) {
        // SAFETY: COPIES-1. What the system does not take back stays.
        let _ = unsafe { munmap(self.place.cast(), self.span.len()) };
    }
}

/// Reads all of `bytes` from a position of the file on.
fn read(file: BorrowedFd<'_>, mut bytes: &mut [u8], mut position: u64) -> Option<()> {
    while !bytes.is_empty() {
        let count = retry_on_intr(|| pread(file, &mut *bytes, position)).ok().filter(|count| *count > 0)?;
        (bytes, position) = (&mut bytes[count..], position + count as u64);
    }
    Some(())
}

/// Before a fork.
pub(crate) fn make(inner: &mut Inner) {
    let file = inner.file();
    let mut have_copies = false;
    for (number, area) in inner.areas.iter_mut().map_while(Option::as_mut).enumerate() {
        area.copy = ChildCopy::of(area, file, fork::former_region(number)).unwrap_or_else(|()| {
            warn_of_islands();
            None
        });
        have_copies |= area.copy.is_some();
    }
    inner.guarded = if have_copies { Guarded::all() } else { Guarded::nothing() };
}

fn warn_of_islands() {
    fork::warn(b"ferry: memory that is open to peers over RDMA stays shared with a child of this process: the system does not give the memory for a copy\n");
}

/// After a fork, in the parent.
pub(crate) fn discard(inner: &mut Inner) {
    inner.areas.iter_mut().flatten().filter_map(|area| area.copy.take()).for_each(ChildCopy::unmap);
    inner.guarded = Guarded::nothing();
}

/// After a fork, in the child, which may only call the system here. It has no islands from then on.
pub(crate) fn take_places(inner: &mut Inner) {
    for area in inner.areas.iter_mut().flatten() {
        let Some(copy) = area.copy.take() else { continue };
        if copy.take_places(area).is_none() {
            warn_of_islands();
        }
        inner.guarded.restore(area);
        area.islands.sink(copy.span.clone());
        copy.unmap();
    }
}
