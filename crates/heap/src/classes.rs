//! Lengths of blocks: eight to each doubling, so that at most an eighth of a block is not used.

/// What blocks are multiples of, in bytes, and aligned to.
pub const GRANULE: usize = 16 << 10;

/// Lengths that there are.
pub const CLASSES: usize = 8 * 32;

/// The class of blocks of `bytes` bytes, and their granules.
#[inline]
pub fn of(bytes: usize) -> (usize, usize) {
    let granules = bytes.div_ceil(GRANULE).max(1);
    if granules <= 8 {
        return (granules - 1, granules);
    }
    // 2^(bits + 3) < granules <= 2^(bits + 4), in steps of 2^bits.
    let bits = (granules - 1).ilog2() as usize - 3;
    let steps = granules.div_ceil(1 << bits);
    (8 * bits + steps - 1, steps << bits)
}

/// The first class whose blocks have so many granules.
pub fn at_least(granules: usize) -> usize {
    of(granules * GRANULE).0
}

/// The last class whose blocks have no more granules; at least one granule.
pub fn at_most(granules: usize) -> usize {
    let (class, some) = of(granules * GRANULE);
    if some == granules { class } else { class - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_hold_what_they_are_for_and_little_more() {
        let mut last = (usize::MAX, 0);
        for granules in 1..5000usize {
            let (class, some) = of(granules * GRANULE);
            assert!(some >= granules && 8 * (some - granules) <= granules, "{granules} {some}");
            assert!(class < CLASSES && (class == last.0) == (some == last.1), "{granules}: {class} {some}, {last:?}");
            assert!(class == last.0 || class == last.0.wrapping_add(1), "{granules}: {class} after {}", last.0);
            assert!(at_least(granules) == class && at_most(granules) == if some == granules { class } else { class - 1 });
            last = (class, some);
        }
        assert_eq!(of(1), (0, 1));
        assert!(of(1 << 46).0 < CLASSES);
    }
}
