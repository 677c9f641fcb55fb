//! The C library's heap: where it takes large blocks from.

use std::hint::black_box;
use std::sync::atomic::{AtomicPtr, Ordering};

use crate::huge_pages::HUGE;

#[cfg(target_env = "gnu")]
const M_TRIM_THRESHOLD: libc::c_int = -1;
#[cfg(target_env = "gnu")]
const M_TOP_PAD: libc::c_int = -2;
#[cfg(target_env = "gnu")]
const M_MMAP_THRESHOLD: libc::c_int = -3;

/// Blocks from this length on have mappings of their own, in bytes.
const LONG: libc::c_int = 8 << 20;
/// Memory beyond what is in use that the heap grows by, in bytes: so that most huge pages with blocks in them are whole ones.
const PAD: libc::c_int = 4 << 20;

/// What blocks of the heap are multiples of, at most.
const LINE: usize = 64;

/// Variables by which a user decides about the heap.
const VARIABLES: [&str; 4] = ["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_", "MALLOC_TOP_PAD_", "MALLOC_MMAP_MAX_"];

/// Has blocks of less than 8 MiB come from the heap, which stays where it is when they are freed, up to 16 MiB of it. Otherwise each block of 128 KiB and more is a mapping of its own
/// until one is freed, which the system gives new pages each time, and no huge ones, as those need whole ones of their size. It is the length that the C library itself would come to (up to
/// 32 MiB), as blocks are freed. Whether anything was changed: not where the user has decided, nor with another C library.
pub fn keep_large_blocks() -> bool {
    let has_decided = VARIABLES.iter().any(|name| std::env::var_os(name).is_some())
        || std::env::var("GLIBC_TUNABLES").is_ok_and(|tunables| tunables.contains("glibc.malloc."));
    let is_set = !has_decided && set();
    if is_set {
        align();
    }
    is_set
}

#[cfg(target_env = "gnu")]
fn set() -> bool {
    // SAFETY: changes numbers of the allocator, under its own lock.
    let set = |parameter, value| unsafe { libc::mallopt(parameter, value) } != 0;
    set(M_MMAP_THRESHOLD, LONG) && set(M_TRIM_THRESHOLD, 2 * LONG) && set(M_TOP_PAD, PAD)
}

/// The block before the next huge page, whose memory nobody uses.
static FILLER: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// Has the next large blocks begin in a whole huge page: the part of one at the heap's beginning could never be put into one.
fn align() {
    // SAFETY: sizes of blocks are not 0, and pointers that are freed were not before.
    unsafe {
        let first = black_box(libc::malloc(HUGE / 2));
        // The compiler may take it that two blocks are not at the same place.
        let place = black_box(first as usize);
        libc::free(first);
        let rest = place.next_multiple_of(HUGE) - place;
        let filler = black_box(libc::malloc(rest.max(LINE) - LINE / 2));
        if filler as usize == place {
            FILLER.store(filler.cast(), Ordering::Relaxed);
        } else {
            // The heap has room elsewhere.
            libc::free(filler);
        }
    }
}

#[cfg(not(target_env = "gnu"))]
fn set() -> bool {
    false
}

#[cfg(all(test, target_env = "gnu", not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn large_blocks_come_from_whole_huge_pages_and_stay_where_they_are() {
        assert!(keep_large_blocks());
        let filler = FILLER.load(Ordering::Relaxed) as usize;
        // Other tests use the heap at the same time.
        if filler != 0 {
            let bytes = filler.next_multiple_of(HUGE) - filler;
            // SAFETY: the block is never freed.
            let usable = unsafe { libc::malloc_usable_size(filler as *mut libc::c_void) };
            assert!(usable.abs_diff(bytes) <= LINE, "{usable} {bytes}");
        }
    }
}
