//! Size and displacement unit of each rank's part of a window. Most programs give all ranks the
//! same, which takes a constant amount of memory.

/// The part of one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartOf {
    /// Bytes.
    pub size: u64,
    /// Bytes of a unit of displacement.
    pub unit: u64,
}

/// The parts of all ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// All are alike.
    Equal(PartOf),
    /// By rank.
    Each(Box<[PartOf]>),
}

impl Parts {
    /// Of these parts, by rank.
    pub fn of(parts: Vec<PartOf>) -> Self {
        match parts.as_slice() {
            [first, rest @ ..] if rest.iter().all(|part| part == first) => Parts::Equal(*first),
            _ => Parts::Each(parts.into()),
        }
    }

    /// That of a rank of the window.
    #[inline]
    pub fn of_rank(&self, rank: u32) -> PartOf {
        match self {
            Parts::Equal(part) => *part,
            Parts::Each(parts) => parts[rank as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_parts_are_kept_once() {
        let part = |size, unit| PartOf { size, unit };
        assert_eq!(Parts::of(vec![part(8, 1); 3]), Parts::Equal(part(8, 1)));
        let different = Parts::of(vec![part(8, 1), part(8, 4), part(0, 1)]);
        assert_eq!([0, 1, 2].map(|rank| different.of_rank(rank)), [part(8, 1), part(8, 4), part(0, 1)]);
    }
}
