//! The parts of a packet that are decoded: whatever the bytes, a kind is the one its number names,
//! a word is there exactly if its bytes are, and an offer or grant survives being sent on.

use ferry_protocol::packet::{Header, Kind, decode_word};
use ferry_protocol::transfer::{Grant, Offer};

/// A packet with this number as its kind and this body.
pub fn check(kind: u8, body: &[u8]) {
    let header = Header { kind, ..Header::message(Kind::Eager, 0, 0, body.len() as u32) };
    assert!(header.kind().is_none_or(|decoded| decoded as u8 == kind));
    let words: Vec<Option<u64>> = (0..4).map(|index| decode_word(body, index)).collect();
    assert!(words.iter().enumerate().all(|(index, word)| word.is_some() == (body.len() >= 8 * (index + 1))));
    if let Some(offer) = Offer::decode(body) {
        assert_eq!(Offer::decode(&offer.encode()), Some(offer));
    }
    if let Some(grant) = Grant::decode(body) {
        assert_eq!(Grant::decode(&grant.encode()), Some(grant));
    }
}
