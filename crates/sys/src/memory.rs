//! Anonymous shared memory: memfd and its mapping.
//!
//! # Safety arguments
//! - MEM-1: a [`Mapping`] owns its address range from `mmap` until `munmap` in `drop`; nobody else
//!   unmaps it.
//! - MEM-2: pointers derived from [`Mapping::base`] are valid for `len` bytes while the mapping
//!   lives; other processes may change the bytes at any time, so they are read and written through
//!   raw pointers and atomics only.
//! - MEM-3: what a call makes of a mapping is another one, at addresses of the kernel's choice that
//!   nobody knows yet; the one it is made of stays as it is.

use std::io;
use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::{FallocateFlags, MemfdFlags, fallocate, fstat, ftruncate, memfd_create};
use rustix::mm::{Advice, MapFlags, MremapFlags, ProtFlags, madvise, mmap, mmap_anonymous, mremap, munmap};
use rustix::process::{Resource, getrlimit};
use rustix::system::sysinfo;

use crate::descriptor::raise;
use crate::limits;

/// Creates an anonymous file in memory. It lives as long as a descriptor or mapping of it does and
/// needs no `/dev/shm`.
pub fn anonymous_file(name: &str) -> io::Result<OwnedFd> {
    Ok(raise(memfd_create(name, MemfdFlags::CLOEXEC)?))
}

/// Sets the length of a file in memory. Beyond the limit of the size of files (`ulimit -f`) the
/// system would send a signal that ends the process.
///
/// # Errors
/// The limit is lower, and those of the system.
pub fn set_len(file: BorrowedFd<'_>, len: u64) -> io::Result<()> {
    limits::check_file_size(len)?;
    Ok(ftruncate(file, len)?)
}

/// Makes part of a file in memory zeros again, which take no memory.
///
/// # Errors
/// Those of the system.
pub fn clear(file: BorrowedFd<'_>, offset: u64, len: u64) -> io::Result<()> {
    Ok(fallocate(file, FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE, offset, len)?)
}

/// What a mapping is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Stores fault.
    Read,
    /// Loads and stores.
    Write,
}

impl Access {
    fn protection(self) -> ProtFlags {
        match self {
            Access::Read => ProtFlags::READ,
            Access::Write => ProtFlags::READ | ProtFlags::WRITE,
        }
    }
}

/// A shared mapping of an anonymous file, or of part of it.
pub struct Mapping {
    base: NonNull<u8>,
    len: usize,
}

// SAFETY: MEM-2, the mapping has no thread affinity.
unsafe impl Send for Mapping {}

impl Mapping {
    /// Sets the file's length to `len` (every sharer passes the same) and maps it. Pages are
    /// allocated when first written.
    pub fn shared(file: BorrowedFd<'_>, len: usize) -> io::Result<Self> {
        set_len(file, len as u64)?;
        Self::whole(file, len)
    }

    fn whole(file: BorrowedFd<'_>, len: usize) -> io::Result<Self> {
        Self::part(file, 0, len, Access::Write)
    }

    /// Maps `len` bytes from `offset` on, which is a multiple of a page. What the file does not
    /// have is not to be touched.
    pub fn part(file: BorrowedFd<'_>, offset: u64, len: usize, access: Access) -> io::Result<Self> {
        let flags = MapFlags::SHARED | MapFlags::NORESERVE;
        // SAFETY: a new mapping at an address of the kernel's choice (MEM-1).
        let base = unsafe { mmap(ptr::null_mut(), len, access.protection(), flags, file.as_fd(), offset) };
        let base = base.map_err(|error| limits::of_address_space(error.into(), len as u64))?;
        let base = NonNull::new(base.cast()).ok_or_else(|| io::Error::other("mmap returned address 0"))?;
        Ok(Mapping { base, len })
    }

    /// Maps `len` bytes from `offset` on of the file that this is a mapping of, without a
    /// descriptor of it. Systems that lack `remap_file_pages` cannot; it may take memory for all of
    /// them.
    pub fn another_part(&self, offset: u64, len: usize) -> io::Result<Self> {
        // SAFETY: MEM-3: nothing is moved from 0 bytes of a shared mapping.
        let base = unsafe { mremap(self.base.as_ptr().cast(), 0, len, MremapFlags::MAYMOVE)? };
        let base = NonNull::new(base.cast::<u8>()).ok_or_else(|| io::Error::other("mremap returned address 0"))?;
        let part = Mapping { base, len };
        // SAFETY: MEM-3: the new mapping's pages are exchanged.
        match unsafe { libc::remap_file_pages(base.as_ptr().cast(), len, 0, (offset / PAGE as u64) as usize, 0) } {
            0 => Ok(part),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// Keeps it out of core files: it is not the program's memory. Where the system does not know
    /// of that, it is in them.
    #[must_use]
    pub fn out_of_core_files(self) -> Self {
        self.advise(0..self.len, Advice::LinuxDontDump);
        self
    }

    /// As [`Mapping::out_of_core_files`], but for the pages that `part` lies in.
    #[must_use]
    pub fn out_of_core_files_but(self, part: Range<usize>) -> Self {
        let whole = self.out_of_core_files();
        let (start, end) = (part.start / PAGE * PAGE, part.end.next_multiple_of(PAGE).min(whole.len));
        if !part.is_empty() && start < end {
            whole.advise(start..end, Advice::LinuxDoDump);
        }
        whole
    }

    /// Keeps it from children of the process, where nothing is at its addresses then.
    #[must_use]
    pub fn out_of_children(self) -> Self {
        self.advise(0..self.len, Advice::LinuxDontFork);
        self
    }

    fn advise(&self, part: Range<usize>, advice: Advice) {
        // SAFETY: MEM-1: pages of the mapping, whose bytes do not change. Advice that is refused
        // changes nothing.
        let _ = unsafe { madvise(self.base.as_ptr().wrapping_add(part.start).cast(), part.len(), advice) };
    }

    /// Maps the first `len` bytes of a file that has as many, at an address that is a multiple of
    /// `alignment`, a power of two.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file is shorter; those of the system.
    pub fn aligned(file: BorrowedFd<'_>, len: usize, alignment: usize) -> io::Result<Self> {
        if alignment <= PAGE {
            return Self::of(file, len, len);
        }
        if fstat(file)?.st_size < len as i64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let room = len.checked_add(alignment).ok_or(io::ErrorKind::OutOfMemory)?.next_multiple_of(PAGE);
        let mapped = len.next_multiple_of(PAGE);
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
        // SAFETY: a new range at an address of the kernel's choice, most of which the file is
        // mapped over; the rest goes back (MEM-1).
        unsafe {
            let start = mmap_anonymous(ptr::null_mut(), room, ProtFlags::empty(), flags)?;
            let before = start.addr().next_multiple_of(alignment) - start.addr();
            let base = start.cast::<u8>().add(before);
            let protection = ProtFlags::READ | ProtFlags::WRITE;
            let flags = MapFlags::SHARED | MapFlags::NORESERVE | MapFlags::FIXED;
            if let Err(error) = mmap(base.cast(), mapped, protection, flags, file.as_fd(), 0) {
                munmap(start, room)?;
                return Err(error.into());
            }
            if before > 0 {
                munmap(start, before)?;
            }
            if room > before + mapped {
                munmap(base.add(mapped).cast(), room - before - mapped)?;
            }
            let base = NonNull::new(base).ok_or_else(|| io::Error::other("mmap returned address 0"))?;
            Ok(Mapping { base, len: mapped })
        }
    }

    /// Maps the first `len` bytes of a file that has `least` of them by now: those that it does not
    /// have yet are not to be touched.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file is shorter; those of the system.
    pub fn of(file: BorrowedFd<'_>, len: usize, least: usize) -> io::Result<Self> {
        if fstat(file)?.st_size < least as i64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Self::whole(file, len)
    }

    /// First byte of the mapping.
    pub fn base(&self) -> NonNull<u8> {
        self.base
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if nothing is mapped (never, in practice).
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// A word that processes of one machine share: a number, and a mark by which they know that they
/// have the same memory.
pub struct SharedWord {
    memory: Mapping,
    file: OwnedFd,
}

// SAFETY: MEM-2: the words are only used as atomics.
unsafe impl Sync for SharedWord {}

/// Where another process finds a [`SharedWord`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordAddress {
    /// The process.
    pub process: u32,
    /// Its descriptor.
    pub descriptor: u32,
    /// What the word is marked with.
    pub mark: u64,
}

/// Bytes of the memory of a [`SharedWord`].
const WORD_BYTES: usize = 16;

impl SharedWord {
    /// A new word, which is 0, marked with `mark`.
    pub fn new(mark: u64) -> io::Result<Self> {
        let file = anonymous_file("ferry-word")?;
        let word = SharedWord { memory: Mapping::shared(file.as_fd(), WORD_BYTES)?, file };
        word.at(1).store(mark, Ordering::SeqCst);
        Ok(word)
    }

    /// The word that another process has made. Fails if that process cannot be seen from here, or
    /// is not the one meant.
    pub fn of(address: WordAddress) -> io::Result<Self> {
        let path = format!("/proc/{}/fd/{}", address.process, address.descriptor);
        let file: OwnedFd = std::fs::File::options().read(true).write(true).open(path)?.into();
        let word = SharedWord { memory: Mapping::of(file.as_fd(), WORD_BYTES, WORD_BYTES)?, file };
        if word.at(1).load(Ordering::SeqCst) != address.mark {
            return Err(io::Error::other("another process has that number here"));
        }
        Ok(word)
    }

    /// Where others find it, as long as it lives here.
    pub fn address(&self) -> WordAddress {
        let descriptor = self.file.as_raw_fd() as u32;
        WordAddress { process: std::process::id(), descriptor, mark: self.at(1).load(Ordering::SeqCst) }
    }

    /// The number.
    pub fn word(&self) -> &AtomicU64 {
        self.at(0)
    }

    fn at(&self, index: usize) -> &AtomicU64 {
        // SAFETY: MEM-1, MEM-2: the mapping has two words, begins at a page, and lives as long as
        // `self`.
        unsafe { AtomicU64::from_ptr(self.memory.base().as_ptr().cast::<u64>().add(index)) }
    }
}

/// What the system wants addresses to be multiples of.
const PAGE: usize = 4 << 10;

/// Maps the pages of a mapping that `len` bytes at `base` lie in, for reading and, in shared
/// memory, for writing, without touching them. Systems before Linux 5.14 cannot.
pub fn populate(base: *mut u8, len: usize) -> io::Result<()> {
    let before = base.addr() % PAGE;
    // SAFETY: no byte changes; what is no mapping is refused.
    unsafe { madvise(base.wrapping_sub(before).cast(), before + len, Advice::LinuxPopulateRead)? };
    Ok(())
}

/// Bytes of addresses that this process may use (`ulimit -v`), if they are limited.
pub fn address_limit() -> Option<u64> {
    getrlimit(Resource::As).current
}

/// Bytes of memory that the machine has, for programs and swapped out.
pub fn of_machine() -> u64 {
    let info = sysinfo();
    (info.totalram + info.totalswap).saturating_mul(info.mem_unit.into())
}

/// Has the system give a private mapping pages of its own where it has none yet, with what is
/// there, for the pages that `len` bytes at `base` lie in. Refused, with nothing changed, where the
/// mapping may not be written. Systems before Linux 5.14 cannot.
pub fn populate_to_write(base: *mut u8, len: usize) -> io::Result<()> {
    let before = base.addr() % PAGE;
    // SAFETY: no byte changes; what is no mapping is refused.
    unsafe { madvise(base.wrapping_sub(before).cast(), before + len, Advice::LinuxPopulateWrite)? };
    Ok(())
}

/// Gives the memory behind part of a shared mapping back to the system; what is read there next is
/// zeros.
///
/// # Safety
/// The range consists of whole pages of a living [`Mapping`], and nobody else uses it meanwhile.
pub unsafe fn give_back(base: *mut u8, len: usize) -> io::Result<()> {
    // SAFETY: as the caller promises.
    unsafe { madvise(base.cast(), len, Advice::LinuxRemove)? };
    Ok(())
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: MEM-1.
        let result = unsafe { munmap(self.base.as_ptr().cast(), self.len) };
        debug_assert!(result.is_ok(), "munmap of an owned mapping failed: {result:?}");
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_file_are_mapped_with_and_without_its_descriptor() {
        let file = anonymous_file("ferry-test").unwrap();
        let whole = Mapping::shared(file.as_fd(), 8 * PAGE).unwrap();
        // SAFETY: within the mapping.
        unsafe { whole.base().add(5 * PAGE).write(5) };
        let by_descriptor = Mapping::part(file.as_fd(), 5 * PAGE as u64, PAGE, Access::Read).unwrap();
        let first = Mapping::part(file.as_fd(), 0, PAGE, Access::Write).unwrap();
        drop(file);
        let without = first.another_part(4 * PAGE as u64, 3 * PAGE).unwrap();
        assert_eq!(without.len(), 3 * PAGE);
        // SAFETY: within the mappings.
        unsafe {
            assert_eq!((by_descriptor.base().read(), without.base().add(PAGE).read()), (5, 5));
            without.base().add(2 * PAGE).write(6);
            assert_eq!(whole.base().add(6 * PAGE).read(), 6);
        }
    }

    #[test]
    fn a_word_is_found_by_its_address_and_mark() {
        let word = SharedWord::new(77).unwrap();
        let other = SharedWord::of(word.address()).unwrap();
        assert_eq!(word.word().fetch_add(5, Ordering::SeqCst), 0);
        assert_eq!(other.word().load(Ordering::SeqCst), 5);
        assert!(SharedWord::of(WordAddress { mark: 78, ..word.address() }).is_err());
        assert!(SharedWord::of(WordAddress { process: u32::MAX, ..word.address() }).is_err());
    }

    #[test]
    fn mappings_are_aligned_as_asked_for() {
        let file = anonymous_file("ferry-test").unwrap();
        ftruncate(&file, 3 * PAGE as u64).unwrap();
        for alignment in [64, PAGE, 8 * PAGE, 2 << 20] {
            let one = Mapping::aligned(file.as_fd(), 3 * PAGE, alignment).unwrap();
            let two = Mapping::aligned(file.as_fd(), 3 * PAGE, alignment).unwrap();
            assert_eq!((one.base().addr().get() % alignment, two.base().addr().get() % alignment), (0, 0));
            // SAFETY: both map the same file, of three pages.
            unsafe {
                one.base().add(3 * PAGE - 1).write(alignment as u8 | 1);
                assert_eq!(two.base().add(3 * PAGE - 1).read(), alignment as u8 | 1);
            }
        }
        assert!(Mapping::aligned(file.as_fd(), 4 * PAGE, 2 << 20).is_err());
    }
}
