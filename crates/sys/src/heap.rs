//! The C library's heap: where it takes large blocks from.
//!
//! # Safety arguments
//! - HEAP-1: `mallopt` changes numbers of the allocator under the allocator's own lock.
//! - HEAP-2: blocks are of some bytes, and are freed once.

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
/// Memory beyond what is in use that the heap grows by, in bytes: so that most huge pages with
/// blocks in them are whole ones.
const PAD: libc::c_int = 4 << 20;

/// What blocks of the heap are multiples of, at most.
const LINE: usize = 64;

/// Variables by which a user decides about the heap.
const VARIABLES: [&str; 4] = ["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_", "MALLOC_TOP_PAD_", "MALLOC_MMAP_MAX_"];

/// Has blocks of less than 8 MiB come from the heap, which stays where it is when they are freed,
/// up to 16 MiB of it. Otherwise each block of 128 KiB and more is a mapping of its own until one
/// is freed, which the system gives new pages each time, and no huge ones, as those need whole ones
/// of their size. It is the length that the C library itself would come to (up to 32 MiB), as
/// blocks are freed. Whether anything was changed: not where the user has decided, nor with another
/// C library.
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
    // SAFETY: HEAP-1.
    let set = |parameter, value| unsafe { libc::mallopt(parameter, value) } != 0;
    set(M_MMAP_THRESHOLD, LONG) && set(M_TRIM_THRESHOLD, 2 * LONG) && set(M_TOP_PAD, PAD)
}

/// The block before the next huge page, whose memory nobody uses.
static FILLER: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// Has the next large blocks begin in a whole huge page: the part of one at the heap's beginning
/// could never be put into one.
fn align() {
    // SAFETY: HEAP-2.
    unsafe {
        let first = black_box(libc::malloc(HUGE / 2));
        // The compiler may take it that two blocks are not at the same place.
        let place = black_box(first as usize);
        libc::free(first);
        let filler = black_box(libc::malloc(filler_bytes(place)));
        if filler as usize == place {
            FILLER.store(filler.cast(), Ordering::Relaxed);
        } else {
            // The heap has room elsewhere.
            libc::free(filler);
        }
    }
}

/// Length of a block at `place` whose end is that of a huge page but for what the allocator puts
/// between blocks.
fn filler_bytes(place: usize) -> usize {
    (place.next_multiple_of(HUGE) - place).max(LINE) - LINE / 2
}

#[cfg(not(target_env = "gnu"))]
fn set() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_filler_begins_a_huge_page() {
        for place in [0x5583_a3c9_32a0, 0x5583_a3c0_0010, 0x5583_a3df_ff00] {
            let end = place + filler_bytes(place);
            let next = end.next_multiple_of(HUGE);
            assert!(end < next && next - end < LINE && next - place <= HUGE, "{place:#x} {end:#x}");
        }
        assert!(filler_bytes(HUGE) > 0 && filler_bytes(HUGE - 16) > 0);
    }

    /// In a process of its own: other tests use the heap, and how it is set stays so.
    #[cfg(all(target_env = "gnu", not(miri)))]
    #[test]
    fn large_blocks_come_from_a_heap_that_stays_unless_the_user_has_decided() {
        const MARK: &str = "FERRY_TEST_OF_HEAP";
        if let Ok(expected) = std::env::var(MARK) {
            assert_eq!(keep_large_blocks().to_string(), expected);
            // Of a block that has a mapping of its own the C library says so in the bit next to the
            // lowest of its length. SAFETY: HEAP-2; the word before a block is the allocator's, and
            // only read.
            let is_mapped = unsafe { *libc::malloc(HUGE).cast::<usize>().sub(1) } & 2 != 0;
            assert_eq!((!is_mapped).to_string(), expected);
            return;
        }
        let name = "heap::tests::large_blocks_come_from_a_heap_that_stays_unless_the_user_has_decided";
        for (variable, value, expected) in [
            (MARK, "true", "true"),
            ("MALLOC_TRIM_THRESHOLD_", "131072", "false"),
            ("GLIBC_TUNABLES", "glibc.malloc.top_pad=0", "false"),
        ] {
            let mut child = std::process::Command::new(std::env::current_exe().unwrap());
            VARIABLES.iter().for_each(|other| _ = child.env_remove(other));
            child.env_remove("GLIBC_TUNABLES").env(variable, value).env(MARK, expected);
            let output = child.args(["--exact", name, "--test-threads=1"]).output().unwrap();
            assert!(output.status.success(), "{variable}={value}: {}", String::from_utf8_lossy(&output.stdout));
        }
    }
}
