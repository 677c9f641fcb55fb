//! The memory side of an access: elements of a datatype in a program's buffer, or bytes of our own.
//!
//! # Safety arguments
//! - MEM-1: whoever makes a [`Memory`] of a program's buffer promises that the bytes its datatype
//!   and count select stay valid, and unused by others as MPI demands (MPI-5 §14.4.2), for as long
//!   as the `Memory` lives.
//! - MEM-2: bytes of our own are in a box that lives, unmoved, as long as the `Memory`, which alone
//!   uses it.
//! - MEM-3: kernels and system calls get positions within the data ([`Memory::check`]), so they
//!   stay within what MEM-1 and MEM-2 speak of.

use std::os::fd::BorrowedFd;

use ferry_datatype::Datatype;
use ferry_sys::file::{self, Piece};

/// Where the bytes of an access come from or go to, as a stream without gaps.
#[derive(Debug)]
pub struct Memory {
    address: *mut u8,
    datatype: Datatype,
    count: u64,
    bytes: u64,
    /// What `address` points to, if it is our own.
    owned: Option<Box<[u8]>>,
}

// SAFETY: MEM-1, MEM-2; which thread moves the bytes does not matter.
unsafe impl Send for Memory {}
// SAFETY: as above; reading is all that goes through a shared reference to memory that a program
// may not change meanwhile, and writes through it are of one operation, whose parts do not overlap.
unsafe impl Sync for Memory {}

impl Memory {
    /// `count` elements of `datatype` at `address`; `None` if their size overflows.
    ///
    /// # Safety
    /// MEM-1.
    pub unsafe fn new(address: *mut u8, count: u64, datatype: &Datatype) -> Option<Memory> {
        let bytes = datatype.packed_size(count)?;
        Some(Memory { address, datatype: datatype.clone(), count, bytes, owned: None })
    }

    /// Bytes of our own.
    pub fn owned(bytes: Vec<u8>) -> Memory {
        let byte = Datatype::predefined(ferry_constants::MPI_BYTE).expect("MPI_BYTE is predefined");
        let mut bytes = bytes.into_boxed_slice();
        let (address, len) = (bytes.as_mut_ptr(), bytes.len() as u64);
        Memory { address, datatype: byte.clone(), count: len, bytes: len, owned: Some(bytes) }
    }

    /// The bytes, if they are our own.
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        self.owned.map(<[u8]>::into_vec)
    }

    /// Where the program's buffer is, as the program says.
    pub fn address(&self) -> *mut u8 {
        self.address
    }

    /// Bytes of data.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether all data lie together.
    pub fn is_dense(&self) -> bool {
        self.datatype.dense_run(self.count).is_some()
    }

    /// Whether pieces are long enough, on average, to be handed to the system one by one.
    pub fn has_long_pieces(&self) -> bool {
        const LEAST_PIECE: u64 = 512;
        self.is_dense() || self.datatype.size() / self.datatype.layout().layout.runs().max(1) >= LEAST_PIECE
    }

    fn check(&self, position: u64, len: u64) {
        assert!(position.checked_add(len).is_some_and(|end| end <= self.bytes), "within the data of the access");
    }

    /// Copies the data from `position` on to `out`.
    pub fn pack(&self, position: u64, out: &mut [u8]) {
        self.check(position, out.len() as u64);
        // SAFETY: MEM-1 or MEM-2, MEM-3.
        unsafe { ferry_kernels::pack(&self.datatype, self.count, self.address, position, out.as_mut_ptr(), out.len()) };
    }

    /// Stores `bytes` as the data from `position` on.
    pub fn unpack(&self, position: u64, bytes: &[u8]) {
        self.check(position, bytes.len() as u64);
        // SAFETY: MEM-1 or MEM-2, MEM-3.
        unsafe { ferry_kernels::unpack(&self.datatype, self.count, self.address, position, bytes.as_ptr(), bytes.len()) };
    }

    /// The pieces of memory of `len` bytes from `position` on: at most as many as one call of the
    /// system takes, which may be fewer bytes.
    fn pieces(&self, position: u64, len: u64, pieces: &mut Vec<Piece>) {
        self.check(position, len);
        pieces.clear();
        let mut cursor = self.datatype.cursor(self.count);
        cursor.seek(position);
        let mut rest = len;
        while rest > 0
            && pieces.len() < file::MOST_PIECES
            && let Some(segment) = cursor.next(usize::try_from(rest).unwrap_or(usize::MAX))
        {
            let address = self.address.wrapping_offset(segment.offset as isize);
            match pieces.last_mut() {
                Some(last) if last.end() == address => last.extend(segment.len),
                _ => pieces.push(Piece::new(address, segment.len)),
            }
            rest -= segment.len as u64;
        }
    }

    /// Reads from a file what is at `offset`, at most `len` bytes, as the data from `position` on:
    /// how many bytes in one go.
    pub fn read_from(&self, file: BorrowedFd<'_>, offset: u64, position: u64, len: u64) -> std::io::Result<usize> {
        let mut pieces = Vec::new();
        self.pieces(position, len, &mut pieces);
        // SAFETY: MEM-1 or MEM-2, MEM-3.
        unsafe { file::read_at(file, &pieces, offset) }
    }

    /// As [`Memory::read_from`], if all `len` bytes are in the system's memory already: whether
    /// they were. `pieces` is memory for a list.
    pub fn read_cached(&self, file: BorrowedFd<'_>, offset: u64, position: u64, len: u64, pieces: &mut Vec<Piece>) -> bool {
        self.pieces(position, len, pieces);
        // SAFETY: MEM-1 or MEM-2, MEM-3.
        unsafe { file::read_cached_at(file, pieces, offset) }.is_ok_and(|read| read as u64 == len)
    }

    /// Writes at most `len` bytes of the data from `position` on to a file at `offset`: how many
    /// bytes in one go.
    pub fn write_to(&self, file: BorrowedFd<'_>, offset: u64, position: u64, len: u64) -> std::io::Result<usize> {
        let mut pieces = Vec::new();
        self.pieces(position, len, &mut pieces);
        // SAFETY: MEM-1 or MEM-2, MEM-3.
        unsafe { file::write_at(file, &pieces, offset) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_constants as mpi;

    #[test]
    fn gaps_in_memory_are_left_alone() {
        let mut bytes = *b"........";
        let spread = Datatype::vector(3, 1, 3, Datatype::predefined(mpi::MPI_BYTE).unwrap()).unwrap();
        // SAFETY: MEM-1: the array outlives it.
        let memory = unsafe { Memory::new(bytes.as_mut_ptr(), 1, &spread).unwrap() };
        memory.unpack(1, b"yz");
        memory.unpack(0, b"x");
        let mut out = [0; 2];
        memory.pack(1, &mut out);
        assert_eq!((&bytes, &out, memory.bytes()), (b"x..y..z.", b"yz", 3));
    }

    #[test]
    #[should_panic(expected = "within the data")]
    fn nothing_beyond_the_data_is_touched() {
        Memory::owned(vec![0; 4]).pack(2, &mut [0; 3]);
    }
}
