//! Dense copies to and from memory in which two processors take turns, as rings and shared areas:
//! the cache of one holds the lines that the other is about to write.
//!
//! A plain store fetches the line it writes from that cache first. Where processors are quick at
//! string instructions, these write whole lines without asking for what is in them, which from some
//! length on is worth their slow start (`docs/benchmarks/lmt.md` has times). `memcpy` of some C
//! libraries uses them on such processors for all but short copies, that of others never.

use crate::copy::copy;
use crate::cpu::{Simd, has_quick_strings};

/// Most bytes that plain stores write.
const PLAIN_MOST: usize = 4 * 1024;
/// Most bytes that are left to `memcpy`: it is best at few bytes, and uses string instructions for
/// no fewer than this.
const LIBRARY_MOST: usize = 2 * 1024;

/// Whether [`copy_shared`] of `len` bytes fetches the lines that it writes, so that having them
/// before saves time.
#[inline]
pub fn fetches_lines(len: usize) -> bool {
    len <= PLAIN_MOST || !has_quick_strings()
}

/// Copies `len` bytes to memory that another processor has read before and reads next, or from such
/// memory.
///
/// # Safety
/// As [`copy`].
#[inline]
pub unsafe fn copy_shared(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        if len <= LIBRARY_MOST || !has_quick_strings() {
            copy(dst, src, len);
        } else if len <= PLAIN_MOST {
            by_loop(dst, src, len);
        } else {
            by_string(dst, src, len);
        }
    }
}

/// # Safety
/// As [`copy`].
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
unsafe fn by_string(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller's promise (K-2, K-3); the ABI has the direction flag cleared.
    unsafe {
        std::arch::asm!(
            "rep movsb",
            inout("rdi") dst => _,
            inout("rsi") src => _,
            inout("rcx") len => _,
            options(nostack, preserves_flags)
        );
    }
}

/// # Safety
/// As [`copy`].
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
unsafe fn by_string(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller's promise.
    unsafe { copy(dst, src, len) }
}

/// # Safety
/// As [`copy`].
#[inline(always)]
unsafe fn by_loop(dst: *mut u8, src: *const u8, len: usize) {
    // SAFETY: the caller's promise; K-5.
    unsafe {
        match Simd::of_this_cpu() {
            Simd::Portable => copy(dst, src, len),
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Simd::Avx2 | Simd::Avx512 => by_loop_avx2(dst, src, len),
        }
    }
}

/// Blocks are loaded as a whole before they are stored: where both sides begin at the same place of
/// a page, as they often do, a load right behind a store would wait for it.
///
/// # Safety
/// As [`copy`], and K-5.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx2")]
unsafe fn by_loop_avx2(dst: *mut u8, src: *const u8, len: usize) {
    use std::arch::x86_64::{__m256i, _mm256_loadu_si256, _mm256_storeu_si256};
    const BLOCK: usize = 4 * size_of::<__m256i>();
    let whole = len / BLOCK * BLOCK;
    // SAFETY: the blocks and what is left are `len` bytes (K-2, K-3, K-4).
    unsafe {
        for at in (0..whole).step_by(BLOCK) {
            let (from, to) = (src.add(at).cast::<__m256i>(), dst.add(at).cast::<__m256i>());
            let (first, second) = (_mm256_loadu_si256(from), _mm256_loadu_si256(from.add(1)));
            let (third, fourth) = (_mm256_loadu_si256(from.add(2)), _mm256_loadu_si256(from.add(3)));
            _mm256_storeu_si256(to, first);
            _mm256_storeu_si256(to.add(1), second);
            _mm256_storeu_si256(to.add(2), third);
            _mm256_storeu_si256(to.add(3), fourth);
        }
        copy(dst.add(whole), src.add(whole), len - whole);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_and_place_is_copied_exactly() {
        const MOST: usize = PLAIN_MOST + 300;
        let source: Vec<u8> = (0..MOST + 100).map(|at| (at * 7 % 251) as u8).collect();
        let around = [LIBRARY_MOST, PLAIN_MOST].map(|edge| edge - 2..edge + 3);
        for len in (0..300).chain(around.into_iter().flatten()).chain([MOST]) {
            for (to, from) in [(0, 0), (1, 63), (64, 5), (13, 0)] {
                for copy in [copy_shared, by_string, by_loop] {
                    let mut target = vec![0xee; MOST + 100];
                    // SAFETY: both hold `len` bytes from there on, and are distinct.
                    unsafe { copy(target.as_mut_ptr().add(to), source.as_ptr().add(from), len) };
                    assert!(target[to..to + len] == source[from..from + len], "{len} bytes");
                    assert!(target[..to].iter().chain(&target[to + len..]).all(|byte| *byte == 0xee), "{len} bytes");
                }
            }
        }
    }

    #[test]
    fn long_copies_fetch_no_lines_where_strings_are_quick() {
        assert!(fetches_lines(PLAIN_MOST));
        assert_eq!(fetches_lines(PLAIN_MOST + 1), !has_quick_strings());
    }
}
