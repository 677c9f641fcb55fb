//! Handles that are 32-bit integers: predefined ones by tables, created ones by a mirror.

use std::ffi::c_int;

use ferry_handle::{FIRST_CREATED, Kind};

use crate::mirror::{INDEX_BITS, Mirror};
use crate::peer::NO_HANDLE;

/// Slots of a table of predefined handles.
pub const SLOTS: usize = 256;
/// Values of the standard ABI that a table of the peer's handles covers.
pub const ABI_LIMIT: usize = 0x300;

/// Bits of an integer that say where it belongs: kind and class as the peer lays them out.
const CLASS_SHIFT: u32 = 26;
/// The class of created objects, in the upper two bits.
const CREATED: u32 = 0b11;
/// Marks, among created objects, the requests that were over when they were made and have a number
/// instead of an index.
const NUMBERED: usize = 1 << INDEX_BITS;

/// Handles of one kind.
pub struct IntegerHandles {
    /// The integer of the null handle, and the standard's null handle.
    pub null: (c_int, usize),
    /// The other predefined handles.
    pub table: &'static Predefined,
    /// The peer's number of the kind.
    pub kind_number: u32,
    /// What the library calls the kind.
    pub kind: Kind,
    /// The handles of created objects.
    pub created: &'static Mirror,
}

/// The peer's predefined handles of a kind, each in the slot that its integer determines.
pub struct Predefined([(c_int, u32); SLOTS]);

impl Predefined {
    /// A table of pairs of integer and handle of the standard ABI.
    ///
    /// # Panics
    /// If two integers have the same slot.
    pub const fn new(pairs: &[(c_int, usize)]) -> Self {
        let mut slots = [(0, 0); SLOTS];
        let mut next = 0;
        while next < pairs.len() {
            let (integer, handle) = pairs[next];
            assert!(slots[slot(integer)].1 == 0, "two predefined handles in one slot");
            slots[slot(integer)] = (integer, handle as u32);
            next += 1;
        }
        Predefined(slots)
    }

    #[inline(always)]
    fn get(&self, integer: c_int) -> Option<usize> {
        let (found, handle) = self.0[slot(integer)];
        (found == integer && handle != 0).then_some(handle as usize)
    }
}

/// Low bits number the handles of a class; the highest bit tells two classes apart.
const fn slot(integer: c_int) -> usize {
    (integer as u32 & 0x7f | integer as u32 >> 24 & 0x80) as usize
}

/// The peer's integers of the predefined handles, by the standard's values.
pub const fn by_abi(pairs: &[(c_int, usize)]) -> [c_int; ABI_LIMIT] {
    let mut table = [0; ABI_LIMIT];
    let mut next = 0;
    while next < pairs.len() {
        let (integer, handle) = pairs[next];
        table[handle] = integer;
        next += 1;
    }
    table
}

impl IntegerHandles {
    const fn class(&self) -> u32 {
        CREATED << 4 | self.kind_number
    }

    /// Whether `integer` stands for a created object of this kind.
    #[inline(always)]
    pub fn made(&self, integer: c_int) -> bool {
        integer as u32 >> CLASS_SHIFT == self.class()
    }

    /// The standard's handle for an integer.
    #[inline(always)]
    pub fn abi(&self, integer: c_int) -> usize {
        match self.table.get(integer) {
            Some(handle) => handle,
            None if self.made(integer) => self.created(integer),
            None if integer == self.null.0 => self.null.1,
            None => NO_HANDLE,
        }
    }

    #[inline(always)]
    fn created(&self, integer: c_int) -> usize {
        let low = integer as u32 as usize & ((1 << CLASS_SHIFT) - 1);
        if low & NUMBERED != 0 {
            return self.kind.reserved(low & !NUMBERED);
        }
        match self.created.get(low) {
            0 => NO_HANDLE,
            handle => handle,
        }
    }

    /// The integer for a handle of the standard ABI.
    #[inline(always)]
    pub fn foreign(&self, handle: usize, predefined: &[c_int; ABI_LIMIT]) -> c_int {
        if handle < FIRST_CREATED {
            return predefined.get(handle).copied().filter(|integer| *integer != 0).unwrap_or(self.null.0);
        }
        let low = match self.kind.reserved_number(handle) {
            Some(number) => number | NUMBERED,
            None => self.remember(handle),
        };
        (self.class() << CLASS_SHIFT | low as u32) as c_int
    }

    #[inline(always)]
    fn remember(&self, handle: usize) -> usize {
        let index = ferry_handle::index_of(handle);
        if index >= 1 << INDEX_BITS {
            too_many(self.kind);
        }
        self.created.set(index, handle);
        index
    }
}

#[cold]
fn too_many(kind: Kind) -> ! {
    eprintln!(
        "ferry: more than {} objects of kind {kind:?} live at once, which 32-bit handles cannot name; free some, or compile the program with Ferry's mpicc",
        1 << INDEX_BITS
    );
    std::process::abort()
}

const _: () = assert!(NUMBERED << 1 == 1 << CLASS_SHIFT, "an index or a number, and the bit between them");

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_constants as mpi;

    const PAIRS: [(c_int, usize); 3] =
        [(0x0400_0000, mpi::MPI_COMM_NULL), (0x4400_0000, mpi::MPI_COMM_WORLD), (0x4400_0001, mpi::MPI_COMM_SELF)];
    static TABLE: Predefined = Predefined::new(&[PAIRS[1], PAIRS[2]]);
    static MIRROR: Mirror = Mirror::new();
    static BY_ABI: [c_int; ABI_LIMIT] = by_abi(&PAIRS);
    const COMM: IntegerHandles =
        IntegerHandles { null: PAIRS[0], table: &TABLE, kind_number: 1, kind: Kind::Comm, created: &MIRROR };

    #[test]
    fn predefined_handles_go_both_ways() {
        for (integer, handle) in PAIRS {
            assert_eq!((COMM.abi(integer), COMM.foreign(handle, &BY_ABI)), (handle, integer));
        }
        assert_eq!([0, 1, 0x4400_0002, -1].map(|integer| COMM.abi(integer)), [NO_HANDLE; 4]);
    }

    #[test]
    fn created_handles_go_both_ways() {
        let mut table = ferry_handle::Table::new(Kind::Comm);
        let handles = [table.insert('a'), table.insert('b')];
        let integers = handles.map(|handle| COMM.foreign(handle, &BY_ABI));
        assert_ne!(integers[0], integers[1]);
        assert_eq!(integers.map(|integer| COMM.abi(integer)), handles);
        assert!(integers.iter().all(|integer| COMM.made(*integer)));
        assert_eq!(COMM.abi(integers[1] + 1), NO_HANDLE);
    }

    #[test]
    fn numbered_requests_go_both_ways() {
        let handle = Kind::Comm.reserved(0x00ff_fffe);
        assert_eq!(COMM.abi(COMM.foreign(handle, &BY_ABI)), handle);
    }
}
