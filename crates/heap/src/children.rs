//! Whether a child of this process, or a child's child, may still have the blocks of regions that
//! were retired. Each keeps a mapping of a file that is locked as long as anybody has it mapped:
//! until it executes another program or ends, whatever descriptors it closes.
//!
//! # Safety arguments
//! - CHILDREN-1: the page is mapped by the thread that forks, which alone unmaps it in the parent.
//!   Nobody touches it.

use std::fs::{File, OpenOptions};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use ferry_sys::memory;
use rustix::fs::{FlockOperation, flock, fstat};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

/// Bytes of the file.
const PAGE: usize = 4096;

/// The file, and its device and number, by which it is told from what the program may have opened
/// in its place.
struct Witness {
    file: OwnedFd,
    identity: (u64, u64),
}

static WITNESS: OnceLock<Option<Witness>> = OnceLock::new();
/// What a child gets that is forked just now.
static MAPPED: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

fn identity(file: &impl AsFd) -> Option<(u64, u64)> {
    fstat(file).ok().map(|stat| (stat.st_dev, stat.st_ino))
}

fn witness() -> Option<&'static Witness> {
    let make = || {
        let file = memory::anonymous_file("ferry-children").ok()?;
        memory::set_len(file.as_fd(), PAGE as u64).ok()?;
        Some(Witness { identity: identity(&file)?, file })
    };
    let found = WITNESS.get_or_init(make).as_ref()?;
    (identity(&found.file)? == found.identity).then_some(found)
}

/// Before a fork: the child will be known of. False if it will not.
pub(crate) fn expect() -> bool {
    let Some(mapped) = witness().and_then(map) else { return false };
    MAPPED.store(mapped, Ordering::Relaxed);
    true
}

/// Maps the file by an opening of its own, which is locked, and lasts as long as the mapping.
fn map(witness: &Witness) -> Option<*mut u8> {
    let path = format!("/proc/self/fd/{}", witness.file.as_raw_fd());
    let file: File = OpenOptions::new().read(true).open(path).ok()?;
    flock(&file, FlockOperation::NonBlockingLockShared).ok()?;
    // SAFETY: a new mapping at an address of the system's choice (CHILDREN-1).
    unsafe { mmap(ptr::null_mut(), PAGE, ProtFlags::empty(), MapFlags::SHARED, &file, 0) }.ok().map(|mapped| mapped.cast())
}

/// After the fork, in the parent.
pub(crate) fn part() {
    let mapped = MAPPED.swap(ptr::null_mut(), Ordering::Relaxed);
    if !mapped.is_null() {
        // SAFETY: CHILDREN-1.
        let _ = unsafe { munmap(mapped.cast(), PAGE) };
    }
}

/// Whether none is left of those that were expected.
pub(crate) fn have_gone() -> bool {
    let Some(witness) = witness() else { return false };
    let is_locked = flock(&witness.file, FlockOperation::NonBlockingLockExclusive).is_ok();
    is_locked && flock(&witness.file, FlockOperation::Unlock).is_ok()
}
