//! The card of a process: all that a peer must know to send to it (`docs/wire/ud.md`).

use ferry_protocol::datagram::Epoch;
use ferry_rdma::Endpoint;
use ferry_rdma::address::ENDPOINT_BYTES;

use crate::options::LargeMessages;

/// Version of everything in `docs/wire/ud.md`; the first byte of a card, apart from those of other
/// transports.
pub const VERSION: u8 = 0x84;

/// Bytes of a card.
pub const CARD_BYTES: usize = 1 + ENDPOINT_BYTES + 4 + 4 + 8 + 2 + 2 + 1;

/// How a process can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its port and the queue pair for packets.
    pub endpoint: Endpoint,
    /// The queue pair that its large messages come from.
    pub bulk: u32,
    /// Key of its queue pairs.
    pub queue_key: u32,
    /// Its job.
    pub job: u64,
    /// Its life.
    pub epoch: Epoch,
    /// Packets of a block of a large message.
    pub block_pieces: u16,
    /// How its large messages go.
    pub large: LargeMessages,
}

impl Card {
    /// As bytes, for the launcher.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        bytes.extend(self.endpoint.to_bytes());
        bytes.extend(self.bulk.to_le_bytes());
        bytes.extend(self.queue_key.to_le_bytes());
        bytes.extend(self.job.to_le_bytes());
        bytes.extend(self.epoch.0.to_le_bytes());
        bytes.extend(self.block_pieces.to_le_bytes());
        bytes.push(self.large as u8);
        bytes
    }

    /// The inverse; the error says what is wrong.
    pub fn decode(bytes: &[u8]) -> Result<Card, String> {
        let bytes: &[u8; CARD_BYTES] = bytes
            .try_into()
            .map_err(|_| format!("its card has {} bytes, not {CARD_BYTES}: it uses another transport", bytes.len()))?;
        if bytes[0] != VERSION {
            return Err(format!("its card has version {:#x}, this library knows {VERSION:#x}", bytes[0]));
        }
        let (endpoint, rest) = bytes[1..].split_first_chunk::<ENDPOINT_BYTES>().ok_or("its card is short")?;
        let endpoint = Endpoint::from_bytes(endpoint).ok_or("its card names no port")?;
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| rest[at + byte]));
        let short = |at: usize| u16::from_le_bytes([rest[at], rest[at + 1]]);
        let large = match rest[20] {
            0 => LargeMessages::Copy,
            1 => LargeMessages::ZeroCopy,
            other => return Err(format!("its card names a way {other} of large messages")),
        };
        let job = u64::from(word(8)) | u64::from(word(12)) << 32;
        Ok(Card { endpoint, bulk: word(0), queue_key: word(4), job, epoch: Epoch(short(16)), block_pieces: short(18), large })
    }

    /// Whether two processes can talk to each other; why not, with both sides' values.
    pub fn check(&self, own: &Card) -> Result<(), String> {
        if self.job != own.job {
            return Err(format!("its card is of job {:#x}, this process's of job {:#x}", self.job, own.job));
        }
        let (theirs, ours) = (self.endpoint.mtu.bytes(), own.endpoint.mtu.bytes());
        if theirs != ours {
            return Err(format!(
                "its port has an MTU of {theirs} bytes, this process's one of {ours}: datagrams are as long as that; set the same MTU on both nodes, or FERRY_RDMA_TRANSPORT=rc"
            ));
        }
        if self.large != own.large {
            let [theirs, ours] = [self.large.name(), own.large.name()];
            return Err(format!("it has FERRY_RDMA_TRANSPORT={theirs}, this process {ours}: set the same for all"));
        }
        if self.block_pieces != own.block_pieces {
            let [theirs, ours] = [self.block_pieces, own.block_pieces];
            return Err(format!("its large messages go in blocks of {theirs} packets, this process's of {ours}"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_rdma::{Gid, Mtu};

    fn card() -> Card {
        let endpoint = Endpoint { gid: Gid([3; 16]), lid: 7, queue_pair: 0x1234, mtu: Mtu::Bytes1024, reads: 16 };
        Card {
            endpoint,
            bulk: 0x99,
            queue_key: 0x8765_4321,
            job: u64::MAX - 1,
            epoch: Epoch(77),
            block_pieces: 256,
            large: LargeMessages::ZeroCopy,
        }
    }

    #[test]
    fn a_card_survives_the_launcher_and_nonsense_is_named() {
        let bytes = card().encode();
        assert_eq!(Card::decode(&bytes), Ok(card()));
        assert!(Card::decode(&bytes[1..]).unwrap_err().contains("45 bytes, not 46"));
        assert!(Card::decode(&[&[3], &bytes[1..]].concat()).unwrap_err().contains("version 0x3"));
        assert!(Card::decode(&[&bytes[..45], &[9]].concat()).unwrap_err().contains("way 9"));
    }

    #[test]
    fn processes_that_cannot_talk_are_told_both_values() {
        let why = |other: Card| other.check(&card()).expect_err("different");
        let wider = Endpoint { mtu: Mtu::Bytes4096, ..card().endpoint };
        let mtu = why(Card { endpoint: wider, ..card() });
        assert!(mtu.contains("4096") && mtu.contains("1024"), "{mtu}");
        let large = why(Card { large: LargeMessages::Copy, ..card() });
        assert!(large.contains("ud-copy") && large.contains("ud-zcopy"), "{large}");
        assert!(why(Card { job: 2, ..card() }).contains("job 0x2"));
        assert!(why(Card { block_pieces: 7, ..card() }).contains("blocks of 7"));
        assert_eq!(card().check(&card()), Ok(()));
    }
}
