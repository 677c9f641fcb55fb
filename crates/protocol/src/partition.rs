//! Partitioned communication (MPI-5 chapter 4): what a sender tells the receiver when it makes the
//! request, and which partitions of the two sides overlap.
//!
//! The two `_init` calls of a pair find each other by an ordinary message in the *setup context* of
//! the communicator, with the tag of the request: that is the order the standard demands. Its body
//! is a [`Setup`]. Each partition of the sender then travels in each round as a message of its own,
//! in the *data context* of the request, with the partition's number as tag.

use crate::packet::decode_word;

/// Marks partitioned communication in a context id. It is a bit that no communicator's context id
/// has.
pub const PARTITIONED: u64 = 1 << 53;

/// Told from setup contexts, whose lowest bit is that of a communicator's point-to-point messages:
/// 0.
const DATA: u64 = 1;

/// The context in which requests on the communicator with context id `context` find each other.
pub fn setup_context(context: u64) -> u64 {
    context | PARTITIONED
}

/// The context of the partitions of the sender's request with running number `channel`.
pub fn data_context(channel: u64) -> u64 {
    PARTITIONED | (channel << 1 & (PARTITIONED - 1)) | DATA
}

/// Whether messages in a context are partitions.
pub fn is_data_context(context: u64) -> bool {
    context & (PARTITIONED | DATA) == PARTITIONED | DATA
}

/// A sender's side of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Running number of the request at the sender; see [`data_context`].
    pub channel: u64,
    /// Partitions that are sent.
    pub partitions: u32,
    /// What the data is made of: a number for the one basic type, or 0 if there are several or the
    /// bytes have no type.
    pub basic_type: u32,
    /// Bytes of one partition.
    pub partition_bytes: u64,
}

/// Bytes of an encoded [`Setup`].
pub const SETUP_BYTES: usize = 24;

impl Setup {
    /// The body of the setup message.
    pub fn encode(&self) -> [u8; SETUP_BYTES] {
        let mut body = [0; SETUP_BYTES];
        let counts = u64::from(self.basic_type) << 32 | u64::from(self.partitions);
        for (place, word) in body.chunks_exact_mut(8).zip([self.channel, counts, self.partition_bytes]) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        body
    }

    /// The inverse of [`Setup::encode`]; `None` if `body` is too short.
    pub fn decode(body: &[u8]) -> Option<Self> {
        let (channel, counts, partition_bytes) = (decode_word(body, 0)?, decode_word(body, 1)?, decode_word(body, 2)?);
        Some(Setup { channel, partitions: counts as u32, basic_type: (counts >> 32) as u32, partition_bytes })
    }

    /// Bytes of a round.
    pub fn bytes(&self) -> u64 {
        u64::from(self.partitions) * self.partition_bytes
    }
}

/// How the partitions of the two sides, each of equal size on its side, lie over each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// Partitions of the sender.
    pub sent: u32,
    /// Partitions of the receiver.
    pub received: u32,
}

impl Overlap {
    /// The partitions of the sender that partition `partition` (below `received`) of the receiver
    /// is made of. By number, not by bytes: partitions without bytes have an order too.
    pub fn sources(&self, partition: u32) -> std::ops::Range<u32> {
        let (sent, received, partition) = (u64::from(self.sent), u64::from(self.received), u64::from(partition));
        let (first, end) = (partition * sent / received, ((partition + 1) * sent).div_ceil(received));
        first as u32..end as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn contexts_are_apart() {
        let communicators = [0u64, 2, 1 << 32 | 2, 511 << 54 | 1 << 52 | 4];
        for context in communicators {
            let setup = setup_context(context);
            assert!(!communicators.contains(&setup));
            assert!((0..100).all(|channel| data_context(channel) != setup && data_context(channel) & 1 << 63 == 0));
        }
        assert_ne!(data_context(1), data_context(2));
    }

    #[test]
    fn setups_survive_the_wire() {
        let setup = Setup { channel: u64::MAX - 5, partitions: u32::MAX, basic_type: 7, partition_bytes: 1 << 40 };
        assert_eq!(Setup::decode(&setup.encode()), Some(setup));
        assert_eq!(Setup::decode(&setup.encode()[..SETUP_BYTES - 1]), None);
    }

    proptest! {
        #[test]
        fn overlaps_are_those_of_the_bytes(sent in 1..40u32, received in 1..40u32) {
            // The smallest sizes with equal sums.
            let (sent_bytes, received_bytes) = (received, sent);
            let overlap = Overlap { sent, received };
            for partition in 0..received {
                let bytes = partition * received_bytes..(partition + 1) * received_bytes;
                let expected: Vec<u32> = (0..sent).filter(|source| bytes.clone().any(|byte| byte / sent_bytes == *source)).collect();
                prop_assert_eq!(overlap.sources(partition).collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn nothing_sent_is_nothing_to_wait_for() {
        let overlap = Overlap { sent: 0, received: 3 };
        assert!((0..3).all(|partition| overlap.sources(partition).is_empty()));
    }
}
