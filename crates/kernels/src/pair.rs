//! `MPI_MINLOC` and `MPI_MAXLOC` (MPI 5.0, section 6.9.4): the extreme value and its index, the
//! lower index where values are equal.

use crate::extended::F80;
use crate::reduce::ReduceFn;
use ferry_datatype::Primitive;

/// The loop for pairs of type `primitive`; `MAX` chooses the operation.
pub(crate) fn location<const MAX: bool>(primitive: Primitive) -> Option<ReduceFn> {
    Some(match primitive {
        Primitive::FloatInt => extreme::<Pair<f32, i32>, MAX>,
        Primitive::DoubleInt => extreme::<Pair<f64, i32>, MAX>,
        Primitive::LongInt => extreme::<Pair<i64, i32>, MAX>,
        Primitive::TwoInt | Primitive::TwoInteger => extreme::<Pair<i32, i32>, MAX>,
        Primitive::ShortInt => extreme::<Pair<i16, i32>, MAX>,
        Primitive::LongDoubleInt => extreme::<ExtendedPair, MAX>,
        Primitive::TwoReal => extreme::<Pair<f32, f32>, MAX>,
        Primitive::TwoDoublePrecision => extreme::<Pair<f64, f64>, MAX>,
        _ => return None,
    })
}

/// A pair as in a C structure; its size is the extent of the MPI type.
#[derive(Clone, Copy)]
#[repr(C)]
struct Pair<V, I> {
    value: V,
    index: I,
}

/// `MPI_LONG_DOUBLE_INT`, whose structure C pads to the alignment that [`F80`] does not have.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct ExtendedPair {
    value: F80,
    index: i32,
}

trait Located {
    type Value: Copy + PartialOrd;
    type Index: Copy + PartialOrd;

    /// Offset of the index in bytes.
    const INDEX: usize;
}

impl<V: Copy + PartialOrd, I: Copy + PartialOrd> Located for Pair<V, I> {
    type Value = V;
    type Index = I;
    const INDEX: usize = std::mem::offset_of!(Self, index);
}

impl Located for ExtendedPair {
    type Value = F80;
    type Index = i32;
    const INDEX: usize = std::mem::offset_of!(Self, index);
}

/// # Safety
/// As [`ReduceFn`].
unsafe fn extreme<P: Located, const MAX: bool>(input: *const u8, inout: *mut u8, count: usize) {
    for i in 0..count {
        // SAFETY: element `i` of both arrays; only value and index are touched, never the gaps
        // (K-1, K-4).
        unsafe {
            let (left, right) = (input.add(i * size_of::<P>()), inout.add(i * size_of::<P>()));
            let (value, best) = (left.cast::<P::Value>().read_unaligned(), right.cast::<P::Value>().read_unaligned());
            let index_at = right.add(P::INDEX).cast::<P::Index>();
            let (index, best_index) = (left.add(P::INDEX).cast::<P::Index>().read_unaligned(), index_at.read_unaligned());
            let better = if MAX { value > best } else { value < best };
            if better || (value == best && index < best_index) {
                right.cast::<P::Value>().write_unaligned(value);
                index_at.write_unaligned(index);
            }
        }
    }
}
