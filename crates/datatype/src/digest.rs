//! Digests of type signatures: equal for any number of elements of any datatypes that consist of
//! the same primitives in the same order.
//!
//! A sequence of primitives is a map on numbers modulo a prime, the composition of one affine map
//! for each primitive. So the digest of a repetition is a power, and costs the logarithm of how
//! often, however the sequence is cut into datatypes.

use crate::primitive::Primitive;
use crate::signature::Signature;

const PRIME: u64 = (1 << 61) - 1;
const FACTOR: u64 = 0x0123_4567_89ab_cdef % PRIME;

/// The map x -> factor * x + term.
#[derive(Clone, Copy)]
struct Affine {
    factor: u64,
    term: u64,
}

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

impl Affine {
    const IDENTITY: Affine = Affine { factor: 1, term: 0 };

    fn of(primitive: Primitive) -> Affine {
        Affine { factor: FACTOR, term: primitive as u64 + 1 }
    }

    fn then(self, next: Affine) -> Affine {
        Affine { factor: times(self.factor, next.factor), term: (times(self.term, next.factor) + next.term) % PRIME }
    }

    fn power(mut self, mut exponent: u64) -> Affine {
        let mut power = Affine::IDENTITY;
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = power.then(self);
            }
            self = self.then(self);
            exponent >>= 1;
        }
        power
    }
}

impl Signature {
    fn map(&self) -> Affine {
        match self {
            Signature::Uniform { primitive, count } => Affine::of(*primitive).power(*count),
            Signature::Repeat { count, child } => child.map().power(*count),
            Signature::Concat { parts } => parts.iter().fold(Affine::IDENTITY, |map, part| map.then(part.signature().map())),
        }
    }

    /// The digest of this signature `count` times in a row; below 2^61.
    pub fn digest(&self, count: u64) -> u64 {
        let Affine { factor, term } = self.map().power(count);
        (factor ^ term.rotate_left(31)) % PRIME
    }

    /// Whether `primitive` occurs.
    pub fn contains(&self, wanted: Primitive) -> bool {
        match self {
            Signature::Uniform { primitive, count } => *count > 0 && *primitive == wanted,
            Signature::Repeat { child, .. } => child.contains(wanted),
            Signature::Concat { parts } => parts.iter().any(|part| part.signature().contains(wanted)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Datatype;

    const INT: usize = 0x209;
    const FLOAT: usize = 0x210;
    const DOUBLE: usize = 0x214;

    fn named(handle: usize) -> &'static Datatype {
        Datatype::predefined(handle).expect("predefined")
    }

    fn digest(datatype: &Datatype, count: u64) -> u64 {
        datatype.signature().digest(count)
    }

    #[test]
    fn it_does_not_matter_how_a_sequence_is_cut() {
        let int = named(INT);
        let ten = Datatype::contiguous(10, int).unwrap();
        let gaps = Datatype::vector(5, 2, 7, int).unwrap();
        assert_eq!(digest(&ten, 6), digest(int, 60));
        assert_eq!(digest(&gaps, 6), digest(int, 60));
        let pair = Datatype::structure(&[1, 2], &[0, 8], &[int.clone(), named(DOUBLE).clone()]).unwrap();
        let pairs = Datatype::contiguous(3, &pair).unwrap();
        assert_eq!(digest(&pairs, 4), digest(&pair, 12));
        assert_eq!(digest(int, 0), digest(&pair, 0));
    }

    #[test]
    fn number_kind_and_order_matter() {
        let (int, float) = (named(INT), named(FLOAT));
        let one = Datatype::structure(&[1, 1], &[0, 4], &[int.clone(), float.clone()]).unwrap();
        let other = Datatype::structure(&[1, 1], &[0, 4], &[float.clone(), int.clone()]).unwrap();
        let all = [digest(int, 4), digest(int, 5), digest(float, 4), digest(&one, 2), digest(&other, 2), digest(int, 0)];
        for (index, digest) in all.iter().enumerate() {
            assert!(!all[..index].contains(digest), "{all:x?}");
        }
    }
}
