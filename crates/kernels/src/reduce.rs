//! Chooses the reduction loop for an operation, an element type and this CPU.

use crate::element::{
    BitAnd, BitOr, BitXor, Bits, Complex, LogicalAnd, LogicalOr, LogicalXor, Max, Min, Number, Operation, Ordered, Product, Sum,
    Truth,
};
use crate::extended::F80;
use crate::logical as fortran;
use crate::op::ReduceOp;
use crate::pair::location;
use ferry_datatype::Primitive;
use half::f16;
use std::marker::PhantomData;

/// `inout[i] = input[i] op inout[i]` for `count` elements in C layout, each [`Primitive::extent`]
/// bytes from the one before; a pair's gaps are neither read nor written. Neither array need be
/// aligned.
///
/// # Safety
/// `input` is readable and `inout` readable and writable for `count` elements, and they do not
/// overlap, except that they may be the same.
pub type ReduceFn = unsafe fn(input: *const u8, inout: *mut u8, count: usize);

/// The loop for `op` on elements of type `primitive`, or `None` if the standard does not define the
/// operation for it. IEEE quadruple precision has no arithmetic here.
pub fn reduction(op: ReduceOp, primitive: Primitive) -> Option<ReduceFn> {
    use Primitive as P;
    match op {
        ReduceOp::NoOp => return Some(keep),
        ReduceOp::Replace => return Some(replace(primitive)),
        ReduceOp::MinLocation => return location::<false>(primitive),
        ReduceOp::MaxLocation => return location::<true>(primitive),
        _ => {}
    }
    match primitive {
        // Text is no number for the standard, but programs add up bytes that they call MPI_CHAR: as
        // C's signed char.
        P::I8 | P::Char => ordered::<i8>(op).or_else(|| integer::<u8>(op)),
        P::I16 => ordered::<i16>(op).or_else(|| integer::<u16>(op)),
        P::I32 => ordered::<i32>(op).or_else(|| integer::<u32>(op)),
        P::I64 | P::Long => ordered::<i64>(op).or_else(|| integer::<u64>(op)),
        P::I128 => ordered::<i128>(op).or_else(|| integer::<u128>(op)),
        P::U8 => ordered::<u8>(op).or_else(|| integer::<u8>(op)),
        P::U16 => ordered::<u16>(op).or_else(|| integer::<u16>(op)),
        P::U32 => ordered::<u32>(op).or_else(|| integer::<u32>(op)),
        P::U64 | P::UnsignedLong => ordered::<u64>(op).or_else(|| integer::<u64>(op)),
        P::F16 => ordered::<f16>(op).or_else(|| arithmetic::<f16>(op)),
        P::F32 => ordered::<f32>(op).or_else(|| arithmetic::<f32>(op)),
        P::F64 => ordered::<f64>(op).or_else(|| arithmetic::<f64>(op)),
        P::F80 => ordered::<F80>(op).or_else(|| arithmetic::<F80>(op)),
        P::ComplexF16 => arithmetic::<Complex<f16>>(op),
        P::ComplexF32 => arithmetic::<Complex<f32>>(op),
        P::ComplexF64 => arithmetic::<Complex<f64>>(op),
        P::ComplexF80 => arithmetic::<Complex<F80>>(op),
        P::Bool => logical::<u8>(op),
        P::Logical1 => fortran::reduction::<u8>(op),
        P::Logical2 => fortran::reduction::<u16>(op),
        P::Logical4 => fortran::reduction::<u32>(op),
        P::Logical8 => fortran::reduction::<u64>(op),
        P::Logical16 => fortran::reduction::<u128>(op),
        P::Byte => bitwise::<u8>(op),
        _ => None,
    }
}

fn ordered<T: Ordered>(op: ReduceOp) -> Option<ReduceFn> {
    match op {
        ReduceOp::Min => Some(ElementLoop::<T, Min>::for_this_cpu()),
        ReduceOp::Max => Some(ElementLoop::<T, Max>::for_this_cpu()),
        _ => None,
    }
}

fn integer<T: Number + Bits + Truth>(op: ReduceOp) -> Option<ReduceFn> {
    arithmetic::<T>(op).or_else(|| bitwise::<T>(op)).or_else(|| logical::<T>(op))
}

fn arithmetic<T: Number>(op: ReduceOp) -> Option<ReduceFn> {
    match op {
        ReduceOp::Sum => Some(ElementLoop::<T, Sum>::for_this_cpu()),
        ReduceOp::Product => Some(ElementLoop::<T, Product>::for_this_cpu()),
        _ => None,
    }
}

fn bitwise<T: Bits>(op: ReduceOp) -> Option<ReduceFn> {
    match op {
        ReduceOp::BitAnd => Some(ElementLoop::<T, BitAnd>::for_this_cpu()),
        ReduceOp::BitOr => Some(ElementLoop::<T, BitOr>::for_this_cpu()),
        ReduceOp::BitXor => Some(ElementLoop::<T, BitXor>::for_this_cpu()),
        _ => None,
    }
}

fn logical<T: Truth>(op: ReduceOp) -> Option<ReduceFn> {
    match op {
        ReduceOp::LogicalAnd => Some(ElementLoop::<T, LogicalAnd>::for_this_cpu()),
        ReduceOp::LogicalOr => Some(ElementLoop::<T, LogicalOr>::for_this_cpu()),
        ReduceOp::LogicalXor => Some(ElementLoop::<T, LogicalXor>::for_this_cpu()),
        _ => None,
    }
}

/// One loop over elements of type `T`, compiled for several CPUs.
struct ElementLoop<T, O>(PhantomData<(T, O)>);

impl<T: Copy, O: Operation<T>> ElementLoop<T, O> {
    fn for_this_cpu() -> ReduceFn {
        #[cfg(target_arch = "x86_64")]
        {
            // K-5: the CPU was just found to have it.
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512dq") {
                return Self::with_avx512;
            }
            if is_x86_feature_detected!("avx2") {
                return Self::with_avx2;
            }
        }
        Self::plain
    }

    /// # Safety
    /// As [`ReduceFn`].
    unsafe fn plain(input: *const u8, inout: *mut u8, count: usize) {
        // SAFETY: the caller's promise.
        unsafe { Self::run(input, inout, count) }
    }

    /// # Safety
    /// As [`ReduceFn`], and the CPU has AVX2 (K-5).
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn with_avx2(input: *const u8, inout: *mut u8, count: usize) {
        // SAFETY: the caller's promise.
        unsafe { Self::run(input, inout, count) }
    }

    /// # Safety
    /// As [`ReduceFn`], and the CPU has AVX-512 BW and DQ (K-5).
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512bw,avx512dq")]
    unsafe fn with_avx512(input: *const u8, inout: *mut u8, count: usize) {
        // SAFETY: the caller's promise.
        unsafe { Self::run(input, inout, count) }
    }

    /// # Safety
    /// As [`ReduceFn`].
    #[inline(always)]
    unsafe fn run(input: *const u8, inout: *mut u8, count: usize) {
        let (input, inout) = (input.cast::<T>(), inout.cast::<T>());
        for i in 0..count {
            // SAFETY: element `i` of both arrays (K-1, K-4).
            unsafe {
                let result = O::apply(input.add(i).read_unaligned(), inout.add(i).read_unaligned());
                inout.add(i).write_unaligned(result);
            }
        }
    }
}

/// `MPI_NO_OP`.
///
/// # Safety
/// None is needed: touches nothing.
unsafe fn keep(_input: *const u8, _inout: *mut u8, _count: usize) {}

fn replace(primitive: Primitive) -> ReduceFn {
    match primitive {
        Primitive::ShortInt => replace_pairs::<2, 4, 8>,
        Primitive::DoubleInt | Primitive::LongInt => replace_pairs::<8, 8, 16>,
        Primitive::LongDoubleInt => replace_pairs::<16, 16, 32>,
        other => match other.size() {
            1 => replace_elements::<1>,
            2 => replace_elements::<2>,
            4 => replace_elements::<4>,
            8 => replace_elements::<8>,
            16 => replace_elements::<16>,
            _ => replace_elements::<32>,
        },
    }
}

/// # Safety
/// As [`ReduceFn`] for elements of `N` bytes.
unsafe fn replace_elements<const N: usize>(input: *const u8, inout: *mut u8, count: usize) {
    // SAFETY: the caller's promise; the arrays may be the same (K-1, K-4).
    unsafe { std::ptr::copy(input, inout, count * N) }
}

/// # Safety
/// As [`ReduceFn`] for pairs of a value of `VALUE` bytes and an `int` at `INDEX`, every `EXTENT`
/// bytes.
unsafe fn replace_pairs<const VALUE: usize, const INDEX: usize, const EXTENT: usize>(
    input: *const u8,
    inout: *mut u8,
    count: usize,
) {
    for i in 0..count {
        let (from, to) = (input.wrapping_add(i * EXTENT), inout.wrapping_add(i * EXTENT));
        // SAFETY: value and index of element `i`; the arrays may be the same (K-1, K-4).
        unsafe {
            std::ptr::copy(from, to, VALUE);
            std::ptr::copy(from.add(INDEX), to.add(INDEX), 4);
        }
    }
}

#[cfg(test)]
mod tests;
