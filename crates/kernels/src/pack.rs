//! Pack and unpack: any byte range of the packed stream of a message, by descending
//! the layout tree. Whole subtrees run tight loops; only the two ends of the range take the general
//! path.

use crate::blocks::{Blocks, Direction, Manner, Packing, Repeated, Unpacking};
use crate::cpu::Simd;
use ferry_datatype::{Datatype, Layout, Run};

/// Packs the bytes from `position` of the packed stream of `count` elements of `datatype` at `base`
/// to `out`, as many as there are but at most `capacity`. Returns how many.
///
/// # Safety
/// `base` is a readable buffer of `count` elements, `out` is writable for `capacity` bytes, and
/// they do not overlap.
#[inline]
pub unsafe fn pack(datatype: &Datatype, count: u64, base: *const u8, position: u64, out: *mut u8, capacity: usize) -> usize {
    // SAFETY: the caller's promise; packing only reads from `base` (K-1, K-2, K-3).
    unsafe { transfer::<Packing>(datatype, count, base.cast_mut(), position, out, capacity) }
}

/// Unpacks `len` bytes at `src` to the bytes from `position` of the packed stream of `count`
/// elements of `datatype` at `base`. Returns how many bytes the elements took, less than `len` only
/// at their end.
///
/// # Safety
/// `base` is a writable buffer of `count` elements, `src` is readable for `len` bytes, and they do
/// not overlap.
#[inline]
pub unsafe fn unpack(datatype: &Datatype, count: u64, base: *mut u8, position: u64, src: *const u8, len: usize) -> usize {
    // SAFETY: the caller's promise; unpacking only reads from `src` (K-1, K-2, K-3).
    unsafe { transfer::<Unpacking>(datatype, count, base, position, src.cast_mut(), len) }
}

/// Shortest message whose destinations are asked for ahead of time: shorter ones are often in the
/// second-level cache.
const FAR_MIN: u64 = 256 << 10;

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
    let manner = Manner { simd: Simd::of_this_cpu(), is_far: datatype.size().saturating_mul(count) >= FAR_MIN };
    let Some(run) = datatype.dense_run(count) else {
        // SAFETY: the caller's promise.
        return unsafe { transfer_scattered::<D>(manner, datatype, count, base, position, stream, capacity) };
    };
    let len = (run.len as u64).saturating_sub(position).min(capacity as u64) as usize;
    let user = base.wrapping_offset(run.offset as isize).wrapping_add(position as usize);
    // SAFETY: `len` bytes from `position` are within the run and within `capacity` (K-1, K-2, K-3).
    unsafe { manner.run::<D>(user, stream, len) };
    len
}

/// # Safety
/// As [`pack`] or [`unpack`], by the direction.
#[inline(never)]
unsafe fn transfer_scattered<D: Direction>(
    manner: Manner,
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
    let elements = Repetition { child: &placed.layout, place: Repeated::Stride(datatype.extent()) };
    let user = base.wrapping_offset(placed.offset as isize);
    // SAFETY: `[position, position + len)` lies within the data of `count` elements and `len`
    // within `capacity` (K-1, K-2, K-3).
    unsafe { elements.range::<D>(manner, user, stream, position, position + len) };
    len as usize
}

/// Records that [`records`] moves at a time: few enough that all of them stay in the first-level
/// cache.
const RECORDS: usize = 64;

/// Most runs of a record moved that way; longer ones are moved run by run.
const RECORD_RUNS: usize = 16;

/// A child repeated at computed or listed places.
struct Repetition<'a> {
    child: &'a Layout,
    place: Repeated<'a>,
}

impl Repetition<'_> {
    fn at(&self, user: *mut u8, index: u64) -> *mut u8 {
        let offset = match self.place {
            Repeated::Stride(stride) => (index as i64).wrapping_mul(stride),
            Repeated::Offsets(offsets) => offsets[index as usize],
        };
        user.wrapping_offset(offset as isize)
    }

    /// Moves the bytes `[from, to)` of the packed stream of all repetitions.
    ///
    /// # Safety
    /// K-1 for `user` being the origin of repetition 0, K-2 for `stream` and `to - from` bytes,
    /// K-3.
    unsafe fn range<D: Direction>(&self, manner: Manner, user: *mut u8, mut stream: *mut u8, from: u64, to: u64) {
        let each = self.child.size();
        let (mut first, skip) = (from / each, from % each);
        let (last, tail) = (to / each, to % each);
        // SAFETY: K-1 to K-3 hold for each part: `first` to `last` are repetitions with data in the
        // range, and `stream` moves on by exactly the bytes moved.
        unsafe {
            if first == last {
                return range::<D>(manner, self.child, self.at(user, first), stream, skip, tail);
            }
            if skip > 0 {
                range::<D>(manner, self.child, self.at(user, first), stream, skip, each);
                stream = stream.add((each - skip) as usize);
                first += 1;
            }
            stream = self.whole::<D>(manner, user, stream, first, last);
            if tail > 0 {
                range::<D>(manner, self.child, self.at(user, last), stream, 0, tail);
            }
        }
    }

    /// Moves repetitions `first` up to `last` whole. Returns where the stream goes on.
    ///
    /// # Safety
    /// K-1 to K-3 for these repetitions.
    unsafe fn whole<D: Direction>(&self, manner: Manner, user: *mut u8, mut stream: *mut u8, first: u64, last: u64) -> *mut u8 {
        // SAFETY: the caller's promise for each repetition.
        unsafe {
            let count = (last - first) as usize;
            match (self.child, self.place) {
                (Layout::Dense { len }, Repeated::Stride(_)) => {
                    let (user, len) = (self.at(user, first), *len as usize);
                    manner.blocks::<D>(Blocks { user, place: self.place, len, stream, step: len, count });
                    stream.add(count * len)
                }
                (Layout::Dense { len }, Repeated::Offsets(offsets)) => {
                    let (place, len) = (Repeated::Offsets(&offsets[first as usize..last as usize]), *len as usize);
                    manner.blocks::<D>(Blocks { user, place, len, stream, step: len, count });
                    stream.add(count * len)
                }
                (Layout::Runs { runs }, Repeated::Stride(stride)) if runs.len() <= RECORD_RUNS => {
                    records::<D>(manner, self.at(user, first), stride, runs, stream, count)
                }
                _ => {
                    for index in first..last {
                        stream = whole::<D>(manner, self.child, self.at(user, index), stream);
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
        Layout::Strided { count, stride, child, .. } => Some((Repetition { child, place: Repeated::Stride(*stride) }, *count)),
        Layout::Blocks { offsets, child, .. } => {
            Some((Repetition { child, place: Repeated::Offsets(offsets) }, offsets.len() as u64))
        }
        _ => None,
    }
}

/// Moves the bytes `[from, to)` of the data of `layout`, whose origin is at `user`.
///
/// # Safety
/// K-1 to K-3; `from <= to <= layout.size()`.
unsafe fn range<D: Direction>(manner: Manner, layout: &Layout, user: *mut u8, mut stream: *mut u8, from: u64, to: u64) {
    // SAFETY: K-1 to K-3 hold for each part, as the parts share out the range.
    unsafe {
        if let Layout::Dense { .. } = layout {
            return manner.run::<D>(user.wrapping_add(from as usize), stream, (to - from) as usize);
        }
        if let Some((repetition, _)) = repetition(layout) {
            return repetition.range::<D>(manner, user, stream, from, to);
        }
        let (mut index, mut skip) = layout.locate(from);
        let mut left = to - from;
        while left > 0 {
            let (part, end) = part(layout, index as usize);
            let taken = (end - skip).min(left);
            match part {
                Portion::Run(offset) => {
                    manner.run::<D>(user.wrapping_offset(offset).wrapping_add(skip as usize), stream, taken as usize)
                }
                Portion::Layout(child, offset) => {
                    range::<D>(manner, child, user.wrapping_offset(offset), stream, skip, skip + taken);
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
unsafe fn whole<D: Direction>(manner: Manner, layout: &Layout, user: *mut u8, mut stream: *mut u8) -> *mut u8 {
    // SAFETY: K-1 to K-3 hold for each part of the layout.
    unsafe {
        match layout {
            Layout::Dense { len } => {
                manner.run::<D>(user, stream, *len as usize);
                stream.add(*len as usize)
            }
            Layout::Runs { runs } => manner.list::<D>(user, runs, stream),
            Layout::Sequence { parts } => {
                for part in parts.iter() {
                    stream = whole::<D>(manner, &part.layout, user.wrapping_offset(part.offset as isize), stream);
                }
                stream
            }
            Layout::Strided { count, stride, child, .. } => {
                Repetition { child, place: Repeated::Stride(*stride) }.whole::<D>(manner, user, stream, 0, *count)
            }
            Layout::Blocks { offsets, child, .. } => {
                Repetition { child, place: Repeated::Offsets(offsets) }.whole::<D>(manner, user, stream, 0, offsets.len() as u64)
            }
        }
    }
}

/// Moves the runs of `count` records, `stride` bytes apart: for some records at a time, the first
/// run of each, then the second of each, so that every inner loop moves runs of one length. Returns
/// where the stream goes on.
///
/// # Safety
/// K-1 to K-3.
unsafe fn records<D: Direction>(
    manner: Manner,
    user: *mut u8,
    stride: i64,
    runs: &[Run],
    mut stream: *mut u8,
    count: usize,
) -> *mut u8 {
    let step = runs.last().map_or(0, |run| run.end) as usize;
    for first in (0..count).step_by(RECORDS) {
        let some = RECORDS.min(count - first);
        let record = user.wrapping_offset((first as isize).wrapping_mul(stride as isize));
        let mut start = 0;
        for run in runs {
            let (user, len) = (record.wrapping_offset(run.offset as isize), run.end as usize - start);
            // SAFETY: the caller's promise; each record takes `step` bytes of the stream, this run
            // those from `start`.
            unsafe {
                let stream = stream.add(start);
                manner.blocks::<D>(Blocks { user, place: Repeated::Stride(stride), len, stream, step, count: some });
            }
            start = run.end as usize;
        }
        // SAFETY: `some` records took so many bytes of the stream.
        stream = unsafe { stream.add(some * step) };
    }
    stream
}
