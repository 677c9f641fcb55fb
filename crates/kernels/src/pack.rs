//! Pack, unpack and typed copies: any byte range of the packed stream of a message, by descending the layout tree. Whole subtrees run
//! tight loops; only the two ends of the range take the general path.

use crate::copy::{SMALL, copy, copy_small};
use ferry_datatype::{Datatype, Layout, Run};
use std::ptr::copy_nonoverlapping;

/// Bytes of the packed stream that [`copy_typed`] moves at a time when both sides are scattered; stays in the first-level cache.
const CHUNK: usize = 8192;

/// Packs the bytes from `position` of the packed stream of `count` elements of `datatype` at `base` to `out`, as many as there are but at
/// most `capacity`. Returns how many.
///
/// # Safety
/// `base` is a readable buffer of `count` elements, `out` is writable for `capacity` bytes, and they do not overlap.
#[inline]
pub unsafe fn pack(datatype: &Datatype, count: u64, base: *const u8, position: u64, out: *mut u8, capacity: usize) -> usize {
    // SAFETY: the caller's promise; packing only reads from `base` (K-1, K-2, K-3).
    unsafe { transfer::<Packing>(datatype, count, base.cast_mut(), position, out, capacity) }
}

/// Unpacks `len` bytes at `src` to the bytes from `position` of the packed stream of `count` elements of `datatype` at `base`. Returns how
/// many bytes the elements took, less than `len` only at their end.
///
/// # Safety
/// `base` is a writable buffer of `count` elements, `src` is readable for `len` bytes, and they do not overlap.
#[inline]
pub unsafe fn unpack(datatype: &Datatype, count: u64, base: *mut u8, position: u64, src: *const u8, len: usize) -> usize {
    // SAFETY: the caller's promise; unpacking only reads from `src` (K-1, K-2, K-3).
    unsafe { transfer::<Unpacking>(datatype, count, base, position, src.cast_mut(), len) }
}

/// Copies the data of `src_count` elements of `src_type` at `src` to `dst_count` elements of `dst_type` at `dst`, as many bytes as both
/// have. Returns how many.
///
/// # Safety
/// `src` is a readable and `dst` a writable buffer of so many elements, and their data do not overlap.
pub unsafe fn copy_typed(
    src_type: &Datatype,
    src_count: u64,
    src: *const u8,
    dst_type: &Datatype,
    dst_count: u64,
    dst: *mut u8,
) -> u64 {
    let total = src_type.size().saturating_mul(src_count).min(dst_type.size().saturating_mul(dst_count));
    // SAFETY: the caller's promise; `total` is within both, so a dense side has at least that many bytes (K-1, K-3).
    unsafe {
        if let Some(run) = dst_type.dense_run(dst_count) {
            pack(src_type, src_count, src, 0, dst.wrapping_offset(run.offset as isize), total as usize);
        } else if let Some(run) = src_type.dense_run(src_count) {
            unpack(dst_type, dst_count, dst, 0, src.wrapping_offset(run.offset as isize), total as usize);
        } else {
            copy_scattered(src_type, src_count, src, dst_type, dst_count, dst, total);
        }
    }
    total
}

/// Both sides scattered: through a small buffer, so that each side runs its own tight loops.
///
/// # Safety
/// As [`copy_typed`], and `total` is at most the data of either side.
unsafe fn copy_scattered(
    src_type: &Datatype,
    src_count: u64,
    src: *const u8,
    dst_type: &Datatype,
    dst_count: u64,
    dst: *mut u8,
    total: u64,
) {
    let mut chunk = std::mem::MaybeUninit::<[u8; CHUNK]>::uninit();
    let buffer = chunk.as_mut_ptr().cast::<u8>();
    let mut position = 0;
    while position < total {
        let len = (total - position).min(CHUNK as u64) as usize;
        // SAFETY: `len` bytes fit in the chunk, are written by the first call and read by the second (K-1, K-2).
        unsafe {
            pack(src_type, src_count, src, position, buffer, len);
            unpack(dst_type, dst_count, dst, position, buffer, len);
        }
        position += len as u64;
    }
}

/// Records that [`records`] moves at a time: few enough that all of them stay in the first-level cache.
const RECORDS: usize = 64;

/// Most runs of a record moved that way; longer ones are moved run by run.
const RECORD_RUNS: usize = 16;

/// Which way bytes go between the user's buffer and the packed stream.
trait Direction {
    /// Moves `len` bytes.
    ///
    /// # Safety
    /// The source is readable and the destination writable for `len` bytes, and they do not overlap.
    unsafe fn run(user: *mut u8, stream: *mut u8, len: usize);

    /// Moves at most [`SMALL`] bytes.
    ///
    /// # Safety
    /// As [`Direction::run`].
    unsafe fn small(user: *mut u8, stream: *mut u8, len: usize);

    /// Moves `N` bytes.
    ///
    /// # Safety
    /// As [`Direction::run`].
    unsafe fn fixed<const N: usize>(user: *mut u8, stream: *mut u8);
}

struct Packing;

impl Direction for Packing {
    #[inline(always)]
    unsafe fn run(user: *mut u8, stream: *mut u8, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { copy(stream, user, len) }
    }

    #[inline(always)]
    unsafe fn small(user: *mut u8, stream: *mut u8, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { copy_small(stream, user, len) }
    }

    #[inline(always)]
    unsafe fn fixed<const N: usize>(user: *mut u8, stream: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe { copy_nonoverlapping(user, stream, N) }
    }
}

struct Unpacking;

impl Direction for Unpacking {
    #[inline(always)]
    unsafe fn run(user: *mut u8, stream: *mut u8, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { copy(user, stream, len) }
    }

    #[inline(always)]
    unsafe fn small(user: *mut u8, stream: *mut u8, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { copy_small(user, stream, len) }
    }

    #[inline(always)]
    unsafe fn fixed<const N: usize>(user: *mut u8, stream: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe { copy_nonoverlapping(stream, user, N) }
    }
}

/// # Safety
/// As [`pack`] or [`unpack`], by the direction.
#[inline(always)]
unsafe fn transfer<D: Direction>(
    datatype: &Datatype,
    count: u64,
    base: *mut u8,
    position: u64,
    stream: *mut u8,
    capacity: usize,
) -> usize {
    let Some(run) = datatype.dense_run(count) else {
        // SAFETY: the caller's promise.
        return unsafe { transfer_scattered::<D>(datatype, count, base, position, stream, capacity) };
    };
    let len = (run.len as u64).saturating_sub(position).min(capacity as u64) as usize;
    let user = base.wrapping_offset(run.offset as isize).wrapping_add(position as usize);
    // SAFETY: `len` bytes from `position` are within the run and within `capacity` (K-1, K-2, K-3).
    unsafe { D::run(user, stream, len) };
    len
}

/// # Safety
/// As [`pack`] or [`unpack`], by the direction.
#[inline(never)]
unsafe fn transfer_scattered<D: Direction>(
    datatype: &Datatype,
    count: u64,
    base: *mut u8,
    position: u64,
    stream: *mut u8,
    capacity: usize,
) -> usize {
    let total = datatype.size().saturating_mul(count);
    let len = total.saturating_sub(position).min(capacity as u64);
    if len == 0 {
        return 0;
    }
    let placed = datatype.layout();
    let elements = Repetition { child: &placed.layout, place: Place::Stride(datatype.extent()) };
    let user = base.wrapping_offset(placed.offset as isize);
    // SAFETY: `[position, position + len)` lies within the data of `count` elements and `len` within `capacity` (K-1, K-2, K-3).
    unsafe { elements.range::<D>(user, stream, position, position + len) };
    len as usize
}

/// A child repeated at computed or listed places.
struct Repetition<'a> {
    child: &'a Layout,
    place: Place<'a>,
}

enum Place<'a> {
    Stride(i64),
    Offsets(&'a [i64]),
}

impl Repetition<'_> {
    fn at(&self, user: *mut u8, index: u64) -> *mut u8 {
        let offset = match self.place {
            Place::Stride(stride) => (index as i64).wrapping_mul(stride),
            Place::Offsets(offsets) => offsets[index as usize],
        };
        user.wrapping_offset(offset as isize)
    }

    /// Moves the bytes `[from, to)` of the packed stream of all repetitions.
    ///
    /// # Safety
    /// K-1 for `user` being the origin of repetition 0, K-2 for `stream` and `to - from` bytes, K-3.
    unsafe fn range<D: Direction>(&self, user: *mut u8, mut stream: *mut u8, from: u64, to: u64) {
        let each = self.child.size();
        let (mut first, skip) = (from / each, from % each);
        let (last, tail) = (to / each, to % each);
        // SAFETY: K-1 to K-3 hold for each part: `first` to `last` are repetitions with data in the range, and `stream` moves on by
        // exactly the bytes moved.
        unsafe {
            if first == last {
                return range::<D>(self.child, self.at(user, first), stream, skip, tail);
            }
            if skip > 0 {
                range::<D>(self.child, self.at(user, first), stream, skip, each);
                stream = stream.add((each - skip) as usize);
                first += 1;
            }
            stream = self.whole::<D>(user, stream, first, last);
            if tail > 0 {
                range::<D>(self.child, self.at(user, last), stream, 0, tail);
            }
        }
    }

    /// Moves repetitions `first` up to `last` whole. Returns where the stream goes on.
    ///
    /// # Safety
    /// K-1 to K-3 for these repetitions.
    unsafe fn whole<D: Direction>(&self, user: *mut u8, mut stream: *mut u8, first: u64, last: u64) -> *mut u8 {
        // SAFETY: the caller's promise for each repetition.
        unsafe {
            match (self.child, &self.place) {
                (Layout::Dense { len }, Place::Stride(stride)) => {
                    let start = self.at(user, first);
                    strided::<D>(start, *stride as isize, *len as usize, stream, (last - first) as usize)
                }
                (Layout::Runs { runs }, Place::Stride(stride)) if runs.len() <= RECORD_RUNS => {
                    let start = self.at(user, first);
                    records::<D>(start, *stride as isize, runs, stream, (last - first) as usize)
                }
                (Layout::Dense { len }, Place::Offsets(offsets)) => {
                    listed::<D>(user, &offsets[first as usize..last as usize], *len as usize, stream)
                }
                _ => {
                    for index in first..last {
                        stream = whole::<D>(self.child, self.at(user, index), stream);
                    }
                    stream
                }
            }
        }
    }
}

/// `layout` as a repetition, if it is one.
#[inline(always)]
fn repetition(layout: &Layout) -> Option<(Repetition<'_>, u64)> {
    match layout {
        Layout::Strided { count, stride, child, .. } => Some((Repetition { child, place: Place::Stride(*stride) }, *count)),
        Layout::Blocks { offsets, child, .. } => {
            Some((Repetition { child, place: Place::Offsets(offsets) }, offsets.len() as u64))
        }
        _ => None,
    }
}

/// Moves the bytes `[from, to)` of the data of `layout`, whose origin is at `user`.
///
/// # Safety
/// K-1 to K-3; `from <= to <= layout.size()`.
unsafe fn range<D: Direction>(layout: &Layout, user: *mut u8, mut stream: *mut u8, from: u64, to: u64) {
    // SAFETY: K-1 to K-3 hold for each part, as the parts share out the range.
    unsafe {
        if let Layout::Dense { .. } = layout {
            return D::run(user.wrapping_add(from as usize), stream, (to - from) as usize);
        }
        if let Some((repetition, _)) = repetition(layout) {
            return repetition.range::<D>(user, stream, from, to);
        }
        let (mut index, mut skip) = layout.locate(from);
        let mut left = to - from;
        while left > 0 {
            let (part, end) = part(layout, index as usize);
            let taken = (end - skip).min(left);
            match part {
                Portion::Run(offset) => D::run(user.wrapping_offset(offset).wrapping_add(skip as usize), stream, taken as usize),
                Portion::Layout(child, offset) => {
                    range::<D>(child, user.wrapping_offset(offset), stream, skip, skip + taken);
                }
            }
            stream = stream.add(taken as usize);
            left -= taken;
            index += 1;
            skip = 0;
        }
    }
}

/// A part of a list and its offset.
enum Portion<'a> {
    Run(isize),
    Layout(&'a Layout, isize),
}

/// Part `index` of a list of runs or parts, and its bytes of data.
fn part(layout: &Layout, index: usize) -> (Portion<'_>, u64) {
    match layout {
        Layout::Runs { runs } => {
            let start = index.checked_sub(1).map_or(0, |before| runs[before].end);
            (Portion::Run(runs[index].offset as isize), runs[index].end - start)
        }
        Layout::Sequence { parts } => {
            let part = &parts[index];
            (Portion::Layout(&part.layout, part.offset as isize), part.layout.size())
        }
        _ => unreachable!("only lists have parts"),
    }
}

/// Moves all data of `layout`, whose origin is at `user`. Returns where the stream goes on.
///
/// # Safety
/// K-1 to K-3.
unsafe fn whole<D: Direction>(layout: &Layout, user: *mut u8, mut stream: *mut u8) -> *mut u8 {
    // SAFETY: K-1 to K-3 hold for each part of the layout.
    unsafe {
        match layout {
            Layout::Dense { len } => {
                D::run(user, stream, *len as usize);
                stream.add(*len as usize)
            }
            Layout::Runs { runs } => {
                let mut start = 0;
                for run in runs.iter() {
                    let len = (run.end - start) as usize;
                    D::run(user.wrapping_offset(run.offset as isize), stream, len);
                    stream = stream.add(len);
                    start = run.end;
                }
                stream
            }
            Layout::Sequence { parts } => {
                for part in parts.iter() {
                    stream = whole::<D>(&part.layout, user.wrapping_offset(part.offset as isize), stream);
                }
                stream
            }
            Layout::Strided { count, stride, child, .. } => {
                Repetition { child, place: Place::Stride(*stride) }.whole::<D>(user, stream, 0, *count)
            }
            Layout::Blocks { offsets, child, .. } => {
                Repetition { child, place: Place::Offsets(offsets) }.whole::<D>(user, stream, 0, offsets.len() as u64)
            }
        }
    }
}

/// Moves `count` runs of `len` bytes, `stride` bytes apart. Returns where the stream goes on.
///
/// # Safety
/// K-1 to K-3.
unsafe fn strided<D: Direction>(user: *mut u8, stride: isize, len: usize, stream: *mut u8, count: usize) -> *mut u8 {
    let at = |index: usize| user.wrapping_offset((index as isize).wrapping_mul(stride));
    // SAFETY: the caller's promise; the runs take `count * len` bytes of the stream.
    unsafe {
        each_run::<D>(at, len, stream, len, count);
        stream.add(count * len)
    }
}

/// Moves a run of `len` bytes at each offset. Returns where the stream goes on.
///
/// # Safety
/// K-1 to K-3.
unsafe fn listed<D: Direction>(user: *mut u8, offsets: &[i64], len: usize, stream: *mut u8) -> *mut u8 {
    let at = |index: usize| user.wrapping_offset(offsets[index] as isize);
    // SAFETY: the caller's promise; the runs take `offsets.len() * len` bytes of the stream.
    unsafe {
        each_run::<D>(at, len, stream, len, offsets.len());
        stream.add(offsets.len() * len)
    }
}

/// Moves the runs of `count` records, `stride` bytes apart: for some records at a time, the first run of each, then the second of each, so
/// that every inner loop moves runs of one length. Returns where the stream goes on.
///
/// # Safety
/// K-1 to K-3.
unsafe fn records<D: Direction>(user: *mut u8, stride: isize, runs: &[Run], mut stream: *mut u8, count: usize) -> *mut u8 {
    let size = runs.last().map_or(0, |run| run.end) as usize;
    for first in (0..count).step_by(RECORDS) {
        let some = RECORDS.min(count - first);
        let mut start = 0;
        for run in runs {
            let place = user.wrapping_offset(run.offset as isize);
            let at = |index: usize| place.wrapping_offset(((first + index) as isize).wrapping_mul(stride));
            // SAFETY: the caller's promise; each record takes `size` bytes of the stream, this run those from `start`.
            unsafe { each_run::<D>(at, run.end as usize - start, stream.add(start), size, some) };
            start = run.end as usize;
        }
        // SAFETY: `some` records took so many bytes of the stream.
        stream = unsafe { stream.add(some * size) };
    }
    stream
}

/// Moves `count` runs of `len` bytes, run `i` at `at(i)` and `step` times `i` bytes into the stream, with a loop of fixed-size moves where
/// there is one for `len`.
///
/// # Safety
/// K-1 to K-3 for each run.
#[inline(always)]
unsafe fn each_run<D: Direction>(at: impl Fn(usize) -> *mut u8, len: usize, stream: *mut u8, step: usize, count: usize) {
    macro_rules! fixed {
        ($($bytes:literal),*) => {
            match len {
                // SAFETY: the caller's promise.
                $($bytes => (0..count).for_each(|i| unsafe { D::fixed::<$bytes>(at(i), stream.add(i * step)) }),)*
                // SAFETY: the caller's promise, and `len` is at most `SMALL`.
                0..=SMALL => (0..count).for_each(|i| unsafe { D::small(at(i), stream.add(i * step), len) }),
                // SAFETY: the caller's promise.
                _ => (0..count).for_each(|i| unsafe { D::run(at(i), stream.add(i * step), len) }),
            }
        };
    }
    fixed!(1, 2, 4, 8, 12, 16, 24, 32);
}
