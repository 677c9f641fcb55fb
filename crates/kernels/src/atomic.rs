//! Reductions into memory that several processes reduce into at once (accumulates of one-sided
//! communication).
//!
//! An element of 1, 2, 4 or 8 bytes at an address that is a multiple of its size is combined by CPU
//! atomics: an instruction where there is one, a loop around compare-and-swap otherwise. All other
//! elements need mutual exclusion, which the caller provides. Which of the two it is depends on
//! nothing but primitive and address, so that all who combine into an element choose alike
//! ([`is_atomic`]).
//!
//! A pair with a gap between its parts is never combined by an atomic: the gap is the program's.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use ferry_datatype::Primitive;

use crate::op::ReduceOp;
use crate::reduce::{ReduceFn, reduction};

/// Whether elements of type `primitive` at `address` are combined by CPU atomics.
#[inline]
pub fn is_atomic(primitive: Primitive, address: *const u8) -> bool {
    let (size, extent) = (primitive.size(), primitive.extent());
    size == extent && size.is_power_of_two() && size <= 8 && (address as u64).is_multiple_of(size)
}

/// What the CPU does in one instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Native {
    Load,
    Swap,
    Add,
    And,
    Or,
    Xor,
    /// Nothing: a loop around compare-and-swap.
    None,
}

impl Native {
    fn of(op: ReduceOp, primitive: Primitive) -> Native {
        match op {
            ReduceOp::NoOp => Native::Load,
            ReduceOp::Replace => Native::Swap,
            ReduceOp::Sum if is_integer(primitive) => Native::Add,
            // The kernel is there, so these are bits.
            ReduceOp::BitAnd => Native::And,
            ReduceOp::BitOr => Native::Or,
            ReduceOp::BitXor => Native::Xor,
            _ => Native::None,
        }
    }
}

fn is_integer(primitive: Primitive) -> bool {
    use Primitive::*;
    matches!(primitive, I8 | I16 | I32 | I64 | U8 | U16 | U32 | U64 | Long | UnsignedLong)
}

/// What the processor does to one element in one instruction: no loop has to be looked up for it.
#[derive(Clone, Copy, Debug)]
pub struct ElementInstruction {
    native: Native,
    primitive: Primitive,
}

impl ElementInstruction {
    /// For `op` on an element of type `primitive`; `None` if there is no such instruction, or no
    /// such operation.
    #[inline(always)]
    pub fn of(op: ReduceOp, primitive: Primitive) -> Option<Self> {
        let native = match op {
            ReduceOp::NoOp | ReduceOp::Replace => Native::of(op, primitive),
            _ if is_integer(primitive) => Native::of(op, primitive),
            _ => Native::None,
        };
        (native != Native::None).then_some(ElementInstruction { native, primitive })
    }

    /// Whether the element at `target` is combined by it: elsewhere it takes mutual exclusion.
    #[inline(always)]
    pub fn fits(self, target: *const u8) -> bool {
        is_atomic(self.primitive, target)
    }

    /// Whether the operand is looked at: not by `MPI_NO_OP`.
    #[inline(always)]
    pub fn takes_operand(self) -> bool {
        self.native != Native::Load
    }

    /// Combines the element. Unless `result` is null it gets what the target had before.
    ///
    /// # Safety
    /// As [`Accumulation::apply_atomically`] for one element.
    #[inline(always)]
    pub unsafe fn apply(self, target: *mut u8, operand: *const u8, result: *mut u8) {
        macro_rules! one {
            ($atomic:ty, $int:ty) => {{
                // SAFETY: as the caller promises (K-1, K-4); nobody looks at the operand of a load.
                unsafe {
                    let cell = <$atomic>::from_ptr(target.cast());
                    let operand = || operand.cast::<$int>().read_unaligned();
                    let before = match self.native {
                        Native::Swap => cell.swap(operand(), Ordering::AcqRel),
                        Native::Add => cell.fetch_add(operand(), Ordering::AcqRel),
                        Native::And => cell.fetch_and(operand(), Ordering::AcqRel),
                        Native::Or => cell.fetch_or(operand(), Ordering::AcqRel),
                        Native::Xor => cell.fetch_xor(operand(), Ordering::AcqRel),
                        Native::Load | Native::None => cell.load(Ordering::Acquire),
                    };
                    if !result.is_null() {
                        result.cast::<$int>().write_unaligned(before);
                    }
                }
            }};
        }
        match self.primitive.size() {
            1 => one!(AtomicU8, u8),
            2 => one!(AtomicU16, u16),
            4 => one!(AtomicU32, u32),
            _ => one!(AtomicU64, u64),
        }
    }
}

/// An operation on elements of a type, `target = operand op target`.
#[derive(Clone, Copy, Debug)]
pub struct Accumulation {
    primitive: Primitive,
    kernel: ReduceFn,
    native: Native,
}

impl Accumulation {
    /// `op` on elements of type `primitive`; `None` if the standard does not define it.
    pub fn new(op: ReduceOp, primitive: Primitive) -> Option<Self> {
        Some(Accumulation { primitive, kernel: reduction(op, primitive)?, native: Native::of(op, primitive) })
    }

    /// The type of the elements.
    #[inline]
    pub fn primitive(&self) -> Primitive {
        self.primitive
    }

    /// Whether operands are looked at: not by `MPI_NO_OP`.
    #[inline]
    pub fn takes_operands(&self) -> bool {
        self.native != Native::Load
    }

    /// Combines `count` elements, each at once, by CPU atomics. Unless `results` is null it gets
    /// what the target had before.
    ///
    /// # Safety
    /// - [`is_atomic`] holds for the target, which is writable for `count` elements and changed by
    ///   nothing but atomics meanwhile.
    /// - `operands`, unless nobody looks at them, is readable and `results`, unless null, writable
    ///   for as many. None overlaps another.
    #[inline]
    pub unsafe fn apply_atomically(&self, target: *mut u8, operands: *const u8, results: *mut u8, count: usize) {
        // SAFETY: as the caller promises; the width is that of the primitive.
        unsafe {
            match self.primitive.size() {
                1 => atomically_1(self, target, operands, results, count),
                2 => atomically_2(self, target, operands, results, count),
                4 => atomically_4(self, target, operands, results, count),
                _ => atomically_8(self, target, operands, results, count),
            }
        }
    }

    /// Combines `count` elements in C layout, as [`Accumulation::apply_atomically`] but without
    /// atomics.
    ///
    /// # Safety
    /// As there; nobody else touches the target meanwhile, which may have any address.
    pub unsafe fn apply_exclusively(&self, target: *mut u8, operands: *const u8, results: *mut u8, count: usize) {
        // SAFETY: as the caller promises (K-1, K-4).
        unsafe {
            if !results.is_null() {
                let copy = reduction(ReduceOp::Replace, self.primitive).unwrap_or(self.kernel);
                copy(target, results, count);
            }
            (self.kernel)(operands, target, count);
        }
    }
}

macro_rules! width {
    ($name:ident, $atomic:ty, $int:ty) => {
        /// # Safety
        /// As [`Accumulation::apply_atomically`], for elements of this width.
        unsafe fn $name(what: &Accumulation, target: *mut u8, operands: *const u8, results: *mut u8, count: usize) {
            let (target, operands, results) = (target.cast::<$int>(), operands.cast::<$int>(), results.cast::<$int>());
            for i in 0..count {
                // SAFETY: aligned, and accessed by atomics only (the caller's promise).
                let cell = unsafe { <$atomic>::from_ptr(target.add(i)) };
                // SAFETY: element `i` of the operands (K-1, K-4).
                let operand = || unsafe { operands.add(i).read_unaligned() };
                let before = match what.native {
                    Native::Load => cell.load(Ordering::Acquire),
                    Native::Swap => cell.swap(operand(), Ordering::AcqRel),
                    Native::Add => cell.fetch_add(operand(), Ordering::AcqRel),
                    Native::And => cell.fetch_and(operand(), Ordering::AcqRel),
                    Native::Or => cell.fetch_or(operand(), Ordering::AcqRel),
                    Native::Xor => cell.fetch_xor(operand(), Ordering::AcqRel),
                    Native::None => {
                        let operand = operand();
                        let mut seen = cell.load(Ordering::Acquire);
                        loop {
                            let mut next = seen;
                            // SAFETY: one element on either side, on the stack.
                            unsafe { (what.kernel)((&raw const operand).cast(), (&raw mut next).cast(), 1) };
                            if next == seen {
                                break;
                            }
                            match cell.compare_exchange_weak(seen, next, Ordering::AcqRel, Ordering::Acquire) {
                                Ok(_) => break,
                                Err(other) => seen = other,
                            }
                        }
                        seen
                    }
                };
                if !results.is_null() {
                    // SAFETY: element `i` of the results (K-1, K-4).
                    unsafe { results.add(i).write_unaligned(before) };
                }
            }
        }
    };
}

width!(atomically_1, AtomicU8, u8);
width!(atomically_2, AtomicU16, u16);
width!(atomically_4, AtomicU32, u32);
width!(atomically_8, AtomicU64, u64);

/// Stores `new` in the element of `size` bytes at `target` if it has the same bytes as `expected`;
/// `result` gets what it had before. By a CPU atomic.
///
/// # Safety
/// - `size` is 1, 2, 4 or 8, `target` a multiple of it, writable, and changed by nothing but
///   atomics meanwhile.
/// - `new` and `expected` are readable, `result` writable for `size` bytes.
#[inline]
pub unsafe fn compare_and_swap(size: u64, target: *mut u8, new: *const u8, expected: *const u8, result: *mut u8) {
    macro_rules! swap {
        ($atomic:ty, $int:ty) => {{
            // SAFETY: as the caller promises (K-4).
            unsafe {
                let (new, expected) = (new.cast::<$int>().read_unaligned(), expected.cast::<$int>().read_unaligned());
                let swapped =
                    <$atomic>::from_ptr(target.cast()).compare_exchange(expected, new, Ordering::AcqRel, Ordering::Acquire);
                result.cast::<$int>().write_unaligned(swapped.unwrap_or_else(|other| other));
            }
        }};
    }
    match size {
        1 => swap!(AtomicU8, u8),
        2 => swap!(AtomicU16, u16),
        4 => swap!(AtomicU32, u32),
        _ => swap!(AtomicU64, u64),
    }
}

/// As [`compare_and_swap`], without atomics and for elements of at most 32 bytes at any address.
///
/// # Safety
/// As there; nobody else touches the target meanwhile.
pub unsafe fn compare_and_swap_exclusively(size: u64, target: *mut u8, new: *const u8, expected: *const u8, result: *mut u8) {
    let size = size as usize;
    let (mut before, mut wanted) = ([0_u8; 32], [0_u8; 32]);
    // SAFETY: as the caller promises; both arrays have room.
    unsafe {
        target.copy_to_nonoverlapping(before.as_mut_ptr(), size);
        expected.copy_to_nonoverlapping(wanted.as_mut_ptr(), size);
        if before == wanted {
            target.copy_from_nonoverlapping(new, size);
        }
        result.copy_from_nonoverlapping(before.as_ptr(), size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 24 elements of any primitive, aligned.
    #[repr(align(64))]
    #[derive(Clone)]
    struct Bytes([u8; 32 * 24]);

    fn pattern(seed: u64) -> Bytes {
        let mut word = seed;
        Bytes(std::array::from_fn(|_| {
            word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (word >> 56) as u8
        }))
    }

    #[test]
    fn what_is_done_by_atomics_is_what_the_kernels_do() {
        for op in ReduceOp::ALL {
            for primitive in Primitive::ALL {
                let Some(what) = Accumulation::new(op, primitive) else { continue };
                let (mut one, mut two, operands) = (pattern(1), pattern(1), pattern(2));
                if !is_atomic(primitive, one.0.as_ptr()) {
                    continue;
                }
                let (mut first, mut second) = (pattern(3), pattern(3));
                // SAFETY: all arrays have room for 24 elements.
                unsafe {
                    what.apply_atomically(one.0.as_mut_ptr(), operands.0.as_ptr(), first.0.as_mut_ptr(), 24);
                    what.apply_exclusively(two.0.as_mut_ptr(), operands.0.as_ptr(), second.0.as_mut_ptr(), 24);
                }
                assert!(one.0 == two.0 && first.0 == second.0, "{op:?} {primitive:?}");
                assert!(op != ReduceOp::Sum || one.0 != pattern(1).0, "{primitive:?}");
            }
        }
    }

    #[test]
    fn results_are_what_was_there_before() {
        for primitive in [Primitive::F80, Primitive::DoubleInt, Primitive::I128, Primitive::ComplexF64] {
            let what = Accumulation::new(ReduceOp::Replace, primitive).unwrap();
            let (mut target, operands) = (pattern(4), pattern(5));
            let mut results = Bytes([0; 32 * 24]);
            assert!(!is_atomic(primitive, target.0.as_ptr()));
            // SAFETY: all arrays have room for three elements.
            unsafe { what.apply_exclusively(target.0.as_mut_ptr(), operands.0.as_ptr(), results.0.as_mut_ptr(), 3) };
            let value = primitive.pair().map_or(primitive.size(), |(value, _)| value.size()) as usize;
            for at in (0..3).map(|i| i * primitive.extent() as usize) {
                assert_eq!(target.0[at..at + value], operands.0[at..at + value], "{primitive:?}");
                assert_eq!(results.0[at..at + value], pattern(4).0[at..at + value], "{primitive:?}");
            }
        }
    }

    #[test]
    fn one_instruction_does_what_a_loop_does() {
        let mut instructions = 0;
        for op in ReduceOp::ALL {
            for primitive in Primitive::ALL {
                let Some(instruction) = ElementInstruction::of(op, primitive) else { continue };
                let what = Accumulation::new(op, primitive).expect("who has an instruction has a loop");
                let (mut one, mut two, operands) = (pattern(1), pattern(1), pattern(2));
                assert_eq!(instruction.fits(one.0.as_ptr()), is_atomic(primitive, one.0.as_ptr()));
                assert_eq!(instruction.takes_operand(), what.takes_operands());
                if !instruction.fits(one.0.as_ptr()) {
                    continue;
                }
                instructions += 1;
                assert!(primitive.size() == 1 || !instruction.fits(one.0[1..].as_ptr()));
                let (mut first, mut second) = (pattern(3), pattern(3));
                // SAFETY: all arrays have room for an element.
                unsafe {
                    instruction.apply(one.0.as_mut_ptr(), operands.0.as_ptr(), first.0.as_mut_ptr());
                    what.apply_atomically(two.0.as_mut_ptr(), operands.0.as_ptr(), second.0.as_mut_ptr(), 1);
                    instruction.apply(one.0.as_mut_ptr(), operands.0.as_ptr(), std::ptr::null_mut());
                    what.apply_atomically(two.0.as_mut_ptr(), operands.0.as_ptr(), std::ptr::null_mut(), 1);
                }
                assert!(one.0 == two.0 && first.0 == second.0, "{op:?} {primitive:?}");
            }
        }
        assert!(instructions > 60, "{instructions}");
    }

    #[test]
    fn sums_of_several_threads_are_exact() {
        let target = AtomicU64::new(0);
        let what = Accumulation::new(ReduceOp::Sum, Primitive::F64).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let one = 1.0_f64;
                    for _ in 0..5000 {
                        // SAFETY: one element, changed by atomics only.
                        unsafe {
                            let operand = (&raw const one).cast();
                            what.apply_atomically(target.as_ptr().cast(), operand, std::ptr::null_mut(), 1);
                        }
                    }
                });
            }
        });
        assert_eq!(f64::from_bits(target.into_inner()), 20_000.0);
    }

    #[test]
    fn a_swap_happens_where_all_bytes_are_equal() {
        for size in [1, 2, 4, 8, 16] {
            let (mut target, new) = (pattern(6), pattern(7));
            for (expected, swaps) in [(pattern(8), false), (pattern(6), true)] {
                let mut result = Bytes([0; 32 * 24]);
                // SAFETY: one element each.
                unsafe {
                    let swap = if size > 8 { compare_and_swap_exclusively } else { compare_and_swap };
                    swap(size, target.0.as_mut_ptr(), new.0.as_ptr(), expected.0.as_ptr(), result.0.as_mut_ptr());
                }
                let size = size as usize;
                assert_eq!(result.0[..size], pattern(6).0[..size]);
                let there = if swaps { new.clone() } else { pattern(6) };
                assert_eq!(target.0[..size], there.0[..size], "{size} bytes");
                assert_eq!(target.0[size..], pattern(6).0[size..]);
            }
        }
    }
}
