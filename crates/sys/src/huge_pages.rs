//! Huge pages: whether memory of this process is in them, and having the system put it there.
//! Neither changes what the memory holds.
//!
//! # Safety arguments
//! - HUGE-1: `madvise(MADV_COLLAPSE)` moves what a range holds to other pages, and changes nothing
//!   that a program could see; `mincore` only reads page tables. Both check their range.
//! - HUGE-2: [`HugeMemory`] owns its mapping, which nobody else knows of, until it is dropped.
//! - HUGE-3: `PAGEMAP_SCAN` (`linux/fs.h`) reads page tables, and writes no more entries than it is
//!   told there is room for.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::os::fd::AsRawFd;

use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};

use crate::descriptor::raise;

/// Bytes of a huge page, as far as this module is concerned: those of x86-64, and of AArch64 with
/// pages of 4 KiB.
pub const HUGE: usize = 2 << 20;
const PAGE: usize = 4 << 10;

const DIRECTORY: &str = "/sys/kernel/mm/transparent_hugepage";
const COLLAPSE: libc::c_int = 25;

/// Whether the system gives huge pages of [`HUGE`] bytes, and whoever set it up has not forbidden
/// them.
pub fn are_allowed() -> bool {
    let read = |name: &str| fs::read_to_string(format!("{DIRECTORY}/{name}")).unwrap_or_default();
    // SAFETY: touches no memory.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    page == PAGE as libc::c_long && read("hpage_pmd_size").trim() == HUGE.to_string() && is_wanted(&read("enabled"))
}

fn is_wanted(enabled: &str) -> bool {
    !enabled.is_empty() && !enabled.contains("[never]")
}

/// Has the system put whole huge pages of this process's memory into huge pages.
///
/// # Errors
/// Where it cannot: too old, not all of it private memory in one mapping, no memory, pages in use
/// by a device.
pub fn collapse(range: Range<usize>) -> io::Result<()> {
    // SAFETY: HUGE-1.
    let result = unsafe { libc::madvise(range.start as *mut libc::c_void, range.len(), COLLAPSE) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Memory that is in huge pages from its first use on, if there are some.
#[derive(Debug)]
pub struct HugeMemory {
    /// Whole huge pages, and as much as the system does not align.
    mapping: *mut u8,
    mapped: usize,
    /// Of the first byte in it.
    offset: usize,
    len: usize,
}

// SAFETY: HUGE-2.
unsafe impl Send for HugeMemory {}

impl HugeMemory {
    /// `len` bytes, all of them written.
    ///
    /// # Errors
    /// Where the system has no memory.
    pub fn written(len: usize) -> io::Result<HugeMemory> {
        let whole = len.next_multiple_of(HUGE);
        let mapped = whole + HUGE;
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: HUGE-2.
        let mapping = unsafe { mmap_anonymous(std::ptr::null_mut(), mapped, access, MapFlags::PRIVATE) }?.cast::<u8>();
        let start = mapping as usize;
        let offset = start.next_multiple_of(HUGE) - start;
        // SAFETY: HUGE-1, which is so for the advice as well; the range is within the vector's
        // memory.
        unsafe { libc::madvise((start + offset) as *mut libc::c_void, whole, libc::MADV_HUGEPAGE) };
        let mut memory = HugeMemory { mapping, mapped, offset, len };
        memory.bytes().fill(1);
        Ok(memory)
    }

    /// The bytes.
    pub fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: HUGE-2.
        unsafe { std::slice::from_raw_parts_mut(self.mapping.add(self.offset), self.len) }
    }
}

impl Drop for HugeMemory {
    fn drop(&mut self) {
        // SAFETY: HUGE-2.
        let result = unsafe { munmap(self.mapping.cast(), self.mapped) };
        debug_assert!(result.is_ok(), "munmap of an owned mapping failed: {result:?}");
    }
}

/// Bytes of a huge page at `address` that are in memory; 0 where nothing is mapped in a part of it.
pub fn resident(address: usize) -> usize {
    let mut pages = [0u8; HUGE / PAGE];
    // SAFETY: HUGE-1; the array has an entry for each page.
    let result = unsafe { libc::mincore(address as *mut libc::c_void, HUGE, pages.as_mut_ptr()) };
    if result == 0 { pages.iter().filter(|page| **page & 1 != 0).count() * PAGE } else { 0 }
}

/// The page tables of this process.
#[derive(Debug)]
pub struct PageMap(File);

/// `struct pm_scan_arg`.
#[repr(C)]
#[derive(Default)]
struct Scan {
    size: u64,
    flags: u64,
    start: u64,
    end: u64,
    walk_end: u64,
    regions: u64,
    regions_len: u64,
    most_pages: u64,
    inverted: u64,
    mask: u64,
    any_of: u64,
    returned: u64,
}

/// `struct page_region`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Region {
    start: u64,
    end: u64,
    categories: u64,
}

const IS_HUGE: u64 = 1 << 6;
/// `_IOWR('f', 16, struct pm_scan_arg)`.
const SCAN: libc::c_ulong = 0xc060_6610;
const _: () = assert!(size_of::<Scan>() == 0x60 && size_of::<Region>() == 24);

impl PageMap {
    /// Opens them; `None` where the system cannot tell (before Linux 6.7).
    pub fn open() -> Option<PageMap> {
        let map = PageMap(raise(File::open("/proc/self/pagemap").ok()?.into()).into());
        let page = &raw const map as usize / PAGE * PAGE;
        map.is_huge(page..page + PAGE).is_some().then_some(map)
    }

    /// Whether all of `range`, whole pages, is in huge pages; `None` if the system does not say.
    pub fn is_huge(&self, range: Range<usize>) -> Option<bool> {
        let mut region = [Region::default()];
        let mut scan = Scan {
            size: size_of::<Scan>() as u64,
            start: range.start as u64,
            end: range.end as u64,
            regions: region.as_mut_ptr() as u64,
            regions_len: 1,
            mask: IS_HUGE,
            returned: IS_HUGE,
            ..Scan::default()
        };
        // SAFETY: HUGE-3.
        let found = unsafe { libc::ioctl(self.0.as_raw_fd(), SCAN, &raw mut scan) };
        match found {
            1 => Some(region[0].start as usize <= range.start && region[0].end as usize >= range.end),
            0 => Some(false),
            _ => None,
        }
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn who_set_the_system_up_may_forbid_them() {
        for (enabled, wanted) in
            [("always [madvise] never\n", true), ("[always] madvise never", true), ("always madvise [never]", false), ("", false)]
        {
            assert_eq!(is_wanted(enabled), wanted, "{enabled}");
        }
    }

    #[test]
    fn memory_goes_to_huge_pages_and_keeps_what_it_holds() {
        let memory: Vec<u32> = (0..(3 * HUGE / 4) as u32).collect();
        let start = (memory.as_ptr() as usize).next_multiple_of(HUGE);
        assert_eq!(resident(start), HUGE);
        if are_allowed() && collapse(start..start + HUGE).is_ok() {
            let is_huge = PageMap::open().and_then(|map| map.is_huge(start..start + HUGE));
            assert_ne!(is_huge, Some(false));
        }
        assert!(memory.iter().enumerate().all(|(index, value)| *value == index as u32));
    }

    #[test]
    fn new_memory_is_in_huge_pages_where_there_are_some() {
        let mut memory = HugeMemory::written(HUGE).unwrap();
        assert!(memory.bytes().len() == HUGE && memory.bytes().iter().all(|byte| *byte == 1));
        let start = memory.bytes().as_ptr() as usize;
        let is_huge = PageMap::open().and_then(|map| map.is_huge(start..start + HUGE));
        assert!(start.is_multiple_of(HUGE) && (are_allowed() || is_huge != Some(true)));
    }

    #[test]
    fn what_is_not_there_is_not_in_huge_pages() {
        assert_eq!(resident(0), 0);
        assert!(collapse(0..HUGE).is_err());
        let memory = [0u8; 3 * PAGE];
        let page = (memory.as_ptr() as usize).next_multiple_of(PAGE);
        assert!(PageMap::open().is_none_or(|map| map.is_huge(page..page + PAGE) == Some(false)));
    }
}
