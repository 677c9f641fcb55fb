//! The portable representation `external32` (MPI 5.0, section 14.5.2): big-endian, with fixed
//! sizes. Works on packed streams, element by element as the type signature says.

use ferry_datatype::{Datatype, Primitive};

use crate::logical::{declared_logical, is_logical};

/// An element has no representation on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unrepresentable {
    /// The element's type.
    pub primitive: Primitive,
    /// Its place among the elements of that run in the message's signature.
    pub index: u64,
}

/// A part of an element and how it is represented.
#[derive(Clone, Copy)]
enum Field {
    /// As many bytes outside as inside.
    Bytes(usize),
    /// A Fortran truth value; outside, zero is false.
    Logical(usize),
    /// A signed integer of 8 bytes inside and 4 outside.
    Signed,
    /// An unsigned integer of 8 bytes inside and 4 outside.
    Unsigned,
    /// A character of 4 bytes inside and 2 outside.
    Wide,
    /// An x87 number inside, an IEEE quadruple outside.
    Extended,
}

/// The parts of an element in the packed stream.
fn fields(primitive: Primitive) -> &'static [Field] {
    use Field::{Bytes, Extended, Logical, Signed, Unsigned, Wide};
    use Primitive as P;
    match primitive {
        P::Long => &[Signed],
        P::UnsignedLong => &[Unsigned],
        P::WideChar => &[Wide],
        P::F80 => &[Extended],
        P::ComplexF80 => &[Extended, Extended],
        P::ComplexF16 => &[Bytes(2), Bytes(2)],
        P::ComplexF32 | P::FloatInt | P::TwoInt | P::TwoInteger | P::TwoReal => &[Bytes(4), Bytes(4)],
        P::ComplexF64 | P::TwoDoublePrecision => &[Bytes(8), Bytes(8)],
        P::ComplexF128 => &[Bytes(16), Bytes(16)],
        P::ShortInt => &[Bytes(2), Bytes(4)],
        P::DoubleInt => &[Bytes(8), Bytes(4)],
        P::LongInt => &[Signed, Bytes(4)],
        P::LongDoubleInt => &[Extended, Bytes(4)],
        logical if is_logical(logical) => match logical.size() {
            1 => &[Logical(1)],
            2 => &[Logical(2)],
            4 => &[Logical(4)],
            8 => &[Logical(8)],
            _ => &[Logical(16)],
        },
        other => match other.size() {
            1 => &[Bytes(1)],
            2 => &[Bytes(2)],
            4 => &[Bytes(4)],
            8 => &[Bytes(8)],
            _ => &[Bytes(16)],
        },
    }
}

impl Field {
    const fn inside(self) -> usize {
        match self {
            Field::Bytes(len) | Field::Logical(len) => len,
            Field::Signed | Field::Unsigned => 8,
            Field::Wide => 4,
            Field::Extended => 16,
        }
    }

    const fn outside(self) -> usize {
        match self {
            Field::Bytes(len) | Field::Logical(len) => len,
            Field::Signed | Field::Unsigned => 4,
            Field::Wide => 2,
            Field::Extended => 16,
        }
    }

    /// Writes `inside` to `outside`; `None` if the value does not fit.
    fn encode(self, inside: &[u8], outside: &mut [u8]) -> Option<()> {
        match self {
            Field::Bytes(_) => copy_reversed(inside, outside),
            Field::Logical(len) => match declared_logical(len) {
                Some((_, no)) => {
                    outside.fill(0);
                    outside[len - 1] = u8::from(inside != &no.to_le_bytes()[..len]);
                }
                None => copy_reversed(inside, outside),
            },
            Field::Signed => outside.copy_from_slice(&i32::try_from(i64::from_le_bytes(array(inside))).ok()?.to_be_bytes()),
            Field::Unsigned => outside.copy_from_slice(&u32::try_from(u64::from_le_bytes(array(inside))).ok()?.to_be_bytes()),
            Field::Wide => outside.copy_from_slice(&u16::try_from(u32::from_le_bytes(array(inside))).ok()?.to_be_bytes()),
            Field::Extended => outside.copy_from_slice(&quadruple(array(&inside[..10])).to_be_bytes()),
        }
        Some(())
    }

    /// Writes `outside` to `inside`.
    fn decode(self, outside: &[u8], inside: &mut [u8]) {
        match self {
            Field::Bytes(_) => copy_reversed(outside, inside),
            Field::Logical(len) => match declared_logical(len) {
                Some((yes, no)) => {
                    let is_true = outside.iter().any(|byte| *byte != 0);
                    inside.copy_from_slice(&(if is_true { yes } else { no }).to_le_bytes()[..len]);
                }
                None => copy_reversed(outside, inside),
            },
            Field::Signed => inside.copy_from_slice(&i64::from(i32::from_be_bytes(array(outside))).to_le_bytes()),
            Field::Unsigned => inside.copy_from_slice(&u64::from(u32::from_be_bytes(array(outside))).to_le_bytes()),
            Field::Wide => inside.copy_from_slice(&u32::from(u16::from_be_bytes(array(outside))).to_le_bytes()),
            Field::Extended => {
                inside[..10].copy_from_slice(&extended(u128::from_be_bytes(array(outside))));
                inside[10..].fill(0);
            }
        }
    }
}

fn copy_reversed(from: &[u8], to: &mut [u8]) {
    to.copy_from_slice(from);
    to.reverse();
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("a field has its length")
}

/// Bits of a quadruple's fraction that an x87 number does not have.
const EXTRA_BITS: u32 = 49;

/// The quadruple equal to an x87 number: the same exponent, and the fraction without its explicit
/// leading bit.
fn quadruple(bytes: [u8; 10]) -> u128 {
    let mantissa = u64::from_le_bytes(array(&bytes[..8]));
    let sign_and_exponent = u16::from_le_bytes(array(&bytes[8..]));
    let fraction = u128::from(mantissa & (u64::MAX >> 1)) << EXTRA_BITS;
    u128::from(sign_and_exponent) << 112 | fraction
}

/// The x87 number nearest to a quadruple, ties to even.
fn extended(quadruple: u128) -> [u8; 10] {
    let sign = (quadruple >> 127) as u16;
    let magnitude = quadruple & (u128::MAX >> 1);
    let is_nan = magnitude > 0x7fff << 112;
    let kept = magnitude >> EXTRA_BITS;
    let dropped = magnitude & ((1 << EXTRA_BITS) - 1);
    let half = 1 << (EXTRA_BITS - 1);
    let up = !is_nan && (dropped > half || (dropped == half && kept & 1 == 1));
    // A carry out of the fraction goes on into the exponent, as it should.
    let rounded = kept + u128::from(up);
    let exponent = (rounded >> 63) as u16;
    let quiet = u64::from(is_nan) << 62;
    let leading = u64::from(exponent != 0) << 63;
    let mantissa = leading | quiet | (rounded as u64 & (u64::MAX >> 1));
    let mut bytes = [0; 10];
    bytes[..8].copy_from_slice(&mantissa.to_le_bytes());
    bytes[8..].copy_from_slice(&(sign << 15 | exponent).to_le_bytes());
    bytes
}

/// Bytes of one element in `external32`.
pub fn external_size(primitive: Primitive) -> u64 {
    fields(primitive).iter().map(|field| field.outside() as u64).sum()
}

/// Bytes of `count` elements of `datatype` in `external32`, or `None` if that does not fit in 63
/// bits.
pub fn external_packed_size(datatype: &Datatype, count: u64) -> Option<u64> {
    let bytes = datatype.signature().total(&external_size)?.checked_mul(count)?;
    (bytes <= i64::MAX as u64).then_some(bytes)
}

/// Converts the packed stream of `count` elements of `datatype` to `external32`.
///
/// # Errors
/// A value that does not fit the smaller representation.
///
/// # Panics
/// If `packed` or `out` is shorter than the message is in its representation.
pub fn to_external(datatype: &Datatype, count: u64, packed: &[u8], out: &mut [u8]) -> Result<(), Unrepresentable> {
    let (mut from, mut to) = (0, 0);
    convert(datatype, count, |field| {
        let (inside, outside) = (&packed[from..from + field.inside()], &mut out[to..to + field.outside()]);
        from += field.inside();
        to += field.outside();
        field.encode(inside, outside)
    })
}

/// Converts `count` elements of `datatype` from `external32` to their packed stream.
///
/// # Panics
/// If `external` or `out` is shorter than the message is in its representation.
pub fn from_external(datatype: &Datatype, count: u64, external: &[u8], out: &mut [u8]) {
    let (mut from, mut to) = (0, 0);
    let converted = convert(datatype, count, |field| {
        let (outside, inside) = (&external[from..from + field.outside()], &mut out[to..to + field.inside()]);
        from += field.outside();
        to += field.inside();
        field.decode(outside, inside);
        Some(())
    });
    debug_assert_eq!(converted, Ok(()), "decoding always succeeds");
}

/// Calls `step` for each field of the message in order, until one fails.
fn convert(datatype: &Datatype, count: u64, mut step: impl FnMut(Field) -> Option<()>) -> Result<(), Unrepresentable> {
    let mut failed = Ok(());
    for _ in 0..count {
        let done = datatype.signature().for_each_run(&mut |primitive, length| {
            let bad = (0..length).find(|_| fields(primitive).iter().any(|&field| step(field).is_none()));
            if let Some(index) = bad {
                failed = Err(Unrepresentable { primitive, index });
            }
            bad.is_none()
        });
        if !done {
            break;
        }
    }
    failed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extended::tests::bytes_of;

    fn named(handle: usize) -> &'static Datatype {
        Datatype::predefined(handle).expect("predefined")
    }

    fn round_trip(datatype: &Datatype, packed: &[u8]) -> Vec<u8> {
        let count = packed.len() as u64 / datatype.size();
        let mut external = vec![0; external_packed_size(datatype, count).expect("small") as usize];
        to_external(datatype, count, packed, &mut external).expect("representable");
        let mut back = vec![0xa5; packed.len()];
        from_external(datatype, count, &external, &mut back);
        assert_eq!(back, packed);
        external
    }

    #[test]
    fn parts_add_up_to_the_packed_size() {
        for primitive in Primitive::ALL {
            let inside: usize = fields(primitive).iter().map(|field| field.inside()).sum();
            assert_eq!(inside as u64, primitive.size(), "{primitive:?}");
        }
    }

    #[test]
    fn integers_are_big_endian() {
        assert_eq!(round_trip(named(0x209), &0x0102_0304i32.to_le_bytes()), [1, 2, 3, 4]);
        assert_eq!(round_trip(named(0x20a), &(-2i64).to_le_bytes()), [0xff, 0xff, 0xff, 0xfe]);
        assert_eq!(round_trip(named(0x23c), &0x20acu32.to_le_bytes()), [0x20, 0xac]);
        assert_eq!(round_trip(named(0x214), &1.0f64.to_le_bytes()), [0x3f, 0xf0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn values_too_large_are_refused() {
        let packed = [1i64.to_le_bytes(), (1i64 << 31).to_le_bytes()].concat();
        let result = to_external(named(0x20a), 2, &packed, &mut [0; 8]);
        assert_eq!(result, Err(Unrepresentable { primitive: Primitive::Long, index: 0 }));
        let pair = Datatype::contiguous(2, named(0x20a)).expect("valid");
        let result = to_external(&pair, 1, &packed, &mut [0; 8]);
        assert_eq!(result, Err(Unrepresentable { primitive: Primitive::Long, index: 1 }));
    }

    #[test]
    fn mixed_types_follow_their_signature() {
        let types = [named(0x208).clone(), named(0x229).clone(), named(0x247).clone()];
        let record = Datatype::structure(&[2, 1, 3], &[0, 8, 40], &types).expect("valid");
        let packed: Vec<u8> = (1..=19).collect();
        let external = round_trip(&record, &packed);
        assert_eq!(external, [2, 1, 4, 3, 12, 11, 10, 9, 8, 7, 6, 5, 16, 15, 14, 13, 17, 18, 19]);
    }

    #[test]
    #[cfg_attr(miri, ignore = "assembly")]
    fn extended_numbers_become_quadruples() {
        let one = round_trip(named(0x220), &bytes_of(1.0));
        assert_eq!(one[..4], [0x3f, 0xff, 0, 0]);
        let value = round_trip(named(0x220), &bytes_of(-2.5));
        assert_eq!(value[..4], [0xc0, 0x00, 0x40, 0]);
        for number in [0.0, -0.0, f64::INFINITY, 1e300, f64::MIN_POSITIVE, f64::EPSILON] {
            round_trip(named(0x220), &bytes_of(number));
        }
    }

    #[test]
    fn quadruples_round_to_even() {
        let one = 0x3fffu128 << 112;
        let bits = |number: [u8; 10]| u64::from_le_bytes(array(&number[..8]));
        assert_eq!(bits(extended(one | 1 << 48)), 1 << 63);
        assert_eq!(bits(extended(one | 1 << 48 | 1)), 1 << 63 | 1);
        assert_eq!(bits(extended(one | 3 << 48)), 1 << 63 | 2);
        let below_two = one | ((1 << 112) - 1);
        assert_eq!(extended(below_two)[8..], 0x4000u16.to_le_bytes());
        let nan = extended((0x7fff << 112) | 1);
        assert_eq!((nan[8..].to_vec(), bits(nan) >> 62), (0x7fffu16.to_le_bytes().to_vec(), 3));
    }
}
