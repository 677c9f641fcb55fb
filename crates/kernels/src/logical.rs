//! Fortran's truth values: what a `LOGICAL` of each size holds for true and false, as a Fortran
//! interface may declare (MPI-5 §20.4). Until then they are 1 and 0. Whatever is not false is true.

use std::sync::OnceLock;

use ferry_datatype::Primitive;

use crate::element::{LogicalAnd, LogicalOr, LogicalXor, Operation};
use crate::op::ReduceOp;
use crate::reduce::ReduceFn;

/// The bits of true and of false, in the lowest bytes.
type Truths = (u128, u128);

/// By the binary logarithm of the size in bytes: 1, 2, 4, 8, 16.
static DECLARED: [OnceLock<Truths>; 5] = [const { OnceLock::new() }; 5];

fn declared(size: usize) -> &'static OnceLock<Truths> {
    &DECLARED[size.trailing_zeros() as usize]
}

/// Declares the truth values of a `LOGICAL` of `size` bytes (1, 2, 4, 8 or 16), little-endian.
/// False if that was done before: nothing changes then.
///
/// # Panics
/// If no `LOGICAL` has that size.
pub fn declare_logical(size: usize, yes: u128, no: u128) -> bool {
    assert!(size.is_power_of_two() && size <= 16, "no LOGICAL has {size} bytes");
    declared(size).set((yes, no)).is_ok()
}

/// The truth values that were declared for a `LOGICAL` of `size` bytes (1, 2, 4, 8 or 16): true,
/// false.
pub fn declared_logical(size: usize) -> Option<Truths> {
    declared(size).get().copied()
}

/// Whether elements of `primitive` are `LOGICAL`s.
pub(crate) fn is_logical(primitive: Primitive) -> bool {
    use Primitive as P;
    matches!(primitive, P::Logical1 | P::Logical2 | P::Logical4 | P::Logical8 | P::Logical16)
}

/// An unsigned integer with the bits of a `LOGICAL`.
pub(crate) trait LogicalBits: Copy + PartialEq {
    fn lowest(bits: u128) -> Self;
}

macro_rules! bits {
    ($($int:ty),*) => {$(
        impl LogicalBits for $int {
            fn lowest(bits: u128) -> Self {
                bits as $int
            }
        }
    )*};
}

bits!(u8, u16, u32, u64, u128);

/// The loop for `op` on `LOGICAL`s of the size of `T`, or `None` if the standard does not define
/// the operation for them.
pub(crate) fn reduction<T: LogicalBits>(op: ReduceOp) -> Option<ReduceFn> {
    match op {
        ReduceOp::LogicalAnd => Some(combine::<T, LogicalAnd>),
        ReduceOp::LogicalOr => Some(combine::<T, LogicalOr>),
        ReduceOp::LogicalXor => Some(combine::<T, LogicalXor>),
        _ => None,
    }
}

/// # Safety
/// As [`ReduceFn`] for elements of type `T`.
unsafe fn combine<T: LogicalBits, O: Operation<bool>>(input: *const u8, inout: *mut u8, count: usize) {
    let (yes, no) = declared_logical(size_of::<T>()).unwrap_or((1, 0));
    let (yes, no) = (T::lowest(yes), T::lowest(no));
    let (input, inout) = (input.cast::<T>(), inout.cast::<T>());
    for i in 0..count {
        // SAFETY: element `i` of both arrays (K-1, K-4).
        unsafe {
            let (left, right) = (input.add(i).read_unaligned(), inout.add(i).read_unaligned());
            inout.add(i).write_unaligned(if O::apply(left != no, right != no) { yes } else { no });
        }
    }
}
