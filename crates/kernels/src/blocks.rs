//! Loops over runs of bytes: the same length at computed or listed places, or a list of different
//! lengths. Each loop is compiled for several CPUs, with code of its own for the common lengths.

use crate::copy::copy;
use crate::cpu::{Simd, has_quick_strings};
#[cfg(all(target_arch = "x86_64", not(miri)))]
use crate::line::{Avx2, Avx512};
use crate::line::{LINE, Lines, Portable, prefetch_past_caches, prefetch_to_write};
use ferry_datatype::Run;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
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

/// How a message's bytes are moved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Of this CPU (K-5).
    pub(crate) simd: Simd,
    /// The destination's lines are many and come from far away: they are asked for ahead of time.
    pub(crate) is_far: bool,
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
        unsafe { copy(dst, src, len) }
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
pub(crate) enum Repeated<'a> {
    /// So many bytes apart.
    Stride(i64),
    /// At these offsets.
    Offsets(&'a [i64]),
}

/// `count` runs of `len` bytes: run `i` at its place from `user` and `step` times `i` bytes into
/// `stream`.
pub(crate) struct Blocks<'a> {
    pub(crate) user: *mut u8,
    pub(crate) place: Repeated<'a>,
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
                Repeated::Stride(stride) => {
                    let at = |i: usize| user.wrapping_offset((i as isize).wrapping_mul(stride as isize));
                    Loop { at, stream, step, count }.run::<D, L>(manner, len);
                }
                Repeated::Offsets(offsets) => {
                    debug_assert_eq!(offsets.len(), count);
                    let at = |i: usize| user.wrapping_offset(offsets[i] as isize);
                    Loop { at, stream, step, count: offsets.len() }.run::<D, L>(manner, len);
                }
            }
        }
    }
}

/// Longest run that is moved without a call. Library functions begin at 2 KiB to use the
/// processor's string moves, which on some processors are slow where the destination is in another
/// core's cache, and on others better everywhere ([`crate::handover`]).
fn inline_max() -> usize {
    if has_quick_strings() { 2 << 10 } else { 16 << 10 }
}

/// How many bytes of destinations ahead of its use a line is asked for. Measured: half as far is as
/// good, twice as far costs where the data are in the second-level cache.
const AHEAD: usize = 2048;

/// Runs whose places in the user's buffer are asked for past the caches. Of shorter ones a core
/// cannot have enough requests outstanding; longer ones leave few gaps.
const PAST_CACHES: RangeInclusive<usize> = 256..=2048;

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
        let far = manner.is_far;
        // SAFETY: the caller's promise; the movers of fixed lengths are chosen by `len`.
        unsafe {
            match len {
                1 => self.each::<D, Fixed<1>>(len),
                2 => self.each::<D, Fixed<2>>(len),
                4 => self.each::<D, Fixed<4>>(len),
                8 => self.each::<D, Fixed<8>>(len),
                12 => self.each::<D, Fixed<12>>(len),
                16 => self.each::<D, Fixed<16>>(len),
                24 => self.each::<D, Fixed<24>>(len),
                32 => self.each::<D, Fixed<32>>(len),
                0..LINE => self.each::<D, Short<L>>(len),
                64 => self.asking::<D, Whole<L, 1>>(far, 64),
                128 => self.asking::<D, Whole<L, 2>>(far, 128),
                256 => self.asking::<D, Whole<L, 4>>(far, 256),
                512 => self.asking::<D, Whole<L, 8>>(far, 512),
                1024 => self.asking::<D, Whole<L, 16>>(far, 1024),
                _ if len <= inline_max() => self.asking::<D, Ragged<L>>(far, len),
                _ => self.each::<D, Call>(len),
            }
        }
    }

    /// Moves each run, of `len` bytes.
    ///
    /// # Safety
    /// K-1 to K-3 for each run, and what `M` demands.
    #[inline(always)]
    unsafe fn each<D: Direction, M: Mover>(self, len: usize) {
        for index in 0..self.count {
            // SAFETY: the caller's promise.
            unsafe {
                let (dst, src) = self.ends::<D>(index);
                M::run(dst, src, len);
            }
        }
    }

    /// Moves each run, of `len` bytes; asks for the destinations ahead of time if they are far.
    ///
    /// # Safety
    /// As [`Loop::each`].
    #[inline(always)]
    unsafe fn asking<D: Direction, M: Mover>(self, far: bool, len: usize) {
        let ahead = AHEAD.div_ceil(len);
        let asking = if far { self.count.saturating_sub(ahead) } else { 0 };
        // SAFETY: the caller's promise; run `index + ahead` exists while `index` is below `asking`.
        unsafe {
            for index in 0..asking {
                let next = self.ends::<D>(index + ahead).0;
                for line in 0..len.div_ceil(LINE) {
                    ask::<D>(next.wrapping_add(line * LINE), len);
                }
                let (dst, src) = self.ends::<D>(index);
                M::run(dst, src, len);
            }
            for index in asking..self.count {
                let (dst, src) = self.ends::<D>(index);
                M::run(dst, src, len);
            }
        }
    }
}

/// How one run is moved. Types instead of closures, which the compiler would not always inline
/// where the CPU's features are known.
trait Mover {
    /// Moves `len` bytes.
    ///
    /// # Safety
    /// K-2, K-3, K-5, and `len` is one that the mover takes.
    unsafe fn run(dst: *mut u8, src: *const u8, len: usize);
}

/// Exactly `N` bytes.
struct Fixed<const N: usize>;

impl<const N: usize> Mover for Fixed<N> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, src: *const u8, _len: usize) {
        // SAFETY: the caller's promise.
        unsafe { copy_nonoverlapping(src, dst, N) }
    }
}

/// At most a line.
struct Short<L>(PhantomData<L>);

impl<L: Lines> Mover for Short<L> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, src: *const u8, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { L::short(dst, src, len) }
    }
}

/// Exactly the bytes of `N` lines, wherever they lie.
struct Whole<L, const N: usize>(PhantomData<L>);

impl<L: Lines, const N: usize> Mover for Whole<L, N> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, src: *const u8, _len: usize) {
        for line in 0..N {
            // SAFETY: the caller's promise.
            unsafe { L::line(dst.add(line * LINE), src.add(line * LINE)) };
        }
    }
}

/// A line or more: line by line, and the last one apart, which may overlap the one before.
struct Ragged<L>(PhantomData<L>);

impl<L: Lines> Mover for Ragged<L> {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, src: *const u8, len: usize) {
        let last = len - LINE;
        // SAFETY: every line begins at `last` or before.
        unsafe {
            for at in (0..last).step_by(LINE) {
                L::line(dst.add(at), src.add(at));
            }
            L::line(dst.add(last), src.add(last));
        }
    }
}

/// Any number of bytes; worth a call if there are many.
struct Call;

impl Mover for Call {
    #[inline(always)]
    unsafe fn run(dst: *mut u8, src: *const u8, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { copy_nonoverlapping(src, dst, len) }
    }
}

/// Asks for a line of a destination of `len` bytes. Where gaps lie between destinations, the lines
/// would drive more useful ones out of the second-level cache.
#[inline(always)]
fn ask<D: Direction>(address: *const u8, len: usize) {
    if D::SCATTERS && PAST_CACHES.contains(&len) {
        prefetch_past_caches(address);
    } else {
        prefetch_to_write(address);
    }
}

/// # Safety
/// As [`Manner::list`], compiled for what `L` needs (K-5).
#[inline(always)]
unsafe fn list<D: Direction, L: Lines>(manner: Manner, user: *mut u8, runs: &[Run], stream: *mut u8) -> *mut u8 {
    let inline_max = inline_max();
    let total = runs.last().map_or(0, |run| run.end as usize);
    let asking = if manner.is_far && total >= LINE * runs.len() { (AHEAD * runs.len()).div_ceil(total) } else { 0 };
    let mut start = 0;
    for (index, run) in runs.iter().enumerate() {
        if asking > 0 {
            ask_run::<D>(user, runs, index + asking, stream);
        }
        let len = run.end as usize - start;
        let place = user.wrapping_offset(run.offset as isize);
        // SAFETY: the caller's promise for this run.
        unsafe {
            let here = stream.add(start);
            let (dst, src) = D::ends(place, here);
            match len {
                0..LINE => L::short(dst, src, len),
                LINE.. if len <= inline_max => Ragged::<L>::run(dst, src, len),
                _ => manner.run::<D>(place, here, len),
            }
        }
        start = run.end as usize;
    }
    // SAFETY: the runs took so many bytes of the stream.
    unsafe { stream.add(total) }
}

/// Asks for the destination of run `index` of a list, if there is such a run.
#[inline(always)]
fn ask_run<D: Direction>(user: *mut u8, runs: &[Run], index: usize, stream: *mut u8) {
    let Some([before, run]) = index.checked_sub(1).and_then(|before| runs.get(before..=index)) else { return };
    let (start, len) = (before.end as usize, (run.end - before.end) as usize);
    let (next, _) = D::ends(user.wrapping_offset(run.offset as isize), stream.wrapping_add(start));
    for line in 0..len.min(AHEAD).div_ceil(LINE) {
        ask::<D>(next.wrapping_add(line * LINE), len);
    }
}
