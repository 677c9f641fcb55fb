//! Messages as frames on a stream, sans-IO: what launchers, agents and the nodes of a lab say to
//! each other.
//!
//! A frame is the length of its body (4 bytes, little-endian), the body as `postcard` encodes the
//! message, and a newline. The newline is for remote shells that pass on whole lines only (srun).
#![forbid(unsafe_code)]

use serde::Serialize;
use serde::de::DeserializeOwned;

const LENGTH_BYTES: usize = 4;

/// The bytes are not the frames of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a malformed message")]
pub struct Malformed;

/// A message as a frame, appended to `out`.
pub fn frame(message: &impl Serialize, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&[0; LENGTH_BYTES]);
    encode(message, out);
    let length = (out.len() - start - LENGTH_BYTES) as u32;
    out[start..start + LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
    out.push(b'\n');
}

/// A message as the body of a frame, appended to `out`.
pub fn encode(message: &impl Serialize, out: &mut Vec<u8>) {
    let body = std::mem::take(out);
    // Growing memory is all that an extension of a vector asks for, and messages have no values
    // that the format does not know.
    *out = postcard::to_extend(message, body).unwrap_or_else(|error| unreachable!("a message is encoded: {error}"));
}

/// All of a body as one message.
pub fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T, Malformed> {
    match postcard::take_from_bytes(body) {
        Ok((message, [])) => Ok(message),
        _ => Err(Malformed),
    }
}

/// What has arrived and is not complete. Bodies have at most `LONGEST` bytes.
#[derive(Debug, Default)]
pub struct Inbound<const LONGEST: usize> {
    bytes: Vec<u8>,
    start: usize,
}

impl<const LONGEST: usize> Inbound<LONGEST> {
    /// More has arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start == self.bytes.len() {
            self.bytes.clear();
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// What has arrived and was not taken.
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Passes over `count` bytes.
    pub fn skip(&mut self, count: usize) {
        self.start += count;
    }

    /// The next message that is complete.
    pub fn message<T: DeserializeOwned>(&mut self) -> Result<Option<T>, Malformed> {
        let Some((length, rest)) = self.rest().split_first_chunk::<LENGTH_BYTES>() else { return Ok(None) };
        let length = u32::from_le_bytes(*length) as usize;
        if length > LONGEST {
            return Err(Malformed);
        }
        let Some(end) = rest.get(length) else {
            self.bytes.drain(..self.start);
            self.start = 0;
            return Ok(None);
        };
        if *end != b'\n' {
            return Err(Malformed);
        }
        let message = decode(&rest[..length])?;
        self.skip(LENGTH_BYTES + length + 1);
        Ok(Some(message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Frames = Inbound<1000>;

    fn pushed(bytes: &[u8]) -> Frames {
        let mut inbound = Frames::default();
        inbound.push(bytes);
        inbound
    }

    #[test]
    fn damage_is_noticed() {
        let mut bytes = Vec::new();
        frame(&Some(7u8), &mut bytes);
        assert_eq!(pushed(&bytes).message(), Ok(Some(Some(7u8))));
        for (at, value) in [(3, 0xff), (4, 99), (bytes.len() - 1, b'x')] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            assert_eq!(pushed(&damaged).message::<Option<u8>>(), Err(Malformed), "{at}");
        }
    }

    #[test]
    fn a_body_has_no_bytes_too_few_or_too_many() {
        let mut body = Vec::new();
        encode(&("text".to_owned(), 5u32), &mut body);
        for end in 0..body.len() {
            assert_eq!(decode::<(String, u32)>(&body[..end]), Err(Malformed));
        }
        body.push(0);
        assert_eq!(decode::<(String, u32)>(&body), Err(Malformed));
    }

    proptest! {
        #[test]
        fn pieces_do_not_matter(messages in prop::collection::vec("[a\n]{0,20}", 0..8), size in 1usize..12) {
            let mut bytes = Vec::new();
            messages.iter().for_each(|message| frame(message, &mut bytes));
            let (mut inbound, mut found) = (Frames::default(), Vec::new());
            for piece in bytes.chunks(size) {
                inbound.push(piece);
                while let Some(message) = inbound.message::<String>().unwrap() {
                    found.push(message);
                }
            }
            prop_assert_eq!(found, messages);
        }

        #[test]
        fn other_bytes_are_refused_without_harm(noise in prop::collection::vec(any::<u8>(), 0..64)) {
            let mut inbound = pushed(&noise);
            while let Ok(Some(_)) = inbound.message::<(String, Vec<u64>)>() {}
        }
    }
}
