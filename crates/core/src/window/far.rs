//! The parts of a window that the network puts to and gets from by itself: what this process has
//! opened to peers on other nodes, and what they have told of theirs.

use ferry_device::{Key, RegionId};

/// Bytes of a key as processes tell it.
pub const TOLD: usize = 1 + Key::MOST;

/// See the module.
#[derive(Debug, Default)]
pub struct FarWindow {
    /// This process's part, while it is open.
    pub region: Option<RegionId>,
    /// The window is dynamic, and the network reaches memory whose key its process lends when it is
    /// asked.
    pub lends_keys: bool,
    /// Keys by rank, each with its length in front.
    keys: Box<[u8]>,
    /// Bytes of each.
    stride: usize,
}

/// A key as processes tell it.
pub fn told(key: &Key) -> [u8; TOLD] {
    let mut bytes = [0; TOLD];
    bytes[0] = key.bytes().len() as u8;
    bytes[1..=key.bytes().len()].copy_from_slice(key.bytes());
    bytes
}

impl FarWindow {
    /// What all processes have told, by rank, and what this one has opened.
    pub fn new(region: Option<RegionId>, all: &[[u8; TOLD]]) -> FarWindow {
        let stride = all.iter().map(|told| 1 + usize::from(told[0]).min(Key::MOST)).max().unwrap_or(1);
        let keys = if stride > 1 { all.iter().flat_map(|told| &told[..stride]).copied().collect() } else { Box::default() };
        FarWindow { region, lends_keys: false, keys, stride }
    }

    /// Of a dynamic window: keys are told one by one.
    pub fn lending() -> FarWindow {
        FarWindow { lends_keys: true, ..FarWindow::default() }
    }

    /// The key of a rank's part, if it has told one.
    pub fn key(&self, rank: u32) -> Option<Key> {
        let told = self.keys.get(rank as usize * self.stride..)?.get(..self.stride)?;
        let (len, bytes) = told.split_first()?;
        Key::of(bytes.get(..usize::from(*len))?).filter(|key| !key.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back_in_as_little_memory_as_the_longest_takes() {
        let keys = [Key::of(&[1, 2, 3]).unwrap(), Key::NONE, Key::of(&[7; 20]).unwrap()];
        let far = FarWindow::new(None, &keys.map(|key| told(&key)));
        assert_eq!([0, 1, 2, 3].map(|rank| far.key(rank)), [Some(keys[0]), None, Some(keys[2]), None]);
        assert_eq!(far.keys.len(), 3 * 21);
        let none = FarWindow::new(None, &[told(&Key::NONE); 2]);
        assert_eq!((none.key(0), none.key(1), none.keys.len()), (None, None, 0));
        assert_eq!(FarWindow::default().key(0), None);
    }
}
