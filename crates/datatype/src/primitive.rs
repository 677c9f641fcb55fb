//! The machine element types every type map is made of, with size and alignment as in C on x86_64.

/// The enumeration of element types, and all of them.
macro_rules! primitives {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// One element type of the machine. Several named MPI types may share one (`MPI_INT` and
        /// `MPI_INTEGER` are both `I32`); types that the standard treats apart in reductions or in
        /// `external32` are apart here as well (`Char` and `I8`, `Long` and `I64`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Primitive {
            $($(#[$doc])* $name,)*
        }

        impl Primitive {
            /// Every primitive.
            pub const ALL: [Primitive; 40] = [$(Primitive::$name,)*];
        }
    };
}

primitives! {
    I8, I16, I32, I64, I128, U8, U16, U32, U64,
    /// C `long`: 8 bytes here, 4 in `external32`.
    Long,
    /// C `unsigned long`: 8 bytes here, 4 in `external32`.
    UnsignedLong,
    /// IEEE half precision (`REAL*2`).
    F16,
    F32, F64,
    /// x87 extended precision, C `long double`: 10 bytes of value in 16.
    F80,
    /// IEEE quadruple precision (`REAL*16`).
    F128,
    ComplexF16, ComplexF32, ComplexF64, ComplexF80, ComplexF128,
    /// C `_Bool` and C++ `bool`.
    Bool,
    Logical1, Logical2, Logical4, Logical8, Logical16,
    /// C `char` and Fortran `CHARACTER`, which are text, not numbers.
    Char,
    /// C `wchar_t`: 4 bytes here, 2 in `external32`.
    WideChar,
    Byte, Packed,
    FloatInt, DoubleInt, LongInt, TwoInt, ShortInt, LongDoubleInt, TwoReal, TwoDoublePrecision, TwoInteger,
}

use Primitive::*;

impl Primitive {
    /// Bytes of data, without the gaps a pair has.
    pub const fn size(self) -> u64 {
        match self {
            I8 | U8 | Bool | Logical1 | Char | Byte | Packed => 1,
            I16 | U16 | F16 | Logical2 => 2,
            I32 | U32 | F32 | Logical4 | WideChar | ComplexF16 => 4,
            I64 | U64 | Long | UnsignedLong | F64 | Logical8 | ComplexF32 => 8,
            I128 | F80 | F128 | Logical16 | ComplexF64 => 16,
            ComplexF80 | ComplexF128 => 32,
            ShortInt => 6,
            FloatInt | TwoInt | TwoReal | TwoInteger => 8,
            DoubleInt | LongInt => 12,
            TwoDoublePrecision => 16,
            LongDoubleInt => 20,
        }
    }

    /// Bytes the address must be a multiple of; always a power of two.
    pub const fn alignment(self) -> u64 {
        match self {
            ComplexF16 => 2,
            ComplexF32 | ShortInt | FloatInt | TwoInt | TwoReal | TwoInteger => 4,
            ComplexF64 | DoubleInt | LongInt | TwoDoublePrecision => 8,
            ComplexF80 | ComplexF128 | LongDoubleInt => 16,
            other => other.size(),
        }
    }

    /// Bytes from one element of a C array to the next.
    pub const fn extent(self) -> u64 {
        match self {
            ShortInt => 8,
            DoubleInt | LongInt => 16,
            LongDoubleInt => 32,
            other => other.size(),
        }
    }

    /// Value and index type if this is a pair of `MPI_MINLOC` and `MPI_MAXLOC`.
    pub const fn pair(self) -> Option<(Primitive, Primitive)> {
        Some(match self {
            FloatInt => (F32, I32),
            DoubleInt => (F64, I32),
            LongInt => (Long, I32),
            TwoInt | TwoInteger => (I32, I32),
            ShortInt => (I16, I32),
            LongDoubleInt => (F80, I32),
            TwoReal => (F32, F32),
            TwoDoublePrecision => (F64, F64),
            _ => return None,
        })
    }

    /// Basic elements `MPI_Get_elements` counts: 2 for a pair, else 1.
    pub const fn elements(self) -> u64 {
        if self.pair().is_some() { 2 } else { 1 }
    }

    /// Whole basic elements in the first `bytes` of this primitive's data, or `None` if an element
    /// is cut.
    pub const fn elements_in(self, bytes: u64) -> Option<u64> {
        let first = match self.pair() {
            Some((value, _)) => value.size(),
            None => self.size(),
        };
        if bytes == 0 {
            Some(0)
        } else if bytes == self.size() {
            Some(self.elements())
        } else if bytes == first {
            Some(1)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lists_each_once_in_order() {
        for (index, primitive) in Primitive::ALL.iter().enumerate() {
            assert_eq!(*primitive as usize, index);
        }
    }

    #[test]
    fn extents_are_aligned_and_pairs_add_up() {
        for p in Primitive::ALL {
            assert!(p.alignment().is_power_of_two());
            assert_eq!(p.extent() % p.alignment(), 0, "{p:?}");
            assert!(p.extent() >= p.size());
            if let Some((value, index)) = p.pair() {
                assert_eq!(value.size() + index.size(), p.size());
                assert_eq!(p.alignment(), value.alignment().max(index.alignment()));
                let second = value.size().next_multiple_of(index.alignment());
                assert_eq!((second + index.size()).next_multiple_of(p.alignment()), p.extent(), "{p:?}");
            }
        }
    }
}
