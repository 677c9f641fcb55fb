//! The name of a process that holds in every job.

/// Bytes of a [`ProcessId`] in messages.
pub const PROCESS_ID: usize = 12;

/// A process: its job, and its rank there. Processes of one job know each other by rank alone;
/// those of different jobs need both. The order is the same for everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessId {
    /// Number of the job, which no other job has.
    pub job: u64,
    /// World rank in its job.
    pub rank: u32,
}

impl ProcessId {
    /// As bytes, little-endian.
    pub fn to_bytes(self) -> [u8; PROCESS_ID] {
        let mut bytes = [0; PROCESS_ID];
        bytes[..8].copy_from_slice(&self.job.to_le_bytes());
        bytes[8..].copy_from_slice(&self.rank.to_le_bytes());
        bytes
    }

    /// The inverse of [`ProcessId::to_bytes`].
    pub fn from_bytes(bytes: [u8; PROCESS_ID]) -> Self {
        let mut job = [0; 8];
        job.copy_from_slice(&bytes[..8]);
        let mut rank = [0; 4];
        rank.copy_from_slice(&bytes[8..]);
        ProcessId { job: u64::from_le_bytes(job), rank: u32::from_le_bytes(rank) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn names_survive(job: u64, rank: u32) {
            let id = ProcessId { job, rank };
            prop_assert_eq!(ProcessId::from_bytes(id.to_bytes()), id);
        }
    }
}
