//! What messages cost, as far as algorithms are chosen by it: measured elsewhere, and the same at
//! all ranks of a communicator, so that all choose alike.

/// Bits of a cost in a word.
const PART: u32 = 16;

/// Costs in a word, of which each is cut to what fits; the first ones decide which word is greater.
pub(crate) fn word_of(parts: [u32; 4]) -> u64 {
    parts.into_iter().fold(0, |word, value| word << PART | u64::from(value).min((1 << PART) - 1))
}

/// The inverse of [`word_of`].
pub(crate) fn parts_of(word: u64) -> [u32; 4] {
    std::array::from_fn(|at| (word >> (PART * (3 - at as u32))) as u32 & ((1 << PART) - 1))
}

/// Costs of messages on one kind of way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WayCosts {
    /// One-way latency of a short message, in ns.
    pub message_ns: u32,
    /// Work for a message that goes on beside others, in ns: of a rank within a node, of a node
    /// between nodes.
    pub start_ns: u32,
    /// Moving a byte in or out, in ps.
    pub byte_ps: u32,
}

impl WayCosts {
    /// As a word that is not 0.
    pub fn word(self) -> u64 {
        word_of([self.byte_ps.max(1), self.message_ns.div_ceil(10), self.start_ns.div_ceil(10), 0])
    }

    /// The inverse, to within 10 ns.
    pub fn of_word(word: u64) -> WayCosts {
        let [byte_ps, message, start, _] = parts_of(word);
        WayCosts { message_ns: 10 * message, start_ns: 10 * start, byte_ps }
    }

    /// What is dearer in either.
    #[must_use]
    pub fn dearest(self, other: WayCosts) -> WayCosts {
        WayCosts {
            message_ns: self.message_ns.max(other.message_ns),
            start_ns: self.start_ns.max(other.start_ns),
            byte_ps: self.byte_ps.max(other.byte_ps),
        }
    }
}

/// Costs of the messages of a communicator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MessageCosts {
    /// Within a node.
    pub near: WayCosts,
    /// What a message to another node costs more, where no adapter for puts carries it.
    pub far: WayCosts,
}

impl MessageCosts {
    /// What is assumed as long as nobody has measured: two processors of a server, and a network
    /// between those of TCP on Ethernet and of an adapter.
    pub const ASSUMED: MessageCosts = MessageCosts {
        near: WayCosts { message_ns: 400, start_ns: 120, byte_ps: 80 },
        far: WayCosts { message_ns: 8000, start_ns: 2000, byte_ps: 300 },
    };

    /// What is dearer in either.
    #[must_use]
    pub fn dearest(self, other: MessageCosts) -> MessageCosts {
        MessageCosts { near: self.near.dearest(other.near), far: self.far.dearest(other.far) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_survive_their_word() {
        let MessageCosts { near, far } = MessageCosts::ASSUMED;
        assert_eq!([near, far].map(|costs| WayCosts::of_word(costs.word())), [near, far]);
        let long = WayCosts { message_ns: u32::MAX, start_ns: 7, byte_ps: 0 };
        assert_eq!(WayCosts::of_word(long.word()), WayCosts { message_ns: 655_350, start_ns: 10, byte_ps: 1 });
    }

    #[test]
    fn ranks_that_know_different_costs_agree_on_the_dearest_whoever_asks() {
        let slow = MessageCosts { far: WayCosts { message_ns: 50_000, start_ns: 100, byte_ps: 900 }, ..MessageCosts::ASSUMED };
        let both = slow.dearest(MessageCosts::ASSUMED);
        assert_eq!(both, MessageCosts::ASSUMED.dearest(slow));
        assert_eq!(both.far, WayCosts { message_ns: 50_000, start_ns: 2000, byte_ps: 900 });
    }
}
