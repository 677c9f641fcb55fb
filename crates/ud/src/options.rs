//! Sizes and limits of a device.

use ferry_protocol::datagram::Epoch;
use ferry_rdma::{DeviceAttributes, Error, Result};

/// How large messages go (UD-7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LargeMessages {
    /// Through buffers of the library, in packets.
    Copy,
    /// Straight into the receiver's memory, where that pays ([`Options::zero_copy_min`]).
    #[default]
    ZeroCopy,
}

impl LargeMessages {
    /// Its name in settings and reports.
    pub fn name(self) -> &'static str {
        match self {
            LargeMessages::Copy => "ud-copy",
            LargeMessages::ZeroCopy => "ud-zcopy",
        }
    }
}

/// What is sent again when packets of a large message were lost (UD-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repair {
    /// What is missing. What lies elsewhere is put right.
    #[default]
    Missing,
    /// The whole block, also when packets were only reordered.
    Block,
}

/// What a device is made with. [`Options::new`] has what suits most jobs.
#[derive(Clone, Debug)]
pub struct Options {
    /// World rank of this process.
    pub rank: u32,
    /// Ranks of the job.
    pub ranks: usize,
    /// A number that no other job has: datagrams of other jobs are not for us.
    pub job: u64,
    /// The life of this process: another one for each start of the same rank.
    pub epoch: Epoch,
    /// Longest message that goes without asking, whatever the engine's limit, in bytes.
    pub eager_bytes: u64,
    /// Send requests of the queue pair of packets.
    pub sends: u32,
    /// Send requests of the queue pair of large messages.
    pub bulk_sends: u32,
    /// Receives posted for packets of all peers.
    pub receives: u32,
    /// Longest packet that is sent inline, if the device can, in bytes.
    pub inline_bytes: u32,
    /// Memory for send buffers, of all peers together, in bytes.
    pub send_bytes: usize,
    /// How large messages go.
    pub large: LargeMessages,
    /// Shortest message that goes without a copy, in bytes. `None`: by what both cost here.
    pub zero_copy_min: Option<u64>,
    /// Messages of the engine leave out a header that is as the last one to their peer.
    pub header_caching: bool,
    /// Ways to a peer that large messages take in turn, block by block.
    pub paths: u8,
    /// Queue pairs that large messages are received by, at most.
    pub pool: u32,
    /// Packets of a block of a large message. Each block has a queue pair.
    pub block_pieces: u16,
    /// Blocks of one message under way at once. Each takes a path of its own where the network
    /// tells queue pairs apart.
    pub blocks_at_once: u32,
    /// Blocks of all messages of one peer under way at once. More would be posted long before their
    /// turn comes, while the link idles.
    pub blocks_of_peer: u16,
    /// What is sent again.
    pub repair: Repair,
    /// Memory of the program that may be registered at once, in bytes.
    pub registered_bytes: u64,
    /// Registrations of memory of the program at once.
    pub regions: usize,
    /// How long a peer that owes an answer may be silent, in nanoseconds. A process that computes
    /// is silent, too. `None`: as long as it likes.
    pub silence_ns: Option<u64>,
}

/// Queue pairs that are not for large messages: that of packets, that of large messages on their
/// way out.
const OTHER_PAIRS: u32 = 2;

impl Options {
    /// The options of rank `rank` of `ranks` in job `job`.
    pub fn new(rank: u32, ranks: usize, job: u64) -> Self {
        Options {
            rank,
            ranks,
            job,
            epoch: Epoch(1),
            eager_bytes: 0,
            sends: 512,
            bulk_sends: 512,
            receives: 1024,
            inline_bytes: 220,
            send_bytes: 16 << 20,
            large: LargeMessages::ZeroCopy,
            zero_copy_min: None,
            header_caching: true,
            paths: 1,
            pool: 64,
            block_pieces: 256,
            blocks_at_once: 2,
            blocks_of_peer: 4,
            repair: Repair::Missing,
            registered_bytes: 1 << 40,
            regions: 4096,
            silence_ns: None,
        }
    }

    /// Whether a device can do what is asked for; requests beyond what it takes are cut to that.
    ///
    /// # Errors
    /// A number that makes no sense, with both sides' values.
    pub fn check(&mut self, device: &DeviceAttributes) -> Result<()> {
        let most = device.queue_pairs.saturating_sub(OTHER_PAIRS);
        if self.pool == 0 || self.pool > most {
            return Err(Error::Argument(format!(
                "{} queue pairs for large messages: there must be at least 1, and {} has {} in all, {OTHER_PAIRS} of which are for other things; set FERRY_UD_POOL to 1 to {most}",
                self.pool, device.name, device.queue_pairs
            )));
        }
        if self.block_pieces == 0 || self.blocks_at_once == 0 || self.blocks_of_peer == 0 {
            return Err(Error::Argument(format!(
                "blocks of {} packets, {} of a message and {} of a peer at once: there must be at least 1",
                self.block_pieces, self.blocks_at_once, self.blocks_of_peer
            )));
        }
        if self.paths == 0 {
            return Err(Error::Argument("0 ways through the network: set FERRY_UD_PATHS to 1 to 16".to_owned()));
        }
        // Each has a block to carry, and the next one is posted meanwhile.
        self.blocks_at_once = self.blocks_at_once.max(2 * u32::from(self.paths) - u32::from(self.paths == 1));
        self.blocks_of_peer = self.blocks_of_peer.max(2 * u16::from(self.paths));
        self.sends = self.sends.min(device.work_requests);
        self.bulk_sends = self.bulk_sends.min(device.work_requests);
        let receives = if device.shared_receive_queues > 0 { device.shared_receive_requests } else { device.work_requests };
        self.receives = self.receives.min(receives);
        self.block_pieces = self.block_pieces.min(device.work_requests.min(u32::from(u16::MAX - 1)) as u16);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_that_cannot_be_is_refused_with_both_numbers() {
        let device = DeviceAttributes { name: "rxe0".to_owned(), queue_pairs: 64, work_requests: 100, ..Default::default() };
        for pool in [0, 63] {
            let why = Options { pool, ..Options::new(0, 1, 1) }.check(&device).expect_err("impossible").to_string();
            assert!(
                why.contains(&format!("{pool} queue pairs")) && why.contains("rxe0 has 64") && why.contains("1 to 62"),
                "{why}"
            );
        }
        let mut options = Options { pool: 62, ..Options::new(0, 1, 1) };
        assert_eq!(options.check(&device), Ok(()));
        assert_eq!((options.sends, options.receives, options.block_pieces), (100, 100, 100), "cut to what the device takes");
    }
}
