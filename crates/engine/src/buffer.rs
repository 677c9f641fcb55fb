//! User buffers: where a message's bytes come from or go to.
//!
//! # Safety arguments
//! - BUF-1: whoever makes a [`Buffer`] promises that its bytes (those its datatype and count
//!   select) stay valid, and unused by others as MPI demands (MPI-5 §3.7), until the operation that
//!   holds it is complete.
//! - BUF-2: `address` of a dense buffer is valid for `bytes` bytes.

use std::mem::MaybeUninit;
use std::ptr;

use ferry_datatype::Datatype;
use ferry_device::Part;
use ferry_kernels::Sweep;
use ferry_protocol::transfer::Piece;

/// Elements of a datatype at an address, contiguous or not.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Of the first byte of data if dense, else of the origin that displacements count from.
    address: *mut u8,
    /// Bytes of data.
    bytes: u64,
    /// For data with gaps: datatype and count. Apart, so that the common case is small.
    typed: Option<Box<(Datatype, u64)>>,
}

// SAFETY: BUF-1; which thread moves the bytes does not matter.
unsafe impl Send for Buffer {}

impl Buffer {
    /// `count` elements of `datatype` at `address`; `None` if their size overflows.
    ///
    /// # Safety
    /// BUF-1.
    #[inline(always)]
    pub unsafe fn new(address: *mut u8, count: u64, datatype: &Datatype) -> Option<Self> {
        let bytes = datatype.packed_size(count)?;
        if let Some(run) = datatype.dense_run(count) {
            let address = address.wrapping_offset(run.offset as isize);
            return Some(Buffer { address, bytes, typed: None });
        }
        Some(Buffer { address, bytes, typed: Some(Box::new((datatype.clone(), count))) })
    }

    /// `bytes` bytes at `address`.
    ///
    /// # Safety
    /// BUF-1.
    #[inline(always)]
    pub unsafe fn dense(address: *mut u8, bytes: u64) -> Self {
        Buffer { address, bytes, typed: None }
    }

    /// No bytes.
    pub fn empty() -> Self {
        Buffer { address: ptr::null_mut(), bytes: 0, typed: None }
    }

    /// The `len` bytes of packed data from byte `position` on as a buffer of their own; `None` if
    /// they begin or end inside an element. BUF-1 must hold for them as for this one.
    pub fn slice(&self, position: u64, len: u64) -> Option<Self> {
        debug_assert!(position + len <= self.bytes);
        let Some((datatype, _)) = self.typed.as_deref() else {
            return Some(Buffer { address: self.address.wrapping_add(position as usize), bytes: len, typed: None });
        };
        let size = datatype.size();
        if size == 0 {
            return Some(Buffer::empty());
        }
        if !position.is_multiple_of(size) || !len.is_multiple_of(size) {
            return None;
        }
        let origin = self.address.wrapping_offset((position / size) as isize * datatype.extent() as isize);
        // SAFETY: these elements are part of this buffer's (BUF-1).
        unsafe { Buffer::new(origin, len / size, datatype) }
    }

    /// Bytes of data.
    #[inline(always)]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Pieces of memory that the data lie in, at most.
    pub fn pieces(&self) -> u64 {
        self.typed.as_deref().map_or(1, |(datatype, count)| datatype.runs(*count))
    }

    /// Where the first `bytes` bytes lie, if in one piece.
    #[inline(always)]
    pub(crate) fn memory(&self, bytes: u64) -> Option<Piece> {
        self.typed.is_none().then_some(Piece { address: self.address as u64, len: bytes.min(self.bytes) })
    }

    /// Where the data from byte `position` on lie, if they lie together.
    pub(crate) fn dense_at(&self, position: u64) -> Option<*mut u8> {
        self.typed.is_none().then(|| self.address.wrapping_add(position as usize))
    }

    /// Appends the pieces of `len` bytes of the packed data from byte `position` on to `out`, until
    /// it has `most`: how many bytes they are.
    pub(crate) fn slice_pieces(&self, position: u64, len: u64, most: usize, out: &mut Vec<Piece>) -> u64 {
        debug_assert!(position + len <= self.bytes);
        let Some((datatype, count)) = self.typed.as_deref() else {
            out.push(Piece { address: self.address as u64 + position, len });
            return len;
        };
        let mut cursor = datatype.cursor(*count);
        cursor.seek(position);
        let mut covered = 0;
        while covered < len && out.len() < most {
            let Some(segment) = cursor.next((len - covered) as usize) else { break };
            let address = self.address.wrapping_offset(segment.offset as isize) as u64;
            match out.last_mut() {
                Some(last) if last.address + last.len == address => last.len += segment.len as u64,
                _ => out.push(Piece { address, len: segment.len as u64 }),
            }
            covered += segment.len as u64;
        }
        covered
    }

    /// Writes `len` bytes of the packed data from byte `position` on to `out`.
    ///
    /// # Safety
    /// BUF-1; `position + len <= bytes`; `out` is valid for writing `len` bytes.
    #[inline(always)]
    pub unsafe fn read(&self, position: u64, out: *mut u8, len: usize) {
        debug_assert!(position + len as u64 <= self.bytes);
        match self.typed.as_deref() {
            // SAFETY: BUF-2 and the caller's promise.
            None => unsafe { ferry_kernels::copy_shared(out, self.address.add(position as usize), len) },
            Some((datatype, count)) => {
                // SAFETY: as above; kernels stay within what the datatype selects.
                let moved = unsafe { ferry_kernels::pack(datatype, *count, self.address, position, out, len) };
                debug_assert_eq!(moved, len);
            }
        }
    }

    /// Stores `len` packed bytes from `from` as the data from byte `position` on.
    ///
    /// # Safety
    /// BUF-1; `position + len <= bytes`; `from` is valid for reading `len` bytes.
    #[inline(always)]
    pub unsafe fn write(&self, position: u64, from: *const u8, len: usize) {
        debug_assert!(position + len as u64 <= self.bytes);
        match self.typed.as_deref() {
            // SAFETY: BUF-2 and the caller's promise.
            None => unsafe { ferry_kernels::copy_shared(self.address.add(position as usize), from, len) },
            Some((datatype, count)) => {
                // SAFETY: as above.
                let moved = unsafe { ferry_kernels::unpack(datatype, *count, self.address, position, from, len) };
                debug_assert_eq!(moved, len);
            }
        }
    }

    /// Writes a part of a packet whose body is the packed data from byte `position` on.
    ///
    /// # Safety
    /// BUF-1; the part is within the data, and its memory valid for writing.
    #[inline(always)]
    pub unsafe fn fill(&self, position: u64, part: Part) {
        let position = position + part.offset as u64;
        // SAFETY: the caller's promise.
        unsafe {
            if part.past_caches {
                self.read_past_caches(position, part.to, part.len)
            } else {
                self.read(position, part.to, part.len)
            }
        }
    }

    /// As [`Buffer::fill`], for a long message: what lies together is probably in no cache.
    ///
    /// # Safety
    /// As there.
    pub unsafe fn fill_far(&self, position: u64, part: Part) {
        match self.typed {
            // SAFETY: BUF-2 and the caller's promise.
            None => unsafe {
                ferry_kernels::copy_side_by_side(part.to, self.address.add(position as usize + part.offset), part.len)
            },
            // SAFETY: as the caller promises.
            Some(_) => unsafe { self.fill(position, part) },
        }
    }

    /// As [`Buffer::read`], past the caches. What has gaps is put together in a cache first.
    ///
    /// # Safety
    /// As there.
    unsafe fn read_past_caches(&self, position: u64, out: *mut u8, len: usize) {
        const PIECE: usize = 4096;
        // SAFETY: BUF-2 and the caller's promise; the bounce has room for a piece.
        unsafe {
            if self.typed.is_none() {
                ferry_kernels::copy_nontemporal(out, self.address.add(position as usize), len, Sweep::InOrder);
                return;
            }
            let mut bounce = MaybeUninit::<[u8; PIECE]>::uninit();
            let bounce = bounce.as_mut_ptr().cast::<u8>();
            for at in (0..len).step_by(PIECE) {
                let piece = PIECE.min(len - at);
                self.read(position + at as u64, bounce, piece);
                ferry_kernels::copy_nontemporal_unfenced(out.add(at), bounce, piece, Sweep::InOrder);
            }
        }
        ferry_kernels::fence();
    }

    /// As [`Buffer::write`], but past the caches where the data lie together (LMT-5): ordered
    /// before later stores by [`ferry_kernels::fence`].
    ///
    /// # Safety
    /// As there.
    pub unsafe fn write_sparing(&self, position: u64, from: *const u8, len: usize, sweep: Sweep) {
        match self.typed {
            // SAFETY: BUF-2 and the caller's promise.
            None => unsafe { ferry_kernels::copy_nontemporal_unfenced(self.address.add(position as usize), from, len, sweep) },
            // SAFETY: as the caller promises.
            Some(_) => unsafe { self.write(position, from, len) },
        }
    }

    /// Copies the first `len` packed bytes of `from` into this buffer.
    ///
    /// # Safety
    /// BUF-1 for both; `len` is at most either's bytes; they do not overlap.
    pub unsafe fn copy_from(&self, from: &Buffer, len: u64) {
        match (&self.typed, &from.typed) {
            // SAFETY: the dense side is read or written as one range by the other side's kernel.
            (_, None) => unsafe { self.write(0, from.address, len as usize) },
            // SAFETY: as above.
            (None, _) => unsafe { from.read(0, self.address, len as usize) },
            // SAFETY: as above, through a bounce buffer.
            _ => unsafe { self.copy_through(from, len) },
        }
    }

    unsafe fn copy_through(&self, from: &Buffer, len: u64) {
        const BOUNCE: usize = 16 * 1024;
        let mut bounce = [0u8; BOUNCE];
        let mut position = 0;
        while position < len {
            let piece = BOUNCE.min((len - position) as usize);
            // SAFETY: the caller's promise; the bounce buffer holds BOUNCE bytes.
            unsafe {
                from.read(position, bounce.as_mut_ptr(), piece);
                self.write(position, bounce.as_ptr(), piece);
            }
            position += piece as u64;
        }
    }

    /// The data, packed, in memory of its own.
    ///
    /// # Safety
    /// BUF-1.
    pub unsafe fn pack(&self) -> Box<[u8]> {
        let mut out = Vec::with_capacity(self.bytes as usize);
        // SAFETY: the capacity is reserved and `read` fills all of it.
        unsafe {
            self.read(0, out.as_mut_ptr(), self.bytes as usize);
            out.set_len(self.bytes as usize);
        }
        out.into_boxed_slice()
    }
}
