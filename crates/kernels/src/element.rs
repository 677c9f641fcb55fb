//! What the operations do to two elements: `left` is the input, `right` the element that is
//! replaced by the result.

use crate::extended::F80;
use half::f16;

/// A reduction operation on elements of type `T`.
pub(crate) trait Operation<T> {
    fn apply(left: T, right: T) -> T;
}

/// Addition and multiplication; integers wrap.
pub(crate) trait Number: Copy {
    fn plus(self, right: Self) -> Self;
    fn times(self, right: Self) -> Self;
}

/// Anything with bitwise operations.
pub(crate) trait Bits: Copy {
    fn and(self, right: Self) -> Self;
    fn or(self, right: Self) -> Self;
    fn xor(self, right: Self) -> Self;
}

/// Zero is false, everything else true; results are 0 and 1.
pub(crate) trait Truth: Copy {
    fn truth(self) -> bool;
    fn from_truth(truth: bool) -> Self;
}

impl Truth for bool {
    #[inline(always)]
    fn truth(self) -> bool {
        self
    }
    #[inline(always)]
    fn from_truth(truth: bool) -> Self {
        truth
    }
}

macro_rules! integers {
    ($($int:ty),*) => {$(
        impl Number for $int {
            #[inline(always)]
            fn plus(self, right: Self) -> Self {
                self.wrapping_add(right)
            }
            #[inline(always)]
            fn times(self, right: Self) -> Self {
                self.wrapping_mul(right)
            }
        }
        impl Bits for $int {
            #[inline(always)]
            fn and(self, right: Self) -> Self {
                self & right
            }
            #[inline(always)]
            fn or(self, right: Self) -> Self {
                self | right
            }
            #[inline(always)]
            fn xor(self, right: Self) -> Self {
                self ^ right
            }
        }
        impl Truth for $int {
            #[inline(always)]
            fn truth(self) -> bool {
                self != 0
            }
            #[inline(always)]
            fn from_truth(truth: bool) -> Self {
                truth.into()
            }
        }
    )*};
}

// Signed integers share these with the unsigned ones of their width: in two's complement the
// results have the same bits.
integers!(u8, u16, u32, u64, u128);

macro_rules! floats {
    ($($float:ty),*) => {$(
        impl Number for $float {
            #[inline(always)]
            fn plus(self, right: Self) -> Self {
                self + right
            }
            #[inline(always)]
            fn times(self, right: Self) -> Self {
                self * right
            }
        }
    )*};
}

floats!(f16, f32, f64, F80);

/// A complex number as in C and Fortran: real part, imaginary part.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(crate) struct Complex<T> {
    pub re: T,
    pub im: T,
}

impl<T: Number + std::ops::Sub<Output = T>> Number for Complex<T> {
    #[inline(always)]
    fn plus(self, right: Self) -> Self {
        Complex { re: self.re.plus(right.re), im: self.im.plus(right.im) }
    }

    #[inline(always)]
    fn times(self, right: Self) -> Self {
        let re = self.re.times(right.re) - self.im.times(right.im);
        Complex { re, im: self.re.times(right.im).plus(self.im.times(right.re)) }
    }
}

macro_rules! operations {
    ($($name:ident: $bound:path, |$left:ident, $right:ident| $result:expr;)*) => {$(
        pub(crate) struct $name;

        impl<T: $bound> Operation<T> for $name {
            #[inline(always)]
            fn apply($left: T, $right: T) -> T {
                $result
            }
        }
    )*};
}

/// Copy and comparison.
pub(crate) trait Ordered: Copy + PartialOrd {}
impl<T: Copy + PartialOrd> Ordered for T {}

operations! {
    Sum: Number, |left, right| left.plus(right);
    Product: Number, |left, right| left.times(right);
    Min: Ordered, |left, right| if left < right { left } else { right };
    Max: Ordered, |left, right| if left > right { left } else { right };
    BitAnd: Bits, |left, right| left.and(right);
    BitOr: Bits, |left, right| left.or(right);
    BitXor: Bits, |left, right| left.xor(right);
    LogicalAnd: Truth, |left, right| T::from_truth(left.truth() & right.truth());
    LogicalOr: Truth, |left, right| T::from_truth(left.truth() | right.truth());
    LogicalXor: Truth, |left, right| T::from_truth(left.truth() ^ right.truth());
}
