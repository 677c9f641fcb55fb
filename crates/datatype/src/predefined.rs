//! The predefined datatypes: handles and names of the ABI, and the machine type of each on x86_64.

use crate::datatype::{Datatype, Inner};
use crate::layout::{Layout, Run};
use crate::primitive::Primitive;
use crate::shared::Shared;

/// Handle of `MPI_DATATYPE_NULL`, the first of the 256 that the ABI keeps for datatypes.
const FIRST: usize = 0x200;

/// Handle of `MPI_BYTE`.
pub(crate) const BYTE: usize = 0x247;

/// No type has this handle.
const NONE: u8 = u8::MAX;

/// `MPI_SHORT_INT` is the only predefined type with a gap between its parts.
static SHORT_INT_RUNS: [Run; 2] = [Run { offset: 0, end: 2 }, Run { offset: 4, end: 6 }];

const fn layout(primitive: Primitive) -> Layout {
    match primitive {
        Primitive::ShortInt => Layout::Runs { runs: Shared::Static(&SHORT_INT_RUNS) },
        other => Layout::Dense { len: other.size() },
    }
}

macro_rules! predefined {
    ($($handle:literal $name:ident $primitive:ident;)*) => {
        const HANDLES: &[usize] = &[$($handle),*];

        const PRIMITIVES: &[Primitive] = &[$(Primitive::$primitive),*];

        static DATATYPES: &[Datatype] = &[$({
            const PRIMITIVE: Primitive = Primitive::$primitive;
            static INNER: Inner = Inner::named($handle, stringify!($name), PRIMITIVE, layout(PRIMITIVE));
            Datatype(Shared::Static(&INNER))
        }),*];
    };
}

predefined! {
    0x201 MPI_AINT I64;
    0x202 MPI_COUNT I64;
    0x203 MPI_OFFSET I64;
    0x207 MPI_PACKED Packed;
    0x208 MPI_SHORT I16;
    0x209 MPI_INT I32;
    0x20a MPI_LONG Long;
    0x20b MPI_LONG_LONG_INT I64;
    0x20c MPI_UNSIGNED_SHORT U16;
    0x20d MPI_UNSIGNED U32;
    0x20e MPI_UNSIGNED_LONG UnsignedLong;
    0x20f MPI_UNSIGNED_LONG_LONG U64;
    0x210 MPI_FLOAT F32;
    0x212 MPI_C_COMPLEX ComplexF32;
    0x213 MPI_CXX_FLOAT_COMPLEX ComplexF32;
    0x214 MPI_DOUBLE F64;
    0x216 MPI_C_DOUBLE_COMPLEX ComplexF64;
    0x217 MPI_CXX_DOUBLE_COMPLEX ComplexF64;
    0x218 MPI_LOGICAL Logical4;
    0x219 MPI_INTEGER I32;
    0x21a MPI_REAL F32;
    0x21b MPI_COMPLEX ComplexF32;
    0x21c MPI_DOUBLE_PRECISION F64;
    0x21d MPI_DOUBLE_COMPLEX ComplexF64;
    0x21e MPI_CHARACTER Char;
    0x220 MPI_LONG_DOUBLE F80;
    0x224 MPI_C_LONG_DOUBLE_COMPLEX ComplexF80;
    0x225 MPI_CXX_LONG_DOUBLE_COMPLEX ComplexF80;
    0x228 MPI_FLOAT_INT FloatInt;
    0x229 MPI_DOUBLE_INT DoubleInt;
    0x22a MPI_LONG_INT LongInt;
    0x22b MPI_2INT TwoInt;
    0x22c MPI_SHORT_INT ShortInt;
    0x22d MPI_LONG_DOUBLE_INT LongDoubleInt;
    0x230 MPI_2REAL TwoReal;
    0x231 MPI_2DOUBLE_PRECISION TwoDoublePrecision;
    0x232 MPI_2INTEGER TwoInteger;
    0x238 MPI_C_BOOL Bool;
    0x239 MPI_CXX_BOOL Bool;
    0x23c MPI_WCHAR WideChar;
    0x240 MPI_INT8_T I8;
    0x241 MPI_UINT8_T U8;
    0x243 MPI_CHAR Char;
    0x244 MPI_SIGNED_CHAR I8;
    0x245 MPI_UNSIGNED_CHAR U8;
    0x247 MPI_BYTE Byte;
    0x248 MPI_INT16_T I16;
    0x249 MPI_UINT16_T U16;
    0x250 MPI_INT32_T I32;
    0x251 MPI_UINT32_T U32;
    0x258 MPI_INT64_T I64;
    0x259 MPI_UINT64_T U64;
    0x2c0 MPI_LOGICAL1 Logical1;
    0x2c1 MPI_INTEGER1 I8;
    0x2c8 MPI_LOGICAL2 Logical2;
    0x2c9 MPI_INTEGER2 I16;
    0x2ca MPI_REAL2 F16;
    0x2d0 MPI_LOGICAL4 Logical4;
    0x2d1 MPI_INTEGER4 I32;
    0x2d2 MPI_REAL4 F32;
    0x2d3 MPI_COMPLEX4 ComplexF16;
    0x2d8 MPI_LOGICAL8 Logical8;
    0x2d9 MPI_INTEGER8 I64;
    0x2da MPI_REAL8 F64;
    0x2db MPI_COMPLEX8 ComplexF32;
    0x2e0 MPI_LOGICAL16 Logical16;
    0x2e1 MPI_INTEGER16 I128;
    0x2e2 MPI_REAL16 F128;
    0x2e3 MPI_COMPLEX16 ComplexF64;
    0x2eb MPI_COMPLEX32 ComplexF128;
}

/// Position in [`DATATYPES`] by handle.
static POSITIONS: [u8; 256] = {
    let mut positions = [NONE; 256];
    let mut index = 0;
    while index < HANDLES.len() {
        positions[HANDLES[index] - FIRST] = index as u8;
        index += 1;
    }
    positions
};

/// What a predefined type without gaps consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainElement {
    /// Its machine type.
    pub primitive: Primitive,
    size: u8,
}

impl PlainElement {
    /// That of the predefined type with this handle; `None` for all other handles, and types with
    /// gaps.
    #[inline(always)]
    pub fn of(handle: usize) -> Option<PlainElement> {
        *PLAIN.get(handle.wrapping_sub(FIRST))?
    }

    /// Its bytes.
    #[inline(always)]
    pub fn size(self) -> u64 {
        self.size.into()
    }
}

/// By handle, for calls that look at nothing else of a type.
static PLAIN: [Option<PlainElement>; 256] = {
    let mut elements = [None; 256];
    let mut index = 0;
    while index < HANDLES.len() {
        let primitive = PRIMITIVES[index];
        if primitive.size() == primitive.extent() {
            elements[HANDLES[index] - FIRST] = Some(PlainElement { primitive, size: primitive.size() as u8 });
        }
        index += 1;
    }
    elements
};

#[inline]
pub(crate) fn lookup(handle: usize) -> Option<&'static Datatype> {
    let position = *POSITIONS.get(handle.wrapping_sub(FIRST))?;
    DATATYPES.get(usize::from(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_handle_finds_itself() {
        for &handle in HANDLES {
            assert_eq!(lookup(handle).and_then(Datatype::handle), Some(handle));
        }
        assert_eq!(DATATYPES.len(), 70);
    }

    #[test]
    fn other_handles_find_nothing() {
        for handle in [0, 1, FIRST, 0x204, 0x2ff, 0x300, usize::MAX] {
            assert!(lookup(handle).is_none(), "{handle:#x}");
        }
    }

    #[test]
    fn plain_elements_are_the_types_without_gaps() {
        for handle in 0..0x400 {
            let primitive = lookup(handle).and_then(Datatype::primitive);
            let plain = primitive.filter(|primitive| primitive.size() == primitive.extent());
            let found = PlainElement::of(handle);
            assert_eq!(found.map(|element| element.primitive), plain, "{handle:#x}");
            assert_eq!(found.map(PlainElement::size), plain.map(Primitive::size), "{handle:#x}");
        }
        assert_eq!(PlainElement::of(usize::MAX), None);
    }

    #[test]
    fn pairs_are_c_structures() {
        let of = |handle| {
            let ty = lookup(handle).expect("predefined");
            (ty.name().expect("named"), ty.size(), ty.extent(), ty.true_extent())
        };
        assert_eq!(of(0x229), ("MPI_DOUBLE_INT", 12, 16, 12));
        assert_eq!(of(0x22c), ("MPI_SHORT_INT", 6, 8, 8));
        assert_eq!(of(0x22d), ("MPI_LONG_DOUBLE_INT", 20, 32, 20));
    }
}
