//! Moves of one cache line at most, in the registers that a CPU has. The functions are meant to be
//! inlined into loops that are compiled for the features they need (K-5).

use crate::copy::copy_small;
use std::ptr::copy_nonoverlapping;

/// Bytes in a cache line.
pub(crate) const LINE: usize = 64;

/// How one kind of CPU moves a line.
pub(crate) trait Lines {
    /// Moves [`LINE`] bytes.
    ///
    /// # Safety
    /// K-2, K-3, K-5.
    #[inline(always)]
    unsafe fn line(dst: *mut u8, src: *const u8) {
        // SAFETY: the caller's promise.
        unsafe { copy_nonoverlapping(src, dst, LINE) }
    }

    /// Moves at most [`LINE`] bytes.
    ///
    /// # Safety
    /// K-2, K-3, K-5.
    #[inline(always)]
    unsafe fn short(dst: *mut u8, src: *const u8, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { copy_small(dst, src, len) }
    }

    /// Moves [`LINE`] bytes to an aligned line past the caches, where the CPU can. Ordered before
    /// later stores by [`fence`] only.
    ///
    /// # Safety
    /// As [`Lines::line`], and `dst` is aligned to [`LINE`].
    unsafe fn stream(dst: *mut u8, src: *const u8);
}

/// Without extensions.
pub(crate) struct Portable;

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Lines for Portable {
    #[inline(always)]
    unsafe fn stream(dst: *mut u8, src: *const u8) {
        use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
        let (dst, src) = (dst.cast::<__m128i>(), src.cast::<__m128i>());
        for part in 0..4 {
            // SAFETY: the caller's promise; every x86-64 has SSE2.
            unsafe { _mm_stream_si128(dst.add(part), _mm_loadu_si128(src.add(part))) };
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
impl Lines for Portable {
    #[inline(always)]
    unsafe fn stream(dst: *mut u8, src: *const u8) {
        // SAFETY: the caller's promise.
        unsafe { Self::line(dst, src) }
    }
}

/// With AVX2.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) struct Avx2;

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Lines for Avx2 {
    #[inline(always)]
    unsafe fn stream(dst: *mut u8, src: *const u8) {
        use std::arch::x86_64::{__m256i, _mm256_loadu_si256, _mm256_stream_si256};
        let (dst, src) = (dst.cast::<__m256i>(), src.cast::<__m256i>());
        for part in 0..2 {
            // SAFETY: the caller's promise.
            unsafe { _mm256_stream_si256(dst.add(part), _mm256_loadu_si256(src.add(part))) };
        }
    }
}

/// With AVX-512 BW.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) struct Avx512;

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Lines for Avx512 {
    #[inline(always)]
    unsafe fn line(dst: *mut u8, src: *const u8) {
        use std::arch::x86_64::{_mm512_loadu_si512, _mm512_storeu_si512};
        // SAFETY: the caller's promise.
        unsafe { _mm512_storeu_si512(dst.cast(), _mm512_loadu_si512(src.cast())) }
    }

    /// Without a branch on the length, which the CPU would often guess wrong. Bytes behind the mask
    /// are not touched.
    #[inline(always)]
    unsafe fn short(dst: *mut u8, src: *const u8, len: usize) {
        use std::arch::x86_64::{_mm512_mask_storeu_epi8, _mm512_maskz_loadu_epi8};
        debug_assert!(len <= LINE);
        let mask = if len == 0 { 0 } else { u64::MAX >> (LINE - len) };
        // SAFETY: the caller's promise.
        unsafe { _mm512_mask_storeu_epi8(dst.cast(), mask, _mm512_maskz_loadu_epi8(mask, src.cast())) }
    }

    #[inline(always)]
    unsafe fn stream(dst: *mut u8, src: *const u8) {
        use std::arch::x86_64::{_mm512_loadu_si512, _mm512_stream_si512};
        // SAFETY: the caller's promise.
        unsafe { _mm512_stream_si512(dst.cast(), _mm512_loadu_si512(src.cast())) }
    }
}

/// Brings a line here to be written soon. Any address will do.
#[inline(always)]
pub fn prefetch_to_write(address: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a prefetch has no effect on memory and does not fault; a CPU that lacks the
    // instruction takes it as none.
    unsafe {
        std::arch::asm!("prefetchw [{}]", in(reg) address, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}

/// Brings a line to the first-level cache without room in the others being made for it. Any address
/// will do.
#[inline(always)]
pub(crate) fn prefetch_past_caches(address: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a prefetch has no effect on memory and does not fault.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_NTA }>(address.cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}

/// Orders stores past the caches before stores that follow.
#[inline(always)]
pub fn fence() {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: every x86-64 has SSE.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}

/// Drops `memory` from all caches, where the CPU can do so quickly: the next access goes to main
/// memory. For measurements. False if the CPU cannot.
pub fn flush(memory: &[u8]) -> bool {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        const CLFLUSHOPT: u32 = 1 << 23;
        if std::arch::x86_64::__cpuid_count(7, 0).ebx & CLFLUSHOPT == 0 {
            return false;
        }
        for line in memory.chunks(LINE) {
            // SAFETY: the CPU has the instruction; it writes a line back and drops it, which no
            // program notices.
            unsafe { std::arch::asm!("clflushopt [{}]", in(reg) line.as_ptr(), options(nostack, preserves_flags)) };
        }
        // SAFETY: every x86-64 has SSE2.
        unsafe { std::arch::x86_64::_mm_mfence() };
        true
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    {
        let _ = memory;
        false
    }
}
