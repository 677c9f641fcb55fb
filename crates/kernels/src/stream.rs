//! Pack and unpack piece by piece, as buffers of the transport come and go.

use crate::pack::{pack, unpack};
use ferry_datatype::Datatype;

/// Packs a message in pieces.
#[derive(Debug)]
pub struct Packer {
    datatype: Datatype,
    count: u64,
    base: *const u8,
    position: u64,
}

impl Packer {
    /// At the start of `count` elements of `datatype` at `base`.
    pub fn new(datatype: &Datatype, count: u64, base: *const u8) -> Packer {
        Packer { datatype: datatype.clone(), count, base, position: 0 }
    }

    /// Packs the next bytes, at most `capacity`, to `out`. Returns how many; 0 at the end.
    ///
    /// # Safety
    /// The buffer given to [`Packer::new`] is readable, `out` writable for `capacity` bytes, and
    /// they do not overlap.
    #[inline]
    pub unsafe fn next(&mut self, out: *mut u8, capacity: usize) -> usize {
        // SAFETY: the caller's promise (K-1 to K-3).
        let moved = unsafe { pack(&self.datatype, self.count, self.base, self.position, out, capacity) };
        self.position += moved as u64;
        moved
    }

    /// Bytes packed so far.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Bytes still to pack.
    pub fn remaining(&self) -> u64 {
        self.datatype.size().saturating_mul(self.count) - self.position
    }
}

/// Unpacks a message in pieces.
#[derive(Debug)]
pub struct Unpacker {
    datatype: Datatype,
    count: u64,
    base: *mut u8,
    position: u64,
}

impl Unpacker {
    /// At the start of `count` elements of `datatype` at `base`.
    pub fn new(datatype: &Datatype, count: u64, base: *mut u8) -> Unpacker {
        Unpacker { datatype: datatype.clone(), count, base, position: 0 }
    }

    /// Unpacks the next `len` bytes from `src`. Returns how many the buffer took, less than `len`
    /// only when it is full.
    ///
    /// # Safety
    /// The buffer given to [`Unpacker::new`] is writable, `src` readable for `len` bytes, and they
    /// do not overlap.
    #[inline]
    pub unsafe fn next(&mut self, src: *const u8, len: usize) -> usize {
        // SAFETY: the caller's promise (K-1 to K-3).
        let moved = unsafe { unpack(&self.datatype, self.count, self.base, self.position, src, len) };
        self.position += moved as u64;
        moved
    }

    /// Bytes unpacked so far.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Bytes the buffer can still take.
    pub fn remaining(&self) -> u64 {
        self.datatype.size().saturating_mul(self.count) - self.position
    }
}
