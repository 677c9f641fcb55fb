//! Numbers of packets: 32 bits that go round.

/// The number of a packet among those from one process to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sequence(pub u32);

impl Sequence {
    /// The number `count` packets later.
    #[must_use]
    pub fn after(self, count: u32) -> Sequence {
        Sequence(self.0.wrapping_add(count))
    }

    /// How many packets this number is after `other`; negative if it is before it.
    pub fn distance(self, other: Sequence) -> i32 {
        self.0.wrapping_sub(other.0) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_round() {
        let last = Sequence(u32::MAX);
        assert_eq!(last.after(2), Sequence(1));
        assert_eq!((Sequence(1).distance(last), last.distance(Sequence(1))), (2, -2));
    }
}
