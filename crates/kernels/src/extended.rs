//! x87 extended precision, C's `long double`, by the x87 unit itself.

use std::arch::asm;
use std::cmp::Ordering;
use std::mem::MaybeUninit;
use std::ops::{Add, Mul, Sub};

/// A `long double` in memory: ten bytes of value, six of padding. The alignment of 16 that C asks
/// for is not needed to compute.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct F80 {
    value: [u8; 10],
    padding: [MaybeUninit<u8>; 6],
}

const _: () = assert!(size_of::<F80>() == 16);

/// Runs one instruction on two numbers pushed to the register stack, the left one first, and pops
/// the result.
macro_rules! arithmetic {
    ($left:expr, $right:expr, $instruction:literal) => {{
        let (left, right, mut result): (F80, F80, F80) = ($left, $right, $right);
        // SAFETY: reads ten bytes of two local values and writes ten of a third; the register stack
        // is empty before and after.
        unsafe {
            asm!(
                "fld tbyte ptr [{left}]",
                "fld tbyte ptr [{right}]",
                $instruction,
                "fstp tbyte ptr [{result}]",
                left = in(reg) &left.value,
                right = in(reg) &right.value,
                result = in(reg) &mut result.value,
                out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
                options(nostack),
            );
        }
        result
    }};
}

impl Add for F80 {
    type Output = F80;

    #[inline]
    fn add(self, right: F80) -> F80 {
        arithmetic!(self, right, "faddp st(1), st")
    }
}

impl Sub for F80 {
    type Output = F80;

    #[inline]
    fn sub(self, right: F80) -> F80 {
        arithmetic!(self, right, "fsubp st(1), st")
    }
}

impl Mul for F80 {
    type Output = F80;

    #[inline]
    fn mul(self, right: F80) -> F80 {
        arithmetic!(self, right, "fmulp st(1), st")
    }
}

/// Whether `left > right`; false if either is not a number.
#[inline]
fn greater(left: &F80, right: &F80) -> bool {
    let above: u8;
    // SAFETY: reads ten bytes of each; the register stack is empty before and after.
    unsafe {
        asm!(
            "fld tbyte ptr [{right}]",
            "fld tbyte ptr [{left}]",
            "fcompi st, st(1)",
            "fstp st(0)",
            "seta {above}",
            left = in(reg) &left.value,
            right = in(reg) &right.value,
            above = out(reg_byte) above,
            out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
            out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
            options(nostack, readonly),
        );
    }
    above != 0
}

/// Whether both are the same number.
#[inline]
fn equal(left: &F80, right: &F80) -> bool {
    let (zero, ordered): (u8, u8);
    // SAFETY: as in `greater`.
    unsafe {
        asm!(
            "fld tbyte ptr [{right}]",
            "fld tbyte ptr [{left}]",
            "fucompi st, st(1)",
            "fstp st(0)",
            "sete {zero}",
            "setnp {ordered}",
            left = in(reg) &left.value,
            right = in(reg) &right.value,
            zero = out(reg_byte) zero,
            ordered = out(reg_byte) ordered,
            out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
            out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _,
            options(nostack, readonly),
        );
    }
    zero & ordered != 0
}

impl PartialEq for F80 {
    #[inline]
    fn eq(&self, right: &F80) -> bool {
        equal(self, right)
    }
}

impl PartialOrd for F80 {
    fn partial_cmp(&self, right: &F80) -> Option<Ordering> {
        if greater(self, right) {
            Some(Ordering::Greater)
        } else if greater(right, self) {
            Some(Ordering::Less)
        } else {
            equal(self, right).then_some(Ordering::Equal)
        }
    }

    #[inline]
    fn lt(&self, right: &F80) -> bool {
        greater(right, self)
    }

    #[inline]
    fn gt(&self, right: &F80) -> bool {
        greater(self, right)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The extended number equal to `number`.
    fn extended(number: f64) -> F80 {
        let mut result = F80 { value: [0; 10], padding: [MaybeUninit::new(0); 6] };
        // SAFETY: reads eight bytes of one local and writes ten of another; the register stack is
        // empty before and after.
        unsafe {
            asm!("fld qword ptr [{n}]", "fstp tbyte ptr [{r}]", n = in(reg) &number, r = in(reg) &mut result.value,
                 out("st(0)") _, out("st(1)") _, out("st(2)") _, out("st(3)") _,
                 out("st(4)") _, out("st(5)") _, out("st(6)") _, out("st(7)") _, options(nostack));
        }
        result
    }

    /// The sixteen bytes of the extended number equal to `number`.
    pub(crate) fn bytes_of(number: f64) -> Vec<u8> {
        [&extended(number).value[..], &[0; 6]].concat()
    }

    #[test]
    #[cfg_attr(miri, ignore = "assembly")]
    fn computes_like_doubles_where_doubles_are_exact() {
        for left in [-3.5, 0.0, 1.0, 1024.25] {
            for right in [-8.0, 0.5, 1.0, 3.0] {
                let (a, b) = (extended(left), extended(right));
                assert!(a + b == extended(left + right), "{left} + {right}");
                assert!(a - b == extended(left - right), "{left} - {right}");
                assert!(a * b == extended(left * right), "{left} * {right}");
                assert_eq!(a.partial_cmp(&b), left.partial_cmp(&right));
                assert_eq!((a < b, a > b), (left < right, left > right));
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "assembly")]
    fn has_more_precision_than_doubles() {
        let small = extended(2f64.powi(-60));
        let sum = extended(1.0) + small;
        assert!(sum > extended(1.0) && sum - extended(1.0) == small);
    }

    #[test]
    #[cfg_attr(miri, ignore = "assembly")]
    fn nothing_compares_with_nan() {
        let (nan, one) = (extended(f64::NAN), extended(1.0));
        assert_eq!(nan.partial_cmp(&one), None);
        assert_eq!((nan < one, nan > one, nan == one), (false, false, false));
    }
}
