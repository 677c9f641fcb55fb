//! Windows as ranks announce them to peers: where these may put.
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 1 | bytes of the key |
//! | 1 | 127 | the key of the registered memory that it lies in |
//! | 128 | 8 | where it starts there, little endian |
//! | 136 | 8 | bytes, little endian |

use ferry_device::Key;

/// Bytes of a key with its length.
pub const KEY_BYTES: usize = 1 + Key::MOST;

/// Memory that a peer may put into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PutWindow {
    /// Of the registered memory that it lies in.
    pub key: Key,
    /// Where it starts there.
    pub offset: u64,
    /// Bytes.
    pub len: u64,
}

impl PutWindow {
    /// No memory.
    pub const NONE: PutWindow = PutWindow { key: Key::NONE, offset: 0, len: 0 };

    /// Bytes of one that is announced.
    pub const BYTES: usize = KEY_BYTES + 16;

    /// As it is announced.
    pub fn encode(&self) -> [u8; PutWindow::BYTES] {
        let mut bytes = [0; PutWindow::BYTES];
        bytes[..KEY_BYTES].copy_from_slice(&encode_key(&self.key));
        bytes[KEY_BYTES..KEY_BYTES + 8].copy_from_slice(&self.offset.to_le_bytes());
        bytes[KEY_BYTES + 8..].copy_from_slice(&self.len.to_le_bytes());
        bytes
    }

    /// The inverse; no memory if it makes no sense.
    pub fn decode(bytes: &[u8; PutWindow::BYTES]) -> PutWindow {
        let (key, rest) = bytes.split_at(KEY_BYTES);
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| rest[at + byte]));
        let key = key.try_into().ok().and_then(decode_key);
        key.map_or(PutWindow::NONE, |key| PutWindow { key, offset: word(0), len: word(8) })
    }
}

/// A key with its length.
pub fn encode_key(key: &Key) -> [u8; KEY_BYTES] {
    let mut bytes = [0; KEY_BYTES];
    bytes[0] = key.bytes().len() as u8;
    bytes[1..=key.bytes().len()].copy_from_slice(key.bytes());
    bytes
}

/// The inverse; `None` if it makes no sense.
pub fn decode_key(bytes: &[u8; KEY_BYTES]) -> Option<Key> {
    Key::of(bytes[1..].get(..bytes[0].into())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_come_back_as_they_were() {
        let key = Key::of(&[1, 2, 3]).expect("short enough");
        let window = PutWindow { key, offset: 1 << 40, len: 77 };
        assert_eq!(PutWindow::decode(&window.encode()), window);
        assert_eq!(PutWindow::decode(&PutWindow::NONE.encode()), PutWindow::NONE);
        assert_eq!(PutWindow::decode(&[0xff; PutWindow::BYTES]), PutWindow::NONE);
    }
}
