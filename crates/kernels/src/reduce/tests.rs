//! Every operation on every element type, against arithmetic on small whole numbers written out by
//! hand.

use super::*;
use Primitive as P;
use ReduceOp as Op;

/// Kind of numbers a primitive holds, as the standard groups them for reductions.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Signed,
    Unsigned,
    Float,
    Complex,
    Logical,
    Byte,
    Pair,
    Other,
}

fn kind(primitive: P) -> Kind {
    match primitive {
        P::I8 | P::I16 | P::I32 | P::I64 | P::I128 | P::Long | P::Char => Kind::Signed,
        P::U8 | P::U16 | P::U32 | P::U64 | P::UnsignedLong => Kind::Unsigned,
        P::F16 | P::F32 | P::F64 | P::F80 => Kind::Float,
        P::ComplexF16 | P::ComplexF32 | P::ComplexF64 | P::ComplexF80 => Kind::Complex,
        P::Bool | P::Logical1 | P::Logical2 | P::Logical4 | P::Logical8 | P::Logical16 => Kind::Logical,
        P::Byte => Kind::Byte,
        P::F128 | P::ComplexF128 | P::WideChar | P::Packed => Kind::Other,
        _ => Kind::Pair,
    }
}

/// The table of MPI 5.0, section 6.9.2, with text among the integers.
fn defined(op: Op, kind: Kind) -> bool {
    let integer = matches!(kind, Kind::Signed | Kind::Unsigned);
    match op {
        Op::Min | Op::Max => integer || kind == Kind::Float,
        Op::Sum | Op::Product => integer || kind == Kind::Float || kind == Kind::Complex,
        Op::LogicalAnd | Op::LogicalOr | Op::LogicalXor => integer || kind == Kind::Logical,
        Op::BitAnd | Op::BitOr | Op::BitXor => integer || kind == Kind::Byte,
        Op::MinLocation | Op::MaxLocation => kind == Kind::Pair,
        Op::Replace | Op::NoOp => true,
    }
}

/// The fields of a primitive: element type and offset.
fn fields(primitive: P) -> Vec<(P, usize)> {
    let half = |part: P| vec![(part, 0), (part, part.size() as usize)];
    match primitive {
        P::ComplexF16 => half(P::F16),
        P::ComplexF32 => half(P::F32),
        P::ComplexF64 => half(P::F64),
        P::ComplexF80 => half(P::F80),
        other => match other.pair() {
            Some((value, index)) => {
                vec![(value, 0), (index, value.size().next_multiple_of(index.alignment()) as usize)]
            }
            None => vec![(other, 0)],
        },
    }
}

/// The bytes of a small whole number.
fn encode(primitive: P, number: i128) -> Vec<u8> {
    match primitive {
        P::F16 => f16::from_f32(number as f32).to_le_bytes().to_vec(),
        P::F32 => (number as f32).to_le_bytes().to_vec(),
        P::F64 => (number as f64).to_le_bytes().to_vec(),
        P::F80 => {
            let zeros = (number.unsigned_abs() as u64).leading_zeros();
            let mantissa = (number.unsigned_abs() as u64).checked_shl(zeros).unwrap_or(0);
            let exponent = if number == 0 { 0 } else { 16383 + 63 - zeros as u16 };
            let sign = u16::from(number < 0) << 15;
            [&mantissa.to_le_bytes()[..], &(sign | exponent).to_le_bytes(), &[0; 6]].concat()
        }
        other => number.to_le_bytes()[..other.size() as usize].to_vec(),
    }
}

fn combine(op: Op, a: i128, b: i128) -> i128 {
    match op {
        Op::Sum => a.wrapping_add(b),
        Op::Product => a.wrapping_mul(b),
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::BitAnd => a & b,
        Op::BitOr => a | b,
        Op::BitXor => a ^ b,
        Op::LogicalAnd => i128::from(a != 0 && b != 0),
        Op::LogicalOr => i128::from(a != 0 || b != 0),
        Op::LogicalXor => i128::from((a != 0) != (b != 0)),
        Op::Replace => a,
        Op::NoOp => b,
        Op::MinLocation | Op::MaxLocation => unreachable!("pairs"),
    }
}

fn expected(op: Op, kind: Kind, a: &[i128], b: &[i128]) -> Vec<i128> {
    match (op, kind) {
        (Op::Product, Kind::Complex) => vec![a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]],
        (Op::MinLocation | Op::MaxLocation, _) => {
            let order = if op == Op::MinLocation { a[0].cmp(&b[0]) } else { b[0].cmp(&a[0]) };
            if order.then(a[1].cmp(&b[1])).is_lt() { a.to_vec() } else { b.to_vec() }
        }
        _ => a.iter().zip(b).map(|(&a, &b)| combine(op, a, b)).collect(),
    }
}

/// Small numbers in which every pair of signs, zeros and ties occurs, negative only where the type
/// has signs.
fn numbers(kind: Kind, step: usize, field: usize, i: usize) -> i128 {
    let number = ((i * step + field * 3) % 9) as i128;
    match kind {
        Kind::Signed | Kind::Float | Kind::Complex => number - 4,
        Kind::Pair if field == 0 => number / 3 - 1,
        _ => number,
    }
}

fn array(primitive: P, step: usize, count: usize) -> (Vec<Vec<i128>>, Vec<u8>) {
    let (extent, parts) = (primitive.extent() as usize, fields(primitive));
    let mut bytes = vec![0xa5; extent * count];
    let values = (0..count).map(|i| {
        let values: Vec<i128> = (0..parts.len()).map(|field| numbers(kind(primitive), step, field, i)).collect();
        store(&mut bytes[i * extent..], &parts, &values);
        values
    });
    (values.collect(), bytes)
}

fn store(bytes: &mut [u8], parts: &[(P, usize)], values: &[i128]) {
    for (&(part, offset), &value) in parts.iter().zip(values) {
        let encoded = encode(part, value);
        bytes[offset..offset + encoded.len()].copy_from_slice(&encoded);
    }
}

fn check(op: Op, primitive: P, function: ReduceFn, count: usize) {
    let (left, left_bytes) = array(primitive, 2, count);
    let (right, mut result) = array(primitive, 7, count);
    let mut wanted = result.clone();
    for i in 0..count {
        let values = expected(op, kind(primitive), &left[i], &right[i]);
        store(&mut wanted[i * primitive.extent() as usize..], &fields(primitive), &values);
    }
    // An odd address on both sides: neither need be aligned.
    let input = [&[0][..], &left_bytes].concat();
    let mut inout = [&[0][..], &result].concat();
    // SAFETY: both hold `count` elements from their second byte.
    unsafe { function(input.as_ptr().add(1), inout.as_mut_ptr().add(1), count) };
    result.copy_from_slice(&inout[1..]);
    assert_eq!(result, wanted, "{} of {count} {primitive:?}", op.name());
}

#[test]
fn is_defined_where_the_standard_defines_it() {
    for op in Op::ALL {
        for primitive in P::ALL {
            assert_eq!(reduction(op, primitive).is_some(), defined(op, kind(primitive)), "{} {primitive:?}", op.name());
        }
    }
}

/// Types the model cannot compute with, and under Miri those whose kernels are assembly.
fn beyond_the_model(primitive: P) -> bool {
    let extended = matches!(primitive, P::F80 | P::ComplexF80 | P::LongDoubleInt);
    matches!(primitive, P::F128 | P::ComplexF128) || cfg!(miri) && extended
}

#[test]
fn computes_every_operation_on_every_type() {
    let counts: &[usize] = if cfg!(miri) { &[0, 1, 9] } else { &[0, 1, 2, 9, 81, 131] };
    for op in Op::ALL {
        for primitive in P::ALL.into_iter().filter(|&primitive| !beyond_the_model(primitive)) {
            let Some(function) = reduction(op, primitive) else { continue };
            for &count in counts {
                check(op, primitive, function, count);
            }
        }
    }
}

#[test]
fn integers_wrap() {
    let (input, mut inout) = ([i32::MAX, i32::MIN], [1, -1]);
    let sum = reduction(Op::Sum, P::I32).expect("defined");
    // SAFETY: two elements each.
    unsafe { sum(input.as_ptr().cast(), inout.as_mut_ptr().cast(), 2) };
    assert_eq!(inout, [i32::MIN, i32::MAX]);
}

#[test]
fn the_highest_bit_is_a_sign_only_where_the_type_has_signs() {
    for primitive in P::ALL.into_iter().filter(|&p| matches!(kind(p), Kind::Signed | Kind::Unsigned)) {
        let (all_bits, one) = (encode(primitive, -1), encode(primitive, 1));
        let (smaller, larger) = if kind(primitive) == Kind::Signed { (&all_bits, &one) } else { (&one, &all_bits) };
        for (op, wanted) in [(Op::Min, smaller), (Op::Max, larger)] {
            for (input, start) in [(&all_bits, &one), (&one, &all_bits)] {
                let mut inout = start.clone();
                // SAFETY: one element each.
                unsafe { reduction(op, primitive).expect("defined")(input.as_ptr(), inout.as_mut_ptr(), 1) };
                assert_eq!(&inout, wanted, "{} of {primitive:?}", op.name());
            }
        }
    }
}

#[test]
fn any_nonzero_logical_is_true_and_results_are_one() {
    let (input, mut inout) = ([-1i32, 2, 0, 0], [4i32, 0, 8, 0]);
    let and = reduction(Op::LogicalAnd, P::Logical4).expect("defined");
    // SAFETY: four elements each.
    unsafe { and(input.as_ptr().cast(), inout.as_mut_ptr().cast(), 4) };
    assert_eq!(inout, [1, 0, 0, 0]);
}

#[test]
fn the_loops_for_all_cpus_agree() {
    let input: Vec<f64> = (0..1001).map(|i| f64::from(i) * 0.37 - 100.0).collect();
    let start: Vec<f64> = (0..1001).map(|i| 50.0 - f64::from(i) * 0.11).collect();
    let mut loops: Vec<ReduceFn> = vec![ElementLoop::<f64, Sum>::for_this_cpu()];
    if is_x86_feature_detected!("avx2") {
        loops.push(ElementLoop::<f64, Sum>::with_avx2);
    }
    let sum_by = |function: ReduceFn| {
        let mut inout = start.clone();
        // SAFETY: 1001 elements each, and the CPU has what the loop was compiled for.
        unsafe { function(input.as_ptr().cast(), inout.as_mut_ptr().cast(), 1001) };
        inout
    };
    let portable = sum_by(ElementLoop::<f64, Sum>::plain);
    for function in loops {
        assert_eq!(sum_by(function), portable);
    }
}

#[test]
fn gaps_of_pairs_stay_as_they_are() {
    let input = [0u8; 32];
    for op in [Op::Replace, Op::MinLocation] {
        let mut inout = [0x11u8; 32];
        let function = reduction(op, P::ShortInt).expect("defined");
        // SAFETY: four elements of eight bytes each.
        unsafe { function(input.as_ptr(), inout.as_mut_ptr(), 4) };
        assert!((0..32).all(|i| (inout[i] == 0x11) == (i % 8 == 2 || i % 8 == 3)), "{inout:?}");
    }
}
