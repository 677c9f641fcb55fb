//! Dense copies that leave the caches as they are (LMT-5), and dense copies from memory that is in
//! none.

use crate::copy::copy;
use crate::cpu::Simd;
use crate::handover::{copy_shared, fetches_lines};
#[cfg(all(target_arch = "x86_64", not(miri)))]
use crate::line::{Avx2, Avx512};
use crate::line::{LINE, Lines, Portable, fence, prefetch_past_caches};

/// Fewest bytes that are worth it: below, too much of them is in lines that are shared with other
/// data.
pub const NONTEMPORAL_MIN: usize = 4 * LINE;

/// In which order a long copy past the caches goes through its pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sweep {
    /// One page after the other. Processors that gather stores for few lines at a time need that.
    #[default]
    InOrder,
    /// Four pages side by side: every page has prefetching and memory banks of its own.
    SideBySide,
    /// The quarters of what is copied side by side, if they are long: one processor alone then has
    /// as much under way as two have in order.
    Quarters,
}

/// Copies `len` bytes past the caches: what was in them stays, and the copy is not. Lines that
/// `dst` fills in part, and copies of less than [`NONTEMPORAL_MIN`] bytes, take the usual way. When
/// it returns, the stores are ordered before those that follow, as after [`copy`].
///
/// # Safety
/// As [`copy`].
pub unsafe fn copy_nontemporal(dst: *mut u8, src: *const u8, len: usize, sweep: Sweep) {
    // SAFETY: the caller's promise.
    unsafe { copy_unfenced(Simd::of_this_cpu(), dst, src, len, sweep) };
    fence();
}

/// [`copy_nontemporal`] whose stores are ordered before later ones by a [`fence`] or a locked
/// instruction only: for one part of a copy after the other.
///
/// # Safety
/// As [`copy`].
pub unsafe fn copy_nontemporal_unfenced(dst: *mut u8, src: *const u8, len: usize, sweep: Sweep) {
    // SAFETY: the caller's promise.
    unsafe { copy_unfenced(Simd::of_this_cpu(), dst, src, len, sweep) }
}

/// Copies `len` bytes that are probably in no cache to memory that another processor has read
/// before: four pages side by side, as a page's prefetcher alone does not keep up with what a
/// processor can take from memory. Where string instructions spare the fetching of lines that are
/// written, that is worth more: as [`copy_shared`].
///
/// # Safety
/// As [`copy`].
pub unsafe fn copy_side_by_side(dst: *mut u8, src: *const u8, len: usize) {
    if !fetches_lines(len) {
        // SAFETY: the caller's promise.
        return unsafe { copy_shared(dst, src, len) };
    }
    let lines = len / GROUP_BYTES * GROUP_BYTES / LINE;
    // SAFETY: the caller's promise; the lines and what is left are `len` bytes together (K-2, K-3,
    // K-5).
    unsafe {
        match Simd::of_this_cpu() {
            Simd::Portable => by_pages::<Portable>(dst, src, lines),
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Simd::Avx2 => by_pages_avx2(dst, src, lines),
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Simd::Avx512 => by_pages_avx512(dst, src, lines),
        }
        let done = lines * LINE;
        copy(dst.add(done), src.add(done), len - done);
    }
}

/// # Safety
/// As [`by_pages`], and the CPU has AVX2 (K-5).
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx2")]
unsafe fn by_pages_avx2(dst: *mut u8, src: *const u8, lines: usize) {
    // SAFETY: the caller's promise.
    unsafe { by_pages::<Avx2>(dst, src, lines) }
}

/// # Safety
/// As [`by_pages`], and the CPU has AVX-512 BW (K-5).
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx512bw")]
unsafe fn by_pages_avx512(dst: *mut u8, src: *const u8, lines: usize) {
    // SAFETY: the caller's promise.
    unsafe { by_pages::<Avx512>(dst, src, lines) }
}

/// [`copy_nontemporal_unfenced`] with given extensions.
///
/// # Safety
/// As [`copy`]; this CPU has what `simd` says (K-5).
unsafe fn copy_unfenced(simd: Simd, dst: *mut u8, src: *const u8, len: usize, sweep: Sweep) {
    if len < NONTEMPORAL_MIN {
        // SAFETY: the caller's promise.
        return unsafe { copy(dst, src, len) };
    }
    let head = dst.align_offset(LINE);
    let lines = (len - head) / LINE;
    // SAFETY: head, lines and tail are `len` bytes together, and `dst + head` is aligned (K-2, K-3,
    // K-5).
    unsafe {
        copy(dst, src, head);
        match simd {
            Simd::Portable => stream::<Portable>(dst.add(head), src.add(head), lines, sweep),
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Simd::Avx2 => stream_avx2(dst.add(head), src.add(head), lines, sweep),
            #[cfg(all(target_arch = "x86_64", not(miri)))]
            Simd::Avx512 => stream_avx512(dst.add(head), src.add(head), lines, sweep),
        }
        let done = head + lines * LINE;
        copy(dst.add(done), src.add(done), len - done);
    }
}

/// # Safety
/// As [`stream`], and the CPU has AVX2 (K-5).
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx2")]
unsafe fn stream_avx2(dst: *mut u8, src: *const u8, lines: usize, sweep: Sweep) {
    // SAFETY: the caller's promise.
    unsafe { stream::<Avx2>(dst, src, lines, sweep) }
}

/// # Safety
/// As [`stream`], and the CPU has AVX-512 BW (K-5).
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx512bw")]
unsafe fn stream_avx512(dst: *mut u8, src: *const u8, lines: usize, sweep: Sweep) {
    // SAFETY: the caller's promise.
    unsafe { stream::<Avx512>(dst, src, lines, sweep) }
}

/// How far ahead of a copy in order lines are asked for without room in the larger caches being
/// made for them, in bytes: 16 MiB take one processor a tenth less time than with 2 KiB (EPYC, Zen
/// 5). Shorter copies ask an eighth of their length ahead, as what they ask for beyond their end is
/// of no use.
const AHEAD: usize = 16 << 10;
const AHEAD_PART: usize = 8;

/// Quarters of a copy that are gone through side by side, and how far ahead each is asked for:
/// messages of 32 and 64 MiB take one processor 1.00 to 1.04 of the time of two, in order 1.05 to
/// 1.1 (EPYC, Zen 5; twice or half as far makes no difference).
const QUARTERS: usize = 4;
const QUARTER_AHEAD: usize = AHEAD / QUARTERS;

/// Shortest quarters, in lines: those of 16 KiB cost a fifth of the time.
const QUARTER_MIN: usize = (64 << 10) / LINE;

/// Lines of a page.
const PAGE_LINES: usize = 4096 / LINE;

/// Pages that are copied side by side.
const PAGES: usize = 4;

/// Bytes of so many pages.
const GROUP_BYTES: usize = PAGES * PAGE_LINES * LINE;

/// Moves `lines` lines to aligned ones past the caches.
///
/// # Safety
/// K-2, K-3, K-5; `dst` is aligned to [`LINE`].
#[inline(always)]
unsafe fn stream<L: Lines>(dst: *mut u8, src: *const u8, lines: usize, sweep: Sweep) {
    // SAFETY: every line below `lines` is moved once (K-2, K-3, K-5).
    let line = |at: usize| unsafe { L::stream(dst.add(at), src.add(at)) };
    match sweep {
        Sweep::Quarters if lines >= QUARTERS * QUARTER_MIN => each_of_quarters(lines, |index| {
            prefetch_past_caches(src.wrapping_add(index * LINE + QUARTER_AHEAD));
            line(index * LINE);
        }),
        Sweep::InOrder | Sweep::Quarters => {
            let ahead = AHEAD.min(lines * LINE / AHEAD_PART);
            (0..lines).for_each(|index| {
                prefetch_past_caches(src.wrapping_add(index * LINE + ahead));
                line(index * LINE);
            });
        }
        Sweep::SideBySide => each_line(lines, line),
    }
}

/// Moves `lines` lines.
///
/// # Safety
/// K-2, K-3, K-5.
#[inline(always)]
unsafe fn by_pages<L: Lines>(dst: *mut u8, src: *const u8, lines: usize) {
    // SAFETY: every line below `lines` is moved once (K-2, K-3, K-5).
    each_line(lines, |at| unsafe { L::line(dst.add(at), src.add(at)) });
}

/// Calls `each` with the number of every line below `lines`, in turns among the quarters.
#[inline(always)]
fn each_of_quarters(lines: usize, each: impl Fn(usize)) {
    let quarter = lines / QUARTERS;
    for index in 0..quarter {
        for part in 0..QUARTERS {
            each(part * quarter + index);
        }
    }
    (QUARTERS * quarter..lines).for_each(each);
}

/// Calls `each` with the offset of every line below `lines`, in turns among [`PAGES`] pages as long
/// as there are so many.
#[inline(always)]
fn each_line(lines: usize, each: impl Fn(usize)) {
    let group = PAGES * PAGE_LINES;
    let grouped = lines / group * group;
    for first in (0..grouped).step_by(group) {
        for line in first..first + PAGE_LINES {
            for page in 0..PAGES {
                each((line + page * PAGE_LINES) * LINE);
            }
        }
    }
    for line in grouped..lines {
        each(line * LINE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A copy of `len` bytes between buffers at the given offsets from a line, with guards.
    fn check(simd: Simd, from: usize, to: usize, len: usize) {
        [Sweep::InOrder, Sweep::SideBySide, Sweep::Quarters]
            .into_iter()
            .for_each(|sweep| check_sweep(simd, from, to, len, sweep));
    }

    fn check_sweep(simd: Simd, from: usize, to: usize, len: usize, sweep: Sweep) {
        let source: Vec<u8> = (0..len + 2 * LINE + from).map(|i| (i as u32).wrapping_mul(0x9e37_79b9).to_le_bytes()[3]).collect();
        let mut target = vec![0xee; len + 4 * LINE];
        let start = target.as_ptr().align_offset(LINE) + LINE + to;
        // SAFETY: both hold `len` bytes there and are distinct; `simd` is of this CPU.
        unsafe { copy_unfenced(simd, target.as_mut_ptr().add(start), source.as_ptr().add(from), len, sweep) };
        fence();
        assert_eq!(target[start..start + len], source[from..from + len], "{simd:?} from {from} to {to} len {len}");
        assert!(target[..start].iter().chain(&target[start + len..]).all(|&byte| byte == 0xee), "{simd:?} {from} {to} {len}");
    }

    #[test]
    fn copies_every_length_at_every_alignment_exactly() {
        let lengths: Vec<usize> = if cfg!(miri) { vec![0, 63, 255, 256, 321] } else { (0..5 * LINE + 2).collect() };
        for simd in Simd::all() {
            for &len in &lengths {
                (0..LINE).step_by(if cfg!(miri) { 21 } else { 1 }).for_each(|to| check(simd, (to * 7 + len) % LINE, to, len));
            }
        }
    }

    #[test]
    fn copies_long_ranges_page_by_page() {
        let group = PAGES * PAGE_LINES * LINE;
        for simd in Simd::all() {
            let lengths = [2 * group + 100, group - 1, group, group + LINE, 5 * group + 4097];
            for &len in if cfg!(miri) { &lengths[..1] } else { &lengths[..] } {
                let places = [(33, 63), (0, 0), (1, 0), (0, 1)];
                places[..if cfg!(miri) { 1 } else { 4 }].iter().for_each(|&(from, to)| check(simd, from, to, len));
            }
        }
    }

    #[test]
    fn copies_long_ranges_by_quarters() {
        let shortest = QUARTERS * QUARTER_MIN * LINE;
        for simd in Simd::all() {
            let lengths = [shortest, shortest - LINE, shortest + 3 * LINE + 5, 2 * shortest + 77];
            for &len in if cfg!(miri) { &lengths[..1] } else { &lengths[..] } {
                [(0, 0), (33, 63)].iter().for_each(|&(from, to)| check_sweep(simd, from, to, len, Sweep::Quarters));
            }
        }
    }

    #[test]
    fn copies_side_by_side_exactly() {
        for len in [0, 63, GROUP_BYTES - 1, GROUP_BYTES, 2 * GROUP_BYTES + 77].into_iter().take(if cfg!(miri) { 2 } else { 5 }) {
            for (from, to) in [(0, 0), (3, 17)] {
                let source: Vec<u8> = (0..len + from).map(|i| (i as u32).wrapping_mul(0x9e37_79b9).to_le_bytes()[3]).collect();
                let mut target = vec![0xee; to + len + LINE];
                // SAFETY: both hold `len` bytes there and are distinct.
                unsafe { copy_side_by_side(target.as_mut_ptr().add(to), source.as_ptr().add(from), len) };
                assert_eq!(target[to..to + len], source[from..], "from {from} to {to} len {len}");
                assert!(target[..to].iter().chain(&target[to + len..]).all(|&byte| byte == 0xee), "{from} {to} {len}");
            }
        }
    }
}
