//! Cards: what a process publishes so that others can reach it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::handshake::{CHALLENGE, Challenge, HOST, VERSION};
use crate::interfaces::Reachable;

/// Most bytes of a card: every process of a job keeps some of others' cards, and the launcher all
/// of them.
pub const MAX_CARD: usize = 100;

const V4: u8 = 4;
const V6: u8 = 6;

/// How a process is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Where it listens, at each of its addresses.
    pub port: u16,
    /// What a process that connects has to answer.
    pub challenge: Challenge,
    /// Name of its host.
    pub host: String,
    /// Its addresses, the preferred ones first.
    pub addresses: Vec<Reachable>,
}

impl Card {
    /// As at most [`MAX_CARD`] bytes; addresses that do not fit any more are left out.
    pub fn encode(&self) -> Vec<u8> {
        let host = self.host.floor_char_boundary(HOST);
        let mut card = vec![VERSION as u8];
        card.extend(self.port.to_le_bytes());
        card.extend(self.challenge);
        card.push(host as u8);
        card.extend(&self.host.as_bytes()[..host]);
        for reachable in &self.addresses {
            let address = encode_address(reachable);
            if card.len() + address.len() <= MAX_CARD {
                card.extend(address);
            }
        }
        card
    }

    /// The inverse of [`Card::encode`]; what is wrong, in words, if it is no card.
    pub fn decode(card: &[u8]) -> Result<Self, String> {
        let (&version, rest) = card.split_first().ok_or("an empty card")?;
        if u32::from(version) != VERSION {
            return Err(format!("it speaks version {version} of Ferry's TCP protocol and this process {VERSION}"));
        }
        decode_rest(rest).ok_or_else(|| format!("a card of {} bytes that ends too early", card.len()))
    }
}

fn encode_address(reachable: &Reachable) -> Vec<u8> {
    match reachable.address {
        IpAddr::V4(address) => [&[V4, reachable.prefix][..], &address.octets()].concat(),
        IpAddr::V6(address) => [&[V6, reachable.prefix][..], &address.octets()].concat(),
    }
}

fn decode_rest(rest: &[u8]) -> Option<Card> {
    let (port, rest) = rest.split_first_chunk()?;
    let (challenge, rest) = rest.split_first_chunk::<CHALLENGE>()?;
    let (&host, rest) = rest.split_first()?;
    let (host, mut rest) = rest.split_at_checked(host as usize)?;
    let mut addresses = Vec::new();
    while !rest.is_empty() {
        addresses.push(decode_address(&mut rest)?);
    }
    let host = String::from_utf8_lossy(host).into_owned();
    Some(Card { port: u16::from_le_bytes(*port), challenge: *challenge, host, addresses })
}

fn decode_address(rest: &mut &[u8]) -> Option<Reachable> {
    let (&[family, prefix], after) = rest.split_first_chunk()?;
    let (address, after) = match family {
        V4 => after.split_first_chunk().map(|(octets, after)| (IpAddr::V4(Ipv4Addr::from(*octets)), after))?,
        V6 => after.split_first_chunk().map(|(octets, after)| (IpAddr::V6(Ipv6Addr::from(*octets)), after))?,
        _ => return None,
    };
    *rest = after;
    Some(Reachable { address, prefix })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn reachable() -> impl Strategy<Value = Reachable> {
        let v4 = any::<[u8; 4]>().prop_map(|octets| IpAddr::V4(octets.into()));
        let v6 = any::<[u8; 16]>().prop_map(|octets| IpAddr::V6(octets.into()));
        (prop_oneof![v4, v6], 0..=128u8).prop_map(|(address, prefix)| Reachable { address, prefix })
    }

    proptest! {
        #[test]
        fn cards_survive(port: u16, challenge: Challenge, host in "[a-zö0-9.]{0,40}", addresses in proptest::collection::vec(reachable(), 0..9)) {
            let card = Card { port, challenge, host: host.clone(), addresses: addresses.clone() };
            let bytes = card.encode();
            prop_assert!(bytes.len() <= MAX_CARD);
            let found = Card::decode(&bytes).unwrap();
            prop_assert_eq!((found.port, found.challenge), (port, challenge));
            prop_assert!(host.starts_with(&found.host) && found.host.len() + 4 > host.len().min(HOST));
            prop_assert!(found.addresses.iter().all(|address| addresses.contains(address)));
            prop_assert_eq!(found.addresses.first(), addresses.first(), "the preferred one always fits");
        }

        #[test]
        fn garbage_is_an_error_or_a_card(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
            let _ = Card::decode(&bytes);
        }
    }

    #[test]
    fn an_old_version_is_named() {
        assert!(Card::decode(&[9, 0]).unwrap_err().contains("version 9"));
        assert!(Card::decode(&[]).unwrap_err().contains("empty"));
    }
}
