//! The heap of another process of the node, of which this one maps a region when it first copies
//! from there or to there: for reading only, unless something is to be written. What is mapped is
//! not this program's memory: it is neither in its core files nor in its children.
//!
//! # Safety arguments
//! - PEER-1: what was mapped stays mapped until the process ends; a heap begins with a head, and
//!   has the regions that this names.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsFd;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use ferry_sys::memory::{self, Access, Mapping};
use rustix::fs::fstat;

use crate::Name;
use crate::head::{Head, HeapLocation, MOST_REGIONS};
use crate::populated::Populated;

/// One way to map a region: where it is; null before the first use, [`REFUSED`] where it cannot be.
#[derive(Default)]
struct RegionMapping {
    base: AtomicPtr<u8>,
    /// What was asked for.
    populated: OnceLock<Populated>,
}

/// Not the address of a mapping.
const REFUSED: *mut u8 = std::ptr::without_provenance_mut(1);

/// The heap of another process.
pub struct PeerHeap {
    process: u32,
    descriptor: u32,
    identity: (u64, u64),
    head: &'static Head,
    read: [RegionMapping; MOST_REGIONS],
    write: [RegionMapping; MOST_REGIONS],
}

impl PeerHeap {
    /// The heap that process `process` has under a name, if the system allows that, and it is
    /// there. It stays until this process ends.
    pub fn open(process: u32, name: Name) -> Option<&'static PeerHeap> {
        let file = open(process, name.descriptor, Access::Write).ok()?;
        let identity = identity(&file).ok()?;
        let mapping = Mapping::of(file.as_fd(), size_of::<Head>(), size_of::<Head>()).ok()?;
        let mapping = mapping.out_of_core_files().out_of_children();
        // SAFETY: PEER-1: a file with another beginning has another cookie.
        let head = unsafe { mapping.base().cast::<Head>().as_ref() };
        if head.cookie.load(Ordering::Acquire) != name.cookie {
            return None;
        }
        std::mem::forget(mapping); // PEER-1
        let ways = || std::array::from_fn(|_| RegionMapping::default());
        let heap = PeerHeap { process, descriptor: name.descriptor, identity, head, read: ways(), write: ways() };
        Some(Box::leak(Box::new(heap)))
    }

    /// What it says of itself.
    #[inline(always)]
    pub fn head(&self) -> &'static Head {
        self.head
    }

    /// Where a place of the heap is in this process. `None` if it cannot be mapped.
    #[inline(always)]
    pub fn at(&self, place: HeapLocation, access: Access) -> Option<*mut u8> {
        let way = self.way(place.region, access)?;
        match way.base.load(Ordering::Acquire) {
            base if base.is_null() => self.map(place.region, access).map(|base| base.wrapping_add(place.offset as usize)),
            REFUSED => None,
            base => Some(base.wrapping_add(place.offset as usize)),
        }
    }

    /// Has the system map what is long and was not copied from or to before.
    #[inline]
    pub fn populate(&self, place: HeapLocation, len: u64, access: Access) {
        let (Some(way), Some(region)) = (self.way(place.region, access), self.head.regions().get(place.region)) else { return };
        let populated = way.populated.get_or_init(|| Populated::nothing(region.len()));
        if populated.add(place.offset..place.offset + len)
            && let Some(base) = self.at(place, access)
        {
            // Where the system cannot, it maps each page when that is touched.
            let _ = memory::populate(base, len as usize);
        }
    }

    #[inline(always)]
    fn way(&self, region: usize, access: Access) -> Option<&RegionMapping> {
        match access {
            Access::Read => self.read.get(region),
            Access::Write => self.write.get(region),
        }
    }

    #[cold]
    fn map(&self, region: usize, access: Access) -> Option<*mut u8> {
        let way = self.way(region, access)?;
        let mapped = self.try_map(region, access).ok();
        let base = mapped.as_ref().map_or(REFUSED, |mapping| mapping.base().as_ptr());
        match way.base.compare_exchange(std::ptr::null_mut(), base, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => {
                std::mem::forget(mapped); // PEER-1
                Some(base)
            }
            // Another thread was first.
            Err(other) => Some(other),
        }
        .filter(|base| *base != REFUSED)
    }

    fn try_map(&self, region: usize, access: Access) -> io::Result<Mapping> {
        let region = self.head.regions().get(region).ok_or(io::ErrorKind::NotFound)?;
        let file = open(self.process, self.descriptor, access)?;
        if identity(&file)? != self.identity {
            return Err(io::ErrorKind::NotFound.into());
        }
        let len = usize::try_from(region.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mapping = Mapping::part(file.as_fd(), region.position(), len, access)?;
        Ok(mapping.out_of_core_files().out_of_children())
    }
}

/// Device and number of a file, by which it is told from another one that the process may have
/// opened in its place.
fn identity(file: &File) -> io::Result<(u64, u64)> {
    let stat = fstat(file)?;
    Ok((stat.st_dev, stat.st_ino))
}

fn open(process: u32, descriptor: u32, access: Access) -> io::Result<File> {
    OpenOptions::new().read(true).write(access == Access::Write).open(format!("/proc/{process}/fd/{descriptor}"))
}
