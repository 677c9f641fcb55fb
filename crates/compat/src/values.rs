//! Tables of constants: the peer's number beside the standard's.

use std::ffi::c_int;

/// What a number that no table has becomes where nothing but the table's numbers is legal: no
/// constant of any interface.
const UNKNOWN: c_int = c_int::MIN + 77;

/// So many numbers below zero are looked up at once: interfaces put those of ranks and tags there.
const NEARBY: usize = 8;

/// How numbers that are not in a table are to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// They stand for themselves.
    Special,
    /// They are wrong.
    Enumeration,
    /// They are sums of the table's numbers, each of which is one bit.
    Flags,
}

/// One table.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    form: Form,
    /// Pairs of the peer's number and the standard's.
    pairs: &'static [(c_int, c_int)],
    /// The standard's numbers for -1, -2 and so on.
    nearby: [c_int; NEARBY],
}

/// What [`Values::to_abi`] makes of the first numbers below zero, which stand for themselves or for
/// constants.
const fn nearby(pairs: &[(c_int, c_int)]) -> [c_int; NEARBY] {
    let mut numbers = [0; NEARBY];
    let mut index = 0;
    while index < NEARBY {
        let peer = !(index as c_int);
        numbers[index] = peer;
        let mut next = 0;
        while next < pairs.len() {
            if pairs[next].0 == peer {
                numbers[index] = pairs[next].1;
                break;
            }
            if pairs[next].1 == peer {
                numbers[index] = UNKNOWN;
            }
            next += 1;
        }
        index += 1;
    }
    numbers
}

impl Values {
    /// A table of pairs of the peer's number and the standard's.
    pub const fn new(form: Form, pairs: &'static [(c_int, c_int)]) -> Self {
        Values { form, pairs, nearby: nearby(pairs) }
    }

    /// The standard's number for one of the peer's.
    #[inline(always)]
    pub fn to_abi(&self, peer: c_int) -> c_int {
        match self.form {
            Form::Flags => self.flags(peer, |pair| *pair),
            _ => match self.pairs.iter().find(|pair| pair.0 == peer) {
                Some(pair) => pair.1,
                None => self.other(peer, self.pairs.iter().any(|pair| pair.1 == peer)),
            },
        }
    }

    /// As [`Values::to_abi`] for ranks and tags: most are not negative, and most others are
    /// constants close to zero.
    #[inline(always)]
    pub fn natural_to_abi(&self, peer: c_int) -> c_int {
        if peer >= 0 {
            return peer;
        }
        match self.nearby.get(!peer as usize) {
            Some(number) => *number,
            None => self.distant_to_abi(peer),
        }
    }

    #[cold]
    fn distant_to_abi(&self, peer: c_int) -> c_int {
        self.to_abi(peer)
    }

    /// The peer's number for one of the standard's.
    #[inline(always)]
    pub fn to_peer(&self, abi: c_int) -> c_int {
        match self.form {
            Form::Flags => self.flags(abi, |pair| (pair.1, pair.0)),
            _ => self.to_peer_or(abi, abi),
        }
    }

    /// As [`Values::to_peer`], with what the peer has no number for.
    #[inline(always)]
    pub fn to_peer_or(&self, abi: c_int, unknown: c_int) -> c_int {
        self.pairs.iter().find(|pair| pair.1 == abi).map_or(unknown, |pair| pair.0)
    }

    /// A number that the peer does not name; it must not turn into one that the standard names.
    fn other(&self, peer: c_int, is_taken: bool) -> c_int {
        if self.form == Form::Enumeration || is_taken { UNKNOWN } else { peer }
    }

    fn flags(&self, number: c_int, direction: impl Fn(&(c_int, c_int)) -> (c_int, c_int)) -> c_int {
        let mut left = number;
        let mut result = 0;
        for (from, to) in self.pairs.iter().map(direction) {
            if left & from != 0 {
                result |= to;
                left &= !from;
            }
        }
        if left == 0 { result } else { UNKNOWN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANK: Values = Values::new(Form::Special, &[(-2, -1), (-1, -3), (-3, -4)]);
    const ORDER: Values = Values::new(Form::Enumeration, &[(56, 12), (57, 15)]);
    const MODE: Values = Values::new(Form::Flags, &[(1, 2), (2, 16), (4, 256)]);

    #[test]
    fn special_numbers_change_and_others_stay() {
        assert_eq!([-2, -1, -3, 0, 7].map(|rank| RANK.to_abi(rank)), [-1, -3, -4, 0, 7]);
        assert_eq!([-1, -3, -4, 0, 7].map(|rank| RANK.to_peer(rank)), [-2, -1, -3, 0, 7]);
    }

    #[test]
    fn a_wrong_number_does_not_become_a_right_one() {
        assert_eq!(RANK.to_abi(-4), UNKNOWN, "the standard's MPI_ROOT");
        assert_eq!(RANK.to_abi(-9), -9);
        assert_eq!(ORDER.to_abi(12), UNKNOWN);
    }

    #[test]
    fn numbers_below_zero_are_looked_up_as_in_the_table() {
        let distant = Values::new(Form::Special, &[(-2, -1), (-32766, -77), (-7, -32766)]);
        for peer in (-20..20).chain([-32766, -77]) {
            assert_eq!(RANK.natural_to_abi(peer), RANK.to_abi(peer), "{peer}");
            assert_eq!(distant.natural_to_abi(peer), distant.to_abi(peer), "{peer}");
        }
    }

    #[test]
    fn flags_are_converted_one_by_one() {
        assert_eq!(MODE.to_abi(1 | 4), 2 | 256);
        assert_eq!(MODE.to_peer(2 | 16), 1 | 2);
        assert_eq!(MODE.to_abi(1 | 8), UNKNOWN);
    }
}
