//! Large messages (LMT-1): what a sender offers, what the receiver grants, and how they end.
//!
//! The sender offers a message with an [`Offer`]: where it lies and by which [methods](Method) it
//! can be fetched. The receiver matches it, chooses a method ([`crate::decision::method`]) and
//! either fetches the bytes itself or answers with a [`Grant`].

use crate::cost::Backing;
pub use crate::method::machine::{CopyError, Token, TransferResult};
pub use crate::method::{Method, Methods};

/// Where data lie in a process's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryLocation {
    /// If there is one piece: its address. If there are more: the address of a list of as many
    /// [`Piece`]s.
    pub address: u64,
    /// Pieces; 0 where the data cannot be accessed like this.
    pub pieces: u32,
}

/// Bytes that lie together in a process's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Piece {
    /// Address of the first byte.
    pub address: u64,
    /// Bytes.
    pub len: u64,
}

/// Bytes of the bodies that announce and grant a large message.
pub const BODY: usize = 40;

/// Body of a request to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The sender's operation.
    pub operation: u64,
    /// Length of the message in bytes.
    pub bytes: u64,
    /// Where it lies in the sender's memory, for copies on one machine.
    pub place: MemoryLocation,
    /// How the sender can give it.
    pub methods: Methods,
    /// If it can be got through a network: what it is named by.
    pub token: Token,
    /// What backs it there.
    pub backing: Backing,
}

impl Offer {
    /// As bytes.
    pub fn encode(&self) -> [u8; BODY] {
        let place =
            if self.methods.has(Method::Get) { MemoryLocation { address: self.token.address, pieces: 0 } } else { self.place };
        encode(self.operation, self.bytes, place, [self.methods.bits(), self.token.key, self.backing as u32])
    }

    /// The inverse of [`Offer::encode`]; `None` if the length is wrong.
    pub fn decode(body: &[u8]) -> Option<Self> {
        let (operation, bytes, place, [methods, key, flags]) = decode(body)?;
        let (methods, token) = (Methods::of_bits(methods), Token { address: place.address, key });
        let (place, token) =
            if methods.has(Method::Get) { (MemoryLocation::default(), token) } else { (place, Token::default()) };
        let backing = Backing::ALL.get(flags as usize).copied().unwrap_or_default();
        Some(Offer { operation, bytes, place, methods, token, backing })
    }
}

/// Body of a clear to send; the method travels in the packet's `aux`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// The receiver's operation.
    pub operation: u64,
    /// Bytes of the message that the receiver takes, from its beginning.
    pub wanted: u64,
    /// Where they go in the receiver's memory. Through a pipe: the address is its ticket.
    pub place: MemoryLocation,
    /// Of some methods: which shared state of the receiver's device is the transfer's; through a
    /// network: the key that goes with the address.
    pub slot: u32,
}

impl Grant {
    /// As bytes.
    pub fn encode(&self) -> [u8; BODY] {
        encode(self.operation, self.wanted, self.place, [self.slot, 0, 0])
    }

    /// The inverse of [`Grant::encode`]; `None` if the length is wrong.
    pub fn decode(body: &[u8]) -> Option<Self> {
        let (operation, wanted, place, [slot, ..]) = decode(body)?;
        Some(Grant { operation, wanted, place, slot })
    }
}

fn encode(first: u64, second: u64, place: MemoryLocation, words: [u32; 3]) -> [u8; BODY] {
    let mut body = [0; BODY];
    body[..8].copy_from_slice(&first.to_le_bytes());
    body[8..16].copy_from_slice(&second.to_le_bytes());
    body[16..24].copy_from_slice(&place.address.to_le_bytes());
    body[24..28].copy_from_slice(&place.pieces.to_le_bytes());
    for (at, word) in body[28..].chunks_exact_mut(4).zip(words) {
        at.copy_from_slice(&word.to_le_bytes());
    }
    body
}

fn decode(body: &[u8]) -> Option<(u64, u64, MemoryLocation, [u32; 3])> {
    let body: &[u8; BODY] = body.try_into().ok()?;
    let long = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| body[at + byte]));
    let short = |at: usize| u32::from_le_bytes(std::array::from_fn(|byte| body[at + byte]));
    Some((long(0), long(8), MemoryLocation { address: long(16), pieces: short(24) }, [28, 32, 36].map(short)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_and_grants_survive_the_wire() {
        let place = MemoryLocation { address: 0x7fff_1234_5678, pieces: 3 };
        let methods = Methods::RING.with(Method::Read);
        let offer = Offer { operation: 7, bytes: 1 << 40, place, methods, token: Token::default(), backing: Backing::SharedHeap };
        assert_eq!(Offer::decode(&offer.encode()), Some(offer));
        let token = Token { address: u64::MAX - 5, key: 0xfedc_ba98 };
        let offer = Offer {
            place: MemoryLocation::default(),
            methods: Methods::RING.or(Methods::NETWORK),
            token,
            backing: Backing::HugePages,
            ..offer
        };
        assert_eq!(Offer::decode(&offer.encode()), Some(offer));
        let grant = Grant { operation: u64::MAX, wanted: 9, place, slot: 63 };
        assert_eq!(Grant::decode(&grant.encode()), Some(grant));
        assert_eq!(Grant::decode(&grant.encode()[1..]), None);
    }

    #[test]
    fn results_are_those_of_the_wire() {
        assert_eq!((TransferResult::of(4), TransferResult::of(3)), (None, Some(TransferResult::Refused)));
    }
}
