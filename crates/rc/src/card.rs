//! The card of a process: what a peer must know to ask it for a connection (`docs/wire/rc.md`).

use ferry_rdma::Endpoint;
use ferry_rdma::address::ENDPOINT_BYTES;

/// Version of everything in `docs/wire/rc.md`; the first byte of a card.
pub const VERSION: u8 = 3;

/// Bytes of a card.
pub const CARD_BYTES: usize = 1 + ENDPOINT_BYTES + 4 + 8 + 1;

/// How a process can be reached by datagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its port and the queue pair for datagrams.
    pub endpoint: Endpoint,
    /// Key of that queue pair.
    pub queue_key: u32,
    /// Its job.
    pub job: u64,
    /// Whether it has extended connections for peers that have them.
    pub extended: bool,
}

impl Card {
    /// As bytes, for the launcher.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        bytes.extend(self.endpoint.to_bytes());
        bytes.extend(self.queue_key.to_le_bytes());
        bytes.extend(self.job.to_le_bytes());
        bytes.push(self.extended.into());
        bytes
    }

    /// The inverse; the error says what is wrong.
    pub fn decode(bytes: &[u8]) -> Result<Card, String> {
        let bytes: &[u8; CARD_BYTES] =
            bytes.try_into().map_err(|_| format!("its card has {} bytes, not {CARD_BYTES}", bytes.len()))?;
        if bytes[0] != VERSION {
            return Err(format!("its card has version {}, this library knows {VERSION}", bytes[0]));
        }
        let (endpoint, rest) = bytes[1..].split_first_chunk::<ENDPOINT_BYTES>().ok_or("its card is short")?;
        let endpoint = Endpoint::from_bytes(endpoint).ok_or("its card names no port")?;
        let queue_key = u32::from_le_bytes(std::array::from_fn(|index| rest[index]));
        let job = u64::from_le_bytes(std::array::from_fn(|index| rest[4 + index]));
        Ok(Card { endpoint, queue_key, job, extended: rest[12] == 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferry_rdma::{Gid, Mtu};

    #[test]
    fn a_card_survives_the_launcher_and_nonsense_is_named() {
        let endpoint = Endpoint { gid: Gid([3; 16]), lid: 7, queue_pair: 0x1234, mtu: Mtu::Bytes1024, reads: 16 };
        let card = Card { endpoint, queue_key: 0x8765_4321, job: u64::MAX - 1, extended: true };
        assert_eq!(Card::decode(&Card { extended: false, ..card }.encode()), Ok(Card { extended: false, ..card }));
        let bytes = card.encode();
        assert_eq!(Card::decode(&bytes), Ok(card));
        assert!(Card::decode(&bytes[1..]).unwrap_err().contains("37 bytes, not 38"));
        let newer = [&[VERSION + 1], &bytes[1..]].concat();
        assert!(Card::decode(&newer).unwrap_err().contains(&format!("version {}", VERSION + 1)));
        let no_mtu = [&bytes[..23], &[9], &bytes[24..]].concat();
        assert!(Card::decode(&no_mtu).is_err());
    }
}
