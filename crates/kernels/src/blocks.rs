//! Loops over runs of bytes: the same length at computed or listed places, or a list of different lengths. Each loop is compiled for several
//! CPUs, with code of its own for the common lengths.

use crate::copy::copy;
use crate::cpu::Simd;
#[cfg(all(target_arch = "x86_64", not(miri)))]
use crate::line::{Avx2, Avx512};
use crate::line::{LINE, Lines, Portable, prefetch_past_caches, prefetch_to_write};
use crate::nontemporal::copy_unfenced;
use ferry_datatype::Run;
use std::ptr::copy_nonoverlapping;

/// Which way bytes go between the user's buffer and the packed stream.
pub(crate) trait Direction {
    /// The destination and the source.
    fn ends(user: *mut u8, stream: *mut u8) -> (*mut u8, *const u8);

    /// Whether destinations have gaps between them.
    const SCATTERS: bool;
}

/// From the user's buffer.
pub(crate) struct Packing;

impl Direction for Packing {
    const SCATTERS: bool = false;

    #[inline(always)]
    fn ends(user: *mut u8, stream: *mut u8) -> (*mut u8, *const u8) {
        (stream, user)
    }
}

/// To the user's buffer.
pub(crate) struct Unpacking;

impl Direction for Unpacking {
    const SCATTERS: bool = true;

    #[inline(always)]
    fn ends(user: *mut u8, stream: *mut u8) -> (*mut u8, *const u8) {
        (user, stream)
    }
}

/// What is to become of the destination's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stores {
    /// They are in a cache close by, or few.
    Near,
    /// They are many and come from far away: they are asked for ahead of time.
    Far,
    /// They go past the caches; ordered by [`crate::line::fence`].
    Nontemporal,
}

/// How a message's bytes are moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Of this CPU (K-5).
    pub(crate) simd: Simd,
    /// Destinations.
    pub(crate) stores: Stores,
}

impl Manner {
    /// Moves `len` bytes.
    ///
    /// # Safety
    /// K-1 to K-3.
    #[inline(always)]
    pub(crate) unsafe fn run<D: Direction>(self, user: *mut u8, stream: *mut u8, len: usize) {
        let (dst, src) = D::ends(user, stream);
        // SAFETY: the caller's promise.
        unsafe {
            match self.stores {
                Stores::Nontemporal => copy_unfenced(self.simd, dst, src, len),
                _ => copy(dst, src, len),
            }
        }
    }

    /// Moves equal runs.
    ///
    /// # Safety
    /// K-1 to K-3 for each run.
    #[inline]
    pub(crate) unsafe fn blocks<D: Direction>(self, blocks: Blocks<'_>) {
        // SAFETY: the caller's promise; K-5.
        unsafe {
            match self.simd {
                Simd::Portable => blocks.walk::<D, Portable>(self),
                #[cfg(all(target_arch = "x86_64", not(miri)))]
                Simd::Avx2 => blocks_avx2::<D>(self, blocks),
                #[cfg(all(target_arch = "x86_64", not(miri)))]
                Simd::Avx512 => blocks_avx512::<D>(self, blocks),
            }
        }
    }

    /// Moves the runs of a list. Returns where the stream goes on.
    ///
    /// # Safety
    /// K-1 to K-3 for each run.
    #[inline]
    pub(crate) unsafe fn list<D: Direction>(self, user: *mut u8, runs: &[Run], stream: *mut u8) -> *mut u8 {
        // SAFETY: the caller's promise; K-5.
        unsafe {
            match self.simd {
                Simd::Portable => list::<D, Portable>(self, user, runs, stream),
                #[cfg(all(target_arch = "x86_64", not(miri)))]
                Simd::Avx2 => list_avx2::<D>(self, user, runs, stream),
                #[cfg(all(target_arch = "x86_64", not(miri)))]
                Simd::Avx512 => list_avx512::<D>(self, user, runs, stream),
            }
        }
    }
}

/// # Safety
/// As [`Manner::blocks`], and the CPU has AVX2 (K-5).
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx2")]
unsafe fn blocks_avx2<D: Direction>(manner: Manner, blocks: Blocks<'_>) {
    // SAFETY: the caller's promise.
    unsafe { blocks.walk::<D, Avx2>(manner) }
}

/// # Safety
/// As [`Manner::blocks`], and the CPU has AVX-512 BW (K-5).
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx512bw")]
unsafe fn blocks_avx512<D: Direction>(manner: Manner, blocks: Blocks<'_>) {
    // SAFETY: the caller's promise.
    unsafe { blocks.walk::<D, Avx512>(manner) }
}

/// # Safety
/// As [`Manner::list`], and the CPU has AVX2 (K-5).
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx2")]
unsafe fn list_avx2<D: Direction>(manner: Manner, user: *mut u8, runs: &[Run], stream: *mut u8) -> *mut u8 {
    // SAFETY: the caller's promise.
    unsafe { list::<D, Avx2>(manner, user, runs, stream) }
}

/// # Safety
/// As [`Manner::list`], and the CPU has AVX-512 BW (K-5).
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[target_feature(enable = "avx512bw")]
unsafe fn list_avx512<D: Direction>(manner: Manner, user: *mut u8, runs: &[Run], stream: *mut u8) -> *mut u8 {
    // SAFETY: the caller's promise.
    unsafe { list::<D, Avx512>(manner, user, runs, stream) }
}

/// Where things are repeated.
#[derive(Clone, Copy)]
pub(crate) enum Place<'a> {
    /// So many bytes apart.
    Stride(i64),
    /// At these offsets.
    Offsets(&'a [i64]),
}

/// `count` runs of `len` bytes: run `i` at its place from `user` and `step` times `i` bytes into `stream`.
pub(crate) struct Blocks<'a> {
    pub(crate) user: *mut u8,
    pub(crate) place: Place<'a>,
    pub(crate) len: usize,
    pub(crate) stream: *mut u8,
    pub(crate) step: usize,
    pub(crate) count: usize,
}

impl Blocks<'_> {
    /// # Safety
    /// As [`Manner::blocks`], compiled for what `L` needs (K-5).
    #[inline(always)]
    unsafe fn walk<D: Direction, L: Lines>(self, manner: Manner) {
        let Blocks { user, place, len, stream, step, count } = self;
        // SAFETY: the caller's promise.
        unsafe {
            match place {
                Place::Stride(stride) => {
                    let at = |i: usize| user.wrapping_offset((i as isize).wrapping_mul(stride as isize));
                    Loop { at, stream, step, count }.run::<D, L>(manner, len);
                }
                Place::Offsets(offsets) => {
                    debug_assert_eq!(offsets.len(), count);
                    let at = |i: usize| user.wrapping_offset(offsets[i] as isize);
                    Loop { at, stream, step, count: offsets.len() }.run::<D, L>(manner, len);
                }
            }
        }
    }
}

/// Longest run that is moved without a call.
const INLINE_MAX: usize = 1024;

/// How many bytes of destinations ahead of its use a line is asked for. Measured: half as far is as good, twice as far costs where the data are
/// in the second-level cache.
const AHEAD: usize = 2048;

/// Shortest run whose place in the user's buffer is asked for past the caches: below, more requests than a core can have outstanding.
const PAST_CACHES_MIN: usize = 256;

/// Runs at places.
struct Loop<At> {
    at: At,
    stream: *mut u8,
    step: usize,
    count: usize,
}

impl<At: Fn(usize) -> *mut u8> Loop<At> {
    /// Destination and source of run `index`.
    ///
    /// # Safety
    /// `index` is below `count`.
    #[inline(always)]
    unsafe fn ends<D: Direction>(&self, index: usize) -> (*mut u8, *const u8) {
        // SAFETY: within the stream's side of these runs (K-2).
        D::ends((self.at)(index), unsafe { self.stream.add(index * self.step) })
    }

    /// Moves all runs, of `len` bytes each.
    ///
    /// # Safety
    /// K-1 to K-3 for each run, K-5 for `L`.
    #[inline(always)]
    unsafe fn run<D: Direction, L: Lines>(self, manner: Manner, len: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            if manner.stores == Stores::Nontemporal && len >= LINE {
                return self.each::<D>(|dst, src| copy_unfenced(manner.simd, dst, src, len));
            }
            match len {
                1 => self.each::<D>(|dst, src| copy_nonoverlapping(src, dst, 1)),
                2 => self.each::<D>(|dst, src| copy_nonoverlapping(src, dst, 2)),
                4 => self.each::<D>(|dst, src| copy_nonoverlapping(src, dst, 4)),
                8 => self.each::<D>(|dst, src| copy_nonoverlapping(src, dst, 8)),
                12 => self.each::<D>(|dst, src| copy_nonoverlapping(src, dst, 12)),
                16 => self.each::<D>(|dst, src| copy_nonoverlapping(src, dst, 16)),
                24 => self.each::<D>(|dst, src| copy_nonoverlapping(src, dst, 24)),
                32 => self.each::<D>(|dst, src| copy_nonoverlapping(src, dst, 32)),
                64 => self.lines::<D, L, 1>(manner.stores),
                128 => self.lines::<D, L, 2>(manner.stores),
                256 => self.lines::<D, L, 4>(manner.stores),
                512 => self.lines::<D, L, 8>(manner.stores),
                1024 => self.lines::<D, L, 16>(manner.stores),
                0..LINE => self.each::<D>(|dst, src| L::short(dst, src, len)),
                LINE..=INLINE_MAX => self.each::<D>(|dst, src| ragged::<L>(dst, src, len)),
                _ => self.each::<D>(|dst, src| copy_nonoverlapping(src, dst, len)),
            }
        }
    }

    /// Moves each run with `mover`.
    ///
    /// # Safety
    /// K-1 to K-3 for each run, and `mover` moves no more than it.
    #[inline(always)]
    unsafe fn each<D: Direction>(self, mover: impl Fn(*mut u8, *const u8)) {
        for index in 0..self.count {
            // SAFETY: `index` is below `count`.
            let (dst, src) = unsafe { self.ends::<D>(index) };
            mover(dst, src);
        }
    }

    /// Moves runs of `N` lines' bytes, wherever they lie.
    ///
    /// # Safety
    /// As [`Loop::run`].
    #[inline(always)]
    unsafe fn lines<D: Direction, L: Lines, const N: usize>(self, stores: Stores) {
        let ahead = AHEAD.div_ceil(N * LINE);
        let asking = if stores == Stores::Far { self.count.saturating_sub(ahead) } else { 0 };
        // SAFETY: the caller's promise; run `index + ahead` exists while `index` is below `asking`.
        unsafe {
            for index in 0..asking {
                let next = self.ends::<D>(index + ahead).0;
                for line in 0..N {
                    ask::<D, N>(next.wrapping_add(line * LINE));
                }
                self.block::<D, L, N>(index);
            }
            for index in asking..self.count {
                self.block::<D, L, N>(index);
            }
        }
    }

    /// Moves run `index` of `N` lines' bytes.
    ///
    /// # Safety
    /// As [`Loop::run`].
    #[inline(always)]
    unsafe fn block<D: Direction, L: Lines, const N: usize>(&self, index: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            let (dst, src) = self.ends::<D>(index);
            for line in 0..N {
                L::line(dst.add(line * LINE), src.add(line * LINE));
            }
        }
    }
}

/// Asks for a line of a destination of `N` lines. Where gaps lie between destinations, the lines would drive more useful ones out of the
/// second-level cache.
#[inline(always)]
fn ask<D: Direction, const N: usize>(address: *const u8) {
    if D::SCATTERS && N * LINE >= PAST_CACHES_MIN {
        prefetch_past_caches(address);
    } else {
        prefetch_to_write(address);
    }
}

/// Moves `len` bytes, more than a line: line by line and the last one apart, which may overlap the one before.
///
/// # Safety
/// K-2, K-3, K-5; `len` is at least [`LINE`].
#[inline(always)]
unsafe fn ragged<L: Lines>(dst: *mut u8, src: *const u8, len: usize) {
    let last = len - LINE;
    // SAFETY: every line begins at `last` or before.
    unsafe {
        for at in (0..last).step_by(LINE) {
            L::line(dst.add(at), src.add(at));
        }
        L::line(dst.add(last), src.add(last));
    }
}

/// # Safety
/// As [`Manner::list`], compiled for what `L` needs (K-5).
#[inline(always)]
unsafe fn list<D: Direction, L: Lines>(manner: Manner, user: *mut u8, runs: &[Run], mut stream: *mut u8) -> *mut u8 {
    let mut start = 0;
    for run in runs {
        let len = (run.end - start) as usize;
        let place = user.wrapping_offset(run.offset as isize);
        // SAFETY: the caller's promise for this run.
        unsafe {
            if len <= LINE {
                let (dst, src) = D::ends(place, stream);
                L::short(dst, src, len);
            } else {
                manner.run::<D>(place, stream, len);
            }
            stream = stream.add(len);
        }
        start = run.end;
    }
    stream
}
