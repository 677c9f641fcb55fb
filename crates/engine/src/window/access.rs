//! Loads, stores and atomics on window memory that this process can reach: its own, or that of a
//! process of its node.
//!
//! Elements for which the processor has no atomics ([`ferry_kernels::is_atomic`]) are combined by
//! whoever has claimed the control block of the part. The part's mode says whether the others are
//! combined by atomics, or by who has the claim ([`ferry_protocol::rma::control`]). An atomic for
//! each element takes ten to thirty times as long as a loop over many.

use std::ptr;

use ferry_datatype::{Cursor, Datatype, Primitive};
use ferry_kernels::{Accumulation, compare_and_swap, compare_and_swap_exclusively, is_atomic};

use super::elements::TargetPart;
use crate::buffer::Buffer;

/// Bytes of operands that are put together before they are combined: a multiple of every element's
/// size.
const CHUNK: usize = 3840;
/// Bytes of the largest element in C layout.
const LARGEST: usize = 32;
/// Elements from which on a part is switched to claims.
const MANY: usize = 4;
/// Bytes that are combined under one claim.
const HELD: usize = 32 * 1024;

/// Elements of a datatype in window memory.
#[derive(Debug)]
pub struct Target {
    buffer: Buffer,
    address: *mut u8,
    count: u64,
    /// Only for data with gaps, or of pairs: the others are where the buffer says.
    datatype: Option<Datatype>,
    part: TargetPart,
}

impl Target {
    /// `count` elements of a datatype at `address`, which are the bytes of `buffer`.
    ///
    /// # Safety
    /// WIN-1, WIN-2 while it is used.
    pub unsafe fn new(buffer: Buffer, address: *mut u8, count: u64, datatype: &Datatype, part: TargetPart) -> Self {
        let is_plain = datatype.dense_run(count).is_some() && !is_gapped(datatype.primitive());
        Target { buffer, address, count, datatype: (!is_plain).then(|| datatype.clone()), part }
    }

    /// `bytes` bytes of elements without gaps at `address`.
    ///
    /// # Safety
    /// As [`Target::new`].
    #[inline]
    pub unsafe fn dense(address: *mut u8, bytes: u64, part: TargetPart) -> Self {
        // SAFETY: as the caller promises.
        let buffer = unsafe { Buffer::dense(address, bytes) };
        Target { buffer, address, count: 1, datatype: None, part }
    }

    /// The bytes.
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Stores the first `bytes` bytes of `from`.
    ///
    /// # Safety
    /// WIN-1; BUF-1 for `from`, which does not overlap the target.
    #[inline]
    pub unsafe fn put(&self, from: &Buffer, bytes: u64) {
        // SAFETY: as the caller promises; WIN-2.
        unsafe { self.buffer.copy_from(from, bytes) };
    }

    /// Loads `bytes` bytes into `into`.
    ///
    /// # Safety
    /// As [`Target::put`].
    #[inline]
    pub unsafe fn get(&self, into: &Buffer, bytes: u64) {
        // SAFETY: as the caller promises; WIN-2.
        unsafe { into.copy_from(&self.buffer, bytes) };
    }

    /// Combines the elements that the first `bytes` bytes of `operands` are into the target's, each
    /// at once; `results` gets what was there before.
    ///
    /// # Safety
    /// WIN-1; BUF-1 for both buffers, which have so many bytes and do not overlap the target; those
    /// are whole elements of the type that `what` is for.
    pub unsafe fn accumulate(&self, what: &Accumulation, operands: &Buffer, results: Option<&Buffer>, bytes: u64) {
        let mut step = Step { what, operands, results, part: self.part, done: 0 };
        // SAFETY: as the caller promises; addresses are those of the target's elements (WIN-2).
        unsafe {
            match &self.datatype {
                None => step.run(self.buffer.dense_at(0).unwrap_or(self.address), bytes as usize),
                Some(datatype) if is_gapped(Some(what.primitive())) => {
                    let mut cursor = datatype.cursor(self.count);
                    while step.done < bytes {
                        let Some(offset) = next_pair(&mut cursor, what.primitive()) else { break };
                        step.pair(self.address.wrapping_offset(offset as isize));
                    }
                }
                Some(datatype) => {
                    let mut cursor = datatype.cursor(self.count);
                    while step.done < bytes {
                        let Some(segment) = cursor.next((bytes - step.done) as usize) else { break };
                        step.run(self.address.wrapping_offset(segment.offset as isize), segment.len);
                    }
                }
            }
        }
    }

    /// Stores `new` in the one element of the target if that has the bytes of `expected`; `result`
    /// gets what was there before.
    ///
    /// # Safety
    /// WIN-1; the target is one element of `primitive`, which has no gaps; the three pointers are
    /// valid for its bytes.
    pub unsafe fn compare_and_swap(&self, primitive: Primitive, new: *const u8, expected: *const u8, result: *mut u8) {
        let size = primitive.size();
        // SAFETY: as the caller promises; WIN-2.
        unsafe {
            if !is_atomic(primitive, self.address) {
                self.part.claim(|_| compare_and_swap_exclusively(size, self.address, new, expected, result));
            } else {
                self.part.combine_few(|| compare_and_swap(size, self.address, new, expected, result));
            }
        }
    }
}

/// Whether the parts of such an element do not lie together.
fn is_gapped(primitive: Option<Primitive>) -> bool {
    primitive.is_some_and(|primitive| primitive.size() != primitive.extent())
}

/// Where the next pair of the stream lies.
fn next_pair(cursor: &mut Cursor<'_>, primitive: Primitive) -> Option<i64> {
    let mut left = primitive.size() as usize;
    let first = cursor.next(left)?;
    left -= first.len;
    while left > 0 {
        left -= cursor.next(left)?.len;
    }
    Some(first.offset)
}

/// Combines `len` bytes of elements without gaps that lie together on all sides: some at a time, so
/// that nobody waits long for the claim. Operands and results may be null where there are none.
///
/// # Safety
/// WIN-1, WIN-2 for the target; BUF-1 for operands and results, which do not overlap it.
#[inline]
pub unsafe fn combine_dense(
    part: TargetPart,
    what: &Accumulation,
    target: *mut u8,
    operands: *const u8,
    results: *mut u8,
    len: usize,
) {
    if len <= HELD {
        // SAFETY: the caller's promise.
        return unsafe { combine(part, what, target, operands, results, len) };
    }
    let size = what.primitive().size() as usize;
    let most = HELD / size * size;
    for at in (0..len).step_by(most) {
        let operands = if operands.is_null() { operands } else { operands.wrapping_add(at) };
        let results = if results.is_null() { results } else { results.wrapping_add(at) };
        // SAFETY: the caller's promise.
        unsafe { combine(part, what, target.wrapping_add(at), operands, results, most.min(len - at)) };
    }
}

/// As [`combine_dense`], under one claim.
///
/// # Safety
/// As there.
unsafe fn combine(part: TargetPart, what: &Accumulation, target: *mut u8, operands: *const u8, results: *mut u8, len: usize) {
    let count = len / what.primitive().size() as usize;
    // SAFETY: the caller's promise; WIN-1: others choose the same mechanism for these elements.
    unsafe {
        let atomics = || what.apply_atomically(target, operands, results, count);
        let alone = || what.apply_exclusively(target, operands, results, count);
        match is_atomic(what.primitive(), target) {
            // Loads are as quick one by one, and readers would exclude each other.
            true if count < MANY || !what.takes_operands() => part.combine_few(atomics),
            true => part.combine_many(alone, atomics),
            false => part.claim(|_| alone()),
        }
    }
}

/// An accumulate under way.
struct Step<'a> {
    what: &'a Accumulation,
    operands: &'a Buffer,
    results: Option<&'a Buffer>,
    part: TargetPart,
    /// Bytes of operands that are combined.
    done: u64,
}

impl Step<'_> {
    /// Combines `len` bytes of elements without gaps that lie together in the target.
    ///
    /// # Safety
    /// As [`Target::accumulate`]; `target` is the address of these elements.
    unsafe fn run(&mut self, target: *mut u8, len: usize) {
        let nowhere = Some(ptr::null_mut());
        let operands = if self.what.takes_operands() { self.operands.dense_at(self.done) } else { nowhere };
        let results = self.results.map_or(nowhere, |results| results.dense_at(self.done));
        if let (Some(operands), Some(results)) = (operands, results) {
            // SAFETY: the caller's promise.
            unsafe { combine_dense(self.part, self.what, target, operands, results, len) };
            self.done += len as u64;
            return;
        }
        for at in (0..len).step_by(CHUNK) {
            // SAFETY: the caller's promise.
            unsafe { self.chunk(target.wrapping_add(at), CHUNK.min(len - at)) };
        }
    }

    /// As [`Step::run`], for at most a chunk of elements whose operands or results have gaps.
    ///
    /// # Safety
    /// As there.
    unsafe fn chunk(&mut self, target: *mut u8, len: usize) {
        let (mut operands, mut before) = ([0_u8; CHUNK], [0_u8; CHUNK]);
        let results = if self.results.is_some() { before.as_mut_ptr() } else { ptr::null_mut() };
        // SAFETY: the caller's promise; both arrays have room for a chunk.
        unsafe {
            if self.what.takes_operands() {
                self.operands.read(self.done, operands.as_mut_ptr(), len);
            }
            combine(self.part, self.what, target, operands.as_ptr(), results, len);
            if let Some(results) = self.results {
                results.write(self.done, before.as_ptr(), len);
            }
        }
        self.done += len as u64;
    }

    /// Combines one pair.
    ///
    /// # Safety
    /// As [`Target::accumulate`]; `target` is the address of the pair.
    unsafe fn pair(&mut self, target: *mut u8) {
        let Some((value, index)) = self.what.primitive().pair() else { return };
        let (value, len) = (value.size() as usize, self.what.primitive().size() as usize);
        let second = value.next_multiple_of(index.alignment() as usize);
        let (mut operand, mut before) = ([0_u8; LARGEST], [0_u8; LARGEST]);
        let mut packed = [0_u8; LARGEST];
        // SAFETY: the caller's promise; all arrays have room for a pair.
        unsafe {
            if self.what.takes_operands() {
                self.operands.read(self.done, packed.as_mut_ptr(), len);
            }
            operand[..value].copy_from_slice(&packed[..value]);
            operand[second..second + len - value].copy_from_slice(&packed[value..len]);
            self.part.claim(|_| self.what.apply_exclusively(target, operand.as_ptr(), before.as_mut_ptr(), 1));
            if let Some(results) = self.results {
                packed[..value].copy_from_slice(&before[..value]);
                packed[value..len].copy_from_slice(&before[second..second + len - value]);
                results.write(self.done, packed.as_ptr(), len);
            }
        }
        self.done += len as u64;
    }
}
