//! Registered memory: what peers may do with it, the key they name it by, and what devices keep of
//! it.

use std::fmt;

use bitflags::bitflags;

use crate::CopyError;

bitflags! {
    /// What peers may do with registered memory.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Access: u8 {
        /// Get from it.
        const GET = 1;
        /// Put into it.
        const PUT = 1 << 1;
        /// Atomics.
        const ATOMIC = 1 << 2;
    }
}

impl Access {
    /// Whether peers change the memory.
    pub fn is_writing(self) -> bool {
        self.intersects(Access::PUT.union(Access::ATOMIC))
    }
}

/// Memory that this process has registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegionId(pub u32);

/// Why memory cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegisterError {
    /// The device has no one-sided communication: use messages.
    Unsupported,
    /// The system or the adapter refuses, in words.
    Refused(String),
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegisterError::Unsupported => f.write_str("the transport has no access to memory of peers"),
            RegisterError::Refused(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for RegisterError {}

/// What peers name a region by: a few bytes that only the device understands. One of no bytes names
/// nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key {
    len: u8,
    bytes: [u8; Key::MOST],
}

impl Key {
    /// Bytes at most.
    pub const MOST: usize = 127;

    /// Names nothing.
    pub const NONE: Key = Key { len: 0, bytes: [0; Key::MOST] };

    /// A key of these bytes, as [`Key::bytes`] gave them; `None` if they are too many.
    pub fn of(bytes: &[u8]) -> Option<Key> {
        let mut key = Key { len: bytes.len() as u8, ..Key::NONE };
        key.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(key)
    }

    /// What travels.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len.into()]
    }

    /// True if it names nothing.
    pub fn is_none(&self) -> bool {
        self.len == 0
    }

    /// One key of two, for a device made of two.
    ///
    /// # Panics
    /// If both together have more bytes than fit.
    pub fn join(first: &Key, second: &Key) -> Key {
        let bytes = [&[first.len], first.bytes(), second.bytes()].concat();
        Key::of(&bytes).expect("keys of devices are short")
    }

    /// The inverse of [`Key::join`]; two that name nothing if that makes no sense.
    pub fn split(&self) -> (Key, Key) {
        let parts = self.bytes().split_first().and_then(|(len, rest)| rest.split_at_checked((*len).into()));
        let (first, second) = parts.unwrap_or_default();
        (Key::of(first).unwrap_or(Key::NONE), Key::of(second).unwrap_or(Key::NONE))
    }
}

const _: () = assert!(size_of::<Key>() == 128, "two cache lines");

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({:02x?})", self.bytes())
    }
}

/// A table of registered regions, for devices: each has what a device knows of it.
#[derive(Debug)]
pub struct Regions<T> {
    entries: Vec<Option<T>>,
}

impl<T> Default for Regions<T> {
    fn default() -> Self {
        Regions { entries: Vec::new() }
    }
}

impl<T> Regions<T> {
    /// One more. Its number may have been that of one that was removed.
    pub fn insert(&mut self, region: T) -> RegionId {
        let free = self.entries.iter().position(Option::is_none);
        let index = free.unwrap_or_else(|| {
            self.entries.push(None);
            self.entries.len() - 1
        });
        self.entries[index] = Some(region);
        RegionId(index as u32)
    }

    /// What is known of one.
    pub fn get(&self, id: RegionId) -> Option<&T> {
        self.entries.get(id.0 as usize)?.as_ref()
    }

    /// Ends one.
    pub fn remove(&mut self, id: RegionId) -> Option<T> {
        self.entries.get_mut(id.0 as usize)?.take()
    }
}

/// Memory as a key describes it: where it is in the peer, how long it is, and what is allowed
/// there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Address in the process that registered it.
    pub address: u64,
    /// Bytes.
    pub len: u64,
    /// What peers may do.
    pub access: Access,
}

impl Extent {
    /// Bytes of one in a key.
    pub const BYTES: usize = 17;

    /// As bytes of a key.
    pub fn encode(&self) -> [u8; Extent::BYTES] {
        let mut bytes = [0; Extent::BYTES];
        bytes[..8].copy_from_slice(&self.address.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.len.to_le_bytes());
        bytes[16] = self.access.bits();
        bytes
    }

    /// The inverse, from the beginning of a key; `None` if that is too short or says what nobody
    /// knows. With the bytes that follow.
    pub fn decode(bytes: &[u8]) -> Option<(Extent, &[u8])> {
        let (own, rest) = bytes.split_first_chunk::<{ Extent::BYTES }>()?;
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|byte| own[at + byte]));
        let extent = Extent { address: word(0), len: word(8), access: Access::from_bits(own[16])? };
        extent.address.checked_add(extent.len)?;
        Some((extent, rest))
    }

    /// The address of `bytes` bytes at `offset`, if they are within and `needed` is allowed.
    pub fn at(&self, offset: u64, bytes: u64, needed: Access) -> Result<u64, CopyError> {
        let is_within = offset.checked_add(bytes).is_some_and(|end| end <= self.len);
        if is_within && self.access.contains(needed) { Ok(self.address + offset) } else { Err(CopyError::BadRemote) }
    }

    /// The address of an aligned word of `width` bytes, as [`Extent::at`].
    pub fn word_at(&self, offset: u64, width: u64) -> Result<u64, CopyError> {
        self.at(offset, width, Access::ATOMIC)
            .and_then(|at| if at.is_multiple_of(width) { Ok(at) } else { Err(CopyError::BadRemote) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_two_devices_are_one_and_come_apart_again() {
        let (first, second) = (Key::of(&[1, 2, 3]).unwrap(), Key::of(&[4]).unwrap());
        assert_eq!(Key::join(&first, &second).split(), (first, second));
        assert_eq!(Key::join(&Key::NONE, &second).split(), (Key::NONE, second));
        assert_eq!(Key::join(&first, &Key::NONE).split(), (first, Key::NONE));
        assert_eq!(Key::NONE.split(), (Key::NONE, Key::NONE));
        assert_eq!(Key::of(&[9, 1, 2]).unwrap().split(), (Key::NONE, Key::NONE), "shorter than it says");
        assert_eq!((Key::of(&[0; 128]), Key::of(&[0; 127]).map(|key| key.bytes().len())), (None, Some(127)));
    }

    #[test]
    fn only_what_is_within_and_allowed_has_an_address() {
        let extent = Extent { address: 1000, len: 64, access: Access::GET | Access::ATOMIC };
        let bytes = [extent.encode().as_slice(), b"rest"].concat();
        assert_eq!(Extent::decode(&bytes), Some((extent, b"rest".as_slice())));
        assert_eq!(Extent::decode(&bytes[..16]), None);
        assert_eq!(Extent::decode(&Extent { address: u64::MAX, ..extent }.encode()), None);
        assert_eq!((extent.at(60, 4, Access::GET), extent.at(64, 0, Access::GET)), (Ok(1060), Ok(1064)));
        for (offset, bytes, access) in [(61, 4, Access::GET), (u64::MAX, 4, Access::GET), (0, 4, Access::PUT)] {
            assert_eq!(extent.at(offset, bytes, access), Err(CopyError::BadRemote));
        }
        assert_eq!((extent.word_at(8, 8), extent.word_at(4, 8)), (Ok(1008), Err(CopyError::BadRemote)));
    }

    #[test]
    fn a_region_is_gone_after_it_was_removed() {
        let mut regions = Regions::default();
        let (one, two) = (regions.insert("one"), regions.insert("two"));
        assert_eq!((regions.remove(one), regions.remove(one), regions.get(two)), (Some("one"), None, Some(&"two")));
        let three = regions.insert("three");
        assert_eq!((regions.get(three), regions.get(two)), (Some(&"three"), Some(&"two")));
        assert_ne!(three, two);
    }
}
