//! Peers of other jobs. The device numbers them behind the ranks of its own job, in the order in
//! which it gets to know them; the number of one that is forgotten is given to another one.

use std::collections::HashMap;

use ferry_protocol::process::{PROCESS_ID, ProcessId};

use crate::card::{Card, MAX_CARD};
use crate::handshake::{CHALLENGE, Challenge, Secret};

/// What a process of another job has told of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// Who it is.
    pub id: ProcessId,
    /// Its key, which only processes know that it has met.
    pub key: Challenge,
    /// Its card.
    pub card: Card,
    /// How processes of its node reach it otherwise; nothing to this crate.
    pub contact: [u8; CONTACT],
    /// How its RDMA adapter is reached, [`ADAPTER`] bytes at most; none without one. Nothing to
    /// this crate either.
    pub adapter: Vec<u8>,
}

/// Bytes of [`Foreign::contact`].
pub const CONTACT: usize = 24;
/// Most bytes of [`Foreign::adapter`].
pub const ADAPTER: usize = 63;

/// Bytes of what a process tells of itself.
pub const FOREIGN: usize = AT_CARD + MAX_CARD;
/// Where the key begins, the contact, the length of what reaches the adapter and that, the length
/// of the card, and the card.
const KEY: usize = PROCESS_ID;
const AT_CONTACT: usize = KEY + CHALLENGE;
const ADAPTER_LEN: usize = AT_CONTACT + CONTACT;
const AT_ADAPTER: usize = ADAPTER_LEN + 1;
const LEN: usize = AT_ADAPTER + ADAPTER;
const AT_CARD: usize = LEN + 1;

impl Foreign {
    /// As bytes, zeros behind the card.
    pub fn encode(&self) -> [u8; FOREIGN] {
        let (mut bytes, card) = ([0; FOREIGN], self.card.encode());
        bytes[..KEY].copy_from_slice(&self.id.to_bytes());
        bytes[KEY..AT_CONTACT].copy_from_slice(&self.key);
        bytes[AT_CONTACT..ADAPTER_LEN].copy_from_slice(&self.contact);
        let adapter = &self.adapter[..self.adapter.len().min(ADAPTER)];
        bytes[ADAPTER_LEN] = adapter.len() as u8;
        bytes[AT_ADAPTER..][..adapter.len()].copy_from_slice(adapter);
        bytes[LEN] = card.len() as u8;
        bytes[AT_CARD..][..card.len()].copy_from_slice(&card);
        bytes
    }

    /// The inverse of [`Foreign::encode`].
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn decode(bytes: &[u8; FOREIGN]) -> Result<Self, String> {
        let len = usize::from(bytes[LEN]).min(MAX_CARD);
        let adapter_len = usize::from(bytes[ADAPTER_LEN]).min(ADAPTER);
        Ok(Foreign {
            id: ProcessId::from_bytes(std::array::from_fn(|at| bytes[at])),
            key: std::array::from_fn(|at| bytes[KEY + at]),
            contact: std::array::from_fn(|at| bytes[AT_CONTACT + at]),
            adapter: bytes[AT_ADAPTER..][..adapter_len].to_vec(),
            card: Card::decode(&bytes[AT_CARD..][..len])?,
        })
    }
}

/// A peer of another job.
#[derive(Debug)]
pub struct Known {
    /// Who it is.
    pub id: ProcessId,
    /// What the two have in common.
    pub secret: Secret,
    /// Its card.
    pub card: Card,
}

/// All peers of other jobs.
#[derive(Debug, Default)]
pub struct ForeignPeers {
    known: Vec<Option<Known>>,
    places: HashMap<ProcessId, usize>,
}

impl ForeignPeers {
    /// The number of a peer whose `key` and card it has told, counted from 0, where `own` is the
    /// key of this process. One that is known already keeps its own.
    pub fn admit(&mut self, own: &Challenge, peer: Foreign) -> usize {
        if let Some(place) = self.places.get(&peer.id) {
            return *place;
        }
        let place = self.known.iter().position(Option::is_none).unwrap_or(self.known.len());
        if place == self.known.len() {
            self.known.push(None);
        }
        let secret = Secret::of_keys(own, &peer.key);
        self.places.insert(peer.id, place);
        self.known[place] = Some(Known { id: peer.id, secret, card: peer.card });
        place
    }

    /// Forgets a peer.
    pub fn forget(&mut self, place: usize) {
        if let Some(known) = self.known.get_mut(place).and_then(Option::take) {
            self.places.remove(&known.id);
        }
    }

    /// The number of a peer.
    pub fn place_of(&self, id: ProcessId) -> Option<usize> {
        self.places.get(&id).copied()
    }

    /// The peer with this number.
    pub fn get(&self, place: usize) -> Option<&Known> {
        self.known.get(place)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(rank: u32) -> Foreign {
        let card = Card { port: 1, challenge: [0; CHALLENGE], host: "a".to_owned(), addresses: Vec::new() };
        Foreign {
            id: ProcessId { job: 7, rank },
            key: [rank as u8; CHALLENGE],
            card,
            contact: [rank as u8; CONTACT],
            adapter: vec![rank as u8; rank as usize],
        }
    }

    #[test]
    fn what_a_process_tells_of_itself_survives_the_wire() {
        for rank in [0, 5, ADAPTER as u32] {
            assert_eq!(Foreign::decode(&peer(rank).encode()), Ok(peer(rank)));
        }
    }

    #[test]
    fn numbers_are_kept_and_given_again() {
        let (own, mut peers) = ([9; CHALLENGE], ForeignPeers::default());
        assert_eq!([0, 1, 0, 2].map(|rank| peers.admit(&own, peer(rank))), [0, 1, 0, 2]);
        peers.forget(1);
        assert!(peers.get(1).is_none() && peers.place_of(peer(1).id).is_none());
        assert_eq!((peers.admit(&own, peer(5)), peers.admit(&own, peer(1))), (1, 3));
        assert_eq!(peers.place_of(peer(5).id), Some(1));
        assert_eq!(peers.get(3).map(|known| known.id.rank), Some(1));
    }
}
